//===- Image.cpp - The program in a module's image ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Image.h"
#include "Driver.h"
#include <algorithm>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>

using namespace tessera::driver;

static const char *bytesOf(const void *image) {
  return static_cast<const char *>(image);
}

template <typename T> static T read(const void *image, uint64_t offset) {
  T value;
  memcpy(&value, bytesOf(image) + offset, sizeof value);
  return value;
}

//===----------------------------------------------------------------------===//
// Cubins and bytecode
//===----------------------------------------------------------------------===//

/// The end of the last of its tables and sections.
static uint64_t lengthOfElf(const void *image) {
  auto header = read<Elf64_Ehdr>(image, 0);
  uint64_t end = std::max<uint64_t>(
      header.e_shoff + uint64_t(header.e_shnum) * sizeof(Elf64_Shdr),
      header.e_phoff + uint64_t(header.e_phnum) * sizeof(Elf64_Phdr));
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    auto section =
        read<Elf64_Shdr>(image, header.e_shoff + i * sizeof(Elf64_Shdr));
    if (section.sh_type != SHT_NOBITS)
      end = std::max<uint64_t>(end, section.sh_offset + section.sh_size);
  }
  return end;
}

/// A number of 7 bits a byte, as docs/bytecode.md has them.
static uint64_t readVarint(const void *image, uint64_t &offset) {
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    auto byte = read<uint8_t>(image, offset++);
    value |= uint64_t(byte & 0x7f) << shift;
    if (!(byte & 0x80))
      break;
  }
  return value;
}

/// docs/bytecode.md, "The file": a header, then sections until a byte 0.
static uint64_t lengthOfBytecode(const void *image) {
  uint64_t offset = 12;
  while (auto id = read<uint8_t>(image, offset++)) {
    uint64_t length = readVarint(image, offset);
    if (id & 0x80)
      if (uint64_t alignment = readVarint(image, offset))
        offset = (offset + alignment - 1) / alignment * alignment;
    offset += length;
  }
  return offset;
}

//===----------------------------------------------------------------------===//
// Fatbins
//===----------------------------------------------------------------------===//

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
  uint16_t kind, version;
  uint32_t headerBytes;
  uint64_t bytes;
  uint32_t compressedBytes, unused;
  uint16_t minor, major;
  uint32_t architecture;
};
} // namespace

/// The PTX for the newest architecture that the device is not older than.
static CUresult findInFatbin(const void *image, std::string_view &program) {
  auto header = read<FatbinHeader>(image, 0);
  unsigned capability = Driver::get().target->getComputeCapability();
  unsigned best = 0;
  bool isCompressed = false;
  uint64_t end = header.headerBytes + header.bytes;
  for (uint64_t offset = header.headerBytes; offset < end;) {
    auto entry = read<FatbinEntry>(image, offset);
    const char *payload = bytesOf(image) + offset + entry.headerBytes;
    offset += entry.headerBytes + entry.bytes;
    if (!entry.headerBytes || entry.kind != FatbinEntry::ptx ||
        entry.architecture > capability)
      continue;
    if (entry.compressedBytes) {
      isCompressed = true;
    } else if (entry.architecture >= best) {
      best = entry.architecture;
      program = std::string_view(payload, strnlen(payload, entry.bytes));
    }
  }
  if (!program.empty())
    return CUDA_SUCCESS;
  tellUser(isCompressed ? "the PTX of a fatbin is compressed; nvcc "
                          "--no-compress leaves it as it is"
                        : "a fatbin holds no PTX for this GPU");
  return CUDA_ERROR_NO_BINARY_FOR_GPU;
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

CUresult tessera::driver::findProgram(const void *image,
                                      std::string_view &program) {
  const char *bytes = bytesOf(image);
  auto beginsWith = [&](std::string_view text) {
    return strncmp(bytes, text.data(), text.size()) == 0;
  };
  if (!bytes[0])
    return CUDA_ERROR_INVALID_IMAGE;
  if (beginsWith("\x7f"
                 "ELF")) {
    program = {bytes, lengthOfElf(image)};
    return CUDA_SUCCESS;
  }
  if (beginsWith("\x7fTileIR")) {
    program = {bytes, lengthOfBytecode(image)};
    return CUDA_SUCCESS;
  }
  auto magic = read<uint32_t>(image, 0);
  if (magic == FatbinWrapper::magicNumber)
    return findInFatbin(read<FatbinWrapper>(image, 0).data, program);
  if (magic == FatbinHeader::magicNumber)
    return findInFatbin(image, program);
  program = {bytes, strlen(bytes)};
  return CUDA_SUCCESS;
}

CUresult tessera::driver::readImage(const char *path, std::string &contents) {
  if (!path)
    return CUDA_ERROR_INVALID_VALUE;
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return CUDA_ERROR_FILE_NOT_FOUND;
  contents.assign(std::istreambuf_iterator<char>(file), {});
  contents.append(imagePadding, '\0');
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Logs
//===----------------------------------------------------------------------===//

JitLog::JitLog(unsigned count, const CUjit_option *options, void **values) {
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER)
      buffer = static_cast<char *>(values[i]);
    if (options[i] != CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
      continue;
    // The value is the size itself, in the place of a pointer.
    sizeSlot = reinterpret_cast<size_t *>(&values[i]);
    size = unsigned(*sizeSlot);
  }
}

void JitLog::write(const std::string &text) const {
  if (!buffer || !size)
    return;
  size_t length = std::min(text.size(), size - 1);
  memcpy(buffer, text.data(), length);
  buffer[length] = '\0';
  if (sizeSlot)
    *sizeSlot = length;
}
