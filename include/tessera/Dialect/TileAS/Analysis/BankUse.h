//===- BankUse.h - Passes of the banks of shared memory ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_BANKUSE_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_BANKUSE_H

#include "mlir/IR/BuiltinTypes.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Layout/LinearLayout.h"
#include <string>

namespace tessera::tileas {

/// The use of the banks of shared memory by an access.
struct BankUse {
  int64_t bytesPerThread = 0;
  unsigned wavefronts = 0, ideal = 0;
  /// The lower bound, if hardware merges lanes that read the same words.
  unsigned least = 0;
  /// One in `copies` warps accesses elements; the others only hold copies.
  unsigned copies = 1;
};

/// The bank use of the first warp when it accesses elements of `bytes` bytes at
/// the given offsets (a map from "register", "lane" and "warp"), `width`
/// elements with one instruction. With `owners`, the layout of a tile, only the
/// owner of an element accesses it.
BankUse countBankUse(const LinearLayout &offsets, int64_t bytes, int64_t width,
                     const LinearLayout *owners = nullptr);

/// An access of an op to shared memory, whose bank conflicts depend on layouts.
struct BankAccess {
  /// Such as "shared_load", or "ldmatrix" for a factor of a product.
  std::string kind;
  mlir::ShapedType tile;
  BankUse use;
};
llvm::SmallVector<BankAccess> bankAccessesOf(mlir::Operation *op);

/// That of threads that would read a factor of a product from such a buffer; nothing
/// where the machine reads it.
std::optional<BankAccess> bankAccessOf(ProductOpInterface product,
                                       MatrixSide side, BufferType buffer);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_BANKUSE_H
