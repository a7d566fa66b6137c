//===- ShapeFacts.cpp - Facts about moved elements ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeFacts.h"
#include "tessera/Dialect/TileAA/Analysis/ValueFactsAnalysis.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

//===----------------------------------------------------------------------===//
// Reshape
//===----------------------------------------------------------------------===//

namespace {

/// A bit of the index along one dimension.
struct IndexBit {
  unsigned dim, bit;
};

/// Infers a reshape from the bits of row-major positions: the bits of the
/// operand are distributed over the dimensions of the result, lowest bits
/// first. Extents must be powers of two.
class ReshapeFacts {
public:
  ReshapeFacts(const ValueFacts &operand, ValueFacts &result)
      : operand(operand), result(result) {}

  void run() {
    SmallVector<IndexBit> bits;
    for (unsigned dim = operand.getDims().size(); dim-- > 0;)
      for (unsigned bit = 0; bit < getNumBits(operand, dim); ++bit)
        bits.push_back({dim, bit});
    ArrayRef<IndexBit> rest(bits);
    for (unsigned dim = result.getDims().size(); dim-- > 0;) {
      unsigned count = getNumBits(result, dim);
      infer(dim, rest.take_front(count));
      rest = rest.drop_front(count);
    }
  }

private:
  static unsigned getNumBits(const ValueFacts &facts, unsigned dim) {
    return llvm::Log2_64(facts.getDims()[dim].extent);
  }

  /// The difference that `bit` makes to an element, if it is known.
  std::optional<uint64_t> getStep(IndexBit bit) const {
    const DimFacts &facts = operand.getDims()[bit.dim];
    if (bit.bit >= llvm::Log2_64(facts.group))
      return std::nullopt;
    return (facts.step << bit.bit) &
           llvm::maskTrailingOnes<uint64_t>(operand.getWidth());
  }

  /// Infers dimension `dim` of the result, which consists of `bits` of the
  /// operand.
  void infer(unsigned dim, ArrayRef<IndexBit> bits) {
    uint64_t step = 0;
    unsigned length = 0;
    uint64_t mask = llvm::maskTrailingOnes<uint64_t>(operand.getWidth());
    for (; length < bits.size(); ++length) {
      std::optional<uint64_t> next = getStep(bits[length]);
      if (!next || (length != 0 && *next != ((step << length) & mask)))
        break;
      if (length == 0)
        step = *next;
    }
    result.setDim(dim, int64_t(1) << length, step,
                  getZeros(bits.take_front(length)));
  }

  /// The trailing zeros of those elements of the operand at which `bits` are 0.
  unsigned getZeros(ArrayRef<IndexBit> bits) const {
    unsigned zeros = operand.getZeros();
    for (unsigned dim = 0; dim < operand.getDims().size(); ++dim) {
      unsigned low = 0;
      // The bits of a dimension come in ascending order.
      for (IndexBit bit : bits)
        if (bit.dim == dim && bit.bit == low)
          ++low;
      zeros = std::max(zeros, operand.getZerosAt(dim, int64_t(1) << low));
    }
    return zeros;
  }

  const ValueFacts &operand;
  ValueFacts &result;
};

} // namespace

static bool hasPowerOfTwoExtents(const ValueFacts &facts) {
  return llvm::all_of(facts.getDims(), [](const DimFacts &dim) {
    return llvm::isPowerOf2_64(uint64_t(dim.extent));
  });
}

static void inferReshape(ValueFacts &result, const ValueFacts &operand) {
  if (hasPowerOfTwoExtents(operand) && hasPowerOfTwoExtents(result))
    ReshapeFacts(operand, result).run();
}

//===----------------------------------------------------------------------===//
// Other ops
//===----------------------------------------------------------------------===//

static void inferBroadcast(ValueFacts &result, const ValueFacts &operand) {
  for (auto [dim, facts] : llvm::enumerate(operand.getDims())) {
    if (facts.extent == result.getDims()[dim].extent)
      result.setDim(dim, facts.group, facts.step, facts.zeros);
    else
      result.setDim(dim, result.getDims()[dim].extent, 0, facts.zeros);
  }
}

/// Results of a reduction differ only where the reduced rows or columns do.
static void inferReduce(ReduceOp op, ValueFacts &result,
                        ArrayRef<ValueFacts> operands) {
  for (unsigned dim = 0; dim < result.getDims().size(); ++dim) {
    unsigned from = dim < op.getDim() ? dim : dim + 1;
    int64_t group = result.getDims()[dim].extent;
    for (const ValueFacts &operand : operands)
      group = std::min(group, operand.getConstancy(from));
    result.setDim(dim, group, 0, 0);
  }
}

static ConstantIntRanges makeRange(unsigned width, uint64_t min, uint64_t max) {
  return ConstantIntRanges::fromUnsigned(APInt(width, min), APInt(width, max));
}

static ValueFacts inferIota(Type type) {
  ValueFacts facts = ValueFacts::unknown(type);
  unsigned width = facts.getWidth();
  int64_t extent = facts.getDims()[0].extent;
  facts.setDim(0, extent, 1, width);
  if (llvm::isUIntN(width, uint64_t(extent - 1)))
    facts.setRange(makeRange(width, 0, uint64_t(extent - 1)));
  facts.normalize();
  return facts;
}

/// A grid has at least one block, and fewer than 2^31 along x.
static ValueFacts inferGrid(Type type, uint64_t min, uint64_t max) {
  ValueFacts facts = ValueFacts::unknown(type);
  facts.setRange(makeRange(facts.getWidth(), min, max));
  return facts;
}

std::optional<ValueFacts> tileaa::inferShape(OpResult value,
                                             ArrayRef<ValueFacts> operands) {
  Operation *op = value.getOwner();
  if (isa<IotaOp>(op))
    return inferIota(value.getType());
  if (isa<BlockIdOp>(op))
    return inferGrid(value.getType(), 0, INT32_MAX - 1);
  if (isa<CtaRankOp>(op))
    return inferGrid(value.getType(), 0, Capacities::maxOptInClusterSize - 1);
  if (isa<NumBlocksOp>(op))
    return inferGrid(value.getType(), 1, INT32_MAX);
  if (isa<SplatOp>(op))
    return ValueFacts::splat(operands[0], value.getType());
  if (!isa<UnsplatOp, BroadcastOp, ReshapeOp, PermuteOp, ReduceOp>(op))
    return std::nullopt;
  ValueFacts result = ValueFacts::unknown(value.getType());
  if (auto reduce = dyn_cast<ReduceOp>(op)) {
    inferReduce(reduce, result, operands);
    return result;
  }
  // The elements are those of the operand.
  result.setRange(operands[0].getRange());
  result.setZeros(operands[0].getZeros());
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](BroadcastOp) { inferBroadcast(result, operands[0]); })
      .Case([&](ReshapeOp) { inferReshape(result, operands[0]); })
      .Case([&](PermuteOp op) {
        for (auto [dim, from] : llvm::enumerate(op.getPermutation())) {
          const DimFacts &facts = operands[0].getDims()[from];
          result.setDim(dim, facts.group, facts.step, facts.zeros);
        }
      });
  result.normalize();
  return result;
}
