//===- MachineFlow.cpp - Branches of machine code -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineFlow.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::bound;
using llvm::StringRef;
using ptx::LoopNest;

std::optional<uint32_t>
bound::findBranchTarget(const MachineKernel &kernel,
                        const MachineInstruction &branch) {
  StringRef label = StringRef(branch.operands).split("`(").second;
  auto found = kernel.labels.find(label.split(')').first);
  if (found == kernel.labels.end())
    return std::nullopt;
  return found->second;
}

/// The instructions behind unconditional ends of blocks that no branch names:
/// an indirect branch may go there.
static llvm::SmallVector<uint32_t, 2>
findIndirectTargets(const MachineKernel &kernel) {
  std::vector<bool> isNamed(kernel.code.size() + 1);
  for (const MachineInstruction &each : kernel.code)
    if (StringRef(each.opcode).starts_with("BRA"))
      if (auto target = findBranchTarget(kernel, each))
        isNamed[*target] = true;
  llvm::SmallVector<uint32_t, 2> targets;
  for (const auto &label : kernel.labels) {
    uint32_t at = label.second;
    if (at == 0 || at >= kernel.code.size() || isNamed[at])
      continue;
    const MachineInstruction &before = kernel.code[at - 1];
    StringRef opcode = before.opcode;
    if (before.guard.empty() &&
        (opcode.starts_with("BR") || opcode.starts_with("EXIT")))
      targets.push_back(at);
  }
  llvm::sort(targets);
  return targets;
}

LoopNest bound::findLoops(const MachineKernel &kernel) {
  llvm::SmallVector<uint32_t, 2> indirect = findIndirectTargets(kernel);
  auto findFollowers = [&](uint32_t at) -> ptx::Followers {
    const MachineInstruction &each = kernel.code[at];
    StringRef opcode = each.opcode;
    ptx::Followers::value_type next;
    if (opcode.starts_with("BRX"))
      next = indirect;
    else if (!opcode.starts_with("BRA") && !opcode.starts_with("EXIT") &&
             !opcode.starts_with("RET"))
      return std::nullopt;
    if (auto target = findBranchTarget(kernel, each);
        target && opcode.starts_with("BRA"))
      next.push_back(*target);
    // Predicates of a branch also stand among its operands: "BRA P3, `(.L_x)".
    bool mayPass =
        !each.guard.empty() || (opcode.starts_with("BRA") &&
                                !StringRef(each.operands).starts_with("`"));
    if (mayPass)
      next.push_back(at + 1);
    return next;
  };
  return LoopNest(
      ptx::findBasicBlocks(uint32_t(kernel.code.size()), findFollowers));
}
