//===- Oracles.cpp - Properties of every program --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OracleSupport.h"
#include "tessera/Smith/Smith.h"

#include "tessera/Bytecode/Bytecode.h"
#include "tessera/Compiler/Pipelines.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::smith;

static bool areEqual(Operation *left, Operation *right) {
  return OperationEquivalence::isEquivalentTo(
      left, right, OperationEquivalence::IgnoreLocations);
}

/// True if the operations of equal modules have the same locations. Ignores
/// terminators without operands, which text leaves out.
static bool haveEqualPlaces(Operation *left, Operation *right) {
  auto placesOf = [](Operation *module) {
    SmallVector<Location> places;
    for (Operation &op : module->getRegion(0).front())
      if (isa<cuda_tile::EntryOpInterface>(op))
        op.walk([&](Operation *inner) {
          if (!inner->hasTrait<OpTrait::IsTerminator>() ||
              inner->getNumOperands() > 0)
            places.push_back(inner->getLoc());
        });
    return places;
  };
  return placesOf(left) == placesOf(right);
}

/// The module without the parts that bytecode of this version does not store.
static OwningOpRef<Operation *> asKeptBy(BytecodeVersion version,
                                         Operation *module) {
  OwningOpRef<Operation *> copy = module->clone();
  (*copy)->setDiscardableAttrs(ArrayRef<NamedAttribute>());
  if (version < bytecode::v13_3) {
    (*copy)->removeAttr("producer");
    // Some keys of hints are not stored, which may leave hints empty.
    (*copy)->walk([](Operation *op) { op->removeAttr("optimization_hints"); });
  }
  return copy;
}

//===----------------------------------------------------------------------===//
// Forms of the program
//===----------------------------------------------------------------------===//

static std::optional<std::string> writeAs(Operation *module,
                                          BytecodeVersion version) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  if (failed(writeBytecode(module, os, version)))
    return std::nullopt;
  return bytes;
}

/// True if a program has f4E2M1FN in memory, where two share a byte: 13.5
/// brought rules about that which older versions do not have.
static bool hasHalfBytes(Operation *module) {
  auto isHalfByte = [](Type type) {
    if (auto tile = dyn_cast<cuda_tile::TileType>(type))
      if (auto pointer =
              dyn_cast<cuda_tile::PointerType>(tile.getElementType()))
        return isa<Float4E2M1FNType>(pointer.getPointeeType());
    auto view = dyn_cast<cuda_tile::TensorViewType>(type);
    return view && isa<Float4E2M1FNType>(view.getElementType());
  };
  return module
      ->walk([&](Operation *op) {
        return llvm::any_of(op->getResultTypes(), isHalfByte)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

static Finding judgeBytecode(const Subject &subject, BytecodeVersion version) {
  MLIRContext *context = subject.module->getContext();
  Errors errors(context);
  OwningOpRef<Operation *> original = asKeptBy(version, subject.module);
  std::optional<std::string> bytes = writeAs(*original, version);
  if (!bytes) {
    bool lacksSomething = version < subject.launch.version;
    bool hasMoreRules =
        version >= bytecode::v13_5 && hasHalfBytes(subject.module);
    bool mayRefuse = (lacksSomething || hasMoreRules) && !errors.str().empty();
    return asFinding(mayRefuse, "cannot be written: " + errors.str());
  }
  OwningOpRef<Operation *> read =
      readBytecode(llvm::MemoryBufferRef(*bytes, "program"), context);
  if (!read)
    return "cannot be read: " + errors.str();
  if (!areEqual(*original, *read))
    return "reading gives another module";
  if (hasPlaces(subject.module) && !haveEqualPlaces(*original, *read))
    return "reading gives other places";
  return asFinding(writeAs(*read, version) == bytes,
                   "writing what was read gives other bytes");
}

Oracle smith::makeBytecodeOracle(BytecodeVersion version) {
  return {"bytecode-" + version.str(), [version](const Subject &subject) {
            return judgeBytecode(subject, version);
          }};
}

static std::string print(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os, OpPrintingFlags().enableDebugInfo());
  return text;
}

static Finding judgeText(const Subject &subject) {
  Errors errors(subject.module->getContext());
  // Printed by itself, without the indentation inside another module.
  OwningOpRef<Operation *> original = subject.module->clone();
  std::string text = print(*original);
  // The parser adds a builtin module around it.
  OwningOpRef<mlir::ModuleOp> parsed =
      parseSourceString<mlir::ModuleOp>(text, subject.module->getContext());
  if (!parsed)
    return "cannot be parsed: " + errors.str();
  OwningOpRef<Operation *> module = &parsed->getBody()->front();
  (*module)->remove();
  if (!areEqual(*original, *module))
    return "parsing gives another module";
  if (hasPlaces(subject.module) && !haveEqualPlaces(*original, *module))
    return "parsing gives other places";
  return asFinding(print(*module) == text,
                   "printing what was parsed gives another text");
}

Oracle smith::makeTextOracle() { return {"text", judgeText}; }

//===----------------------------------------------------------------------===//
// Runs of the program
//===----------------------------------------------------------------------===//

void Tally::count(const Allowed &allowed) {
  ++programs;
  notDecidable += !allowed.isDecidable;
  uint64_t notExact = 0;
  for (const Allowed::Array &array : allowed.memory)
    for (const interp::ElementBounds &x : array.elements) {
      if (x.isLost())
        ++undecidedElements;
      else if (x.lo != x.hi)
        ++boundedElements;
      else
        ++exactElements;
      notExact += x.undecidedAt || x.lo != x.hi;
    }
  open += notExact > 0;
}

Finding smith::compareRun(Operation *program, const Subject &subject,
                          const RunOptions &options) {
  if (subject.allowed && !subject.allowed->isDecidable)
    return std::nullopt;
  Errors errors(program->getContext());
  FailureOr<Outcome> outcome = run(program, subject.launch, options);
  if (failed(outcome))
    return "fails: " + errors.str();
  if (subject.allowed)
    return findForbidden(*subject.allowed, *outcome);
  return asFinding(*outcome == subject.outcome,
                   describeDifference(subject.outcome, *outcome));
}

Oracle smith::makeRunOracle(std::string name, RunOptions options) {
  return {std::move(name), [options](const Subject &subject) {
            return compareRun(subject.module, subject, options);
          }};
}

/// Computes the allowed results of other runs. The run that does so must have
/// the same result as the plain one.
static Finding findBounds(Subject &subject, interp::BoundsMode mode) {
  Errors errors(subject.module->getContext());
  FailureOr<Allowed> allowed =
      runWithBounds(subject.module, subject.launch, mode);
  if (failed(allowed))
    return "fails: " + errors.str();
  subject.allowed = std::move(*allowed);
  const Outcome &outcome = subject.allowed->outcome;
  return asFinding(!subject.allowed->isDecidable || outcome == subject.outcome,
                   describeDifference(subject.outcome, outcome));
}

static Finding
judgePasses(const Subject &subject,
            llvm::function_ref<void(OpPassManager &)> addPasses) {
  OwningOpRef<Operation *> copy = subject.module->clone();
  PassManager passes((*copy)->getName());
  addPasses(passes);
  {
    Errors errors(subject.module->getContext());
    if (failed(passes.run(*copy)))
      return "the passes fail: " + errors.str();
  }
  return compareRun(*copy, subject, RunOptions());
}

Oracle smith::makePassOracle(std::string name,
                             std::function<void(OpPassManager &)> addPasses,
                             interp::BoundsMode mode) {
  return {std::move(name),
          [addPasses = std::move(addPasses), mode](const Subject &given) {
            // The subject's own bounds are those between engines.
            if (!given.allowed || mode == interp::BoundsMode::Engines)
              return judgePasses(given, addPasses);
            Subject subject = given;
            if (Finding finding = findBounds(subject, mode))
              return finding;
            return judgePasses(subject, addPasses);
          }};
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static void addPassOracles(std::vector<Oracle> &oracles) {
  auto add = [&](StringRef name, std::function<void(OpPassManager &)> passes) {
    oracles.push_back(makePassOracle(name.str(), std::move(passes)));
  };
  add("canonicalize",
      [](OpPassManager &p) { p.addPass(createCanonicalizerPass()); });
  add("cse", [](OpPassManager &p) { p.addPass(createCSEPass()); });
  add("sccp", [](OpPassManager &p) {
    p.addPass(createSCCPPass());
    p.addPass(createRemoveDeadValuesPass());
  });
  add("loop-invariant-code-motion",
      [](OpPassManager &p) { p.addPass(createLoopInvariantCodeMotionPass()); });
  add("cuda-tile-licm",
      [](OpPassManager &p) { p.addPass(createCudaTileLICM()); });
  add("loop-split",
      [](OpPassManager &p) { p.addPass(createCudaTileLoopSplit()); });
  add("loop-split-around-equalities", [](OpPassManager &p) {
    CudaTileLoopSplitOptions options;
    options.peelEqualities = true;
    p.addPass(createCudaTileLoopSplit(options));
    p.addPass(createCanonicalizerPass());
  });
  add("optimize", [](OpPassManager &p) {
    buildCudaTileOptimizationPipeline(p, OptimizationOptions());
  });
  // A fused product omits a rounding.
  oracles.push_back(makePassOracle(
      "fuse-fma", [](OpPassManager &p) { p.addPass(createCudaTileFuseFMA()); },
      interp::BoundsMode::Reals));
}

std::vector<Oracle> smith::allOracles() {
  std::vector<Oracle> oracles;
  for (BytecodeVersion version : supportedBytecodeVersions())
    oracles.push_back(makeBytecodeOracle(version));
  oracles.push_back(makeTextOracle());
  for (uint64_t seed : {1, 2, 3})
    oracles.push_back(makeRunOracle("seed-" + std::to_string(seed), {seed}));
  oracles.push_back(makeRunOracle("threads", {/*seed=*/0, /*hostThreads=*/3}));
  addPassOracles(oracles);
  addCompiledOracles(oracles);
  for (StringRef gpu : {"sm_80", "sm_90", "sm_100"})
    oracles.push_back(makeValidationOracle(gpu));
  for (unsigned level : {0, 3})
    oracles.push_back(makeHardwareOracle(level));
  return oracles;
}

std::optional<Report> smith::judge(Operation *module, Data data,
                                   ArrayRef<Oracle> oracles, Tally *tally) {
  Subject subject;
  subject.module = module;
  subject.tally = tally;
  {
    Errors errors(module->getContext());
    if (failed(verify(module)))
      return Report{"verifier", errors.str()};
    FailureOr<Launch> launch = getLaunch(module);
    if (failed(launch))
      return Report{"launch", errors.str()};
    subject.launch = std::move(*launch);
    FailureOr<Outcome> outcome = run(module, subject.launch, RunOptions());
    if (failed(outcome))
      return Report{"interpreter", errors.str()};
    subject.outcome = std::move(*outcome);
  }
  if (data == Data::Arbitrary) {
    if (Finding finding = findBounds(subject, interp::BoundsMode::Engines))
      return Report{"bounds", *finding};
    if (tally)
      tally->count(*subject.allowed);
  }
  for (const Oracle &oracle : oracles)
    if (Finding finding = oracle.judge(subject))
      return Report{oracle.name, *finding};
  return std::nullopt;
}
