//===- Interpreter.h - Runs tile programs on the host ----------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the reference interpreter of cuda_tile: it defines the
// meaning of a tile program, by the Tile IR specification. It is strict: where
// the specification leaves the behaviour undefined, it stops with a located
// message instead of going on.
//
// It runs the stages behind cuda_tile as well, tileaa and tileas, so that the
// output of a pass can be compared with its input
// (docs/rationale/interpreter/executable-stages.md).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_INTERPRETER_INTERPRETER_H
#define TESSERA_INTERPRETER_INTERPRETER_H

#include "tessera/Interpreter/GlobalMemory.h"
#include "tessera/Numerics/Format.h"
#include "tessera/Support/LaunchFault.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/LogicalResult.h"
#include <array>
#include <functional>
#include <optional>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir {
class Operation;
} // namespace mlir

namespace tessera::interp {

/// One argument of an entry: a number, or a pointer to global memory.
class Argument {
public:
  /// A pointer; the entry decides what it points to.
  static Argument pointer(uint64_t address) {
    return Argument(std::nullopt, address);
  }
  /// A number, given by the bits of its storage form, zero-extended.
  static Argument scalar(numerics::Format format, uint64_t bits) {
    return Argument(format, bits);
  }

  bool isPointer() const { return !format; }
  numerics::Format getFormat() const { return *format; }
  uint64_t getBits() const { return bits; }

private:
  Argument(std::optional<numerics::Format> format, uint64_t bits)
      : format(format), bits(bits) {}

  std::optional<numerics::Format> format;
  uint64_t bits;
};

/// Checks that a run makes beside its computation. Turning a check off changes
/// no result of a program that passes it. A program that does not pass it goes
/// on as on a GPU, with unspecified values if there is nothing better.
struct Checks {
  /// Accesses outside of every allocation, or misaligned for their type.
  bool memory = true;
  /// Unordered conflicting accesses (Tile IR memory model, "Data races").
  bool race = true;
  /// Promises of the program that do not hold: assume, overflow flags and
  /// inbounds; conversions and divisions without a defined result.
  bool assume = true;
  /// Loads of unwritten memory.
  bool init = true;
  /// Promises of `assume` about constants, and about strides of dimensions of
  /// length 1. They tell a compiler nothing new, and front ends make them even
  /// if they are false: cuTile Python does so for such strides.
  bool assumeConstant = false;
  /// Accesses by a tile index outside the view's index space, which load
  /// padding and store nothing. Kernels rely on that.
  bool indexSpace = false;

  static Checks none() { return {false, false, false, false}; }
  /// Each check with its name.
  static llvm::ArrayRef<std::pair<llvm::StringLiteral, bool Checks::*>> names();
};

class ErrorBounds;
class Observer;
class SymbolicRun;

struct LaunchConfig {
  /// Numbers of tile blocks along x, y and z, each 1 to 2^24 - 1.
  std::array<uint32_t, 3> grid = {1, 1, 1};
  /// Host threads that run tile blocks; 0: as many as the host has cores. The
  /// number does not change the result of a program without races.
  unsigned hostThreads = 0;
  /// Operations that a tile block may run before it counts as endless.
  uint64_t stepLimit = 100'000'000;
  Checks checks;
  /// Chooses among the possibilities that the specification leaves open: the
  /// order of tile blocks and of their accesses, of the elements of a
  /// reduction, unspecified values. The same seed gives the same run; 0 is the
  /// plainest: everything in order.
  uint64_t seed = 0;
  /// The output of print_tko and assert, in the order of the tile blocks, x
  /// fastest; null: none. Must outlive the launch.
  llvm::raw_ostream *printSink = nullptr;
  /// Called now and then, one call at a time, with the number of tile blocks
  /// that have ended, the number of all, and the operations that they have run.
  /// The first call comes before any of them runs. Returns "" to go on, or the
  /// reason to end the launch, which becomes its error.
  std::function<std::string(uint64_t ended, uint64_t all, uint64_t steps)>
      progress = nullptr;
  /// Receives the bounds of memory after another correct run; null: they are
  /// not computed. Must outlive the launch.
  ErrorBounds *bounds = nullptr;
  /// Is told of every operation before it runs (Observer.h); null: nobody is.
  /// Must outlive the launch, which runs on one host thread under it.
  Observer *observer = nullptr;
  /// Receives the terms of memory (SymbolicRun.h); null: they are not computed.
  /// Must outlive the launch, which runs on one host thread under it.
  SymbolicRun *symbolic = nullptr;
};

/// A module whose globals lie in memory, a cuda_tile.module or a builtin module
/// with the kernels of a later stage. The globals keep their initial values
/// until a launch changes them, and last as long as the memory does. Owns
/// neither the module nor the memory.
class LoadedModule {
public:
  /// Fails with an error at a global for which there is no room.
  static llvm::FailureOr<LoadedModule> load(mlir::Operation *module,
                                            GlobalMemory &memory);

  /// The address of the public global of this name, if there is one.
  std::optional<uint64_t> addressOf(llvm::StringRef global) const;

  /// A global that the host may see, and its address.
  struct PublicGlobal {
    llvm::StringRef name;
    numerics::Format format;
    uint64_t address, bytes;
  };
  /// All public globals, in the order of the module.
  std::vector<PublicGlobal> getPublicGlobals() const;

  /// Like the function below, on the globals as they are now.
  llvm::LogicalResult launch(llvm::StringRef entry,
                             llvm::ArrayRef<Argument> arguments,
                             const LaunchConfig &config);
  /// The fault that ended the last launch.
  LaunchFault getFault() const { return lastFault; }

private:
  LoadedModule(mlir::Operation *module, GlobalMemory &memory);

  mlir::Operation *module;
  GlobalMemory *memory;
  llvm::StringMap<uint64_t> globals;
  LaunchFault lastFault = LaunchFault::None;
};

/// Loads `module` and runs the entry of this name for every tile block of the
/// grid.
///
/// Fails, with an error at the operation's location in the diagnostics of the
/// module's context, if the arguments do not fit the entry, an operation is
/// unknown, a tile block has undefined behaviour or passes the step limit, or
/// an assert failed (the program then ran to its end). If several tile blocks
/// fail, the first in the order of the grid is reported. The module must have
/// passed its verifier.
llvm::LogicalResult launch(mlir::Operation *module, llvm::StringRef entry,
                           llvm::ArrayRef<Argument> arguments,
                           GlobalMemory &memory, const LaunchConfig &config);

} // namespace tessera::interp

#endif // TESSERA_INTERPRETER_INTERPRETER_H
