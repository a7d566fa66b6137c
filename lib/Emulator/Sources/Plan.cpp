//===- Plan.cpp - The operands of an instruction, for its sources ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cstring>

using namespace tessera::ptx;

uint8_t LaneRegister::get(const uint8_t *registers, unsigned lane,
                          unsigned byte) const {
  if (!isPredicate)
    return registers[slot + lane * bytes + byte];
  LaneMask mask;
  std::memcpy(&mask, registers + slot, sizeof mask);
  return mask >> lane & 1;
}

void LaneRegister::set(uint8_t *registers, unsigned lane, unsigned byte,
                       uint8_t value) const {
  if (!isPredicate) {
    registers[slot + lane * bytes + byte] = value;
    return;
  }
  LaneMask mask;
  std::memcpy(&mask, registers + slot, sizeof mask);
  mask = (mask & ~(LaneMask(1) << lane)) | LaneMask(value & 1) << lane;
  std::memcpy(registers + slot, &mask, sizeof mask);
}

static bool has(const Instruction &syntax, llvm::StringRef modifier) {
  return llvm::is_contained(syntax.modifiers, modifier);
}

/// The bytes of an element of a packed type ("f16x2"); 0: not packed.
static unsigned packedBytes(const Instruction &syntax) {
  for (llvm::StringRef modifier : syntax.modifiers) {
    auto [element, count] = modifier.split('x');
    unsigned number, bits;
    if (count.getAsInteger(10, number) ||
        element.drop_while([](char c) { return !llvm::isDigit(c); })
            .take_while(llvm::isDigit)
            .getAsInteger(10, bits))
      continue;
    return std::max(1u, element.starts_with("e") ? 1 : bits / 8);
  }
  return 0;
}

/// True of conversions between integers: the bytes move.
static bool convertsIntegers(const Instruction &syntax) {
  return llvm::all_of(syntax.modifiers, [](llvm::StringRef modifier) {
    return llvm::StringSwitch<bool>(modifier)
        .Cases({"u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64"}, true)
        .Default(false);
  });
}

static Dependence dependenceOf(const Instruction &syntax, const Inst &inst) {
  const llvm::StringRef opcode = syntax.opcode;
  if (opcode == "clusterlaunchcontrol" || opcode == "tensormap" ||
      opcode == "fence")
    return Dependence::None;
  if (has(syntax, "async"))
    return llvm::StringSwitch<Dependence>(opcode)
        .Case("cp", Dependence::Copies)
        .Default(Dependence::Unknown);
  if (opcode == "cvt" && convertsIntegers(syntax))
    return Dependence::Moves;
  if (opcode == "cvt" && packedBytes(syntax))
    return Dependence::Bytes;
  const auto known =
      llvm::StringSwitch<Dependence>(opcode)
          .Cases({"ld", "ldu", "st"}, Dependence::Bytes)
          .Cases({"mov", "and", "or", "xor", "not", "lop3", "shl", "shr"},
                 Dependence::Moves)
          .Cases({"shf", "prmt", "selp", "bfe", "bfi", "brev", "szext"},
                 Dependence::Moves)
          .Cases({"cvta", "slct"}, Dependence::Moves)
          .Cases({"shfl", "ldmatrix", "stmatrix", "movmatrix"},
                 Dependence::Shuffle)
          .Case("mma", Dependence::Product)
          .Cases({"wgmma", "tcgen05"}, Dependence::Copies)
          .Cases({"vote", "match", "redux"}, Dependence::Vote)
          .Cases({"atom", "red"}, Dependence::Atomic)
          .Cases({"bra", "brx", "bar", "barrier", "membar", "exit"},
                 Dependence::None)
          .Cases({"ret", "elect", "activemask", "mbarrier", "nanosleep"},
                 Dependence::None)
          .Cases({"griddepcontrol", "setmaxnreg", "prefetch", "prefetchu"},
                 Dependence::None)
          .Cases({"trap", "brkpt", "createpolicy", "discard", "pmevent"},
                 Dependence::None)
          .Default(Dependence::Unknown);
  if (known != Dependence::Unknown)
    return known;
  if (inst.effect != Effect::None || opcode == "wmma")
    return Dependence::Unknown;
  return packedBytes(syntax) ? Dependence::Bytes : Dependence::Whole;
}

/// The first operand that says how far bits move, or which; 0: none does.
static unsigned firstAmount(llvm::StringRef opcode) {
  return llvm::StringSwitch<unsigned>(opcode)
      .Cases({"shl", "shr", "bfe"}, 2)
      .Cases({"shf", "bfi", "prmt", "slct"}, 3)
      .Default(0);
}

/// True if the first operand is what the instruction computes.
static bool hasResult(const Instruction &syntax, const Inst &inst) {
  if (syntax.opcode == "st" || syntax.opcode == "stmatrix" ||
      syntax.opcode == "red" || syntax.opcode == "tcgen05")
    return false;
  return inst.effect != Effect::Other || syntax.opcode == "atom" ||
         syntax.opcode == "vote" || syntax.opcode == "match" ||
         syntax.opcode == "redux" || syntax.opcode == "elect" ||
         syntax.opcode == "activemask" || syntax.opcode == "mbarrier";
}

static void addRegisters(const Code &code, const Operand &operand,
                         llvm::SmallVectorImpl<LaneRegister> &list,
                         llvm::SmallVectorImpl<LaneRegister> &addresses) {
  auto &into = operand.kind == Operand::Kind::Address ? addresses : list;
  for (const Operand &element : operand.elements)
    addRegisters(code, element, into, addresses);
  if (operand.kind != Operand::Kind::Register)
    return;
  const unsigned width = bitWidth(code.syntax->registers[operand.index].type);
  list.push_back({code.registerSlots[operand.index],
                  width <= 16 ? width == 1 ? 1 : 2 : width / 8, width == 1});
}

bool tessera::ptx::hasPredicates(llvm::ArrayRef<LaneRegister> list) {
  return llvm::any_of(
      list, [](const LaneRegister &each) { return each.isPredicate; });
}

Plan::Plan(const Code &code, uint32_t pc) {
  const Instruction &syntax = code.syntax->instructions[pc];
  const Inst &inst = code.instructions[pc];
  dependence = dependenceOf(syntax, inst);
  const bool computes = hasResult(syntax, inst);
  for (auto [index, operand] : llvm::enumerate(syntax.operands))
    addRegisters(code, operand, computes && index == 0 ? results : operands,
                 addresses);
  for (const LaneRegister &each : operands)
    operandBytes += each.bytes;
  if (unsigned first = firstAmount(syntax.opcode))
    for (const Operand &operand :
         llvm::ArrayRef(syntax.operands).drop_front(first))
      addRegisters(code, operand, amounts, addresses);
  // Scales would have to be of a size that hides no product.
  if (dependence == Dependence::Product && has(syntax, "block_scale"))
    dependence = Dependence::Unknown;
  // Carries are followed by nobody.
  if (has(syntax, "cc") || syntax.opcode == "addc" || syntax.opcode == "subc" ||
      syntax.opcode == "madc")
    dependence = Dependence::Unknown;
  isExchange = has(syntax, "exch");
  if (dependence == Dependence::Product)
    granule = has(syntax, "f16") && syntax.modifiers.size() > 3 &&
                      llvm::find(syntax.modifiers, "f16") ==
                          syntax.modifiers.end() - 4
                  ? 2
                  : 4;
  else if (dependence == Dependence::Bytes)
    (hasPredicates(results) ? operandGranule : granule) =
        std::max(1u, packedBytes(syntax));
}
