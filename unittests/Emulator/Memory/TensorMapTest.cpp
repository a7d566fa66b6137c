//===- TensorMapTest.cpp - Bytes and rules of tensor maps -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/TensorMap.h"
#include "gtest/gtest.h"
#include <random>

using namespace tessera::ptx;

namespace {

TensorMap usual() {
  TensorMap map;
  map.element = TensorMap::Element::F16;
  map.rank = 3;
  map.address = 0x10000;
  map.dims = {64, 32, 16, 1, 1};
  map.strides = {128, 4096, 0, 0};
  map.box = {16, 8, 4, 1, 1};
  return map;
}

TEST(TensorMap, BytesKeepAllFields) {
  std::mt19937_64 random(1);
  for (int round = 0; round != 1000; ++round) {
    TensorMap map;
    map.address = random();
    map.rank = 1 + random() % 5;
    map.element = static_cast<TensorMap::Element>(random() % 16);
    map.mode = static_cast<TensorMap::Mode>(random() % 2);
    map.interleave = random() % 3;
    map.swizzle = random() % 5;
    map.atomicity = random() % 4;
    map.fillsNan = random() % 2;
    for (unsigned i = 0; i != 5; ++i) {
      map.dims[i] = random() % (uint64_t(1) << 32) + 1;
      map.box[i] = random() % 257;
      map.elementStrides[i] = random() % 9;
      if (i < 4)
        map.strides[i] = random() % (uint64_t(1) << 36) * 16;
      if (i < 3) {
        map.lower[i] = static_cast<int16_t>(random());
        map.upper[i] = static_cast<int16_t>(random());
      }
    }
    map.channels = random() % 257;
    map.pixels = random() % 1025;
    auto bytes = map.encode();
    auto back = TensorMap::decode(bytes);
    ASSERT_TRUE(bool(back));
    EXPECT_EQ(back->encode(), bytes);
    EXPECT_EQ(back->address, map.address);
    EXPECT_EQ(back->rank, map.rank);
    EXPECT_EQ(back->element, map.element);
    EXPECT_EQ(back->mode, map.mode);
    EXPECT_EQ(back->interleave, map.interleave);
    EXPECT_EQ(back->swizzle, map.swizzle);
    EXPECT_EQ(back->atomicity, map.atomicity);
    EXPECT_EQ(back->fillsNan, map.fillsNan);
    EXPECT_EQ(back->dims, map.dims);
    EXPECT_EQ(back->strides, map.strides);
    EXPECT_EQ(back->box, map.box);
    EXPECT_EQ(back->elementStrides, map.elementStrides);
    EXPECT_EQ(back->lower, map.lower);
    EXPECT_EQ(back->upper, map.upper);
    EXPECT_EQ(back->channels, map.channels);
    EXPECT_EQ(back->pixels, map.pixels);
  }
}

TEST(TensorMap, OtherBytesAreNone) {
  std::array<uint8_t, TensorMap::bytes> bytes = {};
  EXPECT_TRUE(bool(TensorMap::decode(bytes)));
  bytes[40] = 1;
  auto map = TensorMap::decode(bytes);
  ASSERT_FALSE(bool(map));
  EXPECT_NE(llvm::toString(map.takeError()).find("no tensor map"),
            std::string::npos);
}

TEST(TensorMap, Rules) {
  auto messageOf = [](auto change) {
    TensorMap map = usual();
    change(map);
    return llvm::toString(map.verify());
  };
  auto expect = [&](auto change, const char *words) {
    std::string message = messageOf(change);
    EXPECT_NE(message.find(words), std::string::npos) << message << words;
  };
  EXPECT_EQ(messageOf([](TensorMap &) {}), "");
  expect([](TensorMap &m) { m.address += 8; }, "address is no multiple of 16");
  expect([](TensorMap &m) { m.strides[1] += 8; }, "stride of dimension 2");
  expect([](TensorMap &m) { m.strides[0] = uint64_t(1) << 40; }, "2^40");
  expect([](TensorMap &m) { m.box[1] = 257; }, "there are 1 to 256");
  expect([](TensorMap &m) { m.box[0] = 4; }, "no multiple of 16");
  expect([](TensorMap &m) { m.elementStrides[2] = 9; }, "is not 1 to 8");
  expect([](TensorMap &m) { m.rank = 6; }, "there are 1 to 5");
  expect(
      [](TensorMap &m) {
        m.swizzle = 1;
        m.box[0] = 24;
      },
      "more than the swizzle of 32");
  expect([](TensorMap &m) { m.atomicity = 1; }, "beyond 16");
  expect(
      [](TensorMap &m) {
        m.element = TensorMap::Element::U16;
        m.fillsNan = true;
      },
      "cannot be filled with NaN");
  expect(
      [](TensorMap &m) {
        m.mode = TensorMap::Mode::Im2col;
        m.rank = 2;
      },
      "im2col needs 3 to 5");
  expect(
      [](TensorMap &m) {
        m.mode = TensorMap::Mode::Im2col;
        m.channels = 8;
        m.pixels = 1025;
      },
      "1 to 1024 pixels");
}

// The driver's documentation has these of CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B
// and the two with padding.
TEST(TensorMap, RulesOfPackedElements) {
  using Element = TensorMap::Element;
  auto messageOf = [](Element element, auto change) {
    TensorMap map = usual();
    map.element = element;
    map.dims[0] = 256;
    map.box[0] = 128;
    change(map);
    return llvm::toString(map.verify());
  };
  const Element padded[] = {Element::B4x16P64, Element::B6x16P32};
  for (Element element : padded) {
    auto expect = [&](auto change, const char *words) {
      std::string message = messageOf(element, change);
      EXPECT_NE(message.find(words), std::string::npos) << message << words;
    };
    EXPECT_EQ(messageOf(element, [](TensorMap &) {}), "");
    EXPECT_EQ(messageOf(element, [](TensorMap &m) { m.swizzle = 3; }), "");
    expect([](TensorMap &m) { m.dims[0] = 192; }, "no multiple of 128");
    expect([](TensorMap &m) { m.box[0] = 64; }, "there are 128");
    expect([](TensorMap &m) { m.swizzle = 2; }, "no such swizzle");
    expect([](TensorMap &m) { m.swizzle = 3, m.atomicity = 2; },
           "no such swizzle");
    expect([](TensorMap &m) { m.strides[0] += 16; }, "multiple of 32");
  }
  auto storesOnly = [](TensorMap &m) { m.swizzle = 3, m.atomicity = 3; };
  EXPECT_NE(messageOf(Element::B4x16P64, storesOnly), "");
  EXPECT_EQ(messageOf(Element::B6x16P32, storesOnly), "");
  EXPECT_EQ(messageOf(Element::B4x16, [](TensorMap &m) { m.dims[0] = 250; }),
            "");
  EXPECT_NE(messageOf(Element::B4x16, [](TensorMap &m) { m.dims[0] = 251; }),
            "");
  EXPECT_EQ(messageOf(Element::B4x16, [](TensorMap &m) { m.box[0] = 32; }), "");
  EXPECT_NE(messageOf(Element::B4x16, [](TensorMap &m) { m.box[0] = 16; }), "");
  EXPECT_NE(messageOf(static_cast<Element>(16), [](TensorMap &) {}), "");
}

} // namespace
