//===- CodeValidator.cpp - The sources of what PTX stores -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conversion to NVVM, LLVM and all that they do have no terms to compare:
// other instructions compute the same numbers. The place where numbers come
// from cannot change, though. So the program at the end of tileas and the PTX
// run one launch each, and both give every element that they store the set of
// those elements of memory that it was computed from.
//
// Such a set may be too large: x | y & y has x as a source, which changes no
// result, and LLVM leaves it out. So sets that differ prove nothing until a
// change of an element that only one side names changes what that side stores,
// and not what the other one does. The other way round x - x has no source by
// its term, and code that subtracts has x. So code may have more sources if they
// are operands of the program, and leave what it stores as it is whatever they
// hold.
//
// LLVM may branch where the program selects. Such branches go both ways, in
// launches of their own, and each launch has to take the program's sources.
//
// A set does not say what is done with its elements. So both sides also run on
// numbers, of which neither hides another, and leave what the language allows.
//
//===----------------------------------------------------------------------===//

#include "CodeRun.h"
#include "OpenPlaces.h"
#include "SourceTrial.h"
#include "ValidationRun.h"
#include "tessera/Interpreter/ErrorBounds.h"
#include "tessera/Runtime/Compare.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::runtime;
using interp::SymbolicRun;
using Set = SourceSets::Set;

namespace {
/// Compares the elements of two launches.
class SourceComparison {
public:
  SourceComparison(SourceSets &sets, Set decided, const SymbolicRun &expected,
                   llvm::ArrayRef<uint64_t> addresses, const CodeRun &found)
      : sets(sets), decided(decided), expected(expected), addresses(addresses),
        found(found) {}

  void compareBuffer(unsigned number);
  std::string describe(const Suspect &suspect) const;

  uint64_t elements = 0, different = 0;
  /// Elements that both launches store, from other sources.
  std::vector<Suspect> suspects;
  /// The first difference in words; "": there is none.
  std::string first;

private:
  void note(const llvm::Twine &what);
  void compareElement(unsigned number,
                      const SymbolicRun::StoredElement &element);
  std::string describeElement(unsigned number,
                              const SymbolicRun::StoredElement &element) const;
  std::string describe(Set set) const;
  std::string place(unsigned number, uint64_t offset) const;

  SourceSets &sets;
  const Set decided;
  const SymbolicRun &expected;
  llvm::ArrayRef<uint64_t> addresses;
  const CodeRun &found;
};
} // namespace

/// "argument 1, element 7".
std::string SourceComparison::place(unsigned number, uint64_t offset) const {
  const Buffer &buffer = found.launch.buffers[number];
  return buffer.name + ", element " +
         std::to_string(offset / buffer.elementBytes);
}

/// A few of the elements that a set has.
std::string SourceComparison::describe(Set set) const {
  constexpr unsigned most = 4;
  if (!set)
    return "nothing";
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::ListSeparator comma("; ");
  const uint64_t count = sets.count(set);
  for (unsigned i = 0; i != most && set; ++i) {
    const uint64_t least = sets.least(set);
    const auto number = static_cast<unsigned>(least >> logBufferSources);
    os << comma << found.launch.buffers[number].name << ", element "
       << least - firstSource(number);
    set = sets.subtract(set, sets.single(least));
  }
  if (set)
    os << "; " << count - most << " more";
  return text;
}

void SourceComparison::note(const llvm::Twine &what) {
  ++different;
  if (first.empty())
    first = what.str();
}

std::string SourceComparison::describeElement(
    unsigned number, const SymbolicRun::StoredElement &element) const {
  return place(number, element.address - addresses[number]) + ", element " +
         std::to_string(element.element) + " of the tile that is stored by " +
         nameOf(element.writer);
}

std::string SourceComparison::describe(const Suspect &suspect) const {
  return describeElement(suspect.buffer, suspect.element) + " and by " +
         found.sources.describeWriter(
             found.memory, found.addresses[suspect.buffer] + suspect.offset) +
         "\nexpected, and not among its sources: " +
         describe(suspect.ofProgram) +
         "\nfound, and not among those expected: " + describe(suspect.ofCode);
}

void SourceComparison::compareElement(
    unsigned number, const SymbolicRun::StoredElement &element) {
  ++elements;
  const uint64_t offset = element.address - addresses[number];
  const uint64_t address = found.addresses[number] + offset;
  const std::optional<Set> sources =
      found.sources.sourcesOf(found.memory, address, element.bytes);
  if (!sources)
    return note(describeElement(number, element) +
                ", is not stored by the PTX");
  const Set right = sets.subtract(element.sources, decided);
  const Set wrong = sets.subtract(*sources, decided);
  if (right == wrong)
    return;
  const Set missing = sets.subtract(right, wrong);
  const Set more = sets.subtract(wrong, right);
  suspects.push_back({number, offset, element, missing, more});
}

void SourceComparison::compareBuffer(unsigned number) {
  const Buffer &buffer = found.launch.buffers[number];
  const uint64_t base = found.addresses[number];
  std::vector<bool> isStored(buffer.bytes);
  expected.forEachStored(addresses[number], buffer.bytes,
                         [&](const SymbolicRun::StoredElement &element) {
                           compareElement(number, element);
                           for (unsigned i = 0; i != element.bytes; ++i)
                             isStored[element.address - addresses[number] + i] =
                                 true;
                         });
  found.sources.forEachStored(
      found.memory, base, buffer.bytes, [&](uint64_t address) {
        if (!isStored[address - base])
          note(place(number, address - base) +
               ", which the program does not store, is stored by " +
               found.sources.describeWriter(found.memory, address));
      });
}

//===----------------------------------------------------------------------===//
// The verdict
//===----------------------------------------------------------------------===//

namespace {
/// The outcome of a comparison. All but proofs have a reason.
struct Outcome {
  enum Kind { Proved, Undecided, Wrong } kind = Proved;
  std::string reason = {};
};

/// The sources of what a launch stores, by buffer and offset.
using SourcesByPlace = llvm::DenseMap<std::pair<unsigned, uint64_t>, Set>;

using Ways = ptx::SourceRun::Ways;
using WaysOfBranches = std::map<std::string, Ways>;

/// Judges the PTX of a launch.
class CodeJudge {
public:
  /// `written` is the program as written.
  CodeJudge(const ptx::Program &code, const Launch &launch,
            mlir::Operation *written, const SymbolicRun &expected,
            llvm::ArrayRef<uint64_t> addresses, SourceSets &sets, Set decided,
            const BufferFormats &formats,
            llvm::function_ref<SourcesByPlace()> findAllSources,
            llvm::function_ref<OpenPlaces()> findOpenPlaces)
      : code(code), launch(launch), written(written), expected(expected),
        addresses(addresses), sets(sets), decided(decided), formats(formats),
        trial(sets, decided, launch, formats), findAllSources(findAllSources),
        findOpenPlaces(findOpenPlaces) {}

  /// Compares sources, for both ways of each open branch. `runProgram` is the
  /// other side.
  Outcome judgeSources(Side runProgram);
  /// Compares what both sides leave of numbers; none if the program as written
  /// does not run on them, or if other numbers are right, too.
  std::optional<Outcome> judgeNumbers(const interp::LaunchConfig &config);

  uint64_t elements = 0; ///< compared

private:
  bool runCode(Launch &trial, const ptx::SourceRun::Course &course = {},
               uint64_t stepLimit = 0) const;
  const OpenPlaces &getOpenPlaces();
  bool isOpen(const Suspect &suspect);
  Outcome refute(bool mayDiffer, std::string reason);
  Outcome refute(llvm::ArrayRef<Suspect> suspects, std::string reason);
  bool takesOperands(const Suspect &suspect);
  Outcome judgeOperands(llvm::ArrayRef<Suspect> suspects,
                        const SourceComparison &comparison,
                        const CodeRun &found, Side runProgram);
  Outcome judgeSuspects(llvm::ArrayRef<Suspect> suspects,
                        const SourceComparison &comparison,
                        const CodeRun &found, Side runProgram);
  Outcome compare(const CodeRun &found, Side runProgram);
  Outcome judgeOtherWay(const std::set<std::string> &others, uint64_t steps,
                        Side runProgram, WaysOfBranches &met);
  Outcome judgeOtherWays(const CodeRun &found, Side runProgram);
  std::optional<Outcome> judgeNumbers(const interp::LaunchConfig &config,
                                      Numbers kind);

  const ptx::Program &code;
  const Launch &launch;
  mlir::Operation *written;
  const SymbolicRun &expected;
  llvm::ArrayRef<uint64_t> addresses;
  SourceSets &sets;
  const Set decided;
  const BufferFormats &formats;
  const SourceTrial trial;
  /// Finds the sources of the program with those that change nothing.
  const llvm::function_ref<SourcesByPlace()> findAllSources;
  std::optional<SourcesByPlace> allSources;
  const llvm::function_ref<OpenPlaces()> findOpenPlaces;
  std::optional<OpenPlaces> openPlaces;
};
} // namespace

/// Runs the code on the same ways of branches, which tracked runs alone can take.
bool CodeJudge::runCode(Launch &trial, const ptx::SourceRun::Course &course,
                        uint64_t stepLimit) const {
  CodeRun run(trial, sets, course);
  run.stepLimit = stepLimit;
  llvm::Error error = run.run(code, /*isTracked=*/!course.others.empty());
  const bool isRun = !error;
  llvm::consumeError(std::move(error));
  trial = std::move(run.launch);
  return isRun;
}

const OpenPlaces &CodeJudge::getOpenPlaces() {
  if (!openPlaces)
    openPlaces = findOpenPlaces();
  return *openPlaces;
}

/// Other sources are wrong where no open order can bring them.
Outcome CodeJudge::refute(bool mayDiffer, std::string reason) {
  if (!mayDiffer)
    return {Outcome::Wrong, std::move(reason)};
  return {Outcome::Undecided,
          "the order of elements and tile blocks is open at " +
              nameOf(getOpenPlaces().getOrder()) + ": " + reason};
}

bool CodeJudge::isOpen(const Suspect &suspect) {
  return getOpenPlaces().contains(suspect.buffer, suspect.offset,
                                  suspect.element.bytes);
}

Outcome CodeJudge::refute(llvm::ArrayRef<Suspect> suspects,
                          std::string reason) {
  return refute(
      llvm::any_of(suspects, [&](const Suspect &each) { return isOpen(each); }),
      std::move(reason));
}

/// True if the code has all sources of the program, and others that are operands
/// of the program, too.
bool CodeJudge::takesOperands(const Suspect &suspect) {
  if (suspect.ofProgram)
    return false;
  if (!allSources)
    allSources = findAllSources();
  const Set all = allSources->lookup({suspect.buffer, suspect.offset});
  return !sets.subtract(suspect.ofCode, all);
}

/// Judges elements for which none of a few trials showed a difference.
Outcome CodeJudge::judgeOperands(llvm::ArrayRef<Suspect> suspects,
                                 const SourceComparison &comparison,
                                 const CodeRun &found, Side runProgram) {
  constexpr size_t mostGroups = 4;
  const std::string count = std::to_string(suspects.size());
  auto runChanged = [&](Launch &changed) { return runCode(changed); };
  auto judge = [&](const Suspect &first, const Group &group) -> Outcome {
    if (group.changed &&
        trial.divides(group.suspects, group.changed, runChanged, runProgram))
      return refute(group.suspects, count + " differ, one of them " +
                                        comparison.describe(first));
    return {Outcome::Undecided,
            count +
                " elements have other sources, and change with none of those "
                "that were tried, first " +
                comparison.describe(first)};
  };
  for (const Suspect &each : suspects)
    if (!takesOperands(each))
      return judge(each, {{each}, each.ofCode});
  const auto groups = trial.group(suspects, mostGroups);
  if (!groups)
    return judge(suspects.front(), {});
  auto runSame = [&](Launch &changed) {
    return runCode(changed, found.course, found.stepLimit);
  };
  for (const Group &group : *groups)
    if (!trial.isIdle(group.suspects, group.changed, runSame))
      return judge(group.suspects.front(), group);
  return {};
}

Outcome CodeJudge::judgeSuspects(llvm::ArrayRef<Suspect> suspects,
                                 const SourceComparison &comparison,
                                 const CodeRun &found, Side runProgram) {
  if (suspects.empty())
    return {};
  auto runChanged = [&](Launch &changed) { return runCode(changed); };
  // A run for each would be dear, and LLVM drops the same source everywhere.
  constexpr size_t most = 3;
  for (size_t i = 0; i < suspects.size();
       i += std::max<size_t>(1, suspects.size() / most)) {
    const Suspect &each = suspects[i];
    if ((each.ofProgram &&
         trial.divides(each, each.ofProgram, runProgram, runChanged)) ||
        (each.ofCode &&
         trial.divides(each, each.ofCode, runChanged, runProgram)))
      return refute(each, std::to_string(suspects.size()) +
                              " differ, one of them " +
                              comparison.describe(each));
  }
  return judgeOperands(suspects, comparison, found, runProgram);
}

Outcome CodeJudge::compare(const CodeRun &found, Side runProgram) {
  if (!found.sources.getLoss().empty())
    return {Outcome::Undecided,
            "the sources end at " + found.sources.getLoss()};
  if (Set more = sets.subtract(found.sources.getDecided(), decided))
    return {Outcome::Undecided,
            "addresses or guards depend on " +
                std::to_string(sets.count(more)) +
                " elements of memory that decide nothing in the program"};
  SourceComparison comparison(sets, decided, expected, addresses, found);
  for (unsigned number = 0; number != launch.buffers.size(); ++number)
    if (launch.buffers[number].participants.empty())
      comparison.compareBuffer(number);
  elements += comparison.elements;
  if (comparison.different)
    return refute(getOpenPlaces().areOpen(),
                  std::to_string(comparison.different) + " differ, first " +
                      comparison.first);
  if (comparison.suspects.empty())
    return {};
  std::vector<Suspect> suspects = comparison.suspects;
  auto open = llvm::partition(
      suspects, [&](const Suspect &each) { return !isOpen(each); });
  // Elements that an open order may change refute nothing, so they come last.
  const size_t given = open - suspects.begin();
  llvm::ArrayRef<Suspect> all(suspects);
  Outcome outcome =
      judgeSuspects(all.take_front(given), comparison, found, runProgram);
  return outcome.kind == Outcome::Proved
             ? judgeSuspects(all.drop_front(given), comparison, found,
                             runProgram)
             : outcome;
}

/// Runs the launch with these open branches the other way. A failure there
/// refutes nothing, as no contents of memory may lead to it.
Outcome CodeJudge::judgeOtherWay(const std::set<std::string> &others,
                                 uint64_t steps, Side runProgram,
                                 WaysOfBranches &met) {
  CodeRun other(launch, sets, {decided, others});
  // A loop whose end is such a branch may have none.
  other.stepLimit = 4 * steps + 1024;
  if (llvm::Error error = other.run(code, /*isTracked=*/true)) {
    llvm::consumeError(std::move(error));
    return {Outcome::Undecided,
            "the PTX does not run to its end with the other way of branches "
            "that decide nothing in the program, such as " +
                *others.begin()};
  }
  met = other.sources.getOpenBranches();
  Outcome outcome = compare(other, runProgram);
  if (outcome.kind != Outcome::Proved)
    outcome = {Outcome::Undecided, "with the other way of branches such as " +
                                       *others.begin() + ": " + outcome.reason};
  return outcome;
}

/// Lets each open branch go both ways. One in the arm of another is met in few
/// launches alone, so it goes the other way behind those that lead to it. Lanes
/// that reach it differ between launches, and may all take one way of it.
Outcome CodeJudge::judgeOtherWays(const CodeRun &found, Side runProgram) {
  struct Arm {
    std::set<std::string> others;   ///< that lead to it
    std::set<std::string> branches; ///< that have gone one way alone
  };
  constexpr unsigned most = 16;
  auto isOneWay = [](const std::string &branch) {
    return Outcome{Outcome::Undecided,
                   "only one way was seen of the branch " + branch +
                       ", which decides nothing in the program"};
  };
  WaysOfBranches known = found.sources.getOpenBranches();
  std::vector<Arm> arms(1);
  for (const auto &[branch, ways] : known)
    arms.back().branches.insert(branch);
  for (unsigned launches = 0; !arms.empty(); ++launches) {
    Arm &arm = arms.back();
    std::set<std::string> others = arm.others, inner;
    others.insert(arm.branches.begin(), arm.branches.end());
    if (arm.branches.empty()) {
      arms.pop_back();
      continue;
    }
    WaysOfBranches met;
    Outcome outcome = judgeOtherWay(others, found.steps, runProgram, met);
    if (outcome.kind != Outcome::Proved)
      return outcome;
    const size_t before = arm.branches.size();
    for (const auto &[branch, ways] : met) {
      arm.branches.erase(branch);
      if (!known.count(branch))
        inner.insert(branch);
      known[branch] = Ways(known[branch] | ways);
    }
    if (arm.branches.size() == before || launches == most)
      return isOneWay(*(arm.branches.empty() ? others : arm.branches).begin());
    arms.push_back({std::move(others), std::move(inner)});
  }
  for (const auto &[branch, ways] : known)
    if (ways != Ways::Both)
      return isOneWay(branch);
  return {};
}

Outcome CodeJudge::judgeSources(Side runProgram) {
  CodeRun found(launch, sets, {decided});
  if (llvm::Error error = found.run(code, /*isTracked=*/true))
    return {Outcome::Wrong,
            "it does not run to its end: " + llvm::toString(std::move(error))};
  Outcome outcome = compare(found, runProgram);
  return outcome.kind == Outcome::Proved ? judgeOtherWays(found, runProgram)
                                         : outcome;
}

std::optional<Outcome>
CodeJudge::judgeNumbers(const interp::LaunchConfig &config) {
  std::optional<Outcome> found = judgeNumbers(config, Numbers::Positive);
  if (!found || found->kind == Outcome::Wrong)
    return found;
  std::optional<Outcome> ofSigned = judgeNumbers(config, Numbers::Signed);
  return ofSigned ? ofSigned : found;
}

std::optional<Outcome>
CodeJudge::judgeNumbers(const interp::LaunchConfig &config, Numbers kind) {
  Launch right = trial.makeNumbers(kind);
  for (Buffer &buffer : right.buffers)
    buffer.wanted = true;
  Launch left = right;
  interp::ErrorBounds bounds(interp::BoundsMode::Engines);
  interp::LaunchConfig withBounds = config;
  withBounds.bounds = &bounds;
  std::vector<uint64_t> places;
  if (!interpret(written, left, withBounds, places, llvm::nulls(),
                 llvm::nulls()))
    return std::nullopt;
  auto refuteNumbers = [&](std::string reason) -> std::optional<Outcome> {
    if (SymbolicRun::hasOpenNumbers(written))
      return std::nullopt;
    return Outcome{Outcome::Wrong, "on numbers it " + reason};
  };
  if (!runCode(right))
    return refuteNumbers("does not run to its end");
  for (unsigned number = 0; number != formats.size(); ++number) {
    const std::optional<Format> format = formats[number];
    const Buffer &buffer = left.buffers[number];
    if (!format || numerics::bitWidth(*format) < 8 || !buffer.contents ||
        !buffer.pointers.empty())
      continue;
    NpyArray array = makeArray(*format);
    array.elementBytes = buffer.elementBytes;
    array.shape = {int64_t(buffer.bytes / buffer.elementBytes)};
    auto allowed = [&](int64_t offset) {
      const uint64_t byte = offset * buffer.elementBytes;
      return bounds.find(places[number] + byte, *format)
          .value_or(interp::exactly(
              loadScalar(*format, buffer.contents->data() + byte)));
    };
    const Difference difference =
        compareArrays(array, *buffer.contents, *right.buffers[number].contents,
                      AllowedValues(allowed));
    if (difference.getVerdict() == Verdict::Differ)
      return refuteNumbers(
          "leaves in " + buffer.name + ": " +
          describeDifference(array, difference, "the program", "the PTX"));
  }
  return Outcome();
}

std::optional<std::string> Validator::judgeCode(const ptx::Program &code,
                                                ValidationReport &report) {
  ++report.code.runs;
  auto undecided = [&](std::string reason) {
    report.code.undecided.push_back(launch.entry + ": " + std::move(reason));
    return std::nullopt;
  };
  SourceSets sets;
  std::shared_ptr<interp::TermTable> tracked = SymbolicRun::makeTable();
  SymbolicRun::trackSources(*tracked, sets);
  std::unique_ptr<Run> expected =
      runAsWritten(lastProgram.get(), tracked, llvm::nulls());
  if (!expected)
    return undecided("the program no longer runs");
  auto findAllSources = [&] {
    SourcesByPlace found;
    std::shared_ptr<interp::TermTable> all = SymbolicRun::makeTable();
    SymbolicRun::trackAllSources(*all, sets);
    std::unique_ptr<Run> run =
        runAsWritten(lastProgram.get(), all, llvm::nulls());
    for (unsigned number = 0; run && number != launch.buffers.size(); ++number)
      run->symbolic.forEachStored(
          run->addresses[number], launch.buffers[number].bytes,
          [&](const SymbolicRun::StoredElement &each) {
            found[{number, each.address - run->addresses[number]}] =
                each.sources;
          });
    return found;
  };
  const Set decided = SymbolicRun::getDecidedSources(*tracked);
  auto findPlaces = [&] { return findOpenPlaces(sets, decided); };
  CodeJudge judge(code, launch, firstProgram.get(), expected->symbolic,
                  expected->addresses, sets, decided, formats, findAllSources,
                  findPlaces);
  auto runProgram = [&](Launch &trial) {
    for (Buffer &buffer : trial.buffers)
      buffer.wanted = true;
    interp::GlobalMemory memory;
    std::vector<uint64_t> addresses;
    return interpret(lastProgram.get(), trial, config, memory, addresses,
                     llvm::nulls(), llvm::nulls());
  };
  mlir::Operation *loss = expected->symbolic.getLoss();
  const Outcome ofSources =
      loss ? Outcome{Outcome::Undecided, "the sources end at " + nameOf(loss)}
           : judge.judgeSources(runProgram);
  report.code.elements += judge.elements;
  if (ofSources.kind == Outcome::Wrong)
    return "the PTX takes other elements than the program: " + ofSources.reason;
  const std::optional<Outcome> ofNumbers = judge.judgeNumbers(config);
  if (ofNumbers && ofNumbers->kind == Outcome::Wrong)
    return "the PTX computes other numbers than the program: " +
           ofNumbers->reason;
  report.code.onNumbers += ofNumbers.has_value();
  if (ofSources.kind == Outcome::Undecided)
    return undecided(ofSources.reason);
  ++report.code.proved;
  return std::nullopt;
}
