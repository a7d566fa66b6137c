//===- OpsViews.cpp - Making and asking views -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyDirectives.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Views.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// Places of tiles
//===----------------------------------------------------------------------===//

SmallVector<int32_t> tessera::cuda_tile::getDimMap(TileView view) {
  if (auto partition = dyn_cast<PartitionViewType>(view))
    return SmallVector<int32_t>(partition.getDimMap());
  if (auto strided = dyn_cast<StridedViewType>(view))
    return SmallVector<int32_t>(strided.getDimMap());
  return llvm::to_vector(llvm::seq<int32_t>(0, view.getIndexRank()));
}

SmallVector<int32_t> tessera::cuda_tile::getSteps(TileView view) {
  if (auto partition = dyn_cast<PartitionViewType>(view))
    return SmallVector<int32_t>(partition.getTileShape());
  if (auto strided = dyn_cast<StridedViewType>(view))
    return SmallVector<int32_t>(strided.getTraversalStrides());
  return SmallVector<int32_t>(view.getIndexRank(), 1);
}

//===----------------------------------------------------------------------===//
// MakeTensorViewOp
//===----------------------------------------------------------------------===//

LogicalResult MakeTensorViewOp::verify() {
  TensorViewType view = getType();
  auto pointer = cast<PointerType>(getBase().getType().getElementType());
  if (pointer.getPointeeType() != view.getElementType())
    return emitOpError() << "base points to " << pointer.getPointeeType()
                         << ", but the view has elements of "
                         << view.getElementType();
  if (pointer.getPtrAttr() != view.getPtrAttr())
    return emitOpError("base and result must carry the same ptr_attr, or none");
  if (getDynamicShape().size() != view.getNumDynamicDims())
    return emitOpError() << "needs one operand for each of the "
                         << view.getNumDynamicDims()
                         << " dynamic extents of the result, found "
                         << getDynamicShape().size();
  if (getDynamicStrides().size() != view.getNumDynamicStrides())
    return emitOpError() << "needs one operand for each of the "
                         << view.getNumDynamicStrides()
                         << " dynamic strides of the result, found "
                         << getDynamicStrides().size();
  OperandRange dynamic = getOperands().drop_front();
  for (Value operand : dynamic)
    if (operand.getType() != dynamic.front().getType())
      return emitOpError() << "all dynamic extents and strides must have one "
                           << "type, found " << dynamic.front().getType()
                           << " and " << operand.getType();
  return success();
}

namespace {
/// `[%n, 64]`: operands and static numbers.
struct MixedList {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  /// The numbers, with dynamic ones for operands.
  SmallVector<int64_t> values;
  SMLoc loc;

  ParseResult parse(OpAsmParser &parser, StringRef name);
  /// Checks the numbers against those of the view's type.
  ParseResult check(OpAsmParser &parser, StringRef name,
                    ArrayRef<int64_t> expected);
};
} // namespace

ParseResult MixedList::parse(OpAsmParser &parser, StringRef name) {
  if (parser.parseKeyword(name) || parser.parseEqual())
    return failure();
  loc = parser.getCurrentLocation();
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        OpAsmParser::UnresolvedOperand operand;
        OptionalParseResult found = parser.parseOptionalOperand(operand);
        if (!found.has_value())
          return parser.parseInteger(values.emplace_back());
        if (failed(*found))
          return failure();
        operands.push_back(operand);
        values.push_back(ShapedType::kDynamic);
        return success();
      });
}

ParseResult MixedList::check(OpAsmParser &parser, StringRef name,
                             ArrayRef<int64_t> expected) {
  if (values == expected)
    return success();
  return parser.emitError(loc)
         << "the " << name << " here and in the type of the view must agree: "
         << "a number for a number, a value for each '?'";
}

static void printMixedList(OpAsmPrinter &printer, ArrayRef<int64_t> values,
                           OperandRange dynamic) {
  printer << '[';
  llvm::interleaveComma(values, printer.getStream(), [&](int64_t value) {
    if (!ShapedType::isDynamic(value)) {
      printer << value;
      return;
    }
    printer << dynamic.front();
    dynamic = dynamic.drop_front();
  });
  printer << ']';
}

/// The types after the colon: `[base,] [dynamic] ->`, both optional, then the
/// view. A tile of pointers is the type of the base.
static ParseResult parseViewSignature(OpAsmParser &parser, Type &base,
                                      Type &dynamic, TensorViewType &view) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<Type> types;
  if (parseShortTypes(parser, types))
    return failure();
  if (types.size() == 1 && isa<TensorViewType>(types.front())) {
    view = cast<TensorViewType>(types.front());
    return success();
  }
  if (parser.parseArrow() || parseShortTypeOf(parser, view, "tensor_view"))
    return failure();
  ArrayRef<Type> rest = types;
  auto isPointer = [](Type type) {
    auto tile = dyn_cast<TileType>(type);
    return tile && isa<PointerType>(tile.getElementType());
  };
  if (isPointer(rest.front())) {
    base = rest.front();
    rest = rest.drop_front();
  }
  if (!rest.empty()) {
    dynamic = rest.front();
    rest = rest.drop_front();
  }
  if (!rest.empty())
    return parser.emitError(loc) << "expected the type of the base, if any, "
                                    "and one type for all dynamic operands";
  return success();
}

ParseResult MakeTensorViewOp::parse(OpAsmParser &parser,
                                    OperationState &state) {
  OpAsmParser::UnresolvedOperand base;
  MixedList shape, strides;
  Type baseType, dynamicType;
  TensorViewType view;
  if (parser.parseOperand(base) || parser.parseComma() ||
      shape.parse(parser, "shape") || parser.parseComma() ||
      strides.parse(parser, "strides") ||
      parseDiscardableAttributes(parser, state.attributes,
                                 getAttributeNames()) ||
      parser.parseColon())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parseViewSignature(parser, baseType, dynamicType, view) ||
      shape.check(parser, "shape", view.getShape()) ||
      strides.check(parser, "strides", view.getStrides()))
    return failure();

  size_t numDynamic = shape.operands.size() + strides.operands.size();
  if (numDynamic != 0 && !dynamicType)
    return parser.emitError(loc) << "expected the type of the dynamic extents "
                                    "and strides before '->'";
  if (numDynamic == 0 && dynamicType)
    return parser.emitError(loc)
           << "there is no dynamic extent or stride for this type";
  if (!baseType)
    baseType = TileType::get(
        {}, PointerType::get(view.getElementType(), view.getPtrAttr()));
  state.addTypes(view);
  state.getOrAddProperties<Properties>().operandSegmentSizes = {
      1, int32_t(shape.operands.size()), int32_t(strides.operands.size())};
  return failure(
      parser.resolveOperand(base, baseType, state.operands) ||
      parser.resolveOperands(shape.operands, dynamicType, state.operands) ||
      parser.resolveOperands(strides.operands, dynamicType, state.operands));
}

void MakeTensorViewOp::print(OpAsmPrinter &printer) {
  TensorViewType view = getType();
  printer << ' ' << getBase() << ", shape = ";
  printMixedList(printer, view.getShape(), getDynamicShape());
  printer << ", strides = ";
  printMixedList(printer, view.getStrides(), getDynamicStrides());
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getOperandSegmentSizesAttrName()});
  printer << " : ";
  SmallVector<Type> types;
  if (view.getPtrAttr())
    types.push_back(getBase().getType());
  if (getNumOperands() > 1)
    types.push_back(getOperand(1).getType());
  printShortTypes(printer, types);
  if (!types.empty())
    printer << " -> ";
  printShortType(printer, view);
}

//===----------------------------------------------------------------------===//
// GetTensorShapeOp, GetIndexSpaceShapeOp
//===----------------------------------------------------------------------===//

/// One result for each of `rank` dimensions, all of one type.
static LogicalResult verifyShapeResults(Operation *op, size_t rank) {
  if (op->getNumResults() != rank)
    return op->emitOpError()
           << "needs one result for each of the " << rank
           << " dimensions of src, found " << op->getNumResults();
  if (!llvm::all_equal(op->getResultTypes()))
    return op->emitOpError("results must have one type");
  return success();
}

LogicalResult GetTensorShapeOp::verify() {
  return verifyShapeResults(*this, getSrc().getType().getRank());
}

LogicalResult GetIndexSpaceShapeOp::verify() {
  return verifyShapeResults(*this,
                            cast<TileView>(getSrc().getType()).getIndexRank());
}
