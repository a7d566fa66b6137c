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

/// What a device is made with. Empty texts are the defaults; later versions
/// may add members at the end, which are then zero.
struct TesseraDeviceOptions {
  /// "interpret", "emulate" (the default) or "both". PTX is emulated by all.
  MlirStringRef engine;
  /// The GPU to compile Tile IR for; sm_90.
  MlirStringRef gpu;
  /// "all" (the default), "none" or names of checks with commas between.
  MlirStringRef checks;
  /// Of all that the language leaves open.
  uint64_t seed;
};
typedef struct TesseraDeviceOptions TesseraDeviceOptions;

/// Creates a device. Null where an option is wrong, which is told to
/// `callback`, or to standard error where that is null. Destroyed with
/// tesseraDeviceDestroy.
MLIR_CAPI_EXPORTED TesseraDevice
tesseraDeviceCreate(const TesseraDeviceOptions *options,
                    TesseraDiagnosticCallback callback, void *userData);

/// Destroys a device, all of whose modules have been unloaded.
MLIR_CAPI_EXPORTED void tesseraDeviceDestroy(TesseraDevice device);

/// Sets what later launches look for, as in TesseraDeviceOptions. Failure,
/// which is told to `callback`, where there is no such check.
MLIR_CAPI_EXPORTED MlirLogicalResult
tesseraDeviceSetChecks(TesseraDevice device, MlirStringRef checks,
                       TesseraDiagnosticCallback callback, void *userData);

/// Sets the seed of later launches. The same seed gives the same run; 0 is the
/// plainest.
MLIR_CAPI_EXPORTED void tesseraDeviceSetSeed(TesseraDevice device,
                                             uint64_t seed);

/// Sets whether the emulator counts what later launches do.
MLIR_CAPI_EXPORTED void tesseraDeviceSetCounters(TesseraDevice device,
                                                 bool enable);

/// Returns what the emulator counted in the last launch, as the JSON of
/// `cuda-tile-run --counters`; empty where it counted nothing. Lives until the
/// next call that gets it.
MLIR_CAPI_EXPORTED MlirStringRef tesseraDeviceGetCounters(TesseraDevice device);

/// Makes of each later launch that fails, and of those that ran at once with
/// it, a case for cuda-tile-run, in a folder of its own in this one, which is
/// made where it is missing, and tells of it. Such launches keep a copy of the
/// memory that they may read. Empty: none.
MLIR_CAPI_EXPORTED void tesseraDeviceSetSaveFolder(TesseraDevice device,
                                                   MlirStringRef folder);

/// Keeps what programs are compiled to in this folder, where later processes
/// find it; it is made where it is missing, and holds at most 512 MiB. A folder
/// that cannot be used is none. Empty, as at first: nothing is kept on disk.
MLIR_CAPI_EXPORTED void tesseraDeviceSetCacheFolder(TesseraDevice device,
                                                    MlirStringRef folder);

/// Gets a figure of a launch, such as "global_load_sectors", with its value.
typedef void (*TesseraCounterCallback)(MlirStringRef name, uint64_t value,
                                       void *userData);

/// Tells `callback` what the emulator counted in the last launch, each figure
/// once, in the order of the "totals" of tesseraDeviceGetCounters. After
/// tesseraDeviceRun, of the work of this number; otherwise it is 0. Failure
/// where it counted nothing.
MLIR_CAPI_EXPORTED MlirLogicalResult
tesseraDeviceForEachCounter(TesseraDevice device, intptr_t number,
                            TesseraCounterCallback callback, void *userData);

/// Is called now and then while a launch runs, one call at a time but on any
/// thread, with how many of its blocks have ended, and how many it has. Where
/// it returns false, the launch ends with an error.
typedef bool (*TesseraProgressCallback)(uint64_t ended, uint64_t all,
                                        void *userData);

/// Sets whom later launches tell how far they are, at most twenty times in a
/// second; null: nobody. With the engine "both" a launch counts twice.
MLIR_CAPI_EXPORTED void
tesseraDeviceSetProgress(TesseraDevice device, TesseraProgressCallback callback,
                         void *userData);

/// Lets launches touch memory of the host, which stays the caller's and must be
/// there until it is unmapped. `name` stands in messages. Where `isWritten` is
/// false, nobody has written the bytes yet, so that reading one first is an
/// error that the checks find. Failure where other memory is mapped there.
MLIR_CAPI_EXPORTED MlirLogicalResult tesseraDeviceMap(TesseraDevice device,
                                                      void *memory,
                                                      size_t bytes,
                                                      MlirStringRef name,
                                                      bool isWritten);

/// Ends what tesseraDeviceMap began at this address; failure where it did not.
MLIR_CAPI_EXPORTED MlirLogicalResult tesseraDeviceUnmap(TesseraDevice device,
                                                        void *memory);

/// Tells that the host has written bytes, wherever they lie.
MLIR_CAPI_EXPORTED void tesseraDeviceMarkWritten(TesseraDevice device,
                                                 const void *memory,
                                                 size_t bytes);

/*===--------------------------------------------------------------------===*\
|* Modules                                                                  *|
\*===--------------------------------------------------------------------===*/

/// Puts a program on a device: Tile IR bytecode or text, PTX, or a cubin of
/// `tileiras --carry-program`. The bytes are not needed afterwards; the same
/// bytes are read and compiled once. Null where that fails, which is told to
/// `callback`. Taken off the device by tesseraModuleUnload.
MLIR_CAPI_EXPORTED TesseraModule
tesseraModuleLoad(TesseraDevice device, MlirStringRef image, MlirStringRef name,
                  TesseraDiagnosticCallback callback, void *userData);

/// Takes a program off its device.
MLIR_CAPI_EXPORTED void tesseraModuleUnload(TesseraModule module);

/// What an entry asks of its launches. Dimensions are x, y and z.
struct TesseraEntryInfo {
  /// Belongs to the module.
  MlirStringRef name;
  intptr_t numParameters;
  /// Of the buffer that holds all parameters.
  uint64_t parameterBytes;
  /// Whether it is a tile kernel, whose launches say no threads.
  bool isTile;
  /// Threads of a block: what they have to be, and at most; zeros where the
  /// entry does not say.
  uint32_t requiredBlock[3], maximumBlock[3];
  uint64_t staticSharedBytes;
};
typedef struct TesseraEntryInfo TesseraEntryInfo;

/// Returns the number of entries.
MLIR_CAPI_EXPORTED intptr_t tesseraModuleGetNumEntries(TesseraModule module);

/// Describes an entry; failure where there is no such number.
MLIR_CAPI_EXPORTED MlirLogicalResult tesseraModuleGetEntry(
    TesseraModule module, intptr_t entry, TesseraEntryInfo *info);

/// Says where a parameter lies in the buffer of all parameters; failure where
/// there is no such number.
MLIR_CAPI_EXPORTED MlirLogicalResult tesseraModuleGetParameter(
    TesseraModule module, intptr_t entry, intptr_t parameter, uint64_t *offset,
    uint64_t *bytes);

/// Returns the type of a parameter as the program writes it, such as
/// "tile<ptr<f32>>" or, in PTX, ".param .b64"; empty where there is no such
/// number.
MLIR_CAPI_EXPORTED MlirStringRef tesseraModuleGetParameterType(
    TesseraModule module, intptr_t entry, intptr_t parameter);

/// Finds a variable of the program that the host may see; failure where there
/// is none of this name, or the engine has it in memory of its own.
MLIR_CAPI_EXPORTED MlirLogicalResult tesseraModuleGetGlobal(
    TesseraModule module, MlirStringRef name, void **memory, uint64_t *bytes);

/// What a kernel did that ended its launch.
enum TesseraFault {
  TesseraFaultNone,   ///< the launch came to its end, or has never begun
  TesseraFaultFailed, ///< a trap, a finding of a check, and the like
  TesseraFaultIllegalAddress,     ///< of global memory
  TesseraFaultMisalignedAddress,  ///< of any memory
  TesseraFaultAssert,             ///< an assertion of the program
  TesseraFaultIllegalInstruction, ///< unknown to the GPU, or its operand is
  TesseraFaultInvalidPc,          ///< a call of what is no function
  TesseraFaultStackOverflow,      ///< of a thread's calls
  TesseraFaultTimeout,            ///< a deadlock, or more steps than the limit
  TesseraFaultTensorMemoryLeak,   ///< a block ends with tensor memory allocated
};
typedef enum TesseraFault TesseraFault;

/// Returns the CUresult that a GPU's driver gives for this, such as 700, and in
/// `name`, unless that is null, how it is called: "CUDA_ERROR_ILLEGAL_ADDRESS".
MLIR_CAPI_EXPORTED int tesseraFaultGetCudaError(TesseraFault fault,
                                                MlirStringRef *name);

/// How an entry is launched.
struct TesseraLaunchShape {
  /// Of PTX: blocks, threads of a block, and blocks of a cluster (zeros: as the
  /// entry has it). Of tile kernels: tile blocks, and nothing more.
  uint32_t grid[3], block[3], cluster[3];
  uint64_t dynamicSharedBytes;
  /// Of PTX: blocks of a cluster where there is room for more than it has at
  /// least, a multiple of these (zeros: no preference).
  uint32_t preferredCluster[3];
};
typedef struct TesseraLaunchShape TesseraLaunchShape;

/// Says whether the grid falls into the clusters that entry and launch ask for;
/// `callback` is told why it does not.
MLIR_CAPI_EXPORTED MlirLogicalResult tesseraModuleCheckClusters(
    TesseraModule module, intptr_t entry, const TesseraLaunchShape *shape,
    TesseraDiagnosticCallback callback, void *userData);

/// Runs an entry, and waits for its end. `parameters` holds for each parameter
/// of it where the value lies. What the kernel prints goes to `print`, or to
/// standard output where that is null. Failure, which is told to `callback`:
/// the shape does not fit the entry, or the kernel did what is undefined.
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

/// What of a work has to have happened before another one may start.
enum TesseraLaunchStage {
  TesseraLaunchStageCompleted, ///< all of it, which orders the two
  /// Each block has executed griddepcontrol.launch_dependents, or has ended.
  TesseraLaunchStageTriggered,
  TesseraLaunchStageStarted, ///< each block has
};
typedef enum TesseraLaunchStage TesseraLaunchStage;

/// That a work comes after another one, which is before it in the list. Where
/// it does not wait for the completion, griddepcontrol.wait waits for that, and
/// nothing else orders the two (programmatic dependent launch).
struct TesseraEdge {
  unsigned from;
  TesseraLaunchStage stage;
};
typedef struct TesseraEdge TesseraEdge;

/// A launch among others, or something that the host does itself between them.
struct TesseraWork {
  /// As tesseraModuleLaunch has them. Where the module is null, the host does
  /// `step`.
  TesseraModule module;
  intptr_t entry;
  const TesseraLaunchShape *shape;
  const void *const *parameters;
  /// How the step is called in messages, what it does, and all that it reads
  /// and writes of memory that launches may touch.
  MlirStringRef name;
  void (*step)(void *userData);
  void *userData;
  const TesseraRange *ranges;
  intptr_t numRanges;
  /// Those before it that it comes after.
  const TesseraEdge *after;
  intptr_t numAfter;
};
typedef struct TesseraWork TesseraWork;

/// Runs all works, and waits for their end. Any of them may overlap that
/// nothing orders, and of the emulator the check of races sees them all: what
/// two of them do to one place is an error then. The interpreter runs one after
/// the other, in this order. Failure as of tesseraModuleLaunch; steps that had
/// not begun by then do nothing. `step` is called on any thread, while others
/// wait for its end.
MLIR_CAPI_EXPORTED MlirLogicalResult
tesseraDeviceRun(TesseraDevice device, const TesseraWork *works,
                 intptr_t numWorks, MlirStringCallback print, void *printData,
                 TesseraDiagnosticCallback callback, void *userData);

/// Whether the last of the calls that load, map and run failed since the host
/// has no memory for what it was to do. The device can be used as before; what
/// the call had begun stays allocated.
MLIR_CAPI_EXPORTED bool tesseraDeviceLacksMemory(TesseraDevice device);

/// Says what ended the last launch of the module.
MLIR_CAPI_EXPORTED TesseraFault tesseraModuleGetFault(TesseraModule module);

/*===--------------------------------------------------------------------===*\
|* Tensor maps                                                              *|
\*===--------------------------------------------------------------------===*/

/// What a tensor copy knows of its tensor, in the terms of tensormap.replace
/// (PTX ISA); of dimensions beyond the rank nothing is looked at.
struct TesseraTensorMap {
  uint64_t address;
  uint32_t rank;
  /// By the numbers of tensormap.replace.
  uint8_t element, interleave, swizzle, atomicity;
  bool fillsNan, isIm2col;
  /// Strides are in bytes, of dimension i + 1.
  uint64_t dims[5], strides[4];
  uint32_t box[5], elementStrides[5];
  /// Of im2col, in W, H, D.
  int32_t lower[3], upper[3];
  uint32_t channels, pixels;
};
typedef struct TesseraTensorMap TesseraTensorMap;

/// Writes the 128 bytes of a tensor map that kernels on a device understand.
/// Failure, which is told to `callback`, where a GPU's driver would refuse it.
MLIR_CAPI_EXPORTED MlirLogicalResult
tesseraTensorMapEncode(const TesseraTensorMap *map, void *bytes,
                       TesseraDiagnosticCallback callback, void *userData);

#ifdef __cplusplus
}
#endif

#endif // TESSERA_C_DEVICE_H
