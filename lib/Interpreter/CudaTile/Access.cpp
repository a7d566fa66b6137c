//===- Access.cpp - Checked access to global memory -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

static bool isHalfByte(Format format) {
  return numerics::bitWidth(format) == 4;
}

std::optional<Place> interp::placeBehind(Place first, uint64_t elements,
                                         Format format) {
  uint64_t bytes;
  bool isHighHalf = false;
  if (isHalfByte(format)) {
    if (__builtin_add_overflow(elements, first.isHighHalf, &elements))
      return std::nullopt;
    bytes = elements / 2;
    isHighHalf = elements % 2;
  } else if (__builtin_mul_overflow(
                 elements, uint64_t(numerics::storageBytes(format)), &bytes)) {
    return std::nullopt;
  }
  uint64_t address;
  if (__builtin_add_overflow(first.address, bytes, &address) || address >> 63)
    return std::nullopt;
  return Place{address, isHighHalf};
}

LogicalResult Access::checkAddressable() {
  if (isHalfByte(format))
    return frame.fail(op, "two elements of " + numerics::name(format) +
                              " share an address; only views tell them apart");
  return success();
}

FailureOr<uint8_t *> Access::locate(GlobalMemory::Use use, uint64_t address,
                                    ArrayRef<int64_t> shape, int64_t index) {
  frame.beforeAccess(op, address);
  // The message is made up only where it is needed: most accesses are fine.
  if (address % bytes == 0)
    if (uint8_t *host = frame.resolve(address, bytes, use))
      return host;
  StringRef verb = use == GlobalMemory::Use::Read ? "load" : "store";
  std::string access =
      (verb + " of " + Twine(bytes) + " bytes at 0x" + llvm::utohexstr(address))
          .str();
  if (address % bytes)
    return LogicalResult(frame.fail(op,
                                    "misaligned " + access +
                                        ", which is not a multiple of " +
                                        llvm::utostr(bytes),
                                    index, shape));
  return LogicalResult(
      frame.fail(op, "out-of-bounds " + access + ", " + frame.describe(address),
                 index, shape));
}

/// An i1 lies in a byte, of which any bit makes it true.
static uint64_t fromStorage(Format format, uint64_t bits, bool isHighHalf) {
  if (isHalfByte(format))
    return bits >> 4 * isHighHalf & 0xF;
  return format == Format::I1 ? bits != 0 : bits;
}

LogicalResult Access::load(Tile &tile, int64_t index, Place place) {
  FailureOr<uint8_t *> host =
      locate(GlobalMemory::Use::Read, place.address, tile.getShape(), index);
  if (failed(host))
    return failure();
  withWord(bytes, [&](auto word) {
    if (isWeak)
      std::memcpy(&word, *host, sizeof word);
    else
      word = __atomic_load_n(reinterpret_cast<decltype(word) *>(*host),
                             __ATOMIC_SEQ_CST);
    tile.set(index, fromStorage(format, word, place.isHighHalf));
  });
  return success();
}

LogicalResult Access::store(const Tile &tile, int64_t index, Place place) {
  if (isHalfByte(format)) {
    // In one step with the other half, which another element may write.
    unsigned shift = 4 * place.isHighHalf;
    return LogicalResult(
        update(place.address, tile.getShape(), index, [&](uint64_t both) {
          return (both & ~(uint64_t(0xF) << shift)) | tile[index] << shift;
        }));
  }
  FailureOr<uint8_t *> host =
      locate(GlobalMemory::Use::Write, place.address, tile.getShape(), index);
  if (failed(host))
    return failure();
  withWord(bytes, [&](auto word) {
    word = static_cast<decltype(word)>(tile[index]);
    auto old = word;
    if (isWeak) {
      std::memcpy(&old, *host, sizeof word);
      std::memcpy(*host, &word, sizeof word);
    } else {
      old = __atomic_exchange_n(reinterpret_cast<decltype(word) *>(*host), word,
                                __ATOMIC_SEQ_CST);
    }
    if (old != word)
      frame.noteChange();
  });
  return success();
}

FailureOr<uint64_t> Access::update(uint64_t address, ArrayRef<int64_t> shape,
                                   int64_t index,
                                   function_ref<uint64_t(uint64_t)> change) {
  FailureOr<uint8_t *> host =
      locate(GlobalMemory::Use::Write, address, shape, index);
  if (failed(host))
    return failure();
  return withWord(bytes, [&](auto word) -> uint64_t {
    using Word = decltype(word);
    auto *target = reinterpret_cast<Word *>(*host);
    Word old = __atomic_load_n(target, __ATOMIC_SEQ_CST), changed;
    do
      changed = static_cast<Word>(change(old));
    while (!__atomic_compare_exchange_n(target, &old, changed, /*weak=*/true,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    if (old != changed)
      frame.noteChange();
    return old;
  });
}

uint8_t *Access::locateRun(GlobalMemory::Use use, Place first, int64_t count,
                           uint64_t stride) {
  if (!isWeak || stride != 1 || first.address % bytes || isHalfByte(format))
    return nullptr;
  frame.beforeAccess(op, first.address);
  return frame.resolve(first.address, count * bytes, use);
}

/// No memory lies there, and every element is aligned to it.
static constexpr uint64_t beyondAllAddresses = uint64_t(1) << 63;

/// Calls `fn(i, place)` for the places of a run that is not copied at once.
template <typename Fn>
static LogicalResult forEachPlace(int64_t count, Place first, uint64_t stride,
                                  Format format, Fn fn) {
  for (int64_t i = 0; i < count; ++i) {
    // What lies beyond all addresses is out of bounds, wherever that is.
    std::optional<Place> place = placeBehind(first, i * stride, format);
    if (failed(fn(i, place.value_or(Place{beyondAllAddresses}))))
      return failure();
  }
  return success();
}

LogicalResult Access::loadRun(Tile &tile, int64_t index, int64_t count,
                              Place first, uint64_t stride) {
  if (uint8_t *host = locateRun(GlobalMemory::Use::Read, first, count, stride);
      host && format != Format::I1) {
    std::memcpy(tile.data() + index * bytes, host, count * bytes);
    return success();
  }
  return forEachPlace(
      count, first, stride, format,
      [&](int64_t i, Place place) { return load(tile, index + i, place); });
}

LogicalResult Access::storeRun(const Tile &tile, int64_t index, int64_t count,
                               Place first, uint64_t stride) {
  if (uint8_t *host =
          locateRun(GlobalMemory::Use::Write, first, count, stride)) {
    const uint8_t *source = tile.data() + index * bytes;
    if (std::memcmp(host, source, count * bytes) != 0) {
      std::memcpy(host, source, count * bytes);
      frame.noteChange();
    }
    return success();
  }
  return forEachPlace(
      count, first, stride, format,
      [&](int64_t i, Place place) { return store(tile, index + i, place); });
}
