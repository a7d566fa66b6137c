# ===- matmul.py - Inputs and answers of matmul.cu -------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Products of matrices. Elements are small integers, so that every order of
summation, and every internal precision, gives the same exact answer."""

import numpy as np
from suite import Out, program


def small(random, *shape, low=-8, high=9):
    return random.integers(low, high, shape)


def bf16(values):
    """The bits of bfloat16, exact for small integers."""
    return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


@program(grid=(3, 2), block=(8, 16))
def matmul_naive(random):
    a, b = small(random, 19, 13), small(random, 13, 22)
    sizes = [np.int32(19), np.int32(22), np.int32(13)]
    return [a.astype(np.int32), b.astype(np.int32), Out((a @ b).astype(np.int32)), *sizes]


@program(grid=(3, 2), block=(16, 16))
def matmul_tiled(random):
    a, b = small(random, 30, 37), small(random, 37, 41)
    sizes = [np.int32(30), np.int32(41), np.int32(37)]
    return [a.astype(np.float32), b.astype(np.float32), Out((a @ b).astype(np.float32)), *sizes]


@program(grid=(2, 2), block=64)
def matmul_registers(random):
    a, b = small(random, 64, 32), small(random, 32, 64)
    sizes = [np.int32(64), np.int32(32)]
    return [a.astype(np.float32), b.astype(np.float32), Out((a @ b).astype(np.float32)), *sizes]


def fragments(random, shape, convert, result, columnMajor, low=-8, high=9):
    """Inputs of a product of 2 x 2 tiles and three steps."""
    m, n, k = shape
    a = small(random, 2 * m, 3 * k, low=low, high=high)
    b = small(random, 3 * k, 2 * n, low=low, high=high)
    right = b.T if columnMajor else b
    return [
        convert(a),
        convert(np.ascontiguousarray(right)),
        Out((a @ b).astype(result)),
        np.int32(2 * n),
        np.int32(3 * k),
    ]


@program(grid=(2, 2))
def wmma_f16(random):
    return fragments(random, (16, 16, 16), np.float16, np.float32, False)


@program(grid=(2, 2))
def wmma_f16_narrow(random):
    # Sums of 48 products stay below 2048, and are exact in f16.
    return fragments(random, (8, 32, 16), np.float16, np.float16, True, -4, 5)


@program(grid=(2, 2))
def wmma_s8(random):
    return fragments(random, (32, 8, 16), np.int8, np.int32, True, -128, 128)


@program(grid=(2, 2))
def wmma_u8(random):
    return fragments(random, (16, 16, 16), np.uint8, np.int32, False, 0, 256)


@program(grid=(2, 2), since=80)
def wmma_bf16(random):
    return fragments(random, (16, 16, 16), bf16, np.float32, True)


@program(grid=(2, 2), since=80)
def wmma_tf32(random):
    return fragments(random, (16, 16, 8), np.float32, np.float32, False)


@program(grid=(2, 2), since=80)
def wmma_f64(random):
    return fragments(random, (8, 8, 4), np.float64, np.float64, True, -(10**6), 10**6)


@program()
def wmma_scaled(random):
    a, b = small(random, 16, 16), small(random, 16, 16)
    c = small(random, 16, 16).astype(np.float32)
    right = (0.5 * (a.T @ b) - 2.0 * c).astype(np.float32)
    scales = [np.float32(0.5), np.float32(-2.0)]
    return [a.astype(np.float16), b.astype(np.float16), Out(right, c), *scales]


@program(since=80)
def mma_inline_f16(random):
    a, b = small(random, 16, 16), small(random, 16, 8)
    return [a.astype(np.float16), b.astype(np.float16), Out((a @ b).astype(np.float32))]


@program(since=80)
def mma_inline_tf32(random):
    a, b = small(random, 16, 8), small(random, 8, 8)
    return [a.astype(np.float32), b.astype(np.float32), Out((a @ b).astype(np.float32))]


@program(since=80)
def mma_inline_s8(random):
    a = small(random, 16, 32, low=-128, high=128)
    b = small(random, 32, 8, low=0, high=256)
    words = [a.astype(np.int8), np.ascontiguousarray(b.T).astype(np.uint8)]
    return [*words, Out((a @ b).astype(np.int32))]


@program(since=80)
def mma_inline_bits(random):
    a, b = small(random, 16, 256, low=0, high=2), small(random, 256, 8, low=0, high=2)
    packed = [
        np.packbits(bits.astype(np.uint8), axis=1, bitorder="little")
        for bits in (a, np.ascontiguousarray(b.T))
    ]
    return [*packed, Out((a @ b).astype(np.int32))]


@program(grid=(2, 2), block=128, since=80)
def matmul_stages(random):
    a, b = small(random, 64, 192), small(random, 192, 64)
    sizes = [np.int32(64), np.int32(192)]
    return [a.astype(np.float16), b.astype(np.float16), Out((a @ b).astype(np.float32)), *sizes]


@program(block=256)
def matvec(random):
    a, b = small(random, 8, 300), small(random, 300)
    right = a @ b
    outer = np.outer(right, right).astype(np.float32)
    arrays = [a.astype(np.float32), b.astype(np.float32)]
    return [*arrays, Out(right.astype(np.float32)), Out(outer), np.int32(300)]
