//===- ConversionOps.cpp - Conversions ------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The laws are those of the Tile IR specification, section "Conversions".
//
//===----------------------------------------------------------------------===//

#include "../Frame.h"
#include "Decode.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

/// exti: the same number in a wider integer; a signed true is -1.
static LogicalResult extI(ExtIOp op, Frame &frame) {
  frame.set(op.getTo(), elements::extendInt(frame.tile(op.getFrom()),
                                            elementFormatOf(op.getType()),
                                            getReading(op.getSignedness())));
  return success();
}

/// trunci: the low bits. The others must equal the new sign bit under
/// no_signed_wrap and be zero under no_unsigned_wrap.
static LogicalResult truncI(TruncIOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getFrom());
  Format to = elementFormatOf(op.getType());
  IntegerOverflow promise = op.getOverflow();
  if (promise != IntegerOverflow::None)
    if (std::optional<int64_t> at =
            elements::findTruncOverflow(x, to, getForbidden(promise)))
      if (failed(frame.violates(
              &Checks::assume, op,
              "the number does not fit the narrower type although overflow<" +
                  stringifyEnum(promise) + "> promises otherwise",
              *at, x.getShape())))
        return failure();
  frame.set(op.getTo(), elements::truncateInt(x, to));
  return success();
}

/// ftof: the number in another float format, rounded as stated.
static LogicalResult fToF(FToFOp op, Frame &frame) {
  frame.set(op.getTo(),
            elements::convertFloat(frame.tile(op.getFrom()),
                                   elementFormatOf(op.getType()),
                                   getRounding(op.getRoundingMode())));
  return success();
}

/// ftoi: the number truncated to an integer. NaN and numbers that do not fit
/// are undefined, unless saturating: then NaN gives 0 and others the nearest
/// end.
static LogicalResult fToI(FToIOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getFrom());
  Format to = elementFormatOf(op.getType());
  numerics::Signedness reading = getReading(op.getSignedness());
  if (!op.getSaturating())
    if (std::optional<int64_t> at = elements::findNoInteger(x, to, reading)) {
      SmallString<16> value;
      numerics::decode(x.getFormat(), x[*at]).toString(value);
      if (failed(frame.violates(&Checks::assume, op,
                                Twine(value) + " has no value in " +
                                    stringifyEnum(op.getSignedness()) + " " +
                                    numerics::name(to),
                                *at, x.getShape())))
        return failure();
    }
  frame.set(op.getTo(), elements::floatToInt(x, to, reading));
  return success();
}

/// itof: the integer as a float, to nearest even.
static LogicalResult iToF(IToFOp op, Frame &frame) {
  frame.set(op.getTo(), elements::intToFloat(frame.tile(op.getFrom()),
                                             elementFormatOf(op.getType()),
                                             getReading(op.getSignedness())));
  return success();
}

/// bitcast, int_to_ptr, ptr_to_int, ptr_to_ptr: the same bits with another
/// type. A pointer is its address.
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
