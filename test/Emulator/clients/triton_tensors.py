# ===- triton_tensors.py - Kernels of Triton with tensor copies ------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Kernels for sm_90 and sm_100: tensor descriptors that the host or the kernel makes,
warp specialisation, products of warp groups and in tensor memory.

Matrices hold small integers, whose products and sums are exact in every order.
"""

import numpy as np
import triton
import triton.language as tl
from clients import Descriptor, Out, integers, program
from triton_elements import APPROXIMATE
from triton_matrices import bfloat, bytes_of, e4m3, floats, halves, product

BOTH = (90, 100)
#: Its parities of warp-specialised loops on sm_90 are 0 and -1. On sm_100 warps of one
#: group execute setmaxnreg at different places, which the ISA rules out.
SIGNED = {"gpus": (90,), "checks": {90: "memory,race,uniform"}}


def transposed(arguments):
    """The arguments of a product whose right factor is stored by columns."""
    a, b, *rest = arguments
    return [a, np.ascontiguousarray(b.T), *rest]


# ===------------------------------------------------------------------------===#
# Products
# ===------------------------------------------------------------------------===#


@triton.jit
def host_matmul(a, b, out, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, INTO: tl.constexpr):
    i, j = tl.program_id(0) * M, tl.program_id(1) * N
    total = tl.zeros([M, N], INTO)
    for start in range(0, k, K):
        total = tl.dot(a.load([i, start]), b.load([j, start]).T, total, out_dtype=INTO)
    out.store([i, j], total)


def host_product(name, kind, into, read, right_type=np.float32, size=(128, 64, 192), tile=(64, 32, 64), result=tl.float32, **options):
    m, n, k = tile
    blocks = [f"{kind}[{m}, {k}]", f"{kind}[{n}, {k}]", f"{into}[{m}, {n}]"]
    signature = " ".join(f"tensordesc<{block.replace(' ', '')}>" for block in blocks) + " i32"

    def make(random):
        a, b, out, *_, depth = transposed(product(random, *size, read, right_type))
        return [*map(Descriptor, (a, b, out)), depth]

    constants = {"M": m, "N": n, "K": k, "INTO": result}
    grid = (size[0] // m, size[1] // n)
    program(host_matmul, signature, constants, name=name, grid=grid, gpus=BOTH, **options)(make)


host_product("tensor_matmul_f16", "fp16", "fp32", halves)
host_product("tensor_matmul_f16_4_stages", "fp16", "fp32", halves, tile=(128, 64, 32), size=(128, 64, 256), stages=4, warps=8)
host_product("tensor_matmul_bf16", "bf16", "fp32", bfloat)
host_product("tensor_matmul_tf32", "fp32", "fp32", floats, size=(64, 32, 96), tile=(64, 32, 32))
host_product("tensor_matmul_fp8", "fp8e4nv", "fp32", e4m3, size=(64, 32, 256), tile=(64, 32, 128))
host_product("tensor_matmul_i8", "i8", "i32", bytes_of, np.int32, size=(64, 32, 128), result=tl.int32)


@triton.jit
def made_matmul(a, b, out, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, SPECIALIZED: tl.constexpr):
    """The kernel makes the descriptors."""
    left = tl.make_tensor_descriptor(a, [m, k], [k, 1], [M, K])
    right = tl.make_tensor_descriptor(b, [n, k], [k, 1], [N, K])
    result = tl.make_tensor_descriptor(out, [m, n], [n, 1], [M, N])
    i, j = tl.program_id(0) * M, tl.program_id(1) * N
    total = tl.zeros([M, N], tl.float32)
    for start in tl.range(0, k, K, warp_specialize=SPECIALIZED):
        total = tl.dot(left.load([i, start]), right.load([j, start]).T, total)
    result.store([i, j], total)


SIGNATURE = "*fp16 *fp16 *fp32 i32 i32 i32"
TILE = {"M": 128, "N": 32, "K": 64}


def made_product(name, specialized, size):
    def make(random):
        return transposed(product(random, *size, halves))

    grid = (-(-size[0] // 128), -(-size[1] // 32))
    constants = TILE | {"SPECIALIZED": specialized}
    about = SIGNED if specialized else {"gpus": BOTH}
    program(made_matmul, SIGNATURE, constants, name=name, grid=grid, **about)(make)


made_product("made_matmul", False, (128, 64, 192))
made_product("made_matmul_ragged", False, (144, 40, 88))
made_product("specialized_matmul", True, (128, 64, 256))


@triton.jit
def persistent_matmul(a, b, out, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    """Each block computes several tiles."""
    left = tl.make_tensor_descriptor(a, [m, k], [k, 1], [M, K])
    right = tl.make_tensor_descriptor(b, [n, k], [k, 1], [N, K])
    result = tl.make_tensor_descriptor(out, [m, n], [n, 1], [M, N])
    columns = tl.cdiv(n, N)
    for tile in tl.range(tl.program_id(0), tl.cdiv(m, M) * columns, tl.num_programs(0), flatten=True):
        i, j = tile // columns * M, tile % columns * N
        total = tl.zeros([M, N], tl.float32)
        for start in range(0, k, K):
            total = tl.dot(left.load([i, start]), right.load([j, start]).T, total)
        result.store([i, j], total)


@program(persistent_matmul, SIGNATURE, {"M": 64, "N": 32, "K": 64}, grid=2, gpus=BOTH)
def make_persistent_matmul(random):
    return transposed(product(random, 128, 96, 128, halves))


@triton.jit
def grouped_matmul(a, b, out, sizes, n, k, GROUPS: tl.constexpr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    """Products of one right factor with groups of rows, of which each has as many as
    SIZES says: a descriptor for each group."""
    first = 0
    for group in range(GROUPS):
        rows = tl.load(sizes + group)
        left = tl.make_tensor_descriptor(a + first * k, [rows, k], [k, 1], [M, K])
        right = tl.make_tensor_descriptor(b + group * n * k, [n, k], [k, 1], [N, K])
        result = tl.make_tensor_descriptor(out + first * n, [rows, n], [n, 1], [M, N])
        for i in range(tl.program_id(0) * M, rows, tl.num_programs(0) * M):
            total = tl.zeros([M, N], tl.float32)
            for start in range(0, k, K):
                total = tl.dot(left.load([i, start]), right.load([0, start]).T, total)
            result.store([i, 0], total)
        first += rows


@program(
    grouped_matmul, "*fp16 *fp16 *fp32 *i32 i32 i32", {"GROUPS": 3, "M": 64, "N": 32, "K": 64}, grid=2, gpus=BOTH
)
def make_grouped_matmul(random):
    sizes = np.array([40, 130, 64], np.int32)
    a, b = integers(random, (sizes.sum(), 64), np.int64, 3), integers(random, (3, 32, 64), np.int64, 3)
    parts = np.split(a, np.cumsum(sizes)[:-1])
    right = np.concatenate([part @ factor.T for part, factor in zip(parts, b)])
    return [halves(a), halves(b), Out(floats(right)), sizes, np.int32(32), np.int32(64)]


@triton.jit
def register_matmul(a, b, out, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    """The left factor is computed before it is multiplied."""
    total = tl.zeros([M, N], tl.float32)
    for start in range(0, k, K):
        left = a.load([0, start]) * 2 + 1
        total = tl.dot(left.to(tl.float16), b.load([start, 0]), total)
    out.store([0, 0], total)


@program(
    register_matmul,
    "tensordesc<fp16[64,64]> tensordesc<fp16[64,32]> tensordesc<fp32[64,32]> i32",
    {"M": 64, "N": 32, "K": 64},
    gpus=BOTH,
)
def make_register_matmul(random):
    a, b = integers(random, (64, 128), np.int64, 3), integers(random, (128, 32), np.int64, 3)
    right = Out(floats((2 * a + 1) @ b))
    return [*map(Descriptor, (halves(a), halves(b), right)), np.int32(128)]


@triton.jit
def scaled_matmul(a, aScale, b, bScale, out, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    i, j, l = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    s = tl.arange(0, K // 32)
    left = tl.load(a + i[:, None] * K + l[None, :])
    right = tl.load(b + j[None, :] * K + l[:, None])
    ofA = tl.load(aScale + i[:, None] * (K // 32) + s[None, :])
    ofB = tl.load(bScale + j[:, None] * (K // 32) + s[None, :])
    total = tl.dot_scaled(left, ofA, "e4m3", right, ofB, "e4m3")
    tl.store(out + i[:, None] * N + j[None, :], total)


@program(scaled_matmul, "*fp8e4nv *u8 *fp8e4nv *u8 *fp32", {"M": 128, "N": 32, "K": 128}, gpus=BOTH)
def make_scaled_matmul(random):
    a, b = integers(random, (128, 128), np.int64, 2), integers(random, (32, 128), np.int64, 2)
    powers = [integers(random, (rows, 4), np.int64, 2) for rows in (128, 32)]
    left, right = (v * 2.0 ** np.repeat(p, 32, 1) for v, p in zip((a, b), powers))
    scales = [(p + 127).astype(np.uint8) for p in powers]
    return [e4m3(a), scales[0], e4m3(b), scales[1], Out(floats(left @ right.T))]


# ===------------------------------------------------------------------------===#
# Attention
# ===------------------------------------------------------------------------===#


@triton.jit
def tensor_attention(q, k, v, out, n, D: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    i = tl.program_id(0) * M
    query = q.load([i, 0])
    highest = tl.full([M], float("-inf"), tl.float32)
    weight = tl.zeros([M], tl.float32)
    total = tl.zeros([M, D], tl.float32)
    for start in range(0, n, N):
        score = tl.dot(query, k.load([start, 0]).T)
        higher = tl.maximum(highest, tl.max(score, 1))
        power = tl.exp2(score - higher[:, None])
        scale = tl.exp2(highest - higher)
        weight = weight * scale + tl.sum(power, 1)
        total = tl.dot(power.to(tl.float16), v.load([start, 0]), total * scale[:, None])
        highest = higher
    out.store([i, 0], total / weight[:, None])


def attention(name, rows):
    depth, length = 64, 192

    def make(random):
        # Scores are integers: their powers of two, and sums of them, are exact.
        q, k = integers(random, (rows, depth), np.int64, 1), integers(random, (length, depth), np.int64, 1)
        q[:, 4:] = 0
        v = integers(random, (length, depth), np.int64, 3)
        score = (q @ k.T).astype(float)
        power = np.exp2(score - score.max(1, keepdims=True))
        right = power @ v / power.sum(1, keepdims=True)
        off = (power @ np.abs(v)) / power.sum(1, keepdims=True) * (2.0**-11 + 256 * APPROXIMATE)
        arrays = halves(q), halves(k), halves(v), Out(floats(right), bound=off)
        return [*map(Descriptor, arrays), np.int32(length)]

    block = lambda kind, count: f"tensordesc<{kind}[{count},{depth}]>"
    signature = f"{block('fp16', rows)} {block('fp16', 64)} {block('fp16', 64)} {block('fp32', rows)} i32"
    constants = {"D": depth, "M": rows, "N": 64}
    program(tensor_attention, signature, constants, name=name, stages=2, gpus=BOTH)(make)


attention("tensor_attention", 64)
attention("tensor_attention_128", 128)


# ===------------------------------------------------------------------------===#
# Copies
# ===------------------------------------------------------------------------===#


@triton.jit
def tensor_sums(x, sums, ROWS: tl.constexpr, N: tl.constexpr):
    """All blocks add to one tile."""
    sums.atomic_add([0, 0], x.load([tl.program_id(0) * ROWS, 0]))


@program(tensor_sums, "tensordesc<i32[8,32]> tensordesc<i32[8,32]>", {"ROWS": 8, "N": 32}, grid=5, gpus=BOTH)
def make_tensor_sums(random):
    x = integers(random, (5, 8, 32), np.int32, 1000)
    sums = Out(x.sum(0, dtype=np.int32), init=np.zeros((8, 32), np.int32))
    return [Descriptor(x.reshape(40, 32)), Descriptor(sums)]


@triton.jit
def tensor_rows(table, rows, out, N: tl.constexpr, SCATTERS: tl.constexpr):
    i = tl.program_id(0) * 16 + tl.arange(0, 16)
    if SCATTERS:
        table.scatter(out.load([tl.program_id(0) * 16, 0]), tl.load(rows + i), 0)
    else:
        out.store([tl.program_id(0) * 16, 0], table.gather(tl.load(rows + i), 0))


ROWS = "tensordesc<fp32[1,32]> *i32 tensordesc<fp32[16,32]>"


@program(tensor_rows, ROWS, {"N": 32, "SCATTERS": False}, name="tensor_gather", grid=2, gpus=(100,))
def make_tensor_gather(random):
    table = random.standard_normal((50, 32)).astype(np.float32)
    rows = random.integers(0, 50, 32).astype(np.int32)
    return [Descriptor(table), rows, Descriptor(Out(table[rows]))]


@program(tensor_rows, ROWS, {"N": 32, "SCATTERS": True}, name="tensor_scatter", grid=2, gpus=(100,))
def make_tensor_scatter(random):
    values, start = random.standard_normal((2, 50, 32)).astype(np.float32)
    rows = random.permutation(50)[:32].astype(np.int32)
    right = start.copy()
    right[rows] = values[:32]
    return [Descriptor(Out(right, init=start)), rows, Descriptor(values[:32].copy())]


@triton.jit
def tensor_images(x, out, SIDE: tl.constexpr):
    """A window of an image, brought by a descriptor of three dimensions."""
    image, row = tl.program_id(0), tl.program_id(1) * SIDE
    value = x.load([image, row + 2, 4]).reshape(SIDE, SIDE)
    out.store([image, row, 0], value.T.reshape(1, SIDE, SIDE))


@program(
    tensor_images, "tensordesc<i32[1,16,16]> tensordesc<i32[1,16,16]>", {"SIDE": 16}, grid=(2, 2), gpus=BOTH
)
def make_tensor_images(random):
    x = integers(random, (2, 30, 20), np.int32, 1000)
    padded = np.pad(x, ((0, 0), (0, 4), (0, 0)))[:, 2:34, 4:20]
    right = padded.reshape(2, 2, 16, 16).transpose(0, 1, 3, 2).reshape(2, 32, 16)
    return [Descriptor(x), Descriptor(Out(np.ascontiguousarray(right)))]


@triton.jit
def tensor_norm(x, weight, out, N: tl.constexpr, ROWS: tl.constexpr):
    """Rows less their mean, divided by a power of two and weighted."""
    i = tl.program_id(0) * ROWS
    value = x.load([i, 0])
    centred = value - tl.sum(value, 1)[:, None] / N
    spread = tl.max(tl.abs(centred), 1)
    out.store([i, 0], centred / spread[:, None] * tl.load(weight + tl.arange(0, N))[None, :])


@program(
    tensor_norm, "tensordesc<fp32[8,64]> *fp32 tensordesc<fp32[8,64]>", {"N": 64, "ROWS": 8}, grid=3, gpus=BOTH
)
def make_tensor_norm(random):
    x = integers(random, (24, 64), np.float32, 8)
    x[:, 0] -= x.sum(1)  # Means are 0, and each row has a power of two beyond the rest.
    x[:, 1] += 1024 - x[:, 1]
    x[:, 0] -= x.sum(1)
    weight = integers(random, 64, np.float32, 4)
    right = x / np.abs(x).max(1, keepdims=True) * weight
    return [Descriptor(x), weight, Descriptor(Out(floats(right), bound=np.abs(right) * 8 * APPROXIMATE))]
