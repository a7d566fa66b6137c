//===- PlannedProducts.cpp - Matrix instructions for products -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlannedProducts.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAA/Analysis/WarpGroups.h"
#include "tessera/Dialect/TileAA/IR/FloatFormats.h"
#include "tessera/Dialect/TileAA/IR/Ops/Conversion.h"
#include "tessera/Dialect/TileAA/IR/Ops/FloatMath.h"
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

/// Has a product add to nothing, and threads its sum to what it was to be added to.
static void addApart(MmaOp product) {
  auto builder = OpBuilder::atBlockBegin(
      &product->getParentOfType<EntryOpInterface>()->getRegion(0).front());
  Location loc = product.getLoc();
  Value acc = product.getAcc();
  auto type = cast<RankedTensorType>(acc.getType());
  Value zero = arith::ConstantOp::create(
      builder, loc, cast<TypedAttr>(builder.getZeroAttr(type)));
  product.getAccMutable().assign(zero);
  builder.setInsertionPointAfter(product);
  Value sum = product.getResult();
  Operation *added =
      type.getElementType().isInteger()
          ? arith::AddIOp::create(builder, loc, acc, sum).getOperation()
          : AddFOp::create(builder, loc, type, acc, sum, Rounding::NearestEven,
                           /*ftz=*/false);
  sum.replaceAllUsesExcept(added->getResult(0), added);
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
  int64_t k = shape.k * getFloatsPerElement(product.getLhsFormat());
  return 2.0 * double(shape.batch * shape.m * shape.n * k) /
         timing->opsPerCycle.value;
}

/// The forms of all units of the GPU that take the factors and the sum of a
/// product, and what keeps one from being chosen: `ofGroups` that of groups.
static void explainCandidates(MmaOp product, const MatrixInstruction *chosen,
                              StringRef ofGroups, StringRef entry,
                              const TargetInfo &target) {
  if (!product.getContext()->getRemarkEngine())
    return;
  MatrixElement lhs = getMatrixElement(product.getLhsFormat());
  MatrixElement rhs = getMatrixElement(product.getRhsFormat());
  for (const MatrixInstruction *form : target.getMatrixInstructions()) {
    bool isScaled = !product.getScales().empty();
    if (!form->takes(lhs, rhs, getSumElement(product)) ||
        (form->scaleVector != 0) != isScaled)
      continue;
    StringRef reason =
        form == chosen ? "it takes the fewest steps of its unit"
        : form->unit != MatrixUnit::MmaSync && !ofGroups.empty() ? ofGroups
        : form->unit != MatrixUnit::MmaSync ? "no pass plans for its unit yet"
        : chosen && chosen->unit != form->unit
            ? "another unit is faster"
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

namespace {

/// Plans the products of an entry.
class ProductPlanner {
public:
  ProductPlanner(EntryOpInterface entry, const TargetInfo &target,
                 unsigned warps, bool byGroups, MapCandidates &maps)
      : entry(entry), target(target), warps(warps), byGroups(byGroups),
        maps(maps) {}

  LogicalResult plan(MmaOp product) {
    StringRef reason;
    std::optional<GroupInstruction> ofGroups =
        chooseGroupInstruction(product, target, warps, maps, reason);
    if (ofGroups && byGroups) {
      product.setInstruction(
          {{ofGroups->form->m, ofGroups->width, ofGroups->form->k}});
      product.setSwapped(ofGroups->isSwapped);
      if (ofGroups->form->unit == MatrixUnit::Tcgen05 && isAddedApart(product))
        addApart(product);
      explainCandidates(product, ofGroups->form, reason, entry.getSymName(),
                        target);
      explain(product, getMatrixUnitName(ofGroups->form->unit), *ofGroups->form,
              ofGroups->width);
      return success();
    }
    if (ofGroups)
      reason = "multiplies in optimised code alone";
    ProductForm form = chooseForm(product, target);
    if (!product.getScales().empty() && !form.instruction)
      return product.emitOpError("has scaled blocks that no instruction of ")
             << target.getName() << " multiplies here"
             << (reason.empty() ? "" : ": tcgen05.mma ") << reason;
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
    explainCandidates(product, form.instruction, reason, entry.getSymName(),
                      target);
    explainWarpInstruction(product, form.instruction, reason);
    return success();
  }

private:
  remark::RemarkOpts named(StringRef name) {
    return remark::RemarkOpts::name(name)
        .category(remarks::tensorCore)
        .function(entry.getSymName());
  }

  static StringRef getFactorName(MmaOp op) {
    return stringifyFactorFormat(op.getLhsFormat());
  }

  void explain(MmaOp op, StringRef unit, const MatrixInstruction &form,
               int64_t width) {
    remark::passed(op.getLoc(), named("RemarkTensorCoreMMA")) << remark::add(
        "{0}.m{1}n{2}k{3} of {4}{5}", unit, form.m, width, form.k,
        getFactorName(op), form.scaleVector ? " in scaled blocks" : "");
  }

  void explainWidening(MmaOp op, const MatrixInstruction &wide) {
    remark::passed(op.getLoc(), named("RemarkTensorCoreMMA"))
        << remark::add("mma.sync.m{0}n{1}k{2} of f16, to which {3} is widened",
                       wide.m, wide.n.min, wide.k, getFactorName(op));
    remark::missed(op.getLoc(), named("RemarkMatrixUnit"))
        << remark::reason("mma.sync of {0} is twice as fast as of f16, but "
                          "loses bits of sums in f32",
                          getFactorName(op))
        << remark::suggest("set fast_acc, if that is precise enough");
  }

  /// Front ends show this to people: the unit that multiplies, and the one that
  /// would be faster. `reason` is why groups do not multiply.
  void explainWarpInstruction(MmaOp op, const MatrixInstruction *form,
                              StringRef reason) {
    const MatrixInstruction *wide =
        form && !op.getFastAcc() ? findWideInstruction(op, target) : nullptr;
    if (wide)
      explainWidening(op, *wide);
    else if (form)
      explain(op, "mma.sync", *form, form->n.min);
    if (std::optional<MatrixUnit> faster = findFasterUnit(op, target)) {
      remark::missed(op.getLoc(), named("RemarkMatrixUnit"))
          << remark::reason("{0} of this GPU is faster than {1}, but {2}",
                            getMatrixUnitName(*faster),
                            form ? "mma.sync"
                                 : "the multiply-adds that compute",
                            reason.empty() ? "has no lowering yet" : reason)
          << remark::suggest("expect the rate of {0}",
                             form ? "mma.sync" : "multiply-adds");
      return;
    }
    if (!form)
      remark::missed(op.getLoc(), named("RemarkTensorCoreMMA"))
          << remark::reason("tensor cores of this GPU have no products of {0}, "
                            "which multiply-adds compute",
                            getFactorName(op))
          << remark::suggest(
                 "convert the factors to f16, or where there is one, to "
                 "tf32 or bf16, if that is precise enough");
  }

  EntryOpInterface entry;
  const TargetInfo &target;
  unsigned warps;
  bool byGroups;
  MapCandidates &maps;
};

} // namespace

LogicalResult tileaa::planProducts(EntryOpInterface entry,
                                   const TargetInfo &target, unsigned warps,
                                   bool byGroups, MapCandidates &maps) {
  ProductPlanner planner(entry, target, warps, byGroups, maps);
  return failure(entry
                     .walk([&](MmaOp product) {
                       return WalkResult(planner.plan(product));
                     })
                     .wasInterrupted());
}
