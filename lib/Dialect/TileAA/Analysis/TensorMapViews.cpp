//===- TensorMapViews.cpp - Views that tensor maps describe ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A map makes of a float what `cvt.rn.tf32.f32` makes of it, but for NaNs of which
// nothing but the 13 low bits tells that they are no infinity: maps leave these as
// they are, and products ignore the bits (docs/rationale/lowering/tensor-memory.md).
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/TensorMapViews.h"
#include "FactorLoad.h"
#include "mlir/IR/Matchers.h"
#include "tessera/Dialect/TileAA/IR/Ops/Conversion.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

// PTX ISA, "Tensors" and "tensormap.replace".
static constexpr int64_t kUnitBytes = 16;
static constexpr int64_t kMostStrideBytes = (int64_t(1) << 40) - 1;
/// Positions are i32.
static constexpr int64_t kMostExtent = int64_t(1) << 31;

bool tileaa::isZeroElsewhere(Value other) {
  if (!other)
    return true;
  Attribute constant;
  if (!matchPattern(other, m_Constant(&constant)))
    return false;
  if (auto elements = dyn_cast<SplatElementsAttr>(constant))
    constant = elements.getSplatValue<Attribute>();
  // Negative zero has other bits.
  if (auto number = dyn_cast<FloatAttr>(constant))
    return number.getValue().isPosZero();
  auto number = dyn_cast<IntegerAttr>(constant);
  return number && number.getValue().isZero();
}

StringRef tileaa::findMapObstacle(const Access &load, Value other,
                                  bool gathers) {
  AccessHintsAttr hints = load.order.hints;
  if (hints && hints.getAllowTma() && !hints.getAllowTma().getValue())
    return "a hint of the load forbids it";
  if (!gathers && (load.place.starts.empty() || load.place.mask))
    return "the load is through pointers, or masked";
  // The end of a copy, for which each thread waits, orders its reads before what
  // comes behind; nothing orders them behind other accesses.
  if (load.token)
    return "another access is ordered before the load";
  if (!isZeroElsewhere(other))
    return "elements outside of a view are to be anything but zero";
  return "";
}

/// True if a scalar can be computed in `body`, where promises about it may not hold.
static bool isComputableIn(Block &body, Value value) {
  llvm::SetVector<Value> values;
  values.insert(value);
  for (size_t number = 0; number != values.size(); ++number) {
    Value each = values[number];
    if (each.getParentBlock() == &body)
      continue;
    Operation *op = each.getDefiningOp();
    if (!op || op->getNumResults() != 1 || op->getNumRegions() != 0 ||
        !isPure(op) || isa<ShapedType>(each.getType()))
      return false;
    values.insert_range(op->getOperands());
  }
  return true;
}

StringRef tileaa::findMapObstacle(const AccessPlace &place,
                                  std::optional<unsigned> inner, int64_t bytes,
                                  Block &body,
                                  const ValueFactsAnalysis &facts) {
  auto isMultiple = [&](Value value, int64_t unit) {
    return facts.getFacts(value).getDivisibility() % unit == 0;
  };
  auto isAtMost = [&](Value value, int64_t most) {
    return facts.getFacts(value).getRange().umax().ule(most);
  };
  auto isComputable = [&](Value value) { return isComputableIn(body, value); };
  if (!isComputable(place.base) || !llvm::all_of(place.extents, isComputable) ||
      !llvm::all_of(place.strides, isComputable))
    return "the view is of what a loop or branch alone knows";
  if (!isMultiple(place.base, kUnitBytes))
    return "the base is not known to be a multiple of 16 bytes";
  if (inner && !matchPattern(place.strides[*inner], m_One()))
    return "the elements of a row are not known to be neighbours in memory";
  for (auto [dim, stride] : llvm::enumerate(place.strides))
    if (dim != inner && !(isMultiple(stride, kUnitBytes / bytes) &&
                          isAtMost(stride, kMostStrideBytes / bytes)))
      return "strides are not known to be multiples of 16 bytes below 2^40";
  if (!llvm::all_of(place.extents, [&](Value extent) {
        return isAtMost(extent, kMostExtent);
      }))
    return "extents are not known to be at most 2^31";
  if (!llvm::all_of(place.starts, [&](Value start) {
        return isAtMost(start,
                        llvm::maxIntN(start.getType().getIntOrFloatBitWidth()));
      }))
    return "a tile may begin before the view";
  return "";
}

bool tileaa::isRoundedByMaps(Operation *op, const TargetInfo &target) {
  auto convert = dyn_cast_or_null<ConvertFloatOp>(op);
  return convert && convert.getFrom() == FloatFormat::F32 &&
         convert.getTo() == FloatFormat::TF32 &&
         convert.getRounding() == Rounding::NearestEven &&
         (target.hasTcgen05() || target.hasWgmma()) &&
         target.has(Feature::TensorMapReplace);
}

bool MapCandidates::contains(LoadOp load) {
  Access access = Access::of(load);
  if (!byMaps || !findMapObstacle(access, load.getOther()).empty())
    return false;
  const AccessPlace &place = access.place;
  const auto *inner = llvm::find_if(place.strides, [](Value stride) {
    return matchPattern(stride, m_One());
  });
  if (inner == place.strides.end())
    return false;
  if (!facts)
    facts = std::make_unique<ValueFactsAnalysis>(entry);
  constexpr int64_t bytesOfWord = 4;
  return findMapObstacle(place, inner - place.strides.begin(), bytesOfWord,
                         entry.getBody().front(), *facts)
      .empty();
}

bool MapCandidates::isChangedByThreads(Value factor) {
  bool isRounded = false, isComputed = false;
  LoadOp load = findFactorLoad(factor, [&](Operation *op) {
    if (isRoundedByMaps(op, target))
      isRounded = true;
    else
      isComputed |= !isa<MoveOpInterface>(op);
  });
  return load && (isComputed || (isRounded && !contains(load)));
}

bool MapCandidates::isRoundedByThreads(Value factor) {
  bool isRounded = false;
  findFactorLoad(factor, [&](Operation *op) {
    auto convert = dyn_cast<ConvertFloatOp>(op);
    isRounded |= convert && convert.getTo() == FloatFormat::TF32;
  });
  return isRounded && isChangedByThreads(factor);
}
