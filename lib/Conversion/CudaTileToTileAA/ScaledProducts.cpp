//===- ScaledProducts.cpp - Matrix products in scaled blocks --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mmaf_scaled as a product with scales, where the GPU has an instruction for
// it: floats of 8 bits, or two of f4E2M1FN in a byte, with scales of f8E8M0FNU
// for 32 of them, or of f4E2M1FN with scales of f8E4M3FN for 16. An instruction
// of warps takes any product; that of tensor memory takes those for which it can
// be planned, as they are or cut into slices, which is known when all of an entry
// is converted.
//
// Others become products without scales, which are exact up to the
// sum. The format of the scales decides how:
//
// - A scale of f8E4M3FN or f8E5M3FNU times an element of f4E2M1FN has at most
//   six significant bits and lies within the range of f16 or bf16. The factors
//   are scaled first.
//
// - Scales of f8E8M0FNU are powers of two from 2^-127 to 2^127. A scaled factor
//   may overflow every format though the product of two does not, as in
//   (448 * 2^127) * (1 * 2^-127). So the blocks along K are multiplied
//   separately, as a batch, and the sum of each block is scaled by 2^e, where
//   e = a + b - 254 is the sum of both exponents. This takes two steps,
//   2^(e / 2) and 2^(e - e / 2), since 2^e itself may be no f32. Both have the
//   same sign of exponent, so the first step loses nothing that the second
//   would bring back.
//
//===----------------------------------------------------------------------===//

#include "HalfBytes.h"
#include "TileEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/PassManager.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/MatrixMath.h"
#include "tessera/Dialect/TileAA/Analysis/TileNeeds.h"
#include "tessera/Dialect/TileAA/Analysis/WarpGroups.h"
#include "tessera/Dialect/TileAA/IR/FloatFormats.h"
#include "tessera/Dialect/TileAA/IR/Ops/FloatMath.h"
#include "tessera/Dialect/TileAA/IR/Ops/Product.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "tessera/Dialect/TileAA/Transforms/Passes.h"
#include "tessera/Support/RemarkCategories.h"
#include "tessera/Target/TargetInfo.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using tileaa::FactorFormat;
using tileaa::FloatFormat;

namespace {

/// A product in scaled blocks: factors of single elements, and codes of scales.
struct ScaledProduct {
  Value lhs, rhs, acc, lhsScale, rhsScale;
  FloatFormat element, scale;
};

/// The extents of a product whose factors have a scale for each block of K.
struct Blocks {
  explicit Blocks(const ScaledProduct &product) {
    auto shapeOf = [](Value tile) {
      return cast<RankedTensorType>(tile.getType()).getShape();
    };
    ArrayRef<int64_t> lhs = shapeOf(product.lhs);
    batch = lhs.size() == 3 ? lhs.front() : 1;
    m = lhs.end()[-2];
    n = shapeOf(product.rhs).back();
    count = shapeOf(product.lhsScale).back();
    length = lhs.back() / count;
  }

  int64_t batch, m, n, count, length;
};

/// Makes a product without scales.
class ScaledProductEmitter : public TileEmitter {
public:
  ScaledProductEmitter(OpBuilder &builder, Location loc,
                       const ScaledProduct &product)
      : TileEmitter(builder, loc), blocks(product), element(product.element),
        scale(product.scale) {}

  Value run(const ScaledProduct &product) {
    auto [lhs, rhs, acc, lhsScale, rhsScale, element, scale] = product;
    if (scale == FloatFormat::F8E8M0FNU)
      return scaleProducts(lhs, rhs, acc, lhsScale, rhsScale);
    FloatFormat wide =
        scale == FloatFormat::F8E4M3FN ? FloatFormat::F16 : FloatFormat::BF16;
    auto [b, m, n, count, length] = blocks;
    lhs = scaleFactor(lhs, lhsScale, wide, {b, m, count, 1},
                      {b, m, count, length});
    rhs = scaleFactor(rhs, rhsScale, wide, {b, count, 1, n},
                      {b, count, length, n});
    return multiply(lhs, rhs, acc, *tileaa::getFactorFormat(wide));
  }

private:
  /// Multiplies each element by its scale: `blocked` is the shape of the factor
  /// with its blocks apart, `thin` that of the scales.
  Value scaleFactor(Value factor, Value scales, FloatFormat wide,
                    ArrayRef<int64_t> thin, ArrayRef<int64_t> blocked) {
    auto toF32 = [&](Value tile, FloatFormat format) {
      return convertFloat(builder, loc, tile, format, FloatFormat::F32);
    };
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(factor.getType()).getShape();
    Value each =
        reshape(broadcast(reshape(toF32(scales, scale), thin), blocked), shape);
    Value scaled = tileaa::MulFOp::create(
        builder, loc, each.getType(), toF32(factor, element), each,
        tileaa::Rounding::NearestEven, /*ftz=*/false);
    return convertFloat(builder, loc, scaled, FloatFormat::F32, wide);
  }

  Value scaleProducts(Value lhs, Value rhs, Value acc, Value lhsScale,
                      Value rhsScale) {
    auto [b, m, n, count, length] = blocks;
    // On some GPUs, instructions for 8-bit floats accumulate with less
    // precision than f32.
    lhs = convertFloat(builder, loc, lhs, element, FloatFormat::F16);
    rhs = convertFloat(builder, loc, rhs, element, FloatFormat::F16);
    // Blocks along K become a batch dimension.
    lhs = permute(reshape(lhs, {b, m, count, length}), {0, 2, 1, 3});
    lhs = reshape(lhs, {b * count, m, length});
    rhs = reshape(rhs, {b * count, length, n});
    SmallVector<int64_t> shape = {b * count, m, n};
    Type f32 = builder.getF32Type();
    Value zero = makeSplat(builder, loc, RankedTensorType::get(shape, f32),
                           builder.getF32FloatAttr(0));
    Value products = multiply(lhs, rhs, zero, FactorFormat::F16);
    Value rows = reshape(permute(reshape(lhsScale, {b, m, count}), {0, 2, 1}),
                         {b * count, m, 1});
    Value columns = reshape(rhsScale, {b * count, 1, n});
    Value sum = sumBlocks(scaleBy(products, rows, columns));
    sum = reshape(sum, cast<RankedTensorType>(acc.getType()).getShape());
    return addF(acc, sum);
  }

  /// Multiplies each product by two powers of two, given by the codes (biased
  /// exponents, or NaN) of its row and its column.
  Value scaleBy(Value products, Value rows, Value columns) {
    auto type = cast<RankedTensorType>(products.getType());
    auto words = type.clone(builder.getI32Type());
    auto spreadWords = [&](Value tile) {
      return broadcast(tile, type.getShape());
    };
    auto constant = [&](int64_t value) {
      return makeIntSplat(builder, loc, words, value);
    };
    auto add = [&](Value lhs, Value rhs) -> Value {
      return arith::AddIOp::create(builder, loc, lhs, rhs);
    };
    Value rowCodes = toWords(rows), columnCodes = toWords(columns);
    Value rowWords = spreadWords(rowCodes);
    Value columnWords = spreadWords(columnCodes);
    Value exponent = add(rowWords, columnWords);
    exponent = add(exponent, constant(-2 * kBias));
    // For smaller exponents all products are zero, and the powers are not
    // normal numbers.
    exponent = arith::MaxSIOp::create(builder, loc, exponent,
                                      constant(-2 * (kBias - 1)));
    Value first = arith::ShRSIOp::create(builder, loc, exponent, constant(1));
    Value second = arith::SubIOp::create(builder, loc, exponent, first);
    auto power = [&](Value exponents) -> Value {
      Value biased = add(exponents, constant(kBias));
      return arith::ShLIOp::create(builder, loc, biased,
                                   constant(kFractionBits));
    };
    Value rowNaNs = spreadWords(findNaNs(rowCodes));
    Value columnNaNs = spreadWords(findNaNs(columnCodes));
    Value isNaN = arith::OrIOp::create(builder, loc, rowNaNs, columnNaNs);
    Value firstPower = arith::OrIOp::create(builder, loc, power(first), isNaN);
    Value scaled = mulF(
        products, arith::BitcastOp::create(builder, loc, type, firstPower));
    return mulF(scaled,
                arith::BitcastOp::create(builder, loc, type, power(second)));
  }

  Value toWords(Value codes) {
    auto type = cast<RankedTensorType>(codes.getType());
    return arith::ExtUIOp::create(builder, loc,
                                  type.clone(builder.getI32Type()), codes);
  }

  /// The bits of a NaN for the code 255, which stands for NaN; 0 for other
  /// codes.
  Value findNaNs(Value codes) {
    constexpr int64_t nan = 0x7fc00000;
    Value isNaN =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, codes,
                              makeIntSplat(builder, loc, codes.getType(), 255));
    Value zero = makeIntSplat(builder, loc, codes.getType(), 0);
    return arith::SelectOp::create(
        builder, loc, isNaN, makeIntSplat(builder, loc, codes.getType(), nan),
        zero);
  }

  /// The sum over the blocks, for each element of the result.
  Value sumBlocks(Value parts) {
    auto [b, m, n, count, length] = blocks;
    if (count == 1)
      return parts;
    Type f32 = builder.getF32Type();
    auto reduce = tileaa::ReduceOp::create(
        builder, loc, TypeRange(RankedTensorType::get({b, m, n}, f32)),
        reshape(parts, {b, count, m, n}), /*dim=*/1,
        builder.getArrayAttr(builder.getF32FloatAttr(0)));
    OpBuilder::InsertionGuard guard(builder);
    Block *body =
        builder.createBlock(&reduce.getBody(), {}, {f32, f32}, {loc, loc});
    tileaa::YieldOp::create(builder, loc,
                            addF(body->getArgument(0), body->getArgument(1)));
    return reduce.getResult(0);
  }

  Value multiply(Value lhs, Value rhs, Value acc, FactorFormat format) {
    return tileaa::MmaOp::create(builder, loc, acc.getType(), lhs, rhs, acc,
                                 /*scales=*/ValueRange(), format, format,
                                 /*scale_format=*/tileaa::FloatFormatAttr(),
                                 /*fast_acc=*/false,
                                 /*instruction=*/DenseI64ArrayAttr());
  }
  Value addF(Value lhs, Value rhs) {
    return tileaa::AddFOp::create(builder, loc, lhs.getType(), lhs, rhs,
                                  tileaa::Rounding::NearestEven, /*ftz=*/false);
  }
  Value mulF(Value lhs, Value rhs) {
    return tileaa::MulFOp::create(builder, loc, lhs.getType(), lhs, rhs,
                                  tileaa::Rounding::NearestEven, /*ftz=*/false);
  }
  Value permute(Value tile, ArrayRef<int32_t> permutation) {
    auto type = cast<RankedTensorType>(tile.getType());
    SmallVector<int64_t> shape;
    for (int32_t dim : permutation)
      shape.push_back(type.getDimSize(dim));
    return tileaa::PermuteOp::create(builder, loc, type.clone(shape), tile,
                                     permutation);
  }

  /// The exponent bias of both f32 and f8E8M0FNU.
  static constexpr int64_t kBias = 127;
  static constexpr int64_t kFractionBits = 23;

  Blocks blocks;
  FloatFormat element, scale;
};

Value expand(OpBuilder &builder, Location loc, const ScaledProduct &product) {
  return ScaledProductEmitter(builder, loc, product).run(product);
}

//===----------------------------------------------------------------------===//
// With an instruction
//===----------------------------------------------------------------------===//

/// Says that a faster unit does not multiply, and why.
void explainExpansion(Location loc, StringRef entry, StringRef reason) {
  remark::missed(loc, remark::RemarkOpts::name("RemarkMatrixUnit")
                          .category(remarks::tensorCore)
                          .function(entry))
      << remark::reason("tcgen05.mma of this GPU is faster than products "
                        "without scales, but {0}",
                        reason)
      << remark::suggest("expect the rate of conversions");
}

struct ConvertMmaFScaled : public OpConversionPattern<MmaFScaledOp> {
  ConvertMmaFScaled(const TypeConverter &converter, MLIRContext *context,
                    const TargetInfo *target)
      : OpConversionPattern(converter, context), target(target) {}

  LogicalResult
  matchAndRewrite(MmaFScaledOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ScaledProduct product{
        adaptor.getLhs(),
        adaptor.getRhs(),
        adaptor.getAcc(),
        adaptor.getLhsScale(),
        adaptor.getRhsScale(),
        *getFloatFormat(op.getLhs().getType().getElementType()),
        *getFloatFormat(op.getLhsScale().getType().getElementType())};
    rewriter.replaceOp(op, hasInstruction(op, product)
                               ? multiplyScaled(rewriter, op.getLoc(), product)
                               : expand(rewriter, op.getLoc(), product));
    return success();
  }

private:
  bool hasInstruction(MmaFScaledOp op, const ScaledProduct &product) const {
    // The instructions for blocks of 16 take ue4m3, the others ue8m0.
    int64_t length = Blocks(product).length;
    FloatFormat wanted =
        length == 16 ? FloatFormat::F8E4M3FN : FloatFormat::F8E8M0FNU;
    std::optional<FactorFormat> format =
        tileaa::getFactorFormat(product.element);
    if (!target || !format || product.scale != wanted)
      return false;
    MatrixElement factor = tileaa::getMatrixElement(*format);
    if (target->chooseScaledMmaSync(factor, factor, length))
      return true;
    bool isInTensorMemory =
        llvm::any_of(target->getMatrixInstructions(), [&](const auto *form) {
          return form->unit == MatrixUnit::Tcgen05 &&
                 form->scaleVector == length &&
                 form->takes(factor, factor, MatrixElement::F32);
        });
    if (!isInTensorMemory || tileaa::getFloatsPerElement(*format) == 1)
      return isInTensorMemory;
    unsigned last = op.getLhs().getType().getRank() - 1;
    if (areSplitBytes(product.lhs, last) &&
        areSplitBytes(product.rhs, last - 1))
      return true;
    auto entry = op->getParentOfType<SymbolOpInterface>();
    explainExpansion(op.getLoc(), entry ? entry.getName() : "",
                     "reads floats of 4 bits as they lie in memory, side by "
                     "side along K, and here they do not");
    return false;
  }

  static Value multiplyScaled(OpBuilder &builder, Location loc,
                              const ScaledProduct &product) {
    auto [lhs, rhs, acc, lhsScale, rhsScale, element, scale] = product;
    FactorFormat format = *tileaa::getFactorFormat(element);
    unsigned last = cast<RankedTensorType>(lhs.getType()).getRank() - 1;
    if (tileaa::getFloatsPerElement(format) == 2) {
      lhs = joinHalves(builder, loc, lhs, last);
      rhs = joinHalves(builder, loc, rhs, last - 1);
    }
    return tileaa::MmaOp::create(
        builder, loc, acc.getType(), lhs, rhs, acc,
        ValueRange{lhsScale, rhsScale}, format, format,
        tileaa::FloatFormatAttr::get(builder.getContext(), scale),
        /*fast_acc=*/false, /*instruction=*/DenseI64ArrayAttr());
  }

  const TargetInfo *target;
};

} // namespace

/// The products in scaled blocks that no warp multiplies.
static SmallVector<tileaa::MmaOp> findProducts(tileaa::EntryOpInterface entry,
                                               const TargetInfo &target) {
  SmallVector<tileaa::MmaOp> products;
  entry.walk([&](tileaa::MmaOp product) {
    if (!product.getScales().empty() &&
        !tileaa::chooseForm(product, target).instruction)
      products.push_back(product);
  });
  return products;
}

/// The first reason why `tcgen05.mma` does not multiply one of an entry's products
/// in scaled blocks; nothing if it multiplies them all.
static std::optional<StringRef> findRefusal(tileaa::EntryOpInterface entry,
                                            const TargetInfo &target) {
  tileaa::MapCandidates maps(entry, target, /*byMaps=*/true);
  tileaa::TileNeeds needs =
      tileaa::findTileNeeds(entry, target, /*byGroups=*/true, maps);
  unsigned warps = chooseWarps(entry, needs, target).warps;
  for (tileaa::MmaOp product : findProducts(entry, target)) {
    StringRef reason;
    if (!tileaa::chooseGroupInstruction(product, target, warps, maps, reason))
      return reason;
  }
  return std::nullopt;
}

/// True if `tcgen05.mma` multiplies them all when tiles that are large have been
/// cut, which a copy of the entry shows.
static bool multipliesSlices(tileaa::EntryOpInterface entry,
                             const TargetInfo &target,
                             PipelineRunner runPipeline) {
  Operation *copy = OpBuilder(entry).clone(*entry.getOperation());
  OpPassManager passes(copy->getName().getStringRef());
  passes.addPass(createTileAAMinimizeTokens());
  TileAAStripMineOptions options;
  options.gpuName = target.getName().str();
  passes.addPass(createTileAAStripMine(options));
  bool multiplies = succeeded(runPipeline(passes, copy)) &&
                    !findRefusal(cast<tileaa::EntryOpInterface>(copy), target);
  copy->erase();
  return multiplies;
}

static void expandProduct(tileaa::MmaOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value lhs = op.getLhs(), rhs = op.getRhs();
  unsigned last = cast<RankedTensorType>(lhs.getType()).getRank() - 1;
  if (tileaa::getFloatsPerElement(op.getLhsFormat()) == 2) {
    lhs = splitBytes(builder, loc, lhs, last);
    rhs = splitBytes(builder, loc, rhs, last - 1);
  }
  ScaledProduct product{lhs,
                        rhs,
                        op.getAcc(),
                        op.getScales()[0],
                        op.getScales()[1],
                        *tileaa::getFloatFormat(op.getLhsFormat()),
                        *op.getScaleFormat()};
  op.replaceAllUsesWith(expand(builder, loc, product));
  op.erase();
}

/// One that is expanded has sums of its own, for which others would have no
/// room.
void tessera::expandScaledProducts(tileaa::EntryOpInterface entry,
                                   const TargetInfo &target, bool byGroups,
                                   PipelineRunner runPipeline) {
  SmallVector<tileaa::MmaOp> products = findProducts(entry, target);
  if (products.empty())
    return;
  std::optional<StringRef> reason = "multiplies in optimised code alone";
  if (byGroups)
    reason = findRefusal(entry, target);
  if (!reason || (byGroups && multipliesSlices(entry, target, runPipeline)))
    return;
  for (tileaa::MmaOp product : products) {
    explainExpansion(product.getLoc(), entry.getSymName(), *reason);
    expandProduct(product);
  }
}

void tessera::populateScaledProductPatterns(const TypeConverter &converter,
                                            RewritePatternSet &patterns,
                                            const TargetInfo *target) {
  patterns.add<ConvertMmaFScaled>(converter, patterns.getContext(), target);
}
