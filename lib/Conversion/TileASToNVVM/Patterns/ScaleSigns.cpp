//===- ScaleSigns.cpp - Negative scales of products in tensor memory ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaleSigns.h"
#include "../Ptx/PtxOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Layout/TileMaps.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Bytes of one access to shared memory, of a word, and of the floats of a scale.
static constexpr int64_t kAccess = 16, kWord = 4, kBytesOfScale = 8;

/// The map from offsets in the buffer of a factor to those of their scales.
static LinearLayout findScaleOffsets(BufferType factor, BufferType scales,
                                     MatrixSide side) {
  LinearLayout places = factor.getOffsets().invert();
  LinearLayout offsets = scales.getOffsets();
  unsigned rank = factor.getShape().size();
  Dim depth = dimName(side == MatrixSide::Lhs ? rank - 1 : rank - 2);
  std::vector<LinearLayout::Basis> bases;
  for (int64_t at = 1; at < factor.getStageBytes(); at *= 2) {
    SmallVector<std::pair<Dim, int64_t>> place;
    for (auto [dim, coordinate] : places.apply({{kOffset, at}}))
      place.emplace_back(dim, dim == depth ? coordinate / kBytesOfScale
                                           : coordinate);
    bases.push_back(
        {static_cast<int32_t>(offsets.apply(place).front().second)});
  }
  auto bits = int(llvm::Log2_64(scales.getStageBytes()));
  return cantFail(
      LinearLayout::fromBases({{kOffset, bases}}, {{kOffset, bits}}));
}

ScaleSigns::ScaleSigns(OpBuilder &builder, Tcgen05MmaOp product,
                       MatrixSide side, Value factor, Value scales,
                       AgentContext &agent)
    : builder(builder), loc(product.getLoc()), factor(factor), scales(scales),
      agent(agent) {
  bool isLhs = side == MatrixSide::Lhs;
  auto ofFactor =
      cast<BufferType>((isLhs ? product.getLhs() : product.getRhs()).getType());
  auto ofScales =
      cast<BufferType>(product.getScales()[isLhs ? 0 : 1].getType());
  factorBytes = ofFactor.getStageBytes();
  scaleBytes = ofScales.getStageBytes();
  scaleOffsets = findScaleOffsets(ofFactor, ofScales, side);
}

Value ScaleSigns::constant(int64_t value) {
  return LLVM::ConstantOp::create(builder, loc,
                                  builder.getI32IntegerAttr(int32_t(value)));
}

Value ScaleSigns::getStart(int64_t bytes) {
  std::vector<LinearLayout::Basis> ofLane, ofWarp;
  int64_t at = bytes;
  for (; at < bytes * kWarpSize; at *= 2)
    ofLane.push_back({static_cast<int32_t>(at)});
  for (; at < bytes * agent.getNumThreads(); at *= 2)
    ofWarp.push_back({static_cast<int32_t>(at)});
  return agent
      .apply(cantFail(LinearLayout::fromBases(
          {{kRegister, {}}, {kLane, ofLane}, {kWarp, ofWarp}},
          {{kOffset, int(llvm::Log2_64(at))}})))
      .front();
}

Value ScaleSigns::getPointer(Value start, Value offset) {
  return LLVM::GEPOp::create(builder, loc, start.getType(), builder.getI8Type(),
                             start, LLVM::GEPArg(offset));
}

Value ScaleSigns::collectBits() {
  int64_t threads = agent.getNumThreads();
  int64_t width = std::clamp(scaleBytes / threads, kWord, kAccess);
  Value start = getStart(width);
  // Threads beyond the end read what others read, too.
  if (width * threads > scaleBytes)
    start = LLVM::AndOp::create(builder, loc, start, constant(scaleBytes - 1));
  Value bits;
  for (int64_t at = 0; at < scaleBytes; at += width * threads) {
    Value offset = LLVM::AddOp::create(builder, loc, start, constant(at));
    for (Value word :
         ptxops::loadVector(builder, loc, builder.getI32Type(), width / kWord,
                            getPointer(scales, offset), /*predicate=*/{},
                            /*others=*/{}))
      bits = bits ? LLVM::OrOp::create(builder, loc, bits, word).getResult()
                  : word;
  }
  return bits;
}

Value ScaleSigns::getScaleOffset(Value offset) {
  Value result = constant(0);
  for (auto [shift, mask] : scaleOffsets.getBitMoves(kOffset, kOffset)) {
    Value moved =
        LLVM::AndOp::create(builder, loc, offset, constant(int64_t(mask)));
    if (shift > 0)
      moved = LLVM::ShlOp::create(builder, loc, moved, constant(shift));
    else if (shift < 0)
      moved = LLVM::LShrOp::create(builder, loc, moved, constant(-shift));
    result = LLVM::XOrOp::create(builder, loc, result, moved);
  }
  return result;
}

/// The signs of all floats of a word, where the scale with a number in `scales` is
/// negative; otherwise 0.
Value ScaleSigns::findSigns(Value scales, unsigned number) {
  // prmt repeats the sign of byte n for the digit 8 + n.
  constexpr int64_t signOfFirst = 0x8888, next = 0x1111, signs = 0x88888888;
  Value which = constant(signOfFirst + number * next);
  Value repeated =
      NVVM::PermuteOp::create(builder, loc, builder.getI32Type(), scales,
                              scales, which, NVVM::PermuteMode::DEFAULT);
  return LLVM::AndOp::create(builder, loc, repeated, constant(signs));
}

void ScaleSigns::flip() {
  Type i16 = builder.getI16Type(), i32 = builder.getI32Type();
  Value begin = getStart(kAccess), end = constant(factorBytes);
  Value step = constant(kAccess * agent.getNumThreads());
  auto loop = scf::ForOp::create(builder, loc, begin, end, step);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value offset = loop.getInductionVar();
  // One access has the floats of two scales, which are neighbours.
  Value pair = ptxops::load(builder, loc, i16,
                            getPointer(scales, getScaleOffset(offset)),
                            /*predicate=*/{}, /*other=*/{});
  pair = LLVM::ZExtOp::create(builder, loc, i32, pair);
  Value pointer = getPointer(factor, offset);
  SmallVector<Value> words = ptxops::loadVector(
      builder, loc, i32, kAccess / kWord, pointer, /*predicate=*/{},
      /*others=*/{});
  Value first = findSigns(pair, 0), second = findSigns(pair, 1);
  for (auto [number, word] : llvm::enumerate(words))
    word = LLVM::XOrOp::create(builder, loc, word,
                               number < kBytesOfScale / kWord ? first : second);
  ptxops::storeVector(builder, loc, words, pointer, /*predicate=*/{});
}
