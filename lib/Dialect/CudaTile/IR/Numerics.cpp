//===- Numerics.cpp - The dialect's formats and roundings -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Numerics.h"
#include "tessera/Numerics/Convert.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using numerics::Format;

std::optional<Format> cuda_tile::getFormat(Type type) {
  return llvm::TypeSwitch<Type, std::optional<Format>>(type)
      .Case([](PointerType) { return Format::I64; })
      .Case([](IntegerType integer) {
        return numerics::formatNamed("i" + std::to_string(integer.getWidth()));
      })
      .Case([](Float4E2M1FNType) { return Format::F4E2M1FN; })
      .Case([](Float8E4M3FNType) { return Format::F8E4M3FN; })
      .Case([](Float8E5M2Type) { return Format::F8E5M2; })
      .Case([](Float8E8M0FNUType) { return Format::F8E8M0FNU; })
      .Case([](F8E5M3FNUType) { return Format::F8E5M3FNU; })
      .Case([](Float16Type) { return Format::F16; })
      .Case([](BFloat16Type) { return Format::BF16; })
      .Case([](FloatTF32Type) { return Format::TF32; })
      .Case([](Float32Type) { return Format::F32; })
      .Case([](Float64Type) { return Format::F64; })
      .Default([](Type) { return std::nullopt; });
}

uint64_t cuda_tile::getBits(Attribute number, Format format) {
  if (auto integer = dyn_cast<IntegerAttr>(number))
    return integer.getValue().getZExtValue();
  auto value = cast<FloatAttr>(number);
  Format own = *getFormat(value.getType());
  uint64_t bits = numerics::encode(own, value.getValue());
  return own == format ? bits : numerics::convertFloat(own, format, bits);
}

numerics::Rounding cuda_tile::getRounding(RoundingMode mode) {
  switch (mode) {
  case RoundingMode::Zero:
    return numerics::Rounding::Zero;
  case RoundingMode::NegativeInf:
    return numerics::Rounding::NegativeInf;
  case RoundingMode::PositiveInf:
    return numerics::Rounding::PositiveInf;
  case RoundingMode::NearestAway:
    return numerics::Rounding::NearestAway;
  default:
    return numerics::Rounding::NearestEven;
  }
}

numerics::DivRounding cuda_tile::getDivRounding(RoundingMode mode) {
  switch (mode) {
  case RoundingMode::NegativeInf:
    return numerics::DivRounding::NegativeInf;
  case RoundingMode::PositiveInf:
    return numerics::DivRounding::PositiveInf;
  default:
    return numerics::DivRounding::Zero;
  }
}

bool cuda_tile::breaks(IntegerOverflow promise, numerics::Overflow overflow) {
  bool noSigned = promise == IntegerOverflow::NoSignedWrap ||
                  promise == IntegerOverflow::NoWrap;
  bool noUnsigned = promise == IntegerOverflow::NoUnsignedWrap ||
                    promise == IntegerOverflow::NoWrap;
  return (noSigned && overflow.isSigned) || (noUnsigned && overflow.isUnsigned);
}

bool cuda_tile::holds(ComparisonPredicate predicate, numerics::Ordering order) {
  using numerics::Ordering;
  switch (predicate) {
  case ComparisonPredicate::Equal:
    return order == Ordering::Equal;
  case ComparisonPredicate::NotEqual:
    return order != Ordering::Equal;
  case ComparisonPredicate::LessThan:
    return order == Ordering::Less;
  case ComparisonPredicate::LessThanOrEqual:
    return order != Ordering::Greater;
  case ComparisonPredicate::GreaterThan:
    return order == Ordering::Greater;
  case ComparisonPredicate::GreaterThanOrEqual:
    return order != Ordering::Less;
  }
  llvm_unreachable("unknown relation");
}

ComparisonPredicate cuda_tile::swapped(ComparisonPredicate predicate) {
  switch (predicate) {
  case ComparisonPredicate::LessThan:
    return ComparisonPredicate::GreaterThan;
  case ComparisonPredicate::LessThanOrEqual:
    return ComparisonPredicate::GreaterThanOrEqual;
  case ComparisonPredicate::GreaterThan:
    return ComparisonPredicate::LessThan;
  case ComparisonPredicate::GreaterThanOrEqual:
    return ComparisonPredicate::LessThanOrEqual;
  case ComparisonPredicate::Equal:
  case ComparisonPredicate::NotEqual:
    return predicate;
  }
  llvm_unreachable("unknown relation");
}

uint64_t cuda_tile::getPaddingBits(PaddingValue padding,
                                   numerics::Format format) {
  // This is no conversion of the language, which would saturate f8E5M2.
  auto rounded = [&](const llvm::APFloat &number) {
    return numerics::roundFloat(format, number);
  };
  const llvm::fltSemantics &semantics = llvm::APFloat::IEEEsingle();
  switch (padding) {
  case PaddingValue::Zero:
    return 0;
  case PaddingValue::NegZero:
    return rounded(llvm::APFloat::getZero(semantics, /*Negative=*/true));
  case PaddingValue::NaN:
    return numerics::canonicalNaN(format);
  case PaddingValue::PosInf:
    return rounded(llvm::APFloat::getInf(semantics));
  case PaddingValue::NegInf:
    return rounded(llvm::APFloat::getInf(semantics, /*Negative=*/true));
  }
  llvm_unreachable("unknown padding");
}

AtomicRMWMode tessera::cuda_tile::getAtomicMode(MultimemReductionKind kind,
                                                TileType tile) {
  switch (kind) {
  case MultimemReductionKind::Add:
    return tile.getElementType().isInteger() ? AtomicRMWMode::Add
                                             : AtomicRMWMode::AddF;
  case MultimemReductionKind::Min:
    return AtomicRMWMode::Min;
  case MultimemReductionKind::Max:
    return AtomicRMWMode::Max;
  case MultimemReductionKind::And:
    return AtomicRMWMode::And;
  case MultimemReductionKind::Or:
    return AtomicRMWMode::Or;
  case MultimemReductionKind::Xor:
    return AtomicRMWMode::Xor;
  case MultimemReductionKind::UMin:
    return AtomicRMWMode::UMin;
  case MultimemReductionKind::UMax:
    return AtomicRMWMode::UMax;
  }
  llvm_unreachable("all reductions are covered");
}
