//===- ProgressTest.cpp - Loops that never end ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tessera::interp;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace {

/// Tile blocks that poll the array of flags at %p.
class Progress : public testing::Test {
protected:
  Progress() { h.config.hostThreads = 1; }

  /// Runs the body over these flags, and returns its messages.
  std::string run(uint32_t blocks, std::vector<int32_t> flags,
                  const std::string &body) {
    const char *start = "%c0 = constant <i32: 0> : tile<i32> "
                        "%c1 = constant <i32: 1> : tile<i32> "
                        "%x, %y, %z = get_tile_block_id : tile<i32> "
                        "%none = make_token : token\n";
    h.errors.clear();
    h.config.grid = {blocks, 1, 1};
    EXPECT_TRUE(h.parseKernel("%p: tile<ptr<i32>>", start + body)) << h.errors;
    Argument array = h.array<int32_t>(flags, "flags");
    EXPECT_EQ(h.launch({array}), h.errors.empty());
    return h.errors;
  }

  Harness h;
};

/// %`name` points to this flag. One line.
std::string flag(const std::string &name, int number) {
  return "%i_" + name + " = constant <i32: " + std::to_string(number) +
         "> : tile<i32> %" + name + " = offset %p, %i_" + name +
         " : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>\n";
}

/// Waits until the flag is not 0. Five lines, the second of which reads.
std::string waitFor(const std::string &flag) {
  return "loop {\n"
         "  %v, %l = load_ptr_tko acquire device %" +
         flag +
         " : tile<ptr<i32>> -> tile<i32>, token\n"
         "  %set = cmpi not_equal %v, %c0, signed : tile<i32> -> tile<i1>\n"
         "  if %set { break }\n"
         "  continue }\n";
}

/// Sets the flag. One line.
std::string set(const std::string &flag) {
  return "%s_" + flag + " = store_ptr_tko release device %" + flag +
         ", %c1 token=%none : tile<ptr<i32>>, tile<i32> -> token\n";
}

} // namespace

//===----------------------------------------------------------------------===//
// One tile block
//===----------------------------------------------------------------------===//

TEST_F(Progress, aFlagThatNobodySets) {
  std::string body = flag("f", 2) + waitFor("f");
  for (h.config.seed = 0; h.config.seed < 10; ++h.config.seed) {
    EXPECT_EQ(run(1, {0, 0, 0, 0}, body),
              "3: the loop never ends: its iterations are all alike, and no "
              "other tile block is left to change the memory that they read "
              "(tile block (0, 0, 0))\n"
              "4: note: what is read here, 8 bytes into 'flags' (16 bytes), "
              "stays as it is\n");
    EXPECT_EQ(run(1, {0, 0, 1, 0}, body), "");
  }
}

/// Others end, and one goes on.
TEST_F(Progress, oneOfSeveralBlocks) {
  std::string body =
      flag("f", 0) +
      "%is1 = cmpi equal %x, %c1, signed : tile<i32> -> tile<i1>\n"
      "if %is1 {\n" +
      waitFor("f") + "}\n";
  for (h.config.hostThreads = 1; h.config.hostThreads < 5;
       ++h.config.hostThreads)
    EXPECT_THAT(run(4, {0}, body), AllOf(HasSubstr("5: the loop never ends"),
                                         HasSubstr("(tile block (1, 0, 0))"),
                                         HasSubstr("0 bytes into 'flags'")));
}

TEST_F(Progress, aLoopThatReadsNothing) {
  EXPECT_EQ(run(1, {0}, "loop {\n  continue }\n"),
            "2: the loop never ends: its iterations are all alike, and read no "
            "memory (tile block (0, 0, 0))\n");
  // Values that cycle are not alike.
  h.config.stepLimit = 1000;
  EXPECT_THAT(run(1, {0},
                  "loop iter_values(%a = %c0, %b = %c1) : tile<i32>, "
                  "tile<i32> {\n  continue %b, %a : tile<i32>, tile<i32> }\n"),
              HasSubstr("the step limit"));
}

TEST_F(Progress, aLockThatIsHeld) {
  for (std::string lock :
       {"atomic_cas_tko acquire device %p, %c0, %c1 : tile<ptr<i32>>, "
        "tile<i32> -> tile<i32>, token\n",
        "atomic_rmw_tko acquire device %p, xchg, %c1 : tile<ptr<i32>>, "
        "tile<i32> -> tile<i32>, token\n"}) {
    std::string body = "loop {\n  %was, %t = " + lock +
                       "  %free = cmpi equal %was, %c0, signed : tile<i32> -> "
                       "tile<i1>\n"
                       "  if %free { break }\n  continue }\n";
    EXPECT_THAT(run(1, {1}, body), AllOf(HasSubstr("2: the loop never ends"),
                                         HasSubstr("3: note: what is read")));
    EXPECT_EQ(run(1, {0}, body), "");
    // The tile block that takes the lock keeps it.
    EXPECT_THAT(run(2, {0}, body), HasSubstr("the loop never ends"));
  }
}

/// Open choices are only made anew while something else changes.
TEST_F(Progress, aPollWithUnspecifiedValuesAndAReduction) {
  std::string body =
      "%p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>\n"
      "%p4 = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>\n"
      "%i = iota : tile<4xi32>\n"
      "%ps = offset %p4, %i : tile<4xptr<i32>>, tile<4xi32> -> "
      "tile<4xptr<i32>>\n"
      "%no = constant <i1: false> : tile<i1>\n"
      "loop {\n"
      "  %v, %l = load_ptr_tko acquire device %ps : tile<4xptr<i32>> -> "
      "tile<4xi32>, token\n"
      "  %u, %k = load_ptr_tko weak %p, %no : tile<ptr<i32>>, tile<i1> -> "
      "tile<i32>, token\n"
      "  %all = reduce %v dim=0 identities=[1 : i32] : tile<4xi32> -> "
      "tile<i32> (%a: tile<i32>, %b: tile<i32>) {\n"
      "    %c = andi %a, %b : tile<i32>\n    yield %c : tile<i32> }\n"
      "  %set = cmpi equal %all, %c1, signed : tile<i32> -> tile<i1>\n"
      "  if %set { break }\n  continue }\n";
  for (h.config.seed = 0; h.config.seed < 10; ++h.config.seed) {
    EXPECT_THAT(run(1, {1, 1, 0, 1}, body), HasSubstr("never ends"));
    EXPECT_EQ(run(1, {1, 1, 1, 1}, body), "");
  }
}

/// The inner loop ends each time; the outer one does not.
TEST_F(Progress, aLoopAroundAnother) {
  std::string body = "loop {\n"
                     "  for %i in (%c0 to %c1, step %c1) : tile<i32> { }\n"
                     "  loop { break }\n" +
                     flag("f", 0) +
                     "  %v, %l = load_ptr_tko relaxed device %f : "
                     "tile<ptr<i32>> -> tile<i32>, token\n"
                     "  %set = cmpi not_equal %v, %c0, signed : tile<i32> -> "
                     "tile<i1>\n"
                     "  if %set { break }\n  continue }\n";
  EXPECT_THAT(run(1, {0}, body), HasSubstr("2: the loop never ends"));
  EXPECT_EQ(run(1, {1}, body), "");
}

//===----------------------------------------------------------------------===//
// Several tile blocks
//===----------------------------------------------------------------------===//

/// Lines: 4 to 8 is a loop of tile block 0, 11 to 15 one of tile block 1.
static std::string crossed(bool waitsFirst) {
  std::string first = waitFor("f"), second = waitFor("g");
  return flag("f", 0) + flag("g", 1).substr(0, flag("g", 1).size() - 1) +
         " %is0 = cmpi equal %x, %c0, signed : tile<i32> -> tile<i1> if %is0 "
         "{\n" +
         waitFor("f") + set("g") + "} else {\n" +
         (waitsFirst ? waitFor("g") + set("f") : set("f") + waitFor("g")) +
         "}\n";
}

TEST_F(Progress, twoBlocksThatWaitForOneAnother) {
  for (unsigned threads : {1, 2, 8})
    for (uint64_t seed : {0, 1, 2, 3, 4, 5}) {
      h.config.hostThreads = threads;
      h.config.seed = seed;
      EXPECT_EQ(run(2, {0, 0}, crossed(true)),
                "4: deadlock: 2 tile blocks wait in loops for changes of "
                "memory, and no other is left to make them\n"
                "4: note: tile block (0, 0, 0) waits in this loop\n"
                "5: note: what is read here, 0 bytes into 'flags' (8 bytes), "
                "stays as it is\n"
                "11: note: tile block (1, 0, 0) waits in this loop\n"
                "12: note: what is read here, 4 bytes into 'flags' (8 bytes), "
                "stays as it is\n");
      EXPECT_EQ(run(2, {0, 0}, crossed(false)), "");
      // The flag has been set before.
      EXPECT_EQ(run(2, {0, 1}, crossed(true)), "");
    }
}

TEST_F(Progress, manyBlocksThatWait) {
  for (unsigned threads : {1, 3}) {
    h.config.hostThreads = threads;
    EXPECT_THAT(run(100, {0}, flag("f", 0) + waitFor("f")),
                AllOf(HasSubstr("deadlock: 100 tile blocks wait"),
                      HasSubstr("tile block (3, 0, 0) waits in this loop"),
                      Not(HasSubstr("(4, 0, 0)")), HasSubstr("96 more")));
  }
}

/// The fault is reported, not the others' vain wait for that block.
TEST_F(Progress, blocksThatWaitForOneThatHasFailed) {
  std::string body = flag("f", 0) +
                     "%is2 = cmpi equal %x, %y, signed : tile<i32> -> tile<i1>"
                     " if %is2 {\n" +
                     waitFor("f") +
                     "} else {\n%d = divi %c1, %c0 signed : tile<i32>\n" +
                     set("f") + "}\n";
  for (unsigned threads : {1, 2}) {
    h.config.hostThreads = threads;
    EXPECT_THAT(run(2, {0}, body),
                AllOf(HasSubstr("zero"), HasSubstr("(tile block (1, 0, 0))"),
                      Not(HasSubstr("never ends"))));
  }
}

//===----------------------------------------------------------------------===//
// Loops that are no repetition
//===----------------------------------------------------------------------===//

TEST_F(Progress, aCounterReachesTheStepLimit) {
  h.config.stepLimit = 10'000;
  std::string body = "loop iter_values(%i = %c0) : tile<i32> {\n"
                     "  %j = addi %i, %c1 : tile<i32>\n"
                     "  continue %j : tile<i32> }\n";
  EXPECT_THAT(run(1, {0}, body),
              AllOf(HasSubstr("has run 10000 operations, the step limit"),
                    HasSubstr("2: note: it was in this loop")));
}

TEST_F(Progress, whatPrintsOrChangesMemoryIsNoRepetition) {
  h.config.stepLimit = 5'000;
  EXPECT_THAT(run(1, {0},
                  "loop {\n  %t = print_tko \"x\" -> token\n"
                  "  continue }\n"),
              HasSubstr("the step limit"));
  EXPECT_THAT(run(1, {0},
                  "loop {\n  %o, %t = atomic_rmw_tko relaxed device %p, xor, "
                  "%c1 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token\n"
                  "  continue }\n"),
              HasSubstr("the step limit"));
  // Writing the current value again changes nothing.
  EXPECT_THAT(run(1, {1},
                  "loop {\n  %t = store_ptr_tko relaxed device %p, %c1 : "
                  "tile<ptr<i32>>, tile<i32> -> token\n  continue }\n"),
              HasSubstr("the loop never ends"));
}

/// However often a waiting block looks, it does not reach the step limit.
TEST_F(Progress, waitingCountsNoSteps) {
  h.config.stepLimit = 5'000;
  std::string body =
      flag("f", 0) + flag("n", 1) +
      "%is0 = cmpi equal %x, %c0, signed : tile<i32> -> tile<i1>\n"
      "if %is0 {\n" +
      "  %trips = constant <i32: 200> : tile<i32>\n"
      "  loop {\n"
      "    for %i in (%c0 to %trips, step %c1) : tile<i32> { }\n"
      "    %v, %l = load_ptr_tko acquire device %f : tile<ptr<i32>> -> "
      "tile<i32>, token\n"
      "    %set = cmpi not_equal %v, %c0, signed : tile<i32> -> tile<i1>\n"
      "    if %set { break }\n    continue }\n"
      "} else {\n"
      "  %many = constant <i32: 1500> : tile<i32>\n"
      "  %t = for %i in (%c0 to %many, step %c1) : tile<i32> "
      "iter_values(%u = %none) -> (token) {\n"
      "    %old, %v = atomic_rmw_tko relaxed device %n, add, %c1 token=%u : "
      "tile<ptr<i32>>, tile<i32> -> tile<i32>, token\n"
      "    continue %v : token }\n" +
      set("f") + "}\n";
  for (h.config.seed = 0; h.config.seed < 5; ++h.config.seed)
    EXPECT_EQ(run(10, {0, 0}, body), "");
}

TEST_F(Progress, theStepLimitIsExact) {
  // 5 operations: constants, the tile block's number, the token, the return.
  for (uint64_t limit : {4, 5}) {
    h.config.stepLimit = limit;
    EXPECT_EQ(run(1, {0}, "").empty(), limit == 5);
  }
}
