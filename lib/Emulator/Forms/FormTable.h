//===- FormTable.h - The forms of instructions, as the ISA lists them -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// arithmetic.forms and conversions.forms as data. Their heads explain the
// notation. ptxas checks the same files (test/Emulator/forms.test), and the
// tests take their forms from the first
// (unittests/Emulator/Arithmetic/Forms.h).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_FORMS_FORMTABLE_H
#define TESSERA_LIB_EMULATOR_FORMS_FORMTABLE_H

#include "../Syntax/Syntax.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace tessera::ptx {

/// An operand of a form.
struct FormOperand {
  enum class Kind : uint8_t {
    LastType,          ///< t: a register of the last type of the mnemonic
    FirstType,         ///< d: one of the first type
    DoubledType,       ///< w: one of the last type with twice the width
    Named,             ///< u32: one of `type`
    Relaxed,           ///< x: one of the converted type, or wider
    Part,              ///< m: one of 32 bits, partly written
    FourOfLastType,    ///< 4t: a list of them
    Predicate,         ///< p
    PredicateOrPair,   ///< pq: p, or p|q
    WordWithPredicate, ///< dp: d|p, where d has 32 bits
    ReadPredicate,     ///< q: a predicate as a source, which '!' may negate
    Byte,              ///< i: a number from 0 to 255
  };

  Kind kind;
  Type type = Type::None;
};

/// The GPUs that have a form.
struct FormTarget {
  unsigned least = 0; ///< sm_NN; 0 for all
  /// 'f': only the variants of these, sm_NNa and sm_NNf; 'a': only sm_NNa.
  char variant = 0;
  /// If not empty, only these GPUs: 100a/103a.
  llvm::StringRef list;
  unsigned version = 0; ///< of PTX, times ten; 0 for any
};

/// A line of the table: a mnemonic with choices, and its operands.
struct Form {
  /// One of `names`; none if it is optional.
  struct Modifier {
    llvm::SmallVector<llvm::StringRef, 4> names; ///< without their dots
    bool isOptional = false;
  };

  llvm::SmallVector<Modifier, 6> modifiers;
  llvm::SmallVector<FormOperand, 5> operands; ///< the destination first
  FormTarget target;
};

/// The result of comparing an instruction's modifiers with a form's.
struct FormMatch {
  llvm::SmallVector<llvm::StringRef, 4> foreign; ///< not in the form
  const Form::Modifier *missing = nullptr;       ///< the first required one

  bool fits() const { return foreign.empty() && !missing; }
};

/// Modifiers may stand in any order, except that types keep theirs.
FormMatch matchForm(const Form &form, llvm::ArrayRef<llvm::StringRef> given);

class FormTable {
public:
  /// The table, which is read at the first call.
  static const FormTable &get();

  /// The forms of an opcode; none if the table does not contain it.
  llvm::ArrayRef<Form> formsOf(llvm::StringRef opcode) const;

private:
  FormTable() = default;
  void addFile(llvm::StringRef text);
  void addForm(llvm::StringRef line,
               const llvm::StringMap<llvm::StringRef> &lists);

  llvm::StringMap<std::vector<Form>> forms;
};

/// The forms of the mnemonics of a module, each of which is looked up once.
class FormCache {
public:
  struct Entry {
    llvm::SmallVector<const Form *, 2> forms;
    llvm::SmallVector<Type, 3> types; ///< among the modifiers
  };

  /// Null if the table does not contain the opcode.
  const Entry *find(const Instruction &syntax);

private:
  llvm::StringMap<Entry> entries; ///< by the text of the mnemonic
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_FORMS_FORMTABLE_H
