//===- LayoutConversion.h - From one layout of a tile to another *- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What has to move where a tile that lies in one layout is needed in another:
// nothing but names of registers, elements within a warp, or anything. All
// layouts here have the inputs of a tile, "register", "lane" and "warp" (and
// perhaps "block").
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_LAYOUTCONVERSION_H
#define TESSERA_LAYOUT_LAYOUTCONVERSION_H

#include "tessera/Layout/LinearLayout.h"

namespace tessera {

/// For each register of `to`, the register of the same thread that holds the
/// same coordinates in `from`; nothing where some thread would need what it
/// has not.
std::optional<llvm::SmallVector<int64_t>>
matchRegisters(const LinearLayout &from, const LinearLayout &to);

/// From the places of `to`, by register, lane and warp, to those of the same
/// coordinates in `from`, where they are in the same warp and few shuffles move
/// them: one for each register of `to` and each register that its lanes
/// may want. Nothing elsewhere.
std::optional<LinearLayout> matchLanes(const LinearLayout &from,
                                       const LinearLayout &to);

/// The registers among which the lanes choose in the result of `matchLanes`, to
/// be XORed with that of lane 0: 0 alone where all want the same.
llvm::SmallVector<int32_t> getLaneChoices(const LinearLayout &places);

/// For each register of `to`, the registers of the same thread in `from` whose
/// coordinates `map` makes those of that register, in the order of their
/// coordinates along `along`. Lanes and warps play no part.
///
/// With {register: [[0, 1], [1, 0]]} of 2 x 2, summed up along dimension 1 to
/// {register: [[1, 0]]} of 2 x 1, these are {0, 1} and {2, 3}.
llvm::SmallVector<llvm::SmallVector<int64_t>>
groupRegisters(const LinearLayout &from, const LinearLayout &to,
               const LinearLayout &map, Dim along);

} // namespace tessera

#endif // TESSERA_LAYOUT_LAYOUTCONVERSION_H
