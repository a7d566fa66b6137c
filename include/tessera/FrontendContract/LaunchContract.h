//===- LaunchContract.h - What a front end asks of a launch -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In text, a front end says for which GPU a program is and how its kernels are
// launched with attributes of the builtin module around the `cuda_tile.module`
// (`nv_tileaa.*`, `tt.*`) and of the entries (`nvvm.*`). All that is known of
// these attributes stands in LaunchContract.cpp; docs/frontend-contract.md has
// the table for authors of front ends. Bytecode has no place for them.
//
// They are no part of cuda_tile: the contract is attached to the dialect, whose
// verifier, parser and printer then call it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_FRONTENDCONTRACT_LAUNCHCONTRACT_H
#define TESSERA_FRONTENDCONTRACT_LAUNCHCONTRACT_H

#include "mlir/IR/BuiltinOps.h"
#include <array>
#include <optional>
#include <string>

namespace mlir {
class DialectRegistry;
}

namespace tessera {

namespace cuda_tile {
class EntryOpInterface;
}

/// Has cuda_tile's verifier, parser and printer go by the contract.
void registerFrontendContract(mlir::DialectRegistry &registry);

/// What the attributes around and on one entry ask for. What is absent was not
/// asked for, and is the compiler's to choose.
struct LaunchContract {
  /// The GPU by its name in lib/Target, such as "sm_90"; empty: not said.
  std::string target;
  /// Warps of a CTA: a power of two, at most 32.
  std::optional<unsigned> warps;
  /// CTAs of a cluster along each dimension: powers of two.
  std::optional<std::array<int32_t, 3>> cluster;
  /// Stages of the software pipelines, at least 1.
  std::optional<unsigned> stages;
  /// Whether each CTA works off many tile blocks.
  bool persistent = false;
  /// The most registers of a thread.
  std::optional<unsigned> maxRegisters;
  /// CTAs that each multiprocessor is to hold at once, at least.
  std::optional<unsigned> minCTAsPerSM;
  /// The most CTAs of a cluster whose shape the launch chooses.
  std::optional<unsigned> maxClusterRank;

  /// Reads what is said around and on `entry`, which must have been verified.
  static LaunchContract get(cuda_tile::EntryOpInterface entry);
  /// Reads what `module` says of all its entries.
  static LaunchContract get(mlir::ModuleOp module);
};

/// Whether `name` is an attribute of the contract that stands on the builtin
/// module.
bool isModuleContractAttribute(llvm::StringRef name);

} // namespace tessera

#endif // TESSERA_FRONTENDCONTRACT_LAUNCHCONTRACT_H
