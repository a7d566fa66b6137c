//===- EmulateEngine.cpp - Compiles to PTX and runs that ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compilation.h"
#include "Emulation.h"
#include "tessera/Emulator/Launch.h"
#include "tessera/Runtime/CudaError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <chrono>

using namespace tessera;
using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;

namespace {
class EmulateEngine : public Engine {
public:
  explicit EmulateEngine(const EngineOptions &options) : options(options) {}
  llvm::StringRef getName() const override { return "emulate"; }
  bool load(const Kernel &kernel, llvm::ArrayRef<std::string> entries,
            RunReport &report, llvm::raw_ostream &errors) override;
  bool run(Launch &launch, RunReport &report,
           llvm::raw_ostream &errors) override;

private:
  EngineOptions options;
  std::optional<ptx::Program> program;
};
} // namespace

/// The parameter buffer: each value at its offset in the entry.
static std::vector<uint8_t> layOut(const ptx::Entry &entry,
                                   const Launch &launch,
                                   llvm::ArrayRef<uint64_t> addresses) {
  std::vector<uint8_t> bytes(entry.parameterBytes);
  for (auto [parameter, value] : llvm::zip(entry.parameters, launch.parameters))
    value.writeTo(
        llvm::MutableArrayRef(bytes).slice(parameter.offset, parameter.size),
        addresses);
  return bytes;
}

Expected<std::vector<uint64_t>>
tessera::runtime::allocateBuffers(Launch &launch, ptx::GlobalMemory &memory) {
  std::vector<uint64_t> addresses;
  for (Buffer &buffer : launch.buffers) {
    bool isWritten = buffer.contents.has_value();
    std::vector<uint64_t> participants;
    for (unsigned number : buffer.participants)
      participants.push_back(addresses[number]);
    Expected<uint64_t> address =
        !participants.empty()
            ? memory.bind(participants, buffer.bytes, buffer.name)
        : isWritten || buffer.wanted
            ? memory.attach(buffer.makeContents(), buffer.name,
                            isWritten && !buffer.written)
            : memory.allocate(buffer.bytes, buffer.name);
    if (!address)
      return address.takeError();
    addresses.push_back(*address);
  }
  auto write = [&](uint64_t address, llvm::ArrayRef<uint8_t> bytes) {
    return memory.write(address, bytes);
  };
  markRanges(launch, addresses, [&](uint64_t address, uint64_t count) {
    const ptx::Allocation *allocation = memory.findAtOrBelow(address);
    allocation->markWritten(address - allocation->address, count);
  });
  if (Error error = writeLists(launch, addresses, write))
    return std::move(error);
  return addresses;
}

Expected<std::unique_ptr<ptx::LoadedProgram>> tessera::runtime::placeVariables(
    const ptx::Program &program, const Launch &launch,
    llvm::ArrayRef<uint64_t> addresses, ptx::GlobalMemory &memory) {
  llvm::StringMap<unsigned> buffers;
  for (const auto &[name, number] : launch.variables)
    buffers[name] = number;
  std::vector<std::pair<uint64_t, std::vector<uint8_t>>> contents;
  auto allocate = [&](uint64_t size, llvm::StringRef name, uint64_t alignment,
                      bool isConstant) -> Expected<uint64_t> {
    auto placed = buffers.find(name);
    if (placed == buffers.end()) {
      Expected<uint64_t> address =
          memory.allocate(size, name, alignment, isConstant);
      if (address)
        memory.markWritten(*address);
      return address;
    }
    unsigned number = placed->second;
    buffers.erase(placed);
    if (launch.buffers[number].bytes != size)
      return llvm::createStringError(
          "the variable '" + name + "' has " + llvm::Twine(size) +
          " bytes, and the memory that it is to lie in has " +
          llvm::Twine(launch.buffers[number].bytes));
    // Loading initialises the variable, so the contents are saved before.
    std::vector<uint8_t> &bytes =
        contents.emplace_back(addresses[number], size).second;
    if (Error error = memory.read(addresses[number], bytes))
      return std::move(error);
    memory.markWritten(addresses[number]);
    return addresses[number];
  };
  auto loaded = ptx::LoadedProgram::load(program.image(), memory, allocate);
  if (!loaded)
    return loaded.takeError();
  if (!buffers.empty())
    return llvm::createStringError("the PTX has no variable '" +
                                   buffers.begin()->first() + "'");
  for (const auto &[address, bytes] : contents)
    if (Error error = memory.write(address, bytes))
      return std::move(error);
  return loaded;
}

/// Adds the figures of launches that ran at once.
static void addStatistics(llvm::ArrayRef<ptx::LaunchStatistics> launches,
                          double seconds, RunReport &report) {
  uint64_t blocks = 0, instructions = 0;
  for (const ptx::LaunchStatistics &launch : launches) {
    blocks += launch.blocks;
    instructions += launch.warpInstructions;
  }
  auto add = [&](const char *name, uint64_t value) {
    report.statistics.emplace_back(name, std::to_string(value));
  };
  add("blocks emulated", blocks);
  add("warp instructions", instructions);
  add("warp instructions per second",
      uint64_t(instructions / std::max(seconds, 1e-9)));
  if (uint64_t stores = launches.front().sameValueStores)
    add("unordered stores of one value", stores);
}

/// Names the instructions that would have stopped the launch.
static void addUnknownInstructions(const ptx::Entry &entry, RunReport &report) {
  llvm::ArrayRef<ptx::UnknownInstruction> unknown = entry.unknownInstructions;
  if (unknown.empty())
    return;
  constexpr size_t most = 5;
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(unknown.take_front(most), os, [&](const auto &each) {
    os << each.text << " (" << each.place << ')';
  });
  if (unknown.size() > most)
    os << ", and " << unknown.size() - most << " more";
  report.statistics.emplace_back("not executable, but not reached", text);
}

Expected<ptx::LaunchRequest>
tessera::runtime::makeRequest(const ptx::Program &program, const Launch &launch,
                              llvm::ArrayRef<uint64_t> addresses,
                              const EngineOptions &options, RunReport &report) {
  const ptx::Entry *entry = program.findEntry(launch.entry);
  if (!entry)
    return llvm::createStringError("the PTX has no entry '" + launch.entry +
                                   "'");
  ptx::LaunchRequest request;
  request.program = &program;
  request.entry = launch.entry;
  request.parameters = layOut(*entry, launch, addresses);
  request.config = options.emulate;
  request.config.seed = launch.seed.value_or(request.config.seed);
  request.config.grid = launch.grid;
  request.config.block = launch.block;
  request.config.cluster = launch.cluster;
  request.config.preferredCluster = launch.preferredCluster;
  request.config.dynamicSharedBytes = launch.dynamicSharedBytes;
  request.config.printSink = [&](llvm::StringRef text) {
    report.printed += text;
  };
  return request;
}

static Error launchPtx(const ptx::Program &program,
                       const EngineOptions &options, Launch &launch,
                       RunReport &report) {
  ptx::GlobalMemory memory;
  std::vector<uint64_t> addresses;
  if (Error error = allocateBuffers(launch, memory).moveInto(addresses))
    return error;
  auto loaded = placeVariables(program, launch, addresses, memory);
  if (!loaded)
    return loaded.takeError();
  Expected<ptx::LaunchRequest> request =
      makeRequest(program, launch, addresses, options, report);
  if (!request)
    return request.takeError();
  request->loaded = loaded->get();

  std::vector<ptx::LaunchRequest> requests(options.emulatesTwice ? 2 : 1,
                                           *request);
  auto start = std::chrono::steady_clock::now();
  Expected<std::vector<ptx::LaunchStatistics>> statistics =
      ptx::launchConcurrently(requests, memory);
  if (!statistics)
    return statistics.takeError();
  double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  addStatistics(*statistics, seconds, report);
  addUnknownInstructions(*program.findEntry(launch.entry), report);
  report.counters = std::move(statistics->front().counters);
  return Error::success();
}

std::optional<ptx::Program> tessera::runtime::makeProgram(
    const Kernel &kernel, llvm::ArrayRef<std::string> entries,
    EngineOptions options, RunReport &report, llvm::raw_ostream &errors) {
  if (kernel.getPtx())
    return *kernel.getPtx();
  std::optional<CompileResult> compiled =
      compileKernel(kernel, entries, options, Stage::PTX, report, errors);
  if (!compiled)
    return std::nullopt;
  Expected<ptx::Program> parsed =
      ptx::Program::parse(compiled->ptx, "the compiled PTX");
  if (parsed)
    return std::move(*parsed);
  errors << "error: " << llvm::toString(parsed.takeError()) << '\n';
  return std::nullopt;
}

bool EmulateEngine::load(const Kernel &kernel,
                         llvm::ArrayRef<std::string> entries, RunReport &report,
                         llvm::raw_ostream &errors) {
  program = makeProgram(kernel, entries, options, report, errors);
  if (!program)
    return false;
  // PTX from this compiler never relies on shuffles to order memory accesses.
  options.emulate.checks.shuffle |= !kernel.getPtx();
  report.ptxTarget = program->target().str();
  return true;
}

bool EmulateEngine::run(Launch &launch, RunReport &report,
                        llvm::raw_ostream &errors) {
  if (Error error = launchPtx(*program, options, launch, report)) {
    report.fault = tellLaunchError(std::move(error), errors);
    return false;
  }
  return true;
}

std::unique_ptr<Engine>
tessera::runtime::createEmulateEngine(const EngineOptions &options) {
  return std::make_unique<EmulateEngine>(options);
}
