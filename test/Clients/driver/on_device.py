# ===- on_device.py - Kernels of numba with arrays of numpy -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The common part of the tests of numba."""

import zlib

import numpy as np
from numba import cuda


def sample(shape, dtype):
    """Small integers of a type, the same in each call."""
    dtype = np.dtype(dtype)
    random = np.random.default_rng(zlib.crc32(f"{shape} {dtype}".encode()))
    low = 0 if dtype.kind == "u" else -9
    numbers = random.integers(low, 10, shape)
    if dtype.kind == "c":
        numbers = numbers + 1j * random.integers(low, 10, shape)
    return numbers.astype(dtype)


def run(kernel, *arguments, grid=1, block=32, shared=0):
    """The arguments after a launch: numpy's arrays are copied to the device, and all
    arrays back from it."""
    if not hasattr(kernel, "inspect_asm"):
        kernel = cuda.jit(kernel)
    given = [cuda.to_device(a) if isinstance(a, np.ndarray) else a for a in arguments]
    kernel[grid, block, 0, shared](*given)
    return [a.copy_to_host() if hasattr(a, "copy_to_host") else a for a in given]


def kernel_of(body):
    """A kernel with arguments a and out, from text: numba finds intrinsics only by name."""
    names = {"cuda": cuda}
    exec(f"def kernel(a, out):\n    {body.strip()}", names)
    return names["kernel"]
