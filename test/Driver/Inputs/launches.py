"""Launches kernels of PTX on the driver, by its API and nothing else.

usage: launches.py [--tile=FILE | --clusters] NAME...

Each NAME is an entry of the program below, launched with two blocks of 32
threads, or of a tile program, launched with two blocks. It gets the address of
a list, which holds the address of 64 elements and their number, and 1, or a
structure with the first of these. With --clusters, these have at least one block, and two
by preference. `start` and `stop` are said to the profiler. A launch that fails ends the program with the number of its error."""

import ctypes
import sys

PROGRAM = b"""
.version 8.0
.target sm_80
.address_size 64

.visible .global .u32 calls = 5;
.visible .global .u64 last;

// Counts its launches, and fails at the third: the first two are seen alone in
// variables, one of which has the address of what the launch before looked at.
.visible .entry count(.param .u64 list, .param .u32 by)
{
  .reg .pred %p;
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [list];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %tid.x;
  or.b32 %r4, %r2, %r3;
  setp.ne.u32 %p, %r4, 0;
  @%p ret;
  ld.global.u64 %rd2, [last];
  st.global.u64 [last], %rd1;
  ld.global.u32 %r1, [calls];
  add.u32 %r1, %r1, 1;
  st.global.u32 [calls], %r1;
  setp.lt.u32 %p, %r1, 8;
  @%p ret;
  st.global.u32 [%rd2+32], %r1;
  ret;
}

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

// Of the list nobody has written the last word.
.visible .entry unwritten(.param .u64 list, .param .u32 by)
{
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [list];
  ld.global.u32 %r1, [%rd1+24];
  st.global.u32 [%rd1+28], %r1;
  ret;
}

// The same of the list's address in a structure.
.visible .entry member(.param .align 8 .b8 pair[16])
{
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [pair];
  ld.global.u32 %r1, [%rd1+24];
  st.global.u32 [%rd1+28], %r1;
  ret;
}
"""


class Attribute(ctypes.Structure):
    _fields_ = [("id", ctypes.c_uint32), ("pad", ctypes.c_uint32), ("value", ctypes.c_uint32 * 16)]


class Config(ctypes.Structure):
    _fields_ = [
        ("grid", ctypes.c_uint32 * 3),
        ("block", ctypes.c_uint32 * 3),
        ("shared", ctypes.c_uint32),
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.POINTER(Attribute)),
        ("count", ctypes.c_uint32),
    ]


#: CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION and CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION.
CLUSTERS = [(4, (1, 1, 1)), (11, (2, 1, 1))]


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
    names, program, threads, clusters = sys.argv[1:], PROGRAM, 32, []
    if names[0] == "--clusters":
        clusters = CLUSTERS
        del names[0]
    if names[0].startswith("--tile="):
        with open(names.pop(0).removeprefix("--tile="), "rb") as file:
            program, threads = file.read(), 1
    call("cuModuleLoadData", ctypes.byref(module), program)
    elements = allocate((ctypes.c_uint32 * 64)(*range(64)), 256)
    words = (ctypes.c_uint64 * 3)(elements.value, 64, 0)
    array = allocate(words, 32)
    by = ctypes.c_uint32(1)
    slots = (ctypes.c_void_p * 2)(ctypes.addressof(array), ctypes.addressof(by))
    pair = (ctypes.c_uint64 * 2)(array.value, 5)
    pairs = (ctypes.c_void_p * 1)(ctypes.addressof(pair))
    for name in names:
        if name in ("start", "stop"):
            call(f"cuProfiler{name.capitalize()}")
            continue
        function = ctypes.c_void_p()
        call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
        values = pairs if name == "member" else slots
        attributes = [Attribute(key, 0, (*shape, *[0] * 13)) for key, shape in clusters]
        attributes = (Attribute * len(clusters))(*attributes)
        config = Config((2, 1, 1), (threads, 1, 1), 0, None, attributes, len(clusters))
        call("cuLaunchKernelEx", ctypes.byref(config), function, values, None)
    call("cuCtxSynchronize")


main()
