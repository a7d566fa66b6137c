//===- Matrices.cpp - Products and tensor maps, without a device, for C ---===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera-c/Device.h"

#include "Common.h"
#include "tessera/Emulator/MatrixProduct.h"
#include "tessera/Emulator/TensorMap.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tessera;
using namespace tessera::capi;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

MlirLogicalResult tesseraMultiply(MlirStringRef gpu, MlirStringRef format,
                                  size_t m, size_t n, size_t k, const void *a,
                                  const void *b, float *c) {
  const TargetInfo *target = lookupTarget(text(gpu));
  ptx::Type type = llvm::StringSwitch<ptx::Type>(text(format))
                       .Case("f16", ptx::Type::F16)
                       .Case("bf16", ptx::Type::BF16)
                       .Case("e4m3", ptx::Type::E4M3)
                       .Case("e5m2", ptx::Type::E5M2)
                       .Default(ptx::Type::None);
  if (!target || type == ptx::Type::None)
    return mlirLogicalResultFailure();
  if ((m && k && !a) || (k && n && !b) || (m && n && !c))
    return mlirLogicalResultFailure();
  ptx::multiplyMatrices(target->getComputeCapability(), type, {m, n, k}, a, b,
                        c);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

MlirLogicalResult tesseraTensorMapEncode(const TesseraTensorMap *from,
                                         void *bytes,
                                         TesseraDiagnosticCallback callback,
                                         void *userData) {
  if (!from || !bytes)
    return mlirLogicalResultFailure();
  ptx::TensorMap map;
  map.address = from->address;
  map.rank = from->rank;
  map.element = ptx::TensorMap::Element(from->element);
  map.mode = from->isIm2col ? ptx::TensorMap::Mode::Im2col
                            : ptx::TensorMap::Mode::Tiled;
  map.interleave = from->interleave;
  map.swizzle = from->swizzle;
  map.atomicity = from->atomicity;
  map.fillsNan = from->fillsNan;
  llvm::copy(from->dims, map.dims.begin());
  llvm::copy(from->strides, map.strides.begin());
  llvm::copy(from->box, map.box.begin());
  llvm::copy(from->elementStrides, map.elementStrides.begin());
  llvm::copy(from->lower, map.lower.begin());
  llvm::copy(from->upper, map.upper.begin());
  map.channels = from->channels;
  map.pixels = from->pixels;
  const Listener listener{callback, userData};
  MlirLogicalResult result = mlirLogicalResultFailure();
  (void)runWithinMemory(listener, [&] {
    result = tell(map.verify(), listener);
    if (mlirLogicalResultIsSuccess(result))
      llvm::copy(map.encode(), static_cast<uint8_t *>(bytes));
  });
  return result;
}
