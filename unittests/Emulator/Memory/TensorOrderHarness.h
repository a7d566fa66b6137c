//===- TensorOrderHarness.h - Checked copies of boxes ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs of copies with all checks, in many orders of warps and completions.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_EMULATOR_MEMORY_TENSORORDERHARNESS_H
#define TESSERA_UNITTESTS_EMULATOR_MEMORY_TENSORORDERHARNESS_H

#include "TensorHarness.h"
#include <gmock/gmock.h>

namespace tessera::ptx::test {

/// A map of 16-bit elements of 64 columns and 32 rows.
inline TensorMap plainMap() {
  TensorMap map;
  map.element = TensorMap::Element::U16;
  map.rank = 2;
  map.dims = {64, 32, 1, 1, 1};
  map.strides[0] = 128;
  map.box = {16, 8, 1, 1, 1};
  return map;
}

inline std::string checkedRun(const TensorMap &map, const std::string &body,
                              uint64_t seed) {
  TensorRun test(map, body, Bytes(sharedBytes), Bytes(tensorBytes));
  test.run.config.checks = Checks::all();
  test.run.config.checks.benign = true;
  test.run.config.seed = seed;
  test.run.config.async = static_cast<AsyncPolicy>(seed % 3);
  test.run.config.warps = seed % 2 ? OrderPolicy::Random : OrderPolicy::Fair;
  test.run.config.stepLimit = 1 << 20;
  return test.run.launch();
}

inline void expectClean(const TensorMap &map, const std::string &body) {
  for (uint64_t seed = 0; seed != 200; ++seed)
    ASSERT_EQ(checkedRun(map, body, seed), "") << "seed " << seed << body;
}

inline void expectReport(const TensorMap &map, const std::string &body,
                         const std::string &words) {
  for (uint64_t seed = 0; seed != 12; ++seed)
    ASSERT_THAT(checkedRun(map, body, seed), testing::HasSubstr(words))
        << "seed " << seed << body;
}

} // namespace tessera::ptx::test

#endif // TESSERA_UNITTESTS_EMULATOR_MEMORY_TENSORORDERHARNESS_H
