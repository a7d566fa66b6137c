//===- Tags.cpp - Tags of entries in tables -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Container/Tags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace tessera::bytecode {

static constexpr TypeTagInfo kTypeTags[] = {
    {TypeTag::I1, "i1", v13_1, 1},
    {TypeTag::I8, "i8", v13_1, 8},
    {TypeTag::I16, "i16", v13_1, 16},
    {TypeTag::I32, "i32", v13_1, 32},
    {TypeTag::I64, "i64", v13_1, 64},
    {TypeTag::F16, "f16", v13_1, 16},
    {TypeTag::BF16, "bf16", v13_1, 16},
    {TypeTag::F32, "f32", v13_1, 32},
    {TypeTag::TF32, "tf32", v13_1, 19},
    {TypeTag::F64, "f64", v13_1, 64},
    {TypeTag::F8E4M3FN, "f8E4M3FN", v13_1, 8},
    {TypeTag::F8E5M2, "f8E5M2", v13_1, 8},
    {TypeTag::Pointer, "ptr", v13_1, 0},
    {TypeTag::Tile, "tile", v13_1, 0},
    {TypeTag::TensorView, "tensor_view", v13_1, 0},
    {TypeTag::PartitionView, "partition_view", v13_1, 0},
    {TypeTag::Function, "function", v13_1, 0},
    {TypeTag::Token, "token", v13_1, 0},
    {TypeTag::F8E8M0FNU, "f8E8M0FNU", v13_2, 8},
    {TypeTag::F4E2M1FN, "f4E2M1FN", v13_3, 4},
    {TypeTag::GatherScatterView, "gather_scatter_view", v13_3, 0},
    {TypeTag::StridedView, "strided_view", v13_3, 0},
    {TypeTag::I4, "i4", v13_3, 4},
    {TypeTag::F8E5M3FNU, "f8E5M3FNU", v13_4, 8},
};

llvm::ArrayRef<TypeTagInfo> allTypeTags() { return kTypeTags; }

const TypeTagInfo *lookupTypeTag(uint64_t tag) {
  const TypeTagInfo *info = llvm::find_if(
      kTypeTags, [&](const TypeTagInfo &i) { return uint64_t(i.tag) == tag; });
  return info == std::end(kTypeTags) ? nullptr : info;
}

const TypeTagInfo &infoOf(TypeTag tag) {
  if (const TypeTagInfo *info = lookupTypeTag(uint64_t(tag)))
    return *info;
  llvm_unreachable("every TypeTag is in the table");
}

} // namespace tessera::bytecode
