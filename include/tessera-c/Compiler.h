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
typedef enum TesseraStage {
  TesseraStageCudaTile = 0,
  TesseraStageTileAA,
  TesseraStageTileAS,
  TesseraStageNVVM,
  TesseraStageLLVM,
  TesseraStagePTX,
  TesseraStageCubin
} TesseraStage;

/// Returns the name of a stage as `tileiras --emit` spells it, such as
/// "cuda-tile" or "cubin"; empty for what is no stage. Lives as long as the
/// library.
MLIR_CAPI_EXPORTED MlirStringRef tesseraStageGetName(TesseraStage stage);

/// Finds the stage with this name; failure where there is none.
MLIR_CAPI_EXPORTED MlirLogicalResult tesseraStageParse(MlirStringRef name,
                                                       TesseraStage *stage);

/*===--------------------------------------------------------------------===*\
|* Options                                                                  *|
\*===--------------------------------------------------------------------===*/

/// Is called with the program at each stage that it comes to, as text or, for
/// the last one, as machine code. At levels below the highest a program may
/// come to a stage twice. The text lives until it returns.
typedef void (*TesseraStageCallback)(TesseraStage stage, MlirStringRef program,
                                     void *userData);

/// Creates options: to a cubin, at level 3, for the GPU that the program says
/// it is for. Wrong values are found when something is compiled.
MLIR_CAPI_EXPORTED TesseraCompileOptions tesseraCompileOptionsCreate(void);

/// Destroys options.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsDestroy(TesseraCompileOptions options);

/// Sets the GPU, by a name of tesseraGetGpuName; empty: the one that the
/// program names.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetGpu(TesseraCompileOptions options, MlirStringRef gpu);

/// Sets the optimization level, 0 to 3.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetOptLevel(TesseraCompileOptions options, int level);

/// Sets what to produce.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetStage(TesseraCompileOptions options,
                              TesseraStage stage);

/// Adds a kernel to those that are compiled; without any, all are.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsAddEntry(TesseraCompileOptions options,
                              MlirStringRef name);

/// Sets whether machine code is related to source lines, for profilers.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetLineInfo(TesseraCompileOptions options, bool enable);

/// Sets whether a cubin that tesseraCompile makes carries what it was made of,
/// in sections that a GPU does not load: the input and its PTX, which engines
/// without a GPU run (tessera-c/Device.h).
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetCarryProgram(TesseraCompileOptions options,
                                     bool enable);

/// Sets whether there is full debug information, which asks for level 0.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetDeviceDebug(TesseraCompileOptions options, bool enable);

/// Sets whether the code asserts that accesses stay within memory, as far as
/// the program says how far that goes, as `tileiras --sanitize=memcheck` does:
/// one that does not prints its place and traps.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetCheckAccesses(TesseraCompileOptions options,
                                      bool enable);

/// Sets where ptxas is; empty: it is looked for (docs/tools/tileiras.md).
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetPtxasPath(TesseraCompileOptions options,
                                  MlirStringRef path);

/// Adds one argument to those that ptxas gets beside what it needs, such as
/// "--maxrregcount=64". It is passed on as it is, spaces included.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsAddPtxasOption(TesseraCompileOptions options,
                                    MlirStringRef option);

/// Sets where libdevice.10.bc is, likewise.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetLibdevicePath(TesseraCompileOptions options,
                                      MlirStringRef path);

/// Sets whether a fatal error inside LLVM ends the compilation, with the status
/// TesseraCompileInternalError, and not the process. No program is known that
/// leads to one. While a guarded compilation runs, handlers of signals such as
/// SIGSEGV are the library's; after such an error the context of the module,
/// and all that belongs to it, must not be used or destroyed any more.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetCrashGuard(TesseraCompileOptions options, bool enable);

/// Sets the callback that sees each stage; null: none.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetStageCallback(TesseraCompileOptions options,
                                      TesseraStageCallback callback,
                                      void *userData);

/// Sets whether the result has a report: what became of each kernel.
MLIR_CAPI_EXPORTED void
tesseraCompileOptionsSetReport(TesseraCompileOptions options, bool enable);

/*===--------------------------------------------------------------------===*\
|* Compiling                                                                *|
\*===--------------------------------------------------------------------===*/

/// How a compilation ended.
typedef enum TesseraCompileStatus {
  TesseraCompileSuccess = 0,
  /// The options contradict each other or name something unknown.
  TesseraCompileBadConfiguration,
  /// The input could not be read or is not a valid program.
  TesseraCompileBadInput,
  /// The program is valid but cannot be compiled.
  TesseraCompileFailed,
  /// A defect of Tessera, LLVM or ptxas.
  TesseraCompileInternalError,
  /// The host has no memory for it. A context that a module was in may be used
  /// no more, and is not to be destroyed.
  TesseraCompileOutOfMemory
} TesseraCompileStatus;

/// Compiles `module`, which stays as it is. Why it failed is told to the
/// diagnostic callback of the module's context. Null options are those that
/// tesseraCompileOptionsCreate gives. The result is null for a null module
/// only, and is destroyed with tesseraCompileResultDestroy; it needs neither
/// the module nor the context.
MLIR_CAPI_EXPORTED TesseraCompileResult
tesseraCompileModule(MlirModule module, TesseraCompileOptions options);

/// Compiles bytecode or text, as tesseraModuleRead takes it, in a context of
/// its own. Why it failed is told to `callback`, or to standard error where
/// that is null. The result is never null.
MLIR_CAPI_EXPORTED TesseraCompileResult tesseraCompile(
    MlirStringRef input, MlirStringRef name, TesseraCompileOptions options,
    TesseraDiagnosticCallback callback, void *userData);

/// Destroys a result with all that it returned.
MLIR_CAPI_EXPORTED void
tesseraCompileResultDestroy(TesseraCompileResult result);

/// Returns how the compilation ended; TesseraCompileInternalError for a null
/// result.
MLIR_CAPI_EXPORTED TesseraCompileStatus
tesseraCompileResultGetStatus(TesseraCompileResult result);

/// Returns the text or machine code; empty after a failure.
MLIR_CAPI_EXPORTED MlirStringRef
tesseraCompileResultGetOutput(TesseraCompileResult result);

/// Returns the PTX, where the compilation came that far.
MLIR_CAPI_EXPORTED MlirStringRef
tesseraCompileResultGetPtx(TesseraCompileResult result);

/// Returns the report as the JSON of `tileiras --report`; empty unless it was
/// asked for and the compilation came to the end of "tileas".
MLIR_CAPI_EXPORTED MlirStringRef
tesseraCompileResultGetReport(TesseraCompileResult result);

/// Returns the number of kernels of which ptxas said what they cost: none
/// unless the stage is TesseraStageCubin.
MLIR_CAPI_EXPORTED intptr_t
tesseraCompileResultGetNumKernels(TesseraCompileResult result);

/// What a kernel costs. Sizes are in bytes: registers, spills and stack of each
/// thread, shared memory of a block. `warps` are those of a block, of which an
/// SM holds `residentWarps` at once out of the `maxResidentWarps` that it has
/// room for; all three are 0 where the program does not say how large a block
/// is. A later version may append members.
typedef struct TesseraKernelResources {
  MlirStringRef name;
  uint32_t registers, barriers;
  uint64_t sharedBytes, stackBytes, spillStoreBytes, spillLoadBytes;
  uint32_t warps, residentWarps, maxResidentWarps;
} TesseraKernelResources;

/// Returns what one of these kernels costs, owned by the result; null where
/// there is no such number.
MLIR_CAPI_EXPORTED const TesseraKernelResources *
tesseraCompileResultGetKernel(TesseraCompileResult result, intptr_t number);

/// Returns the number of steps that ran.
MLIR_CAPI_EXPORTED intptr_t
tesseraCompileResultGetNumSteps(TesseraCompileResult result);

/// Returns the name of a step, such as "read", "tileaa" or "ptxas"; empty where
/// there is no such number.
MLIR_CAPI_EXPORTED MlirStringRef
tesseraCompileResultGetStepName(TesseraCompileResult result, intptr_t number);

/// Returns how many seconds of real time a step took; 0 where there is no such
/// number.
MLIR_CAPI_EXPORTED double
tesseraCompileResultGetStepSeconds(TesseraCompileResult result,
                                   intptr_t number);

#ifdef __cplusplus
}
#endif

#endif // TESSERA_C_COMPILER_H
