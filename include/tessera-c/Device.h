/*===- Device.h - A device whose memory is the host's -----------*- C -*-===*\
|*                                                                          *|
|* Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.     *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                  *|
|*                                                                          *|
\*===--------------------------------------------------------------------===*/
/*
 * A device runs kernels on memory of the process that it is in: an address of
 * the device is one of the host, and nothing is copied. Launches may touch the
 * memory that has been mapped, and nothing else. A module is a program on the
 * device, with variables of its own. A device and its modules are for one call
 * at a time.
 */

#ifndef TESSERA_C_DEVICE_H
#define TESSERA_C_DEVICE_H

#include "tessera-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DEFINE_C_API_STRUCT(name)                                              \
  struct name {                                                                \
    void *ptr;                                                                 \
  };                                                                           \
  typedef struct name name

DEFINE_C_API_STRUCT(TesseraDevice);
DEFINE_C_API_STRUCT(TesseraModule);

#undef DEFINE_C_API_STRUCT

/*===--------------------------------------------------------------------===*\
|* Devices                                                                  *|
\*===--------------------------------------------------------------------===*/

/// Options of a new device. Empty texts stand for the defaults. Later versions
/// may add members at the end, for which zero is the default.
struct TesseraDeviceOptions {
  /// "interpret", "emulate" (the default) or "both". All of them emulate PTX.
  MlirStringRef engine;
  /// The GPU to compile Tile IR for; sm_90 by default.
  MlirStringRef gpu;
  /// "all" (the default), "none" or names of checks separated by commas.
  MlirStringRef checks;
  /// Fixes all choices that the language leaves open; 0 makes none at random.
  uint64_t seed;
};
typedef struct TesseraDeviceOptions TesseraDeviceOptions;

/// Creates a device. Null if an option is wrong, which is reported to
/// `callback`, or to standard error if that is null. Destroyed with
/// tesseraDeviceDestroy.
MLIR_CAPI_EXPORTED TesseraDevice
tesseraDeviceCreate(const TesseraDeviceOptions *options,
                    TesseraDiagnosticCallback callback, void *userData);

/// Destroys a device. All its modules must have been unloaded.
MLIR_CAPI_EXPORTED void tesseraDeviceDestroy(TesseraDevice device);

/// Sets the checks of later launches, as in TesseraDeviceOptions. Failure,
/// reported to `callback`, if there is no such check.
MLIR_CAPI_EXPORTED MlirLogicalResult
tesseraDeviceSetChecks(TesseraDevice device, MlirStringRef checks,
                       TesseraDiagnosticCallback callback, void *userData);

/// Sets the seed of later launches. The same seed gives the same run; seed 0
/// makes no random choices.
MLIR_CAPI_EXPORTED void tesseraDeviceSetSeed(TesseraDevice device,
                                             uint64_t seed);

/// Sets whether the emulator counts events of later launches.
MLIR_CAPI_EXPORTED void tesseraDeviceSetCounters(TesseraDevice device,
                                                 bool enable);

/// Makes the emulator run about this many blocks of later launches alone, spread
/// over the grid, and scale the counters up to all of them. Memory is then left
/// half done. 0, the default: all blocks run.
MLIR_CAPI_EXPORTED void tesseraDeviceSetSample(TesseraDevice device,
                                               uint64_t blocks);

/// Returns the emulator's counters of the last launch, as the JSON of
/// `cuda-tile-run --counters`; empty if it counted nothing. Lives until the
/// next call of this function.
MLIR_CAPI_EXPORTED MlirStringRef tesseraDeviceGetCounters(TesseraDevice device);

/// Saves each later launch that fails, together with those that ran at once
/// with it, as a case for cuda-tile-run, in a new folder within `folder`, and
/// reports that. Creates `folder` if it is missing. Launches then keep a copy
/// of the memory that they may read. Empty: saves nothing.
MLIR_CAPI_EXPORTED void tesseraDeviceSetSaveFolder(TesseraDevice device,
                                                   MlirStringRef folder);

/// Runs this command of the shell ahead of each later launch of Tile IR that
/// runs alone, in a temporary folder that holds the launch as a case for
/// cuda-tile-run, and waits for its end: `tessera debug @arguments` shows the
/// launch step by step. Launches then copy the memory that they may read.
/// Empty, the default: runs nothing.
MLIR_CAPI_EXPORTED void tesseraDeviceSetDebugger(TesseraDevice device,
                                                 MlirStringRef command);

/// Keeps the compiled form of programs in this folder, where later processes
/// find it. Creates the folder if it is missing; it holds at most 512 MiB. A
/// folder that cannot be used is ignored. Empty, the default: keeps nothing on
/// disk.
MLIR_CAPI_EXPORTED void tesseraDeviceSetCacheFolder(TesseraDevice device,
                                                    MlirStringRef folder);

/// Receives one counter of a launch, such as "global_load_sectors", and its
/// value.
typedef void (*TesseraCounterCallback)(MlirStringRef name, uint64_t value,
                                       void *userData);

/// Calls `callback` once for each counter of the last launch, in the order of
/// the "totals" of tesseraDeviceGetCounters. After tesseraDeviceRun, `number`
/// is that of the work; otherwise it is 0. Failure if the emulator counted
/// nothing.
MLIR_CAPI_EXPORTED MlirLogicalResult
tesseraDeviceForEachCounter(TesseraDevice device, intptr_t number,
                            TesseraCounterCallback callback, void *userData);

/// Returns a lower bound on the time, in microseconds, that the last launch
/// takes on the usual board of the device's GPU, as `cuda-tile-run --counters`
/// tells it. `number` as in tesseraDeviceForEachCounter. Negative if the
/// emulator counted nothing, or if no board of the GPU is known.
MLIR_CAPI_EXPORTED double tesseraDeviceGetTimeBound(TesseraDevice device,
                                                    intptr_t number);

/// Returns the name of the unit that sets that bound, such as "tensor" or
/// "DRAM"; empty where there is no bound. Lives until the next call of this
/// function.
MLIR_CAPI_EXPORTED MlirStringRef tesseraDeviceGetTimeLimit(TesseraDevice device,
                                                           intptr_t number);

/// Called now and then while a launch runs, on any thread, but never twice at
/// once. Gets the number of blocks that have ended, and the number of all
/// blocks. The launch ends with an error if it returns false.
typedef bool (*TesseraProgressCallback)(uint64_t ended, uint64_t all,
                                        void *userData);

/// Sets the callback for the progress of later launches, which is called at
/// most twenty times a second; null for none. With the engine "both" the blocks
/// of a launch count twice.
MLIR_CAPI_EXPORTED void
tesseraDeviceSetProgress(TesseraDevice device, TesseraProgressCallback callback,
                         void *userData);

/// Permits launches to touch memory of the host. It stays the caller's, and
/// must exist until it is unmapped. `name` is for messages. If `isWritten` is
/// false, the bytes count as never written, so that the checks report a read
/// before a write. Failure if other memory is mapped there.
MLIR_CAPI_EXPORTED MlirLogicalResult tesseraDeviceMap(TesseraDevice device,
                                                      void *memory,
                                                      size_t bytes,
                                                      MlirStringRef name,
                                                      bool isWritten);

/// Undoes tesseraDeviceMap at this address; failure if nothing was mapped
/// there.
MLIR_CAPI_EXPORTED MlirLogicalResult tesseraDeviceUnmap(TesseraDevice device,
                                                        void *memory);

/// Takes the memory that is mapped at this address from launches, or gives it
/// back: one that touches it in between is out of bounds. Failure if nothing is
/// mapped there, or the host has no memory for it.
MLIR_CAPI_EXPORTED MlirLogicalResult
tesseraDeviceSetAccess(TesseraDevice device, void *memory, bool isAccessible);

/// Marks bytes as written by the host, wherever they lie.
MLIR_CAPI_EXPORTED void tesseraDeviceMarkWritten(TesseraDevice device,
                                                 const void *memory,
                                                 size_t bytes);

/*===--------------------------------------------------------------------===*\
|* Modules                                                                  *|
\*===--------------------------------------------------------------------===*/

/// Loads a program: Tile IR bytecode or text, PTX, or a cubin of `tileiras
/// --carry-program`. The bytes are not needed afterwards; the same bytes are
/// read and compiled once. Null if loading fails, which is reported to
/// `callback`. Unloaded by tesseraModuleUnload.
MLIR_CAPI_EXPORTED TesseraModule
tesseraModuleLoad(TesseraDevice device, MlirStringRef image, MlirStringRef name,
                  TesseraDiagnosticCallback callback, void *userData);

/// Unloads a program from its device.
MLIR_CAPI_EXPORTED void tesseraModuleUnload(TesseraModule module);

/// The requirements of an entry. Dimensions are x, y and z.
struct TesseraEntryInfo {
  /// Belongs to the module.
  MlirStringRef name;
  intptr_t numParameters;
  /// The size of the buffer that holds all parameters.
  uint64_t parameterBytes;
  /// True for a tile kernel, whose launches give no number of threads.
  bool isTile;
  /// The required and the maximum threads of a block; zeros if the entry has
  /// none.
  uint32_t requiredBlock[3], maximumBlock[3];
  uint64_t staticSharedBytes;
  /// The size of the user's constants in the whole module, and of the frame of a
  /// thread in local memory, in bytes.
  uint64_t constantBytes, localBytes;
  /// The registers of a thread: those of the machine code or, where there is
  /// none, an estimate from the PTX; 0 if the engine runs no PTX.
  uint32_t registers;
  /// The compute capability that the PTX is for, as 90 for sm_90; 0 if the
  /// engine runs no PTX.
  uint32_t ptxTarget;
  /// The shape of a cluster that the entry requires; zeros if it has none. Where
  /// `needsCluster`, a launch has to give one.
  uint32_t requiredCluster[3];
  bool needsCluster;
};
typedef struct TesseraEntryInfo TesseraEntryInfo;

/// Returns the number of entries.
MLIR_CAPI_EXPORTED intptr_t tesseraModuleGetNumEntries(TesseraModule module);

/// Describes an entry; failure if the number is out of range.
MLIR_CAPI_EXPORTED MlirLogicalResult tesseraModuleGetEntry(
    TesseraModule module, intptr_t entry, TesseraEntryInfo *info);

/// Returns the offset and size of a parameter in the buffer of all parameters;
/// failure if the number is out of range.
MLIR_CAPI_EXPORTED MlirLogicalResult tesseraModuleGetParameter(
    TesseraModule module, intptr_t entry, intptr_t parameter, uint64_t *offset,
    uint64_t *bytes);

/// Returns the type of a parameter in the program's spelling, such as
/// "tile<ptr<f32>>" or, in PTX, ".param .b64"; empty if the number is out of
/// range.
MLIR_CAPI_EXPORTED MlirStringRef tesseraModuleGetParameterType(
    TesseraModule module, intptr_t entry, intptr_t parameter);

/// Returns the name that the author of a kernel has given a parameter, such as "x"
/// or, for what comes with an array, "x.shape[0]"; empty if it is not known. It is
/// read off the source, which the program names, and lives as long as the module.
MLIR_CAPI_EXPORTED MlirStringRef tesseraModuleGetParameterName(
    TesseraModule module, intptr_t entry, intptr_t parameter);

/// Finds a variable of the program that the host may see; failure if there is
/// none of this name, or if the engine has it in memory of its own.
MLIR_CAPI_EXPORTED MlirLogicalResult tesseraModuleGetGlobal(
    TesseraModule module, MlirStringRef name, void **memory, uint64_t *bytes);

/// The fault of a kernel that ended its launch.
enum TesseraFault TESSERA_ENUM {
  TesseraFaultNone,              ///< the launch succeeded, or has never begun
  TesseraFaultFailed,            ///< a trap, a finding of a check, and the like
  TesseraFaultIllegalAddress,    ///< of global memory
  TesseraFaultMisalignedAddress, ///< of any memory
  TesseraFaultAssert,            ///< an assertion of the program
  TesseraFaultIllegalInstruction, ///< unknown to the GPU, or with a wrong
                                  ///< operand
  TesseraFaultInvalidPc,          ///< a call of an address that is no function
  TesseraFaultStackOverflow,      ///< of a thread's calls
  TesseraFaultTimeout,            ///< a deadlock, or more steps than the limit
  TesseraFaultTensorMemoryLeak,   ///< a block ends with tensor memory allocated
};
typedef enum TesseraFault TesseraFault;

/// Returns the CUresult of a GPU's driver for this fault, such as 700, and in
/// `name`, unless that is null, its name: "CUDA_ERROR_ILLEGAL_ADDRESS". For a number
/// that is no fault it is 999, CUDA_ERROR_UNKNOWN.
MLIR_CAPI_EXPORTED int tesseraFaultGetCudaError(TesseraFault fault,
                                                MlirStringRef *name);

/// The shape of a launch.
struct TesseraLaunchShape {
  /// For PTX: blocks, threads of a block, and blocks of a cluster (zeros if the
  /// entry says it). For tile kernels: only tile blocks.
  uint32_t grid[3], block[3], cluster[3];
  uint64_t dynamicSharedBytes;
  /// For PTX: blocks of a cluster if there is room for more than the smallest,
  /// of which this is a multiple (zeros: no preference).
  uint32_t preferredCluster[3];
};
typedef struct TesseraLaunchShape TesseraLaunchShape;

/// Checks that the clusters that entry and launch ask for divide the grid;
/// reports the reason to `callback` if they do not.
MLIR_CAPI_EXPORTED MlirLogicalResult tesseraModuleCheckClusters(
    TesseraModule module, intptr_t entry, const TesseraLaunchShape *shape,
    TesseraDiagnosticCallback callback, void *userData);

/// Runs an entry, and waits for its end. `parameters` holds a pointer to the
/// value of each parameter. The text that the kernel prints goes to `print`, or
/// to standard output if that is null. Failure, reported to `callback`: the
/// shape does not fit the entry, or the kernel had undefined behaviour.
MLIR_CAPI_EXPORTED MlirLogicalResult tesseraModuleLaunch(
    TesseraModule module, intptr_t entry, const TesseraLaunchShape *shape,
    const void *const *parameters, MlirStringCallback print, void *printData,
    TesseraDiagnosticCallback callback, void *userData);

/// Bytes of memory that the host uses.
struct TesseraRange {
  const void *memory;
  size_t bytes;
  bool isWritten;
};
typedef struct TesseraRange TesseraRange;

/// The state that an earlier work must have reached before another may start.
enum TesseraLaunchStage TESSERA_ENUM {
  TesseraLaunchStageCompleted, ///< all of it is done, which orders the two
  /// Each block has executed griddepcontrol.launch_dependents, or has ended.
  TesseraLaunchStageTriggered,
  TesseraLaunchStageStarted, ///< each block has started
};
typedef enum TesseraLaunchStage TesseraLaunchStage;

/// An edge to an earlier work in the list. If the stage is not completion, only
/// griddepcontrol.wait waits for completion, and nothing else orders the two
/// (programmatic dependent launch).
struct TesseraEdge {
  unsigned from;
  TesseraLaunchStage stage;
};
typedef struct TesseraEdge TesseraEdge;

/// A launch among others, or a step of the host between them.
struct TesseraWork {
  /// As for tesseraModuleLaunch. If the module is null, the host does `step`.
  TesseraModule module;
  intptr_t entry;
  const TesseraLaunchShape *shape;
  const void *const *parameters;
  /// The name of the step in messages, the step itself, and the ranges that it
  /// reads and writes in memory that launches may touch.
  MlirStringRef name;
  void (*step)(void *userData);
  void *userData;
  const TesseraRange *ranges;
  intptr_t numRanges;
  /// The earlier works that this one comes after.
  const TesseraEdge *after;
  intptr_t numAfter;
};
typedef struct TesseraWork TesseraWork;

/// Runs all works, and waits for their end. Works that no edge orders may
/// overlap. On the emulator the check for races sees all of them, and
/// conflicting accesses of two unordered works are an error. The interpreter
/// runs one after the other, in this order. Failure as for tesseraModuleLaunch;
/// steps that had not begun by then do nothing. `step` is called on any thread,
/// while others wait for its end.
MLIR_CAPI_EXPORTED MlirLogicalResult
tesseraDeviceRun(TesseraDevice device, const TesseraWork *works,
                 intptr_t numWorks, MlirStringCallback print, void *printData,
                 TesseraDiagnosticCallback callback, void *userData);

/// True if the last call that loads, maps or runs failed because the host had
/// no memory for it. The device can be used as before; memory that the call had
/// allocated stays allocated.
MLIR_CAPI_EXPORTED bool tesseraDeviceLacksMemory(TesseraDevice device);

/// Returns the fault that ended the last launch of the module.
MLIR_CAPI_EXPORTED TesseraFault tesseraModuleGetFault(TesseraModule module);

/*===--------------------------------------------------------------------===*\
|* Products                                                                 *|
\*===--------------------------------------------------------------------===*/

/// Multiplies matrices to the bit as tensor cores of `gpu` do, with sums of
/// f32: C = A * B. A (m x k), B (k x n) and C lie row by row. Factors are of
/// `format`, "f16", "bf16", "e4m3" or "e5m2". Fails if there is no such GPU or
/// format, or if a matrix with elements is null.
MLIR_CAPI_EXPORTED MlirLogicalResult tesseraMultiply(MlirStringRef gpu,
                                                     MlirStringRef format,
                                                     size_t m, size_t n,
                                                     size_t k, const void *a,
                                                     const void *b, float *c);

/*===--------------------------------------------------------------------===*\
|* Tensor maps                                                              *|
\*===--------------------------------------------------------------------===*/

/// The tensor of a tensor copy, in the terms of tensormap.replace (PTX ISA).
/// Dimensions beyond the rank are ignored.
struct TesseraTensorMap {
  uint64_t address;
  uint32_t rank;
  /// Numbered as in tensormap.replace.
  uint8_t element, interleave, swizzle, atomicity;
  bool fillsNan, isIm2col;
  /// `strides[i]` is that of dimension i + 1, in bytes.
  uint64_t dims[5], strides[4];
  uint32_t box[5], elementStrides[5];
  /// For im2col, in the order W, H, D.
  int32_t lower[3], upper[3];
  uint32_t channels, pixels;
};
typedef struct TesseraTensorMap TesseraTensorMap;

/// Writes the 128 bytes of a tensor map for kernels on a device. Failure,
/// reported to `callback`, if a GPU's driver would refuse the map.
MLIR_CAPI_EXPORTED MlirLogicalResult
tesseraTensorMapEncode(const TesseraTensorMap *map, void *bytes,
                       TesseraDiagnosticCallback callback, void *userData);

#ifdef __cplusplus
}
#endif

#endif // TESSERA_C_DEVICE_H
