//===- TensorFloatsTest.cpp - Floats that tensor copies round -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads of tf32 round to nearest even, and those with .ftz flush, in all modes;
// stores do not. TensorTest.cpp has tiles of random maps.
//
//===----------------------------------------------------------------------===//

#include "TensorHarness.h"
#include <gmock/gmock.h>
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

using Element = TensorMap::Element;
using Words = std::vector<uint32_t>;

namespace {

constexpr Element floats[] = {Element::F32, Element::F32Ftz, Element::TF32,
                              Element::TF32Ftz};
constexpr uint32_t columns = 32, rows = 32;

/// 32 x 32 f32, in boxes of four columns and `rows` rows.
TensorMap mapOf(Element element, uint32_t rows) {
  TensorMap map;
  map.element = element;
  map.rank = 2;
  map.dims = {columns, ::rows, 1, 1, 1};
  map.strides[0] = columns * 4;
  map.box = {4, rows, 1, 1, 1};
  return map;
}

Words anyFloats(size_t count) {
  std::mt19937 random(5);
  Words words(count);
  for (uint32_t &word : words)
    word = static_cast<uint32_t>(random());
  return words;
}

Bytes bytesOf(const Words &words) {
  const auto *begin = reinterpret_cast<const uint8_t *>(words.data());
  return {begin, begin + words.size() * 4};
}

Words wordsOf(const Bytes &bytes) {
  Words words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

/// The first `bytes` bytes in shared memory after a copy.
Words load(const TensorMap &map, const std::string &mode,
           const std::string &operands, uint64_t bytes, const Words &tensor) {
  std::string copy = "cp.async.bulk.tensor." + std::to_string(map.rank) +
                     "d.shared::" + mode + ".mbarrier::complete_tx::bytes" +
                     operands + ";";
  TensorRun test(map, loadBody(copy, bytes) + "bar.sync 0;" + copyOut,
                 Bytes(sharedBytes), bytesOf(tensor));
  EXPECT_EQ(test.run.launch(), "") << copy;
  Words words = wordsOf(test.run.read<uint8_t>(0));
  words.resize(bytes / 4);
  return words;
}

/// By hand: ties to even both ways, a carry into the exponent and to infinity,
/// subnormal numbers that are kept, become normal or zero, and numbers that do
/// not change.
TEST(TensorFloats, RoundingAndFlushing) {
  struct Case {
    uint32_t from, tf32, tf32Ftz, f32Ftz;
  };
  const Case cases[] = {{0x3F801000, 0x3F800000, 0x3F800000, 0x3F801000},
                        {0x3F803000, 0x3F804000, 0x3F804000, 0x3F803000},
                        {0x3F801001, 0x3F802000, 0x3F802000, 0x3F801001},
                        {0xBF800FFF, 0xBF800000, 0xBF800000, 0xBF800FFF},
                        {0x3FFFF000, 0x40000000, 0x40000000, 0x3FFFF000},
                        {0x7F7FFFFF, 0x7F800000, 0x7F800000, 0x7F7FFFFF},
                        {0xFF7FEFFF, 0xFF7FE000, 0xFF7FE000, 0xFF7FEFFF},
                        {0x00002FFF, 0x00002000, 0x00000000, 0x00000000},
                        {0x807FFFFF, 0x80800000, 0x80000000, 0x80000000},
                        {0x00000001, 0x00000000, 0x00000000, 0x00000000},
                        {0x00800FFF, 0x00800000, 0x00800000, 0x00800FFF},
                        {0x80000000, 0x80000000, 0x80000000, 0x80000000},
                        {0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000},
                        {0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000},
                        {0x7FC01234, 0x7FC01234, 0x7FC01234, 0x7FC01234},
                        {0x7F800001, 0x7F800001, 0x7F800001, 0x7F800001}};
  Words tensor(rows * columns), tf32, tf32Ftz, f32Ftz, f32;
  for (size_t i = 0; i != std::size(cases); ++i) {
    tensor[i / 4 * columns + i % 4] = cases[i].from;
    f32.push_back(cases[i].from);
    tf32.push_back(cases[i].tf32);
    tf32Ftz.push_back(cases[i].tf32Ftz);
    f32Ftz.push_back(cases[i].f32Ftz);
  }
  auto loaded = [&](Element element) {
    return load(mapOf(element, 4), "cta.global.tile",
                " [s], [%rd2, {0, 0}], [bar]", 64, tensor);
  };
  EXPECT_EQ(loaded(Element::F32), f32);
  EXPECT_EQ(loaded(Element::F32Ftz), f32Ftz);
  EXPECT_EQ(loaded(Element::TF32), tf32);
  EXPECT_EQ(loaded(Element::TF32Ftz), tf32Ftz);
}

TEST(TensorFloats, Gather) {
  const Words tensor = anyFloats(tensorBytes / 4);
  const uint32_t from[] = {5, 31, 0, 17};
  for (Element element : floats) {
    TensorMap map = mapOf(element, 1);
    Words expected;
    for (uint32_t row : from)
      for (uint32_t i = 0; i != 4; ++i)
        expected.push_back(convertedBy(map, tensor[row * columns + 8 + i]));
    EXPECT_EQ(load(map, "cta.global.tile::gather4",
                   " [s], [%rd2, {8, 5, 31, 0, 17}], [bar]", 64, tensor),
              expected);
  }
}

TEST(TensorFloats, Pixels) {
  const Words tensor = anyFloats(tensorBytes / 4);
  for (Element element : floats) {
    TensorMap map;
    map.mode = TensorMap::Mode::Im2col;
    map.element = element;
    map.rank = 3;
    map.dims = {8, 16, 2, 1, 1};
    map.strides = {32, 512};
    map.channels = 4;
    map.pixels = 5;
    Words expected;
    for (uint32_t pixel = 3; pixel != 8; ++pixel)
      for (uint32_t i = 0; i != 4; ++i)
        expected.push_back(convertedBy(map, tensor[128 + pixel * 8 + 4 + i]));
    EXPECT_EQ(load(map, "cta.global.im2col",
                   " [s], [%rd2, {4, 3, 1}], [bar], {0}", 80, tensor),
              expected);
  }
}

/// To both blocks of a cluster; the second one stores its copy.
TEST(TensorFloats, Multicast) {
  const Words tensor = anyFloats(tensorBytes / 4);
  const std::string body = R"(
  setp.eq.u32 %p9, %t, 0; mov.u32 %r6, s; shl.b32 %r7, %t, 4;
  mov.u32 %r20, %cluster_ctarank; setp.eq.and.u32 %p8, %r20, 0, %p9;
  @%p9 mbarrier.init.shared.b64 [bar], 1;
  barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
  @%p9 mbarrier.arrive.expect_tx.shared.b64 _, [bar], 64;
  mov.u16 %h1, 3;
  @%p8 cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster
    [s], [%rd2, {4, 2}], [bar], %h1;
  W: mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0; @!%p2 bra W;
  setp.eq.u32 %p7, %r20, 0; @%p7 bra E;)" +
                           copyOut + R"(
  E: barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;)";
  for (Element element : floats) {
    TensorMap map = mapOf(element, 4);
    TensorRun test(map, body, Bytes(sharedBytes), bytesOf(tensor));
    test.run.config.cluster = {2, 1, 1};
    ASSERT_EQ(test.run.launch({2, 1, 1}, {32, 1, 1}), "");
    Words out = wordsOf(test.run.read<uint8_t>(0));
    for (uint32_t i = 0; i != 16; ++i)
      EXPECT_EQ(out[i],
                convertedBy(map, tensor[(2 + i / 4) * columns + 4 + i % 4]));
  }
}

TEST(TensorFloats, StoresMoveBits) {
  const Words in = anyFloats(sharedBytes / 4);
  for (Element element : floats) {
    TensorMap map = mapOf(element, 4);
    TensorRun test(map,
                   copyIn +
                       "@%p9 cp.async.bulk.tensor.2d.global.shared::cta.tile."
                       "bulk_group [%rd2, {4, 2}], [s];\n" +
                       commit,
                   bytesOf(in), Bytes(tensorBytes));
    ASSERT_EQ(test.run.launch(), "");
    Words tensor = wordsOf(test.run.read<uint8_t>(1));
    for (uint32_t i = 0; i != 16; ++i)
      EXPECT_EQ(tensor[(2 + i / 4) * columns + 4 + i % 4], in[i]);
  }
}

} // namespace
