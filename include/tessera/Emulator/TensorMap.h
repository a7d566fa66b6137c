//===- TensorMap.h - Tensor maps, their bytes and rules -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "Tensors" and "tensormap.replace"; CUDA Driver API,
// cuTensorMapEncodeTiled, cuTensorMapEncodeIm2col and
// cuTensorMapEncodeIm2colWide. The fields are their arguments, with their
// rules. The 128 bytes of the object are opaque there, and no document says how
// a driver fills them: encode() and decode() use a format of the emulator's
// own, which decode() tells from all others.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_EMULATOR_TENSORMAP_H
#define TESSERA_EMULATOR_TENSORMAP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>

namespace tessera::ptx {

struct TensorMap {
  static constexpr unsigned mostRank = 5;
  static constexpr size_t bytes = 128;
  static constexpr unsigned paddedRow = 128; ///< elements of a row of a box

  /// Numbered as in tensormap.replace.
  enum class Element : uint8_t {
    U8,
    U16,
    U32,
    S32,
    U64,
    S64,
    F16,
    F32,
    F32Ftz,
    F64,
    BF16,
    TF32,
    TF32Ftz,
    B4x16,
    B4x16P64,
    B6x16P32, ///< B6P2x16 on the way to global memory
  };
  /// Im2colW and Im2colW128 take pixels of one row of W alone: `pixels` of
  /// them, or 128.
  enum class Mode : uint8_t { Tiled, Im2col, Im2colW, Im2colW128 };

  uint64_t address = 0;
  unsigned rank = 1;
  Element element = Element::U8;
  Mode mode = Mode::Tiled;
  uint8_t interleave = 0; ///< 0: none; 1: 16 bytes; 2: 32 bytes
  uint8_t swizzle = 0;    ///< 0: none; 1, 2, 3: 32, 64, 128 bytes; 4: 96
  uint8_t atomicity = 0;  ///< 0: 16 bytes; 1: 32; 2: 32, flip of 8; 3: 64
  bool fillsNan = false;  ///< elements outside are NaN
  std::array<uint64_t, mostRank> dims = {1, 1, 1, 1, 1};
  /// Bytes between neighbours along dimension i + 1.
  std::array<uint64_t, mostRank - 1> strides = {};
  std::array<uint32_t, mostRank> box = {1, 1, 1, 1, 1};
  std::array<uint32_t, mostRank> elementStrides = {1, 1, 1, 1, 1};
  // The corners: of im2col, in W, H, D; of its wide modes, in W.
  std::array<int32_t, 3> lower = {}, upper = {};
  uint32_t channels = 1, pixels = 1;

  std::array<uint8_t, bytes> encode() const;
  /// Reads the bytes without checking that the map makes sense; verify() does
  /// that. Fails on bytes of another format.
  static llvm::Expected<TensorMap> decode(llvm::ArrayRef<uint8_t> bytes);
  /// Fails where the driver would refuse the map.
  llvm::Error verify() const;

  // Elements of 4 and 6 bits with padding are stored in units of 16 elements;
  // the padding counts as no element. Without padding, two of 4 bits are a
  // unit, of a byte. A unit of any other type is one element.

  /// Elements of a unit, and its bytes in global and in shared memory.
  unsigned unitElements() const;
  unsigned globalUnit() const;
  unsigned sharedUnit() const;
  bool isFloat() const;
  bool isPadded() const { return element >= Element::B4x16P64; }

  // Channels of an interleaved tensor go in slices: NC/8HWC8 has 8 of 16 bits.
  // Dimension 0 counts channels, and a slice has all pixels of an image.

  /// Channels of a slice, and bytes from one slice to the next.
  unsigned sliceElements() const;
  uint64_t sliceStride() const;

  bool isWide() const { return mode >= Mode::Im2colW; }
};

} // namespace tessera::ptx

#endif // TESSERA_EMULATOR_TENSORMAP_H
