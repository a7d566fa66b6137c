//===- ExchangeTest.cpp - Lanes that exchange values; atomics; selectors --===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions that do not fit the table of forms, because a lane's result
// depends on other lanes, on memory or on parts of registers. The expected
// values are computed here as the PTX ISA words it.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "gmock/gmock.h"
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;
using i64 = int64_t;

std::string hex(u64 x) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", (unsigned long long)x);
  return text;
}

/// Runs `body` in the lanes of `mask` only. It reads a lane's %r1 and %r2 from
/// p1 and p2, and sets %r3, 0xAAAAAAAA before, which is stored to p0.
std::vector<u32> inLanes(u32 mask, const std::string &body,
                         const std::vector<u32> &a,
                         const std::vector<u32> &b = {}) {
  return runLanes<u32, u32>(
      "add.u64 %rd5, %rd1, 0; cvt.u64.u32 %rd4, %at; add.u64 %rd5, %rd1, %rd4;"
      "ld.global.u32 %r1, [%rd5]; add.u64 %rd5, %rd2, %rd4;"
      "ld.global.u32 %r2, [%rd5]; mov.u32 %r3, 0xAAAAAAAA;"
      "add.u64 %rd5, %rd0, %rd4; setp.ne.u32 %p9, %r3, %r3;"
      "shl.b32 %r9, 1, %t; and.b32 %r9, %r9, " +
          hex(mask) + "; setp.eq.u32 %p8, %r9, 0; @%p8 bra END;" + body +
          "\nEND: st.global.u32 [%rd5], %r3;",
      a, b);
}

std::vector<u32> randomWords(unsigned seed) {
  std::mt19937 random(seed);
  std::vector<u32> words(32);
  for (u32 &word : words)
    word = static_cast<u32>(random());
  return words;
}

const u32 masks[] = {0xFFFFFFFF, 0x0000FFFF, 0x80000001, 0xF0F0F0F0,
                     0x00000010};

} // namespace

TEST(Exchange, ShuffleModes) {
  std::vector<u32> values = randomWords(1);
  for (std::string mode : {"up", "down", "bfly", "idx"})
    for (u32 b : {0u, 1u, 3u, 16u, 31u, 33u})
      for (u32 c : {0u, 31u, 0x181Fu, 0x1C1Fu, 0x1800u, 0x1C03u, 0x1F1Fu}) {
        std::vector<u32> got =
            inLanes(~0u,
                    "shfl.sync." + mode + ".b32 %r3|%p1, %r1, " + hex(b) +
                        ", " + hex(c) + ", 0xFFFFFFFF; @!%p1 not.b32 %r3, %r3;",
                    values);
        for (int lane = 0; lane != 32; ++lane) {
          int bval = b & 31, cval = c & 31, segment = c >> 8 & 31;
          int most = (lane & segment) | (cval & ~segment & 31);
          int least = lane & segment;
          int j = mode == "up"     ? lane - bval
                  : mode == "down" ? lane + bval
                  : mode == "bfly" ? lane ^ bval
                                   : least | (bval & ~segment & 31);
          bool inRange = mode == "up" ? j >= most : j <= most;
          u32 expected = inRange ? values[j] : ~values[lane];
          EXPECT_EQ(got[lane], expected) << mode << " " << b << " " << c;
        }
      }
}

TEST(Exchange, ShuffleInPlaceAndWithinAMask) {
  std::vector<u32> values = randomWords(2), expected = values;
  std::vector<u32> got =
      inLanes(0x0000FFFF,
              "shfl.sync.bfly.b32 %r1, %r1, 1, 0x1F, 0xFFFF; mov.b32 %r3, %r1;",
              values);
  for (int lane = 0; lane != 32; ++lane)
    EXPECT_EQ(got[lane], lane < 16 ? values[lane ^ 1] : 0xAAAAAAAA);
}

TEST(Exchange, Votes) {
  for (u32 mask : masks)
    for (u32 votes : {0u, ~0u, 0x0000FFFFu, 0x80000000u, 0x12345678u})
      for (bool negates : {false, true}) {
        std::vector<u32> a;
        for (int lane = 0; lane != 32; ++lane)
          a.push_back(votes >> lane & 1);
        u32 yes = (negates ? ~votes : votes) & mask;
        auto vote = [&](const std::string &form) {
          return inLanes(mask,
                         "setp.ne.u32 %p1, %r1, 0; vote.sync." + form +
                             (negates ? "!" : "") + "%p1, " + hex(mask) +
                             "; @%p2 mov.u32 %r3, 1;",
                         a);
        };
        struct Case {
          const char *form;
          u32 expected;
        };
        const Case cases[] = {
            {"all.pred %p2, ", yes == mask ? 1 : 0xAAAAAAAA},
            {"any.pred %p2, ", yes ? 1 : 0xAAAAAAAA},
            {"uni.pred %p2, ", yes == mask || !yes ? 1 : 0xAAAAAAAA},
            {"ballot.b32 %r3, ", yes}};
        for (const Case &c : cases) {
          std::vector<u32> got =
              c.form[0] == 'b'
                  ? inLanes(mask,
                            "setp.ne.u32 %p1, %r1, 0; vote.sync." +
                                std::string(c.form) + (negates ? "!" : "") +
                                "%p1, " + hex(mask) + ";",
                            a)
                  : vote(c.form);
          for (int lane = 0; lane != 32; ++lane)
            EXPECT_EQ(got[lane], mask >> lane & 1 ? c.expected : 0xAAAAAAAA)
                << c.form << hex(votes) << hex(mask);
        }
      }
}

TEST(Exchange, Matches) {
  for (u32 mask : masks)
    for (int kinds : {1, 2, 5}) {
      std::vector<u32> values;
      std::mt19937 random(kinds);
      for (int lane = 0; lane != 32; ++lane)
        values.push_back(random() % kinds);
      std::string m = hex(mask);
      std::vector<u32> any =
          inLanes(mask, "match.any.sync.b32 %r3, %r1, " + m + ";", values);
      std::vector<u32> wide = inLanes(
          mask,
          "mov.b64 %rd7, {%r1, %r1}; match.any.sync.b64 %r3, %rd7, " + m + ";",
          values);
      std::vector<u32> all = inLanes(mask,
                                     "match.all.sync.b32 %r3|%p1, %r1, " + m +
                                         "; @%p1 add.u32 %r3, %r3, 1;",
                                     values);
      std::vector<u32> sink = inLanes(mask,
                                      "match.all.sync.b32 _|%p1, %r1, " + m +
                                          "; selp.b32 %r3, 1, 0, %p1;",
                                      values);
      u32 first = 0;
      while (!(mask >> first & 1))
        ++first;
      bool areEqual = true;
      for (int lane = 0; lane != 32; ++lane)
        areEqual &= !(mask >> lane & 1) || values[lane] == values[first];
      for (int lane = 0; lane != 32; ++lane) {
        u32 equal = 0;
        for (int other = 0; other != 32; ++other)
          equal |= u32(values[other] == values[lane]) << other;
        bool isIn = mask >> lane & 1;
        EXPECT_EQ(any[lane], isIn ? equal & mask : 0xAAAAAAAA);
        EXPECT_EQ(wide[lane], any[lane]);
        EXPECT_EQ(all[lane], !isIn ? 0xAAAAAAAA : areEqual ? mask + 1 : 0);
        EXPECT_EQ(sink[lane], isIn ? u32(areEqual) : 0xAAAAAAAA);
      }
    }
}

TEST(Exchange, Reductions) {
  std::vector<u32> values = randomWords(3);
  for (u32 mask : masks)
    for (std::string form :
         {"add.u32", "add.s32", "min.u32", "min.s32", "max.u32", "max.s32",
          "and.b32", "or.b32", "xor.b32"}) {
      std::vector<u32> got = inLanes(
          mask, "redux.sync." + form + " %r3, %r1, " + hex(mask) + ";", values);
      bool isFirst = true;
      u32 expected = 0;
      for (int lane = 0; lane != 32; ++lane) {
        if (!(mask >> lane & 1))
          continue;
        u32 a = expected, b = values[lane];
        auto x = static_cast<int32_t>(a), y = static_cast<int32_t>(b);
        std::string op = form.substr(0, 3);
        expected = isFirst             ? b
                   : op == "add"       ? a + b
                   : op == "and"       ? a & b
                   : op == "or."       ? a | b
                   : op == "xor"       ? a ^ b
                   : form == "min.u32" ? std::min(a, b)
                   : form == "max.u32" ? std::max(a, b)
                   : form == "min.s32" ? u32(std::min(x, y))
                                       : u32(std::max(x, y));
        isFirst = false;
      }
      for (int lane = 0; lane != 32; ++lane)
        EXPECT_EQ(got[lane], mask >> lane & 1 ? expected : 0xAAAAAAAA) << form;
    }
}

TEST(Exchange, ElectionAndActiveLanes) {
  for (u32 mask : masks) {
    std::vector<u32> elected = inLanes(mask,
                                       "elect.sync %r3|%p1, " + hex(mask) +
                                           "; @%p1 add.u32 %r3, %r3, 100;",
                                       {});
    std::vector<u32> active = inLanes(mask, "activemask.b32 %r3;", {});
    u32 leader = 0;
    while (!(mask >> leader & 1))
      ++leader;
    for (u32 lane = 0; lane != 32; ++lane) {
      bool isIn = mask >> lane & 1;
      EXPECT_EQ(elected[lane],
                isIn ? leader + (lane == leader ? 100 : 0) : 0xAAAAAAAA);
      EXPECT_EQ(active[lane], isIn ? mask : 0xAAAAAAAA);
    }
  }
}

TEST(Exchange, WhatIsNotAForm) {
  for (const char *text :
       {"shfl.up.b32 %r1, %r2, 1, 31;", "shfl.sync.b32 %r1, %r2, 1, 31, -1;",
        "shfl.sync.up.u32 %r1, %r2, 1, 31, -1;",
        "shfl.sync.up.b32 _|%p1, %r2, 1, 31, -1;",
        "vote.sync.ballot.pred %p1, %p2, -1;",
        "vote.sync.all.b32 %r1, %p1, -1;", "vote.all.pred %p1, %p2;",
        "match.any.sync.b32 %r1|%p1, %r2, -1;", "match.sync.b32 %r1, %r2, -1;",
        "redux.sync.and.u32 %r1, %r2, -1;", "redux.sync.add.b32 %r1, %r2, -1;",
        "redux.sync.min.f32 %r1, %r2, -1;",
        "redux.sync.add.abs.u32 %r1, %r2, -1;", "elect.sync %r1, -1;",
        "activemask.u32 %r1;"})
    EXPECT_NE(parseError(kernel(text)), "") << text;
  // Integers, bits of them and masks of lanes lie in no register of .f32.
  for (const char *text :
       {"redux.sync.add.s32 %x, %r2, -1;", "redux.sync.and.b32 %x, %r2, -1;",
        "redux.sync.and.b32 %r1, %x, -1;", "redux.sync.add.u32 %r1, %r2, %x;",
        "match.any.sync.b32 %x, %r2, -1;", "match.any.sync.b32 %r1, %r2, %x;",
        "match.all.sync.b32 %x|%p1, %r2, -1;", "elect.sync %x|%p1, -1;",
        "elect.sync %r1|%p1, %x;", "vote.sync.ballot.b32 %r1, %p1, %x;",
        "shfl.sync.up.b32 %r1, %r2, 1, 31, %x;"})
    EXPECT_THAT(parseError(kernel(".reg .f32 %x; " + std::string(text))),
                testing::HasSubstr("'%x' is a register of type .f32"))
        << text;
  // The emulator takes the others, as ptxas does.
  for (const char *text :
       {"shfl.sync.up.b32 %x, %x, 1, 31, -1;", "activemask.b32 %x;",
        "match.any.sync.b32 %r1, %x, -1;", "vote.sync.ballot.b32 %x, %p1, -1;"})
    EXPECT_EQ(parseError(kernel(".reg .f32 %x; " + std::string(text))), "")
        << text;
}

//===----------------------------------------------------------------------===//
// Atomic operations
//===----------------------------------------------------------------------===//

namespace {

/// The new value in memory, of `bits` bits, after an operation.
u64 atomicResult(const std::string &op, const std::string &type, u64 old,
                 u64 b) {
  unsigned bits = static_cast<unsigned>(std::stoi(type.substr(1)));
  u64 mask = bits == 64 ? ~u64(0) : (u64(1) << bits) - 1;
  auto x = static_cast<i64>(old << (64 - bits)) >> (64 - bits);
  auto y = static_cast<i64>(b << (64 - bits)) >> (64 - bits);
  bool isSigned = type[0] == 's';
  bool isLess = isSigned ? x < y : old < b;
  u64 result = op == "add"    ? old + b
               : op == "and"  ? old & b
               : op == "or"   ? old | b
               : op == "xor"  ? old ^ b
               : op == "exch" ? b
               : op == "inc"  ? (old >= b ? 0 : old + 1)
               : op == "dec"  ? (old == 0 || old > b ? b : old - 1)
               : op == "min"  ? (isLess ? old : b)
                              : (isLess ? b : old);
  return result & mask;
}

/// One word of memory in p0, one value for each lane in p1; the results of the
/// lanes go to p2.
struct AtomicRun {
  std::vector<u64> memory, old;
  AtomicRun(const std::string &op, const std::string &type, u64 start,
            const std::vector<u64> &values, bool isShared) {
    std::string width = type.substr(1), r = width == "32" ? "%r3" : "%rd8";
    std::string where = isShared ? "shared" : "global";
    std::string cell = isShared ? "[cell]" : "[%rd0]";
    std::string body =
        "mul.wide.u32 %rd4, %t, 8; add.u64 %rd5, %rd1, %rd4;"
        "add.u64 %rd6, %rd2, %rd4; ld.global.u64 %rd7, [%rd5]; mov.u64 %rd8, 0;"
        "mov.u32 %r3, 0; cvt.u32.u64 %r2, %rd7;";
    if (isShared)
      body += ".shared .align 8 .b8 cell[8]; ld.global.u64 %rd9, [%rd0];"
              "setp.eq.u32 %p1, %t, 0; @%p1 st.shared.u64 [cell], %rd9;"
              "bar.sync 0;";
    body += "atom." + where + "." + op + "." + type + " " + r + ", " + cell +
            ", " + (width == "32" ? "%r2" : "%rd7") + ";";
    if (width == "32")
      body += "cvt.u64.u32 %rd8, %r3;";
    body += "st.global.u64 [%rd6], %rd8;";
    if (isShared)
      body += "bar.sync 0; ld.shared.u64 %rd9, [cell];"
              "@%p1 st.global.u64 [%rd0], %rd9;";
    KernelRun run(kernel(body));
    run.array(std::vector<u64>{start}).array(values).zeros(8 * 32).zeros(8);
    EXPECT_EQ(run.launch(), "") << body;
    memory = run.read<u64>(0);
    old = run.read<u64>(2);
  }
};

} // namespace

TEST(Atomics, EveryScalarOperation) {
  const std::pair<const char *, std::vector<std::string>> table[] = {
      {"add", {"u32", "s32", "u64"}},
      {"min", {"u32", "s32", "u64", "s64"}},
      {"max", {"u32", "s32", "u64", "s64"}},
      {"inc", {"u32"}},
      {"dec", {"u32"}},
      {"and", {"b32", "b64"}},
      {"or", {"b32", "b64"}},
      {"xor", {"b32", "b64"}},
      {"exch", {"b32", "b64"}}};
  std::mt19937_64 random(8);
  for (const auto &[op, types] : table)
    for (const std::string &type : types)
      for (bool isShared : {false, true}) {
        u64 mask = type.substr(1) == "32" ? 0xFFFFFFFF : ~u64(0);
        bool isCounter = std::string(op) == "inc" || std::string(op) == "dec";
        u64 value = isCounter ? 3 : random() & mask;
        std::vector<u64> values;
        for (int lane = 0; lane != 32; ++lane)
          values.push_back(isCounter ? random() % 5 : random() & mask);
        AtomicRun run(op, type, value, values, isShared);
        // The lanes act one after the other.
        for (int lane = 0; lane != 32; ++lane) {
          EXPECT_EQ(run.old[lane], value) << op << type << lane;
          value = atomicResult(op, type, value, values[lane]);
        }
        EXPECT_EQ(run.memory[0] & mask, value) << op << type;
      }
}

TEST(Atomics, CompareAndSwapOfEveryWidth) {
  for (const char *width : {"16", "32", "64"}) {
    std::string w = width, r = w == "16" ? "%h" : w == "32" ? "%r" : "%rd";
    KernelRun run(kernel("mov.b" + w + " " + r + "11, 5; mov.b" + w + " " + r +
                         "12, 9; atom.global.cas.b" + w + " " + r +
                         "13, [%rd0], " + r + "11, " + r + "12; st.global.b" +
                         w + " [%rd1], " + r + "13; atom.global.cas.b" + w +
                         " " + r + "13, [%rd0], " + r + "11, 77; st.global.b" +
                         w + " [%rd1+8], " + r + "13;"));
    run.array(std::vector<u64>{5}).zeros(16).zeros(8).zeros(8);
    ASSERT_EQ(run.launch({1, 1, 1}, {1, 1, 1}), "");
    EXPECT_EQ(run.read<u64>(0)[0], 9u);
    EXPECT_EQ(run.read<u64>(1), (std::vector<u64>{5, 9}));
  }
}

TEST(Atomics, WordsOf128Bits) {
  KernelRun run(kernel(R"(
    .reg .b128 %a, %b, %c, %d;
    mov.u64 %rd5, 1; mov.u64 %rd6, 2; mov.u64 %rd7, 3;
    mov.b128 %a, {%rd5, %rd6}; mov.b128 %b, {%rd6, %rd7};
    mov.b128 %c, {%rd5, %rd7};
    atom.global.exch.b128 %d, [%rd0], %a;         // (5, 6) to (1, 2)
    st.global.b128 [%rd1], %d;
    atom.acquire.gpu.global.cas.b128 %d, [%rd0], %b, %c; // not (2, 3): stays
    st.global.b128 [%rd1+16], %d;
    atom.global.cas.b128 %a, [%rd0], %a, %c;      // (1, 2) to (1, 3)
    st.global.b128 [%rd1+32], %a;)"));
  run.array(std::vector<u64>{5, 6}).zeros(48).zeros(8).zeros(8);
  ASSERT_EQ(run.launch({1, 1, 1}, {1, 1, 1}), "");
  EXPECT_EQ(run.read<u64>(0), (std::vector<u64>{1, 3}));
  EXPECT_EQ(run.read<u64>(1), (std::vector<u64>{5, 6, 1, 2, 1, 2}));
}

TEST(Atomics, SumsOfFloats) {
  // f32 flushes subnormal numbers in global memory, not in shared memory.
  for (bool isShared : {false, true}) {
    AtomicRun run("add", "f32", 0x00000003, std::vector<u64>(32, 1), isShared);
    EXPECT_EQ(run.memory[0], isShared ? 35u : 0u);
  }
  AtomicRun wide("add", "f64", 0x3FF0000000000000,
                 std::vector<u64>(32, 0x3FF0000000000000), false);
  EXPECT_EQ(wide.memory[0], 0x4040800000000000u); // 33
  EXPECT_EQ(wide.old[31], 0x4040000000000000u);   // 32
}

/// .noftz: f32 as in shared memory, everywhere.
TEST(Atomics, SumsThatKeepSubnormals) {
  KernelRun run(withVersion(kernel(R"(
    mov.b32 %f1, 0x00000005; mov.b32 %f2, 0x80800000; mov.b32 %f3, 0x00400000;
    atom.global.add.noftz.f32 %f4, [%rd0], %f1;       // two subnormals
    atom.add.noftz.f32 %f5, [%rd0+4], %f2;            // normal to subnormal
    red.relaxed.gpu.global.add.noftz.f32 [%rd0+8], %f3; // the other way
    atom.global.add.noftz.v2.f32 {%f6, _}, [%rd0+16], {%f1, %f2};
    red.global.add.noftz.v2.f32 [%rd0+24], {%f3, %f3};
    atom.global.add.f32 %f7, [%rd0+32], %f1;          // flushes
    st.global.v4.f32 [%rd1], {%f4, %f5, %f6, %f7};)"),
                            "9.4"));
  run.array(std::vector<u32>{3, 0x00800001, 0x00400000, 0, 7, 0x00900000,
                             0x00400001, 0x80400000, 3, 0});
  run.zeros(16).zeros(8).zeros(8);
  ASSERT_EQ(run.launch({1, 1, 1}, {1, 1, 1}), "");
  EXPECT_EQ(run.read<u32>(0),
            (std::vector<u32>{8, 1, 0x00800000, 0, 12, 0x00100000, 0x00800001,
                              0, 0, 0}));
  EXPECT_EQ(run.read<u32>(1), (std::vector<u32>{3, 0x00800001, 7, 3}));
  for (auto [version, target, need] :
       {std::tuple("9.3", "sm_90a", "needs .version 9.4"),
        {"9.4", "sm_89", "needs .target sm_90"}}) {
    std::string older = kernel("red.global.add.noftz.f32 [%rd0], %f2;");
    older.replace(older.find("sm_90a"), 6, target);
    std::string error = parseError(withVersion(older, version));
    EXPECT_NE(error.find(need), std::string::npos) << error;
  }
}

TEST(Atomics, Vectors) {
  // Each element by itself; a result in a register that is a source.
  KernelRun run(kernel(R"(
    mov.b32 %f1, 0f3F800000; mov.b32 %f2, 0f40000000;
    atom.global.add.v2.f32 {%f1, %f3}, [%rd0], {%f1, %f2};
    st.global.v2.f32 [%rd1], {%f1, %f3};
    mov.b16 %h1, 0x3C00; mov.b16 %h2, 0xBC00;
    red.global.min.noftz.v4.f16 [%rd0+8], {%h1, %h2, %h1, %h2};
    mov.b32 %r1, 0x40003F80; mov.b32 %r2, 0x3F807FFF;
    atom.release.gpu.global.max.noftz.v2.bf16x2 {%r3, _}, [%rd0+16], {%r1, %r2};
    st.global.b32 [%rd1+8], %r3;
    mov.b16 %h4, 0x3F80;
    red.relaxed.sys.global.add.noftz.v8.bf16 [%rd0+32],
      {%h3, %h3, %h3, %h3, %h3, %h3, %h3, %h4};)"));
  run.array(std::vector<u16>{0,      0x3F80, 0,      0x4000, // 1, 2
                             0x4000, 0x4000, 0x8000, 0x7C00, 0x4000, 0x3F80,
                             0x3F80, 0x7FC0, // bf16x2
                             0,      0,      0,      0,      1,      2,
                             3,      4,      5,      6,      7,      0x3F80});
  run.zeros(16).zeros(8).zeros(8);
  ASSERT_EQ(run.launch({1, 1, 1}, {1, 1, 1}), "");
  EXPECT_EQ(
      run.read<u16>(0),
      (std::vector<u16>{0,      0x4000, 0,      0x4080, // 2, 4
                        0x3C00, 0xBC00, 0x8000, 0xBC00, 0x4000, 0x4000, 0x3F80,
                        0x3F80, 0,      0,      0,      0,      1,      2,
                        3,      4,      5,      6,      7,      0x4000}));
  std::vector<u32> old = run.read<u32>(1);
  EXPECT_EQ(old[0], 0x3F800000u);
  EXPECT_EQ(old[1], 0x40000000u);
  EXPECT_EQ(old[2], 0x3F804000u);
}

TEST(Atomics, WhatIsNotAForm) {
  for (const char *text :
       {"atom.global.add.s64 %rd1, [%rd0], %rd2;",
        "atom.global.add.b32 %r1, [%rd0], %r2;",
        "atom.global.exch.u32 %r1, [%rd0], %r2;",
        "atom.global.cas.u32 %r1, [%rd0], %r2, %r3;",
        "atom.global.and.u32 %r1, [%rd0], %r2;",
        "atom.global.inc.u64 %rd1, [%rd0], %rd2;",
        "atom.global.min.f32 %f1, [%rd0], %f2;",
        "atom.global.add.f16x2 %r1, [%rd0], %r2;",
        "atom.global.min.noftz.f16 %h1, [%rd0], %h2;",
        "atom.global.add.noftz.f64 %rd1, [%rd0], %rd2;",
        "atom.global.cas.b32.L2::cache_hint %r1, [%rd0], %r2, %r3, %rd1;",
        "atom.shared.add.L2::cache_hint.u32 %r1, [%rd0], %r2, %rd1;",
        "atom.global.add.v8.f32 {%f1, %f2}, [%rd0], {%f3, %f4};",
        "atom.shared.add.v2.f32 {%f1, %f2}, [%rd0], {%f3, %f4};",
        "atom.global.add.v2.f32 {%f1, %f2}, [%rd0], {%f3, %f4, %f5};",
        "atom.local.add.u32 %r1, [%rd0], %r2;",
        "red.global.exch.b32 [%rd0], %r2;",
        "red.global.cas.b32 [%rd0], %r2, %r3;",
        "red.acquire.gpu.global.add.u32 [%rd0], %r2;",
        "red.acq_rel.gpu.global.add.u32 [%rd0], %r2;"})
    EXPECT_NE(parseError(kernel(text)), "") << text;
  for (const char *text :
       {"atom.add.u32 %r1, [%rd0], %r2;", "atom.add.u32 _, [%rd0], 1;",
        "atom.acq_rel.sys.global.add.u32 %r1, [%rd0], %r2;",
        "atom.acquire.cta.shared::cta.exch.b64 %rd1, [%rd0], %rd2;",
        "atom.global.cluster.relaxed.add.u32 %r1, [%rd0], 1;",
        "atom.global.add.L2::cache_hint.u32 %r1, [%rd0], %r2, %rd1;",
        "red.release.gpu.global.add.noftz.bf16x2 [%rd0], %r2;",
        "red.global.and.L2::cache_hint.b32 [%rd0], 1, %rd1;"})
    EXPECT_EQ(parseError(kernel(text)), "") << text;
}

//===----------------------------------------------------------------------===//
// Selectors of video instructions
//===----------------------------------------------------------------------===//

namespace {

u32 runVideo(const std::string &text, u32 a, u32 b, u32 c) {
  return runLanes<u32, u32>("mov.u32 %r1, " + hex(a) + "; mov.u32 %r2, " +
                                hex(b) + "; mov.u32 %r3, " + hex(c) + "; " +
                                text +
                                " cvt.u64.u32 %rd4, %at; add.u64 %rd4, %rd4, "
                                "%rd0; st.global.u32 [%rd4], %r4;",
                            {})[7];
}

/// The part .b0 … .b3, .h0, .h1 or "" of a word as a number.
i64 partOf(u32 word, const std::string &part, bool isSigned) {
  unsigned bits = part.empty() ? 32 : part[1] == 'b' ? 8 : 16;
  unsigned shift = part.empty() ? 0 : unsigned(part[2] - '0') * bits;
  u64 field = u64(word >> shift) << (64 - bits);
  return isSigned ? i64(field) >> (64 - bits) : i64(field >> (64 - bits));
}

const char *const parts[] = {"", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1"};

} // namespace

TEST(Video, PartsOfRegisters) {
  u32 a = 0x8091A2B3, b = 0x7F6E5DCC, c = 0x11223344;
  for (const char *left : parts)
    for (const char *right : parts) {
      i64 x = partOf(a, left, true), y = partOf(b, right, false);
      std::string sources = std::string("%r1") + left + ", %r2" + right;
      EXPECT_EQ(runVideo("vsub.s32.s32.u32 %r4, " + sources + ";", a, b, c),
                u32(x - y));
      EXPECT_EQ(runVideo("vmad.s32.s32.u32.shr7 %r4, " + sources + ", -%r3;", a,
                         b, c),
                u32((x * y - i64(c)) >> 7));
    }
  for (const char *part : parts) {
    if (!*part)
      continue;
    unsigned bits = part[1] == 'b' ? 8 : 16;
    unsigned shift = unsigned(part[2] - '0') * bits;
    u32 mask = ((1u << bits) - 1) << shift;
    // The sum is clamped to the part that it is written to.
    std::string text = std::string(".s32.s32.s32.sat %r4") + part;
    i64 least = -(1 << (bits - 1)), sum = partOf(a, "", true) + 5;
    u32 clamped = u32(std::max(least, sum)) << shift;
    EXPECT_EQ(runVideo("vadd" + text + ", %r1, 5, %r3;", a, b, c),
              (clamped & mask) | (c & ~mask));
  }
}

TEST(Video, ElementsOfRegisters) {
  u32 a = 0x80FF7F01, b = 0x04030281, c = 0x11223344;
  auto byte = [&](unsigned i) {
    return u32(u64(u64(b) << 32 | a) >> (8 * i)) & 255;
  };
  for (std::string aSelect : {"3210", "7654", "0000", "0246", "7531"})
    for (std::string bSelect : {"7654", "0123", "4444"}) {
      u32 expected = 0, total = c;
      for (unsigned i = 0; i != 4; ++i) {
        u32 sum = byte(unsigned(aSelect[3 - i] - '0')) +
                  byte(unsigned(bSelect[3 - i] - '0'));
        expected |= (sum & 255) << (8 * i);
        total += i == 1 || i == 3 ? sum : 0;
      }
      std::string sources =
          ", %r1.b" + aSelect + ", %r2.b" + bSelect + ", %r3;";
      EXPECT_EQ(runVideo("vadd4.u32.u32.u32 %r4" + sources, a, b, c), expected);
      EXPECT_EQ(runVideo("vadd4.u32.u32.u32 %r4.b20" + sources, a, b, c),
                (expected & 0x00FF00FF) | (c & 0xFF00FF00));
      EXPECT_EQ(runVideo("vadd4.u32.u32.u32.add %r4.b31" + sources, a, b, c),
                total);
    }
  // (c1, c0) = (a0, b1) + (b0, a1), of which the upper is written.
  EXPECT_EQ(
      runVideo("vadd2.u32.u32.u32 %r4.h1, %r1.h03, %r2.h21, %r3;", a, b, c),
      u32((0x7F01 + 0x0281) & 0xFFFF) << 16 | 0x3344);
}

TEST(Video, WhatIsNotAForm) {
  for (const char *text :
       {"add.u32 %r1.b0, %r2, %r3;", "add.s32 %r1, -%r2, %r3;",
        "vadd.u32.u32.u32 %r1, %r2.b4, %r3;",
        "vadd.u32.u32.u32 %r1, %r2.h10, %r3;",
        "vadd.u32.u32.u32 %r1, -%r2, %r3;",
        "vadd.u32.u32.u32.add %r1.b0, %r2, %r3, %r4;",
        "vadd.u32.u32.u32 %r1.b0, %r2, %r3;",
        "vadd4.u32.u32.u32 %r1, %r2, %r3;",
        "vadd4.u32.u32.u32.sat.add %r1, %r2, %r3, %r4;",
        "vadd4.u32.u32.u32 %r1.b13, %r2, %r3, %r4;",
        "vadd4.u32.u32.u32 %r1, %r2.b321, %r3, %r4;",
        "vadd2.u32.u32.u32 %r1, %r2.h40, %r3, %r4;",
        "vmad.u32.u32.u32.po %r1, %r2, %r3, -%r4;",
        "vmad.u32.u32.u32 %r1, -%r2, %r3, -%r4;",
        "vshl.u32.u32.s32.clamp %r1, %r2, %r3;",
        "vset.u32.u32.eq.sat %r1, %r2, %r3;"})
    EXPECT_NE(parseError(kernel(text)), "") << text;
}
