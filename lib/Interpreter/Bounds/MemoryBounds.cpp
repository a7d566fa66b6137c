//===- MemoryBounds.cpp - Error bounds of elements in memory --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryBounds.h"

using namespace tessera;
using namespace tessera::interp;

/// Number of units of an element. An i1 takes a byte.
static unsigned unitsOf(Format format) {
  return numerics::bitWidth(format) == 4 && numerics::isFloat(format)
             ? 1
             : 2 * numerics::storageBytes(format);
}

/// Calls `fn(place, element)` for each element that overlaps these units. No
/// element has more than 16 units, and each begins at a multiple of its size.
template <typename Fn>
void MemoryBounds::forEachOverlap(uint64_t place, unsigned units, Fn fn) const {
  auto line = lines.find(place >> logUnits);
  if (line == lines.end())
    return;
  uint64_t first = place & numerics::lowBits(logUnits);
  for (uint64_t start = first & ~uint64_t(15); start < first + units; ++start) {
    auto element = line->second.find(static_cast<uint8_t>(start));
    if (element != line->second.end() &&
        start + unitsOf(element->second.format) > first)
      fn((place & ~numerics::lowBits(logUnits)) + start, element->second);
  }
}

void MemoryBounds::erase(uint64_t place, unsigned units) {
  llvm::SmallVector<uint64_t, 4> places;
  forEachOverlap(place, units,
                 [&](uint64_t at, const Element &) { places.push_back(at); });
  for (uint64_t at : places)
    lines[at >> logUnits].erase(
        static_cast<uint8_t>(at & numerics::lowBits(logUnits)));
}

/// A store over a part of a sum ends the sum.
void MemoryBounds::endSums(uint64_t place, unsigned units) {
  for (uint64_t at = place & ~uint64_t(15); at < place + units; ++at) {
    auto sum = sums.find(at);
    if (sum != sums.end() && at + unitsOf(sum->second.getFormat()) > place)
      sums.erase(sum);
  }
}

void MemoryBounds::put(uint64_t place, Format format, const ElementBounds &x,
                       mlir::Operation *writer) {
  erase(place, unitsOf(format));
  if (!isExact(x))
    lines[place >> logUnits].try_emplace(
        static_cast<uint8_t>(place & numerics::lowBits(logUnits)),
        Element{format, x, writer});
}

void MemoryBounds::store(uint64_t place, Format format, const ElementBounds &x,
                         mlir::Operation *writer) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!sums.empty())
    endSums(place, unitsOf(format));
  put(place, format, x, writer);
}

std::optional<ElementBounds> MemoryBounds::load(uint64_t place, Format format,
                                                mlir::Operation *reader) const {
  std::lock_guard<std::mutex> lock(mutex);
  std::optional<ElementBounds> found;
  forEachOverlap(place, unitsOf(format),
                 [&](uint64_t at, const Element &element) {
                   if (at == place && element.format == format)
                     found = element.bounds;
                   else
                     found = undecided(reader ? reader : element.writer);
                 });
  return found;
}

void MemoryBounds::addTo(uint64_t place, Format format, uint64_t old,
                         const ElementBounds &term, BoundsMode mode,
                         mlir::Operation *writer) {
  ElementBounds before =
      load(place, format, /*reader=*/writer).value_or(exactly(old));
  std::lock_guard<std::mutex> lock(mutex);
  auto sum = sums.find(place);
  if (sum == sums.end() || sum->second.getFormat() != format) {
    endSums(place, unitsOf(format));
    // Atomic additions of f32 may flush subnormal numbers, and mostly do.
    bool flushes = format == Format::F32;
    sum = sums.try_emplace(place, OpenSum(format, flushes)).first;
    sum->second.add(before);
  }
  sum->second.add(term);
  put(place, format, sum->second.bounds(mode, writer), writer);
}

//===----------------------------------------------------------------------===//
// ErrorBounds
//===----------------------------------------------------------------------===//

ErrorBounds::ErrorBounds(BoundsMode mode)
    : mode(mode), memory(std::make_unique<MemoryBounds>()) {}

ErrorBounds::~ErrorBounds() = default;

std::optional<ElementBounds> ErrorBounds::find(uint64_t address,
                                               Format format) const {
  return memory->load(placeIn(address), format, /*reader=*/nullptr);
}
