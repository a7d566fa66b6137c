//===- Launch.cpp - Runs an entry for every tile block of a grid ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frame.h"
#include "tessera/Dialect/TileAA/IR/FloatFormats.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Interpreter/ErrorBounds.h"
#include "tessera/Interpreter/Interpreter.h"
#include "tessera/Interpreter/Observer.h"
#include "tessera/Interpreter/SymbolicRun.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include <map>
#include <mutex>
#include <thread>

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

ArrayRef<std::pair<llvm::StringLiteral, bool Checks::*>> Checks::names() {
  static constexpr std::pair<llvm::StringLiteral, bool Checks::*> names[] = {
      {"memory", &Checks::memory},
      {"race", &Checks::race},
      {"assume", &Checks::assume},
      {"init", &Checks::init},
      {"assume-constant", &Checks::assumeConstant},
      {"index-space", &Checks::indexSpace}};
  return names;
}

//===----------------------------------------------------------------------===//
// Entry and arguments
//===----------------------------------------------------------------------===//

/// A kernel that a launch can start, at whichever stage the module is.
struct LaunchedEntry {
  Operation *op;
  StringRef name;
  ArrayRef<Type> parameters;
  Region *body;

  InFlightDiagnostic emitError() const { return op->emitError(); }
};

/// None if the operation is not a kernel.
static std::optional<LaunchedEntry> asEntry(Operation *op) {
  using Result = std::optional<LaunchedEntry>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<cuda_tile::EntryOpInterface, tileaa::EntryOpInterface,
            tileas::KernelOpInterface>([](auto entry) -> Result {
        return LaunchedEntry{entry, entry.getSymName(),
                             entry.getFunctionType().getInputs(),
                             &entry.getBody()};
      })
      .Default([](Operation *) -> Result { return std::nullopt; });
}

/// The CTAs that run a kernel for each tile block.
static unsigned countCTAs(Operation *op) {
  if (auto kernel = dyn_cast<tileas::KernelOpInterface>(op))
    return kernel.getSpec().countWorkingCTAs();
  auto entry = dyn_cast<tileaa::EntryOpInterface>(op);
  tileaa::LaunchAttr launch = entry ? entry.getLaunchAttr() : nullptr;
  return launch && launch.getSpread() ? launch.countCTAs() : 1;
}

static std::optional<LaunchedEntry> findEntry(Operation *module,
                                              StringRef name) {
  SmallVector<StringRef> names;
  for (Operation &op : module->getRegion(0).front())
    if (std::optional<LaunchedEntry> entry = asEntry(&op)) {
      if (entry->name == name)
        return entry;
      names.push_back(entry->name);
    }
  InFlightDiagnostic error = module->emitError()
                             << "there is no entry '" << name << "'; ";
  if (names.empty())
    error << "the module has none";
  else
    error << "the module has " << llvm::join(names, ", ");
  return std::nullopt;
}

/// The type as in the text of the entry: "f32" or "ptr<f32>".
static std::string nameOf(Type element) {
  if (auto pointer = dyn_cast<cuda_tile::PointerType>(element))
    return "ptr<" + nameOf(pointer.getPointeeType()) + ">";
  if (isPointer(element))
    return "ptr";
  std::string name;
  llvm::raw_string_ostream(name) << element;
  return name;
}

/// True if a parameter holds numbers of the format. From tileaa on, formats
/// without arithmetic are given as bits.
static bool holds(Type parameter, Format format) {
  Type element = elementTypeOf(parameter);
  return formatOf(element) == format ||
         (!isa<cuda_tile::TileType>(parameter) && numerics::isFloat(format) &&
          element == tileaa::getStorageType(tileaa::fromNumerics(format),
                                            parameter.getContext()));
}

static bool fits(const Argument &argument, Type parameter) {
  if (isPointer(elementTypeOf(parameter)))
    return argument.isPointer();
  return !argument.isPointer() && holds(parameter, argument.getFormat()) &&
         argument.getBits() <=
             numerics::lowBits(numerics::bitWidth(argument.getFormat()));
}

/// The values of the entry's arguments, or an error that lists its parameters.
static FailureOr<SmallVector<interp::Value>>
bindArguments(const LaunchedEntry &entry, ArrayRef<Argument> arguments) {
  SmallVector<Type> elements;
  for (Type type : entry.parameters) {
    Type element = elementTypeOf(type);
    bool isScalar = shapeOf(type).empty() &&
                    !isa<cuda_tile::TensorViewType, cuda_tile::TileView>(type);
    if (!element || !isScalar)
      return entry.emitError()
             << "the entry '" << entry.name << "' has an argument of type "
             << type << ", which a launch cannot give";
    elements.push_back(element);
  }
  std::string takes = "the entry '" + entry.name.str() + "' takes " +
                      std::to_string(elements.size()) + " arguments (" +
                      llvm::join(llvm::map_range(elements, nameOf), ", ") + ")";
  if (elements.size() != arguments.size())
    return entry.emitError()
           << takes << ", but " << arguments.size() << " are given";

  SmallVector<interp::Value> values;
  for (auto [i, element] : llvm::enumerate(elements)) {
    const Argument &argument = arguments[i];
    if (!fits(argument, entry.parameters[i]))
      return entry.emitError()
             << takes << ", but argument " << i << " is given as "
             << (argument.isPointer() ? "a pointer"
                                      : numerics::name(argument.getFormat()));
    values.push_back(Tile::scalar(*formatOf(element), argument.getBits()));
  }
  return values;
}

/// The number of tile blocks, or an error about the grid.
static FailureOr<uint64_t> sizeOf(const LaunchedEntry &entry,
                                  const GridPoint &grid) {
  constexpr uint32_t largest = (1 << 24) - 1, largestOfOthers = 65535;
  uint64_t count = 1;
  for (auto [i, extent] : llvm::enumerate(grid))
    if (extent == 0 || extent > (i ? largestOfOthers : largest) ||
        __builtin_mul_overflow(count, uint64_t(extent), &count))
      return entry.emitError()
             << "a grid of " << grid[0] << " x " << grid[1] << " x " << grid[2]
             << " tile blocks cannot run; each extent must be 1 to " << largest
             << ", and those of the second and third direction at most "
             << largestOfOthers;
  return count;
}

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

namespace {
/// Collects the output and the first fault of the tile blocks of a grid, in the
/// order of the grid.
class Outcome {
public:
  Outcome(Schedule &schedule, const LaunchConfig &config, uint64_t size)
      : schedule(schedule), config(config), size(size) {}

  /// Records the end of a tile block.
  void add(uint64_t number, Frame &frame);
  /// Records that another tile block does the work of one, and prints for it.
  void addTakenOver(uint64_t number);
  /// The fault to report, if any.
  std::optional<Fault> getFault() const;
  /// Calls the progress function, after `steps` more operations. Returns the
  /// reason to end the launch, or "" to go on.
  std::string ask(uint64_t steps);
  /// The reason of the progress function to end the launch, or "".
  StringRef whyStopped() const { return whyGivenUp; }

private:
  void askAgain(uint64_t steps);
  void addFault(uint64_t number, const Fault &fault);
  Fault describeDeadlock() const;

  Schedule &schedule;
  const LaunchConfig &config;
  const uint64_t size;

  /// Guards the members below.
  std::mutex mutex;
  uint64_t ended = 0, stepsInAll = 0;
  std::string whyGivenUp;
  /// Output of tile blocks that waits for an earlier one to finish.
  std::map<uint64_t, std::string> printed;
  uint64_t nextToPrint = 0;
  std::optional<Fault> fault;
  static constexpr uint64_t none = ~uint64_t(0);
  uint64_t faultyBlock = none;
  /// The first tile block that did not run to its end.
  uint64_t firstStopped = none;
  /// The first tile blocks that wait in vain.
  std::map<uint64_t, Fault> waits;
  uint64_t numWaits = 0;
};
} // namespace

void Outcome::add(uint64_t number, Frame &frame) {
  std::lock_guard<std::mutex> lock(mutex);
  if (frame.getFault())
    addFault(number, *frame.getFault());
  // Blocks that wait in vain are all that is left, and each may report.
  if (frame.isStopped() && !(frame.getFault() && frame.getFault()->isWait))
    firstStopped = std::min(firstStopped, number);
  printed.emplace(number, frame.takePrinted());
  // A stopped launch does not print the output behind the failed tile block.
  while (!printed.empty() && printed.begin()->first == nextToPrint) {
    if (config.printSink && nextToPrint <= firstStopped)
      *config.printSink << printed.begin()->second;
    printed.erase(printed.begin());
    ++nextToPrint;
  }
  // Blocks before the failed one run on, as one of them may fail, too. So do
  // blocks after it, as an earlier one may wait for them.
  if (nextToPrint > firstStopped)
    schedule.stop();
  ++ended;
  askAgain(frame.countUntold());
}

void Outcome::addTakenOver(uint64_t number) {
  std::lock_guard<std::mutex> lock(mutex);
  printed.emplace(number, "");
  ++ended;
}

std::string Outcome::ask(uint64_t steps) {
  std::lock_guard<std::mutex> lock(mutex);
  askAgain(steps);
  return whyGivenUp;
}

void Outcome::askAgain(uint64_t steps) {
  stepsInAll += steps;
  if (!config.progress || !whyGivenUp.empty())
    return;
  whyGivenUp = config.progress(ended, size, stepsInAll);
  if (!whyGivenUp.empty())
    schedule.stop();
}

void Outcome::addFault(uint64_t number, const Fault &newFault) {
  if (!newFault.isWait) {
    if (number < faultyBlock) {
      fault = newFault;
      faultyBlock = number;
    }
    return;
  }
  /// As many as a reader wants to see.
  constexpr size_t most = 4;
  ++numWaits;
  waits.emplace(number, newFault);
  if (waits.size() > most)
    waits.erase(std::prev(waits.end()));
}

std::optional<Fault> Outcome::getFault() const {
  // Blocks that wait in vain may wait for the failed one.
  if (fault || waits.empty())
    return fault;
  return numWaits == 1 ? waits.begin()->second : describeDeadlock();
}

Fault Outcome::describeDeadlock() const {
  Fault all{waits.begin()->second.location,
            "deadlock: " + std::to_string(numWaits) +
                " tile blocks wait in loops for changes of memory, and no "
                "other is left to make them"};
  all.kind = LaunchFault::Timeout;
  for (const auto &[number, wait] : waits) {
    all.notes.push_back({wait.location, tileBlockName(number, config.grid) +
                                            " waits in this loop"});
    all.notes.append(wait.notes);
  }
  if (numWaits > waits.size())
    all.notes.push_back(
        {all.location,
         "and " + std::to_string(numWaits - waits.size()) + " more wait"});
  return all;
}

/// The host threads for a launch.
static unsigned threadsOf(const LaunchConfig &config) {
  if (config.observer || config.symbolic)
    return 1;
  return config.hostThreads ? config.hostThreads
                            : std::thread::hardware_concurrency();
}

/// Runs a tile block from its arguments to its end.
static void runBlock(Block &body, Frame &frame, Observer *observer) {
  if (observer)
    observer->started(ObservedBlock(frame));
  frame.run(body);
  if (!observer)
    return;
  // An assertion has been told of where it failed.
  if (frame.isStopped())
    frame.tellFinding();
  observer->ended(ObservedBlock(frame));
}

LogicalResult LoadedModule::launch(StringRef entryName,
                                   ArrayRef<Argument> arguments,
                                   const LaunchConfig &config) {
  lastFault = LaunchFault::None;
  std::optional<LaunchedEntry> entry = findEntry(module, entryName);
  if (!entry)
    return failure();
  FailureOr<uint64_t> size = sizeOf(*entry, config.grid);
  FailureOr<SmallVector<interp::Value>> values =
      bindArguments(*entry, arguments);
  if (failed(size) || failed(values))
    return failure();
  std::optional<Program> program =
      Program::build(*entry->body, config.bounds != nullptr);
  if (!program)
    return failure();

  if (config.symbolic)
    config.symbolic->begin();
  llvm::scope_exit endSymbolic([&] {
    if (config.symbolic)
      config.symbolic->end();
  });
  Schedule schedule(*size, threadsOf(config), config.seed);
  Machine machine{*program, *memory, globals, config, schedule};
  Outcome outcome(schedule, config, *size);
  auto stop = [&](StringRef why) -> LogicalResult {
    lastFault = LaunchFault::Timeout;
    return entry->emitError() << why;
  };
  if (config.progress) {
    // Before any tile block runs.
    if (std::string why = outcome.ask(0); !why.empty())
      return stop(why);
    machine.ask = [&](uint64_t steps) { return outcome.ask(steps); };
  }
  machine.cancelNext = [&]() -> std::optional<GridPoint> {
    // Who observes tile blocks sees each one.
    std::optional<uint64_t> number;
    if (!config.observer)
      number = schedule.cancelNext();
    if (!number)
      return std::nullopt;
    outcome.addTakenOver(*number);
    return positionOf(*number, config.grid);
  };
  Block &body = entry->body->front();
  // They do not wait for one another: one after the other is an order of theirs.
  unsigned ctas = countCTAs(entry->op);
  bool hasRoom = schedule.run([&](RunningBlock &running) {
    for (unsigned rank = 0; rank < ctas; ++rank) {
      Frame frame(machine, running, rank);
      frame.setAll(body.getArguments(), *values);
      runBlock(body, frame, config.observer);
      if (frame.isStopped() || rank + 1 == ctas)
        return outcome.add(running.getNumber(), frame);
    }
  });
  if (std::optional<Fault> fault = outcome.getFault()) {
    if (fault->isNotDecidable)
      config.bounds->setNotDecidable();
    lastFault = fault->kind;
    InFlightDiagnostic error = emitError(fault->location) << fault->message;
    for (const Fault::Note &note : fault->notes)
      error.attachNote(note.location) << note.message;
    return error;
  }
  if (StringRef why = outcome.whyStopped(); !why.empty())
    return stop(why);
  if (!hasRoom)
    return entry->emitError() << "so many tile blocks wait for others that the "
                                 "host has no room for another one; launch a "
                                 "smaller grid";
  // Only an observer ends a launch without a fault or a reason.
  return failure(config.observer && schedule.isStopped());
}

LogicalResult interp::launch(Operation *module, StringRef entry,
                             ArrayRef<Argument> arguments, GlobalMemory &memory,
                             const LaunchConfig &config) {
  FailureOr<LoadedModule> loaded = LoadedModule::load(module, memory);
  if (failed(loaded))
    return failure();
  return loaded->launch(entry, arguments, config);
}
