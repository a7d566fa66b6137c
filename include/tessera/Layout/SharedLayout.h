//===- SharedLayout.h - Layouts of tiles in shared memory -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile that changes threads is stored to shared memory by one layout and
// loaded by another. Shared memory has 32 banks of 4 bytes (CUDA C++
// Programming Guide, "Shared Memory"): a warp's access takes a *wavefront* for
// each 128 bytes, if lanes that share a wavefront touch different banks, or the
// same word. Here the elements are put in an order in which both accesses do.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_SHAREDLAYOUT_H
#define TESSERA_LAYOUT_SHAREDLAYOUT_H

#include "tessera/Layout/LinearLayout.h"

namespace tessera {

/// The layout of a buffer, a one-to-one map from "offset", in elements of
/// `bytes` bytes, to the coordinates of a tile, through which the tile goes
/// from the layout `store` to the layout `load`, both with inputs "register",
/// "lane" and "warp". Of the orders of elements in which both accesses are free
/// of bank conflicts, or nearly so, it is the one whose instructions cost
/// least, where the order of what one of them loads may be free.
LinearLayout chooseSharedLayout(const LinearLayout &store,
                                const LinearLayout &load, int64_t bytes,
                                bool isLoadOrderFree = false);

/// The same for a tile that `cp.async` copies to the buffer in pieces of that
/// many elements, the lowest registers of `store`, which have to lie side by
/// side there. Nothing where no such order is found.
std::optional<LinearLayout> chooseCopiedLayout(const LinearLayout &store,
                                               const LinearLayout &load,
                                               int64_t bytes, int64_t piece,
                                               bool isLoadOrderFree = false);

/// Elements that one instruction of a thread moves, given the offset of each
/// of its registers (a map from "register", "lane" and "warp" to "offset"):
/// a power of two.
int64_t getSharedWidth(const LinearLayout &offsets, int64_t bytes);

/// What the instructions of a warp that move a tile cost, given the same map:
/// the wavefronts of each, and its issue, for which two are counted; and one
/// for each register where those of an instruction are not neighbours already,
/// unless the order is free, since others are made of them in any case. An
/// instruction moves as many elements as it can, or `width`.
int64_t getSharedAccessCost(const LinearLayout &offsets, int64_t bytes,
                            bool isOrderFree = false, int64_t width = 0);

} // namespace tessera

#endif // TESSERA_LAYOUT_SHAREDLAYOUT_H
