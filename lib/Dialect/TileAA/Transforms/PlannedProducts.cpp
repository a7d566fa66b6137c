//===- PlannedProducts.cpp - Matrix instructions for products -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlannedProducts.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAA/IR/FloatFormats.h"
#include "tessera/Dialect/TileAA/IR/Ops/Conversion.h"
#include "tessera/Dialect/TileAA/IR/Ops/Product.h"
#include "tessera/Support/RemarkCategories.h"
#include "tessera/Target/MachineModel.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

/// Converts to a wider format, which represents the same values.
static Value widen(OpBuilder &builder, Value factor, FactorFormat from,
                   FactorFormat to) {
  if (from == to)
    return factor;
  auto type = cast<RankedTensorType>(factor.getType());
  Location loc = factor.getLoc();
  if (to == FactorFormat::F16)
    return ConvertFloatOp::create(
        builder, loc, type.clone(builder.getF16Type()), factor,
        *getFloatFormat(from), FloatFormat::F16, Rounding::NearestEven);
  if (from == FactorFormat::BF16)
    return arith::ExtFOp::create(builder, loc, type.clone(builder.getF32Type()),
                                 factor);
  // The low bits of a tf32 have no meaning, but would count in an f32.
  constexpr uint32_t meaningful = ~uint32_t(0) << 13;
  auto bits = type.clone(builder.getI32Type());
  Value mask = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(bits, APInt(32, meaningful)));
  Value word = arith::BitcastOp::create(builder, loc, bits, factor);
  word = arith::AndIOp::create(builder, loc, word, mask);
  return arith::BitcastOp::create(builder, loc, type, word);
}

/// Front ends show this to people: the unit that multiplies, and the one that
/// would be faster.
static void explainInstruction(MmaOp op, const MatrixInstruction *form,
                               StringRef entry, const TargetInfo &target) {
  StringRef factor = stringifyFactorFormat(op.getLhsFormat());
  auto named = [&](StringRef name) {
    return remark::RemarkOpts::name(name)
        .category(remarks::tensorCore)
        .function(entry);
  };
  const MatrixInstruction *wide =
      form && !op.getFastAcc() ? findWideInstruction(op, target) : nullptr;
  if (wide)
    remark::passed(op.getLoc(), named("RemarkTensorCoreMMA"))
        << remark::add("mma.sync.m{0}n{1}k{2} of f16, to which {3} is widened",
                       wide->m, wide->n.min, wide->k, factor);
  else if (form)
    remark::passed(op.getLoc(), named("RemarkTensorCoreMMA")) << remark::add(
        "mma.sync.m{0}n{1}k{2} of {3}{4}", form->m, form->n.min, form->k,
        factor, form->scaleVector ? " in scaled blocks" : "");
  if (std::optional<MatrixUnit> faster = findFasterUnit(op, target)) {
    remark::missed(op.getLoc(), named("RemarkMatrixUnit"))
        << remark::reason("{0} of this GPU is faster than {1}, but has no "
                          "lowering yet",
                          getMatrixUnitName(*faster),
                          form ? "mma.sync" : "the multiply-adds that compute")
        << remark::suggest("nothing in the program changes this; expect the "
                           "rate of {0}",
                           form ? "mma.sync" : "multiply-adds");
    return;
  }
  if (!form)
    remark::missed(op.getLoc(), named("RemarkTensorCoreMMA"))
        << remark::reason("tensor cores of this GPU have no products of {0}, "
                          "which multiply-adds compute",
                          factor)
        << remark::suggest(
               "convert the factors to f16, or where there is one, to "
               "tf32 or bf16, if that is precise enough");
}

/// The cycles for which a product keeps the units of an SM busy that multiply by
/// a form; 0 if nobody has published how fast it is.
static double getCycles(MmaOp product, const MatrixInstruction &form,
                        const TargetInfo &target) {
  std::optional<MatrixTiming> timing = MachineModel::of(target).get(
      form, getMatrixElement(product.getLhsFormat()), getSumElement(product));
  if (!timing)
    return 0;
  ProductShape shape = getProductShape(product);
  return 2.0 * double(shape.batch * shape.m * shape.n * shape.k) /
         timing->opsPerCycle.value;
}

/// The forms of all units of the GPU that take the factors and the sum of a
/// product, and what keeps one from being chosen.
static void explainCandidates(MmaOp product, const MatrixInstruction *chosen,
                              StringRef entry, const TargetInfo &target) {
  if (!product.getContext()->getRemarkEngine())
    return;
  MatrixElement lhs = getMatrixElement(product.getLhsFormat());
  MatrixElement rhs = getMatrixElement(product.getRhsFormat());
  for (const MatrixInstruction *form : target.getMatrixInstructions()) {
    bool isScaled = !product.getScales().empty();
    if (!form->takes(lhs, rhs, getSumElement(product)) ||
        (form->scaleVector != 0) != isScaled)
      continue;
    StringRef reason = form == chosen ? "it takes the fewest steps of its unit"
                       : form->unit != MatrixUnit::MmaSync
                           ? "no pass plans for its unit yet"
                           : "another form takes no more steps";
    remark::analysis(product.getLoc(),
                     remark::RemarkOpts::name("RemarkInstructionCandidate")
                         .category(remarks::tensorCore)
                         .function(entry))
        << remark::metric("Instruction",
                          llvm::formatv("{0}.m{1}n{2}k{3}",
                                        getMatrixUnitName(form->unit), form->m,
                                        form->n.max, form->k)
                              .str())
        << remark::metric(
               "Cycles",
               llvm::formatv("{0:f0}", getCycles(product, *form, target)).str())
        << remark::metric("Chosen", form == chosen)
        << remark::reason("{0}", reason);
  }
}

static void plan(MmaOp product, StringRef entry, const TargetInfo &target) {
  ProductForm form = chooseForm(product, target);
  OpBuilder builder(product);
  Value lhs =
      widen(builder, product.getLhs(), product.getLhsFormat(), form.lhs);
  Value rhs =
      widen(builder, product.getRhs(), product.getRhsFormat(), form.rhs);
  product.getLhsMutable().assign(lhs);
  product.getRhsMutable().assign(rhs);
  product.setLhsFormat(form.lhs);
  product.setRhsFormat(form.rhs);
  if (const MatrixInstruction *chosen = form.instruction)
    product.setInstruction({{chosen->m, chosen->n.min, chosen->k}});
  explainCandidates(product, form.instruction, entry, target);
  explainInstruction(product, form.instruction, entry, target);
}

void tileaa::planProducts(EntryOpInterface entry, const TargetInfo &target) {
  entry.walk([&](MmaOp product) { plan(product, entry.getSymName(), target); });
}
