//===- TargetInfoTest.cpp - Tests of the table of GPUs --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "gmock/gmock.h"
#include <set>

using namespace llvm;
using namespace tessera;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

const TargetInfo &get(StringRef name) {
  const TargetInfo *target = lookupTarget(name);
  EXPECT_NE(target, nullptr) << name.str();
  return *target;
}

/// The name without its suffix: "sm_90" of "sm_90a".
StringRef baseName(const TargetInfo &target) {
  return target.getName().rtrim("af");
}

TEST(TargetInfo, EveryTargetOfTheToolchainIsThere) {
  std::set<std::string> names;
  for (const TargetInfo &target : allTargets())
    names.insert(target.getName().str());
  std::set<std::string> expected = {"sm_75", "sm_80", "sm_86", "sm_87",
                                    "sm_88", "sm_89", "sm_90", "sm_90a"};
  for (const char *base :
       {"sm_100", "sm_103", "sm_107", "sm_110", "sm_120", "sm_121"})
    for (const char *suffix : {"", "a", "f"})
      expected.insert(std::string(base) + suffix);
  EXPECT_EQ(names, expected);
  EXPECT_EQ(names.size(), allTargets().size()) << "a name is there twice";
}

TEST(TargetInfo, Lookup) {
  for (const TargetInfo &target : allTargets())
    EXPECT_EQ(lookupTarget(target.getName()), &target);
  EXPECT_EQ(lookupTarget(""), nullptr);
  EXPECT_EQ(lookupTarget("sm_9"), nullptr);
  EXPECT_EQ(lookupTarget("sm_90b"), nullptr);
}

TEST(TargetInfo, UnknownNamesGetASuggestion) {
  auto error = [](StringRef name) {
    Expected<const TargetInfo *> target = requireTarget(name);
    return target ? "no error" : toString(target.takeError());
  };
  EXPECT_THAT(error("sm_91"),
              HasSubstr("unknown GPU 'sm_91', did you mean 'sm_90'?"));
  EXPECT_THAT(error("SM_90A"), HasSubstr("did you mean 'sm_90a'?"));
  EXPECT_THAT(error("sm120"), HasSubstr("did you mean 'sm_120'?"));
  EXPECT_THAT(error("89"), HasSubstr("did you mean 'sm_89'?"));
  EXPECT_THAT(error("sm_101"), HasSubstr("did you mean 'sm_100'?"));
  EXPECT_THAT(error("gfx1100-generic"), Not(HasSubstr("did you mean")));
  EXPECT_THAT(error(""), HasSubstr("there are sm_75, sm_80,"));
  EXPECT_EQ(cantFail(requireTarget("sm_80")), lookupTarget("sm_80"));
  EXPECT_EQ(error("h100"),
            "unknown GPU 'h100', which is a board with an sm_90: "
            "give that name");
}

TEST(TargetInfo, BoardsAreKnownHoweverTheyAreSpelled) {
  const std::pair<const char *, const char *> names[] = {
      {"T4", "sm_75"},        {"A100", "sm_80"},
      {"rtx-3090", "sm_86"},  {"Jetson AGX Orin", "sm_87"},
      {"L40S", "sm_89"},      {"NVIDIA GeForce RTX 4070 Ti SUPER", "sm_89"},
      {"h200", "sm_90"},      {"GH200", "sm_90"},
      {"b200", "sm_100"},     {"GB300", "sm_103"},
      {"thor", "sm_110"},     {"RTX 5090", "sm_120"},
      {"DGX Spark", "sm_121"}};
  for (auto [board, target] : names) {
    EXPECT_EQ(targetOfBoard(board), target) << board;
    EXPECT_TRUE(lookupTarget(target)) << target;
  }
  for (const char *other : {"", "sm_90", "v100", "mi300", "rtx"})
    EXPECT_EQ(targetOfBoard(other), "") << other;
}

TEST(TargetInfo, ComputeCapability) {
  EXPECT_EQ(lookupTarget("sm_90")->getComputeCapability(), 90u);
  EXPECT_EQ(lookupTarget("sm_120f")->getComputeCapability(), 120u);
  for (const TargetInfo &target : allTargets())
    EXPECT_EQ("sm_" + std::to_string(target.getComputeCapability()),
              baseName(target));
}

TEST(TargetInfo, TheProgramAndTheCommandLineNameOneGpu) {
  auto chosen = [](StringRef requested, StringRef stated) {
    Expected<const TargetInfo *> target = chooseTarget(requested, stated);
    return target ? (*target)->getName().str() : toString(target.takeError());
  };
  EXPECT_EQ(chosen("sm_90", ""), "sm_90");
  EXPECT_EQ(chosen("", "sm_90a"), "sm_90a");
  EXPECT_EQ(chosen("sm_100f", "sm_100"), "sm_100f");
  EXPECT_EQ(chosen("sm_100", "sm_100f"), "sm_100");
  EXPECT_THAT(chosen("", ""), HasSubstr("no GPU is named"));
  EXPECT_THAT(chosen("sm_91", "sm_90"), HasSubstr("unknown GPU 'sm_91'"));
  EXPECT_THAT(chosen("sm_90", "sm_91"), HasSubstr("unknown GPU 'sm_91'"));
  EXPECT_THAT(chosen("sm_90", "sm_100"),
              HasSubstr("for sm_100, but --gpu-name says sm_90"));
}

TEST(TargetInfo, PlainNamesAreAssembledForTheSpecificTarget) {
  for (const TargetInfo &target : allTargets()) {
    if (target.getName() != baseName(target)) {
      EXPECT_EQ(target.getAssembledName(), target.getName());
      continue;
    }
    const TargetInfo *specific = lookupTarget((target.getName() + "a").str());
    EXPECT_EQ(target.getAssembledName(),
              specific ? specific->getName() : target.getName());
  }
}

TEST(TargetInfo, VariantsAreOfTheSameGpu) {
  for (const TargetInfo &target : allTargets()) {
    const TargetInfo &base = get(baseName(target));
    EXPECT_EQ(&target.getCapacities(), &base.getCapacities())
        << target.getName().str();
    // The plain name stands for the specific target, which has the most
    // features.
    EXPECT_TRUE(base.getFeatures().contains(target.getFeatures()));
    EXPECT_GE(base.getMaxStaticSharedBytes(), target.getMaxStaticSharedBytes());
    if (target.getName().ends_with("a")) {
      EXPECT_TRUE(base.getFeatures() == target.getFeatures());
      EXPECT_EQ(base.getMaxStaticSharedBytes(),
                target.getMaxStaticSharedBytes());
    }
  }
}

TEST(TargetInfo, FamiliesShareTheirFeatures) {
  // Code for sm_XYf runs on sm_XZ of the same family with Z >= Y.
  for (auto [older, newer] :
       {std::pair("sm_100f", "sm_103f"), std::pair("sm_120f", "sm_121f")}) {
    EXPECT_TRUE(get(newer).getFeatures().contains(get(older).getFeatures()));
    StringRef specific = get(newer).getName().drop_back();
    EXPECT_TRUE(get(specific).getFeatures().contains(get(older).getFeatures()));
  }
}

TEST(TargetInfo, GenerationsKeepPortableFeatures) {
  // Features that are neither of a family nor specific are never lost in later
  // GPUs.
  std::vector<StringRef> order = {"sm_75", "sm_80", "sm_86", "sm_87",
                                  "sm_88", "sm_89", "sm_90"};
  for (size_t i = 1; i < order.size(); ++i)
    EXPECT_TRUE(
        get(order[i]).getFeatures().contains(get(order[i - 1]).getFeatures()))
        << order[i].str();
  for (StringRef blackwell : {"sm_100f", "sm_110f", "sm_120f"})
    for (const FeatureInfo &info : allFeatures())
      if (info.feature != Feature::Wgmma && get("sm_90a").has(info.feature))
        EXPECT_TRUE(get(blackwell).has(info.feature))
            << blackwell.str() << " " << info.name.str();
}

TEST(TargetInfo, FeaturesThatImplyOthers) {
  using F = Feature;
  for (const TargetInfo &target : allTargets()) {
    SCOPED_TRACE(target.getName().str());
    for (auto [feature, implied] : {std::pair(F::BF16Arithmetic, F::BF16Fma),
                                    {F::BF16Fma, F::BF16Conversions},
                                    {F::ReduxF32, F::Redux},
                                    {F::MBarrierTryWait, F::MBarrier},
                                    {F::TMA, F::MBarrierTryWait},
                                    {F::TMAGather, F::TMA},
                                    {F::TensorMapReplace, F::TMA},
                                    {F::Wgmma, F::SetMaxNReg},
                                    {F::Tcgen05, F::TMA},
                                    {F::Tcgen05I8, F::Tcgen05},
                                    {F::Tcgen05NVF4, F::Tcgen05},
                                    {F::BlocksAreClusters, F::Clusters},
                                    {F::ClusterLaunchControl, F::Clusters},
                                    {F::Fp4Conversions, F::Fp8Conversions},
                                    {F::MmaBlockScale, F::MmaF8F6F4},
                                    {F::MmaF8F6F4, F::MmaFp8},
                                    {F::MmaFp8FullSums, F::MmaFp8},
                                    {F::MmaFp8, F::MmaBF16},
                                    {F::MmaBF16, F::MmaF16},
                                    {F::StMatrix, F::LdMatrix}})
      EXPECT_LE(target.has(feature), target.has(implied));
  }
}

TEST(TargetInfo, CapacitiesFitTogether) {
  for (const TargetInfo &target : allTargets()) {
    SCOPED_TRACE(target.getName().str());
    const Capacities &c = target.getCapacities();
    EXPECT_EQ(c.maxSharedBytesPerBlock + c.reservedSharedBytesPerBlock,
              c.sharedBytesPerSM);
    EXPECT_LE(target.getMaxStaticSharedBytes(), c.maxSharedBytesPerBlock);
    EXPECT_GE(target.getMaxStaticSharedBytes(), 48u * 1024);
    EXPECT_EQ(c.maxThreadsPerSM % c.threadsPerWarp, 0u);
    EXPECT_EQ(c.getMaxWarpsPerSM() * 32, c.maxThreadsPerSM);
    EXPECT_GE(c.maxThreadsPerSM, c.maxThreadsPerBlock);
    EXPECT_EQ(c.maxClusterSize > 1, target.hasClusters());
    // A target of the same GPU without the feature still has tensor memory.
    EXPECT_EQ(c.tensorMemoryColumns != 0, target.hasTcgen05());
  }
}

// Code that LLVM generates for another GPU must only have instructions of this
// one.
TEST(TargetInfo, GeneratedForAGpuOfFewerFeatures) {
  for (const TargetInfo &target : allTargets()) {
    SCOPED_TRACE(target.getName().str());
    const GeneratedTarget &generated = target.getGenerated();
    EXPECT_TRUE(
        target.getFeatures().contains(get(generated.processor).getFeatures()));
    EXPECT_LE(generated.ptxVersion, target.getPTXVersion());
  }
  EXPECT_EQ(get("sm_107").getGenerated().processor, "sm_103a");
  EXPECT_EQ(get("sm_107f").getGenerated().processor, "sm_103f");
}

// A feature of Tile IR 13.5, whose compiler refuses such pointers on other
// GPUs.
TEST(TargetInfo, PeerPointers) {
  for (const TargetInfo &target : allTargets()) {
    unsigned capability = target.getComputeCapability();
    EXPECT_EQ(target.hasPeerPointers(),
              capability == 100 || capability == 103 || capability == 107)
        << target.getName().str();
    EXPECT_TRUE(target.hasMultimem() || !target.hasPeerPointers());
  }
}

TEST(TargetInfo, NamedFacts) {
  EXPECT_EQ(get("sm_90").getMaxStaticSharedBytes(), 227u * 1024);
  EXPECT_EQ(get("sm_120").getMaxStaticSharedBytes(), 99u * 1024);
  EXPECT_EQ(get("sm_89").getMaxStaticSharedBytes(), 48u * 1024);
  EXPECT_EQ(get("sm_100").getCapacities().tensorMemoryColumns, 512u);
  EXPECT_TRUE(get("sm_90").hasWgmma());
  EXPECT_FALSE(get("sm_100").hasWgmma());
  EXPECT_FALSE(get("sm_120").hasTcgen05());
  EXPECT_FALSE(get("sm_75").hasCpAsync());
  EXPECT_EQ(get("sm_90").getPTXVersion(), 90u);
  EXPECT_EQ(get("sm_80").getPTXVersion(), 78u);
}

TEST(TargetInfo, FeaturesAreNamedOnce) {
  std::set<std::string> names;
  for (auto [index, info] : enumerate(allFeatures())) {
    EXPECT_EQ(unsigned(info.feature), index);
    EXPECT_TRUE(names.insert(info.name.str()).second) << info.name.str();
    EXPECT_FALSE(info.description.empty());
  }
}

TEST(TargetInfo, LlvmKnowsEveryProcessor) {
  ErrorOr<std::string> llc = sys::findProgramByName("llc-22");
  if (!llc)
    GTEST_SKIP() << "llc-22 is not on PATH";
  SmallString<128> path;
  ASSERT_FALSE(sys::fs::createTemporaryFile("processors", "txt", path));
  FileRemover remover(path);
  ASSERT_EQ(sys::ExecuteAndWait(
                *llc, {*llc, "-march=nvptx64", "-mcpu=help"}, std::nullopt,
                {StringRef(""), StringRef(path), StringRef(path)}),
            0);
  auto text = MemoryBuffer::getFile(path);
  ASSERT_TRUE(bool(text));
  std::set<std::string> words;
  for (StringRef rest = (*text)->getBuffer(); !rest.empty();) {
    StringRef word;
    std::tie(word, rest) = getToken(rest);
    words.insert(word.str());
  }
  for (const TargetInfo &target : allTargets()) {
    const GeneratedTarget &generated = target.getGenerated();
    EXPECT_TRUE(words.count(generated.processor.str()))
        << generated.processor.str();
    EXPECT_TRUE(words.count("ptx" + std::to_string(generated.ptxVersion)));
  }
}

TEST(TargetInfo, ChoosesMmaSync) {
  using E = MatrixElement;
  auto choose = [](StringRef gpu, E factor, E sum, int64_t depth) {
    const MatrixInstruction *form =
        get(gpu).chooseMmaSync(factor, factor, sum, depth);
    return form ? std::pair(form->m, form->k) : std::pair(0u, 0u);
  };
  auto shape = [](unsigned m, unsigned k) { return std::pair(m, k); };
  EXPECT_EQ(choose("sm_75", E::F16, E::F32, 64), shape(16, 8));
  EXPECT_EQ(choose("sm_80", E::F16, E::F32, 64), shape(16, 16));
  // No padding without need.
  EXPECT_EQ(choose("sm_80", E::F16, E::F32, 8), shape(16, 8));
  EXPECT_EQ(choose("sm_80", E::F64, E::F64, 64), shape(8, 4));
  EXPECT_EQ(choose("sm_90", E::F64, E::F64, 64), shape(16, 16));
  EXPECT_EQ(choose("sm_75", E::S8, E::S32, 64), shape(8, 16));
  EXPECT_EQ(choose("sm_80", E::E4M3, E::F32, 64), shape(0, 0));
  EXPECT_EQ(choose("sm_120", E::E4M3, E::F32, 64), shape(16, 32));
  EXPECT_EQ(choose("sm_75", E::BF16, E::F32, 64), shape(0, 0));
  EXPECT_EQ(choose("sm_90", E::F32, E::F32, 64), shape(0, 0));
}

// Ada adds up 8-bit floats with fewer bits than f32 has, if more than f16.
TEST(TargetInfo, SumsInFull) {
  using E = MatrixElement;
  auto sums = [](StringRef gpu, E factor, E sum) {
    return get(gpu).sumsInFull(factor, sum);
  };
  for (E factor : {E::E4M3, E::E5M2}) {
    EXPECT_FALSE(sums("sm_89", factor, E::F32));
    EXPECT_TRUE(sums("sm_89", factor, E::F16));
    for (StringRef gpu : {"sm_90", "sm_100", "sm_120"})
      EXPECT_TRUE(sums(gpu, factor, E::F32));
  }
  EXPECT_TRUE(sums("sm_89", E::F16, E::F32));
  EXPECT_TRUE(sums("sm_75", E::F16, E::F32));
}

TEST(TargetInfo, ChoosesScaledMmaSync) {
  using E = MatrixElement;
  auto choose = [](StringRef gpu, E factor, unsigned vector) {
    const MatrixInstruction *form =
        get(gpu).chooseScaledMmaSync(factor, factor, vector);
    return form ? std::pair(form->k, form->scaleVector) : std::pair(0u, 0u);
  };
  auto form = [](unsigned k, unsigned vector) { return std::pair(k, vector); };
  EXPECT_EQ(choose("sm_120", E::E4M3, 32), form(32, 32));
  EXPECT_EQ(choose("sm_121f", E::E5M2, 32), form(32, 32));
  // Not the form with a byte for each element.
  EXPECT_EQ(choose("sm_120", E::E2M1, 32), form(64, 32));
  EXPECT_EQ(choose("sm_120", E::E2M1, 16), form(64, 16));
  EXPECT_EQ(choose("sm_120", E::E4M3, 16), form(0, 0));
  EXPECT_EQ(choose("sm_120", E::F16, 32), form(0, 0));
  EXPECT_EQ(choose("sm_120", E::E4M3, 0), form(0, 0));
  EXPECT_EQ(choose("sm_100", E::E4M3, 32), form(0, 0));
}

} // namespace
