//===- Ptxas.h - ptxas as a judge of the target table ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_TARGET_PTXAS_H
#define TESSERA_UNITTESTS_TARGET_PTXAS_H

#include "tessera/Target/TargetInfo.h"
#include <string>

namespace tessera::testing_support {

/// The release of the ptxas found, such as "13.0"; empty if there is none.
std::string getPtxasRelease();

/// A kernel with the given body and performance directives, in which registers
/// %r (b32), %h (b16), %d (b64), %f (f32), %g (f64), %b (b8) and
/// predicates %p are declared, 48 each.
std::string makeKernel(const TargetInfo &target, llvm::StringRef body,
                       llvm::StringRef directives = "");

/// The errors of ptxas about `ptx`; empty if it assembles it for `target`.
std::string assemble(const TargetInfo &target, llvm::StringRef ptx);

} // namespace tessera::testing_support

#endif // TESSERA_UNITTESTS_TARGET_PTXAS_H
