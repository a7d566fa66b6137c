//===- LaunchTest.cpp - Kernels run on the memory of the driver -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <climits>
#include <numeric>

namespace {

class LaunchTest : public DriverTest {
protected:
  static constexpr unsigned count = 100;
  static constexpr size_t bytes = count * sizeof(float);

  /// c = a + b with a[i] = i and b[i] = 1000.
  void prepare() {
    std::vector<float> host(count);
    std::iota(host.begin(), host.end(), 0.0f);
    a = allocate(bytes);
    b = allocate(bytes);
    c = allocate(bytes);
    ASSERT_EQ(cuMemcpyHtoD_v2(a, host.data(), bytes), CUDA_SUCCESS);
    float thousand = 1000;
    unsigned pattern;
    memcpy(&pattern, &thousand, sizeof pattern);
    ASSERT_EQ(cuMemsetD32_v2(b, pattern, count), CUDA_SUCCESS);
  }

  CUresult add(CUstream stream = nullptr) {
    void *parameters[] = {&a, &b, &c, &n};
    return cuLaunchKernel(getFunction("add"), 4, 1, 1, 32, 1, 1, 0, stream,
                          parameters, nullptr);
  }

  void expectSums() {
    std::vector<float> host(count);
    ASSERT_EQ(cuMemcpyDtoH_v2(host.data(), c, bytes), CUDA_SUCCESS);
    for (unsigned i = 0; i < count; ++i)
      EXPECT_EQ(host[i], 1000 + float(i)) << i;
  }

  CUdeviceptr a, b, c;
  unsigned n = count;
};

TEST_F(LaunchTest, AddsArrays) {
  prepare();
  ASSERT_EQ(add(), CUDA_SUCCESS);
  ASSERT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
  expectSums();
}

TEST_F(LaunchTest, TakesParametersFromABuffer) {
  prepare();
  struct {
    CUdeviceptr a, b, c;
    unsigned n;
  } buffer = {a, b, c, n};
  size_t size = 28;
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer,
                   CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  CUfunction function = getFunction("add");
  ASSERT_EQ(
      cuLaunchKernel(function, 4, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra),
      CUDA_SUCCESS);
  expectSums();
  size = 24;
  EXPECT_EQ(
      cuLaunchKernel(function, 4, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra),
      CUDA_ERROR_INVALID_VALUE);
}

TEST_F(LaunchTest, TakesAsManyCooperativeBlocksAsTheGPUHolds) {
  prepare();
  CUfunction function = getFunction("add");
  int blocks, sms;
  ASSERT_EQ(
      cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 32, 0),
      CUDA_SUCCESS);
  ASSERT_EQ(cuDeviceGetAttribute(&sms, 16, 0), CUDA_SUCCESS);
  unsigned most = unsigned(blocks * sms);
  void *parameters[] = {&a, &b, &c, &n};
  auto launch = [&](unsigned grid) {
    return cuLaunchCooperativeKernel(function, grid, 1, 1, 32, 1, 1, 0, nullptr,
                                     parameters);
  };
  EXPECT_EQ(launch(most), CUDA_SUCCESS);
  expectSums();
  testing::internal::CaptureStderr();
  EXPECT_EQ(launch(most + 1), CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
  EXPECT_NE(testing::internal::GetCapturedStderr().find(
                "the GPU holds " + std::to_string(most) + " at once"),
            std::string::npos);
  EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
}

TEST_F(LaunchTest, RefusesAttributesThatDoNotExist) {
  CUlaunchAttribute attribute = {};
  CUlaunchConfig config = {4, 1, 1, 32, 1, 1, 0, nullptr, &attribute, 1};
  prepare();
  void *parameters[] = {&a, &b, &c, &n};
  for (unsigned id : {0u, 8u, 99u, ~0u}) {
    attribute.id = CUlaunchAttributeID(id);
    EXPECT_EQ(
        cuLaunchKernelEx(&config, getFunction("add"), parameters, nullptr),
        id < 99 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE)
        << id;
  }
}

TEST_F(LaunchTest, RunsOnPinnedManagedAndRegisteredMemory) {
  void *pinned;
  std::vector<float> registered(count, 1000.0f);
  ASSERT_EQ(cuMemHostAlloc(&pinned, bytes, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuMemHostRegister_v2(registered.data(), bytes, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuMemAllocManaged(&c, bytes, CU_MEM_ATTACH_GLOBAL), CUDA_SUCCESS);
  for (unsigned i = 0; i < count; ++i)
    static_cast<float *>(pinned)[i] = float(i);
  ASSERT_EQ(cuMemHostGetDevicePointer_v2(&a, pinned, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuMemHostGetDevicePointer_v2(&b, registered.data(), 0),
            CUDA_SUCCESS);
  ASSERT_EQ(add(), CUDA_SUCCESS);
  ASSERT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
  auto *sums = reinterpret_cast<const float *>(c);
  for (unsigned i = 0; i < count; ++i)
    EXPECT_EQ(sums[i], 1000 + float(i)) << i;
  EXPECT_EQ(cuMemHostUnregister(registered.data()), CUDA_SUCCESS);
}

TEST_F(LaunchTest, KeepsVariablesOfAModule) {
  CUdeviceptr value = allocate(4), factor;
  size_t size;
  CUfunction scale = getFunction("scale");
  ASSERT_EQ(cuMemsetD32_v2(value, 5, 1), CUDA_SUCCESS);
  void *parameters[] = {&value};
  for (int i = 0; i < 2; ++i)
    ASSERT_EQ(cuLaunchKernel(scale, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters,
                             nullptr),
              CUDA_SUCCESS);
  unsigned host;
  ASSERT_EQ(cuMemcpyDtoH_v2(&host, value, 4), CUDA_SUCCESS);
  EXPECT_EQ(host, 5u * 3 * 4);
  ASSERT_EQ(cuModuleGetGlobal_v2(&factor, &size, module, "factor"),
            CUDA_SUCCESS);
  EXPECT_EQ(size, 4u);
  EXPECT_EQ(cuModuleGetGlobal_v2(&factor, &size, module, "nothing"),
            CUDA_ERROR_NOT_FOUND);
  ASSERT_EQ(cuMemcpyDtoH_v2(&host, factor, 4), CUDA_SUCCESS);
  EXPECT_EQ(host, 5u);
  // Another module with the same text has its own variable.
  CUmodule other;
  ASSERT_EQ(cuModuleLoadData(&other, kernels), CUDA_SUCCESS);
  ASSERT_EQ(cuModuleGetGlobal_v2(&factor, &size, other, "factor"),
            CUDA_SUCCESS);
  ASSERT_EQ(cuMemcpyDtoH_v2(&host, factor, 4), CUDA_SUCCESS);
  EXPECT_EQ(host, 3u);
}

TEST_F(LaunchTest, ReportsAnAccessOutOfBounds) {
  CUfunction wild = getFunction("wild");
  testing::internal::CaptureStderr();
  (void)cuLaunchKernel(wild, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr);
  EXPECT_EQ(cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
  std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("out of bounds"), std::string::npos) << said;
  // The context does not survive the fault.
  CUdeviceptr address;
  EXPECT_EQ(cuMemAlloc_v2(&address, 4), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_EQ(cuStreamSynchronize(nullptr), CUDA_ERROR_ILLEGAL_ADDRESS);
}

TEST_F(LaunchTest, FindsMemoryThatNobodyWrote) {
  prepare();
  CUdeviceptr nobodys = allocate(bytes);
  b = nobodys;
  testing::internal::CaptureStderr();
  (void)add();
  EXPECT_EQ(cuCtxSynchronize(), CUDA_ERROR_LAUNCH_FAILED);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("nobody"),
            std::string::npos);
}

TEST_F(LaunchTest, RefusesWhatAGpuRefuses) {
  prepare();
  CUfunction function = getFunction("add");
  void *parameters[] = {&a, &b, &c, &n}, *holes[] = {&a, nullptr, &c, &n};
  auto launch = [&](CUfunction f, unsigned grid, unsigned block,
                    unsigned shared, void **values) {
    return cuLaunchKernel(f, grid, 1, 1, block, 1, 1, shared, nullptr, values,
                          nullptr);
  };
  EXPECT_EQ(launch(function, 0, 32, 0, parameters), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launch(function, 1, 0, 0, parameters), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launch(function, 1, 1025, 0, parameters), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launch(function, 1, 32, 49153, parameters),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launch(function, 1, 32, 0, nullptr), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launch(function, 1, 32, 0, holes), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launch(nullptr, 1, 32, 0, parameters), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(launch(foreign<CUfunction>(), 1, 32, 0, parameters),
            CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuFuncSetAttribute(function,
                               CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                               100 * 1024),
            CUDA_SUCCESS);
  EXPECT_EQ(launch(function, 1, 32, 100 * 1024, parameters), CUDA_SUCCESS);
  EXPECT_EQ(launch(function, 1, 32, 100 * 1024 + 1, parameters),
            CUDA_ERROR_INVALID_VALUE);
}

/// The part of the L1 cache that a function prefers as shared memory, in percent, is
/// a hint; other numbers than -1, the default, and 0 to 100 are errors.
TEST_F(LaunchTest, CarvesOutSharedMemory) {
  CUfunction function = getFunction("add");
  auto carveout = CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
  auto get = [&] {
    int value = -2;
    EXPECT_EQ(cuFuncGetAttribute(&value, carveout, function), CUDA_SUCCESS);
    return value;
  };
  EXPECT_EQ(get(), -1);
  for (int right : {0, 50, 100, -1, 25}) {
    EXPECT_EQ(cuFuncSetAttribute(function, carveout, right), CUDA_SUCCESS);
    EXPECT_EQ(get(), right);
  }
  for (int wrong : {-2, 101, INT_MAX, INT_MIN})
    EXPECT_EQ(cuFuncSetAttribute(function, carveout, wrong),
              CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(get(), 25);
}

/// The attributes of PTX are those that its directives say.
TEST_F(LaunchTest, DescribesFunctions) {
  constexpr const char *text = R"(
.version 8.0
.target sm_80
.address_size 64
.const .align 4 .b32 table[16];
.visible .entry plain()
{
  .shared .align 8 .b8 tile[24];
  .local .align 4 .b8 frame[64];
  .reg .b64 %rd<3>;
  mov.u64 %rd1, tile;
  mov.u64 %rd2, frame;
  ret;
}
.visible .entry clusters() .maxntid 64, 2, 1 .explicitcluster .reqnctapercluster 2, 1, 1
{
  ret;
}
)";
  CUmodule loaded;
  ASSERT_EQ(cuModuleLoadData(&loaded, text), CUDA_SUCCESS);
  auto get = [&](const char *name, CUfunction_attribute attribute) {
    CUfunction function;
    int value = -1;
    EXPECT_EQ(cuModuleGetFunction(&function, loaded, name), CUDA_SUCCESS);
    EXPECT_EQ(cuFuncGetAttribute(&value, attribute, function), CUDA_SUCCESS);
    return value;
  };
  EXPECT_EQ(get("plain", CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK), 1024);
  EXPECT_EQ(get("plain", CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES), 24);
  EXPECT_EQ(get("plain", CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES), 64);
  EXPECT_EQ(get("plain", CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES), 64);
  EXPECT_EQ(get("plain", CU_FUNC_ATTRIBUTE_NUM_REGS), 8);
  EXPECT_EQ(get("plain", CU_FUNC_ATTRIBUTE_PTX_VERSION), 80);
  EXPECT_EQ(get("plain", CU_FUNC_ATTRIBUTE_BINARY_VERSION), 90);
  EXPECT_EQ(get("plain", CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET), 0);
  EXPECT_EQ(get("plain", CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH), 0);
  EXPECT_EQ(get("clusters", CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK), 128);
  EXPECT_EQ(get("clusters", CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES), 0);
  EXPECT_EQ(get("clusters", CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET), 1);
  EXPECT_EQ(get("clusters", CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH), 2);
  EXPECT_EQ(get("clusters", CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT), 1);
  EXPECT_EQ(cuModuleUnload(loaded), CUDA_SUCCESS);
}

/// The registers of PTX alone are those of the values that are live at once.
TEST_F(LaunchTest, RegistersOfPtxLimitOccupancy) {
  std::string loads, sums;
  for (int i = 0; i != 90; ++i) {
    const std::string value = "%v" + std::to_string(i);
    loads += "ld.shared.b32 " + value + ", [data];\n";
    sums += "add.s32 %v0, %v0, " + value + ";\n";
  }
  const std::string text =
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry f() {\n"
      ".shared .b32 data;\n.reg .b32 %v<90>;\n" +
      loads + sums + "st.shared.b32 [data], %v0;\nret;\n}\n";
  CUmodule loaded;
  CUfunction function;
  ASSERT_EQ(cuModuleLoadData(&loaded, text.c_str()), CUDA_SUCCESS);
  ASSERT_EQ(cuModuleGetFunction(&function, loaded, "f"), CUDA_SUCCESS);
  int registers, blocks;
  EXPECT_EQ(
      cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function),
      CUDA_SUCCESS);
  EXPECT_EQ(registers, 94);
  EXPECT_EQ(
      cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 256, 0),
      CUDA_SUCCESS);
  EXPECT_EQ(blocks, 2);
  EXPECT_EQ(cuModuleUnload(loaded), CUDA_SUCCESS);
}

} // namespace
