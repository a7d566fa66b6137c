//===- Launch.cpp - Runs the blocks of a launch on threads ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/Launch.h"
#include "Counters.h"
#include "Machine.h"
#include "Races.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"
#include <deque>

using namespace tessera::ptx;

/// Instructions after which a block lets another one start.
static constexpr uint64_t blockQuantum = 1 << 16;
/// Blocks that may have started and wait for their next turn.
static constexpr size_t mostSuspended = 4096;
static constexpr uint64_t largestShared = 228 << 10;

void LaunchState::print(llvm::StringRef text) {
  std::lock_guard<std::mutex> guard(printMutex);
  if (config.printSink) {
    config.printSink(text);
    return;
  }
  llvm::outs() << text;
  llvm::outs().flush();
}

namespace {

/// Places the symbols of a launch and resolves the constants of its code.
class Loader {
public:
  explicit Loader(LaunchState &state) : state(state) {}
  ~Loader() {
    for (uint64_t address : owned)
      llvm::consumeError(state.memory.free(address));
  }

  llvm::Error load();

private:
  llvm::Error allocateVariables();
  llvm::Error initialize(const Variable &variable, uint64_t address);
  llvm::Error layOutShared();
  uint64_t symbolAddress(const Relocation &relocation) const;
  void resolveConstants();

  LaunchState &state;
  llvm::DenseMap<const Variable *, uint64_t> addresses;
  std::vector<uint64_t> owned;
};

/// Runs the blocks of one launch. A block that takes long is set aside for the
/// next one, so that blocks may wait for one another.
class Scheduler {
public:
  Scheduler(LaunchState &state, uint64_t blocks)
      : state(state), blocks(blocks) {}

  void work();
  llvm::Expected<LaunchStatistics> finish();

private:
  std::unique_ptr<Block> take();
  void settle(std::unique_ptr<Block> block, RunStatus status, uint64_t spent);
  void addUp(const Counters &counted);

  LaunchState &state;
  const uint64_t blocks;
  std::mutex mutex;
  std::deque<std::unique_ptr<Block>> suspended;
  uint64_t nextBlock = 0;
  bool prefersNew = true;
  uint64_t failedBlock = UINT64_MAX;
  std::string failure;
  LaunchStatistics statistics;
  std::unique_ptr<Counters> counters; ///< of the host threads that have ended
};

} // namespace

llvm::Error Loader::load() {
  if (llvm::Error error = allocateVariables())
    return error;
  if (llvm::Error error = layOutShared())
    return error;
  resolveConstants();
  return llvm::Error::success();
}

llvm::Error Loader::allocateVariables() {
  for (const Variable &variable : state.image.module->variables) {
    if (variable.space == Space::Shared || variable.isExtern)
      continue;
    auto address =
        state.memory.allocate(variable.size, variable.name, variable.alignment,
                              variable.space == Space::Const);
    if (!address)
      return address.takeError();
    owned.push_back(*address);
    addresses[&variable] = *address;
  }
  for (const Variable &variable : state.image.module->variables)
    if (!variable.initializers.empty())
      if (llvm::Error error = initialize(variable, addresses[&variable]))
        return error;
  return llvm::Error::success();
}

llvm::Error Loader::initialize(const Variable &variable, uint64_t address) {
  unsigned width = byteWidth(variable.type);
  std::vector<uint8_t> bytes(variable.initializers.size() * width);
  for (size_t i = 0; i != variable.initializers.size(); ++i) {
    const Initializer &cell = variable.initializers[i];
    uint64_t value = cell.value;
    if (cell.kind == Initializer::Kind::Address) {
      Relocation symbol;
      symbol.addend = cell.value;
      for (const Variable &v : state.image.module->variables)
        if (cell.symbol == v.name)
          symbol.variable = &v;
      for (const Function &f : state.image.module->functions)
        if (cell.symbol == f.name)
          symbol.function = &f;
      value = symbolAddress(symbol);
      if (cell.isMasked)
        value >>= cell.maskShift;
    } else if (cell.kind == Initializer::Kind::Float64 && width == 4) {
      value =
          convertFloat(doubleFormat, singleFormat, value, Rounding::Nearest);
    } else if (cell.kind == Initializer::Kind::Float32 && width == 8) {
      value =
          convertFloat(singleFormat, doubleFormat, value, Rounding::Nearest);
    }
    for (unsigned b = 0; b != width && b != 8; ++b)
      bytes[i * width + b] = static_cast<uint8_t>(value >> (8 * b));
  }
  return state.memory.write(address, bytes);
}

/// Shared variables that the entry reaches, then dynamic shared memory.
llvm::Error Loader::layOutShared() {
  uint64_t end = 0, dynamicAlignment = 16;
  std::vector<const Variable *> dynamic;
  for (const Variable *variable : state.entry->sharedVariables) {
    if (variable->isExtern) {
      dynamic.push_back(variable);
      dynamicAlignment = std::max(dynamicAlignment, variable->alignment);
      continue;
    }
    end = llvm::alignTo(end, variable->alignment);
    addresses[variable] = end;
    end += variable->size;
  }
  if (!dynamic.empty())
    end = llvm::alignTo(end, dynamicAlignment);
  for (const Variable *variable : dynamic)
    addresses[variable] = end;
  state.sharedBytes = end + state.config.dynamicSharedBytes;
  if (state.sharedBytes > largestShared)
    return llvm::createStringError(
        "entry '" + state.entryName + "' needs " +
        llvm::Twine(state.sharedBytes) +
        " bytes of shared memory; no GPU has more than " +
        llvm::Twine(largestShared));
  return llvm::Error::success();
}

uint64_t Loader::symbolAddress(const Relocation &relocation) const {
  if (relocation.function)
    return functionBase + relocation.function->number * functionStride +
           relocation.addend;
  return addresses.lookup(relocation.variable) + relocation.addend;
}

void Loader::resolveConstants() {
  for (const Code &code : state.image.codes) {
    LaneBuffer buffer(code.constants.size());
    if (!code.constants.empty())
      std::memcpy(buffer.data(), code.constants.data(), code.constants.size());
    for (const Relocation &relocation : code.relocations) {
      uint64_t value = symbolAddress(relocation);
      for (unsigned lane = 0; lane != warpSize; ++lane) {
        uint8_t *at = buffer.data() + relocation.offset;
        if (relocation.width == 64)
          reinterpret_cast<uint64_t *>(at)[lane] = value;
        else
          reinterpret_cast<uint32_t *>(at)[lane] = static_cast<uint32_t>(value);
      }
    }
    state.constants.push_back(std::move(buffer));
  }
}

std::unique_ptr<Block> Scheduler::take() {
  std::lock_guard<std::mutex> guard(mutex);
  while (true) {
    bool canStart = nextBlock < std::min(blocks, failedBlock) &&
                    suspended.size() < mostSuspended;
    if (canStart && (prefersNew || suspended.empty())) {
      prefersNew = false;
      return std::make_unique<Block>(state, nextBlock++);
    }
    if (suspended.empty())
      return nullptr;
    prefersNew = true;
    std::unique_ptr<Block> block = std::move(suspended.front());
    suspended.pop_front();
    if (block->number < failedBlock)
      return block;
  }
}

void Scheduler::settle(std::unique_ptr<Block> block, RunStatus status,
                       uint64_t spent) {
  std::lock_guard<std::mutex> guard(mutex);
  statistics.warpInstructions += spent;
  uint64_t limit = state.config.stepLimit;
  if (status == RunStatus::Done || status == RunStatus::Faulted) {
    ++statistics.blocks;
    statistics.warps += block->warps.size();
  }
  if (status == RunStatus::Faulted && block->number < failedBlock) {
    failedBlock = block->number;
    failure = block->takeReport();
  } else if (statistics.warpInstructions >= limit && failure.empty() &&
             (status != RunStatus::Done || nextBlock < blocks)) {
    failedBlock = 0;
    failure = "entry '" + state.entryName.str() +
              "' did not finish within the limit of " + std::to_string(limit) +
              " warp instructions";
  } else if (status == RunStatus::Ready) {
    suspended.push_back(std::move(block));
  }
}

void Scheduler::addUp(const Counters &counted) {
  std::lock_guard<std::mutex> guard(mutex);
  if (!counters)
    counters = std::make_unique<Counters>(state.image);
  counters->add(counted);
}

void Scheduler::work() {
  std::unique_ptr<Counters> counted;
  if (state.config.wantsCounters)
    counted = std::make_unique<Counters>(state.image);
  while (std::unique_ptr<Block> block = take()) {
    uint64_t slice = std::min(blockQuantum, state.config.stepLimit + 1);
    uint64_t left = slice;
    for (const auto &warp : block->warps)
      warp->counters = counted.get();
    RunStatus status = block->run(left);
    settle(std::move(block), status, slice - left);
  }
  if (counted)
    addUp(*counted);
}

llvm::Expected<LaunchStatistics> Scheduler::finish() {
  if (!failure.empty())
    return llvm::createStringError(failure);
  if (counters)
    statistics.counters =
        CounterReport{state.image.module->filename, state.entryName.str(),
                      state.grid, state.block, counters->lines()};
  return statistics;
}

/// The block that a launch runs with, after .reqntid had its say.
static llvm::Expected<Dim3> resolveBlock(const Entry &entry, Dim3 block) {
  const Dim3 zero = {0, 0, 0}, one = {1, 1, 1};
  auto describe = [](const Dim3 &d) {
    return std::to_string(d[0]) + "," + std::to_string(d[1]) + "," +
           std::to_string(d[2]);
  };
  if (entry.requiredBlock != zero) {
    if (block == zero || block == one)
      block = entry.requiredBlock;
    if (block != entry.requiredBlock)
      return llvm::createStringError(
          "entry '" + entry.name + "' requires blocks of " +
          describe(entry.requiredBlock) + " threads (.reqntid), not " +
          describe(block));
  }
  uint64_t threads = 1;
  for (uint32_t extent : block) {
    threads *= extent;
    if (threads > 1024)
      break;
  }
  if (threads == 0 || threads > 1024)
    return llvm::createStringError("a block of " + describe(block) +
                                   " threads cannot be launched; it needs 1 to "
                                   "1024 threads");
  uint64_t maximum = uint64_t(entry.maximumBlock[0]) * entry.maximumBlock[1] *
                     entry.maximumBlock[2];
  if (maximum && threads > maximum)
    return llvm::createStringError(
        "entry '" + entry.name + "' allows blocks of at most " +
        llvm::Twine(maximum) + " threads (.maxntid), not " +
        llvm::Twine(threads));
  return block;
}

static llvm::Error resolveGrid(const Entry &entry, LaunchState &state) {
  state.grid = state.config.grid;
  state.hasClusters = entry.clusterShape[0] != 0;
  if (state.hasClusters)
    state.cluster = entry.clusterShape;
  for (unsigned i = 0; i != 3; ++i) {
    uint64_t extent = state.grid[i];
    if (entry.blocksAreClusters)
      extent *= state.cluster[i];
    if (extent == 0 || extent > (i == 0 ? INT32_MAX : 65535))
      return llvm::createStringError("a grid of " + llvm::Twine(extent) +
                                     " blocks in dimension " + llvm::Twine(i) +
                                     " cannot be launched");
    if (extent % state.cluster[i])
      return llvm::createStringError(
          "the grid is no multiple of the cluster shape of entry '" +
          entry.name + "' in dimension " + llvm::Twine(i));
    state.grid[i] = static_cast<uint32_t>(extent);
  }
  return llvm::Error::success();
}

llvm::Expected<LaunchStatistics>
tessera::ptx::launch(const Program &program, llvm::StringRef entryName,
                     llvm::ArrayRef<uint8_t> parameters, GlobalMemory &memory,
                     const LaunchConfig &config) {
  const Entry *entry = program.findEntry(entryName);
  if (!entry)
    return llvm::createStringError(program.filename() +
                                   ": there is no entry '" + entryName + "'");
  if (parameters.size() != entry->parameterBytes)
    return llvm::createStringError("entry '" + entryName + "' takes " +
                                   llvm::Twine(entry->parameterBytes) +
                                   " bytes of parameters, not " +
                                   llvm::Twine(parameters.size()));
  LaunchState state(program.image(), memory, config);
  auto block = resolveBlock(*entry, config.block);
  if (!block)
    return block.takeError();
  state.block = *block;
  if (llvm::Error error = resolveGrid(*entry, state))
    return error;
  const Image &image = program.image();
  size_t index = entry - image.entries.data();
  state.entry = &image.codes[image.entryFunctions[index]];
  state.entryName = entry->name;
  state.parameters = parameters.vec();

  Loader loader(state);
  if (llvm::Error error = loader.load())
    return error;
  std::unique_ptr<RaceChecker> races;
  if (config.checks.race || config.checks.memory)
    races = std::make_unique<RaceChecker>(config.checks);
  state.races = races.get();
  uint64_t blocks = uint64_t(state.grid[0]) * state.grid[1] * state.grid[2];
  Scheduler scheduler(state, blocks);
  unsigned threads = config.hostThreads
                         ? config.hostThreads
                         : llvm::hardware_concurrency().compute_thread_count();
  threads = static_cast<unsigned>(std::min<uint64_t>(threads, blocks));
  if (threads <= 1) {
    scheduler.work();
  } else {
    llvm::DefaultThreadPool pool(llvm::hardware_concurrency(threads));
    for (unsigned i = 0; i != threads; ++i)
      pool.async([&] { scheduler.work(); });
    pool.wait();
  }
  return scheduler.finish();
}
