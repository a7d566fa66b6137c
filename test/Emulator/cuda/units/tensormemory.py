# ===- tensormemory.py - Inputs and answers of tensormemory.cu -------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Products in tensor memory. Elements are small integers, so that sums are exact in
every order. The instructions exist for variants of sm_100 to sm_110 alone."""

import numpy as np
from suite import Out, program

OPTIONS = {"grid": (2, 2), "block": 128, "since": 100, "target": "100a"}


def products(random, k, convert, convertB, result, sign=1, low=-4, lowOfB=-4, high=5):
    """Inputs of 256 x 64 sums; B is stored by columns."""
    a = random.integers(low, high, (256, k))
    b = random.integers(lowOfB, high, (k, 64))
    left, right = convert(a), convertB(np.ascontiguousarray(b.T))
    bytesOfK = np.int32(k * left.dtype.itemsize)
    return [left, right, Out((sign * (a @ b)).astype(result)), bytesOfK]


@program(**OPTIONS)
def tensor_f16(random):
    half = lambda v: v.astype(np.float16)
    return products(random, 320, half, half, np.float32)


@program(**OPTIONS)
def tensor_bf16(random):
    bf16 = lambda v: (v.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    return products(random, 192, bf16, bf16, np.float32, sign=-1)


@program(**OPTIONS)
def tensor_bytes(random):
    signed, unsigned = lambda v: v.astype(np.int8), lambda v: v.astype(np.uint8)
    return products(random, 512, signed, unsigned, np.int32, low=-100, lowOfB=0, high=100)
