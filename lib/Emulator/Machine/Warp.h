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
#include "llvm/ADT/ArrayRef.h"

namespace tessera::ptx {

class Block;
class Counters;
class RegisterWatch;

enum class RunStatus : uint8_t { Ready, Waiting, Done, Faulted };

/// Why and where a launch ends.
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

  /// Runs until nothing can go on, or until `budget` instructions are spent.
  RunStatus run(uint64_t &budget);

  /// The function and the instruction in it that runs.
  const Code &code() const { return *frame()->code; }
  uint32_t pc() const { return currentPc; }
  /// Executes an instruction that takes part in control: for the shadow, too.
  void execute(const Inst &inst, LaneMask mask);
  /// Counts the instruction that runs. Those that may have to wait for lanes of
  /// their warp or block count themselves, once, when they go on.
  void count(LaneMask active, LaneMask executed);
  /// The fragment is the one that runs, in its frame.
  void activate(const Fragment &fragment);

  /// Ends the launch with an error at the current instruction. The first fault
  /// counts.
  void fault(unsigned lane, const llvm::Twine &message);
  /// The same where a GPU would not just call it a failure.
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
  /// The lanes that the handler has kept since this was last asked.
  LaneMask takeHeld() { return std::exchange(held, 0); }

  //===-- Loops without end (Livelock.cpp) --------------------------------===//

  /// Lanes look at what others, or time, may change: at a strong read, a test
  /// of an mbarrier, a clock.
  void noteLook();
  /// Lanes may have learned something from others in another way.
  void noteContact() { ++contacts; }
  /// The same from others of the warp, if there are any.
  void noteMeeting() { contacts += fragments.size() > 1; }
  /// Whether it has to be told of the ends of loops.
  bool watchesLoops() const { return isWatchingLoops; }
  /// Lanes are at the end of a loop, which they run again. False after a fault.
  bool noteRound(const Inst &inst, LaneMask lanes);
  /// Goes on with each reading, but in a standstill; the shadow sees what its
  /// warp has just seen.
  uint64_t readClock();
  void forgetCycles() {
    cycles.forget();
    memory.forgetLook();
  }
  /// In a standstill: no lane does anything any more.
  bool isStuck() const;

  /// For the check of memory: the instruction that runs gets what nobody gives,
  /// of which its place is told here.
  void beginShadow(ShadowRegisters::Origin origin);
  ShadowRegisters *getShadow() const { return shadow.get(); }
  /// From its first instruction of a warp group on; null without the check.
  RegisterWatch *watchRegisters();

  Block &block;
  const unsigned number;
  LaneMask live;
  LaneMask carry = 0;           ///< CC.CF of each lane
  Counters *counters = nullptr; ///< null where nothing is counted
  Fragments fragments;
  CallStack stack;
  MemoryUnit memory;

private:
  template <bool isWatched, bool mayLock>
  void runFragment(Fragment &fragment, uint64_t &budget);
  void runShadowed(const Inst &inst, LaneMask lanes, LaneMask mask);
  void reportStuck();
  uint64_t getContacts() const { return contacts + memory.accessesOutside(); }
  std::vector<uint8_t> stateOf(const Inst &inst, LaneMask lanes,
                               llvm::ArrayRef<uint64_t> more) const;

  uint32_t currentPc = 0;
  LaneMask held = 0;
  const Fragment *running = nullptr;
  Fault firstFault;
  StateCycles cycles;
  LonelyLoops loops;
  uint64_t contacts = 0; ///< beside accesses to memory
  bool isWatchingLoops = false;
  std::unique_ptr<ShadowRegisters> shadow;
  std::unique_ptr<RegisterWatch> watch;
  LaunchFault faultKind = LaunchFault::Failed;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_WARP_H
