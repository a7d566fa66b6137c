//===- Counters.h - What a launch does, line by line ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts what the hardware's counters count, by their definitions (Nsight
// Compute, metrics reference), for each instruction of the program. One object
// belongs to one host thread; they are added up at the end.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_COUNTERS_COUNTERS_H
#define TESSERA_LIB_EMULATOR_COUNTERS_COUNTERS_H

#include "../Machine/Access.h"
#include "Footprint.h"
#include "tessera/Emulator/CounterReport.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Compiler.h"

namespace tessera::ptx {

class Counters {
public:
  explicit Counters(const Image &image) : image(image) {
    values.resize(image.codes.size());
  }

  /// An instruction is issued for `active` lanes, of which its guard lets
  /// `executed` go on. An instruction that waits for lanes of its warp counts
  /// once, when they have met.
  void issue(const Code &code, uint32_t pc, LaneMask active,
             LaneMask executed) {
    CounterValues &line = at(code, pc);
    ++line[Counter::Instructions];
    line[Counter::InstructionsOn] += executed != 0;
    line[Counter::Threads] += llvm::popcount(active);
    line[Counter::ThreadsOn] += llvm::popcount(executed);
    if (LLVM_UNLIKELY(executed && executed != active &&
                      code.instructions[pc].control == Control::Branch))
      ++line[Counter::DivergentBranches];
  }
  /// The lanes of a brx.idx go to different places.
  void diverge(const Code &code, uint32_t pc) {
    ++at(code, pc)[Counter::DivergentBranches];
  }
  /// It adds to a counter.
  void count(const Code &code, uint32_t pc, Counter counter, uint64_t count) {
    at(code, pc)[counter] += count;
  }
  /// A bulk copy accesses so many bytes of global memory at an address.
  void accessGlobal(const Code &code, uint32_t pc, uint64_t address,
                    uint64_t bytes) {
    if (!bytes)
      return;
    constexpr uint64_t sector = 32;
    CounterValues &line = at(code, pc);
    line[Counter::BulkGlobalSectors] +=
        (address + bytes - 1) / sector - address / sector + 1;
    line[Counter::BulkGlobalBytes] += bytes;
  }
  /// Its access to memory.
  void access(const Code &code, uint32_t pc, const Request &request);

  /// Adds what another host thread counted for the same image.
  void add(const Counters &other);
  /// All instructions that have run, by their place in the PTX.
  std::vector<CounterLine> lines() const;
  const Footprint &footprint() const { return globalSectors; }

private:
  CounterValues &at(const Code &code, uint32_t pc) {
    std::vector<CounterValues> &function = values[code.syntax->number];
    if (LLVM_UNLIKELY(function.empty()))
      function.resize(code.instructions.size());
    return function[pc];
  }

  const Image &image;
  /// By function and instruction; empty for a function that has not run.
  std::vector<std::vector<CounterValues>> values;
  Footprint globalSectors;
};

/// The distinct lines of a power of two of bytes that a request touches.
unsigned countDistinctLines(const Request &request, unsigned bytes);

/// The wavefronts of an access to shared memory: what its banks do one after
/// the other; what they would do if no two lanes met in one; and what they have
/// to do at least if accesses of all lanes are served in any order, as hardware
/// may join those of its halves and quarters.
struct Wavefronts {
  unsigned actual = 0, ideal = 0, least = 0;
};
Wavefronts countWavefronts(const Request &request);

/// The kind of work that an instruction is, and the operations that one warp
/// instruction of mma does (0 for others).
InstructionClass classify(const Instruction &syntax);
uint64_t matrixOperations(const Instruction &syntax);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_COUNTERS_COUNTERS_H
