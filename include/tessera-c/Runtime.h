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

/// Reads Tile IR bytecode, the text of a module, or PTX, which only `emulate`
/// and `cuda` run. The bytes are not needed afterwards. Null if the input is
/// none of these, which is reported to `callback`, or to standard error if that
/// is null. Destroyed with tesseraKernelDestroy, after all launches of it.
MLIR_CAPI_EXPORTED TesseraKernel
tesseraKernelRead(MlirStringRef input, MlirStringRef name,
                  TesseraDiagnosticCallback callback, void *userData);

/// Makes a kernel from a module, which is verified first and not needed
/// afterwards. Errors go to the context's diagnostic callback. Destroyed with
/// tesseraKernelDestroy, after all launches of it.
MLIR_CAPI_EXPORTED TesseraKernel tesseraKernelCreate(MlirModule module);

/// Destroys a kernel.
MLIR_CAPI_EXPORTED void tesseraKernelDestroy(TesseraKernel kernel);

/// Returns the number of entries.
MLIR_CAPI_EXPORTED intptr_t tesseraKernelGetNumEntries(TesseraKernel kernel);

/// Returns the name of an entry; empty if the number is out of range.
MLIR_CAPI_EXPORTED MlirStringRef tesseraKernelGetEntryName(TesseraKernel kernel,
                                                           intptr_t entry);

/// Returns the number of parameters of an entry; -1 if there is no such entry.
MLIR_CAPI_EXPORTED intptr_t tesseraKernelGetNumParameters(TesseraKernel kernel,
                                                          intptr_t entry);

/// Returns the type of a parameter in the kernel's spelling, such as
/// "tile<ptr<f32>>" or, in PTX, ".param .u64"; empty if the number is out of
/// range.
MLIR_CAPI_EXPORTED MlirStringRef tesseraKernelGetParameterType(
    TesseraKernel kernel, intptr_t entry, intptr_t parameter);

/// Returns the size of a parameter in bytes; 0 if the number is out of range.
MLIR_CAPI_EXPORTED intptr_t tesseraKernelGetParameterSize(TesseraKernel kernel,
                                                          intptr_t entry,
                                                          intptr_t parameter);

/*===--------------------------------------------------------------------===*\
|* Launches                                                                 *|
\*===--------------------------------------------------------------------===*/

/// Creates a launch of an entry with one tile block and no parameters yet. Null
/// if the kernel has no such entry. The kernel must outlive it. Destroyed with
/// tesseraLaunchDestroy.
MLIR_CAPI_EXPORTED TesseraLaunch tesseraLaunchCreate(TesseraKernel kernel,
                                                     MlirStringRef entry);

/// Destroys a launch; memory that was added to it is the caller's.
MLIR_CAPI_EXPORTED void tesseraLaunchDestroy(TesseraLaunch launch);

/// Sets the number of tile blocks.
MLIR_CAPI_EXPORTED void tesseraLaunchSetGrid(TesseraLaunch launch, uint32_t x,
                                             uint32_t y, uint32_t z);

/// Sets the threads of a block and the bytes of dynamic shared memory, for PTX
/// whose entry does not fix them.
MLIR_CAPI_EXPORTED void tesseraLaunchSetBlock(TesseraLaunch launch, uint32_t x,
                                              uint32_t y, uint32_t z,
                                              uint64_t dynamicSharedBytes);

/// Adds memory of the host, and passes a pointer to its copy on the device as
/// the next parameter. The memory is read when a run begins, and written when
/// one has succeeded; it must live, and not move, until the launch is
/// destroyed. Returns the buffer's number; -1 for a null launch, or if `memory`
/// is null and `bytes` is not 0.
MLIR_CAPI_EXPORTED intptr_t tesseraLaunchAddBuffer(TesseraLaunch launch,
                                                   void *memory, size_t bytes);

/// Like tesseraLaunchAddBuffer, but the memory is only written: on the device
/// it counts as never written before, so that the checks report a read before a
/// write.
MLIR_CAPI_EXPORTED intptr_t tesseraLaunchAddOutput(TesseraLaunch launch,
                                                   void *memory, size_t bytes);

/// Passes a pointer into a buffer that was added before, `offset` bytes behind
/// its beginning, as the next parameter. Failure if there is no such buffer, or
/// if it is smaller.
MLIR_CAPI_EXPORTED MlirLogicalResult
tesseraLaunchAddPointer(TesseraLaunch launch, intptr_t buffer, uint64_t offset);

/// Passes a number as the next parameter. `type` is its type in Tile IR, such
/// as "i32" or "bf16", and `value` points to it, in the GPU's representation.
/// Failure if there is no such type.
MLIR_CAPI_EXPORTED MlirLogicalResult tesseraLaunchAddScalar(
    TesseraLaunch launch, MlirStringRef type, const void *value);

/// Passes an i32 as the next parameter.
MLIR_CAPI_EXPORTED void tesseraLaunchAddI32(TesseraLaunch launch,
                                            int32_t value);

/*===--------------------------------------------------------------------===*\
|* Engines                                                                  *|
\*===--------------------------------------------------------------------===*/

/// Creates an engine: "interpret", "emulate" or "cuda". Null if there is none
/// of this name. Destroyed with tesseraEngineDestroy.
MLIR_CAPI_EXPORTED TesseraEngine tesseraEngineCreate(MlirStringRef name);

/// Destroys an engine.
MLIR_CAPI_EXPORTED void tesseraEngineDestroy(TesseraEngine engine);

/// Sets the GPU to compile for. Empty stands for the GPU that the program
/// names. If it names none, `emulate` takes sm_90, and `cuda` the GPU of this
/// machine.
MLIR_CAPI_EXPORTED void tesseraEngineSetGpu(TesseraEngine engine,
                                            MlirStringRef gpu);

/// Sets the optimization level, 0 to 3. The default is that of tesseraCompile.
MLIR_CAPI_EXPORTED void tesseraEngineSetOptLevel(TesseraEngine engine,
                                                 int level);

/// Enables all checks, the default, or none of those that a run can go on
/// without. An engine is faster without checks.
MLIR_CAPI_EXPORTED void tesseraEngineSetChecks(TesseraEngine engine,
                                               bool enable);

/// Sets the seed of all that the language leaves open, such as the order of
/// tile blocks. The same seed gives the same run; seed 0 makes no random
/// choices.
MLIR_CAPI_EXPORTED void tesseraEngineSetSeed(TesseraEngine engine,
                                             uint64_t seed);

/// Sets the number of steps after which a run counts as endless: operations of
/// a tile block (`interpret`), or instructions of all warps (`emulate`). 0
/// stands for the default.
MLIR_CAPI_EXPORTED void tesseraEngineSetStepLimit(TesseraEngine engine,
                                                  uint64_t limit);

/// Like tesseraCompileOptionsSetCrashGuard, for compilations of an engine. The
/// contexts that such an error spoils are the engine's own.
MLIR_CAPI_EXPORTED void tesseraEngineSetCrashGuard(TesseraEngine engine,
                                                   bool enable);

/// Runs a launch, and waits for its end. Compiles first, if the engine compiles
/// and the kernel, the entry or a setting has changed since its last run.
/// Failure, reported to `callback`, or to standard error if that is null: the
/// parameters do not fit the entry, the kernel cannot be compiled, or it had
/// undefined behaviour. Memory of the host is then unchanged.
MLIR_CAPI_EXPORTED MlirLogicalResult
tesseraEngineRun(TesseraEngine engine, TesseraLaunch launch,
                 TesseraDiagnosticCallback callback, void *userData);

/// Returns the text that the kernel printed in the last run, even if that
/// failed.
MLIR_CAPI_EXPORTED MlirStringRef tesseraEngineGetPrinted(TesseraEngine engine);

#ifdef __cplusplus
}
#endif

#endif // TESSERA_C_RUNTIME_H
