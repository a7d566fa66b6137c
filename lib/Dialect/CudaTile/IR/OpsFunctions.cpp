//===- OpsFunctions.cpp - Kernels, and functions for tests ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyDirectives.h"
#include "Checks.h"
#include "tessera/Dialect/CudaTile/IR/FrontendInterface.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Program.h"
#include "tessera/Dialect/CudaTile/IR/Testing.h"
#include "tessera/Dialect/CudaTile/IR/TileModule.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

#include "tessera/Dialect/CudaTile/IR/OpInterfaces.cpp.inc"

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

/// `%a: type {attrs} loc(...)`.
static ParseResult parseFunctionArgument(OpAsmParser &parser,
                                         OpAsmParser::Argument &argument) {
  NamedAttrList attrs;
  if (parser.parseOperand(argument.ssaName, /*allowResultNumber=*/false) ||
      parser.parseColon() || parseShortType(parser, argument.type) ||
      parser.parseOptionalAttrDict(attrs) ||
      parser.parseOptionalLocationSpecifier(argument.sourceLoc))
    return failure();
  argument.attrs = attrs.getDictionary(parser.getContext());
  return success();
}

/// `-> type` or `-> (type, ...)`, if present.
static ParseResult parseOptionalResults(OpAsmParser &parser,
                                        SmallVectorImpl<Type> &results) {
  if (parser.parseOptionalArrow())
    return success();
  if (parser.parseOptionalLParen())
    return parseShortType(parser, results.emplace_back());
  if (succeeded(parser.parseOptionalRParen()))
    return success();
  return failure(parseShortTypes(parser, results) || parser.parseRParen());
}

/// `@name(%a: type, ...) -> (type, ...)`, into the fields that kernels and
/// functions have in common.
template <typename Properties>
static ParseResult
parseSignature(OpAsmParser &parser, Properties &properties,
               SmallVectorImpl<OpAsmParser::Argument> &arguments) {
  auto parseArgument = [&] {
    return parseFunctionArgument(parser, arguments.emplace_back());
  };
  SmallVector<Type> inputs, results;
  if (parser.parseSymbolName(properties.sym_name) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseArgument,
                                     " in the arguments of a function") ||
      parseOptionalResults(parser, results))
    return failure();

  Builder &builder = parser.getBuilder();
  SmallVector<Attribute> argAttrs;
  for (OpAsmParser::Argument &argument : arguments) {
    inputs.push_back(argument.type);
    argAttrs.push_back(argument.attrs);
  }
  properties.function_type =
      TypeAttr::get(builder.getFunctionType(inputs, results));
  if (llvm::any_of(arguments, [](auto &arg) { return !arg.attrs.empty(); }))
    properties.arg_attrs = builder.getArrayAttr(argAttrs);
  return success();
}

/// ` loc(...)` where locations are printed. MLIR first prints to a null stream
/// to collect aliases. In that pass `printOptionalLocationSpecifier` collects
/// the location in any case, but `printRegionArgument` only if it is printed. A
/// location with scopes must be collected, so that aliases of attributes
/// precede the module, where the parser needs them.
static void printOptionalLocation(OpAsmPrinter &printer,
                                  BlockArgument argument) {
  if (printer.getStream().tell() != 0)
    printer.printOptionalLocationSpecifier(argument.getLoc());
  else if (!isa<UnknownLoc, FileLineColRange>(argument.getLoc()))
    printer.printRegionArgument(argument);
}

template <typename Op>
static void printSignature(OpAsmPrinter &printer, Op op) {
  printer << ' ';
  printer.printSymbolName(op.getSymName());
  printer << '(';
  llvm::interleaveComma(
      llvm::enumerate(op.getBody().getArguments()), printer.getStream(),
      [&](auto indexed) {
        BlockArgument argument = indexed.value();
        printer << argument << ": ";
        printShortType(printer, argument.getType());
        if (std::optional<ArrayAttr> attrs = op.getArgAttrs())
          printer.printOptionalAttrDict(
              cast<DictionaryAttr>((*attrs)[indexed.index()]).getValue());
        printOptionalLocation(printer, argument);
      });
  printer << ')';
  if (op.getResultTypes().empty())
    return;
  bool single = op.getResultTypes().size() == 1;
  printer << (single ? " -> " : " -> (");
  printShortTypes(printer, op.getResultTypes());
  printer << (single ? "" : ")");
}

/// `{ body } {attrs}`; a missing `return` at the end is added.
template <typename Op>
static ParseResult parseBody(OpAsmParser &parser, OperationState &state,
                             ArrayRef<OpAsmParser::Argument> arguments) {
  Region *body = state.addRegion();
  if (parser.parseRegion(*body, arguments) ||
      parseDiscardableAttributes(parser, state.attributes,
                                 Op::getAttributeNames()))
    return failure();
  Op::ensureTerminator(*body, parser.getBuilder(), state.location);
  return success();
}

/// `attributes` are those of `op` in their form in text.
template <typename Op>
static void printBody(OpAsmPrinter &printer, Op op,
                      ArrayRef<NamedAttribute> attributes) {
  printer << ' ';
  printer.printRegion(op.getBody(), /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDict(attributes, Op::getAttributeNames());
}

//===----------------------------------------------------------------------===//
// EntryOp
//===----------------------------------------------------------------------===//

void EntryOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                    FunctionType type, OptimizationHintsAttr hints) {
  auto &properties = state.getOrAddProperties<Properties>();
  properties.sym_name = builder.getStringAttr(name);
  properties.function_type = TypeAttr::get(type);
  properties.optimization_hints = hints;
  Block &body = state.addRegion()->emplaceBlock();
  for (Type input : type.getInputs())
    body.addArgument(input, state.location);
}

/// Advice for an argument of `type`, which is no scalar tile.
static StringRef getAdvice(Type type) {
  if (isViewType(type))
    return "; pass a pointer and make the view inside";
  if (isa<TileType>(type))
    return "; pass a pointer and load the tile inside";
  return "";
}

LogicalResult EntryOp::verify() {
  if (!isTileModule((*this)->getParentOp()))
    return emitOpError("must stand directly in a 'cuda_tile.module'");
  if (getFunctionType().getNumResults() != 0)
    return emitOpError("must not have results; store them through pointers");
  for (auto [i, type] : llvm::enumerate(getFunctionType().getInputs())) {
    auto tile = dyn_cast<TileType>(type);
    if (!tile || !tile.getShape().empty())
      return emitOpError() << "argument " << i
                           << " must be a scalar tile, such as tile<i32> or "
                              "tile<ptr<f32>>, found "
                           << type << getAdvice(type);
  }
  const FrontendInterface *frontend = FrontendInterface::get(getContext());
  if (frontend && failed(frontend->verifyEntry(*this)))
    return failure();
  return verifyDebugScopes(*this);
}

/// `optimization_hints=<...>`; an empty list is no hints at all.
static ParseResult parseEntryHints(OpAsmParser &parser,
                                   OptimizationHintsAttr &hints) {
  if (parser.parseOptionalKeyword("optimization_hints"))
    return success();
  if (parser.parseEqual() || parser.parseCustomAttributeWithFallback(hints))
    return failure();
  if (hints.getValue().empty())
    hints = {};
  return success();
}

// Results are not legal, but the verifier reports them with the name of the
// entry.
ParseResult EntryOp::parse(OpAsmParser &parser, OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  SmallVector<OpAsmParser::Argument> arguments;
  if (parseSignature(parser, properties, arguments) ||
      parseEntryHints(parser, properties.optimization_hints) ||
      parseBody<EntryOp>(parser, state, arguments))
    return failure();
  const FrontendInterface *frontend =
      FrontendInterface::get(parser.getContext());
  if (!frontend)
    return success();
  return frontend->importEntryAttributes(state.attributes, [&] {
    return parser.emitError(parser.getNameLoc(), "'cuda_tile.entry' op ");
  });
}

void EntryOp::print(OpAsmPrinter &printer) {
  printSignature(printer, *this);
  if (OptimizationHintsAttr hints = getOptimizationHintsAttr()) {
    printer << " optimization_hints=";
    hints.print(printer);
  }
  printBody(printer, *this,
            getTextAttributes(getContext(), (*this)->getAttrs()));
}

//===----------------------------------------------------------------------===//
// TestingFuncOp
//===----------------------------------------------------------------------===//

LogicalResult TestingFuncOp::verify() {
  FunctionType type = getFunctionType();
  for (Type part :
       llvm::concat<const Type>(type.getInputs(), type.getResults()))
    if (!isa<CudaTileDialect>(part.getDialect()))
      return emitOpError() << "arguments and results must be tiles, pointers, "
                              "views or tokens, found "
                           << part;
  return verifyDebugScopes(*this);
}

ParseResult TestingFuncOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::Argument> arguments;
  return failure(parseSignature(parser, state.getOrAddProperties<Properties>(),
                                arguments) ||
                 parseBody<TestingFuncOp>(parser, state, arguments));
}

void TestingFuncOp::print(OpAsmPrinter &printer) {
  printSignature(printer, *this);
  printBody(printer, *this, (*this)->getAttrs());
}
