//===- ProductPanels.h - Products that are computed together --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_INSTRUCTIONS_MATRIX_PRODUCTPANELS_H
#define TESSERA_LIB_EMULATOR_INSTRUCTIONS_MATRIX_PRODUCTPANELS_H

#include "../../Code.h"

namespace tessera::ptx {

/// The most fragments of A, and of B, in a panel: its factors and sums stay in
/// the host's near caches.
constexpr unsigned mostPanelRows = 4, mostPanelColumns = 8;

/// Fills Code::panels and sets Inst::panel of each mma: products of one kind of
/// some fragments of A, each with each of some of B. A tile's products are
/// written so, with loads of fragments between them, and take the host less time
/// together than one after the other.
///
/// The last product of a panel computes all. So nothing between the first and the
/// last one touches their registers or leads elsewhere. Where a branch has led in
/// between, the products that the warp has come to are computed one by one.
void findProductPanels(Code &code);

/// True for the handlers that compute panels (MatrixProducts.cpp).
bool isVectorProduct(Handler handler);

/// Computes the products of a panel that the warp has come to and left to its
/// last one, each by itself.
void multiplyPending(Warp &warp);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_INSTRUCTIONS_MATRIX_PRODUCTPANELS_H
