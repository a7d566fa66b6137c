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

#ifndef TESSERA_LIB_EMULATOR_MACHINE_MACHINE_H
#define TESSERA_LIB_EMULATOR_MACHINE_MACHINE_H

#include "Access.h"
#include "Builtins.h"
#include "Random.h"
#include "tessera/Emulator/Launch.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/bit.h"
#include <mutex>
#include <new>

namespace tessera::ptx {

class AsyncUnit;
class Block;
class Counters;
class RaceChecker;

/// Bytes of .local memory that a thread has.
constexpr uint64_t largestLocal = 512 << 10;

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
  LaunchState(const Image &image, GlobalMemory &memory, LaunchConfig config)
      : image(image), memory(memory), config(std::move(config)) {}

  /// Prints one whole message.
  void print(llvm::StringRef text);
  void reportAssertion(llvm::StringRef text);

  const Image &image;
  GlobalMemory &memory;
  const LaunchConfig config;
  unsigned number = 0; ///< among the launches that run at once
  const Code *entry = nullptr;
  llvm::StringRef entryName;
  Dim3 grid = {1, 1, 1}; ///< in blocks
  Dim3 block = {1, 1, 1};
  Dim3 cluster = {1, 1, 1};
  bool hasClusters = false;
  std::vector<uint8_t> parameters;
  /// Of each function, with symbols resolved.
  std::vector<LaneBuffer> constants;
  uint64_t sharedBytes = 0; ///< static and dynamic
  /// Before them: what the system has for itself; 0 where no code reads where
  /// that is.
  uint64_t reservedSharedBytes = 0;
  /// By offset in shared memory; for reports.
  std::vector<std::pair<uint64_t, const Variable *>> sharedVariables;
  uint64_t gridWorkspace = 0;   ///< address; 0 where the code does not read it
  std::unique_ptr<Heap> heap;   ///< null where the code calls no malloc
  RaceChecker *races = nullptr; ///< null where nothing asks for it
  std::mutex *printMutex = nullptr;
};

/// One activation of a function by a group of lanes. Lanes that come to one
/// call in several groups share the activation, as their registers are apart,
/// so that they can meet inside.
struct Frame {
  Frame(const Code &code, const uint8_t *constants)
      : code(&code), constants(constants), registers(code.frameBytes) {}

  const Code *code;
  const uint8_t *constants;
  LaneBuffer registers;
  std::unique_ptr<LaneBuffer> twin; ///< of the registers, see Twin
  std::shared_ptr<Frame> caller;
  unsigned depth = 0;
  uint32_t returnPc = 0;
  uint64_t localBase = 0; ///< of .local and .param variables, in each lane
  /// Local memory behind the variables: what alloca has taken in any lane, or
  /// the array of a variadic function; and the end of it in each lane.
  uint64_t dynamicBytes = 0;
  std::array<uint64_t, warpSize> stackTops = {};
  uint64_t localEnd() const {
    return localBase + code->syntax->localBytes + dynamicBytes;
  }
  /// Activations of callees that may still be running.
  std::vector<std::weak_ptr<Frame>> callees;
};

/// The lanes of `mask` whose value is that of `lane`.
template <typename T>
LaneMask lanesEqualTo(const T *values, LaneMask mask, unsigned lane) {
  LaneMask equal = 0;
  for (unsigned other = 0; other != warpSize; ++other)
    equal |= LaneMask(values[other] == values[lane]) << other;
  return equal & mask;
}

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
  uint32_t results[3] = {}; ///< of the barrier: count, all, any
  /// Instructions of its turn, in which it may go before others of the warp.
  uint64_t spent = 0;
  LaneMask members = 0; ///< of the warp barrier that it waits at
};

/// A warp that has loaded memory that nobody has written runs on a second copy
/// of its registers, too, for which such memory holds other bytes (Twin.cpp).
struct Twin {
  struct Origin {
    std::string place; ///< size and address, in words
    const Code *code = nullptr;
    uint32_t pc = 0;
  };
  struct Stored {
    Request request;
    std::array<uint64_t, warpSize> addresses = {};
    LanePointers copy = {};
  };
  Origin origin;          ///< the last such load
  bool isFresh = false;   ///< the load that began it runs
  bool isRunning = false; ///< an instruction runs on the copy
  LaneMask carry = 0;
  unsigned steps = 0;
  std::vector<Stored> stores;
  std::vector<std::vector<uint8_t>> bytes; ///< that the copy accesses
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
  /// The function and the instruction in it that runs.
  const Code &code() const { return *frame->code; }
  uint32_t pc() const { return faultPc; }
  const Slot *list(const Inst &inst) const {
    return frame->code->slots.data() + inst.list;
  }

  /// Ends the launch with an error at the current instruction. The first fault
  /// counts.
  void fault(unsigned lane, const llvm::Twine &message);
  bool hasFaulted() const { return faulted; }
  /// The same at an instruction that this warp has executed before.
  void faultAt(const Code &code, uint32_t pc, unsigned lane,
               const llvm::Twine &message);

  /// For a handler of Control::Wait: these lanes cannot go on yet. The
  /// instruction runs again for them once Block::noteProgress has been called.
  void keepWaiting(LaneMask lanes) { held |= lanes; }

  /// Resolves the access of a memory instruction: `size` bytes for each lane of
  /// `mask` at its effective address, in the instruction's space, order and
  /// scope. Sets the host's addresses of these lanes; false after a fault.
  bool access(const Inst &inst, LaneMask mask, uint32_t size, Access kind,
              LanePointers &at) {
    uint64_t addresses[warpSize];
    effectiveAddresses(inst, addresses);
    return accessAt(inst, inst.space, addresses, mask, size, kind, at);
  }
  /// The same at addresses that the caller gives.
  bool accessAt(const Inst &inst, Space space, const uint64_t *addresses,
                LaneMask mask, uint32_t size, Access kind, LanePointers &at);

  /// Host address of `size` bytes that `lane` accesses, or null after a fault.
  /// No checker or counter sees this: for what access() has shown them.
  uint8_t *resolve(Space space, uint64_t address, uint64_t size, unsigned lane,
                   Access access);
  /// Addresses that a memory instruction gives for all lanes, whether they
  /// execute it or not.
  void effectiveAddresses(const Inst &inst, uint64_t *addresses) const;
  /// The same for one lane.
  uint64_t effectiveAddress(const Inst &inst, unsigned lane) const {
    const uint64_t offset = static_cast<uint64_t>(inst.immediate);
    if (inst.isFrameRelative)
      return frame->localBase + offset;
    if (inst.isWide)
      return read<uint64_t>(inst.src[0])[lane] + offset;
    // Addresses of 32 bits wrap around.
    return read<uint32_t>(inst.src[0])[lane] + static_cast<uint32_t>(offset);
  }
  /// Makes local memory behind the frame's variables, `bytes` in all; false if
  /// a thread has not that much.
  bool growFrame(uint64_t bytes);
  /// Bytes of .local memory that start at an offset from the frame; no checks.
  uint8_t *frameBytes(unsigned lane, uint64_t offset) {
    return localMemory.data() + lane * localStride + frame->localBase + offset;
  }

  /// Appends all that decides what these lanes of the current frame do next,
  /// but for memory that other threads see (Spin.cpp).
  void appendState(LaneMask lanes, std::vector<uint8_t> &state) const;
  /// Lanes look at what others, or time, may change: at a strong read, a test
  /// of an mbarrier, a clock (Spin.cpp).
  inline void noteLook(const Inst &inst);
  /// Goes on with each reading, but in a standstill; the twin sees what its
  /// warp has just seen.
  inline uint64_t readClock();

  /// For the checker of memory: a load gets what nobody has written.
  void beginTwin(const Twin::Origin &origin);
  bool hasTwin() const { return twin != nullptr; }
  /// Ends the launch: something depends on what was loaded.
  void useOfTwin(unsigned lane, const llvm::Twine &how);

  Block &block;
  const unsigned number;
  LaneMask live;
  LaneMask carry = 0; ///< CC.CF of each lane
  /// Counts instructions that access memory that other threads see.
  uint64_t accessesOutside = 0;
  /// Its last turn ended because it looked at one place for something new.
  bool isPolling = false;
  bool hasSeenNew = false; ///< in its last turn, by strong reads
  Frame *frame = nullptr;
  Counters *counters = nullptr; ///< null where nothing is counted

private:
  friend class Block;

  void noteRound(const Inst &inst);
  void forgetRounds();
  bool isStuck() const;

  Fragment *pick();
  Fragment *pickRandom();
  void mergeFragments();
  uint64_t sliceFor(const Fragment &fragment, uint64_t budget);
  /// Whether it has lanes, and all wait for other warps or asynchronous work.
  bool isWaiting() const;
  template <bool isCounted>
  void runFragment(Fragment &fragment, uint64_t &budget);
  bool runControl(Fragment &fragment, const Inst &inst, LaneMask mask);
  void activate(Fragment &fragment);
  bool isRunnable(const Fragment &fragment) const;
  void wakeWaiters();
  void split(Fragment &fragment, LaneMask lanes, uint32_t pc);
  void reportStuck();

  // Each returns true if the fragment can go on in the inner loop.
  bool runBranch(Fragment &fragment, const Inst &inst, LaneMask mask);
  bool runBranchIndexed(Fragment &fragment, const Inst &inst, LaneMask mask);
  bool runCall(Fragment &fragment, const Inst &inst, LaneMask mask);
  bool runReturn(Fragment &fragment, const Inst &inst, LaneMask mask);
  bool runExit(Fragment &fragment, LaneMask mask);
  bool runBarrier(Fragment &fragment, const Inst &inst, LaneMask mask);
  bool runCollective(Fragment &fragment, const Inst &inst, LaneMask mask);
  void noteExchange(LaneMask lanes);
  bool meetElsewhere(Fragment &fragment, const Inst &inst, LaneMask group,
                     LaneMask members);
  bool runWarpBarrier(Fragment &fragment, const Inst &inst, LaneMask mask);
  bool meetWarp(Fragment &fragment, LaneMask mask);
  void count(LaneMask active, LaneMask executed);
  bool runAligned(Fragment &fragment, const Inst &inst, LaneMask mask);
  bool runWait(Fragment &fragment, const Inst &inst, LaneMask mask);

  bool enter(Fragment &fragment, const Code &callee, LaneMask mask);
  std::shared_ptr<Frame> activationOf(const std::shared_ptr<Frame> &caller,
                                      const Code &callee, uint32_t returnPc);
  void checkUniform(LaneMask others);
  std::shared_ptr<Frame> makeFrame(const Code &code);
  bool reserveLocal(uint64_t bytes);
  uint8_t *resolveGlobal(Space space, uint64_t address, uint64_t size,
                         unsigned lane, Access access);
  uint8_t *faultAccess(Space space, uint64_t address, uint64_t size,
                       unsigned lane, Access access, const llvm::Twine &what);
  void notePoll(const Inst &inst, const uint8_t *at, uint32_t size);
  bool resolveAll(Space space, const uint64_t *addresses, LaneMask mask,
                  uint32_t size, Access kind, LanePointers &at);
  bool accessWatched(const Inst &inst, Space space, const uint64_t *addresses,
                     LaneMask mask, uint32_t size, Access kind,
                     LanePointers &at);
  void observe(const Inst &inst, Space space, const uint64_t *addresses,
               LaneMask mask, uint32_t size, Access kind,
               const LanePointers &at);

  /// Of what takes part in control: for the twin, too.
  void execute(const Inst &inst, LaneMask mask) {
    if (LLVM_UNLIKELY(twin))
      executeTwinned(inst, mask, mask);
    else
      inst.execute(*this, inst, mask);
  }
  void makeFrameTwin();
  void runOnTwin(const Inst &inst, LaneMask mask);
  void executeTwinned(const Inst &inst, LaneMask lanes, LaneMask mask);
  bool agreesWithTwin(const Inst &inst, LaneMask lanes, LaneMask mask);
  LaneMask differingLanes(const Operand &operand) const;
  void copyToTwin(const Operand &operand, LaneMask lanes);
  void endTwinIfEqual();
  void showTwin(const Request &request, const LanePointers &copy);
  void accessTwin(const Inst &inst, Space space, const uint64_t *addresses,
                  LaneMask mask, uint32_t size, Access kind, LanePointers &at);

  std::unique_ptr<Twin> twin;
  uint8_t *registers = nullptr;
  const uint8_t *constants = nullptr;
  std::vector<std::unique_ptr<Fragment>> fragments;
  uint32_t stopPc = 0;
  uint32_t faultPc = 0;
  LaneMask held = 0; ///< by the handler of Control::Wait that runs
  bool faulted = false;
  unsigned faultLane = 0;
  std::string faultMessage;
  const Code *faultCode = nullptr;
  std::vector<uint8_t> localMemory;
  uint64_t localStride = 0;
  const Allocation *lastAllocation = nullptr;
  /// The last strong read, and how often in a row it has found the same value.
  const Inst *polled = nullptr;
  const uint8_t *polledPlace = nullptr;
  uint64_t polledValue = 0;
  unsigned polls = 0;
  /// In a standstill: lanes that come round to a place with everything as it
  /// was, and the states with which lanes have come to places.
  LaneMask circling = 0;
  std::vector<uint64_t> rounds;
  const Fragment *running = nullptr; ///< the one of `frame`
};

/// A barrier resource of a block.
struct Barrier {
  uint64_t phase = 0;
  bool isInUse = false;
  uint32_t expected = 0;         ///< threads; 0: all of the block
  std::vector<LaneMask> arrived; ///< of each warp
  /// The first arrival of the phase, for reports.
  Warp *firstWarp = nullptr;
  const Code *firstCode = nullptr;
  uint32_t firstPc = 0;
  bool isReduction = false;
  /// Of bar.red, for the current phase.
  uint32_t count = 0;
  bool all = true;
};

class Block {
public:
  /// `ticket` numbers the blocks of all launches in the order of their starts.
  Block(LaunchState &launch, uint64_t number, uint64_t ticket);

  RunStatus run(uint64_t &budget);

  /// Adds a line for each group of lanes that has not ended: where it is and
  /// what it waits for. At most `left` lines, which are taken from it.
  void describeWarps(std::string &text, unsigned &left) const;

  ~Block();
  /// Asynchronous operations and mbarriers; made when it is first asked for.
  AsyncUnit &asyncUnit();

  /// The complete report after a fault.
  std::string takeReport();

  /// A thread's position in the block.
  Dim3 threadIndex(unsigned warp, unsigned lane) const;
  uint32_t specialValue(Special special, unsigned warp, unsigned lane) const;

  /// Lanes of a warp arrive at a barrier for `expected` threads (0: all) by the
  /// instruction that the warp executes.
  void arrive(Warp &warp, const Inst &inst, LaneMask lanes, uint32_t barrier,
              uint32_t expected, LaneMask predicate);
  /// Lanes have exited: a barrier of the whole block waits for them no longer.
  void onExit(Warp &warp, LaneMask lanes);

  /// Something that lanes may wait for by Control::Wait has changed.
  void noteProgress() {
    ++progress;
    ++changes;
  }
  /// The clocks go on by so much and stand still, or run again (0). What
  /// threads look for may be there then.
  void setTime(uint64_t newStandstill, uint64_t jump);
  /// In a standstill: nobody does anything any more.
  bool isStuck() const;

  /// Before each turn of a warp: asynchronous work may take place or not.
  void tickAsync();
  /// No warp can go on, or all have ended: some of the asynchronous work that
  /// is pending has to take place now. False where there is none.
  bool advanceAsync();

  LaunchState &launch;
  const uint64_t number;
  const uint64_t ticket;
  Random random;       ///< of what is random within the block
  const bool isRandom; ///< the order of warps and fragments
  Dim3 index;
  std::vector<uint8_t> shared;
  std::vector<std::unique_ptr<Warp>> warps;
  std::array<Barrier, 16> barriers;
  /// What launch.races keeps of the block.
  std::shared_ptr<void> raceState;
  std::unique_ptr<AsyncUnit> async; ///< null until something needs it
  Warp *blamed = nullptr; ///< faulted by what it began, maybe after its end
  uint64_t clock = 0;     ///< instructions that the block has issued, mostly
  /// Counts what other threads may see, of all that threads of the block do.
  uint64_t changes = 0;
  uint64_t looks = 0; ///< counts calls of Warp::noteLook
  /// Not 0 while time stands still: which of the standstills of the launch.
  uint64_t standstill = 0;
  uint64_t progress = 0;  ///< counts calls of noteProgress
  bool isPolling = false; ///< all warps waited or polled in its last turn
  bool hasHadTurn = false;
  /// The scheduler's: changes and looks that it has seen, jumps of time that
  /// the block knows of, and the standstill in which the block was found stuck.
  uint64_t seenChanges = 0, seenLooks = 0, seenJumps = 0, stuckIn = 0;
  uint64_t threads;

private:
  void complete(Barrier &barrier);
  bool isComplete(const Barrier &barrier) const;
  uint32_t numberOf(const Barrier &barrier) const {
    return static_cast<uint32_t>(&barrier - barriers.data());
  }
  bool checkArrival(Warp &warp, const Inst &inst, const Barrier &barrier,
                    LaneMask lanes, uint32_t expected) const;
  void checkLeftOver(Warp &warp, LaneMask lanes, const Barrier &barrier) const;
  bool checkEnd();

  Warp *pick();
  Warp *pickRandom();
  RunStatus endOrDeadlock();
  void reportDeadlock();
  std::string describe(const Warp &warp) const;
  std::string describeWait(const Warp &warp, const Fragment &fragment) const;

  size_t nextWarp = 0;
  size_t idle = 0;  ///< warps in a row that could not go on
  size_t quiet = 0; ///< turns in a row of warps that could not, or polled
  uint64_t turn = 0;
  std::vector<uint64_t> heldUntil; ///< turn, of each warp, in random order
  std::string report;
};

void Warp::noteLook(const Inst &inst) {
  ++block.looks;
  if (LLVM_UNLIKELY(block.standstill))
    noteRound(inst);
}

uint64_t Warp::readClock() {
  bool stands = block.standstill || (twin && twin->isRunning);
  return stands ? block.clock : ++block.clock;
}

/// "file:line:column" of an instruction, and its text on one line.
std::string describeLocation(const Image &image, const Code &code, uint32_t pc);
/// "file:line" of the source by .loc, or "".
std::string describeSource(const Image &image, const Code &code, uint32_t pc);
std::string instructionText(const Code &code, uint32_t pc);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_MACHINE_H
