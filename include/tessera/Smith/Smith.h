//===- Smith.h - Random well-defined tile programs --------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the generator behind cuda-tile-smith: from a seed it makes
// a program of cuda_tile together with its launch. The program is well-defined
// by construction: race-free, in bounds, without undefined values, and with
// results that do not depend on anything the specification leaves open
// (docs/rationale/interpreter/smith.md).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SMITH_SMITH_H
#define TESSERA_SMITH_SMITH_H

#include "tessera/Bytecode/Version.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace tessera::smith {

/// The initial values of floats.
enum class Data {
  /// Small multiples of a power of two, so that sums and products of them are
  /// exact: the order of a sum, or the fusion of a product into it, changes no
  /// bit. Functions with an error bound only enter the results by comparisons
  /// that the bound decides.
  Exact,
  /// Any bits, or any digits of moderate size. Results that the language leaves
  /// open are compared by error bounds.
  Arbitrary,
};

/// The sizes of tiles.
enum class Size {
  /// Large tiles in about one program of five.
  Drawn,
  /// Up to 64 elements, mostly.
  Small,
  /// Some tiles have 2^10 to 2^14 elements, and loops multiply matrices with 16
  /// to 128 rows and columns.
  Large,
  /// As large ones, each with a nest of loops that multiply matrices with up to
  /// 256 rows and columns.
  Nested,
  /// One kernel and nothing else, of the kinds for which there are passes of
  /// their own: loops that load the same tiles, attention of warp groups,
  /// products of clusters, of f64 and of others.
  Tuned,
};

struct Options {
  uint64_t seed = 0;
  /// The number of steps that make up the program, each of which adds between
  /// one and about twenty operations; none: random, small more often than
  /// large.
  std::optional<unsigned> steps;
  Data data = Data::Exact;
  Size size = Size::Drawn;
  /// The version of bytecode that can hold the program; none: random.
  std::optional<BytecodeVersion> version;
};

/// The names of the entry, and of one that is launched behind it.
inline constexpr llvm::StringLiteral entryName = "smith";
inline constexpr llvm::StringLiteral dependentName = "smith_dependent";

/// The program of these options, a `cuda_tile.module`: the same on every host.
/// It verifies; its launch is in its attributes (Launch.h). `context` has the
/// dialect loaded.
mlir::OwningOpRef<mlir::Operation *> generate(mlir::MLIRContext *context,
                                              const Options &options);

/// True if the operations of the program have locations in a source.
bool hasPlaces(mlir::Operation *module);

} // namespace tessera::smith

#endif // TESSERA_SMITH_SMITH_H
