//===- UniformMasksTest.cpp - Where masks are known, against a model ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops of 8 bits with a mask, in the interpreter: for bounds at the ends of the type and
// between, the mask with its alternative is the mask, and the alternative alone has all the
// iterations in which it is known.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "mlir/Pass/PassManager.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"
#include "gtest/gtest.h"

#include <array>

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

namespace tessera::uniform_masks {
namespace {

constexpr int numLanes = 4;
using Lanes = std::array<int32_t, numLanes>;

/// The bounds of a loop, and the number that its mask compares with.
struct Loop {
  int lower, upper, bound;
};

struct Mask {
  const char *name;
  /// Computes %mask from %i4 and %n4, the counter and the bound, and %iota.
  const char *body;
  /// The mask of two elements, where sums are read by `read`.
  bool (*holds)(int i, int a, int b, int n, int (*read)(int));
  /// The value in the iterations that are known, which are the last ones or the first.
  bool value;
  /// True if %mask selects 1 in place of what the iteration has computed.
  bool leavesOut = false;
};

int wrap(int value) { return static_cast<int8_t>(value); }
int keep(int value) { return value; }

const Mask masks[] = {
    {"i * 5 + iota >= n", R"(
       %start = muli %i4, %five : tile<4xi8>
       %index = addi %start, %iota : tile<4xi8>
       %mask = cmpi greater_than_or_equal %index, %n4, signed : tile<4xi8> -> tile<4xi1>)",
     [](int i, int a, int, int n, int (*read)(int)) {
       return read(i * 5 + a) >= n;
     },
     true},
    {"i * 5 + iota > n + 5 + iota", R"(
       %start = muli %i4, %five : tile<4xi8>
       %index = addi %start, %iota : tile<4xi8>
       %more = addi %n4, %five : tile<4xi8>
       %last = addi %more, %iota : tile<4xi8>
       %mask = cmpi greater_than %index, %last, signed : tile<4xi8> -> tile<4xi1>)",
     [](int i, int a, int b, int n, int (*read)(int)) {
       return read(i * 5 + a) > read(n + 5 + b);
     },
     true},
    {"i + iota < n - 5", R"(
       %index = addi %i4, %iota : tile<4xi8>
       %least = subi %n4, %five : tile<4xi8>
       %mask = cmpi less_than %index, %least, signed : tile<4xi8> -> tile<4xi1>)",
     [](int i, int a, int, int n, int (*read)(int)) {
       return read(i + a) < read(n - 5);
     },
     false, true},
    {"n + iota - i * 5 < 5", R"(
       %start = muli %i4, %five : tile<4xi8>
       %last = addi %n4, %iota : tile<4xi8>
       %rest = subi %last, %start : tile<4xi8>
       %mask = cmpi less_than %rest, %five, signed : tile<4xi8> -> tile<4xi1>)",
     [](int i, int a, int, int n, int (*read)(int)) {
       return read(n + a - i * 5) < 5;
     },
     true},
    {"i + iota - (n + iota) >= -5", R"(
       %index = addi %i4, %iota : tile<4xi8>
       %last = addi %n4, %iota : tile<4xi8>
       %distance = subi %index, %last : tile<4xi8>
       %mask = cmpi greater_than_or_equal %distance, %minus, signed : tile<4xi8> -> tile<4xi1>)",
     [](int i, int a, int b, int n, int (*read)(int)) {
       return read(i + a - n - b) >= -5;
     },
     true},
    {"i + iota - (n + iota) <= 5", R"(
       %index = addi %i4, %iota : tile<4xi8>
       %last = addi %n4, %iota : tile<4xi8>
       %distance = subi %index, %last : tile<4xi8>
       %start = reshape %bound : tile<i8> -> tile<1xi8>
       %mask = cmpi less_than_or_equal %distance, %five, signed : tile<4xi8> -> tile<4xi1>)",
     [](int i, int a, int b, int n, int (*read)(int)) {
       return read(i + a - n - b) <= 5;
     },
     false, true},
};

/// A kernel of a loop with a mask, for which the pass has looked.
class Kernel {
public:
  bool build(const Mask &mask, int step) {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "%step = constant <i8: " << step << "> : tile<i8>" << R"(
      %zero = constant <i32: 0> : tile<4xi32>
      %one = constant <i32: 1> : tile<4xi32>
      %two = constant <i32: 2> : tile<4xi32>
      %a = constant <f32: 1.0> : tile<4x4xf32>
      %iota = iota : tile<4xi8>
      %five = constant <i8: 5> : tile<4xi8>
      %minus = constant <i8: -5> : tile<4xi8>
      %places = iota : tile<4xi32>
      %out1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
      %out4 = broadcast %out1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
      %pointers = offset %out4, %places : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
      %n1 = reshape %bound : tile<i8> -> tile<1xi8>
      %n4 = broadcast %n1 : tile<1xi8> -> tile<4xi8>
      %result = for %i in (%lower to %upper, step %step) : tile<i8>
          iter_values(%acc = %zero) -> (tile<4xi32>) {
        %product = mmaf %a, %a, %a : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xf32>
        %i1 = reshape %i : tile<i8> -> tile<1xi8>
        %i4 = broadcast %i1 : tile<1xi8> -> tile<4xi8>
        %kept = addi %acc, %two : tile<4xi32>
    )" << mask.body
       << (mask.leavesOut ? "\n%x = select %mask, %one, %kept"
                          : "\n%x = select %mask, %kept, %one")
       << R"( : tile<4xi1>, tile<4xi32>
        continue %x : tile<4xi32>
      }
      store_ptr_tko weak %pointers, %result : tile<4xptr<i32>>, tile<4xi32> -> token
    )";
    if (!harness.parseKernel("%out: tile<ptr<i32>>, %lower: tile<i8>, "
                             "%upper: tile<i8>, %bound: tile<i8>",
                             text)) {
      ADD_FAILURE() << harness.errors << text;
      return false;
    }
    out = harness.array<int32_t>({0, 0, 0, 0});
    Operation *module = harness.getModule();
    PassManager passes(module->getContext(), module->getName().getStringRef());
    passes.addPass(createCudaTileUniformMasks());
    return succeeded(passes.run(module));
  }

  /// Has the alternative stand alone: the mask itself never decides. False if there is
  /// none.
  bool keepAlternative() {
    Operation *joined = nullptr;
    harness.getModule()->walk([&](cuda_tile::SelectOp select) {
      Operation *mask = select.getCond().getDefiningOp();
      if (cast<cuda_tile::TileType>(select.getType()).getRank() == 1)
        joined = mask;
    });
    StringRef name = joined ? joined->getName().stripDialect() : "";
    if (name != "ori" && name != "andi")
      return false;
    OpBuilder builder(joined);
    auto type = cast<cuda_tile::TileType>(joined->getResult(0).getType());
    joined->setOperand(0, cuda_tile::ConstantOp::create(
                              builder, joined->getLoc(),
                              DenseIntElementsAttr::get(type, name == "andi")));
    return true;
  }

  Lanes run(const Loop &loop) {
    auto i8 = [](int value) {
      return Argument::scalar(numerics::Format::I8,
                              static_cast<uint8_t>(value));
    };
    EXPECT_TRUE(
        harness.launch({out, i8(loop.lower), i8(loop.upper), i8(loop.bound)}))
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

/// The result of the loop: each iteration adds 2 if the mask keeps that, and begins anew at 1
/// if it does not.
template <typename Condition>
Lanes expect(const Loop &loop, int step, Condition keeps) {
  Lanes lanes = {};
  for (int i = loop.lower; i < loop.upper; i += step)
    for (int lane = 0; lane < numLanes; ++lane)
      lanes[lane] = keeps(i, lane) ? lanes[lane] + 2 : 1;
  return lanes;
}

template <typename Visitor> void forEachLoop(Visitor visit) {
  constexpr int numbers[] = {-128, -127, -77, -6, -1, 0,   1,
                             4,    8,    24,  90, 99, 126, 127};
  for (int lower : numbers)
    for (int upper : numbers)
      for (int bound : numbers)
        visit(Loop{lower, upper, bound});
}

std::string describe(const Mask &mask, const Loop &loop, int step) {
  return std::string(mask.name) + " for " + std::to_string(loop.lower) +
         " to " + std::to_string(loop.upper) + ", step " +
         std::to_string(step) + ", bound " + std::to_string(loop.bound);
}

/// (step)
class UniformMasks : public testing::TestWithParam<int> {};

TEST_P(UniformMasks, MasksStayWhatTheyAre) {
  for (const Mask &mask : masks) {
    Kernel kernel;
    ASSERT_TRUE(kernel.build(mask, GetParam()));
    forEachLoop([&](const Loop &loop) {
      EXPECT_EQ(kernel.run(loop),
                expect(loop, GetParam(),
                       [&](int i, int lane) {
                         return mask.holds(i, lane, lane, loop.bound, wrap) !=
                                mask.leavesOut;
                       }))
          << describe(mask, loop, GetParam());
    });
  }
}

/// If nothing is negative and nothing wraps, the mask is known in just the iterations in
/// which all pairs of elements have the value, for the whole loop.
TEST_P(UniformMasks, NoIterationIsLeftBehind) {
  for (const Mask &mask : masks) {
    Kernel kernel;
    ASSERT_TRUE(kernel.build(mask, GetParam()));
    ASSERT_TRUE(kernel.keepAlternative()) << mask.name;
    int known = 0, unknown = 0;
    forEachLoop([&](const Loop &loop) {
      if (loop.lower < 0 || loop.upper > 24 || loop.bound < 0 ||
          loop.bound > 99)
        return;
      auto isKnown = [&](int i) {
        bool all = true;
        for (int a = 0; a < numLanes; ++a)
          for (int b = 0; b < numLanes; ++b)
            all &= mask.holds(i, a, b, loop.bound, keep) == mask.value;
        ++(all ? known : unknown);
        return all;
      };
      // Where it is not known the alternative alone is the other value.
      EXPECT_EQ(kernel.run(loop), expect(loop, GetParam(),
                                         [&](int i, int) {
                                           return (isKnown(i) == mask.value) !=
                                                  mask.leavesOut;
                                         }))
          << describe(mask, loop, GetParam());
    });
    EXPECT_GT(known, 100) << mask.name;
    EXPECT_GT(unknown, 100) << mask.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Steps, UniformMasks, testing::Values(1, 3));

} // namespace
} // namespace tessera::uniform_masks
