//===- ArithmeticTest.cpp - Integers, bits, comparisons, conversions ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Emulator/Numerics/Numerics.h"
#include "LanesHarness.h"
#include <cmath>
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

const std::vector<uint32_t> words = {
    0,          1,          2,          31,         32,         33,
    0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFFE, 0x12345678, 0xDEADBEEF,
    255,        256,        0x00FF00FF, 0xF0F0F0F0};

/// Checks all pairs of `words`, 32 at a time, against a reference.
template <typename F>
void checkPairs(const std::string &instruction, F expected) {
  std::vector<uint32_t> a, b, want;
  auto flush = [&] {
    EXPECT_EQ(lanes<uint32_t>(instruction, a, b), want) << instruction;
    a.clear(), b.clear(), want.clear();
  };
  for (uint32_t x : words)
    for (uint32_t y : words) {
      a.push_back(x), b.push_back(y), want.push_back(expected(x, y));
      if (a.size() == 32)
        flush();
    }
}

using i32 = int32_t;
using u32 = uint32_t;
using i64 = int64_t;
using u64 = uint64_t;

} // namespace

TEST(Integer, Arithmetic) {
  checkPairs("add.s32 %w, %x, %y;", [](u32 a, u32 b) { return a + b; });
  checkPairs("sub.u32 %w, %x, %y;", [](u32 a, u32 b) { return a - b; });
  checkPairs("mul.lo.s32 %w, %x, %y;", [](u32 a, u32 b) { return a * b; });
  checkPairs("mul.hi.u32 %w, %x, %y;",
             [](u32 a, u32 b) { return u32(u64(a) * b >> 32); });
  checkPairs("mul.hi.s32 %w, %x, %y;",
             [](u32 a, u32 b) { return u32(i64(i32(a)) * i32(b) >> 32); });
  checkPairs("add.sat.s32 %w, %x, %y;", [](u32 a, u32 b) {
    i64 sum = i64(i32(a)) + i32(b);
    return u32(sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum);
  });
  checkPairs("min.s32 %w, %x, %y;",
             [](u32 a, u32 b) { return i32(a) < i32(b) ? a : b; });
  checkPairs("max.u32 %w, %x, %y;", [](u32 a, u32 b) { return a > b ? a : b; });
  checkPairs("div.u32 %w, %x, %y;",
             [](u32 a, u32 b) { return b ? a / b : ~0u; });
  checkPairs("rem.s32 %w, %x, %y;", [](u32 a, u32 b) {
    return b == 0 ? a : u32(i64(i32(a)) % i32(b));
  });
  checkPairs("div.s32 %w, %x, %y;", [](u32 a, u32 b) {
    return b == 0 ? ~0u : u32(i64(i32(a)) / i32(b));
  });
  checkPairs("mul24.lo.u32 %w, %x, %y;", [](u32 a, u32 b) {
    return u32(u64(a & 0xFFFFFF) * (b & 0xFFFFFF));
  });
  checkPairs("sad.u32 %w, %x, %y, 5;",
             [](u32 a, u32 b) { return (a < b ? b - a : a - b) + 5; });
  checkPairs("add.u16x2 %w, %x, %y;", [](u32 a, u32 b) {
    return ((a + b) & 0xFFFF) | ((a >> 16) + (b >> 16)) << 16;
  });
  EXPECT_EQ(one<u32>("abs.s32 %w, %x;", u32(-7)), 7u);
  EXPECT_EQ(one<u32>("abs.s32 %w, %x;", 0x80000000u), 0x80000000u);
  EXPECT_EQ(one<u32>("neg.s32 %w, %x;", 7u), u32(-7));
  EXPECT_EQ(one<u32>("mad.lo.s32 %w, %x, %y, %z;", 7u, u32(-3), 100u), 79u);
  EXPECT_EQ(one<u32>("mad.hi.u32 %w, %x, %y, %z;", 0xFFFFFFFFu, 16u, 1u), 16u);
  EXPECT_EQ((one<u64, u32>("mul.wide.s32 %w, %x, %y;", u32(-2), 3u)), u64(-6));
  EXPECT_EQ((one<u64, u32>("mad.wide.u32 %w, %x, %y, 9;", ~0u, ~0u)),
            u64(~0u) * ~0u + 9);
  EXPECT_EQ(one<u64>("mul.hi.s64 %w, %x, %y;", u64(-1), u64(5)), u64(-1));
  EXPECT_EQ(one<u64>("mul.hi.u64 %w, %x, %y;", ~u64(0), ~u64(0)), ~u64(0) - 1);
  EXPECT_EQ(
      one<uint16_t>("mul.lo.u16 %w, %x, %y;", uint16_t(65535), uint16_t(65535)),
      1);
  EXPECT_EQ(
      one<u32>("dp4a.s32.s32 %w, %x, %y, %z;", 0xFF020304u, 0x01010101u, 10u),
      u32(10 - 1 + 2 + 3 + 4));
  EXPECT_EQ(
      one<u32>("dp2a.lo.u32.u32 %w, %x, %y, %z;", 0x00020003u, 0x0405u, 1u),
      1u + 3 * 5 + 2 * 4);
}

TEST(Integer, CarryChains) {
  // 64-bit arithmetic from 32-bit halves: x + y*2^32 on both sides.
  std::mt19937 random(2);
  for (int i = 0; i != 20; ++i) {
    u32 a = random(), b = random(), c = i & 1 ? ~0u : random();
    u64 wide = (u64(b) << 32 | a) + (u64(a) << 32 | c);
    EXPECT_EQ(one<u32>("add.cc.u32 %r1, %x, %z; addc.u32 %w, %y, %x;", a, b, c),
              u32(wide >> 32));
    wide = (u64(b) << 32 | a) - (u64(a) << 32 | c);
    EXPECT_EQ(one<u32>("sub.cc.u32 %r1, %x, %z; subc.u32 %w, %y, %x;", a, b, c),
              u32(wide >> 32));
    // The high word of a*b + c.
    EXPECT_EQ(one<u32>("mad.lo.cc.u32 %r1, %x, %y, %z; "
                       "madc.hi.u32 %w, %x, %y, 0;",
                       a, b, c),
              u32((u64(a) * b + c) >> 32));
  }
}

TEST(Bit, LogicAndShifts) {
  checkPairs("and.b32 %w, %x, %y;", [](u32 a, u32 b) { return a & b; });
  checkPairs("xor.b32 %w, %x, %y;", [](u32 a, u32 b) { return a ^ b; });
  checkPairs("shl.b32 %w, %x, %y;",
             [](u32 a, u32 b) { return b > 31 ? 0 : a << b; });
  checkPairs("shr.u32 %w, %x, %y;",
             [](u32 a, u32 b) { return b > 31 ? 0 : a >> b; });
  checkPairs("shr.s32 %w, %x, %y;",
             [](u32 a, u32 b) { return u32(i32(a) >> (b > 31 ? 31 : b)); });
  checkPairs("shf.l.wrap.b32 %w, %x, %y, 12;",
             [](u32 a, u32 b) { return b << 12 | a >> 20; });
  checkPairs("shf.r.clamp.b32 %w, %x, %y, 77;", [](u32, u32 b) { return b; });
  checkPairs("shf.r.wrap.b32 %w, %x, %y, 40;",
             [](u32 a, u32 b) { return a >> 8 | b << 24; });
  for (unsigned table : {0x80u, 0xE8u, 0x1Eu, 0xC5u})
    checkPairs("lop3.b32 %w, %x, %y, 0x0F0F3355, " + std::to_string(table) +
                   ";",
               [=](u32 a, u32 b) {
                 u32 c = 0x0F0F3355, result = 0;
                 for (unsigned bit = 0; bit != 32; ++bit) {
                   unsigned index = (a >> bit & 1) << 2 | (b >> bit & 1) << 1 |
                                    (c >> bit & 1);
                   result |= (table >> index & 1) << bit;
                 }
                 return result;
               });
  EXPECT_EQ(one<u32>("cnot.b32 %w, %x;", 0u), 1u);
  EXPECT_EQ(one<u32>("not.b32 %w, %x;", 1u), ~1u);
  EXPECT_EQ((one<u32, u64>("popc.b64 %w, %x;", u64(0xF0F0) << 40)), 8u);
  EXPECT_EQ((one<u32, u64>("clz.b64 %w, %x;", u64(1))), 63u);
  EXPECT_EQ(one<u32>("clz.b32 %w, %x;", 0u), 32u);
  EXPECT_EQ(one<u32>("brev.b32 %w, %x;", 1u), 0x80000000u);
  EXPECT_EQ(one<u32>("bfind.u32 %w, %x;", 0u), ~0u);
  EXPECT_EQ(one<u32>("bfind.u32 %w, %x;", 0x1000u), 12u);
  EXPECT_EQ(one<u32>("bfind.shiftamt.u32 %w, %x;", 0x1000u), 19u);
  EXPECT_EQ(one<u32>("bfind.s32 %w, %x;", u32(-1)), ~0u);
  EXPECT_EQ(one<u32>("bfind.s32 %w, %x;", u32(-256)), 7u);
}

/// The definition in the ISA, bit by bit.
static u32 extractReference(u32 a, u32 position, u32 length, bool isSigned) {
  position &= 255, length &= 255;
  u32 last = std::min(position + length - 1, 31u);
  u32 sign = isSigned && length ? a >> last & 1 : 0, result = 0;
  for (u32 i = 0; i != 32; ++i)
    result |=
        (i < length && position + i <= 31 ? a >> (position + i) & 1 : sign)
        << i;
  return result;
}

TEST(Bit, Fields) {
  for (u32 position : {0u, 1u, 15u, 31u, 32u, 200u})
    for (u32 length : {0u, 1u, 7u, 31u, 32u, 255u})
      for (u32 a : {0xA5A5F00Fu, 0x80000001u, 0x7FFFFFFEu}) {
        EXPECT_EQ(one<u32>("bfe.u32 %w, %x, %y, %z;", a, position, length),
                  extractReference(a, position, length, false));
        EXPECT_EQ(one<u32>("bfe.s32 %w, %x, %y, %z;", a, position, length),
                  extractReference(a, position, length, true))
            << a << " " << position << " " << length;
        u32 inserted = 0x13579BDF;
        for (u32 i = 0; i < length && position + i <= 31; ++i)
          inserted = (inserted & ~(1u << (position + i))) |
                     (a >> i & 1) << (position + i);
        EXPECT_EQ(one<u32>("bfi.b32 %w, %x, 0x13579BDF, %y, %z;", a, position,
                           length),
                  inserted);
      }
}

TEST(Bit, Permute) {
  u32 a = 0x83828180, b = 0x07060504;
  auto permute = [&](const char *mode, u32 selector) {
    return one<u32>(std::string("prmt.b32") + mode + " %w, %x, %y, %z;", a, b,
                    selector);
  };
  EXPECT_EQ(permute("", 0x3210), a);
  EXPECT_EQ(permute("", 0x7654), b);
  EXPECT_EQ(permute("", 0x0426), 0x80048206u);
  EXPECT_EQ(permute("", 0xF8A4), 0x00FFFF04u); // signs of bytes 7, 0 and 2
  EXPECT_EQ(permute(".f4e", 1), 0x04838281u);
  EXPECT_EQ(permute(".b4e", 1), 0x06078081u);
  EXPECT_EQ(permute(".rc8", 2), 0x82828282u);
  EXPECT_EQ(permute(".ecl", 1), 0x83828181u);
  EXPECT_EQ(permute(".ecr", 1), 0x81818180u);
  EXPECT_EQ(permute(".rc16", 1), 0x83828382u);
}

TEST(Compare, SetpSelpAndBooleans) {
  auto flag = [](const char *setp) {
    return std::string(setp) + " selp.b32 %w, 1, 0, %p1;";
  };
  checkPairs(flag("setp.lt.s32 %p1, %x, %y;"),
             [](u32 a, u32 b) { return u32(i32(a) < i32(b)); });
  checkPairs(flag("setp.hs.u32 %p1, %x, %y;"),
             [](u32 a, u32 b) { return u32(a >= b); });
  checkPairs(flag("setp.eq.u32 %p2, %x, 0; "
                  "setp.ne.and.b32 %p1, %x, %y, !%p2;"),
             [](u32 a, u32 b) { return u32(a != b && a != 0); });
  checkPairs(flag("setp.gt.u32 %p1|%p2, %x, %y; xor.pred %p1, %p1, %p2; "),
             [](u32, u32) { return 1u; });
  checkPairs("set.le.u32.s32 %w, %x, %y;",
             [](u32 a, u32 b) { return i32(a) <= i32(b) ? ~0u : 0u; });
  checkPairs("set.gt.f32.u32 %w, %x, %y;",
             [](u32 a, u32 b) { return a > b ? 0x3F800000u : 0u; });
  checkPairs("slct.b32.s32 %w, 10, %x, %y;",
             [](u32 a, u32 b) { return i32(b) >= 0 ? 10 : a; });
  u32 nan = 0x7FC00000, one32 = 0x3F800000, minusZero = 0x80000000;
  struct Case {
    const char *comparison;
    u32 a, b, expected;
  };
  for (const Case &c :
       std::initializer_list<Case>{{"lt", nan, one32, 0},
                                   {"ltu", nan, one32, 1},
                                   {"ne", nan, nan, 0},
                                   {"neu", nan, nan, 1},
                                   {"eq", 0, minusZero, 1},
                                   {"lt", minusZero, 0, 0},
                                   {"num", nan, one32, 0},
                                   {"nan", nan, one32, 1},
                                   {"num", one32, 0, 1},
                                   {"ge", one32, one32, 1},
                                   {"gt", 0xBF800000, 0xC0000000, 1}})
    EXPECT_EQ(one<u32>(flag((std::string("setp.") + c.comparison +
                             ".f32 %p1, %x, %y;")
                                .c_str()),
                       c.a, c.b),
              c.expected)
        << c.comparison;
  EXPECT_EQ(one<u32>(flag("setp.eq.ftz.f32 %p1, %x, %y;"), 1u, 0u), 1u);
  EXPECT_EQ(one<u32>(flag("setp.eq.f32 %p1, %x, %y;"), 1u, 0u), 0u);
  // The two halves decide the two predicates: (1 < 2, 3 < 1).
  EXPECT_EQ(one<u32>("setp.lt.f16x2 %p1|%p2, %x, %y; selp.b32 %w, 1, 0, %p1; "
                     "@%p2 add.u32 %w, %w, 2;",
                     0x42003C00u, 0x3C004000u),
            1u);
}

TEST(Convert, Integers) {
  EXPECT_EQ(one<u32>("cvt.s32.s8 %w, %x;", 0x1280u), u32(-128));
  EXPECT_EQ(one<u32>("cvt.u32.u8 %w, %x;", 0x1280u), 0x80u);
  EXPECT_EQ(one<u32>("cvt.sat.s8.s32 %w, %x;", 1000u), 127u);
  EXPECT_EQ(one<u32>("cvt.sat.u8.s32 %w, %x;", u32(-5)), 0u);
  EXPECT_EQ(one<u32>("cvt.sat.s16.u32 %w, %x;", 0xFFFFFFFFu), 32767u);
  EXPECT_EQ((one<u64, u32>("cvt.s64.s32 %w, %x;", u32(-5))), u64(-5));
  EXPECT_EQ((one<u64, u32>("cvt.u64.u32 %w, %x;", u32(-5))), u64(u32(-5)));
  EXPECT_EQ((one<u32, u64>("cvt.u32.u64 %w, %x;", u64(-5))), u32(-5));
  EXPECT_EQ((one<uint16_t, u32>("cvt.u16.u32 %w, %x;", 0x12345u)), 0x2345);
}

TEST(Convert, Floats) {
  auto bits = [](float x) { return floatToBits(x); };
  EXPECT_EQ(one<u32>("cvt.rzi.s32.f32 %w, %x;", bits(-2.9f)), u32(-2));
  EXPECT_EQ(one<u32>("cvt.rni.s32.f32 %w, %x;", bits(2.5f)), 2u);
  EXPECT_EQ(one<u32>("cvt.rpi.s32.f32 %w, %x;", bits(2.1f)), 3u);
  EXPECT_EQ(one<u32>("cvt.rmi.s32.f32 %w, %x;", bits(-2.1f)), u32(-3));
  EXPECT_EQ(one<u32>("cvt.rzi.s32.f32 %w, %x;", bits(1e20f)), 0x7FFFFFFFu);
  EXPECT_EQ(one<u32>("cvt.rzi.s32.f32 %w, %x;", 0x7FC00000u), 0u);
  EXPECT_EQ(one<u32>("cvt.rzi.u32.f32 %w, %x;", bits(-7)), 0u);
  EXPECT_EQ((one<u64, u32>("cvt.rzi.s64.f32 %w, %x;", 0x7FC00000u)), u64(1)
                                                                         << 63);
  EXPECT_EQ((one<u32, u64>("cvt.rzi.s32.f64 %w, %x;", 0x7FF8000000000000)),
            0x80000000u);
  EXPECT_EQ(one<u32>("cvt.rzi.s8.f32 %w, %x;", bits(300)), 127u);
  EXPECT_EQ(one<u32>("cvt.rni.f32.f32 %w, %x;", bits(3.5f)), bits(4));
  EXPECT_EQ(one<u32>("cvt.sat.f32.f32 %w, %x;", bits(3.5f)), bits(1));
  EXPECT_EQ(one<u32>("cvt.rn.f32.s32 %w, %x;", 16777217u), bits(16777216));
  EXPECT_EQ(one<u32>("cvt.rp.f32.s32 %w, %x;", 16777217u), bits(16777218));
  EXPECT_EQ((one<u32, u64>("cvt.rn.f32.f64 %w, %x;", doubleToBits(0.1))),
            bits(0.1f));
  EXPECT_EQ((one<u32, u64>("cvt.rz.f32.f64 %w, %x;", doubleToBits(0.1))),
            bits(0.1f) - 1);
  EXPECT_EQ((one<u64, u32>("cvt.f64.f32 %w, %x;", bits(0.1f))),
            doubleToBits(double(0.1f)));
  EXPECT_EQ(one<u32>("cvt.rn.f16x2.f32 %w, %x, %y;", bits(1), bits(-2)),
            0x3C00C000u);
  EXPECT_EQ(one<u32>("cvt.rn.relu.bf16x2.f32 %w, %x, %y;", bits(1), bits(-2)),
            0x3F800000u);
  EXPECT_EQ(
      (one<uint16_t, u32>("cvt.rn.satfinite.f16.f32 %w, %x;", bits(1e9f))),
      0x7BFF);
  EXPECT_EQ(one<u32>("cvt.rna.tf32.f32 %w, %x;", 0x3F801000u), 0x3F802000u);
  EXPECT_EQ((one<uint16_t, u32>("cvt.rn.bf16.s32 %w, %x;", 257u)), 0x4380);
}

TEST(Convert, WidensEveryHalf) {
  // The host path against the exact one.
  for (const char *type : {"f16", "bf16"}) {
    FloatFormat f = *type == 'f' ? halfFormat : bfloatFormat;
    std::string body = R"(
      mov.u32 %r2, %ctaid.x; shl.b32 %r2, %r2, 10; add.u32 %r2, %r2, %t;
      cvt.u16.u32 %h1, %r2;
      cvt.f32.)" + std::string(type) +
                       R"( %f1, %h1;
      mul.wide.u32 %rd5, %r2, 4; add.u64 %rd5, %rd5, %rd0;
      st.global.f32 [%rd5], %f1;)";
    KernelRun run(kernel(body));
    run.zeros(4 << 16).zeros(4).zeros(4).zeros(4);
    ASSERT_EQ(run.launch({64, 1, 1}, {1024, 1, 1}), "");
    std::vector<u32> result = run.read<u32>(0);
    for (u32 h = 0; h != 0x10000; ++h)
      ASSERT_EQ(result[h], convertFloat(f, singleFormat, h, Rounding::Nearest));
  }
}
