//===- PostponedLoads.h - Loads that a barrier may settle -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between two barriers of a whole block, its warps mostly load from pages of
// shared memory that nobody writes to, and after the second one every thread of
// the block follows these loads. So they are kept as they come, and reach the
// chains of their words only if something else touches one of their pages before
// the barrier does away with them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_RACES_POSTPONEDLOADS_H
#define TESSERA_LIB_EMULATOR_RACES_POSTPONEDLOADS_H

#include "Chains.h"
#include <array>
#include <vector>

namespace tessera::ptx::races {

/// Pages of a block's shared memory, a bit for each.
using PageSet = uint64_t;
/// The pages of some bytes; all if one of them has no bit.
PageSet pagesOf(uint64_t address, uint64_t size);
/// The pages of lanes' elements, none of which crosses the end of a page.
PageSet pagesOf(const Request &request);

/// A weak load by lanes of a warp, or what an asynchronous operation reads.
struct PostponedLoad {
  Record record; ///< of lanes without these
  size_t warp = 0;
  uint32_t version = 0; ///< of the warp's knowledge
  PageSet pages = 0;
  // By lanes: `size` bytes at the offset of each.
  uint32_t size = 0;
  LaneMask lanes = 0;
  std::array<uint32_t, warpSize> offsets;
  // By an operation: its slot, and offsets and sizes.
  uint32_t slot = 0;
  std::vector<std::pair<uint64_t, uint64_t>> pieces;
};

struct PostponedLoads {
  /// Limit on `loads`; a block with more has hardly a barrier that will come soon.
  static constexpr size_t most = 2048;
  std::vector<PostponedLoad> loads;
  PageSet pages = 0; ///< of any of them
  /// Since the last barrier of the whole block: pages all of whose writes every
  /// thread follows, and others.
  PageSet quiet = 0, noisy = 0;

  void clear() {
    loads.clear();
    pages = quiet = noisy = 0;
  }
};

} // namespace tessera::ptx::races

#endif // TESSERA_LIB_EMULATOR_RACES_POSTPONEDLOADS_H
