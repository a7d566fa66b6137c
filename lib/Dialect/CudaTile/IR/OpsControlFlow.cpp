//===- OpsControlFlow.cpp - Branches, loops and their ends ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyDirectives.h"
#include "Checks.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Reduction.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Return.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "tessera/Dialect/CudaTile/IR/Testing.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// Shared helpers
//===----------------------------------------------------------------------===//

/// Ends the block of `region` by a `Terminator` without operands if it has no
/// terminator.
template <typename Terminator>
static void ensureTerminator(Region &region, Builder &builder, Location loc) {
  mlir::impl::ensureRegionTerminator(
      region, builder, loc, [](OpBuilder &builder, Location loc) {
        // The caller inserts the op.
        OperationState state(loc, Terminator::getOperationName());
        Terminator::build(builder, state);
        return Operation::create(state);
      });
}

static LogicalResult verifyNoViews(Operation *op, TypeRange types,
                                   StringRef what) {
  for (auto [i, type] : llvm::enumerate(types))
    if (isViewType(type))
      return op->emitOpError() << what << " " << i << " must not be a view, "
                               << "found " << type << "; make the view inside";
  return success();
}

LogicalResult tessera::cuda_tile::verifyTypes(Operation *op, TypeRange found,
                                              TypeRange expected,
                                              const Twine &what) {
  if (found == expected)
    return success();
  // For long lists it reports the first difference.
  constexpr size_t maxListed = 8;
  if (std::max(found.size(), expected.size()) > maxListed) {
    if (found.size() != expected.size())
      return op->emitOpError() << what << " must be " << expected.size()
                               << " values, found " << found.size();
    size_t i = 0;
    while (found[i] == expected[i])
      ++i;
    return op->emitOpError() << what << " must have type " << expected[i]
                             << " at position " << i << ", found " << found[i];
  }
  InFlightDiagnostic diag = op->emitOpError()
                            << what << " must have the types (";
  llvm::interleaveComma(expected, diag);
  diag << "), found (";
  llvm::interleaveComma(found, diag);
  return diag << ')';
}

/// The innermost op around `op` that is not an `if`.
static Operation *getParentBeyondIfs(Operation *op) {
  Operation *parent = op->getParentOp();
  while (isa_and_nonnull<IfOp>(parent))
    parent = parent->getParentOp();
  return parent;
}

/// `iter_values(%a = %x, ...)`.
static ParseResult
parseIterValues(OpAsmParser &parser,
                SmallVectorImpl<OpAsmParser::Argument> &arguments,
                SmallVectorImpl<OpAsmParser::UnresolvedOperand> &inits) {
  if (parser.parseOptionalKeyword("iter_values"))
    return success();
  return parser.parseAssignmentList(arguments, inits);
}

static void printIterValues(OpAsmPrinter &printer, ValueRange arguments,
                            ValueRange inits) {
  if (inits.empty())
    return;
  printer << " iter_values(";
  llvm::interleaveComma(
      llvm::zip_equal(arguments, inits), printer.getStream(), [&](auto pair) {
        printer << std::get<0>(pair) << " = " << std::get<1>(pair);
      });
  printer << ')';
}

/// Gives the iteration values their types and resolves their first values.
static ParseResult
resolveIterValues(OpAsmParser &parser, SMLoc loc, ArrayRef<Type> types,
                  MutableArrayRef<OpAsmParser::Argument> arguments,
                  ArrayRef<OpAsmParser::UnresolvedOperand> inits,
                  OperationState &state) {
  if (types.size() != inits.size())
    return parser.emitError(loc)
           << "expected one type for each of the " << inits.size()
           << " iteration values, found " << types.size();
  for (auto [argument, type] : llvm::zip_equal(arguments, types))
    argument.type = type;
  return parser.resolveOperands(inits, types, loc, state.operands);
}

/// `-> (type, ...)`, or nothing if there are no results; `context` ends the
/// message about a wrong list.
static ParseResult parseResultTypes(OpAsmParser &parser,
                                    SmallVectorImpl<Type> &types,
                                    StringRef context) {
  if (parser.parseOptionalArrow())
    return success();
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Paren,
      [&] { return parseShortType(parser, types.emplace_back()); }, context);
}

static void printResultTypes(OpAsmPrinter &printer, TypeRange types) {
  if (types.empty())
    return;
  printer << " -> (";
  printShortTypes(printer, types);
  printer << ')';
}

/// True if the terminator of `block` is one that text leaves out.
template <typename Terminator> static bool hasImplicitEnd(Block &block) {
  return isa<Terminator>(block.back()) && block.back().getNumOperands() == 0 &&
         block.back().getDiscardableAttrs().empty();
}

template <typename Terminator>
static void printBody(OpAsmPrinter &printer, Region &region) {
  printer.printRegion(region, /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/
                      !hasImplicitEnd<Terminator>(region.front()));
}

//===----------------------------------------------------------------------===//
// IfOp
//===----------------------------------------------------------------------===//

void IfOp::build(OpBuilder &builder, OperationState &state, TypeRange results,
                 Value condition,
                 function_ref<void(OpBuilder &, Location)> thenBuilder,
                 function_ref<void(OpBuilder &, Location)> elseBuilder) {
  state.addTypes(results);
  state.addOperands(condition);
  OpBuilder::InsertionGuard guard(builder);
  for (auto &buildRegion : {thenBuilder, elseBuilder}) {
    Region *region = state.addRegion();
    if (!buildRegion)
      continue;
    builder.createBlock(region);
    buildRegion(builder, state.location);
    if (results.empty())
      ensureTerminator<YieldOp>(*region, builder, state.location);
  }
}

static LogicalResult verifyBranch(IfOp op, Region &region, StringRef name) {
  Operation *end = &region.front().back();
  if (!isa<YieldOp, ContinueOp, BreakOp, ReturnOp>(end))
    return op.emitOpError() << "the " << name << " branch must end in 'yield', "
                            << "'continue', 'break' or 'return'";
  if (isa<YieldOp>(end))
    return verifyTypes(end, end->getOperandTypes(), op.getResultTypes(),
                       "operands");
  return success();
}

LogicalResult IfOp::verify() {
  if (failed(verifyNoViews(*this, getResultTypes(), "result")) ||
      failed(verifyBranch(*this, getThenRegion(), "first")))
    return failure();
  if (!getElseRegion().empty())
    return verifyBranch(*this, getElseRegion(), "second");
  if (getNumResults() != 0)
    return emitOpError("with results must have an else branch");
  return success();
}

ParseResult IfOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand condition;
  auto &builder = parser.getBuilder();
  Type boolTile = TileType::get({}, builder.getI1Type());
  if (parser.parseOperand(condition) ||
      parser.resolveOperand(condition, boolTile, state.operands))
    return failure();
  if (parseResultTypes(parser, state.types, " in the result types of an if"))
    return failure();
  Region *thenRegion = state.addRegion();
  Region *elseRegion = state.addRegion();
  if (parser.parseRegion(*thenRegion))
    return failure();
  ensureTerminator<YieldOp>(*thenRegion, builder, state.location);
  if (succeeded(parser.parseOptionalKeyword("else"))) {
    if (parser.parseRegion(*elseRegion))
      return failure();
    ensureTerminator<YieldOp>(*elseRegion, builder, state.location);
  }
  return parser.parseOptionalAttrDict(state.attributes);
}

void IfOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getCondition();
  printResultTypes(printer, getResultTypes());
  printer << ' ';
  printBody<YieldOp>(printer, getThenRegion());
  if (!getElseRegion().empty()) {
    printer << " else ";
    printBody<YieldOp>(printer, getElseRegion());
  }
  printer.printOptionalAttrDict((*this)->getAttrs());
}

//===----------------------------------------------------------------------===//
// ForOp
//===----------------------------------------------------------------------===//

void ForOp::build(
    OpBuilder &builder, OperationState &state, Value lowerBound,
    Value upperBound, Value step, ValueRange initValues,
    function_ref<void(OpBuilder &, Location, Value, ValueRange)> bodyBuilder,
    bool unsignedCmp) {
  state.addOperands({lowerBound, upperBound, step});
  state.addOperands(initValues);
  state.addTypes(initValues.getTypes());
  if (unsignedCmp)
    state.getOrAddProperties<Properties>().unsignedCmp = builder.getUnitAttr();

  Region *region = state.addRegion();
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(region);
  body->addArgument(lowerBound.getType(), state.location);
  for (Value init : initValues)
    body->addArgument(init.getType(), init.getLoc());
  if (bodyBuilder)
    bodyBuilder(builder, state.location, body->getArgument(0),
                body->getArguments().drop_front());
  if (initValues.empty())
    ForOp::ensureTerminator(*region, builder, state.location);
}

LogicalResult ForOp::verify() {
  if (failed(verifyNoViews(*this, getInitValues().getTypes(),
                           "iteration value")) ||
      failed(verifyTypes(*this, getResultTypes(), getInitValues().getTypes(),
                         "results")))
    return failure();
  SmallVector<Type> expected{getLowerBound().getType()};
  llvm::append_range(expected, getInitValues().getTypes());
  return verifyTypes(*this, getRegion().getArgumentTypes(), expected,
                     "the arguments of the body");
}

ParseResult ForOp::parse(OpAsmParser &parser, OperationState &state) {
  Builder &builder = parser.getBuilder();
  OpAsmParser::Argument induction;
  OpAsmParser::UnresolvedOperand lowerBound, upperBound, step;
  if (succeeded(parser.parseOptionalKeyword("unsigned")))
    state.getOrAddProperties<Properties>().unsignedCmp = builder.getUnitAttr();
  if (parser.parseArgument(induction) || parser.parseKeyword("in") ||
      parser.parseLParen() || parser.parseOperand(lowerBound) ||
      parser.parseKeyword("to") || parser.parseOperand(upperBound) ||
      parser.parseComma() || parser.parseKeyword("step") ||
      parser.parseOperand(step) || parser.parseRParen() ||
      parser.parseColon() || parseShortType(parser, induction.type) ||
      parser.resolveOperands({lowerBound, upperBound, step}, induction.type,
                             state.operands))
    return failure();

  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> inits;
  SMLoc loc = parser.getCurrentLocation();
  if (parseIterValues(parser, arguments, inits))
    return failure();
  if (parseResultTypes(parser, state.types, " in the result types of a for"))
    return failure();
  if (resolveIterValues(parser, loc, state.types, arguments, inits, state))
    return failure();

  arguments.insert(arguments.begin(), induction);
  Region *region = state.addRegion();
  if (parser.parseRegion(*region, arguments))
    return failure();
  ForOp::ensureTerminator(*region, builder, state.location);
  return parseDiscardableAttributes(parser, state.attributes,
                                    getAttributeNames());
}

void ForOp::print(OpAsmPrinter &printer) {
  printer << (getUnsignedCmp() ? " unsigned " : " ") << getInductionVar()
          << " in (" << getLowerBound() << " to " << getUpperBound()
          << ", step " << getStep() << ") : ";
  printShortType(printer, getInductionVar().getType());
  printIterValues(printer, getRegionIterValues(), getInitValues());
  printResultTypes(printer, getResultTypes());
  printer << ' ';
  printBody<ContinueOp>(printer, getRegion());
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getUnsignedCmpAttrName()});
}

//===----------------------------------------------------------------------===//
// LoopOp
//===----------------------------------------------------------------------===//

void LoopOp::build(
    OpBuilder &builder, OperationState &state, TypeRange resultValues,
    ValueRange initValues,
    function_ref<void(OpBuilder &, Location, ValueRange)> bodyBuilder) {
  state.addOperands(initValues);
  state.addTypes(resultValues);
  Region *region = state.addRegion();
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(region);
  for (Value init : initValues)
    body->addArgument(init.getType(), init.getLoc());
  bodyBuilder(builder, state.location, body->getArguments());
  if (initValues.empty())
    ensureTerminator<ContinueOp>(*region, builder, state.location);
}

LogicalResult LoopOp::verify() {
  if (failed(verifyNoViews(*this, getInitValues().getTypes(),
                           "iteration value")) ||
      failed(verifyNoViews(*this, getResultTypes(), "result")) ||
      failed(verifyTypes(*this, getRegion().getArgumentTypes(),
                         getInitValues().getTypes(),
                         "the arguments of the body")))
    return failure();
  if (!isa<ContinueOp, BreakOp, ReturnOp>(getRegion().front().back()))
    return emitOpError("the body must end in 'continue', 'break' or 'return'");
  return success();
}

ParseResult LoopOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> inits;
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<Type> types;
  if (parseIterValues(parser, arguments, inits))
    return failure();
  if (succeeded(parser.parseOptionalColon()) && parseShortTypes(parser, types))
    return failure();
  // Without iteration values the types after the colon are those of the
  // results.
  bool typesAreResults = inits.empty();
  if (typesAreResults)
    std::swap(types, state.types);
  else if (succeeded(parser.parseOptionalArrow()) &&
           parseShortTypes(parser, state.types))
    return failure();
  if (resolveIterValues(parser, loc, types, arguments, inits, state))
    return failure();
  Region *region = state.addRegion();
  if (parser.parseRegion(*region, arguments))
    return failure();
  ensureTerminator<ContinueOp>(*region, parser.getBuilder(), state.location);
  return parser.parseOptionalAttrDict(state.attributes);
}

void LoopOp::print(OpAsmPrinter &printer) {
  printIterValues(printer, getRegionIterValues(), getInitValues());
  if (!getInitValues().empty()) {
    printer << " : ";
    printShortTypes(printer, getInitValues().getTypes());
  }
  if (getNumResults() != 0) {
    printer << (getInitValues().empty() ? " : " : " -> ");
    printShortTypes(printer, getResultTypes());
  }
  printer << ' ';
  printBody<ContinueOp>(printer, getRegion());
  printer.printOptionalAttrDict((*this)->getAttrs());
}

//===----------------------------------------------------------------------===//
// Terminators
//===----------------------------------------------------------------------===//

LogicalResult BreakOp::verify() {
  auto loop = dyn_cast_or_null<LoopOp>(getParentBeyondIfs(*this));
  if (!loop)
    return emitOpError(
        "must stand in a 'loop', with nothing but 'if' in between");
  return verifyTypes(*this, getOperandTypes(), loop.getResultTypes(),
                     "operands");
}

LogicalResult ContinueOp::verify() {
  Operation *parent = getParentBeyondIfs(*this);
  if (auto loop = dyn_cast_or_null<LoopOp>(parent))
    return verifyTypes(*this, getOperandTypes(),
                       loop.getInitValues().getTypes(), "operands");
  if (auto loop = dyn_cast_or_null<ForOp>(parent))
    return verifyTypes(*this, getOperandTypes(), loop.getResultTypes(),
                       "operands");
  return emitOpError(
      "must stand in a 'for' or 'loop', with nothing but 'if' in between");
}

LogicalResult YieldOp::verify() {
  if (!isa_and_nonnull<IfOp, ReduceOp, ScanOp>((*this)->getParentOp()))
    return emitOpError("must stand directly in an 'if', 'reduce' or 'scan'");
  return success();
}

LogicalResult ReturnOp::verify() {
  Operation *parent = (*this)->getParentOp();
  while (isa_and_nonnull<IfOp, LoopOp>(parent))
    parent = parent->getParentOp();
  if (auto function = dyn_cast_or_null<TestingFuncOp>(parent))
    return verifyTypes(*this, getOperandTypes(), function.getResultTypes(),
                       "operands");
  if (!isa_and_nonnull<EntryOpInterface>(parent))
    return emitOpError("must stand in an 'entry', with nothing but 'if' and "
                       "'loop' in between");
  if (getNumOperands() != 0)
    return emitOpError("must not have operands: an entry has no results");
  return success();
}
