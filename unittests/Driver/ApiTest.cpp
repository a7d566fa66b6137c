//===- ApiTest.cpp - Results of calls -------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <thread>

namespace {

using ApiTest = DriverTest;

/// A handle that was valid.
template <typename Handle, typename Make, typename Destroy>
Handle makeFreed(Make make, Destroy destroy) {
  Handle handle = nullptr;
  EXPECT_EQ(make(&handle), CUDA_SUCCESS);
  EXPECT_EQ(destroy(handle), CUDA_SUCCESS);
  EXPECT_EQ(destroy(handle), CUDA_ERROR_INVALID_HANDLE);
  return handle;
}

CUstream makeFreedStream() {
  return makeFreed<CUstream>(
      [](CUstream *stream) { return cuStreamCreate(stream, 0); },
      cuStreamDestroy_v2);
}
CUevent makeFreedEvent() {
  return makeFreed<CUevent>(
      [](CUevent *event) { return cuEventCreate(event, 0); },
      cuEventDestroy_v2);
}

TEST_F(ApiTest, NamesErrors) {
  const char *text;
#define CU_ERROR(NAME, NUMBER, TEXT)                                           \
  ASSERT_EQ(cuGetErrorName(NAME, &text), CUDA_SUCCESS);                        \
  EXPECT_STREQ(text, #NAME);                                                   \
  ASSERT_EQ(cuGetErrorString(NAME, &text), CUDA_SUCCESS);                      \
  EXPECT_STREQ(text, TEXT);
#include "Errors.def"
  EXPECT_EQ(cuGetErrorName(CUresult(12345), &text), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(text, nullptr);
  EXPECT_EQ(cuGetErrorString(CUresult(-1), &text), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGetErrorName(CUDA_SUCCESS, nullptr), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(ApiTest, FindsFunctionsByVersion) {
  void *found;
  CUdriverProcAddressQueryResult status;
  auto find = [&](const char *name, int version, uint64_t flags = 0) {
    return cuGetProcAddress_v2(name, &found, version, flags, &status);
  };
  ASSERT_EQ(find("cuMemAlloc", 13000), CUDA_SUCCESS);
  EXPECT_EQ(found, reinterpret_cast<void *>(&cuMemAlloc_v2));
  ASSERT_EQ(find("cuCtxGetDevice", 2000), CUDA_SUCCESS);
  EXPECT_EQ(found, reinterpret_cast<void *>(&cuCtxGetDevice));
  ASSERT_EQ(find("cuCtxGetDevice", 13000), CUDA_SUCCESS);
  EXPECT_EQ(found, reinterpret_cast<void *>(&cuCtxGetDevice_v2));
  EXPECT_EQ(status, CU_GET_PROC_ADDRESS_SUCCESS);
  EXPECT_EQ(find("cuLibraryLoadData", 11080), CUDA_ERROR_NOT_FOUND);
  EXPECT_EQ(status, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
  EXPECT_EQ(found, nullptr);
  EXPECT_EQ(find("cuNothing", 13000), CUDA_ERROR_NOT_FOUND);
  EXPECT_EQ(status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
  // Names have no version suffix.
  EXPECT_EQ(find("cuMemAlloc_v2", 13000), CUDA_ERROR_NOT_FOUND);
  // Functions whose calls are refused are found, too.
  EXPECT_EQ(find("cuMipmappedArrayCreate", 13000), CUDA_SUCCESS);
  // A default stream for each thread.
  ASSERT_EQ(find("cuStreamGetId", 13000), CUDA_SUCCESS);
  void *legacy = found;
  ASSERT_EQ(find("cuStreamGetId", 13000,
                 CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM),
            CUDA_SUCCESS);
  using GetId = CUresult (*)(CUstream, unsigned long long *);
  unsigned long long ofLegacy, ofThread, named;
  ASSERT_EQ(reinterpret_cast<GetId>(legacy)(nullptr, &ofLegacy), CUDA_SUCCESS);
  ASSERT_EQ(reinterpret_cast<GetId>(found)(nullptr, &ofThread), CUDA_SUCCESS);
  EXPECT_NE(ofLegacy, ofThread);
  ASSERT_EQ(cuStreamGetId(CU_STREAM_PER_THREAD, &named), CUDA_SUCCESS);
  EXPECT_EQ(ofThread, named);
  EXPECT_EQ(find("cuInit", 13000, 4), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(find("cuInit", 13000, 3), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(find(nullptr, 13000), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGetProcAddress("cuInit", nullptr, 13000, 0),
            CUDA_ERROR_INVALID_VALUE);
}

TEST_F(ApiTest, RefusesWhatIsNotThereOnce) {
  void *found;
  ASSERT_EQ(cuGetProcAddress("cuMipmappedArrayCreate", &found, 13000, 0),
            CUDA_SUCCESS);
  auto *create = reinterpret_cast<CUresult (*)(void **, unsigned)>(found);
  void *array;
  testing::internal::CaptureStderr();
  EXPECT_EQ(create(&array, 0), CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(create(&array, 0), CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "tessera: cuMipmappedArrayCreate is not there: it returns "
            "CUDA_ERROR_NOT_SUPPORTED\n");
}

TEST_F(ApiTest, DescribesTheDevice) {
  CUdevice device;
  int count, value, major, minor;
  char name[64];
  size_t total;
  EXPECT_EQ(cuDeviceGetCount(&count), CUDA_SUCCESS);
  EXPECT_EQ(count, 1);
  EXPECT_EQ(cuDeviceGet(&device, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuDeviceGet(&device, 1), CUDA_ERROR_INVALID_DEVICE);
  EXPECT_EQ(cuDeviceGet(nullptr, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuDeviceGetName(name, sizeof name, 0), CUDA_SUCCESS);
  EXPECT_STREQ(name, "Tessera sm_90");
  EXPECT_EQ(cuDeviceGetName(name, 0, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuDeviceComputeCapability(&major, &minor, 0), CUDA_SUCCESS);
  EXPECT_EQ(major * 10 + minor, 90);
  EXPECT_EQ(cuDeviceGetAttribute(&value, 97, 0), CUDA_SUCCESS);
  EXPECT_EQ(value, 227 * 1024);
  EXPECT_EQ(cuDeviceGetAttribute(&value, 10, 0), CUDA_SUCCESS);
  EXPECT_EQ(value, 32);
  EXPECT_EQ(cuDeviceGetAttribute(&value, 0, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuDeviceGetAttribute(&value, 148, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuDeviceGetAttribute(&value, 10, 1), CUDA_ERROR_INVALID_DEVICE);
  EXPECT_EQ(cuDeviceGetAttribute(nullptr, 10, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuDeviceTotalMem_v2(&total, 0), CUDA_SUCCESS);
  EXPECT_GT(total, size_t(1) << 20);
}

TEST_F(ApiTest, KeepsAStackOfContexts) {
  CUcontext made, current, popped;
  CUstream stream;
  ASSERT_EQ(cuCtxCreate_v2(&made, 0, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxGetCurrent(&current), CUDA_SUCCESS);
  EXPECT_EQ(current, made);
  ASSERT_EQ(cuStreamCreate(&stream, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxPopCurrent_v2(&popped), CUDA_SUCCESS);
  EXPECT_EQ(popped, made);
  EXPECT_EQ(cuCtxGetCurrent(&current), CUDA_SUCCESS);
  EXPECT_EQ(current, context);
  EXPECT_EQ(cuCtxDestroy_v2(made), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxDestroy_v2(made), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  EXPECT_EQ(cuCtxSetCurrent(made), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  // Destroying a context destroys its streams.
  EXPECT_EQ(cuStreamSynchronize(stream), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuCtxDestroy_v2(nullptr), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuCtxDestroy_v2(foreign<CUcontext>()), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuCtxPushCurrent_v2(foreign<CUcontext>()),
            CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuCtxDestroy_v2(context), CUDA_ERROR_INVALID_CONTEXT);
  // Without a context.
  CUdeviceptr address;
  CUdevice device;
  ASSERT_EQ(cuCtxSetCurrent(nullptr), CUDA_SUCCESS);
  EXPECT_EQ(cuMemAlloc_v2(&address, 4), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuCtxGetDevice(&device), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuStreamSynchronize(nullptr), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuCtxPopCurrent_v2(&popped), CUDA_ERROR_INVALID_CONTEXT);
}

TEST_F(ApiTest, AllocatesAndFrees) {
  CUdeviceptr address = allocate(100), base;
  size_t bytes, pitch, free, total;
  EXPECT_EQ(address % 512, 0u);
  EXPECT_EQ(cuMemGetAddressRange_v2(&base, &bytes, address + 99), CUDA_SUCCESS);
  EXPECT_EQ(base, address);
  EXPECT_EQ(bytes, 100u);
  EXPECT_EQ(cuMemGetAddressRange_v2(&base, &bytes, address + 100),
            CUDA_ERROR_NOT_FOUND);
  EXPECT_EQ(cuMemFree_v2(address + 4), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemFree_v2(0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree_v2(address), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree_v2(address), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpyHtoD_v2(address, &bytes, 4), CUDA_ERROR_INVALID_VALUE);
  // It is freed already, or will be by work that the call waits for: the seed
  // decides.
  address = allocate(100);
  EXPECT_EQ(cuMemFreeAsync(address, nullptr), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree_v2(address), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAlloc_v2(&address, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAlloc_v2(nullptr, 4), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAlloc_v2(&address, SIZE_MAX), CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(cuMemAllocPitch_v2(&address, &pitch, 600, 3, 4), CUDA_SUCCESS);
  EXPECT_EQ(pitch, 1024u);
  EXPECT_EQ(cuMemAllocPitch_v2(&address, &pitch, 600, 3, 5),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAllocPitch_v2(&address, &pitch, SIZE_MAX, 3, 4),
            CUDA_ERROR_INVALID_VALUE);
  ASSERT_EQ(cuMemGetInfo_v2(&free, &total), CUDA_SUCCESS);
  EXPECT_EQ(total - free, 3 * 1024u);
  int local;
  EXPECT_EQ(cuMemFreeHost(&local), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemHostUnregister(&local), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
  EXPECT_EQ(cuMemHostRegister_v2(&local, 4, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemHostRegister_v2(&local, 4, 0),
            CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  EXPECT_EQ(cuMemHostUnregister(&local), CUDA_SUCCESS);
}

TEST_F(ApiTest, DescribesPointers) {
  CUdeviceptr address = allocate(100);
  CUcontext found;
  unsigned type = 9, managed = 9;
  int local;
  auto get = [](void *value, CUpointer_attribute attribute, CUdeviceptr at) {
    return cuPointerGetAttribute(value, attribute, at);
  };
  EXPECT_EQ(get(&found, CU_POINTER_ATTRIBUTE_CONTEXT, address + 8),
            CUDA_SUCCESS);
  EXPECT_EQ(found, context);
  EXPECT_EQ(get(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address),
            CUDA_SUCCESS);
  EXPECT_EQ(type, CU_MEMORYTYPE_DEVICE);
  EXPECT_EQ(get(nullptr, CU_POINTER_ATTRIBUTE_CONTEXT, address),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(get(&type, CUpointer_attribute(99), address),
            CUDA_ERROR_INVALID_VALUE);
  auto host = reinterpret_cast<CUdeviceptr>(&local);
  EXPECT_EQ(get(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, host),
            CUDA_ERROR_INVALID_VALUE);
  CUpointer_attribute both[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                CU_POINTER_ATTRIBUTE_IS_MANAGED};
  void *values[] = {&type, &managed};
  EXPECT_EQ(cuPointerGetAttributes(2, both, values, host), CUDA_SUCCESS);
  EXPECT_EQ(type + managed, 0u);
}

TEST_F(ApiTest, CopiesAndFills) {
  CUdeviceptr from = allocate(64), to = allocate(64);
  std::vector<unsigned char> host(64, 1), back(64);
  EXPECT_EQ(cuMemcpyHtoD_v2(from, host.data(), 64), CUDA_SUCCESS);
  EXPECT_EQ(cuMemsetD8_v2(from + 1, 2, 3), CUDA_SUCCESS);
  EXPECT_EQ(cuMemsetD2D16_v2(from + 8, 16, 0x0303, 2, 3), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoD_v2(to, from, 64), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoH_v2(back.data(), to, 64), CUDA_SUCCESS);
  for (unsigned i = 0; i < 64; ++i) {
    bool isThree = i >= 8 && i < 44 && (i - 8) % 16 < 4;
    EXPECT_EQ(back[i], i >= 1 && i < 4 ? 2 : isThree ? 3 : 1) << i;
  }
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = to;
  copy.srcPitch = 16;
  copy.srcXInBytes = 8;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = back.data();
  copy.dstPitch = 4;
  copy.WidthInBytes = 4;
  copy.Height = 3;
  EXPECT_EQ(cuMemcpy2D_v2(&copy), CUDA_SUCCESS);
  for (unsigned i = 0; i < 12; ++i)
    EXPECT_EQ(back[i], 3) << i;
  copy.dstPitch = 3;
  EXPECT_EQ(cuMemcpy2D_v2(&copy), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpy2D_v2(nullptr), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpyHtoD_v2(from + 60, host.data(), 8),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpyHtoD_v2(from, nullptr, 8), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpyDtoH_v2(back.data(), 64, 8), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpyHtoD_v2(from, nullptr, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemsetD32_v2(from + 2, 0, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemsetD32_v2(from, 0, SIZE_MAX / 4), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemsetD2D32_v2(from, 0, 0, 0, 3), CUDA_SUCCESS);
  EXPECT_EQ(cuMemsetD2D32_v2(from, 16, 0, 1, SIZE_MAX / 8),
            CUDA_ERROR_INVALID_VALUE);
}

TEST_F(ApiTest, RefusesWrongImages) {
  CUmodule made;
  CUfunction function;
  char log[200] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER,
                            CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
  testing::internal::CaptureStderr();
  EXPECT_EQ(
      cuModuleLoadDataEx(&made, ".version 8.0\nnonsense", 2, options, values),
      CUDA_ERROR_INVALID_PTX);
  EXPECT_NE(strstr(log, "error"), nullptr) << log;
  // Whoever reads an image without a length reads a header.
  const char nothing[256] = "";
  EXPECT_EQ(cuModuleLoadData(&made, nothing), CUDA_ERROR_INVALID_IMAGE);
  testing::internal::GetCapturedStderr();
  EXPECT_EQ(cuModuleLoadData(&made, nullptr), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuModuleLoadData(nullptr, kernels), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuModuleLoad(&made, "/nowhere"), CUDA_ERROR_FILE_NOT_FOUND);
  ASSERT_EQ(cuModuleLoadData(&made, kernels), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleGetFunction(&function, made, "nothing"),
            CUDA_ERROR_NOT_FOUND);
  EXPECT_EQ(cuModuleGetFunction(&function, made, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  ASSERT_EQ(cuModuleGetFunction(&function, made, "add"), CUDA_SUCCESS);
  size_t offset, bytes;
  EXPECT_EQ(cuFuncGetParamInfo(function, 3, &offset, &bytes), CUDA_SUCCESS);
  EXPECT_EQ(offset, 24u);
  EXPECT_EQ(bytes, 4u);
  EXPECT_EQ(cuFuncGetParamInfo(function, 4, &offset, &bytes),
            CUDA_ERROR_INVALID_VALUE);
  int blocks;
  EXPECT_EQ(
      cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 256, 0),
      CUDA_SUCCESS);
  EXPECT_EQ(blocks, 8);
  EXPECT_EQ(cuModuleUnload(made), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleUnload(made), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuModuleGetFunction(&function, made, "add"),
            CUDA_ERROR_INVALID_VALUE);
  const char *name;
  EXPECT_EQ(cuFuncGetName(&name, function), CUDA_ERROR_INVALID_VALUE);
}

/// A program prints both logs, whether a module was loaded or not.
TEST_F(ApiTest, EndsTheTextsOfLogs) {
  CUjit_option options[] = {
      CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
      CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  testing::internal::CaptureStderr();
  const char elf[256] = "\x7f"
                        "ELF",
             other[256] = "\x7f";
  for (const char *image : {kernels, elf, other}) {
    char information[8], errors[8];
    memset(information, 'x', sizeof information);
    memset(errors, 'x', sizeof errors);
    void *values[] = {information, reinterpret_cast<void *>(sizeof information),
                      errors, reinterpret_cast<void *>(sizeof errors)};
    CUmodule made;
    CUresult result = cuModuleLoadDataEx(&made, image, 4, options, values);
    EXPECT_EQ(result,
              image == kernels ? CUDA_SUCCESS : CUDA_ERROR_INVALID_IMAGE);
    EXPECT_STREQ(information, "");
    EXPECT_STREQ(errors, "");
    EXPECT_EQ(values[1], nullptr);
    EXPECT_EQ(values[3], nullptr);
    if (result == CUDA_SUCCESS)
      EXPECT_EQ(cuModuleUnload(made), CUDA_SUCCESS);
  }
  testing::internal::GetCapturedStderr();
}

/// The function that says how much shared memory a block needs may ask the
/// driver for something.
TEST_F(ApiTest, AsksForSharedMemoryWithoutItsLock) {
  static CUfunction function;
  static CUresult inside;
  function = getFunction("add");
  auto bytesOf = [](int threads) -> size_t {
    int most = 0;
    inside = cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                                function);
    return threads > most ? 0 : 100 * 1024;
  };
  int grid = 0, block = 0, sms = 0;
  EXPECT_EQ(
      cuOccupancyMaxPotentialBlockSize(&grid, &block, function, bytesOf, 0, 0),
      CUDA_SUCCESS);
  EXPECT_EQ(inside, CUDA_SUCCESS);
  ASSERT_EQ(cuDeviceGetAttribute(&sms, 16, 0), CUDA_SUCCESS);
  EXPECT_EQ(grid, 2 * sms);
  EXPECT_EQ(block, 1024);
}

TEST_F(ApiTest, OrdersStreamsByEvents) {
  CUstream first, second;
  CUevent event;
  ASSERT_EQ(cuStreamCreate(&first, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamCreate(&second, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
  ASSERT_EQ(cuEventCreate(&event, 0), CUDA_SUCCESS);
  std::string order;
  auto say = [](void *text) { *static_cast<std::string *>(text) += 'a'; };
  auto sayLater = [](void *text) { *static_cast<std::string *>(text) += 'b'; };
  ASSERT_EQ(cuLaunchHostFunc(first, say, &order), CUDA_SUCCESS);
  ASSERT_EQ(cuEventRecord(event, first), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamWaitEvent(second, event, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuLaunchHostFunc(second, sayLater, &order), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamSynchronize(second), CUDA_SUCCESS);
  EXPECT_EQ(order, "ab");
  EXPECT_EQ(cuStreamQuery(first), CUDA_SUCCESS);
  float time = -1;
  EXPECT_EQ(cuEventElapsedTime(&time, event, event), CUDA_SUCCESS);
  EXPECT_EQ(time, 0);
  // A callback must not call the driver.
  CUresult inside = CUDA_SUCCESS;
  auto call = [](void *result) {
    *static_cast<CUresult *>(result) = cuCtxSynchronize();
  };
  ASSERT_EQ(cuLaunchHostFunc(first, call, &inside), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamSynchronize(first), CUDA_SUCCESS);
  EXPECT_EQ(inside, CUDA_ERROR_NOT_PERMITTED);
}

/// Also where the fills of all streams run at once (streams.test).
TEST_F(ApiTest, EndsEventsThatStandBeforeWork) {
  CUstream streams[4];
  CUevent events[4];
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(cuStreamCreate(&streams[i], CU_STREAM_NON_BLOCKING),
              CUDA_SUCCESS);
    ASSERT_EQ(cuEventCreate(&events[i], 0), CUDA_SUCCESS);
    ASSERT_EQ(cuEventRecord(events[i], streams[i]), CUDA_SUCCESS);
    ASSERT_EQ(cuMemsetD8Async(allocate(64), 0, 64, streams[i]), CUDA_SUCCESS);
  }
  ASSERT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
  for (CUevent event : events)
    EXPECT_EQ(cuEventQuery(event), CUDA_SUCCESS);
}

TEST_F(ApiTest, RefusesFreedStreamsAndEvents) {
  CUstream stream = makeFreedStream();
  CUevent event = makeFreedEvent(), other;
  CUdeviceptr address = allocate(4);
  float time;
  EXPECT_EQ(cuStreamSynchronize(stream), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuStreamQuery(stream), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuMemsetD8Async(address, 0, 4, stream), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemFreeAsync(address, stream), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuStreamWaitEvent(nullptr, event, 0), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuEventRecord(event, nullptr), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuEventQuery(event), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuEventSynchronize(foreign<CUevent>()), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuStreamCreate(&stream, 2), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuStreamCreate(nullptr, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuEventCreate(&other, 8), CUDA_ERROR_INVALID_VALUE);
  ASSERT_EQ(cuEventCreate(&other, CU_EVENT_DISABLE_TIMING), CUDA_SUCCESS);
  EXPECT_EQ(cuEventElapsedTime(&time, other, other), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuLaunchHostFunc(nullptr, nullptr, nullptr),
            CUDA_ERROR_INVALID_VALUE);
}

TEST_F(ApiTest, ServesManyThreads) {
  std::vector<std::thread> threads;
  std::vector<unsigned> wrong(4);
  for (unsigned t = 0; t < wrong.size(); ++t)
    threads.emplace_back([&, t] {
      (void)cuCtxSetCurrent(context);
      for (unsigned i = 0; i < 200; ++i) {
        CUdeviceptr address;
        unsigned host = 0;
        CUstream stream;
        wrong[t] += cuMemAlloc_v2(&address, 4) != CUDA_SUCCESS;
        wrong[t] += cuStreamCreate(&stream, 0) != CUDA_SUCCESS;
        wrong[t] += cuMemsetD32Async(address, i, 1, stream) != CUDA_SUCCESS;
        wrong[t] +=
            cuMemcpyDtoHAsync_v2(&host, address, 4, stream) != CUDA_SUCCESS;
        wrong[t] += cuStreamSynchronize(stream) != CUDA_SUCCESS;
        wrong[t] += host != i;
        wrong[t] += cuStreamDestroy_v2(stream) != CUDA_SUCCESS;
        wrong[t] += cuMemFree_v2(address) != CUDA_SUCCESS;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, std::vector<unsigned>(4));
}

} // namespace
