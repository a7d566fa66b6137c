"""A kernel that counts for ever, in memory that the host sees, on the driver.

usage: endless.py [interrupt]

With `interrupt`, SIGINT comes as soon as the kernel counts. Prints the end of the call,
and then the state of the context. See supervision.test."""

import ctypes
import os
import signal
import sys
import threading

PROGRAM = b"""
.version 8.0
.target sm_90
.address_size 64
.visible .entry count(.param .u64 data)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [data];
  mov.u32 %r1, 1;
L:
  st.volatile.global.u32 [%rd1], %r1;
  add.u32 %r1, %r1, 1;
  bra L;
}
"""

cuda = ctypes.CDLL("libcuda.so.1")


def check(result):
    if result:
        sys.exit(f"error {result}")


context, module, kernel = (ctypes.c_void_p() for _ in range(3))
check(cuda.cuInit(0))
check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0))
check(cuda.cuCtxSetCurrent(context))
check(cuda.cuModuleLoadData(ctypes.byref(module), PROGRAM))
check(cuda.cuModuleGetFunction(ctypes.byref(kernel), module, b"count"))
counter = ctypes.c_uint32(0)
check(cuda.cuMemHostRegister_v2(ctypes.byref(counter), ctypes.c_size_t(4), 0))


def interrupt():
    while counter.value == 0:
        pass
    os.kill(os.getpid(), signal.SIGINT)


if sys.argv[1:] == ["interrupt"]:
    threading.Thread(target=interrupt, daemon=True).start()
pointer = ctypes.c_uint64(ctypes.addressof(counter))
arguments = (ctypes.c_void_p * 1)(ctypes.addressof(pointer))
try:
    result = cuda.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, None, arguments, None)
    print(f"the launch ends with {result}")
except KeyboardInterrupt:
    print("KeyboardInterrupt")
print(f"the context has {cuda.cuCtxSynchronize()}")
