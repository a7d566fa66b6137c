//===- Compiler.cpp - One call from Tile IR to PTX or machine code --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Compiler/Compiler.h"

#include "AssemblerDiagnostics.h"
#include "ProgramStage.h"
#include "SpillFeedback.h"
#include "tessera/Codegen/LLVMCodegen.h"
#include "tessera/Compiler/Input.h"
#include "tessera/Compiler/Kernels.h"
#include "tessera/Compiler/Pipelines.h"
#include "tessera/Support/CrashGuard.h"
#include "tessera/Support/Toolkit.h"
#include "tessera/Target/TargetInfo.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include <chrono>

using namespace mlir;

namespace tessera {

StringRef stageName(Stage stage) {
  switch (stage) {
  case Stage::CudaTile:
    return "cuda-tile";
  case Stage::TileAA:
    return "tileaa";
  case Stage::TileAS:
    return "tileas";
  case Stage::NVVM:
    return "nvvm";
  case Stage::LLVM:
    return "llvm";
  case Stage::PTX:
    return "ptx";
  case Stage::Cubin:
    return "cubin";
  }
  llvm_unreachable("unknown stage");
}

namespace {
constexpr int kHighestLevel = 3;

/// One compilation on its way through the stages.
class Compilation {
public:
  Compilation(MLIRContext *context, const CompileOptions &options)
      : context(context), options(options) {}

  CompileResult compileInput(llvm::MemoryBufferRef input);
  CompileResult compileModule(ModuleOp module);

private:
  /// Runs `work` as the step `name`, and measures its time. `onFailure` is the
  /// status after a failure. Returns true if the compilation may go on.
  bool step(StringRef name, CompileStatus onFailure,
            function_ref<LogicalResult()> work);
  bool guarded(StringRef name, function_ref<void()> work);

  bool lower(ModuleOp module);
  LogicalResult checkOptions();
  LogicalResult chooseGPU(ModuleOp module, Stage from);
  /// With `isBorder`, the result is verified as a form of the stage.
  bool runPipeline(StringRef name, ModuleOp module,
                   void (*build)(OpPassManager &, const PipelineOptions &),
                   bool isBorder = true);
  bool lowerInMLIR(ModuleOp module, Stage from);
  bool lowerAtLevel(unsigned level, ModuleOp module, Stage from);
  bool generateLinedPTX(ModuleOp module);
  bool generateCode(ModuleOp module);
  LogicalResult assemblePTX(ModuleOp module);
  bool planAgain(ModuleOp module);
  void tellOfAssembly(ModuleOp module);
  std::string print(ModuleOp module, Stage stage);
  std::string printLLVM();

  /// The text that replaces the program, or null; failure after an error.
  FailureOr<std::unique_ptr<llvm::MemoryBuffer>>
  visit(Stage stage, function_ref<std::string()> print);
  bool visitModule(ModuleOp module, Stage stage);
  bool visitLLVM();
  bool visitText(Stage stage, std::string &text);

  MLIRContext *context;
  const CompileOptions &options;
  const TargetInfo *target = nullptr;
  unsigned passLevel = 0;  ///< whose passes run
  bool isForLines = false; ///< keep source lines whatever the options say
  bool isReplaced = false; ///< the client has given a stage of its own
  /// The kernels before they are planned, where that may be done again, and what is
  /// known for it.
  OwningOpRef<ModuleOp> unplanned;
  SpillFeedback feedback;
  std::vector<AssemblerMessage> messages; ///< the last that ptxas had
  std::unique_ptr<llvm::LLVMContext> llvmContext;
  std::unique_ptr<llvm::Module> llvmModule;
  CompileResult result;
};
} // namespace

bool Compilation::guarded(StringRef name, function_ref<void()> work) {
  if (!options.guardAgainstCrashes) {
    work();
    return true;
  }
  std::optional<std::string> crash = runGuarded(work);
  if (!crash)
    return true;
  // The crashed step may have left it in any state: it must not be destroyed.
  (void)llvmModule.release();
  (void)llvmContext.release();
  (void)unplanned.release();
  result.status = CompileStatus::InternalError;
  result.internalError =
      ("internal error in the step '" + name + "': " + *crash).str();
  return false;
}

bool Compilation::step(StringRef name, CompileStatus onFailure,
                       function_ref<LogicalResult()> work) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
  LogicalResult outcome = failure();
  if (options.enterStep)
    options.enterStep(name);
  if (!guarded(name, [&] { outcome = work(); }))
    return false;
  result.times.push_back(
      {name, std::chrono::duration<double>(Clock::now() - start).count()});
  if (failed(outcome) && result.status == CompileStatus::Success)
    result.status = onFailure;
  return succeeded(outcome);
}

CompileResult Compilation::compileInput(llvm::MemoryBufferRef input) {
  OwningOpRef<ModuleOp> module;
  if (step("read", CompileStatus::BadInput, [&] {
        module = readModule(input, context);
        return success(static_cast<bool>(module));
      }))
    lower(*module);
  if (result.status == CompileStatus::InternalError)
    (void)module.release();
  return std::move(result);
}

CompileResult Compilation::compileModule(ModuleOp module) {
  lower(module);
  return std::move(result);
}

LogicalResult Compilation::checkOptions() {
  Location nowhere = UnknownLoc::get(context);
  if (options.optLevel < 0 || options.optLevel > kHighestLevel)
    return emitError(nowhere)
           << "the optimization level goes from 0 to " << kHighestLevel
           << ", not to " << options.optLevel;
  if (options.deviceDebug && options.optLevel > 0)
    return emitError(nowhere)
           << "optimized debugging is not supported, change optimization level "
              "to 0 or disable full debug info";
  return success();
}

LogicalResult Compilation::chooseGPU(ModuleOp module, Stage from) {
  std::string stated = getStatedTarget(module, from);
  // Kernels with a spec must be for exactly this variant, which is checked
  // below.
  if (from == Stage::TileAS && !options.gpuName.empty())
    stated.clear();
  if (options.assumesGpu && options.gpuName.empty()) {
    GpuChoice choice = assumeGpu(module, stated);
    stated = std::move(choice.name);
    result.gpuChoice = std::move(choice.reason);
  }
  llvm::Expected<const TargetInfo *> found =
      chooseTarget(options.gpuName, stated);
  if (!found) {
    // A builtin module that was added while reading has no location of its own.
    Location where = module.getBody()->front().getLoc();
    return emitError(where) << llvm::toString(found.takeError());
  }
  target = *found;
  return checkKernelTargets(module, *target);
}

bool Compilation::runPipeline(StringRef name, ModuleOp module,
                              void (*build)(OpPassManager &,
                                            const PipelineOptions &),
                              bool isBorder) {
  return step(name, CompileStatus::Failed, [&] {
    PassManager passes(module->getContext(), ModuleOp::getOperationName());
    PipelineOptions pipeline{target->getName().str(),
                             passLevel,
                             options.lineInfo || isForLines,
                             options.deviceDebug,
                             options.checkAccesses,
                             options.tileRegisters,
                             options.factorBytes,
                             options.overrides};
    build(passes, pipeline);
#ifdef NDEBUG
    // Only a defect of a pass leaves invalid IR. Verifying it after each pass
    // would take a tenth of the time, and half of it in deeply nested programs.
    passes.enableVerifier(false);
#endif
    if (options.configure)
      options.configure(passes);
    if (failed(passes.run(module)))
      return failure();
    return success(!isBorder || succeeded(verify(module)));
  });
}

/// A program compiles at all levels or at none: if a lower level refuses one,
/// for example because of shared memory for values that the highest level would
/// fold away, the passes of the highest level run.
bool Compilation::lowerInMLIR(ModuleOp module, Stage from) {
  if (options.optLevel == kHighestLevel)
    return lowerAtLevel(kHighestLevel, module, from);
  OwningOpRef<ModuleOp> original = module.clone();
  SmallVector<Diagnostic> said;
  bool isLowered;
  {
    ScopedDiagnosticHandler keep(context, [&](Diagnostic &diagnostic) {
      said.push_back(std::move(diagnostic));
    });
    isLowered = lowerAtLevel(unsigned(options.optLevel), module, from);
  }
  if (!isLowered && result.status == CompileStatus::Failed) {
    result.status = CompileStatus::Success;
    module.getBodyRegion().takeBody(original->getBodyRegion());
    return lowerAtLevel(kHighestLevel, module, from);
  }
  for (Diagnostic &diagnostic : said)
    context->getDiagEngine().emit(std::move(diagnostic));
  return isLowered;
}

bool Compilation::lowerAtLevel(unsigned level, ModuleOp module, Stage from) {
  passLevel = level;
  struct {
    Stage to;
    void (*build)(OpPassManager &, const PipelineOptions &);
  } static const steps[] = {
      {Stage::TileAA, buildCudaTileToTileAAPipeline},
      {Stage::TileAS,
       [](OpPassManager &passes, const PipelineOptions &pipeline) {
         buildTileAAToTileASPipeline(passes, pipeline);
         buildTileASPipeline(passes, pipeline);
       }},
      {Stage::NVVM, buildTileASToNVVMPipeline},
  };
  if (from == Stage::TileAS && options.visitKernels)
    options.visitKernels(module);
  for (const auto &next : steps) {
    if (next.to <= from || options.emit < next.to)
      continue;
    if (next.to == Stage::TileAS && level > 1 && options.emit == Stage::Cubin &&
        !unplanned)
      unplanned = module.clone();
    if (!runPipeline(stageName(next.to), module, next.build))
      return false;
    if (detectStage(module, next.to) == next.to) {
      if (!visitModule(module, next.to))
        return false;
      if (next.to == Stage::TileAS)
        feedback.note(module);
      if (next.to == Stage::TileAS && options.visitKernels)
        options.visitKernels(module);
      continue;
    }
    result.status = CompileStatus::InternalError;
    result.internalError = ("the step '" + stageName(next.to) +
                            "' left operations of another stage")
                               .str();
    return false;
  }
  return true;
}

std::string Compilation::print(ModuleOp module, Stage stage) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  // Without locations, compiling the text would lose the source lines.
  if (options.lineInfo || options.deviceDebug)
    flags.enableDebugInfo();
  // MLIR cannot parse the text that it prints for `nvvm.barrier` followed by a
  // location.
  if (stage == Stage::NVVM && flags.shouldPrintDebugInfo())
    flags.printGenericOpForm();
  Operation *program = stage == Stage::CudaTile ? withoutImplicitModule(module)
                                                : module.getOperation();
  program->print(os, flags);
  os << '\n';
  return text;
}

std::string Compilation::printLLVM() {
  std::string text;
  llvm::raw_string_ostream(text) << *llvmModule;
  return text;
}

FailureOr<std::unique_ptr<llvm::MemoryBuffer>>
Compilation::visit(Stage stage, function_ref<std::string()> print) {
  if (!options.visitStage)
    return std::unique_ptr<llvm::MemoryBuffer>();
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> other =
      options.visitStage(stage, print());
  if (other) {
    isReplaced |= *other != nullptr;
    return std::move(*other);
  }
  result.status = CompileStatus::BadConfiguration;
  return emitError(UnknownLoc::get(context))
         << llvm::toString(other.takeError());
}

bool Compilation::visitModule(ModuleOp module, Stage stage) {
  FailureOr<std::unique_ptr<llvm::MemoryBuffer>> other =
      visit(stage, [&] { return print(module, stage); });
  if (failed(other) || !*other)
    return succeeded(other);
  OwningOpRef<ModuleOp> read = readModule(**other, context);
  std::optional<Stage> found;
  if (read)
    found = detectStage(*read, stage);
  if (found && *found != stage) {
    read->emitError("this stands in for the stage ")
        << stageName(stage) << ", but is at the stage " << stageName(*found);
    found.reset();
  }
  if (!found || failed(checkKernelTargets(*read, *target))) {
    result.status = CompileStatus::BadInput;
    return false;
  }
  module->setAttrs(read->getOperation()->getAttrDictionary());
  module.getBodyRegion().takeBody(read->getBodyRegion());
  return true;
}

bool Compilation::visitLLVM() {
  FailureOr<std::unique_ptr<llvm::MemoryBuffer>> other =
      visit(Stage::LLVM, [&] { return printLLVM(); });
  if (failed(other) || !*other)
    return succeeded(other);
  llvm::SMDiagnostic error;
  llvmModule = llvm::parseAssembly(**other, error, *llvmContext);
  std::string broken;
  llvm::raw_string_ostream os(broken);
  if (llvmModule && !llvm::verifyModule(*llvmModule, &os))
    return true;
  result.status = CompileStatus::BadInput;
  StringRef file = (*other)->getBufferIdentifier();
  Location where = llvmModule
                       ? Location(FileLineColLoc::get(context, file, 1, 1))
                       : FileLineColLoc::get(context, file, error.getLineNo(),
                                             error.getColumnNo() + 1);
  emitError(where) << (llvmModule ? StringRef(broken) : error.getMessage());
  return false;
}

bool Compilation::visitText(Stage stage, std::string &text) {
  FailureOr<std::unique_ptr<llvm::MemoryBuffer>> other =
      visit(stage, [&] { return text; });
  if (succeeded(other) && *other)
    text = (*other)->getBuffer().str();
  return succeeded(other);
}

LogicalResult Compilation::assemblePTX(ModuleOp module) {
  Location nowhere = module.getLoc();
  llvm::Expected<std::string> ptxas = findPtxas(options.ptxasPath);
  if (!ptxas) {
    result.status = CompileStatus::BadConfiguration;
    return emitError(nowhere) << llvm::toString(ptxas.takeError());
  }
  AssemblerOptions assembler{*ptxas,
                             target->getAssembledName().str(),
                             unsigned(options.optLevel),
                             target->getMaxStaticSharedBytes(),
                             target->getCapacities().maxSharedBytesPerBlock,
                             options.lineInfo,
                             options.deviceDebug,
                             countKernels(module) > 1 ? context->getNumThreads()
                                                      : 0,
                             options.ptxasOptions};
  llvm::Expected<Assembly> assembly = assemble(result.ptx, assembler);
  if (!assembly) {
    reportAssemblerFailure(assembly.takeError(), context, result);
    return failure();
  }
  if (std::optional<std::string> refused = findRefusalByAge(assembly->log)) {
    result.status = CompileStatus::BadConfiguration;
    reportRefusalByAge(*ptxas, *refused, *target, context);
    return failure();
  }
  messages = std::move(assembly->log.messages);
  result.kernels = std::move(assembly->log.kernels);
  addOccupancy(result.kernels, module, *target);
  result.output = std::move(assembly->cubin);
  if (result.output.empty()) {
    tellOfAssembly(module);
    return failure();
  }
  if (assembly->lacksTileMark && !target->hasBlocksAreClusters() &&
      options.warnOfMissingMark)
    warnOfMissingMark(*ptxas, context);
  return success();
}

/// Tells what ptxas has said of the code that is the result.
void Compilation::tellOfAssembly(ModuleOp module) {
  reportAssemblerMessages(messages, result.ptx, module);
  explainResources(result.kernels, module);
}

/// Plans kernels of which ptxas spills registers again, as long as it spills fewer. The
/// code that is compiled last is the result: what is said and shown of it is true.
bool Compilation::planAgain(ModuleOp module) {
  OwningOpRef<ModuleOp> again;
  bool isPlannable = unplanned && !isReplaced;
  while (isPlannable) {
    bool isChanged = result.status == CompileStatus::Success
                         ? feedback.learn(result.kernels, *unplanned, *target)
                         : feedback.refuse();
    if (!isChanged)
      break;
    result.status = CompileStatus::Success;
    again = unplanned->clone();
    feedback.apply(*again);
    // The program has been warned about once, and another plan is no error of it.
    ScopedDiagnosticHandler quiet(context, [](Diagnostic &) {});
    bool compiles =
        lowerAtLevel(passLevel, *again, Stage::TileAA) && generateCode(*again);
    if (compiles || result.status == CompileStatus::Failed)
      continue;
    // A crash may have left it in any state.
    (void)again.release();
    return false;
  }
  tellOfAssembly(again ? *again : module);
  return static_cast<bool>(result);
}

/// Generates the PTX once more, with source lines, from the same kernels.
bool Compilation::generateLinedPTX(ModuleOp module) {
  CodegenOptions codegen{target, unsigned(options.optLevel),
                         options.libdevicePath};
  OwningOpRef<ModuleOp> copy = module.clone();
  llvm::SaveAndRestore keepLines(isForLines, true);
  if (!runPipeline("lines", *copy, buildNVVMToLLVMPipeline,
                   /*isBorder=*/false))
    return false;
  return step("lines", CompileStatus::Failed, [&]() -> LogicalResult {
    llvm::LLVMContext linedContext;
    std::unique_ptr<llvm::TargetMachine> machine = makeTargetMachine(codegen);
    FailureOr<std::unique_ptr<llvm::Module>> lined =
        generateLLVM(*copy, linedContext, *machine, codegen);
    if (failed(lined))
      return failure();
    FailureOr<std::string> ptx =
        generatePTX(**lined, module.getLoc(), *machine, codegen);
    if (succeeded(ptx))
      result.linedPtx = std::move(*ptx);
    return ptx;
  });
}

bool Compilation::generateCode(ModuleOp module) {
  if (options.wantsLinedPtx && options.emit >= Stage::PTX &&
      !options.lineInfo && !options.deviceDebug && !generateLinedPTX(module))
    return false;
  CodegenOptions codegen{target, unsigned(options.optLevel),
                         options.libdevicePath};
  llvmModule.reset(); // before its context
  llvmContext = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::TargetMachine> machine;
  // No border: LLVM IR, which follows at once, has a verifier of its own.
  if (!runPipeline("nvvm-to-llvm", module, buildNVVMToLLVMPipeline,
                   /*isBorder=*/false) ||
      !step("llvm", CompileStatus::Failed, [&]() -> LogicalResult {
        machine = makeTargetMachine(codegen);
        FailureOr<std::unique_ptr<llvm::Module>> generated =
            generateLLVM(module, *llvmContext, *machine, codegen);
        if (succeeded(generated))
          llvmModule = std::move(*generated);
        return generated;
      }))
    return false;
  if (!visitLLVM())
    return false;
  if (options.emit == Stage::LLVM) {
    result.output = printLLVM();
    return true;
  }
  if (!step("ptx", CompileStatus::Failed, [&]() -> LogicalResult {
        FailureOr<std::string> ptx =
            generatePTX(*llvmModule, module.getLoc(), *machine, codegen);
        if (succeeded(ptx))
          result.ptx = std::move(*ptx);
        return ptx;
      }))
    return false;
  if (!visitText(Stage::PTX, result.ptx))
    return false;
  if (options.emit == Stage::PTX) {
    result.output = result.ptx;
    return true;
  }
  return step("ptxas", CompileStatus::Failed,
              [&] { return assemblePTX(module); }) &&
         visitText(Stage::Cubin, result.output);
}

bool Compilation::lower(ModuleOp module) {
  if (failed(checkOptions())) {
    result.status = CompileStatus::BadConfiguration;
    return false;
  }
  std::optional<Stage> from = detectStage(module, Stage::CudaTile);
  if (!from || failed(checkProgram(module, *from))) {
    result.status = CompileStatus::BadInput;
    return false;
  }
  if (options.emit < *from) {
    result.status = CompileStatus::BadConfiguration;
    module.emitError("the input is at the stage ")
        << stageName(*from) << " already and cannot go back to "
        << stageName(options.emit);
    return false;
  }
  if (failed(chooseGPU(module, *from))) {
    result.status = CompileStatus::BadConfiguration;
    return false;
  }
  if (!options.entries.empty() &&
      failed(keepKernels(module, options.entries))) {
    result.status = CompileStatus::BadConfiguration;
    return false;
  }
  if (!visitModule(module, *from) || !lowerInMLIR(module, *from))
    return false;
  if (options.emit <= Stage::NVVM) {
    result.output = print(module, options.emit);
    return true;
  }
  return generateCode(module) &&
         (options.emit != Stage::Cubin || planAgain(module));
}

CompileResult compile(llvm::MemoryBufferRef input, MLIRContext *context,
                      const CompileOptions &options) {
  return Compilation(context, options).compileInput(input);
}

CompileResult compile(ModuleOp module, const CompileOptions &options) {
  return Compilation(module->getContext(), options).compileModule(module);
}

} // namespace tessera
