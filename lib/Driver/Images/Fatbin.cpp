//===- Fatbin.cpp - Programs that nvcc embeds -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fatbin.h"
#include "../Driver.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <cstdlib>
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
  static constexpr uint16_t ptx = 1, machineCode = 2, tileIR = 128;
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

bool tessera::driver::isFatbin(const ImageBytes &image) {
  uint32_t magic;
  return image.read(0, magic) && (magic == FatbinWrapper::magicNumber ||
                                  magic == FatbinHeader::magicNumber);
}

//===----------------------------------------------------------------------===//
// Unpacking
//===----------------------------------------------------------------------===//

namespace {
/// A buffer for unpacked bytes. Pages that are never written take no memory, so
/// that a size in a fatbin that is wrong costs nothing.
class Room {
public:
  explicit Room(size_t size)
      : bytes(static_cast<char *>(malloc(size + 1))), size(size) {}
  Room(const Room &) = delete;
  ~Room() { free(bytes); }

  char *const bytes;
  const size_t size;
};
} // namespace

/// Unpacks exactly as many bytes as `unpacked` holds; false if the input gives
/// fewer or more. LZ4 Block Format: literals, then a match in the bytes that
/// have been unpacked, and so on; literals are last. A length of 15 in the
/// token continues in the bytes behind it, up to the first that is not 255.
static bool unpackLz4(const uint8_t *packed, size_t bytes,
                      const Room &unpacked) {
  const uint8_t *end = packed + bytes;
  size_t done = 0, all = unpacked.size;
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
    memcpy(unpacked.bytes + done, packed, literals);
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
    // Source and destination may overlap: then the bytes between them repeat.
    for (; match; --match, ++done)
      unpacked.bytes[done] = unpacked.bytes[done - distance];
  }
  return done == all;
}

static bool unpackZstd(const uint8_t *packed, size_t bytes,
                       const Room &unpacked) {
  size_t size = unpacked.size;
  llvm::Error error = llvm::compression::zstd::decompress(
      {packed, bytes}, reinterpret_cast<uint8_t *>(unpacked.bytes), size);
  bool isRight = !error && size == unpacked.size;
  llvm::consumeError(std::move(error));
  return isRight;
}

static CUresult unpackInto(const FatbinEntry &entry, std::string_view payload,
                           std::string &bytes) {
  // No program packs to less than a thousandth: a larger size is wrong.
  if (entry.packedBytes <= payload.size() &&
      entry.unpackedBytes / 1024 <= entry.packedBytes) {
    Room room(entry.unpackedBytes);
    if (!room.bytes)
      return CUDA_ERROR_OUT_OF_MEMORY;
    auto unpackAll = entry.flags & FatbinEntry::zstd ? unpackZstd : unpackLz4;
    const auto *packed = reinterpret_cast<const uint8_t *>(payload.data());
    if (unpackAll(packed, entry.packedBytes, room)) {
      bytes.assign(room.bytes, room.size);
      return CUDA_SUCCESS;
    }
  }
  tellUser("the program in a fatbin cannot be unpacked");
  return CUDA_ERROR_INVALID_IMAGE;
}

/// Takes the program of an entry, without the zeros behind it.
static CUresult takeProgram(const FatbinEntry &entry, std::string bytes,
                            std::string &program) {
  if (entry.kind == FatbinEntry::tileIR) {
    ImageBytes image(bytes.data(), bytes.size());
    return isBytecode(image) ? findProgram(image, program)
                             : CUDA_ERROR_INVALID_IMAGE;
  }
  bytes.resize(std::min(bytes.find('\0'), bytes.size()));
  program = std::move(bytes);
  return isPtx(program) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_IMAGE;
}

/// The program of an entry.
static CUresult unpack(const FatbinEntry &entry, std::string_view payload,
                       std::string &program) {
  bool isZstd = entry.flags & FatbinEntry::zstd;
  if (isZstd && !llvm::compression::zstd::isAvailable()) {
    tellUser("the program in a fatbin is compressed by zstd, which this build "
             "of Tessera lacks; nvcc --no-compress leaves it as it is");
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
  }
  std::string bytes(payload);
  if (isZstd || (entry.flags & FatbinEntry::lz4))
    CU_CHECK(unpackInto(entry, payload, bytes));
  return takeProgram(entry, std::move(bytes), program);
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

/// The offset of the end of a fatbin; 0 if that is outside the image.
static uint64_t findEnd(const ImageBytes &image, FatbinHeader &header) {
  uint64_t end;
  if (!image.read(0, header) || header.magic != FatbinHeader::magicNumber ||
      header.headerBytes < sizeof header ||
      __builtin_add_overflow(header.headerBytes, header.bytes, &end) ||
      !image.has(0, end)) {
    tellUser("a fatbin is not whole: it says that it has more bytes than "
             "there are");
    return 0;
  }
  return end;
}

/// Says what is in a fatbin of which no entry runs, and how to get one.
static void tellOfEntries(const std::string &others, unsigned capability) {
  std::string gpu = std::to_string(capability);
  tellUser("a fatbin holds no program for sm_" + gpu + ", only " +
           (others.empty() ? "nothing" : others) +
           ": nvcc -gencode arch=compute_" + gpu + ",code=compute_" + gpu +
           " adds the PTX that runs here");
}

/// True if the device can run an entry. Tile IR is for all GPUs.
static bool runs(const FatbinEntry &entry, unsigned capability) {
  return entry.kind == FatbinEntry::tileIR ||
         (entry.kind == FatbinEntry::ptx && entry.architecture <= capability);
}

static CUresult findInEntries(const ImageBytes &image, std::string &program) {
  FatbinHeader header;
  uint64_t end = findEnd(image, header);
  if (!end)
    return CUDA_ERROR_INVALID_IMAGE;
  unsigned capability = Driver::get().target->getComputeCapability();
  FatbinEntry entry, best = {};
  uint64_t payload = 0;
  std::string others;
  for (uint64_t offset = header.headerBytes; offset < end;) {
    uint64_t left = end - offset;
    if (left < sizeof entry || !image.read(offset, entry) ||
        entry.headerBytes < sizeof entry || entry.headerBytes > left ||
        entry.bytes > left - entry.headerBytes)
      return CUDA_ERROR_INVALID_IMAGE;
    if (!runs(entry, capability)) {
      others += others.empty() ? "" : ", ";
      others += entry.kind == FatbinEntry::ptx ? "PTX for compute_"
                : entry.kind == FatbinEntry::machineCode
                    ? "machine code for sm_"
                    : "code for sm_";
      others += std::to_string(entry.architecture);
    } else if (entry.architecture >= best.architecture) {
      best = entry;
      payload = offset + entry.headerBytes;
    }
    offset += entry.headerBytes + entry.bytes;
  }
  if (payload)
    return unpack(best, image.slice(payload, best.bytes), program);
  tellOfEntries(others, capability);
  return CUDA_ERROR_NO_BINARY_FOR_GPU;
}

CUresult tessera::driver::findInFatbin(const ImageBytes &image,
                                       std::string &program) {
  FatbinWrapper wrapper;
  if (!image.read(0, wrapper) || wrapper.magic != FatbinWrapper::magicNumber)
    return findInEntries(image, program);
  // A pointer in a file leads nowhere, but one in memory can be followed.
  return image.isInPlace() ? findInEntries(ImageBytes(wrapper.data), program)
                           : CUDA_ERROR_INVALID_IMAGE;
}
