//===- NarrowPositions.cpp - Positions of 32 bits -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/PatternMatch.h"
#include "tessera/Dialect/TileAA/Analysis/ValueFactsAnalysis.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASNARROWPOSITIONS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

class Narrower {
public:
  explicit Narrower(KernelOpInterface kernel) : kernel(kernel), facts(kernel) {}

  void run() {
    kernel.walk([&](tileaa::AccessOpInterface access) {
      if (!areBelowEnd(access))
        return;
      for (unsigned dim : llvm::seq<unsigned>(0, access.getStarts().size()))
        if (!access.isInside(dim)) {
          truncate(access.getStartsMutable()[dim]);
          truncate(access.getExtentsMutable()[dim]);
        }
    });
  }

private:
  /// True if facts bound all positions that are compared, and all extents. One
  /// long comparison beside short ones would save nothing: PTX became longer for
  /// as many kernels as it became shorter for.
  bool areBelowEnd(tileaa::AccessOpInterface access) const {
    for (unsigned dim : llvm::seq<unsigned>(0, access.getStarts().size())) {
      int64_t size =
          cast<RankedTensorType>(access.getAccessedType()).getDimSize(dim);
      if (!access.isInside(dim) &&
          (!isBelow(access.getExtents()[dim], kEnd) ||
           !isBelow(access.getStarts()[dim], kEnd - size + 1)))
        return false;
    }
    return true;
  }

  bool isBelow(Value value, int64_t end) const {
    return facts.getFacts(value).getRange().umax().ult(end);
  }

  /// The truncation stands where the number is made, once for all accesses. It
  /// is not folded, so that it leads to the number of which addresses are made.
  void truncate(OpOperand &operand) {
    Value wide = operand.get();
    if (wide.getType().isInteger(32))
      return;
    Value &result = truncated[wide];
    if (!result) {
      OpBuilder builder(kernel.getContext());
      builder.setInsertionPointAfterValue(wide);
      result = arith::TruncIOp::create(
          builder, wide.getLoc(), builder.getI32Type(), wide,
          arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw);
    }
    operand.set(result);
  }

  /// A signed comparison of 32 bits takes numbers below this one.
  static constexpr int64_t kEnd = int64_t(1) << 31;

  KernelOpInterface kernel;
  tileaa::ValueFactsAnalysis facts;
  llvm::DenseMap<Value, Value> truncated;
};

struct NarrowPositionsPass
    : tessera::impl::TileASNarrowPositionsBase<NarrowPositionsPass> {
  void runOnOperation() override { Narrower(getOperation()).run(); }
};

} // namespace
