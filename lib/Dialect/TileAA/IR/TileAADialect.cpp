//===- TileAADialect.cpp - The tileaa dialect, its types and attributes ---===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectImplementation.h"
#include "tessera/Dialect/TileAA/IR/TileAA.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera::tileaa;

#include "tessera/Dialect/TileAA/IR/Dialect.cpp.inc"
#include "tessera/Dialect/TileAA/IR/Enums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tessera/Dialect/TileAA/IR/Types.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tessera/Dialect/TileAA/IR/Attributes.cpp.inc"

void TileAADialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tessera/Dialect/TileAA/IR/Types.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tessera/Dialect/TileAA/IR/Attributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tessera/Dialect/TileAA/IR/Ops.cpp.inc"
      >();
}
