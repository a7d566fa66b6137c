//===- WarpGroups.h - Products that warp groups multiply --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_WARPGROUPS_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_WARPGROUPS_H

#include "tessera/Dialect/TileAA/Analysis/TensorMapViews.h"
#include "tessera/Dialect/TileAA/IR/Ops/Product.h"

namespace tessera::tileaa {

/// Rows that a warp multiplies by one instruction.
inline constexpr int64_t kRowsOfWarp = 16;

/// Rows that a group multiplies by one instruction.
inline constexpr int64_t kRowsOfGroup = 64;

/// Rows of tensor memory. An instruction that computes as many has the full rate.
inline constexpr int64_t kRowsOfTensorMemory = 128;

/// An instruction of warp groups.
struct GroupInstruction {
  const MatrixInstruction *form;
  /// Columns of one instruction, or rows of the sum if it is swapped.
  int64_t width;
  /// True if it multiplies the transposes of the factors.
  bool isSwapped = false;
};

/// The instruction by which the groups of so many warps multiply; nothing where
/// `mma.sync` is as good or there is none, and `reason` says why. It stays
/// empty on GPUs without such instructions. Tensor maps copy the `maps`.
std::optional<GroupInstruction>
chooseGroupInstruction(MmaOp product, const TargetInfo &target, unsigned warps,
                       MapCandidates &maps, llvm::StringRef &reason);

/// True for a product by groups whose sums are promoted: the instructions keep 14
/// bits of the sums of 8-bit floats, and only `fast_acc` allows that for the
/// whole of K. So they sum up some products at a time, and these sums are added
/// in f32, unless there are no others.
bool isPromoted(MmaOp product);

/// The form of such an instruction, and the fewest warps that have it.
struct GroupForm {
  /// Null where no number of warps has one.
  const MatrixInstruction *form = nullptr;
  unsigned warps = 0;
  /// Rows of the product as instructions see it, of one matrix.
  int64_t rows = 0;
};

GroupForm findGroupForm(MmaOp product, const TargetInfo &target,
                        MapCandidates &maps);

/// True for a product in a loop that does more than to add to what the innermost
/// loop carries, or whose sum others use there, too: threads read the sum, or that of
/// the products that add to it, in each iteration.
bool isReadInLoop(MmaOp product);

/// True for such a product whose sum, where it lies in tensor memory, threads add
/// to what they have in registers: to store that there, and to read it back, would
/// take two passes over tensor memory in place of one. Not where it goes on with the
/// sum of another product, which lies there.
bool isAddedApart(MmaOp product);

/// True for a product that a pass has replaced, and keeps without operands to its
/// end.
inline bool isReplaced(MmaOp product) { return !product.getLhs(); }

/// True if the sum of a product can stay in tensor memory, in parts that so many
/// warps, 0 is any number, have registers to read.
bool canAddInTensorMemory(MmaOp product, const TargetInfo &target,
                          unsigned warps);

/// True if tensor memory has columns for the sums of two blocks of the kernel of a
/// product, so that one of these multiplies while the other one computes.
bool hasColumnsForTwoBlocks(MmaOp product, const TargetInfo &target);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_WARPGROUPS_H
