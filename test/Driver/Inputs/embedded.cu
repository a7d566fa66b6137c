// A program that nvcc makes with its kernel in a fatbin, as of `nvcc program.cu`,
// without NVIDIA's runtime: what that would be told of the fatbin, the driver is
// told here.

#include <cuda.h>

#include <cstdio>

extern "C" __global__ void scale(float *x, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= by;
}

static const void *embedded;

extern "C" {
void **__cudaRegisterFatBinary(void *wrapper) {
  embedded = wrapper;
  return nullptr;
}
void __cudaRegisterFatBinaryEnd(void **) {}
void __cudaUnregisterFatBinary(void **) {}
void __cudaRegisterFunction(void **, const char *, char *, const char *, int,
                            uint3 *, uint3 *, dim3 *, dim3 *, int *) {}
}

#define CHECK(call)                                                            \
  if (CUresult result = call) {                                                \
    std::printf("%s: %d\n", #call, int(result));                               \
    return 1;                                                                  \
  }

int main() {
  constexpr int count = 100;
  float x[count], by = 3;
  int n = count;
  CUcontext context;
  CUmodule module;
  CUfunction function;
  CUdeviceptr onDevice;
  for (int i = 0; i < count; ++i)
    x[i] = i;
  CHECK(cuInit(0));
  CHECK(cuDevicePrimaryCtxRetain(&context, 0));
  CHECK(cuCtxSetCurrent(context));
  CHECK(cuModuleLoadFatBinary(&module, embedded));
  CHECK(cuModuleGetFunction(&function, module, "scale"));
  CHECK(cuMemAlloc(&onDevice, sizeof x));
  CHECK(cuMemcpyHtoD(onDevice, x, sizeof x));
  void *parameters[] = {&onDevice, &by, &n};
  CHECK(cuLaunchKernel(function, 4, 1, 1, 32, 1, 1, 0, nullptr, parameters,
                       nullptr));
  CHECK(cuMemcpyDtoH(x, onDevice, sizeof x));
  int right = 0;
  for (int i = 0; i < count; ++i)
    right += x[i] == 3.0f * i;
  std::printf("%d of %d elements are right\n", right, count);
  return right != count;
}
