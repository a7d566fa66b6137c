/*===- Runtime.h - Run a kernel, with or without a GPU ----------*- C -*-===*\
|*                                                                          *|
|* Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.     *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                  *|
|*                                                                          *|
\*===--------------------------------------------------------------------===*/
/*
 * A kernel is read once; a launch gives one of its entries a grid and values
 * for its parameters; an engine runs launches. The engines are
 *
 *   interpret  runs the Tile IR itself: the definition of right
 *   emulate    compiles to PTX and runs that, without a GPU
 *   cuda       compiles to machine code and runs that on the first GPU
 */

#ifndef TESSERA_C_RUNTIME_H
#define TESSERA_C_RUNTIME_H

#include "tessera-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DEFINE_C_API_STRUCT(name)                                              \
  struct name {                                                                \
    void *ptr;                                                                 \
  };                                                                           \
  typedef struct name name

DEFINE_C_API_STRUCT(TesseraKernel);
DEFINE_C_API_STRUCT(TesseraLaunch);
DEFINE_C_API_STRUCT(TesseraEngine);

#undef DEFINE_C_API_STRUCT

/*===--------------------------------------------------------------------===*\
|* Kernels                                                                  *|
\*===--------------------------------------------------------------------===*/

/// Reads Tile IR bytecode, the text of a module, or PTX, which `emulate` and
/// `cuda` run. The bytes are not needed afterwards. Null where it is none of
/// these, which is told to `callback`, or to standard error where that is null.
/// Destroyed with tesseraKernelDestroy, after all launches of it.
MLIR_CAPI_EXPORTED TesseraKernel
tesseraKernelRead(MlirStringRef input, MlirStringRef name,
                  TesseraDiagnosticCallback callback, void *userData);

/// Makes a kernel of a module, verified before, which it does not need
/// afterwards. What is wrong is told to the context's diagnostic callback.
/// Destroyed with tesseraKernelDestroy, after all launches of it.
MLIR_CAPI_EXPORTED TesseraKernel tesseraKernelCreate(MlirModule module);

/// Destroys a kernel.
MLIR_CAPI_EXPORTED void tesseraKernelDestroy(TesseraKernel kernel);

/// Returns the number of entries.
MLIR_CAPI_EXPORTED intptr_t tesseraKernelGetNumEntries(TesseraKernel kernel);

/// Returns the name of an entry; empty where there is no such number.
MLIR_CAPI_EXPORTED MlirStringRef tesseraKernelGetEntryName(TesseraKernel kernel,
                                                           intptr_t entry);

/// Returns the number of parameters of an entry; -1 where there is no such
/// entry.
MLIR_CAPI_EXPORTED intptr_t tesseraKernelGetNumParameters(TesseraKernel kernel,
                                                          intptr_t entry);

/// Returns the type of a parameter as the kernel writes it, such as
/// "tile<ptr<f32>>" or, in PTX, ".param .u64"; empty where there is no such
/// number.
MLIR_CAPI_EXPORTED MlirStringRef tesseraKernelGetParameterType(
    TesseraKernel kernel, intptr_t entry, intptr_t parameter);

/// Returns the bytes that a parameter takes; 0 where there is no such number.
MLIR_CAPI_EXPORTED intptr_t tesseraKernelGetParameterSize(TesseraKernel kernel,
                                                          intptr_t entry,
                                                          intptr_t parameter);

/*===--------------------------------------------------------------------===*\
|* Launches                                                                 *|
\*===--------------------------------------------------------------------===*/

/// Creates a launch of an entry with one tile block and no parameters yet.
/// Null where the kernel has no such entry. The kernel must outlive it.
/// Destroyed with tesseraLaunchDestroy.
MLIR_CAPI_EXPORTED TesseraLaunch tesseraLaunchCreate(TesseraKernel kernel,
                                                     MlirStringRef entry);

/// Destroys a launch; memory that was added to it is the caller's.
MLIR_CAPI_EXPORTED void tesseraLaunchDestroy(TesseraLaunch launch);

/// Sets the number of tile blocks.
MLIR_CAPI_EXPORTED void tesseraLaunchSetGrid(TesseraLaunch launch, uint32_t x,
                                             uint32_t y, uint32_t z);

/// Sets the threads of a block and the bytes of dynamic shared memory, of PTX
/// whose entry does not fix them.
MLIR_CAPI_EXPORTED void tesseraLaunchSetBlock(TesseraLaunch launch, uint32_t x,
                                              uint32_t y, uint32_t z,
                                              uint64_t dynamicSharedBytes);

/// Adds memory of the host, and passes a pointer to its copy on the device as
/// the next parameter. The memory is read when a run begins, and written when
/// one has succeeded; it must live, and not move, until the launch is
/// destroyed. Returns the buffer's number; -1 for a null launch, or where
/// `bytes` are more than none and `memory` is null.
MLIR_CAPI_EXPORTED intptr_t tesseraLaunchAddBuffer(TesseraLaunch launch,
                                                   void *memory, size_t bytes);

/// As tesseraLaunchAddBuffer, but the memory is only written: on the device
/// nobody has written it before, so that reading it first is an error that
/// the checks find.
MLIR_CAPI_EXPORTED intptr_t tesseraLaunchAddOutput(TesseraLaunch launch,
                                                   void *memory, size_t bytes);

/// Passes a pointer into a buffer that was added before, `offset` bytes behind
/// its beginning, as the next parameter. Failure where there is no such buffer
/// or place in it.
MLIR_CAPI_EXPORTED MlirLogicalResult
tesseraLaunchAddPointer(TesseraLaunch launch, intptr_t buffer, uint64_t offset);

/// Passes a number as the next parameter. `type` is its type in Tile IR, such
/// as "i32" or "bf16", and `value` points to it in memory, as the GPU has it.
/// Failure where there is no such type.
MLIR_CAPI_EXPORTED MlirLogicalResult tesseraLaunchAddScalar(
    TesseraLaunch launch, MlirStringRef type, const void *value);

/// Passes an i32 as the next parameter.
MLIR_CAPI_EXPORTED void tesseraLaunchAddI32(TesseraLaunch launch,
                                            int32_t value);

/*===--------------------------------------------------------------------===*\
|* Engines                                                                  *|
\*===--------------------------------------------------------------------===*/

/// Creates an engine: "interpret", "emulate" or "cuda". Null where there is
/// none of this name. Destroyed with tesseraEngineDestroy.
MLIR_CAPI_EXPORTED TesseraEngine tesseraEngineCreate(MlirStringRef name);

/// Destroys an engine.
MLIR_CAPI_EXPORTED void tesseraEngineDestroy(TesseraEngine engine);

/// Sets the GPU to compile for. Empty: the one that the program names; else for
/// `emulate` sm_90, for `cuda` the GPU of this machine.
MLIR_CAPI_EXPORTED void tesseraEngineSetGpu(TesseraEngine engine,
                                            MlirStringRef gpu);

/// Sets the optimization level, 0 to 3, which is that of tesseraCompile at
/// first.
MLIR_CAPI_EXPORTED void tesseraEngineSetOptLevel(TesseraEngine engine,
                                                 int level);

/// Sets what the engine looks for beyond what no run can go on after:
/// everything, as at first, or nothing. Without the checks an engine is faster.
MLIR_CAPI_EXPORTED void tesseraEngineSetChecks(TesseraEngine engine,
                                               bool enable);

/// Sets the seed of all that the language leaves open, such as the order of
/// tile blocks. The same seed gives the same run; 0 is the plainest.
MLIR_CAPI_EXPORTED void tesseraEngineSetSeed(TesseraEngine engine,
                                             uint64_t seed);

/// Sets after how many steps a run counts as endless: operations of a tile
/// block (`interpret`), or instructions of all warps (`emulate`). 0: the usual.
MLIR_CAPI_EXPORTED void tesseraEngineSetStepLimit(TesseraEngine engine,
                                                  uint64_t limit);

/// As tesseraCompileOptionsSetCrashGuard, for what an engine compiles. The
/// contexts that such an error spoils are the engine's own.
MLIR_CAPI_EXPORTED void tesseraEngineSetCrashGuard(TesseraEngine engine,
                                                   bool enable);

/// Runs a launch, and waits for its end. An engine that compiles does so when
/// the kernel, the entry or a setting is another than the time before. Failure,
/// which is told to `callback`, or to standard error where that is null: the
/// parameters do not fit the entry, the kernel cannot be compiled, or it did
/// what is undefined. Memory of the host is then as it was.
MLIR_CAPI_EXPORTED MlirLogicalResult
tesseraEngineRun(TesseraEngine engine, TesseraLaunch launch,
                 TesseraDiagnosticCallback callback, void *userData);

/// Returns what the kernel printed in the last run, even if that failed.
MLIR_CAPI_EXPORTED MlirStringRef tesseraEngineGetPrinted(TesseraEngine engine);

#ifdef __cplusplus
}
#endif

#endif // TESSERA_C_RUNTIME_H
