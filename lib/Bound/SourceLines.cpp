//===- SourceLines.cpp - Counters by line of the source -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Bound/SourceLines.h"
#include "tessera/Support/SourceFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace tessera;
using namespace tessera::bound;
using llvm::formatv;
using llvm::StringRef;
using ptx::Counter;
using ptx::CounterLine;
using ptx::CounterReport;

ptx::SourceLine bound::findUserLine(const CounterLine &line) {
  if (isLibraryFile(line.sourceFile))
    for (const ptx::SourceLine &caller : line.callers)
      if (!isLibraryFile(caller.file))
        return caller;
  return {line.sourceFile, line.sourceLine};
}

std::vector<LineCounters> bound::groupByLine(const CounterReport &counters) {
  std::map<std::pair<std::string, uint32_t>, CounterReport> lines;
  for (const CounterLine &line : counters.lines) {
    ptx::SourceLine place = findUserLine(line);
    auto [entry, isNew] = lines.try_emplace({place.file, place.line});
    if (isNew) {
      entry->second.grid = counters.grid;
      entry->second.block = counters.block;
    }
    entry->second.lines.push_back(line);
  }
  std::vector<LineCounters> groups;
  for (auto &[place, group] : lines)
    groups.push_back({{place.first, place.second}, std::move(group)});
  return groups;
}

/// The cycles of a unit; 0 if it has no work.
static double cyclesOf(const TimeBound &bound, StringRef unit) {
  for (const BoundPart &part : bound.parts)
    if (part.name == unit)
      return part.cycles;
  return 0;
}

void bound::printLines(llvm::raw_ostream &os, const CounterReport &counters,
                       const TargetInfo &target, const TimeBound &whole) {
  std::vector<LineCounters> lines = groupByLine(counters);
  if (whole.parts.empty() || llvm::all_of(lines, [](const LineCounters &line) {
        return line.place.file.empty();
      }))
    return;
  StringRef limit = whole.parts.front().name;
  os << "by source line, with the share of " << limit << ":\n";
  for (const LineCounters &line : lines) {
    TimeBound bound = boundTime(line.counters, target, *whole.board);
    StringRef file = StringRef(line.place.file).rsplit('/').second;
    if (file.empty())
      file = line.place.file;
    os << formatv("  {0,-28} {1,4:f0} % {2,12}  ",
                  file.empty()
                      ? std::string("unknown")
                      : formatv("{0}:{1}", file, line.place.line).str(),
                  100 * cyclesOf(bound, limit) / whole.getCycles(),
                  line.counters.totals()[Counter::Instructions]);
    constexpr size_t shown = 3;
    StringRef separator;
    for (const BoundPart &part :
         llvm::ArrayRef(bound.parts).take_front(shown)) {
      os << separator << formatv("{0} {1:f0}", part.name, part.cycles);
      separator = ", ";
    }
    os << '\n';
  }
}

void bound::printLinesJson(llvm::json::OStream &json,
                           const CounterReport &counters,
                           const TargetInfo &target, const TimeBound &whole) {
  json.attributeArray("source_lines", [&] {
    for (const LineCounters &line : groupByLine(counters))
      json.object([&] {
        if (!line.place.file.empty()) {
          json.attribute("source_file", llvm::json::fixUTF8(line.place.file));
          json.attribute("source_line", line.place.line);
        }
        json.attributeObject("counters", [&] {
          ptx::printCounters(json, line.counters.totals());
        });
        boundTime(line.counters, target, *whole.board).printJson(json);
      });
  });
}
