//===- TensorWorkTest.cpp - Copies and shifts in tensor memory ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tcgen05.cp, tcgen05.shift, and loads that reduce. The lanes that a row of a
// copy goes to are CUTLASS 4.2's (cute/atom/copy_traits_sm100.hpp,
// SM100_UTCCP), by lanes.
//
//===----------------------------------------------------------------------===//

#include "TensorWorkHarness.h"
#include <cmath>
#include <map>
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

using Words = std::vector<uint32_t>;
constexpr unsigned threads = tensorThreads, lanes = tensorLanes;

TEST(TensorWork, Copies) {
  struct Shape {
    const char *name;
    unsigned cells;
    int (*rowOfLane)(unsigned); ///< -1: the lane is unchanged
  };
  const Shape shapes[] = {
      {"128x256b", 2, [](unsigned lane) { return int(lane); }},
      {"128x128b", 1, [](unsigned lane) { return int(lane); }},
      {"4x256b", 2,
       [](unsigned lane) { return lane % 32 == 31 ? int(lane / 32) : -1; }},
      {"64x128b.warpx2::02_13", 1,
       [](unsigned lane) { return int(lane % 64); }},
      {"64x128b.warpx2::01_23", 1,
       [](unsigned lane) { return int(lane / 64 * 32 + lane % 32); }},
      {"32x128b.warpx4", 1, [](unsigned lane) { return int(lane % 32); }}};
  for (unsigned blocks : {1u, 2u})
    for (const Shape &shape : shapes)
      for (unsigned bits : {8u, 6u, 4u})
        for (bool isSwizzled : {false, true}) {
          std::vector<BlockImage> images(blocks);
          scramble(images, bits);
          std::vector<BlockImage> expected = images;
          unsigned start = 4096, stride = isSwizzled ? 1024 : 512;
          for (BlockImage &image : expected)
            for (unsigned lane = 0; lane != lanes; ++lane) {
              int row = shape.rowOfLane(lane);
              for (unsigned i = 0; row >= 0 && i != 16 * shape.cells; ++i) {
                auto r = static_cast<unsigned>(row);
                unsigned value = 0;
                for (unsigned b = 0; b != bits; ++b) {
                  unsigned bit = i % 16 * bits + b;
                  unsigned byte = i / 16 * 16 + bit / 8;
                  unsigned place = placeOf(start, stride, r, byte);
                  if (isSwizzled) {
                    place = start + r / 8 * stride + r % 8 * 128 + byte;
                    place ^= (place >> 7 & 7) << 4;
                  }
                  value |= (image.shared[place] >> bit % 8 & 1u) << b;
                }
                image.byteAt(lane, 64 + i / 4, i % 4) =
                    static_cast<uint8_t>(bits == 4 ? value << 2 : value);
              }
            }
          uint64_t descriptor = descriptorOf(start, stride) |
                                (isSwizzled ? uint64_t(2) << 61 : 0);
          std::string format = bits == 8   ? ""
                               : bits == 6 ? ".b8x16.b6x16_p32"
                                           : ".b8x16.b4x16_p64";
          bool isOfFour = std::string(shape.name) == "4x256b";
          std::string text =
              descriptorText("%da", descriptor) + "  add.u32 %r9, %tm, " +
              (isOfFour ? "0x1F0040" : "64") +
              ";\n  tcgen05.cp.cta_group::" + std::to_string(blocks) + "." +
              shape.name + format + " [%r9], %da;\n";
          ASSERT_EQ(runWork(text, images), "") << text;
          expectEqual(images, expected, text);
        }
}

TEST(TensorWork, Shifts) {
  for (unsigned blocks : {1u, 2u}) {
    std::vector<BlockImage> images(blocks);
    scramble(images, 1);
    std::vector<BlockImage> expected = images;
    for (BlockImage &image : expected)
      for (unsigned lane = 32; lane != 63; ++lane)
        for (unsigned column = 16; column != 24; ++column)
          image.at(lane, column) = image.at(lane + 1, column);
    ASSERT_EQ(runWork("  add.u32 %r9, %tm, 0x200010;\n  tcgen05.shift.cta_group"
                      "::" +
                          std::to_string(blocks) + ".down [%r9];\n",
                      images),
              "");
    expectEqual(images, expected, "shift");
  }
}

/// A copy of four rows comes after a shift, a product after both, and a copy
/// after products and copies, on which those of scale factors rely.
TEST(TensorWork, Pipelines) {
  const std::string shift = "  tcgen05.shift.cta_group::1.down [%tm];\n";
  const std::string row = "  tcgen05.cp.cta_group::1.4x256b [%tm], %da;\n";
  const std::string all = "  tcgen05.cp.cta_group::1.128x256b [%tm], %da;\n";
  const std::string descriptors =
      descriptorText("%da", descriptorOf(0, 256)) +
      descriptorText("%db", descriptorOf(32768, 256));
  const std::string product = "  tcgen05.mma.cta_group::1.kind::f16 [%tm], "
                              "%da, %db, 0x8040010, 0;\n";
  auto errorOf = [&](const std::string &work) {
    std::vector<BlockImage> images(1);
    return runWork(descriptors + work, images);
  };
  EXPECT_EQ(errorOf(shift + row + product + shift + product), "");
  EXPECT_EQ(errorOf(all + product + all + all + row + product), "");
  const char *part = "is in use by a copy or shift that is not known";
  for (const std::string &work : {row + shift, shift + all})
    EXPECT_NE(errorOf(work).find(part), std::string::npos) << work;
}

/// A copy may overwrite the address that an allocation has written, without a
/// fence between the proxies; a store there needs one.
TEST(TensorWork, AllocationKeepsItsOrder) {
  auto errorOf = [](const std::string &between) {
    KernelRun run(withTarget(
        kernel(R"(
  .reg .b32 %tm; setp.eq.u32 %p6, %t, 0;
  @%p6 mbarrier.init.shared.b64 [bar], 1;
  tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [place], 32;
  bar.sync 0; ld.shared.b32 %tm, [place]; bar.sync 0;
  )" + between + R"(
  @%p6 mbarrier.arrive.expect_tx.shared.b64 _, [bar], 16;
  @%p6 cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [place], [%rd0], 16, [bar];
  W: mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0; @!%p2 bra W;
  tcgen05.dealloc.cta_group::1.sync.aligned.b32 %tm, 32;
)",
               ".shared .align 16 .b8 place[16]; .shared .b64 bar;\n"),
        "sm_100a"));
    run.array(Words(4));
    run.config.checks = Checks::all();
    return run.launch({1, 1, 1}, {32, 1, 1});
  };
  EXPECT_EQ(errorOf(""), "");
  EXPECT_NE(errorOf("@%p6 st.shared.b32 [place], 7; bar.sync 0;")
                .find("fence.proxy.async after the earlier access is missing"),
            std::string::npos);
}

/// Both the least and the largest of the values that a thread loads.
TEST(TensorWork, LoadsThatReduce) {
  const std::map<std::string, double (*)(uint32_t)> types = {
      {"u32", [](uint32_t x) { return double(x); }},
      {"s32", [](uint32_t x) { return double(int32_t(x)); }},
      {"f32", [](uint32_t x) { return decode("f32", x); }},
      {"abs.f32", [](uint32_t x) { return std::fabs(decode("f32", x)); }}};
  for (auto [type, valueOf] : types)
    for (bool isMax : {false, true})
      for (bool isSplit : {false, true}) {
        std::mt19937_64 random(isMax);
        Words words(threads * 16);
        for (uint32_t &word : words) // no NaN
          word = static_cast<uint32_t>(random()) & 0xBFFFFFFF;
        std::string text = R"(
  .reg .b32 %w<32>, %tm, %warp, %lane, %dm;
  shr.u32 %warp, %t, 5; mov.u32 %r20, address;
  setp.eq.u32 %p5, %warp, 0;
  @%p5 tcgen05.alloc.cta_group::1.sync.aligned.b32 [%r20], 32;
  bar.sync 0; ld.shared.b32 %tm, [%r20];
  shl.b32 %lane, %warp, 21; add.u32 %dm, %tm, %lane;
  mad.wide.u32 %rd5, %t, 64, %rd1;
)";
        text.replace(text.find(".b32 [%r20]"), 4, ".shared::cta.b32");
        for (unsigned i = 0; i != 16; ++i)
          text += "  ld.global.b32 %w" + std::to_string(i) + ", [%rd5+" +
                  std::to_string(4 * i) + "];\n";
        text += "  tcgen05.st.sync.aligned.32x32b.x16.b32 [%dm], " +
                wordRange(16) +
                ";\n  tcgen05.wait::st.sync.aligned;\n  tcgen05.ld.red.sync."
                "aligned." +
                (isSplit ? "16x32bx2" : "32x32b") + ".x8." +
                (isMax ? "max." : "min.") + type + " " + wordRange(8) +
                ", %w20, [%dm]" + (isSplit ? ", 8" : "") +
                ";\n  tcgen05.wait::ld.sync.aligned;\n"
                "  mad.wide.u32 %rd6, %t, 8, %rd0;\n"
                "  st.global.v2.b32 [%rd6], {%w20, %w7};\n  bar.sync 0;\n"
                "  @%p5 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %tm, "
                "32;\n";
        KernelRun run(
            withTarget(kernel(text, ".shared .b32 address;\n"), "sm_103f"));
        run.zeros(threads * 8).array(words);
        run.config.checks = Checks::all();
        ASSERT_EQ(run.launch({1, 1, 1}, {threads, 1, 1}), "") << text;
        Words results = run.read<uint32_t>(0);
        for (unsigned t = 0; t != threads; ++t) {
          unsigned lane = isSplit ? t / 32 * 32 + t % 16 : t;
          unsigned first = isSplit && t % 32 >= 16 ? 8 : 0;
          double best = valueOf(words[lane * 16 + first]);
          for (unsigned i = 1; i != 8; ++i) {
            double value = valueOf(words[lane * 16 + first + i]);
            best = isMax ? std::max(best, value) : std::min(best, value);
          }
          ASSERT_EQ(valueOf(results[2 * t]), best) << type << t;
          ASSERT_EQ(results[2 * t + 1], words[lane * 16 + first + 7]);
        }
      }
}
