//===- ValueFactsTest.cpp - Facts are true of every value, by brute force -===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests the soundness of the transfer functions. The facts about a set of
// concrete operands are the join of the facts about each. The facts that are
// inferred about the result must allow the op's result for every choice from
// the sets.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "tessera/Dialect/TileAA/Analysis/ValueFactsAnalysis.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

namespace {

using Tile = SmallVector<APInt>;
/// One element; nothing where the op is undefined.
using Scalar = std::optional<APInt>;

/// An elementwise op and its meaning, written apart from the compiler's.
struct Rule {
  const char *name;
  std::function<Operation *(OpBuilder &, ValueRange)> make;
  std::function<Scalar(APInt, APInt)> evaluate;
};

class ValueFactsTest : public testing::Test {
protected:
  ValueFactsTest() : builder(&context) {
    context.loadDialect<arith::ArithDialect, TileAADialect, scf::SCFDialect>();
    module = ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToEnd(module->getBody());
  }

  Type tileOf(ArrayRef<int64_t> shape, unsigned width = 8) {
    return RankedTensorType::get(shape, builder.getIntegerType(width));
  }

  ValueFacts factsOf(const Tile &tile, Type type) {
    if (isa<IntegerType>(type))
      return ValueFacts::of(IntegerAttr::get(type, tile.front()));
    return ValueFacts::of(
        DenseElementsAttr::get(cast<RankedTensorType>(type), tile));
  }

  ValueFacts joinOf(ArrayRef<Tile> tiles, Type type) {
    ValueFacts facts = factsOf(tiles.front(), type);
    for (const Tile &tile : tiles)
      facts = ValueFacts::join(facts, factsOf(tile, type));
    return facts;
  }

  /// A value of `type` to build ops upon.
  Value anyValue(Type type) {
    return UnrealizedConversionCastOp::create(builder, builder.getUnknownLoc(),
                                              type, ValueRange())
        .getResult(0);
  }

  std::vector<Rule> rules();

  static std::string describe(const ValueFacts &facts) {
    std::string text;
    llvm::raw_string_ostream(text) << facts;
    return text;
  }

  MLIRContext context;
  OpBuilder builder;
  OwningOpRef<ModuleOp> module;
};

template <typename Op, typename... Args>
std::function<Operation *(OpBuilder &, ValueRange)> make(Args... args) {
  return [=](OpBuilder &builder, ValueRange operands) -> Operation * {
    return Op::create(builder, builder.getUnknownLoc(), operands[0],
                      operands[1], args...);
  };
}

std::function<Operation *(OpBuilder &, ValueRange)>
makeCompare(arith::CmpIPredicate predicate) {
  return [=](OpBuilder &builder, ValueRange operands) -> Operation * {
    return arith::CmpIOp::create(builder, builder.getUnknownLoc(), predicate,
                                 operands[0], operands[1]);
  };
}

Scalar ifDefined(bool isDefined, APInt value) {
  return isDefined ? Scalar(value) : std::nullopt;
}

APInt toBool(bool value) { return APInt(1, value); }

std::vector<Rule> ValueFactsTest::rules() {
  using F = arith::IntegerOverflowFlags;
  using P = arith::CmpIPredicate;
  auto isZero = [](const APInt &b) { return b.isZero(); };
  std::vector<Rule> rules = {
      {"addi", make<arith::AddIOp>(), [](APInt a, APInt b) { return a + b; }},
      {"subi", make<arith::SubIOp>(), [](APInt a, APInt b) { return a - b; }},
      {"muli", make<arith::MulIOp>(), [](APInt a, APInt b) { return a * b; }},
      {"addi nsw", make<arith::AddIOp>(F::nsw),
       [](APInt a, APInt b) {
         bool wraps;
         APInt r = a.sadd_ov(b, wraps);
         return ifDefined(!wraps, r);
       }},
      {"addi nuw", make<arith::AddIOp>(F::nuw),
       [](APInt a, APInt b) {
         bool wraps;
         APInt r = a.uadd_ov(b, wraps);
         return ifDefined(!wraps, r);
       }},
      {"subi nsw", make<arith::SubIOp>(F::nsw),
       [](APInt a, APInt b) {
         bool wraps;
         APInt r = a.ssub_ov(b, wraps);
         return ifDefined(!wraps, r);
       }},
      {"muli nsw", make<arith::MulIOp>(F::nsw),
       [](APInt a, APInt b) {
         bool wraps;
         APInt r = a.smul_ov(b, wraps);
         return ifDefined(!wraps, r);
       }},
      {"muli nuw", make<arith::MulIOp>(F::nuw),
       [](APInt a, APInt b) {
         bool wraps;
         APInt r = a.umul_ov(b, wraps);
         return ifDefined(!wraps, r);
       }},
      {"andi", make<arith::AndIOp>(), [](APInt a, APInt b) { return a & b; }},
      {"ori", make<arith::OrIOp>(), [](APInt a, APInt b) { return a | b; }},
      {"xori", make<arith::XOrIOp>(), [](APInt a, APInt b) { return a ^ b; }},
      // Amounts from the width on leave only the sign.
      {"shli", make<arith::ShLIOp>(),
       [](APInt a, APInt b) { return a.shl(b); }},
      {"shrui", make<arith::ShRUIOp>(),
       [](APInt a, APInt b) { return a.lshr(b); }},
      {"shrsi", make<arith::ShRSIOp>(),
       [](APInt a, APInt b) { return a.ashr(b); }},
      {"divui", make<arith::DivUIOp>(),
       [=](APInt a, APInt b) {
         return isZero(b) ? std::nullopt : Scalar(a.udiv(b));
       }},
      {"divsi", make<arith::DivSIOp>(),
       [=](APInt a, APInt b) {
         return isZero(b) ? std::nullopt : Scalar(a.sdiv(b));
       }},
      {"ceildivui", make<arith::CeilDivUIOp>(),
       [=](APInt a, APInt b) {
         return isZero(b) ? std::nullopt
                          : Scalar(a.udiv(b) + !a.urem(b).isZero());
       }},
      {"floordivsi", make<arith::FloorDivSIOp>(),
       [=](APInt a, APInt b) {
         if (isZero(b))
           return Scalar();
         bool down = !a.srem(b).isZero() && a.isNegative() != b.isNegative();
         return Scalar(a.sdiv(b) - down);
       }},
      {"ceildivsi", make<arith::CeilDivSIOp>(),
       [=](APInt a, APInt b) {
         if (isZero(b))
           return Scalar();
         bool up = !a.srem(b).isZero() && a.isNegative() == b.isNegative();
         return Scalar(a.sdiv(b) + up);
       }},
      {"remui", make<arith::RemUIOp>(),
       [=](APInt a, APInt b) {
         return isZero(b) ? std::nullopt : Scalar(a.urem(b));
       }},
      {"remsi", make<arith::RemSIOp>(),
       [=](APInt a, APInt b) {
         return isZero(b) ? std::nullopt : Scalar(a.srem(b));
       }},
      {"maxsi", make<arith::MaxSIOp>(),
       [](APInt a, APInt b) { return a.sgt(b) ? a : b; }},
      {"minsi", make<arith::MinSIOp>(),
       [](APInt a, APInt b) { return a.slt(b) ? a : b; }},
      {"maxui", make<arith::MaxUIOp>(),
       [](APInt a, APInt b) { return a.ugt(b) ? a : b; }},
      {"minui", make<arith::MinUIOp>(),
       [](APInt a, APInt b) { return a.ult(b) ? a : b; }},
      {"eq", makeCompare(P::eq),
       [](APInt a, APInt b) { return toBool(a == b); }},
      {"ne", makeCompare(P::ne),
       [](APInt a, APInt b) { return toBool(a != b); }},
      {"slt", makeCompare(P::slt),
       [](APInt a, APInt b) { return toBool(a.slt(b)); }},
      {"sle", makeCompare(P::sle),
       [](APInt a, APInt b) { return toBool(a.sle(b)); }},
      {"sgt", makeCompare(P::sgt),
       [](APInt a, APInt b) { return toBool(a.sgt(b)); }},
      {"sge", makeCompare(P::sge),
       [](APInt a, APInt b) { return toBool(a.sge(b)); }},
      {"ult", makeCompare(P::ult),
       [](APInt a, APInt b) { return toBool(a.ult(b)); }},
      {"ule", makeCompare(P::ule),
       [](APInt a, APInt b) { return toBool(a.ule(b)); }},
      {"ugt", makeCompare(P::ugt),
       [](APInt a, APInt b) { return toBool(a.ugt(b)); }},
      {"uge", makeCompare(P::uge),
       [](APInt a, APInt b) { return toBool(a.uge(b)); }},
  };
  auto cast = [&](const char *name, auto op, unsigned width, auto evaluate) {
    rules.push_back({name,
                     [=](OpBuilder &builder, ValueRange operands) {
                       Type to = builder.getIntegerType(width);
                       Type from = operands[0].getType();
                       if (auto tile = dyn_cast<RankedTensorType>(from))
                         to = tile.clone(to);
                       return decltype(op)::create(builder,
                                                   builder.getUnknownLoc(), to,
                                                   operands[0])
                           .getOperation();
                     },
                     [=](APInt a, APInt) { return evaluate(a); }});
  };
  cast("extsi", arith::ExtSIOp(), 16, [](APInt a) { return a.sext(16); });
  cast("extui", arith::ExtUIOp(), 16, [](APInt a) { return a.zext(16); });
  cast("trunci", arith::TruncIOp(), 4, [](APInt a) { return a.trunc(4); });
  return rules;
}

/// Every pair of bytes for every op: facts about literals are exact.
TEST_F(ValueFactsTest, AllPairsOfBytes) {
  Type i8 = builder.getI8Type();
  SmallVector<ValueFacts> bytes;
  for (unsigned a = 0; a < 256; ++a)
    bytes.push_back(factsOf({APInt(8, a)}, i8));
  for (const Rule &rule : rules()) {
    Operation *op = rule.make(builder, {anyValue(i8), anyValue(i8)});
    for (unsigned a = 0; a < 256; ++a)
      for (unsigned b = 0; b < 256; ++b) {
        Scalar expected = rule.evaluate(APInt(8, a), APInt(8, b));
        if (!expected)
          continue;
        ValueFacts facts = inferFacts(
            op->getResult(0),
            ArrayRef({bytes[a], bytes[b]}).take_front(op->getNumOperands()));
        ASSERT_TRUE(facts.admits(*expected))
            << rule.name << ' ' << a << ' ' << b << ": " << describe(facts);
      }
  }
}

/// Sets of bytes begin, begin + 2^k, ... end, for intervals of every kind.
TEST_F(ValueFactsTest, SetsOfBytes) {
  Type i8 = builder.getI8Type();
  SmallVector<SmallVector<Tile>> sets;
  const int bounds[] = {-128, -127, -64, -9, -8, -1, 0, 1, 3, 8, 16, 100, 127};
  for (int begin : bounds)
    for (int end : bounds)
      for (int step : {1, 2, 8, 64}) {
        if (begin > end || begin % step != 0)
          continue;
        SmallVector<Tile> set;
        for (int value = begin; value <= end; value += step)
          set.push_back({APInt(8, value, /*isSigned=*/true)});
        sets.push_back(set);
      }
  std::mt19937 random(1);
  for (const Rule &rule : rules()) {
    Operation *op = rule.make(builder, {anyValue(i8), anyValue(i8)});
    for (int round = 0; round < 200; ++round) {
      const SmallVector<Tile> &lhs = sets[random() % sets.size()];
      const SmallVector<Tile> &rhs = sets[random() % sets.size()];
      ValueFacts facts = inferFacts(op->getResult(0),
                                    ArrayRef({joinOf(lhs, i8), joinOf(rhs, i8)})
                                        .take_front(op->getNumOperands()));
      for (const Tile &a : lhs)
        for (const Tile &b : rhs)
          if (Scalar expected = rule.evaluate(a[0], b[0])) {
            ASSERT_TRUE(facts.admits(*expected))
                << rule.name << ' ' << a[0].getSExtValue() << ' '
                << b[0].getSExtValue() << ": " << describe(facts) << " from "
                << describe(joinOf(lhs, i8)) << " and "
                << describe(joinOf(rhs, i8));
          }
    }
  }
}

/// Tiles like those of front ends: a base, plus steps along dimensions, perhaps
/// constant in groups.
class RandomTiles {
public:
  explicit RandomTiles(unsigned seed) : random(seed) {}

  unsigned pick(unsigned count) { return random() % count; }

  /// Some tiles that share steps and differ in their base.
  SmallVector<Tile> family(ArrayRef<int64_t> shape) {
    const int steps[] = {0, 0, 1, 1, 2, 4, 3, -1, 16, 64};
    SmallVector<int> step, group;
    for (int64_t extent : shape) {
      step.push_back(steps[pick(10)]);
      group.push_back(1 << pick(llvm::Log2_64(extent) + 1));
    }
    int align = 1 << pick(8), fixed = pick(4) == 0 ? pick(256) : 0;
    SmallVector<Tile> tiles;
    unsigned count = 1 + pick(4);
    for (unsigned i = 0; i < count; ++i) {
      int base = int(pick(256)) / align * align + fixed;
      Tile tile;
      int64_t elements = llvm::product_of(shape);
      for (int64_t e = 0; e < elements; ++e) {
        int value = base;
        int64_t rest = e;
        for (int d = shape.size(); d-- > 0;) {
          value += int(rest % shape[d]) / group[d] * step[d];
          rest /= shape[d];
        }
        tile.push_back(APInt(8, value & 255));
      }
      tiles.push_back(tile);
    }
    return tiles;
  }

private:
  std::mt19937 random;
};

TEST_F(ValueFactsTest, ElementwiseOnTiles) {
  for (const Rule &rule : rules()) {
    RandomTiles random(7);
    for (int round = 0; round < 600; ++round) {
      SmallVector<int64_t> shape =
          round % 2 ? SmallVector<int64_t>{16} : SmallVector<int64_t>{4, 8};
      Type type = tileOf(shape);
      Operation *op = rule.make(builder, {anyValue(type), anyValue(type)});
      SmallVector<Tile> lhs = random.family(shape), rhs = random.family(shape);
      SmallVector<ValueFacts> operands{joinOf(lhs, type), joinOf(rhs, type)};
      ValueFacts facts =
          inferFacts(op->getResult(0),
                     ArrayRef(operands).take_front(op->getNumOperands()));
      for (const Tile &a : lhs)
        for (const Tile &b : rhs) {
          Tile expected;
          for (auto [x, y] : llvm::zip_equal(a, b))
            if (Scalar element = rule.evaluate(x, y))
              expected.push_back(*element);
          if (expected.size() == a.size()) {
            ASSERT_TRUE(facts.admits(expected))
                << rule.name << ": " << describe(facts) << " from "
                << describe(operands[0]) << " and " << describe(operands[1]);
          }
        }
      op->erase();
    }
  }
}

TEST_F(ValueFactsTest, SelectOnTiles) {
  RandomTiles random(3);
  for (int round = 0; round < 5000; ++round) {
    int64_t shape[] = {16};
    Type type = tileOf(shape), i1 = tileOf(shape, 1);
    auto op =
        arith::SelectOp::create(builder, builder.getUnknownLoc(), anyValue(i1),
                                anyValue(type), anyValue(type));
    SmallVector<Tile> lhs = random.family(shape), rhs = random.family(shape);
    Tile condition;
    unsigned size = 1 << random.pick(5);
    for (unsigned i = 0; i < 16; ++i)
      condition.push_back(APInt(
          1, i % size == 0 ? random.pick(2) : condition.back().getZExtValue()));
    ValueFacts facts =
        inferFacts(op->getResult(0), {factsOf(condition, i1), joinOf(lhs, type),
                                      joinOf(rhs, type)});
    for (const Tile &a : lhs)
      for (const Tile &b : rhs) {
        Tile expected;
        for (unsigned i = 0; i < 16; ++i)
          expected.push_back(condition[i].isZero() ? b[i] : a[i]);
        ASSERT_TRUE(facts.admits(expected)) << describe(facts);
      }
    op->erase();
  }
}

/// Reshapes, permutations and broadcasts keep every fact that stays true.
TEST_F(ValueFactsTest, MovedTiles) {
  RandomTiles random(5);
  const SmallVector<int64_t> shapes[] = {
      {32}, {4, 8}, {8, 4}, {2, 2, 8}, {1, 32}, {32, 1}, {2, 16, 1}, {1, 4, 8}};
  for (int round = 0; round < 20000; ++round) {
    ArrayRef<int64_t> from = shapes[random.pick(8)];
    SmallVector<Tile> tiles = random.family(from);
    ValueFacts operand = joinOf(tiles, tileOf(from));
    Value value = anyValue(tileOf(from));
    ArrayRef<int64_t> to = shapes[random.pick(8)];
    auto reshape =
        ReshapeOp::create(builder, builder.getUnknownLoc(), tileOf(to), value);
    ValueFacts facts = inferFacts(reshape->getResult(0), {operand});
    for (const Tile &tile : tiles)
      ASSERT_TRUE(facts.admits(tile))
          << describe(facts) << " from " << describe(operand);
    if (from.size() == 2) {
      int64_t swapped[] = {from[1], from[0]};
      auto permute =
          PermuteOp::create(builder, builder.getUnknownLoc(), tileOf(swapped),
                            value, builder.getDenseI32ArrayAttr({1, 0}));
      facts = inferFacts(permute->getResult(0), {operand});
      for (const Tile &tile : tiles) {
        Tile moved;
        for (int64_t j = 0; j < from[1]; ++j)
          for (int64_t i = 0; i < from[0]; ++i)
            moved.push_back(tile[i * from[1] + j]);
        ASSERT_TRUE(facts.admits(moved)) << describe(facts);
      }
      permute->erase();
    }
    if (from.back() == 1 && from.size() == 2) {
      auto broadcast = BroadcastOp::create(builder, builder.getUnknownLoc(),
                                           tileOf({from[0], 4}), value);
      facts = inferFacts(broadcast->getResult(0), {operand});
      for (const Tile &tile : tiles) {
        Tile moved;
        for (const APInt &element : tile)
          moved.append(4, element);
        ASSERT_TRUE(facts.admits(moved)) << describe(facts);
      }
      broadcast->erase();
    }
    reshape->erase();
  }
}

TEST_F(ValueFactsTest, IndicesAndSplats) {
  for (int64_t extent : {1, 2, 3, 64, 256, 512}) {
    auto iota =
        IotaOp::create(builder, builder.getUnknownLoc(), tileOf({extent}));
    ValueFacts facts = inferFacts(iota->getResult(0), {});
    Tile expected;
    for (int64_t i = 0; i < extent; ++i)
      expected.push_back(APInt(8, i & 255));
    EXPECT_TRUE(facts.admits(expected)) << describe(facts);
  }
  ValueFacts splat = ValueFacts::splat(
      factsOf({APInt(8, 24)}, builder.getI8Type()), tileOf({4, 8}));
  EXPECT_TRUE(splat.isUniform());
  EXPECT_TRUE(splat.admits(Tile(32, APInt(8, 24))));
  EXPECT_FALSE(splat.admits(Tile(32, APInt(8, 25))));
}

//===----------------------------------------------------------------------===//
// Promises
//===----------------------------------------------------------------------===//

/// True facts about a tile may be promised in any order without losing known
/// facts. A tile that satisfies both stays possible.
TEST_F(ValueFactsTest, MeetKeepsWhatHolds) {
  RandomTiles random(11);
  for (int round = 0; round < 20000; ++round) {
    int64_t shape[] = {4, 8};
    Type type = tileOf(shape);
    SmallVector<Tile> a = random.family(shape), b = random.family(shape);
    Tile common = a.front();
    b.push_back(common);
    ValueFacts facts = joinOf(a, type), promise = joinOf(b, type);
    ValueFacts both = facts.meet(promise);
    ASSERT_TRUE(both.admits(common))
        << describe(both) << " from " << describe(facts) << " and "
        << describe(promise);
    for (auto [own, met] : llvm::zip_equal(facts.getDims(), both.getDims())) {
      ASSERT_GE(met.group, own.group);
      ASSERT_GE(met.zeros, own.zeros);
    }
    ASSERT_GE(both.getZeros(), facts.getZeros());
  }
}

/// A false promise about a constant changes nothing.
TEST_F(ValueFactsTest, ConstantsWinOverPromises) {
  ValueFacts one = factsOf({APInt(8, 1)}, builder.getI8Type());
  ValueFacts promise = ValueFacts::unknown(builder.getI8Type());
  promise.setZeros(2);
  EXPECT_EQ(one.meet(promise), one);
  EXPECT_EQ(promise.meet(one).getZeros(), 0u);
}

/// `div_by<2>` of every address says less than what is known, and a larger
/// divisor, which no progression of two bytes can have, loses nothing either.
TEST_F(ValueFactsTest, VacuousPromiseOfPointers) {
  int64_t shape[] = {64};
  ValueFacts facts =
      ValueFacts::unknown(RankedTensorType::get(shape, PtrType::get(&context)));
  facts.setDim(0, 64, 2, 4);
  facts.normalize();
  for (unsigned zeros : {1, 4}) {
    ValueFacts promise = ValueFacts::unknown(
        RankedTensorType::get(shape, PtrType::get(&context)));
    promise.setZeros(zeros);
    promise.normalize();
    EXPECT_EQ(facts.meet(promise), facts);
  }
}

} // namespace
