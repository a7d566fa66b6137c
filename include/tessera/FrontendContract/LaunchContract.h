//===- LaunchContract.h - A front end's settings of a launch ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In text, a front end gives the GPU of a program and the launch of its kernels
// by attributes of the builtin module around the `cuda_tile.module`
// (`nv_tileaa.*`, `tt.*`) and of the entries (`nvvm.*`). All knowledge of these
// attributes is in LaunchContract.cpp; docs/frontend-contract.md has the table
// for authors of front ends. Bytecode cannot store them.
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

/// Makes cuda_tile's verifier, parser and printer follow the contract.
void registerFrontendContract(mlir::DialectRegistry &registry);

/// The values of the attributes around and on one entry. An absent value is the
/// compiler's to choose.
struct LaunchContract {
  /// The GPU by its name in lib/Target, such as "sm_90"; empty if not given.
  std::string target;
  /// Warps of a CTA: a power of two, at most 32.
  std::optional<unsigned> warps;
  /// CTAs of a cluster along each dimension: powers of two.
  std::optional<std::array<int32_t, 3>> cluster;
  /// Stages of the software pipelines, at least 1.
  std::optional<unsigned> stages;
  /// True if each CTA works off many tile blocks.
  bool persistent = false;
  /// The maximum number of registers of a thread.
  std::optional<unsigned> maxRegisters;
  /// The minimum number of CTAs that each multiprocessor must hold at once.
  std::optional<unsigned> minCTAsPerSM;
  /// The maximum number of CTAs of a cluster, if the launch chooses its shape.
  std::optional<unsigned> maxClusterRank;

  /// Reads the attributes around and on `entry`, which must have been verified.
  static LaunchContract get(cuda_tile::EntryOpInterface entry);
  /// Reads the attributes of `module` that concern all its entries.
  static LaunchContract get(mlir::ModuleOp module);
};

/// True if `name` is an attribute of the contract that belongs on the builtin
/// module.
bool isModuleContractAttribute(llvm::StringRef name);

} // namespace tessera

#endif // TESSERA_FRONTENDCONTRACT_LAUNCHCONTRACT_H
