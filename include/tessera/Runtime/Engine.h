//===- Engine.h - The three executions of a kernel ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the engines behind cuda-tile-run. They take the same
// launch and leave their results in the same place, so that any two can be
// compared:
//
//   interpret  runs the Tile IR itself: the definition of right
//   emulate    compiles to PTX and runs that, without a GPU
//   cuda       compiles to machine code and runs that on the first GPU
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_ENGINE_H
#define TESSERA_RUNTIME_ENGINE_H

#include "tessera/Compiler/PlanOverrides.h"
#include "tessera/Emulator/Launch.h"
#include "tessera/Interpreter/Interpreter.h"
#include "tessera/Runtime/Kernel.h"
#include "tessera/Support/LaunchFault.h"
#include <optional>

namespace tessera::runtime {

/// Options of all engines.
struct EngineOptions {
  /// The GPU to compile for. If empty: sm_90 for the emulator, and the GPU of
  /// this machine for cuda.
  std::string gpuName;
  /// 0 to 3.
  unsigned optLevel = 3;
  /// Properties forced on the kernel that is compiled.
  PlanOverrides overrides = {};
  /// Options of the interpreter; its grid and its sink are those of the launch.
  interp::LaunchConfig interpret = {};
  /// Options of the emulator; its grid, its block and its sink are those of the
  /// launch.
  ptx::LaunchConfig emulate = {};
  /// Compile so that a fatal error inside LLVM ends only the compilation; meant
  /// for programs (CrashGuard.h).
  bool guardAgainstCrashes = true;
  /// On a GPU: how many launches are timed after the first one.
  unsigned timedLaunches = 0;
  /// The emulator runs two launches at once on one memory.
  bool emulatesTwice = false;
};

/// The report of a run.
struct RunReport {
  /// The text that the kernel printed.
  std::string printed;
  /// Figures to show, in order: name and value.
  std::vector<std::pair<std::string, std::string>> statistics;
  /// The target of the PTX that the emulator runs, such as "sm_90a".
  std::string ptxTarget;
  /// The emulator's counters, if they were asked for.
  std::optional<ptx::CounterReport> counters;
  /// The fault that ended a failed run of the interpreter or the emulator.
  LaunchFault fault = LaunchFault::None;
};

/// One way to run a kernel.
class Engine {
public:
  virtual ~Engine() = default;

  /// The name for --engine.
  virtual llvm::StringRef getName() const = 0;

  /// Loads the kernel that `run` runs, and compiles its named entries if the
  /// engine needs that. The kernel must outlive its runs. If loading fails,
  /// writes the reason to `errors` and returns false.
  virtual bool load(const Kernel &kernel, llvm::ArrayRef<std::string> entries,
                    RunReport &report, llvm::raw_ostream &errors) = 0;

  /// Runs the launch of one of the loaded entries. Its wanted buffers then hold
  /// what the kernel left there. Memory that nobody has written holds zeros, so
  /// that any two engines leave the same bytes. If the run fails, writes the
  /// reason to `errors` and returns false; the buffers are then not to be used.
  virtual bool run(Launch &launch, RunReport &report,
                   llvm::raw_ostream &errors) = 0;
};

/// The name, such as "sm_90", of the first GPU of this machine.
llvm::Expected<std::string> findLocalGpu();

/// The engine with this name, or null.
std::unique_ptr<Engine> createEngine(llvm::StringRef name,
                                     const EngineOptions &options);

std::unique_ptr<Engine> createInterpretEngine(const EngineOptions &options);
std::unique_ptr<Engine> createEmulateEngine(const EngineOptions &options);
std::unique_ptr<Engine> createCudaEngine(const EngineOptions &options);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_ENGINE_H
