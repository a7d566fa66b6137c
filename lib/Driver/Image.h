//===- Image.h - The program in a module's image ----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_IMAGE_H
#define TESSERA_LIB_DRIVER_IMAGE_H

#include "Cuda.h"
#include <string_view>

namespace tessera::driver {

/// What an image holds that the engines run: the whole of a cubin, of PTX or of
/// Tile IR bytecode, or the PTX in a fatbin. An image has no length: where it
/// ends follows from what it says of itself. Fails where it is none of these,
/// or a fatbin without PTX that could be read.
CUresult findProgram(const void *image, std::string_view &program);

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_IMAGE_H
