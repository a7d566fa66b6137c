//===- Types.cpp - Names and widths of PTX types --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/Types.h"
#include "llvm/Support/ErrorHandling.h"

using namespace tessera::ptx;

namespace {
struct TypeInfo {
  Type type;
  llvm::StringLiteral name;
  unsigned bits;
};
} // namespace

/// In the order of the enumerators.
static constexpr TypeInfo typeInfos[] = {
    {Type::None, "", 0},
    {Type::Pred, "pred", 1},
    {Type::B8, "b8", 8},
    {Type::B16, "b16", 16},
    {Type::B32, "b32", 32},
    {Type::B64, "b64", 64},
    {Type::B128, "b128", 128},
    {Type::U8, "u8", 8},
    {Type::U16, "u16", 16},
    {Type::U32, "u32", 32},
    {Type::U64, "u64", 64},
    {Type::S8, "s8", 8},
    {Type::S16, "s16", 16},
    {Type::S32, "s32", 32},
    {Type::S64, "s64", 64},
    {Type::F16, "f16", 16},
    {Type::F16x2, "f16x2", 32},
    {Type::BF16, "bf16", 16},
    {Type::BF16x2, "bf16x2", 32},
    {Type::TF32, "tf32", 32},
    {Type::F32, "f32", 32},
    {Type::F32x2, "f32x2", 64},
    {Type::F64, "f64", 64},
    {Type::U16x2, "u16x2", 32},
    {Type::S16x2, "s16x2", 32},
    {Type::U8x4, "u8x4", 32},
    {Type::S8x4, "s8x4", 32},
    {Type::E4M3, "e4m3", 8},
    {Type::E5M2, "e5m2", 8},
    {Type::S4, "s4", 4},
    {Type::U4, "u4", 4},
    {Type::B1, "b1", 1},
    {Type::E4M3x2, "e4m3x2", 16},
    {Type::E5M2x2, "e5m2x2", 16},
    {Type::E3M2, "e3m2", 6},
    {Type::E2M3, "e2m3", 6},
    {Type::E2M1, "e2m1", 4},
    {Type::UE8M0, "ue8m0", 8},
    {Type::UE4M3, "ue4m3", 8},
    {Type::E3M2x2, "e3m2x2", 16},
    {Type::E2M3x2, "e2m3x2", 16},
    {Type::E2M1x2, "e2m1x2", 8},
    {Type::UE8M0x2, "ue8m0x2", 16},
    {Type::S2F6x2, "s2f6x2", 16},
};

std::optional<Type> tessera::ptx::parseType(llvm::StringRef name) {
  if (!name.empty())
    for (const TypeInfo &info : typeInfos)
      if (info.name == name)
        return info.type;
  return std::nullopt;
}

llvm::StringRef tessera::ptx::typeName(Type type) {
  return typeInfos[static_cast<unsigned>(type)].name;
}

unsigned tessera::ptx::bitWidth(Type type) {
  return typeInfos[static_cast<unsigned>(type)].bits;
}

llvm::StringRef tessera::ptx::spaceName(Space space) {
  switch (space) {
  case Space::Generic:
    return "generic";
  case Space::Global:
    return "global";
  case Space::Shared:
  case Space::SharedCluster:
    return "shared";
  case Space::Local:
    return "local";
  case Space::Param:
    return "param";
  case Space::Const:
    return "const";
  }
  llvm_unreachable("a space without a name");
}
