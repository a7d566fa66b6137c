//===- Functions.h - The functions of the API, by name ---------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each entry of Api.def. The entry points of Entry.cpp call
// them with the lock of the driver held, and after cuInit.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_FUNCTIONS_H
#define TESSERA_LIB_DRIVER_FUNCTIONS_H

#include "Cuda.h"

namespace tessera::driver::api {

#define CU_FUNCTION(SYMBOL, NAME, SINCE, PARAMETERS, ARGUMENTS)                \
  CUresult SYMBOL PARAMETERS;
#include "Api.def"

} // namespace tessera::driver::api

#endif // TESSERA_LIB_DRIVER_FUNCTIONS_H
