//===- HostUnits.h - Tests for each vector unit of hosts --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code that is compiled for several hosts gives the same results on each of them. A
// test with this fixture runs with what this host has of each.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_EMULATOR_HOSTUNITS_H
#define TESSERA_UNITTESTS_EMULATOR_HOSTUNITS_H

#include "../../lib/Emulator/Matrix/VectorUnit.h"
#include <algorithm>
#include <gtest/gtest.h>

namespace tessera::ptx::test {

/// The vectors that loops over lanes may use, and decoding chooses handlers for.
class HostUnits : public testing::TestWithParam<VectorUnit> {
protected:
  void SetUp() override { vectorUnit = std::min(GetParam(), widest); }
  void TearDown() override { vectorUnit = widest; }
  const VectorUnit widest = vectorUnit;
};

inline auto allUnits() {
  return testing::Values(VectorUnit::None, VectorUnit::Avx2,
                         VectorUnit::Avx512);
}

} // namespace tessera::ptx::test

#endif // TESSERA_UNITTESTS_EMULATOR_HOSTUNITS_H
