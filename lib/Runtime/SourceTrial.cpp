//===- SourceTrial.cpp - Other contents of memory for a launch ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceTrial.h"
#include "Interpretation.h"
#include "tessera/Numerics/Convert.h"
#include "llvm/ADT/BitVector.h"
#include <cstring>

using namespace tessera;
using namespace tessera::runtime;
using Set = SourceSets::Set;

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

/// A number from 1 on, below 4; an integer up to 100. Half of the signed ones
/// are negative, and a quarter of such integers differ in their highest bit.
static uint64_t makeNumber(Format format, uint32_t random, Numbers kind) {
  const unsigned width = numerics::bitWidth(format);
  const bool isNegative = kind == Numbers::Signed && random >> 10 & 1;
  if (numerics::isInteger(format)) {
    if (width < 8)
      return random & numerics::lowBits(width);
    const uint64_t number = 1 + random % 100;
    const bool hasHighBit = kind == Numbers::Signed && (random >> 11) % 4 == 0;
    return ((isNegative ? -number : number) ^ uint64_t(hasHighBit)
                                                  << (width - 1)) &
           numerics::lowBits(width);
  }
  const double size = 1 + random % 384 / 128.0;
  const double number =
      isNegative && format != Format::F8E8M0FNU ? -size : size;
  uint64_t bits;
  std::memcpy(&bits, &number, sizeof bits);
  return numerics::convertFloat(Format::F64, format, bits,
                                numerics::Rounding::NearestEven);
}

/// The bytes of a number; two of four bits share one.
static uint64_t makeBytes(Format format, uint32_t random, Numbers kind) {
  const uint64_t bits = makeNumber(format, random, kind);
  if (numerics::bitWidth(format) != 4)
    return bits;
  return bits | makeNumber(format, random >> 5, kind) << 4;
}

Launch SourceTrial::makeNumbers(Numbers kind) const {
  Launch trial = launch;
  uint32_t state = 1;
  for (auto [buffer, format] : llvm::zip_equal(trial.buffers, formats)) {
    if (!buffer.contents || !buffer.pointers.empty())
      continue;
    Bytes &contents = *buffer.contents;
    const unsigned size = buffer.elementBytes;
    for (uint64_t at = 0; at + size <= contents.size(); at += size) {
      state = state * 1664525 + 1013904223;
      const uint64_t bits =
          makeBytes(format.value_or(Format::I8), state >> 14, kind);
      std::memcpy(contents.data() + at, &bits, size);
    }
  }
  forEachPlace(decided, trial, [&](unsigned number, uint64_t offset) {
    const Buffer &from = launch.buffers[number];
    std::copy_n(from.contents->begin() + offset, from.elementBytes,
                trial.buffers[number].contents->begin() + offset);
  });
  return trial;
}

static llvm::ArrayRef<uint8_t> valueIn(const Launch &result,
                                       const Suspect &suspect) {
  const Bytes &contents = *result.buffers[suspect.buffer].contents;
  return llvm::ArrayRef<uint8_t>(contents.data() + suspect.offset,
                                 suspect.element.bytes);
}

bool SourceTrial::divides(llvm::ArrayRef<Suspect> suspects, Set taken,
                          Side side, Side other) const {
  auto findChanged = [&](Launch plain, Launch changed,
                         Side by) -> std::optional<llvm::BitVector> {
    if (!by(plain) || !by(changed))
      return std::nullopt;
    llvm::BitVector found(suspects.size());
    for (auto [number, each] : llvm::enumerate(suspects))
      if (valueIn(plain, each) != valueIn(changed, each))
        found.set(number);
    return found;
  };
  // The change of an element: larger, negative, and by its low bits. A few that
  // are larger outweigh a sum of the others.
  struct Change {
    bool isHigh;
    uint8_t byte;
  };
  const Change changes[] = {{true, 0x49}, {true, 0xC9}, {false, 0x15}};
  for (const Launch &start : {launch, makeNumbers(Numbers::Positive)}) {
    for (const Change &change : changes) {
      Launch changed = start;
      forEachPlace(taken, changed, [&](unsigned number, uint64_t offset) {
        Buffer &buffer = changed.buffers[number];
        if (change.isHigh)
          (*buffer.contents)[offset + buffer.elementBytes - 1] = change.byte;
        else
          (*buffer.contents)[offset] ^= change.byte;
      });
      const auto here = findChanged(start, changed, side);
      if (!here || here->none())
        continue;
      const auto there = findChanged(start, changed, other);
      if (there && here->test(*there))
        return true;
    }
  }
  return false;
}

std::optional<std::vector<Group>>
SourceTrial::group(llvm::ArrayRef<Suspect> suspects, size_t most) const {
  std::vector<Group> groups;
  for (const Suspect &suspect : suspects) {
    const Set right = sets.subtract(suspect.element.sources, decided);
    auto group = llvm::find_if(groups, [&](const Group &each) {
      return !sets.intersect(each.changed, right) &&
             !sets.intersect(each.kept, suspect.ofCode);
    });
    if (group == groups.end()) {
      if (groups.size() == most)
        return std::nullopt;
      group = groups.emplace(group);
    }
    group->suspects.push_back(suspect);
    group->changed = sets.unite(group->changed, suspect.ofCode);
    group->kept = sets.unite(group->kept, right);
  }
  return groups;
}

bool SourceTrial::isIdle(llvm::ArrayRef<Suspect> suspects, Set taken,
                         Side side) const {
  constexpr unsigned changes = 3;
  // Every byte changes, and each in its own way, so that elements which meet the
  // wrong ones do not cancel either.
  uint64_t state = 1;
  auto changeByte = [&](uint8_t &byte) {
    state = state * 6364136223846793005 + 1442695040888963407;
    byte ^= 1 + (state >> 33) % 255;
  };
  for (const Launch &start : {launch, makeNumbers(Numbers::Positive)}) {
    Launch plain = start;
    if (!side(plain))
      return false;
    for (unsigned number = 0; number != changes; ++number) {
      Launch changed = start;
      uint64_t places = 0;
      forEachPlace(taken, changed, [&](unsigned buffer, uint64_t offset) {
        ++places;
        const unsigned size = changed.buffers[buffer].elementBytes;
        uint8_t *bytes = changed.buffers[buffer].contents->data() + offset;
        llvm::for_each(llvm::MutableArrayRef(bytes, size), changeByte);
      });
      if (places != sets.count(taken) || !side(changed))
        return false;
      if (llvm::any_of(suspects, [&](const Suspect &each) {
            return valueIn(plain, each) != valueIn(changed, each);
          }))
        return false;
    }
  }
  return true;
}
