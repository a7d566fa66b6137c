//===- Warp.h - The warps of the emulated GPU -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp is a set of fragments: groups of lanes that share a program counter
// and a call frame. A collective instruction waits until its lanes have met,
// and an aligned barrier until the whole warp has.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MACHINE_WARP_H
#define TESSERA_LIB_EMULATOR_MACHINE_WARP_H

#include "../Grid/Livelock.h"
#include "CallStack.h"
#include "Fragments.h"
#include "MemoryUnit.h"
#include "RegisterFile.h"
#include "ShadowRegisters.h"

namespace tessera::ptx {

class Block;
class Counters;
class RegisterWatch;
class SourceTracker;

enum class RunStatus : uint8_t { Ready, Waiting, Done, Faulted };

/// The reason and place of a launch's end.
struct Fault {
  std::string message;
  const Code *code = nullptr;
  uint32_t pc = 0;
  unsigned lane = 0;
};

/// Runs the instructions of 32 lanes. Handlers of instructions use it as the
/// register file of the frame that is active.
class Warp : public RegisterFile {
public:
  Warp(Block &block, unsigned number, LaneMask lanes);
  ~Warp();

  /// Runs until no fragment can go on, or until `budget` instructions are
  /// spent.
  RunStatus run(uint64_t &budget);

  /// The function and the index of the instruction that runs.
  const Code &code() const { return *frame()->code; }
  uint32_t pc() const { return currentPc; }
  /// Executes an instruction that takes part in control, on the shadow
  /// registers too.
  void execute(const Inst &inst, LaneMask mask);
  /// Counts the instruction that runs. An instruction that may have to wait for
  /// lanes of its warp or block counts itself, once, when it goes on.
  void count(LaneMask active, LaneMask executed);
  /// Makes the fragment the one that runs, in its frame.
  void activate(const Fragment &fragment);

  /// Ends the launch with an error at the current instruction. The first fault
  /// counts.
  void fault(unsigned lane, const llvm::Twine &message);
  /// The same, for a fault with a class of its own among CUDA's errors.
  void fault(LaunchFault kind, unsigned lane, const llvm::Twine &message);
  /// The same at an instruction that this warp has executed before.
  void faultAt(const Code &code, uint32_t pc, unsigned lane,
               const llvm::Twine &message);
  void faultAt(LaunchFault kind, const Code &code, uint32_t pc, unsigned lane,
               const llvm::Twine &message);
  LaunchFault getFaultKind() const { return faultKind; }
  bool hasFaulted() const { return firstFault.code; }
  const Fault &getFault() const { return firstFault; }

  /// For a handler of Control::Wait: these lanes cannot go on yet. The
  /// instruction runs again for them once Block::noteProgress has been called.
  void keepWaiting(LaneMask lanes) { held |= lanes; }
  /// Returns and clears the lanes that handlers have kept.
  LaneMask takeHeld() { return std::exchange(held, 0); }

  //===-- Loops without end (Livelock.cpp) --------------------------------===//

  /// Lanes read something that other threads or time may change: by a strong
  /// read, a test of an mbarrier, a clock.
  void noteLook();
  /// Lanes may have learned something from other threads in another way.
  void noteContact() { ++contacts; }
  /// The same, from other fragments of the warp, if there are any.
  void noteMeeting() { contacts += fragments.size() > 1; }
  /// True if noteRound must be called at the ends of loops.
  bool watchesLoops() const { return isWatchingLoops; }
  /// Lanes reach the end of a loop, which they run again. False after a fault.
  bool noteRound(const Inst &inst, LaneMask lanes);
  /// Returns and advances the clock, which stands still in a standstill; the
  /// shadow gets the value that its warp has just read.
  uint64_t readClock();
  /// In a standstill: a hash of the state in which lanes came to the end of a
  /// loop last, without memory that other threads see.
  uint64_t getLastRound() const { return lastRound; }
  void forgetCycles() {
    lastRound = 0;
    cycles.forget();
    memory.forgetLook();
  }
  /// In a standstill: true if every lane waits or is in a state seen before.
  bool isStuck() const;

  /// For the check of memory: the instruction that runs gets an undefined
  /// value. `origin` describes it; the place is filled in.
  void beginShadow(ShadowRegisters::Origin origin);
  ShadowRegisters *getShadow() const { return shadow.get(); }
  /// Made at the first wgmma instruction; null without the check.
  RegisterWatch *watchRegisters();

  Block &block;
  const unsigned number;
  LaneMask live;
  LaneMask carry = 0; ///< CC.CF of each lane
  /// Products of the panel that the warp is in (ProductPanels.h) that have been
  /// left to its last one, and the latest of them.
  unsigned productsPending = 0;
  const Inst *lastPending = nullptr;
  Counters *counters = nullptr; ///< null if nothing is counted
  SourceTracker *const sources; ///< null if no values are followed
  Fragments fragments;
  CallStack stack;
  MemoryUnit memory;

private:
  template <bool isWatched, bool mayLock>
  void runFragment(Fragment &fragment, uint64_t &budget);
  void runShadowed(const Inst &inst, LaneMask lanes, LaneMask mask);
  void reportStuck();
  uint64_t getContacts() const { return contacts + memory.accessesOutside(); }
  StateHash stateOf(const Inst &inst, LaneMask lanes) const;

  uint32_t currentPc = 0;
  LaneMask held = 0;
  const Fragment *running = nullptr;
  Fault firstFault;
  StateCycles cycles;
  LonelyLoops loops;
  uint64_t contacts = 0; ///< other than accesses to memory
  uint64_t lastRound = 0;
  bool isWatchingLoops = false;
  std::unique_ptr<ShadowRegisters> shadow;
  std::unique_ptr<RegisterWatch> watch;
  LaunchFault faultKind = LaunchFault::Failed;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_WARP_H
