# ===- geforce.py - Inputs and answers of geforce.cu -----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Products of narrow floats with scales, and tensor copies, of sm_120. Elements are
small integers and scales powers of two, so that sums are exact in every order."""

import numpy as np
from suite import Out, TensorMap, program
from warpgroups import fp8, small

OPTIONS = {"since": 120, "target": "120a"}
FP4 = [0, 0.5, 1, 1.5, 2, 3, 4, 6]


def e2m1(values):
    return np.vectorize(lambda v: FP4.index(abs(v)) | (8 if v < 0 else 0))(values).astype(np.uint8)


def packed(values):
    """Two numbers of four bits a byte."""
    bits = e2m1(values)
    return bits[:, 0::2] | bits[:, 1::2] << 4


@program(**OPTIONS)
def geforce_narrow(random):
    a, b = small(random, 16, 96), small(random, 8, 96, low=-1, high=3)
    # e3m2: bits 0 to 5 of a byte; e2m1: bits 2 to 5.
    bits = fp8(a, 3, 2)
    left = bits & 0x1F | bits >> 2 & 0x20
    return [left, e2m1(b) << 2, Out((a @ b.T).astype(np.float32)), np.int32(3)]


def scaled(random, k, vector, low=-2, high=3):
    """Factors, exponents of their scales, and the product."""
    a, b = small(random, 16, k, low=low, high=high), small(random, 8, k, low=low, high=high)
    scales = [random.integers(-3, 4, (rows, k // vector)) for rows in (16, 8)]
    left, right = (
        values * 2.0 ** np.repeat(powers, vector, 1) for values, powers in zip((a, b), scales)
    )
    return a, b, *scales, Out((left @ right.T).astype(np.float32))


@program(**OPTIONS)
def geforce_mx8(random):
    a, b, ofA, ofB, right = scaled(random, 96, 32)
    scales = [(powers + 127).astype(np.uint8) for powers in (ofA, ofB)]
    return [fp8(a, 4, 3), fp8(b, 5, 2), *scales, right, np.int32(3)]


@program(**OPTIONS)
def geforce_mx4(random):
    a, b, ofA, ofB, right = scaled(random, 192, 32)
    scales = [(powers + 127).astype(np.uint8) for powers in (ofA, ofB)]
    return [packed(a), packed(b), *scales, right, np.int32(3)]


@program(**OPTIONS)
def geforce_nv4(random):
    a, b, ofA, ofB, right = scaled(random, 192, 16)
    # ue4m3: the exponent has a bias of 7.
    scales = [((powers + 7) << 3).astype(np.uint8) for powers in (ofA, ofB)]
    return [packed(a), packed(b), *scales, right, np.int32(3)]


@program(grid=2, block=128, **OPTIONS)
def geforce_tiles(random):
    a, b = small(random, 64, 192), small(random, 16, 192)
    right = (a @ b.T).reshape(64, 2, 8).transpose(1, 0, 2)
    return [
        TensorMap(a.astype(np.float16), "box=64,64:swizzle=128"),
        TensorMap(b.astype(np.float16), "box=8,64:swizzle=128"),
        Out(np.ascontiguousarray(right).astype(np.float32)),
        np.int32(3),
    ]


@program(**OPTIONS)
def geforce_spread(random):
    words = random.integers(0, 1 << 64, 16, np.uint64)
    numbers = words[:, None] >> np.arange(0, 64, 4, dtype=np.uint64) & np.uint64(15)
    spread = numbers.astype(np.uint8).reshape(2, 32, 4)
    return [words, Out(np.ascontiguousarray(spread).view(np.uint32).ravel())]


@program(**OPTIONS)
def geforce_transposed(random):
    tile = random.integers(0, 256, (16, 16)).astype(np.uint8)
    # A row's quarters of the transposed matrix lie in four lanes.
    right = np.ascontiguousarray(tile.T).reshape(2, 32, 4).view(np.uint32)
    return [tile, Out(right.ravel())]
