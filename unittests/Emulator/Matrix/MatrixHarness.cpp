//===- MatrixHarness.cpp - Runs one matrix instruction in tests -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixHarness.h"
#include <cmath>
#include <cstring>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {
struct FloatFields {
  const char *name;
  int exponentBits, fractionBits;
  int shift; ///< of the number in its register
};
} // namespace

static constexpr FloatFields floatTypes[] = {
    {"f16", 5, 10, 0}, {"bf16", 8, 7, 0},  {"tf32", 8, 10, 13},
    {"f32", 8, 23, 0}, {"f64", 11, 52, 0}, {"e4m3", 4, 3, 0},
    {"e5m2", 5, 2, 0}};

static const FloatFields *findFloat(const std::string &type) {
  for (const FloatFields &fields : floatTypes)
    if (type == fields.name)
      return &fields;
  return nullptr;
}

unsigned test::bitsOf(const std::string &type) {
  if (type == "tf32")
    return 32;
  const FloatFields *fields = findFloat(type);
  if (fields)
    return 1 + fields->exponentBits + fields->fractionBits;
  return static_cast<unsigned>(std::stoi(type.substr(1)));
}

uint64_t test::encode(const std::string &type, double value) {
  const FloatFields *fields = findFloat(type);
  unsigned bits = bitsOf(type);
  if (!fields) {
    uint64_t mask = bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
    return static_cast<uint64_t>(static_cast<int64_t>(value)) & mask;
  }
  uint64_t sign = std::signbit(value) ? 1 : 0, magnitude = 0;
  int bias = (1 << (fields->exponentBits - 1)) - 1;
  if (value != 0) {
    int exponent = std::max(std::ilogb(value), 1 - bias);
    double scaled =
        std::ldexp(std::fabs(value), fields->fractionBits - exponent);
    EXPECT_EQ(scaled, std::floor(scaled))
        << value << " is not exact in " << type;
    magnitude = static_cast<uint64_t>(scaled);
    // The leading one of a normal number adds one to the exponent field.
    magnitude += static_cast<uint64_t>(exponent + bias - 1)
                 << fields->fractionBits;
  }
  sign <<= fields->exponentBits + fields->fractionBits;
  return (sign | magnitude) << fields->shift;
}

uint32_t test::encodeSmall(int exponentBits, int fractionBits, double value) {
  for (uint32_t bits = 0; bits != 1u << (exponentBits + fractionBits); ++bits) {
    int field = static_cast<int>(bits >> fractionBits);
    double fraction = bits & ((1u << fractionBits) - 1);
    double number = std::ldexp(fraction + (field ? 1 << fractionBits : 0),
                               std::max(field, 1) - (1 << (exponentBits - 1)) +
                                   1 - fractionBits);
    if (number == std::fabs(value))
      return bits | uint32_t(value < 0) << (exponentBits + fractionBits);
  }
  ADD_FAILURE() << value << " is no number of e" << exponentBits << 'm'
                << fractionBits;
  return 0;
}

double test::decode(const std::string &type, uint64_t bits) {
  const FloatFields *fields = findFloat(type);
  if (!fields) {
    unsigned width = bitsOf(type);
    bool isNegative = type[0] == 's' && bits >> (width - 1) & 1;
    return static_cast<double>(bits) - (isNegative ? std::ldexp(1, width) : 0);
  }
  bits >>= fields->shift;
  int bias = (1 << (fields->exponentBits - 1)) - 1;
  uint64_t fractionMask = (uint64_t(1) << fields->fractionBits) - 1;
  uint64_t exponentMask = (uint64_t(1) << fields->exponentBits) - 1;
  uint64_t field = bits >> fields->fractionBits & exponentMask;
  double fraction = static_cast<double>(bits & fractionMask) +
                    (field ? std::ldexp(1, fields->fractionBits) : 0);
  double value = std::ldexp(fraction, static_cast<int>(field ? field : 1) -
                                          bias - fields->fractionBits);
  return bits >> (fields->exponentBits + fields->fractionBits) & 1 ? -value
                                                                   : value;
}

/// The word with element i of a lane, and its `shift` in the word.
static uint64_t *wordOf(std::vector<uint64_t> &lane, unsigned i, unsigned bits,
                        unsigned &shift) {
  shift = i * bits % 64;
  return &lane[i * bits / 64];
}

std::vector<uint32_t> test::makeFragment(const std::string &type,
                                         const NumberMatrix &matrix,
                                         const Formula &formula,
                                         unsigned elements) {
  unsigned bits = bitsOf(type);
  if (!elements)
    elements = matrix.rows * matrix.columns / 32;
  std::vector<uint32_t> words;
  for (unsigned lane = 0; lane != 32; ++lane) {
    std::vector<uint64_t> own((elements * bits + 63) / 64);
    for (unsigned i = 0; i != elements; ++i) {
      unsigned shift;
      uint64_t *word = wordOf(own, i, bits, shift);
      *word |= encode(type, matrix.at(formula(lane, i))) << shift;
    }
    for (unsigned w = 0; w != elements * bits / 32; ++w)
      words.push_back(static_cast<uint32_t>(own[w / 2] >> (w % 2 * 32)));
  }
  return words;
}

void test::readFragment(const std::string &type,
                        const std::vector<uint32_t> &words,
                        NumberMatrix &matrix, const Formula &formula,
                        const std::function<bool(unsigned)> &takesLane) {
  unsigned bits = bitsOf(type);
  size_t wordsOfLane = words.size() / 32, elements = wordsOfLane * 32 / bits;
  for (unsigned lane = 0; lane != 32; ++lane) {
    if (!takesLane(lane))
      continue;
    std::vector<uint64_t> own((wordsOfLane + 1) / 2);
    for (size_t w = 0; w != wordsOfLane; ++w)
      own[w / 2] |= uint64_t(words[lane * wordsOfLane + w]) << (w % 2 * 32);
    for (unsigned i = 0; i != elements; ++i) {
      unsigned shift;
      uint64_t value = *wordOf(own, i, bits, shift) >> shift;
      if (bits < 64)
        value &= (uint64_t(1) << bits) - 1;
      matrix.at(formula(lane, i)) += decode(type, value);
    }
  }
}

std::string test::withTarget(std::string text, const std::string &target) {
  size_t at = text.find("sm_90a");
  return text.replace(at, strlen("sm_90a"), target);
}

std::string MmaText::kernel() const {
  bool isDouble = a == "f64";
  unsigned wordsOfRegister = isDouble ? 2 : 1;
  auto registers = [&](char name, unsigned words) {
    std::string list = "{";
    for (unsigned i = 0; i != words / wordsOfRegister; ++i)
      list += (i ? ", %m" : "%m") + std::string(1, name) + std::to_string(i);
    return list + "}";
  };
  std::string type = isDouble ? "b64" : "b32", body = "  .reg ." + type;
  for (char name : {'a', 'b', 'c', 'd'})
    body += std::string(name == 'a' ? " %m" : ", %m") + name + "<16>";
  body += ";\n";
  auto transfer = [&](char name, unsigned words, unsigned parameter) {
    std::string p = "%rd" + std::to_string(parameter);
    std::string base = "%rd" + std::to_string(10 + parameter);
    body += "  mad.wide.u32 " + base + ", %t, " + std::to_string(4 * words) +
            ", " + p + ";\n";
    for (unsigned i = 0; i != words / wordsOfRegister; ++i) {
      std::string reg = "%m" + std::string(1, name) + std::to_string(i);
      std::string place =
          "[" + base + "+" + std::to_string(4 * wordsOfRegister * i) + "]";
      body += name == 'd' ? "  st.global." + type + " " + place + ", " + reg
                          : "  ld.global." + type + " " + reg + ", " + place;
      body += ";\n";
    }
  };
  transfer('a', aWords, 1);
  transfer('b', bWords, 2);
  transfer('c', cWords, 3);
  body += "  " + modifiers + " " + registers('d', dWords) + ", " +
          registers('a', aWords) + ", " + registers('b', bWords) + ", " +
          registers('c', cWords) + ";\n";
  transfer('d', dWords, 0);
  return withTarget(test::kernel(body), target);
}

std::vector<uint32_t> test::runMma(const MmaText &mma,
                                   const std::vector<uint32_t> &a,
                                   const std::vector<uint32_t> &b,
                                   const std::vector<uint32_t> &c) {
  KernelRun run(mma.kernel());
  run.zeros(32 * 4 * mma.dWords).array(a).array(b).array(c);
  std::string error = run.launch();
  EXPECT_EQ(error, "") << mma.modifiers;
  return run.read<uint32_t>(0);
}

NumberMatrix test::multiplyAdd(const NumberMatrix &a, const NumberMatrix &b,
                               const NumberMatrix &c) {
  NumberMatrix d = c;
  for (unsigned i = 0; i != a.rows; ++i)
    for (unsigned j = 0; j != b.columns; ++j)
      for (unsigned k = 0; k != a.columns; ++k)
        d.at({i, j}) += a.at({i, k}) * b.at({k, j});
  return d;
}
