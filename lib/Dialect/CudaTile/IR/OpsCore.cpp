//===- OpsCore.cpp - Values, shapes, output -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyDirectives.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Globals.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"
#include "tessera/Dialect/CudaTile/IR/TileModule.h"
#include "tessera/Support/PrintFormat.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// GlobalOp, GetGlobalOp
//===----------------------------------------------------------------------===//

SymbolTable::Visibility GlobalOp::getVisibility() {
  return getSymbolVisibility() == SymbolVisibility::Public
             ? SymbolTable::Visibility::Public
             : SymbolTable::Visibility::Private;
}

void GlobalOp::setVisibility(SymbolTable::Visibility visibility) {
  setSymbolVisibility(visibility == SymbolTable::Visibility::Public
                          ? SymbolVisibility::Public
                          : SymbolVisibility::Private);
}

bool GlobalOp::isDeclaration() { return false; }

LogicalResult GlobalOp::verify() {
  if (!isTileModule((*this)->getParentOp()))
    return emitOpError("must stand directly in a 'cuda_tile.module'");
  auto tile = dyn_cast<TileType>(getValue().getType());
  if (!tile || tile.getShape().size() != 1)
    return emitOpError() << "must be initialised by a tile of rank 1, found "
                         << getValue().getType();
  int64_t alignment = getAlignment();
  if (alignment < 0 || (alignment != 0 && !llvm::isPowerOf2_64(alignment)))
    return emitOpError() << "alignment must be a power of two, or 0 for the "
                            "natural one, found "
                         << alignment;
  return verifyNoDebugScope(*this);
}

LogicalResult GetGlobalOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto global = symbols.lookupNearestSymbolFrom<GlobalOp>(*this, getNameAttr());
  if (!global)
    return emitOpError() << "names no global of the module: " << getNameAttr();
  auto pointer = cast<PointerType>(getType().getElementType());
  Type element = global.getValue().getElementType();
  if (pointer.getPointeeType() != element)
    return emitOpError() << "result points to " << pointer.getPointeeType()
                         << ", but the global " << getNameAttr() << " holds "
                         << element;
  return success();
}

//===----------------------------------------------------------------------===//
// ConstantOp, IotaOp
//===----------------------------------------------------------------------===//

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

LogicalResult IotaOp::verify() {
  TileType type = getType();
  if (type.getShape().size() != 1)
    return emitOpError() << "result must have rank 1, found " << type;
  unsigned width = type.getElementType().getIntOrFloatBitWidth();
  if (width < 64 && type.getNumElements() > int64_t(1) << width)
    return emitOpError() << "result has more elements than "
                         << type.getElementType() << " can count, found "
                         << type;
  return success();
}

//===----------------------------------------------------------------------===//
// Shapes and selection
//===----------------------------------------------------------------------===//

LogicalResult BroadcastOp::verify() {
  for (auto [from, to] :
       llvm::zip_equal(getSource().getType().getShape(), getType().getShape()))
    if (from != to && from != 1)
      return emitOpError() << "only extents of 1 can be repeated: source has "
                           << from << " where the result has " << to;
  return success();
}

LogicalResult ReshapeOp::verify() {
  int64_t from = getSource().getType().getNumElements();
  int64_t to = getType().getNumElements();
  if (from != to)
    return emitOpError() << "source and result must have equally many "
                         << "elements, found " << from << " and " << to;
  return success();
}

LogicalResult PermuteOp::verify() {
  ArrayRef<int64_t> from = getSource().getType().getShape();
  ArrayRef<int64_t> to = getType().getShape();
  ArrayRef<int32_t> permutation = getPermutation();
  if (from.size() < 2)
    return emitOpError("source must have at least two dimensions");
  llvm::SmallBitVector seen(from.size());
  for (int32_t dim : permutation)
    if (dim >= 0 && size_t(dim) < from.size())
      seen.set(dim);
  if (permutation.size() != from.size() || !seen.all())
    return emitOpError() << "permutation must name each dimension from 0 to "
                         << from.size() - 1 << " once, found [" << permutation
                         << ']';
  for (auto [i, dim] : llvm::enumerate(permutation))
    if (to[i] != from[dim])
      return emitOpError() << "dimension " << i << " of the result must have "
                           << "the extent " << from[dim] << " of dimension "
                           << dim << " of the source, found " << to[i];
  return success();
}

LogicalResult SelectOp::verify() {
  if (isa<Float4E2M1FNType>(getType().getElementType()))
    return emitOpError("cannot select elements of f4E2M1FN; convert them to a "
                       "wider type first");
  return success();
}

//===----------------------------------------------------------------------===//
// AssumeOp
//===----------------------------------------------------------------------===//

LogicalResult AssumeOp::verify() {
  return getPredicate().verifyForType(getValue().getType(),
                                      [&] { return emitOpError(); });
}

//===----------------------------------------------------------------------===//
// PrintTkoOp
//===----------------------------------------------------------------------===//

LogicalResult PrintTkoOp::verify() {
  if (llvm::Error error = checkFormat(getStr(), getArgs().size()))
    return emitOpError("str ") << llvm::toString(std::move(error));
  return success();
}
