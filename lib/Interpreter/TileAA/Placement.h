//===- Placement.h - What tileas says of threads and memory -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interpreter forgets where tileas puts values, but for two things that
// change what a program computes, found out once for a program.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_TILEAA_PLACEMENT_H
#define TESSERA_LIB_INTERPRETER_TILEAA_PLACEMENT_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace tessera::interp {

class Frame;

/// Which elements a warp_reduce combines. Element k of result r is that of
/// index `members[k * numResults + r]` in the operands.
struct WarpParts {
  int64_t extent = 0, numResults = 0;
  std::vector<int64_t> members;
};

class Placement {
public:
  /// Takes note of an operation of any dialect. Fails with an error where the
  /// layouts of a warp_reduce do not give each element to one part.
  llvm::LogicalResult add(mlir::Operation *op);

  /// Of a warp_reduce.
  const WarpParts &getParts(mlir::Operation *op) const {
    return parts.find(op)->second;
  }

  /// Calls `fn` with each other buffer that has bytes in common with this one.
  /// Buffers have places once there is an offset.
  template <typename Fn>
  void forEachOverlapping(mlir::Value buffer, Fn fn) const {
    const Buffer *self = find(buffer);
    for (const Buffer &other : buffers)
      if (self && other.value != buffer && other.first < self->last &&
          self->first < other.last)
        fn(other.value);
  }

private:
  struct Buffer {
    mlir::Value value;
    int64_t first, last;
  };
  const Buffer *find(mlir::Value buffer) const;

  llvm::DenseMap<mlir::Operation *, WarpParts> parts;
  std::vector<Buffer> buffers;
};

/// Fails with an error where a buffer, which `op` reads, holds no tile.
llvm::LogicalResult checkHolds(mlir::Operation *op, mlir::Value buffer,
                               Frame &frame);

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_TILEAA_PLACEMENT_H
