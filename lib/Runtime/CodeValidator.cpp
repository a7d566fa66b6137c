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
  llvm::Error run(const ptx::Program &code);

  Launch launch;
  ptx::GlobalMemory memory;
  std::vector<uint64_t> addresses;
  SetMaker maker;
  ptx::SourceRun sources;
};

/// Compares the elements of two launches.
class SourceComparison {
public:
  SourceComparison(SourceSets &sets, Set decided, const SymbolicRun &expected,
                   llvm::ArrayRef<uint64_t> addresses, const CodeRun &found)
      : sets(sets), decided(decided), expected(expected), addresses(addresses),
        found(found) {}

  void compareBuffer(unsigned number);

  uint64_t elements = 0, different = 0;
  /// The first difference in words; "": there is none.
  std::string first;

private:
  void note(const llvm::Twine &what);
  void compareElement(unsigned number,
                      const SymbolicRun::StoredElement &element);
  std::string describe(Set set) const;
  std::string place(unsigned number, uint64_t offset) const;

  SourceSets &sets;
  const Set decided;
  const SymbolicRun &expected;
  llvm::ArrayRef<uint64_t> addresses;
  const CodeRun &found;
};
} // namespace

llvm::Error CodeRun::run(const ptx::Program &code) {
  for (Buffer &buffer : launch.buffers)
    buffer.wanted = true;
  if (llvm::Error error = allocateBuffers(launch, memory).moveInto(addresses))
    return error;
  auto loaded = placeVariables(code, launch, addresses, memory);
  if (!loaded)
    return loaded.takeError();
  for (auto [number, address] : llvm::enumerate(addresses)) {
    const Buffer &buffer = launch.buffers[number];
    if (buffer.pointers.empty())
      sources.addSources(memory, address, buffer.bytes, buffer.elementBytes,
                         firstSource(number));
  }
  EngineOptions options;
  options.emulate.sources = &sources;
  RunReport report;
  auto request = makeRequest(code, launch, addresses, options, report);
  if (!request)
    return request.takeError();
  request->loaded = loaded->get();
  return ptx::launchConcurrently({*request}, memory).takeError();
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

void SourceComparison::compareElement(
    unsigned number, const SymbolicRun::StoredElement &element) {
  ++elements;
  const uint64_t offset = element.address - addresses[number];
  const uint64_t address = found.addresses[number] + offset;
  const std::optional<Set> sources =
      found.sources.sourcesOf(found.memory, address, element.bytes);
  auto tell = [&](const llvm::Twine &what) {
    note(place(number, offset) + ", element " + llvm::Twine(element.element) +
         " of the tile that is stored by " + nameOf(element.writer) + what);
  };
  if (!sources)
    return tell(", is not stored by the PTX");
  const Set right = sets.subtract(element.sources, decided);
  const Set wrong = sets.subtract(*sources, decided);
  if (right == wrong)
    return;
  tell(" and by " + found.sources.describeWriter(found.memory, address) +
       "\nexpected, and not among its sources: " +
       describe(sets.subtract(right, wrong)) +
       "\nfound, and not among those expected: " +
       describe(sets.subtract(wrong, right)));
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
  if (llvm::Error error = found.run(code))
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
  ++report.code.proved;
  return std::nullopt;
}
