//===- DriverCalls.h - The driver's functions, and a check ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the functions of the driver for its fuzz targets, and
// their check, which reports findings.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_FUZZ_DRIVERCALLS_H
#define TESSERA_FUZZ_DRIVERCALLS_H

#include "Cuda.h"
#include <cstdio>
#include <cstdlib>

extern "C" {
#define CU_FUNCTION(SYMBOL, NAME, SINCE, PARAMETERS, ARGUMENTS)                \
  CUresult SYMBOL PARAMETERS;
#include "Api.def"
}

/// Stops the process, and names the place, unless the condition holds.
#define REQUIRE(...)                                                           \
  do {                                                                         \
    if (!(__VA_ARGS__)) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #__VA_ARGS__);        \
      abort();                                                                 \
    }                                                                          \
  } while (false)

#endif // TESSERA_FUZZ_DRIVERCALLS_H
