//===- Copies.cpp - Loads that only copy ----------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// At -O0 and -G nvcc copies structures word by word, with the bytes between
// members and of empty ones, and sets a bit field by loading its word and
// storing it with other bits. Such a load is no use of what memory holds. This
// finds, for the check of memory that nobody has written, the elements of ld
// whose register only
//
//  - goes into st of the same width, itself or through mov, or
//  - goes through bitwise instructions and back to where it came from.
//
// A register that anything else reads, or that has another definition, is used.
// That needs no order of instructions: where a register has one definition it
// holds what that loaded last. Behind a mov it may hold what was loaded before,
// unless no branch leads between the load and the store.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "llvm/ADT/StringSwitch.h"
#include <numeric>

using namespace tessera::ptx;

namespace {

/// How an instruction mentions a register.
struct Mention {
  enum Kind : uint8_t {
    Load,    ///< element `element` of ld
    Store,   ///< element `element` of st
    Bits,    ///< its bits go into the destination of a bitwise instruction
    Written, ///< by a bitwise instruction
    Use,
  };
  uint32_t instruction;
  Kind kind;
  uint8_t element;
};

class CopyFinder {
public:
  CopyFinder(const Function &function, Code &code)
      : function(function), code(code), mentions(function.registers.size()) {}
  void run();

private:
  void collect(uint32_t number);
  void mention(const Operand &operand, uint32_t number, Mention::Kind kind);
  bool hasOneDefinition(uint32_t reg) const;
  bool isStraight(uint32_t from, uint32_t to) const;
  bool isCopied(uint32_t reg, const Mention &load, unsigned &budget);
  bool returns(uint32_t reg, const Mention &load, unsigned &budget) const;

  const Function &function;
  Code &code;
  std::vector<llvm::SmallVector<Mention, 2>> mentions; // by register
  std::vector<uint32_t> targets; ///< of branches, up to each instruction
  std::vector<Mention> stores;   ///< of the load that is looked at
  std::vector<uint32_t> moved;   ///< registers that it goes through
};

} // namespace

/// Bitwise instructions, by the number of sources whose bits they move.
static unsigned movedSources(const Instruction &instruction) {
  if (instruction.operands.empty() ||
      instruction.operands[0].kind != Operand::Kind::Register)
    return 0;
  return llvm::StringSwitch<unsigned>(instruction.opcode)
      .Cases({"and", "or", "xor", "bfi"}, 2)
      .Cases({"not", "shl", "shr", "mov", "cvt"}, 1)
      .Default(0);
}

/// A vector's elements are told apart; all else in an operand is one place.
void CopyFinder::mention(const Operand &operand, uint32_t number,
                         Mention::Kind kind) {
  if (operand.kind == Operand::Kind::Register)
    mentions[operand.index].push_back({number, kind, 0});
  bool isData = operand.kind == Operand::Kind::Vector &&
                (kind == Mention::Load || kind == Mention::Store);
  for (size_t i = 0; i != operand.elements.size(); ++i) {
    const Operand &element = operand.elements[i];
    if (isData && element.kind == Operand::Kind::Register)
      mentions[element.index].push_back(
          {number, kind, static_cast<uint8_t>(i)});
    else
      mention(element, number, Mention::Use);
  }
}

void CopyFinder::collect(uint32_t number) {
  const Instruction &instruction = function.instructions[number];
  const Inst &inst = code.instructions[number];
  if (instruction.guard >= 0)
    mentions[instruction.guard].push_back({number, Mention::Use, 0});
  bool isPlain = inst.order == MemoryOrder::Weak && inst.count <= 8;
  bool isLoad = isPlain && instruction.opcode == "ld";
  bool isStore = isPlain && instruction.opcode == "st";
  unsigned moved = movedSources(instruction);
  for (size_t i = 0; i != instruction.operands.size(); ++i)
    mention(instruction.operands[i], number,
            isLoad && i == 0                ? Mention::Load
            : isStore && i == 1             ? Mention::Store
            : moved && i == 0               ? Mention::Written
            : moved && i >= 1 && i <= moved ? Mention::Bits
                                            : Mention::Use);
}

bool CopyFinder::hasOneDefinition(uint32_t reg) const {
  unsigned definitions = 0;
  for (const Mention &m : mentions[reg]) {
    definitions += m.kind == Mention::Load || m.kind == Mention::Written;
    if (m.kind == Mention::Use)
      return false;
  }
  return definitions == 1;
}

/// Whether ld and st access one place.
static bool isSamePlace(const Inst &a, const Inst &b) {
  return a.src[0] == b.src[0] && a.immediate == b.immediate &&
         a.space == b.space && a.isFrameRelative == b.isFrameRelative &&
         a.isWide == b.isWide && a.count == b.count &&
         byteWidth(a.type) == byteWidth(b.type);
}

/// Whether the bits in a register end where they were loaded and nowhere else.
/// The budget bounds the search.
bool CopyFinder::returns(uint32_t reg, const Mention &load,
                         unsigned &budget) const {
  if (!budget || !hasOneDefinition(reg))
    return false;
  --budget;
  const Inst &from = code.instructions[load.instruction];
  for (const Mention &m : mentions[reg]) {
    const Inst &to = code.instructions[m.instruction];
    if (m.kind == Mention::Store &&
        !(isSamePlace(from, to) && m.element == load.element))
      return false;
    const auto &operands = function.instructions[m.instruction].operands;
    if (m.kind == Mention::Bits && !returns(operands[0].index, load, budget))
      return false;
  }
  return true;
}

/// Whether no branch leads between two instructions.
bool CopyFinder::isStraight(uint32_t from, uint32_t to) const {
  return from < to && targets[from] == targets[to];
}

/// Whether all that becomes of a loaded register, or of one that it was moved
/// to, is a copy.
bool CopyFinder::isCopied(uint32_t reg, const Mention &load, unsigned &budget) {
  if (!budget || !hasOneDefinition(reg))
    return false;
  --budget;
  const Inst &from = code.instructions[load.instruction];
  bool isMoved = !moved.empty();
  for (const Mention &m : mentions[reg]) {
    const Inst &to = code.instructions[m.instruction];
    const Instruction &syntax = function.instructions[m.instruction];
    if (m.kind == Mention::Store) {
      if (byteWidth(from.type) != byteWidth(to.type) ||
          (isMoved && !isStraight(load.instruction, m.instruction)))
        return false;
      stores.push_back(m);
    } else if (m.kind == Mention::Bits) {
      uint32_t result = syntax.operands[0].index;
      unsigned before = budget;
      if (returns(result, load, budget))
        continue;
      budget = before;
      bool isWhole =
          syntax.opcode == "mov" && to.guard == noSlot &&
          bitWidth(function.registers[result].type) >= bitWidth(from.type);
      moved.push_back(result);
      if (!isWhole || !isCopied(result, load, budget))
        return false;
    }
  }
  return true;
}

void CopyFinder::run() {
  targets.resize(function.instructions.size() + 1);
  for (const Instruction &instruction : function.instructions)
    if (instruction.opcode == "bra")
      ++targets[instruction.target];
  for (const auto &table : function.tables)
    for (uint32_t target : table)
      ++targets[target];
  std::partial_sum(targets.begin(), targets.end(), targets.begin());
  for (uint32_t i = 0; i != function.instructions.size(); ++i)
    collect(i);
  for (uint32_t reg = 0; reg != mentions.size(); ++reg)
    for (const Mention &load : mentions[reg]) {
      Inst &inst = code.instructions[load.instruction];
      unsigned budget = 32;
      stores.clear();
      moved.clear();
      // Of a load under a guard the register may keep an older value.
      if (load.kind != Mention::Load || inst.guard != noSlot ||
          (inst.space != Space::Local && inst.space != Space::Generic) ||
          !isCopied(reg, load, budget))
        continue;
      Slot slot = code.slots[inst.list + load.element];
      inst.copies |= static_cast<uint8_t>(1u << load.element);
      for (const Mention &m : stores) {
        Inst &store = code.instructions[m.instruction];
        store.copies |= static_cast<uint8_t>(1u << m.element);
        Slot stored = code.slots[store.list + m.element];
        if (stored != slot)
          code.copySources[stored] = slot;
      }
    }
}

void tessera::ptx::markCopies(const Function &function, Code &code) {
  CopyFinder(function, code).run();
}
