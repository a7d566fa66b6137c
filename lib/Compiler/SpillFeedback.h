//===- SpillFeedback.h - Plans by what the assembler spills -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are planned by estimates of registers, and ptxas has the last word. Where
// it spills, or advises of what costs speed, the kernel is planned again without a freedom
// that it had, with more registers of a thread, or with more warps where a thread has all:
// docs/rationale/lowering/registers.md.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_COMPILER_SPILLFEEDBACK_H
#define TESSERA_LIB_COMPILER_SPILLFEEDBACK_H

#include "mlir/IR/BuiltinOps.h"
#include "tessera/Codegen/Assembler.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace tessera {

class TargetInfo;

class SpillFeedback {
public:
  /// Notes how the kernels of a module of tileas compute: with how many warps, by which
  /// products, and by which freedoms.
  void note(mlir::ModuleOp kernels);

  /// Takes what the assembler says of the kernels as they were compiled last, and
  /// decides how they are compiled next. `entries` are the kernels before their plans.
  /// True if one of them is to be compiled in another way than it was.
  bool learn(llvm::ArrayRef<KernelResources> resources, mlir::ModuleOp entries,
             const TargetInfo &target);

  /// The same where the kernels did not compile as they were to be.
  bool refuse();

  /// Puts what is known on entries, for their plans.
  void apply(mlir::ModuleOp entries) const;

private:
  /// Sets of what a plan leaves to ptxas on trust: to mix the products of a loop, to
  /// hold loads ahead of their iteration beyond the estimate of registers, to hold what
  /// the second loop needs while the first one runs without masks, and to compute powers of
  /// two by two pipes at once.
  enum Freedoms : unsigned {
    kNone = 0,
    kMixedProducts = 1,
    kCrowdedLoads = 2,
    kSplitLoops = 4,
    kSharedPowers = 8
  };

  /// A freedom, and what takes it from a kernel.
  struct Freedom {
    Freedoms freedom;
    /// Spills of fewer bytes cost less than the plan without it.
    uint64_t fewestBytes;
    /// True if registers of other blocks are worth less. More warps have it again.
    bool isKeptForRegisters;
    llvm::StringLiteral reason;
  };
  static const Freedom kFreedoms[4];

  /// Bounds of a plan; 0 for none. A thread has as many registers only with so many
  /// warps.
  struct Bounds {
    unsigned warps = 0, registers = 0;
    /// The freedoms that it does without.
    unsigned givenUp = kNone;

    bool isAsWideAs(const Bounds &other) const {
      return warps == other.warps && registers == other.registers;
    }
    bool operator==(const Bounds &other) const {
      return isAsWideAs(other) && givenUp == other.givenUp;
    }
    bool operator!=(const Bounds &other) const { return !(*this == other); }
  };

  struct Kernel {
    Bounds best, next;
    /// Bytes that a thread stores and loads by the best plan, at each place of the
    /// program once, and many for each advisory; nothing before the first.
    std::optional<uint64_t> spilled;
    /// The freedoms that the best plan does without, or that were no use to give up.
    unsigned tried = kNone;
    bool isDone = false;
  };

  /// Spills of fewer bytes stay. True if the next plan is another one than the last.
  bool learn(Kernel &kernel, const KernelResources &used,
             tileaa::EntryOpInterface entry, uint64_t fewestBytes);
  /// Other bounds than the best ones of a kernel: with a freedom less, or wider ones.
  /// Nothing where it spills too few bytes for that, or the program or the GPU allows none.
  std::optional<Bounds> findNext(Kernel &kernel, const KernelResources &used,
                                 tileaa::EntryOpInterface entry,
                                 uint64_t fewestBytes) const;
  /// Wider bounds than those of a kernel that takes so many registers; nothing where the
  /// program or the GPU allows none.
  std::optional<Bounds> widen(const Bounds &bounds, const KernelResources &used,
                              tileaa::EntryOpInterface entry) const;

  llvm::StringMap<unsigned> computingWarps;
  /// True for kernels that multiply by `mma.sync`.
  llvm::StringMap<bool> doThreadsMultiply;
  /// The freedoms that the last plans of kernels have made use of.
  llvm::StringMap<unsigned> freedoms;
  std::map<std::string, Kernel> kernels;
};

} // namespace tessera

#endif // TESSERA_LIB_COMPILER_SPILLFEEDBACK_H
