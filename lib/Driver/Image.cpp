//===- Image.cpp - The program in a module's image ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Image.h"
#include "Driver.h"
#include "Fatbin.h"
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
// Images
//===----------------------------------------------------------------------===//

CUresult tessera::driver::findProgram(const void *image, std::string &program) {
  const char *bytes = bytesOf(image);
  auto beginsWith = [&](std::string_view text) {
    return strncmp(bytes, text.data(), text.size()) == 0;
  };
  if (!bytes[0])
    return CUDA_ERROR_INVALID_IMAGE;
  if (beginsWith("\x7f"
                 "ELF")) {
    program.assign(bytes, lengthOfElf(image));
    return CUDA_SUCCESS;
  }
  if (beginsWith("\x7fTileIR")) {
    program.assign(bytes, lengthOfBytecode(image));
    return CUDA_SUCCESS;
  }
  if (isFatbin(image))
    return findInFatbin(image, program);
  program = bytes;
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
