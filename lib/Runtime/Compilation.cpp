//===- Compilation.cpp - Compile a kernel file for an engine --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compilation.h"
#include "tessera/Compiler/Registration.h"
#include "tessera/Support/Diagnostics.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tessera;
using namespace tessera::runtime;

static void addStatistics(const CompileResult &result, RunReport &report) {
  for (const StageTime &time : result.times)
    report.statistics.emplace_back(
        ("time of " + time.name).str(),
        llvm::formatv("{0:f1} ms", time.seconds * 1e3).str());
  report.statistics.emplace_back("PTX bytes",
                                 std::to_string(result.ptx.size()));
  for (const KernelResources &kernel : result.kernels) {
    report.statistics.emplace_back("registers of " + kernel.kernel,
                                   std::to_string(kernel.registers));
    report.statistics.emplace_back("shared bytes of " + kernel.kernel,
                                   std::to_string(kernel.sharedBytes));
  }
}

std::optional<CompileResult>
tessera::runtime::compileKernel(const Kernel &kernel,
                                llvm::ArrayRef<std::string> entries,
                                const EngineOptions &options, Stage stage,
                                RunReport &report, llvm::raw_ostream &errors) {
  // The context is leaked after a crash that was caught: then it may not even
  // be destroyed, and the process ends soon.
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  CompileOptions compileOptions;
  compileOptions.gpuName = options.gpuName;
  compileOptions.assumesGpu = true;
  compileOptions.optLevel = options.optLevel;
  compileOptions.overrides = options.overrides;
  compileOptions.entries = entries;
  compileOptions.emit = stage;
  // A fault in the emulator is reported with its place in the source.
  compileOptions.lineInfo = stage == Stage::PTX;
  compileOptions.guardAgainstCrashes = options.guardAgainstCrashes;
  CompileResult result;
  {
    PlainDiagnosticHandler handler(context.get(), errors);
    result = compile(kernel.getBuffer(), context.get(), compileOptions);
  }
  if (result.status == CompileStatus::InternalError) {
    errors << "error: " << result.internalError << '\n';
    (void)context.release();
  }
  if (!result)
    return std::nullopt;
  addStatistics(result, report);
  return result;
}
