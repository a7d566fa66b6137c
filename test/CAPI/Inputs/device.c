/*===- device.c - Kernels run on memory of the process -----------*- C -*-===*\
|*                                                                           *|
|* Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.      *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                   *|
|*                                                                           *|
\*===---------------------------------------------------------------------===*/

/* The headers go together. */
#include "tessera-c/Device.h"
#include "Test.h"
#include "tessera-c/Compiler.h"
#include <string.h>

/* p[block] += x */
static const char tile[] =
    "cuda_tile.module @m {\n"
    "  entry @bump(%p: tile<ptr<i32>>, %x: tile<i32>) {\n"
    "    %b, %b1, %b2 = get_tile_block_id : tile<i32>\n"
    "    %at = offset %p, %b : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>\n"
    "    %v, %t = load_ptr_tko weak %at : tile<ptr<i32>> -> tile<i32>, token\n"
    "    %s = addi %v, %x : tile<i32>\n"
    "    %u = store_ptr_tko weak %at, %s token=%t\n"
    "      : tile<ptr<i32>>, tile<i32> -> token\n"
    "    return\n"
    "  }\n"
    "}\n";

static const char ptx[] = ".version 8.0\n"
                          ".target sm_80\n"
                          ".address_size 64\n"
                          ".visible .global .align 4 .u32 v = 7;\n"
                          ".visible .entry e() { ret; }\n";

enum { COUNT = 4 };

static struct Told told;

static bool succeeded(MlirLogicalResult result) {
  return mlirLogicalResultIsSuccess(result);
}

static MlirLogicalResult launch(TesseraModule module, int32_t *memory,
                                unsigned blocks) {
  TesseraLaunchShape shape = {
      {blocks, 1, 1}, {1, 1, 1}, {0, 0, 0}, 0, {0, 0, 0}};
  int32_t x = 5;
  const void *parameters[] = {&memory, &x};
  return tesseraModuleLaunch(module, 0, &shape, parameters, NULL, NULL, listen,
                             &told);
}

static void testEngine(const char *engine) {
  TesseraDeviceOptions options = {str(engine), str("sm_90"), str("all"), 0};
  TesseraDevice device = tesseraDeviceCreate(&options, listen, &told);
  CHECK(device.ptr && wasTold(&told, ""));
  int32_t memory[COUNT] = {1, 2, 3, 4};
  CHECK(succeeded(
      tesseraDeviceMap(device, memory, sizeof memory, str("a"), true)));
  CHECK(!succeeded(tesseraDeviceMap(device, memory + 1, 4, str("b"), true)));
  CHECK(!succeeded(tesseraDeviceMap(device, NULL, 4, str("b"), true)));
  TesseraModule module =
      tesseraModuleLoad(device, str(tile), str("k.mlir"), listen, &told);
  CHECK(module.ptr && tesseraModuleGetNumEntries(module) == 1);
  CHECK(succeeded(launch(module, memory, COUNT)));
  for (int i = 0; i < COUNT; ++i)
    CHECK(memory[i] == i + 6);
  CHECK(tesseraModuleGetFault(module) == TesseraFaultNone);
  /* One block too many. */
  CHECK(!succeeded(launch(module, memory, COUNT + 1)));
  CHECK(wasTold(&told, "past"));
  CHECK(tesseraModuleGetFault(module) == TesseraFaultIllegalAddress);
  tesseraDeviceSetCacheFolder(device, str("/dev/null/programs"));
  tesseraDeviceSetSaveFolder(device, str("/dev/null/cases"));
  CHECK(!succeeded(launch(module, memory, COUNT + 1)));
  CHECK(wasTold(&told, "the launch is not saved"));
  tesseraDeviceSetSaveFolder(device, str(""));

  /* The debugger finds the launch as a case, or else ends this program. */
  tesseraDeviceSetDebugger(device, str("test -f arguments || kill -9 $PPID"));
  CHECK(succeeded(launch(module, memory, COUNT)));
  tesseraDeviceSetDebugger(device, str(""));

  /* Memory of another device. */
  CHECK(succeeded(tesseraDeviceSetAccess(device, memory, false)));
  CHECK(succeeded(tesseraDeviceSetAccess(device, memory, false)));
  CHECK(!succeeded(launch(module, memory, 1)));
  CHECK(tesseraModuleGetFault(module) == TesseraFaultIllegalAddress);
  CHECK(succeeded(tesseraDeviceSetAccess(device, memory, true)));
  CHECK(succeeded(launch(module, memory, 1)));
  CHECK(!succeeded(tesseraDeviceSetAccess(device, memory + 1, false)));
  CHECK(succeeded(tesseraDeviceSetAccess(device, memory, false)));

  /* What nobody has written. */
  CHECK(succeeded(tesseraDeviceUnmap(device, memory)));
  CHECK(!succeeded(tesseraDeviceUnmap(device, memory)));
  CHECK(succeeded(
      tesseraDeviceMap(device, memory, sizeof memory, str("a"), false)));
  CHECK(!succeeded(launch(module, memory, 1)));
  CHECK(wasTold(&told, "error"));
  CHECK(tesseraModuleGetFault(module) == TesseraFaultFailed);
  tesseraDeviceMarkWritten(device, memory, sizeof memory);
  CHECK(!tesseraDeviceLacksMemory(device));
  CHECK(succeeded(launch(module, memory, 1)));
  tesseraModuleUnload(module);
  tesseraDeviceDestroy(device);
}

static uint64_t blocksEnded, blocksOfAll;

static bool watch(uint64_t ended, uint64_t all, void *goesOn) {
  blocksEnded = ended;
  blocksOfAll = all;
  return goesOn != NULL;
}

/* A launch that goes on, and one that does not. */
static void testProgress(const char *engine) {
  TesseraDeviceOptions options = {str(engine), str(""), str(""), 0};
  TesseraDevice device = tesseraDeviceCreate(&options, listen, &told);
  TesseraModule module =
      tesseraModuleLoad(device, str(tile), str("k.mlir"), listen, &told);
  int32_t memory[COUNT] = {0};
  CHECK(succeeded(
      tesseraDeviceMap(device, memory, sizeof memory, str("a"), true)));
  tesseraDeviceSetProgress(device, watch, memory);
  CHECK(succeeded(launch(module, memory, COUNT)) && wasTold(&told, ""));
  CHECK(blocksOfAll == COUNT && blocksEnded <= COUNT);
  tesseraDeviceSetProgress(device, watch, NULL);
  CHECK(!succeeded(launch(module, memory, COUNT)));
  CHECK(wasTold(&told, "the launch was stopped"));
  tesseraDeviceSetProgress(device, NULL, NULL);
  CHECK(succeeded(launch(module, memory, COUNT)));
  tesseraModuleUnload(module);
  tesseraDeviceDestroy(device);
}

static void count(MlirStringRef name, uint64_t value, void *stores) {
  if (is(name, "global_store_bytes"))
    *(uint64_t *)stores += value;
}

/* What may be set between launches. */
static void testSettings(void) {
  TesseraDevice device = tesseraDeviceCreate(NULL, listen, &told);
  TesseraModule module =
      tesseraModuleLoad(device, str(tile), str("k.mlir"), listen, &told);
  int32_t memory[COUNT] = {0};
  CHECK(succeeded(
      tesseraDeviceMap(device, memory, sizeof memory, str("a"), false)));
  CHECK(!succeeded(tesseraDeviceSetChecks(device, str("luck"), listen, &told)));
  CHECK(wasTold(&told, "there is no check 'luck'"));
  CHECK(succeeded(tesseraDeviceSetChecks(device, str("none"), listen, &told)));
  tesseraDeviceSetSeed(device, 7);
  CHECK(succeeded(launch(module, memory, COUNT)) && wasTold(&told, ""));
  CHECK(tesseraDeviceGetCounters(device).length == 0);
  uint64_t stores = 0;
  CHECK(!succeeded(tesseraDeviceForEachCounter(device, 0, count, &stores)));
  CHECK(tesseraDeviceGetTimeBound(device, 0) < 0);
  tesseraDeviceSetCounters(device, true);
  CHECK(succeeded(launch(module, memory, COUNT)));
  CHECK(contains(tesseraDeviceGetCounters(device), "global_load_requests"));
  CHECK(succeeded(tesseraDeviceForEachCounter(device, 0, count, &stores)));
  CHECK(stores == sizeof memory);
  CHECK(tesseraDeviceGetTimeBound(device, 0) > 0);
  CHECK(tesseraDeviceGetTimeBound(device, 1) < 0);
  CHECK(tesseraDeviceGetTimeLimit(device, 0).length > 0);
  CHECK(is(tesseraDeviceGetTimeLimit(device, 1), ""));
  CHECK(memory[0] == 10 && memory[COUNT - 1] == 10);

  // One block of two runs, and counts for both.
  tesseraDeviceSetSample(device, 1);
  CHECK(succeeded(launch(module, memory, COUNT)));
  uint64_t sampled = 0;
  CHECK(succeeded(tesseraDeviceForEachCounter(device, 0, count, &sampled)));
  CHECK(sampled == stores);
  tesseraModuleUnload(module);
  tesseraDeviceDestroy(device);
}

static void add(void *step) {
  int32_t *memory = (int32_t *)step;
  ++memory[0];
}

/* A step of the host between two launches, and beside one. */
static void testWork(const char *engine) {
  TesseraDeviceOptions options = {str(engine), str(""), str(""), 0};
  TesseraDevice device = tesseraDeviceCreate(&options, listen, &told);
  TesseraModule module =
      tesseraModuleLoad(device, str(tile), str("k.mlir"), listen, &told);
  int32_t memory[COUNT] = {0};
  CHECK(succeeded(
      tesseraDeviceMap(device, memory, sizeof memory, str("a"), true)));
  TesseraLaunchShape shape = {
      {COUNT, 1, 1}, {1, 1, 1}, {0, 0, 0}, 0, {0, 0, 0}};
  void *pointer = memory;
  int32_t by = 10;
  const void *parameters[] = {&pointer, &by};
  TesseraRange range = {memory, 4, true};
  TesseraEdge first = {0, TesseraLaunchStageCompleted},
              second = {1, TesseraLaunchStageCompleted};
  TesseraWork works[3] = {
      {.module = module, .shape = &shape, .parameters = parameters},
      {.name = str("an addition"),
       .step = add,
       .userData = memory,
       .ranges = &range,
       .numRanges = 1,
       .after = &first,
       .numAfter = 1},
      {.module = module,
       .shape = &shape,
       .parameters = parameters,
       .after = &second,
       .numAfter = 1}};
  CHECK(
      succeeded(tesseraDeviceRun(device, works, 3, NULL, NULL, listen, &told)));
  CHECK(wasTold(&told, ""));
  CHECK(memory[0] == 21 && memory[1] == 20);
  works[1].after = &second; /* itself */
  CHECK(!succeeded(
      tesseraDeviceRun(device, works, 3, NULL, NULL, listen, &told)));
  CHECK(wasTold(&told, "work 1 comes after one that is not before it"));
  first.stage = TesseraLaunchStageStarted + 1; /* none */
  works[1].after = &first;
  CHECK(!succeeded(
      tesseraDeviceRun(device, works, 3, NULL, NULL, listen, &told)));
  CHECK(wasTold(&told, "or after a stage that there is not"));
  works[1].after = NULL;
  CHECK(!succeeded(
      tesseraDeviceRun(device, works, 3, NULL, NULL, listen, &told)));
  CHECK(wasTold(&told, "work 1 lacks the list"));
  works[1].after = &first;
  works[1].step = NULL;
  first.stage = TesseraLaunchStageCompleted;
  CHECK(!succeeded(
      tesseraDeviceRun(device, works, 3, NULL, NULL, listen, &told)));
  CHECK(wasTold(&told, "work 1 has neither a module nor a step"));
  works[1].step = add;
  TesseraDevice other = tesseraDeviceCreate(&options, listen, &told);
  CHECK(
      !succeeded(tesseraDeviceRun(other, works, 1, NULL, NULL, listen, &told)));
  CHECK(wasTold(&told, "work 0 is of a module of another device"));
  tesseraDeviceDestroy(other);
  if (is(str(engine), "emulate")) {
    works[1].numAfter = 0;
    CHECK(!succeeded(
        tesseraDeviceRun(device, works, 2, NULL, NULL, listen, &told)));
    CHECK(wasTold(&told, "data race"));
    CHECK(tesseraModuleGetFault(module) == TesseraFaultFailed);
  }
  tesseraModuleUnload(module);
  tesseraDeviceDestroy(device);
}

static void testModule(void) {
  TesseraDevice device = tesseraDeviceCreate(NULL, listen, &told);
  TesseraModule module =
      tesseraModuleLoad(device, str(tile), str("k.mlir"), listen, &told);
  TesseraEntryInfo info;
  CHECK(succeeded(tesseraModuleGetEntry(module, 0, &info)));
  CHECK(is(info.name, "bump") && info.isTile && info.numParameters == 2);
  CHECK(info.parameterBytes == 12);
  CHECK(!succeeded(tesseraModuleGetEntry(module, 1, &info)));
  uint64_t offset, bytes;
  CHECK(succeeded(tesseraModuleGetParameter(module, 0, 1, &offset, &bytes)));
  CHECK(offset == 8 && bytes == 4);
  CHECK(!succeeded(tesseraModuleGetParameter(module, 0, 2, NULL, NULL)));
  CHECK(is(tesseraModuleGetParameterType(module, 0, 0), "tile<ptr<i32>>"));
  CHECK(is(tesseraModuleGetParameterType(module, 0, 2), ""));
  CHECK(is(tesseraModuleGetParameterName(module, 0, 0), ""));
  CHECK(is(tesseraModuleGetParameterName(module, 0, 2), ""));
  tesseraModuleUnload(module);

  void *memory = NULL;
  module = tesseraModuleLoad(device, str(ptx), str("k.ptx"), listen, &told);
  CHECK(succeeded(tesseraModuleGetGlobal(module, str("v"), &memory, &bytes)));
  CHECK(bytes == 4 && memory && *(uint32_t *)memory == 7);
  CHECK(!succeeded(tesseraModuleGetGlobal(module, str("w"), NULL, NULL)));
  CHECK(wasTold(&told, ""));

  TesseraLaunchShape shape = {{6, 1, 1}, {1, 1, 1}, {3, 1, 1}, 0, {0, 0, 0}};
  CHECK(
      succeeded(tesseraModuleCheckClusters(module, 0, &shape, listen, &told)));
  shape.cluster[0] = 4;
  CHECK(
      !succeeded(tesseraModuleCheckClusters(module, 0, &shape, listen, &told)));
  CHECK(wasTold(&told, "no multiple of the cluster shape"));
  tesseraModuleUnload(module);
  CHECK(wasTold(&told, ""));
  module = tesseraModuleLoad(device, str("nonsense"), str("k"), listen, &told);
  CHECK(!module.ptr && wasTold(&told, "error"));
  tesseraDeviceDestroy(device);
}

static void testTensorMap(void) {
  TesseraTensorMap map = {0};
  uint8_t bytes[128] = {0}, others[128] = {0};
  map.address = 4096;
  map.rank = 1;
  map.dims[0] = 64;
  map.box[0] = 32;
  map.elementStrides[0] = map.channels = map.pixels = 1;
  for (int i = 1; i < 5; ++i)
    map.dims[i] = map.box[i] = map.elementStrides[i] = 1;
  CHECK(succeeded(tesseraTensorMapEncode(&map, bytes, listen, &told)));
  map.box[0] = 16;
  CHECK(succeeded(tesseraTensorMapEncode(&map, others, listen, &told)));
  CHECK(memcmp(bytes, others, sizeof bytes) != 0);
  CHECK(wasTold(&told, ""));
  map.box[0] = 1000;
  CHECK(!succeeded(tesseraTensorMapEncode(&map, bytes, listen, &told)));
  CHECK(wasTold(&told, "error"));
  CHECK(!succeeded(tesseraTensorMapEncode(&map, NULL, listen, &told)));
}

static void testWrong(void) {
  TesseraDeviceOptions options = {str("quick"), str(""), str(""), 0};
  CHECK(!tesseraDeviceCreate(&options, listen, &told).ptr);
  CHECK(wasTold(&told, "there is no engine 'quick'"));
  options = (TesseraDeviceOptions){str(""), str("sm_1"), str(""), 0};
  CHECK(!tesseraDeviceCreate(&options, listen, &told).ptr);
  CHECK(wasTold(&told, "sm_1"));
  options = (TesseraDeviceOptions){str(""), str(""), str("luck"), 0};
  CHECK(!tesseraDeviceCreate(&options, listen, &told).ptr);
  CHECK(wasTold(&told, "there is no check 'luck'"));
  TesseraDevice none = {NULL};
  TesseraModule nothing = {NULL};
  int memory;
  CHECK(!succeeded(tesseraDeviceMap(none, &memory, 4, str("a"), true)));
  CHECK(!succeeded(tesseraDeviceUnmap(none, &memory)));
  CHECK(!succeeded(tesseraDeviceSetAccess(none, &memory, true)));
  tesseraDeviceMarkWritten(none, &memory, 4);
  CHECK(!tesseraDeviceLacksMemory(none));
  CHECK(!succeeded(tesseraDeviceSetChecks(none, str("all"), listen, &told)));
  tesseraDeviceSetSeed(none, 1);
  tesseraDeviceSetCounters(none, true);
  tesseraDeviceSetProgress(none, watch, NULL);
  tesseraDeviceSetSaveFolder(none, str("cases"));
  tesseraDeviceSetDebugger(none, str("true"));
  tesseraDeviceSetCacheFolder(none, str("programs"));
  CHECK(!succeeded(tesseraDeviceForEachCounter(none, 0, count, &memory)));
  tesseraDeviceSetSample(none, 1);
  CHECK(tesseraDeviceGetTimeBound(none, 0) < 0);
  CHECK(is(tesseraDeviceGetTimeLimit(none, 0), ""));
  CHECK(!succeeded(tesseraDeviceRun(none, NULL, 0, NULL, NULL, listen, &told)));
  CHECK(tesseraDeviceGetCounters(none).length == 0);
  CHECK(is(tesseraModuleGetParameterType(nothing, 0, 0), ""));
  CHECK(is(tesseraModuleGetParameterName(nothing, 0, 0), ""));
  CHECK(!tesseraModuleLoad(none, str(ptx), str("k"), listen, &told).ptr);
  CHECK(tesseraModuleGetNumEntries(nothing) == 0);
  CHECK(!succeeded(launch(nothing, NULL, 1)));
  CHECK(tesseraModuleGetFault(nothing) == TesseraFaultNone);
  tesseraModuleUnload(nothing);
  tesseraDeviceDestroy(none);
}

/* A launch of what is not there, or without one of its parts. */
static void testWrongLaunches(void) {
  TesseraDevice device = tesseraDeviceCreate(NULL, listen, &told);
  TesseraModule module =
      tesseraModuleLoad(device, str(tile), str("k.mlir"), listen, &told);
  TesseraLaunchShape shape = {{1, 1, 1}, {1, 1, 1}, {0, 0, 0}, 0, {0, 0, 0}};
  int32_t x = 5;
  const void *parameters[] = {NULL, &x};
  struct {
    intptr_t entry;
    const TesseraLaunchShape *shape;
    const void *const *parameters;
    const char *message;
  } launches[] = {
      {1, &shape, parameters, "the module has no entry 1"},
      {-1, &shape, parameters, "the module has no entry -1"},
      {0, NULL, parameters, "the shape of the launch is null"},
      {0, &shape, NULL, "there are no 2 parameters"},
      {0, &shape, parameters, "the pointer to parameter 0 is null"}};
  for (size_t i = 0; i != sizeof launches / sizeof *launches; ++i) {
    TesseraWork work = {.module = module,
                        .entry = launches[i].entry,
                        .shape = launches[i].shape,
                        .parameters = launches[i].parameters};
    CHECK(!succeeded(tesseraModuleLaunch(module, work.entry, work.shape,
                                         work.parameters, NULL, NULL, listen,
                                         &told)));
    CHECK(wasTold(&told, launches[i].message));
    CHECK(!succeeded(
        tesseraDeviceRun(device, &work, 1, NULL, NULL, listen, &told)));
    CHECK(wasTold(&told, launches[i].message));
  }
  CHECK(
      !succeeded(tesseraModuleCheckClusters(module, 1, &shape, listen, &told)));
  CHECK(wasTold(&told, "the module has no entry 1"));
  tesseraModuleUnload(module);
  tesseraDeviceDestroy(device);
}

static void testCudaErrors(void) {
  MlirStringRef name;
  CHECK(tesseraFaultGetCudaError(TesseraFaultNone, NULL) == 0);
  CHECK(tesseraFaultGetCudaError(TesseraFaultIllegalAddress, &name) == 700);
  CHECK(is(name, "CUDA_ERROR_ILLEGAL_ADDRESS"));
  CHECK(tesseraFaultGetCudaError(TesseraFaultTensorMemoryLeak, &name) == 721);
  CHECK(is(name, "CUDA_ERROR_TENSOR_MEMORY_LEAK"));
  for (unsigned i = 1; i != 100; ++i)
    CHECK(tesseraFaultGetCudaError(
              (TesseraFault)(TesseraFaultTensorMemoryLeak + i), &name) == 999);
  CHECK(tesseraFaultGetCudaError((TesseraFault)-1, NULL) == 999);
  CHECK(is(name, "CUDA_ERROR_UNKNOWN"));
}

/// 2^24 and eight times 1. sm_90 adds them at once. sm_80 adds eight terms, cuts
/// 2^24 + 7 off to even, and so for the last one. In f32, one after the other,
/// they would stay 2^24.
static void testProduct(void) {
  uint16_t factors[9] = {0x6C00}; /* 2^12 */
  float c = 0;
  for (int i = 1; i != 9; ++i)
    factors[i] = 0x3C00; /* 1 */
  CHECK(succeeded(tesseraMultiply(str("sm_90"), str("f16"), 1, 1, 9, factors,
                                  factors, &c)));
  CHECK(c == 16777224);
  CHECK(succeeded(tesseraMultiply(str("sm_80"), str("f16"), 1, 1, 9, factors,
                                  factors, &c)));
  CHECK(c == 16777222);
  CHECK(!succeeded(
      tesseraMultiply(str("sm_1"), str("f16"), 1, 1, 9, factors, factors, &c)));
  CHECK(!succeeded(tesseraMultiply(str("sm_90"), str("f64"), 1, 1, 9, factors,
                                   factors, &c)));
  CHECK(!succeeded(
      tesseraMultiply(str("sm_90"), str("f16"), 1, 1, 9, NULL, factors, &c)));
  CHECK(!succeeded(
      tesseraMultiply(str("sm_90"), str("f16"), 1, 1, 9, factors, NULL, &c)));
  CHECK(!succeeded(tesseraMultiply(str("sm_90"), str("f16"), 1, 1, 9, factors,
                                   factors, NULL)));
  CHECK(succeeded(
      tesseraMultiply(str("sm_90"), str("f16"), 0, 1, 9, NULL, factors, NULL)));
}

int main(void) {
  testProduct();
  testEngine("interpret");
  testEngine("emulate");
  testEngine("both");
  testProgress("interpret");
  testProgress("emulate");
  testWork("interpret");
  testWork("emulate");
  testSettings();
  testCudaErrors();
  testModule();
  testTensorMap();
  testWrong();
  testWrongLaunches();
  return finish();
}
