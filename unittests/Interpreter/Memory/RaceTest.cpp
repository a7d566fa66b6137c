//===- RaceTest.cpp - Programs that race, and near twins that do not ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The patterns are those of the Tile IR specification, "Memory model". Tile
// blocks run one after another here, so that the result of an acquire is known.
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tessera::interp;
using testing::HasSubstr;
using testing::StartsWith;

namespace {
/// Programs over arrays of four i32: %d for data, %f and %g for flags, %n for
/// counters. %one is 1, and %x the number of the tile block.
class Races : public testing::Test {
protected:
  /// The messages of a run by `tileBlocks` tile blocks; none if nothing is
  /// wrong.
  std::string run(const std::string &body, uint32_t tileBlocks = 1) {
    Harness h;
    h.config.grid = {tileBlocks, 1, 1};
    h.config.hostThreads = 1;
    std::string prelude = "%x, %y, %z = get_tile_block_id : tile<i32> "
                          "%zero = constant <i32: 0> : tile<i32> "
                          "%one = constant <i32: 1> : tile<i32>\n";
    if (!h.parseKernel("%d: tile<ptr<i32>>, %f: tile<ptr<i32>>, "
                       "%g: tile<ptr<i32>>, %n: tile<ptr<i32>>",
                       prelude + body))
      return "does not parse: " + h.errors + body;
    std::vector<Argument> arguments;
    for (const char *name : {"data", "flag", "other", "count"})
      arguments.push_back(h.array<int32_t>({0, 0, 0, 0}, name));
    bool succeeded = h.launch(arguments);
    EXPECT_EQ(succeeded, h.errors.empty()) << h.errors;
    return h.errors;
  }

  /// The messages of tile blocks that run a body each, the first one first.
  std::string runEach(const std::vector<std::string> &bodies) {
    std::string text;
    for (size_t i = 0; i < bodies.size(); ++i)
      text += ifBlock(i, bodies[i]);
    return run(text, bodies.size());
  }

  static std::string ifBlock(size_t number, const std::string &body) {
    std::string n = std::to_string(number);
    return "%number" + n + " = constant <i32: " + n + "> : tile<i32>\n%is" + n +
           " = cmpi equal %x, %number" + n +
           ", signed : tile<i32> -> tile<i1>\nif %is" + n + " {\n" + body +
           "}\n";
  }

  void expectRace(const std::string &errors) {
    EXPECT_THAT(errors, HasSubstr("data race")) << errors;
  }
};

std::string after(const std::string &token) {
  return token.empty() ? "" : " token=" + token;
}

/// Operations on the first element of an array; %NAME is the result token, and
/// %NAME.v the value read.
std::string load(const std::string &name, const std::string &ordering,
                 const std::string &array, const std::string &token = "") {
  return "%" + name + ".v, %" + name + " = load_ptr_tko " + ordering + " %" +
         array + after(token) + " : tile<ptr<i32>> -> tile<i32>, token\n";
}
std::string store(const std::string &name, const std::string &ordering,
                  const std::string &array, const std::string &token = "") {
  return "%" + name + " = store_ptr_tko " + ordering + " %" + array + ", %one" +
         after(token) + " : tile<ptr<i32>>, tile<i32> -> token\n";
}
std::string add(const std::string &name, const std::string &ordering,
                const std::string &array, const std::string &token = "",
                const std::string &mode = "add") {
  return "%" + name + ".v, %" + name + " = atomic_rmw_tko " + ordering + " %" +
         array + ", " + mode + ", %one" + after(token) +
         " : tile<ptr<i32>>, tile<i32> -> tile<i32>, token\n";
}
std::string join(const std::string &name, const std::string &a,
                 const std::string &b) {
  return "%" + name + " = join_tokens " + a + ", " + b + " : token\n";
}
} // namespace

//===----------------------------------------------------------------------===//
// One tile block
//===----------------------------------------------------------------------===//

TEST_F(Races, withoutATokenNothingIsOrdered) {
  for (const char *token : {"", "%a"}) {
    for (const std::string &program :
         {store("a", "weak", "d") + store("b", "weak", "d", token),
          store("a", "weak", "d") + load("b", "weak", "d", token),
          load("a", "weak", "d") + store("b", "weak", "d", token),
          load("a", "weak", "d") + add("b", "relaxed device", "d", token),
          store("a", "relaxed sys", "d") + load("b", "weak", "d", token)}) {
      if (*token)
        EXPECT_EQ(run(program), "");
      else
        expectRace(run(program));
    }
  }
  EXPECT_EQ(run(load("a", "weak", "d") + load("b", "weak", "d")), "");
  EXPECT_EQ(run(store("a", "weak", "d") + store("b", "weak", "f")), "");
}

/// The message names both accesses, and says what to do.
TEST_F(Races, theMessageNamesBothSides) {
  EXPECT_EQ(
      run(load("a", "weak", "d") + store("b", "weak", "d")),
      "3: data race 0 bytes into 'data' (16 bytes): this weak store of 4 bytes "
      "conflicts with an earlier weak load of 4 bytes by tile block (0, 0, 0), "
      "and no token leads from that load to this store; give this store the "
      "result token of that load (tile block (0, 0, 0))\n"
      "2: note: here is the weak load of 4 bytes by tile block (0, 0, 0)\n");
}

/// A data dependence orders nothing, and neither does program order.
TEST_F(Races, dependencesAreNoOrder) {
  expectRace(run(load("a", "weak", "d") +
                 "%p = offset %d, %a.v : tile<ptr<i32>>, tile<i32> -> "
                 "tile<ptr<i32>>\n" +
                 store("b", "weak", "p")));
}

TEST_F(Races, strongAccessesOfOneTileBlockNeedNoToken) {
  EXPECT_EQ(run(store("a", "relaxed tl_blk", "d") +
                load("b", "acquire device", "d") +
                add("c", "release tl_blk", "d")),
            "");
}

TEST_F(Races, tokensPassThroughOtherOperations) {
  std::string first = store("a", "weak", "d") + store("b", "weak", "f");
  EXPECT_EQ(run(first + join("j", "%a", "%b") + store("c", "weak", "d", "%j")),
            "");
  EXPECT_EQ(run(first + join("j", "%b", "%a") + load("c", "weak", "g", "%j") +
                "%p = print_tko \"x\" token=%c -> token\n" +
                "%q = memory_fence_alias_tko %p\n" +
                "%r = gdc_launch_dependents_tko token = %q -> token\n" +
                store("e", "weak", "d", "%r")),
            "");
  expectRace(run(first + "%m = make_token : token\n" + join("j", "%b", "%m") +
                 store("c", "weak", "d", "%j")));
  expectRace(run(first + "%p = print_tko \"x\" -> token\n" +
                 store("c", "weak", "d", "%p")));
}

TEST_F(Races, tokensPassThroughControlFlow) {
  std::string branch = "%c = constant <i1: true> : tile<i1>\n" +
                       store("a", "weak", "d") + "%t = if %c -> (token) {\n" +
                       load("b", "weak", "f") +
                       "yield %WHICH : token } else { yield %a : token }\n" +
                       store("e", "weak", "d", "%t");
  auto yielding = [&](const std::string &which) {
    std::string text = branch;
    return text.replace(text.find("WHICH"), 5, which);
  };
  EXPECT_EQ(run(yielding("a")), "");
  expectRace(run(yielding("b")));
}

TEST_F(Races, loopsCarryTokens) {
  std::string range = "%lo = constant <i32: 0> : tile<i32>\n"
                      "%hi = constant <i32: 100> : tile<i32>\n";
  EXPECT_EQ(run(range +
                "%m = make_token : token\n"
                "%t = for %i in (%lo to %hi, step %one) : tile<i32> "
                "iter_values(%u = %m) -> (token) {\n" +
                load("a", "weak", "d", "%u") + store("b", "weak", "d", "%a") +
                "continue %b : token }\n" + store("c", "weak", "d", "%t")),
            "");
  std::string twin = run(
      range + "for %i in (%lo to %hi, step %one) : tile<i32> {\n" +
      load("a", "weak", "d") + store("b", "weak", "d", "%a") + "continue }\n");
  expectRace(twin);
  EXPECT_THAT(twin, HasSubstr("this weak load"));
  EXPECT_THAT(run(range + "for %i in (%lo to %hi, step %one) : tile<i32> {\n" +
                  store("b", "weak", "d") + "continue }\n"),
              HasSubstr("carry its result token through the loop"));
}

/// Aliases of the same memory: by arithmetic, by a view, by a type.
TEST_F(Races, aliases) {
  std::string two = "%two = constant <i32: 2> : tile<i32>\n"
                    "%minus = constant <i32: -1> : tile<i32>\n"
                    "%q = offset %d, %two : tile<ptr<i32>>, tile<i32> -> "
                    "tile<ptr<i32>>\n"
                    "%p = offset %q, %minus : tile<ptr<i32>>, tile<i32> -> "
                    "tile<ptr<i32>>\n"
                    "%e = offset %d, %one : tile<ptr<i32>>, tile<i32> -> "
                    "tile<ptr<i32>>\n";
  expectRace(run(two + store("a", "weak", "p") + store("b", "weak", "e")));
  EXPECT_EQ(run(two + store("a", "weak", "p") + store("b", "weak", "q")), "");
  std::string view = "%tv = make_tensor_view %d, shape = [4], strides = [1] : "
                     "tensor_view<4xi32, strides=[1]>\n"
                     "%v = make_partition_view %tv : partition_view<tile=(2), "
                     "tensor_view<4xi32, strides=[1]>>\n";
  auto loadTile = [&](const std::string &index) {
    return "%tile, %t = load_view_tko weak %v[" + index +
           "] : partition_view<tile=(2), tensor_view<4xi32, strides=[1]>>, "
           "tile<i32> -> tile<2xi32>, token\n";
  };
  EXPECT_THAT(run(two + view + store("a", "weak", "p") + loadTile("%zero")),
              HasSubstr("data race 4 bytes into 'data'"));
  EXPECT_THAT(run(two + view + store("a", "weak", "p") + loadTile("%zero")),
              HasSubstr("(element [1], tile block (0, 0, 0))"));
  EXPECT_EQ(run(two + view + store("a", "weak", "p") + loadTile("%one")), "");
}

/// Accesses of two sizes to one place are not atomic to each other.
TEST_F(Races, mixedSizes) {
  std::string narrow =
      "%h = constant <i16: 1> : tile<i16>\n"
      "%p = ptr_to_ptr %d : tile<ptr<i32>> -> tile<ptr<i16>>\n"
      "%a = store_ptr_tko relaxed device %p, %h : tile<ptr<i16>>, tile<i16> -> "
      "token\n";
  EXPECT_THAT(run(narrow + load("b", "relaxed device", "d")),
              HasSubstr("not accesses to the same bytes"));
  EXPECT_EQ(run(narrow + load("b", "relaxed device", "d", "%a")), "");
}

/// Each alloca is new memory, even in a loop.
TEST_F(Races, allocas) {
  EXPECT_EQ(run("for %i in (%zero to %one, step %one) : tile<i32> {\n"
                "%p = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>\n" +
                store("a", "weak", "p") + load("b", "weak", "p", "%a") +
                "continue }\n"),
            "");
  expectRace(run("%p = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>\n" +
                 store("a", "weak", "p") + load("b", "weak", "p")));
}

//===----------------------------------------------------------------------===//
// Elements of one operation
//===----------------------------------------------------------------------===//

/// Pointers to elements of %d at these offsets.
static std::string pointersAt(const std::string &offsets) {
  return "%i = constant <i32: " + offsets +
         "> : tile<4xi32>\n"
         "%p1 = reshape %d : tile<ptr<i32>> -> tile<1xptr<i32>>\n"
         "%p4 = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>\n"
         "%p = offset %p4, %i : tile<4xptr<i32>>, tile<4xi32> -> "
         "tile<4xptr<i32>>\n";
}

TEST_F(Races, storesThatHitAPlaceTwice) {
  auto scatter = [&](const std::string &ordering, const std::string &offsets) {
    return run(pointersAt(offsets) + "%a = store_ptr_tko " + ordering +
               " %p, %i : tile<4xptr<i32>>, tile<4xi32> -> token\n");
  };
  EXPECT_EQ(scatter("weak", "[3, 1, 0, 2]"), "");
  EXPECT_EQ(scatter("weak", "[3, 1, 2, 1]"),
            "6: data race 4 bytes into 'data' (16 bytes): this weak store of 4 "
            "bytes conflicts with itself, and two elements of one weak store "
            "have no order; let one of them write there, or make the store "
            "relaxed with scope tl_blk (element [3], tile block (0, 0, 0))\n");
  EXPECT_EQ(scatter("relaxed tl_blk", "[3, 1, 2, 1]"), "");
  // Reading a place twice is no conflict, and adding is atomic.
  EXPECT_EQ(run(pointersAt("[0, 0, 0, 0]") +
                "%v, %a = load_ptr_tko weak %p : tile<4xptr<i32>> -> "
                "tile<4xi32>, token\n"
                "%w, %b = atomic_rmw_tko relaxed tl_blk %p, add, %v token=%a : "
                "tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token\n"),
            "");
}

TEST_F(Races, scattersThroughViews) {
  auto scatter = [&](const std::string &ordering, const std::string &rows) {
    const std::string view = "gather_scatter_view<tile=(2x2), tensor_view<2x2x"
                             "i32, strides=[2,1]>, sparse_dim=0>";
    return run("%tv = make_tensor_view %d, shape = [2, 2], strides = [2, 1] : "
               "tensor_view<2x2xi32, strides=[2,1]>\n"
               "%v = make_gather_scatter_view %tv : " +
               view + "\n%rows = constant <i32: " + rows +
               "> : tile<2xi32>\n%t = constant <i32: 7> : tile<2x2xi32>\n"
               "%a = store_view_tko " +
               ordering + " %t, %v[%rows, %zero] : tile<2x2xi32>, " + view +
               ", tile<2xi32>, tile<i32> -> token\n");
  };
  EXPECT_EQ(scatter("weak", "[1, 0]"), "");
  EXPECT_THAT(scatter("weak", "[1, 1]"), HasSubstr("conflicts with itself"));
  EXPECT_EQ(scatter("relaxed tl_blk", "[1, 1]"), "");
}

/// Two elements of 4 bits in one byte: apart in one store, one place in two.
TEST_F(Races, elementsOfFourBits) {
  const std::string tensor = "tensor_view<8xf4E2M1FN, strides=[1]>";
  const std::string rows =
      "gather_scatter_view<tile=(2), " + tensor + ", sparse_dim=0>";
  std::string view =
      "%q = ptr_to_ptr %d : tile<ptr<i32>> -> tile<ptr<f4E2M1FN>>\n"
      "%tv = make_tensor_view %q, shape = [8], strides = [1] : " +
      tensor + "\n%v = make_gather_scatter_view %tv : " + rows +
      "\n%c = constant <f4E2M1FN: 0.5> : tile<2xf4E2M1FN>\n";
  auto scatter = [&](const std::string &name, const std::string &list,
                     const std::string &token,
                     const std::string &order = "weak") {
    return "%" + name + ".i = constant <i32: " + list + "> : tile<2xi32>\n%" +
           name + " = store_view_tko " + order + " %c, %v[%" + name + ".i]" +
           after(token) + " : tile<2xf4E2M1FN>, " + rows +
           ", tile<2xi32> -> token\n";
  };
  EXPECT_EQ(run(view + scatter("a", "[0, 1]", "")), "");
  EXPECT_THAT(run(view + scatter("a", "[1, 1]", "")),
              HasSubstr("conflicts with itself"));
  EXPECT_THAT(
      run(view + scatter("a", "[0, 3]", "") + scatter("b", "[1, 4]", "")),
      HasSubstr("weak store of half a byte"));
  EXPECT_EQ(
      run(view + scatter("a", "[0, 3]", "") + scatter("b", "[1, 4]", "%a")),
      "");
  EXPECT_EQ(run(view + scatter("a", "[0, 3]", "") + scatter("b", "[4, 7]", "")),
            "");

  // The byte is read and written, which no scope makes atomic.
  const std::string strong = "relaxed device";
  EXPECT_EQ(run(view + scatter("a", "[0, 1]", "", strong)), "");
  EXPECT_EQ(run(view + scatter("a", "[0, 1]", "", "release device")), "");
  EXPECT_THAT(run(view + scatter("a", "[1, 1]", "", strong)),
              HasSubstr("conflicts with itself"));
  EXPECT_THAT(run(view + scatter("a", "[0, 3]", "", strong) +
                  scatter("b", "[1, 4]", "", strong)),
              HasSubstr("relaxed device store of half a byte"));
  EXPECT_EQ(run(view + scatter("a", "[0, 3]", "", strong) +
                scatter("b", "[1, 4]", "%a", strong)),
            "");
}

/// An acquire of one element of a release does not synchronise with its
/// neighbours.
TEST_F(Races, elementsAreReleasedOneByOne) {
  std::string release = pointersAt("[0, 1, 2, 3]") +
                        "%a = store_ptr_tko release device %p, %i : "
                        "tile<4xptr<i32>>, tile<4xi32> -> token\n";
  std::string second = "%e = offset %d, %one : tile<ptr<i32>>, tile<i32> -> "
                       "tile<ptr<i32>>\n";
  EXPECT_EQ(runEach({release, load("a", "acquire device", "d") +
                                  store("b", "weak", "d", "%a")}),
            "");
  expectRace(runEach({release, second + load("a", "acquire device", "d") +
                                   load("b", "weak", "e", "%a")}));
  // Accesses before the release come before each of its elements.
  EXPECT_EQ(runEach({store("s", "weak", "g") + pointersAt("[0, 1, 2, 3]") +
                         "%a = store_ptr_tko release device %p, %i token=%s : "
                         "tile<4xptr<i32>>, tile<4xi32> -> token\n",
                     second + load("a", "acquire device", "e") +
                         load("b", "weak", "g", "%a")}),
            "");
}

//===----------------------------------------------------------------------===//
// Several tile blocks
//===----------------------------------------------------------------------===//

TEST_F(Races, tileBlocksThatShareNothing) {
  std::string own = "%p = offset %d, %x : tile<ptr<i32>>, tile<i32> -> "
                    "tile<ptr<i32>>\n" +
                    load("a", "weak", "p") + store("b", "weak", "p", "%a");
  EXPECT_EQ(run(own + load("c", "weak", "f"), 4), "");
  expectRace(run(load("a", "weak", "d") + store("b", "weak", "d", "%a"), 2));
}

TEST_F(Races, strongAccessesHaveToCoverEachOther) {
  auto both = [&](const std::string &first, const std::string &second) {
    return runEach({store("a", first, "d"), load("a", second, "d")});
  };
  EXPECT_EQ(both("relaxed device", "relaxed device"), "");
  EXPECT_EQ(both("relaxed sys", "acquire device"), "");
  EXPECT_THAT(both("relaxed device", "relaxed tl_blk"),
              HasSubstr("the scope tl_blk of this load leaves the other tile "
                        "block out; make it device"));
  EXPECT_THAT(both("release tl_blk", "relaxed sys"),
              HasSubstr("the scope tl_blk of that store"));
  EXPECT_THAT(both("weak", "acquire device"),
              HasSubstr("nothing orders the two tile blocks"));
}

TEST_F(Races, messagePassing) {
  auto pass = [&](const std::string &writer, const std::string &reader) {
    return runEach({writer, reader});
  };
  std::string writer =
      store("a", "weak", "d") + store("b", "release device", "f", "%a");
  std::string reader =
      load("a", "acquire device", "f") + load("b", "weak", "d", "%a");
  EXPECT_EQ(pass(writer, reader), "");
  EXPECT_EQ(pass(writer, load("a", "acquire device", "f") +
                             load("c", "weak", "g", "%a") +
                             store("b", "weak", "d", "%c")),
            "");
  // A flag that is not released, not acquired, or not meant for others.
  expectRace(
      pass(store("a", "weak", "d") + store("b", "relaxed device", "f", "%a"),
           reader));
  expectRace(pass(writer, load("a", "relaxed device", "f") +
                              load("b", "weak", "d", "%a")));
  expectRace(
      pass(store("a", "weak", "d") + store("b", "release tl_blk", "f", "%a"),
           reader));
  // A release before the data is written, and data that is read too early.
  expectRace(
      pass(store("b", "release device", "f") + store("a", "weak", "d", "%b"),
           reader));
  expectRace(pass(store("a", "weak", "d") + store("b", "release device", "f"),
                  reader));
  expectRace(
      pass(writer, load("a", "acquire device", "f") + load("b", "weak", "d")));
  // The acquire of another flag.
  expectRace(pass(writer, load("a", "acquire device", "g") +
                              load("b", "weak", "d", "%a")));
  // The old value of the flag is no message.
  EXPECT_EQ(pass(reader, ""), "");
}

/// Relaxed polling, and one acquire of the same place behind it.
TEST_F(Races, waitingForAFlag) {
  auto wait = [](const std::string &ordering) {
    return "%seen = loop : token {\n" + load("w", ordering, "f") +
           "%there = cmpi equal %w.v, %one, signed : tile<i32> -> tile<i1>\n"
           "if %there { break %w : token }\ncontinue }\n";
  };
  std::string writer =
      store("a", "weak", "d") + store("b", "release device", "f", "%a");
  EXPECT_EQ(runEach({writer,
                     wait("acquire device") + load("b", "weak", "d", "%seen")}),
            "");
  EXPECT_EQ(runEach({wait("acquire device") + load("b", "weak", "d", "%seen"),
                     writer}),
            "");
  expectRace(runEach(
      {writer, wait("relaxed device") + load("b", "weak", "d", "%seen")}));
  EXPECT_EQ(runEach({writer, wait("relaxed device") +
                                 load("q", "acquire device", "f", "%seen") +
                                 load("b", "weak", "d", "%q")}),
            "");
}

/// Happens-before passes through any number of tile blocks.
TEST_F(Races, cumulativity) {
  std::string first =
      store("a", "weak", "d") + store("b", "release device", "f", "%a");
  std::string last =
      load("a", "acquire device", "g") + load("b", "weak", "d", "%a");
  EXPECT_EQ(runEach({first,
                     load("a", "acquire sys", "f") +
                         store("b", "release device", "g", "%a"),
                     last}),
            "");
  expectRace(runEach(
      {first,
       load("a", "acquire device", "f") + store("b", "release device", "g"),
       last}));
  expectRace(runEach({first,
                      load("a", "relaxed device", "f") +
                          store("b", "release device", "g", "%a"),
                      last}));
}

/// Atomic operations continue a release sequence; a store does not.
TEST_F(Races, rowsOfAtomicOperations) {
  std::string first =
      store("a", "weak", "d") + store("b", "release device", "f", "%a");
  std::string last =
      load("a", "acquire device", "f") + load("b", "weak", "d", "%a");
  EXPECT_EQ(runEach({first, add("a", "relaxed device", "f"), last}), "");
  EXPECT_EQ(runEach({first, add("a", "relaxed device", "f"),
                     add("a", "relaxed device", "f"), last}),
            "");
  EXPECT_EQ(runEach({first, add("a", "acquire device", "f", "", "xchg"), last}),
            "");
  expectRace(runEach({first, store("a", "relaxed device", "f"), last}));
  // An operation whose scope leaves others out continues it, but races itself.
  expectRace(runEach({first, add("a", "relaxed tl_blk", "f"), last}));
}

/// Partial sums, counted; the last tile block adds them up.
TEST_F(Races, splitK) {
  auto splitK = [&](const std::string &ordering) {
    return run("%three = constant <i32: 3> : tile<i32>\n"
               "%own = offset %d, %x : tile<ptr<i32>>, tile<i32> -> "
               "tile<ptr<i32>>\n" +
                   store("a", "weak", "own") + add("b", ordering, "n", "%a") +
                   "%last = cmpi equal %b.v, %three, signed : tile<i32> -> "
                   "tile<i1>\nif %last {\n" +
                   pointersAt("[0, 1, 2, 3]") +
                   "%sums, %c = load_ptr_tko weak %p token=%b : "
                   "tile<4xptr<i32>> -> tile<4xi32>, token\n}\n",
               4);
  };
  EXPECT_EQ(splitK("acq_rel device"), "");
  expectRace(splitK("relaxed device"));
  expectRace(splitK("release device"));
  expectRace(splitK("acquire device"));
}

/// A lock around plain accesses, and the same with either half missing.
TEST_F(Races, locks) {
  auto guarded = [&](const std::string &take, const std::string &give) {
    return run("%got = loop : token {\n"
               "%was, %t = atomic_cas_tko " +
                   take +
                   " device %f, %zero, %one : tile<ptr<i32>>, tile<i32> -> "
                   "tile<i32>, token\n"
                   "%free = cmpi equal %was, %zero, signed : tile<i32> -> "
                   "tile<i1>\nif %free { break %t : token }\ncontinue }\n" +
                   load("a", "weak", "d", "%got") +
                   store("b", "weak", "d", "%a") + "%o, %e = atomic_rmw_tko " +
                   give +
                   " device %f, xchg, %zero token=%b : tile<ptr<i32>>, "
                   "tile<i32> -> tile<i32>, token\n",
               3);
  };
  EXPECT_EQ(guarded("acquire", "release"), "");
  EXPECT_EQ(guarded("acq_rel", "acq_rel"), "");
  expectRace(guarded("relaxed", "release"));
  expectRace(guarded("acquire", "relaxed"));
}

TEST_F(Races, histograms) {
  auto histogram = [&](const std::string &operation) {
    return run(pointersAt("[1, 3, 1, 0]") + operation, 8);
  };
  EXPECT_EQ(histogram("%w, %b = atomic_rmw_tko relaxed device %p, add, %i : "
                      "tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token\n"),
            "");
  expectRace(
      histogram("%w, %b = atomic_rmw_tko relaxed tl_blk %p, add, %i : "
                "tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token\n"));
  EXPECT_EQ(run("%tv = make_tensor_view %d, shape = [4], strides = [1] : "
                "tensor_view<4xi32, strides=[1]>\n"
                "%v = make_partition_view %tv : partition_view<tile=(4), "
                "tensor_view<4xi32, strides=[1]>>\n"
                "%i = constant <i32: 1> : tile<4xi32>\n"
                "%a = atomic_red_view_tko relaxed device %v[%zero], add, %i : "
                "tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, "
                "strides=[1]>>, tile<i32> -> token\n",
                8),
            "");
}

/// With the check off nothing is reported, and memory holds one of the values.
TEST(RacesOff, theProgramGoesOn) {
  Harness h;
  h.config.checks.race = false;
  ASSERT_TRUE(h.parseKernel("%d: tile<ptr<i32>>",
                            "%one = constant <i32: 1> : tile<i32>\n" +
                                store("a", "weak", "d") +
                                load("b", "weak", "d")))
      << h.errors;
  Argument d = h.array<int32_t>({0});
  EXPECT_TRUE(h.launch({d})) << h.errors;
  EXPECT_EQ(h.read<int32_t>(d, 1)[0], 1);
}
