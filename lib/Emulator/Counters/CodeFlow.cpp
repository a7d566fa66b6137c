//===- CodeFlow.cpp - The loops of decoded PTX ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeFlow.h"

using namespace tessera::ptx;

static Followers findFollowers(const Code &code, uint32_t pc) {
  const Inst &inst = code.instructions[pc];
  Followers::value_type next;
  switch (inst.control) {
  case Control::Branch:
    next.push_back(inst.target);
    break;
  case Control::BranchIndexed:
    llvm::append_range(next, code.branchTables[inst.target]);
    break;
  case Control::Return:
  case Control::Exit:
    break;
  default:
    return std::nullopt;
  }
  if (inst.guard != noSlot)
    next.push_back(pc + 1);
  return next;
}

LoopNest tessera::ptx::findLoops(const Code &code) {
  return LoopNest(
      findBasicBlocks(uint32_t(code.instructions.size()),
                      [&](uint32_t pc) { return findFollowers(code, pc); }));
}
