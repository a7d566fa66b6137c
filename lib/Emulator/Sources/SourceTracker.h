//===- SourceTracker.h - Follows the values of a launch ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_SOURCES_SOURCETRACKER_H
#define TESSERA_LIB_EMULATOR_SOURCES_SOURCETRACKER_H

#include "Experiment.h"
#include "LabelMemory.h"
#include "tessera/Emulator/SourceRun.h"
#include "llvm/ADT/StringMap.h"

namespace tessera::ptx {

class Warp;

/// Registers whose bytes have sources, by slot: those of lane 0 first.
using RegisterSources = llvm::DenseMap<Slot, std::vector<SourceSet>>;

/// Runs instructions, and gives what they leave in registers and memory its
/// sources.
class SourceTracker {
public:
  using Set = SourceSet;
  using Writer = LabelMemory::Writer;

  SourceTracker(SourceSetMaker &sets, std::optional<SourceRun::Course> course)
      : sets(sets), course(course), memory(sets) {}

  void execute(Warp &warp, const Inst &inst, LaneMask mask);
  /// A branch, or an instruction's guard, depends on a predicate, by which the
  /// lanes of `mask` execute it. Returns those that do.
  LaneMask decideGuard(Warp &warp, const Inst &inst, LaneMask lanes,
                       LaneMask mask);
  /// An access of the instruction that runs. True if `at` now leads to copies,
  /// as the instruction runs in an experiment.
  bool access(LaneMask lanes, uint32_t size, Access kind, LanePointers &at);

  /// \name For operations that move bytes themselves
  /// @{
  LabelMemory &getMemory() { return memory; }
  Writer writerAt(const Image &image, const Code &code, uint32_t pc);
  /// The element at `to` becomes a combination of itself and that at `from`.
  void combine(const uint8_t *to, const uint8_t *from, unsigned bytes,
               Writer writer);
  /// Bytes of a lane of a register of 32 bits, from `first` on, were loaded or
  /// stored.
  void noteLoad(Warp &warp, Slot slot, unsigned lane, unsigned first,
                const void *from, unsigned bytes);
  void noteStore(Warp &warp, Slot slot, unsigned lane, unsigned first, void *to,
                 unsigned bytes);
  /// The instruction takes values, and nobody knows what becomes of them.
  void lose(const Image &image, const Code &code, uint32_t pc);
  /// @}

  Set unite(Set a, Set b) { return sets.unite(a, b); }
  Set getDecided() const { return decided; }
  /// The course of lanes at a branch that is open.
  struct OpenBranch {
    bool isOther = false; ///< than by what memory holds
    SourceRun::Ways ways = SourceRun::None;
  };
  const llvm::DenseMap<Writer, OpenBranch> &getOpenBranches() const {
    return openBranches;
  }
  const std::string &getLoss() const { return loss; }
  std::string describe(Writer writer) const;

private:
  using Place = std::pair<const Code *, uint32_t>;

  const Plan &planOf(const Code &code, uint32_t pc);
  Set get(Warp &warp, const LaneRegister &each, unsigned lane, unsigned byte);
  void set(Warp &warp, const LaneRegister &each, unsigned lane, unsigned byte,
           Set sources);
  Set wholeOf(Warp &warp, const LaneRegister &each, unsigned lane);
  bool hasSources(Warp &warp, const LaneRegister &each, LaneMask lanes);
  void decide(Set sources) { decided = sets.unite(decided, sources); }
  OpenBranch &openBranch(Writer branch);
  void keepOperands(Warp &warp, const Plan &plan);

  Pattern &patternOf(Warp &warp, const Inst &inst, const Plan &plan,
                     LaneMask mask);
  std::vector<Set> takeOperands(Warp &warp, const Plan &plan);
  void give(Warp &warp, const Plan &plan, LaneMask mask,
            llvm::function_ref<Set(unsigned lane, unsigned byte)> sources);
  void run(Warp &warp, const Inst &inst, LaneMask mask);
  void follow(Warp &warp, const Inst &inst, const Plan &plan, LaneMask mask,
              const std::vector<Set> &operands);
  void followAtomic(Warp &warp, const Plan &plan, LaneMask mask);

  SourceSetMaker &sets;
  const std::optional<SourceRun::Course> course;
  LabelMemory memory;
  llvm::DenseMap<Place, std::unique_ptr<Plan>> plans;
  llvm::DenseMap<Place, std::unique_ptr<Pattern>> patterns;
  llvm::StringMap<std::unique_ptr<Pattern>> products; ///< by name
  Pattern once;                                       ///< of an execution alone
  std::vector<std::string> writers;
  llvm::DenseMap<Place, Writer> writerNumbers;

  std::vector<uint8_t> scratch;
  std::vector<RecordedAccess> accesses;
  Experiment *experiment = nullptr; ///< that runs
  Set decided = 0;
  llvm::DenseMap<Writer, OpenBranch> openBranches; ///< that were met
  std::string loss;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_SOURCES_SOURCETRACKER_H
