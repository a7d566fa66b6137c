//===- ProductPatterns.cpp - Matrix products ------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp goes along K step by step, and at each step over the fragments of its
// accumulator. Parts of the factors are read when they are first needed: a
// factor in shared memory takes the registers of one step, not of all of K.
//
//===----------------------------------------------------------------------===//

#include "../Emitters/BufferEmitter.h"
#include "../Emitters/FloatConversion.h"
#include "../Emitters/PackedMath.h"
#include "../Emitters/Vectors.h"
#include "../Ptx/PtxOps.h"
#include "Patterns.h"
#include "ProductScales.h"
#include "RegisterPlaces.h"
#include "tessera/Dialect/TileAA/IR/FloatFormats.h"
#include "tessera/Dialect/TileAS/Analysis/ProductLayouts.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// The bits of a factor beyond the end of K. Their products must be -0, the
/// only number that changes no sum.
uint64_t getPadding(tileaa::FactorFormat format, MatrixSide side) {
  if (side == MatrixSide::Rhs)
    return 0;
  switch (format) {
  case tileaa::FactorFormat::E4M3:
  case tileaa::FactorFormat::E5M2:
    return 0x80808080;
  case tileaa::FactorFormat::E2M1:
    return 0x88888888;
  case tileaa::FactorFormat::F16:
  case tileaa::FactorFormat::BF16:
    return 0x80008000;
  case tileaa::FactorFormat::TF32:
  case tileaa::FactorFormat::F32:
    return 0x80000000;
  case tileaa::FactorFormat::F64:
    return uint64_t(1) << 63;
  case tileaa::FactorFormat::S8:
  case tileaa::FactorFormat::U8:
    return 0;
  }
  llvm_unreachable("all cases return");
}

/// A factor of a product: registers, or a buffer that is read on demand.
class Factor {
public:
  Factor(OpBuilder &builder, MmaOp op, MatrixSide side, ValueRange values,
         Type element, AgentContext &agent)
      : builder(builder), loc(op.getLoc()), element(element),
        layout(getFactorLayout(op, side, getLayout(op.getType())).getMap()),
        registers(layout), side(side), depth(getFactorDepth(op, side)),
        perWord(getElementsPerWord(op)),
        format(side == MatrixSide::Lhs ? op.getLhsFormat() : op.getRhsFormat()),
        padding(getPadding(format, side)), rounds(isRoundedWhenRead(op, side)),
        target(agent.getKernel().getTarget()),
        wordType(element.isF64()   ? element
                 : element.isF16() ? VectorType::get(perWord, element)
                                   : Type(builder.getI32Type())),
        elements(layout.getInDimSize(kRegister)), words(elements.size()) {
    Value factor = side == MatrixSide::Lhs ? op.getLhs() : op.getRhs();
    auto type = dyn_cast<BufferType>(factor.getType());
    if (!type) {
      elements.assign(values.begin(), values.end());
      return;
    }
    std::optional<ArrayRef<int64_t>> part = op.getPart();
    if (part && depth > part->back() - part->front())
      begin = part->front();
    access = chooseFactorAccess(op, side, layout, type.getOffsets());
    rowElements = kMaxSharedAccessBytes / type.getElementBytes();
    buffer.emplace(
        builder, loc, agent, values.front(), element,
        getFactorReads(op, side, layout, access)->compose(type.getOffsets()));
    for (auto [index, group] : llvm::enumerate(buffer->getGroups()))
      if (access == FactorAccess::Elements)
        for (int64_t reg : group)
          groupOf[reg] = index;
  }

  /// One element. Coordinates along K count from the start of the multiplied
  /// part.
  Value getElement(Place place) { return getElement(lookup(place)); }

  /// The word that begins with the element at a place, in the type of the
  /// instruction: an i32, two f16, or an f64.
  Value getWord(Place place) {
    int64_t reg = lookup(place);
    if (!words[reg])
      readWord(reg);
    if (rounds)
      return roundWord(reg);
    return words[reg];
  }

  /// The four 8-bit floats of a word as two pairs of f16, which represent their
  /// values.
  std::pair<Value, Value> getHalves(Value word) {
    auto [at, isNew] = halves.try_emplace(word);
    if (isNew)
      at->second = scalarmath::widenPairs(
          builder, loc, word, *tileaa::getFloatFormat(format), target);
    return at->second;
  }

  /// A word of padding beyond the end of K.
  Value getPaddingWord() {
    if (element.isF64())
      return LLVM::ConstantOp::create(
          builder, loc,
          builder.getF64FloatAttr(llvm::bit_cast<double>(padding)));
    return toWord(LLVM::ConstantOp::create(
        builder, loc,
        builder.getIntegerAttr(builder.getI32Type(), int32_t(padding))));
  }

private:
  int64_t lookup(Place place) const {
    (side == MatrixSide::Lhs ? place.column : place.row) += begin;
    return registers.lookup(place);
  }

  Value toWord(Value value) {
    if (value.getType() == wordType)
      return value;
    return LLVM::BitcastOp::create(builder, loc, wordType, value);
  }

  Value getElement(int64_t reg) {
    if (!elements[reg])
      buffer->load(buffer->getGroups()[groupOf.lookup(reg)], elements);
    return elements[reg];
  }

  /// Rounds a word when it is first needed.
  Value roundWord(int64_t reg) {
    Value &word = rounded[reg];
    if (!word) {
      Value number = LLVM::BitcastOp::create(builder, loc, element, words[reg]);
      number = scalarmath::roundFactorToTF32(builder, loc, number, target);
      word = toWord(number);
    }
    return word;
  }

  void readWord(int64_t reg) {
    if (buffer && access != FactorAccess::Elements)
      return readRows(reg);
    if (element.isF64()) {
      words[reg] = getElement(reg);
      return;
    }
    auto vector = VectorType::get(perWord, element);
    Value padding =
        LLVM::BitcastOp::create(builder, loc, vector, getPaddingWord());
    SmallVector<Value> present;
    for (int64_t index : llvm::seq(std::min(perWord, depth)))
      present.push_back(getElement(reg + index));
    words[reg] = toWord(packVector(builder, loc, present, padding));
  }

  /// Reads words of bytes that were transposed in pairs. `word` and its
  /// neighbour (the other of two columns or rows) are made of two words that
  /// were read.
  void readPairs(int64_t word) {
    int64_t numWords = elements.size() / perWord;
    Place next = side == MatrixSide::Lhs ? Place{0, 1, 0} : Place{0, 0, 1};
    int64_t neighbour = registers.lookup(next) / perWord;
    // The index of a pair of words, both of which are read at once.
    int64_t below = neighbour - 1;
    int64_t pair = (word & below) | (word >> 1 & ~below);
    int64_t count = std::min<int64_t>(numWords / 2, 2);
    int64_t group = pair / count;
    SmallVector<Value> read = loadMatrices(group, 2 * count);
    for (int64_t index : llvm::seq(count)) {
      int64_t number = group * count + index;
      int64_t first = (number & below) | (number & ~below) << 1;
      ArrayRef<Value> pairs = ArrayRef(read).slice(2 * index, 2);
      words[first * perWord] = permuteBytes(pairs, 0x6420);
      words[(first | neighbour) * perWord] = permuteBytes(pairs, 0x7531);
    }
  }

  Value permuteBytes(ArrayRef<Value> words, int64_t selector) {
    Value which = LLVM::ConstantOp::create(builder, loc,
                                           builder.getI32IntegerAttr(selector));
    return NVVM::PermuteOp::create(builder, loc, builder.getI32Type(), words[0],
                                   words[1], which, NVVM::PermuteMode::DEFAULT);
  }

  SmallVector<Value> loadMatrices(int64_t group, int64_t count) {
    return ptxops::loadMatrices(builder, loc,
                                buffer->getPointer({group * rowElements}),
                                count, access == FactorAccess::TransposedRows);
  }

  /// Loads the four words that one instruction reads, or all if there are
  /// fewer.
  void readRows(int64_t reg) {
    if (access == FactorAccess::TransposedRows && perWord == 4)
      return readPairs(reg / perWord);
    constexpr int64_t maxMatrices = 4;
    int64_t numWords = elements.size() / perWord;
    int64_t count = std::min(numWords, maxMatrices);
    int64_t group = reg / perWord / count;
    for (auto [index, word] : llvm::enumerate(loadMatrices(group, count)))
      words[(group * count + index) * perWord] = toWord(word);
  }

  OpBuilder &builder;
  Location loc;
  Type element;
  LinearLayout layout;
  RegisterPlaces registers;
  MatrixSide side;
  int64_t depth, perWord;
  /// Start along K of the multiplied part of a buffer.
  int64_t begin = 0;
  tileaa::FactorFormat format;
  uint64_t padding;
  /// True if words are f32 that the instruction takes as tf32.
  bool rounds;
  const TargetInfo &target;
  Type wordType; ///< as the instruction takes it
  FactorAccess access = FactorAccess::Elements;
  int64_t rowElements = 1;
  std::optional<BufferEmitter> buffer;
  /// Values that were read, by register; a word is at its first one.
  SmallVector<Value> elements, words;
  /// Words as f16.
  llvm::DenseMap<Value, std::pair<Value, Value>> halves;
  /// Words that have been rounded, by register.
  llvm::DenseMap<int64_t, Value> rounded;
  /// The group of the buffer that holds a register.
  llvm::DenseMap<int64_t, size_t> groupOf;
};

/// Emits the instructions of one product.
class ProductEmitter {
public:
  /// `scales` has the scales of both sides, or is empty.
  ProductEmitter(OpBuilder &builder, MmaOp op, Factor &lhs, Factor &rhs,
                 ValueRange acc, MutableArrayRef<Scales> scales,
                 AgentContext &agent)
      : builder(builder), op(op), lhs(lhs), rhs(rhs), scales(scales),
        agent(agent), places(getLinearLayout(op.getType())), sums(acc),
        depth(tileaa::getProductShape(op).k), perWord(getElementsPerWord(op)),
        wide(op.getWideInstruction(agent.getKernel().getTarget())),
        steps(getFragmentSteps(getLinearLayout(op.getType()))) {}

  SmallVector<Value> run() {
    if (const MatrixInstruction *form = op.getMatrixInstruction())
      runMatrices(*form);
    else
      runScalars();
    return sums;
  }

private:
  void runScalars() {
    const TargetInfo &target = agent.getKernel().getTarget();
    bool takesPairs =
        sums.front().getType().isF32() && target.issuesPackedF32x2();
    for (int64_t k : llvm::seq(depth))
      for (size_t reg = 0, number = 1; reg < sums.size(); reg += number) {
        number = takesPairs && arePaired(reg) ? 2 : 1;
        addScalars(reg, number, k);
      }
  }

  /// True if the sums in `reg` and the next register share a row or a column, so that one
  /// instruction adds to both what they share times a pair.
  bool arePaired(size_t reg) const {
    if (reg + 1 >= sums.size())
      return false;
    Place first = places.getPlaces()[reg], second = places.getPlaces()[reg + 1];
    return first.batch == second.batch &&
           (first.row == second.row || first.column == second.column);
  }

  /// Adds the products of the `k`th elements to `number` sums from `reg` on.
  void addScalars(size_t reg, size_t number, int64_t k) {
    SmallVector<Value, 2> left, right;
    for (Place place : places.getPlaces().slice(reg, number)) {
      left.push_back(lhs.getElement(Place{place.batch, place.row, k}));
      right.push_back(rhs.getElement(Place{place.batch, k, place.column}));
    }
    auto pack = [&](ArrayRef<Value> values) {
      return number == 1 ? values.front()
                         : packVector(builder, op.getLoc(), values);
    };
    Value lhs = pack(left), rhs = pack(right);
    Value before = pack(ArrayRef(sums).slice(reg, number));
    Value after = LLVM::FMAOp::create(builder, op.getLoc(), lhs, rhs, before);
    llvm::copy(number == 1 ? SmallVector<Value>{after}
                           : unpackVector(builder, op.getLoc(), after),
               sums.begin() + reg);
  }

  void runMatrices(const MatrixInstruction &form) {
    // A fragment begins in an even column, and in a row among the first 8 of
    // 16.
    int64_t below = getRows(form).back();
    auto isFirst = [&](Place place) {
      return (place.column & steps.column) == 0 && (place.row & below) == 0;
    };
    int64_t step = getInstructionDepth(op);
    for (int64_t k = 0; k < depth; k += step)
      for (Place place : places.getPlaces())
        if (isFirst(place))
          multiply(form, place, k, step);
  }

  /// The rows of a thread in one fragment, relative to the first one.
  SmallVector<int64_t, 2> getRows(const MatrixInstruction &form) const {
    if (form.m == 8)
      return {0};
    return {0, steps.getRowBelow()};
  }

  /// Emits one instruction, for `step` elements along K from `k` on.
  void multiply(const MatrixInstruction &form, Place place, int64_t k,
                int64_t step) {
    SmallVector<Value> lhsWords, rhsWords;
    for (int64_t at = k; at < k + step; at += 4 * perWord) {
      for (int64_t row : getRows(form))
        lhsWords.push_back(
            getWord(lhs, {place.batch, place.row + row, at}, at));
      rhsWords.push_back(getWord(rhs, {place.batch, at, place.column}, at));
    }
    if (!scales.empty() && scales.front().areSigned()) {
      int64_t first = k / step * (form.k / form.scaleVector);
      scales.front().applySigns(lhsWords, place, first);
      scales.back().applySigns(rhsWords, place, first);
    }
    SmallVector<int64_t> registers;
    for (int64_t row : getRows(form))
      for (int64_t column : {int64_t(0), steps.column})
        registers.push_back(places.lookup(
            {place.batch, place.row + row, place.column + column}));
    SmallVector<ptxops::ScaleWord> scaleWords;
    for (Scales &side : scales) {
      int64_t number = form.k / form.scaleVector;
      scaleWords.push_back(side.get(place, k / step * number, number));
    }
    SmallVector<Value> before = packSums(registers);
    setSums(registers,
            addProduct(form, lhsWords, rhsWords, before, scaleWords));
  }

  /// Adds a product of words to the sums.
  SmallVector<Value> addProduct(const MatrixInstruction &form,
                                ArrayRef<Value> lhsWords,
                                ArrayRef<Value> rhsWords,
                                ArrayRef<Value> before,
                                ArrayRef<ptxops::ScaleWord> scaleWords) {
    MatrixElement lhsElement = tileaa::getMatrixElement(op.getLhsFormat()),
                  rhsElement = tileaa::getMatrixElement(op.getRhsFormat());
    if (wide)
      return addWide(lhsWords, rhsWords, before);
    if (form.scaleVector)
      return ptxops::multiplyScaledMatrices(builder, op.getLoc(), form,
                                            lhsElement, rhsElement, lhsWords,
                                            rhsWords, before, scaleWords);
    return ptxops::multiplyMatrices(builder, op.getLoc(), form, lhsElement,
                                    rhsElement, tileaa::getSumElement(op),
                                    lhsWords, rhsWords, before);
  }

  /// The same in f16. A lane has four neighbours along K as two pairs, which
  /// the instruction takes as elements eight apart. That is right because all
  /// lanes do so, for both factors.
  SmallVector<Value> addWide(ArrayRef<Value> lhsWords, ArrayRef<Value> rhsWords,
                             ArrayRef<Value> before) {
    SmallVector<Value> sum(before);
    for (auto [index, word] : llvm::enumerate(rhsWords)) {
      auto [first, firstNext] = lhs.getHalves(lhsWords[2 * index]);
      auto [below, belowNext] = lhs.getHalves(lhsWords[2 * index + 1]);
      auto [column, columnNext] = rhs.getHalves(word);
      sum = ptxops::multiplyMatrices(
          builder, op.getLoc(), *wide, MatrixElement::F16, MatrixElement::F16,
          tileaa::getSumElement(op), {first, below, firstNext, belowNext},
          {column, columnNext}, sum);
    }
    return sum;
  }

  /// The word of a factor from `k` on.
  Value getWord(Factor &factor, Place place, int64_t k) {
    if (k >= depth)
      return factor.getPaddingWord();
    Value word = factor.getWord(place);
    // The lanes of a row that are beyond the end.
    Value exists = agent.isLaneZero((perWord >= depth ? 1 : 0) |
                                    (perWord * 2 >= depth ? 2 : 0));
    return exists ? LLVM::SelectOp::create(builder, op.getLoc(), exists, word,
                                           factor.getPaddingWord())
                        .getResult()
                  : word;
  }

  /// The sums in the types of the instruction: two of f16 as a vector.
  SmallVector<Value> packSums(ArrayRef<int64_t> registers) {
    auto values = llvm::map_to_vector(
        registers, [&](int64_t reg) -> Value { return sums[reg]; });
    if (!values.front().getType().isF16())
      return values;
    SmallVector<Value> pairs;
    for (ArrayRef<Value> rest = values; !rest.empty();
         rest = rest.drop_front(2))
      pairs.push_back(packVector(builder, op.getLoc(), rest.take_front(2)));
    return pairs;
  }

  void setSums(ArrayRef<int64_t> registers, ArrayRef<Value> results) {
    if (registers.size() == results.size()) {
      for (auto [reg, value] : llvm::zip_equal(registers, results))
        sums[reg] = value;
      return;
    }
    const int64_t *reg = registers.begin();
    for (Value pair : results)
      for (Value sum : unpackVector(builder, op.getLoc(), pair))
        sums[*reg++] = sum;
  }

  OpBuilder &builder;
  MmaOp op;
  Factor &lhs, &rhs;
  MutableArrayRef<Scales> scales;
  AgentContext &agent;
  RegisterPlaces places;
  SmallVector<Value> sums;
  int64_t depth, perWord;
  /// The f16 instruction that replaces it, if any.
  const MatrixInstruction *wide;
  FragmentSteps steps;
};

class MmaPattern : public KernelPattern<MmaOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(MmaOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    AgentContext &agent = kernel.getAgent(op);
    auto makeFactor = [&](MatrixSide side, Value factor, ValueRange values) {
      Type element = converter.convertElement(
          cast<ShapedType>(factor.getType()).getElementType());
      return Factor(rewriter, op, side, values, element, agent);
    };
    Factor lhs = makeFactor(MatrixSide::Lhs, op.getLhs(), adaptor.getLhs());
    Factor rhs = makeFactor(MatrixSide::Rhs, op.getRhs(), adaptor.getRhs());
    SmallVector<Scales, 2> scales;
    for (auto [number, values] : llvm::enumerate(adaptor.getScales()))
      scales.emplace_back(rewriter, op,
                          number == 0 ? MatrixSide::Lhs : MatrixSide::Rhs,
                          values, agent);
    ProductEmitter product(rewriter, op, lhs, rhs, adaptor.getAcc(), scales,
                           agent);
    rewriter.replaceOpWithMultiple(op, {product.run()});
    return success();
  }
};

} // namespace

void tileas::populateProductPatterns(RewritePatternSet &patterns,
                                     const RegisterTypeConverter &converter,
                                     KernelContext &kernel) {
  patterns.add<MmaPattern>(converter, kernel);
}
