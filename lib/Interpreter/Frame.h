//===- Frame.h - The running of one tile block -----------------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what an operation's function sees: the values of one tile
// block, the machine around it, and the way to say that something is undefined.
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

/// The allocations of `alloca global`, which any tile block may use and which
/// come and go while others run.
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

/// What all tile blocks of a launch share.
struct Machine {
  const Program &program;
  GlobalMemory &memory;
  /// Where the globals of the module lie.
  const llvm::StringMap<uint64_t> &globals;
  const LaunchConfig &config;
  Schedule &schedule;
  SharedAllocas sharedAllocas{};
  /// Null where races are not looked for.
  const std::unique_ptr<RaceDetector> races =
      config.checks.race
          ? std::make_unique<RaceDetector>(program.hasLocalAccesses())
          : nullptr;
  /// Says why the run must end, after so many more operations; "": it goes on.
  /// Null where nobody looks after it.
  std::function<std::string(uint64_t)> ask{};
};

/// What went wrong, and at which operation; the notes name what else it takes.
struct Fault {
  struct Note {
    mlir::Location location;
    std::string message;
  };
  mlir::Location location;
  std::string message;
  llvm::SmallVector<Note, 1> notes{};
  /// Nothing is wrong, but the program's course depends on error bounds.
  bool isNotDecidable = false;
  /// That a loop waits for what never happens: often what another fault has
  /// prevented, which then is the one to report.
  bool isWait = false;
  LaunchFault kind = LaunchFault::Failed;
};

/// "tile block (0, 0, 0)": that of this number in a grid.
std::string tileBlockName(uint64_t number, const GridPoint &grid);

struct Place;
class AgentSchedule;

/// Sees the elements that an operation accesses.
class AccessObserver {
public:
  virtual ~AccessObserver() = default;
  /// Elements of a tile, from `index` on, have been read or written at places
  /// that lie `stride` elements apart.
  virtual void accessed(int64_t index, int64_t count, Place first,
                        uint64_t stride) = 0;
  /// Is held while an element changes in one atomic step and until the call
  /// below.
  virtual std::unique_lock<std::mutex> lockUpdate() = 0;
  /// An element of a tile has been combined with `old`, which was there.
  virtual void updated(int64_t index, Place place, uint64_t old) = 0;
};

/// How an operation, or a block of operations, hands on control.
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
  Frame(Machine &machine, Turn &turn);

  /// \name Values
  /// @{
  const Value &get(mlir::Value value) const {
    return slots[machine.program.slotOf(value)];
  }
  const Tile &tile(mlir::Value value) const {
    return std::get<Tile>(get(value));
  }
  /// The elements of a tile, or those that a buffer holds; null if it holds
  /// nothing.
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

  /// Runs the operations of a block up to its terminator and says which kind
  /// that was; `handedOver` then holds the terminator's operands.
  Flow run(mlir::Block &block);
  /// Values on the way from one set of names to another: all are read before
  /// any is written.
  llvm::SmallVector<Value> handedOver;
  void handOver(mlir::ValueRange values);
  /// Gives those that were handed over new names, and leaves nothing of them.
  void takeOver(mlir::ValueRange names);

  /// What this tile block has done that others, or it itself, may see later.
  struct Progress {
    uint64_t changes, printed;
    bool operator==(const Progress &other) const {
      return changes == other.changes && printed == other.printed;
    }
  };
  Progress getProgress() const { return {changes, printed.size()}; }
  /// The number of elements, or runs of them, that have been accessed.
  uint64_t countAccesses() const { return accesses; }

  /// The number of operations that have been run, but for repetitions.
  uint64_t countSteps() const { return steps; }
  /// The steps that whoever looks after the run has not been told of.
  uint64_t countUntold() const { return steps - askedAt; }

  /// Called when what has been done since the step of that number is done again
  /// unless memory changes; those steps count no longer. Returns when memory
  /// may have changed since it had this version; failure, a fault of the loop
  /// that waits for it, if it never will.
  llvm::LogicalResult waitForChange(mlir::Operation *loop, uint64_t version,
                                    uint64_t step);
  /// @}

  /// \name Memory: the machine's, and what this tile block has allocated
  /// @{

  /// As of GlobalMemory, for every address that a program may hold.
  GlobalMemory::Range resolve(uint64_t address, uint64_t size,
                              GlobalMemory::Use use);
  std::string describe(uint64_t address);
  /// Makes an allocation that lasts until the block of operations that runs now
  /// is left, for this tile block alone or for all. 0 if there is no room.
  uint64_t allocate(uint64_t bytes, uint64_t alignment, bool isShared);

  /// Says that `op` is about to access memory there. Other tile blocks may run
  /// meanwhile: hold no lock.
  void beforeAccess(mlir::Operation *op, uint64_t address) {
    lastAccess = {op, address};
    ++accesses;
    if (LLVM_LIKELY(!agents))
      turn.offer();
  }
  /// Sees accesses, where it is not null.
  AccessObserver *accessObserver = nullptr;
  /// Says that an access has changed bytes of memory.
  void noteChange() { hasChangedMemory = true; }
  /// @}

  /// \name Faults
  /// @{

  /// Records that this tile block did what is undefined; always failure.
  llvm::LogicalResult fail(mlir::Operation *op, const llvm::Twine &message);
  /// As above, at one element of a tile of this shape.
  llvm::LogicalResult fail(mlir::Operation *op, const llvm::Twine &message,
                           int64_t element, llvm::ArrayRef<int64_t> shape);
  /// Records that from here on the program's course depends on error bounds,
  /// because of `cause`; always failure.
  llvm::LogicalResult failUndecided(mlir::Operation *op,
                                    const llvm::Twine &message,
                                    mlir::Operation *cause);
  /// Says that what this check looks for has been found. Where it is on, that
  /// is a fault; where it is off, success: the operation goes on, with an
  /// unspecified value where there is nothing better.
  llvm::LogicalResult violates(bool Checks::*check, mlir::Operation *op,
                               const llvm::Twine &message, int64_t element = 0,
                               llvm::ArrayRef<int64_t> shape = {});
  /// Says what a GPU would call the fault, where that is not just a failure.
  void setFaultKind(LaunchFault kind) { fault->kind = kind; }
  /// Names a second place that the fault is about.
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
  /// True after `fail`: the tile block does not come to its end.
  bool isStopped() const { return stopped; }
  /// @}

  Machine &machine;
  /// The coordinates of this tile block in the grid.
  const GridPoint position;
  uint64_t getBlockNumber() const { return blockNumber; }
  /// Decides for this tile block what the specification leaves open.
  Choices choices;
  /// Whether a run with error bounds is looking for them now.
  bool tracksBounds = true;
  /// The buffers of a program in tileas.
  SharedMemory sharedMemory;
  /// Where the program is that of several agents: those of a tile block, which
  /// has its turns when none of them runs.
  AgentSchedule *agents = nullptr;
  void offerTurn() { turn.offer(); }
  bool waitForTurn(uint64_t version) { return turn.waitForChange(version); }
  /// What the tile block has printed so far.
  llvm::raw_string_ostream &printer() { return printStream; }
  std::string takePrinted() { return std::move(printed); }

private:
  Flow runOperations(mlir::Block &block);
  llvm::LogicalResult failAtStepLimit(mlir::Operation *op);
  llvm::LogicalResult failWaiting(mlir::Operation *loop);
  llvm::LogicalResult pause(mlir::Operation *op);
  llvm::LogicalResult askToGoOn(mlir::Operation *op);
  void setPause();
  void publishChange();
  bool isOwn(uint64_t address) const;

  Turn &turn;
  const uint64_t blockNumber;
  /// The memory of the allocas that are this tile block's own.
  GlobalMemory ownMemory;
  /// Address and size of all allocas that still last, the latest last.
  llvm::SmallVector<std::pair<uint64_t, uint64_t>> allocas;
  /// The operations run so far, and how many there may be until `pause` has to
  /// be called.
  uint64_t steps = 0, pauseAt;
  uint64_t turnEnd, askedAt = 0; ///< steps: of this turn, told of already
  /// Whether this tile block may have looked for what others do since then.
  bool hasCommunicated = false;
  struct {
    mlir::Operation *op;
    uint64_t address;
  } lastAccess{};
  uint64_t accesses = 0;
  /// The operations that have changed memory, and whether the current one has.
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
