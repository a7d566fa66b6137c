//===- Validator.cpp - Proofs that passes keep the meaning ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Validator.h"
#include "Emulation.h"
#include "Entries.h"
#include "ValidationRun.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::runtime;
using interp::SymbolicRun;

std::string ValidationReport::describe() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << proved << " of " << proved + undecided.size()
     << " changes by passes proved (" << elements << " elements";
  if (decisions)
    os << ", where " << decisions
       << " decisions that depend on memory fall as in the run";
  os << ")";
  for (const Undecided &each : undecided)
    os << "\nundecided: " << each.pass << ": " << each.reason;
  if (code.runs)
    os << "\nPTX: " << code.proved << " of " << code.runs
       << " launches store each element from the sources that the program "
          "gives it ("
       << code.elements << " elements), and " << code.onNumbers
       << " leave numbers as the language allows";
  for (const std::string &reason : code.undecided)
    os << "\nundecided: PTX: " << reason;
  return text;
}

Validator::Validator(const Launch &launch, const interp::LaunchConfig &config)
    : launch(launch), config(config), table(SymbolicRun::makeTable()) {
  // Terms are those of the plain order.
  this->config.seed = 0;
}

Validator::~Validator() = default;

const Launch &Validator::getResult() const { return last->launch; }

const std::string &Validator::getPrinted() const { return last->printed; }

uint64_t Validator::countDecisions() const {
  return SymbolicRun::countDecisions(*table);
}

std::unique_ptr<Validator::Run>
Validator::run(mlir::Operation *program,
               std::shared_ptr<interp::TermTable> runTable,
               llvm::raw_ostream &errors) const {
  auto result = std::make_unique<Run>(launch, std::move(runTable));
  for (Buffer &buffer : result->launch.buffers)
    buffer.wanted = true;
  interp::LaunchConfig runConfig = config;
  runConfig.symbolic = &result->symbolic;
  llvm::raw_string_ostream printed(result->printed);
  if (!interpret(program, result->launch, runConfig, result->memory,
                 result->addresses, printed, errors))
    return nullptr;
  return result;
}

/// Runs a program until it is known on which decisions its terms rest.
std::unique_ptr<Validator::Run>
Validator::runAsWritten(mlir::Operation *program,
                        const std::shared_ptr<interp::TermTable> &runTable,
                        llvm::raw_ostream &errors) const {
  std::unique_ptr<Run> result;
  size_t known;
  do {
    known = SymbolicRun::learn(*runTable);
    result = run(program, runTable, errors);
  } while (result && SymbolicRun::learn(*runTable) != known);
  SymbolicRun::endProgramAsWritten(*runTable);
  return result;
}

/// Takes the formats of elements from the types of the entry's pointers.
void Validator::measureElements(mlir::Operation *program) {
  formats.resize(launch.buffers.size());
  for (mlir::FunctionOpInterface entry : entriesOf(program)) {
    if (entry.getName() != launch.entry)
      continue;
    for (auto [type, value] : llvm::zip(parametersOf(entry), launch.parameters))
      if (value.buffer && type.format) {
        formats[*value.buffer] = type.format;
        launch.buffers[*value.buffer].elementBytes =
            numerics::storageBytes(*type.format);
      }
  }
}

bool Validator::begin(mlir::Operation *program, llvm::raw_ostream &errors,
                      uint64_t termLimit) {
  measureElements(program);
  auto hasEnough = [this, termLimit] {
    return termLimit && SymbolicRun::countTerms(*table) > termLimit;
  };
  const auto progress = config.progress;
  if (termLimit)
    config.progress = [hasEnough](uint64_t, uint64_t, uint64_t) {
      return hasEnough() ? "too many terms" : "";
    };
  last = runAsWritten(program, table, errors);
  config.progress = progress;
  lastProgram = program->clone();
  firstProgram = program->clone();
  return last && !hasEnough();
}

std::string tessera::runtime::nameOf(mlir::Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << op->getName() << " at ";
  op->getLoc().print(os);
  return text;
}

/// The difference in words, from a second pair of runs that keeps its terms.
std::string Validator::explain(mlir::Operation *program) const {
  std::shared_ptr<interp::TermTable> kept = SymbolicRun::makeTable();
  SymbolicRun::keepTerms(*kept);
  std::unique_ptr<Run> before =
      runAsWritten(lastProgram.get(), kept, llvm::nulls());
  std::unique_ptr<Run> after;
  if (!before || !(after = run(program, kept, llvm::nulls())))
    return "";
  SymbolicRun::Comparison found =
      before->symbolic.compare(before->memory, after->symbolic, after->memory);
  if (!found.first)
    return "";
  const SymbolicRun::Difference &first = *found.first;
  std::string text = after->memory.describe(first.address) + ", ";
  if (first.writer)
    text += "element " + std::to_string(first.element) +
            " of the tile that is stored by " + nameOf(first.writer);
  else
    text += "which is no longer stored";
  return text + ": before " + first.before + ", after " + first.after;
}

std::optional<std::string> Validator::judge(mlir::Operation *program,
                                            ValidationReport &report) {
  std::string errors;
  llvm::raw_string_ostream errorStream(errors);
  std::unique_ptr<Run> next = run(program, table, errorStream);
  if (!next)
    return "it no longer runs to its end\n" +
           llvm::StringRef(errors).rtrim().str();
  SymbolicRun::Comparison found =
      last->symbolic.compare(last->memory, next->symbolic, next->memory);
  report.elements += found.elements;
  std::string reason;
  if (found.equal != found.elements)
    reason = std::to_string(found.elements - found.equal) + " of " +
             std::to_string(found.elements) + " elements, first " +
             explain(program);
  else if (found.lostAt)
    reason = "the terms end at " + nameOf(found.lostAt);
  else if (found.newDecisions)
    reason = std::to_string(found.newDecisions) +
             " decisions depend on memory in another way than before, one by " +
             nameOf(found.newlyDecidedBy);
  bool hasOpenOrder = SymbolicRun::hasOpenSums(*table);
  bool isRefuted = found.first && (found.first->areConcrete ||
                                   (found.bitsDiffer && !hasOpenOrder));
  lastProgram = program->clone();
  last = std::move(next);
  if (isRefuted)
    return reason;
  if (reason.empty())
    ++report.proved;
  else
    report.undecided.push_back({report.passes.running, std::move(reason)});
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The engine
//===----------------------------------------------------------------------===//

namespace {
class ValidatingEngine : public Engine {
public:
  explicit ValidatingEngine(const EngineOptions &options) : options(options) {}
  llvm::StringRef getName() const override { return "interpret"; }
  bool load(const Kernel &theKernel, llvm::ArrayRef<std::string>, RunReport &,
            llvm::raw_ostream &errors) override {
    kernel = findTileIR(theKernel, errors) ? &theKernel : nullptr;
    return kernel;
  }
  bool run(Launch &launch, RunReport &report,
           llvm::raw_ostream &errors) override;

private:
  bool judgeCode(Validator &validator, const Launch &launch,
                 ValidationReport &found, RunReport &report,
                 llvm::raw_ostream &errors) const;

  EngineOptions options;
  const Kernel *kernel = nullptr;
};
} // namespace

/// Compiles the kernel once more, to PTX. False, with a message, if that takes
/// other elements than the program.
bool ValidatingEngine::judgeCode(Validator &validator, const Launch &launch,
                                 ValidationReport &found, RunReport &report,
                                 llvm::raw_ostream &errors) const {
  std::optional<ptx::Program> code =
      makeProgram(*kernel, {launch.entry}, options, report, errors);
  if (!code)
    return false;
  std::optional<std::string> message = validator.judgeCode(*code, found);
  if (message)
    errors << "error: " << *message << '\n';
  return !message;
}

bool ValidatingEngine::run(Launch &launch, RunReport &report,
                           llvm::raw_ostream &errors) {
  Validator validator(launch, options.interpret);
  if (!validator.begin(kernel->getProgram(), errors))
    return false;
  launch.buffers = validator.getResult().buffers;
  report.printed = validator.getPrinted();
  ValidationReport found;
  found.decisions = validator.countDecisions();
  bool isRight = verifyEachPass(
      *kernel, launch.entry, options,
      [&](mlir::Operation *program) { return validator.judge(program, found); },
      found.passes, errors);
  if (isRight)
    isRight = judgeCode(validator, launch, found, report, errors);
  report.statistics.emplace_back("passes", std::to_string(found.passes.passes));
  report.statistics.emplace_back("validated", found.describe());
  return isRight;
}

std::unique_ptr<Engine>
tessera::runtime::createValidatingEngine(const EngineOptions &options) {
  return std::make_unique<ValidatingEngine>(options);
}
