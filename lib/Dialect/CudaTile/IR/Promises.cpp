//===- Promises.cpp - Promises without effect -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Promises.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Views.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

/// True if the use is as the stride of a dimension of length 1.
static bool isStrideOfOne(OpOperand &use, MakeTensorViewOp op,
                          llvm::function_ref<bool(Value)> isOne) {
  auto type = cast<TensorViewType>(op.getResult().getType());
  ValueRange extents = op.getDynamicShape();
  unsigned next = 1 + extents.size(); // the number of the next stride
  for (auto [extent, stride] :
       llvm::zip_equal(type.getShape(), type.getStrides())) {
    bool isOpen = extent == TensorViewType::kDynamic;
    bool hasLengthOne = isOpen ? isOne(extents.front()) : extent == 1;
    extents = extents.drop_front(isOpen);
    if (stride == TensorViewType::kDynamic && next++ == use.getOperandNumber())
      return hasLengthOne;
  }
  return false;
}

bool cuda_tile::isUnusedStride(Value value,
                               llvm::function_ref<bool(Value)> isOne) {
  return !value.use_empty() &&
         llvm::all_of(value.getUses(), [&](OpOperand &use) {
           Operation *user = use.getOwner();
           if (auto assume = dyn_cast<AssumeOp>(user))
             return isUnusedStride(assume.getResult(), isOne);
           auto view = dyn_cast<MakeTensorViewOp>(user);
           return view && isStrideOfOne(use, view, isOne);
         });
}
