//===- SecondOpinionTest.cpp - The emulator's numbers and the interpreter's ==//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The emulator and the interpreter share no numerics. Here each is compared
// with the other: on all numbers of 16 bits, and on millions of random ones of
// 32 and 64. The formats of 8 bits are those of cvt.
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Emulator/Numerics/HostFloat.h"
#include "../Harness.h"
#include "tessera/Numerics/Convert.h"
#include "tessera/Numerics/Elementary.h"
#include <random>

using namespace tessera;
using namespace tessera::ptx;
using namespace tessera::ptx::test;
using numerics::Format;

namespace {

struct Pair {
  FloatFormat ours;
  Format theirs;
};
const Pair half = {halfFormat, Format::F16};
const Pair bfloat = {bfloatFormat, Format::BF16};
const Pair single = {singleFormat, Format::F32};
const Pair wide = {doubleFormat, Format::F64};

struct Direction {
  ptx::Rounding ours;
  numerics::Rounding theirs;
};
const Direction directions[] = {
    {ptx::Rounding::Nearest, numerics::Rounding::NearestEven},
    {ptx::Rounding::Zero, numerics::Rounding::Zero},
    {ptx::Rounding::Down, numerics::Rounding::NegativeInf},
    {ptx::Rounding::Up, numerics::Rounding::PositiveInf}};

/// Equal, or both NaN: the interpreter has a single NaN of f64.
bool areSame(Pair p, uint64_t ours, uint64_t theirs) {
  return ours == theirs || (p.ours.isNan(ours) && p.ours.isNan(theirs));
}

/// Counts differences; reports the first.
class Judge {
public:
  explicit Judge(std::string what) : what(std::move(what)) {}
  ~Judge() { EXPECT_EQ(wrong, 0u) << what << "; the first: " << first; }
  void compare(Pair p, uint64_t ours, uint64_t theirs, uint64_t a,
               uint64_t b = 0, uint64_t c = 0) {
    if (areSame(p, ours, theirs) || wrong++)
      return;
    char text[200];
    std::snprintf(text, sizeof text, "%llx %llx %llx: %llx, interpreter %llx",
                  (unsigned long long)a, (unsigned long long)b,
                  (unsigned long long)c, (unsigned long long)ours,
                  (unsigned long long)theirs);
    first = text;
  }

private:
  std::string what, first;
  size_t wrong = 0;
};

/// Numbers around which roundings change: a few of each kind, with both signs.
std::vector<uint64_t> landmarks(FloatFormat f) {
  std::vector<uint64_t> result;
  uint64_t leastNormal = uint64_t(1) << f.fractionBits;
  for (uint64_t x :
       {uint64_t(0), uint64_t(1), uint64_t(2), leastNormal - 1, leastNormal,
        leastNormal + 1, f.one() - 1, f.one(), f.one() + 1,
        f.one() + leastNormal / 2, f.one() + 3 * leastNormal, f.largest(),
        f.largest() - 1, f.infinity(), f.infinity() + 1, f.canonicalNan()}) {
    result.push_back(x & ~f.signBit());
    result.push_back(x | f.signBit());
  }
  std::mt19937 random(16);
  while (result.size() < 48)
    result.push_back(random() & (f.signBit() | (f.signBit() - 1)));
  return result;
}

template <typename F> void forAll16(F f) {
  for (uint64_t x = 0; x != 0x10000; ++x)
    f(x);
}

void compareArithmetic(Pair p, Direction d, uint64_t a, uint64_t b, uint64_t c,
                       Judge (&judges)[5]) {
  numerics::FloatMode mode = {d.theirs, false};
  judges[0].compare(p, addFloat(p.ours, a, b, d.ours),
                    numerics::add(p.theirs, a, b, mode), a, b);
  judges[1].compare(p, mulFloat(p.ours, a, b, d.ours),
                    numerics::mul(p.theirs, a, b, mode), a, b);
  judges[2].compare(p, divFloat(p.ours, a, b, d.ours),
                    numerics::div(p.theirs, a, b, mode), a, b);
  judges[3].compare(p, fmaFloat(p.ours, a, b, c, d.ours),
                    numerics::fma(p.theirs, a, b, c, mode), a, b, c);
  judges[4].compare(p, sqrtFloat(p.ours, a, d.ours),
                    numerics::sqrt(p.theirs, a, mode), a);
}

/// A number whose exponent is often near those of others.
uint64_t randomNumber(FloatFormat f, std::mt19937_64 &random) {
  uint64_t all = f.signBit() | (f.signBit() - 1), x = random() & all;
  switch (random() % 8) {
  case 0:
    return x & ~f.infinity(); // subnormal
  case 1:
    return x | (f.infinity() & (f.infinity() - 1) & all); // huge, NaN
  case 2:
    return x & ~((uint64_t(1) << (f.fractionBits / 2 + 1)) - 1); // few bits
  case 3:
  case 4:
  case 5:
    return (x & ~f.infinity()) | (uint64_t(f.bias() - 4) + random() % 8)
                                     << f.fractionBits;
  default:
    return x;
  }
}

/// The results of an instruction for all numbers of 16 bits, or for `inputs`.
template <typename T>
std::vector<T> runOver(const std::string &instruction,
                       const std::vector<T> &inputs) {
  std::string bits = std::to_string(8 * sizeof(T));
  KernelRun run(
      kernel("  .reg .b" + bits +
             " %x, %y;\n"
             "  mov.u32 %r2, %ctaid.x; mad.lo.u32 %r2, %r2, 1024, %t;\n"
             "  mul.wide.u32 %rd5, %r2, " +
             std::to_string(sizeof(T)) +
             "; add.u64 %rd6, %rd5, %rd1; add.u64 %rd5, %rd5, %rd0;\n"
             "  ld.global.b" +
             bits + " %x, [%rd6];\n  " + instruction + "\n  st.global.b" +
             bits + " [%rd5], %y;"));
  run.zeros(inputs.size() * sizeof(T)).array(inputs).zeros(4).zeros(4);
  run.config.hostThreads = 1;
  auto blocks = static_cast<uint32_t>(inputs.size() / 1024);
  EXPECT_EQ(run.launch({blocks, 1, 1}, {1024, 1, 1}), "") << instruction;
  return run.read<T>(0);
}

std::vector<uint16_t> all16() {
  std::vector<uint16_t> all;
  forAll16([&](uint64_t x) { all.push_back(static_cast<uint16_t>(x)); });
  return all;
}

} // namespace

TEST(SecondOpinion, RootsAndConversionsOfAllHalves) {
  for (Pair p : {half, bfloat})
    for (Direction d : directions) {
      Judge roots("sqrt"), reciprocals("rcp");
      numerics::FloatMode mode = {d.theirs, false};
      forAll16([&](uint64_t x) {
        roots.compare(p, sqrtFloat(p.ours, x, d.ours),
                      numerics::sqrt(p.theirs, x, mode), x);
        reciprocals.compare(p, divFloat(p.ours, p.ours.one(), x, d.ours),
                            numerics::div(p.theirs, p.ours.one(), x, mode), x);
      });
      for (Pair to : {half, bfloat, single, wide}) {
        Judge conversions("conversion");
        forAll16([&](uint64_t x) {
          conversions.compare(
              to, convertFloat(p.ours, to.ours, x, d.ours),
              numerics::convertFloat(p.theirs, to.theirs, x, d.theirs), x);
        });
      }
    }
}

TEST(SecondOpinion, IntegersFromAndToAllHalves) {
  const std::pair<unsigned, Format> integers[] = {
      {8, Format::I8}, {16, Format::I16}, {32, Format::I32}, {64, Format::I64}};
  for (Direction d : directions)
    for (Pair p : {half, bfloat})
      for (auto [bits, type] : integers)
        for (bool isSigned : {false, true}) {
          unsigned width = bits;
          Format format = type;
          auto signedness = isSigned ? numerics::Signedness::Signed
                                     : numerics::Signedness::Unsigned;
          uint64_t mask =
              width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
          size_t wrong = 0;
          forAll16([&](uint64_t x) {
            uint64_t ours =
                floatToInteger(p.ours, x, d.ours, width, isSigned, 0) & mask;
            wrong += ours != numerics::floatToIntSaturating(
                                 p.theirs, format, x, signedness, d.theirs);
          });
          EXPECT_EQ(wrong, 0u) << width;
          if (width > 16)
            continue;
          Judge judge("from an integer");
          for (uint64_t x = 0; x <= mask; ++x) {
            uint64_t extended =
                isSigned ? uint64_t(int64_t(x << (64 - width)) >> (64 - width))
                         : x;
            judge.compare(
                p, integerToFloat(p.ours, extended, isSigned, d.ours),
                numerics::intToFloat(format, p.theirs, x, signedness, d.theirs),
                x);
          }
        }
}

TEST(SecondOpinion, ArithmeticOfAllHalvesWithLandmarks) {
  std::mt19937_64 random(3);
  for (Pair p : {half, bfloat}) {
    std::vector<uint64_t> others = landmarks(p.ours);
    Judge judges[5] = {Judge("add"), Judge("mul"), Judge("div"), Judge("fma"),
                       Judge("sqrt")};
    Judge extrema("min and max");
    forAll16([&](uint64_t x) {
      // Every other number meets every landmark, each in one direction.
      for (size_t i = 0; i != others.size(); ++i) {
        uint64_t b = others[i], c = others[(i * 7 + x) % others.size()];
        compareArithmetic(p, directions[(x + i) % 4], x, b, c, judges);
        for (bool isMax : {false, true}) {
          auto rule =
              i & 1 ? numerics::NaNRule::Propagate : numerics::NaNRule::Ignore;
          extrema.compare(p, minMaxFloat(p.ours, x, b, isMax, i & 1),
                          isMax ? numerics::max(p.theirs, x, b, rule)
                                : numerics::min(p.theirs, x, b, rule),
                          x, b);
        }
      }
    });
  }
}

TEST(SecondOpinion, ArithmeticOfRandomNumbers) {
  for (Pair p : {single, wide})
    for (Direction d : directions) {
      std::mt19937_64 random(32);
      Judge judges[5] = {Judge("add"), Judge("mul"), Judge("div"), Judge("fma"),
                         Judge("sqrt")};
      for (int i = 0; i != 150000; ++i) {
        uint64_t a = randomNumber(p.ours, random);
        uint64_t b = randomNumber(p.ours, random);
        uint64_t c = randomNumber(p.ours, random);
        if (i % 3 == 0) // cancellation
          c = mulFloat(p.ours, a, b, d.ours) ^ p.ours.signBit();
        compareArithmetic(p, d, a, b, c, judges);
      }
    }
}

TEST(SecondOpinion, ConversionsOfRandomNumbers) {
  std::mt19937_64 random(64);
  for (Pair from : {single, wide})
    for (Pair to : {half, bfloat, single, wide}) {
      Judge judge("conversion");
      for (int i = 0; i != 400000; ++i) {
        uint64_t x = randomNumber(from.ours, random);
        Direction d = directions[i % 4];
        judge.compare(
            to, convertFloat(from.ours, to.ours, x, d.ours),
            numerics::convertFloat(from.theirs, to.theirs, x, d.theirs), x);
      }
    }
}

TEST(SecondOpinion, HostPathsNarrowAsBothDo) {
  std::mt19937_64 random(65);
  Judge halves("to f16 on the host"), bfloats("to bf16 on the host");
  for (int i = 0; i != 400000; ++i) {
    uint64_t x = randomNumber(doubleFormat, random);
    halves.compare(half, HostHalf::narrow(bitsToDouble(x)),
                   numerics::convertFloat(Format::F64, Format::F16, x), x);
    bfloats.compare(bfloat, HostBfloat::narrow(bitsToDouble(x)),
                    numerics::convertFloat(Format::F64, Format::BF16, x), x);
  }
}

// cvt.satfinite saturates, infinities included, as the interpreter's
// conversions to these formats do; a NaN becomes the canonical one.
TEST(SecondOpinion, EightBitFloatsOfAllHalves) {
  std::vector<uint16_t> all = all16();
  struct Small {
    const char *name;
    Format format;
  };
  for (Small small :
       {Small{"e4m3x2", Format::F8E4M3FN}, Small{"e5m2x2", Format::F8E5M2}}) {
    std::string down = "mov.b32 %r3, {%x, %x}; cvt.rn.satfinite.";
    std::vector<uint16_t> narrowed =
        runOver(down + small.name + ".f16x2 %y, %r3;", all);
    size_t wrong = 0;
    forAll16([&](uint64_t x) {
      uint64_t theirs = numerics::convertFloat(Format::F16, small.format, x);
      wrong += narrowed[x] != (theirs | theirs << 8);
    });
    EXPECT_EQ(wrong, 0u) << small.name;
    std::vector<uint16_t> widened =
        runOver("cvt.rn.f16x2." + std::string(small.name) +
                    " %r3, %x; mov.b32 {%y, %h1}, %r3;",
                all);
    Judge judge(small.name);
    forAll16([&](uint64_t x) {
      judge.compare(half, widened[x],
                    numerics::convertFloat(small.format, Format::F16, x & 0xFF),
                    x);
    });
  }
  // From f32: all numbers that are a half or a bfloat.
  for (Pair from : {half, bfloat}) {
    std::string widen = from.theirs == Format::F16
                            ? "cvt.f32.f16 %f1, %x; "
                            : "mov.b16 %h2, 0; mov.b32 %f1, {%h2, %x}; ";
    std::vector<uint16_t> narrowed =
        runOver(widen + "cvt.rn.satfinite.e4m3x2.f32 %y, %f1, %f1;", all);
    size_t wrong = 0;
    forAll16([&](uint64_t x) {
      uint64_t theirs =
          numerics::convertFloat(from.theirs, Format::F8E4M3FN, x);
      wrong += narrowed[x] != (theirs | theirs << 8);
    });
    EXPECT_EQ(wrong, 0u);
  }
}

// The interpreter's functions are proved to be correctly rounded; the emulator
// computes in double and rounds. For 16 bits, the results have to be equal.
TEST(SecondOpinion, FunctionsOfAllHalves) {
  std::vector<uint16_t> all = all16();
  for (Pair p : {half, bfloat}) {
    bool isHalf = p.theirs == Format::F16;
    std::string type = isHalf ? "f16" : "bf16";
    std::vector<uint16_t> powers =
        runOver("ex2.approx" + std::string(isHalf ? "" : ".ftz") + "." + type +
                    " %y, %x;",
                all);
    std::vector<uint16_t> tangents =
        runOver("tanh.approx." + type + " %y, %x;", all);
    Judge ex2("ex2." + type), tanh("tanh." + type);
    forAll16([&](uint64_t x) {
      ex2.compare(p, powers[x], numerics::exp2(p.theirs, x, !isHalf), x);
      tanh.compare(p, tangents[x], numerics::tanh(p.theirs, x), x);
    });
  }
}

TEST(SecondOpinion, FunctionsOfRandomNumbers) {
  struct Function {
    const char *instruction;
    uint64_t (*theirs)(uint64_t);
  };
  const Function functions[] = {
      {"sin.approx.f32",
       [](uint64_t x) { return numerics::sin(Format::F32, x); }},
      {"cos.approx.f32",
       [](uint64_t x) { return numerics::cos(Format::F32, x); }},
      {"lg2.approx.f32",
       [](uint64_t x) { return numerics::log2(Format::F32, x); }},
      {"ex2.approx.f32",
       [](uint64_t x) { return numerics::exp2(Format::F32, x); }},
      {"ex2.approx.ftz.f32",
       [](uint64_t x) { return numerics::exp2(Format::F32, x, true); }},
      {"tanh.approx.f32",
       [](uint64_t x) { return numerics::tanh(Format::F32, x); }},
      {"rsqrt.approx.ftz.f32",
       [](uint64_t x) { return numerics::rsqrt(Format::F32, x, true); }}};
  std::mt19937_64 random(7);
  std::vector<uint32_t> inputs(64 * 1024);
  for (uint32_t &x : inputs)
    x = static_cast<uint32_t>(randomNumber(singleFormat, random));
  for (const Function &f : functions) {
    std::vector<uint32_t> results =
        runOver(std::string(f.instruction) + " %y, %x;", inputs);
    Judge judge(f.instruction);
    for (size_t i = 0; i != inputs.size(); ++i)
      judge.compare(single, results[i], f.theirs(inputs[i]), inputs[i]);
  }
}

TEST(SecondOpinion, ApproximateDivision) {
  std::mt19937_64 random(9);
  std::vector<uint32_t> inputs(16 * 1024);
  for (uint32_t &x : inputs)
    x = static_cast<uint32_t>(randomNumber(singleFormat, random));
  for (bool flushes : {false, true})
    for (uint32_t numerator : {0x3F800000u, 0x7F800000u, 0x00000003u}) {
      char text[32];
      std::snprintf(text, sizeof text, "0f%08X", numerator);
      std::vector<uint32_t> results =
          runOver("div.approx" + std::string(flushes ? ".ftz" : "") +
                      ".f32 %y, " + text + ", %x;",
                  inputs);
      Judge judge("div.approx");
      for (size_t i = 0; i != inputs.size(); ++i)
        judge.compare(single, results[i],
                      numerics::divApprox(numerator, inputs[i], flushes),
                      numerator, inputs[i]);
    }
}

//===----------------------------------------------------------------------===//
// Instructions of f16 and bf16, whose host paths round sums and products in
// float and choose by the warp's operands
//===----------------------------------------------------------------------===//

namespace {

/// Finite numbers: near 1; or smaller ones, whose products reach zero; or so
/// large that products reach the end of the format.
enum class Size { Mild, Small, Large };
uint64_t finiteNumber(FloatFormat f, std::mt19937_64 &random,
                      Size size = Size::Mild) {
  uint64_t bias = uint64_t(f.bias());
  uint64_t exponent = size == Size::Small   ? random() % bias
                      : size == Size::Large ? bias + bias / 2 + random() % 2
                                            : bias - 12 + random() % 20;
  uint64_t x = (random() & ~f.infinity()) | exponent << f.fractionBits;
  return x & (f.signBit() | (f.signBit() - 1));
}

/// Summands that make fma round in all ways: after cancellation, with a product
/// around the last bit of the summand or the other way round, and at random.
uint64_t summand(FloatFormat f, uint64_t a, uint64_t b,
                 std::mt19937_64 &random) {
  uint64_t product = mulFloat(f, a, b, ptx::Rounding::Nearest);
  uint64_t x = finiteNumber(f, random);
  int exponent = static_cast<int>((product & f.infinity()) >> f.fractionBits);
  int shifted = exponent + static_cast<int>(random() % 29) - 14;
  if (product == f.infinity() || product == (f.infinity() | f.signBit()))
    return (product - random() % 3 - 1) ^ f.signBit();
  switch (random() % 3) {
  case 0:
    return (product ^ f.signBit()) + random() % 3;
  case 1:
    if (shifted >= 0 && shifted < 2 * f.bias())
      return (x & ~f.infinity()) | uint64_t(shifted) << f.fractionBits;
    return x;
  default:
    return x;
  }
}

struct Operands {
  std::vector<uint32_t> a, b, c;
};
/// Pairs of halves. Every fourth warp has numbers of all kinds, every fourth
/// small ones, large ones or mild ones, with zeros among them.
Operands pairsOfHalves(FloatFormat f, size_t count) {
  std::mt19937_64 random(17);
  Operands o;
  for (size_t i = 0; i != count; ++i) {
    uint64_t words[3] = {};
    for (unsigned shift : {0, 16}) {
      auto number = [&] {
        unsigned warp = i / 32 % 4;
        if (warp == 0)
          return randomNumber(f, random);
        uint64_t x = finiteNumber(f, random,
                                  warp == 1   ? Size::Small
                                  : warp == 2 ? Size::Large
                                              : Size::Mild);
        return random() % 16 ? x : x & f.signBit();
      };
      uint64_t a = number(), b = number();
      words[0] |= a << shift;
      words[1] |= b << shift;
      words[2] |= (random() % 4 ? summand(f, a, b, random) : number()) << shift;
    }
    o.a.push_back(static_cast<uint32_t>(words[0]));
    o.b.push_back(static_cast<uint32_t>(words[1]));
    o.c.push_back(static_cast<uint32_t>(words[2]));
  }
  return o;
}

struct HalfForm {
  const char *operation, *modifiers;
  bool has(const char *modifier) const {
    return std::string(modifiers).find(modifier) != std::string::npos;
  }
};

uint64_t expectedHalf(Pair p, const HalfForm &form, uint64_t a, uint64_t b,
                      uint64_t c) {
  numerics::FloatMode mode = {numerics::Rounding::NearestEven,
                              form.has(".ftz")};
  std::string operation = form.operation;
  uint64_t x = operation == "add" ? numerics::add(p.theirs, a, b, mode)
               : operation == "sub"
                   ? numerics::add(p.theirs, a, b ^ p.ours.signBit(), mode)
               : operation == "mul" ? numerics::mul(p.theirs, a, b, mode)
                                    : numerics::fma(p.theirs, a, b, c, mode);
  if (p.ours.isNan(x))
    return form.has(".sat") ? 0 : p.ours.canonicalNan();
  bool isNegative = x & p.ours.signBit();
  if (isNegative && (form.has(".sat") || form.has(".relu")))
    return 0;
  return form.has(".sat") ? std::min(x, p.ours.one()) : x;
}

/// Compares in `type`, single or in pairs, for all lanes of the warps and for
/// some.
void compareHalfForm(Pair p, const HalfForm &form, const std::string &type,
                     const Operands &o, bool isWhole) {
  bool isPair = type.back() == '2', isFma = form.operation[0] == 'f';
  std::string r = isPair ? "%r" : "%h", instruction = form.operation;
  instruction += std::string(form.modifiers) + "." + type + " " + r + "6, " +
                 r + "3, " + r + "4" + (isFma ? ", " + r + "5" : "") + ";";
  std::string load, move;
  for (int i : {1, 2, 3}) {
    std::string n = std::to_string(i), at = "%rd" + std::to_string(i + 4);
    load += "add.u64 " + at + ", %rd" + n + ", %rd4; ld.global.b32 %r" +
            std::to_string(i + 2) + ", [" + at + "];\n";
    if (!isPair)
      load += "cvt.u16.u32 %h" + std::to_string(i + 2) + ", %r" +
              std::to_string(i + 2) + ";\n";
  }
  if (!isPair)
    move = "cvt.u32.u16 %r6, %h6;\n";
  if (!isWhole)
    instruction =
        "and.b32 %r2, %t, 5; setp.ne.u32 %p1, %r2, 0;\n@%p1 " + instruction;
  KernelRun run(kernel("mov.u32 %r2, %ctaid.x; mad.lo.u32 %r2, %r2, 1024, %t;\n"
                       "mul.wide.u32 %rd4, %r2, 4; mov.b32 %r6, 0; "
                       "mov.b16 %h6, 0;\n" +
                       load + instruction + "\n" + move +
                       "add.u64 %rd5, %rd0, %rd4; st.global.b32 [%rd5], %r6;"));
  size_t count = o.a.size();
  run.zeros(count * 4).array(o.a).array(o.b).array(o.c);
  run.config.hostThreads = 1;
  ASSERT_EQ(
      run.launch({static_cast<uint32_t>(count / 1024), 1, 1}, {1024, 1, 1}), "")
      << instruction;
  std::vector<uint32_t> results = run.read<uint32_t>(0);
  size_t wrong = 0;
  for (size_t i = 0; i != count; ++i) {
    uint32_t expected = 0;
    if (isWhole || (i & 5))
      for (unsigned shift = 0; shift != (isPair ? 32 : 16); shift += 16)
        expected |=
            expectedHalf(p, form, o.a[i] >> shift & 0xFFFF,
                         o.b[i] >> shift & 0xFFFF, o.c[i] >> shift & 0xFFFF)
            << shift;
    if (results[i] != expected && !wrong++)
      ADD_FAILURE() << instruction << std::hex << " of " << o.a[i] << " "
                    << o.b[i] << " " << o.c[i] << ": " << results[i]
                    << ", interpreter " << expected;
  }
  EXPECT_EQ(wrong, 0u) << instruction;
}

} // namespace

TEST(SecondOpinion, InstructionsOfHalves) {
  const HalfForm forms[] = {{"add", ""},
                            {"add", ".ftz"},
                            {"add", ".sat"},
                            {"add", ".ftz.sat"},
                            {"sub", ""},
                            {"sub", ".ftz"},
                            {"sub", ".sat"},
                            {"sub", ".ftz.sat"},
                            {"mul", ""},
                            {"mul", ".ftz"},
                            {"mul", ".sat"},
                            {"mul", ".ftz.sat"},
                            {"fma.rn", ""},
                            {"fma.rn", ".ftz"},
                            {"fma.rn", ".sat"},
                            {"fma.rn", ".relu"},
                            {"fma.rn", ".ftz.sat"},
                            {"fma.rn", ".ftz.relu"}};
  for (Pair p : {half, bfloat}) {
    bool isHalf = p.theirs == Format::F16;
    Operands many = pairsOfHalves(p.ours, 64 * 1024);
    Operands few = pairsOfHalves(p.ours, 4 * 1024);
    for (const HalfForm &form : forms) {
      if (!isHalf && (form.has(".ftz") || form.has(".sat")))
        continue;
      std::string type = isHalf ? "f16" : "bf16";
      compareHalfForm(p, form, type + "x2", many, true);
      compareHalfForm(p, form, type, few, true);
      compareHalfForm(p, form, type + "x2", few, false);
    }
  }
}
