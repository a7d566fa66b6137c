//===- LaunchLimits.h - What all GPUs have of a launch at most --*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA C++ Programming Guide, "Compute Capabilities", tables of technical
// specifications: the same since 7.0.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_LAUNCHLIMITS_H
#define TESSERA_LIB_EMULATOR_LAUNCHLIMITS_H

#include <algorithm>
#include <array>
#include <cstdint>

namespace tessera::ptx {

constexpr uint64_t mostThreads = 1024; ///< of a block
constexpr std::array<uint32_t, 3> mostThreadsIn = {1024, 1024, 64};
constexpr std::array<uint32_t, 3> mostBlocksIn = {INT32_MAX, 65535, 65535};

/// Threads of a block; more than `mostThreads` where there are too many.
constexpr uint64_t countThreads(const std::array<uint32_t, 3> &block) {
  uint64_t threads = 1;
  for (uint32_t extent : block)
    threads = extent * std::min(threads, mostThreads + 1);
  return threads;
}

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_LAUNCHLIMITS_H
