//===- Counters.h - Counts a launch's work, line by line ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the figures of the hardware's counters, by their definitions (Nsight
// Compute, metrics reference), for each instruction of the program. One object
// belongs to one host thread; the objects are added up at the end.
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

  /// An instruction is issued for `active` lanes, and its guard holds in
  /// `executed`. An instruction that waits for lanes of its warp counts once,
  /// when they have met.
  void issue(const Code &code, uint32_t pc, LaneMask active,
             LaneMask executed) {
    CounterValues &line = at(code, pc);
    ++line[Counter::Instructions];
    line[Counter::InstructionsOn] += executed != 0;
    line[Counter::Threads] += llvm::popcount(active);
    line[Counter::ThreadsOn] += llvm::popcount(executed);
    // The function waits in `home` until lines have their places.
    if (LLVM_UNLIKELY(log && executed))
      log->add(
          {LoggedEvent::Kind::Issue, warp, block, pc, code.syntax->number, 0});
    if (LLVM_UNLIKELY(executed && executed != active &&
                      code.instructions[pc].control == Control::Branch))
      ++line[Counter::DivergentBranches];
  }
  /// The lanes of a brx.idx branch to different places.
  void diverge(const Code &code, uint32_t pc) {
    ++at(code, pc)[Counter::DivergentBranches];
  }
  /// Adds `count` to a counter of the instruction.
  void count(const Code &code, uint32_t pc, Counter counter, uint64_t count) {
    at(code, pc)[counter] += count;
  }
  /// A bulk copy accesses `bytes` bytes of global memory at an address.
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
  /// Counts the instruction's access to memory.
  void access(const Code &code, uint32_t pc, const Request &request);

  /// \name The log of events; nothing happens without one
  /// @{
  void beginLog() { log.emplace(); }
  /// This warp runs from now on.
  void enter(uint64_t ofBlock, uint32_t ofWarp) {
    block = ofBlock;
    warp = ofWarp;
  }
  /// An event at a barrier, by its number there (EventLog.h).
  void note(LoggedEvent::Kind kind, uint64_t ofBlock, uint32_t ofWarp,
            uint64_t home, uint64_t barrier) {
    if (LLVM_UNLIKELY(log.has_value()))
      log->add({kind, ofWarp, ofBlock, 0, home, barrier});
  }
  /// The same at an mbarrier, by its address in shared memory.
  void noteMbarrier(LoggedEvent::Kind kind, uint64_t ofBlock, uint32_t ofWarp,
                    uint64_t home, uint64_t offset) {
    note(kind, ofBlock, ofWarp, home, EventLog::firstMbarrier + offset);
  }
  /// The log, whose instructions are places in the result of lines().
  EventLog events() const;
  /// @}

  /// Adds the counters of another host thread for the same image.
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
  std::optional<EventLog> log;
  uint64_t block = 0;
  uint32_t warp = 0;
  /// By function and instruction; empty for a function that has not run.
  std::vector<std::vector<CounterValues>> values;
  Footprint globalSectors;
};

/// The place, the text and the class of an instruction, with counters of 0.
CounterLine describeCounted(const Image &image, const Code &code, uint32_t pc);

/// Number of distinct lines that a request touches; `bytes`, a power of two, is
/// the size of a line.
unsigned countDistinctLines(const Request &request, unsigned bytes);

/// The wavefronts of an access to shared memory. `actual`: with its bank
/// conflicts, and one after the other. `ideal`: without bank conflicts.
/// `least`: if accesses of all lanes are served in any order, as the hardware
/// may join those of its halves and quarters.
struct Wavefronts {
  unsigned actual = 0, ideal = 0, least = 0;
};
Wavefronts countWavefronts(const Request &request);

/// The class of an instruction; and the operations of one warp instruction of
/// mma (0 for others).
InstructionClass classify(const Instruction &syntax);
uint64_t matrixOperations(const Instruction &syntax);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_COUNTERS_COUNTERS_H
