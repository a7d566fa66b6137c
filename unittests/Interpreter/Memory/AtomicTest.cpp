//===- AtomicTest.cpp - Atomic operations, globals, allocas ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../TileProgram.h"
#include "gmock/gmock.h"
#include <random>

using namespace tessera::interp;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

//===----------------------------------------------------------------------===//
// atomic_rmw_tko and atomic_cas_tko
//===----------------------------------------------------------------------===//

namespace {
template <typename T> struct Mode {
  const char *name;
  T (*meaning)(T, T);
};
} // namespace

/// Runs a mode on memory `old` and operands `arg`; checks the results and the
/// new contents of memory.
template <typename T>
static void check(const std::string &element, const std::string &mode,
                  const std::vector<T> &old, const std::vector<T> &arg,
                  const std::vector<T> &expected) {
  int64_t n = old.size();
  std::string pointers = TileProgram::type("ptr<" + element + ">", {n});
  std::string tile = TileProgram::type(element, {n});
  std::string rmw = "%was, %t = atomic_rmw_tko relaxed device %a.p, " + mode +
                    ", %b token=%a.t : " + pointers + ", " + tile + " -> " +
                    tile + ", token\n";
  for (bool after : {false, true}) {
    TileProgram p;
    p.input<T>("a", element, {n}, old);
    p.input<T>("b", element, {n}, arg);
    std::string result =
        after ? "%r, %k = load_ptr_tko weak %a.p token=%t : " + pointers +
                    " -> " + tile + ", token"
              : "%z = reshape %was : " + tile + " -> " + tile +
                    "\n%r = reshape %z : " + tile + " -> " + tile;
    EXPECT_EQ(p.run<T>(element, {n}, rmw + result), after ? expected : old)
        << element << " " << mode;
  }
}

template <typename T> static void checkIntegers(const std::string &element) {
  using S = std::make_signed_t<T>;
  const Mode<T> modes[] = {
      {"and", [](T x, T y) -> T { return x & y; }},
      {"or", [](T x, T y) -> T { return x | y; }},
      {"xor", [](T x, T y) -> T { return x ^ y; }},
      {"add", [](T x, T y) -> T { return x + y; }},
      {"max", [](T x, T y) -> T { return std::max<S>(x, y); }},
      {"min", [](T x, T y) -> T { return std::min<S>(x, y); }},
      {"umax", [](T x, T y) -> T { return std::max(x, y); }},
      {"umin", [](T x, T y) -> T { return std::min(x, y); }},
      {"xchg", [](T, T y) -> T { return y; }},
  };
  std::mt19937_64 random(21);
  std::vector<T> old(16), arg(16);
  for (size_t i = 0; i < 16; ++i) {
    old[i] = static_cast<T>(random());
    arg[i] = static_cast<T>(random());
  }
  for (const Mode<T> &mode : modes) {
    std::vector<T> expected(16);
    for (size_t i = 0; i < 16; ++i)
      expected[i] = mode.meaning(old[i], arg[i]);
    check<T>(element, mode.name, old, arg, expected);
  }
}

TEST(Atomic, everyModeOnIntegers) {
  checkIntegers<uint32_t>("i32");
  checkIntegers<uint64_t>("i64");
}

TEST(Atomic, floatsAddToNearestAndKeepSubnormals) {
  // 1 + 2^-11 is a tie of f16; subnormal numbers stay.
  check<uint16_t>("f16", "addf", {0x3C00, 0x0001, 0x7C00, 0x8000},
                  {0x1000, 0x0001, 0xFC00, 0x8000},
                  {0x3C00, 0x0002, 0x7FFF, 0x8000});
  check<uint16_t>("bf16", "addf", {0x3F80, 0x0001}, {0x3F80, 0x0001},
                  {0x4000, 0x0002});
  check<uint32_t>("f32", "addf", {0x3F800000, 0x00000001},
                  {0x33800000, 0x00000001}, {0x3F800000, 0x00000002});
  check<uint64_t>("f64", "addf", {0x3FF0000000000000}, {0x3FF0000000000000},
                  {0x4000000000000000});
  check<uint32_t>("f32", "xchg", {0x7FC00001}, {0xFFFFFFFF}, {0xFFFFFFFF});
}

TEST(Atomic, compareAndSwapComparesBits) {
  TileProgram p;
  // -0 differs from +0, and a NaN equals the NaN of the same bits.
  p.input<uint32_t>("a", "f32", {4}, {1, 0x80000000, 0x7FC00000, 5});
  p.input<uint32_t>("c", "f32", {4}, {1, 0x00000000, 0x7FC00000, 6});
  p.input<uint32_t>("v", "f32", {4}, {9, 9, 9, 9});
  std::string cas = "%was, %t = atomic_cas_tko acq_rel sys %a.p, %c, %v "
                    "token=%a.t : tile<4xptr<f32>>, tile<4xf32> -> "
                    "tile<4xf32>, token\n";
  EXPECT_THAT(p.run<uint32_t>("f32", {4},
                              cas + "%r, %k = load_ptr_tko weak %a.p token = "
                                    "%t : tile<4xptr<f32>> -> tile<4xf32>, "
                                    "token"),
              ElementsAre(9, 0x80000000, 9, 5));
}

TEST(Atomic, maskedOffElementsTouchNothing) {
  TileProgram p;
  p.input<uint32_t>("a", "i32", {2}, {1, 2});
  p.input<uint32_t>("c", "i32", {2}, {7, 2});
  p.input<uint8_t>("m", "i1", {2}, {0, 1});
  // The masked-off pointer is invalid; its result is the value compared with.
  std::string wild = "%far = constant <i64: [1000000, 0]> : tile<2xi64>\n"
                     "%q = offset %a.p, %far : tile<2xptr<i32>>, tile<2xi64> "
                     "-> tile<2xptr<i32>>\n";
  EXPECT_THAT(p.run<uint32_t>(
                  "i32", {2},
                  wild +
                      "%r, %t = atomic_cas_tko relaxed device %q, "
                      "%c, %c, %m token=%a.t : tile<2xptr<i32>>, tile<2xi32>, "
                      "tile<2xi1> -> tile<2xi32>, token"),
              ElementsAre(7, 2));
  std::vector<uint32_t> old = p.run<uint32_t>(
      "i32", {2},
      wild + "%r, %t = atomic_rmw_tko relaxed device %q, add, %c, %m "
             "token=%a.t : tile<2xptr<i32>>, tile<2xi32>, tile<2xi1> -> "
             "tile<2xi32>, token");
  ASSERT_EQ(old.size(), 2u);
  EXPECT_EQ(old[1], 2u);
  EXPECT_THAT(p.stop(wild + "%r, %t = atomic_rmw_tko relaxed device %q, add, "
                            "%c : tile<2xptr<i32>>, tile<2xi32> -> "
                            "tile<2xi32>, token"),
              HasSubstr("out-of-bounds store of 4 bytes"));
}

/// Tile blocks on several threads add to one element, and no addition is lost.
TEST(Atomic, tileBlocksInParallelLoseNothing) {
  Harness h;
  h.config.grid = {500, 1, 1};
  h.config.hostThreads = 8;
  ASSERT_TRUE(h.parseKernel(
      "%p: tile<ptr<i32>>, %h: tile<ptr<f16>>",
      "%one = constant <i32: 1> : tile<i32>\n"
      "%half = constant <f16: 1.0> : tile<f16>\n"
      "%a, %t = atomic_rmw_tko relaxed device %p, add, %one : tile<ptr<i32>>, "
      "tile<i32> -> tile<i32>, token\n"
      "%b, %u = atomic_rmw_tko relaxed device %h, addf, %half : "
      "tile<ptr<f16>>, tile<f16> -> tile<f16>, token\n"))
      << h.errors;
  // The neighbour of the f16 shares its word, and must not change.
  Argument sum = h.array<int32_t>({0}), halves = h.array<uint16_t>({0, 0x1234});
  ASSERT_TRUE(h.launch({sum, halves})) << h.errors;
  EXPECT_THAT(h.read<int32_t>(sum, 1), ElementsAre(500));
  EXPECT_THAT(h.read<uint16_t>(halves, 2), ElementsAre(0x5FD0, 0x1234));
}

/// A lock by compare and swap guards a sum by plain accesses.
TEST(Atomic, aLockGuardsPlainAccesses) {
  Harness h;
  h.config.grid = {64, 1, 1};
  h.config.hostThreads = 4;
  ASSERT_TRUE(h.parseKernel(
      "%lock: tile<ptr<i32>>, %p: tile<ptr<i32>>",
      "%zero = constant <i32: 0> : tile<i32>\n"
      "%one = constant <i32: 1> : tile<i32>\n"
      "%t0 = loop : token {\n"
      "  %was, %t = atomic_cas_tko acquire device %lock, %zero, %one : "
      "tile<ptr<i32>>, tile<i32> -> tile<i32>, token\n"
      "  %free = cmpi equal %was, %zero, signed : tile<i32> -> tile<i1>\n"
      "  if %free { break %t : token }\n  continue }\n"
      "%x, %t1 = load_ptr_tko weak %p token=%t0 : tile<ptr<i32>> -> "
      "tile<i32>, token\n"
      "%y = addi %x, %one : tile<i32>\n"
      "%t2 = store_ptr_tko weak %p, %y token=%t1 : tile<ptr<i32>>, tile<i32> "
      "-> token\n"
      "%b, %t3 = atomic_rmw_tko release device %lock, xchg, %zero token=%t2 "
      ": tile<ptr<i32>>, tile<i32> -> tile<i32>, token\n"))
      << h.errors;
  Argument lock = h.array<int32_t>({0}), sum = h.array<int32_t>({0});
  ASSERT_TRUE(h.launch({lock, sum})) << h.errors;
  EXPECT_THAT(h.read<int32_t>(sum, 1), ElementsAre(64));
}

/// Fences and waits order memory, and do nothing else here.
TEST(Atomic, fencesAndDependentGrids) {
  Harness h;
  ASSERT_TRUE(h.parseKernel("", "%a = gdc_wait_tko -> token\n"
                                "%b = memory_fence_alias_tko %a\n"
                                "%c = gdc_launch_dependents_tko token = %b -> "
                                "token\n"
                                "%d = print_tko \"done\" token=%c -> token"))
      << h.errors;
  EXPECT_TRUE(h.launch({})) << h.errors;
  EXPECT_EQ(h.printed, "done");
}

//===----------------------------------------------------------------------===//
// Globals
//===----------------------------------------------------------------------===//

static const char *counting =
    "cuda_tile.module @m {\n"
    "global @count <i32: [40, 41]> : tile<2xi32>\n"
    "global private @hidden <i1: [true, false]> : tile<2xi1>\n"
    "global constant @table alignment = 4096 <f16: [1.5, -2.0]> : tile<2xf16>\n"
    "entry @add() {\n"
    "%p = get_global @count : tile<ptr<i32>>\n"
    "%one = constant <i32: 1> : tile<i32>\n"
    "%old, %t = atomic_rmw_tko relaxed device %p, add, %one : tile<ptr<i32>>, "
    "tile<i32> -> tile<i32>, token\nreturn }\n"
    "entry @look() {\n"
    "%p = get_global @hidden : tile<ptr<i1>>\n"
    "%b, %t = load_ptr_tko weak %p : tile<ptr<i1>> -> tile<i1>, token\n"
    "%q = get_global @table : tile<ptr<f16>>\n"
    "%f, %u = load_ptr_tko weak %q : tile<ptr<f16>> -> tile<f16>, token\n"
    "%i = ptr_to_int %q : tile<ptr<f16>> -> tile<i64>\n"
    "%k = constant <i64: 4096> : tile<i64>\n"
    "%r = remi %i, %k unsigned : tile<i64>\n"
    "%w = print_tko \"%u %g %d\", %b, %f, %r : tile<i1>, tile<f16>, tile<i64> "
    "-> token\nreturn }\n"
    "entry @spoil() {\n"
    "%q = get_global @table : tile<ptr<f16>>\n"
    "%x = constant <f16: 0.0> : tile<f16>\n"
    "%t = store_ptr_tko weak %q, %x : tile<ptr<f16>>, tile<f16> -> token\n"
    "return }\n}";

TEST(Globals, keepWhatLaunchesLeaveInThem) {
  Harness h;
  ASSERT_TRUE(h.parse(counting)) << h.errors;
  auto loaded = LoadedModule::load(h.getModule(), h.memory);
  ASSERT_TRUE(succeeded(loaded)) << h.errors;
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(succeeded(loaded->launch("add", {}, h.config))) << h.errors;
  std::optional<uint64_t> address = loaded->addressOf("count");
  ASSERT_TRUE(address);
  EXPECT_THAT(h.read<int32_t>(Argument::pointer(*address), 2),
              ElementsAre(43, 41));
  // The host does not see private globals.
  EXPECT_FALSE(loaded->addressOf("hidden"));
  EXPECT_FALSE(loaded->addressOf("other"));
  // Loading again starts over.
  auto again = LoadedModule::load(h.getModule(), h.memory);
  ASSERT_TRUE(succeeded(again));
  EXPECT_THAT(h.read<int32_t>(Argument::pointer(*again->addressOf("count")), 1),
              ElementsAre(40));
}

TEST(Globals, haveTheirValuesAndAlignment) {
  Harness h;
  ASSERT_TRUE(h.parse(counting)) << h.errors;
  EXPECT_TRUE(h.launch({}, "look")) << h.errors;
  EXPECT_EQ(h.printed, "1 1.5 0");
}

TEST(Globals, constantOnesAreNotWritten) {
  Harness h;
  ASSERT_TRUE(h.parse(counting)) << h.errors;
  EXPECT_FALSE(h.launch({}, "spoil"));
  EXPECT_THAT(h.errors, HasSubstr("store of 2 bytes"));
  EXPECT_THAT(h.errors,
              HasSubstr("0 bytes into 'table' (4 bytes), which is constant"));
}

//===----------------------------------------------------------------------===//
// Allocas
//===----------------------------------------------------------------------===//

/// Each tile block has an allocation of its own, aligned as requested.
TEST(Alloca, belongsToItsTileBlock) {
  Harness h;
  h.config.grid = {8, 1, 1};
  ASSERT_TRUE(h.parseKernel(
      "",
      "%x, %y, %z = get_tile_block_id : tile<i32>\n"
      "%p = alloca num_elem = 1, alignment = 1024 : tile<ptr<i32>>\n"
      "%t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token\n"
      "%v, %u = load_ptr_tko weak %p token=%t : tile<ptr<i32>> -> "
      "tile<i32>, token\n"
      "%i = ptr_to_int %p : tile<ptr<i32>> -> tile<i64>\n"
      "%k = constant <i64: 1024> : tile<i64>\n"
      "%r = remi %i, %k unsigned : tile<i64>\n"
      "%w = print_tko \"%d:%d \", %v, %r : tile<i32>, tile<i64> -> token"))
      << h.errors;
  EXPECT_TRUE(h.launch({})) << h.errors;
  EXPECT_EQ(h.printed, "0:0 1:0 2:0 3:0 4:0 5:0 6:0 7:0 ");
}

/// Stores the address of an alloca to %out; %x is the tile block's number.
static std::string publish(const std::string &global) {
  return "%x, %y, %z = get_tile_block_id : tile<i32>\n"
         "%zero = constant <i32: 0> : tile<i32>\n"
         "%first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>\n"
         "if %first {\n"
         "  %p = alloca num_elem = 4, alignment = 4 " +
         global +
         " : tile<ptr<i32>>\n"
         "  %seven = constant <i32: 7> : tile<i32>\n"
         "  %t = store_ptr_tko weak %p, %seven : tile<ptr<i32>>, tile<i32> -> "
         "token\n"
         "  %i = ptr_to_int %p : tile<ptr<i32>> -> tile<i64>\n"
         "  %s = store_ptr_tko release device %out, %i token=%t : "
         "tile<ptr<i64>>, tile<i64> -> token\n";
}

static std::string useAfter(const std::string &token) {
  return "%v, %u = load_ptr_tko weak %q token=" + token +
         " : tile<ptr<i32>> -> tile<i32>, token\n";
}

TEST(Alloca, endsWithItsBlock) {
  for (const char *global : {"", "global"}) {
    Harness h;
    ASSERT_TRUE(h.parseKernel(
        "%out: tile<ptr<i64>>",
        publish(global) +
            "}\n%a, %l = load_ptr_tko acquire device %out : tile<ptr<i64>> -> "
            "tile<i64>, token\n%q = int_to_ptr %a : tile<i64> -> "
            "tile<ptr<i32>>\n" +
            useAfter("%l")))
        << h.errors;
    EXPECT_FALSE(h.launch({h.array<uint64_t>({0})}));
    EXPECT_THAT(h.errors, HasSubstr("out-of-bounds load of 4 bytes"));
  }
}

/// Tile block 1 reads the allocation of tile block 0, which waits for it.
TEST(Alloca, isForOtherTileBlocksIfGlobal) {
  for (bool isGlobal : {false, true}) {
    Harness h;
    h.config.grid = {2, 1, 1};
    h.config.hostThreads = 2;
    // If one waits in vain, it must not take long.
    h.config.stepLimit = isGlobal ? 10'000'000'000 : 100'000;
    std::string wait =
        "%null = constant <i64: 0> : tile<i64>\n"
        "%a, %seen = loop : tile<i64>, token {\n"
        "  %b, %l = load_ptr_tko acquire device %WHAT : tile<ptr<i64>> -> "
        "tile<i64>, token\n"
        "  %there = cmpi not_equal %b, %null, signed : tile<i64> -> tile<i1>\n"
        "  if %there { break %b, %l : tile<i64>, token }\n  continue }\n";
    auto waitFor = [&](const std::string &what) {
      std::string text = wait;
      text.replace(text.find("WHAT"), 4, what);
      return text;
    };
    ASSERT_TRUE(h.parseKernel(
        "%out: tile<ptr<i64>>, %done: tile<ptr<i64>>",
        publish(isGlobal ? "global" : "") + waitFor("done") + "} else {\n" +
            waitFor("out") +
            "%q = int_to_ptr %a : tile<i64> -> tile<ptr<i32>>\n" +
            useAfter("%seen") +
            "%w = print_tko \"%d\", %v : tile<i32> -> token\n"
            "%one = constant <i64: 1> : tile<i64>\n"
            "%e = store_ptr_tko release device %done, %one token=%u : "
            "tile<ptr<i64>>, tile<i64> -> token\n}"))
        << h.errors;
    bool ended = h.launch({h.array<uint64_t>({0}), h.array<uint64_t>({0})});
    if (isGlobal) {
      EXPECT_TRUE(ended) << h.errors;
      EXPECT_EQ(h.printed, "7");
    } else {
      // Tile block 0 waits in vain; either of the two may be reported.
      EXPECT_FALSE(ended);
    }
  }
}

/// Too many bytes, or too large an alignment: each tile block has 2^40.
TEST(Alloca, trapsWhereThereIsNoRoom) {
  for (auto [count, alignment] : {std::pair("4611686018427387904", "8"),
                                  {"274877906944", "8"},
                                  {"1", "1152921504606846976"}}) {
    Harness h;
    ASSERT_TRUE(h.parseKernel(
        "", std::string("%o = alloca num_elem = 1, alignment = 8 : "
                        "tile<ptr<i64>>\n%p = alloca num_elem = ") +
                count + ", alignment = " + alignment + " : tile<ptr<i64>>"))
        << h.errors;
    EXPECT_FALSE(h.launch({})) << count;
    EXPECT_THAT(h.errors, HasSubstr(std::string("there is no room for ") +
                                    count + " elements"));
  }
}

/// Nothing may be accessed through a pointer to no elements.
TEST(Alloca, ofNothing) {
  Harness h;
  ASSERT_TRUE(h.parseKernel(
      "", "%t = make_token : token\n"
          "%q = alloca num_elem = 0, alignment = 4 : tile<ptr<i32>>\n" +
              useAfter("%t")))
      << h.errors;
  EXPECT_FALSE(h.launch({}));
  EXPECT_THAT(h.errors, HasSubstr("'alloca' (0 bytes)"));
}
