/*===- compiler.c - Compiling to every stage ---------------------*- C -*-===*\
|*                                                                           *|
|* Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.      *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                   *|
|*                                                                           *|
\*===---------------------------------------------------------------------===*/

#include "tessera-c/Compiler.h"
#include "Test.h"

#include <dirent.h>
#include <pthread.h>

/* A kernel that needs libdevice, and one that does not. */
static const char program[] =
    "cuda_tile.module @m {\n"
    "  entry @sine(%p: tile<ptr<f32>>) {\n"
    "    %x, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token\n"
    "    %y = sin %x : tile<f32>\n"
    "    %u = store_ptr_tko weak %p, %y token=%t : tile<ptr<f32>>, tile<f32>\n"
    "      -> token\n"
    "    return\n"
    "  }\n"
    "  entry @empty() { return }\n"
    "}\n";

static struct Told told;

static void testStageNames(void) {
  static const char *const names[] = {"cuda-tile", "tileaa", "tileas", "nvvm",
                                      "llvm",      "ptx",    "cubin"};
  TesseraStage stage = TesseraStageCubin;
  for (int i = 0; i < 7; ++i) {
    CHECK(is(tesseraStageGetName((TesseraStage)i), names[i]));
    CHECK(mlirLogicalResultIsSuccess(tesseraStageParse(str(names[i]), &stage)));
    CHECK((int)stage == i);
  }
  CHECK(tesseraStageGetName((TesseraStage)7).length == 0);
  CHECK(mlirLogicalResultIsFailure(tesseraStageParse(str("sass"), &stage)));
  CHECK(mlirLogicalResultIsFailure(tesseraStageParse(str("ptx"), NULL)));
}

static void testEveryStage(void) {
  static const char *const holds[] = {"entry @sine",   "tileaa.entry @sine",
                                      "tileas.kernel", "llvm.func @sine",
                                      "define ",       ".entry sine"};
  TesseraCompileOptions options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetGpu(options, str("sm_90"));
  for (int stage = TesseraStageCudaTile; stage < TesseraStageCubin; ++stage) {
    tesseraCompileOptionsSetStage(options, (TesseraStage)stage);
    TesseraCompileResult result =
        tesseraCompile(str(program), str("k.mlir"), options, listen, &told);
    CHECK(tesseraCompileResultGetStatus(result) == TesseraCompileSuccess);
    CHECK(contains(tesseraCompileResultGetOutput(result), holds[stage]));
    CHECK((tesseraCompileResultGetPtx(result).length != 0) ==
          (stage == TesseraStagePTX));
    CHECK(tesseraCompileResultGetNumKernels(result) == 0);
    CHECK(tesseraCompileResultGetNumSteps(result) > 0);
    CHECK(is(tesseraCompileResultGetStepName(result, 0), "read"));
    CHECK(tesseraCompileResultGetStepSeconds(result, 0) > 0);
    tesseraCompileResultDestroy(result);
  }
  CHECK(wasTold(&told, ""));
  tesseraCompileOptionsDestroy(options);
}

static void testCubin(void) {
  TesseraCompileOptions options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetGpu(options, str("sm_90"));
  TesseraCompileResult result =
      tesseraCompile(str(program), str("k.mlir"), options, listen, &told);
  CHECK(wasTold(&told, ""));
  CHECK(tesseraCompileResultGetStatus(result) == TesseraCompileSuccess);
  CHECK(contains(tesseraCompileResultGetOutput(result), "\x7F"
                                                        "ELF"));
  CHECK(contains(tesseraCompileResultGetPtx(result), ".entry sine"));
  CHECK(tesseraCompileResultGetNumKernels(result) == 2);
  bool found = false;
  for (intptr_t i = 0; i < tesseraCompileResultGetNumKernels(result); ++i) {
    const TesseraKernelResources *kernel =
        tesseraCompileResultGetKernel(result, i);
    found |= is(kernel->name, "sine") && kernel->registers > 0;
    /* An SM of Hopper has room for 64 warps, and few registers are asked for.
     */
    CHECK(kernel->warps > 0 && kernel->maxResidentWarps == 64);
    CHECK(kernel->residentWarps > 0 &&
          kernel->residentWarps <= kernel->maxResidentWarps &&
          kernel->residentWarps % kernel->warps == 0);
  }
  CHECK(found);
  CHECK(tesseraCompileResultGetKernel(result, 2) == NULL);
  CHECK(tesseraCompileResultGetKernel(result, -1) == NULL);
  CHECK(!contains(tesseraCompileResultGetOutput(result), program));
  tesseraCompileResultDestroy(result);

  tesseraCompileOptionsSetCarryProgram(options, true);
  result = tesseraCompile(str(program), str("k.mlir"), options, listen, &told);
  CHECK(contains(tesseraCompileResultGetOutput(result), program));
  CHECK(contains(tesseraCompileResultGetOutput(result), ".entry sine"));
  tesseraCompileResultDestroy(result);

  tesseraCompileOptionsAddPtxasOption(options, str("--no such option"));
  result = tesseraCompile(str(program), str("k.mlir"), options, listen, &told);
  CHECK(tesseraCompileResultGetStatus(result) != TesseraCompileSuccess);
  CHECK(wasTold(&told, "no such option"));
  tesseraCompileResultDestroy(result);

  tesseraCompileOptionsSetPtxasPath(options, str("/nowhere/ptxas"));
  result = tesseraCompile(str(program), str("k.mlir"), options, listen, &told);
  CHECK(tesseraCompileResultGetStatus(result) != TesseraCompileSuccess);
  CHECK(tesseraCompileResultGetOutput(result).length == 0);
  CHECK(wasTold(&told, "/nowhere/ptxas"));
  tesseraCompileResultDestroy(result);
  tesseraCompileOptionsDestroy(options);
}

/* Compiles to PTX with these options, which this destroys. */
static TesseraCompileResult toPtx(TesseraCompileOptions options) {
  tesseraCompileOptionsSetStage(options, TesseraStagePTX);
  TesseraCompileResult result =
      tesseraCompile(str(program), str("k.mlir"), options, listen, &told);
  tesseraCompileOptionsDestroy(options);
  return result;
}

static void testReport(void) {
  TesseraCompileOptions options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetGpu(options, str("sm_90"));
  tesseraCompileOptionsSetReport(options, true);
  TesseraCompileResult result = toPtx(options);
  MlirStringRef report = tesseraCompileResultGetReport(result);
  CHECK(contains(report, "\"sine\"") && contains(report, "\"empty\""));
  tesseraCompileResultDestroy(result);

  options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetGpu(options, str("sm_90"));
  result = toPtx(options);
  CHECK(tesseraCompileResultGetReport(result).length == 0);
  tesseraCompileResultDestroy(result);
  CHECK(wasTold(&told, ""));
}

/* Counts remarks, and checks each. */
static void countRemark(const TesseraRemark *remark, void *count) {
  CHECK(remark->kind.length && remark->category.length && remark->name.length);
  CHECK(is(remark->kernel, "sine") || is(remark->kernel, "empty") ||
        is(remark->kernel, ""));
  for (intptr_t i = 0; i < remark->numArguments; ++i)
    CHECK(remark->argumentNames[i].length);
  CHECK(!remark->line || is(remark->file, "k.mlir"));
  ++*(int *)count;
}

static void testRemarks(void) {
  int count = 0;
  TesseraCompileOptions options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetRemarkCallback(options, countRemark, &count);
  tesseraCompileOptionsSetStage(options, TesseraStagePTX);
  tesseraCompileOptionsSetGpu(options, str("sm_90"));
  TesseraCompileResult result =
      tesseraCompile(str(program), str("k.mlir"), options, listen, &told);
  CHECK(count > 0 && wasTold(&told, ""));
  CHECK(tesseraCompileResultGetReport(result).length == 0);
  tesseraCompileResultDestroy(result);

  int before = count;
  tesseraCompileOptionsSetStage(options, TesseraStageTileAA);
  result = tesseraCompile(str(program), str("k.mlir"), options, listen, &told);
  CHECK(count == before);
  tesseraCompileResultDestroy(result);
  tesseraCompileOptionsSetRemarkCallback(options, NULL, NULL);
  tesseraCompileOptionsSetStage(options, TesseraStagePTX);
  result = tesseraCompile(str(program), str("k.mlir"), options, listen, &told);
  CHECK(count == before);
  tesseraCompileResultDestroy(result);
  tesseraCompileOptionsDestroy(options);
}

/* What takes too long ends with a message, and the next call works. */
static void testTimeLimit(void) {
  TesseraCompileOptions options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetGpu(options, str("sm_90"));
  tesseraCompileOptionsSetStage(options, TesseraStagePTX);
  for (int isGuarded = 0; isGuarded < 2; ++isGuarded) {
    tesseraCompileOptionsSetCrashGuard(options, isGuarded);
    tesseraCompileOptionsSetTimeLimit(options, 1e-6);
    TesseraCompileResult result =
        tesseraCompile(str(program), str("k.mlir"), options, listen, &told);
    CHECK(tesseraCompileResultGetStatus(result) == TesseraCompileTimedOut);
    CHECK(tesseraCompileResultGetOutput(result).length == 0);
    CHECK(wasTold(&told, "error :0:0: not compiled within 1e-06 seconds; the "
                         "step '"));
    tesseraCompileResultDestroy(result);
    tesseraCompileOptionsSetTimeLimit(options, 1e300);
    result =
        tesseraCompile(str(program), str("k.mlir"), options, listen, &told);
    CHECK(tesseraCompileResultGetStatus(result) == TesseraCompileSuccess);
    CHECK(wasTold(&told, ""));
    tesseraCompileResultDestroy(result);
  }
  tesseraCompileOptionsSetTimeLimit(options, -1);
  TesseraCompileResult result =
      tesseraCompile(str(program), str("k.mlir"), options, listen, &told);
  CHECK(tesseraCompileResultGetStatus(result) ==
        TesseraCompileBadConfiguration);
  CHECK(wasTold(&told, "the time limit is -1"));
  tesseraCompileResultDestroy(result);

  /* The context of a module is lost. */
  MlirContext context = tesseraContextCreate(listen, &told);
  MlirModule module = tesseraModuleRead(context, str(program), str("k.mlir"));
  tesseraCompileOptionsSetTimeLimit(options, 1e-6);
  result = tesseraCompileModule(module, options);
  CHECK(tesseraCompileResultGetStatus(result) == TesseraCompileTimedOut);
  CHECK(wasTold(&told, "not compiled within"));
  tesseraCompileResultDestroy(result);
  result = tesseraCompileModule(module, options);
  CHECK(tesseraCompileResultGetStatus(result) == TesseraCompileOutOfMemory);
  CHECK(wasTold(&told, "the context is lost"));
  tesseraCompileResultDestroy(result);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  tesseraCompileOptionsDestroy(options);
}

static int countOpenFiles(void) {
  int count = 0;
  DIR *files = opendir("/proc/self/fd");
  while (readdir(files))
    ++count;
  closedir(files);
  return count;
}

/* A ptxas that takes too long is killed, and leaves no file open. The lengths
 * of the programs move the allocations that look at the clock. */
static void testSlowPtxas(const char *ptxas) {
  TesseraCompileOptions options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetGpu(options, str("sm_90"));
  tesseraCompileOptionsSetPtxasPath(options, str(ptxas));
  tesseraCompileOptionsSetTimeLimit(options, 0.5);
  const int before = countOpenFiles();
  char text[256] = "cuda_tile.module @m {";
  for (int i = 0; i < 5; ++i) {
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, " entry @e%d() { return }", i);
    char whole[sizeof text + 2];
    snprintf(whole, sizeof whole, "%s}", text);
    TesseraCompileResult result =
        tesseraCompile(str(whole), str("k.mlir"), options, listen, &told);
    CHECK(tesseraCompileResultGetStatus(result) == TesseraCompileTimedOut);
    CHECK(wasTold(&told, "not compiled within 0.5 seconds"));
    tesseraCompileResultDestroy(result);
  }
  CHECK(countOpenFiles() == before);
  tesseraCompileOptionsDestroy(options);
}

static void countStage(TesseraStage stage, MlirStringRef program,
                       void *userData) {
  ((int *)userData)[stage] += program.length != 0;
}

/* The second compilation takes what the first one made, and shows it by having
 * no steps; one with other options does not. */
static void testCache(const char *folder, TesseraStage stage) {
  TesseraCompileOptions options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetGpu(options, str("sm_90"));
  tesseraCompileOptionsSetStage(options, stage);
  tesseraCompileOptionsSetReport(options, true);
  tesseraCompileOptionsSetCacheFolder(options, str(folder));
  TesseraCompileResult results[2];
  for (int i = 0; i < 2; ++i) {
    results[i] =
        tesseraCompile(str(program), str("k.mlir"), options, listen, &told);
    CHECK(tesseraCompileResultGetStatus(results[i]) == TesseraCompileSuccess);
    CHECK((tesseraCompileResultGetNumSteps(results[i]) == 0) == (i == 1));
  }
  CHECK(mlirStringRefEqual(tesseraCompileResultGetOutput(results[0]),
                           tesseraCompileResultGetOutput(results[1])));
  CHECK(mlirStringRefEqual(tesseraCompileResultGetPtx(results[0]),
                           tesseraCompileResultGetPtx(results[1])));
  CHECK(contains(tesseraCompileResultGetReport(results[1]), "\"sine\""));
  CHECK(mlirStringRefEqual(tesseraCompileResultGetReport(results[0]),
                           tesseraCompileResultGetReport(results[1])));
  intptr_t kernels = tesseraCompileResultGetNumKernels(results[0]);
  CHECK(kernels == tesseraCompileResultGetNumKernels(results[1]));
  for (intptr_t i = 0; i < kernels; ++i) {
    const TesseraKernelResources *one =
        tesseraCompileResultGetKernel(results[0], i);
    const TesseraKernelResources *two =
        tesseraCompileResultGetKernel(results[1], i);
    CHECK(mlirStringRefEqual(one->name, two->name));
    CHECK(one->registers == two->registers && one->barriers == two->barriers);
    CHECK(one->sharedBytes == two->sharedBytes &&
          one->stackBytes == two->stackBytes &&
          one->spillStoreBytes == two->spillStoreBytes &&
          one->spillLoadBytes == two->spillLoadBytes);
    CHECK(one->warps == two->warps &&
          one->residentWarps == two->residentWarps &&
          one->maxResidentWarps == two->maxResidentWarps);
  }
  tesseraCompileResultDestroy(results[0]);
  tesseraCompileResultDestroy(results[1]);

  tesseraCompileOptionsSetLineInfo(options, true);
  results[0] =
      tesseraCompile(str(program), str("k.mlir"), options, listen, &told);
  CHECK(tesseraCompileResultGetNumSteps(results[0]) > 0);
  tesseraCompileResultDestroy(results[0]);

  /* A callback hears each time, and a module is kept as well. */
  int seen[7] = {0};
  tesseraCompileOptionsSetStageCallback(options, countStage, seen);
  for (int i = 1; i < 3; ++i) {
    results[0] =
        tesseraCompile(str(program), str("k.mlir"), options, listen, &told);
    CHECK(seen[TesseraStagePTX] == i);
    tesseraCompileResultDestroy(results[0]);
  }
  tesseraCompileOptionsSetStageCallback(options, NULL, NULL);
  MlirContext context = tesseraContextCreate(listen, &told);
  MlirModule module = tesseraModuleRead(context, str(program), str("k.mlir"));
  for (int i = 0; i < 2; ++i) {
    results[i] = tesseraCompileModule(module, options);
    CHECK((tesseraCompileResultGetNumSteps(results[i]) == 0) == (i == 1));
    tesseraCompileResultDestroy(results[i]);
  }
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  CHECK(wasTold(&told, ""));
  tesseraCompileOptionsDestroy(options);
}

static void testSeveralGpus(void) {
  MlirStringRef gpus[3];
  TesseraCompileResult results[3];
  gpus[0] = str("sm_80");
  gpus[1] = str("sm_1");
  gpus[2] = str("sm_100");
  TesseraCompileOptions options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetStage(options, TesseraStagePTX);
  CHECK(mlirLogicalResultIsFailure(tesseraCompileForGpus(
      str(program), str("k.mlir"), options, 3, gpus, results, listen, &told)));
  CHECK(contains(tesseraCompileResultGetOutput(results[0]), ".target sm_80"));
  CHECK(tesseraCompileResultGetStatus(results[1]) ==
        TesseraCompileBadConfiguration);
  CHECK(contains(tesseraCompileResultGetOutput(results[2]), ".target sm_100"));
  CHECK(wasTold(&told, "note :0:0: compiled for 'sm_1'\n"));
  for (int i = 0; i < 3; ++i)
    tesseraCompileResultDestroy(results[i]);
  CHECK(mlirLogicalResultIsSuccess(
      tesseraCompileForGpus(str(program), str("k.mlir"), options, 1, gpus + 2,
                            results, listen, &told)));
  tesseraCompileResultDestroy(results[0]);
  CHECK(wasTold(&told, ""));
  CHECK(mlirLogicalResultIsFailure(tesseraCompileForGpus(
      str(program), str("k"), options, 2, gpus, NULL, listen, &told)));
  CHECK(wasTold(&told, "is missing"));
  tesseraCompileOptionsDestroy(options);
}

/* No name is no GPU, and not that of the options. */
static void testNamelessGpu(void) {
  MlirStringRef nameless = str("");
  TesseraCompileOptions options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetGpu(options, str("sm_90"));
  tesseraCompileOptionsSetStage(options, TesseraStagePTX);
  TesseraCompileResult result;
  CHECK(mlirLogicalResultIsFailure(
      tesseraCompileForGpus(str(program), str("k.mlir"), options, 1, &nameless,
                            &result, listen, &told)));
  CHECK(tesseraCompileResultGetStatus(result) ==
        TesseraCompileBadConfiguration);
  CHECK(wasTold(&told, "unknown GPU ''; there are sm_"));
  tesseraCompileResultDestroy(result);
  tesseraCompileOptionsDestroy(options);
}

static void testOptions(void) {
  TesseraCompileOptions options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetGpu(options, str("sm_80"));
  tesseraCompileOptionsAddEntry(options, str("empty"));
  tesseraCompileOptionsSetLineInfo(options, true);
  tesseraCompileOptionsSetOptLevel(options, 1);
  tesseraCompileOptionsSetCrashGuard(options, true);
  TesseraCompileResult result = toPtx(options);
  CHECK(contains(tesseraCompileResultGetOutput(result), ".target sm_80"));
  CHECK(contains(tesseraCompileResultGetOutput(result), ".loc"));
  CHECK(contains(tesseraCompileResultGetOutput(result), ".entry empty"));
  CHECK(!contains(tesseraCompileResultGetOutput(result), ".entry sine"));
  CHECK(wasTold(&told, ""));
  tesseraCompileResultDestroy(result);

  options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetGpu(options, str("sm_80"));
  tesseraCompileOptionsSetCheckAccesses(options, true);
  result = toPtx(options);
  CHECK(contains(tesseraCompileResultGetOutput(result), "__assertfail"));
  CHECK(wasTold(&told, ""));
  tesseraCompileResultDestroy(result);

  options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetGpu(options, str("sm_80"));
  tesseraCompileOptionsSetDeviceDebug(options, true);
  result = toPtx(options);
  CHECK(tesseraCompileResultGetStatus(result) ==
        TesseraCompileBadConfiguration);
  CHECK(wasTold(&told, "optimized debugging is not supported"));
  tesseraCompileResultDestroy(result);

  options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetGpu(options, str("sm_80"));
  tesseraCompileOptionsSetLibdevicePath(options, str("/nowhere/libdevice"));
  result = toPtx(options);
  CHECK(tesseraCompileResultGetStatus(result) != TesseraCompileSuccess);
  CHECK(wasTold(&told, "/nowhere/libdevice"));
  tesseraCompileResultDestroy(result);

  options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetGpu(options, str("sm_1"));
  result = toPtx(options);
  CHECK(tesseraCompileResultGetStatus(result) ==
        TesseraCompileBadConfiguration);
  CHECK(wasTold(&told, "sm_1"));
  tesseraCompileResultDestroy(result);

  options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetStage(options, (TesseraStage)99);
  result = tesseraCompile(str(program), str("k.mlir"), options, listen, &told);
  CHECK(tesseraCompileResultGetStatus(result) ==
        TesseraCompileBadConfiguration);
  CHECK(wasTold(&told, "there is no stage 99"));
  tesseraCompileResultDestroy(result);
  tesseraCompileOptionsDestroy(options);
}

static void testStageCallback(void) {
  int seen[7] = {0};
  TesseraCompileOptions options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetGpu(options, str("sm_90"));
  tesseraCompileOptionsSetStageCallback(options, countStage, seen);
  TesseraCompileResult result = toPtx(options);
  CHECK(tesseraCompileResultGetStatus(result) == TesseraCompileSuccess);
  for (int stage = 0; stage < 7; ++stage)
    CHECK(seen[stage] == (stage <= TesseraStagePTX));
  tesseraCompileResultDestroy(result);
}

static void testModule(void) {
  struct Bytes *before = (struct Bytes *)calloc(2, sizeof *before);
  struct Bytes *after = before + 1;
  MlirContext context = tesseraContextCreate(listen, &told);
  MlirModule module = tesseraModuleRead(context, str(program), str("k.mlir"));
  TesseraCompileOptions options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetGpu(options, str("sm_90"));
  tesseraCompileOptionsSetStage(options, TesseraStagePTX);
  mlirOperationPrint(mlirModuleGetOperation(module), append, before);
  TesseraCompileResult one = tesseraCompileModule(module, options);
  TesseraCompileResult two = tesseraCompileModule(module, options);
  CHECK(tesseraCompileResultGetStatus(one) == TesseraCompileSuccess);
  CHECK(mlirStringRefEqual(tesseraCompileResultGetOutput(one),
                           tesseraCompileResultGetOutput(two)));
  /* The module stays as it is. */
  mlirOperationPrint(mlirModuleGetOperation(module), append, after);
  CHECK(before->size == after->size &&
        memcmp(before->data, after->data, before->size) == 0);
  tesseraCompileResultDestroy(two);

  /* One that is not valid does not reach the passes. */
  CHECK(!mlirOperationIsNull(
      tesseraEntryCreate(tesseraModuleGetTileBlock(module),
                         mlirLocationUnknownGet(context), str("k"), 0, NULL)));
  two = tesseraCompileModule(module, options);
  CHECK(tesseraCompileResultGetStatus(two) == TesseraCompileBadInput);
  CHECK(wasTold(&told, "error "));
  tesseraCompileResultDestroy(two);
  tesseraCompileOptionsSetStage(options, (TesseraStage)-1);
  two = tesseraCompileModule(module, options);
  CHECK(tesseraCompileResultGetStatus(two) == TesseraCompileBadConfiguration);
  CHECK(wasTold(&told, "there is no stage -1"));
  tesseraCompileResultDestroy(two);

  /* A result outlives what it was made of. */
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  CHECK(contains(tesseraCompileResultGetOutput(one), ".entry sine"));
  tesseraCompileResultDestroy(one);
  tesseraCompileOptionsDestroy(options);
  free(before);
}

static void testBadInput(void) {
  TesseraCompileOptions none = {NULL};
  TesseraCompileResult result =
      tesseraCompile(str("?"), str("k"), none, listen, &told);
  CHECK(tesseraCompileResultGetStatus(result) == TesseraCompileBadInput);
  CHECK(wasTold(&told, "error k:1:"));
  tesseraCompileResultDestroy(result);
  result = tesseraCompile(mlirStringRefCreate(NULL, 0),
                          mlirStringRefCreate(NULL, 0), none, listen, &told);
  CHECK(tesseraCompileResultGetStatus(result) == TesseraCompileBadInput);
  CHECK(wasTold(&told, "the file is empty"));
  tesseraCompileResultDestroy(result);
}

static void testNull(void) {
  TesseraCompileOptions options = {NULL};
  TesseraCompileResult result = {NULL};
  MlirModule module = {NULL};
  tesseraCompileOptionsSetGpu(options, str("sm_90"));
  tesseraCompileOptionsSetOptLevel(options, 0);
  tesseraCompileOptionsSetStage(options, TesseraStagePTX);
  tesseraCompileOptionsAddEntry(options, str("k"));
  tesseraCompileOptionsSetLineInfo(options, true);
  tesseraCompileOptionsSetDeviceDebug(options, true);
  tesseraCompileOptionsSetCheckAccesses(options, true);
  tesseraCompileOptionsSetRemarkCallback(options, NULL, NULL);
  tesseraCompileOptionsSetReport(options, true);
  tesseraCompileOptionsSetPtxasPath(options, str("p"));
  tesseraCompileOptionsAddPtxasOption(options, str("p"));
  tesseraCompileOptionsSetLibdevicePath(options, str("p"));
  tesseraCompileOptionsSetCrashGuard(options, true);
  tesseraCompileOptionsSetStageCallback(options, countStage, NULL);
  tesseraCompileOptionsSetTimeLimit(options, 1);
  tesseraCompileOptionsSetCacheFolder(options, str("p"));
  tesseraCompileOptionsDestroy(options);
  CHECK(tesseraCompileModule(module, options).ptr == NULL);
  CHECK(tesseraCompileResultGetStatus(result) == TesseraCompileInternalError);
  CHECK(tesseraCompileResultGetOutput(result).length == 0);
  CHECK(tesseraCompileResultGetPtx(result).length == 0);
  CHECK(tesseraCompileResultGetReport(result).length == 0);
  CHECK(tesseraCompileResultGetNumKernels(result) == 0);
  CHECK(tesseraCompileResultGetKernel(result, 0) == NULL);
  CHECK(tesseraCompileResultGetNumSteps(result) == 0);
  CHECK(tesseraCompileResultGetStepName(result, 0).length == 0);
  CHECK(tesseraCompileResultGetStepSeconds(result, 0) == 0);
  tesseraCompileResultDestroy(result);
}

/* A fatal error inside LLVM, which Tile IR does not lead to: an operation of
 * the last stage that no GPU has. */
static void testCrashGuard(void) {
  static const char fatal[] =
      "llvm.func @k(%p: !llvm.ptr<1>, %a: f32) attributes {nvvm.kernel} {\n"
      "  %s = llvm.intr.tan(%a) : (f32) -> f32\n"
      "  llvm.store %s, %p : f32, !llvm.ptr<1>\n"
      "  llvm.return\n"
      "}\n";
  TesseraCompileOptions options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetGpu(options, str("sm_90"));
  tesseraCompileOptionsSetCrashGuard(options, true);
  TesseraCompileResult result =
      tesseraCompile(str(fatal), str("k.mlir"), options, listen, &told);
  CHECK(tesseraCompileResultGetStatus(result) == TesseraCompileInternalError);
  CHECK(wasTold(&told, "internal error in the step 'ptx': Cannot select"));
  tesseraCompileResultDestroy(result);
  tesseraCompileOptionsDestroy(options);
}

/* Several threads compile at once, guarded and not, and give the same bytes. */
static void *compileOften(void *userData) {
  MlirStringRef expected = *(MlirStringRef *)userData;
  struct Told *quiet = (struct Told *)calloc(1, sizeof *quiet);
  intptr_t wrong = 0;
  for (int i = 0; i < 8; ++i) {
    TesseraCompileOptions options = tesseraCompileOptionsCreate();
    tesseraCompileOptionsSetGpu(options, str("sm_90"));
    tesseraCompileOptionsSetStage(options, TesseraStagePTX);
    tesseraCompileOptionsSetCrashGuard(options, i % 2 == 0);
    TesseraCompileResult result =
        tesseraCompile(str(program), str("k.mlir"), options, listen, quiet);
    wrong +=
        !mlirStringRefEqual(tesseraCompileResultGetOutput(result), expected);
    tesseraCompileResultDestroy(result);
    tesseraCompileOptionsDestroy(options);
  }
  free(quiet);
  return (void *)wrong;
}

static void testThreads(void) {
  TesseraCompileOptions options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetGpu(options, str("sm_90"));
  TesseraCompileResult result = toPtx(options);
  MlirStringRef expected = tesseraCompileResultGetOutput(result);
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i)
    CHECK(pthread_create(&threads[i], NULL, compileOften, &expected) == 0);
  for (int i = 0; i < 4; ++i) {
    void *wrong = NULL;
    pthread_join(threads[i], &wrong);
    CHECK(wrong == NULL);
  }
  tesseraCompileResultDestroy(result);
}

/* The first argument is an empty folder, the second a ptxas that never ends;
 * the test says whether there is another. */
int main(int argc, char **argv) {
  testStageNames();
  testEveryStage();
  if (argc < 3)
    return 1;
  testCache(argv[1], TesseraStagePTX);
  if (argc > 3 && strcmp(argv[3], "ptxas") == 0) {
    testCubin();
    testCache(argv[1], TesseraStageCubin);
  }
  testTimeLimit();
  testSlowPtxas(argv[2]);
  testSeveralGpus();
  testNamelessGpu();
  testReport();
  testRemarks();
  testOptions();
  testStageCallback();
  testModule();
  testBadInput();
  testNull();
  testThreads();
  testCrashGuard();
  return finish();
}
