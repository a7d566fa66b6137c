# ===- launch.py - Launch the vector add by the CUDA driver --------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: tessera run python3 launch.py PTX

Loads the PTX of examples/vector_add.tileirbc, launches it on 1000 numbers and checks the
sums. Needs Python 3.6 or later and nothing else.
"""

import ctypes
import re
import sys

COUNT = 1000


def call(cuda, name, *arguments):
    result = getattr(cuda, name)(*arguments)
    if result != 0:
        sys.exit("{} fails with error {}".format(name, result))


def main():
    with open(sys.argv[1], "rb") as file:
        ptx = file.read()
    threads = int(re.search(rb"\.reqntid (\d+)", ptx).group(1))
    cuda = ctypes.CDLL("libcuda.so.1")
    context, module, function = (ctypes.c_void_p() for _ in range(3))
    call(cuda, "cuInit", 0)
    call(cuda, "cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
    call(cuda, "cuCtxSetCurrent", context)
    call(cuda, "cuModuleLoadData", ctypes.byref(module), ptx)
    call(cuda, "cuModuleGetFunction", ctypes.byref(function), module, b"vector_add")

    numbers = (ctypes.c_float * COUNT)(*range(COUNT))
    sums = (ctypes.c_float * COUNT)()
    size = ctypes.c_size_t(ctypes.sizeof(numbers))
    buffers = [ctypes.c_uint64() for _ in range(3)]
    for buffer in buffers:
        call(cuda, "cuMemAlloc_v2", ctypes.byref(buffer), size)
        call(cuda, "cuMemcpyHtoD_v2", buffer, numbers, size)
    # An array is three parameters: where it is, its length, its stride.
    parameters = []
    for buffer in buffers:
        parameters += [buffer, ctypes.c_uint32(COUNT), ctypes.c_uint32(1)]
    pointers = [ctypes.cast(ctypes.byref(value), ctypes.c_void_p) for value in parameters]
    shape = (1, 1, 1, threads, 1, 1)
    given = (ctypes.c_void_p * len(pointers))(*pointers)
    call(cuda, "cuLaunchKernel", function, *shape, 0, None, given, None)
    call(cuda, "cuMemcpyDtoH_v2", sums, buffers[2], size)
    if list(sums) != [2 * number for number in numbers]:
        sys.exit("the sums are wrong")
    print("{} sums are right".format(COUNT))


if __name__ == "__main__":
    main()
