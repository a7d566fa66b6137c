"""Launches a kernel that fails, of the name that is asked for, on two arrays.

The second array is null for "null" and has been freed for "freed"; for "listed" its
address stands in the first one, which a kernel begins at; for "both" a second launch runs
beside the first.
"""

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
.visible .entry inside(.param .u64 from, .param .u64 to)
{
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [to];
  st.global.u32 [%rd1+16], 1;
  ret;
}
.visible .entry listed(.param .u64 from, .param .u64 none)
{
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [from];
  ld.global.u64 %rd2, [%rd1];
  st.global.u32 [%rd2+16], 1;
  ret;
}
.visible .entry both(.param .u64 from, .param .u64 to)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [to];
  atom.global.add.u32 %r1, [%rd1+128], 1;
  st.global.u32 [%rd1], %r1;
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
kernel = {"freed": "inside", "null": "inside"}.get(sys.argv[1], sys.argv[1])
parameters = (ctypes.c_void_p * 2)(*map(ctypes.addressof, arrays))
if sys.argv[1] == "listed":
    cuda.cuMemcpyHtoD_v2(arrays[0], ctypes.byref(arrays[1]), ctypes.c_size_t(8))
if sys.argv[1] in ("freed", "listed"):
    cuda.cuMemFree_v2(arrays[1])
if sys.argv[1] == "null":
    arrays[1].value = 0
if sys.argv[1] == "listed":
    parameters[1] = parameters[0]
if sys.argv[1] == "both":
    cuda.cuMemsetD8_v2(arrays[1], 0, ctypes.c_size_t(256))
cuda.cuModuleGetFunction(ctypes.byref(function), module, kernel.encode())
for _ in range(2 if sys.argv[1] == "both" else 1):
    stream = ctypes.c_void_p()
    cuda.cuStreamCreate(ctypes.byref(stream), 1)
    threads = 1 if sys.argv[1] == "both" else 64
    cuda.cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, stream, parameters, None)
sys.exit(cuda.cuCtxSynchronize())
