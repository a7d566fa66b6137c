//===- MatrixTest.cpp - Matrix products -----------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two oracles: small integers, whose products and sums are exact in every
// format, so that rounding does not matter; and arbitrary bits through LLVM's
// APFloat.
//
//===----------------------------------------------------------------------===//

#include "TileProgram.h"
#include "tessera/Numerics/Convert.h"
#include "gmock/gmock.h"
#include <random>

using namespace tessera;
using namespace tessera::interp;
using llvm::APFloat;
using numerics::Format;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {
/// A product of matrices: the operands' types, made of the bytes in memory, and
/// their extents.
struct Problem {
  int64_t batch, m, n, k;

  TileProgram::Shape shape(int64_t rows, int64_t columns) const {
    return batch ? TileProgram::Shape{batch, rows, columns}
                 : TileProgram::Shape{rows, columns};
  }
  int64_t count(int64_t rows, int64_t columns) const {
    return std::max<int64_t>(batch, 1) * rows * columns;
  }
  /// Calls fn(index in the sum, in lhs, in rhs) for every product, in order of
  /// k for each element of the sum.
  template <typename Fn> void forEachProduct(Fn fn) const {
    for (int64_t b = 0; b < std::max<int64_t>(batch, 1); ++b)
      for (int64_t i = 0; i < m; ++i)
        for (int64_t j = 0; j < n; ++j)
          for (int64_t d = 0; d < k; ++d)
            fn((b * m + i) * n + j, (b * m + i) * k + d, (b * k + d) * n + j);
  }
};
} // namespace

static const Problem problems[] = {
    {0, 1, 1, 1}, {0, 4, 2, 8}, {0, 2, 16, 1}, {0, 16, 8, 32},
    {1, 2, 4, 2}, {4, 2, 8, 4}, {2, 8, 1, 4},
};

static std::vector<uint64_t> randomBits(std::mt19937 &random, int64_t count) {
  std::vector<uint64_t> bits(count);
  for (uint64_t &b : bits)
    b = random() | uint64_t(random()) << 32;
  return bits;
}

template <typename T>
static void give(TileProgram &program, const std::string &name,
                 const std::string &element, const TileProgram::Shape &shape,
                 const std::vector<uint64_t> &bits) {
  program.input<T>(name, element, shape,
                   std::vector<T>(bits.begin(), bits.end()));
}

static void giveBits(TileProgram &program, const std::string &name,
                     Format format, const TileProgram::Shape &shape,
                     const std::vector<uint64_t> &bits) {
  std::string element = numerics::name(format).str();
  switch (numerics::storageBytes(format)) {
  case 1:
    return give<uint8_t>(program, name, element, shape, bits);
  case 2:
    return give<uint16_t>(program, name, element, shape, bits);
  case 4:
    return give<uint32_t>(program, name, element, shape, bits);
  default:
    return give<uint64_t>(program, name, element, shape, bits);
  }
}

static std::vector<uint64_t> runBits(TileProgram &program, Format format,
                                     const TileProgram::Shape &shape,
                                     const std::string &body) {
  std::string element = numerics::name(format).str();
  auto widen = [](auto bits) {
    return std::vector<uint64_t>(bits.begin(), bits.end());
  };
  switch (numerics::storageBytes(format)) {
  case 2:
    return widen(program.run<uint16_t>(element, shape, body));
  case 4:
    return widen(program.run<uint32_t>(element, shape, body));
  default:
    return widen(program.run<uint64_t>(element, shape, body));
  }
}

/// Runs mmaf on operands of these bits.
static std::vector<uint64_t> mmaf(const Problem &p, Format in, Format out,
                                  const std::vector<uint64_t> &lhs,
                                  const std::vector<uint64_t> &rhs,
                                  const std::vector<uint64_t> &acc) {
  TileProgram program;
  giveBits(program, "l", in, p.shape(p.m, p.k), lhs);
  giveBits(program, "x", in, p.shape(p.k, p.n), rhs);
  giveBits(program, "acc", out, p.shape(p.m, p.n), acc);
  auto type = [&](Format format, int64_t rows, int64_t columns) {
    return TileProgram::type(numerics::name(format), p.shape(rows, columns));
  };
  return runBits(program, out, p.shape(p.m, p.n),
                 "%r = mmaf %l, %x, %acc : " + type(in, p.m, p.k) + ", " +
                     type(in, p.k, p.n) + ", " + type(out, p.m, p.n));
}

static const std::pair<Format, Format> mmafFormats[] = {
    {Format::F8E4M3FN, Format::F16}, {Format::F8E4M3FN, Format::F32},
    {Format::F8E5M2, Format::F16},   {Format::F8E5M2, Format::F32},
    {Format::F16, Format::F16},      {Format::F16, Format::F32},
    {Format::BF16, Format::F32},     {Format::TF32, Format::F32},
    {Format::F32, Format::F32},      {Format::F64, Format::F64},
};

TEST(Matrix, floatsOfSmallIntegersAreExact) {
  std::mt19937 random(5);
  for (auto [in, out] : mmafFormats)
    for (const Problem &p : problems) {
      auto integers = [&](int64_t count, Format format,
                          std::vector<int64_t> &values) {
        std::vector<uint64_t> bits;
        for (int64_t i = 0; i < count; ++i) {
          values.push_back(int64_t(random() % 9) - 4);
          bits.push_back(numerics::intToFloat(Format::I64, format,
                                              values.back(),
                                              numerics::Signedness::Signed));
        }
        return bits;
      };
      std::vector<int64_t> a, b, sum;
      std::vector<uint64_t> lhs = integers(p.count(p.m, p.k), in, a);
      std::vector<uint64_t> rhs = integers(p.count(p.k, p.n), in, b);
      std::vector<uint64_t> acc = integers(p.count(p.m, p.n), out, sum);
      p.forEachProduct(
          [&](int64_t s, int64_t l, int64_t r) { sum[s] += a[l] * b[r]; });
      std::vector<uint64_t> result = mmaf(p, in, out, lhs, rhs, acc);
      ASSERT_EQ(result.size(), sum.size());
      for (size_t i = 0; i < sum.size(); ++i)
        EXPECT_EQ(numerics::decode(out, result[i]).convertToDouble(),
                  double(sum[i]))
            << numerics::name(in).str();
    }
}

/// The rule for numbers of any size: each product is exact, and each sum is
/// rounded once in the accumulator's format, in order of k; f16 is f32 until
/// the end.
TEST(Matrix, floatsOfAnyBitsRoundOnceForEachProduct) {
  std::mt19937 random(6);
  for (auto [in, out] : mmafFormats)
    for (const Problem &p : problems) {
      auto bits = [&](int64_t count, Format format) {
        std::vector<uint64_t> all = randomBits(random, count);
        for (uint64_t &b : all) {
          b &= numerics::lowBits(numerics::bitWidth(format));
          // A NaN in every sum would hide other mistakes.
          if (random() % 32 && numerics::isNaN(format, b))
            b = 0;
          if (format == Format::TF32)
            b &= ~numerics::lowBits(13);
        }
        return all;
      };
      std::vector<uint64_t> lhs = bits(p.count(p.m, p.k), in);
      std::vector<uint64_t> rhs = bits(p.count(p.k, p.n), in);
      std::vector<uint64_t> acc = bits(p.count(p.m, p.n), out), sum = acc;
      const Format wide = out == Format::F16 ? Format::F32 : out;
      auto convertSum = [&](Format from, Format to) {
        for (uint64_t &b : sum)
          b = from == to ? b : numerics::convertFloat(from, to, b);
      };
      convertSum(out, wide);
      // Quad has twice the bits and a wide exponent: products are exact in it,
      // and the sums are then cut to the format; f64 uses the fused operation
      // itself.
      p.forEachProduct([&, in = in](int64_t s, int64_t l, int64_t r) {
        auto in64 = [&](uint64_t b) {
          return numerics::convertFloat(in, Format::F64, b);
        };
        APFloat x = numerics::decode(Format::F64, in64(lhs[l]));
        APFloat y = numerics::decode(Format::F64, in64(rhs[r]));
        APFloat old = numerics::decode(wide, sum[s]);
        if (wide == Format::F64) {
          x.fusedMultiplyAdd(y, old, APFloat::rmNearestTiesToEven);
        } else {
          // Every operand of mmaf except f64 has at most 24 bits, so that a
          // product is a double. The last rounding is that of the fused
          // operation 1 * product + acc in the format, once both fit it.
          bool lost;
          APFloat product = x;
          product.multiply(y, APFloat::rmNearestTiesToEven);
          for (APFloat *f : {&product, &old})
            f->convert(APFloat::IEEEquad(), APFloat::rmNearestTiesToEven,
                       &lost);
          APFloat::opStatus status = product.add(old, APFloat::rmTowardZero);
          // To odd, so that a second rounding is harmless.
          if (status & APFloat::opInexact) {
            llvm::APInt word = product.bitcastToAPInt();
            word.setBit(0);
            product = APFloat(APFloat::IEEEquad(), word);
          }
          x = product;
        }
        sum[s] = x.isNaN() ? numerics::canonicalNaN(wide)
                           : numerics::roundFloat(wide, x);
      });
      convertSum(wide, out);
      // The sign of an exact zero sum depends on the rounding of quad above.
      std::vector<uint64_t> result = mmaf(p, in, out, lhs, rhs, acc);
      ASSERT_EQ(result.size(), sum.size());
      for (size_t i = 0; i < sum.size(); ++i)
        EXPECT_EQ(result[i], sum[i])
            << numerics::name(in).str() << " to " << numerics::name(out).str();
    }
}

TEST(Matrix, everyNaNIsTheCanonicalOne) {
  TileProgram p;
  p.input<uint32_t>("x", "f32", {1, 1}, {0xFFC00001});
  EXPECT_THAT(p.run<uint32_t>("f32", {1, 1},
                              "%r = mmaf %x, %x, %x : tile<1x1xf32>, "
                              "tile<1x1xf32>, tile<1x1xf32>"),
              ElementsAre(0x7FFFFFFF));
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

TEST(Matrix, integersOfEitherSignednessWrap) {
  std::mt19937 random(7);
  for (bool lhsSigned : {false, true})
    for (bool rhsSigned : {false, true})
      for (const Problem &p : problems) {
        std::vector<uint64_t> lhs = randomBits(random, p.count(p.m, p.k));
        std::vector<uint64_t> rhs = randomBits(random, p.count(p.k, p.n));
        std::vector<uint64_t> acc = randomBits(random, p.count(p.m, p.n));
        std::vector<uint32_t> sum(acc.begin(), acc.end());
        auto read = [](uint64_t byte, bool isSigned) -> int64_t {
          return isSigned ? int64_t(int8_t(byte)) : int64_t(uint8_t(byte));
        };
        p.forEachProduct([&](int64_t s, int64_t l, int64_t r) {
          sum[s] += static_cast<uint32_t>(read(lhs[l], lhsSigned) *
                                          read(rhs[r], rhsSigned));
        });
        TileProgram program;
        give<uint8_t>(program, "l", "i8", p.shape(p.m, p.k), lhs);
        give<uint8_t>(program, "x", "i8", p.shape(p.k, p.n), rhs);
        give<uint32_t>(program, "acc", "i32", p.shape(p.m, p.n), acc);
        auto word = [](bool isSigned) {
          return std::string(isSigned ? " signed" : " unsigned");
        };
        EXPECT_EQ(program.run<uint32_t>(
                      "i32", p.shape(p.m, p.n),
                      "%r = mmai %l, %x, %acc" + word(lhsSigned) +
                          word(rhsSigned) + " : " +
                          TileProgram::type("i8", p.shape(p.m, p.k)) + ", " +
                          TileProgram::type("i8", p.shape(p.k, p.n)) + ", " +
                          TileProgram::type("i32", p.shape(p.m, p.n))),
                  sum);
      }
}

//===----------------------------------------------------------------------===//
// Scaled floats
//===----------------------------------------------------------------------===//

namespace {
/// The formats of an operand and its scales, and the number of elements that
/// share a scale.
struct Scaling {
  Format in, scale;
  int64_t block;
};
} // namespace

static const Scaling scalings[] = {
    {Format::F8E4M3FN, Format::F8E8M0FNU, 32},
    {Format::F8E5M2, Format::F8E8M0FNU, 32},
    {Format::F4E2M1FN, Format::F8E4M3FN, 16},
    {Format::F4E2M1FN, Format::F8E8M0FNU, 16},
    {Format::F4E2M1FN, Format::F8E8M0FNU, 32},
    {Format::F4E2M1FN, Format::F8E5M3FNU, 16},
    {Format::F4E2M1FN, Format::F8E5M3FNU, 32},
};

/// Small numbers and scales near one: every product and sum is exact in f32.
TEST(Matrix, scalesApplyToTheirBlocks) {
  std::mt19937 random(8);
  for (const Scaling &s : scalings)
    for (int64_t batch : {0, 2}) {
      Problem p{batch, 4, 2, 64}, scales{batch, 4, 2, 64 / s.block};
      auto numbers = [&](int64_t count, Format format, bool isScale,
                         std::vector<double> &values) {
        std::vector<uint64_t> bits;
        for (int64_t i = 0; i < count; ++i) {
          double value = isScale ? double(1 << random() % 3)
                                 : double(int(random() % 9) - 4);
          values.push_back(value);
          bits.push_back(numerics::roundFloat(format, APFloat(value)));
        }
        return bits;
      };
      std::vector<double> a, b, ls, rs, sum;
      std::vector<uint64_t> lhs = numbers(p.count(4, 64), s.in, false, a);
      std::vector<uint64_t> rhs = numbers(p.count(64, 2), s.in, false, b);
      std::vector<uint64_t> lhsScale =
          numbers(p.count(4, scales.k), s.scale, true, ls);
      std::vector<uint64_t> rhsScale =
          numbers(p.count(scales.k, 2), s.scale, true, rs);
      std::vector<uint64_t> acc =
          numbers(p.count(4, 2), Format::F32, false, sum);
      p.forEachProduct([&](int64_t at, int64_t l, int64_t r) {
        int64_t depth = l % 64, row = l / 64, column = r % 2, slab = r / 128;
        sum[at] += a[l] * ls[row * scales.k + depth / s.block] * b[r] *
                   rs[(slab * scales.k + depth / s.block) * 2 + column];
      });

      // Elements of 4 bits come in bytes.
      TileProgram program;
      std::string in = numerics::name(s.in).str();
      std::string scale = numerics::name(s.scale).str();
      std::string body;
      auto operand = [&](const std::string &name, int64_t rows, int64_t columns,
                         const std::vector<uint64_t> &bits) {
        std::string type = TileProgram::type(in, p.shape(rows, columns));
        if (s.in != Format::F4E2M1FN) {
          give<uint8_t>(program, name, in, p.shape(rows, columns), bits);
          return type;
        }
        std::vector<uint64_t> packed(bits.size() / 2);
        for (size_t i = 0; i < bits.size(); ++i)
          packed[i / 2] |= bits[i] << i % 2 * 4;
        int64_t bytes = packed.size();
        give<uint8_t>(program, name + ".b", "i8", {bytes}, packed);
        std::string flat = TileProgram::type(in, {2 * bytes});
        body += "%" + name + ".u = unpack %" + name +
                ".b : " + TileProgram::type("i8", {bytes}) + " -> " + flat +
                "\n%" + name + " = reshape %" + name + ".u : " + flat + " -> " +
                type + "\n";
        return type;
      };
      std::string types = operand("l", 4, 64, lhs) + ", ";
      types += operand("x", 64, 2, rhs);
      give<uint8_t>(program, "ls", scale, p.shape(4, scales.k), lhsScale);
      give<uint8_t>(program, "rs", scale, p.shape(scales.k, 2), rhsScale);
      give<uint32_t>(program, "acc", "f32", p.shape(4, 2), acc);
      std::vector<uint32_t> result = program.run<uint32_t>(
          "f32", p.shape(4, 2),
          body + "%r = mmaf_scaled %l, %x, %acc, %ls, %rs : " + types + ", " +
              TileProgram::type("f32", p.shape(4, 2)) + ", " +
              TileProgram::type(scale, p.shape(4, scales.k)) + ", " +
              TileProgram::type(scale, p.shape(scales.k, 2)));
      ASSERT_EQ(result.size(), sum.size());
      for (size_t i = 0; i < sum.size(); ++i)
        EXPECT_EQ(llvm::bit_cast<float>(result[i]), float(sum[i])) << in;
    }
}

/// Products beyond the range of f32 are exact before they are rounded: the
/// largest scales of one side meet the least of the other.
TEST(Matrix, productsWithScalesDoNotOverflowOnTheWay) {
  TileProgram p;
  std::vector<uint8_t> largest(32, 0x7E), one(32, 0x38);
  p.input<uint8_t>("l", "f8E4M3FN", {1, 32}, largest);
  p.input<uint8_t>("x", "f8E4M3FN", {32, 1}, one);
  p.input<uint8_t>("ls", "f8E8M0FNU", {1, 1}, {0xFE});
  p.input<uint8_t>("rs", "f8E8M0FNU", {1, 1}, {0x00});
  p.input<uint32_t>("acc", "f32", {1, 1}, {0});
  // 32 * 448 * 2^127 * 2^-127.
  EXPECT_THAT(p.run<uint32_t>("f32", {1, 1},
                              "%r = mmaf_scaled %l, %x, %acc, %ls, %rs : "
                              "tile<1x32xf8E4M3FN>, tile<32x1xf8E4M3FN>, "
                              "tile<1x1xf32>, tile<1x1xf8E8M0FNU>, "
                              "tile<1x1xf8E8M0FNU>"),
              ElementsAre(llvm::bit_cast<uint32_t>(32 * 448.0f)));
}

TEST(Matrix, theSignOfAScaleCounts) {
  TileProgram p;
  // Alternating ones and zeros: eight products.
  std::vector<uint8_t> ones(8, 0x02);
  p.input<uint8_t>("b", "i8", {8}, ones);
  p.input<uint8_t>("plus", "f8E4M3FN", {1, 1}, {0x38});
  p.input<uint8_t>("minus", "f8E4M3FN", {1, 1}, {0xC0});
  p.input<uint32_t>("acc", "f32", {1, 1}, {0});
  auto body = [](const std::string &l, const std::string &r) {
    return "%u = unpack %b : tile<8xi8> -> tile<16xf4E2M1FN>\n"
           "%l = reshape %u : tile<16xf4E2M1FN> -> tile<1x16xf4E2M1FN>\n"
           "%x = reshape %u : tile<16xf4E2M1FN> -> tile<16x1xf4E2M1FN>\n"
           "%r = mmaf_scaled %l, %x, %acc, %" +
           l + ", %" + r +
           " : tile<1x16xf4E2M1FN>, tile<16x1xf4E2M1FN>, tile<1x1xf32>, "
           "tile<1x1xf8E4M3FN>, tile<1x1xf8E4M3FN>";
  };
  auto product = [&](const char *l, const char *r) {
    auto bits = p.run<uint32_t>("f32", {1, 1}, body(l, r));
    return llvm::bit_cast<float>(bits.at(0));
  };
  EXPECT_EQ(product("plus", "plus"), 8);
  EXPECT_EQ(product("minus", "plus"), -16);
  EXPECT_EQ(product("plus", "minus"), -16);
  EXPECT_EQ(product("minus", "minus"), 32);
}
