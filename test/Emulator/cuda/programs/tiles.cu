//===- tiles.cu - Tiles of several warps -----------------------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cooperative groups keep what their warps exchange in memory that the program
// gives them on sm_75, and from sm_80 on in shared memory of the system.
//
//===----------------------------------------------------------------------===//

#include "common.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

/// What the mirror within the tile has stored, twice over; the sum of the tile,
/// the running maximum, and what the first thread says.
template <int Size>
static __device__ void exchange(const int *input, int *result) {
  __shared__ cg::block_tile_memory<512> memory;
  __shared__ int before[512];
  auto block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<Size>(block);
  int thread = block.thread_rank();
  int mirror = thread - 2 * tile.thread_rank() + Size - 1;
  int value = input[thread];
  for (int round = 0; round != 3; ++round) {
    before[thread] = value;
    tile.sync();
    value = before[mirror] + round;
    tile.sync();
  }
  int *row = result + 5 * thread;
  row[0] = value;
  row[1] = cg::reduce(tile, value, cg::plus<int>());
  row[2] = cg::inclusive_scan(tile, value, cg::greater<int>());
  // In CUDA 13.0 the warp that ends a scan or reduction resets the bits of the
  // tile by its first lane, and nothing holds the other lanes: a shfl right
  // after it may take the old bits for the arrival of its source.
  tile.sync();
  row[3] = tile.shfl(value, 1);
  row[4] = tile.any(value > 1000) + 2 * tile.all(value > -1000);
}

KERNEL tile_64(const int *input, int *result) { exchange<64>(input, result); }
KERNEL tile_128(const int *input, int *result) { exchange<128>(input, result); }
KERNEL tile_256(const int *input, int *result) { exchange<256>(input, result); }
KERNEL tile_512(const int *input, int *result) { exchange<512>(input, result); }
