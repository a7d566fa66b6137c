//===- ReductionPatterns.cpp - Reductions within a warp -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Ptx/PtxOps.h"
#include "Patterns.h"
#include "mlir/IR/IRMapping.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// First each thread reduces its registers along the dimension. Then the lanes
/// that differ along it exchange their results in a butterfly, after which all
/// of them have the same value.
class WarpReducePattern : public KernelPattern<WarpReduceOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(WarpReduceOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto from = cast<RankedTensorType>(op.getOperands().front().getType());
    auto to = cast<RankedTensorType>(op.getResults().front().getType());
    const LinearLayout &layout = getLinearLayout(from);
    Dim dim = dimName(op.getDim());
    uint64_t lanes = layout.getBitsAlong(kLane, dim);
    size_t count = op.getOperands().size();
    SmallVector<SmallVector<Value>> results(count);
    for (ArrayRef<int64_t> group :
         groupRegisters(layout, getLinearLayout(to),
                        projectMap(from.getShape(), op.getDim()), dim)) {
      SmallVector<Value> partial;
      for (int64_t reg : group) {
        auto elements =
            llvm::map_to_vector(adaptor.getOperands(),
                                [&](ValueRange range) { return range[reg]; });
        partial = partial.empty() ? elements
                                  : combine(rewriter, op, partial, elements);
      }
      for (uint64_t rest = lanes; rest != 0; rest &= rest - 1) {
        auto others = llvm::map_to_vector(partial, [&](Value value) {
          return ptxops::shuffleXor(rewriter, op.getLoc(), value,
                                    1u << llvm::countr_zero(rest));
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
