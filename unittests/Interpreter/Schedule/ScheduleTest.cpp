//===- ScheduleTest.cpp - Tile blocks that run beside one another ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Interpreter/Schedule/Schedule.h"
#include "../Harness.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <locale.h>
#include <numeric>
#include <set>

using namespace tessera::interp;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

/// Every tile block knows its number %x and the constants %c0 and %c1.
const std::string start = "%x, %y, %z = get_tile_block_id : tile<i32>\n"
                          "%c0 = constant <i32: 0> : tile<i32>\n"
                          "%c1 = constant <i32: 1> : tile<i32>\n";

/// %`name` is a pointer to element number %`number` of %`base`.
std::string at(const std::string &name, const std::string &base,
               const std::string &number) {
  return "%" + name + " = offset %" + base + ", %" + number +
         " : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>\n";
}

/// Waits until %`flag` points to a number that is not 0; %`token` is then
/// ordered after everything before that number was written.
std::string waitFor(const std::string &flag, const std::string &token) {
  return "%" + token +
         " = loop : token {\n"
         "  %v, %l = load_ptr_tko acquire device %" +
         flag +
         " : tile<ptr<i32>> -> tile<i32>, token\n"
         "  %set = cmpi not_equal %v, %c0, signed : tile<i32> -> tile<i1>\n"
         "  if %set { break %l : token }\n  continue }\n";
}

std::string setFlag(const std::string &flag, const std::string &token) {
  return "%s_" + flag + " = store_ptr_tko release device %" + flag +
         ", %c1 token=%" + token + " : tile<ptr<i32>>, tile<i32> -> token\n";
}

/// Runs a grid in one dimension on a fresh array of zeros.
class Schedules : public testing::Test {
protected:
  void parse(const std::string &arguments, const std::string &body) {
    ASSERT_TRUE(h.parseKernel(arguments, start + body)) << h.errors;
  }
  /// Runs the kernel, whose one argument is the array, and returns its
  /// elements.
  std::vector<int32_t> run(uint32_t blocks, size_t elements) {
    h.config.grid = {blocks, 1, 1};
    Argument array = h.array<int32_t>(std::vector<int32_t>(elements));
    EXPECT_TRUE(h.launch({array})) << h.errors;
    return h.read<int32_t>(array, elements);
  }
  /// The different results under the seeds 0 to 49; a seed must always give the
  /// same.
  std::set<std::vector<int32_t>> runSeeds(uint32_t blocks, size_t elements) {
    std::set<std::vector<int32_t>> results;
    for (h.config.seed = 0; h.config.seed < 50; ++h.config.seed) {
      std::vector<int32_t> result = run(blocks, elements);
      if (h.config.seed)
        EXPECT_EQ(run(blocks, elements), result);
      results.insert(result);
    }
    return results;
  }

  Harness h;
};
} // namespace

//===----------------------------------------------------------------------===//
// Progress
//===----------------------------------------------------------------------===//

TEST_F(Schedules, aBlockWaitsForOneThatHasNotStarted) {
  parse("%p: tile<ptr<i32>>",
        "%first = cmpi equal %x, %c0, signed : tile<i32> -> tile<i1>\n"
        "%none = make_token : token\n"
        "if %first {\n" +
            waitFor("p", "t") + "} else {\n" + setFlag("p", "none") + "}\n");
  for (unsigned threads : {1, 2, 1000}) {
    h.config.hostThreads = threads;
    EXPECT_THAT(run(2, 1), ElementsAre(1));
  }
}

/// Tile block x waits for x + `step` and then lets x - `step` go on.
static std::string chain(int step) {
  return "%step = constant <i32: " + std::to_string(step) +
         "> : tile<i32>\n"
         "%next = addi %x, %step : tile<i32>\n" +
         at("mine", "p", "x") + at("other", "p", "next") +
         waitFor("other", "t") + setFlag("mine", "t");
}

TEST_F(Schedules, aChainInEitherOrder) {
  auto check = [&](int step, uint32_t length) {
    h.config.grid = {length, 1, 1};
    // The end of the chain is set from the start.
    std::vector<int32_t> flags(length + 1);
    flags[step > 0 ? length : 0] = 1;
    Argument array = h.array<int32_t>(flags);
    EXPECT_TRUE(h.launch({Argument::pointer(array.getBits() +
                                            (step > 0 ? 0 : sizeof(int32_t)))}))
        << h.errors;
    EXPECT_THAT(h.read<int32_t>(array, length + 1), Each(1));
  };
  for (int step : {1, -1}) {
    parse("%p: tile<ptr<i32>>", chain(step));
    h.config.seed = 0;
    for (unsigned threads : {1, 4}) {
      h.config.hostThreads = threads;
      check(step, 1000);
    }
    for (h.config.seed = 1; h.config.seed < 5; ++h.config.seed)
      check(step, 100);
  }
}

TEST_F(Schedules, allWaitForTheLast) {
  parse("%p: tile<ptr<i32>>",
        "%n, %n1, %n2 = get_num_tile_blocks : tile<i32>\n"
        "%last = subi %n, %c1 : tile<i32>\n"
        "%isLast = cmpi equal %x, %last, signed : tile<i32> -> tile<i1>\n"
        "%none = make_token : token\n"
        "if %isLast {\n" +
            setFlag("p", "none") + "} else {\n" + waitFor("p", "t") + "}\n");
  for (unsigned threads : {1, 3}) {
    h.config.hostThreads = threads;
    EXPECT_THAT(run(3000, 1), ElementsAre(1));
  }
}

/// A barrier: each block adds one and waits until all have.
TEST_F(Schedules, allWaitForAll) {
  parse("%p: tile<ptr<i32>>",
        "%n, %n1, %n2 = get_num_tile_blocks : tile<i32>\n"
        "%old, %t = atomic_rmw_tko acq_rel device %p, add, %c1 : "
        "tile<ptr<i32>>, tile<i32> -> tile<i32>, token\n"
        "loop {\n"
        "  %v, %l = load_ptr_tko acquire device %p token=%t : tile<ptr<i32>> "
        "-> tile<i32>, token\n"
        "  %all = cmpi equal %v, %n, signed : tile<i32> -> tile<i1>\n"
        "  if %all { break }\n  continue }\n");
  for (unsigned threads : {1, 3}) {
    h.config.hostThreads = threads;
    for (h.config.seed = 0; h.config.seed < 5; ++h.config.seed)
      EXPECT_THAT(run(200, 1), ElementsAre(200));
  }
}

/// No iteration is like the one before, and yet others run.
TEST_F(Schedules, aBlockThatCountsWhileItWaits) {
  parse("%p: tile<ptr<i32>>",
        at("mine", "p", "x") + "%next = addi %x, %c1 : tile<i32>\n" +
            at("other", "p", "next") +
            "%none = make_token : token\n"
            "%n, %n1, %n2 = get_num_tile_blocks : tile<i32>\n"
            "%isLast = cmpi equal %next, %n, signed : tile<i32> -> tile<i1>\n"
            "%t = if %isLast -> (token) { yield %none : token } else {\n"
            "%u = loop iter_values(%i = %c0) : tile<i32> -> token {\n"
            "  %v, %l = load_ptr_tko acquire device %other : tile<ptr<i32>> "
            "-> tile<i32>, token\n"
            "  %set = cmpi not_equal %v, %c0, signed : tile<i32> -> tile<i1>\n"
            "  if %set { break %l : token }\n"
            "  %j = addi %i, %c1 : tile<i32>\n"
            "  continue %j : tile<i32> }\n"
            "yield %u : token }\n" +
            setFlag("mine", "t"));
  h.config.hostThreads = 1;
  for (h.config.seed = 0; h.config.seed < 3; ++h.config.seed)
    EXPECT_THAT(run(5, 5), Each(1));
}

//===----------------------------------------------------------------------===//
// Programs that do not depend on the order
//===----------------------------------------------------------------------===//

/// p[0] hands out tickets, p[1] is the ticket that is served, p[2] is guarded
/// by them.
static const std::string ticketLock =
    "%c2 = constant <i32: 2> : tile<i32>\n" + at("served", "p", "c1") +
    at("sum", "p", "c2") +
    "%ticket, %t0 = atomic_rmw_tko relaxed device %p, add, %c1 : "
    "tile<ptr<i32>>, tile<i32> -> tile<i32>, token\n"
    "%t1 = loop : token {\n"
    "  %now, %l = load_ptr_tko acquire device %served : tile<ptr<i32>> -> "
    "tile<i32>, token\n"
    "  %mine = cmpi equal %now, %ticket, signed : tile<i32> -> tile<i1>\n"
    "  if %mine { break %l : token }\n  continue }\n"
    "%old, %t2 = load_ptr_tko weak %sum token=%t1 : tile<ptr<i32>> -> "
    "tile<i32>, token\n"
    "%new = addi %old, %x : tile<i32>\n"
    "%t3 = store_ptr_tko weak %sum, %new token=%t2 : tile<ptr<i32>>, "
    "tile<i32> -> token\n"
    "%next = addi %ticket, %c1 : tile<i32>\n"
    "%t4 = store_ptr_tko release device %served, %next token=%t3 : "
    "tile<ptr<i32>>, tile<i32> -> token\n";

TEST_F(Schedules, ticketLock) {
  parse("%p: tile<ptr<i32>>", ticketLock);
  for (h.config.hostThreads = 1; h.config.hostThreads < 6;
       ++h.config.hostThreads)
    EXPECT_THAT(run(64, 3), ElementsAre(64, 64, 64 * 63 / 2));
  EXPECT_THAT(runSeeds(64, 3), ElementsAre(ElementsAre(64, 64, 64 * 63 / 2)));
}

/// Each stores its part and counts itself; the last one adds the parts.
TEST_F(Schedules, splitKWithASemaphore) {
  parse("%p: tile<ptr<i32>>",
        "%n, %n1, %n2 = get_num_tile_blocks : tile<i32>\n"
        "%c2 = constant <i32: 2> : tile<i32>\n" +
            at("sum", "p", "c1") + at("parts", "p", "c2") +
            at("part", "parts", "x") +
            "%t = store_ptr_tko weak %part, %x : tile<ptr<i32>>, tile<i32> -> "
            "token\n"
            "%old, %u = atomic_rmw_tko acq_rel device %p, add, %c1 token=%t : "
            "tile<ptr<i32>>, tile<i32> -> tile<i32>, token\n"
            "%count = addi %old, %c1 : tile<i32>\n"
            "%isLast = cmpi equal %count, %n, signed : tile<i32> -> tile<i1>\n"
            "if %isLast {\n"
            "  %total = for %i in (%c0 to %n, step %c1) : tile<i32> "
            "iter_values(%acc = %c0) -> (tile<i32>) {\n" +
            at("q", "parts", "i") +
            "    %v, %l = load_ptr_tko weak %q token=%u : tile<ptr<i32>> -> "
            "tile<i32>, token\n"
            "    %next = addi %acc, %v : tile<i32>\n"
            "    continue %next : tile<i32> }\n"
            "  %s = store_ptr_tko weak %sum, %total : tile<ptr<i32>>, "
            "tile<i32> -> token\n}\n");
  auto isRight = [](const std::vector<int32_t> &result) {
    std::vector<int32_t> expected = {20, 190};
    for (int32_t i = 0; i < 20; ++i)
      expected.push_back(i);
    return result == expected;
  };
  h.config.hostThreads = 4;
  EXPECT_TRUE(isRight(run(20, 22)));
  auto results = runSeeds(20, 22);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_TRUE(isRight(*results.begin()));
}

TEST_F(Schedules, printsComeInTheOrderOfTheGrid) {
  parse("", "%t = print_tko \"%d \", %x : tile<i32> -> token\n");
  h.config.grid = {10, 1, 1};
  for (h.config.seed = 0; h.config.seed < 10; ++h.config.seed) {
    EXPECT_TRUE(h.launch({}));
    EXPECT_EQ(h.printed, "0 1 2 3 4 5 6 7 8 9 ");
  }
}

/// Tile blocks that never wait share one stack.
TEST_F(Schedules, aLargeGrid) {
  parse("%p: tile<ptr<i32>>",
        "%old, %t = atomic_rmw_tko relaxed device %p, add, %c1 : "
        "tile<ptr<i32>>, tile<i32> -> tile<i32>, token\n");
  EXPECT_THAT(run(300'000, 1), ElementsAre(300'000));
  h.config.seed = 7;
  EXPECT_THAT(run(20'000, 1), ElementsAre(20'000));
}

//===----------------------------------------------------------------------===//
// Programs that do
//===----------------------------------------------------------------------===//

TEST_F(Schedules, theOrderOfAtomicsBetweenBlocksVaries) {
  // Each stores its number and gets that of the one before.
  parse("%p: tile<ptr<i32>>",
        "%next = addi %x, %c1 : tile<i32>\n" + at("mine", "p", "next") +
            "%old, %t = atomic_rmw_tko relaxed device %p, xchg, %next : "
            "tile<ptr<i32>>, tile<i32> -> tile<i32>, token\n"
            "%s = store_ptr_tko weak %mine, %old : tile<ptr<i32>>, tile<i32> "
            "-> token\n");
  h.config.hostThreads = 1;
  EXPECT_THAT(run(6, 7), ElementsAre(6, 0, 1, 2, 3, 4, 5));
  EXPECT_GT(runSeeds(6, 7).size(), 20u);
}

/// The reader does not wait for the flag before it reads the message.
TEST_F(Schedules, messagesThatNobodyWaitsFor) {
  h.config.checks.race = false;
  parse("%p: tile<ptr<i32>>",
        "%c2 = constant <i32: 2> : tile<i32>\n" + at("flag", "p", "c1") +
            at("out", "p", "c2") +
            "%first = cmpi equal %x, %c0, signed : tile<i32> -> tile<i1>\n"
            "if %first {\n"
            "  %t = store_ptr_tko weak %p, %c1 : tile<ptr<i32>>, tile<i32> -> "
            "token\n" +
            setFlag("flag", "t") +
            "} else {\n"
            "  %v, %l = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, "
            "token\n"
            "  %s = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> "
            "token\n}\n");
  EXPECT_THAT(runSeeds(2, 3),
              ElementsAre(ElementsAre(1, 1, 0), ElementsAre(1, 1, 1)));
}

/// The schedule may switch tile blocks between the elements of an operation,
/// too: no tile is written at once.
TEST_F(Schedules, tilesAreNoUnits) {
  h.config.checks.race = false;
  parse("%p: tile<ptr<i32>>",
        "%c2 = constant <i32: 2> : tile<i32>\n" + at("q", "p", "c2") +
            "%one = constant <i32: 1> : tile<2xi32>\n"
            "%i = iota : tile<2xi32>\n"
            "%p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>\n"
            "%p2 = broadcast %p1 : tile<1xptr<i32>> -> tile<2xptr<i32>>\n"
            "%ps = offset %p2, %i : tile<2xptr<i32>>, tile<2xi32> -> "
            "tile<2xptr<i32>>\n"
            "%q1 = reshape %q : tile<ptr<i32>> -> tile<1xptr<i32>>\n"
            "%q2 = broadcast %q1 : tile<1xptr<i32>> -> tile<2xptr<i32>>\n"
            "%qs = offset %q2, %i : tile<2xptr<i32>>, tile<2xi32> -> "
            "tile<2xptr<i32>>\n"
            "%first = cmpi equal %x, %c0, signed : tile<i32> -> tile<i1>\n"
            "if %first {\n"
            "  %t = store_ptr_tko relaxed device %ps, %one : "
            "tile<2xptr<i32>>, tile<2xi32> -> token\n"
            "} else {\n"
            "  %v, %l = load_ptr_tko relaxed device %ps : tile<2xptr<i32>> "
            "-> tile<2xi32>, token\n"
            "  %s = store_ptr_tko weak %qs, %v : tile<2xptr<i32>>, "
            "tile<2xi32> -> token\n}\n");
  EXPECT_THAT(runSeeds(2, 4), testing::IsSupersetOf({ElementsAre(1, 1, 0, 1),
                                                     ElementsAre(1, 1, 1, 0)}));
}

/// A relaxed store whose elements go to one place leaves any of them there.
TEST_F(Schedules, theOrderOfElementsVaries) {
  parse("%p: tile<ptr<i32>>",
        "%p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>\n"
        "%ps = broadcast %p1 : tile<1xptr<i32>> -> tile<8xptr<i32>>\n"
        "%i = iota : tile<8xi32>\n"
        "%t = store_ptr_tko relaxed tl_blk %ps, %i : tile<8xptr<i32>>, "
        "tile<8xi32> -> token\n");
  EXPECT_EQ(runSeeds(1, 1).size(), 8u);
}

TEST_F(Schedules, unspecifiedValuesVary) {
  // Two loads, both fully masked off.
  parse("%p: tile<ptr<i32>>",
        "%no = constant <i1: false> : tile<i1>\n" + at("q", "p", "c1") +
            "%a, %t = load_ptr_tko weak %p, %no : tile<ptr<i32>>, tile<i1> -> "
            "tile<i32>, token\n"
            "%b, %u = load_ptr_tko weak %p, %no : tile<ptr<i32>>, tile<i1> -> "
            "tile<i32>, token\n"
            "%s = store_ptr_tko weak %p, %a token=%t : tile<ptr<i32>>, "
            "tile<i32> -> token\n"
            "%v = store_ptr_tko weak %q, %b : tile<ptr<i32>>, tile<i32> -> "
            "token\n");
  EXPECT_THAT(run(1, 2), Each(int32_t(0xA5A5A5A5)));
  auto results = runSeeds(1, 2);
  EXPECT_EQ(results.size(), 50u);
  h.config.seed = 1;
  std::vector<int32_t> result = run(1, 2);
  EXPECT_NE(result[0], result[1]);
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

/// Tile block 0 waits for 2, and 1 fails. If `%n` is 1, tile block 0 then
/// fails, too.
static std::string failing() {
  return "%c2 = constant <i32: 2> : tile<i32>\n"
         "%none = make_token : token\n"
         "%is0 = cmpi equal %x, %c0, signed : tile<i32> -> tile<i1>\n"
         "%is1 = cmpi equal %x, %c1, signed : tile<i32> -> tile<i1>\n"
         "%is2 = cmpi equal %x, %c2, signed : tile<i32> -> tile<i1>\n"
         "if %is0 {\n" +
         waitFor("p", "t") +
         "%a = divi %c1, %n signed : tile<i32>\n"
         "%b = divi %c2, %a signed : tile<i32>\n}\n"
         "if %is1 { %a = divi %c1, %c0 signed : tile<i32> }\n"
         "if %is2 {\n" +
         setFlag("p", "none") + "}\n";
}

TEST_F(Schedules, theFirstFaultIsReportedThoughItWaits) {
  parse("%p: tile<ptr<i32>>, %n: tile<i32>", failing());
  h.config.grid = {5, 1, 1};
  for (unsigned threads : {1, 4})
    for (uint64_t seed : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}) {
      h.config.hostThreads = threads;
      h.config.seed = seed;
      for (auto [n, block] : {std::pair(1, "(1, 0, 0)"), {2, "(0, 0, 0)"}}) {
        h.errors.clear();
        EXPECT_FALSE(h.launch({h.array<int32_t>({0}), Harness::i32(n)}));
        EXPECT_THAT(h.errors, HasSubstr("(tile block " + std::string(block)));
        EXPECT_THAT(h.errors, HasSubstr("zero"));
      }
    }
}

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

TEST(RandomOrder, hasEveryNumberOnce) {
  for (uint64_t count : {1, 2, 3, 4, 5, 17, 64, 1000, 4097}) {
    std::vector<uint64_t> expected(count), identity(count);
    std::iota(expected.begin(), expected.end(), 0);
    identity = expected;
    unsigned moved = 0;
    for (uint64_t seed = 1; seed < 20; ++seed) {
      RandomOrder order(count, seed);
      std::vector<uint64_t> numbers;
      for (uint64_t place = 0; place < count; ++place)
        numbers.push_back(order[place]);
      moved += numbers != identity;
      std::sort(numbers.begin(), numbers.end());
      EXPECT_EQ(numbers, expected);
    }
    EXPECT_EQ(moved == 0, count == 1);
  }
}

TEST(RandomOrder, ofMoreThanMemoryHolds) {
  uint64_t count = 0xFFFF'FFFF'FFFF'FFF1;
  RandomOrder order(count, 3);
  std::set<uint64_t> numbers;
  for (uint64_t place = 0; place < 1000; ++place) {
    EXPECT_LT(order[place], count);
    numbers.insert(order[place]);
  }
  EXPECT_EQ(numbers.size(), 1000u);
}

/// Two tile blocks, each of which keeps its thread until both have begun: a locale
/// decides how numbers are printed.
TEST(Threads, haveTheLocaleOfTheOneThatBegins) {
  locale_t own = newlocale(LC_ALL_MASK, "C", nullptr);
  locale_t before = uselocale(own);
  std::mutex mutex;
  std::condition_variable begun;
  std::vector<locale_t> seen;
  Schedule(/*count=*/2, /*threads=*/2, /*seed=*/0).run([&](RunningBlock &) {
    std::unique_lock<std::mutex> lock(mutex);
    seen.push_back(uselocale(nullptr));
    begun.notify_all();
    begun.wait(lock, [&] { return seen.size() == 2; });
  });
  uselocale(before);
  freelocale(own);
  EXPECT_THAT(seen, ElementsAre(own, own));
}
