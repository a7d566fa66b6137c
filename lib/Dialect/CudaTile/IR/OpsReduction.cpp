//===- OpsReduction.cpp - Reductions and scans ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyDirectives.h"
#include "Checks.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Reduction.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// Reductions and scans
//===----------------------------------------------------------------------===//

using BodyBuilder = function_ref<void(OpBuilder &, Location, ValueRange)>;

/// Adds the body: two scalars for each operand.
static void addBody(OpBuilder &builder, OperationState &state,
                    ValueRange operands, BodyBuilder bodyBuilder) {
  Region *region = state.addRegion();
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(region);
  for (Value operand : operands) {
    Type element = cast<TileType>(operand.getType()).getElementType();
    Type scalar = TileType::get({}, element);
    body->addArguments({scalar, scalar}, {state.location, state.location});
  }
  if (bodyBuilder)
    bodyBuilder(builder, state.location, body->getArguments());
}

template <typename Op>
static LogicalResult verifyIdentity(Op op, size_t i, Type elementType) {
  auto identity = dyn_cast<TypedAttr>(op.getIdentities()[i]);
  if (!identity || !isa<IntegerAttr, FloatAttr>(op.getIdentities()[i]))
    return op.emitOpError() << "identity " << i << " must be a number such as "
                            << "0.0 : f32, found " << op.getIdentities()[i];
  // f16 and bf16 are accepted for each other: their constants are often shared.
  auto isHalf = [](Type type) { return type.isF16() || type.isBF16(); };
  Type type = identity.getType();
  if (type != elementType && !(isHalf(type) && isHalf(elementType)))
    return op.emitOpError()
           << "identity " << i << " must have the element type " << elementType
           << " of its operand, found " << type;
  return success();
}

template <typename Op> static LogicalResult verifyBody(Op op) {
  SmallVector<Type> arguments, yields;
  for (Type type : op.getOperandTypes()) {
    Type scalar = TileType::get({}, cast<TileType>(type).getElementType());
    arguments.append({scalar, scalar});
    yields.push_back(scalar);
  }
  Block &body = op.getBody().front();
  if (failed(verifyTypes(op, body.getArgumentTypes(), arguments,
                         "the arguments of the body")))
    return failure();
  auto end = dyn_cast<YieldOp>(body.back());
  if (!end)
    return op.emitOpError("the body must end in 'yield'");
  return verifyTypes(end, end.getOperandTypes(), yields, "operands");
}

/// Checks everything but the types of the results.
template <typename Op> static LogicalResult verifyCombining(Op op) {
  OperandRange operands = op.getOperands();
  if (operands.empty())
    return op.emitOpError("needs at least one operand");
  if (op.getNumResults() != operands.size() ||
      op.getIdentities().size() != operands.size())
    return op.emitOpError()
           << "needs one result and one identity for each of the "
           << operands.size() << " operands, found " << op.getNumResults()
           << " results and " << op.getIdentities().size() << " identities";
  ArrayRef<int64_t> shape =
      cast<TileType>(operands.front().getType()).getShape();
  if (op.getDim() >= shape.size())
    return op.emitOpError()
           << "dim must name one of the " << shape.size()
           << " dimensions of the operands, found " << int32_t(op.getDim());
  for (auto [i, operand] : llvm::enumerate(operands)) {
    auto type = cast<TileType>(operand.getType());
    if (type.getShape() != shape)
      return op.emitOpError() << "operand " << i << " must have the shape of "
                              << "the first operand, found " << type;
    if (failed(verifyIdentity(op, i, type.getElementType())))
      return failure();
  }
  return verifyBody(op);
}

static LogicalResult verifyResult(Operation *op, unsigned i, Type expected) {
  Type found = op->getResult(i).getType();
  if (found != expected)
    return op->emitOpError()
           << "result " << i << " must be " << expected << ", found " << found;
  return success();
}

/// Runs after the ops of the body have been verified.
static LogicalResult verifyNoEffects(Operation *combining) {
  WalkResult result =
      combining->getRegion(0).walk([&](Operation *op) -> WalkResult {
        if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
            isMemoryEffectFree(op) || isa<ContinueOp, BreakOp>(op))
          return WalkResult::advance();
        return op->emitOpError("has memory effects, which the body of a '")
               << combining->getName().stripDialect() << "' must not have";
      });
  return failure(result.wasInterrupted());
}

/// `dim=1`.
static ParseResult parseDim(OpAsmParser &parser, IntegerAttr &dim) {
  int32_t value = 0;
  if (parser.parseKeyword("dim") || parser.parseEqual() ||
      parser.parseInteger(value))
    return failure();
  dim = parser.getBuilder().getI32IntegerAttr(value);
  return success();
}

/// The rest after the fields: `identities=[...] {...} : types -> types (%a:
/// type, ...) { body }`.
static ParseResult parseIdentitiesAndBody(
    OpAsmParser &parser, OperationState &state, SMLoc operandsLoc,
    ArrayRef<OpAsmParser::UnresolvedOperand> operands, ArrayAttr &identities,
    ArrayRef<StringRef> inherentNames) {
  SmallVector<Type> operandTypes;
  if (parser.parseKeyword("identities") || parser.parseEqual() ||
      parser.parseAttribute(identities) ||
      parseDiscardableAttributes(parser, state.attributes, inherentNames) ||
      parser.parseColon() || parseShortTypes(parser, operandTypes) ||
      parser.parseArrow() || parseShortTypes(parser, state.types) ||
      parser.resolveOperands(operands, operandTypes, operandsLoc,
                             state.operands))
    return failure();

  SmallVector<OpAsmParser::Argument> arguments;
  auto parseArgument = [&]() -> ParseResult {
    OpAsmParser::Argument &argument = arguments.emplace_back();
    return failure(
        parser.parseOperand(argument.ssaName, /*allowResultNumber=*/false) ||
        parser.parseColon() || parseShortType(parser, argument.type) ||
        parser.parseOptionalLocationSpecifier(argument.sourceLoc));
  };
  return failure(
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseArgument,
                                     " in the arguments of a body") ||
      parser.parseRegion(*state.addRegion(), arguments));
}

template <typename Op>
static void printIdentitiesAndBody(OpAsmPrinter &printer, Op op,
                                   ArrayRef<StringRef> elidedAttrs) {
  printer << " identities=" << op.getIdentities();
  printer.printOptionalAttrDict(op->getAttrs(), elidedAttrs);
  printer << " : ";
  printShortTypes(printer, op.getOperandTypes());
  printer << " -> ";
  printShortTypes(printer, op.getResultTypes());
  printer << " (";
  llvm::interleaveComma(op.getBody().getArguments(), printer.getStream(),
                        [&](BlockArgument argument) {
                          printer << argument << ": ";
                          printShortType(printer, argument.getType());
                        });
  printer << ") ";
  printer.printRegion(op.getBody(), /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

/// `shape` without the dimension `dim`.
static SmallVector<int64_t> dropDim(ArrayRef<int64_t> shape, size_t dim) {
  SmallVector<int64_t> result(shape);
  result.erase(result.begin() + dim);
  return result;
}

void ReduceOp::build(OpBuilder &builder, OperationState &state,
                     ValueRange operands, uint32_t dim,
                     ArrayRef<Attribute> identities, BodyBuilder bodyBuilder) {
  auto &properties = state.getOrAddProperties<Properties>();
  properties.dim = builder.getI32IntegerAttr(dim);
  properties.identities = builder.getArrayAttr(identities);
  state.addOperands(operands);
  for (Value operand : operands) {
    auto type = cast<TileType>(operand.getType());
    state.addTypes(
        TileType::get(dropDim(type.getShape(), dim), type.getElementType()));
  }
  addBody(builder, state, operands, bodyBuilder);
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyCombining(*this)))
    return failure();
  for (auto [i, operand] : llvm::enumerate(getOperands())) {
    auto type = cast<TileType>(operand.getType());
    Type expected = TileType::get(dropDim(type.getShape(), getDim()),
                                  type.getElementType());
    if (failed(verifyResult(*this, i, expected)))
      return failure();
  }
  return success();
}

LogicalResult ReduceOp::verifyRegions() { return verifyNoEffects(*this); }

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  auto &properties = state.getOrAddProperties<Properties>();
  SMLoc loc = parser.getCurrentLocation();
  return failure(
      parser.parseOperandList(operands) || parseDim(parser, properties.dim) ||
      parseIdentitiesAndBody(parser, state, loc, operands,
                             properties.identities, getAttributeNames()));
}

void ReduceOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getOperands() << " dim=" << getDim();
  printIdentitiesAndBody(printer, *this,
                         {getDimAttrName(), getIdentitiesAttrName()});
}

//===----------------------------------------------------------------------===//
// ScanOp
//===----------------------------------------------------------------------===//

void ScanOp::build(OpBuilder &builder, OperationState &state,
                   ValueRange operands, uint32_t dim, bool reverse,
                   ArrayRef<Attribute> identities, BodyBuilder bodyBuilder) {
  auto &properties = state.getOrAddProperties<Properties>();
  properties.dim = builder.getI32IntegerAttr(dim);
  properties.reverse = builder.getBoolAttr(reverse);
  properties.identities = builder.getArrayAttr(identities);
  state.addOperands(operands);
  state.addTypes(operands.getTypes());
  addBody(builder, state, operands, bodyBuilder);
}

LogicalResult ScanOp::verify() {
  if (failed(verifyCombining(*this)))
    return failure();
  for (auto [i, operand] : llvm::enumerate(getOperands()))
    if (failed(verifyResult(*this, i, operand.getType())))
      return failure();
  return success();
}

LogicalResult ScanOp::verifyRegions() { return verifyNoEffects(*this); }

ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  auto &properties = state.getOrAddProperties<Properties>();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(operands) || parseDim(parser, properties.dim) ||
      parser.parseKeyword("reverse") || parser.parseEqual())
    return failure();
  bool reverse = succeeded(parser.parseOptionalKeyword("true"));
  if (!reverse && parser.parseKeyword("false"))
    return failure();
  properties.reverse = parser.getBuilder().getBoolAttr(reverse);
  return parseIdentitiesAndBody(parser, state, loc, operands,
                                properties.identities, getAttributeNames());
}

void ScanOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getOperands() << " dim=" << getDim()
          << " reverse=" << (getReverse() ? "true" : "false");
  printIdentitiesAndBody(
      printer, *this,
      {getDimAttrName(), getReverseAttrName(), getIdentitiesAttrName()});
}
