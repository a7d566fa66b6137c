# ===- warpgroups.py - Inputs and answers of warpgroups.cu -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Products of warp groups. Elements are small integers, so that sums are exact in
every order. The instructions exist for sm_90a alone; at -O0 and with -G the compiler
keeps accumulators in memory, which no product in flight allows."""

import numpy as np
from suite import Out, program

OPTIONS = {"since": 90, "target": "90a"}


def small(random, *shape, low=-4, high=5):
    return random.integers(low, high, shape)


def bf16(values):
    """The bits of bfloat16, exact for small integers."""
    return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


def fp8(values, exponent, fraction):
    """The bits of a float of 8 bits, exact for small integers."""
    bias = (1 << (exponent - 1)) - 1
    table = {0: 0}
    for bits in range(1, 1 << (exponent + fraction)):
        field, rest = bits >> fraction, bits & ((1 << fraction) - 1)
        scale = 2.0 ** (max(field, 1) - bias - fraction)
        table.setdefault((rest + (bool(field) << fraction)) * scale, bits)
    convert = lambda v: table[abs(float(v))] | (0x80 if v < 0 else 0)
    return np.vectorize(convert)(values).astype(np.uint8)


def products(random, k, convert, convertB, result, sign=1, low=-4, low_b=-4, high=5):
    """Inputs of 128 x 64 sums; B is stored by columns."""
    a = small(random, 128, k, low=low, high=high)
    b = small(random, k, 64, low=low_b, high=high)
    left, right = convert(a), convertB(np.ascontiguousarray(b.T))
    c = Out((sign * (a @ b)).astype(result))
    return [left, right, c, np.int32(k * left.dtype.itemsize), np.int32(64)]


@program(grid=(2, 2), block=128, **OPTIONS)
def group_f16(random):
    half = lambda v: v.astype(np.float16)
    return products(random, 320, half, half, np.float32)


@program(grid=(2, 2), block=128, **OPTIONS)
def group_tf32(random):
    single = lambda v: v.astype(np.float32)
    return products(random, 96, single, single, np.float32)


@program(grid=(2, 2), block=128, **OPTIONS)
def group_fp8(random):
    return products(
        random, 384, lambda v: fp8(v, 4, 3), lambda v: fp8(v, 5, 2), np.float32, low=-2, high=3
    )


@program(grid=(2, 2), block=128, **OPTIONS)
def group_bytes(random):
    return products(
        random,
        384,
        lambda v: v.astype(np.int8),
        lambda v: v.astype(np.uint8),
        np.int32,
        low=-100,
        low_b=0,
        high=100,
    )


@program(block=128, **OPTIONS)
def group_transposed(random):
    a, b = small(random, 64, 64), small(random, 64, 32)
    return [bf16(a), bf16(b), Out((-(a @ b)).astype(np.float32))]


@program(block=128, **OPTIONS)
def group_chain(random):
    a, b = small(random, 64, 64, low=-2, high=3), small(random, 64, 32, low=-2, high=3)
    c = small(random, 32, 32)
    right = np.ascontiguousarray(b.T).astype(np.float16)
    result = Out((a @ b @ c).astype(np.float32))
    return [a.astype(np.float16), right, c.astype(np.float16), result]


def cells(matrix):
    """Columns of 16 bytes, each row by row."""
    return np.concatenate([matrix[:, at : at + 8].ravel() for at in range(0, matrix.shape[1], 8)])


@program(block=384, **OPTIONS)
def group_specialised(random):
    count = 7
    a, b = small(random, 128, 16 * count), small(random, 16 * count, 32)
    tiles = []
    for i in range(count):
        part = slice(16 * i, 16 * i + 16)
        for matrix in (a[:64, part], a[64:, part], b[part].T):
            tiles.append(cells(matrix.astype(np.float16)))
    c = Out((a @ b).astype(np.float32))
    return [np.concatenate(tiles), c, np.int32(count)]


@program(grid=2, block=288, **OPTIONS)
def group_attention(random):
    count = 5
    q, k, v = (
        random.uniform(-2, 2, (rows, 64)).astype(np.float16) for rows in (256, 32 * count, 32 * count)
    )
    weights = np.exp(q.astype(np.float64) @ k.astype(np.float64).T / 8)
    right = weights @ v.astype(np.float64) / weights.sum(1, keepdims=True)
    tiles = []
    for at in range(0, 32 * count, 32):
        values = v[at : at + 32].T
        tiles += [cells(k[at : at + 32]), cells(values[:32]), cells(values[32:])]
    # Weights are rounded to f16, by 2^-11 at most, of values up to 2.
    result = Out(right.astype(np.float32), bound=2e-3)
    return [q, np.concatenate(tiles), result, np.int32(count)]
