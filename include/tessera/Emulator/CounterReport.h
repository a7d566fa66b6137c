//===- CounterReport.h - The counters of a launch, line by line -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the figures that the emulator counts for each instruction
// of a program. They follow the definitions of the hardware counters, by the
// names that Nsight Compute gives them; docs/tools/cuda-tile-run.md has the
// table. The unit is an instruction of PTX, not one of the machine code that
// ptxas makes of it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_EMULATOR_COUNTERREPORT_H
#define TESSERA_EMULATOR_COUNTERREPORT_H

#include "tessera/Emulator/EventLog.h"
#include "tessera/Emulator/SourcePlace.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
namespace json {
class OStream;
} // namespace json
} // namespace llvm

namespace tessera::ptx {

/// The kind of work that an instruction does.
enum class InstructionClass : uint8_t {
  Integer,    ///< arithmetic, logic and comparison of integers
  Half,       ///< f16, bf16 and their pairs
  Single,     ///< f32
  Double,     ///< f64
  Special,    ///< rcp, sqrt, sin, ex2 and their like
  Conversion, ///< cvt, cvta
  Move,       ///< mov, selp of bits, prmt
  Matrix,     ///< mma
  LoadGlobal,
  LoadShared, ///< with ldmatrix
  LoadLocal,
  LoadConst,
  LoadParam,
  LoadGeneric,
  StoreGlobal,
  StoreShared, ///< with stmatrix
  StoreLocal,
  StoreParam,
  StoreGeneric,
  Atomic, ///< atom, red
  AsyncCopy,
  Exchange, ///< shfl, vote, match, redux
  Barrier,  ///< bar, barrier, mbarrier
  Fence,
  Control, ///< bra, call, ret, exit
  Other,
};
constexpr unsigned instructionClassCount =
    unsigned(InstructionClass::Other) + 1;
llvm::StringRef instructionClassName(InstructionClass kind);

/// A figure that is counted.
enum class Counter : uint8_t {
  Instructions,   ///< warp instructions
  InstructionsOn, ///< of these, those whose predicate holds for some lane
  Threads,        ///< lanes active in them, whatever their predicates
  ThreadsOn,      ///< of these, the lanes whose predicate holds
  DivergentBranches,
  BarrierWaits, ///< warp instructions that wait at a barrier of the block
  MatrixFlops,
  MatrixIops, ///< of matrix instructions on integers and bits
  GlobalLoadRequests,
  GlobalLoadTags, ///< lines of 128 bytes
  GlobalLoadSectors,
  GlobalLoadBytes, ///< that the threads asked for
  GlobalStoreRequests,
  GlobalStoreTags,
  GlobalStoreSectors,
  GlobalStoreBytes,
  GlobalAtomicRequests,
  GlobalAtomicTags,
  GlobalAtomicSectors,
  GlobalAtomicBytes,
  LocalLoadRequests,
  LocalLoadSectors,
  LocalLoadBytes,
  LocalStoreRequests,
  LocalStoreSectors,
  LocalStoreBytes,
  SharedLoadRequests,
  SharedLoadWavefronts,
  SharedLoadIdeal, ///< wavefronts, had there been no bank conflict
  SharedLoadBytes,
  SharedStoreRequests,
  SharedStoreWavefronts,
  SharedStoreIdeal,
  SharedStoreBytes,
  SharedAtomicRequests,
  SharedAtomicWavefronts,
  SharedAtomicIdeal,
  SharedAtomicBytes,
  SharedLeast, ///< wavefronts of all of these that no hardware can save
  ConstRequests,
  ConstBytes,
  BulkRequests,      ///< bulk and tensor copies and reductions, one for a lane
  BulkGlobalSectors, ///< of 32 bytes, that they read or write
  BulkGlobalBytes,   ///< for tensors, the part within them
  BulkSharedBytes,   ///< in the shared memory of all blocks that they reach
  MulticastBytes,    ///< of these, those that needed no global memory anew
  MbarrierWaits,     ///< tests of mbarriers that some lane finds incomplete
  DescriptorBytes,   ///< of shared memory that matrix descriptors name
  DescriptorWavefronts,
  DescriptorIdeal, ///< wavefronts, had there been no bank conflict
  TensorColumns,   ///< of tensor memory that were allocated
  TensorF16,       ///< operations of tcgen05.mma, by kind
  TensorTf32,
  TensorF8F6F4,
  TensorI8,
  TensorMxF8F6F4,
  TensorMxF4,
  TensorMxF4NvF4,
  WgmmaF16, ///< operations of wgmma, by kind of its factors; with bf16
  WgmmaTf32,
  WgmmaF8,
  WgmmaI8,
  WgmmaB1,
};
constexpr unsigned counterCount = unsigned(Counter::WgmmaB1) + 1;
/// Its name in JSON, such as "global_load_sectors".
llvm::StringRef counterName(Counter counter);

/// One value for each counter.
class CounterValues {
public:
  uint64_t &operator[](Counter counter) { return values[size_t(counter)]; }
  uint64_t operator[](Counter counter) const { return values[size_t(counter)]; }
  CounterValues &operator+=(const CounterValues &other) {
    for (unsigned i = 0; i != counterCount; ++i)
      values[i] += other.values[i];
    return *this;
  }

  /// Multiplies, and rounds.
  void scale(double factor);

private:
  std::array<uint64_t, counterCount> values = {};
};

/// Writes the counters that are not zero into the current object of JSON.
void printCounters(llvm::json::OStream &json, const CounterValues &values);

/// An instruction of the program that a launch has executed.
struct CounterLine {
  std::string function;
  uint32_t line = 0, column = 0; ///< in the PTX
  std::string sourceFile;        ///< of .loc; empty where there is none
  uint32_t sourceLine = 0;
  /// Where the function of that place is inlined, and so on outwards.
  std::vector<SourceLine> callers;
  InstructionClass kind = InstructionClass::Other;
  std::string text;
  CounterValues values;
};

/// The counters of one launch.
struct CounterReport {
  std::string file; ///< of the PTX
  std::string entry;
  std::array<uint32_t, 3> grid = {}, block = {};
  std::vector<CounterLine> lines; ///< by place in the PTX
  /// Sectors of 32 bytes of global memory, each once for the launch: those that
  /// it reads and does not write, and those that it writes.
  uint64_t sectorsOnlyRead = 0, sectorsWritten = 0;
  EventLog events = {}; ///< if the launch logs them
  /// Blocks that have run, of which the figures are scaled up to the grid; 0 if
  /// all have.
  uint64_t sampledBlocks = 0;

  /// Makes of the counts of `ran` blocks those of `all`. Sectors that count
  /// once are at most those of `memoryBytes`.
  void scaleUp(uint64_t ran, uint64_t all, uint64_t memoryBytes);

  CounterValues totals() const;

  /// For a terminal: one row for each line, then the totals.
  void printTable(llvm::raw_ostream &os) const;
  /// One JSON object; docs/tools/cuda-tile-run.md has its schema. `more` may
  /// add attributes to it.
  void printJson(
      llvm::raw_ostream &os,
      llvm::function_ref<void(llvm::json::OStream &)> more = nullptr) const;
};

} // namespace tessera::ptx

#endif // TESSERA_EMULATOR_COUNTERREPORT_H
