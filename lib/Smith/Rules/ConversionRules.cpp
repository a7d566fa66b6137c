//===- ConversionRules.cpp - Conversions of elements ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

/// The integer formats of conversions.
static SmallVector<Format> intFormats(Generator &g) {
  SmallVector<Format> formats{Format::I1, Format::I8, Format::I16, Format::I32,
                              Format::I64};
  if (g.has(3))
    formats.push_back(Format::I4);
  return formats;
}

static void emitExtend(Generator &g) {
  SmallVector<Format> formats = intFormats(g);
  Format from = g.rng.pick(ArrayRef(formats));
  Format to = g.rng.pick(ArrayRef(formats));
  if (numerics::bitWidth(to) <= numerics::bitWidth(from))
    std::swap(from, to);
  if (from == to)
    return;
  Shape shape = g.anyShape();
  Operand source = g.choose(from, shape);
  Signedness signedness = anySignedness(g);
  Value value = g.make<ExtIOp>(g.tileType(to, shape), source.value, signedness);
  Fact fact = source.fact;
  if (signedness == Signedness::Unsigned && !fact.isNonNegative())
    fact = Fact::range(0, numerics::lowBits(numerics::bitWidth(from)));
  g.define(value, fact);
}

static void emitTruncate(Generator &g) {
  SmallVector<Format> formats = intFormats(g);
  Format from = g.rng.pick(ArrayRef(formats));
  Format to = g.rng.pick(ArrayRef(formats));
  if (numerics::bitWidth(to) >= numerics::bitWidth(from))
    std::swap(from, to);
  if (from == to)
    return;
  Shape shape = g.anyShape();
  Operand source = g.choose(from, shape);
  IntegerOverflow overflow = IntegerOverflow::None;
  Fact fact = fits(to, source.fact) ? source.fact : Fact::any(to);
  if (fits(to, source.fact) && g.rng.chance(50)) {
    overflow = IntegerOverflow::NoSignedWrap;
    if (source.fact.isNonNegative())
      overflow = g.rng.pick({IntegerOverflow::NoSignedWrap,
                             IntegerOverflow::NoUnsignedWrap,
                             IntegerOverflow::NoWrap});
  }
  g.define(g.make<TruncIOp>(g.tileType(to, shape), source.value, overflow),
           fact);
}

/// Draws a rounding that the conversion permits, if the pair of formats
/// decides.
static RoundingMode conversionRounding(Generator &g, Format from, Format to) {
  if (to == Format::F8E8M0FNU)
    return !g.has(3) || g.rng.chance(50) ? RoundingMode::Zero
                                         : RoundingMode::PositiveInf;
  // 13.4 permits others by a table; older versions only round to nearest.
  if (!g.has(4) || numerics::bitWidth(to) < 16 || g.rng.chance(50))
    return RoundingMode::NearestEven;
  return RoundingMode::Zero;
}

static void emitFloatToFloat(Generator &g) {
  Format from = g.anyFloat(), to = g.anyFloat();
  // One side may be a format without arithmetic.
  Format other = g.anyFormat();
  if (numerics::isFloat(other) && g.rng.chance(70))
    (g.rng.chance(50) ? from : to) = other;
  Shape shape = g.anyShape();
  if (from == to || ((from == Format::F4E2M1FN || to == Format::F4E2M1FN) &&
                     numElements(shape) == 1))
    return;
  Operand source = g.choose(from, shape);
  RoundingMode rounding = conversionRounding(g, from, to);
  Value value = g.make<FToFOp>(g.tileType(to, shape), source.value, rounding);
  g.define(value, fits(to, source.fact) ? source.fact : Fact::any(to));
}

static void emitFloatToInt(Generator &g) {
  Format from = g.anyFloat(), to = g.anyInt();
  Format other = g.anyFormat();
  if (numerics::isFloat(other) && g.rng.chance(40))
    from = other;
  Shape shape = g.anyShape();
  if (isHalfByte(from) && numElements(shape) == 1)
    return;
  Signedness signedness = anySignedness(g);
  bool saturating = g.has(4) && g.rng.chance(40);
  bool isNarrow = !numerics::hasArithmetic(from) || from == Format::TF32;
  Operand source;
  if (isNarrow && !saturating) {
    // Read as signed, the 1 of an i1 is -1.
    int64_t most = to == Format::I1 && signedness == Signedness::Signed ? 0 : 1;
    if (from == Format::F8E8M0FNU && most == 0)
      return;
    source = g.boundedFloat(from, shape, 0, most);
  } else {
    source = g.choose(from, shape);
  }
  if (!isNarrow && !saturating) {
    int64_t least = signedness == Signedness::Signed ? leastOf(to) : 0;
    int64_t greatest = greatestOf(to);
    int64_t most = int64_t(1) << precisionOf(from);
    if (from == Format::F16)
      most = std::min<int64_t>(most, 2048);
    source = g.bound(source, std::max(least, -most), std::min(greatest, most));
  }
  Value value = g.make<FToIOp>(g.tileType(to, shape), source.value, signedness,
                               RoundingMode::NearestIntToZero, saturating);
  Fact fact = Fact::any(to);
  if (source.fact.exact && source.fact.quantum == 0 && fits(to, source.fact) &&
      (signedness == Signedness::Signed || source.fact.lo >= 0))
    fact = Fact::range(source.fact.lo, source.fact.hi);
  g.define(value, fact);
}

static void emitIntToFloat(Generator &g) {
  Format from = g.anyInt(), to = g.anyFloat();
  Format other = g.anyFormat();
  if (numerics::isFloat(other) && other != Format::F8E8M0FNU &&
      g.rng.chance(40))
    to = other;
  Shape shape = g.anyShape();
  if (to == Format::F4E2M1FN && numElements(shape) == 1)
    return;
  Operand source = g.choose(from, shape);
  Signedness signedness = anySignedness(g);
  Value value = g.make<IToFOp>(g.tileType(to, shape), source.value, signedness);
  bool asRead = signedness == Signedness::Signed || source.fact.isNonNegative();
  g.define(value,
           asRead && fits(to, source.fact) ? source.fact : Fact::any(to));
}

/// The formats have one width. The bits of a NaN are unspecified.
static void emitBitcast(Generator &g) {
  Format from = g.anyFormat();
  SmallVector<Format> formats;
  for (Format format : numerics::allFormats()) {
    bool isKnown = format != Format::I4 &&
                   (format != Format::F8E8M0FNU || g.has(2)) &&
                   (format != Format::F8E5M3FNU || g.has(4));
    // tf32 has 19 bits, as no other format.
    bool hasWidth = numerics::bitWidth(format) == numerics::bitWidth(from) &&
                    (format == Format::TF32) == (from == Format::TF32);
    if (isKnown && hasWidth)
      formats.push_back(format);
  }
  if (from == Format::I4)
    return;
  Format to = g.rng.pick(ArrayRef(formats));
  Shape shape = g.anyShape();
  if (isHalfByte(from) && numElements(shape) == 1)
    shape = {2};
  Operand source = g.find(
      [&](const Operand &o) { return o.format() == from && !o.fact.nan; });
  if (!source.value) {
    Fact fact = g.dataFact(from);
    fact.nan = false;
    source = g.literal(from, shape, fact.exact ? fact : Fact::range(0, 1));
  }
  Value value = g.make<BitcastOp>(g.tileType(to, source.shape()), source.value);
  g.define(value, from == to ? source.fact : Fact::any(to));
}

void smith::addConversionRules(Rules &rules) {
  llvm::append_range(rules,
                     Rules{
                         {"conversion.extend", 1, 4, emitExtend},
                         {"conversion.truncate", 1, 4, emitTruncate},
                         {"conversion.float-to-float", 1, 6, emitFloatToFloat},
                         {"conversion.float-to-int", 1, 4, emitFloatToInt},
                         {"conversion.int-to-float", 1, 5, emitIntToFloat},
                         {"conversion.bitcast", 1, 4, emitBitcast},
                     });
}
