//===- ProductBarriers.h - Barriers around tensor memory --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PRODUCTS_PRODUCTBARRIERS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PRODUCTS_PRODUCTBARRIERS_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

class TmemStoreOp;

/// True if two tiles share columns of tensor memory and lanes, where neither is in the
/// place of another one.
bool shareColumns(TmemStoreOp lhs, TmemStoreOp rhs);

/// Places barriers where products in tensor memory need one and none stands: in
/// front of each wait that another one may precede, since the thread that commits
/// would else end a second phase before a slow warp has seen the first, which then
/// waits for ever; and in front of a store to columns that other threads may still
/// read: of zeros, to which a product adds, and of a sum that shares columns with
/// another one, as each of eight warps has other columns of a wider sum; and in front
/// of a product behind threads that scale a sum.
void placeProductBarriers(KernelOpInterface kernel);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PRODUCTS_PRODUCTBARRIERS_H
