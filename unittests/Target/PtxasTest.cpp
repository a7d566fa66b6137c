//===- PtxasTest.cpp - The target table as ptxas sees it ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For every row of the table that ptxas knows: it accepts the features of the
// row and refuses all others.
//
//===----------------------------------------------------------------------===//

#include "Ptxas.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::testing_support;

namespace {

class PtxasTest : public ::testing::Test {
protected:
  void SetUp() override {
    // Other releases know other targets and features.
    static const std::string release = getPtxasRelease();
    if (release != "13.0" && release != "13.5")
      GTEST_SKIP() << "the table is checked against ptxas 13.0 and 13.5, found "
                   << (release.empty() ? "none" : release);
    newestPTX = release == "13.0" ? 90 : 95;
  }

  bool isKnown(const TargetInfo &target) const {
    return target.getPTXVersion() <= newestPTX;
  }

  /// Calls `check` on one row for each target that ptxas knows.
  template <typename Check> void forEachTarget(Check check) {
    for (const TargetInfo &target : allTargets()) {
      if (target.getName() != target.getAssembledName() || !isKnown(target))
        continue;
      SCOPED_TRACE(target.getName().str());
      check(target);
    }
  }

  /// The newest version of PTX that ptxas reads.
  unsigned newestPTX = 0;

  void expectTakes(const TargetInfo &target, const std::string &ptx) {
    EXPECT_EQ(assemble(target, ptx), "");
  }
  void expectRefuses(const TargetInfo &target, const std::string &ptx) {
    EXPECT_NE(assemble(target, ptx), "") << ptx;
  }
};

struct Probe {
  Feature feature;
  StringLiteral ptx;
};

constexpr Probe probes[] = {
#define TESSERA_PROBE(FEATURE, PTX) {Feature::FEATURE, PTX},
#include "FeatureProbes.def"
};

TEST_F(PtxasTest, AssemblesAnEmptyKernelForEachRow) {
  for (const TargetInfo &target : allTargets())
    if (isKnown(target))
      expectTakes(target, makeKernel(target, ""));
}

TEST_F(PtxasTest, TakesTheInstructionsOfEachFeature) {
  forEachTarget([&](const TargetInfo &target) {
    std::string all;
    for (const Probe &probe : probes)
      if (target.has(probe.feature))
        all += ("{" + probe.ptx + "}\n").str();
    expectTakes(target, makeKernel(target, all));
  });
}

TEST_F(PtxasTest, RefusesTheInstructionsOfAbsentFeatures) {
  forEachTarget([&](const TargetInfo &target) {
    for (const Probe &probe : probes)
      if (!target.has(probe.feature))
        expectRefuses(target, makeKernel(target, probe.ptx));
  });
}

TEST_F(PtxasTest, EveryFeatureIsProbedAndOnSomeTarget) {
  for (const FeatureInfo &info : allFeatures()) {
    bool isProbed =
        info.feature == Feature::BlocksAreClusters ||
        // A rule of Tile IR: no instruction shows it.
        info.feature == Feature::PeerPointers ||
        // ptxas does not show how an instruction adds up.
        info.feature == Feature::MmaFp8FullSums ||
        any_of(probes,
               [&](const Probe &p) { return p.feature == info.feature; }) ||
        any_of(allMatrixInstructions(), [&](const MatrixInstruction &form) {
          return form.unit == MatrixUnit::MmaSync &&
                 form.required == info.feature;
        });
    EXPECT_TRUE(isProbed) << info.name.str();
    EXPECT_TRUE(any_of(allTargets(), [&](const TargetInfo &target) {
      return target.has(info.feature);
    })) << info.name.str();
  }
}

TEST_F(PtxasTest, BlocksAreClusters) {
  forEachTarget([&](const TargetInfo &target) {
    std::string ptx = makeKernel(
        target, "", ".reqntid 128 .reqnctapercluster 1 .blocksareclusters");
    target.hasBlocksAreClusters() ? expectTakes(target, ptx)
                                  : expectRefuses(target, ptx);
  });
}

TEST_F(PtxasTest, StaticSharedMemoryIsExactlyTheLimit) {
  auto kernel = [](const TargetInfo &target, unsigned bytes) {
    return makeKernel(target, ".shared .b8 s[" + utostr(bytes) +
                                  "]; mov.b32 %r0, s; st.shared.b8 [%r0], 0;");
  };
  forEachTarget([&](const TargetInfo &target) {
    unsigned limit = target.getMaxStaticSharedBytes();
    expectTakes(target, kernel(target, limit));
    expectRefuses(target, kernel(target, limit + 1));
  });
}

//===----------------------------------------------------------------------===//
// Matrix instructions
//===----------------------------------------------------------------------===//

/// Names registers for operands of one instruction.
class Registers {
public:
  /// As many registers as hold `count` values of `element` in each of `threads`
  /// threads: floats in %f and %g, all else packed in %r.
  std::string take(unsigned count, MatrixElement element, unsigned threads) {
    // Types of 4 and 6 bits take a byte each, except for e2m1 at k = 64.
    unsigned bits = getMatrixElementBits(element);
    char kind = element == MatrixElement::F32   ? 'f'
                : element == MatrixElement::F64 ? 'g'
                                                : 'r';
    unsigned width = kind == 'g' ? 64 : 32;
    return takeRegisters(kind, std::max(1u, count * bits / width / threads));
  }

  std::string takeRegisters(char kind, unsigned count) {
    std::string list = "{";
    for (unsigned i = 0; i < count; ++i)
      list += (i ? ", %" : "%") + std::string(1, kind) +
              std::to_string(next[unsigned(kind)]++);
    return list + "}";
  }

private:
  unsigned next[128] = {};
};

StringRef suffixOf(MatrixElement element) {
  return getMatrixElementName(element);
}

/// mma.sync of one form.
std::string mma(const MatrixInstruction &form, MatrixElement a, MatrixElement b,
                MatrixElement acc) {
  std::string text;
  raw_string_ostream os(text);
  bool fp4 = form.scaleVector != 0 && form.k == 64;
  os << "mma.sync.aligned.m" << form.m << "n8k" << form.k << ".row.col";
  if (fp4)
    os << (form.scaleVector == 16
               ? ".kind::mxf4nvf4.block_scale.scale_vec::4X"
               : ".kind::mxf4nvf4.block_scale.scale_vec::2X");
  else if (form.scaleVector)
    os << ".kind::mxf8f6f4.block_scale";
  else if (form.required == Feature::MmaF8F6F4)
    os << ".kind::f8f6f4";
  os << '.' << suffixOf(acc) << '.' << suffixOf(a) << '.' << suffixOf(b) << '.'
     << suffixOf(acc);
  if (form.scaleVector)
    os << (fp4 && form.scaleVector == 16 ? ".ue4m3" : ".ue8m0");
  // Operands narrower than a byte take whole bytes, unless both are four bits
  // wide.
  auto container = [&](MatrixElement element) {
    return !fp4 && getMatrixElementBits(element) < 8 ? MatrixElement::E4M3
                                                     : element;
  };
  Registers regs;
  os << ' ' << regs.take(form.m * 8, acc, 32);
  os << ", " << regs.take(form.m * form.k, container(a), 32);
  os << ", " << regs.take(form.k * 8, container(b), 32);
  os << ", " << regs.take(form.m * 8, acc, 32);
  if (form.scaleVector)
    os << ", {%r40}, {0, 0}, {%r41}, {0, 0}";
  os << ";\n";
  return text;
}

/// wgmma of one form for a width n.
std::string wgmma(const MatrixInstruction &form, MatrixElement a,
                  MatrixElement b, MatrixElement acc, unsigned n) {
  std::string text;
  raw_string_ostream os(text);
  // The accumulator can have more registers than makeKernel declares.
  os << "{ .reg .b32 %r<128>; .reg .f32 %f<128>;\n";
  os << "wgmma.mma_async.sync.aligned.m64n" << n << 'k' << form.k << '.'
     << suffixOf(acc) << '.' << suffixOf(a) << '.' << suffixOf(b) << ' '
     << Registers().take(64 * n, acc, 128) << ", %d0, %d1, %p0";
  if (acc != MatrixElement::S32)
    os << ", 1, 1";
  if (getMatrixElementBits(a) == 16)
    os << ", 0, 0";
  os << "; }\n";
  return text;
}

/// Calls `check` on all combinations of element types that `form` takes.
template <typename Check>
void forEachType(const MatrixInstruction &form, Check check) {
  for (unsigned a = 0; a < numMatrixElements; ++a)
    for (unsigned b = 0; b < numMatrixElements; ++b)
      for (unsigned acc = 0; acc < numMatrixElements; ++acc)
        if (form.takes(MatrixElement(a), MatrixElement(b), MatrixElement(acc)))
          check(MatrixElement(a), MatrixElement(b), MatrixElement(acc));
}

TEST_F(PtxasTest, TakesTheFormsOfMma) {
  forEachTarget([&](const TargetInfo &target) {
    std::string all;
    for (const MatrixInstruction *form : target.getMatrixInstructions())
      if (form->unit == MatrixUnit::MmaSync)
        forEachType(*form, [&](auto a, auto b, auto acc) {
          all += mma(*form, a, b, acc);
        });
    expectTakes(target, makeKernel(target, all));
  });
}

TEST_F(PtxasTest, RefusesTheFormsOfMmaThatATargetLacks) {
  forEachTarget([&](const TargetInfo &target) {
    for (const MatrixInstruction &form : allMatrixInstructions()) {
      if (form.unit != MatrixUnit::MmaSync || target.has(form.required))
        continue;
      std::string one;
      forEachType(
          form, [&](auto a, auto b, auto acc) { one = mma(form, a, b, acc); });
      expectRefuses(target, makeKernel(target, one));
    }
  });
}

TEST_F(PtxasTest, TakesTheFormsOfWgmma) {
  const TargetInfo &target = *lookupTarget("sm_90a");
  for (const MatrixInstruction *form : target.getMatrixInstructions()) {
    if (form->unit != MatrixUnit::Wgmma)
      continue;
    // All types at one width, and all widths of one type.
    std::string taken, last;
    for (unsigned n = 8; n <= 256; n += 8) {
      forEachType(*form, [&](auto a, auto b, auto acc) {
        last = wgmma(*form, a, b, acc, n);
        if (n == 64)
          taken += last;
      });
      if (form->n.contains(n))
        taken += last;
      else
        expectRefuses(target, makeKernel(target, last));
    }
    expectTakes(target, makeKernel(target, taken));
  }
}

TEST(MatrixInstruction, BestUnitFirst) {
  for (const TargetInfo &target : allTargets()) {
    auto forms = target.getMatrixInstructions();
    ASSERT_FALSE(forms.empty());
    EXPECT_TRUE(is_sorted(
        forms, [](const auto *a, const auto *b) { return a->unit > b->unit; }));
    MatrixUnit best = target.hasTcgen05() ? MatrixUnit::Tcgen05
                      : target.hasWgmma() ? MatrixUnit::Wgmma
                                          : MatrixUnit::MmaSync;
    EXPECT_EQ(forms.front()->unit, best);
    EXPECT_EQ(forms.back()->unit, MatrixUnit::MmaSync);
  }
}

TEST(MatrixInstruction, Shapes) {
  for (const MatrixInstruction &form : allMatrixInstructions()) {
    EXPECT_TRUE(form.n.contains(form.n.min));
    EXPECT_TRUE(form.n.contains(form.n.max));
    EXPECT_FALSE(form.n.contains(form.n.max + form.n.step));
    EXPECT_FALSE(form.n.contains(0));
    // Units with operands in shared memory take 32 bytes along k.
    forEachType(form, [&](MatrixElement a, MatrixElement, MatrixElement) {
      unsigned bits = getMatrixElementBits(a);
      if (form.unit != MatrixUnit::MmaSync && bits >= 8)
        EXPECT_EQ(form.k * bits, 256u) << getMatrixElementName(a).str();
    });
  }
}

TEST(MatrixInstruction, TypesThatGoTogether) {
  using E = MatrixElement;
  auto has = [](StringRef name, E a, E b, E acc) {
    return any_of(lookupTarget(name)->getMatrixInstructions(),
                  [&](const auto *form) { return form->takes(a, b, acc); });
  };
  EXPECT_TRUE(has("sm_75", E::F16, E::F16, E::F32));
  EXPECT_FALSE(has("sm_75", E::BF16, E::BF16, E::F32));
  EXPECT_TRUE(has("sm_80", E::BF16, E::BF16, E::F32));
  EXPECT_FALSE(has("sm_80", E::F16, E::BF16, E::F32));
  EXPECT_FALSE(has("sm_80", E::BF16, E::BF16, E::BF16));
  EXPECT_TRUE(has("sm_80", E::S8, E::U8, E::S32));
  EXPECT_FALSE(has("sm_86", E::E4M3, E::E4M3, E::F32));
  EXPECT_TRUE(has("sm_89", E::E4M3, E::E5M2, E::F16));
  EXPECT_TRUE(has("sm_120", E::E2M1, E::E4M3, E::F32));
}

} // namespace
