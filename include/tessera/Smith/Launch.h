//===- Launch.h - The launch of a generated program -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the launch of a program as attributes of its module, which
// passes and the reducer leave alone:
//
//   smith.grid       the extents of the grid, an array of three i32
//   smith.arguments  one for each parameter: the elements that its pointer
//                    points to, as a tensor, or a number
//   smith.dependent_grid
//                    the grid of the second entry, which has the same
//                    parameters: it is launched after the first one, on GPUs
//                    that have such launches as dependent on it
//   smith.cluster    how many CTAs a tile block has, on GPUs that have clusters
//   smith.version    the oldest version of bytecode that holds the program
//
// Bytecode keeps no such attributes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SMITH_LAUNCH_H
#define TESSERA_SMITH_LAUNCH_H

#include "tessera/Bytecode/Version.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "tessera/Interpreter/ErrorBounds.h"
#include "tessera/Numerics/Format.h"

#include <array>
#include <string>
#include <vector>

namespace tessera::smith {

/// The value of a parameter, or the memory that it points to.
struct Argument {
  numerics::Format format;
  bool isPointer = true;
  /// The memory before the run, or the bytes of the value.
  std::vector<uint8_t> bytes;
};

struct Launch {
  using Grid = std::array<uint32_t, 3>;

  Grid grid = {1, 1, 1};
  /// The grid of the second entry, if there is one.
  std::optional<Grid> dependentGrid;
  /// The CTAs of a tile block, where the program asks for several.
  std::optional<Grid> cluster;
  std::vector<Argument> arguments;
  /// The formats of the public globals, in order. Later stages store some
  /// formats as others (tf32 as f32), which have other NaNs, so the original
  /// ones are kept. If empty, they are read from the program that is run.
  std::vector<numerics::Format> globals;
  BytecodeVersion version = bytecode::v13_1;

  /// The grids of the entries, in their order.
  llvm::SmallVector<Grid, 2> grids() const {
    llvm::SmallVector<Grid, 2> all{grid};
    if (dependentGrid)
      all.push_back(*dependentGrid);
    return all;
  }
  /// The number of blocks of all grids.
  uint64_t numBlocks() const {
    uint64_t number = 0;
    for (const Grid &each : grids())
      number += uint64_t(each[0]) * each[1] * each[2];
    return number;
  }
};

/// Stores a launch in the attributes of `module`, a `cuda_tile.module`.
void setLaunch(mlir::Operation *module, const Launch &launch);

/// Reads those attributes. Fails with an error at the module if they are
/// missing or do not fit its entries.
llvm::FailureOr<Launch> getLaunch(mlir::Operation *module);

/// The clusters of the attributes, as front ends ask for them; null where
/// they say nothing.
mlir::Attribute getCluster(mlir::Operation *module);

/// The state that a run leaves behind: the memory behind each pointer, the
/// public globals, and what was printed. Each NaN is the canonical one.
struct Outcome {
  std::vector<std::vector<uint8_t>> memory;
  std::string printed;

  bool operator==(const Outcome &other) const {
    return memory == other.memory && printed == other.printed;
  }
};

/// Options of a run on the interpreter.
struct RunOptions {
  uint64_t seed = 0;
  unsigned hostThreads = 1;
};

/// Runs a program, at any stage that the interpreter supports, with all checks
/// on. Fails with the error in the diagnostics of its context.
llvm::FailureOr<Outcome> run(mlir::Operation *program, const Launch &launch,
                             const RunOptions &options);

/// The results that correct runs of a program may have.
struct Allowed {
  /// The elements of one array of an outcome.
  struct Array {
    numerics::Format format;
    std::vector<interp::ElementBounds> elements;
  };

  /// The outcome of the run that computed the bounds.
  Outcome outcome;
  /// False if the program's control flow (a branch, an address) depends on the
  /// error bounds, so that there are none.
  bool isDecidable = true;
  /// One for each array of the outcome, if decidable.
  std::vector<Array> memory;
};

/// Runs the program as above, with error bounds. Fails where `run` does, but
/// not if the bounds are undecidable.
llvm::FailureOr<Allowed> runWithBounds(mlir::Operation *module,
                                       const Launch &launch,
                                       interp::BoundsMode mode);

/// Replaces each NaN among the elements by the canonical one, since any NaN
/// equals any other.
void canonicalizeNaNs(numerics::Format format,
                      llvm::MutableArrayRef<uint8_t> bytes);

/// The comments with which `cuda-tile-run --self-check` runs the text of the
/// program and expects that outcome. Empty if a parameter points to elements of
/// half a byte, since cases cannot give such arrays, and for two entries, since
/// a case runs one.
std::string printCase(const Launch &launch, const Outcome &outcome);

/// A sentence about the difference between two outcomes.
std::string describeDifference(const Outcome &expected, const Outcome &found);

/// A sentence about memory of `found` that is not allowed; none if all is
/// allowed. Undecided elements are not judged, nor is printed text, which has
/// no bounds, nor the globals, the last arrays, if `found` lacks them.
std::optional<std::string> findForbidden(const Allowed &allowed,
                                         const Outcome &found);

} // namespace tessera::smith

#endif // TESSERA_SMITH_LAUNCH_H
