//===- RegisterBudget.h - How many registers tiles may take -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the passes agree on when they choose how tiles become registers, each of
// 32 bits. A multiprocessor has 65,536 of them, a thread at most 255, and a
// value needs its operands beside it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_REGISTERBUDGET_H
#define TESSERA_TARGET_REGISTERBUDGET_H

#include <cstdint>

namespace tessera::registers {

/// That a thread can have.
inline constexpr int64_t kMostOfThread = 255;

/// What a loop takes of them beside its tiles: addresses, and what an op
/// computes with.
inline constexpr int64_t kForAddresses = 32;

/// Of one tile in one thread, where the number of warps is free: beyond, values
/// spill, and both LLVM and ptxas take more than linear time.
inline constexpr int64_t kPerTileAndThread = 64;

/// Of the sums of a loop's matrix products that are live at once, in one
/// thread: what is multiplied comes and goes in small pieces. That is a sum of
/// 64 x 64 of a warp in f32, and in attention the scores beside one of 32 x
/// 128.
inline constexpr int64_t kPerSumsAndThread = 160;

/// Of them where more warps would read the factors of products from shared
/// memory for longer than the tensor cores multiply: half as many warps, each
/// with twice as many rows, read half as much. Sums of 32 x 128 and scores of
/// 32 x 64 of a warp are so many.
inline constexpr int64_t kMostPerSumsAndThread = 192;

/// Of these sums in all threads: eight warps can have all registers of a
/// thread.
inline constexpr int64_t kPerSums = kPerSumsAndThread * 256;

/// Of these sums and of factors that the loop does not change.
inline constexpr int64_t kKeptByLoopAndThread = 144;

/// Of these sums and of what is loaded for the next iteration.
inline constexpr int64_t kLiveAroundLoopAndThread = 192;

/// Warps of a block with matrix products, where their sums need no more.
inline constexpr int64_t kLeastWarpsOfProducts = 2;

/// Of one tile in all threads: half of a multiprocessor. A larger tile is
/// worked off in slices.
inline constexpr int64_t kPerTile = 1 << 15;

/// So many slices at least are made of it: one takes 32 KiB, which is enough in
/// flight to keep memory busy.
inline constexpr int64_t kSlicesPerTile = 4;

/// Warps that work off slices, where their number is free.
inline constexpr int64_t kWarpsPerSlice = 16;

/// Of one tile in one thread, spills included, beyond which no program is
/// compiled: it would take ptxas minutes.
inline constexpr int64_t kMaxPerTileAndThread = 1024;

} // namespace tessera::registers

#endif // TESSERA_TARGET_REGISTERBUDGET_H
