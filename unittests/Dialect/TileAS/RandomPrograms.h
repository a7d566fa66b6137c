//===- RandomPrograms.h - Programs of accesses, and their paths -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random kernels of structured control flow over accesses to shared and global
// memory, and a walker that follows each of their paths (with 0 to 2 iterations
// of loops) and records its events. The passes analyse the program as a whole;
// the walker takes one path after another and needs no approximation.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_DIALECT_TILEAS_RANDOMPROGRAMS_H
#define TESSERA_UNITTESTS_DIALECT_TILEAS_RANDOMPROGRAMS_H

#include "mlir/IR/BuiltinOps.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include <bitset>
#include <vector>

namespace tessera::tileas {

/// The contents that a random program may have.
struct ProgramKind {
  bool shared = true, global = true;
  /// Rings of buffers, and buffers that loops carry and branches choose.
  bool rings = false;
};

/// A module with one kernel of two warps. Buffers have no offsets yet.
mlir::OwningOpRef<mlir::ModuleOp>
makeRandomProgram(mlir::MLIRContext *context, unsigned seed, ProgramKind kind);
KernelOpInterface getKernel(mlir::ModuleOp module);

/// One execution of an access, allocation or barrier on a path.
struct Event {
  static constexpr size_t kMaxEvents = 512;

  mlir::Operation *op;
  /// The earlier events on the path, by number, that order this one by tokens.
  std::bitset<kMaxEvents> predecessors;
  /// The values of the op's operands at that time; 0 for those that are neither
  /// integers nor pointers.
  llvm::SmallVector<int64_t> operands;
  /// The buffer of the op: its allocation, and the stage.
  mlir::Operation *alloc = nullptr;
  int64_t stage = 0;
};

/// The bytes of the buffer of an event: [first, second). Buffers have offsets.
std::pair<int64_t, int64_t> getBytes(const Event &event);

using Path = std::vector<Event>;

/// Calls `visit` for each path of the kernel, with the arguments' values from
/// `valueOf`. Visits at most `limit` paths, and returns false if there are
/// more.
bool forEachPath(KernelOpInterface kernel, size_t limit,
                 llvm::function_ref<int64_t(mlir::BlockArgument)> valueOf,
                 llvm::function_ref<void(const Path &)> visit);

} // namespace tessera::tileas

#endif // TESSERA_UNITTESTS_DIALECT_TILEAS_RANDOMPROGRAMS_H
