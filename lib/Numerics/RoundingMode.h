//===- RoundingMode.h - Our rounding modes as LLVM's ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_NUMERICS_ROUNDINGMODE_H
#define TESSERA_LIB_NUMERICS_ROUNDINGMODE_H

#include "tessera/Numerics/Float.h"
#include "llvm/Support/ErrorHandling.h"

namespace tessera::numerics {

inline llvm::RoundingMode roundingMode(Rounding rounding) {
  switch (rounding) {
  case Rounding::NearestEven:
    return llvm::RoundingMode::NearestTiesToEven;
  case Rounding::Zero:
    return llvm::RoundingMode::TowardZero;
  case Rounding::NegativeInf:
    return llvm::RoundingMode::TowardNegative;
  case Rounding::PositiveInf:
    return llvm::RoundingMode::TowardPositive;
  case Rounding::NearestAway:
    return llvm::RoundingMode::NearestTiesToAway;
  }
  llvm_unreachable("unknown rounding");
}

} // namespace tessera::numerics

#endif // TESSERA_LIB_NUMERICS_ROUNDINGMODE_H
