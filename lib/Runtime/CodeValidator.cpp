//===- CodeValidator.cpp - The sources of what PTX stores -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conversion to NVVM, LLVM and all that they do have no terms to compare:
// other instructions compute the same numbers. The place where numbers come
// from cannot change, though. So the program at the end of tileas and the PTX run one launch each,
// and both give every element that they store the set of those elements of
// memory that it was computed from.
//
// Such a set may be too large: x | y & y has x as a source, which changes no
// result, and LLVM leaves it out. So sets that differ prove nothing until a
// change of an element that only one side names changes what that side stores,
// and not what the other one does.
//
//===----------------------------------------------------------------------===//

#include "Emulation.h"
#include "ValidationRun.h"
#include "tessera/Emulator/Launch.h"
#include "tessera/Emulator/SourceRun.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::runtime;
using interp::SymbolicRun;
using Set = SourceSets::Set;

namespace {
/// Lets the emulator, which shares no code with the interpreter, make sets.
struct SetMaker : ptx::SourceSetMaker {
  explicit SetMaker(SourceSets &sets) : sets(sets) {}
  ptx::SourceSet single(uint64_t number) override {
    return sets.single(number);
  }
  ptx::SourceSet unite(ptx::SourceSet a, ptx::SourceSet b) override {
    return sets.unite(a, b);
  }

  SourceSets &sets;
};

/// The launch of the PTX, which lives on for the comparison.
struct CodeRun {
  CodeRun(const Launch &launch, SourceSets &sets)
      : launch(launch), maker(sets), sources(maker) {}
  llvm::Error run(const ptx::Program &code, bool isTracked);

  Launch launch;
  ptx::GlobalMemory memory;
  std::vector<uint64_t> addresses;
  SetMaker maker;
  ptx::SourceRun sources;
};

/// An element whose sources differ: those that one side alone has.
struct Suspect {
  unsigned buffer;
  uint64_t offset;
  SymbolicRun::StoredElement element;
  Set ofProgram, ofCode;
};

/// Runs one side on the contents of a launch, which it leaves changed; false if
/// it does not run to its end.
using Side = llvm::function_ref<bool(Launch &)>;

/// Changes memory, to see if what a side stores depends on it.
class SourceTrial {
public:
  SourceTrial(SourceSets &sets, Set decided, const Launch &launch)
      : sets(sets), decided(decided), launch(launch) {}

  /// True if a change of the sources changes what one side stores, and not what
  /// the other does.
  bool divides(const Suspect &suspect, Set taken, Side side, Side other) const;

private:
  void forEachPlace(Set set, const Launch &trial,
                    llvm::function_ref<void(unsigned, uint64_t)> visit) const;
  Launch makeNumbers() const;

  SourceSets &sets;
  const Set decided;
  const Launch &launch;
};

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

llvm::Error CodeRun::run(const ptx::Program &code, bool isTracked) {
  for (Buffer &buffer : launch.buffers)
    buffer.wanted = true;
  if (llvm::Error error = allocateBuffers(launch, memory).moveInto(addresses))
    return error;
  auto loaded = placeVariables(code, launch, addresses, memory);
  if (!loaded)
    return loaded.takeError();
  for (auto [number, address] : llvm::enumerate(addresses)) {
    const Buffer &buffer = launch.buffers[number];
    if (isTracked && buffer.pointers.empty())
      sources.addSources(memory, address, buffer.bytes, buffer.elementBytes,
                         firstSource(number));
  }
  EngineOptions options;
  if (isTracked)
    options.emulate.sources = &sources;
  RunReport report;
  auto request = makeRequest(code, launch, addresses, options, report);
  if (!request)
    return request.takeError();
  request->loaded = loaded->get();
  return ptx::launchConcurrently({*request}, memory).takeError();
}

/// Calls `visit` with the buffer and the offset of each element that can change.
void SourceTrial::forEachPlace(
    Set set, const Launch &trial,
    llvm::function_ref<void(unsigned, uint64_t)> visit) const {
  while (set) {
    const uint64_t least = sets.least(set);
    set = sets.subtract(set, sets.single(least));
    const auto number = static_cast<unsigned>(least >> logBufferSources);
    const Buffer &buffer = trial.buffers[number];
    const uint64_t offset = (least - firstSource(number)) * buffer.elementBytes;
    if (buffer.contents && buffer.pointers.empty() &&
        offset + buffer.elementBytes <= buffer.bytes)
      visit(number, offset);
  }
}

/// The launch on numbers that are neither zeros nor large, whatever their
/// format, so that no factor and no mask hides another number. Sources of
/// decisions stay, and so does the course of the launch.
Launch SourceTrial::makeNumbers() const {
  Launch trial = launch;
  uint32_t state = 1;
  for (Buffer &buffer : trial.buffers)
    for (uint64_t i = 0; buffer.contents && buffer.pointers.empty() &&
                         i != buffer.contents->size();
         ++i) {
      state = state * 1664525 + 1013904223;
      const uint8_t random = state >> 26;
      (*buffer.contents)[i] = buffer.elementBytes == 1 ? random
                              : i % 2                  ? 0x3F
                                                       : 0x80 | random;
    }
  forEachPlace(decided, trial, [&](unsigned number, uint64_t offset) {
    const Buffer &from = launch.buffers[number];
    std::copy_n(from.contents->begin() + offset, from.elementBytes,
                trial.buffers[number].contents->begin() + offset);
  });
  return trial;
}

bool SourceTrial::divides(const Suspect &suspect, Set taken, Side side,
                          Side other) const {
  auto valueIn = [&](const Launch &result) {
    const Bytes &contents = *result.buffers[suspect.buffer].contents;
    return llvm::ArrayRef<uint8_t>(contents.data() + suspect.offset,
                                   suspect.element.bytes);
  };
  auto isChanged = [&](Launch plain, Launch changed,
                       Side by) -> std::optional<bool> {
    if (!by(plain) || !by(changed))
      return std::nullopt;
    return valueIn(plain) != valueIn(changed);
  };
  // The change of an element: larger, negative, and by its low bits. A few that
  // are larger outweigh a sum of the others.
  struct Change {
    bool isHigh;
    uint8_t byte;
  };
  const Change changes[] = {{true, 0x49}, {true, 0xC9}, {false, 0x15}};
  for (const Launch &start : {launch, makeNumbers()}) {
    for (const Change &change : changes) {
      Launch changed = start;
      forEachPlace(taken, changed, [&](unsigned number, uint64_t offset) {
        Buffer &buffer = changed.buffers[number];
        if (change.isHigh)
          (*buffer.contents)[offset + buffer.elementBytes - 1] = change.byte;
        else
          (*buffer.contents)[offset] ^= change.byte;
      });
      if (isChanged(start, changed, side) == true &&
          isChanged(start, changed, other) == false)
        return true;
    }
  }
  return false;
}

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
  if (mlir::Operation *op = expected->symbolic.getLoss())
    return undecided("the sources end at " + nameOf(op));
  CodeRun found(launch, sets);
  if (llvm::Error error = found.run(code, /*isTracked=*/true))
    return "the PTX does not run to its end: " +
           llvm::toString(std::move(error));
  if (!found.sources.getLoss().empty())
    return undecided("the sources end at " + found.sources.getLoss());
  const Set decided = SymbolicRun::getDecidedSources(*tracked);
  if (Set more = sets.subtract(found.sources.getDecided(), decided))
    return undecided("branches, addresses or guards depend on " +
                     std::to_string(sets.count(more)) +
                     " elements of memory that decide nothing in the program");
  SourceComparison comparison(sets, decided, expected->symbolic,
                              expected->addresses, found);
  for (unsigned number = 0; number != launch.buffers.size(); ++number)
    if (launch.buffers[number].participants.empty())
      comparison.compareBuffer(number);
  report.code.elements += comparison.elements;
  if (comparison.different)
    return "the PTX takes other elements than the program: " +
           std::to_string(comparison.different) + " differ, first " +
           comparison.first;
  if (comparison.suspects.empty()) {
    ++report.code.proved;
    return std::nullopt;
  }
  auto runProgram = [&](Launch &trial) {
    for (Buffer &buffer : trial.buffers)
      buffer.wanted = true;
    interp::GlobalMemory memory;
    std::vector<uint64_t> addresses;
    return interpret(lastProgram.get(), trial, config, memory, addresses,
                     llvm::nulls(), llvm::nulls());
  };
  auto runCode = [&](Launch &trial) {
    CodeRun run(trial, sets);
    llvm::Error error = run.run(code, /*isTracked=*/false);
    const bool isRun = !error;
    llvm::consumeError(std::move(error));
    trial = std::move(run.launch);
    return isRun;
  };
  const SourceTrial trial(sets, decided, launch);
  // A run for each would be dear, and LLVM drops the same source everywhere.
  constexpr size_t most = 3;
  const size_t count = comparison.suspects.size();
  for (size_t i = 0; i < count; i += std::max<size_t>(1, count / most)) {
    const Suspect &suspect = comparison.suspects[i];
    if ((suspect.ofProgram &&
         trial.divides(suspect, suspect.ofProgram, runProgram, runCode)) ||
        (suspect.ofCode &&
         trial.divides(suspect, suspect.ofCode, runCode, runProgram)))
      return "the PTX takes other elements than the program: " +
             std::to_string(count) + " differ, one of them " +
             comparison.describe(suspect);
  }
  return undecided(std::to_string(count) +
                   " elements have other sources, and change with none of "
                   "those that were tried, first " +
                   comparison.describe(comparison.suspects.front()));
}
