//===- Forms.h - Instruction forms as data, and their results -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads lib/Emulator/Forms, and computes each form of arithmetic, as the PTX
// ISA words it, with the host's arithmetic, __int128 and <cfenv> alone: nothing
// here comes from lib/Emulator.
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
  std::string targets; ///< as in TargetForm; empty for all
  std::string version; ///< the least one of PTX; empty for any

  bool has(const std::string &modifier) const;
  const std::string &lastType() const { return types.back(); }
  /// The type of an operand, if it has one of its own: s32.
  std::string type(size_t operand) const;
  /// Bits of an operand's register; 1 for a predicate.
  unsigned width(size_t operand) const;
};

/// Ends the program at a line of a table that cannot be read.
[[noreturn]] void stop(const std::string &message);

/// All forms of a file, with all choices expanded.
std::vector<Form> readForms(const std::string &path);

/// An instruction with its operands, and the targets that have it, in the
/// notation of Inputs/small-float-forms.txt: 100f..119.
struct TargetForm {
  std::string instruction, targets;

  /// True if `target`, such as sm_100a, is one of them.
  bool has(const std::string &target) const;
};
std::vector<TargetForm> readTargetForms(const std::string &path);

bool isTypeName(const std::string &modifier);
unsigned typeWidth(const std::string &type);
bool isFloatName(const std::string &type);

/// The inputs of an instruction in one lane: registers or predicates, a
/// predicate behind them, a carry.
struct LaneInput {
  uint64_t source[4] = {};
  bool predicate = false;
  bool carry = false;
  unsigned number = 0; ///< lop3: the table; parts: the index
};

/// The outputs: a register or a predicate, and a second one.
struct LaneOutput {
  uint64_t value = 0;
  bool flag = false;  ///< q of p|q, or p of d|p
  bool carry = false; ///< CC.CF, if the form sets it
  /// Another allowed result of an approximate function: the exact value lies
  /// near the middle between two numbers.
  uint64_t alternative = 0;
};

LaneOutput evaluate(const Form &form, const LaneInput &in);

// Parts of evaluate.
bool evaluateFloat(const Form &form, const LaneInput &in, LaneOutput &out);
bool evaluateVideo(const Form &form, const LaneInput &in, LaneOutput &out);
/// Compares two numbers of a type; `comparison` as in the mnemonic.
bool compareNumbers(const std::string &comparison, const std::string &type,
                    bool flushes, uint64_t a, uint64_t b);
/// The part of a register that an operand `m` stands for, by its number.
std::string partName(unsigned number);
/// The bits of 1 in a floating-point type.
uint64_t oneOf(const std::string &type);

} // namespace tessera::ptx::test

#endif // TESSERA_UNITTESTS_EMULATOR_ARITHMETIC_FORMS_H
