//===- TargetInfo.h - Facts about each GPU ----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table describes every GPU that can be compiled for. Passes ask for a
// feature or a capacity; none compares numbers of compute capabilities. Adding
// a GPU is adding a row in lib/Target/TargetInfo.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_TARGETINFO_H
#define TESSERA_TARGET_TARGETINFO_H

#include "tessera/Target/MatrixInstruction.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace tessera {

enum class Feature : unsigned {
#define TESSERA_TARGET_FEATURE(NAME, DESCRIPTION) NAME,
#include "tessera/Target/TargetFeatures.def"
};

/// A set of features.
class FeatureSet {
public:
  constexpr FeatureSet() = default;
  template <typename... Features>
  explicit constexpr FeatureSet(Features... features)
      : bits((uint64_t(0) | ... | (uint64_t(1) << unsigned(features)))) {}

  constexpr FeatureSet operator|(FeatureSet rhs) const {
    FeatureSet result;
    result.bits = bits | rhs.bits;
    return result;
  }
  constexpr bool contains(Feature feature) const {
    return bits >> unsigned(feature) & 1;
  }
  constexpr bool contains(FeatureSet rhs) const {
    return (rhs.bits & ~bits) == 0;
  }
  constexpr bool operator==(FeatureSet rhs) const { return bits == rhs.bits; }

private:
  uint64_t bits = 0;
};

/// Every feature with its name and a description.
struct FeatureInfo {
  Feature feature;
  llvm::StringLiteral name, description;
};
llvm::ArrayRef<FeatureInfo> allFeatures();

/// Sizes of a streaming multiprocessor (SM) and limits on what runs on it, from
/// "Technical Specifications per Compute Capability" in the CUDA C++
/// Programming Guide.
struct Capacities {
  /// Shared memory of an SM, in bytes.
  unsigned sharedBytesPerSM;
  /// Shared memory that the system takes for each resident block, from
  /// `sharedBytesPerSM`.
  unsigned reservedSharedBytesPerBlock;
  /// Granularity in which blocks get shared memory (CUDA Occupancy Calculator).
  unsigned sharedBytesUnit;
  /// The maximum of a block, as dynamic shared memory that the launch opts
  /// into.
  unsigned maxSharedBytesPerBlock;
  unsigned maxThreadsPerSM;
  unsigned maxBlocksPerSM;
  /// The largest cluster, in blocks, that every GPU of this capability runs.
  unsigned maxClusterSize;
  /// Columns of tensor memory of an SM, each of 128 lanes of 32 bits (PTX ISA,
  /// "Tensor Memory").
  unsigned tensorMemoryColumns;

  // The same on all GPUs of the table.
  static constexpr unsigned threadsPerWarp = 32;
  static constexpr unsigned maxThreadsPerBlock = 1024;
  static constexpr unsigned maxWarpsPerBlock =
      maxThreadsPerBlock / threadsPerWarp;
  /// The largest cluster, in blocks, of any GPU; it takes a launch that opts in
  /// (CUDA C++ Programming Guide, "Thread Block Clusters").
  static constexpr unsigned maxOptInClusterSize = 16;
  /// 32-bit registers.
  static constexpr unsigned registersPerSM = 64 * 1024;
  static constexpr unsigned maxRegistersPerThread = 255;
  /// SMs of the largest GPU: a whole GB202 (NVIDIA RTX Blackwell GPU
  /// architecture white paper).
  static constexpr unsigned maxSMs = 192;

  constexpr unsigned getMaxWarpsPerSM() const {
    return maxThreadsPerSM / threadsPerWarp;
  }
  /// The maximum number of blocks of `threads` threads that may be resident at
  /// once, on any GPU.
  constexpr unsigned getMaxResidentBlocks(unsigned threads) const {
    unsigned perSM = maxThreadsPerSM / threads;
    return maxSMs * (perSM < maxBlocksPerSM ? perSM : maxBlocksPerSM);
  }
};

/// The target that LLVM generates PTX for: a processor that LLVM knows, and a
/// version of PTX as 10 * major + minor.
struct GeneratedTarget {
  llvm::StringLiteral processor;
  unsigned ptxVersion;
};

/// One row of the table of GPUs.
class TargetInfo {
public:
  /// A row whose PTX is generated for the target that it is assembled for.
  constexpr TargetInfo(llvm::StringLiteral name,
                       llvm::StringLiteral assembledName, unsigned ptxVersion,
                       const Capacities &capacities, FeatureSet features,
                       unsigned maxStaticSharedBytes)
      : TargetInfo(name, assembledName, ptxVersion, capacities, features,
                   maxStaticSharedBytes, {assembledName, ptxVersion}) {}
  /// A row whose PTX is generated for `generated`, which must have no
  /// instruction that the target lacks.
  constexpr TargetInfo(llvm::StringLiteral name,
                       llvm::StringLiteral assembledName, unsigned ptxVersion,
                       const Capacities &capacities, FeatureSet features,
                       unsigned maxStaticSharedBytes, GeneratedTarget generated)
      : name(name), assembledName(assembledName), ptxVersion(ptxVersion),
        capacities(capacities), features(features),
        maxStaticSharedBytes(maxStaticSharedBytes), generated(generated) {}

  /// The name users know it by, such as "sm_90".
  llvm::StringRef getName() const { return name; }
  /// The compute capability as 10 * major + minor; variants of one GPU share
  /// it. For attributes that name a GPU by number, not for choosing code.
  unsigned getComputeCapability() const;
  /// True if one instruction multiplies or adds two f32: all of Blackwell take
  /// `add.f32x2`, of which ptxas makes two but for GPUs of capability 10.
  bool issuesPackedF32x2() const {
    return hasPackedF32x2() && getComputeCapability() / 10 == 10;
  }
  /// The target that the PTX names and that ptxas is given (--gpu-name). If
  /// there is an architecture-specific target `sm_NNa`, the plain name stands
  /// for it, since it has instructions that others lack.
  llvm::StringRef getAssembledName() const { return assembledName; }
  /// The PTX version to emit, as 10 * major + minor: the lowest that has all
  /// instructions that the compiler emits for this GPU, so that older
  /// assemblers accept it.
  unsigned getPTXVersion() const { return ptxVersion; }
  /// The target that LLVM is given, which does not know all GPUs that ptxas
  /// knows. The PTX is valid for `getAssembledName`, apart from the names in
  /// its header.
  const GeneratedTarget &getGenerated() const { return generated; }

  bool has(Feature feature) const { return features.contains(feature); }
  FeatureSet getFeatures() const { return features; }
#define TESSERA_TARGET_FEATURE(NAME, DESCRIPTION)                              \
  bool has##NAME() const { return has(Feature::NAME); }
#include "tessera/Target/TargetFeatures.def"

  const Capacities &getCapacities() const { return capacities; }
  /// The most shared memory that ptxas lets a kernel declare, in bytes. A
  /// kernel may have all that a block can have (see Codegen/LargeShared.h).
  unsigned getMaxStaticSharedBytes() const { return maxStaticSharedBytes; }

  /// The largest access of a thread to global memory, in bytes.
  unsigned getMaxGlobalAccessBytes() const { return hasLoad256() ? 32 : 16; }

  /// The forms of matrix instructions it has, best unit first.
  llvm::SmallVector<const MatrixInstruction *> getMatrixInstructions() const;
  /// The form of mma.sync, without a kind and without scales, that multiplies
  /// `a` by `b` of `depth` elements along k with the fewest instructions and
  /// the least padding; null if there is none.
  const MatrixInstruction *chooseMmaSync(MatrixElement a, MatrixElement b,
                                         MatrixElement accumulator,
                                         int64_t depth) const;
  /// True if mma.sync adds products of `factor` with the full precision of
  /// `sum`.
  bool sumsInFull(MatrixElement factor, MatrixElement sum) const;
  /// The form with scales, each for `scaleVector` elements along k: of ue4m3
  /// for 16 elements, of ue8m0 for 32. Null if there is none.
  const MatrixInstruction *chooseScaledMmaSync(MatrixElement a, MatrixElement b,
                                               unsigned scaleVector) const;

private:
  llvm::StringLiteral name, assembledName;
  unsigned ptxVersion;
  const Capacities &capacities;
  FeatureSet features;
  unsigned maxStaticSharedBytes;
  GeneratedTarget generated;
};

/// The whole table, in ascending order of compute capability.
llvm::ArrayRef<TargetInfo> allTargets();

/// The GPU called `name`, or null.
const TargetInfo *lookupTarget(llvm::StringRef name);

/// The GPU called `name`. Otherwise an error that suggests the nearest name and
/// lists all names.
llvm::Expected<const TargetInfo *> requireTarget(llvm::StringRef name);

/// The name of the GPU on a board that people call `name` ("H100",
/// "rtx 4090"), such as "sm_90"; empty for boards that are not known.
llvm::StringRef targetOfBoard(llvm::StringRef name);

/// The GPU to compile a program for: `requested` is the one that --gpu-name
/// names, `stated` the one that the program itself names; either may be empty.
/// If both name one they must be variants of the same GPU, and `requested`
/// decides which.
llvm::Expected<const TargetInfo *> chooseTarget(llvm::StringRef requested,
                                                llvm::StringRef stated);

} // namespace tessera

#endif // TESSERA_TARGET_TARGETINFO_H
