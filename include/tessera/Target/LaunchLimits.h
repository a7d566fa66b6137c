//===- LaunchLimits.h - How large grids and blocks may be -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA C++ Programming Guide, "Compute Capabilities": the same on all GPUs of
// the table.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_LAUNCHLIMITS_H
#define TESSERA_TARGET_LAUNCHLIMITS_H

#include "tessera/Target/TargetInfo.h"
#include <array>
#include <cstdint>

namespace tessera {

/// The largest extents of a grid, in blocks, and of a block, in threads; how
/// many threads a block has in all is Capacities::maxThreadsPerBlock.
inline constexpr std::array<uint32_t, 3> maxGridExtents{INT32_MAX, 65535,
                                                        65535};
inline constexpr std::array<uint32_t, 3> maxBlockExtents{
    Capacities::maxThreadsPerBlock, Capacities::maxThreadsPerBlock, 64};

} // namespace tessera

#endif // TESSERA_TARGET_LAUNCHLIMITS_H
