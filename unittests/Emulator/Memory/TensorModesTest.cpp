//===- TensorModesTest.cpp - Interleaved tensors and wide im2col ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "Interleave layout" and "im2col::w and im2col::w::128
// modes". Byte by byte: by division from the place in shared memory to channel
// and pixel, and from there to the byte of the tensor, whose layout is written
// here as nested loops.
//
//===----------------------------------------------------------------------===//

#include "TensorHarness.h"
#include <gmock/gmock.h>
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;
using testing::HasSubstr;

using Element = TensorMap::Element;

namespace {

constexpr uint64_t outside = ~uint64_t(0);

/// Channels and pixels of images; `slice` channels are contiguous.
struct Images {
  int64_t channels, w, h, d, n, slice, size;

  int64_t slices() const { return (channels + slice - 1) / slice; }

  /// N, C/slice, D, H, W, slice. The last slice is filled with more channels.
  uint64_t byteOf(int64_t channel, int64_t x, int64_t y, int64_t z,
                  int64_t image) const {
    if (channel < 0 || channel >= slices() * slice || x < 0 || x >= w ||
        y < 0 || y >= h || z < 0 || z >= d || image < 0 || image >= n)
      return outside;
    int64_t place = image * slices() + channel / slice;
    place = ((place * d + z) * h + y) * w + x;
    return static_cast<uint64_t>((place * slice + channel % slice) * size);
  }

  /// Leaves out unused dimensions among D and H.
  void describe(TensorMap &map) const {
    const int64_t extents[] = {w, h, d};
    map.dims[0] = channels;
    int64_t stride = slice * size;
    for (unsigned i = 0; i != map.rank - 2; ++i) {
      map.dims[i + 1] = extents[i];
      map.strides[i] = stride;
      stride *= extents[i];
    }
    map.dims[map.rank - 1] = n;
    map.strides[map.rank - 2] = stride * slices();
  }
};

/// W, H, D and N from the coordinates or extents of a map behind the first.
struct Place {
  Place(const TensorMap &map, const std::vector<int64_t> &values) {
    for (unsigned i = 0; i != map.rank - 2; ++i)
      spatial[i] = values[i + 1];
    n = values[map.rank - 1];
  }
  int64_t spatial[3] = {}, n = 0;
};

class TensorModes : public testing::Test {
protected:
  Bytes noise(size_t size) {
    Bytes bytes(size);
    for (uint8_t &byte : bytes)
      byte = static_cast<uint8_t>(random());
    return bytes;
  }
  int64_t below(int64_t limit) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(limit));
  }

  /// An interleaved map, and the images that it describes.
  Images anyImages(TensorMap &map) {
    static constexpr Element elements[] = {Element::U8, Element::F16,
                                           Element::F32, Element::S64};
    map.element = elements[below(std::size(elements))];
    map.rank = static_cast<unsigned>(3 + below(3));
    map.interleave = static_cast<uint8_t>(1 + below(2));
    map.swizzle = map.interleave == 2 ? 1 : static_cast<uint8_t>(below(4));
    Images images = {0, 1 + below(6), 1, 1, 1 + below(3), 0, 0};
    images.size = map.globalUnit();
    images.slice = 16 * map.interleave / images.size;
    images.channels = 1 + below(images.slice * 3);
    if (map.rank > 3)
      images.h = 1 + below(5);
    if (map.rank > 4)
      images.d = 1 + below(4);
    images.describe(map);
    return images;
  }

  std::mt19937_64 random{11};
};

/// The tensor's byte for a place in the box of a tile of an interleaved tensor.
uint64_t byteOfTile(const TensorMap &map, const Images &images,
                    const std::vector<int64_t> &at, uint64_t place) {
  std::vector<int64_t> box(map.box.begin(), map.box.begin() + map.rank);
  const Place first(map, at), extent(map, box);
  auto next = [&place](int64_t count) {
    int64_t part = static_cast<int64_t>(place) % count;
    place /= static_cast<uint64_t>(count);
    return part;
  };
  int64_t within = next(images.size), channel = at[0] + next(images.slice);
  int64_t spatial[3] = {};
  for (unsigned i = 0; i != map.rank - 2; ++i) {
    int64_t step = map.elementStrides[i + 1];
    spatial[i] =
        first.spatial[i] + step * next((extent.spatial[i] + step - 1) / step);
  }
  channel += images.slice * next((box[0] + images.slice - 1) / images.slice);
  int64_t step = map.elementStrides[map.rank - 1];
  uint64_t byte = images.byteOf(channel, spatial[0], spatial[1], spatial[2],
                                first.n + step * static_cast<int64_t>(place));
  return byte == outside ? outside : byte + static_cast<uint64_t>(within);
}

uint64_t bytesOfTile(const TensorMap &map, const Images &images) {
  int64_t slices = (map.box[0] + images.slice - 1) / images.slice;
  uint64_t bytes = static_cast<uint64_t>(slices * images.slice * images.size);
  for (unsigned i = 1; i != map.rank; ++i)
    bytes *= (map.box[i] + map.elementStrides[i] - 1) / map.elementStrides[i];
  return bytes;
}

TEST_F(TensorModes, InterleavedTilesAgainstBruteForce) {
  for (int round = 0; round != 150; ++round) {
    TensorMap map;
    Images images = anyImages(map);
    std::vector<int64_t> at = {(below(4) - 1) * images.slice};
    map.box[0] = static_cast<uint32_t>(1 + below(2 * images.slice));
    for (unsigned i = 1; i != map.rank; ++i) {
      map.box[i] = static_cast<uint32_t>(1 + below(4));
      map.elementStrides[i] = static_cast<uint32_t>(1 + below(2));
      at.push_back(below(static_cast<int64_t>(map.dims[i]) + 2) - 1);
    }
    const uint64_t bytes = bytesOfTile(map, images);
    const bool isStore = below(2);
    if (isStore)
      for (int64_t &coordinate : at)
        coordinate = std::max<int64_t>(coordinate, 0);
    Bytes box = noise(sharedBytes), tensor = noise(tensorBytes);
    const std::string head =
        "cp.async.bulk.tensor." + std::to_string(map.rank) + "d.";
    std::string body =
        isStore ? copyIn + "@%p9 " + head +
                      "global.shared::cta.bulk_group [%rd2, " + vectorOf(at) +
                      "], [s];\n" + commit
                : loadBody(head +
                               "shared::cta.global.mbarrier::complete_tx::"
                               "bytes [s], [%rd2, " +
                               vectorOf(at) + "], [bar];",
                           bytes) +
                      "bar.sync 0;" + copyOut;
    TensorRun test(map, body, isStore ? box : Bytes(sharedBytes), tensor);
    test.run.config.async = static_cast<AsyncPolicy>(round % 3);
    ASSERT_EQ(test.run.launch(), "") << body << " round " << round;
    Bytes out = test.run.read<uint8_t>(0), after = test.run.read<uint8_t>(1);
    Bytes expected = tensor;
    for (uint64_t place = 0; place < (bytes + 127) / 128 * 128; ++place) {
      uint64_t linear = unswizzled(map, place);
      if (linear >= bytes)
        continue;
      uint64_t byte = byteOfTile(map, images, at, linear);
      if (isStore && byte != outside)
        expected[byte] = box[place];
      if (!isStore)
        ASSERT_EQ(unsigned(out[place]),
                  byte == outside ? 0u : unsigned(tensor[byte]))
            << body << " round " << round << " byte " << place;
    }
    ASSERT_TRUE(after == expected) << body << " round " << round;
  }
}

/// The bases of all pixels of the walk, image after image: over W, H and D, or
/// W alone.
std::vector<std::vector<int64_t>> basesOf(const TensorMap &map,
                                          const std::vector<int64_t> &at,
                                          unsigned walked, size_t count) {
  const Place first(map, at);
  auto rangeOf = [&](unsigned i) {
    std::vector<int64_t> values;
    if (i >= walked)
      return std::vector<int64_t>{first.spatial[i]};
    int64_t last = static_cast<int64_t>(map.dims[i + 1]) - 1 + map.upper[i];
    for (int64_t value = map.lower[i]; value <= last;
         value += map.elementStrides[i + 1])
      values.push_back(value);
    return values;
  };
  std::vector<std::vector<int64_t>> bases;
  // To the left of the box, a walk of its own leads to the first pixel.
  if (first.spatial[0] < map.lower[0])
    for (int64_t x = first.spatial[0]; x < map.lower[0];
         x += map.elementStrides[1])
      bases.push_back({x, first.spatial[1], first.spatial[2], first.n});
  const size_t left = bases.size();
  bool isBefore = left == 0;
  for (int64_t n = first.n; bases.size() < count; ++n)
    for (int64_t z : rangeOf(2))
      for (int64_t y : rangeOf(1))
        for (int64_t x : rangeOf(0)) {
          isBefore &= std::vector<int64_t>{x, y, z, n} !=
                      std::vector<int64_t>{first.spatial[0], first.spatial[1],
                                           first.spatial[2], first.n};
          if (!isBefore)
            bases.push_back({x, y, z, n});
        }
  return bases;
}

TEST_F(TensorModes, InterleavedPixelsAgainstBruteForce) {
  for (int round = 0; round != 60; ++round) {
    TensorMap map;
    map.mode = TensorMap::Mode::Im2col;
    Images images = anyImages(map);
    map.channels = static_cast<uint32_t>(1 + below(2 * images.slice));
    map.pixels = static_cast<uint32_t>(1 + below(40));
    std::vector<int64_t> at = {(below(4) - 1) * images.slice}, offsets;
    for (unsigned i = 0; i != map.rank - 2; ++i) {
      map.lower[i] = static_cast<int32_t>(-below(2));
      offsets.push_back(below(3));
      at.push_back(map.lower[i]);
    }
    at.push_back(below(images.n));
    const int64_t slices = (map.channels + images.slice - 1) / images.slice;
    const uint64_t bytes = uint64_t(slices) * 16 * map.interleave * map.pixels;
    std::string copy = "cp.async.bulk.tensor." + std::to_string(map.rank) +
                       "d.shared::cta.global.im2col.mbarrier::complete_tx::"
                       "bytes [s], [%rd2, " +
                       vectorOf(at) + "], [bar], " + vectorOf(offsets) + ";";
    Bytes tensor = noise(tensorBytes);
    TensorRun test(map, loadBody(copy, bytes) + "bar.sync 0;" + copyOut,
                   Bytes(sharedBytes), tensor);
    ASSERT_EQ(test.run.launch(), "") << copy;
    Bytes out = test.run.read<uint8_t>(0);
    auto bases = basesOf(map, at, map.rank - 2, map.pixels);
    offsets.resize(3);
    for (uint64_t place = 0; place != bytes; ++place) {
      uint64_t linear = unswizzled(map, place);
      if (linear >= bytes)
        continue;
      uint64_t row = linear / (16 * map.interleave);
      const auto &base = bases[row % map.pixels];
      uint64_t within = linear % (16 * map.interleave);
      uint64_t byte = images.byteOf(
          at[0] + static_cast<int64_t>(row / map.pixels) * images.slice +
              static_cast<int64_t>(within) / images.size,
          base[0] + offsets[0], base[1] + offsets[1], base[2] + offsets[2],
          base[3]);
      ASSERT_EQ(unsigned(out[place]),
                byte == outside
                    ? 0u
                    : unsigned(tensor[byte + within % uint64_t(images.size)]))
          << copy << " round " << round << " byte " << place;
    }
  }
}

//===----------------------------------------------------------------------===//
// Wide modes
//===----------------------------------------------------------------------===//

/// The pixel of the walk in a row of the box.
uint64_t pixelOfRow(const TensorMap &map, uint64_t row) {
  if (map.mode == TensorMap::Mode::Im2colW || row < 128)
    return row;
  uint64_t group = (row - 128) % 4, halo = (row - 128) / 4;
  return 32 * (group + 1) + halo;
}

TEST_F(TensorModes, WidePixelsAgainstBruteForce) {
  for (int round = 0; round != 120; ++round) {
    const bool isFixed = below(2);
    TensorMap map;
    map.mode = isFixed ? TensorMap::Mode::Im2colW128 : TensorMap::Mode::Im2colW;
    map.element = Element::F16;
    map.rank = static_cast<unsigned>(3 + below(3));
    const int64_t swizzles = isFixed ? 2 : 3;
    map.swizzle = static_cast<uint8_t>(2 + below(swizzles));
    map.atomicity = map.swizzle == 3 ? static_cast<uint8_t>(below(2)) : 0;
    static constexpr int64_t spans[] = {0, 0, 64, 128, 96};
    map.channels =
        static_cast<uint32_t>(8 * (1 + below(spans[map.swizzle] / 16)));
    map.pixels = static_cast<uint32_t>(1 + below(100));
    Images images = {8 * (1 + below(8)), 3 + below(6), 1, 1, 64, 0, 2};
    images.slice = images.channels;
    if (map.rank > 3)
      images.h = 1 + below(3);
    if (map.rank > 4)
      images.d = 1 + below(2);
    images.describe(map);
    map.lower[0] = static_cast<int32_t>(below(4)) - 2;
    map.upper[0] = static_cast<int32_t>(below(3)) - 1;
    map.elementStrides[1] = static_cast<uint32_t>(1 + below(2));
    const int64_t halo = below(isFixed ? 4 : 9), offset = below(3);
    std::vector<int64_t> at = {8 * below(3)};
    // A place of the walk, or one to the left of it.
    at.push_back(map.lower[0] + map.elementStrides[1] * (below(3) - 1));
    for (unsigned i = 2; i != map.rank - 1; ++i)
      at.push_back(below(static_cast<int64_t>(map.dims[i])));
    at.push_back(below(3));
    if (int64_t(map.dims[1]) - 1 + map.upper[0] < at[1])
      at[1] = map.lower[0];
    const uint64_t count = isFixed ? 128 : map.pixels;
    const uint64_t rows = count + uint64_t(halo) * (isFixed ? 4 : 1);
    const uint64_t bytes = rows * map.channels * 2;
    std::string copy =
        "cp.async.bulk.tensor." + std::to_string(map.rank) +
        "d.shared::cta.global.im2col::w" + (isFixed ? "::128" : "") +
        ".mbarrier::complete_tx::bytes [s], [%rd2, " + vectorOf(at) +
        "], [bar], " + vectorOf({halo, offset}) + ";";
    Bytes tensor = noise(tensorBytes);
    TensorRun test(map, loadBody(copy, bytes) + "bar.sync 0;" + copyOut,
                   Bytes(sharedBytes), tensor);
    test.run.config.async = static_cast<AsyncPolicy>(round % 3);
    ASSERT_EQ(test.run.launch(), "") << copy;
    Bytes out = test.run.read<uint8_t>(0);
    auto bases = basesOf(map, at, /*walked=*/1, count + uint64_t(halo));
    for (uint64_t place = 0; place != bytes; ++place) {
      uint64_t linear = unswizzled(map, place);
      if (linear >= bytes)
        continue;
      const auto &base = bases[pixelOfRow(map, linear / (map.channels * 2))];
      uint64_t byte =
          images.byteOf(at[0] + static_cast<int64_t>(linear / 2 % map.channels),
                        base[0] + offset, base[1], base[2], base[3]);
      ASSERT_EQ(unsigned(out[place]),
                byte == outside ? 0u : unsigned(tensor[byte + linear % 2]))
          << copy << " round " << round << " byte " << place;
    }
  }
}

/// A wide map of images of 9 x 7 pixels with 64 channels of 16 bits.
TensorMap wideMap() {
  TensorMap map;
  map.mode = TensorMap::Mode::Im2colW;
  map.element = Element::U16;
  map.rank = 4;
  map.swizzle = 3;
  map.channels = 64;
  map.pixels = 128;
  Images{64, 9, 7, 1, 64, 64, 2}.describe(map);
  return map;
}

std::string wideError(const TensorMap &map, const std::string &rest,
                      const std::string &mode = ".im2col::w") {
  TensorRun test(map,
                 loadBody("cp.async.bulk.tensor.4d.shared::cta.global" + mode +
                              ".mbarrier::complete_tx::bytes [s], [%rd2, {0, "
                              "2, 3, 0}], [bar]" +
                              rest + ";",
                          130 * 128),
                 Bytes(sharedBytes), Bytes(tensorBytes));
  return test.run.launch();
}

TEST_F(TensorModes, Errors) {
  EXPECT_EQ(wideError(wideMap(), ", {2, 0}"), "");
  EXPECT_THAT(wideError(wideMap(), ", {512, 0}"),
              HasSubstr("they are less than 512 and 32"));
  EXPECT_THAT(wideError(wideMap(), ", {2, 32}"),
              HasSubstr("they are less than 512 and 32"));
  EXPECT_THAT(wideError(wideMap(), ", {1, 0}", ".im2col::w::128"),
              HasSubstr("one of .im2col::w, and the instruction one of "
                        ".im2col::w::128"));
  EXPECT_THAT(wideError(wideMap(), "", ".tile"),
              HasSubstr("one of .im2col::w, and the instruction one of .tile"));
  TensorMap map = wideMap();
  map.mode = TensorMap::Mode::Im2colW128;
  EXPECT_THAT(wideError(map, ", {32, 0}", ".im2col::w::128"),
              HasSubstr("they are less than 32 and 32"));
  map = wideMap();
  map.swizzle = 0;
  EXPECT_THAT(wideError(map, ", {2, 0}"),
              HasSubstr("the wide modes of im2col"));
  map = wideMap();
  map.interleave = 1;
  EXPECT_THAT(wideError(map, ", {2, 0}"),
              HasSubstr("know no interleaved tensors"));
  map = TensorMap();
  map.element = Element::F16;
  map.rank = 4;
  map.interleave = 2;
  map.box = {16, 1, 1, 1, 1};
  Images{32, 4, 4, 1, 2, 16, 2}.describe(map);
  EXPECT_THAT(wideError(map, "", ".tile"),
              HasSubstr("need the swizzle of 32 bytes"));
  map.swizzle = 1;
  map.rank = 2;
  EXPECT_THAT(llvm::toString(map.verify()),
              HasSubstr("an interleaved tensor has 3 to 5 dimensions"));
}

TEST_F(TensorModes, BoxesBeginWithASlice) {
  TensorMap map;
  map.element = Element::F16;
  map.rank = 3;
  map.interleave = 1;
  map.box = {8, 2, 1, 1, 1};
  Images{16, 4, 1, 1, 2, 8, 2}.describe(map);
  TensorRun test(map,
                 loadBody("cp.async.bulk.tensor.3d.shared::cta.global."
                          "mbarrier::complete_tx::bytes [s], [%rd2, {4, 0, "
                          "0}], [bar];",
                          32),
                 Bytes(sharedBytes), Bytes(tensorBytes));
  EXPECT_THAT(test.run.launch(),
              HasSubstr("begins with a slice of 8 channels"));
}

} // namespace
