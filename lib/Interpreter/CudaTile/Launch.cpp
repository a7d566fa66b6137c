//===- Launch.cpp - Runs an entry for every tile block of a grid ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frame.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Interpreter/Interpreter.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <mutex>
#include <thread>

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

//===----------------------------------------------------------------------===//
// Entry and arguments
//===----------------------------------------------------------------------===//

static cuda_tile::EntryOp findEntry(cuda_tile::ModuleOp module,
                                    StringRef name) {
  SmallVector<StringRef> names;
  for (auto entry : module.getBody().getOps<cuda_tile::EntryOp>()) {
    if (entry.getSymName() == name)
      return entry;
    names.push_back(entry.getSymName());
  }
  InFlightDiagnostic error = module.emitError()
                             << "there is no entry '" << name << "'; ";
  if (names.empty())
    error << "the module has none";
  else
    error << "the module has " << llvm::join(names, ", ");
  return nullptr;
}

/// "f32" or "ptr<f32>": how the text of the entry has it.
static std::string nameOf(Type element) {
  if (auto pointer = dyn_cast<cuda_tile::PointerType>(element))
    return "ptr<" + nameOf(pointer.getPointeeType()) + ">";
  std::string name;
  llvm::raw_string_ostream(name) << element;
  return name;
}

static bool fits(const Argument &argument, Type element) {
  if (isa<cuda_tile::PointerType>(element))
    return argument.isPointer();
  return !argument.isPointer() &&
         cuda_tile::getFormat(element) == argument.getFormat() &&
         argument.getBits() <=
             numerics::lowBits(numerics::bitWidth(argument.getFormat()));
}

/// The values of the entry's arguments, or an error that lists what it takes.
static FailureOr<SmallVector<interp::Value>>
bindArguments(cuda_tile::EntryOp entry, ArrayRef<Argument> arguments) {
  SmallVector<Type> elements;
  for (Type type : entry.getFunctionType().getInputs()) {
    auto tile = dyn_cast<cuda_tile::TileType>(type);
    if (!tile || !tile.getShape().empty())
      return entry.emitError() << "the entry '" << entry.getSymName()
                               << "' has an argument of type " << type
                               << ", which a launch cannot give";
    elements.push_back(tile.getElementType());
  }
  std::string takes = "the entry '" + entry.getSymName().str() + "' takes " +
                      std::to_string(elements.size()) + " arguments (" +
                      llvm::join(llvm::map_range(elements, nameOf), ", ") + ")";
  if (elements.size() != arguments.size())
    return entry.emitError()
           << takes << ", but " << arguments.size() << " are given";

  SmallVector<interp::Value> values;
  for (auto [i, element] : llvm::enumerate(elements)) {
    const Argument &argument = arguments[i];
    if (!fits(argument, element))
      return entry.emitError()
             << takes << ", but argument " << i << " is given as "
             << (argument.isPointer() ? "a pointer"
                                      : numerics::name(argument.getFormat()));
    values.push_back(
        Tile::scalar(*cuda_tile::getFormat(element), argument.getBits()));
  }
  return values;
}

/// The number of tile blocks, or an error about the grid.
static FailureOr<uint64_t> sizeOf(cuda_tile::EntryOp entry,
                                  const GridPoint &grid) {
  constexpr uint32_t largest = (1 << 24) - 1;
  uint64_t count = 1;
  for (uint32_t extent : grid)
    if (extent == 0 || extent > largest ||
        __builtin_mul_overflow(count, uint64_t(extent), &count))
      return entry.emitError()
             << "a grid of " << grid[0] << " x " << grid[1] << " x " << grid[2]
             << " tile blocks cannot run; each extent must be 1 to " << largest;
  return count;
}

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

namespace {
/// Hands the tile blocks of a grid to threads in order and brings what they
/// print, and the first fault, back into that order.
class Grid {
public:
  Grid(Machine &machine, Block &body, ArrayRef<interp::Value> arguments,
       uint64_t size, llvm::raw_ostream *sink)
      : machine(machine), body(body), arguments(arguments), size(size),
        sink(sink) {}

  void run(unsigned threads);
  const std::optional<Fault> &getFault() const { return fault; }

private:
  void work();
  void finish(uint64_t number, Frame &frame);

  Machine &machine;
  Block &body;
  ArrayRef<interp::Value> arguments;
  const uint64_t size;
  llvm::raw_ostream *sink;
  std::atomic<uint64_t> nextBlock{0};

  /// What follows is guarded by the mutex.
  std::mutex mutex;
  /// What tile blocks have printed that wait for an earlier one to finish.
  std::map<uint64_t, std::string> waiting;
  uint64_t nextToPrint = 0;
  std::optional<Fault> fault;
  uint64_t faultyBlock = ~uint64_t(0);
};
} // namespace

void Grid::run(unsigned threads) {
  threads = std::min<uint64_t>(std::max(threads, 1u), size);
  std::vector<std::thread> workers;
  for (unsigned i = 1; i < threads; ++i)
    workers.emplace_back([this] { work(); });
  work();
  for (std::thread &worker : workers)
    worker.join();
}

void Grid::work() {
  for (uint64_t number; (number = nextBlock++) < size;) {
    // Blocks before the failed one still run: one of them may fail, too.
    if (number > machine.firstFailed)
      return;
    Frame frame(machine, number);
    frame.setAll(body.getArguments(), arguments);
    frame.run(body);
    finish(number, frame);
  }
}

void Grid::finish(uint64_t number, Frame &frame) {
  std::lock_guard<std::mutex> lock(mutex);
  if (frame.getFault() && number < faultyBlock) {
    fault = frame.getFault();
    faultyBlock = number;
  }
  if (frame.isStopped() && number < machine.firstFailed)
    machine.firstFailed = number;
  waiting.emplace(number, frame.takePrinted());
  // A stopped launch prints nothing of the tile blocks after the failed one.
  while (!waiting.empty() && waiting.begin()->first == nextToPrint) {
    if (sink && nextToPrint <= machine.firstFailed)
      *sink << waiting.begin()->second;
    waiting.erase(waiting.begin());
    ++nextToPrint;
  }
}

LogicalResult LoadedModule::launch(StringRef entryName,
                                   ArrayRef<Argument> arguments,
                                   const LaunchConfig &config) {
  cuda_tile::EntryOp entry =
      findEntry(cast<cuda_tile::ModuleOp>(module), entryName);
  if (!entry)
    return failure();
  FailureOr<uint64_t> size = sizeOf(entry, config.grid);
  FailureOr<SmallVector<interp::Value>> values =
      bindArguments(entry, arguments);
  if (failed(size) || failed(values))
    return failure();
  std::optional<Program> program = Program::build(entry.getBody());
  if (!program)
    return failure();

  Machine machine{*program, *memory, globals, config};
  Grid grid(machine, entry.getBody().front(), *values, *size, config.printSink);
  grid.run(config.hostThreads ? config.hostThreads
                              : std::thread::hardware_concurrency());
  if (!grid.getFault())
    return success();
  InFlightDiagnostic error = emitError(grid.getFault()->location)
                             << grid.getFault()->message;
  for (const Fault::Note &note : grid.getFault()->notes)
    error.attachNote(note.location) << note.message;
  return error;
}

LogicalResult interp::launch(cuda_tile::ModuleOp module, StringRef entry,
                             ArrayRef<Argument> arguments, GlobalMemory &memory,
                             const LaunchConfig &config) {
  FailureOr<LoadedModule> loaded = LoadedModule::load(module, memory);
  if (failed(loaded))
    return failure();
  return loaded->launch(entry, arguments, config);
}
