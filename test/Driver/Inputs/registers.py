"""Prints what the driver knows of the kernel `k` of an image.

usage: registers.py IMAGE
       registers.py

Without an image, prints PTX of a kernel that has a hundred values at once."""

import ctypes
import sys

VALUES = 100


def kernel():
    yield ".version 8.0\n.target sm_90\n.address_size 64"
    yield ".visible .entry k(.param .u64 out) .maxntid 256, 1, 1\n{"
    yield "  .local .align 4 .b8 frame[64];"
    yield f"  .reg .b32 %r<{VALUES}>;\n  .reg .b64 %rd<4>;"
    yield "  ld.param.u64 %rd1, [out];"
    for i in range(VALUES):
        yield f"  ld.volatile.global.u32 %r{i}, [%rd1+{4 * i}];"
    # An index that the assembler does not know keeps the frame.
    yield "  and.b32 %r0, %r0, 15;\n  mul.wide.u32 %rd2, %r0, 4;"
    yield "  mov.u64 %rd3, frame;\n  add.s64 %rd3, %rd3, %rd2;"
    yield "  st.local.u32 [frame], %r1;\n  ld.local.u32 %r0, [%rd3];"
    for i in range(VALUES):
        yield f"  st.volatile.global.u32 [%rd1+{4 * i}], %r{VALUES - 1 - i};"
    yield "  ret;\n}"


def call(name, *arguments):
    error = getattr(cuda, name)(*arguments)
    if error:
        sys.exit(f"{name}: {error}")


def attribute(number):
    value = ctypes.c_int()
    call("cuFuncGetAttribute", ctypes.byref(value), number, function)
    return value.value


if len(sys.argv) == 1:
    print(*kernel(), sep="\n")
    sys.exit()
cuda = ctypes.CDLL("libcuda.so.1")
context = ctypes.c_void_p()
module = ctypes.c_void_p()
function = ctypes.c_void_p()
blocks = ctypes.c_int()
call("cuInit", 0)
call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
call("cuCtxSetCurrent", context)
call("cuModuleLoad", ctypes.byref(module), sys.argv[1].encode())
call("cuModuleGetFunction", ctypes.byref(function), module, b"k")
print("registers", attribute(4))
print("frame", attribute(3))
call(
    "cuOccupancyMaxActiveBlocksPerMultiprocessor",
    ctypes.byref(blocks),
    function,
    256,
    ctypes.c_size_t(0),
)
print("blocks of 256 threads", blocks.value)
