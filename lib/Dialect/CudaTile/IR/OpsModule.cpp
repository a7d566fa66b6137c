//===- OpsModule.cpp - Modules --------------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Boundary.h"
#include "tessera/Dialect/CudaTile/IR/FrontendInterface.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Globals.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Module.h"
#include "tessera/Dialect/CudaTile/IR/Testing.h"
#include "tessera/Dialect/CudaTile/IR/TileModule.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

bool cuda_tile::isTileModule(Operation *op) {
  return isa_and_nonnull<cuda_tile::ModuleOp>(op);
}

Operation *cuda_tile::findTileModule(Operation *op) {
  for (auto module : op->getRegion(0).getOps<cuda_tile::ModuleOp>())
    return module;
  return nullptr;
}

void cuda_tile::ModuleOp::build(OpBuilder &builder, OperationState &state,
                                StringRef name) {
  state.addRegion()->emplaceBlock();
  state.getOrAddProperties<Properties>().sym_name = builder.getStringAttr(name);
}

LogicalResult cuda_tile::ModuleOp::verify() {
  for (Operation &op : getBody().front()) {
    if (!isa_and_nonnull<CudaTileDialect>(op.getDialect()))
      return op.emitOpError(foreignOperationMessage);
    if (isa<cuda_tile::ModuleOp>(op))
      return op.emitOpError("must not stand in another module");
    if (!isa<EntryOpInterface, GlobalOp, TestingFuncOp>(op))
      return op.emitOpError() << "must stand in an entry; a module holds "
                                 "'entry' and 'global' only";
    StringAttr name = mlir::SymbolTable::getSymbolName(&op);
    if (name && name.empty())
      return op.emitOpError("has an empty name");
  }
  const FrontendInterface *frontend = FrontendInterface::get(getContext());
  return frontend ? frontend->verifyModule(*this) : success();
}
