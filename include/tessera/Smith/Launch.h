//===- Launch.h - How a generated program is launched -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the launch of a program as attributes of its module, where
// passes and the reducer leave it alone:
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

/// What stands behind a parameter: memory that it points to, or its value.
struct Argument {
  numerics::Format format;
  bool isPointer = true;
  /// The memory as the program finds it, or the bytes of the value.
  std::vector<uint8_t> bytes;
};

struct Launch {
  using Grid = std::array<uint32_t, 3>;

  Grid grid = {1, 1, 1};
  /// Of the second entry, where there is one.
  std::optional<Grid> dependentGrid;
  /// The CTAs of a tile block, where the program asks for several.
  std::optional<Grid> cluster;
  std::vector<Argument> arguments;
  /// What the public globals hold, in their order. Later stages store some
  /// formats as others, tf32 as f32, which have other NaNs. Where it is empty,
  /// what is run says it.
  std::vector<numerics::Format> globals;
  BytecodeVersion version = bytecode::v13_1;

  /// The grids of the entries, in their order.
  llvm::SmallVector<Grid, 2> grids() const {
    llvm::SmallVector<Grid, 2> all{grid};
    if (dependentGrid)
      all.push_back(*dependentGrid);
    return all;
  }
  /// Of all grids.
  uint64_t numBlocks() const {
    uint64_t number = 0;
    for (const Grid &each : grids())
      number += uint64_t(each[0]) * each[1] * each[2];
    return number;
  }
};

/// Says in the attributes of `module`, a `cuda_tile.module`, how to launch it.
void setLaunch(mlir::Operation *module, const Launch &launch);

/// Reads those attributes; fails with an error at the module where they are
/// missing or do not fit its entries.
llvm::FailureOr<Launch> getLaunch(mlir::Operation *module);

/// What the attributes say of clusters, as front ends ask for them; null where
/// they say nothing.
mlir::Attribute getCluster(mlir::Operation *module);

/// What a run leaves behind: the memory behind each pointer, the public
/// globals, and what was printed. Each NaN is the canonical one.
struct Outcome {
  std::vector<std::vector<uint8_t>> memory;
  std::string printed;

  bool operator==(const Outcome &other) const {
    return memory == other.memory && printed == other.printed;
  }
};

/// How the interpreter runs a program.
struct RunOptions {
  uint64_t seed = 0;
  unsigned hostThreads = 1;
};

/// Runs the program, or what passes have made of it at any stage that the
/// interpreter runs, with all checks on. Fails with the error in the
/// diagnostics of its context.
llvm::FailureOr<Outcome> run(mlir::Operation *program, const Launch &launch,
                             const RunOptions &options);

/// What correct runs of a program may leave behind.
struct Allowed {
  /// The elements of one array of an outcome.
  struct Array {
    numerics::Format format;
    std::vector<interp::ElementBounds> elements;
  };

  /// Of the run that has found it out.
  Outcome outcome;
  /// Whether it could be found out: false where the program's course (a branch,
  /// an address) depends on the error bounds.
  bool isDecidable = true;
  /// One for each array of the outcome, where it is decidable.
  std::vector<Array> memory;
};

/// Runs the program as above with error bounds. Fails where it does for another
/// reason than that the bounds do not decide.
llvm::FailureOr<Allowed> runWithBounds(mlir::Operation *module,
                                       const Launch &launch,
                                       interp::BoundsMode mode);

/// Makes each NaN among the elements the canonical one: any NaN equals any.
void canonicalizeNaNs(numerics::Format format,
                      llvm::MutableArrayRef<uint8_t> bytes);

/// The comments by which `cuda-tile-run --self-check` runs the program as text,
/// and expects that outcome; none where a parameter points to elements of half
/// a byte, of which no array can be given, nor of two entries, as a case runs
/// one.
std::string printCase(const Launch &launch, const Outcome &outcome);

/// Where two outcomes differ, as a sentence.
std::string describeDifference(const Outcome &expected, const Outcome &found);

/// Where `found` holds in memory what is not allowed, as a sentence; nothing if
/// it does not. What is not decided is not judged, nor is what was printed,
/// which has no bounds, nor the last arrays, the globals, where `found` has
/// them not.
std::optional<std::string> findForbidden(const Allowed &allowed,
                                         const Outcome &found);

} // namespace tessera::smith

#endif // TESSERA_SMITH_LAUNCH_H
