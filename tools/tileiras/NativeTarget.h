//===- NativeTarget.h - The GPU of this machine -----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TILEIRAS_NATIVETARGET_H
#define TESSERA_TOOLS_TILEIRAS_NATIVETARGET_H

#include "tessera/Target/TargetInfo.h"

namespace tessera {

/// The target for the first GPU of this machine. A process of cuda-tile-run, in
/// the folder of this program (`argv0`), finds it: only programs that are
/// linked dynamically can load the CUDA driver, and a driver that fails must
/// not end the compiler. nvidia-smi knows it, too, but containers that can
/// launch kernels often lack it.
llvm::Expected<const TargetInfo *> findNativeTarget(const char *argv0);

} // namespace tessera

#endif // TESSERA_TOOLS_TILEIRAS_NATIVETARGET_H
