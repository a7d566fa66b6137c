//===- Image.cpp - The program in a module's image ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Image.h"
#include "../Driver.h"
#include "Fatbin.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/Errno.h"
#include <algorithm>
#include <elf.h>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

using namespace tessera::driver;
using llvm::checkedAddUnsigned, llvm::checkedMulAddUnsigned;

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

bool ImageBytes::has(uint64_t offset, uint64_t count) const {
  std::optional<uint64_t> end = checkedAddUnsigned<uint64_t>(offset, count);
  if (!end || *end <= known)
    return end.has_value();
  auto begin = reinterpret_cast<uint64_t>(bytes);
  std::optional<uint64_t> last = checkedAddUnsigned<uint64_t>(begin, *end);
  if (isCounted || !last)
    return false;
  // An image lies in one piece, and access rights are those of whole pages.
  constexpr uint64_t page = 4096;
  uint64_t behind = (*last + page - 1) / page * page;
  if (behind < *last ||
      !hostMayUse(begin + known, behind - begin - known, /*isWritten=*/false))
    return false;
  known = behind - begin;
  return true;
}

bool ImageBytes::readText(std::string &text) const {
  for (uint64_t at = 0; has(at, 1); at = known) {
    std::string_view here = slice(at, known - at);
    if (size_t end = here.find('\0'); end != std::string_view::npos) {
      text = slice(0, at + end);
      return true;
    }
  }
  if (isCounted)
    text = slice(0, known);
  return isCounted;
}

//===----------------------------------------------------------------------===//
// Cubins and bytecode
//===----------------------------------------------------------------------===//

/// The end of the last table or section of an ELF file; none if one of them
/// does not lie in the image.
static std::optional<uint64_t> lengthOfElf(const ImageBytes &image) {
  Elf64_Ehdr header;
  if (!image.read(0, header) || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_ident[EI_DATA] != ELFDATA2LSB)
    return std::nullopt;
  Elf64_Shdr section;
  uint64_t count = header.e_shnum, end = sizeof header;
  // If the header's field has no room for the number of sections, section 0
  // holds it.
  if (!count && header.e_shoff && image.read(header.e_shoff, section))
    count = section.sh_size;
  if (count && header.e_shentsize != sizeof section)
    return std::nullopt;
  auto include = [&](std::optional<uint64_t> last) {
    end = std::max(end, last.value_or(0));
    return last && image.has(0, *last);
  };
  if (!include(checkedMulAddUnsigned<uint64_t>(count, sizeof section,
                                               header.e_shoff)) ||
      !include(checkedMulAddUnsigned<uint64_t>(
          header.e_phnum, sizeof(Elf64_Phdr), header.e_phoff)))
    return std::nullopt;
  for (uint64_t i = 0; i < count; ++i)
    if (image.read(header.e_shoff + i * sizeof section, section) &&
        section.sh_type != SHT_NOBITS && section.sh_type != SHT_NULL &&
        !include(
            checkedAddUnsigned<uint64_t>(section.sh_offset, section.sh_size)))
      return std::nullopt;
  return end;
}

/// Reads a number of 7 bits a byte (docs/bytecode.md).
static std::optional<uint64_t> readVarint(const ImageBytes &image,
                                          uint64_t &offset) {
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    uint8_t byte;
    if (!image.read(offset++, byte))
      return std::nullopt;
    value |= uint64_t(byte & 0x7f) << shift;
    if (!(byte & 0x80))
      return value;
  }
  return std::nullopt;
}

/// The end of a section of bytecode that begins at OFFSET, behind its number.
static std::optional<uint64_t> endOfSection(const ImageBytes &image,
                                            uint64_t offset, bool isAligned) {
  std::optional<uint64_t> length = readVarint(image, offset);
  if (!length)
    return std::nullopt;
  if (isAligned) {
    std::optional<uint64_t> alignment = readVarint(image, offset);
    if (!alignment)
      return std::nullopt;
    if (uint64_t beyond = *alignment ? offset % *alignment : 0)
      offset = checkedAddUnsigned<uint64_t>(offset, *alignment - beyond)
                   .value_or(UINT64_MAX);
  }
  return checkedAddUnsigned<uint64_t>(offset, *length);
}

/// docs/bytecode.md, "The file": a header, then sections until a byte 0. None
/// if that is not in the image.
static std::optional<uint64_t> lengthOfBytecode(const ImageBytes &image) {
  uint64_t offset = 12;
  uint8_t id;
  while (image.read(offset++, id)) {
    if (!id)
      return offset;
    auto end = endOfSection(image, offset, /*isAligned=*/id & 0x80);
    if (!end || !image.has(0, *end))
      return std::nullopt;
    offset = *end;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

CUresult tessera::driver::findProgram(const ImageBytes &image,
                                      std::string &program) {
  auto takeWhole = [&](std::optional<uint64_t> length) {
    if (!length) {
      tellUser("an image is not whole: it says that it has more bytes than "
               "there are");
      return CUDA_ERROR_INVALID_IMAGE;
    }
    program = image.slice(0, *length);
    return CUDA_SUCCESS;
  };
  if (image.beginsWith("\x7f"
                       "ELF"))
    return takeWhole(lengthOfElf(image));
  if (isBytecode(image))
    return takeWhole(lengthOfBytecode(image));
  if (isFatbin(image))
    return findInFatbin(image, program);
  return image.readText(program) && isPtx(program) ? CUDA_SUCCESS
                                                   : CUDA_ERROR_INVALID_IMAGE;
}

namespace {
class OpenFile {
public:
  explicit OpenFile(const char *path) : fd(open(path, O_RDONLY | O_CLOEXEC)) {}
  OpenFile(const OpenFile &) = delete;
  ~OpenFile() {
    if (fd >= 0)
      close(fd);
  }
  const int fd;
};
} // namespace

CUresult tessera::driver::readImage(const char *path, std::string &contents) {
  // More than any program has. The limit is there because a device as input may
  // never end.
  constexpr size_t most = size_t(2) << 30, step = 1 << 16;
  if (!path)
    return CUDA_ERROR_INVALID_VALUE;
  OpenFile file(path);
  ssize_t count = file.fd < 0 ? -1 : 1;
  contents.clear();
  while (count > 0 && contents.size() <= most) {
    size_t size = contents.size();
    contents.resize(size + step);
    count =
        llvm::sys::RetryAfterSignal(-1, ::read, file.fd, &contents[size], step);
    contents.resize(size + std::max<ssize_t>(count, 0));
  }
  if (count < 0)
    return CUDA_ERROR_FILE_NOT_FOUND;
  if (contents.size() <= most)
    return CUDA_SUCCESS;
  tellUser(std::string("'") + path + "' is no module: it has more than 2 GiB");
  return CUDA_ERROR_INVALID_IMAGE;
}

//===----------------------------------------------------------------------===//
// Logs
//===----------------------------------------------------------------------===//

JitLog::JitLog(unsigned count, const CUjit_option *options, void **values) {
  auto setSize = [](Buffer &buffer, void *&value) {
    // The value is the size itself, in the place of a pointer.
    buffer.length = reinterpret_cast<size_t *>(&value);
    buffer.size = unsigned(*buffer.length);
  };
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER)
      errors.text = static_cast<char *>(values[i]);
    else if (options[i] == CU_JIT_INFO_LOG_BUFFER)
      information.text = static_cast<char *>(values[i]);
    else if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
      setSize(errors, values[i]);
    else if (options[i] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES)
      setSize(information, values[i]);
  }
}

void JitLog::Buffer::write(const std::string &said) const {
  if (!text || !size)
    return;
  size_t count = std::min(said.size(), size - 1);
  memcpy(text, said.data(), count);
  text[count] = '\0';
  if (length)
    *length = count;
}

void JitLog::write(const std::string &text) const {
  errors.write(text);
  information.write("");
}
