//===- TensorMaps.cpp - Tensor maps that the host makes -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "Functions.h"
#include <algorithm>

using namespace tessera::driver;

/// The number of a type in tensormap.replace, where F32Ftz comes before F64.
static uint8_t elementOf(CUtensorMapDataType type) {
  switch (type) {
  case CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ:
    return 8;
  case CU_TENSOR_MAP_DATA_TYPE_FLOAT64:
    return 9;
  case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16:
    return 10;
  default:
    return type;
  }
}

/// Fills in what tiled and im2col maps have in common; an error if it makes no
/// sense.
static CUresult
describe(TesseraTensorMap &map, const CUtensorMap *to, CUtensorMapDataType type,
         unsigned rank, void *address, const uint64_t *dims,
         const uint64_t *strides, const unsigned *elementStrides,
         CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
         CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
  auto isBetween = [](int value, int first, int last) {
    return value >= first && value <= last;
  };
  if (!to || reinterpret_cast<uint64_t>(to) % 64 || !rank || rank > 5 ||
      !address || !dims || (rank > 1 && !strides) || !elementStrides ||
      !isBetween(type, 0, CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B) ||
      !isBetween(interleave, 0, CU_TENSOR_MAP_INTERLEAVE_32B) ||
      !isBetween(swizzle, 0, CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B) ||
      !isBetween(promotion, 0, CU_TENSOR_MAP_L2_PROMOTION_L2_256B) ||
      !isBetween(fill, 0, CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA))
    return CUDA_ERROR_INVALID_VALUE;
  map.address = reinterpret_cast<uint64_t>(address);
  map.rank = rank;
  map.element = elementOf(type);
  map.interleave = interleave;
  // The modes above 128B are 128B with another atomicity.
  map.swizzle = std::min<int>(swizzle, CU_TENSOR_MAP_SWIZZLE_128B);
  map.atomicity = swizzle - map.swizzle;
  map.fillsNan = fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
  std::fill(map.dims, map.dims + 5, 1);
  std::fill(map.box, map.box + 5, 1);
  std::fill(map.elementStrides, map.elementStrides + 5, 1);
  std::copy(dims, dims + rank, map.dims);
  std::copy(strides, strides + rank - 1, map.strides);
  std::copy(elementStrides, elementStrides + rank, map.elementStrides);
  map.channels = map.pixels = 1;
  return CUDA_SUCCESS;
}

static CUresult encode(const TesseraTensorMap &map, CUtensorMap *to) {
  return mlirLogicalResultIsSuccess(
             tesseraTensorMapEncode(&map, to, takeDiagnostic, nullptr))
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

CUresult api::cuTensorMapEncodeTiled(
    CUtensorMap *to, CUtensorMapDataType type, unsigned rank, void *address,
    const uint64_t *dims, const uint64_t *strides, const unsigned *box,
    const unsigned *elementStrides, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
    CUtensorMapFloatOOBfill fill) {
  TesseraTensorMap map = {};
  CU_CHECK(describe(map, to, type, rank, address, dims, strides, elementStrides,
                    interleave, swizzle, promotion, fill));
  if (!box)
    return CUDA_ERROR_INVALID_VALUE;
  std::copy(box, box + rank, map.box);
  return encode(map, to);
}

CUresult api::cuTensorMapEncodeIm2col(
    CUtensorMap *to, CUtensorMapDataType type, unsigned rank, void *address,
    const uint64_t *dims, const uint64_t *strides, const int *lower,
    const int *upper, unsigned channels, unsigned pixels,
    const unsigned *elementStrides, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
    CUtensorMapFloatOOBfill fill) {
  TesseraTensorMap map = {};
  CU_CHECK(describe(map, to, type, rank, address, dims, strides, elementStrides,
                    interleave, swizzle, promotion, fill));
  if (!lower || !upper || rank < 3)
    return CUDA_ERROR_INVALID_VALUE;
  map.isIm2col = true;
  std::copy(lower, lower + rank - 2, map.lower);
  std::copy(upper, upper + rank - 2, map.upper);
  map.channels = channels;
  map.pixels = pixels;
  return encode(map, to);
}
