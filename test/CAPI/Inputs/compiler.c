/*===- compiler.c - Compiling to every stage ---------------------*- C -*-===*\
|*                                                                           *|
|* Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.      *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                   *|
|*                                                                           *|
\*===---------------------------------------------------------------------===*/

#include "tessera-c/Compiler.h"
#include "Program.h"

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

/* Diagnostics go to a terminal: no byte of a name is one that it obeys. */
static void testControlCharacters(void) {
  TesseraCompileOptions options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetGpu(options, str("sm_\x1b[31m"));
  TesseraCompileResult result =
      tesseraCompile(str(program), str("k\x07.mlir"), options, listen, &told);
  CHECK(wasTold(&told, "unknown GPU 'sm_\\x1b[31m'"));
  tesseraCompileResultDestroy(result);
  tesseraCompileOptionsSetGpu(options, str("sm_90"));
  result = tesseraCompile(str("nonsense"), str("k\x07.mlir"), options, listen,
                          &told);
  CHECK(wasTold(&told, "error k\\x07.mlir:1:1: "));
  tesseraCompileResultDestroy(result);
  tesseraCompileOptionsDestroy(options);
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

/* The argument says whether there is a ptxas. */
int main(int argc, char **argv) {
  testStageNames();
  testControlCharacters();
  testEveryStage();
  if (argc > 1 && strcmp(argv[1], "ptxas") == 0)
    testCubin();
  testReport();
  testRemarks();
  testOptions();
  testStageCallback();
  testModule();
  testBadInput();
  testNull();
  return finish();
}
