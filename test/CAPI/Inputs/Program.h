/*===- Program.h - A program for the tests of compilations -------*- C -*-===*\
|*                                                                           *|
|* Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.      *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                   *|
|*                                                                           *|
\*===---------------------------------------------------------------------===*/

#ifndef TESSERA_TEST_CAPI_PROGRAM_H
#define TESSERA_TEST_CAPI_PROGRAM_H

#include "Test.h"
#include "tessera-c/Compiler.h"

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

/* Compiles to PTX with these options, which this destroys. */
static inline TesseraCompileResult toPtx(TesseraCompileOptions options) {
  tesseraCompileOptionsSetStage(options, TesseraStagePTX);
  TesseraCompileResult result =
      tesseraCompile(str(program), str("k.mlir"), options, listen, &told);
  tesseraCompileOptionsDestroy(options);
  return result;
}

/* Counts the stages that a TesseraStageCallback hears of. */
static inline void countStage(TesseraStage stage, MlirStringRef text,
                              void *userData) {
  ((int *)userData)[stage] += text.length != 0;
}

#endif // TESSERA_TEST_CAPI_PROGRAM_H
