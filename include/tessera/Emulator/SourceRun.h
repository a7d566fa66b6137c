//===- SourceRun.h - The sources of what a launch stores --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch may be followed: each byte of a register and of memory then has the
// set of those elements of memory, its sources, that it was computed from. They
// are the same for all contents of memory by which the kernel takes the same
// branches, addresses and masks
// (docs/rationale/emulator/sources.md).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_EMULATOR_SOURCERUN_H
#define TESSERA_EMULATOR_SOURCERUN_H

#include "tessera/Emulator/Memory.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace tessera::ptx {

class SourceTracker;

/// The name of a set of sources. Equal sets have equal names; 0 is the empty
/// one.
using SourceSet = uint32_t;

/// Makes sets of sources, which are numbers.
class SourceSetMaker {
public:
  virtual ~SourceSetMaker() = default;
  virtual SourceSet single(uint64_t number) = 0;
  virtual SourceSet unite(SourceSet a, SourceSet b) = 0;
  /// True if `outer` has all sources of `inner`.
  virtual bool contains(SourceSet outer, SourceSet inner) = 0;
};

/// The sources of one launch, to which its configuration points. Such a launch
/// has one thread of the host.
class SourceRun {
public:
  using Set = SourceSet;

  /// The course of a launch whose branches may depend on sources that decide
  /// nothing in its program: these are open.
  struct Course {
    Set given = 0; ///< decide in the program
    /// The open branches, as they are named in words, that go the other way
    /// than by what memory holds.
    std::set<std::string> others = {};
  };

  /// Without a course, all branches count as decisions.
  explicit SourceRun(SourceSetMaker &sets,
                     std::optional<Course> course = std::nullopt);
  ~SourceRun();

  /// Makes each element of these bytes a source. The first has this number, and
  /// the others those behind it.
  void addSources(const GlobalMemory &memory, uint64_t address, uint64_t bytes,
                  unsigned elementBytes, uint64_t first);

  /// The sources of these bytes after the launch; none if it has not stored all
  /// of them.
  std::optional<Set> sourcesOf(const GlobalMemory &memory, uint64_t address,
                               unsigned bytes) const;
  /// Calls `what` with each byte of a range that the launch has stored.
  void forEachStored(const GlobalMemory &memory, uint64_t address,
                     uint64_t bytes,
                     llvm::function_ref<void(uint64_t)> what) const;
  /// The instruction that stored the byte, with its line, in words.
  std::string describeWriter(const GlobalMemory &memory,
                             uint64_t address) const;
  /// Sources of branches, addresses and guards, which the others are given.
  Set getDecided() const;
  /// The ways of an open branch that some lanes took.
  enum Ways : uint8_t { None = 0, Ahead = 1, Taken = 2, Both = 3 };
  /// The open branches that the launch has met, in words, and the ways that its
  /// lanes took there.
  std::map<std::string, Ways> getOpenBranches() const;
  /// The first instruction that took sources and whose results are not
  /// followed, in words; "" if there is none.
  const std::string &getLoss() const;

  SourceTracker &getTracker() { return *tracker; }

private:
  std::unique_ptr<SourceTracker> tracker;
};

} // namespace tessera::ptx

#endif // TESSERA_EMULATOR_SOURCERUN_H
