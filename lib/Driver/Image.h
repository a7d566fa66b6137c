//===- Image.h - The program in a module's image ----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_IMAGE_H
#define TESSERA_LIB_DRIVER_IMAGE_H

#include "Cuda.h"
#include <string>
#include <string_view>

namespace tessera::driver {

/// What an image holds that the engines run: the whole of a cubin, of PTX or of
/// Tile IR bytecode, or the PTX in a fatbin. An image has no length: where it
/// ends follows from what it says of itself. Fails where it is none of these,
/// or a fatbin without PTX that could be read.
CUresult findProgram(const void *image, std::string &program);

inline bool isPtx(std::string_view program) {
  return !program.empty() && program[0] != '\x7f';
}

/// Zeros that stand behind the bytes of a file: an image is read until it says
/// that it ends.
constexpr size_t imagePadding = 64;

/// Reads the file of an image, with the padding.
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

#endif // TESSERA_LIB_DRIVER_IMAGE_H
