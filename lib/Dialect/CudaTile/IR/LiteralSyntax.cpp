//===- LiteralSyntax.cpp - Numbers of constants as text -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyDirectives.h"

#include "tessera/Numerics/Convert.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

namespace {
/// Parses `<elem: literal> : tile`; the shape is known only at the end.
class LiteralParser {
public:
  explicit LiteralParser(OpAsmParser &parser) : parser(parser) {}

  ParseResult parse(ElementsAttr &result);

private:
  ParseResult parseElements(unsigned depth);
  ParseResult parseElement();
  ParseResult parseInteger(IntegerType type);
  ParseResult parseUnsignedFloat();
  FailureOr<DenseElementsAttr> decodeBytes(SMLoc loc, StringRef text,
                                           ShapedType type);
  LogicalResult checkShape(SMLoc loc, TileType type);

  OpAsmParser &parser;
  Type elementType;
  /// The lengths of the lists from the outermost inwards; empty for a bare
  /// number.
  SmallVector<int64_t> shape;
  /// The nesting depth of numbers, once one has been seen.
  std::optional<unsigned> leafDepth;
  SmallVector<APInt> integers; ///< The bits of unsigned floats, too.
  SmallVector<APFloat> floats;
};
} // namespace

ParseResult LiteralParser::parseInteger(IntegerType type) {
  SMLoc loc = parser.getCurrentLocation();
  unsigned width = type.getWidth();
  for (bool flag : {false, true}) {
    if (failed(parser.parseOptionalKeyword(flag ? "true" : "false")))
      continue;
    if (width != 1)
      return parser.emitError(loc)
             << "'" << (flag ? "true" : "false")
             << "' is a literal of type i1, not of " << type;
    integers.emplace_back(width, flag);
    return success();
  }
  APInt value;
  OptionalParseResult result = parser.parseOptionalInteger(value);
  if (!result.has_value())
    return parser.emitError(loc) << "expected a literal of type " << type;
  if (failed(*result))
    return failure();
  bool fits = value.isNegative() ? value.getSignificantBits() <= width
                                 : value.getActiveBits() <= width;
  if (!fits)
    return parser.emitError(loc) << "the literal does not fit " << type;
  integers.push_back(value.sextOrTrunc(width));
  return success();
}

/// Parses an f8E5M3FNU as the parser reads other floats: hexadecimal digits are
/// bits.
ParseResult LiteralParser::parseUnsignedFloat() {
  constexpr unsigned width = 8;
  SMLoc loc = parser.getCurrentLocation();
  const char *text = loc.getPointer();
  if (text[0] == '0' && text[1] == 'x') {
    APInt bits;
    if (parser.parseInteger(bits))
      return failure();
    if (bits.getActiveBits() > width)
      return parser.emitError(loc) << "the literal does not fit f8E5M3FNU";
    integers.push_back(bits.zextOrTrunc(width));
    return success();
  }
  APFloat value(APFloat::IEEEdouble());
  if (parser.parseFloat(value.getSemantics(), value))
    return failure();
  constexpr numerics::Format format = numerics::Format::F8E5M3FNU;
  if (!numerics::fitsFloat(format, value))
    return parser.emitError(loc)
           << "the literal does not fit f8E5M3FNU, whose numbers reach from 0 "
              "to 114688";
  integers.emplace_back(width, numerics::roundFloat(format, value));
  return success();
}

ParseResult LiteralParser::parseElement() {
  if (isa<F8E5M3FNUType>(elementType))
    return parseUnsignedFloat();
  if (auto integer = dyn_cast<IntegerType>(elementType))
    return parseInteger(integer);
  const llvm::fltSemantics &semantics =
      cast<FloatType>(elementType).getFloatSemantics();
  return parser.parseFloat(semantics,
                           floats.emplace_back(APFloat::getZero(semantics)));
}

ParseResult LiteralParser::parseElements(unsigned depth) {
  // A tile with more dimensions could only have extents of 1 beyond 24 of 2.
  constexpr unsigned maxDepth = 64;
  SMLoc loc = parser.getCurrentLocation();
  if (depth > maxDepth)
    return parser.emitError(loc) << "the lists of the literal nest too deeply";
  if (parser.parseOptionalLSquare()) {
    if (leafDepth.value_or(depth) != depth)
      return parser.emitError(loc)
             << "the lists of the literal must nest equally deep";
    leafDepth = depth;
    return parseElement();
  }
  if (leafDepth && depth >= *leafDepth)
    return parser.emitError(loc)
           << "the lists of the literal must nest equally deep";

  int64_t length = 0;
  do {
    if (parseElements(depth + 1))
      return failure();
    ++length;
  } while (succeeded(parser.parseOptionalComma()));
  if (parser.parseRSquare())
    return failure();
  // Inner lists end first: those of the first path set the shape.
  shape.resize(std::max<size_t>(shape.size(), depth + 1), 0);
  if (shape[depth] == 0)
    shape[depth] = length;
  if (shape[depth] != length)
    return parser.emitError(loc)
           << "the lists of the literal must have one length in each "
           << "dimension, found " << shape[depth] << " and " << length;
  return success();
}

LogicalResult LiteralParser::checkShape(SMLoc loc, TileType type) {
  if (type.getElementType() != elementType)
    return parser.emitError(loc)
           << "the literal has elements of type " << elementType
           << ", its tile of type " << type.getElementType();
  if (!shape.empty() && ArrayRef<int64_t>(shape) != type.getShape())
    return parser.emitError(loc)
           << "the lists of the literal have the shape [" << shape
           << "], its tile the shape [" << type.getShape() << ']';
  return success();
}

/// Decodes the elements from the bytes that bytecode would store,
/// little-endian, in hexadecimal digits: "0x0000803F" is 1.0 as f32. One
/// element stands for all. An i1 is a bit, the first one the lowest of the
/// first byte.
FailureOr<DenseElementsAttr>
LiteralParser::decodeBytes(SMLoc loc, StringRef text, ShapedType type) {
  std::string bytes;
  if (!text.consume_front("0x") || text.size() % 2 ||
      !llvm::tryGetFromHex(text, bytes))
    return parser.emitError(loc)
           << "the bytes of a literal are pairs of digits of base 16 behind "
              "0x, such as \"0x0000803F\"";
  unsigned width = type.getElementTypeBitWidth();
  uint64_t count = type.getNumElements();
  uint64_t one = llvm::divideCeil(width, 8);
  uint64_t all = width == 1 ? llvm::divideCeil(count, 8) : count * one;
  if (bytes.size() != one && bytes.size() != all)
    return parser.emitError(loc)
           << "the literal has " << bytes.size() << " bytes, its tile " << all;
  if (width == 1) {
    SmallVector<bool> truths;
    for (uint64_t i = 0; i < count; ++i)
      truths.push_back(bytes.size() == all ? bytes[i / 8] >> (i % 8) & 1
                                           : bytes[0] & 1);
    return DenseElementsAttr::get(type, truths);
  }
  if (width < 8 && llvm::any_of(bytes, [&](uint8_t c) { return c >> width; }))
    return parser.emitError(loc) << "the literal does not fit " << elementType;
  return DenseElementsAttr::getFromRawBuffer(
      type, ArrayRef<char>(bytes.data(), bytes.size()));
}

ParseResult LiteralParser::parse(ElementsAttr &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parseShortType(parser, elementType))
    return failure();
  if (!isNumberType(elementType))
    return parser.emitError(loc)
           << "there are no literals of type " << elementType;
  TileType type;
  if (parser.parseColon())
    return failure();
  std::string text;
  SMLoc textLoc = parser.getCurrentLocation();
  bool isBytes = succeeded(parser.parseOptionalString(&text));
  if ((!isBytes && parseElements(0)) || parser.parseGreater() ||
      parser.parseColon() || parser.getCurrentLocation(&loc) ||
      parseShortTypeOf(parser, type, "tile") || failed(checkShape(loc, type)))
    return failure();
  auto shaped = cast<ShapedType>(getDenseType(type));
  if (isBytes) {
    FailureOr<DenseElementsAttr> elements = decodeBytes(textLoc, text, shaped);
    if (failed(elements))
      return failure();
    result = toLiteral(type, *elements);
    return success();
  }
  result = toLiteral(type, isa<IntegerType>(shaped.getElementType())
                               ? DenseElementsAttr::get(shaped, integers)
                               : DenseElementsAttr::get(shaped, floats));
  return success();
}

ParseResult tessera::cuda_tile::parseDenseLiteral(OpAsmParser &parser,
                                                  ElementsAttr &value) {
  return LiteralParser(parser).parse(value);
}

static void printLiteral(OpAsmPrinter &printer, Type type, const APInt &value) {
  if (isa<F8E5M3FNUType>(type)) {
    APFloat number =
        numerics::decode(numerics::Format::F8E5M3FNU, value.getZExtValue());
    if (number.isNaN())
      printer << "0xFF";
    else
      printer.printFloat(number);
    return;
  }
  if (value.getBitWidth() == 1)
    printer << (value.isZero() ? "false" : "true");
  else
    value.print(printer.getStream(), /*isSigned=*/true);
}

static void printLiteral(OpAsmPrinter &printer, Type, const APFloat &value) {
  printer.printFloat(value);
}

/// Prints the elements of `type` from `it` on as lists of `shape`.
template <typename It>
static void printElements(OpAsmPrinter &printer, Type type,
                          ArrayRef<int64_t> shape, It &it) {
  if (shape.empty())
    return printLiteral(printer, type, *it++);
  printer << '[';
  llvm::interleaveComma(
      llvm::seq<int64_t>(0, shape.front()), printer.getStream(),
      [&](int64_t) { printElements(printer, type, shape.drop_front(), it); });
  printer << ']';
}

void tessera::cuda_tile::printDenseLiteral(OpAsmPrinter &printer, Operation *,
                                           ElementsAttr value) {
  Type type = value.getElementType();
  DenseIntOrFPElementsAttr elements = getDenseElements(value);
  auto printAll = [&](auto values) {
    auto it = values.begin();
    printElements(printer, type,
                  value.isSplat() ? ArrayRef<int64_t>()
                                  : elements.getType().getShape(),
                  it);
  };
  printer << '<';
  printShortType(printer, type);
  printer << ": ";
  if (isa<IntegerType>(elements.getElementType()))
    printAll(elements.getValues<APInt>());
  else
    printAll(elements.getValues<APFloat>());
  printer << "> : ";
  printShortType(printer, value.getType());
}
