//===- LayoutSupport.h - Helpers of the layout library ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_LAYOUT_LAYOUTSUPPORT_H
#define TESSERA_LIB_LAYOUT_LAYOUTSUPPORT_H

#include "tessera/Layout/F2Matrix.h"
#include "llvm/ADT/Twine.h"

namespace tessera {

/// Ends the program with `requirement` unless `condition` holds: for mistakes
/// of a caller, also in builds without assertions.
void requireLayout(bool condition, const llvm::Twine &requirement);

/// The logarithm of a size that has to be a power of two.
int layoutSizeLog2(int64_t size);

/// Finds the owners of outputs: of all inputs with a given image, the one that
/// is zero in every bit that depends on bits before it in the order `order`.
class OwnerSolver {
public:
  /// `columns[i]` is the image, of `numRows` bits, of input bit i.
  OwnerSolver(llvm::ArrayRef<uint64_t> columns, unsigned numRows,
              llvm::ArrayRef<unsigned> order);

  /// The owner of `image`; nothing if no input has this image.
  [[nodiscard]] std::optional<uint64_t> solve(uint64_t image) const;
  /// The input bits that are zero in every owner.
  [[nodiscard]] uint64_t getFreeMask() const;

private:
  llvm::SmallVector<unsigned> order;
  F2Echelon echelon;
};

} // namespace tessera

#endif // TESSERA_LIB_LAYOUT_LAYOUTSUPPORT_H
