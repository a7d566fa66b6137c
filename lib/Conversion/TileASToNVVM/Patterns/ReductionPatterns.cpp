//===- ReductionPatterns.cpp - Reductions within a warp -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Emitters/PackedMath.h"
#include "../Ptx/PtxOps.h"
#include "Patterns.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/IRMapping.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// Emits the body of a reduction on the elements of a thread.
class BodyEmitter {
public:
  using Elements = SmallVector<Value>;

  BodyEmitter(OpBuilder &builder, WarpReduceOp op, const TargetInfo &target)
      : builder(builder), body(op.getBody().front()),
        packed(findPacked(target)) {}

  /// Runs the body on a pair of scalars for each operand.
  Elements combine(ArrayRef<Value> lhs, ArrayRef<Value> rhs);

  /// Reduces registers in strands, each of which has every `count`th.
  Elements reduce(ArrayRef<Elements> registers, size_t count);

private:
  Operation *findPacked(const TargetInfo &target);
  void combineTwo(MutableArrayRef<Elements> strands, ArrayRef<Elements> next);

  OpBuilder &builder;
  Block &body;
  /// The only op of a body of which one instruction does two; null if there is none.
  Operation *packed;
};

} // namespace

Operation *BodyEmitter::findPacked(const TargetInfo &target) {
  if (body.getNumArguments() != 2 || !llvm::hasNItems(body, 2))
    return nullptr;
  Operation *only = &body.front();
  bool isWhole = body.getTerminator()->getOperand(0).getDefiningOp() == only &&
                 llvm::all_of(only->getOperands(), [&](Value operand) {
                   return llvm::is_contained(body.getArguments(), operand);
                 });
  return isWhole && scalarmath::hasPackedForm(only, target) ? only : nullptr;
}

BodyEmitter::Elements BodyEmitter::combine(ArrayRef<Value> lhs,
                                           ArrayRef<Value> rhs) {
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

/// Combines two strands with the next register of each by one instruction.
void BodyEmitter::combineTwo(MutableArrayRef<Elements> strands,
                             ArrayRef<Elements> next) {
  std::array<SmallVector<Value>, 2> operands;
  for (auto [number, ofStrand] : llvm::enumerate(operands))
    for (Value operand : packed->getOperands())
      ofStrand.push_back(operand == body.getArgument(0)
                             ? strands[number].front()
                             : next[number].front());
  auto [first, second] =
      scalarmath::emitPacked(builder, packed, operands[0], operands[1]);
  strands[0] = {first};
  strands[1] = {second};
}

BodyEmitter::Elements BodyEmitter::reduce(ArrayRef<Elements> registers,
                                          size_t count) {
  SmallVector<Elements> strands(registers.take_front(count));
  for (size_t at = count; at != registers.size(); at += count)
    for (size_t strand = 0; strand != count;) {
      ArrayRef<Elements> next = registers.drop_front(at + strand);
      if (packed && strand + 1 != count) {
        combineTwo(MutableArrayRef(strands).slice(strand, 2), next);
        strand += 2;
        continue;
      }
      strands[strand] = combine(strands[strand], next.front());
      ++strand;
    }
  for (; count != 1; count /= 2)
    for (size_t strand = 0; strand != count / 2; ++strand)
      strands[strand] = combine(strands[strand], strands[strand + count / 2]);
  return strands.front();
}

/// The strands in which a thread reduces the registers of each result, a power of two.
/// An op of a strand waits for the one before: four strands fill that time, and so do
/// several results. Short ones are not worth the ops that join them.
static size_t countStrands(size_t registers, size_t results) {
  constexpr size_t most = 4, leastOfStrand = 8;
  if (results != 1)
    return 1;
  return std::clamp<size_t>(llvm::bit_floor(registers / leastOfStrand), 1,
                            most);
}

/// The instruction that reduces a word of each lane of a warp as a body of one op does.
static std::optional<NVVM::ReduxKind> findRedux(WarpReduceOp op,
                                                const TargetInfo &target) {
  Block &body = op.getBody().front();
  if (!target.hasRedux() || body.getNumArguments() != 2 ||
      !body.getArgument(0).getType().isInteger(32) || !llvm::hasNItems(body, 2))
    return std::nullopt;
  Operation &only = body.front();
  if (only.getNumOperands() != 2 ||
      body.getTerminator()->getOperand(0).getDefiningOp() != &only ||
      !llvm::all_of(body.getArguments(), [&](Value argument) {
        return llvm::is_contained(only.getOperands(), argument);
      }))
    return std::nullopt;
  using Kind = std::optional<NVVM::ReduxKind>;
  return llvm::TypeSwitch<Operation *, Kind>(&only)
      .Case([](arith::AddIOp) { return NVVM::ReduxKind::ADD; })
      .Case([](arith::MinSIOp) { return NVVM::ReduxKind::MIN; })
      .Case([](arith::MaxSIOp) { return NVVM::ReduxKind::MAX; })
      .Case([](arith::MinUIOp) { return NVVM::ReduxKind::UMIN; })
      .Case([](arith::MaxUIOp) { return NVVM::ReduxKind::UMAX; })
      .Case([](arith::AndIOp) { return NVVM::ReduxKind::AND; })
      .Case([](arith::OrIOp) { return NVVM::ReduxKind::OR; })
      .Case([](arith::XOrIOp) { return NVVM::ReduxKind::XOR; })
      .Default(Kind());
}

namespace {

/// First each thread reduces its registers along the dimension. Then the lanes
/// that differ along it exchange their results in a butterfly, or, where these
/// are all of a warp, by an instruction if there is one, after which all of
/// them have the same value.
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
    BodyEmitter body(rewriter, op, kernel.getTarget());
    std::optional<NVVM::ReduxKind> redux;
    if (lanes == Capacities::threadsPerWarp - 1)
      redux = findRedux(op, kernel.getTarget());
    SmallVector<SmallVector<Value>> results(op.getOperands().size());
    auto groups = groupRegisters(layout, getLinearLayout(to),
                                 projectMap(from.getShape(), op.getDim()), dim);
    for (ArrayRef<int64_t> group : groups) {
      auto registers = llvm::map_to_vector(group, [&](int64_t reg) {
        return llvm::map_to_vector(
            adaptor.getOperands(),
            [&](ValueRange range) -> Value { return range[reg]; });
      });
      BodyEmitter::Elements partial =
          body.reduce(registers, countStrands(group.size(), groups.size()));
      if (redux)
        partial = {
            ptxops::reduceWarp(rewriter, op.getLoc(), partial.front(), *redux)};
      for (uint64_t rest = redux ? 0 : lanes; rest != 0; rest &= rest - 1) {
        auto others = llvm::map_to_vector(partial, [&](Value value) {
          return ptxops::shuffleXor(rewriter, op.getLoc(), value,
                                    1u << llvm::countr_zero(rest));
        });
        partial = body.combine(partial, others);
      }
      for (auto [result, value] : llvm::zip(results, partial))
        result.push_back(value);
    }
    rewriter.replaceOpWithMultiple(op, results);
    return success();
  }
};

} // namespace

void tileas::populateReductionPatterns(RewritePatternSet &patterns,
                                       const RegisterTypeConverter &converter,
                                       KernelContext &kernel) {
  patterns.add<WarpReducePattern>(converter, kernel);
}
