//===- RegisterWatch.cpp - Registers that products in flight use ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterWatch.h"
#include "../Grid/Block.h"
#include "../Matrix/GroupOperation.h"
#include "Report.h"
#include "Warp.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera::ptx;

/// Lists the registers of an operand that are among some.
static void addRegisters(const Operand &operand, const llvm::BitVector &some,
                         std::vector<uint32_t> &list) {
  if (operand.kind == Operand::Kind::Register && some[operand.index])
    list.push_back(operand.index);
  for (const Operand &element : operand.elements)
    addRegisters(element, some, list);
}

void RegisterWatch::listUses(Code &code) {
  llvm::BitVector ofProducts(
      static_cast<unsigned>(code.syntax->registers.size()));
  for (const auto &product : code.groupProducts)
    for (const auto &numbers : {product->accumulators, product->multiplicands})
      for (uint32_t number : numbers)
        ofProducts.set(number);
  for (const Instruction &instruction : code.syntax->instructions) {
    code.registerUses.push_back(
        static_cast<uint32_t>(code.usedRegisters.size()));
    if (instruction.opcode != "wgmma")
      for (const Operand &operand : instruction.operands)
        addRegisters(operand, ofProducts, code.usedRegisters);
  }
  code.registerUses.push_back(static_cast<uint32_t>(code.usedRegisters.size()));
}

RegisterWatch::Table &RegisterWatch::tableOf(const Frame &frame) {
  for (Table &table : tables)
    if (table.frame == &frame && table.code == frame.code)
      return table;
  // The address may be that of a frame that has ended.
  llvm::erase_if(tables,
                 [&](const Table &table) { return table.frame == &frame; });
  tables.push_back({&frame, frame.code, {}});
  tables.back().uses.resize(frame.code->syntax->registers.size());
  return tables.back();
}

std::string RegisterWatch::describe(const Table &table, uint32_t number) const {
  return ("register '" + table.code->syntax->registers[number].name + "'")
      .str();
}

void RegisterWatch::fence() { ++fences; }

void RegisterWatch::check(Warp &warp) {
  const Code &code = warp.code();
  uint32_t pc = warp.pc();
  if (pc + 1 >= code.registerUses.size() ||
      code.registerUses[pc] == code.registerUses[pc + 1])
    return;
  Table &table = tableOf(*warp.frame());
  for (uint32_t i = code.registerUses[pc]; i != code.registerUses[pc + 1];
       ++i) {
    Use &use = table.uses[code.usedRegisters[i]];
    if (LLVM_UNLIKELY(use.accumulating || use.multiplying)) {
      warp.fault(0,
                 describe(table, code.usedRegisters[i]) +
                     (use.accumulating ? " accumulates" : " is part of A") +
                     " in a product that is in flight: wgmma.wait_group has to "
                     "come before this access\n  product: " +
                     describeInstruction(warp.block.launch.image, code,
                                         use.productPc));
      return;
    }
    use.touched = fences;
    use.touchedPc = pc;
  }
}

/// Reports why a product may not have a register. `isBusy`: another product has it.
void RegisterWatch::refuse(Warp &warp, const Table &table, uint32_t number,
                           bool isBusy) {
  const Use &use = table.uses[number];
  const Image &image = warp.block.launch.image;
  auto other = [&](uint32_t pc) {
    return describeInstruction(image, *table.code, pc);
  };
  if (isBusy)
    return warp.fault(
        0, describe(table, number) +
               " belongs to another product that is in flight: "
               "wgmma.wait_group has to come between them\n  product: " +
               other(use.productPc));
  if (!fences)
    return warp.fault(
        0, "a warp group's first product needs a wgmma.fence before it");
  warp.fault(0, describe(table, number) +
                    " was accessed since the last wgmma.fence: another one "
                    "has to come before this product\n  access: " +
                    other(use.touchedPc));
}

bool RegisterWatch::take(Warp &warp, llvm::ArrayRef<uint32_t> registers,
                         Role role, uint64_t shape) {
  Table &table = tableOf(*warp.frame());
  const bool accumulates = role == Role::Accumulator;
  const uint32_t pc = warp.pc();
  for (uint32_t number : registers) {
    Use &use = table.uses[number];
    const bool isSame = accumulates && use.shape == shape;
    const bool isBusy =
        (use.accumulating && !isSame) || (use.multiplying && accumulates);
    if (LLVM_UNLIKELY(isBusy || use.touched == fences || !fences)) {
      refuse(warp, table, number, isBusy);
      return false;
    }
    ++(accumulates ? use.accumulating : use.multiplying);
    if (accumulates)
      use.shape = shape;
    use.productPc = pc;
  }
  return true;
}

void RegisterWatch::release(const Frame &frame,
                            llvm::ArrayRef<uint32_t> registers, Role role) {
  Table &table = tableOf(frame);
  for (uint32_t number : registers) {
    Use &use = table.uses[number];
    --(role == Role::Accumulator ? use.accumulating : use.multiplying);
  }
}
