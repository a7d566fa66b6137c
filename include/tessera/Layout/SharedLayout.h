//===- SharedLayout.h - Layouts of tiles in shared memory -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile that changes threads is stored to shared memory by one layout and
// loaded by another. Shared memory has 32 banks of 4 bytes (CUDA C++
// Programming Guide, "Shared Memory"): a warp's access takes one *wavefront*
// for each 128 bytes if the lanes of a wavefront touch different banks, or the
// same word. This file finds an order of the elements for which both accesses
// meet that condition.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_SHAREDLAYOUT_H
#define TESSERA_LAYOUT_SHAREDLAYOUT_H

#include "tessera/Layout/LinearLayout.h"

namespace tessera {

/// Chooses the layout of a buffer through which a tile goes from the layout
/// `store` to the layout `load`: a one-to-one map from "offset", in elements of
/// `bytes` bytes, to the coordinates of the tile. Both given layouts have the
/// inputs "register", "lane" and "warp". Among orders of elements in which both
/// accesses are free of bank conflicts, or nearly so, the result has the
/// cheapest instructions. With `isLoadOrderFree` it costs nothing to reorder
/// the elements that one load brings.
LinearLayout chooseSharedLayout(const LinearLayout &store,
                                const LinearLayout &load, int64_t bytes,
                                bool isLoadOrderFree = false);

/// The same for a tile that `cp.async` copies to the buffer in pieces of
/// `piece` elements. A piece is the lowest registers of `store`, and its
/// elements have to lie side by side in the buffer. Returns nothing if no such
/// order is found.
std::optional<LinearLayout> chooseCopiedLayout(const LinearLayout &store,
                                               const LinearLayout &load,
                                               int64_t bytes, int64_t piece,
                                               bool isLoadOrderFree = false);

/// Number of elements that one instruction of a thread moves, given the offset
/// of each of its registers (a map from "register", "lane" and "warp" to
/// "offset"). It is a power of two.
int64_t getSharedWidth(const LinearLayout &offsets, int64_t bytes);

/// The cost, in wavefronts, of a warp's instructions that move a tile, given
/// the same map. Each instruction costs its wavefronts and two more for its
/// issue. A register costs one more if the registers of its instruction are not
/// neighbours already, unless the order is free, since a consumer then
/// rearranges them in any case. An instruction moves as many elements as it
/// can, or `width`.
int64_t getSharedAccessCost(const LinearLayout &offsets, int64_t bytes,
                            bool isOrderFree = false, int64_t width = 0);

} // namespace tessera

#endif // TESSERA_LAYOUT_SHAREDLAYOUT_H
