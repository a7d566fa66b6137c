//===- NpyTest.cpp - Arrays in numpy's file format ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Npy.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::runtime;
using testing::ElementsAre;
using testing::HasSubstr;

/// A file of version `major` with this header and `data` bytes of zeros.
static std::string makeFile(unsigned major, const std::string &header,
                            size_t data) {
  std::string bytes = "\x93NUMPY";
  bytes += char(major);
  bytes += '\0';
  for (unsigned i = 0; i < (major == 1 ? 2u : 4u); ++i)
    bytes += char(header.size() >> (8 * i));
  return bytes + header + std::string(data, '\0');
}

static std::string headerOf(const std::string &descr,
                            const std::string &shape) {
  return "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" +
         shape + "), }\n";
}

static std::string errorOf(const std::string &bytes) {
  llvm::Expected<NpyArray> array = parseNpy(bytes);
  if (array)
    return "(no error)";
  return llvm::toString(array.takeError());
}

TEST(Npy, ReadsAllVersions) {
  for (unsigned major : {1u, 2u, 3u}) {
    llvm::Expected<NpyArray> array =
        parseNpy(makeFile(major, headerOf("<f4", "2, 3"), 24));
    ASSERT_TRUE(bool(array)) << llvm::toString(array.takeError());
    EXPECT_EQ(array->format, Format::F32);
    EXPECT_THAT(array->shape, ElementsAre(2, 3));
    EXPECT_THAT(array->getStrides(), ElementsAre(3, 1));
    EXPECT_EQ(array->getNumElements(), 6);
    EXPECT_EQ(array->data.size(), 24u);
  }
}

TEST(Npy, KnowsTheDtypes) {
  struct {
    const char *descr;
    std::optional<Format> format;
    unsigned bytes;
  } cases[] = {
      {"|b1", Format::I1, 1},   {"|i1", Format::I8, 1},
      {"|u1", Format::I8, 1},   {"<i2", Format::I16, 2},
      {"<u4", Format::I32, 4},  {"<i8", Format::I64, 8},
      {"<f2", Format::F16, 2},  {"<f4", Format::F32, 4},
      {"<f8", Format::F64, 8},  {"<f1", Format::F8E5M2, 1},
      {"<V2", std::nullopt, 2}, {"|V1", std::nullopt, 1},
      {">i1", Format::I8, 1},
  };
  for (auto &c : cases) {
    llvm::Expected<NpyArray> array =
        parseNpy(makeFile(1, headerOf(c.descr, "4,"), 4 * c.bytes));
    ASSERT_TRUE(bool(array))
        << c.descr << ": " << llvm::toString(array.takeError());
    EXPECT_EQ(array->format, c.format) << c.descr;
    EXPECT_EQ(array->elementBytes, c.bytes) << c.descr;
    EXPECT_EQ(array->descr, c.descr);
  }
}

TEST(Npy, FortranOrderHasItsStrides) {
  std::string header =
      "{\"shape\":(2,3,4),'fortran_order':True,\"descr\":'<f4'}";
  llvm::Expected<NpyArray> array = parseNpy(makeFile(1, header, 96));
  ASSERT_TRUE(bool(array)) << llvm::toString(array.takeError());
  EXPECT_THAT(array->getStrides(), ElementsAre(1, 2, 6));
  EXPECT_THAT(array->getIndex(1 + 2 * 2 + 3 * 6), ElementsAre(1, 2, 3));
}

TEST(Npy, IndexAndStridesAreInverse) {
  for (bool fortran : {false, true}) {
    NpyArray array;
    array.shape = {3, 1, 5, 2};
    array.fortranOrder = fortran;
    std::vector<int64_t> strides = array.getStrides();
    for (int64_t offset = 0; offset < array.getNumElements(); ++offset) {
      std::vector<int64_t> index = array.getIndex(offset);
      int64_t sum = 0;
      for (size_t i = 0; i < index.size(); ++i) {
        EXPECT_LT(index[i], array.shape[i]);
        sum += index[i] * strides[i];
      }
      EXPECT_EQ(sum, offset);
    }
  }
}

TEST(Npy, ScalarsAndEmptyArrays) {
  llvm::Expected<NpyArray> scalar =
      parseNpy(makeFile(1, headerOf("<f4", ""), 4));
  ASSERT_TRUE(bool(scalar)) << llvm::toString(scalar.takeError());
  EXPECT_EQ(scalar->getNumElements(), 1);
  llvm::Expected<NpyArray> empty =
      parseNpy(makeFile(1, headerOf("<f4", "0, 7"), 0));
  ASSERT_TRUE(bool(empty)) << llvm::toString(empty.takeError());
  EXPECT_EQ(empty->getNumElements(), 0);
}

TEST(Npy, WhatIsWrittenReadsBack) {
  for (bool fortran : {false, true})
    for (size_t rank : {0, 1, 2, 40, 30000}) {
      NpyArray array;
      array.descr = "<V2";
      array.elementBytes = 2;
      array.fortranOrder = fortran;
      array.shape.assign(rank, 1);
      if (rank)
        array.shape.back() = 3;
      array.data = Bytes(array.getNumElements() * 2);
      for (size_t i = 0; i < array.data.size(); ++i)
        array.data[i] = i * 37;
      std::string bytes = printNpy(array);
      EXPECT_EQ((bytes.size() - array.data.size()) % 64, 0u);
      llvm::Expected<NpyArray> again = parseNpy(bytes);
      ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
      EXPECT_EQ(again->descr, array.descr);
      EXPECT_EQ(again->fortranOrder, fortran);
      EXPECT_EQ(again->shape, array.shape);
      EXPECT_EQ(again->data, array.data);
    }
}

TEST(Npy, SaysWhatIsWrongAndWhere) {
  EXPECT_THAT(errorOf(""), HasSubstr("byte 0: this is not a .npy file"));
  EXPECT_THAT(errorOf("PK\3\4"), HasSubstr("not a .npy file"));
  EXPECT_THAT(errorOf(makeFile(4, headerOf("<f4", "1,"), 4)),
              HasSubstr("unknown version 4"));
  EXPECT_THAT(errorOf(makeFile(1, headerOf(">f4", "1,"), 4)),
              HasSubstr("newbyteorder"));
  EXPECT_THAT(errorOf(makeFile(1, headerOf("<c8", "1,"), 8)),
              HasSubstr("no element type for the dtype '<c8'"));
  EXPECT_THAT(errorOf(makeFile(1, headerOf("<f16", "1,"), 16)),
              HasSubstr("no element type"));
  EXPECT_THAT(errorOf(makeFile(1, headerOf("<f4", "1,"), 3)),
              HasSubstr("needs 4 bytes of elements, but the file has 3"));
  EXPECT_THAT(errorOf(makeFile(1, headerOf("<f4", "1,"), 5)),
              HasSubstr("but the file has 5"));
  EXPECT_THAT(
      errorOf(makeFile(1, headerOf("<f4", "4294967296, 4294967296"), 4)),
      HasSubstr("more than 2^62"));
  EXPECT_THAT(errorOf(makeFile(1, headerOf("<f4", "-1,"), 4)),
              HasSubstr("expected the length of a dimension"));
  EXPECT_THAT(errorOf(makeFile(1, "{'descr': '<f4'}", 0)),
              HasSubstr("lacks the key 'fortran_order'"));
  EXPECT_THAT(errorOf(makeFile(1, "{'descr': [('a', '<f4')]}", 0)),
              HasSubstr("records"));
  EXPECT_THAT(errorOf(makeFile(1, "{'descr': '<f4', 'descr': '<f4'}", 0)),
              HasSubstr("comes twice"));
  EXPECT_THAT(errorOf(makeFile(1, "{'colour': 'red'}", 0)),
              HasSubstr("byte 11: the header's key 'colour' is unknown"));
}

/// Every prefix of a good file, and every file with one byte changed, is read
/// or refused; neither crashes.
TEST(Npy, NoBrokenFileIsTakenForAWholeOne) {
  std::string good = makeFile(1, headerOf("<f4", "2, 2"), 16);
  for (size_t size = 0; size < good.size(); ++size)
    EXPECT_NE(errorOf(good.substr(0, size)), "(no error)") << size;
  for (size_t at = 0; at < good.size(); ++at)
    for (int value = 0; value < 256; ++value) {
      std::string broken = good;
      broken[at] = char(value);
      llvm::Expected<NpyArray> array = parseNpy(broken);
      if (!array) {
        llvm::consumeError(array.takeError());
        continue;
      }
      EXPECT_EQ(size_t(array->getNumElements()) * array->elementBytes,
                array->data.size());
    }
}

TEST(Npy, NamesTheFileItCannotRead) {
  llvm::Expected<NpyArray> array = readNpy("no/such/file.npy");
  ASSERT_FALSE(bool(array));
  EXPECT_THAT(llvm::toString(array.takeError()),
              HasSubstr("cannot read 'no/such/file.npy'"));
}
