//===- OpRecord.h - The record of an op, as the generators see it ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the one reading of an op's TableGen record that all
// generators share: its fields in their order in the file, the first version of
// each, and the encoding of its attributes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_TBLGEN_OPRECORD_H
#define TESSERA_TOOLS_TESSERA_TBLGEN_OPRECORD_H

#include "mlir/TableGen/EnumInfo.h"
#include "mlir/TableGen/Operator.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tessera::tblgen {

using VersionNumber = std::pair<unsigned, unsigned>;

/// The encoding of an attribute. The names are those of the enum AttributeKind
/// of lib/Bytecode.
enum class AttributeKind {
  Array,
  Bool,
  BoolArray,
  DenseElements,
  Enum,
  Hints,
  Int32Array,
  Integer,
  String,
  Symbol,
  Tagged,
  Type,
  Unit,
};
llvm::StringRef nameOf(AttributeKind kind);

enum class Arity { Required, Optional, Variadic };
llvm::StringRef nameOf(Arity arity);

/// An operand or a result.
struct ValueRecord {
  std::string name;
  Arity arity;
  VersionNumber since;
  std::string summary; ///< The words of its constraint.
  std::string digest;  ///< Its constraint in the words of the language's
                       ///< digest.
};

struct AttributeRecord {
  std::string name;
  AttributeKind kind;
  bool optional;
  VersionNumber since;
  unsigned width = 0; ///< Bits of an Integer.
  std::optional<mlir::tblgen::EnumInfo> enumeration;
  std::string defaultText; ///< In ODS; empty if there is none.
  /// The C++ text of the default, in terms of `op`; only for attributes that a
  /// later version added to the op.
  std::string laterDefault;
  std::string summary;
};

/// A bit of the flags word: an optional attribute or operand.
struct FlagRecord {
  bool isOperand;
  unsigned index;
  VersionNumber since;
};

/// One op.
class OpRecord {
public:
  explicit OpRecord(const llvm::Record &def);

  const mlir::tblgen::Operator &op() const { return ods; }
  std::string mnemonic() const;
  unsigned opcode() const { return def.getValueAsInt("bytecodeOpcode"); }
  bool encodedInBody() const { return def.getValueAsBit("encodedInBody"); }
  llvm::StringRef category() const { return def.getValueAsString("category"); }
  VersionNumber since() const { return sinceVersion; }
  bool hasOperandSegments() const;

  std::vector<ValueRecord> operands, results;
  std::vector<AttributeRecord> attributes;
  /// In the order of their bits: by version, attributes before operands.
  std::vector<FlagRecord> flags;

private:
  struct Later {
    VersionNumber since;
    std::string defaultValue;
  };
  Later laterField(llvm::StringRef name) const;
  ValueRecord readValue(const mlir::tblgen::NamedTypeConstraint &value) const;
  AttributeRecord
  readAttribute(const mlir::tblgen::NamedAttribute &attribute) const;
  void collectFlags();

  const llvm::Record &def;
  mlir::tblgen::Operator ods;
  VersionNumber sinceVersion;
};

/// All ops of the dialect by opcode. Ends the program with a message at the
/// record if two ops share an opcode.
std::vector<OpRecord> readOps(const llvm::RecordKeeper &records);

/// The `sinceVersion` of a record; 13.1 if it has no such field.
VersionNumber sinceOf(const llvm::Record &def);
/// "13.2".
std::string str(VersionNumber version);

} // namespace tessera::tblgen

#endif // TESSERA_TOOLS_TESSERA_TBLGEN_OPRECORD_H
