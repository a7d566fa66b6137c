//===- LayoutConversion.h - From one layout of a tile to another *- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The moves that take a tile from one layout to another, from cheap to dear: a
// renaming of registers, shuffles within a warp, or a trip through shared
// memory. All layouts here have the inputs of a tile, "register", "lane" and
// "warp" (and perhaps "block").
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_LAYOUTCONVERSION_H
#define TESSERA_LAYOUT_LAYOUTCONVERSION_H

#include "tessera/Layout/LinearLayout.h"

namespace tessera {

/// For each register of `to`, the register of the same thread that holds the
/// same coordinates in `from`. Returns nothing if some thread would need an
/// element that it does not hold.
std::optional<llvm::SmallVector<int64_t>>
matchRegisters(const LinearLayout &from, const LinearLayout &to);

/// Maps each place of `to` (register, lane, warp) to the place of the same
/// coordinates in `from`. Returns nothing if a place is in another warp than
/// its source, or if it takes more than a few shuffles: one for each register
/// of `to` and each register that its lanes may read (see `getLaneChoices`).
std::optional<LinearLayout> matchLanes(const LinearLayout &from,
                                       const LinearLayout &to);

/// The registers that the lanes of a warp read, relative to lane 0: in the
/// result of `matchLanes`, a lane reads lane 0's register XOR one of these. The
/// result is 0 alone if all lanes read the same register.
llvm::SmallVector<int32_t> getLaneChoices(const LinearLayout &places);

/// Groups the registers of a thread in `from` by the register of `to` that
/// `map` sends their coordinates to: entry r of the result lists the registers
/// for register r of `to`, ordered by their coordinates along `along`. Lanes
/// and warps play no part.
///
/// With {register: [[0, 1], [1, 0]]} of 2 x 2, summed up along dimension 1 to
/// {register: [[1, 0]]} of 2 x 1, the groups are {0, 1} and {2, 3}.
llvm::SmallVector<llvm::SmallVector<int64_t>>
groupRegisters(const LinearLayout &from, const LinearLayout &to,
               const LinearLayout &map, Dim along);

} // namespace tessera

#endif // TESSERA_LAYOUT_LAYOUTCONVERSION_H
