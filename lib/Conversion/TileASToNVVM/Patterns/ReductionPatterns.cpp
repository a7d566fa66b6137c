//===- ReductionPatterns.cpp - Reductions within a warp -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Emitters/GuardedPowers.h"
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

/// The `results` that a thread reduces side by side, each in some `strands` that are joined
/// at the end, of which there is a power of two.
struct SideBySide {
  size_t results = 1, strands = 1;
};

/// Emits the body of a reduction on the elements of a thread.
class BodyEmitter {
public:
  using Elements = SmallVector<Value>;

  BodyEmitter(OpBuilder &builder, WarpReduceOp op, const TargetInfo &target)
      : builder(builder), body(op.getBody().front()),
        packed(findPacked(target)) {}

  /// Runs the body on a pair of scalars for each operand.
  Elements combine(ArrayRef<Value> lhs, ArrayRef<Value> rhs);

  /// Reduces the registers of each result, `registers[result]`.
  SmallVector<Elements> reduce(ArrayRef<SmallVector<Elements>> registers,
                               size_t strands);
  /// Combines each of some results with another element.
  void combineEach(MutableArrayRef<Elements> results, ArrayRef<Elements> next);

  /// True if one instruction combines two words with two others.
  bool combinesPairsOfWords() const {
    return packed && getElementTypeOrSelf(packed->getResult(0)).isF32();
  }

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

void BodyEmitter::combineEach(MutableArrayRef<Elements> results,
                              ArrayRef<Elements> next) {
  for (size_t at = 0; at != results.size();) {
    if (packed && at + 1 != results.size()) {
      combineTwo(results.slice(at, 2), next.drop_front(at));
      at += 2;
      continue;
    }
    results[at] = combine(results[at], next[at]);
    ++at;
  }
}

SmallVector<BodyEmitter::Elements>
BodyEmitter::reduce(ArrayRef<SmallVector<Elements>> registers, size_t strands) {
  auto takeStep = [&](size_t from) {
    SmallVector<Elements> step;
    for (ArrayRef<Elements> ofResult : registers)
      llvm::append_range(step, ofResult.slice(from, strands));
    return step;
  };
  SmallVector<Elements> reduced = takeStep(0);
  for (size_t at = strands; at != registers.front().size(); at += strands)
    combineEach(reduced, takeStep(at));
  SmallVector<Elements> results;
  for (ArrayRef<Elements> rest = reduced; !rest.empty();
       rest = rest.drop_front(strands)) {
    SmallVector<Elements> joined(rest.take_front(strands));
    for (size_t count = strands / 2; count != 0; count /= 2)
      for (size_t strand = 0; strand != count; ++strand)
        joined[strand] = combine(joined[strand], joined[strand + count]);
    results.push_back(joined.front());
  }
  return results;
}

/// True for a tile whose neighbouring registers are made each by itself: not by one
/// instruction, as a load is, nor behind one guard.
static bool areMadeOneByOne(Value tile, const KernelContext &kernel) {
  Operation *op = tile.getDefiningOp();
  if (!op || !op->hasTrait<OpTrait::Elementwise>() ||
      scalarmath::hasPackedForm(op, kernel.getTarget()))
    return false;
  auto power = dyn_cast<tileaa::Exp2Op>(op);
  return !power || !isGuardedTogether(power, kernel.getPowerGuards());
}

/// The division of a thread's registers among results and strands. An op of a strand
/// waits for the one before: four strands fill that time, and so do several results.
/// Short ones are not worth the ops that join them. Where one instruction serves two,
/// these are two results, or two strands of neighbours that are a pair of registers as
/// they are made.
static SideBySide divideRegisters(WarpReduceOp op, size_t registers,
                                  size_t results, const BodyEmitter &body,
                                  const KernelContext &kernel) {
  constexpr size_t mostStrands = 4, leastOfStrand = 8;
  size_t strands = llvm::bit_floor(registers / leastOfStrand);
  if (results == 1)
    return {1, std::clamp<size_t>(strands, 1, mostStrands)};
  if (!body.combinesPairsOfWords() || results % 2 != 0)
    return {};
  if (areMadeOneByOne(op.getOperands().front(), kernel))
    return {/*results=*/2, /*strands=*/1};
  return strands < 2 ? SideBySide() : SideBySide{2, 2};
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
    SideBySide division =
        divideRegisters(op, groups.front().size(), groups.size(), body, kernel);
    for (auto left = ArrayRef(groups); !left.empty();
         left = left.drop_front(division.results)) {
      SmallVector<SmallVector<BodyEmitter::Elements>> registers;
      for (ArrayRef<int64_t> group : left.take_front(division.results))
        registers.push_back(llvm::map_to_vector(group, [&](int64_t reg) {
          return llvm::map_to_vector(
              adaptor.getOperands(),
              [&](ValueRange range) -> Value { return range[reg]; });
        }));
      SmallVector<BodyEmitter::Elements> partial =
          body.reduce(registers, division.strands);
      if (redux)
        for (BodyEmitter::Elements &each : partial)
          each = {
              ptxops::reduceWarp(rewriter, op.getLoc(), each.front(), *redux)};
      for (uint64_t rest = redux ? 0 : lanes; rest != 0; rest &= rest - 1)
        body.combineEach(partial, shuffle(rewriter, op.getLoc(), partial,
                                          1u << llvm::countr_zero(rest)));
      for (ArrayRef<Value> each : partial)
        for (auto [result, value] : llvm::zip(results, each))
          result.push_back(value);
    }
    rewriter.replaceOpWithMultiple(op, results);
    return success();
  }

private:
  /// The elements of the lane whose number differs by `mask`.
  static SmallVector<BodyEmitter::Elements>
  shuffle(OpBuilder &builder, Location loc,
          ArrayRef<BodyEmitter::Elements> results, unsigned mask) {
    return llvm::map_to_vector(results, [&](ArrayRef<Value> each) {
      return llvm::map_to_vector(each, [&](Value value) -> Value {
        return ptxops::shuffleXor(builder, loc, value, mask);
      });
    });
  }
};

} // namespace

void tileas::populateReductionPatterns(RewritePatternSet &patterns,
                                       const RegisterTypeConverter &converter,
                                       KernelContext &kernel) {
  patterns.add<WarpReducePattern>(converter, kernel);
}
