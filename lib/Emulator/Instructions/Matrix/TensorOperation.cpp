//===- TensorOperation.cpp - A tensor copy in flight ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorOperation.h"
#include "../Memory/Reduction.h"

using namespace tessera::ptx;

/// Calls `what` for each piece that swizzling keeps whole, with its place in
/// shared memory, its place in the box and its size.
template <typename F> void TensorOperation::forCells(F what) const {
  if (mode == Swizzle::None)
    return what(offset, 0, box.bytes);
  auto ofSize = [&](auto cell) {
    for (uint32_t at = 0; at < box.bytes; at += cell)
      what(swizzle(mode, offset + at), at, cell);
  };
  // A copy of a size known at compile time needs no call.
  if (mode == Swizzle::Bytes128Atom32Flip8)
    return ofSize(std::integral_constant<uint32_t, 8>());
  ofSize(std::integral_constant<uint32_t, 16>());
}

/// Fills the box for elements outside the tensor. The bits of the NaN are a
/// choice: all but the sign, as in canonical NaNs.
void TensorOperation::fill() {
  data.assign(box.bytes, 0);
  origin.noteNothing(data.data(), box.bytes);
  if (!map.fillsNan)
    return;
  const unsigned size = map.globalUnit();
  for (uint32_t at = 0; at < box.bytes; at += size) {
    std::memset(data.data() + at, 0xFF, size);
    data[at + size - 1] = 0x7F;
  }
}

/// The nearest number of tf32, ties to even; infinities and NaNs stay.
static uint32_t roundToTF32(uint32_t bits) {
  constexpr unsigned dropped = 13;
  constexpr uint32_t exponent = 0x7F800000, half = 1u << (dropped - 1);
  if ((bits & exponent) == exponent)
    return bits;
  bits += half - 1 + (bits >> dropped & 1);
  return bits >> dropped << dropped;
}

/// Flushes and rounds loaded elements as the map's type says.
void TensorOperation::convertFloats() {
  using Element = TensorMap::Element;
  const bool rounds =
      map.element == Element::TF32 || map.element == Element::TF32Ftz;
  const bool flushes =
      map.element == Element::F32Ftz || map.element == Element::TF32Ftz;
  if (!rounds && !flushes)
    return;
  for (uint32_t at = 0; at + 4 <= box.bytes; at += 4) {
    uint32_t bits;
    std::memcpy(&bits, data.data() + at, 4);
    if (flushes && !(bits & 0x7F800000))
      bits &= 0x80000000;
    if (rounds)
      bits = roundToTF32(bits);
    std::memcpy(data.data() + at, &bits, 4);
  }
}

void TensorOperation::readGlobal() {
  fill();
  const unsigned from = map.globalUnit(), to = map.sharedUnit();
  for (size_t i = 0; i != box.rows.size(); ++i) {
    const TensorRow &row = box.rows[i];
    uint8_t *place = data.data() + row.offset;
    if (from == to) {
      std::memcpy(place, globalRows[i], size_t(row.units) * from);
      origin.noteCopy(place, globalRows[i], size_t(row.units) * from);
      continue;
    }
    for (uint32_t unit = 0; unit != row.units; ++unit)
      std::memcpy(place + unit * to, globalRows[i] + unit * from, from);
    origin.noteLoss();
  }
  convertFloats();
}

void TensorOperation::readShared() {
  data.resize(box.bytes);
  const bool isFollowed = origin.isFollowed();
  forCells([&](uint64_t from, uint32_t at, auto size) {
    std::memcpy(data.data() + at, shared + from, size);
    if (isFollowed)
      origin.noteCopy(data.data() + at, shared + from, size);
  });
}

void TensorOperation::writeShared() {
  const bool isFollowed = origin.isFollowed();
  forCells([&](uint64_t to, uint32_t at, auto size) {
    std::memcpy(shared + to, data.data() + at, size);
    if (isFollowed)
      origin.noteCopy(shared + to, data.data() + at, size);
  });
}

/// Packs sixteen elements of 6 bits, one in each byte, side by side.
static void packSixBits(uint8_t *to, const uint8_t *from) {
  for (unsigned i = 0; i != 16; i += 4) {
    uint32_t bits = 0;
    for (unsigned k = 0; k != 4; ++k)
      bits |= uint32_t(from[i + k] & 0x3F) << (6 * k);
    for (unsigned k = 0; k != 3; ++k)
      *to++ = static_cast<uint8_t>(bits >> (8 * k));
  }
}

void TensorOperation::writeGlobal() {
  const unsigned to = map.globalUnit(), from = map.sharedUnit();
  for (size_t i = 0; i != box.rows.size(); ++i) {
    const TensorRow &row = box.rows[i];
    const uint8_t *place = data.data() + row.offset;
    if (from == to && !reduction) {
      std::memcpy(globalRows[i], place, size_t(row.units) * to + row.beside);
      origin.noteCopy(globalRows[i], place,
                      size_t(row.units) * to + row.beside);
      continue;
    }
    origin.noteLoss();
    for (uint32_t unit = 0; unit != row.units; ++unit, place += from) {
      uint8_t *element = globalRows[i] + unit * to;
      if (reduction)
        reduceElement(*reduction, element, place);
      else if (map.element == TensorMap::Element::B6x16P32)
        packSixBits(element, place);
      else
        std::memcpy(element, place, to);
    }
  }
}
