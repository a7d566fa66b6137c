//===- Image.h - The program in a module's image ----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_IMAGES_IMAGE_H
#define TESSERA_LIB_DRIVER_IMAGES_IMAGE_H

#include "../Cuda.h"
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace tessera::driver {

/// The bytes of an image. A call that takes an address alone does not say how
/// many there are: then as many may be looked at as the process may read, and
/// the image has to say where it ends.
class ImageBytes {
public:
  /// As many as somebody has counted.
  ImageBytes(const void *bytes, uint64_t count)
      : bytes(static_cast<const char *>(bytes)), known(count), isCounted(true) {
  }
  /// As many as the process may read.
  explicit ImageBytes(const void *bytes)
      : bytes(static_cast<const char *>(bytes)), known(0), isCounted(false) {}

  /// Whether they are where the program has them, as its pointers are.
  bool isInPlace() const { return !isCounted; }
  bool has(uint64_t offset, uint64_t count) const;
  /// Only for what there is.
  std::string_view slice(uint64_t offset, uint64_t count) const {
    return {bytes + offset, size_t(count)};
  }
  template <typename T> bool read(uint64_t offset, T &value) const {
    if (!has(offset, sizeof value))
      return false;
    memcpy(&value, bytes + offset, sizeof value);
    return true;
  }
  bool beginsWith(std::string_view text) const {
    return has(0, text.size()) && slice(0, text.size()) == text;
  }
  /// All of them up to a zero, or to the last where they are counted; false
  /// where neither comes.
  bool readText(std::string &text) const;

private:
  const char *bytes;
  /// How many are known to be there.
  mutable uint64_t known;
  bool isCounted;
};

/// What an image holds that the engines run: the whole of a cubin, of PTX or of
/// Tile IR bytecode, or the PTX in a fatbin. Fails where it is none of these,
/// or not whole, or a fatbin without PTX that could be read.
CUresult findProgram(const ImageBytes &image, std::string &program);

/// Never of an empty program, which findProgram does not find.
inline bool isPtx(std::string_view program) {
  return !program.empty() && program[0] != '\x7f';
}
inline bool isElf(std::string_view program) {
  return program.substr(0, 4) == "\x7f"
                                 "ELF";
}

/// Reads the file of an image.
CUresult readImage(const char *path, std::string &contents);

/// CU_JIT_ERROR_LOG_BUFFER: what went wrong, for the program.
struct JitLog {
  JitLog() = default;
  JitLog(unsigned count, const CUjit_option *options, void **values);
  void write(const std::string &text) const;

  char *buffer = nullptr;
  size_t size = 0;
  /// Gets the length of what is written.
  size_t *sizeSlot = nullptr;
};

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_IMAGES_IMAGE_H
