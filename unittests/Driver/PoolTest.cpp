//===- PoolTest.cpp - Pools count their allocations -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

namespace {

using PoolTest = DriverTest;

TEST_F(PoolTest, CountsWhatAPoolHolds) {
  CUmemPoolProps properties = {};
  properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  properties.maxSize = 4096;
  CUmemoryPool pool;
  ASSERT_EQ(cuMemPoolCreate(&pool, &properties), CUDA_SUCCESS);
  CUdeviceptr memory, more;
  ASSERT_EQ(cuMemAllocFromPoolAsync(&memory, 3000, pool, nullptr),
            CUDA_SUCCESS);
  EXPECT_EQ(cuMemAllocFromPoolAsync(&more, 3000, pool, nullptr),
            CUDA_ERROR_OUT_OF_MEMORY);
  ASSERT_EQ(cuMemFreeAsync(memory, nullptr), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamSynchronize(nullptr), CUDA_SUCCESS);
  uint64_t now = 1, most = 1;
  EXPECT_EQ(cuMemPoolGetAttribute(pool, 7, &now), CUDA_SUCCESS);
  EXPECT_EQ(cuMemPoolGetAttribute(pool, 8, &most), CUDA_SUCCESS);
  EXPECT_EQ(now, 0u);
  EXPECT_EQ(most, 3000u);
  EXPECT_EQ(cuMemPoolSetAttribute(pool, 8, &most), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemPoolGetAttribute(pool, 99, &now), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemPoolGetAttribute(foreign<CUmemoryPool>(), 7, &now),
            CUDA_ERROR_INVALID_VALUE);

  CUmemoryPool first, current;
  ASSERT_EQ(cuDeviceGetDefaultMemPool(&first, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuDeviceSetMemPool(0, pool), CUDA_SUCCESS);
  EXPECT_EQ(cuMemAllocAsync(&more, 5000, nullptr), CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(cuMemPoolDestroy(first), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemPoolDestroy(pool), CUDA_SUCCESS);
  EXPECT_EQ(cuMemPoolDestroy(pool), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuDeviceGetMemPool(&current, 0), CUDA_SUCCESS);
  EXPECT_EQ(current, first);
}

} // namespace
