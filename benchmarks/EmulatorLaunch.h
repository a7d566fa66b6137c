//===- EmulatorLaunch.h - Launches of kernels that are timed ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The common part of the emulator's benchmarks: their kernel is `k` and has one
// parameter, the address of its data.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_BENCHMARKS_EMULATORLAUNCH_H
#define TESSERA_BENCHMARKS_EMULATORLAUNCH_H

#include "tessera/Emulator/Launch.h"
#include "llvm/Support/Endian.h"
#include <benchmark/benchmark.h>
#include <optional>

namespace tessera::ptx {

/// A launch on one host thread, with all checks or none.
inline LaunchConfig launchOf(Dim3 grid, Dim3 block, bool isChecked) {
  LaunchConfig config;
  config.grid = grid;
  config.block = block;
  config.hostThreads = 1;
  if (isChecked)
    config.checks = Checks::all();
  return config;
}

/// Launches the kernel in each iteration. Returns the sum of warp instructions;
/// none after an error, which the state reports.
inline std::optional<uint64_t> launchEachTime(benchmark::State &state,
                                              const Program &program,
                                              uint64_t address,
                                              GlobalMemory &memory,
                                              const LaunchConfig &config) {
  std::vector<uint8_t> parameters(sizeof address);
  llvm::support::endian::write64le(parameters.data(), address);
  uint64_t instructions = 0;
  for (auto _ : state) {
    auto statistics = launch(program, "k", parameters, memory, config);
    if (!statistics) {
      state.SkipWithError(llvm::toString(statistics.takeError()).c_str());
      return std::nullopt;
    }
    instructions += statistics->warpInstructions;
  }
  return instructions;
}

} // namespace tessera::ptx

#endif // TESSERA_BENCHMARKS_EMULATORLAUNCH_H
