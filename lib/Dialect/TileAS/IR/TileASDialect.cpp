//===- TileASDialect.cpp - The tileas dialect and its types ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectImplementation.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

#include "tessera/Dialect/TileAS/IR/Dialect.cpp.inc"
#include "tessera/Dialect/TileAS/IR/Enums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tessera/Dialect/TileAS/IR/Types.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tessera/Dialect/TileAS/IR/Attributes.cpp.inc"

void TileASDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tessera/Dialect/TileAS/IR/Types.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tessera/Dialect/TileAS/IR/Attributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tessera/Dialect/TileAS/IR/Ops.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// BufferType
//===----------------------------------------------------------------------===//

/// No GPU has as much shared memory, and sizes in bytes stay within 32 bits.
static constexpr int64_t kMaxElements = int64_t(1) << 24;

int64_t BufferType::getNumElements() const {
  return ShapedType::getNumElements(getShape());
}

int64_t tessera::tileas::getElementBytes(Type element) {
  if (isa<tileaa::PtrType>(element))
    return 8;
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

int64_t BufferType::getElementBytes() const {
  return tileas::getElementBytes(getElementType());
}

LogicalResult BufferType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> shape, Type element) {
  if (!element.isIntOrFloat() && !isa<tileaa::PtrType>(element))
    return emitError() << "a buffer holds integers, floats or pointers, not "
                       << element;
  int64_t elements = 1;
  for (int64_t extent : shape) {
    if (extent <= 0 || extent > kMaxElements / elements)
      return emitError() << "a buffer has from 1 to " << kMaxElements
                         << " elements";
    elements *= extent;
  }
  return success();
}

Type BufferType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  Type element;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(element) || parser.parseGreater())
    return {};
  return BufferType::getChecked([&] { return parser.emitError(loc); },
                                parser.getContext(), shape, element);
}

void BufferType::print(AsmPrinter &printer) const {
  printer << "<";
  for (int64_t extent : getShape())
    printer << extent << "x";
  printer << getElementType() << ">";
}
