//===- FoldsTest.cpp - Folds against the interpreter ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every op that folds is run on constants twice, as it stands and after
// canonicalisation: the bits must be the same, a defined result must be folded,
// and an undefined one must not. The operands are all pairs of i8, all values
// of the float formats of 8 bits, and else random ones with the corners of the
// format among them. Chains of ops on values from memory judge the identities.
//
//===----------------------------------------------------------------------===//

#include "FoldingProgram.h"

#include "gtest/gtest.h"

#include <numeric>
#include <random>

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;
using numerics::Format;

namespace {

constexpr Format integers[] = {Format::I1, Format::I8, Format::I16, Format::I32,
                               Format::I64};
constexpr Format basicFloats[] = {Format::F16, Format::BF16, Format::F32,
                                  Format::F64};
constexpr Format floats[] = {
    Format::F4E2M1FN,  Format::F8E4M3FN, Format::F8E5M2, Format::F8E8M0FNU,
    Format::F8E5M3FNU, Format::F16,      Format::BF16,   Format::TF32,
    Format::F32,       Format::F64};

/// Larger literals are not folded.
constexpr uint64_t maxElements = 64;

/// Runs a program as it stands and folded, and compares.
void compare(const FoldingProgram &program, bool isConstant = true) {
  FoldingProgram::Outcome plain = program.run(false),
                          folded = program.run(true);
  SCOPED_TRACE(program.getText());
  ASSERT_EQ(plain.isDefined, folded.isDefined) << plain.errors << folded.errors;
  if (plain.isDefined) {
    ASSERT_EQ(plain.bytes, folded.bytes);
    if (isConstant)
      ASSERT_EQ(folded.leftovers, "");
  } else {
    ASSERT_NE(folded.leftovers, "") << plain.errors;
  }
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

class Random {
public:
  /// Corners of the format half of the time, else any bits; for tf32, those of
  /// the storage form.
  uint64_t element(Format format) {
    unsigned width = numerics::bitWidth(format);
    uint64_t any = engine() & numerics::lowBits(width);
    if (numerics::isInteger(format)) {
      uint64_t top = uint64_t(1) << (width - 1);
      uint64_t corners[] = {0, 1, 2, 3, top, top - 1, top + 1, ~uint64_t(0)};
      return pick(corners, any) & numerics::lowBits(width);
    }
    const numerics::FloatEncoding &encoding = numerics::encodingOf(format);
    uint64_t largest = encoding.largest();
    uint64_t least = uint64_t(1) << encoding.fractionBits;
    uint64_t one = encoding.bias * least;
    uint64_t corners[] = {0,       1,
                          2,       least - 1,
                          least,   one,
                          one + 1, largest - 1,
                          largest, numerics::lowBits(encoding.magnitudeBits())};
    uint64_t magnitude = pick(corners, encoding.magnitudeOf(any));
    return magnitude << encoding.padding |
           (engine() % 2 ? encoding.signBit() : 0);
  }
  std::vector<uint64_t> elements(Format format, size_t count) {
    std::vector<uint64_t> result(count);
    for (uint64_t &bits : result)
      bits = element(format);
    return result;
  }

private:
  template <size_t n>
  uint64_t pick(const uint64_t (&corners)[n], uint64_t any) {
    return engine() % 2 ? corners[engine() % n] : any;
  }
  std::mt19937_64 engine{20250806};
};

/// Runs `op`, a function from the names of constants to text, on random
/// operands: on tiles, or on single elements if one undefined element would
/// spoil a tile.
template <typename Fn>
void sweep(Random &random, ArrayRef<Format> operands, Format result,
           bool mayBeUndefined, Fn op) {
  // There are no tiles of a single f4E2M1FN.
  bool hasPairs = llvm::is_contained(operands, Format::F4E2M1FN);
  size_t count = !mayBeUndefined ? 32 : hasPairs ? 2 : 1;
  for (int round = 0, rounds = mayBeUndefined ? 8 : 2; round < rounds;
       ++round) {
    FoldingProgram program(count);
    std::vector<std::string> names;
    for (Format format : operands)
      names.push_back(program.constant(format, random.elements(format, count)));
    program.compute(op(names, count), result);
    compare(program);
    if (::testing::Test::HasFatalFailure())
      return;
  }
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

struct Variant {
  const char *mnemonic, *suffix;
  bool mayBeUndefined = false;
};

constexpr Variant binaryInts[] = {
    {"addi", ""},
    {"addi", " overflow<no_signed_wrap>", true},
    {"addi", " overflow<no_unsigned_wrap>", true},
    {"subi", ""},
    {"subi", " overflow<no_wrap>", true},
    {"subi", " overflow<no_unsigned_wrap>", true},
    {"muli", ""},
    {"muli", " overflow<no_signed_wrap>", true},
    {"muli", " overflow<no_unsigned_wrap>", true},
    {"mulhii", ""},
    {"divi", " signed", true},
    {"divi", " signed rounding<negative_inf>", true},
    {"divi", " signed rounding<positive_inf>", true},
    {"divi", " unsigned", true},
    {"divi", " unsigned rounding<positive_inf>", true},
    {"remi", " signed", true},
    {"remi", " unsigned", true},
    {"maxi", " signed"},
    {"maxi", " unsigned"},
    {"mini", " signed"},
    {"mini", " unsigned"},
    {"andi", ""},
    {"ori", ""},
    {"xori", ""},
};

constexpr const char *relations[] = {"equal",        "not_equal",
                                     "less_than",    "less_than_or_equal",
                                     "greater_than", "greater_than_or_equal"};

std::string binary(const Variant &variant, ArrayRef<std::string> names,
                   const std::string &type) {
  return std::string(variant.mnemonic) + " " + names[0] + ", " + names[1] +
         variant.suffix + " : " + type;
}

std::string cmpI(const char *relation, ArrayRef<std::string> names,
                 const char *signedness, size_t count, Format format) {
  return std::string("cmpi ") + relation + " " + names[0] + ", " + names[1] +
         ", " + signedness + " : " + tileText(count, format) + " -> " +
         tileText(count, Format::I1);
}

TEST(Folds, IntegersAgreeWithInterpreter) {
  Random random;
  for (Format format : integers) {
    for (const Variant &variant : binaryInts)
      sweep(random, {format, format}, format, variant.mayBeUndefined,
            [&](auto names, size_t count) {
              return binary(variant, names, tileText(count, format));
            });
    for (const char *relation : relations)
      for (const char *signedness : {"signed", "unsigned"})
        sweep(random, {format, format}, Format::I1, false,
              [&](auto names, size_t count) {
                return cmpI(relation, names, signedness, count, format);
              });
    for (const char *suffix : {"", " overflow<no_signed_wrap>"})
      sweep(random, {format}, format, *suffix != 0,
            [&](auto names, size_t count) {
              return "negi " + names[0] + suffix + " : " +
                     tileText(count, format);
            });
    sweep(random, {format}, format, false, [&](auto names, size_t count) {
      return "absi " + names[0] + " : " + tileText(count, format);
    });
    sweep(random, {Format::I1, format, format}, format, false,
          [&](auto names, size_t count) {
            return "select " + names[0] + ", " + names[1] + ", " + names[2] +
                   " : " + tileText(count, Format::I1) + ", " +
                   tileText(count, format);
          });
  }
}

/// The interpreter clamps the amount, so that only amounts below the width can
/// be compared.
TEST(Folds, ShiftsAgreeWithInterpreter) {
  Random random;
  for (Format format : integers)
    for (const Variant &variant :
         {Variant{"shli", ""}, Variant{"shli", " overflow<no_signed_wrap>"},
          Variant{"shli", " overflow<no_unsigned_wrap>"},
          Variant{"shri", " signed"}, Variant{"shri", " unsigned"}})
      for (int round = 0; round < 8; ++round) {
        FoldingProgram program(1);
        std::string x = program.constant(format, random.element(format));
        std::string y = program.constant(
            format, random.element(format) % numerics::bitWidth(format));
        program.compute(binary(variant, {x, y}, tileText(1, format)), format);
        compare(program);
        if (HasFatalFailure())
          return;
      }
}

TEST(Folds, AllPairsOfBytes) {
  for (uint64_t pair = 0; pair < 65536; pair += maxElements) {
    uint64_t x = pair % 256, y = pair / 256;
    std::vector<uint64_t> some(maxElements);
    std::iota(some.begin(), some.end(), x);
    FoldingProgram program(maxElements);
    std::string lhs = program.constant(Format::I8, some);
    std::string rhs =
        program.constant(Format::I8, std::vector<uint64_t>(maxElements, y));
    for (const Variant &variant : binaryInts) {
      bool divides = StringRef(variant.mnemonic) == "remi" ||
                     (StringRef(variant.mnemonic) == "divi" && y != 255);
      if (variant.mayBeUndefined && !(divides && y != 0))
        continue;
      program.compute(
          binary(variant, {lhs, rhs}, tileText(maxElements, Format::I8)),
          Format::I8);
    }
    for (const char *relation : relations)
      for (const char *signedness : {"signed", "unsigned"})
        program.compute(
            cmpI(relation, {lhs, rhs}, signedness, maxElements, Format::I8),
            Format::I1);
    compare(program);
    if (HasFatalFailure())
      return;
  }
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

constexpr const char *roundings[] = {"", " rounding<zero>",
                                     " rounding<negative_inf>",
                                     " rounding<positive_inf>"};

TEST(Folds, FloatsAgreeWithInterpreter) {
  Random random;
  for (Format format : basicFloats) {
    std::vector<std::string> flushes{""};
    if (format == Format::F32)
      flushes.push_back(" flush_to_zero");
    auto run = [&](const std::string &mnemonic, size_t arity,
                   const std::string &suffix) {
      sweep(random, SmallVector<Format>(arity, format), format, false,
            [&](auto names, size_t count) {
              return mnemonic + " " + llvm::join(names, ", ") + suffix + " : " +
                     tileText(count, format);
            });
    };
    for (const std::string &flush : flushes) {
      for (const char *rounding : roundings) {
        for (const char *mnemonic : {"addf", "subf", "mulf", "divf"})
          run(mnemonic, 2, rounding + flush);
        run("fma", 3, rounding + flush);
      }
      for (const char *mnemonic : {"maxf", "minf"})
        for (const char *nan : {"", " propagate_nan"})
          run(mnemonic, 2, flush + nan);
    }
    run("remf", 2, "");
    for (const char *mnemonic : {"absf", "negf", "ceil", "floor"})
      run(mnemonic, 1, "");
    for (const char *relation : relations)
      for (const char *ordering : {"ordered", "unordered"})
        sweep(random, {format, format}, Format::I1, false,
              [&](auto names, size_t count) {
                return std::string("cmpf ") + relation + " " + ordering + " " +
                       names[0] + ", " + names[1] + " : " +
                       tileText(count, format) + " -> " +
                       tileText(count, Format::I1);
              });
    if (HasFatalFailure())
      return;
  }
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

std::string convert(const std::string &op, const std::string &name,
                    const std::string &suffix, size_t count, Format from,
                    Format to) {
  return op + " " + name + suffix + " : " + tileText(count, from) + " -> " +
         tileText(count, to);
}

/// True if the verifier admits the rounding of a conversion. Which roundings it
/// admits is tested elsewhere.
bool isAdmitted(const std::string &op) {
  Harness h;
  return h.parseKernel("%x: tile<i32>", op);
}

TEST(Folds, IntegerConversionsAgreeWithInterpreter) {
  Random random;
  for (Format from : integers)
    for (Format to : integers) {
      unsigned width = numerics::bitWidth(from);
      if (width < numerics::bitWidth(to))
        for (const char *signedness : {" signed", " unsigned"})
          sweep(random, {from}, to, false, [&](auto names, size_t count) {
            return convert("exti", names[0], signedness, count, from, to);
          });
      if (width > numerics::bitWidth(to))
        for (const char *promise :
             {"", " overflow<no_signed_wrap>", " overflow<no_unsigned_wrap>",
              " overflow<no_wrap>"})
          sweep(random, {from}, to, *promise != 0,
                [&](auto names, size_t count) {
                  return convert("trunci", names[0], promise, count, from, to);
                });
      if (HasFatalFailure())
        return;
    }
}

TEST(Folds, FloatConversionsAgreeWithInterpreter) {
  Random random;
  size_t numCompared = 0;
  for (Format from : floats)
    for (Format to : floats)
      for (const char *rounding :
           {"", " rounding<zero>", " rounding<negative_inf>",
            " rounding<positive_inf>", " rounding<nearest_away>"}) {
        std::string probe = "%c = " + constantText(from, 0) + "\n%r = " +
                            convert("ftof", "%c", rounding, 1, from, to);
        if (!isAdmitted(probe))
          continue;
        // All values of a narrow format, some of a wide one.
        unsigned width = numerics::bitWidth(from);
        uint64_t numValues = width <= 8 ? uint64_t(1) << width : maxElements;
        for (uint64_t first = 0; first < numValues; first += maxElements) {
          std::vector<uint64_t> bits =
              random.elements(from, std::min(numValues, maxElements));
          if (width <= 8)
            std::iota(bits.begin(), bits.end(), first);
          FoldingProgram program(bits.size());
          program.compute(convert("ftof", program.constant(from, bits),
                                  rounding, bits.size(), from, to),
                          to);
          compare(program);
          if (HasFatalFailure())
            return;
        }
        ++numCompared;
      }
  // Each pair of different formats has at least one rounding.
  EXPECT_GE(numCompared, std::size(floats) * (std::size(floats) - 1));
}

TEST(Folds, ConversionsBetweenKindsAgreeWithInterpreter) {
  Random random;
  for (Format integer : integers)
    for (Format number : floats)
      for (const char *signedness : {" signed", " unsigned"}) {
        sweep(random, {number}, integer, true, [&](auto names, size_t count) {
          return convert("ftoi", names[0], signedness, count, number, integer);
        });
        sweep(random, {number}, integer, false, [&](auto names, size_t count) {
          return convert("ftoi", names[0],
                         std::string(signedness) + " saturating", count, number,
                         integer);
        });
        if (number != Format::F8E8M0FNU)
          sweep(random, {integer}, number, false,
                [&](auto names, size_t count) {
                  return convert("itof", names[0], signedness, count, integer,
                                 number);
                });
        if (numerics::bitWidth(integer) == numerics::bitWidth(number) &&
            number != Format::TF32) {
          sweep(
              random, {integer}, number, false, [&](auto names, size_t count) {
                return convert("bitcast", names[0], "", count, integer, number);
              });
          sweep(
              random, {number}, integer, false, [&](auto names, size_t count) {
                return convert("bitcast", names[0], "", count, number, integer);
              });
        }
        if (HasFatalFailure())
          return;
      }
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// A source of random shape is repeated along some dimensions, and these are
/// permuted.
TEST(Folds, ShapesAgreeWithInterpreter) {
  Random random;
  std::mt19937_64 engine(11);
  for (int round = 0; round < 200; ++round) {
    SmallVector<int64_t> source, repeated, turned;
    SmallVector<int32_t> permutation;
    for (int dim = 0, rank = 2 + engine() % 3; dim < rank; ++dim) {
      // At most 2 * 2 * 4 * 4 elements.
      int64_t extent = 1 << engine() % (dim < 2 ? 2 : 3);
      source.push_back(engine() % 3 == 0 ? 1 : extent);
      repeated.push_back(extent);
      permutation.push_back(dim);
    }
    std::shuffle(permutation.begin(), permutation.end(), engine);
    for (int32_t dim : permutation)
      turned.push_back(repeated[dim]);

    Format format = engine() % 2 ? Format::I8 : Format::BF16;
    int64_t size = llvm::product_of(source), count = llvm::product_of(turned);
    FoldingProgram program(count);
    std::string flat = program.constant(format, random.elements(format, size));
    std::string order;
    llvm::raw_string_ostream stream(order);
    llvm::interleaveComma(permutation, stream);
    program.add("%s = reshape " + flat + " : " + tileText(size, format) +
                " -> " + tileText(source, format));
    program.add("%b = broadcast %s : " + tileText(source, format) + " -> " +
                tileText(repeated, format));
    program.add("%t = permute %b [" + order + "] : " +
                tileText(repeated, format) + " -> " + tileText(turned, format));
    program.compute("reshape %t : " + tileText(turned, format) + " -> " +
                        tileText(count, format),
                    format);
    compare(program);
    if (HasFatalFailure())
      return;
  }
}

//===----------------------------------------------------------------------===//
// Chains
//===----------------------------------------------------------------------===//

/// Random chains of ops on tiles from memory and on constants that identities
/// match. The only NaN is the canonical one, as identities pass on any NaN.
TEST(Folds, ChainsAgreeWithInterpreter) {
  constexpr const char *ints[] = {"addi", "subi",   "muli", "andi", "ori",
                                  "xori", "mulhii", "maxi", "mini"};
  constexpr const char *floatOps[] = {"addf", "subf", "mulf",
                                      "divf", "maxf", "minf"};
  constexpr uint64_t intSplats[] = {0, 1, 0xFF, 0x80, 0x7F, 3};
  // Zeros, ones, 2, 3, infinities, NaN.
  constexpr uint64_t floatSplats[] = {0,      0x8000, 0x3C00, 0xBC00, 0x4000,
                                      0x4200, 0x7C00, 0xFC00, 0x7FFF};
  std::mt19937_64 engine(7);
  Random random;
  auto pick = [&](const auto &list) {
    return list[engine() % std::size(list)];
  };
  for (int round = 0; round < 600; ++round) {
    bool isInteger = engine() % 2;
    Format format = isInteger ? Format::I8 : Format::F16;
    std::string type = tileText(16, format);
    FoldingProgram program(16);
    std::vector<std::string> names;
    for (int i = 0; i < 2; ++i) {
      std::vector<uint64_t> bits = random.elements(format, 16);
      for (uint64_t &element : bits)
        if (!isInteger && numerics::isNaN(format, element))
          element = numerics::canonicalNaN(format);
      names.push_back(program.load(format, bits));
    }
    for (int i = 0; i < 3; ++i) {
      uint64_t splat = isInteger ? pick(intSplats) : pick(floatSplats);
      names.push_back(
          program.constant(format, std::vector<uint64_t>(16, splat)));
    }
    for (int i = 0; i < 6; ++i) {
      std::string op = isInteger ? pick(ints) : pick(floatOps), suffix;
      if (op == "maxi" || op == "mini")
        suffix = engine() % 2 ? " signed" : " unsigned";
      else if (op == "maxf" || op == "minf")
        suffix = engine() % 2 ? " propagate_nan" : "";
      else if (!isInteger)
        suffix = pick(roundings);
      // Two statements, so that the order of the choices is not the compiler's.
      std::string lhs = pick(names);
      std::string rhs = pick(names);
      program.compute(op + " " + lhs + ", " + rhs + suffix + " : " + type,
                      format);
      names.push_back("%r" + std::to_string(i));
    }
    compare(program, /*isConstant=*/false);
    if (HasFatalFailure())
      return;
  }
}

} // namespace
