//===- Frame.h - One tile block while it runs -------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the context of an operation's function: the values of one
// tile block, the machine around it, and a way to report undefined behaviour.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_FRAME_H
#define TESSERA_LIB_INTERPRETER_FRAME_H

#include "Program.h"
#include "Races/RaceDetector.h"
#include "Schedule/Choices.h"
#include "Schedule/Schedule.h"
#include "Value.h"
#include "tessera/Interpreter/Interpreter.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <mutex>
#include <shared_mutex>

namespace tessera::interp {

using GridPoint = std::array<uint32_t, 3>;

/// The allocations of `alloca global`, which any tile block may use, and which
/// begin and end while others run.
class SharedAllocas {
public:
  static constexpr uint64_t firstAddress = uint64_t(1) << 61;
  static constexpr uint64_t endAddress = uint64_t(1) << 62;

  uint64_t allocate(uint64_t bytes, uint64_t alignment);
  void release(uint64_t address);
  GlobalMemory::Range resolve(uint64_t address, uint64_t size,
                              GlobalMemory::Use use);
  std::string describe(uint64_t address);

private:
  std::shared_mutex mutex;
  GlobalMemory memory{firstAddress, endAddress};
};

/// State that all tile blocks of a launch share.
struct Machine {
  const Program &program;
  GlobalMemory &memory;
  /// Addresses of the module's globals.
  const llvm::StringMap<uint64_t> &globals;
  const LaunchConfig &config;
  Schedule &schedule;
  SharedAllocas sharedAllocas{};
  /// Null if races are not checked.
  const std::unique_ptr<RaceDetector> races =
      config.checks.race
          ? std::make_unique<RaceDetector>(program.hasLocalAccesses())
          : nullptr;
  /// Called after that many more operations. Returns the reason to end the run,
  /// or "" to go on. Null if there is no progress function.
  std::function<std::string(uint64_t)> ask{};
  /// Takes a tile block from those that have not begun, for another one to do its work.
  std::function<std::optional<GridPoint>()> cancelNext{};
};

/// An error and its operation; the notes name further operations involved.
struct Fault {
  struct Note {
    mlir::Location location;
    std::string message;
  };
  mlir::Location location;
  std::string message;
  llvm::SmallVector<Note, 1> notes{};
  /// Not an error, but the program's course depends on error bounds.
  bool isNotDecidable = false;
  /// A loop waits for a change that never comes. Often another fault has
  /// prevented it, which is then the one to report.
  bool isWait = false;
  LaunchFault kind = LaunchFault::Failed;
};

/// The coordinates of a tile block by its number in a grid.
GridPoint positionOf(uint64_t number, const GridPoint &grid);

/// The name of a tile block by its number in a grid: "tile block (0, 0, 0)".
std::string tileBlockName(uint64_t number, const GridPoint &grid);

struct Place;
class AgentSchedule;

/// Observes the elements that an operation accesses.
class AccessObserver {
public:
  virtual ~AccessObserver() = default;
  /// Elements of a tile, from `index` on, have been read or written at places
  /// that lie `stride` elements apart.
  virtual void accessed(int64_t index, int64_t count, Place first,
                        uint64_t stride) = 0;
  /// Locks updates; the lock is held while an element changes in one atomic
  /// step and until the call of updated().
  virtual std::unique_lock<std::mutex> lockUpdate() = 0;
  /// An element of a tile has been combined with `old`, its former value.
  virtual void updated(int64_t index, Place place, uint64_t old) = 0;
};

/// The way in which an operation, or a block of operations, hands on control.
enum class Flow {
  Next,
  Yield,
  Continue,
  Break,
  Return,
  /// The tile block stops, with a fault or because the launch has failed.
  Stop,
};

/// One tile block while it runs. Values live in slots that `Program` numbers.
class Frame {
public:
  /// `ctaRank`: the number of the CTA among those of the tile block.
  Frame(Machine &machine, RunningBlock &running, uint32_t ctaRank);

  /// \name Values
  /// @{
  const Value &get(mlir::Value value) const {
    return slots[machine.program.slotOf(value)];
  }
  const Tile &tile(mlir::Value value) const {
    return std::get<Tile>(get(value));
  }
  /// The elements of a tile or of a buffer's stage; null for an empty one.
  const Tile *find(mlir::Value value) const {
    const Value &content = get(value);
    if (auto *stage = std::get_if<BufferStage>(&content))
      return sharedMemory.find(*stage);
    return std::get_if<Tile>(&content);
  }
  void set(mlir::Value value, Value content) {
    slots[machine.program.slotOf(value)] = std::move(content);
  }
  void setAll(mlir::ValueRange values, llvm::ArrayRef<Value> contents);
  /// @}

  /// \name Control
  /// @{

  /// Runs the operations of a block up to its terminator and returns its kind;
  /// `handedOver` then holds the terminator's operands.
  Flow run(mlir::Block &block);
  /// Values on the way from one set of names to another: all are read before
  /// any is written.
  llvm::SmallVector<Value> handedOver;
  void handOver(mlir::ValueRange values);
  /// Moves the values in `handedOver` to new names.
  void takeOver(mlir::ValueRange names);

  /// Counters of this tile block's actions that other blocks, or it itself, may
  /// see later.
  struct Progress {
    uint64_t changes, printed;
    bool operator==(const Progress &other) const {
      return changes == other.changes && printed == other.printed;
    }
  };
  Progress getProgress() const { return {changes, printed.size()}; }
  /// The number of accesses to elements, or to runs of them.
  uint64_t countAccesses() const { return accesses; }

  /// The number of operations that have been run, without repetitions.
  uint64_t countSteps() const { return steps; }
  /// The number of steps since the progress function was last called.
  uint64_t countUntold() const { return steps - askedAt; }

  /// Called when everything done since step `step` will be repeated unless
  /// memory changes; those steps no longer count. Returns when memory may have
  /// changed since `version`. Fails, with a fault of the waiting loop, if it
  /// never will.
  llvm::LogicalResult waitForChange(mlir::Operation *loop, uint64_t version,
                                    uint64_t step);
  /// @}

  /// \name Memory: the machine's, and what this tile block has allocated
  /// @{

  /// Like GlobalMemory::resolve, for every address that a program may hold.
  GlobalMemory::Range resolve(uint64_t address, uint64_t size,
                              GlobalMemory::Use use);
  std::string describe(uint64_t address);
  /// Makes an allocation that lasts until the current block of operations is
  /// left, for this tile block alone or for all. 0 if there is no room.
  uint64_t allocate(uint64_t bytes, uint64_t alignment, bool isShared);

  /// Announces an access by `op` at this address. Other tile blocks may run
  /// meanwhile: hold no lock.
  void beforeAccess(mlir::Operation *op, uint64_t address) {
    lastAccess = {op, address};
    ++accesses;
    if (LLVM_LIKELY(!agents))
      running.offer();
  }
  /// Observes accesses, if it is not null.
  AccessObserver *accessObserver = nullptr;
  /// Records that an access has changed bytes of memory.
  void noteChange() { hasChangedMemory = true; }
  /// @}

  /// \name Faults
  /// @{

  /// Records undefined behaviour of this tile block; always failure.
  llvm::LogicalResult fail(mlir::Operation *op, const llvm::Twine &message);
  /// The same, at one element of a tile of this shape.
  llvm::LogicalResult fail(mlir::Operation *op, const llvm::Twine &message,
                           int64_t element, llvm::ArrayRef<int64_t> shape);
  /// Records that the program's course depends on error bounds from here on,
  /// because of `cause`; always failure.
  llvm::LogicalResult failUndecided(mlir::Operation *op,
                                    const llvm::Twine &message,
                                    mlir::Operation *cause);
  /// Reports a violation of a check. If the check is on, that is a fault; if it
  /// is off, success: the operation goes on, with an unspecified value if there
  /// is nothing better.
  llvm::LogicalResult violates(bool Checks::*check, mlir::Operation *op,
                               const llvm::Twine &message, int64_t element = 0,
                               llvm::ArrayRef<int64_t> shape = {});
  /// Sets the class that a GPU gives the fault, if that is not just a failure.
  void setFaultKind(LaunchFault kind) { fault->kind = kind; }
  /// Names another place involved in the fault.
  void addNote(mlir::Location location, const llvm::Twine &message) {
    fault->notes.push_back({location, message.str()});
  }
  /// Records an assert that did not hold; the tile block goes on. The first one
  /// counts, unless the tile block stops at a fault later.
  void noteFailedAssert(mlir::Operation *op, const llvm::Twine &message);

  /// Names an element and the tile block: " (element [1, 2], tile block
  /// (0, 0, 0))".
  std::string placeOf(int64_t element, llvm::ArrayRef<int64_t> shape) const;

  const std::optional<Fault> &getFault() const { return fault; }
  /// True after `fail`: the tile block will not run to its end.
  bool isStopped() const { return stopped; }
  /// Tells the observer of the fault, if there are both.
  void tellFinding();
  /// @}

  Machine &machine;
  /// The coordinates of this tile block in the grid.
  const GridPoint position;
  /// Where several CTAs work off a tile block, each has a frame of its own.
  const uint32_t ctaRank;
  uint64_t getBlockNumber() const { return blockNumber; }
  /// Makes this tile block's choices where the specification leaves them open.
  Choices choices;
  /// True while a run with error bounds computes them.
  bool tracksBounds = true;
  /// True while both ways of a branch run, whose condition selects among what
  /// they yield.
  bool takesBothWays = false;
  /// The buffers of a program in tileas.
  SharedMemory sharedMemory;
  /// The terms of the launch, if it runs on symbolic memory.
  SymbolicRun *symbolic() const { return machine.config.symbolic; }
  /// For a program of several agents: the agents of the tile block, which runs
  /// when none of them does.
  AgentSchedule *agents = nullptr;
  void offerSlice() { running.offer(); }
  bool waitForMemory(uint64_t version) {
    return running.waitForChange(version);
  }
  /// The tile block's output so far.
  llvm::raw_string_ostream &printer() { return printStream; }
  std::string takePrinted() { return std::move(printed); }

private:
  Flow runOperations(mlir::Block &block);
  Flow runWithTerms(mlir::Operation *op, Handler run);
  llvm::LogicalResult failAtStepLimit(mlir::Operation *op);
  llvm::LogicalResult failWaiting(mlir::Operation *loop);
  llvm::LogicalResult pause(mlir::Operation *op);
  llvm::LogicalResult tellObserver(mlir::Operation *op);
  llvm::LogicalResult askToGoOn(mlir::Operation *op);
  void setPause();
  void publishChange();
  bool isOwn(uint64_t address) const;

  RunningBlock &running;
  const uint64_t blockNumber;
  /// Memory of this tile block's own allocas.
  GlobalMemory ownMemory;
  /// Address and size of all live allocas, the latest last.
  llvm::SmallVector<std::pair<uint64_t, uint64_t>> allocas;
  /// Number of operations run so far, and the number at which `pause` has to be
  /// called.
  uint64_t steps = 0, pauseAt;
  /// Step numbers: the end of the slice; the last call of the progress function.
  uint64_t sliceEnd, askedAt = 0;
  /// True if this tile block may have looked for changes by others in its slice.
  bool hasCommunicated = false;
  struct {
    mlir::Operation *op;
    uint64_t address;
  } lastAccess{};
  uint64_t accesses = 0;
  /// Number of operations that have changed memory; and true if the current one
  /// has.
  uint64_t changes = 0;
  bool hasChangedMemory = false;
  std::vector<Value> slots;
  std::optional<Fault> fault;
  bool stopped = false;
  std::string printed;
  llvm::raw_string_ostream printStream{printed};
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_FRAME_H
