//===- OptimizeLLVM.cpp - The short list of LLVM passes -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PairFunctions.h"
#include "PassGate.h"
#include "tessera/Codegen/Transforms.h"
#include "tessera/Target/TargetInfo.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/DemandedBits.h"
#include "llvm/Analysis/LastRunTrackingAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"

using namespace llvm;

namespace tessera {

/// Number of stores from which on a function skips SLPVectorizer, which
/// compares each store with all similar ones before it.
static constexpr ptrdiff_t manyStores = 2000;

static bool hasManyStores(const Function &function) {
  return count_if(instructions(function), IsaPred<StoreInst>) >= manyStores;
}

/// True if `target` adds two f32 as fast as one.
static bool hasPairsOfF32(const Function &function,
                          const TargetTransformInfo &target) {
  Type *f32 = Type::getFloatTy(function.getContext());
  return target.getArithmeticInstrCost(Instruction::FAdd,
                                       FixedVectorType::get(f32, 2)) <
         2 * target.getArithmeticInstrCost(Instruction::FAdd, f32);
}

/// True if `function` computes or stores values that an instruction could take
/// in pairs. Otherwise nothing can be packed.
static bool hasPairs(const Function &function,
                     const TargetTransformInfo &target) {
  bool hasF32 = hasPairsOfF32(function, target);
  auto comesInPairs = [&](Type *type) {
    unsigned bits = type->getPrimitiveSizeInBits();
    return (bits > 1 && bits <= 16) || (hasF32 && type->isFloatTy());
  };
  return any_of(instructions(function), [&](const Instruction &instruction) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    return comesInPairs(store ? store->getValueOperand()->getType()
                              : instruction.getType());
  });
}

/// Gives an option to LLVM as its command line would, unless that has set it. LLVM looks at
/// some of them only where they occur.
static void giveOption(StringRef name, StringRef value) {
  cl::Option *option = cl::getRegisteredOptions().lookup(name);
  if (option && option->getNumOccurrences() == 0)
    option->addOccurrence(/*pos=*/0, name, value);
}

/// Bounds the search of SLPVectorizer, for which LLVM has options of the command line and no
/// other. It packs no reductions that we make: sums of floats have an order, and no
/// instruction combines two words of 32 bits but as f32. No access has more than 16 elements,
/// either. Where vectors may have 64 bits, trees of words behind each exclusive or of a scan,
/// and of all sums at once that a loop carries, are built in a time that grows with the square
/// of the block or worse: 576 sums of f32 took minutes.
static void boundSearch() {
  [[maybe_unused]] static const bool isSet = [] {
    giveOption("slp-vectorize-hor", "false");
    giveOption("slp-max-vf", "16");
    return true;
  }();
}

/// Returns false for a pass that is not worth its time on this unit.
static bool shouldRun(StringRef passName, Any unit) {
  auto *const *function = any_cast<const Function *>(&unit);
  return !(function && (*function)->size() >= manyBlocks &&
           passName == InstCombinePass::name());
}

namespace {
/// Packs neighbouring 16-bit scalars that are treated alike into pairs, as the
/// hardware takes them, if they are loaded and stored as pairs. A function
/// without any is left as it is, and InstCombine does not run on it again.
class MakePairs : public PassInfoMixin<MakePairs> {
public:
  explicit MakePairs(TargetMachine &machine) : machine(machine) {}

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    if (function.size() >= manyBlocks || hasManyStores(function) ||
        !hasPairs(function, machine.getTargetTransformInfo(function)))
      return PreservedAnalyses::all();
    boundSearch();
    FunctionPassManager passes;
    passes.addPass(SLPVectorizerPass());
    passes.addPass(InstCombinePass());
    return passes.run(function, analyses);
  }

private:
  TargetMachine &machine;
};

/// Keeps small arrays in registers.
class PromoteArrays : public PassInfoMixin<PromoteArrays> {
public:
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    if (none_of(function.getEntryBlock(), IsaPred<AllocaInst>))
      return PreservedAnalyses::all();
    promoteArrays(function);
    return PreservedAnalyses::none();
  }
};

/// The analyses that our passes ask for. LLVM's PassBuilder would know them
/// all, but also drags every pass of LLVM into the program.
class Analyses {
public:
  explicit Analyses(TargetMachine &machine) {
    instrumentation.registerShouldRunOptionalPassCallback(
        [&](StringRef passName, Any unit) {
          return shouldRun(passName, unit);
        });
    functions.registerPass(
        [&] { return PassInstrumentationAnalysis(&instrumentation); });
    functions.registerPass([&] { return machine.getTargetIRAnalysis(); });
    functions.registerPass([] { return TargetLibraryAnalysis(); });
    functions.registerPass([] { return AssumptionAnalysis(); });
    functions.registerPass([] { return DominatorTreeAnalysis(); });
    functions.registerPass([] { return PostDominatorTreeAnalysis(); });
    functions.registerPass([] { return LoopAnalysis(); });
    functions.registerPass([] { return BranchProbabilityAnalysis(); });
    functions.registerPass([] { return BlockFrequencyAnalysis(); });
    functions.registerPass([] { return OptimizationRemarkEmitterAnalysis(); });
    functions.registerPass([] { return LastRunTrackingAnalysis(); });
    functions.registerPass([] { return MemorySSAAnalysis(); });
    functions.registerPass([] { return ScalarEvolutionAnalysis(); });
    functions.registerPass([] { return DemandedBitsAnalysis(); });
    functions.registerPass([] { return BasicAA(); });
    functions.registerPass([] {
      AAManager aliases;
      aliases.registerFunctionAnalysis<BasicAA>();
      return aliases;
    });
    modules.registerPass(
        [&] { return PassInstrumentationAnalysis(&instrumentation); });
    modules.registerPass([] { return ProfileSummaryAnalysis(); });
    modules.registerPass(
        [&] { return FunctionAnalysisManagerModuleProxy(functions); });
    functions.registerPass(
        [&] { return ModuleAnalysisManagerFunctionProxy(modules); });
  }

  ModuleAnalysisManager &forModules() { return modules; }
  FunctionAnalysisManager &forFunctions() { return functions; }

private:
  PassInstrumentationCallbacks instrumentation;
  // Order matters: the results on modules hold references to the other manager,
  // and must be destroyed first.
  FunctionAnalysisManager functions;
  ModuleAnalysisManager modules;
};
} // namespace

/// The passes of a level above 0 that simplify a function by itself.
static FunctionPassManager makeSimplifier(unsigned level) {
  FunctionPassManager simplify;
  simplify.addPass(SROAPass(SROAOptions::PreserveCFG));
  simplify.addPass(EarlyCSEPass());
  if (level > 1)
    simplify.addPass(InstCombinePass());
  simplify.addPass(PromoteArrays());
  simplify.addPass(SimplifyCFGPass());
  simplify.addPass(EarlyCSEPass());
  return simplify;
}

/// The GPU for which code is made; null if it is none of the table.
static const TargetInfo *findTarget(const TargetMachine &machine) {
  // A suffix names features of one architecture alone, as in sm_100a.
  return lookupTarget(machine.getTargetCPU().rtrim("af"));
}

/// True for a GPU on which sums of products take no registers of loops. Elsewhere persistent
/// kernels have none for reciprocals: attention spills 24 bytes for them on sm_75.
static bool keepsSumsInTensorMemory(const TargetMachine &machine) {
  const TargetInfo *target = findTarget(machine);
  return target && target->hasTcgen05();
}

/// True for a GPU whose products go on while their warp computes, and leave sums in its
/// registers. Where each warp waits for its own products ptxas computes powers later, and
/// where one thread begins products others fill the time.
static bool computesUnderProducts(const TargetMachine &machine) {
  const TargetInfo *target = findTarget(machine);
  return target && target->hasWgmma();
}

void optimizeLLVM(Module &module, TargetMachine &machine, unsigned level) {
  Analyses analyses(machine);
  definePairs(module, [&](Function &function) {
    if (level == 0)
      return;
    makeSimplifier(level).run(function, analyses.forFunctions());
    // Another function may get its place in memory.
    analyses.forFunctions().clear(function, function.getName());
  });
  ModulePassManager passes;
  // libdevice's functions are marked `alwaysinline`: they must be inlined at
  // every level.
  passes.addPass(AlwaysInlinerPass(/*InsertLifetime=*/false));
  if (level > 0) {
    FunctionPassManager simplify = makeSimplifier(level);
    if (level > 1)
      simplify.addPass(MakePairs(machine));
    passes.addPass(createModuleToFunctionPassAdaptor(std::move(simplify)));
  }
  passes.run(module, analyses.forModules());
  // Comes last, since the passes above would undo it.
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    hideTripCounts(function);
    separateLoops(function);
    keepNegativeZeros(function);
    if (level > 0) {
      narrowCarried(function);
      if (computesUnderProducts(machine))
        sumInBranches(function);
      convertFields(function);
      if (keepsSumsInTensorMemory(machine))
        shareReciprocals(function);
      shareAddresses(function);
      compareDistances(function);
      recomputeAfterLoops(function);
      combineInArms(function);
      extendFactors(function);
      postponeChains(function);
    }
  }
}

} // namespace tessera
