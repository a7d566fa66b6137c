//===- SourceRun.cpp - The sources of what a launch stores ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/SourceRun.h"
#include "SourceTracker.h"

using namespace tessera::ptx;

SourceRun::SourceRun(SourceSetMaker &sets, std::optional<Course> course)
    : tracker(std::make_unique<SourceTracker>(sets, course)) {}

SourceRun::~SourceRun() = default;

static const uint8_t *find(const GlobalMemory &memory, uint64_t address) {
  const Allocation *allocation = memory.findAtOrBelow(address);
  return allocation->bytes.get() + (address - allocation->address);
}

void SourceRun::addSources(const GlobalMemory &memory, uint64_t address,
                           uint64_t bytes, unsigned elementBytes,
                           uint64_t first) {
  tracker->getMemory().addSources(find(memory, address), bytes, elementBytes,
                                  first);
}

std::optional<SourceRun::Set> SourceRun::sourcesOf(const GlobalMemory &memory,
                                                   uint64_t address,
                                                   unsigned bytes) const {
  const uint8_t *place = find(memory, address);
  Set all = 0;
  for (unsigned i = 0; i != bytes; ++i) {
    if (!tracker->getMemory().writerOf(place + i))
      return std::nullopt;
    all = tracker->unite(all, tracker->getMemory().get(place + i));
  }
  return all;
}

void SourceRun::forEachStored(const GlobalMemory &memory, uint64_t address,
                              uint64_t bytes,
                              llvm::function_ref<void(uint64_t)> what) const {
  const uint8_t *place = find(memory, address);
  tracker->getMemory().forEachStored(
      place, bytes, [&](uint64_t offset) { what(address + offset); });
}

std::string SourceRun::describeWriter(const GlobalMemory &memory,
                                      uint64_t address) const {
  return tracker->describe(
      tracker->getMemory().writerOf(find(memory, address)));
}

SourceRun::Set SourceRun::getDecided() const { return tracker->getDecided(); }

std::map<std::string, SourceRun::Ways> SourceRun::getOpenBranches() const {
  std::map<std::string, Ways> branches;
  for (const auto &[branch, course] : tracker->getOpenBranches())
    branches[tracker->describe(branch)] = course.ways;
  return branches;
}

const std::string &SourceRun::getLoss() const { return tracker->getLoss(); }
