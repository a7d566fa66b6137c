//===- SelfCheck.cpp - Runs the cases of a test file ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/SelfCheck.h"
#include "tessera/Runtime/Bounds.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace tessera;
using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

using Elements = std::vector<std::optional<uint64_t>>;

namespace {
/// A case in executable form: a launch, and the expected contents of its
/// buffers.
struct Run {
  struct Expectation {
    size_t argument;
    CasePlace place;
    Elements elements;
  };

  std::vector<Argument> arguments;
  Launch launch;
  /// One for each buffer.
  std::vector<Expectation> expectations;
};

/// Runs cases and reports.
class Checker {
public:
  Checker(const Kernel &kernel, Engine &engine, const EngineOptions &options,
          llvm::raw_ostream &errors)
      : entries(kernel.getEntries()), kernel(kernel), engine(engine),
        options(options), errors(errors) {}

  /// Runs the case, and counts it in the result.
  void check(const Case &value, SelfCheckResult &result);

private:
  bool prepare(const Case &value, Run &run);
  bool addArgument(const Case &value, const CaseArgument &given, Run &run);
  bool addMemory(const CaseArray &array, Run &run);
  bool checkFailure(const Case &value, Run &run);
  bool checkResults(const Case &value, Run &run);
  llvm::SmallVector<size_t> findWrong(const Run &run, size_t buffer,
                                      const LaunchBounds *bounds);
  void explain(const Run &run, size_t buffer, llvm::ArrayRef<size_t> wrong);

  static Format getFormat(const Run &run, size_t buffer) {
    return *run.arguments[run.expectations[buffer].argument].array.format;
  }
  static unsigned getBytes(const Run &run, size_t buffer) {
    return numerics::storageBytes(getFormat(run, buffer));
  }
  static uint64_t getElement(const Run &run, size_t buffer, size_t index) {
    return loadScalar(getFormat(run, buffer),
                      run.launch.buffers[buffer].contents->data() +
                          index * getBytes(run, buffer));
  }

  /// Begins an error at the place, about the current case.
  llvm::raw_ostream &fail(const CasePlace &place) {
    return errors << place << ": error: entry '" << entry << "': ";
  }

  std::vector<std::string> entries;
  const Kernel &kernel;
  Engine &engine;
  const EngineOptions &options;
  llvm::raw_ostream &errors;
  StringRef entry;
};
} // namespace

//===----------------------------------------------------------------------===//
// From a case to a launch
//===----------------------------------------------------------------------===//

static std::vector<uint8_t> layOut(Format format, const Elements &elements) {
  unsigned bytes = numerics::storageBytes(format);
  std::vector<uint8_t> memory(elements.size() * bytes);
  for (auto [i, bits] : llvm::enumerate(elements))
    storeScalar(format, *bits, memory.data() + i * bytes);
  return memory;
}

/// Adds the memory of the last argument, with the contents that the case gives.
bool Checker::addMemory(const CaseArray &given, Run &run) {
  NpyArray &array = run.arguments.back().array;
  auto parse = [&](StringRef key, StringRef text) -> std::optional<Elements> {
    Expected<Elements> elements =
        parseElements(*array.format, array.getNumElements(), text);
    if (elements)
      return std::move(*elements);
    fail(given.place) << "'" << key << "' of argument "
                      << run.arguments.size() - 1 << ": "
                      << llvm::toString(elements.takeError()) << '\n';
    return std::nullopt;
  };
  Run::Expectation expectation{run.arguments.size() - 1, given.place, {}};
  if (given.before) {
    std::optional<Elements> before = parse("in", *given.before);
    if (!before)
      return false;
    if (llvm::is_contained(*before, std::nullopt)) {
      fail(given.place) << "'in' has a '_', but every element that the kernel "
                           "finds needs a value\n";
      return false;
    }
    array.data = layOut(*array.format, *before);
    run.arguments.back().isNew = false;
    expectation.elements = std::move(*before);
  }
  if (given.after) {
    std::optional<Elements> after = parse("out", *given.after);
    if (!after)
      return false;
    expectation.elements = std::move(*after);
  }
  run.expectations.push_back(std::move(expectation));
  return true;
}

bool Checker::addArgument(const Case &value, const CaseArgument &given,
                          Run &run) {
  const CaseArray &array = given.array;
  bool isScalar = !given.scalar.empty();
  std::string text = isScalar              ? given.scalar
                     : array.array.empty() ? "ptr:new:" + array.pointer
                                           : "array:new:" + array.array;
  Expected<Argument> argument = parseArgument(text);
  if (!argument || (isScalar && argument->hasMemory())) {
    fail(isScalar ? value.place : array.place)
        << "argument " << run.arguments.size() << " (" << text << "): "
        << (argument ? "arrays are written as 'ptr: TYPE[M,N]'"
                     : llvm::toString(argument.takeError()))
        << '\n';
    return false;
  }
  run.arguments.push_back(std::move(*argument));
  return isScalar || addMemory(array, run);
}

bool Checker::prepare(const Case &value, Run &run) {
  if (!llvm::is_contained(entries, value.entry)) {
    fail(value.place) << "there is no such entry\n";
    return false;
  }
  run.launch.entry = value.entry;
  llvm::copy(value.grid, run.launch.grid.begin());
  if (!value.block.empty())
    run.launch.block = {1, 1, 1};
  llvm::copy(value.block, run.launch.block.begin());
  run.launch.dynamicSharedBytes = value.sharedBytes;
  for (const CaseArgument &argument : value.arguments)
    if (!addArgument(value, argument, run))
      return false;
  if (Error error = bindArguments(
          run.arguments, kernel.getParameters(value.entry), run.launch)) {
    fail(value.place) << llvm::toString(std::move(error)) << '\n';
    return false;
  }
  for (auto [buffer, expectation] :
       llvm::zip(run.launch.buffers, run.expectations))
    buffer.wanted = !expectation.elements.empty();
  return true;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// True if an element has the expected value, or one that the error bounds
/// allow. If its bounds are lost, any value is right.
static bool isRight(Format format, uint64_t got, uint64_t want, size_t buffer,
                    uint64_t byte, const LaunchBounds *bounds) {
  if (isSameScalar(format, got, want))
    return true;
  if (!bounds || !bounds->areKnown())
    return false;
  std::optional<interp::ElementBounds> allowed =
      bounds->find(buffer, byte, format);
  return allowed && interp::mayBe(format, *allowed, got);
}

/// The elements of a buffer that have a wrong value after the run.
llvm::SmallVector<size_t> Checker::findWrong(const Run &run, size_t number,
                                             const LaunchBounds *bounds) {
  const Run::Expectation &expected = run.expectations[number];
  llvm::SmallVector<size_t> wrong;
  for (auto [i, want] : llvm::enumerate(expected.elements))
    if (want && !isRight(getFormat(run, number), getElement(run, number, i),
                         *want, number, i * getBytes(run, number), bounds))
      wrong.push_back(i);
  return wrong;
}

/// Reports one error for each wrong element, up to a limit.
void Checker::explain(const Run &run, size_t number,
                      llvm::ArrayRef<size_t> wrong) {
  constexpr size_t mostShown = 8;
  const Run::Expectation &expected = run.expectations[number];
  Format format = getFormat(run, number);
  for (size_t i : wrong.take_front(mostShown)) {
    fail(expected.place) << "argument " << expected.argument << " [";
    llvm::interleaveComma(run.arguments[expected.argument].array.getIndex(i),
                          errors);
    errors << "] is " << describeScalar(format, getElement(run, number, i))
           << ", expected " << describeScalar(format, *expected.elements[i])
           << '\n';
  }
  if (wrong.size() > mostShown)
    fail(expected.place) << "argument " << expected.argument << ": "
                         << wrong.size() - mostShown
                         << " more elements differ\n";
}

bool Checker::checkResults(const Case &value, Run &run) {
  std::string said;
  llvm::raw_string_ostream stream(said);
  RunReport report;
  Launch before = run.launch;
  if (!engine.run(run.launch, report, stream)) {
    fail(value.place) << "the run failed\n" << said;
    return false;
  }
  // The expected values are those of the interpreter; compiled code may differ
  // by as much as the bounds of the operations allow.
  std::optional<LaunchBounds> bounds;
  bool good = true;
  for (size_t number : llvm::seq<size_t>(0, run.expectations.size())) {
    llvm::SmallVector<size_t> wrong = findWrong(run, number, nullptr);
    if (!wrong.empty() && !kernel.getPtx() && engine.getName() != "interpret") {
      if (!bounds)
        bounds.emplace(kernel, before, interp::BoundsMode::Engines, options,
                       llvm::nulls());
      wrong = findWrong(run, number, &*bounds);
    }
    explain(run, number, wrong);
    good &= wrong.empty();
  }
  return good;
}

/// Checks a run that must fail.
bool Checker::checkFailure(const Case &value, Run &run) {
  std::string said;
  llvm::raw_string_ostream stream(said);
  RunReport report;
  if (engine.run(run.launch, report, stream)) {
    fail(value.place) << "the run came to its end, but an error was expected: "
                      << *value.error << '\n';
    return false;
  }
  if (llvm::Regex(*value.error).match(said))
    return true;
  fail(value.place) << "the run failed otherwise than expected: "
                    << *value.error << '\n'
                    << said;
  return false;
}

void Checker::check(const Case &value, SelfCheckResult &result) {
  entry = value.entry;
  Run run;
  if (!prepare(value, run)) {
    ++result.failed;
    return;
  }
  if (value.error && !kernel.getPtx() && engine.getName() != "interpret") {
    ++result.undefined;
    return;
  }
  bool good = value.error ? checkFailure(value, run) : checkResults(value, run);
  ++(good ? result.passed : result.failed);
}

SelfCheckResult runtime::selfCheck(const Kernel &kernel, Engine &engine,
                                   const EngineOptions &options,
                                   llvm::ArrayRef<Case> cases,
                                   llvm::raw_ostream &errors) {
  Checker checker(kernel, engine, options, errors);
  SelfCheckResult result;
  for (const Case &value : cases)
    checker.check(value, result);
  return result;
}
