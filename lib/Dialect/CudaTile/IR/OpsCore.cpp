//===- OpsCore.cpp - Modules, kernels, values, shapes, assumptions, output
//----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyDirectives.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// ModuleOp
//===----------------------------------------------------------------------===//

void cuda_tile::ModuleOp::build(OpBuilder &builder, OperationState &state,
                                StringRef name) {
  state.addRegion()->emplaceBlock();
  state.getOrAddProperties<Properties>().sym_name = builder.getStringAttr(name);
}

LogicalResult cuda_tile::ModuleOp::verify() {
  for (Operation &op : getBody().front())
    if (!isa<EntryOp, GlobalOp>(op))
      return op.emitOpError() << "must stand in an entry; a module holds "
                                 "'entry' and 'global' only";
  return success();
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

LogicalResult EntryOp::verify() {
  if (!isa_and_nonnull<cuda_tile::ModuleOp>((*this)->getParentOp()))
    return emitOpError("must stand directly in a 'cuda_tile.module'");
  if (getFunctionType().getNumResults() != 0)
    return emitOpError("must not have results; store them through pointers");
  for (auto [i, type] : llvm::enumerate(getFunctionType().getInputs())) {
    auto tile = dyn_cast<TileType>(type);
    if (!tile || !tile.getShape().empty())
      return emitOpError() << "argument " << i
                           << " must be a scalar tile, such as tile<i32> or "
                              "tile<ptr<f32>>, found "
                           << type;
  }
  return success();
}

/// `%a: type {attrs} loc(...)`.
static ParseResult parseEntryArgument(OpAsmParser &parser,
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

/// `optimization_hints=<...>`; an empty list is no hints at all.
static ParseResult parseEntryHints(OpAsmParser &parser,
                                   OptimizationHintsAttr &hints) {
  if (parser.parseOptionalKeyword("optimization_hints"))
    return success();
  if (parser.parseEqual())
    return failure();
  hints = dyn_cast_or_null<OptimizationHintsAttr>(
      OptimizationHintsAttr::parse(parser, {}));
  if (!hints)
    return failure();
  if (hints.getValue().empty())
    hints = {};
  return success();
}

ParseResult EntryOp::parse(OpAsmParser &parser, OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Type> results;
  auto parseArgument = [&] {
    return parseEntryArgument(parser, arguments.emplace_back());
  };
  if (parser.parseSymbolName(properties.sym_name) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseArgument,
                                     " in the arguments of an entry"))
    return failure();
  // Results are not legal; the verifier says so with the name of the entry.
  if (succeeded(parser.parseOptionalArrow()) &&
      parseShortTypes(parser, results))
    return failure();

  Builder &builder = parser.getBuilder();
  SmallVector<Type> inputs;
  SmallVector<Attribute> argAttrs;
  for (OpAsmParser::Argument &argument : arguments) {
    inputs.push_back(argument.type);
    argAttrs.push_back(argument.attrs);
  }
  properties.function_type =
      TypeAttr::get(builder.getFunctionType(inputs, results));
  if (llvm::any_of(arguments, [](auto &arg) { return !arg.attrs.empty(); }))
    properties.arg_attrs = builder.getArrayAttr(argAttrs);

  Region *body = state.addRegion();
  if (parseEntryHints(parser, properties.optimization_hints) ||
      parser.parseRegion(*body, arguments) ||
      parser.parseOptionalAttrDict(state.attributes))
    return failure();
  EntryOp::ensureTerminator(*body, builder, state.location);
  return success();
}

void EntryOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer << '(';
  llvm::interleaveComma(
      llvm::enumerate(getBody().getArguments()), printer.getStream(),
      [&](auto indexed) {
        BlockArgument argument = indexed.value();
        printer << argument << ": ";
        printShortType(printer, argument.getType());
        if (std::optional<ArrayAttr> attrs = getArgAttrs())
          printer.printOptionalAttrDict(
              cast<DictionaryAttr>((*attrs)[indexed.index()]).getValue());
      });
  printer << ')';
  if (!getResultTypes().empty()) {
    printer << " -> ";
    printShortTypes(printer, getResultTypes());
  }
  if (OptimizationHintsAttr hints = getOptimizationHintsAttr()) {
    printer << " optimization_hints=";
    hints.print(printer);
  }
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {getSymNameAttrName(), getFunctionTypeAttrName(), getArgAttrsAttrName(),
       getResAttrsAttrName(), getOptimizationHintsAttrName()});
}

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
  if (!isa_and_nonnull<cuda_tile::ModuleOp>((*this)->getParentOp()))
    return emitOpError("must stand directly in a 'cuda_tile.module'");
  auto tile = dyn_cast<TileType>(getValue().getType());
  if (!tile || tile.getShape().size() != 1)
    return emitOpError() << "must be initialised by a tile of rank 1, found "
                         << getValue().getType();
  return success();
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

OpFoldResult BroadcastOp::fold(FoldAdaptor) {
  return getSource().getType() == getType() ? getSource() : Value();
}

LogicalResult BroadcastOp::verify() {
  for (auto [from, to] :
       llvm::zip_equal(getSource().getType().getShape(), getType().getShape()))
    if (from != to && from != 1)
      return emitOpError() << "only extents of 1 can be repeated: source has "
                           << from << " where the result has " << to;
  return success();
}

OpFoldResult ReshapeOp::fold(FoldAdaptor) {
  return getSource().getType() == getType() ? getSource() : Value();
}

LogicalResult ReshapeOp::verify() {
  int64_t from = getSource().getType().getNumElements();
  int64_t to = getType().getNumElements();
  if (from != to)
    return emitOpError() << "source and result must have equally many "
                         << "elements, found " << from << " and " << to;
  return success();
}

OpFoldResult PermuteOp::fold(FoldAdaptor) {
  ArrayRef<int32_t> permutation = getPermutation();
  bool identity =
      llvm::equal(permutation, llvm::seq<int32_t>(0, permutation.size()));
  return identity ? getSource() : Value();
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

OpFoldResult AssumeOp::fold(FoldAdaptor) {
  // Stating one fact twice says nothing new.
  auto inner = getValue().getDefiningOp<AssumeOp>();
  bool repeats = inner && inner.getPredicate() == getPredicate();
  return repeats ? getValue() : Value();
}

LogicalResult AssumeOp::verify() {
  return getPredicate().verifyForType(getValue().getType(),
                                      [&] { return emitOpError(); });
}

//===----------------------------------------------------------------------===//
// PrintTkoOp
//===----------------------------------------------------------------------===//

/// Counts the conversions of a printf format; `std::nullopt` if the last one
/// has no end.
static std::optional<size_t> countConversions(StringRef format) {
  size_t count = 0;
  while (true) {
    size_t percent = format.find('%');
    if (percent == StringRef::npos)
      return count;
    format = format.drop_front(percent + 1);
    size_t end = format.find_first_of("diuoxXeEfFgGaAcsSpn%");
    if (end == StringRef::npos)
      return std::nullopt;
    count += format[end] != '%';
    format = format.drop_front(end + 1);
  }
}

LogicalResult PrintTkoOp::verify() {
  std::optional<size_t> conversions = countConversions(getStr());
  if (!conversions)
    return emitOpError("str has a conversion without an end; write %% for a "
                       "percent sign");
  if (*conversions != getArgs().size())
    return emitOpError() << "str has " << *conversions
                         << " conversions, but there are " << getArgs().size()
                         << " operands to print";
  return success();
}
