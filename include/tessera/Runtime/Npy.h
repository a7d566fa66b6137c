//===- Npy.h - Arrays in numpy's file format ------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares reading and writing of .npy files. Source: numpy's
// documentation of the format, numpy.lib.format, versions 1.0 to 3.0.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_NPY_H
#define TESSERA_RUNTIME_NPY_H

#include "tessera/Runtime/Bytes.h"
#include "tessera/Runtime/Scalar.h"
#include <optional>
#include <vector>

namespace tessera::runtime {

/// An array as a .npy file holds it: contiguous, little endian, in C order (the
/// last index varies fastest) or in Fortran's (the first does).
struct NpyArray {
  /// numpy's description of the element, '<f4', kept to be written back.
  std::string descr;
  /// The element format; none for '<V2' and the like, the raw bytes that numpy
  /// saves for types of ml_dtypes.
  std::optional<Format> format;
  /// Bytes of an element.
  unsigned elementBytes = 0;
  bool fortranOrder = false;
  std::vector<int64_t> shape;
  Bytes data;

  int64_t getNumElements() const;
  /// The strides in elements.
  std::vector<int64_t> getStrides() const;
  /// The index in the array of the element at `offset` (in elements).
  std::vector<int64_t> getIndex(int64_t offset) const;
};

/// An array of no dimensions and without data, whose elements have this format.
/// Types of ml_dtypes, for which numpy has no names, become raw bytes, as numpy
/// saves them.
NpyArray makeArray(Format format);

/// Reads an array from the bytes of a file. Errors name the first byte that
/// makes no sense. Refuses, with a message that says what to do, big-endian
/// elements and dtypes that Tile IR lacks (complex, text, objects, records).
llvm::Expected<NpyArray> parseNpy(llvm::StringRef bytes);

/// The bytes of a file that holds the array.
std::string printNpy(const NpyArray &array);

/// Reads FILE; errors begin with its name.
llvm::Expected<NpyArray> readNpy(llvm::StringRef file);

/// Writes FILE whole or not at all.
llvm::Error writeNpy(llvm::StringRef file, const NpyArray &array);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_NPY_H
