//===- CountersHarness.h - Counters of small kernels ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_EMULATOR_COUNTERSHARNESS_H
#define TESSERA_UNITTESTS_EMULATOR_COUNTERSHARNESS_H

#include "Matrix/MatrixHarness.h"
#include "llvm/ADT/StringRef.h"

namespace tessera::ptx::test {

/// The counters of a launch of `body`. The arrays p0 … p3 have 4096 bytes each.
inline CounterReport countAll(const std::string &body,
                              const std::string &module = "",
                              Dim3 block = {32, 1, 1}, Dim3 grid = {1, 1, 1},
                              unsigned hostThreads = 1,
                              const std::string &target = "sm_90a") {
  KernelRun run(withTarget(kernel(body, module), target));
  for (unsigned i = 0; i != 4; ++i)
    run.zeros(4096);
  run.config.wantsCounters = true;
  run.config.hostThreads = hostThreads;
  EXPECT_EQ(run.launch(grid, block), "") << body;
  EXPECT_TRUE(run.statistics.counters.has_value());
  return run.statistics.counters.value_or(CounterReport());
}

/// The line of the first instruction that begins with this text; it has to
/// exist.
inline CounterLine countLine(const CounterReport &report,
                             llvm::StringRef instruction) {
  for (const CounterLine &line : report.lines)
    if (llvm::StringRef(line.text).starts_with(instruction))
      return line;
  ADD_FAILURE() << "no instruction " << instruction.str() << " has run";
  return {};
}

inline CounterValues countOf(const CounterReport &report,
                             llvm::StringRef instruction) {
  return countLine(report, instruction).values;
}

} // namespace tessera::ptx::test

#endif // TESSERA_UNITTESTS_EMULATOR_COUNTERSHARNESS_H
