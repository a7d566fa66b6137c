//===- driver.c - A CUDA driver without a GPU -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Its device memory is the host's, and it knows one kernel: `gather` of
// cuda-engine.test, which it runs as C. A grid of height 2 fails, one of height
// 3 ends the process. With -DIDLE it knows every kernel, and runs none. Between
// events a launch takes a microsecond for each block along x.
//
//===----------------------------------------------------------------------===//

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef IDLE
enum { isIdle = 1 };
#else
enum { isIdle = 0 };
#endif

typedef int Result;
typedef uint64_t Address;

Result cuInit(unsigned flags) { return 0; }
Result cuGetErrorString(Result error, const char **text) {
  *text = "the fake driver was asked to fail";
  return 0;
}
Result cuDeviceGet(int *device, int ordinal) { return *device = 0; }
Result cuDeviceGetAttribute(int *value, int attribute, int device) {
  *value = attribute == 75 ? 9 : 0;
  return 0;
}
Result cuDevicePrimaryCtxRetain(void **context, int device) { return 0; }
Result cuDevicePrimaryCtxRelease_v2(int device) { return 0; }
Result cuCtxSetCurrent(void *context) { return 0; }
Result cuCtxSynchronize(void) { return 0; }

static unsigned lastGrid;
Result cuEventCreate(void **event, unsigned flags) {
  *event = &lastGrid;
  return 0;
}
Result cuEventDestroy_v2(void *event) { return 0; }
Result cuEventRecord(void *event, void *stream) { return 0; }
Result cuEventSynchronize(void *event) { return 0; }
Result cuEventElapsedTime(float *milliseconds, void *from, void *to) {
  *milliseconds = 1e-3f * lastGrid;
  return 0;
}

Result cuModuleLoadData(void **module, const void *image) {
  return isIdle || strstr(image, ".entry gather(") ? 0 : 200;
}
Result cuModuleUnload(void *module) { return 0; }
Result cuModuleGetFunction(void **function, void *module, const char *name) {
  return isIdle || !strcmp(name, "gather") ? 0 : 500;
}

Result cuMemAlloc_v2(Address *address, size_t bytes) {
  *address = (Address)malloc(bytes);
  return 0;
}
Result cuMemFree_v2(Address address) {
  free((void *)address);
  return 0;
}
Result cuMemsetD8_v2(Address to, unsigned char value, size_t bytes) {
  memset((void *)to, value, bytes);
  return 0;
}
Result cuMemcpyHtoD_v2(Address to, const void *from, size_t bytes) {
  memcpy((void *)to, from, bytes);
  return 0;
}
Result cuMemcpyDtoH_v2(void *to, Address from, size_t bytes) {
  memcpy(to, (const void *)from, bytes);
  return 0;
}

Result cuLaunchKernel(void *function, unsigned gridX, unsigned gridY,
                      unsigned gridZ, unsigned blockX, unsigned blockY,
                      unsigned blockZ, unsigned sharedBytes, void *stream,
                      void **parameters, void **extra) {
  lastGrid = gridX;
  if (isIdle)
    return 0;
  if (gridY == 2)
    return 700;
  if (gridY == 3)
    abort();
  const Address *list = *(const Address **)parameters[0];
  uint32_t count = *(const uint32_t *)parameters[1];
  uint32_t *out = *(uint32_t **)parameters[2];
  for (uint32_t i = 0; i < count; ++i)
    out[i] = *(const uint32_t *)list[3 * i];
  out[count] = gridX;
  out[count + 1] = blockX;
  out[count + 2] = sharedBytes;
  return 0;
}
