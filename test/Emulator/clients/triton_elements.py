# ===- triton_elements.py - Kernels of Triton on elements and rows ---------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Elementwise kernels, reductions, scans, sorts and gathers, with their answers.

Floats hold small integers wherever an order of summation is the compiler's
choice, so that every order gives the same bits. Where Triton computes with
approximate functions, the bound comes from what the PTX ISA documents.
"""

import numpy as np
import triton
import triton.language as tl
from clients import Out, integers, program

#: The relative error that ex2.approx, div.full, sqrt.approx and rcp.approx may have.
APPROXIMATE = 2.0**-22


@triton.jit
def vector_add(x, y, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out + i, tl.load(x + i, mask=i < n) + tl.load(y + i, mask=i < n), mask=i < n)


@program(vector_add, "*fp32 *fp32 *fp32 i32", {"B": 256}, grid=3)
def make_vector_add(random):
    x, y = integers(random, 700), integers(random, 700)
    return [x, y, Out(x + y), np.int32(700)]


@triton.jit
def strided_loop(x, out, n, B: tl.constexpr):
    for start in range(tl.program_id(0) * B, n, tl.num_programs(0) * B):
        i = start + tl.arange(0, B)
        tl.store(out + i, 2 * tl.load(x + i, mask=i < n, other=0), mask=i < n)


@program(strided_loop, "*fp16 *fp16 i32", {"B": 128}, grid=2, warps=1)
def make_strided_loop(random):
    x = integers(random, 500, np.float16)
    return [x, Out(2 * x), np.int32(500)]


@triton.jit
def softmax(x, out, n, B: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, B)
    value = tl.load(x + row * n + i, mask=i < n, other=float("-inf"))
    power = tl.exp2(value - tl.max(value, 0))
    tl.store(out + row * n + i, power / tl.sum(power, 0), mask=i < n)


@program(softmax, "*fp32 *fp32 i32", {"B": 256}, grid=3)
def make_softmax(random):
    x = integers(random, (3, 200))
    power = np.exp2(x.astype(np.float64) - x.max(1, keepdims=True))
    right = power / power.sum(1, keepdims=True)
    # The power, the quotient and each of 199 additions, in any order.
    off = 3 * APPROXIMATE + 200 * 2.0**-24
    return [x, Out(right.astype(np.float32), bound=right * off), np.int32(200)]


@triton.jit
def layer_norm(x, weight, bias, mean, rstd, out, n, B: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, B)
    value = tl.load(x + row * n + i, mask=i < n, other=0.0)
    average = tl.sum(value, 0) / n
    centred = tl.where(i < n, value - average, 0.0)
    factor = 1 / tl.sqrt(tl.sum(centred * centred, 0) / n)
    tl.store(mean + row, average)
    tl.store(rstd + row, factor)
    scaled = centred * factor * tl.load(weight + i, mask=i < n) + tl.load(bias + i, mask=i < n)
    tl.store(out + row * n + i, scaled, mask=i < n)


@program(layer_norm, "*fp32 *fp32 *fp32 *fp32 *fp32 *fp32 i32", {"B": 128}, grid=2)
def make_layer_norm(random):
    # Rows of n/2 pairs 5 ± 2: every sum is exact; the mean is 5, the variance 4.
    signs = np.array([random.permutation([-2.0, 2.0] * 48) for _ in range(2)])
    x = (5 + signs).astype(np.float32)
    weight, bias = integers(random, 96), integers(random, 96)
    right = signs / 2 * weight + bias
    # mean and variance are quotients, rstd a root and a quotient; then three roundings.
    off = np.abs(signs / 2 * weight) * 8 * APPROXIMATE + 6 * APPROXIMATE * np.abs(weight)
    off += np.abs(right) * 2.0**-23
    return [
        x,
        weight,
        bias,
        Out(np.full(2, 5, np.float32), bound=5 * APPROXIMATE),
        Out(np.full(2, 0.5, np.float32), bound=4 * APPROXIMATE),
        Out(right.astype(np.float32), bound=off),
        np.int32(96),
    ]


@triton.jit
def rms_norm(x, weight, out, n, B: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, B)
    total = tl.zeros([B], tl.float32)
    for start in range(0, n, B):
        value = tl.load(x + row * n + start + i).to(tl.float32)
        total += value * value
    factor = tl.rsqrt(tl.sum(total, 0) / n)
    for start in range(0, n, B):
        value = tl.load(x + row * n + start + i).to(tl.float32)
        scaled = value * factor * tl.load(weight + start + i).to(tl.float32)
        tl.store(out + row * n + start + i, scaled)


@program(rms_norm, "*fp16 *fp16 *fp32 i32", {"B": 128}, grid=2, warps=2)
def make_rms_norm(random):
    x = random.choice([-2.0, 2.0], (2, 256)).astype(np.float16)
    weight = integers(random, 256, np.float16)
    right = (x / 2 * weight).astype(np.float32)
    # The quotient 4, its reciprocal root, two products.
    return [x, weight, Out(right, bound=np.abs(right) * 4 * APPROXIMATE), np.int32(256)]


@triton.jit
def row_sum(x, out, M: tl.constexpr, N: tl.constexpr):
    i, j = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :]
    tl.store(out + tl.arange(0, M), tl.sum(tl.load(x + i * N + j), 1))


@program(row_sum, "*fp32 *fp32", {"M": 16, "N": 128}, warps=8)
def make_row_sum(random):
    x = integers(random, (16, 128))
    return [x, Out(x.sum(1))]


@triton.jit
def column_max(x, out, M: tl.constexpr, N: tl.constexpr):
    i, j = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :]
    tl.store(out + tl.arange(0, N), tl.max(tl.load(x + i * N + j), 0))


@program(column_max, "*i32 *i32", {"M": 32, "N": 64}, warps=8)
def make_column_max(random):
    x = integers(random, (32, 64), np.int32, 1000)
    return [x, Out(x.max(0))]


@triton.jit
def welford_combine(mean_a, square_a, count_a, mean_b, square_b, count_b):
    return mean_a + mean_b, square_a + square_b, count_a + count_b


@triton.jit
def moments(x, out, N: tl.constexpr):
    value = tl.load(x + tl.arange(0, N))
    total, square, count = tl.reduce(
        (value, value * value, value * 0 + 1), 0, welford_combine
    )
    tl.store(out, total)
    tl.store(out + 1, square)
    tl.store(out + 2, count)


@program(moments, "*i64 *i64", {"N": 512}, warps=4)
def make_moments(random):
    x = integers(random, 512, np.int64, 1 << 20)
    return [x, Out(np.array([x.sum(), (x * x).sum(), 512]))]


@triton.jit
def argmax(x, values, places, N: tl.constexpr):
    row = tl.program_id(0)
    value, place = tl.max(
        tl.load(x + row * N + tl.arange(0, N)), 0, return_indices=True
    )
    tl.store(values + row, value)
    tl.store(places + row, place)


@program(argmax, "*fp32 *fp32 *i32", {"N": 512}, grid=2)
def make_argmax(random):
    # Many equal ones: the leftmost is the answer.
    x = integers(random, (2, 512))
    return [x, Out(x.max(1)), Out(x.argmax(1).astype(np.int32))]


@triton.jit
def cumulative_sum(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.cumsum(tl.load(x + i), 0))


@program(cumulative_sum, "*i32 *i32", {"N": 1024}, warps=8)
def make_cumulative_sum(random):
    x = integers(random, 1024, np.int32, 1000)
    return [x, Out(np.cumsum(x).astype(np.int32))]


@triton.jit
def affine(a, b, c, d):
    return a * c, b * c + d


@triton.jit
def linear_recurrence(factor, term, out, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    _, state = tl.associative_scan((tl.load(factor + at), tl.load(term + at)), 0, affine)
    tl.store(out + at, state)


@program(linear_recurrence, "*i32 *i32 *i32", {"M": 64, "N": 8})
def make_linear_recurrence(random):
    factor = integers(random, (64, 8), np.int32, 1 << 30)
    term = integers(random, (64, 8), np.int32, 1 << 30)
    out, state = np.zeros_like(term), np.zeros(8, np.int32)
    with np.errstate(over="ignore"):
        for row in range(64):
            state = state * factor[row] + term[row]
            out[row] = state
    return [factor, term, Out(out)]


@triton.jit
def sort_rows(x, out, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(out + at, tl.sort(tl.load(x + at), 1, descending=True))


@program(sort_rows, "*i32 *i32", {"M": 2, "N": 128}, warps=4)
def make_sort_rows(random):
    x = integers(random, (2, 128), np.int32, 1000)
    return [x, Out(-np.sort(-x, 1))]


@triton.jit
def histogram(x, out, n, B: tl.constexpr, BINS: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    counts = tl.histogram(tl.load(x + i, mask=i < n, other=0), BINS, mask=i < n)
    tl.atomic_add(out + tl.arange(0, BINS), counts)


@program(histogram, "*i32 *i32 i32", {"B": 256, "BINS": 64}, grid=3)
def make_histogram(random):
    x = random.integers(0, 64, 700).astype(np.int32)
    right = np.bincount(x, minlength=64).astype(np.int32)
    return [x, Out(right, init=np.zeros(64, np.int32)), np.int32(700)]


@triton.jit
def gather_rows(x, rows, out, N: tl.constexpr, B: tl.constexpr):
    i, j = tl.arange(0, B), tl.arange(0, N)
    row = tl.load(rows + tl.program_id(0) * B + i)
    value = tl.load(x + row[:, None] * N + j[None, :])
    tl.store(out + (tl.program_id(0) * B + i)[:, None] * N + j[None, :], value)


@program(gather_rows, "*fp16 *i64 *fp16", {"N": 32, "B": 16}, grid=2)
def make_gather_rows(random):
    x = integers(random, (50, 32), np.float16)
    rows = random.integers(0, 50, 32)
    return [x, rows, Out(x[rows])]


@triton.jit
def gather_in_block(x, places, out, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(out + at, tl.gather(tl.load(x + at), tl.load(places + at), 0))


@program(gather_in_block, "*fp32 *i32 *fp32", {"M": 64, "N": 16})
def make_gather_in_block(random):
    x = integers(random, (64, 16), np.float32, 1000)
    places = random.integers(0, 64, (64, 16)).astype(np.int32)
    return [x, places, Out(np.take_along_axis(x, places, 0))]


@triton.jit
def scatter_add(x, places, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.atomic_add(out + tl.load(places + i, mask=i < n, other=0), tl.load(x + i, mask=i < n, other=0), mask=i < n, sem="relaxed")


@program(scatter_add, "*fp32 *i32 *fp32 i32", {"B": 128}, grid=3)
def make_scatter_add(random):
    x, places = integers(random, 300), random.integers(0, 20, 300).astype(np.int32)
    right = np.zeros(20, np.float32)
    np.add.at(right, places, x)
    return [x, places, Out(right, init=np.zeros(20, np.float32)), np.int32(300)]


@triton.jit
def transpose(x, out, M: tl.constexpr, N: tl.constexpr):
    i, j = tl.arange(0, M), tl.arange(0, N)
    value = tl.load(x + i[:, None] * N + j[None, :])
    tl.store(out + j[:, None] * M + i[None, :], tl.trans(value))


@program(transpose, "*fp32 *fp32", {"M": 32, "N": 64})
def make_transpose(random):
    x = integers(random, (32, 64), np.float32, 1000)
    return [x, Out(np.ascontiguousarray(x.T))]


@triton.jit
def interleave(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    both = tl.interleave(tl.load(x + i), tl.load(y + i))
    tl.store(out + tl.arange(0, 2 * N), tl.flip(both))


@program(interleave, "*i8 *i8 *i8", {"N": 256}, warps=4)
def make_interleave(random):
    x, y = integers(random, 256, np.int8, 100), integers(random, 256, np.int8, 100)
    return [x, y, Out(np.ascontiguousarray(np.stack([x, y], 1).ravel()[::-1]))]


@triton.jit
def dropout(x, out, seed, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    word = tl.randint(seed, i).to(tl.int32, bitcast=True)
    value = tl.load(x + i, mask=i < n)
    tl.store(out + i, tl.where(word >= 0, value * 2, 0.0), mask=i < n)


def philox(seed, counters):
    """The first word of Philox 4x32 with ten rounds (Salmon et al., 2011)."""
    words = [counters.astype(np.uint64)] + [np.zeros(len(counters), np.uint64)] * 3
    keys = [seed & 0xFFFFFFFF, seed >> 32]
    low = np.uint64(0xFFFFFFFF)
    for _ in range(10):
        first = words[0] * np.uint64(0xD2511F53)
        second = words[2] * np.uint64(0xCD9E8D57)
        words = [
            (second >> np.uint64(32)) ^ words[1] ^ np.uint64(keys[0]),
            second & low,
            (first >> np.uint64(32)) ^ words[3] ^ np.uint64(keys[1]),
            first & low,
        ]
        keys = [(keys[0] + 0x9E3779B9) & 0xFFFFFFFF, (keys[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return words[0].astype(np.uint32).view(np.int32)


@program(dropout, "*fp32 *fp32 i32 i32", {"B": 128}, grid=2)
def make_dropout(random):
    x = integers(random, 200)
    keep = philox(12345, np.arange(200)) >= 0
    return [x, Out(np.where(keep, 2 * x, np.float32(0))), np.int32(12345), np.int32(200)]


@triton.jit
def quantise(x, codes, scales, N: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, N)
    value = tl.load(x + row * N + i)
    scale = tl.max(tl.abs(value), 0) * 0.015625
    tl.store(scales + row, scale)
    tl.store(codes + row * N + i, tl.math.div_rn(value, scale).to(tl.int8))


@program(quantise, "*fp32 *i8 *fp32", {"N": 256}, grid=2, warps=2)
def make_quantise(random):
    # The largest is 64 in one row, 128 in the other: each quotient is exact.
    x = integers(random, (2, 256), np.float32, 32)
    x[:, 7], x[1] = 64, 2 * np.where(np.arange(256) == 7, 64, x[1])
    scale = np.array([1, 2], np.float32)
    return [x, Out((x / scale[:, None]).astype(np.int8)), Out(scale)]


@triton.jit
def xor(a, b):
    return a ^ b


@triton.jit
def checksum(x, out, N: tl.constexpr):
    value = tl.load(x + tl.program_id(0) * N + tl.arange(0, N))
    tl.atomic_xor(out, tl.reduce(value, 0, xor))


@program(checksum, "*i32 *i32", {"N": 512}, grid=3, warps=8)
def make_checksum(random):
    x = integers(random, 1536, np.int32, 1 << 30)
    right = np.bitwise_xor.reduce(x).reshape(1)
    return [x, Out(right, init=np.zeros(1, np.int32))]
