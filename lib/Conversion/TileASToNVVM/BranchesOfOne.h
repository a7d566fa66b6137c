//===- BranchesOfOne.h - Branches that one thread takes ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_BRANCHESOFONE_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_BRANCHESOFONE_H

#include "KernelContext.h"

namespace tessera::tileas {

/// Puts copies by the machine that follow one another, the arrivals beside them and
/// what is computed for them alone behind a branch that only the threads take which
/// begin them.
void branchToOne(KernelOpInterface kernel, KernelContext &context);

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_BRANCHESOFONE_H
