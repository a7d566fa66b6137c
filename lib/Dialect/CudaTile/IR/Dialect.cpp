//===- Dialect.cpp - The cuda_tile dialect ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

using namespace mlir;
using namespace tessera::cuda_tile;

#include "tessera/Dialect/CudaTile/IR/Dialect.cpp.inc"

void CudaTileDialect::initialize() {
  registerAttributes();
  registerTypes();
  registerCudaTileDialectOperations(this);
}

/// Version 13.4 calls `pow` by another name.
std::optional<Dialect::ParseOpHook>
CudaTileDialect::getParseOperationHook(StringRef name) const {
  if (name != "cuda_tile.fpowf")
    return std::nullopt;
  return [](OpAsmParser &parser, OperationState &state) {
    state.name = OperationName(PowOp::getOperationName(), state.getContext());
    return PowOp::parse(parser, state);
  };
}

Operation *CudaTileDialect::materializeConstant(OpBuilder &builder,
                                                Attribute value, Type type,
                                                Location loc) {
  auto literal = dyn_cast<DenseIntOrFPElementsAttr>(value);
  if (!literal || literal.getType() != type)
    return nullptr;
  return ConstantOp::create(builder, loc, literal);
}

void tessera::cuda_tile::registerCudaTileDialect(DialectRegistry &registry) {
  registry.insert<CudaTileDialect>();
}
