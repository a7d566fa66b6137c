//===- HostRounding.h - The host in another rounding mode -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file sets the rounding of the host's own floats, to compare with them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_NUMERICS_HOSTROUNDING_H
#define TESSERA_UNITTESTS_NUMERICS_HOSTROUNDING_H

#include "tessera/Numerics/Float.h"
#include <cfenv>

namespace tessera::numerics::oracle {

/// Sets the rounding of the host during its own lifetime. Operands and results
/// must be volatile, or the compiler may move the computation out of it.
class HostRounding {
public:
  explicit HostRounding(Rounding rounding) : saved(std::fegetround()) {
    std::fesetround(rounding == Rounding::Zero          ? FE_TOWARDZERO
                    : rounding == Rounding::NegativeInf ? FE_DOWNWARD
                    : rounding == Rounding::PositiveInf ? FE_UPWARD
                                                        : FE_TONEAREST);
  }
  ~HostRounding() { std::fesetround(saved); }

private:
  int saved;
};

} // namespace tessera::numerics::oracle

#endif // TESSERA_UNITTESTS_NUMERICS_HOSTROUNDING_H
