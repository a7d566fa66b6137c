//===- Vectors.cpp - Several elements in one value ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Vectors.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace tessera;

static Value makeIndex(OpBuilder &builder, Location loc, int64_t index) {
  return LLVM::ConstantOp::create(builder, loc,
                                  builder.getI32IntegerAttr(index));
}

Value tessera::packVector(OpBuilder &builder, Location loc,
                          ValueRange elements) {
  auto type = VectorType::get(elements.size(), elements.front().getType());
  return packVector(builder, loc, elements,
                    LLVM::PoisonOp::create(builder, loc, type));
}

Value tessera::packVector(OpBuilder &builder, Location loc, ValueRange elements,
                          Value rest) {
  Value vector = rest;
  for (auto [index, element] : llvm::enumerate(elements))
    vector = LLVM::InsertElementOp::create(builder, loc, vector, element,
                                           makeIndex(builder, loc, index));
  return vector;
}

SmallVector<Value> tessera::unpackVector(OpBuilder &builder, Location loc,
                                         Value vector) {
  SmallVector<Value> elements;
  int64_t count = cast<VectorType>(vector.getType()).getNumElements();
  for (int64_t index = 0; index < count; ++index)
    elements.push_back(LLVM::ExtractElementOp::create(
        builder, loc, vector, makeIndex(builder, loc, index)));
  return elements;
}
