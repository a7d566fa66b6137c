//===- OpAgents.h - The agents that execute the ops of a kernel -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_OPAGENTS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_OPAGENTS_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "llvm/ADT/DenseMap.h"

namespace tessera::tileas {

/// The agents of a kernel whose slots name planned ones, with the warps that they need.
class OpAgents {
public:
  explicit OpAgents(KernelOpInterface kernel);

  /// The agent of an op, by its slot or that of the branch around it; null for
  /// the kernel's own warps. The thread that copies by a map has looked for it.
  AgentAttr find(mlir::Operation *op) const;

private:
  AgentAttr findPlanned(mlir::Operation *op) const;
  void settle(AgentAttr planned);
  bool mayPair() const;

  mlir::Operation *kernel;
  KernelSpecAttr spec;
  /// By planned agent.
  llvm::DenseMap<mlir::Attribute, AgentAttr> settled;
  /// By op that is for another part of its planned agent than the first one.
  llvm::DenseMap<mlir::Operation *, AgentAttr> ofOtherParts;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_OPAGENTS_H
