#!/usr/bin/env python3
# ===- cutile_add.py - A cuTile program on numpy arrays ---------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A program of cuTile Python with its own launch code, which needs no GPU with

    tessera run python examples/cutile_add.py

The driver lends numpy arrays to the kernel: registered memory of the host is memory of
the device.
"""

import ctypes

import cuda.tile as ct
import numpy as np

driver = ctypes.CDLL("libcuda.so.1")


def call(name, *arguments):
    """Call a function of the driver, which returns 0."""
    result = getattr(driver, name)(*arguments)
    if result:
        text = ctypes.c_char_p()
        driver.cuGetErrorName(result, ctypes.byref(text))
        raise RuntimeError(f"{name}: {text.value.decode()}")


class OnDevice:
    """An array that kernels may use."""

    def __init__(self, array):
        self.array = array
        place, size = ctypes.c_void_p(array.ctypes.data), ctypes.c_size_t(array.nbytes)
        call("cuMemHostRegister_v2", place, size, 0)

    @property
    def __cuda_array_interface__(self):
        return {**self.array.__array_interface__, "version": 3}


@ct.kernel
def add(a, b, c):
    block = ct.bid(0)
    x = ct.load(a, index=(block,), shape=(128,))
    y = ct.load(b, index=(block,), shape=(128,))
    ct.store(c, index=(block,), tile=x + y)


def main():
    context = ctypes.c_void_p()
    call("cuInit", 0)
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
    call("cuCtxSetCurrent", context)

    a, b = np.arange(1000, dtype=np.float32), np.ones(1000, np.float32)
    c = np.zeros(1000, np.float32)
    ct.launch(0, (8, 1, 1), add, tuple(OnDevice(each) for each in (a, b, c)))
    call("cuCtxSynchronize")
    np.testing.assert_array_equal(c, a + b)
    print("the last element is", c[-1])


if __name__ == "__main__":
    main()
