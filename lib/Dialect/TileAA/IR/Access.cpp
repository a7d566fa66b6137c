//===- Access.cpp - The operands of an access as one ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/Access.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

AccessPlace AccessPlace::permuted(ArrayRef<int32_t> order) const {
  auto reorder = [&](const auto &list) {
    return llvm::map_to_vector(order, [&](int32_t dim) { return list[dim]; });
  };
  AccessPlace place = *this;
  place.starts = reorder(starts);
  place.extents = reorder(extents);
  place.strides = reorder(strides);
  if (inbounds)
    place.inbounds = DenseBoolArrayAttr::get(inbounds.getContext(),
                                             reorder(inbounds.asArrayRef()));
  return place;
}

Access Access::of(AccessOpInterface op) {
  Access access;
  access.place = {op.getBase(),
                  llvm::to_vector(op.getStarts()),
                  llvm::to_vector(op.getExtents()),
                  llvm::to_vector(op.getStrides()),
                  op.getMask(),
                  op.getInboundsAttr()};
  access.order = {op.getOrdering(), op.getScopeAttr(), op.getHintsAttr()};
  access.token = op.getToken();
  return access;
}

Access Access::mapped(function_ref<Value(Value)> map) const {
  Access access = *this;
  auto replace = [&](Value &value) {
    if (value)
      value = map(value);
  };
  replace(access.place.base);
  for (auto *list :
       {&access.place.starts, &access.place.extents, &access.place.strides})
    llvm::for_each(*list, replace);
  replace(access.place.mask);
  replace(access.token);
  return access;
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

Value tileaa::getWidePosition(Value position) {
  auto truncation = position.getDefiningOp<arith::TruncIOp>();
  return truncation && truncation.hasNoSignedWrap() &&
                 truncation.hasNoUnsignedWrap()
             ? truncation.getIn()
             : position;
}

ParseResult
tileaa::parsePositions(OpAsmParser &parser,
                       SmallVectorImpl<OpAsmParser::UnresolvedOperand> &starts,
                       SmallVectorImpl<Type> &startTypes,
                       SmallVectorImpl<Type> &extentTypes) {
  return parser.parseCommaSeparatedList([&]() -> ParseResult {
    Type &type = startTypes.emplace_back(parser.getBuilder().getI64Type());
    if (parser.parseOperand(starts.emplace_back()) ||
        (succeeded(parser.parseOptionalColon()) && parser.parseType(type)))
      return failure();
    extentTypes.push_back(type);
    return success();
  });
}

void tileaa::printPositions(OpAsmPrinter &printer, Operation *,
                            OperandRange starts, TypeRange, TypeRange) {
  llvm::interleaveComma(starts, printer, [&](Value start) {
    printer << start;
    if (!start.getType().isInteger(64))
      printer << " : " << start.getType();
  });
}
