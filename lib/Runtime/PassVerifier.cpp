//===- PassVerifier.cpp - The pass that changed the meaning ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/PassVerifier.h"
#include "tessera/Compiler/Kernels.h"
#include "tessera/Dialect/CudaTile/IR/TileModule.h"
#include "tessera/Support/Diagnostics.h"

#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::runtime;

std::string PassReport::describeBlame() const {
  return "pass " + std::to_string(blame->number) + ", " + blame->pass +
         ", changes what the program does: " + blame->message;
}

/// The part of a builtin module that an engine runs: the module of cuda_tile in
/// it, or the kernels of a later stage, which lie directly in it.
static Operation *findProgram(Operation *op) {
  while (Operation *parent = op->getParentOp())
    op = parent;
  Operation *module = cuda_tile::findTileModule(op);
  return module ? module : op;
}

namespace {
/// Asks the judge after each pass that no other runs within itself: in the
/// midst of a pass, a program need not mean anything, or holds a copy to try
/// passes on.
class Verifier : public PassInstrumentation {
public:
  Verifier(const ProgramJudge &judge, PassReport &report,
           std::function<void(Operation *)> begin)
      : judge(judge), report(report), begin(std::move(begin)) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    if (begin)
      std::exchange(begin, nullptr)(findProgram(op));
    if (isCounted(pass) && depth++ == 0)
      before.emplace(findProgram(op));
  }

  void runAfterPass(Pass *pass, Operation *op) override {
    if (!ends(pass))
      return;
    ++report.passes;
    Operation *program = findProgram(op);
    // The judge is slow, and most passes change nothing.
    if (report.blame || OperationFingerPrint(program) == *before)
      return;
    ++report.changes;
    report.running = pass->getArgument().str();
    report.changedBy.insert(report.running);
    if (std::optional<std::string> message = judge(program))
      report.blame = {report.running, report.passes, std::move(*message)};
  }

  /// A pass that fails has reported the reason itself.
  void runAfterPassFailed(Pass *pass, Operation *) override {
    report.passes += ends(pass);
  }

private:
  /// False for a pass that only runs other passes, for which MLIR has passes
  /// without a name.
  static bool isCounted(Pass *pass) { return !pass->getArgument().empty(); }

  /// Records that a pass has run. False if it is not counted, or ran within
  /// another one.
  bool ends(Pass *pass) { return isCounted(pass) && --depth == 0; }

  const ProgramJudge &judge;
  PassReport &report;
  std::function<void(Operation *)> begin;
  std::optional<OperationFingerPrint> before;
  /// Number of counted passes that are running, each within the one before.
  unsigned depth = 0;
};

/// Keeps a context single-threaded during its own lifetime.
class SingleThreaded {
public:
  explicit SingleThreaded(MLIRContext *context)
      : context(context), wasThreaded(context->isMultithreadingEnabled()) {
    context->disableMultithreading();
  }
  ~SingleThreaded() { context->enableMultithreading(wasThreaded); }

private:
  MLIRContext *context;
  bool wasThreaded;
};
} // namespace

void tessera::runtime::addPassVerifier(PassManager &passes,
                                       const ProgramJudge &judge,
                                       PassReport &report,
                                       std::function<void(Operation *)> begin) {
  passes.addInstrumentation(
      std::make_unique<Verifier>(judge, report, std::move(begin)));
}

CompileResult tessera::runtime::verifyEachPass(mlir::ModuleOp module,
                                               CompileOptions options,
                                               const ProgramJudge &judge,
                                               PassReport &report) {
  SingleThreaded guard(module.getContext());
  OwningOpRef<mlir::ModuleOp> copy = module.clone();
  options.emit = Stage::TileAS;
  options.configure = [&, configure = options.configure](PassManager &passes) {
    if (configure)
      configure(passes);
    addPassVerifier(passes, judge, report);
  };
  return compile(*copy, options);
}

bool tessera::runtime::verifyEachPass(
    const Kernel &kernel, llvm::StringRef entry, const EngineOptions &options,
    const ProgramJudge &judge, PassReport &report, llvm::raw_ostream &errors) {
  CompileOptions compileOptions;
  compileOptions.gpuName = options.gpuName;
  compileOptions.assumesGpu = true;
  compileOptions.optLevel = options.optLevel;
  compileOptions.overrides = options.overrides;
  compileOptions.entries = {entry.str()};
  OwningOpRef<mlir::ModuleOp> copy =
      cloneWithKernels(kernel.getFile(), compileOptions.entries);
  PlainDiagnosticHandler handler(kernel.getFile()->getContext(), errors);
  CompileResult result = verifyEachPass(*copy, compileOptions, judge, report);
  if (report.blame)
    errors << "error: " << report.describeBlame() << '\n';
  if (result.status == CompileStatus::InternalError)
    errors << "error: " << result.internalError << '\n';
  return result && !report.blame;
}
