//===- ConversionOps.cpp - Conversions ------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The laws are those of section "Conversions" of the Tile IR specification.
//
//===----------------------------------------------------------------------===//

#include "Frame.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Numerics/Convert.h"
#include "tessera/Numerics/Integer.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

/// Sets the result to the elements of `x` through `fn(from, to, bits)`.
template <typename Op, typename Fn>
static LogicalResult convert(Op op, Frame &frame, Fn fn) {
  const Tile &x = frame.tile(op.getFrom());
  Format from = x.getFormat(), to = elementFormatOf(op.getType());
  frame.set(op.getTo(),
            map(to, [=](uint64_t bits) { return fn(from, to, bits); }, x));
  return success();
}

/// The same number in a wider integer; a signed true is -1.
static LogicalResult extI(ExtIOp op, Frame &frame) {
  return convert(op, frame,
                 [s = getReading(op.getSignedness())](Format from, Format to,
                                                      uint64_t bits) {
                   return numerics::extendInt(from, to, bits, s);
                 });
}

/// The low bits. The others must equal the new sign bit under no_signed_wrap
/// and be zero under no_unsigned_wrap.
static LogicalResult truncI(TruncIOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getFrom());
  Format to = elementFormatOf(op.getType());
  unsigned from = x.width(), width = numerics::bitWidth(to);
  IntegerOverflow promise = op.getOverflow();
  auto isBroken = [=](uint64_t bits) {
    return breaks(promise, numerics::truncOverflow(from, width, bits));
  };
  if (promise != IntegerOverflow::None)
    if (std::optional<int64_t> at = findElement(isBroken, x))
      return frame.fail(op,
                        "the number does not fit the narrower type "
                        "although overflow<" +
                            stringifyEnum(promise) + "> promises otherwise",
                        *at, x.getShape());
  return convert(op, frame, [](Format, Format target, uint64_t bits) {
    return numerics::wrap(numerics::bitWidth(target), bits);
  });
}

/// The number in another float format, rounded as stated.
static LogicalResult fToF(FToFOp op, Frame &frame) {
  return convert(op, frame,
                 [r = getRounding(op.getRoundingMode())](Format from, Format to,
                                                         uint64_t bits) {
                   return numerics::convertFloat(from, to, bits, r);
                 });
}

/// The number truncated to an integer. NaN and what does not fit is undefined,
/// unless saturating: then NaN gives 0 and the rest the nearest end.
static LogicalResult fToI(FToIOp op, Frame &frame) {
  numerics::Signedness s = getReading(op.getSignedness());
  if (op.getSaturating())
    return convert(op, frame, [s](Format from, Format to, uint64_t bits) {
      return numerics::floatToIntSaturating(from, to, bits, s);
    });
  const Tile &x = frame.tile(op.getFrom());
  Format from = x.getFormat(), to = elementFormatOf(op.getType());
  Tile result(x.getShape(), to);
  for (int64_t i = 0; i < x.size(); ++i) {
    std::optional<uint64_t> integer = numerics::floatToInt(from, to, x[i], s);
    if (!integer) {
      SmallString<16> value;
      numerics::decode(from, x[i]).toString(value);
      return frame.fail(op,
                        Twine(value) + " has no value in " +
                            stringifyEnum(op.getSignedness()) + " " +
                            numerics::name(to),
                        i, x.getShape());
    }
    result.set(i, *integer);
  }
  frame.set(op.getTo(), std::move(result));
  return success();
}

/// The integer as a float, to nearest even.
static LogicalResult iToF(IToFOp op, Frame &frame) {
  return convert(op, frame,
                 [s = getReading(op.getSignedness())](Format from, Format to,
                                                      uint64_t bits) {
                   return numerics::intToFloat(from, to, bits, s);
                 });
}

/// The same bits under another type. A pointer is its address.
template <typename Op> static LogicalResult recast(Op op, Frame &frame) {
  frame.set(
      op.getResult(),
      frame.tile(op.getSource()).reinterpreted(elementFormatOf(op.getType())));
  return success();
}

void interp::addConversionOps(OpTable &table) {
  table.add<extI>(Kind::Elementwise);
  table.add<fToF>(Kind::Elementwise);
  table.add<fToI>(Kind::Elementwise);
  table.add<iToF>(Kind::Elementwise);
  table.add<truncI>(Kind::Elementwise);
  table.add<recast<BitcastOp>>(Kind::Elementwise);
  table.add<recast<IntToPtrOp>>(Kind::Elementwise);
  table.add<recast<PtrToIntOp>>(Kind::Elementwise);
  table.add<recast<PtrToPtrOp>>(Kind::Elementwise);
}
