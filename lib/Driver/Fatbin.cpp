//===- Fatbin.cpp - What nvcc embeds into programs ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fatbin.h"
#include "Driver.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Error.h"
#include <cstring>

using namespace tessera::driver;

namespace {
struct FatbinWrapper {
  static constexpr uint32_t magicNumber = 0x466243b1;
  uint32_t magic, version;
  const void *data;
  void *unused;
};
struct FatbinHeader {
  static constexpr uint32_t magicNumber = 0xba55ed50;
  uint32_t magic;
  uint16_t version, headerBytes;
  uint64_t bytes;
};
struct FatbinEntry {
  static constexpr uint16_t ptx = 1;
  static constexpr uint64_t lz4 = 0x2000, zstd = 0x8000;
  uint16_t kind, version;
  uint32_t headerBytes;
  uint64_t bytes;
  uint32_t packedBytes, unused;
  uint16_t minor, major;
  uint32_t architecture;
  uint64_t unused2, flags, unused3, unpackedBytes;
};
} // namespace

template <typename T> static T read(const void *image, uint64_t offset = 0) {
  T value;
  memcpy(&value, static_cast<const char *>(image) + offset, sizeof value);
  return value;
}

bool tessera::driver::isFatbin(const void *image) {
  auto magic = read<uint32_t>(image);
  return magic == FatbinWrapper::magicNumber ||
         magic == FatbinHeader::magicNumber;
}

//===----------------------------------------------------------------------===//
// Unpacking
//===----------------------------------------------------------------------===//

/// Into as many bytes as `unpacked` has; false where there are not just these.
/// LZ4 Block Format: literals, then a match with what has been unpacked, and so
/// on; literals are last. A length of 15 in the token goes on in the bytes
/// behind it, until one is not 255.
static bool unpackLz4(const uint8_t *packed, size_t bytes,
                      std::string &unpacked) {
  const uint8_t *end = packed + bytes;
  size_t done = 0, all = unpacked.size();
  auto readLength = [&](size_t length) {
    for (uint8_t more = 255; length >= 15 && more == 255 && packed != end;)
      length += more = *packed++;
    return length;
  };
  while (packed != end) {
    uint8_t token = *packed++;
    size_t literals = readLength(token >> 4);
    if (literals > size_t(end - packed) || literals > all - done)
      return false;
    memcpy(&unpacked[done], packed, literals);
    packed += literals;
    done += literals;
    if (packed == end)
      break;
    if (end - packed < 2)
      return false;
    size_t distance = packed[0] | packed[1] << 8;
    packed += 2;
    size_t match = readLength(token & 15) + 4;
    if (!distance || distance > done || match > all - done)
      return false;
    // The two may overlap, and then repeat.
    for (; match; --match, ++done)
      unpacked[done] = unpacked[done - distance];
  }
  return done == all;
}

static bool unpackZstd(const uint8_t *packed, size_t bytes,
                       std::string &unpacked) {
  size_t size = unpacked.size();
  llvm::Error error = llvm::compression::zstd::decompress(
      {packed, bytes}, reinterpret_cast<uint8_t *>(unpacked.data()), size);
  bool isRight = !error && size == unpacked.size();
  llvm::consumeError(std::move(error));
  return isRight;
}

/// The PTX of an entry, up to the zeros behind it.
static CUresult unpack(const FatbinEntry &entry, const void *payload,
                       std::string &ptx) {
  const auto *packed = static_cast<const uint8_t *>(payload);
  bool isZstd = entry.flags & FatbinEntry::zstd;
  bool isPacked = isZstd || (entry.flags & FatbinEntry::lz4);
  if (isZstd && !llvm::compression::zstd::isAvailable()) {
    tellUser("the PTX of a fatbin is compressed by zstd, which this build of "
             "Tessera lacks; nvcc --no-compress leaves it as it is");
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
  }
  // No text is so regular that it takes less than a thousandth.
  bool isRight = entry.packedBytes <= entry.bytes &&
                 entry.unpackedBytes / 1024 <= entry.packedBytes;
  if (!isPacked)
    ptx.assign(static_cast<const char *>(payload), entry.bytes);
  else if (isRight) {
    ptx.resize(entry.unpackedBytes);
    isRight = isZstd ? unpackZstd(packed, entry.packedBytes, ptx)
                     : unpackLz4(packed, entry.packedBytes, ptx);
  }
  if (!isRight) {
    tellUser("the PTX of a fatbin cannot be unpacked");
    return CUDA_ERROR_INVALID_IMAGE;
  }
  ptx.resize(strlen(ptx.c_str()));
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

CUresult tessera::driver::findInFatbin(const void *image, std::string &ptx) {
  if (read<uint32_t>(image) == FatbinWrapper::magicNumber)
    image = read<FatbinWrapper>(image).data;
  auto header = read<FatbinHeader>(image);
  if (header.magic != FatbinHeader::magicNumber)
    return CUDA_ERROR_INVALID_IMAGE;
  unsigned capability = Driver::get().target->getComputeCapability();
  FatbinEntry best = {};
  uint64_t payload = 0;
  uint64_t end = header.headerBytes + header.bytes;
  for (uint64_t offset = header.headerBytes; offset < end;) {
    auto entry = read<FatbinEntry>(image, offset);
    if (entry.headerBytes < sizeof entry ||
        entry.bytes > end - offset - entry.headerBytes)
      return CUDA_ERROR_INVALID_IMAGE;
    if (entry.kind == FatbinEntry::ptx && entry.architecture <= capability &&
        entry.architecture >= best.architecture) {
      best = entry;
      payload = offset + entry.headerBytes;
    }
    offset += entry.headerBytes + entry.bytes;
  }
  if (payload)
    return unpack(best, static_cast<const char *>(image) + payload, ptx);
  tellUser("a fatbin holds no PTX for this GPU");
  return CUDA_ERROR_NO_BINARY_FOR_GPU;
}
