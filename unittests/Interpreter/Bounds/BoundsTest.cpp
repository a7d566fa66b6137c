//===- BoundsTest.cpp - Error bounds of elementwise operations ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every result of random programs must lie within its bounds: in exact
// arithmetic, and with the documented error of each operation.
//
//===----------------------------------------------------------------------===//

#include "BoundedProgram.h"
#include "tessera/Numerics/Convert.h"
#include "tessera/Numerics/Elementary.h"
#include "tessera/Numerics/Float.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <functional>
#include <random>

using namespace tessera;
using namespace tessera::interp;

namespace {

/// An operation of random programs: its text, with %a, %b and %c for operands;
/// its function; and its allowed distance from the result, in numbers.
struct Function {
  const char *text;
  unsigned arity;
  std::function<long double(const long double *)> real;
  std::function<uint64_t(Format, const uint64_t *)> own;
  int slackF32 = 0, slackNarrow = 0;
};
} // namespace

static const Function functions[] = {
    {"addf %a, %b", 2, [](auto x) { return x[0] + x[1]; },
     [](Format f, auto x) { return numerics::add(f, x[0], x[1]); }},
    {"subf %a, %b", 2, [](auto x) { return x[0] - x[1]; },
     [](Format f, auto x) { return numerics::sub(f, x[0], x[1]); }},
    {"subf %a, %a", 1, [](auto x) { return x[0] - x[0]; },
     [](Format f, auto x) { return numerics::sub(f, x[0], x[0]); }},
    {"mulf %a, %b", 2, [](auto x) { return x[0] * x[1]; },
     [](Format f, auto x) { return numerics::mul(f, x[0], x[1]); }},
    {"mulf %a, %a", 1, [](auto x) { return x[0] * x[0]; },
     [](Format f, auto x) { return numerics::mul(f, x[0], x[0]); }},
    {"divf %a, %b", 2, [](auto x) { return x[0] / x[1]; },
     [](Format f, auto x) { return numerics::div(f, x[0], x[1]); }},
    {"fma %a, %b, %c", 3, [](auto x) { return x[0] * x[1] + x[2]; },
     [](Format f, auto x) { return numerics::fma(f, x[0], x[1], x[2]); }},
    {"fma %a, %a, %b", 2, [](auto x) { return x[0] * x[0] + x[1]; },
     [](Format f, auto x) { return numerics::fma(f, x[0], x[0], x[1]); }},
    {"maxf %a, %b", 2, [](auto x) { return std::max(x[0], x[1]); },
     [](Format f, auto x) {
       return numerics::max(f, x[0], x[1], numerics::NaNRule::Ignore);
     }},
    {"minf %a, %b", 2, [](auto x) { return std::min(x[0], x[1]); },
     [](Format f, auto x) {
       return numerics::min(f, x[0], x[1], numerics::NaNRule::Ignore);
     }},
    {"negf %a", 1, [](auto x) { return -x[0]; },
     [](Format f, auto x) { return numerics::neg(f, x[0]); }},
    {"absf %a", 1, [](auto x) { return std::fabs(x[0]); },
     [](Format f, auto x) { return numerics::abs(f, x[0]); }},
    {"floor %a", 1, [](auto x) { return std::floor(x[0]); },
     [](Format f, auto x) { return numerics::floor(f, x[0]); }},
    {"ceil %a", 1, [](auto x) { return std::ceil(x[0]); },
     [](Format f, auto x) { return numerics::ceil(f, x[0]); }},
    {"sqrt %a", 1, [](auto x) { return std::sqrt(x[0]); },
     [](Format f, auto x) { return numerics::sqrt(f, x[0]); }},
    {"exp %a", 1, [](auto x) { return std::exp(x[0]); },
     [](Format f, auto x) { return numerics::exp(f, x[0]); }, 2, 1},
    {"exp2 %a", 1, [](auto x) { return std::exp2(x[0]); },
     [](Format f, auto x) { return numerics::exp2(f, x[0]); }, 2, 1},
    {"log %a", 1, [](auto x) { return std::log(x[0]); },
     [](Format f, auto x) { return numerics::log(f, x[0]); }, 1, 1},
    {"log2 %a", 1, [](auto x) { return std::log2(x[0]); },
     [](Format f, auto x) { return numerics::log2(f, x[0]); }, 1, 1},
    {"sin %a", 1, [](auto x) { return std::sin(x[0]); },
     [](Format f, auto x) { return numerics::sin(f, x[0]); }, 2, 1},
    {"cos %a", 1, [](auto x) { return std::cos(x[0]); },
     [](Format f, auto x) { return numerics::cos(f, x[0]); }, 2, 1},
    {"tan %a", 1, [](auto x) { return std::tan(x[0]); },
     [](Format f, auto x) { return numerics::tan(f, x[0]); }, 4, 1},
    {"sinh %a", 1, [](auto x) { return std::sinh(x[0]); },
     [](Format f, auto x) { return numerics::sinh(f, x[0]); }, 3, 1},
    {"cosh %a", 1, [](auto x) { return std::cosh(x[0]); },
     [](Format f, auto x) { return numerics::cosh(f, x[0]); }, 2, 1},
    {"tanh %a", 1, [](auto x) { return std::tanh(x[0]); },
     [](Format f, auto x) { return numerics::tanh(f, x[0]); }, 2, 1},
    {"rsqrt %a", 1, [](auto x) { return 1 / std::sqrt(x[0]); },
     [](Format f, auto x) { return numerics::rsqrt(f, x[0]); }, 2, 1},
    {"atan2 %a, %b", 2, [](auto x) { return std::atan2(x[0], x[1]); },
     [](Format f, auto x) { return numerics::atan2(f, x[0], x[1]); }, 3, 1},
    {"fpowf %a, %b", 2, [](auto x) { return std::pow(x[0], x[1]); },
     [](Format f, auto x) { return numerics::pow(f, x[0], x[1]); }, 4, 1},
};

namespace {
/// A straight line of random operations on three inputs.
class RandomProgram {
public:
  RandomProgram(Random &random, unsigned length) {
    for (unsigned i = 0; i < length; ++i) {
      Step step{&functions[random() % std::size(functions)], {}};
      for (size_t &operand : step.operands)
        // Mostly the newest values.
        operand = random() % 2 ? inputs + i - 1 : random() % (inputs + i);
      steps.push_back(step);
    }
  }

  static constexpr size_t inputs = 3;

  std::string text(const std::string &type) const {
    std::string body;
    for (auto [i, step] : llvm::enumerate(steps)) {
      bool isLast = i + 1 == steps.size();
      body += "%" + (isLast ? "r" : "v" + std::to_string(inputs + i)) + " = ";
      for (llvm::StringRef rest = step.function->text; !rest.empty();) {
        auto [before, after] = rest.split('%');
        body += before;
        if (after.empty())
          break;
        body += "%v" + std::to_string(step.operands[after[0] - 'a']);
        rest = after.drop_front();
      }
      body += " : " + type + "\n";
    }
    return body;
  }

  /// The result of `fn(function, operands)` applied step after step.
  template <typename T, typename Fn>
  T evaluate(std::vector<T> values, Fn fn) const {
    for (const Step &step : steps) {
      T operands[3] = {values[step.operands[0]], values[step.operands[1]],
                       values[step.operands[2]]};
      values.push_back(fn(*step.function, operands));
    }
    return values.back();
  }

private:
  struct Step {
    const Function *function;
    std::array<size_t, 3> operands;
  };
  std::vector<Step> steps;
};

/// Random programs on random numbers, n at a time.
class RandomBounds {
public:
  RandomBounds(Format format, BoundsMode mode, unsigned seed)
      : format(format), random(seed), straight(random, 1 + random() % 6),
        program(format, mode) {
    std::normal_distribution<double> normal(0, 2);
    for (size_t i = 0; i < RandomProgram::inputs; ++i) {
      std::vector<uint64_t> bits(count);
      for (uint64_t &b : bits)
        b = numerics::roundFloat(
            format,
            llvm::APFloat(random() % 8 ? normal(random)
                                       : double(int(random() % 9) - 4)));
      inputs.push_back(bits);
      program.input("v" + std::to_string(i), {count}, bits);
    }
    program.run({count}, straight.text(TileProgram::type(numerics::name(format),
                                                         {count})));
  }

  static constexpr int64_t count = 16;

  template <typename T, typename Convert, typename Fn>
  T evaluate(size_t index, Convert convert, Fn fn) const {
    std::vector<T> values;
    for (const std::vector<uint64_t> &bits : inputs)
      values.push_back(convert(bits[index]));
    return straight.evaluate(values, fn);
  }

  std::string describe(size_t index) const {
    return straight.text("") + program.describe(index);
  }

  Format format;
  Random random;
  RandomProgram straight;
  BoundedProgram program;
  std::vector<std::vector<uint64_t>> inputs;
};
} // namespace

static constexpr unsigned programs = 400;
static const Format formats[] = {Format::F16, Format::BF16, Format::F32};

TEST(Bounds, holdExactArithmetic) {
  size_t decided = 0;
  for (Format format : formats)
    for (unsigned seed = 0; seed < programs; ++seed) {
      RandomBounds p(format, BoundsMode::Reals, seed);
      ASSERT_EQ(p.program.size(), size_t(p.count));
      for (size_t i = 0; i < size_t(p.count); ++i) {
        long double exact = p.evaluate<long double>(
            i, [&](uint64_t bits) { return valueOf(format, bits); },
            [](const Function &f, const long double *x) { return f.real(x); });
        bool isPlain = std::isfinite(exact) && !p.program.isUndecided(i);
        decided += isPlain;
        if (isPlain)
          EXPECT_TRUE(p.program.holds(i, exact))
              << seed << ":\n"
              << p.describe(i) << ", not " << double(exact);
      }
    }
  // Most are decided; otherwise the test would prove nothing.
  EXPECT_GT(decided, std::size(formats) * programs * RandomBounds::count / 2);
}

TEST(Bounds, holdWhatOtherImplementationsGive) {
  for (Format format : formats)
    for (unsigned seed = 0; seed < programs; ++seed) {
      RandomBounds p(format, BoundsMode::Engines, seed);
      for (size_t i = 0; i < size_t(p.count); ++i)
        for (int trial = 0; trial < 4; ++trial) {
          uint64_t other = p.evaluate<uint64_t>(
              i, [](uint64_t bits) { return bits; },
              [&](const Function &f, const uint64_t *x) {
                uint64_t y = f.own(format, x);
                int slack = format == Format::F32 ? f.slackF32 : f.slackNarrow;
                long double value = valueOf(format, y);
                // Special values are exact, and nothing exceeds infinity.
                if (slack == 0 || !std::isfinite(value) || value == 0 ||
                    valueOf(format, x[0]) == 0 ||
                    (f.arity > 1 && valueOf(format, x[1]) == 0))
                  return y;
                return movedBy(format, y,
                               int(p.random() % (2 * slack + 1)) - slack);
              });
          EXPECT_TRUE(p.program.mayBe(i, other))
              << seed << ":\n"
              << p.describe(i) << ", not " << double(valueOf(format, other));
        }
    }
}

/// An operation with a defined result gives just that; its neighbours are
/// wrong.
TEST(Bounds, ofDefinedOperationsArePoints) {
  for (const Function &function : functions) {
    if (function.slackF32)
      continue;
    for (Format format : formats) {
      std::vector<uint64_t> bits[3];
      BoundedProgram p(format, BoundsMode::Engines);
      Random random(1);
      std::string text = function.text;
      for (unsigned k = 0; k < 3; ++k) {
        for (int i = 0; i < 16; ++i)
          bits[k].push_back(random() &
                            numerics::lowBits(numerics::bitWidth(format)));
        p.input(std::string(1, char('a' + k)), {16}, bits[k]);
      }
      p.run({16}, "%r = " + text + " : " +
                      TileProgram::type(numerics::name(format), {16}));
      ASSERT_EQ(p.size(), 16u) << text;
      for (size_t i = 0; i < p.size(); ++i) {
        EXPECT_TRUE(p.isExact(i)) << text;
        EXPECT_TRUE(p.mayBe(i, p[i])) << text;
        if (!numerics::isNaN(format, p[i]))
          EXPECT_FALSE(p.mayBe(i, p[i] ^ 1)) << text;
      }
    }
  }
}

TEST(Bounds, ofOneFunctionAreAsWideAsItsError) {
  for (const Function &function : functions) {
    if (!function.slackF32 || function.arity > 1)
      continue;
    BoundedProgram p(Format::F32, BoundsMode::Engines);
    p.input("a", {1}, {llvm::bit_cast<uint32_t>(0.7f)});
    p.run({1}, std::string("%r = ") + function.text + " : tile<1xf32>");
    ASSERT_EQ(p.size(), 1u);
    ElementBounds x = p.boundsAt(0);
    uint64_t hi = p[0], lo = p[0];
    if (p[0] >> 31)
      std::swap(hi, lo);
    EXPECT_EQ(x.hi, movedBy(Format::F32, p[0], function.slackF32))
        << function.text;
    EXPECT_EQ(x.lo, movedBy(Format::F32, p[0], -function.slackF32))
        << function.text;
  }
}

//===----------------------------------------------------------------------===//
// Approximations
//===----------------------------------------------------------------------===//

static BoundedProgram &runOn(BoundedProgram &p, std::vector<float> a,
                             std::vector<float> b, const std::string &body) {
  auto bits = [](const std::vector<float> &values) {
    std::vector<uint64_t> all;
    for (float value : values)
      all.push_back(llvm::bit_cast<uint32_t>(value));
    return all;
  };
  TileProgram::Shape shape = {int64_t(a.size())};
  p.input("a", shape, bits(a));
  p.input("b", shape, bits(b));
  p.run(shape, body + " : " + TileProgram::type("f32", shape));
  EXPECT_EQ(p.size(), a.size());
  return p;
}

TEST(Bounds, ofApproximationsAreAsDocumented) {
  auto stepsOf = [](const std::string &body, float a, float b) -> int64_t {
    BoundedProgram p(Format::F32, BoundsMode::Engines);
    ElementBounds x = runOn(p, {a}, {b}, body).boundsAt(0);
    return int64_t(x.hi) - int64_t(p[0]);
  };
  EXPECT_EQ(stepsOf("%r = divf %a, %b rounding<approx>", 1, 3), 2);
  EXPECT_EQ(stepsOf("%r = divf %a, %b rounding<full>", 1, 3), 2);
  EXPECT_EQ(stepsOf("%r = divf %a, %b", 1, 3), 0);
  EXPECT_EQ(stepsOf("%r = sqrt %a rounding<approx>", 3, 0), 2);
  EXPECT_EQ(stepsOf("%r = exp %a rounding<approx>", 10, 0), 2 + 11);
  EXPECT_EQ(stepsOf("%r = tanh %a rounding<approx>", 0.5, 0), 8193);
  // Special values are not approximated.
  EXPECT_EQ(stepsOf("%r = divf %a, %b rounding<approx>", 0, 3), 0);
  EXPECT_EQ(stepsOf("%r = exp %a rounding<approx>", 0, 0), 0);
  EXPECT_EQ(stepsOf("%r = exp %a", -INFINITY, 0), 0);
  EXPECT_EQ(stepsOf("%r = tanh %a rounding<approx>", INFINITY, 0), 0);
}

/// Tiny results may be flushed, but not in exact arithmetic.
TEST(Bounds, ofFlushingHoldZeroAndWhatIsFlushed) {
  BoundedProgram p(Format::F32, BoundsMode::Reals);
  runOn(p, {0x1p-127f}, {0x1p-128f}, "%r = addf %a, %b flush_to_zero");
  EXPECT_EQ(p[0], 0u);
  EXPECT_TRUE(p.holds(0, 0x1.8p-127L));
  EXPECT_TRUE(p.holds(0, 0));
}

/// Infinities minus infinities, and zeros times them, within intervals.
TEST(Bounds, nothingIsSaidOfPossibleNaNs) {
  std::string exp = "%x = exp %a : tile<2xf32>\n%y = exp %b : tile<2xf32>\n";
  BoundedProgram p(Format::F32, BoundsMode::Engines);
  // e^88.72284 is the last finite power or the first infinite one.
  runOn(p, {88.7228394f, 1}, {88.7228394f, 1},
        exp + "%z = subf %x, %y : tile<2xf32>\n%r = addf %z, %z");
  EXPECT_TRUE(p.isUndecided(0));
  EXPECT_FALSE(p.isUndecided(1));
}
