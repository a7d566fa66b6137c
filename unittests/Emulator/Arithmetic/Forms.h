//===- Forms.h - Instruction forms as data, and what they compute ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads lib/Emulator/Forms, and computes each form of arithmetic by the words
// of the PTX ISA with the host's arithmetic, __int128 and <cfenv> alone:
// nothing here comes from lib/Emulator.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_EMULATOR_ARITHMETIC_FORMS_H
#define TESSERA_UNITTESTS_EMULATOR_ARITHMETIC_FORMS_H

#include <cstdint>
#include <string>
#include <vector>

namespace tessera::ptx::test {

/// One instruction without its operands.
struct Form {
  std::string mnemonic;               ///< add.sat.s32
  std::string opcode;                 ///< add
  std::vector<std::string> modifiers; ///< sat, s32
  std::vector<std::string> types;     ///< s32
  std::vector<std::string> operands;  ///< as the file has them
  unsigned target = 75;
  std::string targets; ///< as TargetForm has them; empty where all have it
  std::string version; ///< the least one of PTX; empty where any has it

  bool has(const std::string &modifier) const;
  const std::string &lastType() const { return types.back(); }
  /// The type of an operand, where it has one of its own: s32.
  std::string type(size_t operand) const;
  /// Bits of an operand's register; 1 for a predicate.
  unsigned width(size_t operand) const;
};

/// Ends the program: a table says what nobody understands.
[[noreturn]] void stop(const std::string &message);

/// All forms of a file, every choice made.
std::vector<Form> readForms(const std::string &path);

/// An instruction with its operands, and the targets that have it, as
/// Inputs/small-float-forms.txt says them: 100f..119.
struct TargetForm {
  std::string instruction, targets;

  /// Whether `target`, sm_100a, is one of them.
  bool has(const std::string &target) const;
};
std::vector<TargetForm> readTargetForms(const std::string &path);

bool isTypeName(const std::string &modifier);
unsigned typeWidth(const std::string &type);
bool isFloatName(const std::string &type);

/// What an instruction reads in one lane: registers or predicates, a predicate
/// behind them, a carry.
struct LaneInput {
  uint64_t source[4] = {};
  bool predicate = false;
  bool carry = false;
  unsigned number = 0; ///< of lop3 the table; of parts which one
};

/// What it writes: a register or a predicate, and a second one.
struct LaneOutput {
  uint64_t value = 0;
  bool flag = false;  ///< q of p|q, or p of d|p
  bool carry = false; ///< CC.CF, where the form sets it
  /// What an approximate function may give instead: the exact value lies near
  /// the middle between two numbers.
  uint64_t alternative = 0;
};

LaneOutput evaluate(const Form &form, const LaneInput &in);

// Parts of evaluate.
bool evaluateFloat(const Form &form, const LaneInput &in, LaneOutput &out);
bool evaluateVideo(const Form &form, const LaneInput &in, LaneOutput &out);
/// Compares two numbers of a type; `comparison` as in the mnemonic.
bool compareNumbers(const std::string &comparison, const std::string &type,
                    bool flushes, uint64_t a, uint64_t b);
/// The part of a register that `m` among operands stands for, by a number.
std::string partName(unsigned number);
/// The bits of 1 in a floating-point type.
uint64_t oneOf(const std::string &type);

} // namespace tessera::ptx::test

#endif // TESSERA_UNITTESTS_EMULATOR_ARITHMETIC_FORMS_H
