//===- Fatbin.h - Programs that nvcc embeds ---------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fatbin holds a program several times: as machine code for some GPUs, and as
// PTX or Tile IR, plain or compressed.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_IMAGES_FATBIN_H
#define TESSERA_LIB_DRIVER_IMAGES_FATBIN_H

#include "Image.h"
#include <string>

namespace tessera::driver {

/// True if an image is a fatbin, or the wrapper around one that nvcc writes
/// into programs. Reads only the first four bytes.
bool isFatbin(const ImageBytes &image);

/// Finds the PTX in a fatbin for the newest architecture that the device
/// supports, or the bytecode of Tile IR. If there is none, or it cannot be
/// unpacked, tells the user and returns CUDA_ERROR_NO_BINARY_FOR_GPU or
/// CUDA_ERROR_INVALID_IMAGE.
CUresult findInFatbin(const ImageBytes &image, std::string &program);

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_IMAGES_FATBIN_H
