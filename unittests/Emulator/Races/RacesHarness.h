//===- RacesHarness.h - Orders of accesses in several runs ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program without a race and its twin that lacks one thing run under the same
// orders of warps and blocks. Most loads here are only there for their races, so
// both count loads whose values reach nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_EMULATOR_RACES_RACESHARNESS_H
#define TESSERA_UNITTESTS_EMULATOR_RACES_RACESHARNESS_H

#include "../Harness.h"
#include <gmock/gmock.h>

namespace tessera::ptx::test {

struct Shape {
  unsigned blocks = 1;
  unsigned threads = 64;
};

/// All checks, of loads whose values reach nothing, too.
inline Checks allAccesses() {
  Checks checks = Checks::all();
  checks.benign = true;
  return checks;
}

/// An access that comes too early also reads unwritten memory, which is no matter
/// where its race is expected.
inline Checks racesOnly() {
  Checks checks;
  checks.race = checks.benign = true;
  return checks;
}

/// Runs a program once in the order of a seed; returns the error, or "".
inline std::string runInOrder(const std::string &text, Shape shape,
                              uint64_t seed, Checks checks) {
  KernelRun run(text);
  run.zeros(65536).zeros(65536).zeros(4096).zeros(4096);
  run.config.checks = checks;
  run.config.seed = seed;
  if (seed) {
    run.config.warps = OrderPolicy::Random;
    run.config.blocks = OrderPolicy::Random;
    run.config.async = seed % 2 ? AsyncPolicy::Random : AsyncPolicy::Lazy;
  }
  run.config.stepLimit = 1 << 22;
  return run.launch({shape.blocks, 1, 1}, {shape.threads, 1, 1});
}

inline std::string runInOrder(const std::string &body,
                              const std::string &module, Shape shape,
                              uint64_t seed, Checks checks) {
  return runInOrder(kernel(body, module), shape, seed, checks);
}

/// Expects no report in any order.
inline void expectCleanIn(const std::string &module, const std::string &body,
                          Shape shape, uint64_t seeds) {
  for (uint64_t seed = 0; seed != seeds; ++seed)
    ASSERT_EQ(runInOrder(body, module, shape, seed, allAccesses()), "")
        << "seed " << seed << "\n"
        << body;
}

/// Expects a race report in every order, with these words in the message.
inline void expectRaceIn(const std::string &module, const std::string &body,
                         const std::string &words, Shape shape,
                         uint64_t seeds) {
  for (uint64_t seed = 0; seed != seeds; ++seed) {
    const std::string error =
        runInOrder(body, module, shape, seed, racesOnly());
    ASSERT_THAT(error, testing::HasSubstr("data race"))
        << "seed " << seed << "\n"
        << body;
    ASSERT_THAT(error, testing::HasSubstr(words)) << "seed " << seed << "\n"
                                                  << body;
  }
}

} // namespace tessera::ptx::test

#endif // TESSERA_UNITTESTS_EMULATOR_RACES_RACESHARNESS_H
