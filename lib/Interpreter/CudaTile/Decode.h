//===- Decode.h - Attributes translated for Elements.h ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file translates the dialect's types and attributes to those of
// Elements.h.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_CUDATILE_DECODE_H
#define TESSERA_LIB_INTERPRETER_CUDATILE_DECODE_H

#include "../Elements.h"
#include "../Value.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "tessera/Dialect/CudaTile/IR/Numerics.h"

namespace tessera::interp {

inline elements::Relation
getRelation(cuda_tile::ComparisonPredicate predicate) {
  using cuda_tile::ComparisonPredicate;
  using elements::Relation;
  switch (predicate) {
  case ComparisonPredicate::Equal:
    return Relation::Equal;
  case ComparisonPredicate::NotEqual:
    return Relation::NotEqual;
  case ComparisonPredicate::LessThan:
    return Relation::Less;
  case ComparisonPredicate::LessThanOrEqual:
    return Relation::LessOrEqual;
  case ComparisonPredicate::GreaterThan:
    return Relation::Greater;
  case ComparisonPredicate::GreaterThanOrEqual:
    return Relation::GreaterOrEqual;
  }
  llvm_unreachable("unknown relation");
}

/// The overflows that an operation promises not to have.
inline numerics::Overflow getForbidden(cuda_tile::IntegerOverflow promise) {
  return {cuda_tile::breaks(promise, {/*isSigned=*/true, false}),
          cuda_tile::breaks(promise, {false, /*isUnsigned=*/true})};
}

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_CUDATILE_DECODE_H
