//===- Compiler.cpp - From Tile IR to PTX or machine code, for C ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera-c/Compiler.h"

#include "Common.h"
#include "KeptResults.h"
#include "tessera/Codegen/ProgramSections.h"
#include "tessera/Compiler/Compiler.h"
#include "tessera/Report/KernelReport.h"
#include "tessera/Target/TargetInfo.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::capi;

namespace {
/// The object behind a TesseraCompileOptions.
struct Options {
  CompileOptions options;
  /// The caller's number, which the compilation checks.
  int stage = TesseraStageCubin;
  TesseraStageCallback callback = nullptr;
  void *userData = nullptr;
  TesseraRemarkCallback remarkCallback = nullptr;
  void *remarkUserData = nullptr;
  bool wantsReport = false, carriesProgram = false;
  double timeLimit = 0;
  std::string cacheFolder;
  /// True if the host had no memory for something that was set.
  bool lacksMemory = false;
};

/// The object behind a TesseraCompileResult.
struct Result {
  CompiledProgram program;
  std::vector<TesseraKernelResources> kernels;
};
} // namespace

/// The result of calls that the host has no memory for, not even for a result.
static Result &outOfMemory() {
  static Result result;
  return result;
}

/// The same for those that take too long.
static Result &timedOut() {
  static Result result;
  return result;
}

/// The same for options.
static Options &noOptions() {
  static Options options;
  options.lacksMemory = true;
  return options;
}

DEFINE_C_API_PTR_METHODS(TesseraCompileOptions, Options)
DEFINE_C_API_PTR_METHODS(TesseraCompileResult, Result)

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

static_assert(int(TesseraStageCudaTile) == int(Stage::CudaTile) &&
                  int(TesseraStageCubin) == int(Stage::Cubin),
              "the stages of C are those of C++");

static bool isStage(int stage) {
  return stage >= int(TesseraStageCudaTile) && stage <= int(TesseraStageCubin);
}

MlirStringRef tesseraStageGetName(TesseraStage stage) {
  return wrap(isStage(stage) ? stageName(Stage(stage)) : StringRef());
}

MlirLogicalResult tesseraStageParse(MlirStringRef name, TesseraStage *stage) {
  for (int each = TesseraStageCudaTile; stage && isStage(each); ++each)
    if (stageName(Stage(each)) == text(name)) {
      *stage = TesseraStage(each);
      return wrap(success());
    }
  return wrap(failure());
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Calls `set` with the options; does nothing for a null handle.
template <typename Fn>
static void change(TesseraCompileOptions options, Fn set) {
  Options *to = unwrap(options);
  if (to && !to->lacksMemory)
    to->lacksMemory = !runWithinMemory([&] { set(*to); });
}

/// Sets an option.
template <typename T>
static void set(TesseraCompileOptions options, T CompileOptions::*option,
                T value) {
  change(options, [&](Options &to) { to.options.*option = value; });
}
static void set(TesseraCompileOptions options,
                std::string CompileOptions::*option, MlirStringRef value) {
  change(options, [&](Options &to) { to.options.*option = text(value).str(); });
}

/// Adds to an option that is a list.
static void add(TesseraCompileOptions options,
                std::vector<std::string> CompileOptions::*option,
                MlirStringRef value) {
  change(options, [&](Options &to) {
    (to.options.*option).push_back(text(value).str());
  });
}

TesseraCompileOptions tesseraCompileOptionsCreate(void) {
  Options *made = nullptr;
  return wrap(runWithinMemory([&] { made = new Options(); }) ? made
                                                             : &noOptions());
}

void tesseraCompileOptionsDestroy(TesseraCompileOptions options) {
  if (unwrap(options) != &noOptions())
    delete unwrap(options);
}

void tesseraCompileOptionsSetGpu(TesseraCompileOptions options,
                                 MlirStringRef gpu) {
  set(options, &CompileOptions::gpuName, gpu);
}

void tesseraCompileOptionsSetOptLevel(TesseraCompileOptions options,
                                      int level) {
  set(options, &CompileOptions::optLevel, level);
}

void tesseraCompileOptionsSetStage(TesseraCompileOptions options,
                                   TesseraStage stage) {
  change(options, [&](Options &to) { to.stage = stage; });
}

void tesseraCompileOptionsAddEntry(TesseraCompileOptions options,
                                   MlirStringRef name) {
  add(options, &CompileOptions::entries, name);
}

void tesseraCompileOptionsSetLineInfo(TesseraCompileOptions options,
                                      bool enable) {
  set(options, &CompileOptions::lineInfo, enable);
}

void tesseraCompileOptionsSetCarryProgram(TesseraCompileOptions options,
                                          bool enable) {
  change(options, [&](Options &to) { to.carriesProgram = enable; });
}

void tesseraCompileOptionsSetDeviceDebug(TesseraCompileOptions options,
                                         bool enable) {
  set(options, &CompileOptions::deviceDebug, enable);
}

void tesseraCompileOptionsSetCheckAccesses(TesseraCompileOptions options,
                                           bool enable) {
  set(options, &CompileOptions::checkAccesses, enable);
}

void tesseraCompileOptionsSetPtxasPath(TesseraCompileOptions options,
                                       MlirStringRef path) {
  set(options, &CompileOptions::ptxasPath, path);
}

void tesseraCompileOptionsAddPtxasOption(TesseraCompileOptions options,
                                         MlirStringRef option) {
  add(options, &CompileOptions::ptxasOptions, option);
}

void tesseraCompileOptionsSetLibdevicePath(TesseraCompileOptions options,
                                           MlirStringRef path) {
  set(options, &CompileOptions::libdevicePath, path);
}

void tesseraCompileOptionsSetCrashGuard(TesseraCompileOptions options,
                                        bool enable) {
  set(options, &CompileOptions::guardAgainstCrashes, enable);
}

void tesseraCompileOptionsSetStageCallback(TesseraCompileOptions options,
                                           TesseraStageCallback callback,
                                           void *userData) {
  change(options, [&](Options &to) {
    to.callback = callback;
    to.userData = userData;
  });
}

void tesseraCompileOptionsSetReport(TesseraCompileOptions options,
                                    bool enable) {
  change(options, [&](Options &to) { to.wantsReport = enable; });
}

void tesseraCompileOptionsSetRemarkCallback(TesseraCompileOptions options,
                                            TesseraRemarkCallback callback,
                                            void *userData) {
  change(options, [&](Options &to) {
    to.remarkCallback = callback;
    to.remarkUserData = userData;
  });
}

void tesseraCompileOptionsSetTimeLimit(TesseraCompileOptions options,
                                       double seconds) {
  change(options, [&](Options &to) { to.timeLimit = seconds; });
}

void tesseraCompileOptionsSetCacheFolder(TesseraCompileOptions options,
                                         MlirStringRef folder) {
  change(options, [&](Options &to) { to.cacheFolder = text(folder).str(); });
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// The options in C++; none, after an error, if they are wrong.
static std::optional<CompileOptions>
takeOptions(const Options *from, MLIRContext *context, TimeLimit &limit) {
  if (!from)
    return CompileOptions();
  if (from->lacksMemory)
    leaveForLackOfMemory();
  if (!isStage(from->stage)) {
    emitError(UnknownLoc::get(context))
        << "there is no stage " << from->stage << ": the last is "
        << int(TesseraStageCubin) << ", " << stageName(Stage::Cubin);
    return std::nullopt;
  }
  if (!(from->timeLimit >= 0)) {
    emitError(UnknownLoc::get(context))
        << "the time limit is " << from->timeLimit
        << " seconds; give more than 0, or 0 for none";
    return std::nullopt;
  }
  CompileOptions taken = from->options;
  taken.emit = Stage(from->stage);
  taken.enterStep = [&limit](StringRef step) { limit.enterStep(step); };
  if (TesseraStageCallback callback = from->callback)
    taken.visitStage = [callback, userData = from->userData](Stage stage,
                                                             StringRef program)
        -> llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> {
      UsesReserve stay;
      callback(TesseraStage(stage), wrap(program), userData);
      return nullptr;
    };
  return taken;
}

static void tellRemark(const ReportedRemark &remark, const Options &to) {
  std::vector<MlirStringRef> names, values;
  for (const auto &[name, value] : remark.arguments) {
    names.push_back(wrap(StringRef(name)));
    values.push_back(wrap(StringRef(value)));
  }
  auto wrapped = [](const std::string &text) { return wrap(StringRef(text)); };
  TesseraRemark told = {wrapped(remark.kind), wrapped(remark.category),
                        wrapped(remark.name), wrapped(remark.function),
                        wrapped(remark.file), remark.line,
                        remark.column,        intptr_t(names.size()),
                        names.data(),         values.data()};
  UsesReserve stay;
  to.remarkCallback(&told, to.remarkUserData);
}

/// Compiles by `run`; tells the remarks, and makes the report, if somebody
/// wants them and the kernels get as far as tileas.
static CompiledProgram
compileWithReport(CompileOptions &options, const Options *wanted,
                  MLIRContext *context,
                  llvm::function_ref<CompileResult()> run) {
  bool wantsAny = wanted && (wanted->wantsReport || wanted->remarkCallback);
  if (!wantsAny || options.emit < Stage::TileAS)
    return {run(), {}};
  report::KernelReport report;
  options.visitKernels = [&](ModuleOp module) { report.collect(module); };
  options.wantsLinedPtx = wanted->wantsReport;
  RemarkCollector remarks(*context, {}, &report.remarkSink());
  CompiledProgram program{run(), {}};
  CompileResult &result = program.result;
  (void)remarks.take();
  if (!result)
    return program;
  if (wanted->remarkCallback)
    for (const ReportedRemark &remark : report.remarkSink())
      tellRemark(remark, *wanted);
  if (!wanted->wantsReport)
    return program;
  report.addResources(result.kernels);
  report.finish(result.linedPtx.empty() ? result.ptx : result.linedPtx);
  program.report = report.toJson();
  return program;
}

/// True if a result goes to the cache. A result that somebody hears of does
/// not: it would be heard once.
static bool keepsResults(const Options *wanted) {
  return wanted && !wanted->callback && !wanted->remarkCallback &&
         !wanted->cacheFolder.empty();
}

/// Takes from the cache what an earlier call has made of the same program, or
/// compiles by `run`.
static CompiledProgram compileOnce(const Options *wanted,
                                   const CompileOptions &options,
                                   StringRef program, StringRef name,
                                   MLIRContext *context,
                                   llvm::function_ref<CompiledProgram()> run) {
  if (!keepsResults(wanted))
    return run();
  const char more[] = {wanted->wantsReport ? 'r' : '-',
                       wanted->carriesProgram ? 'p' : '-'};
  KeptResults kept(wanted->cacheFolder, program, name, options,
                   StringRef(more, sizeof more));
  if (std::optional<CompiledProgram> found = kept.find())
    return std::move(*found);
  bool isHeard = false;
  ScopedDiagnosticHandler hear(context, [&](Diagnostic &) {
    isHeard = true;
    return failure();
  });
  CompiledProgram made = run();
  if (made.result && !isHeard)
    kept.add(made);
  return made;
}

/// Puts the program and its PTX into the cubin.
static void carryProgram(StringRef program, const CompileOptions &options,
                         CompileResult &result) {
  if (!result || options.emit != Stage::Cubin)
    return;
  llvm::Error error = addProgramSections(result.output, {program, result.ptx});
  if (!error)
    return;
  result.status = CompileStatus::InternalError;
  result.internalError = llvm::toString(std::move(error));
}

static TesseraCompileResult takeResult(CompiledProgram from,
                                       MLIRContext *context) {
  auto *taken = new Result{std::move(from), {}};
  CompileResult &result = taken->program.result;
  if (!result.internalError.empty())
    emitError(UnknownLoc::get(context)) << result.internalError;
  if (!result)
    result.output.clear();
  for (const KernelResources &kernel : result.kernels)
    taken->kernels.push_back({wrap(StringRef(kernel.kernel)), kernel.registers,
                              kernel.barriers, kernel.sharedBytes,
                              kernel.stackBytes, kernel.spillStoreBytes,
                              kernel.spillLoadBytes, kernel.warps,
                              kernel.residentWarps, kernel.maxResidentWarps});
  return wrap(taken);
}

static TesseraCompileResult badConfiguration(MLIRContext *context) {
  CompiledProgram none;
  none.result.status = CompileStatus::BadConfiguration;
  return takeResult(std::move(none), context);
}

/// The text that stands for a module in the key of a cache.
static std::string textOf(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os, OpPrintingFlags().enableDebugInfo());
  return text;
}

static TesseraCompileResult
compileModule(ModuleOp module, const Options *wanted, TimeLimit &limit) {
  MLIRContext *context = module.getContext();
  std::optional<CompileOptions> taken = takeOptions(wanted, context, limit);
  if (!taken)
    return badConfiguration(context);
  CompiledProgram program;
  // Passes assume that a program is valid.
  if (failed(verify(module))) {
    program.result.status = CompileStatus::BadInput;
    return takeResult(std::move(program), context);
  }
  auto run = [&] {
    OwningOpRef<ModuleOp> copy = module.clone();
    CompiledProgram made = compileWithReport(
        *taken, wanted, context, [&] { return compile(*copy, *taken); });
    // After a crash the module may be in any state, so it is leaked.
    if (made.result.status == CompileStatus::InternalError)
      (void)copy.release();
    return made;
  };
  program = compileOnce(wanted, *taken,
                        keepsResults(wanted) ? textOf(module) : std::string(),
                        /*name=*/"", context, run);
  return takeResult(std::move(program), context);
}

/// The time that the options allow; none if they are wrong, which is told.
static double timeLimitOf(const Options *options) {
  return options && options->timeLimit > 0 ? options->timeLimit : 0;
}

TesseraCompileResult tesseraCompileModule(MlirModule module,
                                          TesseraCompileOptions options) {
  if (mlirModuleIsNull(module))
    return {};
  TesseraCompileResult result = wrap(&outOfMemory());
  TimeLimit limit(timeLimitOf(unwrap(options)));
  (void)runInContext(
      unwrap(module).getContext(),
      [&] { result = compileModule(unwrap(module), unwrap(options), limit); },
      &limit);
  return limit.wasReached() ? wrap(&timedOut()) : result;
}

/// Compiles for the GPU `gpu`, or for that of the options without one.
static TesseraCompileResult compileInput(StringRef input, StringRef name,
                                         const Options *wanted,
                                         std::optional<StringRef> gpu,
                                         Listener listener, TimeLimit &limit) {
  std::unique_ptr<MLIRContext> context = createContext(listener);
  std::optional<CompileOptions> taken =
      takeOptions(wanted, context.get(), limit);
  if (!taken)
    return badConfiguration(context.get());
  if (gpu) {
    // An empty name among options means a usual GPU, but is none in a list.
    if (llvm::Error error = requireTarget(*gpu).takeError()) {
      emitError(UnknownLoc::get(context.get())) << toString(std::move(error));
      return badConfiguration(context.get());
    }
    taken->gpuName = gpu->str();
  }
  std::string file = name.str();
  auto run = [&] {
    CompiledProgram made =
        compileWithReport(*taken, wanted, context.get(), [&] {
          return compile(llvm::MemoryBufferRef(input, file), context.get(),
                         *taken);
        });
    if (wanted && wanted->carriesProgram)
      carryProgram(input, *taken, made.result);
    return made;
  };
  CompiledProgram program =
      compileOnce(wanted, *taken, input, file, context.get(), run);
  bool isLost = program.result.status == CompileStatus::InternalError;
  TesseraCompileResult wrapped = takeResult(std::move(program), context.get());
  if (isLost)
    (void)context.release();
  return wrapped;
}

static TesseraCompileResult
compileWithin(MlirStringRef input, MlirStringRef name, const Options *options,
              std::optional<StringRef> gpu, Listener listener) {
  TesseraCompileResult result = wrap(&outOfMemory());
  TimeLimit limit(timeLimitOf(options));
  (void)runWithinMemory(
      listener,
      [&] {
        result = compileInput(text(input), text(name), options, gpu, listener,
                              limit);
      },
      &limit);
  return limit.wasReached() ? wrap(&timedOut()) : result;
}

TesseraCompileResult tesseraCompile(MlirStringRef input, MlirStringRef name,
                                    TesseraCompileOptions options,
                                    TesseraDiagnosticCallback callback,
                                    void *userData) {
  return compileWithin(input, name, unwrap(options), /*gpu=*/std::nullopt,
                       {callback, userData});
}

MlirLogicalResult
tesseraCompileForGpus(MlirStringRef input, MlirStringRef name,
                      TesseraCompileOptions options, intptr_t numGpus,
                      const MlirStringRef *gpus, TesseraCompileResult *results,
                      TesseraDiagnosticCallback callback, void *userData) {
  const Listener listener{callback, userData};
  if (!isList(numGpus, gpus) || !isList(numGpus, results)) {
    listener.tellPlainly("the list of GPUs, or that of results, is missing");
    return wrap(failure());
  }
  bool isDone = true;
  for (intptr_t i = 0; i < numGpus; ++i) {
    results[i] =
        compileWithin(input, name, unwrap(options), text(gpus[i]), listener);
    if (tesseraCompileResultGetStatus(results[i]) == TesseraCompileSuccess)
      continue;
    isDone = false;
    (void)runWithinMemory(listener, [&] {
      PlainDiagnostic note;
      note.severity = DiagnosticSeverity::Note;
      note.message = ("compiled for '" + text(gpus[i]) + "'").str();
      listener.tell(note);
    });
  }
  return wrap(success(isDone));
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static_assert(int(TesseraCompileSuccess) == int(CompileStatus::Success) &&
                  int(TesseraCompileInternalError) ==
                      int(CompileStatus::InternalError),
              "the statuses of C are those of C++");

void tesseraCompileResultDestroy(TesseraCompileResult result) {
  const Result *from = unwrap(result);
  if (from != &outOfMemory() && from != &timedOut())
    delete from;
}

TesseraCompileStatus
tesseraCompileResultGetStatus(TesseraCompileResult result) {
  const Result *from = unwrap(result);
  if (from == &outOfMemory())
    return TesseraCompileOutOfMemory;
  if (from == &timedOut())
    return TesseraCompileTimedOut;
  return from ? TesseraCompileStatus(from->program.result.status)
              : TesseraCompileInternalError;
}

MlirStringRef tesseraCompileResultGetOutput(TesseraCompileResult result) {
  const Result *from = unwrap(result);
  return wrap(from ? StringRef(from->program.result.output) : StringRef());
}

MlirStringRef tesseraCompileResultGetPtx(TesseraCompileResult result) {
  const Result *from = unwrap(result);
  return wrap(from ? StringRef(from->program.result.ptx) : StringRef());
}

MlirStringRef tesseraCompileResultGetReport(TesseraCompileResult result) {
  const Result *from = unwrap(result);
  return wrap(from ? StringRef(from->program.report) : StringRef());
}

intptr_t tesseraCompileResultGetNumKernels(TesseraCompileResult result) {
  const Result *from = unwrap(result);
  return from ? from->kernels.size() : 0;
}

const TesseraKernelResources *
tesseraCompileResultGetKernel(TesseraCompileResult result, intptr_t number) {
  if (number < 0 || number >= tesseraCompileResultGetNumKernels(result))
    return nullptr;
  return &unwrap(result)->kernels[number];
}

intptr_t tesseraCompileResultGetNumSteps(TesseraCompileResult result) {
  const Result *from = unwrap(result);
  return from ? from->program.result.times.size() : 0;
}

MlirStringRef tesseraCompileResultGetStepName(TesseraCompileResult result,
                                              intptr_t number) {
  if (number < 0 || number >= tesseraCompileResultGetNumSteps(result))
    return wrap(StringRef());
  return wrap(unwrap(result)->program.result.times[number].name);
}

double tesseraCompileResultGetStepSeconds(TesseraCompileResult result,
                                          intptr_t number) {
  if (number < 0 || number >= tesseraCompileResultGetNumSteps(result))
    return 0;
  return unwrap(result)->program.result.times[number].seconds;
}
