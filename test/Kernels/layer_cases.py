# ===- layer_cases.py - Inputs and answers of layer_kernels.py ------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The kernels of layer_kernels.py as cases, in the form of real_cases.py."""

import math

import layer_kernels
import ml_dtypes
import numpy as np
from kernels import Run, ceil_div
from model_cases import limit, rounded
from real_cases import (
    BF16,
    F16,
    F32,
    I32,
    PRODUCT_SIZES,
    U8,
    Case,
    balanced,
    factors,
    make_online_softmax,
    matrices,
    numbers,
)


def make_rms_norm(case, sizes, exact):
    rows, columns = sizes
    weight, wide_weight = numbers(case, 1, columns, 31, limit(exact))
    if exact:
        # All of a row are s or -s.
        random = np.random.default_rng(32)
        x = 2.0 ** random.integers(-2, 3, (rows, 1)) * random.choice([-1, 1], sizes)
        x = x.astype(case.parameters[0][0].numpy)
        wide, epsilon = x.astype(np.float64), np.float32(0)
    else:
        x, wide = numbers(case, 0, sizes, 32)
        epsilon = np.float32(1e-5)
    scale = 1 / np.sqrt((wide**2).mean(axis=1, keepdims=True) + np.float64(epsilon))
    y = rounded(case, 2, wide * scale * wide_weight, exact)
    return Run(
        [x, weight, case.zeros(2, sizes), epsilon],
        [None, None, y, None],
        (ceil_div(rows, case.constants[0]),),
    )


def make_persistent_norm(case, sizes, exact):
    columns = sizes[1]
    weight, wide_weight = numbers(case, 1, columns, 33, limit(exact))
    bias, wide_bias = numbers(case, 2, columns, 34, limit(exact))
    x, wide, epsilon, center, scale = balanced(case, sizes, exact, 35)
    y = rounded(case, 3, (wide - center) * scale * wide_weight + wide_bias, exact)
    return Run(
        [x, weight, bias, case.zeros(3, sizes), epsilon],
        [None, None, None, y, None],
        (2,),
    )


def make_norm_backward(case, sizes, exact):
    rows, columns = sizes
    dy, wide_dy = numbers(case, 1, sizes, 36, limit(exact))
    weight, wide_weight = numbers(case, 2, columns, 37, limit(exact))
    x, wide, _, center, scale = balanced(case, sizes, exact, 38)
    # The forward pass has rounded them.
    center, scale = center.astype(np.float32), scale.astype(np.float32)
    normal = (wide - center.astype(np.float64)) * scale.astype(np.float64)
    inner = wide_dy * wide_weight
    along = (normal * inner).mean(axis=1, keepdims=True)
    level = inner.mean(axis=1, keepdims=True)
    results = [
        (inner - (normal * along + level)) * scale.astype(np.float64),
        (wide_dy * normal).sum(axis=0),
        wide_dy.sum(axis=0),
    ]
    results = [rounded(case, n, r, exact) for n, r in enumerate(results, 5)]
    outputs = [case.zeros(n, r.shape) for n, r in enumerate(results, 5)]
    return Run(
        [x, dy, weight, center.ravel(), scale.ravel(), *outputs, np.zeros(1, np.int32)],
        [None] * 5 + results + [np.zeros(1, np.int32)],
        (ceil_div(rows, case.constants[0]),),
    )


def make_stream_k(case, sizes, exact):
    a, b, product = factors(case, sizes, exact)
    tiles = tuple(map(ceil_div, sizes[:2], case.constants[:2]))
    return Run(
        [a, b, case.zeros(2, product.shape), np.zeros(tiles, np.int32)],
        [None, None, product, np.zeros(tiles, np.int32)],
        (5,),
    )


def make_grouped(case, sizes, exact):
    heights, n, k = sizes
    ends = np.cumsum(heights).astype(np.int32)
    a, wide_a = numbers(case, 0, (ends[-1], k), 39, limit(exact))
    b, wide_b = numbers(case, 1, (len(heights), k, n), 40, limit(exact))
    group = np.repeat(np.arange(len(heights)), heights)
    c = np.stack([row @ wide_b[g] for row, g in zip(wide_a, group)])
    c = rounded(case, 3, c, exact)
    return Run([a, b, ends, case.zeros(3, c.shape)], [None, None, None, c], (3,))


def make_sink_attention(case, sizes, exact):
    heads, queries, length = sizes
    group, rows, _, depth = case.constants
    share = 0.05 if exact else 1.0
    q, wide_q = numbers(case, 0, (heads, queries, depth), 41, limit(exact, 1), share)
    shape = (heads // group, length, depth)
    k, wide_k = numbers(case, 1, shape, 42, limit(exact, 1))
    v, wide_v = numbers(case, 2, shape, 43, limit(exact))
    sinks, wide_sinks = numbers(case, 3, heads, 44, limit(exact, 2))
    scale = np.float32(1 if exact else 1 / math.log(2) / math.sqrt(depth))
    of = np.arange(heads) // group
    score = wide_q @ wide_k[of].transpose(0, 2, 1) * np.float64(scale)
    sink = wide_sinks[:, None, None]
    high = np.maximum(score.max(axis=2, keepdims=True), sink)
    power = np.exp2(score - high)
    o = power @ wide_v[of] / (power.sum(axis=2, keepdims=True) + np.exp2(sink - high))
    if exact:
        o = o.astype(np.float32).astype(case.parameters[4][0].numpy)
    return Run(
        [q, k, v, sinks, case.zeros(4, o.shape), scale],
        [None, None, None, None, o, None],
        (ceil_div(queries, rows), heads),
    )


def make_align_experts(case, sizes, exact):
    (tokens,), (most, experts, rows) = sizes, case.constants
    chosen = np.random.default_rng(45).integers(0, experts, tokens, dtype=np.int32)
    places, expert = [], []
    for number in range(experts):
        mine = np.flatnonzero(chosen == number)
        places.append(np.pad(mine, (0, -len(mine) % rows), constant_values=-1))
        expert += [number] * ceil_div(len(mine), rows)
    places = np.concatenate(places).astype(np.int32)
    padded = np.full(most + experts * rows, -1, np.int32)
    start = padded.copy()
    padded[: len(places)] = places
    # Behind the last tile there is no expert.
    expert = np.array(expert + [experts] * (most - len(expert)), np.int32)
    return Run([chosen, start, np.zeros_like(expert)], [None, padded, expert], (1,))


def make_convolution_3d(case, sizes, exact):
    *space, n = sizes
    voxels, columns, channels = case.constants
    x, wide_x = numbers(case, 0, (*space, channels), 46, limit(exact))
    w, wide_w = numbers(case, 1, (27, channels, n), 47, limit(exact))
    padded = np.pad(wide_x, ((1, 1), (1, 1), (1, 1), (0, 0)))
    y = np.zeros((*space, n))
    for t, place in enumerate(np.ndindex(3, 3, 3)):
        part = padded[tuple(slice(p, p + size) for p, size in zip(place, space))]
        y += part @ wide_w[t]
    y = rounded(case, 2, y.reshape(-1, n), exact)
    grid = (ceil_div(len(y), voxels), ceil_div(n, columns))
    return Run([x, w, case.zeros(2, y.shape)], [None, None, y], grid)


def make_quantise_fp4(case, sizes, exact):
    # Powers of two, of which all logarithms are exact.
    (rows, columns), (block,) = sizes, case.constants
    random = np.random.default_rng(48)
    x = 2.0 ** random.integers(-4, 4, sizes) * random.choice([-1, 1], sizes)
    parts = x.reshape(rows, columns // block, block)
    scale = np.exp2(np.ceil(np.log2(np.abs(parts).max(axis=2)) - 2))
    small = (parts / scale[:, :, None]).astype(ml_dtypes.float4_e2m1fn)
    nibbles = small.view(np.uint8).reshape(rows, columns // 2, 2) & 0xF
    y = nibbles[:, :, 0] | nibbles[:, :, 1] << 4
    scale = scale.astype(np.float32)
    return Run(
        [x.astype(np.float32), np.zeros_like(y), np.zeros_like(scale)],
        [None, y, scale],
        (rows, columns // block),
    )


CASES = {
    case.name: case
    for case in (
        Case(
            "two_pass_softmax", layer_kernels.two_pass_softmax, matrices(F32, F32),
            (4, 64), ((1, 1), (6, 130), (16, 256)), make_online_softmax, rounds=True,
        ),
        Case(
            "rms_norm", layer_kernels.rms_norm,
            ((F16, 2), (F16, 1), (F16, 2), (F32, 0)), (4, 64),
            ((1, 1), (6, 130), (16, 256)), make_rms_norm, rounds=True,
        ),
        Case(
            "layer_norm_persistent", layer_kernels.layer_norm_persistent,
            ((BF16, 2), (BF16, 1), (BF16, 1), (F32, 2), (F32, 0)), (4, 64),
            ((1, 2), (18, 50), (32, 64)), make_persistent_norm, rounds=True,
        ),
        Case(
            "layer_norm_backward", layer_kernels.layer_norm_backward,
            (
                (F16, 2), (F16, 2), (F16, 1), (F32, 1), (F32, 1), (F32, 2), (F32, 1),
                (F32, 1), (I32, 1),
            ),
            (8, 64), ((1, 2), (20, 32), (32, 64)), make_norm_backward, rounds=True,
        ),
        Case(
            "stream_k", layer_kernels.stream_k,
            ((F16, 2), (F16, 2), (F32, 2), (I32, 2)), (32, 32, 16), PRODUCT_SIZES,
            make_stream_k, rounds=True,
        ),
        Case(
            "grouped_matmul", layer_kernels.grouped_matmul,
            ((BF16, 2), (BF16, 3), (I32, 1), (F32, 2)), (16, 32, 16),
            (((1,), 1, 1), ((5, 0, 40, 17), 50, 40), ((64, 16, 32), 64, 64)),
            make_grouped, rounds=True,
        ),
        Case(
            "sink_attention", layer_kernels.sink_attention,
            ((F16, 3), (F16, 3), (F16, 3), (F32, 1), (F16, 3), (F32, 0)),
            (2, 16, 32, 32), ((2, 1, 1), (4, 20, 110), (4, 32, 128)),
            make_sink_attention, rounds=True,
        ),
        Case(
            "align_experts", layer_kernels.align_experts,
            ((I32, 1), (I32, 1), (I32, 1)), (64, 8, 4), ((1,), (50,), (64,)),
            make_align_experts,
        ),
        Case(
            "convolution_3d", layer_kernels.convolution_3d,
            ((F16, 4), (F16, 3), (F32, 2)), (32, 16, 16),
            ((1, 1, 1, 1), (3, 5, 6, 20), (4, 4, 8, 32)), make_convolution_3d,
            rounds=True,
        ),
        Case(
            "quantise_fp4", layer_kernels.quantise_fp4, ((F32, 2), (U8, 2), (F32, 2)),
            (32,), ((1, 32), (5, 96), (16, 128)), make_quantise_fp4, since="13.3",
        ),
    )
}  # fmt: skip
