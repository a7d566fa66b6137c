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

/// The bytes of an image. A call that gets only an address does not say how
/// many there are: then any byte may be looked at that the process may read,
/// and the image has to say where it ends.
class ImageBytes {
public:
  /// An image of which the caller has counted the bytes.
  ImageBytes(const void *bytes, uint64_t count)
      : bytes(static_cast<const char *>(bytes)), known(count), isCounted(true) {
  }
  /// An image that may reach as far as the process may read.
  explicit ImageBytes(const void *bytes)
      : bytes(static_cast<const char *>(bytes)), known(0), isCounted(false) {}

  /// True if the image lies where the program has it, so that pointers in it
  /// can be followed.
  bool isInPlace() const { return !isCounted; }
  bool has(uint64_t offset, uint64_t count) const;
  /// The caller has checked with `has` that these bytes exist.
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
  /// Reads text up to a zero, or up to the end of a counted image; false if
  /// neither comes.
  bool readText(std::string &text) const;

private:
  const char *bytes;
  /// The number of bytes that are known to exist.
  mutable uint64_t known;
  bool isCounted;
};

/// Finds the program in an image that the engines can run: the whole of a
/// cubin, of PTX or of Tile IR bytecode, or the PTX or bytecode in a fatbin.
/// Fails if the image is none of these, is cut off, or is a fatbin without one
/// that can be read.
CUresult findProgram(const ImageBytes &image, std::string &program);

/// True if an image begins as Tile IR bytecode does.
inline bool isBytecode(const ImageBytes &image) {
  return image.beginsWith("\x7fTileIR");
}

/// Requires a program that is not empty, such as findProgram returns.
inline bool isPtx(std::string_view program) {
  return !program.empty() && program[0] != '\x7f';
}
inline bool isElf(std::string_view program) {
  return program.substr(0, 4) == "\x7f"
                                 "ELF";
}

/// Reads the file of an image.
CUresult readImage(const char *path, std::string &contents);

/// The program's buffers for messages: CU_JIT_ERROR_LOG_BUFFER, and
/// CU_JIT_INFO_LOG_BUFFER, into which nothing is said.
class JitLog {
public:
  JitLog() = default;
  JitLog(unsigned count, const CUjit_option *options, void **values);
  /// Writes the errors, as far as there is room, and ends both texts.
  void write(const std::string &text) const;
  /// Leaves the program's variables for lengths alone from now on.
  void forgetLengths() { errors.length = information.length = nullptr; }

private:
  struct Buffer {
    char *text = nullptr;
    size_t size = 0;
    /// The program's variable for the length of the text.
    size_t *length = nullptr;

    void write(const std::string &said) const;
  };
  Buffer errors, information;
};

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_IMAGES_IMAGE_H
