//===- RegisterBudget.h - Limits on the registers of tiles ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Limits that passes agree on when they choose how tiles become registers,
// each of 32 bits. A multiprocessor has 65,536 of them, a thread at most 255,
// and a value needs its operands beside it. The names say per what a limit is
// counted: "Thread" of one thread, otherwise of all threads of a block.
//
// A question that a GPU and a number of warps answer, such as the registers of a
// thread where two blocks are to reside, is one to tileas::Residency. The limits
// here are from measurements: rows of benchmarks/tensor_share.py, with their
// instructions for 1000 operations, and what ptxas takes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_REGISTERBUDGET_H
#define TESSERA_TARGET_REGISTERBUDGET_H

#include <cstdint>

namespace tessera::registers {

/// Registers that a loop takes beside its tiles: for addresses, and for
/// temporaries of an op. test/Kernels/products/test_residency.py compares the estimate
/// that they are part of with ptxas.
inline constexpr int64_t kForAddresses = 32;

/// One tile, in one thread, if the number of warps is free. Above, values
/// spill, and both LLVM and ptxas take more than linear time.
inline constexpr int64_t kPerTileAndThread = 64;

/// The accumulators of a loop's matrix products that are live at once, in one
/// thread. Factors are not counted: they come and go in small pieces. The limit
/// suits an accumulator of 64 x 64 of a warp in f32, and in attention the
/// scores beside an accumulator of 32 x 128. "f16 128x128x64" on sm_80 takes
/// 0.50 instructions with 128 registers in 4 warps, 0.63 with 64 in 8 warps.
inline constexpr int64_t kPerSumsAndThread = 160;

/// The same limit for loops in which more warps would read the factors from
/// shared memory for longer than the tensor cores multiply: half as many warps,
/// each with twice as many rows, read half as much. An accumulator of 32 x 128
/// beside scores of 32 x 64, both of one warp, take as many: "attention 64x64,
/// d128" on sm_80 takes 1.18 instructions in 2 warps, all of the tensor pipe's
/// time, and 1.23 in 4, with 78 % of it.
inline constexpr int64_t kMostPerSumsAndThread = 192;

/// The same accumulators in all threads: eight warps can have all registers of
/// a thread.
inline constexpr int64_t kPerSums = kPerSumsAndThread * 256;

/// Warps of a block with matrix products, if the accumulators need no more:
/// "attention 64x64, d64" on sm_80 has all of the tensor pipe's time in 2 warps,
/// and 76 % of it in 4.
inline constexpr int64_t kLeastWarpsOfProducts = 2;

/// One tile, in all threads: half of a multiprocessor. A larger tile is
/// processed in slices.
inline constexpr int64_t kPerTile = 1 << 15;

/// The least number of slices of such a tile: a slice then takes at most 32
/// KiB, which is enough in flight to keep memory busy.
inline constexpr int64_t kSlicesPerTile = 4;

/// Warps that process slices, if their number is free.
inline constexpr int64_t kWarpsPerSlice = 16;

/// One tile, in one thread, spills included. Larger ones are refused, since
/// ptxas would take minutes.
inline constexpr int64_t kMaxPerTileAndThread = 1024;

} // namespace tessera::registers

#endif // TESSERA_TARGET_REGISTERBUDGET_H
