//===- SpillFeedback.h - Plans by what the assembler spills -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are planned by estimates of registers, and ptxas has the last word. Where
// it spills, or advises of what costs speed, the kernel is planned again with products that
// ptxas does not mix, with more registers of a thread, or with more warps where a thread
// has all: docs/rationale/lowering/registers.md.
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
  /// Notes how the kernels of a module of tileas compute: with how many warps, and by
  /// which products.
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
  /// Bounds of a plan; 0 for none. A thread has as many registers only with so many
  /// warps.
  struct Bounds {
    unsigned warps = 0, registers = 0;
    bool productsApart = false;

    bool operator==(const Bounds &other) const {
      return warps == other.warps && registers == other.registers &&
             productsApart == other.productsApart;
    }
    bool operator!=(const Bounds &other) const { return !(*this == other); }
  };

  struct Kernel {
    Bounds best, next;
    /// Bytes that a thread stores and loads by the best plan, at each place of the
    /// program once, and many for each advisory; nothing before the first.
    std::optional<uint64_t> spilled;
    /// True if products were kept apart by the best plan, or it was no use.
    bool wereApart = false;
    bool isDone = false;
  };

  /// Spills of fewer bytes stay. True if the next plan is another one than the last.
  bool learn(Kernel &kernel, const KernelResources &used,
             tileaa::EntryOpInterface entry, uint64_t fewestBytes);
  /// Other bounds than the best ones of a kernel: apart, or wider ones. Nothing where it
  /// spills too few bytes for that, or the program or the GPU allows none.
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
  /// True for kernels with products that may be kept apart.
  llvm::StringMap<bool> haveCrowdedProducts;
  std::map<std::string, Kernel> kernels;
};

} // namespace tessera

#endif // TESSERA_LIB_COMPILER_SPILLFEEDBACK_H
