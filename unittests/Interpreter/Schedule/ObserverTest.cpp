//===- ObserverTest.cpp - Launches that are watched -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/Observer.h"
#include "../Harness.h"
#include "mlir/IR/Operation.h"
#include "gtest/gtest.h"

using namespace tessera::interp;

namespace {

/// Writes down all that it is told, and ends the launch before the operation of
/// a number.
class Log : public Observer {
public:
  void started(ObservedBlock block) override { add(block, "starts"); }
  bool before(ObservedBlock block, mlir::Operation *op) override {
    add(block, op->getName().stripDialect());
    if (act)
      act(block, op);
    return ++count != endBefore;
  }
  void found(ObservedBlock block, const Finding &finding) override {
    add(block, "finds " + finding.message);
  }
  void ended(ObservedBlock block) override { add(block, "ends"); }

  void add(ObservedBlock block, llvm::Twine what) {
    text += std::to_string(block.getNumber()) + " " + what.str() + "\n";
  }

  std::string text;
  unsigned count = 0, endBefore = ~0u;
  std::function<void(ObservedBlock, mlir::Operation *)> act;
};

struct ObserverTest : testing::Test {
  ObserverTest() { h.config.observer = &log; }
  Harness h;
  Log log;
};

const char *twice = "%c = constant <i32: 2> : tile<i32> "
                    "%v, %t = load_ptr_tko weak %p "
                    ": tile<ptr<i32>> -> tile<i32>, token "
                    "%w = muli %v, %c : tile<i32> "
                    "%u = store_ptr_tko weak %p, %w token = %t "
                    ": tile<ptr<i32>>, tile<i32> -> token";

TEST_F(ObserverTest, TellsOfEachOperation) {
  h.config.grid = {1, 1, 1};
  ASSERT_TRUE(h.parseKernel("%p: tile<ptr<i32>>", twice)) << h.errors;
  Argument array = h.array<int32_t>({21});
  EXPECT_TRUE(h.launch({array})) << h.errors;
  EXPECT_EQ(log.text, "0 starts\n0 constant\n0 load_ptr_tko\n0 muli\n"
                      "0 store_ptr_tko\n0 return\n0 ends\n");
  EXPECT_EQ(h.read<int32_t>(array, 1)[0], 42);
}

TEST_F(ObserverTest, ReadsAndWritesValues) {
  ASSERT_TRUE(h.parseKernel("%p: tile<ptr<i32>>", twice)) << h.errors;
  Argument array = h.array<int32_t>({21}, "numbers");
  std::string place;
  log.act = [&](ObservedBlock block, mlir::Operation *op) {
    if (op->getName().stripDialect() == "muli") {
      EXPECT_TRUE(
          std::holds_alternative<std::monostate>(block.read(op->getResult(0))));
      place = block.describe(array.getBits());
    }
    if (op->getName().stripDialect() != "store_ptr_tko")
      return;
    auto tile = std::get<TileContents>(block.read(op->getOperand(1)));
    EXPECT_EQ(tile.shape.size(), 0u);
    EXPECT_EQ(tile.bytes, (std::vector<uint8_t>{42, 0, 0, 0}));
    tile.bytes = {7, 0, 0, 0};
    EXPECT_TRUE(block.write(op->getOperand(1), tile));
    tile.shape = {1};
    EXPECT_FALSE(block.write(op->getOperand(1), tile));
    uint8_t bytes[4];
    EXPECT_TRUE(block.readMemory(array.getBits(), bytes));
    EXPECT_EQ(bytes[0], 21);
    EXPECT_FALSE(block.readMemory(array.getBits() + 4, bytes));
  };
  EXPECT_TRUE(h.launch({array})) << h.errors;
  EXPECT_EQ(h.read<int32_t>(array, 1)[0], 7);
  EXPECT_EQ(place, "0 bytes into 'numbers' (4 bytes)");
}

TEST_F(ObserverTest, EndsTheLaunchWithoutMessage) {
  log.endBefore = 4;
  ASSERT_TRUE(h.parseKernel("%p: tile<ptr<i32>>", twice)) << h.errors;
  Argument array = h.array<int32_t>({21});
  EXPECT_FALSE(h.launch({array}));
  EXPECT_EQ(h.errors, "");
  EXPECT_EQ(h.read<int32_t>(array, 1)[0], 21);
}

TEST_F(ObserverTest, TellsOfFindingsOnce) {
  ASSERT_TRUE(h.parseKernel(
      "%p: tile<ptr<i32>>",
      "%no = constant <i1: 0> : tile<i1> "
      "assert %no, \"no\" : tile<i1> "
      "%c = constant <i32: 1> : tile<i32> "
      "%q = offset %p, %c : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>> "
      "%v, %t = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token"))
      << h.errors;
  Argument array = h.array<int32_t>({21}, "numbers");
  EXPECT_FALSE(h.launch({array}));
  EXPECT_EQ(log.text,
            "0 starts\n0 constant\n0 assert\n"
            "0 finds assertion failed: no (tile block (0, 0, 0))\n"
            "0 constant\n0 offset\n0 load_ptr_tko\n"
            "0 finds out-of-bounds load of 4 bytes at 0x1000000004, 0 bytes "
            "past the end of 'numbers' (4 bytes) (tile block (0, 0, 0))\n"
            "0 ends\n");
}

/// Two tile blocks, of which the first waits for the second.
const char *pair =
    "%x, %y, %z = get_tile_block_id : tile<i32> "
    "%c0 = constant <i32: 0> : tile<i32> "
    "%c1 = constant <i32: 1> : tile<i32> "
    "%first = cmpi equal %x, %c0, signed : tile<i32> -> tile<i1> "
    "if %first { loop { %v, %l = load_ptr_tko acquire device %p "
    ": tile<ptr<i32>> -> tile<i32>, token "
    "%set = cmpi not_equal %v, %c0, signed : tile<i32> -> tile<i1> "
    "if %set { break } continue } } else { "
    "%s = store_ptr_tko release device %p, %c1 "
    ": tile<ptr<i32>>, tile<i32> -> token }";

TEST_F(ObserverTest, SeesTheSameWithTheSameSeed) {
  ASSERT_TRUE(h.parseKernel("%p: tile<ptr<i32>>", pair)) << h.errors;
  h.config.grid = {2, 1, 1};
  for (uint64_t seed : {0, 1, 5}) {
    std::string before;
    h.config.seed = seed;
    for (int run = 0; run < 2; ++run) {
      log.text.clear();
      EXPECT_TRUE(h.launch({h.array<int32_t>({0})})) << h.errors;
      EXPECT_NE(log.text.find("1 starts"), std::string::npos);
      if (run)
        EXPECT_EQ(log.text, before);
      before = log.text;
    }
  }
}

} // namespace
