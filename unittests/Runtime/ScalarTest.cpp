//===- ScalarTest.cpp - Values as users write them ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Scalar.h"
#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::runtime;

static std::optional<uint64_t> parse(Format format, llvm::StringRef text) {
  llvm::Expected<uint64_t> bits = parseScalar(format, text);
  if (bits)
    return *bits;
  EXPECT_NE(llvm::toString(bits.takeError()).find(text.str()),
            std::string::npos)
      << "the message does not quote the value";
  return std::nullopt;
}

TEST(Scalar, NamesOfTileIRAndOfNumpyMeanTheSame) {
  EXPECT_EQ(findFormat("i32"), Format::I32);
  EXPECT_EQ(findFormat("int32"), Format::I32);
  EXPECT_EQ(findFormat("uint32"), Format::I32);
  EXPECT_EQ(findFormat("bool"), Format::I1);
  EXPECT_EQ(findFormat("bf16"), Format::BF16);
  EXPECT_EQ(findFormat("bfloat16"), Format::BF16);
  EXPECT_EQ(findFormat("f8E4M3FN"), Format::F8E4M3FN);
  EXPECT_EQ(findFormat("float8_e4m3fn"), Format::F8E4M3FN);
  EXPECT_EQ(findFormat("float8_e8m0fnu"), Format::F8E8M0FNU);
  EXPECT_EQ(findFormat("i4"), std::nullopt);
  EXPECT_EQ(findFormat("u32"), std::nullopt);
  EXPECT_EQ(findFormat(""), std::nullopt);
}

TEST(Scalar, EveryListedNameIsFound) {
  llvm::SmallVector<llvm::StringRef> names;
  std::string list = listFormats();
  llvm::StringRef(list).split(names, ", ");
  EXPECT_EQ(names.size(), 14u);
  for (llvm::StringRef name : names)
    EXPECT_TRUE(findFormat(name)) << name.str();
}

TEST(Scalar, IntegersHaveASignedAndAnUnsignedReading) {
  EXPECT_EQ(parse(Format::I8, "-128"), 0x80u);
  EXPECT_EQ(parse(Format::I8, "255"), 0xffu);
  EXPECT_EQ(parse(Format::I8, "-129"), std::nullopt);
  EXPECT_EQ(parse(Format::I8, "256"), std::nullopt);
  EXPECT_EQ(parse(Format::I32, "-1"), 0xffffffffu);
  EXPECT_EQ(parse(Format::I32, "0x10"), 16u);
  EXPECT_EQ(parse(Format::I32, "010"), 10u);
  EXPECT_EQ(parse(Format::I64, "18446744073709551615"), ~uint64_t(0));
  EXPECT_EQ(parse(Format::I64, "18446744073709551616"), std::nullopt);
  EXPECT_EQ(parse(Format::I64, "-9223372036854775808"), uint64_t(1) << 63);
  EXPECT_EQ(parse(Format::I1, "true"), 1u);
  EXPECT_EQ(parse(Format::I1, "0"), 0u);
  EXPECT_EQ(parse(Format::I1, "2"), std::nullopt);
  EXPECT_EQ(parse(Format::I32, ""), std::nullopt);
  EXPECT_EQ(parse(Format::I32, "--1"), std::nullopt);
  EXPECT_EQ(parse(Format::I32, "1.5"), std::nullopt);
}

TEST(Scalar, FloatsRoundToNearestEven) {
  EXPECT_EQ(parse(Format::F32, "1.5"), 0x3fc00000u);
  EXPECT_EQ(parse(Format::F16, "1.5"), 0x3e00u);
  EXPECT_EQ(parse(Format::BF16, "1.5"), 0x3fc0u);
  EXPECT_EQ(parse(Format::F64, "-0.0"), uint64_t(1) << 63);
  // Half way between two bf16 numbers: to the even one.
  EXPECT_EQ(parse(Format::BF16, "0x1.01p0"), 0x3f80u);
  EXPECT_EQ(parse(Format::BF16, "0x1.03p0"), 0x3f82u);
  // tf32 keeps ten bits of significand, in the bits of an f32.
  EXPECT_EQ(parse(Format::TF32, "0x1.0004p0"), 0x3f800000u);
  EXPECT_EQ(parse(Format::TF32, "0x1.004p0"), 0x3f802000u);
  EXPECT_EQ(parse(Format::F8E4M3FN, "448"), 0x7eu);
  EXPECT_EQ(parse(Format::F32, "inf"), 0x7f800000u);
  EXPECT_EQ(parse(Format::F32, "1e99"), std::nullopt);
  EXPECT_EQ(parse(Format::F32, "one"), std::nullopt);
  EXPECT_EQ(parse(Format::F32, ""), std::nullopt);
}

TEST(Scalar, BitPatternsNeedAllTheirDigits) {
  EXPECT_EQ(parse(Format::F32, "0x7fc00001"), 0x7fc00001u);
  EXPECT_EQ(parse(Format::BF16, "0x7FC1"), 0x7fc1u);
  EXPECT_EQ(parse(Format::F32, "0x7fc0"), std::nullopt);
  EXPECT_EQ(parse(Format::F32, "0x7fc0000g"), std::nullopt);
}

/// Every printed value reads back as the same bits, tested for all values of
/// every small format.
TEST(Scalar, PrintedValuesReadBack) {
  for (Format format : {Format::I8, Format::I16, Format::F8E4M3FN,
                        Format::F8E5M2, Format::F16, Format::BF16})
    for (uint64_t bits = 0; bits >> numerics::bitWidth(format) == 0; ++bits) {
      if (numerics::isFloat(format) && numerics::isNaN(format, bits)) {
        EXPECT_EQ(printScalar(format, bits), "nan");
        continue;
      }
      std::string text = printScalar(format, bits);
      ASSERT_EQ(parse(format, text), bits) << text;
    }
}

TEST(Scalar, LoadsAreLittleEndian) {
  const uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_EQ(loadScalar(Format::I8, bytes), 1u);
  EXPECT_EQ(loadScalar(Format::BF16, bytes), 0x0201u);
  EXPECT_EQ(loadScalar(Format::F64, bytes), 0x0807060504030201u);
}
