#!/usr/bin/env python3
# ===- runtime_arguments.py - Numbers and lists that CUDA's runtime refuses --===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Calls libcudart with sizes that overflow and lists that are missing.

usage: runtime_arguments.py LIBRARY
"""

import ctypes
import sys

PTX = b""".version 8.0
.target sm_80
.address_size 64
.visible .entry nothing() { ret; }
"""


class Extent(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in ("width", "height", "depth")]


class Pitched(ctypes.Structure):
    _fields_ = [("pointer", ctypes.c_void_p)] + [
        (name, ctypes.c_size_t) for name in ("pitch", "width", "height")
    ]


class Shape(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint) for name in "xyz"]


def load_kernel():
    driver = ctypes.CDLL("libcuda.so.1")
    library, kernel = ctypes.c_void_p(), ctypes.c_void_p()
    image = ctypes.c_char_p(PTX)
    none = (None, None, 0, None, None, 0)
    assert driver.cuLibraryLoadData(ctypes.byref(library), image, *none) == 0
    assert driver.cuLibraryGetKernel(ctypes.byref(kernel), library, b"nothing") == 0
    return kernel


def main(name):
    runtime = ctypes.CDLL(name)
    runtime.cudaGetErrorName.restype = ctypes.c_char_p

    def show(what, error):
        print(f"{what}: {runtime.cudaGetErrorName(error).decode()}")

    show("devices without a list", runtime.cudaSetValidDevices(None, 1))
    show("no devices", runtime.cudaSetValidDevices(None, 0))
    memory = Pitched()
    large = Extent(4, 1 << 40, 1 << 30)
    show("rows without end", runtime.cudaMalloc3D(ctypes.byref(memory), large))
    show("a plane", runtime.cudaMalloc3D(ctypes.byref(memory), Extent(4, 2, 1)))
    flat = Extent(0, 2, 1 << 62)
    show("nothing, often", runtime.cudaMemset3D(memory, 0, flat))
    kernel, one = load_kernel(), Shape(1, 1, 1)
    for size in (1 << 32, 0):
        shared = ctypes.c_size_t(size)
        show(f"{size} bytes", runtime.cudaLaunchKernel(kernel, one, one, None, shared, None))


if __name__ == "__main__":
    main(*sys.argv[1:])
