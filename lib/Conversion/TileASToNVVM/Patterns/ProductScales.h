//===- ProductScales.h - The scales of a product's factors ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_PRODUCTSCALES_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_PRODUCTSCALES_H

#include "../KernelContext.h"
#include "../Ptx/PtxOps.h"
#include "RegisterPlaces.h"
#include "tessera/Dialect/TileAS/Analysis/ProductLayouts.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"

namespace tessera::tileas {

/// The scales of a factor, as words of up to four scales along K.
class Scales {
public:
  Scales(mlir::OpBuilder &builder, MmaOp op, MatrixSide side,
         mlir::ValueRange values, AgentContext &agent)
      : builder(builder), loc(op.getLoc()), side(side), values(values),
        agent(agent),
        registers(getScaleLayout(op, side, getLayout(op.getType())).getMap()),
        isSigned(*op.getScaleFormat() == tileaa::FloatFormat::F8E4M3FN),
        one(isSigned ? 0x38 : 0x7F) {
    auto type =
        llvm::cast<mlir::RankedTensorType>(op.getScales().front().getType());
    count = type.getShape().back();
  }

  /// The scales of a row or column that an instruction takes: `number` of them,
  /// from the index `first` along K on.
  ptxops::ScaleWord get(Place place, int64_t first, int64_t number) {
    constexpr int64_t inWord = 4;
    int64_t begin = first / inWord * inWord;
    (side == MatrixSide::Lhs ? place.column : place.row) = begin;
    mlir::Value &word = words[registers.lookup(place)];
    if (!word)
      word = makeWord(place, begin, std::max(count - begin, number));
    return {word, unsigned(first - begin)};
  }

  /// True if scales have signs, of which instructions read nothing.
  bool areSigned() const { return isSigned; }

  /// Changes the signs of the e2m1 in words of the factor whose scales, 16 of a
  /// word's row or column to one, are negative. The words are those of one
  /// instruction, whose scales begin with `first`, at a place of its sums.
  void applySigns(llvm::MutableArrayRef<mlir::Value> words, Place place,
                  int64_t first) {
    constexpr int64_t allSigns = 0x88888888;
    mlir::Value signs = makeConstant(allSigns);
    int64_t rows = side == MatrixSide::Lhs ? 2 : 1;
    for (auto [number, word] : llvm::enumerate(words)) {
      mlir::Value &changed = signedWords[word];
      if (!changed) {
        mlir::Value negative =
            findNegative(getLine(place, first, number % rows), number / rows);
        mlir::Value mask =
            mlir::LLVM::AndOp::create(builder, loc, negative, signs);
        changed = mlir::LLVM::XOrOp::create(builder, loc, word, mask);
      }
      word = changed;
    }
  }

private:
  /// The scales of a lane's row or column: of row g, where `below` is 0, or of
  /// g + 8. Even lanes hold those of the first, odd ones of the second.
  mlir::Value getLine(Place place, int64_t first, unsigned below) {
    constexpr int64_t inWord = 4;
    mlir::Value own = get(place, first, inWord).word;
    if (side == MatrixSide::Rhs)
      return own;
    mlir::Value &other = neighbours[own];
    if (!other)
      other = ptxops::shuffleXor(builder, loc, own, 1);
    mlir::Value isEven = agent.isLaneZero(1);
    return below
               ? mlir::LLVM::SelectOp::create(builder, loc, isEven, other, own)
               : mlir::LLVM::SelectOp::create(builder, loc, isEven, own, other);
  }

  /// A word with all bits set if the scale of a lane's floats is negative. Two
  /// lanes of four have the floats of one scale, and the others those of the
  /// next; `half` is the half of the instruction's depth.
  mlir::Value findNegative(mlir::Value line, int64_t half) {
    // prmt repeats the sign of byte n for the digit 8 + n.
    constexpr int64_t signOfFirst = 0x8888, next = 0x1111;
    int64_t selector = signOfFirst + 2 * half * next;
    mlir::Value isFirst = agent.isLaneZero(2);
    mlir::Value ofFirst = makeConstant(selector);
    mlir::Value ofNext = makeConstant(selector + next);
    mlir::Value which =
        mlir::LLVM::SelectOp::create(builder, loc, isFirst, ofFirst, ofNext);
    return mlir::NVVM::PermuteOp::create(builder, loc, builder.getI32Type(),
                                         line, line, which,
                                         mlir::NVVM::PermuteMode::DEFAULT);
  }

  /// Beyond the end of K, where factors are zero, the scale is 1.
  mlir::Value makeWord(Place place, int64_t begin, int64_t number) {
    mlir::Type i32 = builder.getI32Type();
    mlir::Value word;
    for (int64_t byte : llvm::seq(std::min<int64_t>(number, 4))) {
      (side == MatrixSide::Lhs ? place.column : place.row) = begin + byte;
      mlir::Value code =
          begin + byte < count
              ? mlir::LLVM::ZExtOp::create(builder, loc, i32,
                                           values[registers.lookup(place)])
                    .getResult()
              : makeConstant(one);
      if (byte != 0)
        code = mlir::LLVM::ShlOp::create(builder, loc, code,
                                         makeConstant(8 * byte));
      word =
          word ? mlir::LLVM::OrOp::create(builder, loc, word, code).getResult()
               : code;
    }
    return word;
  }

  mlir::Value makeConstant(int64_t value) {
    return mlir::LLVM::ConstantOp::create(builder, loc,
                                          builder.getI32IntegerAttr(value));
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;
  MatrixSide side;
  mlir::ValueRange values;
  AgentContext &agent;
  RegisterPlaces registers;
  bool isSigned;
  int64_t one, count;
  /// Words, by the register of their first scale.
  llvm::DenseMap<int64_t, mlir::Value> words;
  /// The scales of the other row of two, and words of the factor with their
  /// signs.
  llvm::DenseMap<mlir::Value, mlir::Value> neighbours, signedWords;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_PRODUCTSCALES_H
