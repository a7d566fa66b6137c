//===- LoopSplitTest.cpp - Split loops against a model --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over i8, whose bounds, steps and conditions reach both ends of the
// type, run after splitting and are compared with a C++ loop over integers.
// Each iteration multiplies its carried value, so that the order counts as
// well.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

namespace {

constexpr int numLanes = 4;
using Lanes = std::array<int32_t, numLanes>;

/// The bounds and step of a loop as integers, and the number that its condition
/// compares with.
struct Range {
  int lower, upper, step, bound;
};

struct Order {
  const char *name;
  bool (*holds)(int, int);
};
const Order orders[] = {
    {"less_than", [](int a, int b) { return a < b; }},
    {"less_than_or_equal", [](int a, int b) { return a <= b; }},
    {"greater_than", [](int a, int b) { return a > b; }},
    {"greater_than_or_equal", [](int a, int b) { return a >= b; }},
};
const Order equalities[] = {
    {"equal", [](int a, int b) { return a == b; }},
    {"not_equal", [](int a, int b) { return a != b; }},
};

/// Reads a number as eight signed or unsigned bits, or as it is.
using Reading = int (*)(int);
int asSigned(int value) { return static_cast<int8_t>(value); }
int asUnsigned(int value) { return static_cast<uint8_t>(value); }
int asInteger(int value) { return value; }

/// Bounds at the ends of the type, around zero, and between.
std::vector<int> interestingNumbers(bool isUnsigned) {
  if (isUnsigned)
    return {0, 1, 2, 8, 100, 127, 128, 200, 254, 255};
  return {-128, -127, -77, -2, -1, 0, 1, 8, 100, 126, 127};
}

template <typename Visitor>
void forEachRange(bool isUnsigned, ArrayRef<int> steps, Visitor visit) {
  std::vector<int> numbers = interestingNumbers(isUnsigned);
  for (int lower : numbers)
    for (int upper : numbers)
      for (int step : steps)
        for (int bound : numbers)
          visit(Range{lower, upper, step, bound});
}

/// A kernel whose parameters are the members of a Range, after one for the
/// result; or, with `literals`, one that holds them itself.
class Kernel {
public:
  /// `before` stands in front of a loop with `body`, which computes a %next
  /// from the counter %i and %acc, a tile of numLanes i32.
  bool build(StringRef before, StringRef body, bool isUnsigned,
             const Range *literals = nullptr) {
    std::string text, parameters;
    llvm::raw_string_ostream os(text);
    for (const char *name : {"%lower", "%upper", "%step", "%bound"})
      parameters += std::string(", ") + (literals ? "%unused_" : "%") +
                    (name + 1) + ": tile<i8>";
    if (literals) {
      auto define = [&](const char *name, int value) {
        os << name << " = constant <i8: " << static_cast<int>(int8_t(value))
           << "> : tile<i8>\n";
      };
      define("%lower", literals->lower);
      define("%upper", literals->upper);
      define("%step", literals->step);
      define("%bound", literals->bound);
    }
    os << R"(
      %zero = constant <i32: 0> : tile<4xi32>
      %factor = constant <i32: 31> : tile<4xi32>
      %iota = iota : tile<4xi8>
      %places = iota : tile<4xi32>
      %out1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
      %out4 = broadcast %out1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
      %pointers = offset %out4, %places : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    )" << before
       << "%result = for " << (isUnsigned ? "unsigned " : "")
       << "%i in (%lower to %upper, step %step) : tile<i8> "
       << "iter_values(%acc = %zero) -> (tile<4xi32>) {\n"
       << R"(
        %wide = exti %i signed : tile<i8> -> tile<i32>
        %wide1 = reshape %wide : tile<i32> -> tile<1xi32>
        %wide4 = broadcast %wide1 : tile<1xi32> -> tile<4xi32>
        %scaled = muli %acc, %factor : tile<4xi32>
      )"
       << body << R"(
        continue %next : tile<4xi32>
      }
      store_ptr_tko weak %pointers, %result : tile<4xptr<i32>>, tile<4xi32> -> token
    )";
    if (!harness.parseKernel("%out: tile<ptr<i32>>" + parameters, text)) {
      ADD_FAILURE() << harness.errors << text;
      return false;
    }
    out = harness.array<int32_t>({0, 0, 0, 0});
    return true;
  }

  bool split(const CudaTileLoopSplitOptions &options = {}) {
    Operation *module = harness.getModule();
    PassManager passes(module->getContext(), module->getName().getStringRef());
    passes.addPass(createCudaTileLoopSplit(options));
    return succeeded(passes.run(module));
  }

  template <typename Op> int count() {
    int result = 0;
    harness.getModule()->walk([&](Op) { ++result; });
    return result;
  }

  /// Replaces the result of the second loop by that of the first.
  void keepFirstLoop() {
    cuda_tile::ForOp first;
    harness.getModule()->walk([&](cuda_tile::ForOp loop) {
      if (!first)
        first = loop;
      else
        loop->replaceAllUsesWith(first);
    });
  }

  Lanes run(const Range &range) {
    auto i8 = [](int value) {
      return Argument::scalar(numerics::Format::I8,
                              static_cast<uint8_t>(value));
    };
    EXPECT_TRUE(harness.launch({out, i8(range.lower), i8(range.upper),
                                i8(range.step), i8(range.bound)}))
        << harness.errors;
    std::vector<int32_t> values = harness.read<int32_t>(out, numLanes);
    Lanes lanes;
    llvm::copy(values, lanes.begin());
    return lanes;
  }

private:
  Harness harness;
  Argument out = Argument::pointer(0);
};

/// The result of the loop if `holds(i, lane)` is its condition: each iteration
/// makes 31 * acc + i of acc if it holds, and 31 * acc - i - 1 if not.
template <typename Condition>
Lanes expect(const Range &range, Condition holds) {
  Lanes lanes = {};
  for (int i = range.lower; i < range.upper; i += range.step)
    for (int lane = 0; lane < numLanes; ++lane) {
      uint32_t scaled = 31 * static_cast<uint32_t>(lanes[lane]);
      int wide = static_cast<int8_t>(i);
      lanes[lane] = scaled + (holds(i, lane) ? wide : -wide - 1);
    }
  return lanes;
}

std::string describe(const Range &range) {
  return "for " + std::to_string(range.lower) + " to " +
         std::to_string(range.upper) + ", step " + std::to_string(range.step) +
         ", bound " + std::to_string(range.bound);
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

std::string branchBody(const char *order, bool mirrored, bool isUnsigned) {
  return std::string("%c = cmpi ") + order +
         (mirrored ? " %bound, %i, " : " %i, %bound, ") +
         (isUnsigned ? "unsigned" : "signed") + R"( : tile<i8> -> tile<i1>
        %next = if %c -> (tile<4xi32>) {
          %x = addi %scaled, %wide4 : tile<4xi32>
          yield %x : tile<4xi32>
        } else {
          %one = constant <i32: 1> : tile<4xi32>
          %x = subi %scaled, %wide4 : tile<4xi32>
          %y = subi %x, %one : tile<4xi32>
          yield %y : tile<4xi32>
        })";
}

/// (unsigned, mirrored)
class LoopSplitBranch : public testing::TestWithParam<std::tuple<bool, bool>> {
protected:
  bool isUnsigned = std::get<0>(GetParam());
  bool isMirrored = std::get<1>(GetParam());

  bool holds(const Order &order, int i, int bound) const {
    return isMirrored ? order.holds(bound, i) : order.holds(i, bound);
  }
};

TEST_P(LoopSplitBranch, EveryOrderAndRange) {
  for (const Order &order : orders) {
    Kernel kernel;
    ASSERT_TRUE(kernel.build("", branchBody(order.name, isMirrored, isUnsigned),
                             isUnsigned));
    ASSERT_TRUE(kernel.split());
    ASSERT_EQ(kernel.count<cuda_tile::ForOp>(), 2) << order.name;
    ASSERT_EQ(kernel.count<cuda_tile::IfOp>(), 0) << order.name;
    forEachRange(isUnsigned, {1, 3, 127}, [&](const Range &range) {
      EXPECT_EQ(kernel.run(range), expect(range,
                                          [&](int i, int) {
                                            return holds(order, i, range.bound);
                                          }))
          << order.name << ' ' << describe(range);
    });
  }
}

TEST_P(LoopSplitBranch, Literals) {
  forEachRange(isUnsigned, {1, 4, 100}, [&](const Range &range) {
    // A third of the ranges, each with one order.
    if ((range.lower + range.upper + range.step + range.bound) % 3 != 0)
      return;
    const Order &order =
        orders[(range.lower + range.upper + 3 * range.bound) & 3];
    Kernel kernel;
    ASSERT_TRUE(kernel.build("", branchBody(order.name, isMirrored, isUnsigned),
                             isUnsigned, &range));
    ASSERT_TRUE(kernel.split());
    ASSERT_EQ(kernel.count<cuda_tile::ForOp>(), 2);
    EXPECT_EQ(
        kernel.run(range),
        expect(range, [&](int i, int) { return holds(order, i, range.bound); }))
        << order.name << ' ' << describe(range);
  });
}

TEST_P(LoopSplitBranch, Equalities) {
  for (const Order &order : equalities) {
    Kernel kernel;
    ASSERT_TRUE(kernel.build("", branchBody(order.name, isMirrored, isUnsigned),
                             isUnsigned));
    ASSERT_TRUE(kernel.split());
    ASSERT_EQ(kernel.count<cuda_tile::ForOp>(), 1) << "not asked for";
    CudaTileLoopSplitOptions options;
    options.peelEqualities = true;
    ASSERT_TRUE(kernel.split(options));
    ASSERT_EQ(kernel.count<cuda_tile::ForOp>(), 3);
    ASSERT_EQ(kernel.count<cuda_tile::IfOp>(), 0);
    forEachRange(isUnsigned, {1, 3, 127}, [&](const Range &range) {
      EXPECT_EQ(kernel.run(range), expect(range,
                                          [&](int i, int) {
                                            return holds(order, i, range.bound);
                                          }))
          << order.name << ' ' << describe(range);
    });
  }
}

INSTANTIATE_TEST_SUITE_P(All, LoopSplitBranch,
                         testing::Combine(testing::Bool(), testing::Bool()));

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

/// A mask that early iterations do not need.
struct Mask {
  const char *name;
  /// Computes %mask from %i, %bound and %iota; SIGN stands for the signedness.
  const char *body;
  /// The mask for element `a` of the growing side and element `b` of the other;
  /// sums are read by `read`.
  bool (*holds)(int i, int a, int b, int n, Reading read);
  /// Its value in early iterations.
  bool early = true;
  /// The largest bound with which no sum wraps.
  int mostBound = 100;
};

const char *const spread = R"(
  %i1 = reshape %i : tile<i8> -> tile<1xi8>
  %i4 = broadcast %i1 : tile<1xi8> -> tile<4xi8>
  %n1 = reshape %bound : tile<i8> -> tile<1xi8>
  %n4 = broadcast %n1 : tile<1xi8> -> tile<4xi8>
  %five = constant <i8: 5> : tile<4xi8>
)";

const Mask masks[] = {
    {"i + iota < n", R"(
       %index = addi %i4, %iota : tile<4xi8>
       %mask = cmpi less_than %index, %n4, SIGN : tile<4xi8> -> tile<4xi1>)",
     [](int i, int a, int, int n, Reading read) { return read(i + a) < n; }},
    {"n >= iota + i * 5", R"(
       %start = muli %five, %i4 : tile<4xi8>
       %index = addi %iota, %start : tile<4xi8>
       %mask = cmpi greater_than_or_equal %n4, %index, SIGN : tile<4xi8> -> tile<4xi1>)",
     [](int i, int a, int, int n, Reading read) {
       return read(i * 5 + a) <= n;
     }},
    {"iota < n - i * 5", R"(
       %start = muli %i4, %five : tile<4xi8>
       %rest = subi %n4, %start : tile<4xi8>
       %mask = cmpi less_than %iota, %rest, SIGN : tile<4xi8> -> tile<4xi1>)",
     [](int i, int a, int, int n, Reading read) {
       return a < read(n - i * 5);
     }},
    {"i * 5 + iota <= n + iota * 5", R"(
       %start = muli %i4, %five : tile<4xi8>
       %index = addi %start, %iota : tile<4xi8>
       %steps = muli %iota, %five : tile<4xi8>
       %last = addi %n4, %steps : tile<4xi8>
       %mask = cmpi less_than_or_equal %index, %last, SIGN : tile<4xi8> -> tile<4xi1>)",
     [](int i, int a, int b, int n, Reading read) {
       return read(i * 5 + a) <= read(n + 5 * b);
     }},
    {"i < n + 5 + iota", R"(
       %last = addi %n4, %five : tile<4xi8>
       %end = addi %last, %iota : tile<4xi8>
       %mask = cmpi less_than %i4, %end, SIGN : tile<4xi8> -> tile<4xi1>)",
     [](int i, int, int b, int n, Reading read) {
       return i < read(n + 5 + b);
     }},
    {"i * 5 + iota < 97", R"(
       %end = constant <i8: 97> : tile<4xi8>
       %start = muli %i4, %five : tile<4xi8>
       %index = addi %start, %iota : tile<4xi8>
       %mask = cmpi less_than %index, %end, SIGN : tile<4xi8> -> tile<4xi1>)",
     [](int i, int a, int, int, Reading read) { return read(i * 5 + a) < 97; }},
    {"i * 5 + iota < 98", R"(
       %end = constant <i8: 98> : tile<4xi8>
       %start = muli %i4, %five : tile<4xi8>
       %index = addi %start, %iota : tile<4xi8>
       %mask = cmpi less_than %index, %end, SIGN : tile<4xi8> -> tile<4xi1>)",
     [](int i, int a, int, int, Reading read) { return read(i * 5 + a) < 98; }},
    {"i * 5 + iota > n + iota * 5", R"(
       %start = muli %i4, %five : tile<4xi8>
       %index = addi %start, %iota : tile<4xi8>
       %steps = muli %iota, %five : tile<4xi8>
       %last = addi %n4, %steps : tile<4xi8>
       %mask = cmpi greater_than %index, %last, SIGN : tile<4xi8> -> tile<4xi1>)",
     [](int i, int a, int b, int n, Reading read) {
       return read(i * 5 + a) > read(n + 5 * b);
     },
     /*early=*/false},
    {"n + (n + iota) <= i + iota", R"(
       %index = addi %i4, %iota : tile<4xi8>
       %more = addi %n4, %iota : tile<4xi8>
       %last = addi %n4, %more : tile<4xi8>
       %mask = cmpi less_than_or_equal %last, %index, SIGN : tile<4xi8> -> tile<4xi1>)",
     [](int i, int a, int b, int n, Reading read) {
       return read(n + n + b) <= read(i + a);
     },
     /*early=*/false,
     /*mostBound=*/60},
};

std::string maskBody(const Mask &mask, bool isUnsigned) {
  std::string body = std::string(spread) + mask.body + R"(
       %x = addi %scaled, %wide4 : tile<4xi32>
       %one = constant <i32: 1> : tile<4xi32>
       %y = subi %scaled, %wide4 : tile<4xi32>
       %z = subi %y, %one : tile<4xi32>
       %next = select %mask, %x, %z : tile<4xi1>, tile<4xi32>)";
  size_t at = body.find("SIGN");
  return body.replace(at, 4, isUnsigned ? "unsigned" : "signed");
}

class LoopSplitMask : public testing::TestWithParam<bool> {};

TEST_P(LoopSplitMask, EveryFormAndRange) {
  bool isUnsigned = GetParam();
  Reading read = isUnsigned ? asUnsigned : asSigned;
  for (const Mask &mask : masks) {
    Kernel kernel;
    ASSERT_TRUE(kernel.build("", maskBody(mask, isUnsigned), isUnsigned));
    ASSERT_TRUE(kernel.split());
    ASSERT_EQ(kernel.count<cuda_tile::ForOp>(), 2) << mask.name;
    ASSERT_TRUE(kernel.split());
    ASSERT_EQ(kernel.count<cuda_tile::ForOp>(), 2) << "split twice";
    forEachRange(isUnsigned, {1, 3, 127}, [&](const Range &range) {
      EXPECT_EQ(kernel.run(range),
                expect(range,
                       [&](int i, int lane) {
                         return mask.holds(i, lane, lane, range.bound, read);
                       }))
          << mask.name << ' ' << describe(range);
    });
  }
}

/// If nothing is negative and nothing wraps, the first loop runs up to the
/// first iteration in which the largest element of one side exceeds the
/// smallest of the other.
TEST_P(LoopSplitMask, NoIterationIsLeftBehind) {
  bool isUnsigned = GetParam();
  for (const Mask &mask : masks) {
    Kernel kernel;
    ASSERT_TRUE(kernel.build("", maskBody(mask, isUnsigned), isUnsigned));
    ASSERT_TRUE(kernel.split());
    kernel.keepFirstLoop();
    int numIterations = 0;
    forEachRange(isUnsigned, {1, 3, 127}, [&](const Range &range) {
      if (range.lower < 0 || range.bound < 0 || range.bound > mask.mostBound)
        return;
      Range early = range;
      auto isEarly = [&](int i) {
        for (int a = 0; a < numLanes; ++a)
          for (int b = 0; b < numLanes; ++b)
            if (mask.holds(i, a, b, range.bound, asInteger) != mask.early)
              return false;
        return true;
      };
      for (early.upper = range.lower;
           early.upper < range.upper && isEarly(early.upper);
           early.upper += range.step)
        ++numIterations;
      EXPECT_EQ(kernel.run(range),
                expect(early, [&](int, int) { return mask.early; }))
          << mask.name << ' ' << describe(range);
    });
    EXPECT_GT(numIterations, 100) << mask.name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, LoopSplitMask, testing::Bool());

} // namespace
