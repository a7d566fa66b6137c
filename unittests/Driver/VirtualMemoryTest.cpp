//===- VirtualMemoryTest.cpp - Addresses and memory apart -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

namespace {

class VirtualMemoryTest : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
    access = {properties.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    ASSERT_EQ(cuMemGetAllocationGranularity(&piece, &properties,
                                            CU_MEM_ALLOC_GRANULARITY_MINIMUM),
              CUDA_SUCCESS);
  }

  CUdeviceptr reserve(size_t bytes, size_t alignment = 0) {
    CUdeviceptr address = 0;
    EXPECT_EQ(cuMemAddressReserve(&address, bytes, alignment, 0, 0),
              CUDA_SUCCESS);
    return address;
  }
  CUmemGenericAllocationHandle create(size_t bytes) {
    CUmemGenericAllocationHandle handle = 0;
    EXPECT_EQ(cuMemCreate(&handle, bytes, &properties, 0), CUDA_SUCCESS);
    return handle;
  }

  CUmemAllocationProp properties = {};
  CUmemAccessDesc access;
  size_t piece = 0;
};

TEST_F(VirtualMemoryTest, GrowsABuffer) {
  CUdeviceptr at = reserve(4 * piece, 4 * piece);
  EXPECT_EQ(at % (4 * piece), 0u);
  for (unsigned i = 0; i < 2; ++i) {
    CUmemGenericAllocationHandle handle = create(piece);
    ASSERT_EQ(cuMemMap(at + i * piece, piece, 0, handle, 0), CUDA_SUCCESS);
    // The memory lives as long as it is mapped.
    ASSERT_EQ(cuMemRelease(handle), CUDA_SUCCESS);
    EXPECT_EQ(cuMemRelease(handle), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemsetD8_v2(at + i * piece, 1, 4), CUDA_ERROR_INVALID_VALUE);
    ASSERT_EQ(cuMemSetAccess(at + i * piece, piece, &access, 1), CUDA_SUCCESS);
  }
  // A fill across the border between the two, and a kernel.
  ASSERT_EQ(cuMemsetD32_v2(at + piece - 8, 7, 4), CUDA_SUCCESS);
  EXPECT_EQ(cuMemsetD8_v2(at + 2 * piece - 1, 7, 2), CUDA_ERROR_INVALID_VALUE);
  CUdeviceptr value = at + piece;
  void *parameters[] = {&value};
  ASSERT_EQ(cuLaunchKernel(getFunction("scale"), 1, 1, 1, 1, 1, 1, 0, nullptr,
                           parameters, nullptr),
            CUDA_SUCCESS);
  unsigned host[2];
  ASSERT_EQ(cuMemcpyDtoH_v2(host, value - 4, 8), CUDA_SUCCESS);
  EXPECT_EQ(host[0], 7u);
  EXPECT_EQ(host[1], 21u);
  EXPECT_EQ(cuMemFree_v2(at), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAddressFree(at, 4 * piece), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemUnmap(at, piece / 2), CUDA_ERROR_INVALID_VALUE);
  ASSERT_EQ(cuMemUnmap(at, 2 * piece), CUDA_SUCCESS);
  EXPECT_EQ(cuMemUnmap(at, 2 * piece), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAddressFree(at, piece), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAddressFree(at, 4 * piece), CUDA_SUCCESS);
  size_t free, total;
  ASSERT_EQ(cuMemGetInfo_v2(&free, &total), CUDA_SUCCESS);
  EXPECT_EQ(free, total);
}

TEST_F(VirtualMemoryTest, MapsOneMemoryTwice) {
  CUdeviceptr at = reserve(2 * piece);
  CUmemGenericAllocationHandle handle = create(piece), again;
  ASSERT_EQ(cuMemMap(at, piece, 0, handle, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuMemMap(at + piece, piece, 0, handle, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuMemSetAccess(at, 2 * piece, &access, 1), CUDA_SUCCESS);
  ASSERT_EQ(cuMemsetD32_v2(at + 4, 9, 1), CUDA_SUCCESS);
  unsigned host = 0;
  ASSERT_EQ(cuMemcpyDtoH_v2(&host, at + piece + 4, 4), CUDA_SUCCESS);
  EXPECT_EQ(host, 9u);
  unsigned long long flags = 0;
  ASSERT_EQ(cuMemGetAccess(&flags, &access.location, at + 4), CUDA_SUCCESS);
  EXPECT_EQ(flags, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  ASSERT_EQ(
      cuMemRetainAllocationHandle(&again, reinterpret_cast<void *>(at + 8)),
      CUDA_SUCCESS);
  EXPECT_EQ(again, handle);
  CUmemAllocationProp got;
  ASSERT_EQ(cuMemGetAllocationPropertiesFromHandle(&got, again), CUDA_SUCCESS);
  EXPECT_EQ(got.type, properties.type);
  EXPECT_EQ(cuMemRelease(again), CUDA_SUCCESS);
  EXPECT_EQ(cuMemRelease(handle), CUDA_SUCCESS);
  // Without access rights it is no memory of the device.
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
  ASSERT_EQ(cuMemSetAccess(at, piece, &access, 1), CUDA_SUCCESS);
  EXPECT_EQ(cuMemsetD32_v2(at + 4, 9, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemUnmap(at, 2 * piece), CUDA_SUCCESS);
  EXPECT_EQ(cuMemAddressFree(at, 2 * piece), CUDA_SUCCESS);
}

TEST_F(VirtualMemoryTest, RefusesWrongArguments) {
  CUdeviceptr at, other = 0;
  CUmemGenericAllocationHandle handle;
  EXPECT_EQ(cuMemAddressReserve(&at, piece + 1, 0, 0, 0),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAddressReserve(&at, piece, 3, 0, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAddressReserve(&at, piece, 0, 0, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAddressReserve(nullptr, piece, 0, 0, 0),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemCreate(&handle, 4096, &properties, 0),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemCreate(&handle, piece, nullptr, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemCreate(&handle, piece << 30, &properties, 0),
            CUDA_ERROR_OUT_OF_MEMORY);
  CUmemAllocationProp shared = properties;
  shared.requestedHandleTypes = 1;
  EXPECT_EQ(cuMemCreate(&handle, piece, &shared, 0), CUDA_ERROR_NOT_SUPPORTED);
  shared = properties;
  shared.location.id = 1;
  EXPECT_EQ(cuMemCreate(&handle, piece, &shared, 0), CUDA_ERROR_INVALID_DEVICE);
  at = reserve(2 * piece);
  handle = create(piece);
  EXPECT_EQ(cuMemMap(at, 2 * piece, 0, handle, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemMap(at, piece, piece, handle, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemMap(at + 4096, piece, 0, handle, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemMap(at + 2 * piece, piece, 0, handle, 0),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemMap(at, piece, 0, handle + 1, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemMap(other, piece, 0, handle, 0), CUDA_ERROR_INVALID_VALUE);
  ASSERT_EQ(cuMemMap(at, piece, 0, handle, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemMap(at, piece, 0, handle, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemSetAccess(at, 2 * piece, &access, 1),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemSetAccess(at, piece, nullptr, 1), CUDA_ERROR_INVALID_VALUE);
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READ;
  EXPECT_EQ(cuMemSetAccess(at, piece, &access, 1), CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(cuMemUnmap(at, piece), CUDA_SUCCESS);
  EXPECT_EQ(cuMemRelease(handle), CUDA_SUCCESS);
  EXPECT_EQ(cuMemAddressFree(at, 2 * piece), CUDA_SUCCESS);
}

} // namespace
