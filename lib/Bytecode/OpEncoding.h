//===- OpEncoding.h - How ops stand on the wire ---------------------------===//
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
  /// What messages call it, such as "rounding mode".
  llvm::StringLiteral name;
  BytecodeVersion since;
  /// The attribute for a number; null when the enum has no such case.
  mlir::Attribute (*get)(mlir::MLIRContext *, uint32_t);
  uint32_t (*valueOf)(mlir::Attribute);
  llvm::ArrayRef<EnumCaseEncoding> cases;

  const EnumCaseEncoding &caseOf(mlir::Attribute attribute) const;
};

/// Enums that occur in types, or as an attribute with a tag.
extern const EnumEncoding kPaddingValueEncoding;
extern const EnumEncoding kPtrAttrEncoding;
extern const EnumEncoding kMultimemReductionKindEncoding;

/// What follows for an attribute whose presence is known.
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
  Tagged,        ///< A tag, then what belongs to it.
  Type,          ///< Type index.
  Unit,          ///< Nothing: the flag says it all.
};

struct AttributeEncoding {
  llvm::StringLiteral name;
  AttributeKind kind;
  unsigned width; ///< Bits of an Integer.
  bool optional;
  BytecodeVersion since;
  const EnumEncoding *enumeration;
  /// For a required attribute that joined its op later: what files without it
  /// mean.
  mlir::Attribute (*laterDefault)(mlir::Operation *);
  /// The attribute of an op of this kind, null when it has none. Setting one of
  /// another class than the op holds leaves it without, as the verifier finds.
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

/// A bit of the flags word: the presence of an attribute or operand.
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
  /// whose operands are written all in one list instead of group by group.
  llvm::MutableArrayRef<int32_t> (*operandSegments)(mlir::Operation *);
  unsigned numRegions;
  llvm::ArrayRef<AttributeEncoding> attributes;
  llvm::ArrayRef<ValueEncoding> operands, results;
  /// By bit.
  llvm::ArrayRef<FlagEncoding> flags;

  /// The name without the dialect.
  llvm::StringRef mnemonic() const { return name.split('.').second; }
  /// Whether the number of results is on the wire.
  bool hasResultCount() const;
  /// How many results joined the op after `version`: they are its last ones,
  /// and take no number in such a file.
  size_t countLaterResults(BytecodeVersion version) const {
    return llvm::count_if(results, [&](const ValueEncoding &result) {
      return version < result.since;
    });
  }
  /// Whether files of `version` hold the flags word: as soon as they can hold
  /// the first of the optional fields.
  bool hasFlags(BytecodeVersion version) const {
    return !flags.empty() && version >= flags.front().since;
  }
  /// The name of the attribute or operand that `flag` stands for.
  llvm::StringRef nameOf(const FlagEncoding &flag) const {
    return flag.isOperand ? operands[flag.index].name
                          : attributes[flag.index].name;
  }
  /// The bit of an attribute or operand; it must have one.
  unsigned flagOf(bool isOperand, unsigned index) const;
  /// Whether operands without segments are preceded by their number.
  bool hasOperandCount() const;
};

/// What an op does that only some versions allow, though all its fields are
/// older: such as a `return` inside a `loop`. For writing; readers take it in
/// files of every version.
struct Requirement {
  BytecodeVersion since;
  llvm::StringLiteral what;
};
/// Relies on nothing that only a verifier promises.
Requirement requirementOf(mlir::Operation *op);

/// \name Rules for f4E2M1FN that came with 13.5
/// Files of older versions may break them, those from 13.5 on may not, in
/// reading as in writing. The answer is what a message says, empty for whatever
/// keeps the rules. Nothing is relied on that only a verifier promises.
/// @{
llvm::StringRef ruleBrokenBy(mlir::Type type, BytecodeVersion version);
llvm::StringRef ruleBrokenBy(mlir::Operation *op, BytecodeVersion version);
/// @}

/// Ops from here on are those of previews, which differ from release to
/// release.
inline constexpr uint64_t kFirstPreviewOpcode = 0x4000;

/// All ops by opcode.
llvm::ArrayRef<OpEncoding> allOpEncodings();
/// Null when no op has the opcode or the name.
const OpEncoding *lookupOpEncoding(uint64_t opcode);
const OpEncoding *lookupOpEncoding(llvm::StringRef name);

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_OPENCODING_H
