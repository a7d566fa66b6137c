//===- SourceLines.h - Counters by line of the source -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions are counted one by one; people change lines of their source.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_BOUND_SOURCELINES_H
#define TESSERA_BOUND_SOURCELINES_H

#include "tessera/Bound/TimeBound.h"

namespace tessera::bound {

/// The innermost line of an instruction that is not in a library of the front
/// end (isLibraryFile), or else the innermost. The file is empty if PTX names
/// none.
ptx::SourceLine findUserLine(const ptx::CounterLine &line);

/// A line of the source, and the counters of its instructions in a launch of the
/// same grid.
struct LineCounters {
  ptx::SourceLine place;
  ptx::CounterReport counters;
};

/// Groups the instructions of a launch by the lines of their source, in the
/// order of their files' names and lines; those without a line come first.
std::vector<LineCounters> groupByLine(const ptx::CounterReport &counters);

/// For a terminal: a row for each line, with its share of the bound's limit and
/// the units that it occupies longest. Prints nothing if PTX names no line.
void printLines(llvm::raw_ostream &os, const ptx::CounterReport &counters,
                const TargetInfo &target, const TimeBound &bound);
/// Writes an attribute "source_lines" into the current object.
void printLinesJson(llvm::json::OStream &json,
                    const ptx::CounterReport &counters,
                    const TargetInfo &target, const TimeBound &bound);

} // namespace tessera::bound

#endif // TESSERA_BOUND_SOURCELINES_H
