//===- Harness.h - A program of the CUDA Driver API -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tests are a program that is linked with libcuda.so.1 and uses nothing
// else of the driver.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_DRIVER_HARNESS_H
#define TESSERA_UNITTESTS_DRIVER_HARNESS_H

#include "Cuda.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

extern "C" {
#define CU_FUNCTION(SYMBOL, NAME, SINCE, PARAMETERS, ARGUMENTS)                \
  CUresult SYMBOL PARAMETERS;
#include "Api.def"
}

/// c[i] = a[i] + b[i] for i below n; `scale` multiplies the variable `factor`
/// in; `wild` stores far outside of everything.
extern const char *const kernels;

/// A test with the primary context current.
class DriverTest : public ::testing::Test {
protected:
  void SetUp() override;
  void TearDown() override;

  CUdeviceptr allocate(size_t bytes) {
    CUdeviceptr address = 0;
    EXPECT_EQ(cuMemAlloc_v2(&address, bytes), CUDA_SUCCESS);
    return address;
  }
  CUfunction getFunction(const char *name);

  CUcontext context = nullptr;
  CUmodule module = nullptr;
  /// A handle that no call ever returned.
  template <typename Handle> Handle foreign() {
    return reinterpret_cast<Handle>(uintptr_t(0x1234560));
  }
};

#endif // TESSERA_UNITTESTS_DRIVER_HARNESS_H
