//===- Smith.h - Random well-defined tile programs --------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the generator behind cuda-tile-smith: from a seed it makes
// a program of cuda_tile together with its launch, which is defined by
// construction: race-free, in bounds, without undefined values, and with
// results that do not depend on anything the specification leaves open.
// docs/rationale/smith.md says how.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SMITH_SMITH_H
#define TESSERA_SMITH_SMITH_H

#include "tessera/Bytecode/Version.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace tessera::smith {

/// What floats hold at the start.
enum class Data {
  /// Small multiples of a power of two, so that sums and products of them are
  /// exact: the order of a sum, or the fusion of a product into it, changes no
  /// bit. Functions with an error bound only enter the results by comparisons
  /// that the bound decides.
  Exact,
  /// Any bits, or any digits of moderate size. What is open has error bounds,
  /// by
  /// which results are compared.
  Arbitrary,
};

/// How large tiles are.
enum class Size {
  /// Large in about one program of five.
  Drawn,
  /// Up to 64 elements, mostly.
  Small,
  /// Some have 2^10 to 2^14 elements, and loops multiply matrices with 16 to
  /// 128 rows and columns.
  Large,
};

struct Options {
  uint64_t seed = 0;
  /// How many steps the program is made of, each of which adds one to some
  /// twenty operations; none: drawn, small more often than large.
  std::optional<unsigned> steps;
  Data data = Data::Exact;
  Size size = Size::Drawn;
  /// The version of bytecode that can hold the program; none: drawn.
  std::optional<BytecodeVersion> version;
};

/// The names of the entry, and of one that is launched behind it.
inline constexpr llvm::StringLiteral entryName = "smith";
inline constexpr llvm::StringLiteral dependentName = "smith_dependent";

/// The program of these options, a `cuda_tile.module`: the same on every host.
/// It verifies; its launch stands in its attributes (Launch.h). `context` has
/// the dialect loaded.
mlir::OwningOpRef<mlir::Operation *> generate(mlir::MLIRContext *context,
                                              const Options &options);

/// Whether the operations of the program have places in a source.
bool hasPlaces(mlir::Operation *module);

} // namespace tessera::smith

#endif // TESSERA_SMITH_SMITH_H
