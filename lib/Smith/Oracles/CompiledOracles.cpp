//===- CompiledOracles.cpp - Properties of compiled programs --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Variants.h"
#include "Emulation.h"
#include "OracleSupport.h"
#include "tessera/Smith/Smith.h"

#include "tessera/Compiler/Compiler.h"
#include "tessera/Dialect/CudaTile/IR/Numerics.h"
#include "tessera/Dialect/TileAA/Analysis/WarpCandidates.h"
#include "tessera/Runtime/PassVerifier.h"
#include "tessera/Target/TargetInfo.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::smith;

static bool has(StringRef gpu, Feature feature) {
  const TargetInfo *target = lookupTarget(gpu);
  return target && target->has(feature);
}

bool smith::isMulticast(Operation *module) {
  auto isMulticast = [](Type type) {
    auto tile = cast<cuda_tile::TileType>(type);
    auto pointer = dyn_cast<cuda_tile::PointerType>(tile.getElementType());
    return pointer && pointer.getPtrAttr();
  };
  return llvm::any_of(
      module->getRegion(0).getOps<cuda_tile::EntryOpInterface>(),
      [&](cuda_tile::EntryOpInterface entry) {
        return llvm::any_of(entry.getArgumentTypes(), isMulticast);
      });
}

bool smith::isFor(Operation *module, StringRef gpu) {
  return !isMulticast(module) || has(gpu, Feature::PeerPointers);
}

OwningOpRef<mlir::ModuleOp> smith::wrap(Operation *module, StringRef gpu) {
  OwningOpRef<mlir::ModuleOp> outer =
      mlir::ModuleOp::create(UnknownLoc::get(module->getContext()));
  outer->push_back(module->clone());
  if (Attribute cluster = getCluster(module);
      cluster && has(gpu, Feature::Clusters))
    (*outer)->setAttr("tt.cluster_dim", cluster);
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

static Finding judgeStages(const Subject &subject, CompileOptions options) {
  if (isMulticast(subject.module))
    options.gpuName = multicastGPU.str();
  OwningOpRef<mlir::ModuleOp> outer = wrap(subject.module, options.gpuName);
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

/// The words of the largest tile.
static int64_t countLargestTile(Operation *module) {
  int64_t bits = 0;
  module->walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto tile = dyn_cast<cuda_tile::TileType>(type))
        if (auto format = cuda_tile::getFormat(tile.getElementType()))
          bits = std::max<int64_t>(bits, tile.getNumElements() *
                                             numerics::bitWidth(*format));
  });
  return bits / 32;
}

/// As if a multiprocessor had few registers and little shared memory, so that
/// tiles and products are worked off in slices: a small program's in slices of
/// one word, a large one's in some dozens, for there each costs the same.
static CompileOptions inSlices(CompileOptions options, Operation *module) {
  int64_t registers = std::max<int64_t>(4, countLargestTile(module) / 16);
  options.tileRegisters = registers;
  options.factorBytes = 16 * registers;
  return options;
}

/// As if warps that only copy were better for each kernel.
static CompileOptions withAgents(CompileOptions options) {
  options.overrides.copyWarps = 1;
  return options;
}

/// As if copies by the machine were better wherever they are possible.
static CompileOptions withMaps(CompileOptions options) {
  options.overrides.tensorMaps = true;
  return options;
}

/// As if tiles were larger: small ones alone would be of one warp, and spill nothing.
static CompileOptions withUsualWarps(CompileOptions options) {
  options.overrides.leastWarps = tileaa::kUsualWarps;
  options.overrides.productsApart = true;
  return options;
}

//===----------------------------------------------------------------------===//
// The emulator
//===----------------------------------------------------------------------===//

/// All checks, and random orders where a GPU promises none.
static ptx::LaunchConfig makeHostileConfig() {
  ptx::LaunchConfig config;
  config.checks = ptx::Checks::all();
  // PTX from this compiler never relies on shuffles to order memory accesses.
  config.checks.shuffle = true;
  config.async = ptx::AsyncPolicy::Random;
  config.warps = ptx::OrderPolicy::Random;
  config.blocks = ptx::OrderPolicy::Random;
  return config;
}

/// The stage of the first entry that the second one waits for on this GPU.
/// Without dependent launches it is the end, as for any kernel behind another.
static ptx::LaunchStage stageOn(StringRef gpu) {
  return has(gpu, Feature::ProgrammaticDependentLaunch)
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
  // The emulator has one GPU.
  if (isMulticast(subject.module))
    return std::nullopt;
  OwningOpRef<mlir::ModuleOp> outer = wrap(subject.module, options.gpuName);
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

/// For programs with locations in a source: the result is the same with what
/// profilers and debuggers need.
static Oracle makePlacesOracle(std::string name,
                               const CompileOptions &options) {
  return {std::move(name), [options](const Subject &subject) -> Finding {
            if (!hasPlaces(subject.module))
              return std::nullopt;
            return judgeEmulation(subject, options);
          }};
}

/// "sm_90-O3".
static std::string describe(const CompileOptions &options) {
  return options.gpuName + "-O" + std::to_string(options.optLevel);
}

Oracle smith::makeEmulatorOracle(StringRef gpu, unsigned optLevel) {
  CompileOptions options = optionsFor(gpu, optLevel);
  return {"emulator-" + describe(options), [options](const Subject &subject) {
            return judgeEmulation(subject, options);
          }};
}

//===----------------------------------------------------------------------===//
// Variants
//===----------------------------------------------------------------------===//

static Finding judgeVariant(const Subject &given, CompileOptions options) {
  // The seed is that of the name: a finding in a file is found again.
  Random rng(llvm::xxh3_64bits(options.gpuName));
  OwningOpRef<Operation *> variant = makeVariant(given.module, rng);
  {
    Errors errors(given.module->getContext());
    if (failed(verify(*variant)))
      return "the variant is invalid: " + errors.str();
  }
  if (Finding finding = compareRun(*variant, given, RunOptions()))
    return "the variant is another program, or the interpreter is wrong: " +
           *finding;
  options.overrides.leastWarps = rng.pick({1u, 2u, 4u, 8u});
  Subject subject = given;
  subject.module = *variant;
  return judgeEmulation(subject, options);
}

Oracle smith::makeVariantOracle(StringRef gpu) {
  CompileOptions options = optionsFor(gpu, 3);
  return {"variant-" + options.gpuName, [options](const Subject &subject) {
            return judgeVariant(subject, options);
          }};
}

//===----------------------------------------------------------------------===//
// The assembler
//===----------------------------------------------------------------------===//

static Finding judgeAssembly(const Subject &subject, CompileOptions options) {
  if (!isFor(subject.module, options.gpuName))
    return std::nullopt;
  bool isDebug = hasPlaces(subject.module);
  options.warnOfMissingMark = false;
  options.deviceDebug = isDebug && options.optLevel == 0;
  options.lineInfo = isDebug && options.optLevel > 0;
  OwningOpRef<mlir::ModuleOp> outer = wrap(subject.module, options.gpuName);
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

/// Asked in rotation: each of them of one program in so many as there are.
static void addRotating(std::vector<Oracle> &oracles,
                        std::vector<Oracle> some) {
  for (auto [i, oracle] : llvm::enumerate(some)) {
    oracle.oneIn = some.size();
    oracle.rest = i;
    oracles.push_back(std::move(oracle));
  }
}

void smith::addCompiledOracles(std::vector<Oracle> &oracles) {
  CompileOptions options = optionsFor("sm_90", 3);
  Oracle stagesInSlices = {
      "stages-in-slices", [options](const Subject &subject) {
        return judgeStages(subject, inSlices(options, subject.module));
      }};
  Oracle emulatorInSlices = {
      "emulator-in-slices", [options](const Subject &subject) {
        return judgeEmulation(subject, inSlices(options, subject.module));
      }};
  Oracle stagesWithAgents = {"stages-with-agents",
                             [options](const Subject &subject) {
                               return judgeStages(subject, withAgents(options));
                             }};
  Oracle emulatorWithAgents = {
      "emulator-with-agents", [options](const Subject &subject) {
        return judgeEmulation(subject, withAgents(options));
      }};
  Oracle emulatorWithMaps = {
      "emulator-with-maps", [options](const Subject &subject) {
        return judgeEmulation(subject, withMaps(options));
      }};
  Oracle stagesOfUsualWarps = {
      "stages-of-usual-warps", [options](const Subject &subject) {
        return judgeStages(subject, withUsualWarps(options));
      }};
  Oracle emulatorOfUsualWarps = {
      "emulator-of-usual-warps", [options](const Subject &subject) {
        return judgeEmulation(subject, withUsualWarps(options));
      }};
  addRotating(oracles,
              {makeStagesOracle(0), std::move(stagesInSlices),
               std::move(stagesWithAgents), std::move(stagesOfUsualWarps)});
  oracles.push_back(makeStagesOracle(3));
  // Code for a GPU differs by its features, at -O0 by few.
  std::vector<Oracle> plain, optimized, others, variants;
  for (StringRef gpu : {"sm_75", "sm_90", "sm_120"}) {
    plain.push_back(makeEmulatorOracle(gpu, 0));
    optimized.push_back(makeEmulatorOracle(gpu, 3));
  }
  for (StringRef gpu : {"sm_80", "sm_89", "sm_100"})
    others.push_back(makeEmulatorOracle(gpu, 3));
  others.push_back(std::move(emulatorInSlices));
  others.push_back(std::move(emulatorWithAgents));
  others.push_back(std::move(emulatorWithMaps));
  addRotating(oracles, std::move(plain));
  addRotating(oracles, std::move(optimized));
  emulatorOfUsualWarps.oneIn = 2;
  oracles.push_back(std::move(emulatorOfUsualWarps));
  for (StringRef gpu : {"sm_75", "sm_80", "sm_89", "sm_90", "sm_100", "sm_120"})
    variants.push_back(makeVariantOracle(gpu));
  addRotating(oracles, std::move(others));
  addRotating(oracles, std::move(variants));
  CompileOptions lines = options, debug = optionsFor("sm_90", 0);
  lines.lineInfo = true;
  debug.deviceDebug = true;
  oracles.push_back(makePlacesOracle("emulator-lineinfo", lines));
  oracles.push_back(makePlacesOracle("emulator-debug", debug));
  for (StringRef gpu : {"sm_75", "sm_90", "sm_100", "sm_120"})
    for (unsigned level : {0, 3}) {
      oracles.push_back(makeAssemblerOracle(gpu, level));
      oracles.back().oneIn = 100;
    }
}
