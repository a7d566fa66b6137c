//===- TensorTest.cpp - Copies of boxes of tensors ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Tensors". The result of a copy is computed here once more,
// for each byte by itself: from its place in shared memory to the element, by
// the tables of swizzles, and to the tensor, by division.
//
//===----------------------------------------------------------------------===//

#include "TensorOrderHarness.h"
#include <gmock/gmock.h>
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;
using testing::HasSubstr;

using Element = TensorMap::Element;

namespace {

/// Bytes of an element whose bits fill whole bytes.
unsigned sizeOf(const TensorMap &map) { return map.globalUnit(); }

/// The byte of the tensor for a byte of the box; ~0 outside. A store writes
/// whole 16 bytes of the rows in which it has an element.
uint64_t tileByte(const TensorMap &map, const std::vector<int64_t> &at,
                  uint64_t place, bool isStore = false) {
  uint64_t element = place / sizeOf(map), address = place % sizeOf(map);
  for (unsigned i = 0; i != map.rank; ++i) {
    uint64_t step = i ? map.elementStrides[i] : 1;
    uint64_t count = (map.box[i] + step - 1) / step;
    int64_t coordinate = at[i] + static_cast<int64_t>(element % count * step);
    element /= count;
    auto end = static_cast<int64_t>(map.dims[i]);
    if (isStore && i == 0 && at[0] < end)
      end = (end * sizeOf(map) + 15) / 16 * 16 / sizeOf(map);
    if (coordinate < 0 || coordinate >= end)
      return ~uint64_t(0);
    address += static_cast<uint64_t>(coordinate) *
               (i ? map.strides[i - 1] : sizeOf(map));
  }
  return address;
}

uint64_t tileBytes(const TensorMap &map) {
  uint64_t bytes = sizeOf(map);
  for (unsigned i = 0; i != map.rank; ++i) {
    uint64_t step = i ? map.elementStrides[i] : 1;
    bytes *= (map.box[i] + step - 1) / step;
  }
  return bytes;
}

class Tensor : public testing::Test {
protected:
  Bytes noise(size_t size) {
    Bytes bytes(size);
    for (uint8_t &byte : bytes)
      byte = static_cast<uint8_t>(random());
    return bytes;
  }
  uint64_t below(uint64_t limit) { return random() % limit; }

  /// A map that fits into tensorBytes.
  TensorMap anyMap() {
    static constexpr Element elements[] = {
        Element::U8,  Element::U16,  Element::F16,    Element::BF16,
        Element::U32, Element::S32,  Element::F32,    Element::U64,
        Element::F64, Element::TF32, Element::F32Ftz, Element::TF32Ftz};
    TensorMap map;
    map.element = elements[below(std::size(elements))];
    map.rank = 1 + below(5);
    map.swizzle = below(5);
    map.atomicity = map.swizzle == 3 ? below(4) : 0;
    map.fillsNan = map.isFloat() && below(2);
    static constexpr unsigned spans[] = {256, 32, 64, 128, 96};
    unsigned size = sizeOf(map);
    uint64_t row = 16 * (1 + below(spans[map.swizzle] / 16));
    map.box[0] = static_cast<uint32_t>(std::max<uint64_t>(row / size, 1));
    map.dims[0] = 1 + below(40);
    uint64_t stride = (map.dims[0] * size + 15) / 16 * 16, left = 30;
    for (unsigned i = 1; i != map.rank; ++i) {
      map.strides[i - 1] = stride + 16 * below(3);
      map.dims[i] = 1 + below(6);
      stride = map.strides[i - 1] * map.dims[i];
      map.box[i] =
          static_cast<uint32_t>(1 + below(std::min<uint64_t>(left, 6)));
      map.elementStrides[i] = below(3) ? 1 : 1 + below(3);
      left /= map.box[i];
      left = std::max<uint64_t>(left, 1);
    }
    return map;
  }

  std::mt19937_64 random{7};
};

TEST_F(Tensor, TilesAgainstBruteForce) {
  for (int round = 0; round != 400; ++round) {
    TensorMap map = anyMap();
    std::vector<int64_t> at;
    for (unsigned i = 0; i != map.rank; ++i)
      at.push_back(int64_t(below(map.dims[i] + 3)) - 2);
    uint64_t bytes = tileBytes(map);
    ASSERT_LE(bytes, sharedBytes);
    bool isToBlock = below(2);
    std::string copy = "cp.async.bulk.tensor." + std::to_string(map.rank) +
                       (isToBlock ? "d.shared::cta" : "d.shared::cluster") +
                       ".global.mbarrier::complete_tx::bytes [s], [%rd2, " +
                       vectorOf(at) + "], [bar];";
    Bytes tensor = noise(tensorBytes);
    TensorRun test(map, loadBody(copy, bytes) + "bar.sync 0;" + copyOut,
                   Bytes(sharedBytes), tensor);
    test.run.config.async = static_cast<AsyncPolicy>(round % 3);
    ASSERT_EQ(test.run.launch(), "") << copy << " round " << round;
    tensor = convertedBy(map, tensor);
    Bytes out = test.run.read<uint8_t>(0);
    for (uint64_t place = 0; place != bytes; ++place) {
      uint64_t linear = unswizzled(map, place);
      if (linear >= bytes)
        continue;
      uint64_t from = tileByte(map, at, linear);
      unsigned size = sizeOf(map);
      uint8_t fill = !map.fillsNan               ? 0
                     : linear % size == size - 1 ? 0x7F
                                                 : 0xFF;
      ASSERT_EQ(unsigned(out[place]),
                unsigned(from == ~uint64_t(0) ? fill : tensor[from]))
          << copy << " round " << round << " byte " << place;
    }
  }
}

TEST_F(Tensor, StoresAgainstBruteForce) {
  for (int round = 0; round != 200; ++round) {
    TensorMap map = anyMap();
    map.fillsNan = false;
    if (map.atomicity == 2)
      map.atomicity = 0;
    std::vector<int64_t> at;
    for (unsigned i = 0; i != map.rank; ++i)
      at.push_back(int64_t(below(map.dims[i] + 1)));
    std::string copy = "@%p9 cp.async.bulk.tensor." + std::to_string(map.rank) +
                       "d.global.shared::cta.tile.bulk_group [%rd2, " +
                       vectorOf(at) + "], [s];\n" + commit;
    Bytes in = noise(sharedBytes), tensor = noise(tensorBytes);
    TensorRun test(map, copyIn + copy, in, tensor);
    test.run.config.async = static_cast<AsyncPolicy>(round % 3);
    ASSERT_EQ(test.run.launch(), "") << copy;
    Bytes expected = tensor;
    uint64_t bytes = tileBytes(map);
    for (uint64_t place = 0; place < (bytes + 127) / 128 * 128; ++place) {
      uint64_t linear = unswizzled(map, place);
      if (linear >= bytes)
        continue;
      uint64_t to = tileByte(map, at, linear, /*isStore=*/true);
      if (to != ~uint64_t(0))
        expected[to] = in[place];
    }
    ASSERT_TRUE(test.run.read<uint8_t>(1) == expected) << copy << round;
  }
}

/// Compares with all places of the bounding box in order, some of which are the
/// pixels.
TEST_F(Tensor, PixelsAgainstBruteForce) {
  for (int round = 0; round != 200; ++round) {
    TensorMap map;
    map.mode = TensorMap::Mode::Im2col;
    map.element = Element::F16;
    map.rank = 3 + below(3);
    const unsigned spatial = map.rank - 2;
    map.swizzle = below(4);
    static constexpr unsigned spans[] = {64, 32, 64, 128};
    map.channels =
        static_cast<uint32_t>(8 * (1 + below(spans[map.swizzle] / 16)));
    map.pixels = static_cast<uint32_t>(1 + below(60));
    map.dims[0] = 8 * (1 + below(8));
    uint64_t stride = map.dims[0] * 2;
    for (unsigned i = 1; i != map.rank; ++i) {
      map.strides[i - 1] = stride;
      map.dims[i] = 3 + below(4);
      stride *= map.dims[i];
    }
    std::vector<int64_t> at = {int64_t(8 * below(4)) - 8};
    std::vector<int64_t> offsets;
    struct Range {
      int64_t first, last, step;
    };
    std::vector<Range> ranges;
    for (unsigned i = 0; i != spatial; ++i) {
      map.lower[i] = int32_t(below(4)) - 2;
      map.upper[i] = int32_t(below(3)) - 2;
      map.elementStrides[i + 1] = 1 + below(2);
      offsets.push_back(int64_t(below(3)));
      ranges.push_back({map.lower[i],
                        int64_t(map.dims[i + 1]) - 1 + map.upper[i],
                        map.elementStrides[i + 1]});
      int64_t steps = (ranges[i].last - ranges[i].first) / ranges[i].step;
      at.push_back(
          map.lower[i] +
          (steps > 0 ? int64_t(below(steps + 1)) * ranges[i].step : 0));
    }
    at.push_back(int64_t(below(map.dims[map.rank - 1])));
    // Every base pixel of the images, in order.
    std::vector<std::vector<int64_t>> places = {{}};
    for (unsigned k = 0; k != spatial + 1; ++k) {
      unsigned i = spatial - k; // the slowest first
      std::vector<std::vector<int64_t>> next;
      for (const auto &place : places) {
        int64_t first = i == spatial ? at.back() : ranges[i].first;
        int64_t last = i == spatial ? at.back() + 64 : ranges[i].last;
        int64_t step = i == spatial ? 1 : ranges[i].step;
        for (int64_t value = first; value <= std::max(last, first);
             value += step) {
          next.push_back(place);
          next.back().insert(next.back().begin(), value);
        }
      }
      places = std::move(next);
    }
    size_t begin = 0;
    while (places[begin] != std::vector<int64_t>(at.begin() + 1, at.end()))
      ++begin;
    uint64_t bytes = uint64_t(map.pixels) * map.channels * 2;
    std::string copy = "cp.async.bulk.tensor." + std::to_string(map.rank) +
                       "d.shared::cta.global.im2col.mbarrier::complete_tx::"
                       "bytes [s], [%rd2, " +
                       vectorOf(at) + "], [bar], " + vectorOf(offsets) + ";";
    Bytes tensor = noise(tensorBytes);
    TensorRun test(map, loadBody(copy, bytes) + "bar.sync 0;" + copyOut,
                   Bytes(sharedBytes), tensor);
    ASSERT_EQ(test.run.launch(), "") << copy;
    Bytes out = test.run.read<uint8_t>(0);
    for (uint64_t place = 0; place != bytes; ++place) {
      uint64_t linear = unswizzled(map, place);
      if (linear >= bytes)
        continue;
      const auto &pixel = places[begin + linear / (map.channels * 2)];
      int64_t channel = at[0] + int64_t(linear / 2 % map.channels);
      bool isInside = channel >= 0 && channel < int64_t(map.dims[0]);
      uint64_t from = static_cast<uint64_t>(channel) * 2 + linear % 2;
      for (unsigned i = 0; i != spatial + 1; ++i) {
        int64_t value = pixel[i] + (i < spatial ? offsets[i] : 0);
        isInside &= value >= 0 && value < int64_t(map.dims[i + 1]);
        from += static_cast<uint64_t>(value) * map.strides[i];
      }
      ASSERT_EQ(unsigned(out[place]), isInside ? unsigned(tensor[from]) : 0u)
          << copy << " round " << round << " byte " << place;
    }
  }
}

TEST_F(Tensor, GatherAndScatter) {
  TensorMap map = plainMap();
  map.box[1] = 1;
  const std::vector<int64_t> at = {8, 5, 31, 40, 0};
  Bytes tensor = noise(tensorBytes);
  TensorRun load(map,
                 loadBody("cp.async.bulk.tensor.2d.shared::cta.global.tile::"
                          "gather4.mbarrier::complete_tx::bytes [s], [%rd2, " +
                              vectorOf(at) + "], [bar];",
                          128) +
                     "bar.sync 0;" + copyOut,
                 Bytes(sharedBytes), tensor);
  ASSERT_EQ(load.run.launch(), "");
  Bytes out = load.run.read<uint8_t>(0);
  for (unsigned i = 0; i != 128; ++i) {
    int64_t row = at[1 + i / 32];
    EXPECT_EQ(out[i], row < 32 ? tensor[row * 128 + 16 + i % 32] : 0) << i;
  }
  Bytes in = noise(sharedBytes);
  TensorRun store(map,
                  copyIn +
                      "@%p9 cp.async.bulk.tensor.2d.global.shared::cta."
                      "tile::scatter4.bulk_group [%rd2, " +
                      vectorOf(at) + "], [s];\n" + commit,
                  in, tensor);
  ASSERT_EQ(store.run.launch(), "");
  Bytes expected = tensor;
  for (unsigned i = 0; i != 128; ++i)
    if (at[1 + i / 32] < 32)
      expected[at[1 + i / 32] * 128 + 16 + i % 32] = in[i];
  EXPECT_TRUE(store.run.read<uint8_t>(1) == expected);
}

TEST_F(Tensor, Reductions) {
  TensorMap map = plainMap();
  map.element = Element::U32;
  map.dims[0] = 32;
  std::vector<uint32_t> in(sharedBytes / 4), tensor(tensorBytes / 4);
  for (uint32_t &value : in)
    value = static_cast<uint32_t>(random());
  for (uint32_t &value : tensor)
    value = static_cast<uint32_t>(random());
  auto bytesOf = [](const std::vector<uint32_t> &values) {
    const auto *begin = reinterpret_cast<const uint8_t *>(values.data());
    return Bytes(begin, begin + values.size() * 4);
  };
  struct Case {
    const char *name;
    uint32_t (*f)(uint32_t, uint32_t);
  };
  for (Case c :
       {Case{"add", [](uint32_t a, uint32_t b) { return a + b; }},
        Case{"min", [](uint32_t a, uint32_t b) { return std::min(a, b); }},
        Case{"max", [](uint32_t a, uint32_t b) { return std::max(a, b); }},
        Case{"xor", [](uint32_t a, uint32_t b) { return a ^ b; }},
        Case{"and", [](uint32_t a, uint32_t b) { return a & b; }},
        Case{"or", [](uint32_t a, uint32_t b) { return a | b; }}}) {
    TensorRun test(map,
                   copyIn +
                       "@%p9 cp.reduce.async.bulk.tensor.2d.global."
                       "shared::cta." +
                       c.name + ".bulk_group [%rd2, {20, 28}], [s];\n" + commit,
                   bytesOf(in), bytesOf(tensor));
    ASSERT_EQ(test.run.launch(), "");
    auto expected = tensor;
    for (unsigned row = 0; row != 4; ++row)
      for (unsigned column = 0; column != 12; ++column) {
        uint32_t &value = expected[(28 + row) * 32 + 20 + column];
        value = c.f(value, in[row * 16 + column]);
      }
    EXPECT_TRUE(test.run.read<uint32_t>(1) == expected) << c.name;
  }
  TensorRun wrong(plainMap(),
                  copyIn +
                      "@%p9 cp.reduce.async.bulk.tensor.2d.global.shared::"
                      "cta.add.bulk_group [%rd2, {0, 0}], [s];" +
                      commit,
                  bytesOf(in), bytesOf(tensor));
  EXPECT_THAT(wrong.run.launch(), HasSubstr("there is no such reduction"));
}

TEST_F(Tensor, PackedElements) {
  // 16 elements of 4 bits, then as many bytes of padding; of 6 bits, likewise.
  // The mbarrier counts the bytes of elements.
  for (Element element :
       {Element::B4x16, Element::B4x16P64, Element::B6x16P32}) {
    TensorMap map;
    map.element = element;
    map.rank = 2;
    map.dims = {256, 4, 1, 1, 1};
    map.strides[0] = 256;
    map.box = {128, 2, 1, 1, 1};
    const unsigned from = map.globalUnit(), to = map.sharedUnit();
    const unsigned units = 128 / map.unitElements(), row = units * from;
    Bytes tensor = noise(tensorBytes);
    TensorRun test(map,
                   loadBody("cp.async.bulk.tensor.2d.shared::cta.global."
                            "mbarrier::complete_tx::bytes [s], [%rd2, {128, "
                            "1}], [bar];",
                            row * 2) +
                       "bar.sync 0;" + copyOut,
                   Bytes(sharedBytes), tensor);
    ASSERT_EQ(test.run.launch(), "");
    Bytes out = test.run.read<uint8_t>(0);
    for (unsigned y = 0; y != 2; ++y)
      for (unsigned unit = 0; unit != units; ++unit)
        for (unsigned i = 0; i != from; ++i)
          EXPECT_EQ(out[(y * units + unit) * to + i],
                    tensor[(1 + y) * 256 + (units + unit) * from + i]);
  }
  // On the way to global memory, six bits of each byte are stored.
  TensorMap map;
  map.element = Element::B6x16P32;
  map.rank = 1;
  map.dims[0] = 128;
  map.box[0] = 128;
  Bytes in = noise(sharedBytes);
  TensorRun test(map,
                 copyIn +
                     "@%p9 cp.async.bulk.tensor.1d.global.shared::cta."
                     "bulk_group [%rd2, {0}], [s];" +
                     commit,
                 in, Bytes(tensorBytes));
  ASSERT_EQ(test.run.launch(), "");
  Bytes out = test.run.read<uint8_t>(1);
  for (unsigned i = 0; i != 128; ++i) {
    unsigned bit = i * 6;
    unsigned bits = (out[bit / 8] | out[bit / 8 + 1] << 8) >> bit % 8 & 0x3F;
    EXPECT_EQ(bits, in[i] & 0x3Fu) << i;
  }
}

// Without padding, a row ends with any byte.
TEST_F(Tensor, PackedElementsOfAnyByte) {
  TensorMap map;
  map.element = Element::B4x16;
  map.rank = 2;
  map.dims = {70, 4, 1, 1, 1};
  map.strides[0] = 48;
  map.box = {64, 2, 1, 1, 1};
  Bytes tensor = noise(tensorBytes);
  TensorRun test(map,
                 loadBody("cp.async.bulk.tensor.2d.shared::cta.global."
                          "mbarrier::complete_tx::bytes [s], [%rd2, {32, 1}], "
                          "[bar];",
                          64) +
                     "bar.sync 0;" + copyOut,
                 Bytes(sharedBytes), tensor);
  ASSERT_EQ(test.run.launch(), "");
  Bytes out = test.run.read<uint8_t>(0);
  for (unsigned y = 0; y != 2; ++y)
    for (unsigned i = 0; i != 32; ++i)
      EXPECT_EQ(out[y * 32 + i], i < 19 ? tensor[(1 + y) * 48 + 16 + i] : 0)
          << y << " " << i;
}

std::string errorOf(const TensorMap &map, const std::string &copy) {
  TensorRun test(map, loadBody(copy, 256), Bytes(sharedBytes),
                 Bytes(tensorBytes));
  return test.run.launch();
}

TEST_F(Tensor, Errors) {
  const std::string load = "cp.async.bulk.tensor.2d.shared::cta.global."
                           "mbarrier::complete_tx::bytes ";
  const std::string usual = load + "[s], [%rd2, {0, 0}], [bar];";
  EXPECT_EQ(errorOf(plainMap(), usual), "");
  EXPECT_THAT(errorOf(plainMap(), load + "[s+16], [%rd2, {0, 0}], [bar];"),
              HasSubstr("is misaligned"));
  EXPECT_THAT(errorOf(plainMap(), load + "[s+32640], [%rd2, {0, 0}], [bar];"),
              HasSubstr("runs out of bounds"));
  EXPECT_THAT(errorOf(plainMap(), load + "[s], [%rd3, {0, 0}], [bar];"),
              HasSubstr("the tensor map is wrong"));
  EXPECT_THAT(errorOf(plainMap(), load + "[s], [%rd1, {0, 0}], [s];"),
              HasSubstr("there is no mbarrier"));
  TensorMap map = plainMap();
  map.rank = 3;
  EXPECT_THAT(errorOf(map, usual), HasSubstr("has 3 dimensions"));
  map = plainMap();
  map.mode = TensorMap::Mode::Im2col;
  map.rank = 3;
  map.channels = 8;
  EXPECT_THAT(errorOf(map, "cp.async.bulk.tensor.3d.shared::cta.global."
                           "mbarrier::complete_tx::bytes [s], [%rd2, {0, 0, "
                           "0}], [bar];"),
              HasSubstr("one of .im2col, and the instruction one of .tile"));
  map = plainMap();
  map.dims[1] = 1 << 20;
  EXPECT_THAT(errorOf(map, load + "[s], [%rd2, {0, 100000}], [bar];"),
              HasSubstr("runs out of bounds"));
  map = plainMap();
  map.interleave = 1;
  EXPECT_THAT(errorOf(map, usual),
              HasSubstr("an interleaved tensor has 3 to 5"));
  EXPECT_THAT(errorOf(plainMap(),
                      "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group "
                      "[%rd2, {-1, 0}], [s];"),
              HasSubstr("starts within the tensor"));
}

/// Eight rows of 32 bytes. A row that begins in the middle of a sector touches
/// two, and of a row that reaches beyond the tensor only the part within
/// counts.
TEST_F(Tensor, Counters) {
  auto countsOf = [](const std::string &at) {
    TensorRun test(plainMap(),
                   loadBody("cp.async.bulk.tensor.2d.shared::cta.global."
                            "mbarrier::complete_tx::bytes [s], [%rd2, " +
                                at + "], [bar];",
                            256),
                   Bytes(sharedBytes), Bytes(tensorBytes));
    test.run.config.wantsCounters = true;
    EXPECT_EQ(test.run.launch(), "");
    return test.run.statistics.counters->totals();
  };
  CounterValues whole = countsOf("{0, 0}"), part = countsOf("{8, 28}");
  EXPECT_EQ(whole[Counter::BulkRequests], 1u);
  EXPECT_EQ(whole[Counter::BulkGlobalSectors], 8u);
  EXPECT_EQ(whole[Counter::BulkGlobalBytes], 256u);
  EXPECT_EQ(whole[Counter::BulkSharedBytes], 256u);
  EXPECT_EQ(whole[Counter::MbarrierWaits], 0u);
  EXPECT_EQ(part[Counter::BulkGlobalSectors], 8u);
  EXPECT_EQ(part[Counter::BulkGlobalBytes], 128u);
  EXPECT_EQ(part[Counter::BulkSharedBytes], 256u);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

TEST_F(Tensor, ProxiesAndWaits) {
  const std::string fill = "setp.eq.u32 %p9, %t, 0; shl.b32 %r7, %t, 3; "
                           "mov.u32 %r6, s; add.u32 %r6, %r6, %r7; "
                           "st.shared.v2.u32 [%r6], {%t, %t};\n";
  const std::string fence = "fence.proxy.async.shared::cta; bar.sync 0;\n";
  const std::string store = "@%p9 cp.async.bulk.tensor.2d.global.shared::cta."
                            "bulk_group [%rd2, {0, 0}], [s];\n";
  const std::string reuse = "bar.sync 0; st.shared.u32 [%r6], 7;\n";
  expectClean(plainMap(), fill + fence + store + commit + reuse);
  expectReport(plainMap(), fill + "bar.sync 0;\n" + store + commit,
               "fence.proxy.async after the earlier access is missing");
  expectReport(plainMap(), fill + fence + store + reuse,
               "may still be running");
  // All lanes of a warp may name one copy, which counts as one. If each has its
  // own place in shared memory, the order of the writes is open.
  const std::string first = "st.shared.v2.u32 [%r6+256], {%t, %t};\n" + fence +
                            "setp.lt.u32 %p9, %t, 32;\n";
  expectClean(plainMap(), fill + first + store + commit + reuse);
  expectReport(plainMap(), fill + first + store + reuse,
               "may still be running");
  expectReport(plainMap(),
               fill + first +
                   "mov.u32 %r6, s; and.b32 %r7, %t, 1; shl.b32 %r7, %r7, 8; "
                   "add.u32 %r6, %r6, %r7;\n"
                   "@%p9 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group "
                   "[%rd2, {0, 0}], [%r6];\n" +
                   commit,
               "data race");
  // Only the source was read; that is enough to write it again.
  expectClean(plainMap(), fill + fence + store +
                              "@%p9 cp.async.bulk.commit_group;"
                              "@%p9 cp.async.bulk.wait_group.read 0;\n" +
                              reuse);
  // A load into a buffer that was read before: order alone is needed.
  const std::string load = "cp.async.bulk.tensor.2d.shared::cta.global."
                           "mbarrier::complete_tx::bytes [s], [%rd2, {0, 0}], "
                           "[bar];";
  const std::string read = "mov.u32 %r6, s; add.u32 %r6, %r6, %at; "
                           "ld.shared.u32 %r8, [%r6];\n";
  expectClean(plainMap(), loadBody(load, 256) + read);
  expectReport(plainMap(),
               "mov.u32 %r6, s; add.u32 %r6, %r6, %at; "
               "st.shared.u32 [%r6], 0;\n" +
                   loadBody(load, 256) + "bar.sync 0;",
               "fence.proxy.async");
  std::string early = loadBody(load, 256);
  early.insert(early.find("W:"), read);
  expectReport(plainMap(), early, "data race");
  expectReport(plainMap(), loadBody(load, 272), "deadlock");
  expectReport(plainMap(),
               loadBody(load, 256) + "bar.sync 0;" + "@%p9 " + load + read,
               "data race");
}

} // namespace
