//===- Tags.h - Tags of entries in tables -----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the tags of types, attributes and debug entries: the one
// place that holds these numbers. Opcodes are not here; they come from the
// records of the ops.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_BYTECODE_CONTAINER_TAGS_H
#define TESSERA_BYTECODE_CONTAINER_TAGS_H

#include "tessera/Bytecode/Version.h"

namespace tessera::bytecode {

/// Tags of types (section 6 of the format).
enum class TypeTag : uint8_t {
  I1 = 0,
  I8 = 1,
  I16 = 2,
  I32 = 3,
  I64 = 4,
  F16 = 5,
  BF16 = 6,
  F32 = 7,
  TF32 = 8,
  F64 = 9,
  F8E4M3FN = 10,
  F8E5M2 = 11,
  Pointer = 12,
  Tile = 13,
  TensorView = 14,
  PartitionView = 15,
  Function = 16,
  Token = 17,
  F8E8M0FNU = 18,
  F4E2M1FN = 19,
  GatherScatterView = 20,
  StridedView = 21,
  I4 = 22,
  F8E5M3FNU = 130,
};

/// The properties of a type that its tag alone gives.
struct TypeTagInfo {
  TypeTag tag;
  /// Its keyword in text.
  llvm::StringLiteral name;
  /// The first version whose files may contain it.
  BytecodeVersion since;
  /// Bits of a number; 0 for all other types.
  unsigned width;
};

/// All tags in ascending order.
llvm::ArrayRef<TypeTagInfo> allTypeTags();

/// The type with this tag, or null.
const TypeTagInfo *lookupTypeTag(uint64_t tag);
const TypeTagInfo &infoOf(TypeTag tag);

/// Tags of attributes that carry their kind on the wire.
enum class AttributeTag : uint8_t {
  Integer = 1,
  Float = 2,
  Bool = 3,
  Type = 4,
  String = 5,
  Array = 6,
  DenseElements = 7,
  DivBy = 8,
  SameElements = 9,
  Dictionary = 10,
  OptimizationHints = 11,
  Bounded = 12,
  MultimemReduction = 13,
};

/// Tags of the entries of the debug section.
enum class DebugTag : uint8_t {
  Unknown = 0,
  CompileUnit = 1,
  File = 2,
  LexicalBlock = 3,
  Location = 4,
  Subprogram = 5,
  CallSite = 6,
};

/// The greatest depth of nested attributes, types and regions. Real files stay
/// below ten; the limit keeps a malicious file from exhausting the stack.
inline constexpr unsigned kMaxNesting = 64;

} // namespace tessera::bytecode

#endif // TESSERA_BYTECODE_CONTAINER_TAGS_H
