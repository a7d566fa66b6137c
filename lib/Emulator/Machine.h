//===- Machine.h - Launches, blocks and warps of the emulated GPU ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp is a set of fragments: groups of lanes that share a program counter
// and a call frame. Among the fragments that can run, the one deepest in calls
// and then with the lowest counter goes first, so that lanes that parted meet
// again; fragments that meet become one. A fragment that runs long gives way to
// the others, so that lanes may wait for one another. A collective instruction
// waits until its lanes have met, and an aligned barrier until the whole warp
// has.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MACHINE_H
#define TESSERA_LIB_EMULATOR_MACHINE_H

#include "Access.h"
#include "tessera/Emulator/Launch.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/bit.h"
#include <mutex>
#include <new>

namespace tessera::ptx {

class Block;
class Counters;
class RaceChecker;

/// Zeroed bytes aligned for vector registers of any host.
class LaneBuffer {
public:
  explicit LaneBuffer(size_t size)
      : bytes(static_cast<uint8_t *>(
            ::operator new(size + 1, std::align_val_t(64)))) {
    std::memset(bytes.get(), 0, size);
  }
  uint8_t *data() const { return bytes.get(); }

private:
  struct Release {
    void operator()(uint8_t *p) const {
      ::operator delete(p, std::align_val_t(64));
    }
  };
  std::unique_ptr<uint8_t, Release> bytes;
};

/// What all blocks of a launch share. Read-only while blocks run, but for the
/// contents of memory.
struct LaunchState {
  LaunchState(const Image &image, GlobalMemory &memory,
              const LaunchConfig &config)
      : image(image), memory(memory), config(config) {}

  /// Prints one whole message.
  void print(llvm::StringRef text);

  const Image &image;
  GlobalMemory &memory;
  const LaunchConfig &config;
  const Code *entry = nullptr;
  llvm::StringRef entryName;
  Dim3 grid = {1, 1, 1}; ///< in blocks
  Dim3 block = {1, 1, 1};
  Dim3 cluster = {1, 1, 1};
  bool hasClusters = false;
  std::vector<uint8_t> parameters;
  /// Of each function, with symbols resolved.
  std::vector<LaneBuffer> constants;
  uint64_t sharedBytes = 0;     ///< static and dynamic
  RaceChecker *races = nullptr; ///< null where nothing asks for it
  std::mutex printMutex;
};

/// One activation of a function by a group of lanes.
struct Frame {
  Frame(const Code &code, const uint8_t *constants)
      : code(&code), constants(constants), registers(code.frameBytes) {}

  const Code *code;
  const uint8_t *constants;
  LaneBuffer registers;
  std::shared_ptr<Frame> caller;
  unsigned depth = 0;
  uint32_t returnPc = 0;
  uint64_t localBase = 0; ///< of .local and .param variables, in each lane
};

struct Fragment {
  enum class Wait : uint8_t {
    None,
    Collective, ///< for lanes of its member mask
    Aligned,    ///< for the rest of the warp
    Barrier,    ///< for the block
    Async,      ///< for asynchronous work or an mbarrier
  };
  std::shared_ptr<Frame> frame;
  uint32_t pc = 0;
  LaneMask lanes = 0;
  Wait wait = Wait::None;
  uint32_t barrier = 0;
  /// Of the barrier when it arrived; or Block::progress when it last looked.
  uint64_t phase = 0;
  uint64_t lastRun = 0; ///< for fairness
  LaneMask members = 0; ///< of the warp barrier that it waits at
};

enum class RunStatus : uint8_t { Ready, Waiting, Done, Faulted };

class Warp {
public:
  Warp(Block &block, unsigned number, LaneMask lanes);

  /// Runs until nothing can go on, or until `budget` instructions are spent.
  RunStatus run(uint64_t &budget);

  // For the handlers of instructions.

  template <typename T> T *write(Slot slot) const {
    return reinterpret_cast<T *>(registers + slot);
  }
  template <typename T> const T *read(Slot slot) const {
    const uint8_t *base = slot & constantBit ? constants : registers;
    return reinterpret_cast<const T *>(base + (slot & ~constantBit));
  }
  LaneMask readPredicate(Slot slot) const { return *read<LaneMask>(slot); }
  /// Sets the predicate for the lanes of `mask`.
  void writePredicate(Slot slot, LaneMask mask, LaneMask value) {
    LaneMask &p = *write<LaneMask>(slot);
    p = (p & ~mask) | (value & mask);
  }
  const Slot *list(const Inst &inst) const {
    return frame->code->slots.data() + inst.list;
  }

  /// Ends the launch with an error at the current instruction. The first fault
  /// counts.
  void fault(unsigned lane, const llvm::Twine &message);
  bool hasFaulted() const { return faulted; }

  /// For a handler of Control::Wait: these lanes cannot go on yet. The
  /// instruction runs again for them once Block::noteProgress has been called.
  void keepWaiting(LaneMask lanes) { held |= lanes; }

  /// Resolves the access of a memory instruction: `size` bytes for each lane of
  /// `mask` at its effective address, in the instruction's space, order and
  /// scope. Sets the host's addresses of these lanes; false after a fault.
  bool access(const Inst &inst, LaneMask mask, uint32_t size, Access kind,
              LanePointers &at) {
    uint64_t addresses[warpSize];
    for (LaneMask left = mask; left; left &= left - 1) {
      unsigned lane = static_cast<unsigned>(llvm::countr_zero(left));
      addresses[lane] = effectiveAddress(inst, lane);
    }
    return accessAt(inst, inst.space, addresses, mask, size, kind, at);
  }
  /// The same at addresses that the caller gives.
  bool accessAt(const Inst &inst, Space space, const uint64_t *addresses,
                LaneMask mask, uint32_t size, Access kind, LanePointers &at);

  /// Host address of `size` bytes that `lane` accesses, or null after a fault.
  /// No checker or counter sees this: for what access() has shown them.
  uint8_t *resolve(Space space, uint64_t address, uint64_t size, unsigned lane,
                   Access access);
  /// Address that a memory instruction gives for a lane.
  uint64_t effectiveAddress(const Inst &inst, unsigned lane) const {
    uint64_t base = inst.isFrameRelative ? frame->localBase
                    : inst.isWide        ? read<uint64_t>(inst.src[0])[lane]
                                         : read<uint32_t>(inst.src[0])[lane];
    return base + static_cast<uint64_t>(inst.immediate);
  }
  /// Bytes of .local memory that start at an offset from the frame; no checks.
  uint8_t *frameBytes(unsigned lane, uint64_t offset) {
    return localMemory.data() + lane * localStride + frame->localBase + offset;
  }

  Block &block;
  const unsigned number;
  LaneMask live;
  LaneMask carry = 0; ///< CC.CF of each lane
  Frame *frame = nullptr;
  Counters *counters = nullptr; ///< null where nothing is counted

private:
  friend class Block;

  Fragment *pick();
  void mergeFragments();
  void runFragment(Fragment &fragment, uint64_t &budget);
  void activate(Fragment &fragment);
  bool isRunnable(const Fragment &fragment) const;
  void wakeWaiters();
  void split(Fragment &fragment, LaneMask lanes, uint32_t pc);
  void reportStuck();

  // Each returns true if the fragment can go on in the inner loop.
  bool runBranch(Fragment &fragment, const Inst &inst, LaneMask mask);
  bool runBranchIndexed(Fragment &fragment, const Inst &inst, LaneMask mask);
  bool runCall(Fragment &fragment, const Inst &inst, LaneMask mask);
  bool runReturn(Fragment &fragment, LaneMask mask);
  bool runExit(Fragment &fragment, LaneMask mask);
  bool runBarrier(Fragment &fragment, const Inst &inst, LaneMask mask);
  bool runCollective(Fragment &fragment, const Inst &inst, LaneMask mask);
  bool runWarpBarrier(Fragment &fragment, const Inst &inst, LaneMask mask);
  bool meetWarp(Fragment &fragment, LaneMask mask);
  void count(LaneMask active, LaneMask executed);
  bool runAligned(Fragment &fragment, const Inst &inst, LaneMask mask);
  bool runWait(Fragment &fragment, const Inst &inst, LaneMask mask);

  void enter(Fragment &fragment, const Code &callee, LaneMask mask);
  std::shared_ptr<Frame> makeFrame(const Code &code);
  bool reserveLocal(uint64_t bytes);
  uint8_t *resolveGlobal(Space space, uint64_t address, uint64_t size,
                         unsigned lane, Access access);
  uint8_t *faultAccess(Space space, uint64_t address, uint64_t size,
                       unsigned lane, Access access, const llvm::Twine &what);
  void observe(const Inst &inst, Space space, const uint64_t *addresses,
               LaneMask mask, uint32_t size, Access kind,
               const LanePointers &at);

  uint8_t *registers = nullptr;
  const uint8_t *constants = nullptr;
  std::vector<std::unique_ptr<Fragment>> fragments;
  uint32_t stopPc = 0;
  uint32_t faultPc = 0;
  uint64_t tick = 0;
  bool wantsFairness = false;
  bool hasYielded = false;
  LaneMask held = 0; ///< by the handler of Control::Wait that runs
  bool faulted = false;
  unsigned faultLane = 0;
  std::string faultMessage;
  const Code *faultCode = nullptr;
  std::vector<uint8_t> localMemory;
  uint64_t localStride = 0;
  const Allocation *lastAllocation = nullptr;
};

/// A barrier resource of a block.
struct Barrier {
  uint64_t phase = 0;
  bool isInUse = false;
  uint32_t expected = 0;         ///< threads; 0: all of the block
  std::vector<LaneMask> arrived; ///< of each warp
  /// Of bar.red, for the current phase and, by parity, of the last two.
  uint32_t count = 0;
  bool all = true;
  uint32_t results[2][3] = {};
};

class Block {
public:
  Block(LaunchState &launch, uint64_t number);

  RunStatus run(uint64_t &budget);

  /// The complete report after a fault.
  std::string takeReport();

  /// A thread's position in the block.
  Dim3 threadIndex(unsigned warp, unsigned lane) const;
  uint32_t specialValue(Special special, unsigned warp, unsigned lane) const;

  /// Lanes of a warp arrive at a barrier for `expected` threads (0: all).
  void arrive(Warp &warp, LaneMask lanes, uint32_t barrier, uint32_t expected,
              LaneMask predicate);
  /// Threads that exit count as arrived.
  void onExit();

  /// Something that lanes may wait for by Control::Wait has changed.
  void noteProgress() { ++progress; }
  /// Before each turn of a warp: asynchronous work may take place or not.
  void tickAsync();
  /// No warp can go on, or all have ended: some of the asynchronous work that
  /// is pending has to take place now. False where there is none.
  bool advanceAsync();

  LaunchState &launch;
  const uint64_t number;
  Dim3 index;
  std::vector<uint8_t> shared;
  std::vector<std::unique_ptr<Warp>> warps;
  std::array<Barrier, 16> barriers;
  uint64_t clock = 0;    ///< instructions that the block has issued
  uint64_t progress = 0; ///< counts calls of noteProgress
  uint64_t threads;

private:
  void complete(Barrier &barrier);
  bool isComplete(const Barrier &barrier) const;
  void reportDeadlock();
  std::string describe(const Warp &warp) const;

  size_t nextWarp = 0;
  std::string report;
};

/// "file:line:column" of an instruction, and its text on one line.
std::string describeLocation(const Image &image, const Code &code, uint32_t pc);
std::string instructionText(const Code &code, uint32_t pc);

/// Built-in functions, called by their PTX ABI.
void callPrintf(Warp &warp, const Inst &inst, LaneMask mask);
void callAssertFail(Warp &warp, const Inst &inst, LaneMask mask);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_H
