/*===- service.c - Compiling often, and within limits ------------*- C -*-===*\
|*                                                                           *|
|* Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.      *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                   *|
|*                                                                           *|
\*===---------------------------------------------------------------------===*/

#include "Program.h"

#include <dirent.h>
#include <pthread.h>

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
 * the third says whether there is another. */
int main(int argc, char **argv) {
  if (argc < 3)
    return 1;
  testCache(argv[1], TesseraStagePTX);
  if (argc > 3 && strcmp(argv[3], "ptxas") == 0)
    testCache(argv[1], TesseraStageCubin);
  testTimeLimit();
  testSlowPtxas(argv[2]);
  testSeveralGpus();
  testNamelessGpu();
  testThreads();
  testCrashGuard();
  return finish();
}
