//===- warps.cu - What lanes of a warp do together, and apart --*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "common.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

/// Votes in branches and loops that only some lanes reach.
KERNEL votes_diverged(const int *input, unsigned *output) {
  int lane = threadIdx.x % 32, value = input[globalThread()];
  unsigned *mine = output + 6 * globalThread();
  unsigned odd = __ballot_sync(kAllLanes, value & 1);
  mine[0] = odd;
  if (value & 1) {
    mine[1] = __ballot_sync(odd, value > 0);
    mine[2] = __all_sync(odd, value > -90) | __any_sync(odd, value > 90) << 1 |
              __uni_sync(odd, value > 0) << 2;
  } else {
    unsigned even = ~odd;
    mine[1] = __ballot_sync(even, value < 0);
    mine[2] = __all_sync(even, value != 0) | __any_sync(even, value == 0) << 1;
  }
  unsigned seen = 0, left = kAllLanes;
  // Unrolled, lanes would vote with one another by different instructions: the
  // PTX ISA leaves open whether they may.
#pragma unroll 1
  for (int trip = 0; trip < lane % 5; ++trip) {
    unsigned here = 0;
    for (int other = 0; other < 32; ++other)
      here |= unsigned(other % 5 > trip) << other;
    unsigned vote = __ballot_sync(here, (value >> trip) & 1);
    seen = seen * 31 + vote;
    left = here;
  }
  mine[3] = seen;
  mine[4] = left;
  __syncwarp();
  mine[5] = __ballot_sync(kAllLanes, lane % 3 == 0);
}

/// All kinds of shuffles: widths, lanes out of range, 8 types, halves of a warp
/// in different branches.
KERNEL shuffles(const int *input, int *output) {
  int lane = threadIdx.x, value = input[lane];
  int *mine = output + 12 * lane;
  mine[0] = __shfl_sync(kAllLanes, value, (lane * 7 + 3) % 32);
  mine[1] = __shfl_sync(kAllLanes, value, lane + 40);
  mine[2] = __shfl_up_sync(kAllLanes, value, 3);
  mine[3] = __shfl_down_sync(kAllLanes, value, 5, 8);
  mine[4] = __shfl_xor_sync(kAllLanes, value, 9);
  mine[5] = __shfl_xor_sync(kAllLanes, value, 12, 8);
  mine[6] = __shfl_sync(kAllLanes, value, lane / 3, 16);
  if (lane < 16)
    mine[7] = __shfl_xor_sync(0x0000ffffu, value, 15);
  else
    mine[7] = __shfl_up_sync(0xffff0000u, value, 2, 16);
  double wide = __shfl_down_sync(kAllLanes, value * 1.5, 1);
  mine[8] = int(wide * 2);
  long long longer = __shfl_sync(kAllLanes, (long long)value << 20, lane ^ 1);
  mine[9] = int(longer >> 18);
  float single = __shfl_up_sync(kAllLanes, value * 0.5f, 1, 4);
  mine[10] = int(single * 4);
  // Each lane gives once.
  int sum = 0;
  for (int giver = 0; giver < 32; ++giver)
    sum = sum * 3 + __shfl_sync(kAllLanes, value, giver) * (giver <= lane);
  mine[11] = sum;
}

KERNEL matches(const int *input, unsigned *output) {
  int lane = threadIdx.x % 32, value = input[globalThread()];
  unsigned *mine = output + 6 * globalThread();
  mine[0] = __match_any_sync(kAllLanes, value);
  int all;
  mine[1] = __match_all_sync(kAllLanes, value / 64, &all);
  mine[2] = all;
  long long wide = (long long)value << 33 | lane % 2;
  mine[3] = __match_any_sync(kAllLanes, wide);
  if (lane % 2) {
    mine[4] = __match_any_sync(0xaaaaaaaau, value & 3);
    mine[5] = __match_all_sync(0xaaaaaaaau, value & 256, &all) + all;
  } else {
    mine[4] = __match_any_sync(0x55555555u, value & 5);
    mine[5] = 0;
  }
}

/// redux: sm_80 and later has it as an instruction.
#if __CUDA_ARCH__ >= 800
KERNEL warp_reductions(const int *input, int *output) {
  int lane = threadIdx.x % 32, value = input[globalThread()];
  int *mine = output + 8 * globalThread();
  mine[0] = __reduce_add_sync(kAllLanes, value);
  mine[1] = __reduce_min_sync(kAllLanes, value);
  mine[2] = __reduce_max_sync(kAllLanes, value);
  mine[3] = __reduce_min_sync(kAllLanes, unsigned(value));
  mine[4] = __reduce_max_sync(kAllLanes, unsigned(value));
  unsigned peers = lane < 11 ? 0x7ffu : ~0x7ffu;
  if (lane < 11) {
    mine[5] = __reduce_and_sync(peers, unsigned(value));
    mine[6] = __reduce_add_sync(peers, unsigned(value));
    mine[7] = __reduce_xor_sync(peers, unsigned(value));
  } else {
    mine[5] = __reduce_or_sync(peers, unsigned(value));
    mine[6] = __reduce_max_sync(peers, value);
    mine[7] = __reduce_min_sync(peers, value);
  }
}
#endif

/// What __syncwarp orders: lanes exchange through shared memory in parts.
KERNEL exchange_in_parts(const int *input, int *output) {
  __shared__ int values[64];
  int lane = threadIdx.x % 32, base = threadIdx.x - lane;
  values[threadIdx.x] = input[threadIdx.x];
  int result;
  if (lane < 8) {
    __syncwarp(0x000000ffu);
    result = values[base + 7 - lane];
    __syncwarp(0x000000ffu);
    values[threadIdx.x] = result * 2;
    __syncwarp(0x000000ffu);
    result += values[base + (lane + 1) % 8];
  } else {
    __syncwarp(0xffffff00u);
    result = values[base + 39 - lane];
  }
  __syncwarp();
  values[threadIdx.x] = result;
  __syncwarp();
  output[threadIdx.x] = result - values[threadIdx.x ^ 16];
}

KERNEL groups_tiled(const int *input, int *output) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  auto pair = cg::tiled_partition<2>(tile);
  int value = input[block.thread_rank()];
  int *mine = output + 8 * block.thread_rank();
  mine[0] = tile.thread_rank() | tile.size() << 8 |
            tile.meta_group_rank() << 16 | tile.meta_group_size() << 24;
  mine[1] = tile.shfl(value, 3);
  mine[2] = tile.shfl_xor(value, 5);
  mine[3] = tile.ballot(value > 0);
  mine[4] = tile.any(value > 95) | tile.all(value > -95) << 1;
  mine[5] = pair.shfl_down(value, 1) + pair.thread_rank();
  mine[6] = cg::inclusive_scan(tile, value);
  mine[7] = cg::exclusive_scan(tile, value, cg::plus<int>()) +
            tile.match_any(value & 1);
}

/// Groups of whoever is here.
KERNEL groups_coalesced(const int *input, int *output) {
  int value = input[globalThread()], *mine = output + 5 * globalThread();
  if (value > 0) {
    cg::coalesced_group active = cg::coalesced_threads();
    mine[0] = active.size();
    mine[1] = active.thread_rank();
    mine[2] = active.shfl(value, 0);
    mine[3] = cg::reduce(active, value, cg::plus<int>());
    if (active.thread_rank() % 2) {
      cg::coalesced_group odd = cg::coalesced_threads();
      mine[4] = odd.size() * 100 + odd.thread_rank();
    } else {
      mine[4] = -1;
    }
  } else {
    cg::coalesced_group active = cg::coalesced_threads();
    mine[0] = -int(active.size());
    mine[1] = active.any(value == 0);
    mine[2] = active.ballot(value < -50) & 0xffff;
    mine[3] = active.shfl_up(value, 1);
    mine[4] = cg::reduce(active, value, cg::less<int>());
  }
}

/// Groups of those with the same label.
KERNEL groups_labeled(const int *input, int *output) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int value = input[globalThread()], *mine = output + 4 * globalThread();
  auto same = cg::labeled_partition(warp, value % 5);
  mine[0] = same.size();
  mine[1] = same.thread_rank();
  mine[2] = cg::reduce(same, value, cg::greater<int>());
  auto half = cg::binary_partition(warp, value % 2 == 0);
  mine[3] = half.size() * 64 + half.thread_rank();
}

/// A tile of which only the even lanes count: a loop that lanes leave one after
/// another, each electing a leader for what is left.
KERNEL leaders(const int *input, int *output, int *order) {
  int lane = threadIdx.x % 32, value = input[globalThread()];
  unsigned left = kAllLanes;
  int turn = 0;
  bool isDone = false;
  while (left) {
    int leader = __ffs(left) - 1;
    int wanted = __shfl_sync(kAllLanes, value, leader);
    unsigned same = __ballot_sync(kAllLanes, !isDone && value == wanted);
    if (!isDone && value == wanted) {
      output[globalThread()] = turn * 100 + __popc(same & ((1u << lane) - 1));
      isDone = true;
    }
    if (lane == leader)
      atomicAdd(order, turn);
    left &= ~same;
    ++turn;
  }
}

/// Which lanes run: after branches have joined they are all together again, as
/// __syncwarp demands.
KERNEL active_lanes(const int *input, unsigned *output) {
  int lane = threadIdx.x, value = input[lane];
  unsigned inside = 0;
  if (value & 1) {
    if (value & 2)
      inside = __activemask();
    else
      inside = ~__activemask();
  }
  __syncwarp();
  output[2 * lane] = inside;
  unsigned predicate;
  asm volatile("{\n"
               " .reg .pred p, q;\n"
               " setp.gt.s32 p, %1, 0;\n"
               " vote.sync.any.pred q, p, 0xffffffff;\n"
               " selp.u32 %0, 7, 9, q;\n"
               "}"
               : "=r"(predicate)
               : "r"(value));
  output[2 * lane + 1] = predicate;
}
