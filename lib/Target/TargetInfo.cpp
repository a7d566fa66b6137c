//===- TargetInfo.cpp - The table of GPUs ---------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tessera {

//===----------------------------------------------------------------------===//
// Capacities
//===----------------------------------------------------------------------===//
//
// From the table "Technical Specifications per Compute Capability" of the CUDA
// C++ Programming Guide 13.0, and cuda/__device/arch_traits.h of libcu++ for
// what the system reserves and for sm_88. 8 blocks are the portable cluster
// size of the Programming Guide, "Thread Block Clusters". No table has sm_107
// yet; only the shared memory that ptxas lets a kernel declare is known, and
// equals that of sm_103.

static constexpr unsigned kiB = 1024;

// shared/SM, reserved, unit, shared/block, threads/SM, blocks/SM, cluster,
// columns
static constexpr Capacities sm75{64 * kiB, 0, 256, 64 * kiB, 1024, 16, 1, 0};
static constexpr Capacities sm80{164 * kiB, kiB, 128, 163 * kiB,
                                 2048,      32,  1,   0};
static constexpr Capacities sm86{100 * kiB, kiB, 128, 99 * kiB, 1536, 16, 1, 0};
static constexpr Capacities sm87{164 * kiB, kiB, 128, 163 * kiB,
                                 1536,      16,  1,   0};
static constexpr Capacities sm89{100 * kiB, kiB, 128, 99 * kiB, 1536, 24, 1, 0};
static constexpr Capacities sm90{228 * kiB, kiB, 128, 227 * kiB,
                                 2048,      32,  8,   0};
static constexpr Capacities sm100{228 * kiB, kiB, 128, 227 * kiB,
                                  2048,      32,  8,   512};
static constexpr Capacities sm110{228 * kiB, kiB, 128, 227 * kiB,
                                  1536,      24,  8,   512};
static constexpr Capacities sm120{100 * kiB, kiB, 128, 99 * kiB,
                                  1536,      24,  8,   0};

//===----------------------------------------------------------------------===//
// Features
//===----------------------------------------------------------------------===//
//
// Each generation has what the one before it has. Added to these are features
// of one family of architectures (targets sm_NNf) and of one architecture
// (sm_NNa).

static constexpr FeatureSet turing(Feature::PackedHalf, Feature::LdMatrix,
                                   Feature::MmaF16);

static constexpr FeatureSet ampere =
    turing | FeatureSet(Feature::HalfMinMax, Feature::NaNMinMax,
                        Feature::BF16Fma, Feature::BF16Conversions,
                        Feature::TF32Conversions, Feature::Redux,
                        Feature::CpAsync, Feature::MBarrier,
                        Feature::CachePolicies, Feature::MmaBF16);

static constexpr FeatureSet ada =
    ampere | FeatureSet(Feature::Fp8Conversions, Feature::MmaFp8);

static constexpr FeatureSet hopper =
    ada |
    FeatureSet(Feature::BF16Arithmetic, Feature::BF16IntConversions,
               Feature::TF32Roundings, Feature::TanhBF16, Feature::ElectSync,
               Feature::StMatrix, Feature::MBarrierTryWait, Feature::TMA,
               Feature::AtomicAddBF16, Feature::VectorReductions,
               Feature::Multimem, Feature::Atomic128, Feature::Clusters,
               Feature::BlocksAreClusters, Feature::ProgrammaticDependentLaunch,
               Feature::MmaF64M16, Feature::MmaFp8FullSums);

static constexpr FeatureSet blackwell =
    hopper | FeatureSet(Feature::PackedF32x2, Feature::MixedPrecisionAdd,
                        Feature::MinMax3, Feature::TMAGather, Feature::Load256,
                        Feature::ClusterLaunchControl);

static constexpr FeatureSet hopperSpecific =
    hopper |
    FeatureSet(Feature::SetMaxNReg, Feature::TensorMapReplace, Feature::Wgmma);

// Features that all families of Blackwell share beyond the base.
static constexpr FeatureSet blackwellFamily =
    blackwell | FeatureSet(Feature::SetMaxNReg, Feature::TensorMapReplace,
                           Feature::Fp4Conversions, Feature::LdMatrixB8);

static constexpr FeatureSet sm110Family =
    blackwellFamily | FeatureSet(Feature::Tcgen05);
static constexpr FeatureSet sm110Specific =
    sm110Family | FeatureSet(Feature::Tcgen05I8, Feature::Tcgen05NVF4);

static constexpr FeatureSet sm100Family =
    sm110Family | FeatureSet(Feature::ReduxF32, Feature::PeerPointers);
static constexpr FeatureSet sm103Specific =
    sm100Family | FeatureSet(Feature::Tcgen05NVF4, Feature::StochasticRounding);
static constexpr FeatureSet sm100Specific =
    sm103Specific | FeatureSet(Feature::Tcgen05I8);

static constexpr FeatureSet sm120Family =
    blackwellFamily | FeatureSet(Feature::MmaF8F6F4, Feature::MmaBlockScale);

ArrayRef<FeatureInfo> allFeatures() {
  static constexpr FeatureInfo features[] = {
#define TESSERA_TARGET_FEATURE(NAME, DESCRIPTION)                              \
  {Feature::NAME, #NAME, DESCRIPTION},
#include "tessera/Target/TargetFeatures.def"
  };
  static_assert(std::size(features) <= 64, "a FeatureSet has 64 bits");
  return features;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

// The shared memory that ptxas lets a kernel declare, unless the target is
// specific to one architecture, where a kernel may declare all that a block can
// have.
static constexpr unsigned portableShared = 48 * kiB;

// The PTX version is the lowest for the test kernels' PTX: 7.8 has all of sm_75
// to sm_87, some fp8 products of sm_89 need 8.7, and the directive
// .blocksareclusters, which makes a tile kernel where ptxas is too old for the
// mark (TileMark.h), needs 9.0. ptxas knows sm_107 from 9.4 on; it has all
// instructions of sm_103, as the probes of the unit tests show with ptxas 13.5,
// and LLVM 22 does not know it.
static constexpr GeneratedTarget likeSm103a{"sm_103a", 90};
static constexpr GeneratedTarget likeSm103f{"sm_103f", 90};

// clang-format off
static constexpr TargetInfo targets[] = {
  // name      assembled  PTX capacities features         static shared memory
  {"sm_75",   "sm_75",   78, sm75,  turing,         portableShared},
  {"sm_80",   "sm_80",   78, sm80,  ampere,         portableShared},
  {"sm_86",   "sm_86",   78, sm86,  ampere,         portableShared},
  {"sm_87",   "sm_87",   78, sm87,  ampere,         portableShared},
  {"sm_88",   "sm_88",   90, sm86,  ampere,         portableShared},
  {"sm_89",   "sm_89",   87, sm89,  ada,            portableShared},
  {"sm_90",   "sm_90a",  90, sm90,  hopperSpecific, sm90.maxSharedBytesPerBlock},
  {"sm_90a",  "sm_90a",  90, sm90,  hopperSpecific, sm90.maxSharedBytesPerBlock},
  {"sm_100",  "sm_100a", 90, sm100, sm100Specific,  sm100.maxSharedBytesPerBlock},
  {"sm_100a", "sm_100a", 90, sm100, sm100Specific,  sm100.maxSharedBytesPerBlock},
  {"sm_100f", "sm_100f", 90, sm100, sm100Family,    portableShared},
  {"sm_103",  "sm_103a", 90, sm100, sm103Specific,  sm100.maxSharedBytesPerBlock},
  {"sm_103a", "sm_103a", 90, sm100, sm103Specific,  sm100.maxSharedBytesPerBlock},
  {"sm_103f", "sm_103f", 90, sm100, sm100Family,    portableShared},
  {"sm_107",  "sm_107a", 94, sm100, sm103Specific,  sm100.maxSharedBytesPerBlock, likeSm103a},
  {"sm_107a", "sm_107a", 94, sm100, sm103Specific,  sm100.maxSharedBytesPerBlock, likeSm103a},
  {"sm_107f", "sm_107f", 94, sm100, sm100Family,    portableShared,               likeSm103f},
  {"sm_110",  "sm_110a", 90, sm110, sm110Specific,  sm110.maxSharedBytesPerBlock},
  {"sm_110a", "sm_110a", 90, sm110, sm110Specific,  sm110.maxSharedBytesPerBlock},
  {"sm_110f", "sm_110f", 90, sm110, sm110Family,    portableShared},
  {"sm_120",  "sm_120a", 90, sm120, sm120Family,    sm120.maxSharedBytesPerBlock},
  {"sm_120a", "sm_120a", 90, sm120, sm120Family,    sm120.maxSharedBytesPerBlock},
  {"sm_120f", "sm_120f", 90, sm120, sm120Family,    portableShared},
  {"sm_121",  "sm_121a", 90, sm120, sm120Family,    sm120.maxSharedBytesPerBlock},
  {"sm_121a", "sm_121a", 90, sm120, sm120Family,    sm120.maxSharedBytesPerBlock},
  {"sm_121f", "sm_121f", 90, sm120, sm120Family,    portableShared},
};
// clang-format on

ArrayRef<TargetInfo> allTargets() { return targets; }

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

const TargetInfo *lookupTarget(StringRef name) {
  const TargetInfo *found = find_if(targets, [&](const TargetInfo &target) {
    return target.getName() == name;
  });
  return found == std::end(targets) ? nullptr : found;
}

Expected<const TargetInfo *> requireTarget(StringRef name) {
  if (const TargetInfo *target = lookupTarget(name))
    return target;
  if (StringRef board = targetOfBoard(name); !board.empty())
    return createStringError("unknown GPU '" + name +
                             "', which is a board with an " + board +
                             ": give that name");
  // Among names equally near, the first of the table wins.
  constexpr unsigned maxDistance = 3;
  StringRef nearest;
  unsigned best = maxDistance + 1;
  for (const TargetInfo &target : targets) {
    unsigned distance = target.getName().edit_distance(
        name.lower(), /*AllowReplacements=*/true, maxDistance);
    if (distance < best) {
      best = distance;
      nearest = target.getName();
    }
  }
  std::string message = ("unknown GPU '" + name + "'").str();
  if (!nearest.empty())
    message += (", did you mean '" + nearest + "'?").str();
  message += "; there are " +
             join(map_range(targets, std::mem_fn(&TargetInfo::getName)), ", ");
  return createStringError(Twine(message));
}

unsigned TargetInfo::getComputeCapability() const {
  unsigned number = 0;
  StringRef digits = getName().drop_front(strlen("sm_"));
  digits.consumeInteger(10, number);
  return number;
}

Expected<const TargetInfo *> chooseTarget(StringRef requested,
                                          StringRef stated) {
  if (requested.empty() && stated.empty())
    return createStringError(
        "no GPU is named: give --gpu-name=sm_XX, or let the text say "
        "'nv_tileaa.compute_capability' = XX : i32 on the builtin module "
        "around the cuda_tile.module");
  Expected<const TargetInfo *> target =
      requireTarget(requested.empty() ? stated : requested);
  if (!target || requested.empty() || stated.empty())
    return target;
  Expected<const TargetInfo *> own = requireTarget(stated);
  if (!own)
    return own;
  if ((*own)->getComputeCapability() != (*target)->getComputeCapability())
    return createStringError("the program says that it is for " + stated +
                             ", but --gpu-name says " + requested +
                             ": drop one of them");
  return target;
}

SmallVector<const MatrixInstruction *>
TargetInfo::getMatrixInstructions() const {
  SmallVector<const MatrixInstruction *> result;
  for (const MatrixInstruction &instruction : allMatrixInstructions())
    if (has(instruction.required))
      result.push_back(&instruction);
  return result;
}

const MatrixInstruction *TargetInfo::chooseMmaSync(MatrixElement a,
                                                   MatrixElement b,
                                                   MatrixElement accumulator,
                                                   int64_t depth) const {
  const MatrixInstruction *best = nullptr;
  // Compares the steps along k, then the padding of the last one, then the
  // steps along m.
  auto getCost = [&](const MatrixInstruction &form) {
    int64_t steps = divideCeil(depth, form.k);
    return std::tuple(steps, steps * form.k, -int64_t(form.m));
  };
  for (const MatrixInstruction *form : getMatrixInstructions())
    if (form->unit == MatrixUnit::MmaSync && form->scaleVector == 0 &&
        form->required != Feature::MmaF8F6F4 &&
        form->takes(a, b, accumulator) &&
        (!best || getCost(*form) < getCost(*best)))
      best = form;
  return best;
}

bool TargetInfo::sumsInFull(MatrixElement factor, MatrixElement sum) const {
  bool isFp8 = factor == MatrixElement::E4M3 || factor == MatrixElement::E5M2;
  return !isFp8 || sum != MatrixElement::F32 || hasMmaFp8FullSums();
}

const MatrixInstruction *
TargetInfo::chooseScaledMmaSync(MatrixElement a, MatrixElement b,
                                unsigned scaleVector) const {
  // Takes the first form that fits: for e2m1 that is the one with twice as many
  // elements.
  for (const MatrixInstruction *form : getMatrixInstructions())
    if (form->unit == MatrixUnit::MmaSync && scaleVector != 0 &&
        form->scaleVector == scaleVector &&
        form->takes(a, b, MatrixElement::F32))
      return form;
  return nullptr;
}

} // namespace tessera
