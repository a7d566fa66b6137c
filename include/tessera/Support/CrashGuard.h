//===- CrashGuard.h - Survive a fatal error inside LLVM ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_CRASHGUARD_H
#define TESSERA_SUPPORT_CRASHGUARD_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>

namespace tessera {

/// Runs `work` so that a fatal error of LLVM ("Cannot select …") or a signal
/// such as a segmentation fault ends `work` and not the process. Returns the
/// reason as a phrase, or nothing if `work` returned.
///
/// After a failure the memory that `work` used is leaked and the MLIR and LLVM
/// contexts that it touched must not be used again. Several threads may do this
/// at once. While `work` runs, the signal handlers and the fatal error handler
/// of the process are ours: programs may call this freely, a library inside
/// somebody else's process only on that program's request.
std::optional<std::string> runGuarded(llvm::function_ref<void()> work);

} // namespace tessera

#endif // TESSERA_SUPPORT_CRASHGUARD_H
