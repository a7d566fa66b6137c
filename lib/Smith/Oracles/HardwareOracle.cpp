//===- HardwareOracle.cpp - Compiled programs on a GPU --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulation.h"
#include "OracleSupport.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Globals.h"
#include "tessera/Runtime/Engine.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::smith;
using runtime::Engine;
using runtime::Kernel;

/// The first launch of a program, with its memory. Later ones have the same
/// parameters.
static runtime::Launch makeLaunch(const Launch &launch) {
  runtime::Launch made;
  for (const Argument &argument : launch.arguments) {
    runtime::ParameterValue &value = made.parameters.emplace_back();
    if (!argument.isPointer) {
      value.format = argument.format;
      for (auto [i, byte] : llvm::enumerate(argument.bytes))
        value.bits |= uint64_t(byte) << 8 * i;
      continue;
    }
    value.buffer = made.buffers.size();
    runtime::Buffer &buffer = made.buffers.emplace_back();
    buffer.bytes = argument.bytes.size();
    buffer.contents = argument.bytes;
  }
  return made;
}

/// The memory that the GPU leaves; what it prints is not seen.
static Outcome takeOutcome(runtime::Launch launched, const Launch &launch) {
  Outcome outcome;
  auto buffer = launched.buffers.begin();
  for (const Argument &argument : launch.arguments) {
    if (!argument.isPointer)
      continue;
    std::vector<uint8_t> &bytes = outcome.memory.emplace_back(
        buffer->contents->begin(), buffer->contents->end());
    canonicalizeNaNs(argument.format, bytes);
    ++buffer;
  }
  return outcome;
}

/// Launches one entry after the other. Each has a module of its own, so that
/// what they hand over in variables of the module is not judged.
static llvm::Expected<Outcome> runOnGpu(Engine &engine, const Kernel &kernel,
                                        const Launch &launch) {
  std::string errors;
  llvm::raw_string_ostream os(errors);
  runtime::RunReport report;
  std::vector<std::string> entries = kernel.getEntries();
  runtime::Launch made = makeLaunch(launch);
  if (!engine.load(kernel, entries, report, os))
    return llvm::createStringError(StringRef(errors).trim());
  for (auto [entry, grid] : llvm::zip(entries, launch.grids())) {
    made.entry = entry;
    made.grid = grid;
    if (!engine.run(made, report, os))
      return llvm::createStringError(StringRef(errors).trim());
  }
  return takeOutcome(std::move(made), launch);
}

static std::string print(Operation *module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  return text;
}

namespace {
/// The first GPU of this machine, looked for when it is needed first.
class Hardware {
public:
  explicit Hardware(unsigned optLevel) { options.optLevel = optLevel; }
  Finding judge(const Subject &subject);

private:
  llvm::Error open();

  runtime::EngineOptions options;
  std::unique_ptr<Engine> engine;
};
} // namespace

llvm::Error Hardware::open() {
  if (engine)
    return llvm::Error::success();
  if (llvm::Error error = runtime::findLocalGpu().moveInto(options.gpuName))
    return error;
  engine = runtime::createCudaEngine(options);
  return llvm::Error::success();
}

/// True if the second entry may read what the first one leaves in variables of
/// the module, which each launch has anew.
static bool handsOver(const Subject &subject) {
  return subject.launch.dependentGrid &&
         !subject.module->getRegion(0).getOps<cuda_tile::GlobalOp>().empty();
}

Finding Hardware::judge(const Subject &subject) {
  bool isUndecidable = subject.allowed && !subject.allowed->isDecidable;
  if (isUndecidable || handsOver(subject) || isMulticast(subject.module))
    return std::nullopt;
  if (llvm::Error error = open())
    return "no GPU: " + llvm::toString(std::move(error));
  std::string errors;
  llvm::raw_string_ostream os(errors);
  OwningOpRef<mlir::ModuleOp> outer = wrap(subject.module, options.gpuName);
  std::unique_ptr<Kernel> kernel = Kernel::read(
      llvm::MemoryBuffer::getMemBufferCopy(print(*outer), "program"), os);
  if (!kernel)
    return "cannot be read: " + errors;
  llvm::Expected<Outcome> outcome = runOnGpu(*engine, *kernel, subject.launch);
  if (!outcome)
    return "fails: " + llvm::toString(outcome.takeError());
  if (subject.tally)
    ++subject.tally->hardwareRuns;
  if (subject.allowed)
    return findForbidden(*subject.allowed, *outcome);
  Outcome expected = withoutGlobals(subject.outcome, subject.launch);
  outcome->printed = expected.printed;
  return asFinding(*outcome == expected,
                   describeDifference(expected, *outcome));
}

Oracle smith::makeHardwareOracle(unsigned optLevel) {
  auto hardware = std::make_shared<Hardware>(optLevel);
  Oracle oracle;
  oracle.name = "hardware-O" + std::to_string(optLevel);
  oracle.judge = [hardware](const Subject &subject) {
    return hardware->judge(subject);
  };
  oracle.isAskedByNameAlone = true;
  return oracle;
}
