"""Launches kernels of PTX on the driver, by its API and nothing else.

usage: launches.py NAME...

Each NAME is an entry of the program below, launched with two blocks of 32
threads on 64 elements that 1 has been added to. A launch that fails ends the
program with the number of its error."""

import ctypes
import sys

PROGRAM = b"""
.version 8.0
.target sm_80
.address_size 64

// list: a structure of the element's address and how many there are, in memory.
.visible .entry increment(.param .u64 list, .param .u32 by)
{
  .reg .pred %p;
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [list];
  ld.param.u32 %r1, [by];
  ld.global.u64 %rd2, [%rd1];
  ld.global.u64 %rd3, [%rd1+8];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.u32 %r4, %r2, 32, %r3;
  mul.wide.u32 %rd4, %r4, 4;
  add.u64 %rd5, %rd2, %rd4;
  ld.global.u32 %r5, [%rd5];
  add.u32 %r6, %r5, %r1;
  st.global.u32 [%rd5], %r6;
  ret;
}

// Every lane looks one element further than there is.
.visible .entry beyond(.param .u64 list, .param .u32 by)
{
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [list];
  ld.global.u64 %rd2, [%rd1];
  mov.u32 %r3, %tid.x;
  mul.wide.u32 %rd4, %r3, 4;
  add.u64 %rd5, %rd2, %rd4;
  ld.global.u32 %r5, [%rd5+256];
  st.global.u32 [%rd5], %r5;
  ret;
}

// Of the second half of `list` nobody has written the last word.
.visible .entry unwritten(.param .u64 list, .param .u32 by)
{
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [list];
  ld.global.u32 %r1, [%rd1+24];
  st.global.u32 [%rd1+28], %r1;
  ret;
}
"""


def main():
    cuda = ctypes.CDLL("libcuda.so.1")

    def call(function, *arguments):
        error = getattr(cuda, function)(*arguments)
        if error:
            sys.exit(f"{function}: {error}")

    def allocate(values, size):
        data = bytes(values)
        address = ctypes.c_uint64()
        call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(size))
        call("cuMemcpyHtoD_v2", address, data, ctypes.c_size_t(len(data)))
        return address

    context, module = ctypes.c_void_p(), ctypes.c_void_p()
    call("cuInit", 0)
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
    call("cuCtxSetCurrent", context)
    call("cuModuleLoadData", ctypes.byref(module), PROGRAM)
    elements = allocate((ctypes.c_uint32 * 64)(*range(64)), 256)
    words = (ctypes.c_uint64 * 3)(elements.value, 64, 0)
    array = allocate(words, 32)
    by = ctypes.c_uint32(1)
    slots = (ctypes.c_void_p * 2)(ctypes.addressof(array), ctypes.addressof(by))
    for name in sys.argv[1:]:
        function = ctypes.c_void_p()
        call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
        call("cuLaunchKernel", function, 2, 1, 1, 32, 1, 1, 0, None, slots, None)
    call("cuCtxSynchronize")


main()
