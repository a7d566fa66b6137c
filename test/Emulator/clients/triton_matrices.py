# ===- triton_matrices.py - Kernels of Triton with tl.dot and messages -----===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Matrix products, attention, and kernels whose blocks speak with one another,
with their answers.

Matrices hold small integers, whose products and sums are exact in every order.
"""

import numpy as np
import triton
import triton.language as tl
from clients import Out, integers, program
from triton_elements import APPROXIMATE


@triton.jit
def matmul(
    a, b, out, m, n, k,
    M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, PRECISION: tl.constexpr,
):  # fmt: skip
    i = tl.program_id(0) * M + tl.arange(0, M)
    j = tl.program_id(1) * N + tl.arange(0, N)
    total = tl.zeros([M, N], out.dtype.element_ty)
    for start in range(0, k, K):
        l = start + tl.arange(0, K)
        left = tl.load(a + i[:, None] * k + l[None, :])
        right = tl.load(b + l[:, None] * n + j[None, :])
        total = tl.dot(left, right, total, input_precision=PRECISION, out_dtype=out.dtype.element_ty)
    tl.store(out + i[:, None] * n + j[None, :], total)


def product(random, m, n, k, read, right_type=np.float32):
    """Arguments of a product: READ makes an array's bits of small integers."""
    a, b = integers(random, (m, k), np.int64, 3), integers(random, (k, n), np.int64, 3)
    return [read(a), read(b), Out((a @ b).astype(right_type)), *map(np.int32, (m, n, k))]


def bfloat(values):
    return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


def e4m3(values):
    """Integers between -4 and 4 in fp8: 1.0 is 0x38, and three bits are fraction."""
    codes = np.array([0x00, 0x38, 0x40, 0x44, 0x48], np.uint8)
    return codes[np.abs(values)] | np.where(values < 0, 0x80, 0).astype(np.uint8)


def floats(values):
    return values.astype(np.float32)


def halves(values):
    return values.astype(np.float16)


def bytes_of(values):
    return values.astype(np.int8)


TILE = {"M": 32, "N": 32, "K": 32, "PRECISION": "ieee"}
SIGNATURE = "*{0} *{0} *{1} i32 i32 i32"


def product_program(name, kind, into, read, right_type=np.float32, size=(32, 32, 128), tile=None, **options):
    constants = TILE | (tile or {})
    grid = (size[0] // constants["M"], size[1] // constants["N"])

    def make(random):
        return product(random, *size, read, right_type)

    program(matmul, SIGNATURE.format(kind, into), constants, name=name, grid=grid, **options)(make)


product_program("matmul_f16_1_stage", "fp16", "fp32", halves, stages=1)
product_program("matmul_f16_2_stages", "fp16", "fp32", halves, stages=2, warps=2)
product_program("matmul_f16_3_stages", "fp16", "fp32", halves, stages=3, size=(64, 32, 128))
product_program("matmul_f16_4_stages", "fp16", "fp32", halves, stages=4, warps=8, size=(64, 64, 192), tile={"M": 64, "N": 64})
product_program("matmul_f16_1_warp", "fp16", "fp32", halves, stages=2, warps=1)
product_program("matmul_f16_into_f16", "fp16", "fp16", halves, np.float16, stages=3, size=(32, 32, 96))
product_program("matmul_bf16", "bf16", "fp32", bfloat, stages=3, since=80)
product_program("matmul_tf32", "fp32", "fp32", floats, stages=2, since=80, tile={"PRECISION": "tf32"})
product_program("matmul_f32", "fp32", "fp32", floats, stages=1, size=(32, 32, 64))
product_program("matmul_i8", "i8", "i32", bytes_of, np.int32, stages=3, since=80)
product_program("matmul_fp8", "fp8e4nv", "fp32", e4m3, stages=3, since=89)


@triton.jit
def ragged_matmul(a, b, out, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    i = tl.program_id(0) * M + tl.arange(0, M)
    j = tl.program_id(1) * N + tl.arange(0, N)
    total = tl.zeros([M, N], tl.float32)
    for start in range(0, k, K):
        l = start + tl.arange(0, K)
        left = tl.load(a + i[:, None] * k + l[None, :], mask=(i[:, None] < m) & (l[None, :] < k), other=0)
        right = tl.load(b + l[:, None] * n + j[None, :], mask=(l[:, None] < k) & (j[None, :] < n), other=0)
        total = tl.dot(left, right, total)
    total = tl.where(total > 0, total, 0.0)
    tl.store(out + i[:, None] * n + j[None, :], total, mask=(i[:, None] < m) & (j[None, :] < n))


@program(ragged_matmul, "*fp16 *fp16 *fp32 i32 i32 i32", {"M": 32, "N": 32, "K": 32}, grid=(2, 2), stages=3)
def make_ragged_matmul(random):
    arguments = product(random, 45, 39, 71, halves)
    return [*arguments[:2], Out(np.maximum(arguments[2].expected, 0)), *arguments[3:]]


@triton.jit
def attention(q, k, v, out, n, D: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    i = tl.program_id(0) * M + tl.arange(0, M)
    d = tl.arange(0, D)
    query = tl.load(q + i[:, None] * D + d[None, :])
    highest = tl.full([M], float("-inf"), tl.float32)
    weight = tl.zeros([M], tl.float32)
    total = tl.zeros([M, D], tl.float32)
    for start in range(0, (tl.program_id(0) + 1) * M, N):
        j = start + tl.arange(0, N)
        keys = tl.load(k + j[:, None] * D + d[None, :])
        score = tl.dot(query, tl.trans(keys))
        score = tl.where(i[:, None] >= j[None, :], score, float("-inf"))
        higher = tl.maximum(highest, tl.max(score, 1))
        power = tl.exp2(score - higher[:, None])
        scale = tl.exp2(highest - higher)
        weight = weight * scale + tl.sum(power, 1)
        values = tl.load(v + j[:, None] * D + d[None, :])
        total = tl.dot(power.to(tl.float16), values, total * scale[:, None])
        highest = higher
    tl.store(out + i[:, None] * D + d[None, :], total / weight[:, None])


@program(attention, "*fp16 *fp16 *fp16 *fp32 i32", {"D": 32, "M": 32, "N": 32}, grid=2, stages=2)
def make_attention(random):
    # Scores are integers: their powers of two, and sums of them, are exact in f16.
    q, k = integers(random, (64, 32), np.int64, 1), integers(random, (64, 32), np.int64, 1)
    q[:, 4:] = 0
    v = integers(random, (64, 32), np.int64, 3)
    score = np.where(np.tri(64, dtype=bool), (q @ k.T).astype(float), -np.inf)
    power = np.exp2(score - score.max(1, keepdims=True))
    right = power @ v / power.sum(1, keepdims=True)
    # Powers are at least 2^-8 and may be off by 2^-22; f16 rounds a wrong one to
    # the right number again or not: 2^-11 more, where it does not.
    off = (power @ np.abs(v)) / power.sum(1, keepdims=True) * (2.0**-11 + 128 * APPROXIMATE)
    return [halves(q), halves(k), halves(v), Out(right.astype(np.float32), bound=off), np.int32(64)]


@triton.jit
def split_k_matmul(a, b, out, partial, tickets, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    """Each block adds a part of K; the last one of a tile, by ticket, adds the parts."""
    i, j = tl.program_id(0) * M + tl.arange(0, M), tl.arange(0, N)
    part, parts = tl.program_id(1), tl.num_programs(1)
    total = tl.zeros([M, N], tl.float32)
    for start in range(part * K, k, parts * K):
        l = start + tl.arange(0, K)
        total = tl.dot(tl.load(a + i[:, None] * k + l[None, :]), tl.load(b + l[:, None] * n + j[None, :]), total)
    at = i[:, None] * n + j[None, :]
    tl.store(partial + part * m * n + at, total)
    tl.debug_barrier()
    if tl.atomic_add(tickets + tl.program_id(0), 1, sem="acq_rel") == parts - 1:
        total = tl.zeros([M, N], tl.float32)
        for other in range(parts):
            total += tl.load(partial + other * m * n + at, cache_modifier=".cg")
        tl.store(out + at, total)
        tl.store(tickets + tl.program_id(0), 0)


@program(split_k_matmul, "*fp16 *fp16 *fp32 *fp32 *i32 i32 i32 i32", {"M": 32, "N": 32, "K": 32}, grid=(2, 3), stages=2)
def make_split_k_matmul(random):
    a, b, out, m, n, k = product(random, 64, 32, 192, halves)
    parts = np.stack([
        floats(a)[:, s].astype(np.float64) @ floats(b)[s]
        for s in (np.r_[p * 32 : p * 32 + 32, p * 32 + 96 : p * 32 + 128] for p in range(3))
    ])  # fmt: skip
    tickets = np.zeros(2, np.int32)
    return [a, b, out, Out(parts.astype(np.float32)), Out(tickets, init=tickets), m, n, k]


@triton.jit
def locked_sum(x, out, lock, N: tl.constexpr):
    """Blocks go one after the other, by a spin lock."""
    i = tl.arange(0, N)
    value = tl.load(x + tl.program_id(0) * N + i)
    while tl.atomic_cas(lock, 0, 1, sem="acquire") == 1:
        pass
    tl.debug_barrier()
    tl.store(out + i, tl.load(out + i) + value)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0, sem="release")


@program(locked_sum, "*i32 *i32 *i32", {"N": 128}, grid=4)
def make_locked_sum(random):
    x, none = integers(random, (4, 128), np.int32, 1000), np.zeros(1, np.int32)
    return [x, Out(x.sum(0, dtype=np.int32), init=np.zeros(128, np.int32)), Out(none, init=none)]


@triton.jit
def work_queue(x, out, counter, tiles, N: tl.constexpr):
    """Blocks take tiles from a counter until there is none left."""
    tile = tl.atomic_add(counter, 1, sem="relaxed")
    while tile < tiles:
        i = tile * N + tl.arange(0, N)
        tl.store(out + i, tl.load(x + i) * 3)
        tile = tl.atomic_add(counter, 1, sem="relaxed")


@program(work_queue, "*i32 *i32 *i32 i32", {"N": 64}, grid=3, warps=2)
def make_work_queue(random):
    x = integers(random, 7 * 64, np.int32, 1000)
    counter = Out(np.full(1, 10, np.int32), init=np.zeros(1, np.int32))
    return [x, Out(3 * x), counter, np.int32(7)]


@triton.jit
def chained_scan(x, out, sums, flags, N: tl.constexpr):
    """A scan over blocks: each waits for the sum of the one before."""
    block = tl.program_id(0)
    i = block * N + tl.arange(0, N)
    value = tl.load(x + i)
    before = 0
    if block > 0:
        while tl.atomic_add(flags + block - 1, 0, sem="acquire") == 0:
            pass
        tl.debug_barrier()
        before = tl.load(sums + block - 1)
    tl.store(sums + block, before + tl.sum(value, 0))
    tl.debug_barrier()
    tl.atomic_xchg(flags + block, 1, sem="release")
    tl.store(out + i, before + tl.cumsum(value, 0))


@program(chained_scan, "*i32 *i32 *i32 *i32", {"N": 128}, grid=3)
def make_chained_scan(random):
    x = integers(random, 384, np.int32, 1000)
    right = np.cumsum(x).astype(np.int32)
    flags = Out(np.ones(3, np.int32), init=np.zeros(3, np.int32))
    return [x, Out(right), Out(right[127::128].copy()), flags]
