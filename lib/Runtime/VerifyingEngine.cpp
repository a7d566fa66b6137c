//===- VerifyingEngine.cpp - Interprets a kernel at each stage ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entries.h"
#include "Interpretation.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/MatrixMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Reduction.h"
#include "tessera/Runtime/Bounds.h"
#include "tessera/Runtime/Compare.h"
#include "tessera/Runtime/PassVerifier.h"

using namespace tessera;
using namespace tessera::runtime;

namespace {
/// Compares runs of one launch with the run of the kernel as it was written.
class LaunchJudge {
public:
  /// `before` has not run yet; `after` is the result of the kernel's run, and
  /// `printed` the text that it printed. All must outlive the judge.
  /// `hasOpenOrder` is true if the order of combining floats is open, so that
  /// printed sums may differ.
  LaunchJudge(const Kernel &kernel, bool hasOpenOrder,
              const EngineOptions &options, const Launch &before,
              const Launch &after, const std::string &printed);

  std::optional<std::string> judge(mlir::Operation *program);

private:
  struct Pointee {
    unsigned buffer;
    Format format;
  };

  std::optional<std::string> compare(const Pointee &pointee,
                                     const Buffer &buffer);

  const Kernel &kernel;
  const EngineOptions &options;
  const Launch &before, &after;
  const std::string &printed;
  std::vector<Pointee> pointees;
  const bool hasOpenOrder;
  /// Made when a run first leaves other bits.
  std::unique_ptr<LaunchBounds> bounds;
};

class VerifyingEngine : public Engine {
public:
  explicit VerifyingEngine(const EngineOptions &options) : options(options) {}
  llvm::StringRef getName() const override { return "interpret"; }
  bool load(const Kernel &kernel, llvm::ArrayRef<std::string> entries,
            RunReport &report, llvm::raw_ostream &errors) override;
  bool run(Launch &launch, RunReport &report,
           llvm::raw_ostream &errors) override;

private:
  EngineOptions options;
  const Kernel *kernel = nullptr;
};
} // namespace

//===----------------------------------------------------------------------===//
// The judge
//===----------------------------------------------------------------------===//

/// True if the program combines floats in an order that the language leaves
/// open.
static bool combinesFloats(mlir::Operation *program) {
  return program
      ->walk([](mlir::Operation *op) {
        if (!llvm::isa<cuda_tile::ReduceOp, cuda_tile::ScanOp,
                       cuda_tile::MmaFOp>(op))
          return mlir::WalkResult::advance();
        bool isFloat = llvm::any_of(op->getOperandTypes(), [](mlir::Type type) {
          auto tile = llvm::dyn_cast<cuda_tile::TileType>(type);
          return tile && llvm::isa<mlir::FloatType>(tile.getElementType());
        });
        return isFloat ? mlir::WalkResult::interrupt()
                       : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

LaunchJudge::LaunchJudge(const Kernel &kernel, bool hasOpenOrder,
                         const EngineOptions &options, const Launch &before,
                         const Launch &after, const std::string &printed)
    : kernel(kernel), options(options), before(before), after(after),
      printed(printed), hasOpenOrder(hasOpenOrder) {
  // Pointers of later stages have no pointee: their memory is compared as
  // bytes.
  for (auto [number, buffer] : llvm::enumerate(before.buffers))
    pointees.push_back({unsigned(number), Format::I8});
  std::vector<ParameterType> types = kernel.getParameters(before.entry);
  for (auto [parameter, type] : llvm::zip(before.parameters, types))
    if (parameter.buffer)
      pointees[*parameter.buffer].format = type.format.value_or(Format::I8);
  llvm::erase_if(pointees, [&](const Pointee &pointee) {
    return !before.buffers[pointee.buffer].pointers.empty(); // addresses
  });
}

std::optional<std::string> LaunchJudge::compare(const Pointee &pointee,
                                                const Buffer &buffer) {
  NpyArray array = makeArray(pointee.format);
  array.elementBytes = numerics::storageBytes(pointee.format);
  array.shape = {int64_t(buffer.bytes / array.elementBytes)};
  const Buffer &expected = after.buffers[pointee.buffer];
  Difference difference =
      compareArrays(array, *expected.contents, *buffer.contents);
  if (difference.agrees())
    return std::nullopt;
  // Only pointers of cuda_tile have a format, and only its programs have
  // bounds.
  if (kernel.isTileIR()) {
    if (!bounds)
      bounds = std::make_unique<LaunchBounds>(
          kernel, before, interp::BoundsMode::Engines, options, llvm::nulls());
    if (bounds->isNotDecidable())
      return std::nullopt;
    if (bounds->areKnown()) {
      auto allowed = [&](int64_t offset) {
        uint64_t byte = offset * array.elementBytes;
        return bounds->find(pointee.buffer, byte, pointee.format)
            .value_or(interp::exactly(
                loadScalar(pointee.format, expected.contents->data() + byte)));
      };
      difference = compareArrays(array, *expected.contents, *buffer.contents,
                                 AllowedValues(allowed));
    }
  }
  if (difference.getVerdict() != Verdict::Differ)
    return std::nullopt;
  return "the memory of " + expected.name + ": " +
         describeDifference(array, difference, "before", "after");
}

std::optional<std::string> LaunchJudge::judge(mlir::Operation *program) {
  Launch launch = before;
  std::vector<uint64_t> addresses;
  std::string text, errors;
  llvm::raw_string_ostream textStream(text), errorStream(errors);
  if (!interpret(program, launch, options.interpret, addresses, textStream,
                 errorStream))
    return "it no longer runs to its end\n" +
           llvm::StringRef(errors).rtrim().str();
  for (const Pointee &pointee : pointees)
    if (std::optional<std::string> message =
            compare(pointee, launch.buffers[pointee.buffer]))
      return message;
  if (text != printed && !hasOpenOrder)
    return "it prints \"" + text + "\" instead of \"" + printed + "\"";
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The engine
//===----------------------------------------------------------------------===//

bool VerifyingEngine::load(const Kernel &theKernel, llvm::ArrayRef<std::string>,
                           RunReport &, llvm::raw_ostream &errors) {
  kernel = findTileIR(theKernel, errors) ? &theKernel : nullptr;
  return kernel;
}

bool VerifyingEngine::run(Launch &launch, RunReport &report,
                          llvm::raw_ostream &errors) {
  Launch before = launch;
  for (Buffer &buffer : launch.buffers)
    buffer.wanted = true;
  for (Buffer &buffer : before.buffers)
    buffer.wanted = true;
  std::vector<uint64_t> addresses;
  llvm::raw_string_ostream printed(report.printed);
  if (!interpret(kernel->getProgram(), launch, options.interpret, addresses,
                 printed, errors))
    return false;

  bool hasOpenOrder = llvm::any_of(
      entriesOf(kernel->getProgram()), [&](mlir::FunctionOpInterface entry) {
        return entry.getName() == launch.entry && combinesFloats(entry);
      });
  LaunchJudge judge(*kernel, hasOpenOrder, options, before, launch,
                    report.printed);
  PassReport passes;
  bool isRight = verifyEachPass(
      *kernel, launch.entry, options,
      [&](mlir::Operation *program) { return judge.judge(program); }, passes,
      errors);
  report.statistics.emplace_back("passes", std::to_string(passes.passes));
  report.statistics.emplace_back("passes that changed the program",
                                 std::to_string(passes.changes));
  return isRight;
}

std::unique_ptr<Engine>
tessera::runtime::createVerifyingEngine(const EngineOptions &options) {
  return std::make_unique<VerifyingEngine>(options);
}
