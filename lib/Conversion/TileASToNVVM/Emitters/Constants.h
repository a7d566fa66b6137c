//===- Constants.h - Integers of an access ----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_CONSTANTS_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_CONSTANTS_H

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace tessera::tileas {

inline mlir::Value i64(mlir::OpBuilder &builder, mlir::Location loc,
                       int64_t value) {
  return mlir::arith::ConstantOp::create(builder, loc,
                                         builder.getI64IntegerAttr(value));
}

inline mlir::Value i32(mlir::OpBuilder &builder, mlir::Location loc,
                       int32_t value) {
  return mlir::arith::ConstantOp::create(builder, loc,
                                         builder.getI32IntegerAttr(value));
}
} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_CONSTANTS_H
