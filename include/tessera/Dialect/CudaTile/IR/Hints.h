//===- Hints.h - Names and values of optimization hints ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hints of the language: their names, the ops that carry them, their values
// for each GPU, and their look-up (CUDA Tile IR specification, "Optimization
// hints").
//
// A hint never changes results. So a hint without effect, because its GPU, its
// name or its value is unknown, is ignored silently, unless a tool was asked to
// report it (-Wunsupported-hints, -Werr-hints). An attribute that is no
// dictionary of dictionaries is an error in any case.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_HINTS_H
#define TESSERA_DIALECT_CUDATILE_IR_HINTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace mlir {
class Operation;
class Pass;
} // namespace mlir

namespace tessera::cuda_tile {

/// The reaction to a hint without effect.
enum class HintPolicy {
  Ignore, // Ignore, ///< Silently.
  Warn,   ///< A warning (-Wunsupported-hints).
  Error,  ///< An error (-Werr-hints).
};

/// Checks the hints of `root` and of every op inside it. A hint without effect
/// is reported at its op by `policy`, and so is a number outside the range of
/// its hint, for which the nearest number inside is used. Fails only after an
/// error.
llvm::LogicalResult checkOptimizationHints(mlir::Operation *root,
                                           HintPolicy policy);

/// The same as a pass on any op, for the front of a tool's pipeline.
std::unique_ptr<mlir::Pass> createCheckOptimizationHintsPass(HintPolicy policy);

/// The reason that a hint is not used as it is written, and the value that is
/// used.
struct HintProblem {
  std::string reason;
  std::string suggestion;
};

/// The hints of `op` that are dropped or changed in code for the GPU `target`.
llvm::SmallVector<HintProblem> findDroppedHints(mlir::Operation *op,
                                                mlir::DictionaryAttr hints,
                                                llvm::StringRef target);

/// The GPUs that have hints of their own in `root` or an op inside it, each
/// once, in the order of the program. "default" is none.
llvm::SmallVector<llvm::StringRef> findHintedTargets(mlir::Operation *root);

/// The value of the hint `key` on `target`, a GPU such as "sm_100" (or one of
/// its variants, as "sm_100a"), from the dictionary of dictionaries `hints`:
/// the value given for the GPU if it is valid there, otherwise that under
/// "default". Numbers are clamped to the range of the hint on that GPU; flags
/// are 0 or 1. Nothing if there is no such value; `hints` may be null.
std::optional<int64_t> lookupHint(mlir::DictionaryAttr hints,
                                  llvm::StringRef key, llvm::StringRef target);

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_HINTS_H
