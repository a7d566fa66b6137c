"""Launches a kernel that fails and two that do not, and prints what each call returns."""

import ctypes
import sys

cuda = ctypes.CDLL("libcuda.so.1")
PROGRAM = b"""
.version 8.0
.target sm_80
.address_size 64
.visible .entry wild(.param .u64 to, .param .u64 number)
{
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [to];
  st.global.u32 [%rd1+60], 1;
  ret;
}
.visible .entry well()
{
  ret;
}
"""
context, module, function = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
memory, number = ctypes.c_uint64(), ctypes.c_uint64(5)
cuda.cuInit(0)
cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)
cuda.cuCtxSetCurrent(context)
cuda.cuModuleLoadData(ctypes.byref(module), PROGRAM)
library, kernel = ctypes.c_void_p(), ctypes.c_void_p()
cuda.cuLibraryLoadData(ctypes.byref(library), PROGRAM, None, None, 0, None, None, 0)
cuda.cuLibraryGetKernel(ctypes.byref(kernel), library, b"well")
cuda.cuMemAlloc_v2(ctypes.byref(memory), ctypes.c_size_t(64))
memory.value += 4
pointers = map(ctypes.addressof, (memory, number))
parameters = (ctypes.c_void_p * 2)(*pointers)
for name in ("wild", "well", "well"):
    cuda.cuModuleGetFunction(ctypes.byref(function), module, name.encode())
    shape = [1] * 6
    if name == "well" and sys.argv[1:] == ["load"]:
        # Front ends compile and load each kernel before its launch.
        print("load", cuda.cuModuleLoadData(ctypes.byref(module), PROGRAM))
    if name == "well" and sys.argv[1:] == ["kernel"]:
        # The runtime asks for the function of a library's kernel before each launch.
        print("function", cuda.cuKernelGetFunction(ctypes.byref(function), kernel))
        continue
    print(name, cuda.cuLaunchKernel(function, *shape, 0, None, parameters, None))
print("stream", cuda.cuStreamGetCtx(None, ctypes.byref(context)))
print("synchronize", cuda.cuCtxSynchronize())
