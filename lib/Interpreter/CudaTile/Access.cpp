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

LogicalResult Access::checkFormat() {
  if (format == Format::I4 || format == Format::F4E2M1FN)
    return frame.fail(op, "the interpreter does not know elements of " +
                              numerics::name(format) + " in memory");
  return success();
}

FailureOr<uint8_t *> Access::locate(GlobalMemory::Use use, uint64_t address,
                                    ArrayRef<int64_t> shape, int64_t index) {
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
static uint64_t fromStorage(Format format, uint64_t bits) {
  return format == Format::I1 ? bits != 0 : bits;
}

LogicalResult Access::load(Tile &tile, int64_t index, uint64_t address) {
  FailureOr<uint8_t *> host =
      locate(GlobalMemory::Use::Read, address, tile.getShape(), index);
  if (failed(host))
    return failure();
  withWord(bytes, [&](auto word) {
    if (isWeak)
      std::memcpy(&word, *host, sizeof word);
    else
      word = __atomic_load_n(reinterpret_cast<decltype(word) *>(*host),
                             __ATOMIC_SEQ_CST);
    tile.set(index, fromStorage(format, word));
  });
  return success();
}

LogicalResult Access::store(const Tile &tile, int64_t index, uint64_t address) {
  FailureOr<uint8_t *> host =
      locate(GlobalMemory::Use::Write, address, tile.getShape(), index);
  if (failed(host))
    return failure();
  withWord(bytes, [&](auto word) {
    word = static_cast<decltype(word)>(tile[index]);
    if (isWeak)
      std::memcpy(*host, &word, sizeof word);
    else
      __atomic_store_n(reinterpret_cast<decltype(word) *>(*host), word,
                       __ATOMIC_SEQ_CST);
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
    return old;
  });
}

uint8_t *Access::locateRun(GlobalMemory::Use use, uint64_t address,
                           int64_t count, uint64_t step) {
  if (!isWeak || step != bytes || address % bytes)
    return nullptr;
  return frame.resolve(address, count * bytes, use);
}

LogicalResult Access::loadRun(Tile &tile, int64_t index, int64_t count,
                              uint64_t address, uint64_t step) {
  if (uint8_t *host = locateRun(GlobalMemory::Use::Read, address, count, step);
      host && format != Format::I1) {
    std::memcpy(tile.data() + index * bytes, host, count * bytes);
    return success();
  }
  for (int64_t i = 0; i < count; ++i)
    if (failed(load(tile, index + i, address + i * step)))
      return failure();
  return success();
}

LogicalResult Access::storeRun(const Tile &tile, int64_t index, int64_t count,
                               uint64_t address, uint64_t step) {
  if (uint8_t *host =
          locateRun(GlobalMemory::Use::Write, address, count, step)) {
    std::memcpy(host, tile.data() + index * bytes, count * bytes);
    return success();
  }
  for (int64_t i = 0; i < count; ++i)
    if (failed(store(tile, index + i, address + i * step)))
      return failure();
  return success();
}
