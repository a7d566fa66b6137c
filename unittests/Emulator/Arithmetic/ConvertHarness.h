//===- ConvertHarness.h - Small floats in tests of cvt --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference represents a format by the sorted list of its values, each an
// exact double made with ldexp, and rounds by finding the neighbours of a
// number in that list. Midpoints of neighbours are exact in double, too, as no
// format here has more than 24 significant bits. Nothing of the emulator's
// numerics is used.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_EMULATOR_ARITHMETIC_CONVERTHARNESS_H
#define TESSERA_UNITTESTS_EMULATOR_ARITHMETIC_CONVERTHARNESS_H

#include "../Matrix/MatrixHarness.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace tessera::ptx::test {

using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;

enum class Direction { Nearest, Zero, Down, Up };
struct NamedDirection {
  Direction direction;
  const char *suffix; ///< n, z, m, p
};
const NamedDirection directions[] = {{Direction::Nearest, "n"},
                                     {Direction::Zero, "z"},
                                     {Direction::Down, "m"},
                                     {Direction::Up, "p"}};

constexpr u32 noNan = ~0u;

/// A format of at most 16 bits.
class SmallFormat {
public:
  /// Without a NaN, a NaN is converted to the largest number.
  SmallFormat(int exponentBits, int fractionBits, bool hasInfinity, u32 nan)
      : exponentBits(exponentBits), fractionBits(fractionBits),
        hasInfinity(hasInfinity), nan(nan) {
    for (u32 bits = 0; isNumber(bits); ++bits)
      values.push_back(magnitude(bits));
  }

  u32 signBit() const { return 1u << (exponentBits + fractionBits); }
  bool isNan(u32 bits) const {
    bits &= signBit() - 1;
    return hasInfinity ? bits > infinity() : bits == nan;
  }
  double value(u32 bits) const {
    double sign = bits & signBit() ? -1 : 1;
    if (isNan(bits))
      return std::numeric_limits<double>::quiet_NaN();
    bits &= signBit() - 1;
    if (hasInfinity && bits == infinity())
      return sign * std::numeric_limits<double>::infinity();
    return sign * magnitude(bits);
  }
  /// The largest finite number.
  u32 largest() const { return static_cast<u32>(values.size()) - 1; }
  u32 infinity() const { return ((1u << exponentBits) - 1) << fractionBits; }

  /// The number nearest to x, or the next one in a direction. Too large a
  /// number becomes an infinity as in IEEE 754, or the largest number.
  u32 round(double x, Direction direction, bool isFinite) const {
    if (std::isnan(x))
      return nan == noNan ? largest() : nan;
    bool isNegative = std::signbit(x);
    u32 sign = isNegative ? signBit() : 0;
    double size = std::fabs(x);
    bool isAway = direction == (isNegative ? Direction::Down : Direction::Up);
    // The first value that is not below.
    auto above = std::lower_bound(values.begin(), values.end(), size);
    auto index = static_cast<u32>(above - values.begin());
    if (above != values.end() && *above == size)
      return sign | index;
    // Beyond the largest number, the first value of the next exponent counts.
    double upper = above == values.end() ? beyond() : *above;
    if (size >= upper)
      return sign | (isFinite || (direction != Direction::Nearest && !isAway &&
                                  std::isfinite(x))
                         ? largest()
                         : infinity());
    double middle = (values[index - 1] + upper) / 2;
    bool isUp = direction == Direction::Nearest
                    ? size > middle || (size == middle && index % 2 == 0)
                    : isAway;
    index -= !isUp;
    if (index == values.size())
      return sign | (isFinite ? largest() : infinity());
    return sign | index;
  }

private:
  bool isNumber(u32 bits) const {
    return bits < signBit() && bits != nan &&
           (!hasInfinity || bits < infinity());
  }
  double magnitude(u32 bits) const {
    int bias = (1 << (exponentBits - 1)) - 1;
    int exponent = static_cast<int>(bits >> fractionBits);
    auto fraction = static_cast<double>(bits & ((1u << fractionBits) - 1));
    if (exponent == 0)
      return std::ldexp(fraction, 1 - bias - fractionBits);
    return std::ldexp(fraction + (1 << fractionBits),
                      exponent - bias - fractionBits);
  }
  double beyond() const {
    return values.back() + (values.back() - values[values.size() - 2]);
  }

  int exponentBits, fractionBits;
  bool hasInfinity;
  u32 nan;
  std::vector<double> values;
};

inline const SmallFormat &half() {
  static const SmallFormat format(5, 10, true, 0x7FFF);
  return format;
}
inline const SmallFormat &bfloat() {
  static const SmallFormat format(8, 7, true, 0x7FFF);
  return format;
}
inline const SmallFormat &e4m3() {
  static const SmallFormat format(4, 3, false, 0x7F);
  return format;
}
inline const SmallFormat &e5m2() {
  static const SmallFormat format(5, 2, true, 0x7F);
  return format;
}
inline const SmallFormat &e3m2() {
  static const SmallFormat format(3, 2, false, noNan);
  return format;
}
inline const SmallFormat &e2m3() {
  static const SmallFormat format(2, 3, false, noNan);
  return format;
}
inline const SmallFormat &e2m1() {
  static const SmallFormat format(2, 1, false, noNan);
  return format;
}

inline u32 bitsOf(float x) {
  u32 bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}
inline u64 bitsOf(double x) {
  u64 bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}
inline float floatOf(u32 bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

/// All patterns of 8 or 16 bits.
inline std::vector<u64> allPatterns(unsigned bits) {
  std::vector<u64> all(size_t(1) << bits);
  for (size_t i = 0; i != all.size(); ++i)
    all[i] = i;
  return all;
}

/// Runs `body` on each input, which is in %rd10, %r10, %h10 and in the halves
/// {%h10, %h11}; the result is taken from %rd11.
inline std::vector<u64> runAll(const std::string &body,
                               const std::vector<u64> &in,
                               const char *target = "sm_90a",
                               const char *version = "9.0") {
  std::vector<u64> padded = in;
  padded.resize((in.size() + 255) / 256 * 256);
  std::string text = withTarget(kernel(R"(
    mov.u32 %r40, %ctaid.x;
    mad.lo.u32 %r40, %r40, 256, %t;
    mul.wide.u32 %rd40, %r40, 8;
    add.u64 %rd41, %rd1, %rd40;
    add.u64 %rd42, %rd0, %rd40;
    ld.global.b64 %rd10, [%rd41];
    cvt.u32.u64 %r10, %rd10;
    mov.b32 {%h10, %h11}, %r10;
)" + body + "\n    st.global.b64 [%rd42], %rd11;"),
                                target);
  KernelRun run(withVersion(text, version));
  run.zeros(padded.size() * 8).array(padded).zeros(8).zeros(8);
  EXPECT_EQ(
      run.launch({static_cast<u32>(padded.size() / 256), 1, 1}, {256, 1, 1}),
      "")
      << body;
  std::vector<u64> out = run.read<u64>(0);
  out.resize(in.size());
  return out;
}

/// Reports the first input for which the instruction and the reference differ.
template <typename Reference>
void expectAll(const std::string &body, const std::vector<u64> &in,
               Reference reference, const char *target = "sm_90a",
               const char *version = "9.0") {
  std::vector<u64> out = runAll(body, in, target, version);
  for (size_t i = 0; i != in.size(); ++i)
    if (u64 expected = reference(in[i]); out[i] != expected) {
      ADD_FAILURE() << body << "\n  of 0x" << std::hex << in[i] << " is 0x"
                    << out[i] << ", not 0x" << expected;
      return;
    }
}

/// Singles whose rounding to a format is critical: its values, the midpoints of
/// neighbours, and the numbers next to all of them.
inline std::vector<u64> singlesAround(const SmallFormat &format) {
  std::vector<u64> singles;
  auto add = [&](double x) {
    u32 bits = bitsOf(static_cast<float>(x));
    for (u32 near : {bits - 1, bits, bits + 1})
      for (u32 sign : {0u, 0x80000000u})
        singles.push_back((near & 0x7FFFFFFF) | sign);
  };
  for (u32 i = 0; i < format.largest(); ++i) {
    add(format.value(i));
    add((format.value(i) + format.value(i + 1)) / 2);
  }
  double largest = format.value(format.largest());
  double step = largest - format.value(format.largest() - 1);
  for (double x : {largest, largest + step / 2, largest + step, 2 * largest})
    add(x);
  for (u32 special : {0x7F800000u, 0xFF800000u, 0x7FC00000u, 0xFF800001u,
                      0x7F7FFFFFu, 1u, 0x80000001u, 0x00800000u})
    singles.push_back(special);
  return singles;
}

inline u32 relu(u32 bits, const SmallFormat &format) {
  return (bits & format.signBit()) && !format.isNan(bits) ? 0 : bits;
}

struct SmallType {
  const char *name;
  const SmallFormat &(*format)();
};
const SmallType smallTypes[] = {{"f16", half}, {"bf16", bfloat}};

} // namespace tessera::ptx::test

#endif // TESSERA_UNITTESTS_EMULATOR_ARITHMETIC_CONVERTHARNESS_H
