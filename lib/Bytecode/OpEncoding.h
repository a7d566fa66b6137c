//===- OpEncoding.h - The encoding of ops -----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the form of the tables that tessera-tblgen makes from the
// records of the ops. The reader and the writer walk them; neither knows any op
// by name.
//
// An op is: opcode, number of results (if an operand or result is variadic), a
// type for each result, a word of flags (if there are optional fields),
// attributes, operands, regions.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_OPENCODING_H
#define TESSERA_LIB_BYTECODE_OPENCODING_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Operation.h"
#include "tessera/Bytecode/Version.h"

namespace tessera::bytecode {

struct EnumCaseEncoding {
  llvm::StringLiteral keyword;
  uint32_t value;
  BytecodeVersion since;
};

struct EnumEncoding {
  /// Its name in messages, such as "rounding mode".
  llvm::StringLiteral name;
  BytecodeVersion since;
  /// The attribute for a number; null if the enum has no such case.
  mlir::Attribute (*get)(mlir::MLIRContext *, uint32_t);
  uint32_t (*valueOf)(mlir::Attribute);
  llvm::ArrayRef<EnumCaseEncoding> cases;

  const EnumCaseEncoding &caseOf(mlir::Attribute attribute) const;
};

/// Enums within types, and enums as attributes with a tag.
extern const EnumEncoding kPaddingValueEncoding;
extern const EnumEncoding kPtrAttrEncoding;
extern const EnumEncoding kMultimemReductionKindEncoding;

/// The bytes of an attribute whose presence is known.
enum class AttributeKind : uint8_t {
  Array,         ///< Count, then tagged attributes.
  Bool,          ///< One byte.
  BoolArray,     ///< Count, then one byte each.
  DenseElements, ///< Constant index; its type is that of the first result.
  Enum,          ///< Varint.
  Hints,         ///< The entries of a dictionary.
  Int32Array,    ///< Count, then four bytes each.
  Integer,       ///< Varint of the zero-extended value.
  String,        ///< String index.
  Symbol,        ///< String index of the symbol's name.
  Tagged,        ///< A tag, then the payload for that tag.
  Type,          ///< Type index.
  Unit,          ///< Nothing: its flag is all.
};

struct AttributeEncoding {
  llvm::StringLiteral name;
  AttributeKind kind;
  unsigned width; ///< Bits of an Integer.
  bool optional;
  BytecodeVersion since;
  const EnumEncoding *enumeration;
  /// For a required attribute that a later version added to its op: the value
  /// in files without it.
  mlir::Attribute (*laterDefault)(mlir::Operation *);
  /// The attribute of an op of this kind, null if it has none. Setting an
  /// attribute of another class leaves the op without, which the verifier
  /// reports.
  mlir::Attribute (*get)(mlir::Operation *);
  void (*set)(mlir::Operation *, mlir::Attribute);
};

enum class Arity : uint8_t { Required, Optional, Variadic };

/// A group of operands or results.
struct ValueEncoding {
  llvm::StringLiteral name;
  Arity arity;
  BytecodeVersion since;
};

/// A bit of the flags word: it gives the presence of an attribute or operand.
struct FlagEncoding {
  bool isOperand;
  unsigned index;
  BytecodeVersion since;
};

struct OpEncoding {
  llvm::StringLiteral name;
  uint32_t opcode;
  BytecodeVersion since;
  bool encodedInBody;
  /// The sizes of the groups of operands in an op of this kind. Null for ops
  /// whose operands are written as one list instead of group by group.
  llvm::MutableArrayRef<int32_t> (*operandSegments)(mlir::Operation *);
  unsigned numRegions;
  llvm::ArrayRef<AttributeEncoding> attributes;
  llvm::ArrayRef<ValueEncoding> operands, results;
  /// Indexed by bit.
  llvm::ArrayRef<FlagEncoding> flags;

  /// The name without the dialect.
  llvm::StringRef mnemonic() const { return name.split('.').second; }
  /// True if the number of results is stored.
  bool hasResultCount() const;
  /// The number of results that were added to the op after `version`. They are
  /// its last ones, and take no value numbers in such a file.
  size_t countLaterResults(BytecodeVersion version) const {
    return llvm::count_if(results, [&](const ValueEncoding &result) {
      return version < result.since;
    });
  }
  /// True if files of `version` have the flags word: they have it if they can
  /// have the first of the optional fields.
  bool hasFlags(BytecodeVersion version) const {
    return !flags.empty() && version >= flags.front().since;
  }
  /// The name of the attribute or operand that `flag` stands for.
  llvm::StringRef nameOf(const FlagEncoding &flag) const {
    return flag.isOperand ? operands[flag.index].name
                          : attributes[flag.index].name;
  }
  /// The bit of an attribute or operand, which must have one.
  unsigned flagOf(bool isOperand, unsigned index) const;
  /// True if the number of operands precedes operands without segments.
  bool hasOperandCount() const;
};

/// Something that only some versions allow an op to do, though all its fields
/// are older, such as a `return` inside a `loop`. Only writers check it;
/// readers accept it in files of every version.
struct Requirement {
  BytecodeVersion since;
  llvm::StringLiteral what;
};
/// May be asked of ops that have not been verified.
Requirement requirementOf(mlir::Operation *op);

/// \name Rules for f4E2M1FN that came with 13.5
/// Files of older versions may break them; those from 13.5 on must not, in
/// reading and in writing. The result is the text of a message, empty if no
/// rule is broken. The argument need not have been verified.
/// @{
llvm::StringRef ruleBrokenBy(mlir::Type type, BytecodeVersion version);
llvm::StringRef ruleBrokenBy(mlir::Operation *op, BytecodeVersion version);
/// @}

/// Opcodes from here on are those of previews, which differ from release to
/// release.
inline constexpr uint64_t kFirstPreviewOpcode = 0x4000;

/// All ops by opcode.
llvm::ArrayRef<OpEncoding> allOpEncodings();
/// Null if no op has the opcode or the name.
const OpEncoding *lookupOpEncoding(uint64_t opcode);
const OpEncoding *lookupOpEncoding(llvm::StringRef name);

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_OPENCODING_H
