"""Launches a kernel that fails, of the name that is asked for, on two arrays."""

import ctypes
import sys

cuda = ctypes.CDLL("libcuda.so.1")
PROGRAM = b"""
.version 8.0
.target sm_80
.address_size 64
.visible .entry race(.param .u64 from, .param .u64 to)
{
  .shared .align 4 .b8 memory[256];
  .reg .b32 %r<3>;
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, memory;
  st.shared.u32 [%r2+128], %r1;
  ret;
}
.visible .entry near(.param .u64 from, .param .u64 to)
{
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [to];
  st.global.u32 [%rd1+256], 1;
  ret;
}
.visible .entry wild(.param .u64 from, .param .u64 to)
{
  .reg .b64 %rd<2>;
  mov.u64 %rd1, 18;
  st.global.u32 [%rd1], 1;
  ret;
}
.visible .entry generic(.param .u64 from, .param .u64 to)
{
  .reg .b64 %rd<2>;
  mov.u64 %rd1, 18;
  st.u32 [%rd1], 1;
  ret;
}
"""
context, module, function = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
arrays = [ctypes.c_uint64(), ctypes.c_uint64()]
cuda.cuInit(0)
cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)
cuda.cuCtxSetCurrent(context)
cuda.cuModuleLoadData(ctypes.byref(module), PROGRAM)
for array in arrays:
    cuda.cuMemAlloc_v2(ctypes.byref(array), ctypes.c_size_t(256))
parameters = (ctypes.c_void_p * 2)(*map(ctypes.addressof, arrays))
cuda.cuModuleGetFunction(ctypes.byref(function), module, sys.argv[1].encode())
cuda.cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, None, parameters, None)
sys.exit(cuda.cuCtxSynchronize())
