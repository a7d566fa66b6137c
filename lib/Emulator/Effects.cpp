//===- Effects.cpp - Effects of instructions beyond registers -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Effects.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tessera::ptx;

static Effect effectOf(llvm::StringRef opcode) {
  return llvm::StringSwitch<Effect>(opcode)
      .Cases({"ld", "ldu", "st", "ldmatrix", "stmatrix"}, Effect::Memory)
      .Cases(
          {"abs", "add", "addc", "and", "bfe", "bfi", "bfind", "bmsk", "brev"},
          Effect::None)
      .Cases({"clmad", "clz", "cnot", "copysign", "cos", "cvt", "cvta", "div",
              "dp2a", "dp4a", "ex2"},
             Effect::None)
      .Cases({"fma", "fns", "isspacep", "lg2", "lop3", "mad", "mad24", "madc",
              "max", "min"},
             Effect::None)
      .Cases({"mov", "movmatrix", "mul", "mul24", "neg", "not", "or", "popc",
              "prmt", "rcp"},
             Effect::None)
      .Cases({"rem", "rsqrt", "sad", "selp", "set", "setp", "shf", "shl", "shr",
              "sin"},
             Effect::None)
      .Cases({"getctarank", "mapa"}, Effect::None)
      .Cases({"slct", "sqrt", "sub", "subc", "szext", "tanh", "testp", "xor",
              "mma", "shfl"},
             Effect::None)
      .Default(Effect::Other);
}

static Effect effectOf(const Instruction &syntax) {
  if (syntax.opcode == "wmma")
    return syntax.modifiers.empty()            ? Effect::Other
           : syntax.modifiers.front() == "mma" ? Effect::None
                                               : Effect::Memory;
  // Tensor memory, which the shadow of a warp sees with other bytes, too.
  if (syntax.opcode == "tcgen05" && !syntax.modifiers.empty() &&
      (syntax.modifiers.front() == "ld" || syntax.modifiers.front() == "st"))
    return Effect::Memory;
  // st.async stores later, and must do so once.
  if (llvm::is_contained(syntax.modifiers, "async"))
    return Effect::Other;
  return effectOf(syntax.opcode);
}

//===----------------------------------------------------------------------===//
// Loads whose values reach nothing
//===----------------------------------------------------------------------===//

namespace {

/// Registers of a function whose values may reach an effect, on any path
/// through it.
class UsedRegisters {
public:
  explicit UsedRegisters(const Code &code);

  bool isUsed(const Operand &operand) const {
    return (operand.kind == Operand::Kind::Register && used[operand.index]) ||
           llvm::any_of(operand.elements,
                        [&](const Operand &part) { return isUsed(part); });
  }

private:
  bool use(uint32_t number) { return !std::exchange(used[number], 1); }
  /// True if a register of the operand is newly marked.
  bool use(const Operand &operand) {
    bool isNews = operand.kind == Operand::Kind::Register && use(operand.index);
    for (const Operand &part : operand.elements)
      isNews |= use(part);
    return isNews;
  }

  std::vector<char> used;
};

bool isLoad(const Instruction &syntax) {
  return syntax.opcode == "ld" || syntax.opcode == "ldu" ||
         syntax.opcode == "ldmatrix" ||
         (syntax.opcode == "wmma" && !syntax.modifiers.empty() &&
          syntax.modifiers.front() == "load");
}

/// True if the instruction only sets its first operand. With .cc, it also sets
/// the carry.
bool hasResultAlone(const Instruction &syntax, const Inst &inst) {
  return (isLoad(syntax) || inst.effect == Effect::None) &&
         !llvm::is_contained(syntax.modifiers, "cc");
}

} // namespace

UsedRegisters::UsedRegisters(const Code &code)
    : used(code.syntax->registers.size()) {
  const auto &instructions = code.syntax->instructions;
  // Backwards, a use comes before its definition, except around loops.
  constexpr unsigned mostRounds = 32;
  unsigned rounds = 0;
  for (bool isNews = true; isNews;) {
    isNews = false;
    if (++rounds > mostRounds) {
      used.assign(used.size(), 1);
      return;
    }
    for (size_t i = instructions.size(); i-- != 0;) {
      const Instruction &syntax = instructions[i];
      const size_t results = hasResultAlone(syntax, code.instructions[i]);
      // A load that stays may fault, so that its address and guard matter.
      if (results && !isLoad(syntax) && !syntax.operands.empty() &&
          !isUsed(syntax.operands.front()))
        continue;
      if (syntax.guard >= 0)
        isNews |= use(static_cast<uint32_t>(syntax.guard));
      for (const Operand &operand : llvm::drop_begin(
               syntax.operands, std::min(results, syntax.operands.size())))
        isNews |= use(operand);
    }
  }
}

void tessera::ptx::markEffects(Code &code) {
  const auto &instructions = code.syntax->instructions;
  for (auto [syntax, inst] : llvm::zip(instructions, code.instructions))
    inst.effect = effectOf(syntax);
  if (llvm::none_of(instructions, isLoad))
    return;
  const UsedRegisters registers(code);
  for (size_t i = 0; i != instructions.size(); ++i) {
    const Instruction &syntax = instructions[i];
    if (!isLoad(syntax) || syntax.operands.empty())
      continue;
    const Operand &result = syntax.operands.front();
    uint8_t &idle = code.instructions[i].idleElements;
    if (!registers.isUsed(result))
      idle = allElements;
    // A register of a matrix fragment holds parts of many rows.
    else if (syntax.opcode.starts_with("ld") && syntax.opcode != "ldmatrix")
      for (size_t e = 0; e != result.elements.size(); ++e)
        if (!registers.isUsed(result.elements[e]))
          idle |= static_cast<uint8_t>(1u << e);
  }
}

//===----------------------------------------------------------------------===//
// Registers that are written first
//===----------------------------------------------------------------------===//

namespace {

/// The registers of a function that each thread writes before anything reads them.
class WrittenFirst {
public:
  explicit WrittenFirst(const Code &code);

  bool isWritten(size_t number) const {
    return states[number] == State::Written;
  }

private:
  enum class State : uint8_t { Unknown, Written, Read };

  /// Sets the state of registers that have none.
  void note(const Operand &operand, State state) {
    if (operand.kind == Operand::Kind::Register &&
        states[operand.index] == State::Unknown)
      states[operand.index] = state;
    for (const Operand &part : operand.elements)
      note(part, state);
  }
  void exclude(const Operand &operand) {
    if (operand.kind == Operand::Kind::Register)
      states[operand.index] = State::Read;
    for (const Operand &part : operand.elements)
      exclude(part);
  }

  std::vector<State> states;
};

} // namespace

WrittenFirst::WrittenFirst(const Code &code)
    : states(code.syntax->registers.size(), State::Unknown) {
  // All threads come through these in order, whoever branches to them later.
  for (const auto &[syntax, inst] :
       llvm::zip(code.syntax->instructions, code.instructions)) {
    if (inst.control != Control::None && inst.control != Control::Collective &&
        inst.control != Control::Aligned && inst.control != Control::Barrier)
      break;
    const bool isGuarded = syntax.guard >= 0;
    if (isGuarded && states[syntax.guard] == State::Unknown)
      states[syntax.guard] = State::Read;
    const size_t results = !isGuarded && hasResultAlone(syntax, inst);
    for (const Operand &operand : llvm::drop_begin(
             syntax.operands, std::min(results, syntax.operands.size())))
      note(operand, State::Read);
    if (results && !syntax.operands.empty())
      note(syntax.operands.front(), State::Written);
  }
  // Lanes that have ended may be read where lanes act together.
  for (const auto &[syntax, inst] :
       llvm::zip(code.syntax->instructions, code.instructions))
    if (inst.control != Control::None && inst.control != Control::Branch)
      for (const Operand &operand : syntax.operands)
        exclude(operand);
}

void tessera::ptx::findReadFirst(Code &code) {
  const WrittenFirst registers(code);
  uint32_t at = 0;
  auto addThrough = [&](uint32_t end) {
    if (end != at)
      code.readFirst.emplace_back(at, end - at);
  };
  for (size_t i = 0; i != code.registerSlots.size(); ++i) {
    if (!registers.isWritten(i))
      continue;
    addThrough(code.registerSlots[i]);
    at = code.registerSlots[i] +
         slotBytes(bitWidth(code.syntax->registers[i].type));
  }
  addThrough(code.frameBytes);
}
