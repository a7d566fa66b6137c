/*===- Compiler.h - From Tile IR to PTX or machine code ---------*- C -*-===*\
|*                                                                          *|
|* Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.     *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                  *|
|*                                                                          *|
\*===--------------------------------------------------------------------===*/

#ifndef TESSERA_C_COMPILER_H
#define TESSERA_C_COMPILER_H

#include "tessera-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DEFINE_C_API_STRUCT(name)                                              \
  struct name {                                                                \
    void *ptr;                                                                 \
  };                                                                           \
  typedef struct name name

DEFINE_C_API_STRUCT(TesseraCompileOptions);
DEFINE_C_API_STRUCT(TesseraCompileResult);

#undef DEFINE_C_API_STRUCT

/*===--------------------------------------------------------------------===*\
|* Stages                                                                   *|
\*===--------------------------------------------------------------------===*/

/// The forms that a program takes, in order.
typedef enum TesseraStage TESSERA_ENUM {
  TesseraStageCudaTile = 0,
  TesseraStageTileAA,
  TesseraStageTileAS,
  TesseraStageNVVM,
  TesseraStageLLVM,
  TesseraStagePTX,
  TesseraStageCubin
} TesseraStage;

/// Returns the name of a stage as `tileiras --emit` spells it, such as
/// "cuda-tile" or "cubin"; empty for an invalid stage. Lives as long as the
/// library.
MLIR_CAPI_EXPORTED MlirStringRef tesseraStageGetName(TesseraStage stage);

/// Finds the stage with this name; failure if there is none.
MLIR_CAPI_EXPORTED MlirLogicalResult tesseraStageParse(MlirStringRef name,
                                                       TesseraStage *stage);

/*===--------------------------------------------------------------------===*\
|* Options                                                                  *|
\*===--------------------------------------------------------------------===*/

/// Receives the program at each stage that it reaches, as text or, for the last
/// one, as machine code. Below the highest optimization level a program may
/// reach a stage twice. The text lives until the callback returns.
typedef void (*TesseraStageCallback)(TesseraStage stage, MlirStringRef program,
                                     void *userData);

/// Creates options with the defaults: to a cubin, at level 3, for the GPU that
/// the program names. Wrong values are reported by the compilation, not by the
/// setters.
MLIR_CAPI_EXPORTED TesseraCompileOptions tesseraCompileOptionsCreate(void);

/// Destroys options.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsDestroy(TesseraCompileOptions options);

/// Sets the GPU, by a name of tesseraGetGpuName; empty means the GPU that the
/// program names.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetGpu(TesseraCompileOptions options, MlirStringRef gpu);

/// Sets the optimization level, 0 to 3.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetOptLevel(TesseraCompileOptions options, int level);

/// Sets the stage at which to stop, whose form is the output.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetStage(TesseraCompileOptions options,
                              TesseraStage stage);

/// Adds a kernel to the list of those to compile; if none is added, all are
/// compiled. A name that no kernel has is a bad configuration.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsAddEntry(TesseraCompileOptions options,
                              MlirStringRef name);

/// Sets whether the machine code has line information, for profilers.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetLineInfo(TesseraCompileOptions options, bool enable);

/// Sets whether a cubin that tesseraCompile makes carries its input and its
/// PTX, in sections that a GPU does not load. Engines without a GPU run those
/// (tessera-c/Device.h).
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetCarryProgram(TesseraCompileOptions options,
                                     bool enable);

/// Sets whether the output has full debug information, which requires level 0.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetDeviceDebug(TesseraCompileOptions options, bool enable);

/// Sets whether the code checks that accesses stay within memory whose extent
/// the program gives, as `tileiras --sanitize=memcheck` does. An access outside
/// prints its place and traps.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetCheckAccesses(TesseraCompileOptions options,
                                      bool enable);

/// Sets the path of ptxas; if empty, Tessera searches for it
/// (docs/tools/tileiras.md).
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetPtxasPath(TesseraCompileOptions options,
                                  MlirStringRef path);

/// Adds one argument to those that Tessera passes to ptxas, such as
/// "--maxrregcount=64". It is passed on unchanged, spaces included.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsAddPtxasOption(TesseraCompileOptions options,
                                    MlirStringRef option);

/// Sets the path of libdevice.10.bc, likewise.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetLibdevicePath(TesseraCompileOptions options,
                                      MlirStringRef path);

/// Sets whether a fatal error inside LLVM ends the compilation, with the status
/// TesseraCompileInternalError, and not the process. No program is known that
/// causes one. While a guarded compilation runs, handlers of signals such as
/// SIGSEGV are the library's; after such an error the context of the module,
/// and all that belongs to it, must not be used or destroyed any more.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetCrashGuard(TesseraCompileOptions options, bool enable);

/// Sets the callback that receives each stage; null for none.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetStageCallback(TesseraCompileOptions options,
                                      TesseraStageCallback callback,
                                      void *userData);

/// Sets whether the result has a report on each kernel.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetReport(TesseraCompileOptions options, bool enable);

/// A remark: what the compiler did with an operation, did not do, or found. The
/// texts are those of `tileiras --remarks`. A later version may append members.
typedef struct TesseraRemark {
  /// "Passed", "Missed", "Failure" or "Analysis"; "Memory", "Schedule" or
  /// "Tensor-core"; and the name of the decision.
  MlirStringRef kind, category, name;
  /// The kernel, or empty.
  MlirStringRef kernel;
  /// The place in the source; empty and 0 if it is not known.
  MlirStringRef file;
  uint32_t line, column;
  /// Arguments in order, such as "reason" with a sentence.
  intptr_t numArguments;
  const MlirStringRef *argumentNames, *argumentValues;
} TesseraRemark;

/// Receives a remark, on the thread that called the library. The remark lives
/// until the callback returns.
typedef void (*TesseraRemarkCallback)(const TesseraRemark *remark,
                                      void *userData);

/// Sets the callback that receives all remarks, in the order in which they were
/// made, when a compilation has succeeded that went to "tileas" or further; null
/// for none.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetRemarkCallback(TesseraCompileOptions options,
                                       TesseraRemarkCallback callback,
                                       void *userData);

/// Sets how many seconds a compilation may take; 0, the default, is no limit.
/// A longer one ends soon after with the status TesseraCompileTimedOut and an
/// error that names the step that was under way; ptxas is killed. All that the
/// call had made is leaked. The context of a module that is compiled is lost
/// then (tessera-c/IR.h); tesseraCompile has one of its own.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetTimeLimit(TesseraCompileOptions options,
                                  double seconds);

/// Sets the folder that keeps results, where later compilations of the same
/// program by the same options find them, also those of other processes.
/// Creates the folder if it is missing; it holds at most 512 MiB. A folder that
/// cannot be used is ignored. Only successes without any diagnostic are kept,
/// and nothing if a callback receives stages or remarks. A result out of the
/// folder has no steps. Empty, the default: keeps nothing.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetCacheFolder(TesseraCompileOptions options,
                                    MlirStringRef folder);

/*===--------------------------------------------------------------------===*\
|* Compiling                                                                *|
\*===--------------------------------------------------------------------===*/

/// The result of a compilation.
typedef enum TesseraCompileStatus TESSERA_ENUM {
  TesseraCompileSuccess = 0,
  /// The options contradict each other or name something unknown.
  TesseraCompileBadConfiguration,
  /// The input could not be read or is not a valid program.
  TesseraCompileBadInput,
  /// The program is valid but cannot be compiled.
  TesseraCompileFailed,
  /// A defect of Tessera, LLVM or ptxas.
  TesseraCompileInternalError,
  /// The host has no memory for it. The context that a module was in is lost
  /// (tessera-c/IR.h).
  TesseraCompileOutOfMemory,
  /// It took longer than tesseraCompileOptionsSetTimeLimit allows.
  TesseraCompileTimedOut
} TesseraCompileStatus;

/// Compiles `module`, which stays unchanged. Errors go to the diagnostic
/// callback of the module's context. Null options stand for the defaults of
/// tesseraCompileOptionsCreate. The result is null only for a null module, and
/// is destroyed with tesseraCompileResultDestroy; it needs neither the module
/// nor the context.
MLIR_CAPI_EXPORTED TesseraCompileResult
tesseraCompileModule(MlirModule module, TesseraCompileOptions options);

/// Compiles bytecode or text, as tesseraModuleRead takes it, in a context of
/// its own. Errors go to `callback`, or to standard error if that is null. The
/// result is never null.
MLIR_CAPI_EXPORTED TesseraCompileResult tesseraCompile(
    MlirStringRef input, MlirStringRef name, TesseraCompileOptions options,
    TesseraDiagnosticCallback callback, void *userData);

/// Compiles the same input for each of `numGpus` GPUs, one after the other as
/// tesseraCompile does, and stores the results in `results`, in order; all are
/// the caller's, also after a failure. The GPUs take the place of that of the
/// options, and the time limit holds for each; an empty name is an unknown GPU.
/// A failure for one does not keep the others from being compiled; its
/// diagnostics are followed by a note that names the GPU; each result is stored
/// before that note, and before the next GPU's diagnostics. Returns failure if
/// one failed.
///
///   MlirStringRef gpus[2] = {str("sm_80"), str("sm_100")};
///   TesseraCompileResult results[2];
///   tesseraCompileForGpus(input, name, options, 2, gpus, results, NULL, NULL);
MLIR_CAPI_EXPORTED MlirLogicalResult tesseraCompileForGpus(
    MlirStringRef input, MlirStringRef name, TesseraCompileOptions options,
    intptr_t numGpus, const MlirStringRef *gpus, TesseraCompileResult *results,
    TesseraDiagnosticCallback callback, void *userData);

/// Destroys a result, and all texts and structures that it returned.
MLIR_CAPI_EXPORTED void
tesseraCompileResultDestroy(TesseraCompileResult result);

/// Returns the status of a compilation; TesseraCompileInternalError for a null
/// result.
MLIR_CAPI_EXPORTED TesseraCompileStatus
tesseraCompileResultGetStatus(TesseraCompileResult result);

/// Returns the text or machine code; empty after a failure.
MLIR_CAPI_EXPORTED MlirStringRef
tesseraCompileResultGetOutput(TesseraCompileResult result);

/// Returns the PTX; empty unless the compilation got that far.
MLIR_CAPI_EXPORTED MlirStringRef
tesseraCompileResultGetPtx(TesseraCompileResult result);

/// Returns the report as the JSON of `tileiras --report`; empty unless the
/// options asked for it and the compilation finished "tileas".
MLIR_CAPI_EXPORTED MlirStringRef
tesseraCompileResultGetReport(TesseraCompileResult result);

/// Returns the number of kernels whose resources ptxas reported: 0 unless the
/// stage is TesseraStageCubin.
MLIR_CAPI_EXPORTED intptr_t
tesseraCompileResultGetNumKernels(TesseraCompileResult result);

/// The resources of a kernel. Sizes are in bytes: registers, spills and stack
/// of each thread, shared memory of a block. `warps` is the number of warps of
/// a block. An SM holds `residentWarps` of them at once, out of the
/// `maxResidentWarps` that it has room for: their quotient is the occupancy.
/// All three are 0 if the program does not give the size of a block. A later
/// version may append members.
typedef struct TesseraKernelResources {
  MlirStringRef name;
  uint32_t registers, barriers;
  uint64_t sharedBytes, stackBytes, spillStoreBytes, spillLoadBytes;
  uint32_t warps, residentWarps, maxResidentWarps;
} TesseraKernelResources;

/// Returns the resources of kernel `number`, owned by the result; null if the
/// number is out of range.
MLIR_CAPI_EXPORTED const TesseraKernelResources *
tesseraCompileResultGetKernel(TesseraCompileResult result, intptr_t number);

/// Returns the number of steps that ran.
MLIR_CAPI_EXPORTED intptr_t
tesseraCompileResultGetNumSteps(TesseraCompileResult result);

/// Returns the name of a step, such as "read", "tileaa" or "ptxas"; empty if
/// the number is out of range.
MLIR_CAPI_EXPORTED MlirStringRef
tesseraCompileResultGetStepName(TesseraCompileResult result, intptr_t number);

/// Returns the time of a step in seconds of real time; 0 if the number is out
/// of range.
MLIR_CAPI_EXPORTED double
tesseraCompileResultGetStepSeconds(TesseraCompileResult result,
                                   intptr_t number);

#ifdef __cplusplus
}
#endif

#endif // TESSERA_C_COMPILER_H
