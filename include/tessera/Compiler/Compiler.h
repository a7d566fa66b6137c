//===- Compiler.h - One call from Tile IR to PTX or machine code *- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   mlir::DialectRegistry registry;
//   tessera::registerAllDialects(registry);
//   mlir::MLIRContext context(registry);
//   tessera::CompileOptions options;
//   options.gpuName = "sm_90";
//   tessera::CompileResult result =
//       tessera::compile(buffer.getMemBufferRef(), &context, options);
//   if (result) … result.output is the cubin
//
// Errors go to the diagnostic handlers of the context, whose threads share the
// kernels of a module. Several threads may compile at once, each in a context
// of its own. The same input and options give the same bytes, on every host and
// by any number of threads.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_COMPILER_COMPILER_H
#define TESSERA_COMPILER_COMPILER_H

#include "tessera/Codegen/Assembler.h"
#include "tessera/Compiler/PlanOverrides.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mlir {
class PassManager;
}

namespace tessera {

/// The forms that a program takes, in order.
enum class Stage { CudaTile, TileAA, TileAS, NVVM, LLVM, PTX, Cubin };

/// The name as `--emit` spells it: "cuda-tile", "tileaa", … "cubin".
llvm::StringRef stageName(Stage stage);

/// The GPU that is assumed where nobody names one.
inline constexpr llvm::StringLiteral assumedGpu = "sm_90";

struct CompileOptions {
  /// The GPU, by any name of `tessera/Target/TargetInfo.h`. If empty, the GPU
  /// that the program names.
  std::string gpuName;
  /// A program that names no GPU is for the only one that its hints name, or
  /// for `assumedGpu`; otherwise it is an error.
  bool assumesGpu = false;
  /// 0 to 3: 0 runs no optional pass, 2 and 3 run all.
  int optLevel = 3;
  /// Names of the kernels to compile. The others are left out, but the program
  /// is verified as a whole first. If empty, all are compiled.
  std::vector<std::string> entries;
  /// The form to produce. MLIR stages, LLVM and PTX give text.
  Stage emit = Stage::Cubin;
  /// Relate machine code to source lines, for profilers.
  bool lineInfo = false;
  /// Give CompileResult::linedPtx, too; it takes another code generation.
  bool wantsLinedPtx = false;
  /// Full debug information; the level has to be 0.
  bool deviceDebug = false;
  /// Assert in the generated code that accesses stay within memory, as far as
  /// the program knows its bounds (the pass cuda-tile-check-accesses).
  bool checkAccesses = false;
  /// Paths of ptxas and libdevice.10.bc. If empty, they are searched for
  /// (Toolkit.h).
  std::string ptxasPath, libdevicePath;
  /// Additional arguments for the command line of ptxas.
  std::vector<std::string> ptxasOptions;
  /// Called on each pass manager before it runs, to add printing or timing.
  std::function<void(mlir::PassManager &)> configure;
  /// Called with the name of each step before it begins: "read", "tileaa", …
  /// "ptxas".
  std::function<void(llvm::StringRef)> enterStep;
  /// Called with the program at each stage that it reaches, in the text that
  /// `emit` would give. If it returns a buffer, that text is compiled in place
  /// of the program. At levels below the highest a program may reach a stage
  /// twice. An error ends the compilation as a bad configuration.
  std::function<llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>(
      Stage, llvm::StringRef)>
      visitStage;
  /// Called with the kernels at the end of tileas, before they are lowered, for
  /// reports. At levels below the highest it may be called twice.
  std::function<void(mlir::ModuleOp)> visitKernels;
  /// Number of registers, in all threads, above which a tile is processed in
  /// slices, by default half of those of an SM. Fewer test the slicing with
  /// small programs.
  std::optional<int64_t> tileRegisters;
  /// Likewise the bytes of both factors of a product. By default it depends on
  /// the shared memory of the GPU.
  std::optional<int64_t> factorBytes;
  PlanOverrides overrides;
  /// Warn if clients may refuse to launch the output of an old ptxas (see
  /// Codegen/TileMark.h).
  bool warnOfMissingMark = true;
  /// Survive fatal errors inside LLVM; for programs only (CrashGuard.h).
  bool guardAgainstCrashes = false;
};

enum class CompileStatus {
  Success,
  /// The options contradict each other or name something unknown.
  BadConfiguration,
  /// The input could not be read or is not a valid program.
  BadInput,
  /// The program is valid but cannot be compiled.
  Failed,
  /// A defect of Tessera, LLVM or ptxas, described by `internalError`. After a
  /// guarded crash the context must not be used again, not even to destroy it.
  InternalError,
};

/// Duration of a step, in seconds of real time.
struct StageTime {
  llvm::StringRef name;
  double seconds;
};

struct CompileResult {
  CompileStatus status = CompileStatus::Success;
  /// The requested text or machine code.
  std::string output;
  /// The PTX text, if the compilation came that far.
  std::string ptx;
  /// The same with source lines, if it is wanted and `ptx` has none.
  std::string linedPtx;
  /// The resources of each kernel that ptxas reports, if it ran.
  std::vector<KernelResources> kernels;
  /// The steps that ran, in order: "read", "tileaa", …, "ptxas".
  std::vector<StageTime> times;
  /// A sentence about the GPU and who named it, once it is known, for options
  /// that assume one and name none.
  std::string gpuChoice;
  /// For InternalError: a sentence that names the step.
  std::string internalError;
  /// The program whose defect it probably is.
  const char *culprit = "the compiler";

  explicit operator bool() const { return status == CompileStatus::Success; }
};

/// Compiles Tile IR bytecode, or the text of a module at any stage, from that
/// stage to `options.emit`.
CompileResult compile(llvm::MemoryBufferRef input, mlir::MLIRContext *context,
                      const CompileOptions &options);

/// Compiles `module`, a builtin module that holds operations of one stage; it
/// is changed in place.
CompileResult compile(mlir::ModuleOp module, const CompileOptions &options);

} // namespace tessera

#endif // TESSERA_COMPILER_COMPILER_H
