//===- ReductionPatterns.cpp - Reductions within a warp -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "PtxOps.h"
#include "mlir/IR/IRMapping.h"
#include "tessera/Dialect/TileAS/Transforms/LayoutUtils.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// First each thread folds its registers along the dimension, then lanes that
/// differ along it exchange their results in a butterfly, so that all of them
/// end with the same value.
class WarpReducePattern : public KernelPattern<WarpReduceOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(WarpReduceOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto from = cast<RankedTensorType>(op.getOperands().front().getType());
    auto to = cast<RankedTensorType>(op.getResults().front().getType());
    unsigned dim = op.getDim();
    size_t count = op.getOperands().size();
    SmallVector<SmallVector<Value>> results(count);
    for (ArrayRef<int64_t> group : groupRegisters(from, to, dim)) {
      SmallVector<Value> partial;
      for (int64_t reg : group) {
        auto elements =
            llvm::map_to_vector(adaptor.getOperands(),
                                [&](ValueRange range) { return range[reg]; });
        partial = partial.empty() ? elements
                                  : combine(rewriter, op, partial, elements);
      }
      for (unsigned lane : getLanesAlong(from, dim)) {
        auto others = llvm::map_to_vector(partial, [&](Value value) {
          return ptxops::shuffleXor(rewriter, op.getLoc(), value, lane);
        });
        partial = combine(rewriter, op, partial, others);
      }
      for (auto [result, value] : llvm::zip(results, partial))
        result.push_back(value);
    }
    rewriter.replaceOpWithMultiple(op, results);
    return success();
  }

private:
  /// For each register of the result, the registers of the operand that go into
  /// it, in the order of their coordinates along `dim`.
  static SmallVector<SmallVector<int64_t>>
  groupRegisters(RankedTensorType from, RankedTensorType to, unsigned dim) {
    const LinearLayout &operand = getLinearLayout(from);
    const LinearLayout &result = getLinearLayout(to);
    // Of one thread, since warps may number the parts in any way.
    auto ofThread = [](const LinearLayout &layout) {
      return layout.sublayout({kRegister}, layout.getOutDimNames());
    };
    LinearLayout left =
        ofThread(operand).compose(projectMap(from.getShape(), dim));
    SmallVector<int64_t> target = *matchRegisters(ofThread(result), left);
    SmallVector<SmallVector<std::pair<int32_t, int64_t>>> groups(
        result.getInDimSize(kRegister));
    SmallVector<int32_t> coordinates = operand.applyAlong(kRegister);
    for (auto [reg, group] : llvm::enumerate(target))
      groups[group].emplace_back(coordinates[reg * from.getRank() + dim], reg);
    return llvm::map_to_vector(groups, [](auto &group) {
      llvm::sort(group);
      return llvm::map_to_vector(group,
                                 [](auto entry) { return entry.second; });
    });
  }

  /// The XOR masks of the lane bits that move along `dim`.
  static SmallVector<unsigned> getLanesAlong(RankedTensorType tile,
                                             unsigned dim) {
    const LinearLayout &layout = getLinearLayout(tile);
    SmallVector<unsigned> masks;
    for (int bit = 0, e = layout.getInDimSizeLog2(kLane); bit < e; ++bit)
      if (layout.getBasis(kLane, bit)[dim] != 0)
        masks.push_back(1u << bit);
    return masks;
  }

  /// Runs the body on a pair of scalars for each operand.
  static SmallVector<Value> combine(OpBuilder &builder, WarpReduceOp op,
                                    ArrayRef<Value> lhs, ArrayRef<Value> rhs) {
    Block &body = op.getBody().front();
    IRMapping mapping;
    for (size_t i = 0; i < lhs.size(); ++i) {
      mapping.map(body.getArgument(2 * i), lhs[i]);
      mapping.map(body.getArgument(2 * i + 1), rhs[i]);
    }
    for (Operation &inner : body.without_terminator())
      builder.clone(inner, mapping);
    return llvm::map_to_vector(
        body.getTerminator()->getOperands(),
        [&](Value value) { return mapping.lookupOrDefault(value); });
  }
};

} // namespace

void tileas::populateReductionPatterns(RewritePatternSet &patterns,
                                       const RegisterTypeConverter &converter,
                                       KernelContext &kernel) {
  patterns.add<WarpReducePattern>(converter, kernel);
}
