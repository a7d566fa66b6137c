//===- TensorMap.cpp - Tensor maps, their bytes and rules -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/TensorMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <cstring>

using namespace tessera::ptx;

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

// Little endian: 0: the mark; 4: flags of one byte each; 16: the address; 24:
// dimensions less one, 32 bits each; 48: strides over 16, 40 bits each; 72: the
// box, and element strides, 16 and 8 bits each; 88: the corners, 16 bits each;
// 100: channels and pixels, 16 bits each; zeros.
static constexpr uint32_t mark = 0x50414D54;

template <typename T>
static void put(std::array<uint8_t, TensorMap::bytes> &bytes, size_t at,
                T value, size_t size = sizeof(T)) {
  std::memcpy(bytes.data() + at, &value, size);
}

template <typename T>
static T get(llvm::ArrayRef<uint8_t> bytes, size_t at,
             size_t size = sizeof(T)) {
  T value = 0;
  std::memcpy(&value, bytes.data() + at, size);
  return value;
}

std::array<uint8_t, TensorMap::bytes> TensorMap::encode() const {
  std::array<uint8_t, bytes> result = {};
  put(result, 0, mark);
  const uint8_t flags[] = {static_cast<uint8_t>(rank - 1),
                           static_cast<uint8_t>(element),
                           static_cast<uint8_t>(mode),
                           interleave,
                           swizzle,
                           atomicity,
                           fillsNan};
  std::memcpy(result.data() + 4, flags, sizeof flags);
  put(result, 16, address);
  for (unsigned i = 0; i != mostRank; ++i) {
    put(result, 24 + 4 * i, static_cast<uint32_t>(dims[i] - 1));
    put(result, 72 + 2 * i, static_cast<uint16_t>(box[i]));
    put(result, 82 + i, static_cast<uint8_t>(elementStrides[i]));
  }
  for (unsigned i = 0; i != mostRank - 1; ++i)
    put(result, 48 + 5 * i, strides[i] >> 4, 5);
  for (unsigned i = 0; i != 3; ++i) {
    put(result, 88 + 2 * i, static_cast<int16_t>(lower[i]));
    put(result, 94 + 2 * i, static_cast<int16_t>(upper[i]));
  }
  put(result, 100, static_cast<uint16_t>(channels));
  put(result, 102, static_cast<uint16_t>(pixels));
  return result;
}

llvm::Expected<TensorMap> TensorMap::decode(llvm::ArrayRef<uint8_t> from) {
  // A kernel that makes a map by tensormap.replace may begin with zeros.
  bool isEmpty = llvm::all_of(from, [](uint8_t byte) { return !byte; });
  if (from.size() != bytes || (!isEmpty && get<uint32_t>(from, 0) != mark))
    return llvm::createStringError(
        "these bytes are no tensor map of the emulator, which has a format of "
        "its own (--arg=tensormap:…, tensormap.replace)");
  TensorMap map;
  map.rank = from[4] + 1u;
  map.element = static_cast<Element>(from[5] & 15);
  map.mode = static_cast<Mode>(from[6] & 3);
  map.interleave = from[7];
  map.swizzle = from[8];
  map.atomicity = from[9];
  map.fillsNan = from[10];
  map.address = get<uint64_t>(from, 16);
  for (unsigned i = 0; i != mostRank; ++i) {
    map.dims[i] = uint64_t(get<uint32_t>(from, 24 + 4 * i)) + 1;
    map.box[i] = get<uint16_t>(from, 72 + 2 * i);
    map.elementStrides[i] = get<uint8_t>(from, 82 + i);
  }
  for (unsigned i = 0; i != mostRank - 1; ++i)
    map.strides[i] = get<uint64_t>(from, 48 + 5 * i, 5) << 4;
  for (unsigned i = 0; i != 3; ++i) {
    map.lower[i] = get<int16_t>(from, 88 + 2 * i);
    map.upper[i] = get<int16_t>(from, 94 + 2 * i);
  }
  map.channels = get<uint16_t>(from, 100);
  map.pixels = get<uint16_t>(from, 102);
  return map;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

unsigned TensorMap::unitElements() const {
  if (element == Element::B4x16)
    return 2;
  return isPadded() ? 16 : 1;
}

unsigned TensorMap::globalUnit() const {
  switch (element) {
  case Element::U8:
  case Element::B4x16:
    return 1;
  case Element::U16:
  case Element::F16:
  case Element::BF16:
    return 2;
  case Element::U64:
  case Element::S64:
  case Element::F64:
  case Element::B4x16P64:
    return 8;
  case Element::B6x16P32:
    return 12;
  default:
    return 4;
  }
}

unsigned TensorMap::sharedUnit() const {
  return isPadded() ? 16 : globalUnit();
}

bool TensorMap::isFloat() const {
  return element >= Element::F16 && element <= Element::TF32Ftz;
}

unsigned TensorMap::sliceElements() const {
  return 16u * interleave / globalUnit() * unitElements();
}

uint64_t TensorMap::sliceStride() const {
  // The outermost of W, H and D, over all its extent.
  return strides[rank - 3] * dims[rank - 2];
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static llvm::Error wrong(const llvm::Twine &what) {
  return llvm::createStringError("the tensor map is wrong: " + what);
}

/// Rules of the tensor.
static llvm::Error verifyTensor(const TensorMap &map) {
  if (map.element > TensorMap::Element::B6x16P32)
    return wrong("the type of its elements is none that there is");
  uint64_t alignment = map.interleave == 2 || map.isPadded() ? 32 : 16;
  if (map.rank < 1 || map.rank > TensorMap::mostRank)
    return wrong("it has " + llvm::Twine(map.rank) +
                 " dimensions; there are 1 to 5");
  if (map.address % alignment)
    return wrong("its address is no multiple of " + llvm::Twine(alignment));
  for (unsigned i = 0; i != map.rank; ++i)
    if (map.dims[i] == 0 || map.dims[i] > uint64_t(1) << 32)
      return wrong("dimension " + llvm::Twine(i) + " has " +
                   llvm::Twine(map.dims[i]) + " elements");
  for (unsigned i = 0; i + 1 < map.rank; ++i)
    if (map.strides[i] % alignment || map.strides[i] >= uint64_t(1) << 40)
      return wrong("the stride of dimension " + llvm::Twine(i + 1) + ", " +
                   llvm::Twine(map.strides[i]) + " bytes, is no multiple of " +
                   llvm::Twine(alignment) + " below 2^40");
  const unsigned multiple =
      map.isPadded() ? TensorMap::paddedRow : map.unitElements();
  if (map.dims[0] % multiple)
    return wrong("dimension 0 has " + llvm::Twine(map.dims[0]) +
                 " elements of 4 or 6 bits, no multiple of " +
                 llvm::Twine(multiple));
  if (map.fillsNan && !map.isFloat())
    return wrong("elements that are no floats cannot be filled with NaN");
  return llvm::Error::success();
}

/// Rules of a tensor whose channels are interleaved.
static llvm::Error verifyInterleave(const TensorMap &map) {
  if (map.rank < 3)
    return wrong("an interleaved tensor has 3 to 5 dimensions");
  if (map.isPadded())
    return wrong("elements with padding cannot be interleaved");
  if (map.isWide())
    return wrong("the wide modes of im2col know no interleaved tensors");
  if (map.interleave == 2 && map.swizzle != 1)
    return wrong("slices of 32 bytes need the swizzle of 32 bytes");
  if (map.swizzle == 4)
    return wrong("the swizzle of 96 bytes knows no interleaved tensors");
  if (map.elementStrides[0] != 1)
    return wrong("slices of channels have no element stride");
  return llvm::Error::success();
}

/// Rules of the swizzle, for rows of `row` bytes in shared memory.
static llvm::Error verifySwizzle(const TensorMap &map, uint64_t row) {
  static constexpr uint64_t spans[] = {0, 32, 64, 128, 96};
  if (map.interleave > 2 || map.swizzle > 4 || map.atomicity > 3)
    return wrong("its interleave, swizzle or atomicity is none that there is");
  if (map.atomicity && map.swizzle != 3)
    return wrong("only a swizzle of 128 bytes has an atomicity beyond 16");
  // An atomicity of 64 bytes is for stores, which padding of 4 bits has not.
  if (map.isPadded() &&
      ((map.swizzle && map.swizzle != 3) || map.atomicity == 2 ||
       (map.atomicity == 3 && map.element == TensorMap::Element::B4x16P64)))
    return wrong("elements with padding have no such swizzle");
  if (row % 16)
    return wrong("a row of its box has " + llvm::Twine(row) +
                 " bytes, no multiple of 16");
  if (map.swizzle && row > spans[map.swizzle])
    return wrong("a row of its box has " + llvm::Twine(row) +
                 " bytes, more than the swizzle of " +
                 llvm::Twine(spans[map.swizzle]));
  return llvm::Error::success();
}

static llvm::Error verifyIm2col(const TensorMap &map) {
  if (map.rank < 3)
    return wrong("im2col needs 3 to 5 dimensions");
  static constexpr int32_t limits[] = {1 << 15, 1 << 7, 1 << 4};
  const unsigned spatial = map.isWide() ? 1 : map.rank - 2;
  const int32_t limit = limits[spatial - 1];
  for (unsigned i = 0; i != spatial; ++i)
    for (int32_t corner : {map.lower[i], map.upper[i]})
      if (corner < -limit || corner >= limit)
        return wrong("a corner of its bounding box is out of range");
  if (map.channels == 0 || map.channels > 256 || map.pixels == 0 ||
      map.pixels > 1024)
    return wrong("it has 1 to 256 channels and 1 to 1024 pixels");
  if (!map.isWide())
    return llvm::Error::success();
  bool is96 = map.swizzle == 4 && map.mode == TensorMap::Mode::Im2colW;
  if (!is96 && map.swizzle != 2 && (map.swizzle != 3 || map.atomicity > 1))
    return wrong(
        "the wide modes of im2col have the swizzles of 64 bytes and of "
        "128 with an atomicity of 16 or 32, and .im2col::w that of "
        "96");
  return llvm::Error::success();
}

llvm::Error TensorMap::verify() const {
  if (llvm::Error error = verifyTensor(*this))
    return error;
  for (unsigned i = 0; i != rank; ++i) {
    if (mode == Mode::Tiled && (box[i] == 0 || box[i] > 256))
      return wrong("its box has " + llvm::Twine(box[i]) +
                   " elements in dimension " + llvm::Twine(i) +
                   "; there are 1 to 256");
    if (elementStrides[i] == 0 || elementStrides[i] > 8)
      return wrong("its element stride in dimension " + llvm::Twine(i) +
                   " is not 1 to 8");
  }
  uint64_t inner = mode == Mode::Tiled ? box[0] : channels;
  if (isPadded() && inner != paddedRow)
    return wrong("a row of its box has " + llvm::Twine(inner) +
                 " elements with padding; there are 128");
  if (inner % unitElements())
    return wrong("a row of its box has half a byte");
  if (mode != Mode::Tiled)
    if (llvm::Error error = verifyIm2col(*this))
      return error;
  if (interleave) {
    if (llvm::Error error = verifyInterleave(*this))
      return error;
    inner = sliceElements();
  }
  return verifySwizzle(*this, inner / unitElements() * sharedUnit());
}
