//===- Decoder.h - Turns syntax into executable instructions --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each family of instructions decodes itself: it takes the modifiers that it
// knows and chooses a handler. A modifier that nobody took is an error, so that
// an instruction is either understood whole or refused. The table of forms
// (Forms/) decides operands and targets; families outside it ask for theirs.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_DECODER_H
#define TESSERA_LIB_EMULATOR_DECODER_H

#include "Code.h"
#include "Forms/FormTable.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Error.h"
#include <map>

namespace tessera::ptx {

/// Allocates the slots of one function.
class FunctionDecoder {
public:
  FunctionDecoder(const Module &module, const Function &function,
                  FormCache &forms);

  llvm::Expected<Code> decode();

  Slot registerSlot(uint32_t index) const { return registerSlots[index]; }
  Slot constantSlot(unsigned width, uint64_t value);
  Slot symbolSlot(unsigned width, const Variable *variable,
                  const Function *callee, uint64_t addend);
  Slot specialSlot(Special special);
  void useVariable(const Variable *variable);
  void useFunction(const Function *callee);

  const Module &module;
  const Function &function;
  FormCache &forms;
  Code code;

private:
  Slot allocate(unsigned width);
  Slot allocateConstant(unsigned width);

  std::vector<Slot> registerSlots;
  std::map<std::pair<unsigned, uint64_t>, Slot> constantSlots;
  std::map<Special, Slot> specialSlots;
  llvm::DenseSet<const void *> used; ///< variables and functions
};

/// One instruction while it is decoded. Functions that return bool return true
/// on failure, after fail() has kept the first message.
class InstructionDecoder {
public:
  InstructionDecoder(FunctionDecoder &function, const Instruction &syntax,
                     Inst &inst);

  /// Decodes by the table of all instructions.
  bool decode();
  llvm::Error takeError();

  bool fail(const llvm::Twine &message);
  /// Marks an instruction that may be right, but that the emulator does not
  /// execute: no error of the module, but of a launch that reaches it.
  bool failUnsupported(const llvm::Twine &message =
                           "the emulator does not execute this instruction");
  bool isUnsupported() const { return hasNoHandler; }
  const std::string &getMessage() const { return message; }
  /// Fails unless the module's target is sm_`architecture` or higher.
  bool needsTarget(unsigned architecture);
  /// Fails unless the target is a variant, sm_NNa or sm_NNf, of an architecture
  /// in [`architecture`, `end`). Instructions that Blackwell's families share
  /// need one.
  bool needsVariant(unsigned architecture, unsigned end = ~0u);
  /// Fails unless the target is sm_NNa: other architectures lack its features.
  bool needsExactVariant(unsigned architecture);

  /// Fails unless the module's version of PTX, times ten, is `version` or
  /// later.
  bool needsVersion(unsigned version);

  // Modifiers, in any order.

  /// True if the modifier is present, which then counts as understood.
  bool take(llvm::StringRef modifier);
  /// Takes whichever of two modifiers is present; true if it is the first.
  bool takeEither(llvm::StringRef first, llvm::StringRef second) {
    return take(first) || (take(second), false);
  }
  /// The next type among the modifiers, or Type::None.
  Type takeType();
  /// .rn .rz .rm .rp (.rna); false if there is none.
  bool takeRounding();
  /// .rni .rzi .rmi .rpi.
  bool takeIntegerRounding();
  /// The state space; Generic if there is none.
  bool takeSpace(Space &space);
  /// .cta .cluster .gpu .sys; false, and `scope` as it was, if there is none.
  bool takeScope(Scope &scope);

  // Operands. `i` counts the instruction's operands.

  size_t operandCount() const { return syntax.operands.size(); }
  bool expectOperands(size_t least, size_t most);
  bool expectOperands(size_t count) { return expectOperands(count, count); }
  const Operand &operand(size_t i) const { return syntax.operands[i]; }
  bool destination(size_t i, unsigned width);
  bool predicateDestination(size_t i);
  /// Operand 0: a register wide enough for numbers of this type.
  bool typedDestination(Type type);
  bool source(size_t i, Type type, unsigned position);
  bool predicateSource(size_t i, unsigned position);
  bool anySource(const Operand &operand, Type type, Slot &slot);
  /// A register of at least `width` bits; `actual` receives its width.
  bool wideRegister(const Operand &operand, unsigned width, Slot &slot,
                    unsigned &actual);
  /// A register for an operand of type `type` by the relaxed rules of ld, st
  /// and cvt; `actual` receives its width.
  bool relaxedRegister(const Operand &operand, Type type, Slot &slot,
                       unsigned &actual);
  /// `[base+offset]`, into src[0] and immediate.
  bool address(size_t i);
  /// An address of ld, st and their like: 64 bits wide in the global and
  /// generic spaces, 32 or 64 in others.
  bool wideAddress(size_t i);
  bool integerLiteral(size_t i, int64_t &value);

  unsigned registerWidth(const Operand &operand) const;
  /// Fails if an operand of this type cannot use the register.
  bool checkRegisterType(const Operand &operand, Type type);

  /// True if `%r.b0` and `-%r`, operands of video instructions, count as
  /// understood.
  bool takesParts = false;
  bool isFrameVariable(const Variable &variable) const {
    return variable.space == Space::Local ||
           (variable.space == Space::Param && !variable.isEntryParameter);
  }

  FunctionDecoder &function;
  const Instruction &syntax;
  Inst &inst;

private:
  // By the table of forms (Forms/FormDecoder.cpp).
  bool decodeForm();
  bool failWithoutForm();
  const Form *selectForm(llvm::ArrayRef<const Form *> candidates);
  bool checkTarget(const FormTarget &target);
  bool decodeOperand(size_t i, FormOperand form, llvm::ArrayRef<Type> types,
                     unsigned &sources);
  bool relaxedOperand(size_t i, Type type, Slot &slot);
  bool pairDestination(size_t i, unsigned width);

  bool fullyDecoded();
  bool checkSpace(const Variable &variable);
  bool slotOf(const Operand &operand, Type type, Slot &slot);

  llvm::SmallVector<bool, 6> taken;
  bool hasFailed = false;
  bool hasNoHandler = false;
  std::string message;
};

/// The text of an instruction on one line, cut off where it is very long.
std::string oneLine(llvm::StringRef text);

using DecodeFunction = bool (*)(InstructionDecoder &);
using InstructionTable = llvm::StringMap<DecodeFunction>;

// Each file of Instructions/ adds its family.
void addIntegerInstructions(InstructionTable &table);
void addBitInstructions(InstructionTable &table);
void addFloatInstructions(InstructionTable &table);
void addCompareInstructions(InstructionTable &table);
void addConvertInstructions(InstructionTable &table);
void addMoveInstructions(InstructionTable &table);
void addMatrixInstructions(InstructionTable &table);
void addMatrixMemoryInstructions(InstructionTable &table);
void addMemoryInstructions(InstructionTable &table);
void addAtomicInstructions(InstructionTable &table);
void addMultimemInstructions(InstructionTable &table);
void addAsyncCopyInstructions(InstructionTable &table);
void addMbarrierInstructions(InstructionTable &table);
void addFenceInstructions(InstructionTable &table);
void addControlInstructions(InstructionTable &table);
void addWarpInstructions(InstructionTable &table);
void addWarpGroupInstructions(InstructionTable &table);
void addTensorCoreInstructions(InstructionTable &table);
void addVideoInstructions(InstructionTable &table);
void addClusterInstructions(InstructionTable &table);
void addTensorMapInstructions(InstructionTable &table);

/// barrier.cluster, of which .cluster is taken (Clusters.cpp).
bool decodeClusterBarrier(InstructionDecoder &d);

/// Floating-point forms of mnemonics that integers share (Float.cpp); `type` is
/// taken already.
bool decodeFloatArithmetic(InstructionDecoder &d, Type type);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_DECODER_H
