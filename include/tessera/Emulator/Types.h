//===- Types.h - Scalar and packed types of PTX ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fundamental types of PTX ISA, chapter "State Spaces, Types, and
// Variables", with the packed forms that instructions name.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_EMULATOR_TYPES_H
#define TESSERA_EMULATOR_TYPES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace tessera::ptx {

enum class Type : uint8_t {
  None,
  Pred,
  B8,
  B16,
  B32,
  B64,
  B128,
  U8,
  U16,
  U32,
  U64,
  S8,
  S16,
  S32,
  S64,
  F16,
  F16x2,
  BF16,
  BF16x2,
  TF32,
  F32,
  F32x2,
  F64,
  U16x2,
  S16x2,
  U8x4,
  S8x4,
  // Elements that matrices and conversions have in packed form only.
  E4M3,
  E5M2,
  S4,
  U4,
  B1,
  E4M3x2,
  E5M2x2,
  E3M2,
  E2M3,
  E2M1,
  UE8M0, ///< scale factors, which have no sign
  UE4M3,
  E3M2x2,
  E2M3x2,
  E2M1x2,
  UE8M0x2,
  S2F6x2, ///< fixed point, with 6 bits of fraction
};

/// The type that a modifier such as "f16x2" (without its dot) names.
std::optional<Type> parseType(llvm::StringRef name);

/// The name of a type without a dot.
llvm::StringRef typeName(Type type);

/// Width in bits; a predicate counts 1.
unsigned bitWidth(Type type);

inline unsigned byteWidth(Type type) { return (bitWidth(type) + 7) / 8; }

inline bool isSigned(Type type) {
  return type >= Type::S8 && type <= Type::S64;
}
inline bool isUnsigned(Type type) {
  return type >= Type::U8 && type <= Type::U64;
}
inline bool isUntyped(Type type) {
  return type >= Type::B8 && type <= Type::B128;
}
inline bool isInteger(Type type) {
  return type >= Type::B8 && type <= Type::S64;
}
/// A scalar floating-point type; packed pairs are none.
inline bool isFloat(Type type) {
  return type == Type::F16 || type == Type::BF16 || type == Type::TF32 ||
         type == Type::F32 || type == Type::F64;
}
/// Element types of matrices and conversions only: no variable or register has
/// one.
inline bool isMatrixElement(Type type) { return type >= Type::E4M3; }
inline bool isPackedInteger(Type type) {
  return type >= Type::U16x2 && type <= Type::S8x4;
}
inline bool isPackedHalf(Type type) {
  return type == Type::F16x2 || type == Type::BF16x2;
}

/// The state spaces that an address can lie in. SharedCluster appears in
/// instructions alone, those that reach shared memory of other blocks of the
/// cluster; the memory itself is the Shared memory of some block.
enum class Space : uint8_t {
  Generic,
  Global,
  Shared,
  Local,
  Param,
  Const,
  SharedCluster,
};
inline bool isShared(Space space) {
  return space == Space::Shared || space == Space::SharedCluster;
}

llvm::StringRef spaceName(Space space);

} // namespace tessera::ptx

#endif // TESSERA_EMULATOR_TYPES_H
