//===- InterpretEngine.cpp - Runs the Tile IR itself ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpretation.h"
#include "tessera/Interpreter/Interpreter.h"
#include "tessera/Interpreter/SymbolicRun.h"
#include "tessera/Runtime/Engine.h"
#include "tessera/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera;
using namespace tessera::runtime;

namespace {
class InterpretEngine : public Engine {
public:
  explicit InterpretEngine(const EngineOptions &options) : options(options) {}
  llvm::StringRef getName() const override { return "interpret"; }
  bool load(const Kernel &kernel, llvm::ArrayRef<std::string> entries,
            RunReport &report, llvm::raw_ostream &errors) override;
  bool run(Launch &launch, RunReport &report,
           llvm::raw_ostream &errors) override;

private:
  EngineOptions options;
  mlir::Operation *program = nullptr;
};
} // namespace

/// Gives the buffers addresses; their contents stay in the buffers. False if
/// there is not enough memory.
static bool allocate(Launch &launch, interp::GlobalMemory &memory,
                     std::vector<uint64_t> &addresses) {
  for (Buffer &buffer : launch.buffers) {
    if (!buffer.participants.empty()) {
      addresses.push_back(addresses[buffer.participants.front()]);
      continue;
    }
    bool isWritten = buffer.contents.has_value();
    addresses.push_back(isWritten || buffer.wanted
                            ? memory.attach(buffer.makeContents(), buffer.name,
                                            isWritten && !buffer.written)
                            : memory.allocate(buffer.bytes, buffer.name));
    if (!addresses.back())
      return false;
  }
  bool isWritten = true;
  auto write = [&](uint64_t address, llvm::ArrayRef<uint8_t> bytes) {
    isWritten &= memory.write(address, bytes);
    return llvm::Error::success();
  };
  markRanges(launch, addresses, [&](uint64_t address, uint64_t count) {
    memory.resolve(address, count, interp::GlobalMemory::Use::Write)
        .markWritten(count);
  });
  llvm::cantFail(writeLists(launch, addresses, write));
  return isWritten;
}

mlir::Operation *tessera::runtime::findTileIR(const Kernel &kernel,
                                              llvm::raw_ostream &errors) {
  mlir::Operation *program = kernel.getProgram();
  if (!program)
    errors << "error: the interpreter runs Tile IR, and "
           << kernel.getBuffer().getBufferIdentifier()
           << " is PTX; --engine=emulate runs that\n";
  return program;
}

bool tessera::runtime::interpret(mlir::Operation *program, Launch &launch,
                                 interp::LaunchConfig config,
                                 std::vector<uint64_t> &addresses,
                                 llvm::raw_ostream &printed,
                                 llvm::raw_ostream &errors,
                                 LaunchFault *fault) {
  interp::GlobalMemory memory;
  return interpret(program, launch, std::move(config), memory, addresses,
                   printed, errors, fault);
}

/// False, with a message, if a launch is about several GPUs.
static bool requireOneGPU(const Launch &launch, llvm::raw_ostream &errors) {
  for (const Buffer &buffer : launch.buffers)
    if (buffer.participants.size() > 1) {
      errors << "error: '" << buffer.name << "' has "
             << buffer.participants.size()
             << " participants, and the interpreter runs one GPU; "
                "--engine=emulate takes several\n";
      return false;
    }
  return true;
}

/// Makes symbols of all bytes of buffers, but for those that hold addresses.
static void addSymbols(const Launch &launch, llvm::ArrayRef<uint64_t> addresses,
                       interp::SymbolicRun &symbolic) {
  for (auto [number, address] : llvm::enumerate(addresses)) {
    const Buffer &buffer = launch.buffers[number];
    if (buffer.pointers.empty())
      symbolic.addSymbols(address, buffer.bytes, buffer.elementBytes,
                          firstSource(number));
  }
}

bool tessera::runtime::interpret(
    mlir::Operation *program, Launch &launch, interp::LaunchConfig config,
    interp::GlobalMemory &memory, std::vector<uint64_t> &addresses,
    llvm::raw_ostream &printed, llvm::raw_ostream &errors, LaunchFault *fault) {
  if (!requireOneGPU(launch, errors))
    return false;
  if (!allocate(launch, memory, addresses)) {
    errors << "error: there is not enough memory for the arguments\n";
    return false;
  }
  if (config.symbolic)
    addSymbols(launch, addresses, *config.symbolic);
  std::vector<interp::Argument> arguments;
  for (const ParameterValue &value : launch.parameters)
    arguments.push_back(
        value.buffer ? interp::Argument::pointer(value.getBits(addresses))
                     : interp::Argument::scalar(value.format, value.bits));
  config.grid = launch.grid;
  config.seed = launch.seed.value_or(config.seed);
  config.printSink = &printed;
  PlainDiagnosticHandler handler(program->getContext(), errors);
  auto loaded = interp::LoadedModule::load(program, memory);
  if (failed(loaded))
    return false;
  for (const auto &[name, number] : launch.variables) {
    std::optional<uint64_t> address = loaded->addressOf(name);
    // The interpreter has no use for variables that only compiled code has.
    if (address &&
        !memory.write(*address, launch.buffers[number].makeContents()))
      return false;
  }
  bool ran = succeeded(loaded->launch(launch.entry, arguments, config));
  if (fault)
    *fault = loaded->getFault();
  return ran;
}

bool InterpretEngine::load(const Kernel &kernel, llvm::ArrayRef<std::string>,
                           RunReport &, llvm::raw_ostream &errors) {
  program = findTileIR(kernel, errors);
  return program;
}

bool InterpretEngine::run(Launch &launch, RunReport &report,
                          llvm::raw_ostream &errors) {
  std::vector<uint64_t> addresses;
  llvm::raw_string_ostream printed(report.printed);
  return interpret(program, launch, options.interpret, addresses, printed,
                   errors, &report.fault);
}

std::unique_ptr<Engine>
tessera::runtime::createInterpretEngine(const EngineOptions &options) {
  return std::make_unique<InterpretEngine>(options);
}
