//===- UndecidedTest.cpp - Programs that error bounds leave undecided -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each way in which a program may depend on the error bounds, with a near twin
// that does not: %x is not exact and may be on either side of its own value %v,
// and is less than %far, which is far away.
//
//===----------------------------------------------------------------------===//

#include "BoundedProgram.h"
#include "gmock/gmock.h"

using namespace tessera;
using namespace tessera::interp;
using testing::HasSubstr;

namespace {
/// A kernel of scalars: %x = exp(1), %v its nearest number, %far = 5; %p points
/// to four numbers.
class Undecided : public testing::Test {
protected:
  Undecided() { harness.config.bounds = &bounds; }

  bool run(const std::string &body) {
    std::string prologue =
        R"(%one = constant <f32: 1.0> : tile<f32> %x = exp %one : tile<f32> )"
        R"(%v = constant <f32: 2.71828182845904> : tile<f32> )"
        R"(%far = constant <f32: 5.0> : tile<f32> )"
        R"(%near = cmpf less_than ordered %x, %v : tile<f32> -> tile<i1> )"
        R"(%sure = cmpf less_than ordered %x, %far : tile<f32> -> tile<i1> )"
        R"(%i0 = constant <i32: 0> : tile<i32> )"
        R"(%i1 = constant <i32: 1> : tile<i32> )"
        R"(%i4 = constant <i32: 4> : tile<i32> )";
    if (!harness.parseKernel("%p: tile<ptr<f32>>", prologue + "\n" + body)) {
      ADD_FAILURE() << harness.errors;
      return false;
    }
    array = harness.array<float>({1, 2, 3, 4});
    return harness.launch({array});
  }

  /// The run must stop at line 2, where `what` depends on bounds from line 1.
  void expectNotDecidable(const std::string &body, const std::string &what) {
    EXPECT_FALSE(run(body));
    EXPECT_TRUE(bounds.isNotDecidable());
    EXPECT_THAT(harness.errors, HasSubstr("2: not decidable: " + what +
                                          " depends on the error bounds"));
    EXPECT_THAT(harness.errors, HasSubstr("1: note: "));
  }
  void expectDecidable(const std::string &body) {
    EXPECT_TRUE(run(body)) << harness.errors;
    EXPECT_FALSE(bounds.isNotDecidable());
  }
  std::optional<ElementBounds> boundsOf(unsigned index, Format format) {
    return bounds.find(array.getBits() + index * numerics::storageBytes(format),
                       format);
  }

  Harness harness;
  ErrorBounds bounds{BoundsMode::Engines};
  Argument array = Argument::pointer(0);
};
} // namespace

TEST_F(Undecided, branch) {
  expectNotDecidable("if %near { }", "the branch taken");
}
TEST_F(Undecided, noBranch) { expectDecidable("if %sure { }"); }

static std::string toInteger(const std::string &x) {
  return "%n = ftoi " + x + " signed : tile<f32> -> tile<i32>\n";
}
/// exp(0) is 1, but log(exp(1)) is one number below it or above.
static const std::string almostOne = "%y = log %x : tile<f32>\n";

TEST_F(Undecided, iterations) {
  EXPECT_FALSE(run(almostOne + toInteger("%y") +
                   "for %i in (%i0 to %n, step %i1) : tile<i32> { }"));
  EXPECT_THAT(harness.errors,
              HasSubstr("4: not decidable: the number of iterations depends on "
                        "the error bounds"));
  // The place at which it became undecided.
  EXPECT_THAT(harness.errors, HasSubstr("3: note: "));
}
TEST_F(Undecided, noIterations) {
  expectDecidable(toInteger("%x") +
                  "for %i in (%i0 to %n, step %i1) : tile<i32> { }");
}

TEST_F(Undecided, address) {
  EXPECT_FALSE(run(almostOne + toInteger("%y") +
                   "%q = offset %p, %n : tile<ptr<f32>>, tile<i32> -> "
                   "tile<ptr<f32>>\n"
                   "%l, %t = load_ptr_tko weak %q : tile<ptr<f32>> -> "
                   "tile<f32>, token"));
  EXPECT_TRUE(bounds.isNotDecidable());
  EXPECT_THAT(harness.errors,
              HasSubstr("5: not decidable: the address depends"));
  EXPECT_THAT(harness.errors, HasSubstr("3: note: "));
}
TEST_F(Undecided, noAddress) {
  expectDecidable(toInteger("%x") +
                  "%q = offset %p, %n : tile<ptr<f32>>, tile<i32> -> "
                  "tile<ptr<f32>>\n"
                  "%l, %t = load_ptr_tko weak %q : tile<ptr<f32>> -> "
                  "tile<f32>, token");
}

TEST_F(Undecided, mask) {
  expectNotDecidable("%t = store_ptr_tko weak %p, %one, %near : "
                     "tile<ptr<f32>>, tile<f32>, tile<i1> -> token",
                     "the mask");
}
TEST_F(Undecided, noMask) {
  expectDecidable("%t = store_ptr_tko weak %p, %one, %sure : "
                  "tile<ptr<f32>>, tile<f32>, tile<i1> -> token");
}

TEST_F(Undecided, assertion) {
  expectNotDecidable("assert %near, \"no\" : tile<i1>",
                     "whether the assertion holds");
}
TEST_F(Undecided, noAssertion) {
  expectDecidable("assert %sure, \"no\" : tile<i1>");
}

TEST_F(Undecided, extents) {
  expectNotDecidable("%s = select %near, %i1, %i4 : tile<i1>, tile<i32> "
                     "%w = make_tensor_view %p, shape=[%s], strides=[1] : "
                     "tile<i32> -> tensor_view<?xf32, strides=[1]>",
                     "the place or shape of the tensor");
}

/// The stored result of each of these is either undecided or as narrow as can
/// be.
TEST_F(Undecided, values) {
  auto store = [&](const std::string &y) {
    ASSERT_TRUE(run(y + "\n%t = store_ptr_tko weak %p, %y : tile<ptr<f32>>, "
                        "tile<f32> -> token"))
        << harness.errors;
  };
  // A selection between two floats is between them.
  store("%y = select %near, %one, %far : tile<i1>, tile<f32>");
  std::optional<ElementBounds> x = boundsOf(0, Format::F32);
  ASSERT_TRUE(x && !x->undecidedAt);
  EXPECT_EQ(x->lo, 0x3F800000u);
  EXPECT_EQ(x->hi, 0x40A00000u);
  store("%y = select %sure, %one, %far : tile<i1>, tile<f32>");
  EXPECT_FALSE(boundsOf(0, Format::F32));
  // The bits of an inexact float are unknown, as is any result computed from
  // them.
  store("%b = bitcast %x : tile<f32> -> tile<i32>\n"
        "%c = addi %b, %i1 : tile<i32>\n"
        "%y = bitcast %c : tile<i32> -> tile<f32>");
  x = boundsOf(0, Format::F32);
  ASSERT_TRUE(x && x->undecidedAt);
  EXPECT_EQ(x->undecidedAt->getName().getStringRef(), "cuda_tile.bitcast");
  // An inexact value equals itself, and is no NaN.
  store("%n = cmpf not_equal unordered %x, %x : tile<f32> -> tile<i1>\n"
        "%y = select %n, %one, %far : tile<i1>, tile<f32>");
  EXPECT_FALSE(boundsOf(0, Format::F32));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static const std::string storeX =
    "%t = store_ptr_tko weak %p, %x : tile<ptr<f32>>, tile<f32> -> token\n";

TEST_F(Undecided, memoryKeepsBounds) {
  ASSERT_TRUE(run(
      storeX +
      "%l, %u = load_ptr_tko weak %p token=%t : tile<ptr<f32>> -> tile<f32>, "
      "token\n%q = offset %p, %i1 : tile<ptr<f32>>, tile<i32> -> "
      "tile<ptr<f32>>\n%w = store_ptr_tko weak %q, %l token=%u : "
      "tile<ptr<f32>>, tile<f32> -> token"))
      << harness.errors;
  for (unsigned i : {0, 1}) {
    std::optional<ElementBounds> x = boundsOf(i, Format::F32);
    ASSERT_TRUE(x && !x->undecidedAt);
    EXPECT_EQ(x->hi - x->lo, 4u) << "2 numbers on each side";
  }
  EXPECT_FALSE(boundsOf(2, Format::F32));
}

/// An exact value replaces the old bounds.
TEST_F(Undecided, memoryForgetsWhatIsOverwritten) {
  ASSERT_TRUE(run(storeX + "%u = store_ptr_tko weak %p, %one token=%t : "
                           "tile<ptr<f32>>, tile<f32> -> token"))
      << harness.errors;
  EXPECT_FALSE(boundsOf(0, Format::F32));
}

TEST_F(Undecided, partsOfFloatsInMemory) {
  ASSERT_TRUE(
      run(storeX +
          "%h = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<i16>>\n"
          "%l, %u = load_ptr_tko weak %h token=%t : tile<ptr<i16>> -> "
          "tile<i16>, token\n"
          "%q = offset %h, %i4 : tile<ptr<i16>>, tile<i32> -> tile<ptr<i16>>\n"
          "%w = store_ptr_tko weak %q, %l token=%u : tile<ptr<i16>>, tile<i16> "
          "-> token"))
      << harness.errors;
  std::optional<ElementBounds> x = boundsOf(4, Format::I16);
  ASSERT_TRUE(x && x->undecidedAt);
  EXPECT_EQ(x->undecidedAt->getName().getStringRef(), "cuda_tile.load_ptr_tko");
  // The whole of which this is a part is unknown, too.
  EXPECT_TRUE(boundsOf(2, Format::F32)->undecidedAt);
}

/// Masked-off elements without padding are unspecified.
TEST_F(Undecided, maskedOffElements) {
  for (bool hasPadding : {false, true}) {
    ASSERT_TRUE(run(
        std::string("%no = constant <i1: false> : tile<i1>\n") +
        "%l, %u = load_ptr_tko weak %p, %no" + (hasPadding ? ", %one" : "") +
        " : tile<ptr<f32>>, tile<i1>" + (hasPadding ? ", tile<f32>" : "") +
        " -> tile<f32>, token\n%t = store_ptr_tko weak %p, %l : "
        "tile<ptr<f32>>, tile<f32> -> token"))
        << harness.errors;
    EXPECT_EQ(boundsOf(0, Format::F32).has_value(), !hasPadding);
  }
}

/// Loop-carried values and results of branches keep their bounds.
TEST_F(Undecided, loopsAndBranchesCarryBounds) {
  ASSERT_TRUE(run(
      "%s = for %i in (%i0 to %i4, step %i1) : tile<i32> "
      "iter_values(%a = %one) -> (tile<f32>) {\n"
      "%b = mulf %a, %x : tile<f32>\ncontinue %b : tile<f32>\n}\n"
      "%r = if %sure -> (tile<f32>) {\nyield %s : tile<f32>\n} else {\n"
      "yield %one : tile<f32>\n}\n"
      "%t = store_ptr_tko weak %p, %r : tile<ptr<f32>>, tile<f32> -> token"))
      << harness.errors;
  std::optional<ElementBounds> x = boundsOf(0, Format::F32);
  ASSERT_TRUE(x && !x->undecidedAt);
  EXPECT_LE(valueOf(Format::F32, x->lo), std::exp(4.0L));
  EXPECT_GE(valueOf(Format::F32, x->hi), std::exp(4.0L));
}
