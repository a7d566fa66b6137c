//===- CompiledOracles.cpp - What must hold of compiled programs ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulation.h"
#include "OracleSupport.h"
#include "tessera/Smith/Smith.h"

#include "tessera/Compiler/Compiler.h"
#include "tessera/Runtime/PassVerifier.h"
#include "tessera/Target/TargetInfo.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::smith;

OwningOpRef<mlir::ModuleOp> smith::wrap(Operation *module) {
  OwningOpRef<mlir::ModuleOp> outer =
      mlir::ModuleOp::create(UnknownLoc::get(module->getContext()));
  outer->push_back(module->clone());
  return outer;
}

static CompileOptions optionsFor(StringRef gpu, unsigned optLevel) {
  CompileOptions options;
  options.gpuName = gpu.str();
  options.optLevel = optLevel;
  return options;
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

static Finding judgeStages(const Subject &subject,
                           const CompileOptions &options) {
  OwningOpRef<mlir::ModuleOp> outer = wrap(subject.module);
  Errors errors(subject.module->getContext());
  runtime::PassReport report;
  CompileResult result = runtime::verifyEachPass(
      *outer, options,
      [&](Operation *program) {
        return compareRun(program, subject, RunOptions());
      },
      report);
  if (report.blame)
    return report.describeBlame();
  if (!result)
    return "cannot be compiled: " + result.internalError + errors.str();
  if (subject.tally) {
    ++subject.tally->compilations;
    subject.tally->changes += report.changes;
  }
  return std::nullopt;
}

Oracle smith::makeStagesOracle(unsigned optLevel) {
  CompileOptions options = optionsFor("sm_90", optLevel);
  return {"stages-O" + std::to_string(optLevel),
          [options](const Subject &subject) {
            return judgeStages(subject, options);
          }};
}

/// As if a multiprocessor had very few registers and little shared memory, so
/// that the tiles and products of small programs are worked off in slices.
static CompileOptions inSlices(CompileOptions options) {
  options.tileRegisters = 4;
  options.factorBytes = 64;
  return options;
}

//===----------------------------------------------------------------------===//
// The emulator
//===----------------------------------------------------------------------===//

/// All checks, and orders that a GPU does not promise.
static ptx::LaunchConfig makeHostileConfig() {
  ptx::LaunchConfig config;
  config.checks = ptx::Checks::all();
  // What this compiler emits never relies on the contrary.
  config.checks.shuffle = true;
  config.async = ptx::AsyncPolicy::Random;
  config.warps = ptx::OrderPolicy::Random;
  config.blocks = ptx::OrderPolicy::Random;
  return config;
}

/// What a second entry waits for on this GPU: before there were dependent
/// launches, for the end, as any kernel behind another one.
static ptx::LaunchStage stageOn(StringRef gpu) {
  const TargetInfo *target = lookupTarget(gpu);
  return target && target->has(Feature::ProgrammaticDependentLaunch)
             ? ptx::LaunchStage::Triggered
             : ptx::LaunchStage::Completed;
}

static Finding compareOutcome(const Subject &subject, Outcome found) {
  if (subject.allowed)
    return findForbidden(*subject.allowed, found);
  Outcome expected = withoutGlobals(subject.outcome, subject.launch);
  if (mayPrintSame(expected.printed, found.printed, subject.launch))
    found.printed = expected.printed;
  return asFinding(found == expected, describeDifference(expected, found));
}

static Finding judgeEmulation(const Subject &subject, CompileOptions options) {
  if (subject.allowed && !subject.allowed->isDecidable)
    return std::nullopt;
  OwningOpRef<mlir::ModuleOp> outer = wrap(subject.module);
  options.emit = Stage::PTX;
  Errors errors(subject.module->getContext());
  CompileResult result = compile(*outer, options);
  if (!result)
    return "cannot be compiled: " + result.internalError + errors.str();
  auto program = ptx::Program::parse(result.ptx, "the compiled PTX");
  if (!program)
    return llvm::toString(program.takeError());
  auto outcome = emulate(*program, subject.launch, makeHostileConfig(),
                         stageOn(options.gpuName));
  if (!outcome)
    return "fails: " + llvm::toString(outcome.takeError());
  if (subject.tally)
    ++subject.tally->emulations;
  return compareOutcome(subject, std::move(*outcome));
}

/// Of programs with places in a source: what profilers and debuggers ask for
/// changes nothing.
static Oracle makePlacesOracle(std::string name,
                               const CompileOptions &options) {
  return {std::move(name), [options](const Subject &subject) -> Finding {
            if (!hasPlaces(subject.module))
              return std::nullopt;
            return judgeEmulation(subject, options);
          }};
}

static Oracle makeEmulatorOracle(std::string name,
                                 const CompileOptions &options,
                                 unsigned oneIn = 1) {
  return {std::move(name),
          [options](const Subject &subject) {
            return judgeEmulation(subject, options);
          },
          oneIn};
}

/// "sm_90-O3".
static std::string describe(const CompileOptions &options) {
  return options.gpuName + "-O" + std::to_string(options.optLevel);
}

Oracle smith::makeEmulatorOracle(StringRef gpu, unsigned optLevel) {
  CompileOptions options = optionsFor(gpu, optLevel);
  return ::makeEmulatorOracle("emulator-" + describe(options), options);
}

//===----------------------------------------------------------------------===//
// The assembler
//===----------------------------------------------------------------------===//

static Finding judgeAssembly(const Subject &subject, CompileOptions options) {
  bool isDebug = hasPlaces(subject.module);
  options.warnOfMissingMark = false;
  options.deviceDebug = isDebug && options.optLevel == 0;
  options.lineInfo = isDebug && options.optLevel > 0;
  OwningOpRef<mlir::ModuleOp> outer = wrap(subject.module);
  Errors errors(subject.module->getContext());
  CompileResult result = compile(*outer, options);
  if (!result || !errors.str().empty())
    return "ptxas says: " + result.internalError + errors.str();
  return std::nullopt;
}

Oracle smith::makeAssemblerOracle(StringRef gpu, unsigned optLevel) {
  CompileOptions options = optionsFor(gpu, optLevel);
  return {"ptxas-" + describe(options), [options](const Subject &subject) {
            return judgeAssembly(subject, options);
          }};
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

void smith::addCompiledOracles(std::vector<Oracle> &oracles) {
  for (unsigned level : {0, 3})
    oracles.push_back(makeStagesOracle(level));
  CompileOptions slices = inSlices(optionsFor("sm_90", 3));
  oracles.push_back({"stages-in-slices", [slices](const Subject &subject) {
                       return judgeStages(subject, slices);
                     }});
  for (StringRef gpu : {"sm_75", "sm_90", "sm_120"})
    for (unsigned level : {0, 3})
      oracles.push_back(makeEmulatorOracle(gpu, level));
  // These have few instructions of their own.
  for (StringRef gpu : {"sm_80", "sm_89", "sm_100"}) {
    oracles.push_back(makeEmulatorOracle(gpu, 3));
    oracles.back().oneIn = 4;
  }
  oracles.push_back(::makeEmulatorOracle("emulator-in-slices", slices, 4));
  CompileOptions lines = optionsFor("sm_90", 3), debug = optionsFor("sm_90", 0);
  lines.lineInfo = true;
  debug.deviceDebug = true;
  oracles.push_back(makePlacesOracle("emulator-lineinfo", lines));
  oracles.push_back(makePlacesOracle("emulator-debug", debug));
  for (StringRef gpu : {"sm_75", "sm_90", "sm_120"})
    for (unsigned level : {0, 3}) {
      oracles.push_back(makeAssemblerOracle(gpu, level));
      oracles.back().oneIn = 100;
    }
}
