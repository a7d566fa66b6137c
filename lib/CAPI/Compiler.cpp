//===- Compiler.cpp - From Tile IR to PTX or machine code, for C ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera-c/Compiler.h"

#include "Common.h"
#include "tessera/Codegen/ProgramSections.h"
#include "tessera/Compiler/Compiler.h"
#include "tessera/Report/KernelReport.h"

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
  /// True if the host had no memory for something that was set.
  bool lacksMemory = false;
};

/// The object behind a TesseraCompileResult.
struct Result {
  CompileResult result;
  std::string report;
  std::vector<TesseraKernelResources> kernels;
};
} // namespace

/// What calls return that the host has no memory for, not even for a result.
static Result &outOfMemory() {
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
  return stage >= TesseraStageCudaTile && stage <= TesseraStageCubin;
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

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// The options in C++; none, after an error, if they are wrong.
static std::optional<CompileOptions> takeOptions(TesseraCompileOptions options,
                                                 MLIRContext *context) {
  const Options *from = unwrap(options);
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
  CompileOptions taken = from->options;
  taken.emit = Stage(from->stage);
  if (TesseraStageCallback callback = from->callback)
    taken.visitStage = [callback, userData = from->userData](Stage stage,
                                                             StringRef program)
        -> llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> {
      callback(TesseraStage(stage), wrap(program), userData);
      return nullptr;
    };
  return taken;
}

static CompileResult failed(CompileStatus status) {
  CompileResult result;
  result.status = status;
  return result;
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
  to.remarkCallback(&told, to.remarkUserData);
}

/// Compiles by `run`; tells the remarks, and makes the report, if somebody wants
/// them and the kernels get as far as tileas.
static CompileResult
compileWithReport(CompileOptions &options, const Options *wanted,
                  MLIRContext *context, std::string &json,
                  llvm::function_ref<CompileResult()> run) {
  bool wantsAny = wanted && (wanted->wantsReport || wanted->remarkCallback);
  if (!wantsAny || options.emit < Stage::TileAS)
    return run();
  report::KernelReport report;
  options.visitKernels = [&](ModuleOp module) { report.collect(module); };
  options.wantsLinedPtx = wanted->wantsReport;
  RemarkCollector remarks(*context, {}, &report.remarkSink());
  CompileResult result = run();
  (void)remarks.take();
  if (!result)
    return result;
  if (wanted->remarkCallback)
    for (const ReportedRemark &remark : report.remarkSink())
      tellRemark(remark, *wanted);
  if (!wanted->wantsReport)
    return result;
  report.addResources(result.kernels);
  report.finish(result.linedPtx.empty() ? result.ptx : result.linedPtx);
  json = report.toJson();
  return result;
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

static TesseraCompileResult takeResult(CompileResult from, MLIRContext *context,
                                       std::string report = {}) {
  if (!from.internalError.empty())
    emitError(UnknownLoc::get(context)) << from.internalError;
  auto *result = new Result{std::move(from), std::move(report), {}};
  if (!result->result)
    result->result.output.clear();
  for (const KernelResources &kernel : result->result.kernels)
    result->kernels.push_back({wrap(StringRef(kernel.kernel)), kernel.registers,
                               kernel.barriers, kernel.sharedBytes,
                               kernel.stackBytes, kernel.spillStoreBytes,
                               kernel.spillLoadBytes, kernel.warps,
                               kernel.residentWarps, kernel.maxResidentWarps});
  return wrap(result);
}

static TesseraCompileResult compileModule(MlirModule module,
                                          TesseraCompileOptions options) {
  MLIRContext *context = unwrap(module)->getContext();
  std::optional<CompileOptions> taken = takeOptions(options, context);
  if (!taken)
    return takeResult(failed(CompileStatus::BadConfiguration), context);
  // Passes assume that a program is valid.
  if (mlir::failed(verify(unwrap(module))))
    return takeResult(failed(CompileStatus::BadInput), context);
  OwningOpRef<ModuleOp> copy = unwrap(module).clone();
  std::string report;
  CompileResult result =
      compileWithReport(*taken, unwrap(options), context, report,
                        [&] { return compile(*copy, *taken); });
  // After a crash the module may be in any state, so it is leaked.
  if (result.status == CompileStatus::InternalError)
    (void)copy.release();
  return takeResult(std::move(result), context, std::move(report));
}

TesseraCompileResult tesseraCompileModule(MlirModule module,
                                          TesseraCompileOptions options) {
  if (mlirModuleIsNull(module))
    return {};
  TesseraCompileResult result = wrap(&outOfMemory());
  (void)runInContext(unwrap(module).getContext(),
                     [&] { result = compileModule(module, options); });
  return result;
}

static TesseraCompileResult compileInput(MlirStringRef input,
                                         MlirStringRef name,
                                         TesseraCompileOptions options,
                                         Listener listener) {
  std::unique_ptr<MLIRContext> context = createContext(listener);
  std::optional<CompileOptions> taken = takeOptions(options, context.get());
  if (!taken)
    return takeResult(failed(CompileStatus::BadConfiguration), context.get());
  std::string file = text(name).str();
  std::string report;
  CompileResult result =
      compileWithReport(*taken, unwrap(options), context.get(), report, [&] {
        return compile(llvm::MemoryBufferRef(text(input), file), context.get(),
                       *taken);
      });
  if (unwrap(options) && unwrap(options)->carriesProgram)
    carryProgram(text(input), *taken, result);
  bool isLost = result.status == CompileStatus::InternalError;
  TesseraCompileResult wrapped =
      takeResult(std::move(result), context.get(), std::move(report));
  if (isLost)
    (void)context.release();
  return wrapped;
}

TesseraCompileResult tesseraCompile(MlirStringRef input, MlirStringRef name,
                                    TesseraCompileOptions options,
                                    TesseraDiagnosticCallback callback,
                                    void *userData) {
  const Listener listener{callback, userData};
  TesseraCompileResult result = wrap(&outOfMemory());
  (void)runWithinMemory(
      listener, [&] { result = compileInput(input, name, options, listener); });
  return result;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static_assert(int(TesseraCompileSuccess) == int(CompileStatus::Success) &&
                  int(TesseraCompileInternalError) ==
                      int(CompileStatus::InternalError),
              "the statuses of C are those of C++");

void tesseraCompileResultDestroy(TesseraCompileResult result) {
  if (unwrap(result) != &outOfMemory())
    delete unwrap(result);
}

TesseraCompileStatus
tesseraCompileResultGetStatus(TesseraCompileResult result) {
  const Result *from = unwrap(result);
  if (from == &outOfMemory())
    return TesseraCompileOutOfMemory;
  return from ? TesseraCompileStatus(from->result.status)
              : TesseraCompileInternalError;
}

MlirStringRef tesseraCompileResultGetOutput(TesseraCompileResult result) {
  const Result *from = unwrap(result);
  return wrap(from ? StringRef(from->result.output) : StringRef());
}

MlirStringRef tesseraCompileResultGetPtx(TesseraCompileResult result) {
  const Result *from = unwrap(result);
  return wrap(from ? StringRef(from->result.ptx) : StringRef());
}

MlirStringRef tesseraCompileResultGetReport(TesseraCompileResult result) {
  const Result *from = unwrap(result);
  return wrap(from ? StringRef(from->report) : StringRef());
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
  return from ? from->result.times.size() : 0;
}

MlirStringRef tesseraCompileResultGetStepName(TesseraCompileResult result,
                                              intptr_t number) {
  if (number < 0 || number >= tesseraCompileResultGetNumSteps(result))
    return wrap(StringRef());
  return wrap(unwrap(result)->result.times[number].name);
}

double tesseraCompileResultGetStepSeconds(TesseraCompileResult result,
                                          intptr_t number) {
  if (number < 0 || number >= tesseraCompileResultGetNumSteps(result))
    return 0;
  return unwrap(result)->result.times[number].seconds;
}
