//===- WarpVotes.h - Branches on votes of a warp ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CODEGEN_WARPVOTES_H
#define TESSERA_LIB_CODEGEN_WARPVOTES_H

#include "llvm/IR/BasicBlock.h"

namespace tessera {

/// The block at whose end a warp votes for one of the two ways to `join`, as guards of
/// powers do; null if there is none. One way may lead there at once.
const llvm::BasicBlock *findVote(const llvm::BasicBlock &join);

} // namespace tessera

#endif // TESSERA_LIB_CODEGEN_WARPVOTES_H
