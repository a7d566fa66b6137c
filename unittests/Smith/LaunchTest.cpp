//===- LaunchTest.cpp - Launches as attributes, and runs ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Smith/Launch.h"

#include "mlir/Parser/Parser.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::smith;
using numerics::Format;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {
class LaunchTest : public testing::Test {
protected:
  LaunchTest() {
    context.loadDialect<cuda_tile::CudaTileDialect>();
    context.getDiagEngine().registerHandler(
        [this](Diagnostic &diagnostic) { errors += diagnostic.str() + "\n"; });
  }

  Operation *parse(StringRef text) {
    file = parseSourceString<mlir::ModuleOp>(text.str(), &context);
    return file ? &file->getBody()->front() : nullptr;
  }

  MLIRContext context;
  OwningOpRef<mlir::ModuleOp> file;
  std::string errors;
};
} // namespace

/// Doubles its float; the number beside it is unused.
static constexpr StringLiteral doubling(R"(cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i16>) {
    %x, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    %y = addf %x, %x : tile<f32>
    %u = store_ptr_tko weak %p, %y token=%t
        : tile<ptr<f32>>, tile<f32> -> token
  }
})");

TEST_F(LaunchTest, IsReadAsItWasWritten) {
  Operation *module = parse(doubling);
  Launch launch;
  launch.grid = {2, 1, 3};
  launch.version = bytecode::v13_3;
  launch.arguments = {{Format::F32, true, {0, 0, 128, 63, 0, 0, 0, 64}},
                      {Format::I16, false, {5, 1}}};
  setLaunch(module, launch);
  FailureOr<Launch> read = getLaunch(module);
  ASSERT_TRUE(succeeded(read));
  EXPECT_EQ(read->grid, launch.grid);
  EXPECT_EQ(read->version.str(), "13.3");
  ASSERT_EQ(read->arguments.size(), 2u);
  EXPECT_TRUE(read->arguments[0].isPointer);
  EXPECT_EQ(read->arguments[0].bytes, launch.arguments[0].bytes);
  EXPECT_FALSE(read->arguments[1].isPointer);
  EXPECT_EQ(read->arguments[1].format, Format::I16);
  EXPECT_EQ(read->arguments[1].bytes, launch.arguments[1].bytes);
}

TEST_F(LaunchTest, MemoryOfEqualElementsIsKept) {
  Operation *module = parse(doubling);
  Launch launch;
  launch.arguments = {{Format::F32, true, std::vector<uint8_t>(64, 0)},
                      {Format::I16, false, {0, 0}}};
  setLaunch(module, launch);
  EXPECT_EQ(getLaunch(module)->arguments[0].bytes.size(), 64u);
}

TEST_F(LaunchTest, WhatIsMissingOrDoesNotFitIsAnError) {
  Operation *module = parse(doubling);
  EXPECT_TRUE(failed(getLaunch(module)));
  EXPECT_THAT(errors, HasSubstr("does not say how to launch it"));
  Launch launch;
  setLaunch(module, launch);
  EXPECT_TRUE(failed(getLaunch(module)));
  EXPECT_THAT(errors, HasSubstr("has 0 smith.arguments for 2 parameters"));
  launch.arguments = {{Format::I16, false, {5, 1}},
                      {Format::I16, false, {5, 1}}};
  setLaunch(module, launch);
  EXPECT_TRUE(failed(getLaunch(module)));
  EXPECT_THAT(errors, HasSubstr("does not fit its parameter"));
  EXPECT_TRUE(failed(getLaunch(parse("cuda_tile.module @m {}"))));
  EXPECT_THAT(errors, HasSubstr("must have one entry"));
}

/// Adds one to an i32, then doubles it.
static constexpr StringLiteral two(R"(cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %x, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %one = constant <i32: 1> : tile<i32>
    %y = addi %x, %one : tile<i32>
    %u = store_ptr_tko weak %p, %y token=%t
        : tile<ptr<i32>>, tile<i32> -> token
  }
  entry @l(%p: tile<ptr<i32>>) {
    %w = gdc_wait_tko -> token
    %x, %t = load_ptr_tko weak %p token=%w
        : tile<ptr<i32>> -> tile<i32>, token
    %y = addi %x, %x : tile<i32>
    %u = store_ptr_tko weak %p, %y token=%t
        : tile<ptr<i32>>, tile<i32> -> token
  }
})");

TEST_F(LaunchTest, TwoEntries) {
  Operation *module = parse(two);
  Launch launch;
  launch.arguments = {{Format::I32, true, {5, 0, 0, 0}}};
  setLaunch(module, launch);
  EXPECT_TRUE(failed(getLaunch(module)));
  launch.dependentGrid = {1, 1, 1};
  setLaunch(module, launch);
  FailureOr<Launch> read = getLaunch(module);
  ASSERT_TRUE(succeeded(read));
  EXPECT_EQ(read->dependentGrid, launch.dependentGrid);
  EXPECT_EQ(read->numBlocks(), 2u);
  FailureOr<Outcome> outcome = run(module, *read, RunOptions());
  ASSERT_TRUE(succeeded(outcome)) << errors;
  EXPECT_THAT(outcome->memory[0], ElementsAre(12, 0, 0, 0));
  // A case runs one entry.
  EXPECT_EQ(printCase(*read, *outcome), "");
}

TEST_F(LaunchTest, RunsLeaveMemoryWithCanonicalNaNs) {
  Operation *module = parse(doubling);
  Launch launch;
  launch.arguments = {{Format::F32, true, {0, 0, 128, 63, 1, 0, 128, 255}},
                      {Format::I16, false, {0, 0}}};
  FailureOr<Outcome> outcome = run(module, launch, RunOptions());
  ASSERT_TRUE(succeeded(outcome)) << errors;
  ASSERT_EQ(outcome->memory.size(), 1u);
  // 1.0 has become 2.0; a NaN of any bits is the canonical one.
  EXPECT_THAT(outcome->memory[0], ElementsAre(0, 0, 0, 64, 255, 255, 255, 127));
}

TEST_F(LaunchTest, PublicGlobalsAreResults) {
  Operation *module = parse(R"(cuda_tile.module @m {
    global @x <i8: [1, 2]> : tile<2xi8>
    global private @y <i8: [3]> : tile<1xi8>
    entry @k() {
      %p = get_global @x : tile<ptr<i8>>
      %seven = constant <i8: 7> : tile<i8>
      %t = store_ptr_tko weak %p, %seven : tile<ptr<i8>>, tile<i8> -> token
    }
  })");
  FailureOr<Outcome> outcome = run(module, Launch(), RunOptions());
  ASSERT_TRUE(succeeded(outcome)) << errors;
  ASSERT_EQ(outcome->memory.size(), 1u);
  EXPECT_THAT(outcome->memory[0], ElementsAre(7, 2));
}

TEST_F(LaunchTest, RunsWithBoundsFailWhereOthersDo) {
  Operation *module = parse(R"(cuda_tile.module @m {
    entry @k() {
      %zero = constant <i32: 0> : tile<i32>
      %x = divi %zero, %zero signed : tile<i32>
    }
  })");
  EXPECT_TRUE(failed(
      runWithBounds(module, Launch(), tessera::interp::BoundsMode::Engines)));
  EXPECT_THAT(errors, HasSubstr("zero"));
}

TEST(Outcome, DifferencesAreNamed) {
  Outcome left, right;
  left.memory = {{1, 2}, {3}};
  right.memory = {{1, 2}, {4}};
  EXPECT_EQ(describeDifference(left, right),
            "left 0x4 instead of 0x3 in byte 0 of array 1");
  right = left;
  right.printed = "x";
  EXPECT_EQ(describeDifference(left, right), "printed \"x\" instead of \"\"");
}
