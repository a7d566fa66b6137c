//===- RegisterBudget.h - Limits on the registers of tiles ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Limits that passes agree on when they choose how tiles become registers of a
// thread, each of 32 bits. A thread has at most 255, and a value needs its
// operands beside it.
//
// A question that a GPU and a number of warps answer, such as the registers of a
// thread where two blocks are to reside, is one to tileas::Residency, or to
// tessera/Target/Occupancy.h before there are layouts. The limits here are from
// measurements: docs/rationale/lowering/registers.md has the rows that each of
// them stands on, those of half and of twice the limit, and the commands that
// print them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_REGISTERBUDGET_H
#define TESSERA_TARGET_REGISTERBUDGET_H

#include <cstdint>

namespace tessera::registers {

/// Registers that a loop needs beside its tiles: for addresses, and for
/// temporaries of an op.
inline constexpr int64_t kForAddresses = 32;

/// Registers that ptxas takes beside the tiles of a loop where it has room: 40
/// for addresses, masks and temporaries, among them what it computes once and
/// keeps, and 12 that stay free between groups of aligned registers.
/// test/Kernels/products/test_residency.py compares the estimate that they are
/// part of with ptxas.
inline constexpr int64_t kBesideTiles = 52;

/// Registers by which loads that run ahead of their iteration may exceed the estimate of a
/// loop: ptxas spreads them over the time until they are needed, and is asked whether it
/// has spilled. Norms of 128x128x64 are estimated at 232 of 223 on sm_120, and spill none.
inline constexpr int64_t kBeyondEstimate = 16;

/// Registers among kBesideTiles that stay free between the words that threads read for
/// products. Warp groups whose factors the machine reads have none: 128x128x32 of
/// f16 takes 166 registers on sm_90, 38 beside its sums.
inline constexpr int64_t kBetweenWords = 12;

/// Addresses of a tile that warps exchange through shared memory in a loop: of
/// where a thread stores its part and of where it loads one, each in elements and
/// in bytes.
inline constexpr int64_t kPerExchange = 4;

/// Registers by which kBesideTiles grows for each time that the warps are doubled,
/// in loops whose products have loads ahead between them, and the warps that it
/// is for there. Attention with 64 columns on sm_75 takes 47 beside its tiles and
/// words in four warps, and 73 in eight.
inline constexpr int64_t kPerDoublingOfWarps = 6, kWarpsOfBesideTiles = 8;

/// Addresses and masks of copies among kBesideTiles, and among kForAddresses,
/// where a thread begins as many as it has registers for. Further ones are
/// computed again.
inline constexpr int64_t kOfCopiesByThreads = 24, kLeastOfCopiesByThreads = 16;

/// Registers of one copy by a thread, where there are few: an address and a position
/// that is compared with a bound, each of 64 bits, the place in shared memory, and
/// what stays free. 64x64x32 of f16 takes 72 registers on sm_90, 40 beside its sums,
/// for four copies.
inline constexpr int64_t kPerCopyByThread = 6;

/// Coordinates of boxes and phases of mbarriers in the place of
/// kOfCopiesByThreads, where the machine copies: 128x128x64 of f16 takes 154
/// registers on sm_90, 26 beside its sums.
inline constexpr int64_t kOfBoxes = 12;

/// The same beside results of a thread that become factors, which leave no
/// predicate free for the warps that begin copies: 64x64 attention with d = 128
/// takes 191 on sm_90, of which 16.
inline constexpr int64_t kOfBoxesBesideResults = 16;

/// Registers that it takes beside the tiles of a loop whose products one thread
/// begins, without fragments: tf32 64x64x32 takes 72 on sm_100, of which 24, and
/// 128x256x64 227, of which 35.
inline constexpr int64_t kBesideTilesOfOneThread = 24;

/// Further registers that it takes where threads read sums in the loop that makes
/// them, as long as it has room: addresses and temporaries as in any loop, which are
/// computed again elsewhere, and what stays free between the 32 or 64 consecutive
/// registers of a `tcgen05.ld`. Attention of 64x64 with 128 columns has 34 live
/// beside its tiles, and takes 53.
inline constexpr int64_t kBesideReadSums =
    kBesideTiles - kBesideTilesOfOneThread;

/// The same where they scale a sum of these products in place, so that no tile stays
/// from one iteration to the next, and what is the warp's lies in uniform registers:
/// with 128 registers of a thread attention of 64x64 with 64 columns takes 104 to 106 on
/// sm_100, and of 128x64 with 128 columns 99 to 107; with all that a thread can have
/// 64x64 takes 119 to 140 with 128 columns, and 105 of them if told of four blocks.
inline constexpr int64_t kBesideReadAndScaledSums = 4,
                         kBesideScaledSumsInRoom = 29;

/// Registers of a sum in tensor memory that a thread has at a time where it scales its
/// rows there, beside scores or what is made of them.
inline constexpr int64_t kOfScaledSum = 16;

/// Registers that one `tcgen05.ld` fills at most, and those that a thread has to have
/// beside any number of them: where it has 80, ptxas refuses one that fills 64.
inline constexpr int64_t kMostOfTensorLoad = 64, kBesideTensorLoad = 18;

/// Registers that ptxas takes beside so many of sums that are read from tensor
/// memory behind their loop: addresses and conditions of what is stored. Beside
/// 32 it takes 10 to 16, beside 128 14 to 30.
inline constexpr int64_t besideSums(int64_t sums) { return 12 + sums / 16; }

/// Registers that ptxas keeps for each loop around another one: its counter,
/// its bound and the coordinates of its tile, each of 64 bits.
inline constexpr int64_t kPerLoopAround = 8;

/// Further registers for each of them that has two loops in it, as over groups of
/// rows, which keeps what it has loaded for the tiles that the inner one numbers:
/// 128x128x64 of bf16 takes 227 on sm_75 where 208 are counted without, and 245 on
/// sm_90 for 209.
inline constexpr int64_t kPerFurtherLoop = 16;

/// One tile, in one thread, if the number of warps is free. Above, values
/// spill, and both LLVM and ptxas take more than linear time.
inline constexpr int64_t kPerTileAndThread = 64;

/// The same of a tile that arithmetic makes in a kernel without products, which memory
/// limits: more warps have more loads under way, and compute while others wait. Tiles that are
/// only moved take instructions for addresses, fewer of them with fewer warps.
inline constexpr int64_t kPerStreamedTileAndThread = kPerTileAndThread / 2;

/// One tile, in one thread, if there are fewer warps than usual since tiles in
/// memory are small. A larger one, which is computed of them, keeps more warps
/// busy: the usual number has a quarter of the registers each.
inline constexpr int64_t kPerSmallTileAndThread = kPerTileAndThread / 4;

/// The accumulators of a loop's matrix products that are live at once, in one
/// thread. Factors are not counted: they come and go in small pieces. The limit
/// suits an accumulator of 64 x 64 of a warp in f32, and in attention the
/// scores beside an accumulator of 16 x 256.
inline constexpr int64_t kPerSumsAndThread = 160;

/// The same limit for chains of products where twice as many warps would share rows of
/// the sums, or read factors for longer than the tensor cores multiply: 128 x 256 of
/// attention beside scores of 128 x 64, with 16 rows for each of eight warps, take as many.
inline constexpr int64_t kMostPerSumsAndThread = 192;

/// Warps of a block with matrix products, if the accumulators need no more.
inline constexpr int64_t kLeastWarpsOfProducts = 2;

/// One tile, in one thread, spills included. Larger ones are refused: twice the
/// tile takes ptxas five times as long.
inline constexpr int64_t kMaxPerTileAndThread = 1024;

} // namespace tessera::registers

#endif // TESSERA_TARGET_REGISTERBUDGET_H
