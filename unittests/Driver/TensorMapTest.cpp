//===- TensorMapTest.cpp - Tensor maps that the host makes ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

namespace {

/// Copies 16 elements of 4 bytes from a tensor of one dimension, from element
/// 4 on, and stores the first of them.
const char *const load = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry load(.param .align 64 .b8 map[128], .param .u64 out)
{
  .reg .pred %p;
  .reg .b32 %r<5>;
  .reg .b64 %rd<4>;
  .shared .align 128 .b8 buffer[64];
  .shared .align 8 .b64 bar;
  mov.b64 %rd1, map;
  cvta.param.u64 %rd1, %rd1;
  mov.u32 %r1, bar;
  mov.u32 %r2, buffer;
  mov.u32 %r3, 4;
  mbarrier.init.shared.b64 [%r1], 1;
  fence.proxy.async;
  mbarrier.arrive.expect_tx.shared.b64 %rd2, [%r1], 64;
  cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes
      [%r2], [%rd1, {%r3}], [%r1];
wait:
  mbarrier.try_wait.parity.shared.b64 %p, [%r1], 0;
  @!%p bra wait;
  ld.shared.u32 %r4, [%r2];
  ld.param.u64 %rd3, [out];
  st.global.u32 [%rd3], %r4;
  ret;
}
)";

class TensorMapTest : public DriverTest {
protected:
  CUresult encode(unsigned rank = 1) {
    return cuTensorMapEncodeTiled(
        &map, type, rank, reinterpret_cast<void *>(tensor), dims, strides, box,
        steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
        CU_TENSOR_MAP_L2_PROMOTION_NONE, fill);
  }

  CUtensorMap map;
  CUdeviceptr tensor = 0;
  uint64_t dims[3] = {64, 2, 2}, strides[2] = {256, 512};
  unsigned box[3] = {16, 1, 1}, steps[3] = {1, 1, 1};
  CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_UINT32;
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
  CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
};

TEST_F(TensorMapTest, IsWhatKernelsCopyBy) {
  std::vector<unsigned> host(64);
  for (unsigned i = 0; i < 64; ++i)
    host[i] = 100 + i;
  tensor = allocate(256);
  CUdeviceptr out = allocate(4);
  CUfunction function;
  ASSERT_EQ(cuMemcpyHtoD_v2(tensor, host.data(), 256), CUDA_SUCCESS);
  ASSERT_EQ(encode(), CUDA_SUCCESS);
  ASSERT_EQ(cuModuleLoadData(&module, load), CUDA_SUCCESS);
  ASSERT_EQ(cuModuleGetFunction(&function, module, "load"), CUDA_SUCCESS);
  void *parameters[] = {&map, &out};
  ASSERT_EQ(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters,
                           nullptr),
            CUDA_SUCCESS);
  unsigned first = 0;
  ASSERT_EQ(cuMemcpyDtoH_v2(&first, out, 4), CUDA_SUCCESS);
  EXPECT_EQ(first, 104u);
}

TEST_F(TensorMapTest, RefusesWrongArguments) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(encode(), CUDA_ERROR_INVALID_VALUE); // no tensor
  tensor = allocate(4096);
  EXPECT_EQ(encode(), CUDA_SUCCESS);
  EXPECT_EQ(encode(0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(encode(6), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(encode(3), CUDA_SUCCESS);
  strides[0] = 8;
  EXPECT_EQ(encode(2), CUDA_ERROR_INVALID_VALUE);
  box[0] = 257;
  EXPECT_EQ(encode(), CUDA_ERROR_INVALID_VALUE);
  box[0] = 16;
  swizzle = CU_TENSOR_MAP_SWIZZLE_32B; // of a row of 64 bytes
  EXPECT_EQ(encode(), CUDA_ERROR_INVALID_VALUE);
  swizzle = CU_TENSOR_MAP_SWIZZLE_64B;
  EXPECT_EQ(encode(), CUDA_SUCCESS);
  swizzle = CUtensorMapSwizzle(7);
  EXPECT_EQ(encode(), CUDA_ERROR_INVALID_VALUE);
  swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
  fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA; // of integers
  EXPECT_EQ(encode(), CUDA_ERROR_INVALID_VALUE);
  type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
  EXPECT_EQ(encode(), CUDA_SUCCESS);
  int corner[2] = {0, 0};
  EXPECT_EQ(cuTensorMapEncodeIm2col(
                &map, type, 2, reinterpret_cast<void *>(tensor), dims, strides,
                corner, corner, 4, 4, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, fill),
            CUDA_ERROR_INVALID_VALUE);
  testing::internal::GetCapturedStderr();
}

} // namespace
