//===- Attributes.cpp - The attributes of cuda_tile -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyDirectives.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera::cuda_tile;

#include "tessera/Dialect/CudaTile/IR/AttrInterfaces.cpp.inc"
#include "tessera/Dialect/CudaTile/IR/Enums.cpp.inc"

/// Parses the keyword of a case. MLIR's generated parser would add a message
/// about C++ classes to the one about an unknown keyword.
template <typename EnumT>
static ParseResult parseEnumCase(AsmParser &parser, EnumT &value) {
  FailureOr<EnumT> parsed = FieldParser<EnumT>::parse(parser);
  if (failed(parsed))
    return failure();
  value = *parsed;
  return success();
}

template <typename EnumT>
static void printEnumCase(AsmPrinter &printer, EnumT value) {
  printer << value;
}

#define GET_ATTRDEF_CLASSES
#include "tessera/Dialect/CudaTile/IR/Attributes.cpp.inc"

void CudaTileDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tessera/Dialect/CudaTile/IR/Attributes.cpp.inc"
      >();
}

/// The tile of integers or pointers that `predicate` is about, or null after an
/// error.
static TileType getIntOrPtrTile(Type type, StringRef predicate,
                                function_ref<InFlightDiagnostic()> emitError) {
  auto tile = dyn_cast<TileType>(type);
  if (tile && isa<IntegerType, PointerType>(tile.getElementType()))
    return tile;
  emitError() << predicate << " needs a tile of integers or pointers, found "
              << type;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// DivByAttr
//===----------------------------------------------------------------------===//

LogicalResult DivByAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                uint64_t divisor, std::optional<int64_t> every,
                                std::optional<int64_t> along) {
  constexpr uint64_t maxDivisor = uint64_t(1) << 62;
  if (!llvm::isPowerOf2_64(divisor) || divisor > maxDivisor)
    return emitError() << "the divisor of div_by must be a power of two of at "
                       << "most 2^62, found " << divisor;
  if (every.has_value() != along.has_value())
    return emitError() << "div_by needs both of 'every' and 'along', or none";
  return success();
}

LogicalResult
DivByAttr::verifyForType(Type type,
                         function_ref<InFlightDiagnostic()> emitError) const {
  if (isa<TensorViewType>(type)) {
    if (getEvery())
      return emitError() << "div_by of a tensor_view speaks of its base "
                         << "address, so it has no 'every' and 'along'";
    return success();
  }
  TileType tile = getIntOrPtrTile(type, "div_by", emitError);
  if (!tile)
    return failure();
  if (!getEvery())
    return success();
  ArrayRef<int64_t> shape = tile.getShape();
  if (shape.empty())
    return emitError() << "div_by of a scalar has no 'every' and 'along'";
  if (*getAlong() < 0 || *getAlong() >= int64_t(shape.size()))
    return emitError() << "'along' of div_by must name a dimension of " << type
                       << ", found " << *getAlong();
  if (*getEvery() < 0 || *getEvery() > shape[*getAlong()])
    return emitError() << "'every' of div_by must be at most the extent "
                       << shape[*getAlong()] << " of dimension " << *getAlong()
                       << " and not negative, found " << *getEvery();
  return success();
}

Attribute DivByAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  uint64_t divisor = 0;
  std::optional<int64_t> every, along;
  if (parser.parseLess() || parser.parseInteger(divisor))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("every") || parser.parseInteger(every.emplace()) ||
       parser.parseKeyword("along") || parser.parseInteger(along.emplace())))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<DivByAttr>(loc, parser.getContext(), divisor, every,
                                      along);
}

void DivByAttr::print(AsmPrinter &printer) const {
  printer << '<' << getDivisor();
  if (getEvery())
    printer << ", every " << *getEvery() << " along " << *getAlong();
  printer << '>';
}

//===----------------------------------------------------------------------===//
// SameElementsAttr
//===----------------------------------------------------------------------===//

LogicalResult SameElementsAttr::verifyForType(
    Type type, function_ref<InFlightDiagnostic()> emitError) const {
  TileType tile = getIntOrPtrTile(type, "same_elements", emitError);
  if (!tile)
    return failure();
  ArrayRef<int64_t> shape = tile.getShape();
  if (getValues().size() != shape.size())
    return emitError() << "same_elements needs one number for each of the "
                       << shape.size() << " dimensions of " << type
                       << ", found " << getValues().size();
  for (auto [value, extent] : llvm::zip_equal(getValues(), shape))
    if (value < 0 || value > extent)
      return emitError() << "same_elements of " << value
                         << " does not fit a dimension of extent " << extent;
  return success();
}

Attribute SameElementsAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> values;
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Square,
          [&] { return parser.parseInteger(values.emplace_back()); },
          " in same_elements") ||
      parser.parseGreater())
    return {};
  return SameElementsAttr::get(parser.getContext(), values);
}

void SameElementsAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getValues(), printer.getStream());
  printer << "]>";
}

//===----------------------------------------------------------------------===//
// BoundedAttr
//===----------------------------------------------------------------------===//

LogicalResult BoundedAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  std::optional<int64_t> lb,
                                  std::optional<int64_t> ub) {
  if (lb && ub && *lb > *ub)
    return emitError() << "the lower bound " << *lb
                       << " of bounded is above the upper bound " << *ub;
  return success();
}

LogicalResult
BoundedAttr::verifyForType(Type type,
                           function_ref<InFlightDiagnostic()> emitError) const {
  auto tile = dyn_cast<TileType>(type);
  auto element = tile ? dyn_cast<IntegerType>(tile.getElementType()) : nullptr;
  if (!element)
    return emitError() << "bounded needs a tile of integers, found " << type;
  for (std::optional<int64_t> bound : {getLb(), getUb()})
    if (bound && !llvm::isIntN(element.getWidth(), *bound))
      return emitError() << "the bound " << *bound
                         << " is outside the signed range of " << element;
  return success();
}

/// A bound, or `?` for none.
static ParseResult parseBound(AsmParser &parser,
                              std::optional<int64_t> &bound) {
  if (succeeded(parser.parseOptionalQuestion()))
    return success();
  return parser.parseInteger(bound.emplace());
}

static void printBound(AsmPrinter &printer, std::optional<int64_t> bound) {
  if (bound)
    printer << *bound;
  else
    printer << '?';
}

Attribute BoundedAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::optional<int64_t> lb, ub;
  if (parser.parseLess() || parseBound(parser, lb) || parser.parseComma() ||
      parseBound(parser, ub) || parser.parseGreater())
    return {};
  return parser.getChecked<BoundedAttr>(loc, parser.getContext(), lb, ub);
}

void BoundedAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printBound(printer, getLb());
  printer << ", ";
  printBound(printer, getUb());
  printer << '>';
}

//===----------------------------------------------------------------------===//
// OptimizationHintsAttr
//===----------------------------------------------------------------------===//

LogicalResult
OptimizationHintsAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                              DictionaryAttr value) {
  for (NamedAttribute target : value)
    if (!isa<DictionaryAttr>(target.getValue()))
      return emitError() << "the hints for '" << target.getName().getValue()
                         << "' must be a dictionary, found "
                         << target.getValue();
  return success();
}

/// `name = value, ...` between `delimiter`s; each name once.
static ParseResult
parseHintList(AsmParser &parser, AsmParser::Delimiter delimiter,
              NamedAttrList &list,
              function_ref<ParseResult(Attribute &)> parseValue) {
  return parser.parseCommaSeparatedList(
      delimiter,
      [&]() -> ParseResult {
        SMLoc loc = parser.getCurrentLocation();
        std::string name;
        Attribute value;
        if (parser.parseKeywordOrString(&name) || parser.parseEqual() ||
            parseValue(value))
          return failure();
        if (list.get(name))
          return parser.emitError(loc) << "'" << name << "' is given twice";
        list.append(name, value);
        return success();
      },
      " in optimization hints");
}

/// A number without a type is an i32, as in bytecode.
static ParseResult parseHint(AsmParser &parser, Attribute &value) {
  Builder &builder = parser.getBuilder();
  for (bool flag : {false, true})
    if (succeeded(parser.parseOptionalKeyword(flag ? "true" : "false"))) {
      value = builder.getBoolAttr(flag);
      return success();
    }
  int32_t number;
  OptionalParseResult result = parser.parseOptionalInteger(number);
  if (!result.has_value())
    return parser.parseAttribute(value);
  if (failed(*result))
    return failure();
  Type type = builder.getI32Type();
  if (succeeded(parser.parseOptionalColon()) && parser.parseType(type))
    return failure();
  value = builder.getIntegerAttr(type, number);
  return success();
}

static void printHint(AsmPrinter &printer, Attribute value) {
  auto number = dyn_cast<IntegerAttr>(value);
  if (number && number.getType().isInteger(32))
    printer << number.getValue();
  else
    printer << value;
}

Attribute OptimizationHintsAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  MLIRContext *context = parser.getContext();
  auto parseTarget = [&](Attribute &value) -> ParseResult {
    NamedAttrList hints;
    if (parseHintList(parser, AsmParser::Delimiter::Braces, hints,
                      [&](Attribute &hint) { return parseHint(parser, hint); }))
      return failure();
    value = hints.getDictionary(context);
    return success();
  };
  NamedAttrList targets;
  if (parseHintList(parser, AsmParser::Delimiter::LessGreater, targets,
                    parseTarget))
    return {};
  return parser.getChecked<OptimizationHintsAttr>(
      loc, context, targets.getDictionary(context));
}

void OptimizationHintsAttr::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleaveComma(
      getValue(), printer.getStream(), [&](NamedAttribute target) {
        printer.printKeywordOrString(target.getName().getValue());
        printer << " = {";
        llvm::interleaveComma(cast<DictionaryAttr>(target.getValue()),
                              printer.getStream(), [&](NamedAttribute hint) {
                                printer.printKeywordOrString(
                                    hint.getName().getValue());
                                printer << " = ";
                                printHint(printer, hint.getValue());
                              });
        printer << '}';
      });
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

LogicalResult
F8E5M3FNUElementsAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                              DenseIntElementsAttr bits) {
  auto tile = dyn_cast<TileType>(bits.getType());
  if (!tile || !tile.getElementType().isInteger(8))
    return emitError()
           << "the bits of f8E5M3FNU must be of a tile of i8, found "
           << bits.getType();
  return success();
}

ShapedType F8E5M3FNUElementsAttr::getType() const {
  auto bits = cast<TileType>(getBits().getType());
  Type element = F8E5M3FNUType::get(getContext());
  return cast<ShapedType>(TileType::get(bits.getShape(), element));
}

FailureOr<mlir::detail::ElementsAttrIndexer>
F8E5M3FNUElementsAttr::getValuesImpl(TypeID elementID) const {
  return cast<ElementsAttr>(getBits()).getValuesImpl(elementID);
}

bool tessera::cuda_tile::isLiteral(Attribute attribute) {
  return isa<DenseIntOrFPElementsAttr, F8E5M3FNUElementsAttr>(attribute);
}

TileType tessera::cuda_tile::getDenseType(TileType type) {
  if (!isa<F8E5M3FNUType>(type.getElementType()))
    return type;
  return TileType::get(type.getShape(), IntegerType::get(type.getContext(), 8));
}

DenseIntOrFPElementsAttr
tessera::cuda_tile::getDenseElements(ElementsAttr literal) {
  if (auto bits = dyn_cast<F8E5M3FNUElementsAttr>(literal))
    return cast<DenseIntOrFPElementsAttr>(Attribute(bits.getBits()));
  return cast<DenseIntOrFPElementsAttr>(literal);
}

ElementsAttr tessera::cuda_tile::toLiteral(TileType type,
                                           DenseElementsAttr elements) {
  if (isa<F8E5M3FNUType>(type.getElementType()))
    return F8E5M3FNUElementsAttr::get(type.getContext(),
                                      cast<DenseIntElementsAttr>(elements));
  return elements;
}
