//===- ErrorsTest.cpp - The error that one bad argument has ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls with one bad argument among good ones: freed and foreign memory, sizes
// at the limits, handles that are destroyed or belong to another context. The
// errors are those of the reference manual.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <memory>
#include <sys/mman.h>

namespace {

class ErrorsTest : public DriverTest {
protected:
  CUstream destroyedStream() {
    CUstream stream = nullptr;
    EXPECT_EQ(cuStreamCreate(&stream, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuStreamDestroy_v2(stream), CUDA_SUCCESS);
    return stream;
  }
};

constexpr size_t page = 4096;

/// A page with the access rights of `protection`, which ends with the object.
class Page {
public:
  explicit Page(int protection)
      : memory(mmap(nullptr, page, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                    0)) {}
  Page(const Page &) = delete;
  ~Page() { munmap(memory, page); }

  void *const memory;
  CUdeviceptr address() const { return reinterpret_cast<CUdeviceptr>(memory); }
};

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// An address outside the device's memory is the host's, which may have no
/// memory there.
TEST_F(ErrorsTest, AddressesOfNoMemory) {
  CUdeviceptr memory = allocate(64);
  Page none(PROT_NONE);
  char host[64] = {};
  auto *wild = reinterpret_cast<void *>(1);
  EXPECT_EQ(cuMemcpy(1, 1, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpy(memory, 1, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpy(1, memory, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpyAsync(memory, 1, 1, nullptr), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpyHtoD_v2(memory, wild, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpyDtoH_v2(wild, memory, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpyHtoD_v2(memory, none.memory, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpy(none.address(), memory, 1), CUDA_ERROR_INVALID_VALUE);
  // Memory that the device does not know is only the host's.
  EXPECT_EQ(cuMemcpyDtoH_v2(host, reinterpret_cast<CUdeviceptr>(host), 1),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemsetD8_v2(1, 0, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemHostRegister_v2(wild, 1, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemHostRegister_v2(none.memory, 1, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
}

TEST_F(ErrorsTest, MemoryThatMayOnlyBeRead) {
  CUdeviceptr memory = allocate(64);
  Page constant(PROT_READ);
  EXPECT_EQ(cuMemcpyHtoD_v2(memory, constant.memory, 64), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoH_v2(constant.memory, memory, 64),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemHostRegister_v2(constant.memory, 64, 0),
            CUDA_ERROR_INVALID_VALUE);
  constexpr unsigned readOnly = 8; // CU_MEMHOSTREGISTER_READ_ONLY
  EXPECT_EQ(cuMemHostRegister_v2(constant.memory, 64, readOnly), CUDA_SUCCESS);
  EXPECT_EQ(cuMemHostUnregister(constant.memory), CUDA_SUCCESS);
}

/// Rows of host memory with inaccessible pages between them.
TEST_F(ErrorsTest, RowsBesideMemoryThatIsNone) {
  void *pages = mmap(nullptr, 3 * page, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_EQ(munmap(static_cast<char *>(pages) + page, page), 0);
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = pages;
  copy.srcPitch = 2 * page;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = allocate(3 * page);
  copy.WidthInBytes = 64;
  copy.Height = 2;
  EXPECT_EQ(cuMemcpy2D_v2(&copy), CUDA_SUCCESS);
  copy.srcPitch = page;
  EXPECT_EQ(cuMemcpy2D_v2(&copy), CUDA_ERROR_INVALID_VALUE);
  munmap(pages, 3 * page);
}

/// Memory from the time of the call is freed before the copy runs.
TEST_F(ErrorsTest, MemoryThatEndsBeforeItsCopyRuns) {
  CUgraph graph;
  CUgraphExec exec;
  CUgraphNode node;
  auto constant = std::make_unique<Page>(PROT_READ);
  CUDA_MEMCPY3D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = constant->memory;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = allocate(64);
  copy.WidthInBytes = 64;
  copy.Height = copy.Depth = 1;
  ASSERT_EQ(cuGraphCreate(&graph, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuGraphAddMemcpyNode(&node, graph, nullptr, 0, &copy, context),
            CUDA_SUCCESS);
  ASSERT_EQ(cuGraphInstantiateWithFlags(&exec, graph, 0), CUDA_SUCCESS);
  constant.reset();
  (void)cuGraphLaunch(exec, nullptr);
  EXPECT_EQ(cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_EQ(cuGraphExecDestroy(exec), CUDA_SUCCESS);
  EXPECT_EQ(cuGraphDestroy(graph), CUDA_SUCCESS);
}

TEST_F(ErrorsTest, MemoryThatHasBeenFreed) {
  CUdeviceptr memory = allocate(64);
  char host[64] = {};
  ASSERT_EQ(cuMemFree_v2(memory), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree_v2(memory), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemFreeAsync(memory, nullptr), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemsetD8_v2(memory, 0, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpy(memory, memory, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpyHtoD_v2(memory, host, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemGetAddressRange_v2(&memory, nullptr, memory),
            CUDA_ERROR_NOT_FOUND);
  unsigned type;
  EXPECT_EQ(
      cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory),
      CUDA_ERROR_INVALID_VALUE);
}

TEST_F(ErrorsTest, SizesAtTheLimits) {
  CUdeviceptr memory = allocate(64), made;
  size_t pitch;
  char host[64] = {};
  EXPECT_EQ(cuMemAlloc_v2(&made, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAlloc_v2(&made, SIZE_MAX), CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(cuMemAllocPitch_v2(&made, &pitch, SIZE_MAX / 4, SIZE_MAX / 4, 4),
            CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(cuMemAllocAsync(&made, SIZE_MAX, nullptr),
            CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(cuMemcpyHtoD_v2(memory, host, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyHtoD_v2(memory, host, 64), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyHtoD_v2(memory, host, 65), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpyHtoD_v2(memory, host, SIZE_MAX), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemsetD8_v2(memory + 63, 0, 1), CUDA_SUCCESS);
  EXPECT_EQ(cuMemsetD8_v2(memory + 63, 0, 2), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemsetD32_v2(memory, 0, SIZE_MAX / 4), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemsetD2D8_v2(memory, SIZE_MAX, 0, 1, SIZE_MAX),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemHostRegister_v2(host, SIZE_MAX, 0), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(ErrorsTest, ShapesOfLaunches) {
  CUfunction wild = getFunction("wild");
  auto launch = [&](unsigned grid, unsigned rows, unsigned block,
                    unsigned shared) {
    return cuLaunchKernel(wild, grid, rows, 1, block, 1, 1, shared, nullptr,
                          nullptr, nullptr);
  };
  EXPECT_EQ(launch(0, 1, 1, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launch(1, 65536, 1, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launch(1u << 31, 1, 1, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launch(1, 1, 1025, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launch(1, 1, 1, 48 * 1024 + 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
}

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

/// The manual names CUDA_ERROR_INVALID_HANDLE for some of the functions that
/// take a stream; the others return CUDA_ERROR_INVALID_VALUE.
TEST_F(ErrorsTest, StreamsThatHaveBeenDestroyed) {
  CUstream stream = destroyedStream();
  CUdeviceptr memory = allocate(64), made;
  CUgraph graph;
  EXPECT_EQ(cuStreamDestroy_v2(stream), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuStreamSynchronize(stream), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuStreamQuery(stream), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuMemcpyAsync(memory, memory, 1, stream),
            CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuLaunchKernel(getFunction("wild"), 1, 1, 1, 1, 1, 1, 0, stream,
                           nullptr, nullptr),
            CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuMemsetD8Async(memory, 0, 1, stream), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAllocAsync(&made, 64, stream), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemFreeAsync(memory, stream), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(
      cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL),
      CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuStreamEndCapture(stream, &graph), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(ErrorsTest, ModulesThatHaveBeenUnloaded) {
  CUfunction function = getFunction("add");
  CUdeviceptr address;
  const char *name;
  int value;
  ASSERT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleUnload(module), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuModuleGetFunction(&function, module, "add"),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuModuleGetGlobal_v2(&address, nullptr, module, "factor"),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuFuncGetName(&name, function), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                               function),
            CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(
      cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr),
      CUDA_ERROR_INVALID_HANDLE);
  module = nullptr;
}

TEST_F(ErrorsTest, HandlesOfAnotherContext) {
  CUfunction function = getFunction("wild");
  CUevent event;
  CUcontext other, popped;
  ASSERT_EQ(cuEventCreate(&event, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuCtxCreate_v2(&other, 0, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuEventRecord(event, nullptr), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(
      cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr),
      CUDA_ERROR_INVALID_HANDLE);
  ASSERT_EQ(cuCtxPopCurrent_v2(&popped), CUDA_SUCCESS);
  ASSERT_EQ(cuCtxDestroy_v2(other), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxDestroy_v2(other), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  EXPECT_EQ(cuMemcpyPeer(1, other, 1, context, 0), CUDA_ERROR_INVALID_CONTEXT);
}

TEST_F(ErrorsTest, NoContext) {
  CUcontext popped;
  CUdeviceptr made;
  CUstream stream;
  ASSERT_EQ(cuCtxPopCurrent_v2(&popped), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxPopCurrent_v2(&popped), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuMemAlloc_v2(&made, 64), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuMemFree_v2(0), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuMemcpy(1, 1, 1), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuStreamCreate(&stream, 0), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuModuleLoadData(&module, kernels), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuCtxSynchronize(), CUDA_ERROR_INVALID_CONTEXT);
}

} // namespace
