//===- Types.cpp - The types of cuda_tile ---------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyDirectives.h"
#include "Checks.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera::cuda_tile;

#include "tessera/Dialect/CudaTile/IR/TypeInterfaces.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tessera/Dialect/CudaTile/IR/Types.cpp.inc"

void CudaTileDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tessera/Dialect/CudaTile/IR/Types.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Questions about types
//===----------------------------------------------------------------------===//

bool tessera::cuda_tile::isNumberType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.isSignless() &&
           llvm::is_contained({1u, 8u, 16u, 32u, 64u}, integer.getWidth());
  return isFloatNumber(type);
}

bool tessera::cuda_tile::isFloatNumber(Type type) {
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type, FloatTF32Type,
             Float8E4M3FNType, Float8E5M2Type, Float8E8M0FNUType,
             Float4E2M1FNType, F8E5M3FNUType>(type);
}

unsigned tessera::cuda_tile::getNumberWidth(Type type) {
  return isa<F8E5M3FNUType>(type) ? 8 : type.getIntOrFloatBitWidth();
}

unsigned tessera::cuda_tile::getPackedBitWidth(Type type) {
  return type.isTF32() ? 32 : getNumberWidth(type);
}

bool tessera::cuda_tile::isViewType(Type type) {
  return isa<TensorViewType, TileView>(type);
}

Type tessera::cuda_tile::getBoolTile(Type type) {
  auto tile = cast<TileType>(type);
  return TileType::get(tile.getShape(), IntegerType::get(type.getContext(), 1));
}

Type tessera::cuda_tile::getPointeeTile(Type type) {
  auto tile = cast<TileType>(type);
  return TileType::get(
      tile.getShape(),
      cast<PointerType>(tile.getElementType()).getPointeeType());
}

//===----------------------------------------------------------------------===//
// Shared pieces of text and checks
//===----------------------------------------------------------------------===//

/// `, <unicast>` or `, #cuda_tile.ptr_attr<unicast>`, if present.
static ParseResult parseOptionalPtrAttr(AsmParser &parser,
                                        PtrAttrAttr &ptrAttr) {
  if (parser.parseOptionalComma())
    return success();
  SMLoc loc = parser.getCurrentLocation();
  Attribute attribute;
  OptionalParseResult longForm = parser.parseOptionalAttribute(attribute);
  if (!longForm.has_value())
    attribute = PtrAttrAttr::parse(parser, Type());
  else if (failed(*longForm))
    return failure();
  ptrAttr = dyn_cast_or_null<PtrAttrAttr>(attribute);
  if (attribute && !ptrAttr)
    return parser.emitError(loc)
           << "expected <none>, <unicast> or <multicast>, found " << attribute;
  return success(attribute != nullptr);
}

static void printOptionalPtrAttr(AsmPrinter &printer, PtrAttrAttr ptrAttr) {
  if (ptrAttr)
    printer << ", " << Attribute(ptrAttr);
}

/// An extent or a stride; `?` is dynamic.
static ParseResult parseExtent(AsmParser &parser, int64_t &extent) {
  if (succeeded(parser.parseOptionalQuestion())) {
    extent = ShapedType::kDynamic;
    return success();
  }
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseInteger(extent))
    return failure();
  // This number is reserved for `?`.
  if (ShapedType::isDynamic(extent))
    return parser.emitError(loc)
           << "an extent or stride must be positive, found " << extent
           << "; write '?' for a dynamic one";
  return success();
}

static void printExtent(AsmPrinter &printer, int64_t extent) {
  if (ShapedType::isDynamic(extent))
    printer << '?';
  else
    printer << extent;
}

static LogicalResult verifyExtents(function_ref<InFlightDiagnostic()> emitError,
                                   ArrayRef<int64_t> extents, StringRef what) {
  for (int64_t extent : extents)
    if (!ShapedType::isDynamic(extent) && extent <= 0)
      return emitError() << "a static " << what << " must be positive, found "
                         << extent;
  return success();
}

//===----------------------------------------------------------------------===//
// PointerType
//===----------------------------------------------------------------------===//

LogicalResult PointerType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  Type pointeeType, PtrAttrAttr) {
  if (!isNumberType(pointeeType))
    return emitError() << "a pointer must point to a number type, found "
                       << pointeeType;
  return success();
}

Type PointerType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  Type pointee;
  PtrAttrAttr ptrAttr;
  if (parser.parseLess() || parseShortType(parser, pointee) ||
      parseOptionalPtrAttr(parser, ptrAttr) || parser.parseGreater())
    return {};
  return parser.getChecked<PointerType>(loc, parser.getContext(), pointee,
                                        ptrAttr);
}

void PointerType::print(AsmPrinter &printer) const {
  printer << '<';
  printShortType(printer, getPointeeType());
  // The official tools print the short form here, and the long one in views.
  if (getPtrAttr()) {
    printer << ", ";
    printer.printStrippedAttrOrType(getPtrAttr());
  }
  printer << '>';
}

//===----------------------------------------------------------------------===//
// TileType
//===----------------------------------------------------------------------===//

LogicalResult tessera::cuda_tile::verifyTileShape(
    function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> shape,
    Type elementType) {
  int64_t numElements = 1;
  for (int64_t extent : shape) {
    if (extent <= 0 || !llvm::isPowerOf2_64(extent))
      return emitError() << "the extents of a tile must be powers of two, "
                         << "found " << extent
                         << (extent > 0 ? "; take the next one and mask the "
                                          "elements that are too many"
                                        : "");
    // Both factors are at most the limit, so the product does not overflow.
    if (extent > TileType::maxNumElements ||
        (numElements *= extent) > TileType::maxNumElements)
      return emitError() << "a tile has at most " << TileType::maxNumElements
                         << " elements; split the computation into smaller "
                            "tiles";
  }
  // Two such elements share a byte in memory.
  if (isa<Float4E2M1FNType>(elementType) && numElements == 1)
    return emitError() << "a tile of f4E2M1FN needs an even extent";
  return success();
}

LogicalResult TileType::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<int64_t> shape, Type elementType) {
  if (!isNumberType(elementType) && !elementType.isSignlessInteger(4) &&
      !isa<PointerType>(elementType))
    return emitError() << "the elements of a tile must be numbers or pointers, "
                       << "found " << elementType;
  return verifyTileShape(emitError, shape, elementType);
}

ShapedType TileType::cloneWith(std::optional<ArrayRef<int64_t>> shape,
                               Type elementType) const {
  return TileType::get(shape.value_or(getShape()), elementType);
}

bool TileType::hasRank() const { return true; }

Type TileType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  Type elementType;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parseShortType(parser, elementType) || parser.parseGreater())
    return {};
  return parser.getChecked<TileType>(loc, parser.getContext(), shape,
                                     elementType);
}

void TileType::print(AsmPrinter &printer) const {
  printer << '<';
  for (int64_t extent : getShape())
    printer << extent << 'x';
  printShortType(printer, getElementType());
  printer << '>';
}

//===----------------------------------------------------------------------===//
// TensorViewType
//===----------------------------------------------------------------------===//

LogicalResult
TensorViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                       Type elementType, ArrayRef<int64_t> shape,
                       ArrayRef<int64_t> strides, PtrAttrAttr) {
  if (!isNumberType(elementType))
    return emitError() << "the elements of a tensor_view must be numbers, "
                       << "found " << elementType;
  if (shape.size() != strides.size())
    return emitError() << "a tensor_view needs one stride for each dimension: "
                       << "it has " << shape.size() << " dimensions and "
                       << strides.size() << " strides";
  if (failed(verifyExtents(emitError, shape, "extent of a tensor_view")))
    return failure();
  return verifyExtents(emitError, strides, "stride of a tensor_view");
}

unsigned TensorViewType::getNumDynamicDims() const {
  return llvm::count_if(getShape(), ShapedType::isDynamic);
}

unsigned TensorViewType::getNumDynamicStrides() const {
  return llvm::count_if(getStrides(), ShapedType::isDynamic);
}

Type TensorViewType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape, strides;
  Type elementType;
  PtrAttrAttr ptrAttr;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/true) ||
      parseShortType(parser, elementType))
    return {};
  if (!shape.empty() &&
      (parser.parseComma() || parser.parseKeyword("strides") ||
       parser.parseEqual() ||
       parser.parseCommaSeparatedList(
           AsmParser::Delimiter::Square,
           [&] { return parseExtent(parser, strides.emplace_back()); },
           " in the strides of a tensor_view")))
    return {};
  if (parseOptionalPtrAttr(parser, ptrAttr) || parser.parseGreater())
    return {};
  return parser.getChecked<TensorViewType>(
      loc, parser.getContext(), elementType, shape, strides, ptrAttr);
}

void TensorViewType::print(AsmPrinter &printer) const {
  printer << '<';
  for (int64_t extent : getShape()) {
    printExtent(printer, extent);
    printer << 'x';
  }
  printShortType(printer, getElementType());
  if (!getShape().empty()) {
    printer << ", strides=[";
    llvm::interleave(
        getStrides(), printer.getStream(),
        [&](int64_t stride) { printExtent(printer, stride); }, ",");
    printer << ']';
  }
  printOptionalPtrAttr(printer, getPtrAttr());
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Short forms
//===----------------------------------------------------------------------===//

/// The spelling of the official tools; f8E5M3FNU is parsed, too.
static constexpr StringLiteral officialF8E5M3FNU = "fnv8E5M3FNU";

ParseResult tessera::cuda_tile::parseShortType(AsmParser &parser, Type &type) {
  OptionalParseResult builtinOrLong = parser.parseOptionalType(type);
  if (builtinOrLong.has_value())
    return *builtinOrLong;
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  OptionalParseResult shortForm = generatedTypeParser(parser, &keyword, type);
  if (shortForm.has_value())
    return *shortForm;
  if (keyword == officialF8E5M3FNU) {
    type = F8E5M3FNUType::get(parser.getContext());
    return success();
  }
  return parser.emitError(loc)
         << "unknown type '" << keyword
         << "', expected one such as tile<4xf32>, ptr<f32> or token";
}

void tessera::cuda_tile::printShortType(AsmPrinter &printer, Type type) {
  if (isa<F8E5M3FNUType>(type)) {
    printer << officialF8E5M3FNU;
    return;
  }
  if (!isa<CudaTileDialect>(type.getDialect()) ||
      succeeded(printer.printAlias(type)) ||
      failed(generatedTypePrinter(type, printer)))
    printer << type;
}
