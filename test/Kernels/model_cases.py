# ===- model_cases.py - Inputs and answers of model_kernels.py -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The kernels of model_kernels.py as cases, in the form of real_cases.py."""

import functools
import math

import model_kernels
import numpy as np
from kernels import Run, ceil_div
from real_cases import (
    BF16,
    E4M3,
    F16,
    F32,
    I8,
    I32,
    PRODUCT_SIZES,
    Case,
    make_matmul,
    matrices,
    numbers,
)


def rounded(case, parameter, values, exact):
    """The answer for a parameter: of its type if nothing was rounded, else f64."""
    return values.astype(case.parameters[parameter][0].numpy) if exact else values


def limit(exact, most=4):
    return most if exact else None


def make_persistent(case, sizes, exact):
    run = make_matmul(case, sizes, exact)
    return Run(run.arguments, run.expected, (3,))


def make_transposed(case, sizes, exact):
    (m, n, k), batch = sizes, 3
    a, wide_a = numbers(case, 0, (batch, k, m), 1, limit(exact))
    b, wide_b = numbers(case, 1, (batch, n, k), 2, limit(exact))
    product = wide_a.transpose(0, 2, 1) @ wide_b.transpose(0, 2, 1)
    c = rounded(case, 2, product, exact)
    grid = (ceil_div(m, case.constants[0]), ceil_div(n, case.constants[1]), batch)
    return Run([a, b, case.zeros(2, c.shape)], [None, None, c], grid)


def make_batched(case, sizes, exact):
    (m, n, k), batch = sizes, 5
    a, wide_a = numbers(case, 0, (batch, m, k), 1, limit(exact))
    b, wide_b = numbers(case, 1, (batch, k, n), 2, limit(exact))
    c = rounded(case, 2, wide_a @ wide_b, exact)
    grid = map(ceil_div, (m, n, batch), (*case.constants[1:3], case.constants[0]))
    return Run([a, b, case.zeros(2, c.shape)], [None, None, c], tuple(grid))


def make_relu(case, sizes, exact):
    m, n, k = sizes
    a, wide_a = numbers(case, 0, (m, k), 1, limit(exact, 2))
    b, wide_b = numbers(case, 1, (k, n), 2, limit(exact, 2))
    bias, wide_bias = numbers(case, 2, n, 3, limit(exact))
    c = np.maximum(wide_a @ wide_b + wide_bias, 0)
    c = rounded(case, 3, c, exact)
    grid = tuple(map(ceil_div, c.shape, case.constants))
    return Run([a, b, bias, case.zeros(3, c.shape)], [None, None, None, c], grid)


def make_gated(case, sizes, exact):
    m, n, k = sizes
    a, wide_a = numbers(case, 0, (m, k), 1, limit(exact, 2))
    b, wide_b = numbers(case, 1, (k, n), 2, limit(exact, 2))
    d, wide_d = numbers(case, 2, (k, n), 3, limit(exact, 2))
    gate, total = np.maximum(wide_a @ wide_b, 0), wide_a @ wide_d
    # Both are stored, too, where the kernel has arrays for them.
    stored = (gate, total, gate * total)[6 - len(case.parameters) :]
    results = [rounded(case, 3 + at, each, exact) for at, each in enumerate(stored)]
    outs = [case.zeros(3 + at, each.shape) for at, each in enumerate(stored)]
    grid = tuple(map(ceil_div, (m, n), case.constants))
    return Run([a, b, d, *outs], [None, None, None, *results], grid)


def make_experts(case, sizes, exact):
    tokens, n, k = sizes
    count, (rows, columns, _) = 3, case.constants
    random = np.random.default_rng(4)
    chosen = random.integers(0, count, tokens)
    # The rows of each expert fill whole tiles, the rest with row 0.
    ids, expert = [], []
    for number in range(count):
        mine = np.flatnonzero(chosen == number)
        mine = np.pad(mine, (0, -len(mine) % rows))
        ids.append(mine)
        expert += [number] * (len(mine) // rows)
    ids = np.concatenate(ids).astype(np.int32)
    x, wide_x = numbers(case, 0, (tokens, k), 5, limit(exact, 2))
    w, wide_w = numbers(case, 1, (count, k, n), 6, limit(exact, 2))
    y = np.stack(
        [wide_x[row] @ wide_w[expert[i // rows]] for i, row in enumerate(ids)]
    )
    y = rounded(case, 4, y, exact)
    return Run(
        [x, w, ids, np.array(expert, np.int32), case.zeros(4, y.shape)],
        [None, None, None, None, y],
        (len(expert), ceil_div(n, columns)),
    )


def make_paged(case, sizes, exact):
    heads, used = sizes
    group, page, depth = case.constants
    random = np.random.default_rng(7)
    count = heads * used + 2
    pages = random.permutation(count)[: heads * used].reshape(heads, used)
    share = 0.1 if exact else 1.0
    q, wide_q = numbers(case, 0, (heads * group, depth), 8, limit(exact, 1), share)
    k, wide_k = numbers(case, 1, (count, page, depth), 9, limit(exact, 1))
    v, wide_v = numbers(case, 2, (count, page, depth), 10, limit(exact))
    scale = np.float32(1 if exact else 1 / math.log(2) / math.sqrt(depth))
    o = np.empty((heads * group, depth))
    for head in range(heads):
        keys = wide_k[pages[head]].reshape(-1, depth)
        mine = slice(head * group, (head + 1) * group)
        score = wide_q[mine] @ keys.T * np.float64(scale)
        power = np.exp2(score - score.max(axis=1, keepdims=True))
        values = wide_v[pages[head]].reshape(-1, depth)
        o[mine] = power @ values / power.sum(axis=1, keepdims=True)
    if exact:
        o = o.astype(np.float32).astype(case.parameters[4][0].numpy)
    return Run(
        [q, k, v, pages.astype(np.int32), case.zeros(4, o.shape), scale],
        [None, None, None, None, o, None],
        (heads,),
    )


def attend(case, sizes, exact, share):
    """Queries, keys and values of one head, with what they are in f64; the scale; and the
    powers of each query, of which SHARE says how much of each counts."""
    length, depth = *sizes, case.constants[2]
    part = min(0.05, 3.2 / depth) if exact else 1.0
    q, wide_q = numbers(case, 0, (length, depth), 8, limit(exact, 1), part)
    k, wide_k = numbers(case, 1, (length, depth), 9, limit(exact, 1))
    v, wide_v = numbers(case, 2, (length, depth), 10, limit(exact))
    scale = np.float32(1 if exact else 1 / math.log(2) / math.sqrt(depth))
    score = wide_q @ wide_k.T * np.float64(scale)
    power = np.exp2(score - score.max(axis=1, keepdims=True))
    o = (share * power) @ wide_v / power.sum(axis=1, keepdims=True)
    if exact:
        o = o.astype(np.float32).astype(F16.numpy)
    return (q, k, v), o, scale, (ceil_div(length, case.constants[0]),)


def make_gathered(case, sizes, exact):
    (q, k, v), o, scale, grid = attend(case, sizes, exact, 1)
    places = np.random.default_rng(12).permutation(len(k)).astype(np.int32)
    scattered = np.empty_like(k), np.empty_like(v)
    scattered[0][places], scattered[1][places] = k, v
    return Run(
        [q, *scattered, places, case.zeros(4, o.shape), scale],
        [None, None, None, None, o, None],
        grid,
    )


def make_dropping(case, sizes, exact):
    seed, (length,) = np.int32(5), sizes
    places = np.arange(length, dtype=np.uint32)
    number = places[:, None] * np.uint32(4096) + places + np.uint32(seed)
    number = (number ^ number >> 16) * np.uint32(0x7FEB352D)
    number = (number ^ number >> 15) * np.uint32(0x846CA68B)
    (q, k, v), o, scale, grid = attend(case, sizes, exact, 2.0 * (number >> 16 & 1))
    return Run(
        [q, k, v, case.zeros(3, o.shape), seed, scale],
        [None, None, None, o, None, None],
        grid,
    )


def make_turned(case, sizes, exact):
    (q, k, v), o, scale, grid = attend(case, sizes, exact, 1)
    return Run([q, k, v, case.zeros(3, o.shape), scale], [None] * 3 + [o, None], grid)


def make_backward(case, sizes, exact, of_keys):
    length, depth = *sizes, case.constants[2]
    share = min(0.05, 3.2 / depth) if exact else 1.0
    q, wide_q = numbers(case, 0, (length, depth), 8, limit(exact, 1), share)
    k, wide_k = numbers(case, 1, (length, depth), 9, limit(exact, 1))
    v, wide_v = numbers(case, 2, (length, depth), 10, limit(exact, 1), share)
    do, wide_do = numbers(case, 3, (length, depth), 13, limit(exact, 1))
    scale = np.float32(1 if exact else 1 / math.log(2) / math.sqrt(depth))
    seen = np.tri(length, dtype=bool)
    score = np.where(seen, wide_q @ wide_k.T * np.float64(scale), -np.inf)
    low = score.max(axis=1).astype(np.float32)
    power = np.exp2(score - low[:, None])
    delta = (power * (wide_do @ wide_v.T)).max(axis=1)
    delta = (np.round(delta) if exact else delta).astype(np.float32)
    of_score = power * (wide_do @ wide_v.T - delta[:, None])
    each = (-1,) if not of_keys else (1, -1)
    inputs = [q, k, v, do, *(x.reshape(*each, *(1,) * (2 - len(each))) for x in (low, delta))]
    if of_keys:
        results = [of_score.T @ wide_q * np.float64(scale), power.T @ wide_do]
    else:
        results = [of_score @ wide_k * np.float64(scale)]
    if exact:
        results = [x.astype(np.float32).astype(F16.numpy) for x in results]
    zeros = [case.zeros(6 + number, x.shape) for number, x in enumerate(results)]
    tile = case.constants[1] if of_keys else case.constants[0]
    return Run(
        [*inputs, *zeros, scale], [None] * 6 + results + [None], (ceil_div(length, tile),)
    )


def make_rope(case, sizes, exact):
    (length,), (rows, half) = sizes, case.constants
    x, wide = numbers(case, 0, (length, 2 * half), 11, limit(exact))
    c, wide_c = numbers(case, 1, (length, half), 12, limit(exact))
    s, wide_s = numbers(case, 2, (length, half), 13, limit(exact))
    left, right = wide[:, :half], wide[:, half:]
    y = np.hstack((left * wide_c - right * wide_s, right * wide_c + left * wide_s))
    y = rounded(case, 3, y, exact)
    return Run(
        [x, c, s, case.zeros(3, y.shape)],
        [None, None, None, y],
        (ceil_div(length, rows),),
    )


def make_convolution(case, sizes, exact):
    height, width, n = sizes
    pixels, columns, channels = case.constants
    x, wide_x = numbers(case, 0, (height, width, channels), 14, limit(exact))
    w, wide_w = numbers(case, 1, (3, 3, channels, n), 15, limit(exact))
    padded = np.pad(wide_x, ((1, 1), (1, 1), (0, 0)))
    y = np.zeros((height, width, n))
    for r in range(3):
        for s in range(3):
            y += padded[r : r + height, s : s + width] @ wide_w[r, s]
    y = rounded(case, 2, y.reshape(-1, n), exact)
    grid = (ceil_div(height * width, pixels), ceil_div(n, columns))
    return Run([x, w, case.zeros(2, y.shape)], [None, None, y], grid)


def make_pool(case, sizes, exact):
    height, width = sizes
    x, _ = numbers(case, 0, sizes, 16, 10**6)
    padded = np.full((height + height % 2, width + width % 2), -(2**31), np.int64)
    padded[:height, :width] = x
    shape = (padded.shape[0] // 2, 2, padded.shape[1] // 2, 2)
    y = padded.reshape(shape).max(axis=(1, 3)).astype(np.int32)
    grid = (y.shape[0], ceil_div(y.shape[1], case.constants[0]))
    return Run([x, np.zeros_like(y)], [None, y], grid)


def make_quantise(case, sizes, exact):
    # Powers of two, of which all logarithms are exact.
    random = np.random.default_rng(17)
    x = 2.0 ** random.integers(-6, 6, sizes) * random.choice([-1, 1], sizes)
    largest = np.abs(x).max(axis=1, keepdims=True)
    scale = np.exp2(np.ceil(np.log2(largest) - 8))
    y = (x / scale).astype(case.parameters[1][0].numpy)
    scale = scale.reshape(-1).astype(np.float32)
    return Run(
        [x.astype(case.parameters[0][0].numpy), np.zeros_like(y), np.zeros_like(scale)],
        [None, y, scale],
        (sizes[0],),
    )


def make_dropout(case, sizes, exact):
    (length,), (tile,) = sizes, case.constants
    x, _ = numbers(case, 0, length, 18, 1000)
    seed = np.int32(12345)
    with np.errstate(over="ignore"):
        mixed = (np.arange(length, dtype=np.int32) ^ seed) * np.int32(0x45D9F3B)
        mixed = (mixed ^ (mixed >> 16)) * np.int32(0x45D9F3B)
    y = np.where((mixed >> 9) & 1 == 0, 2 * x, 0).astype(x.dtype)
    return Run(
        [x, np.zeros_like(y), seed], [None, y, None], (ceil_div(length, tile),)
    )


def make_sort(case, sizes, exact):
    (rows,), (tile,) = sizes, case.constants
    x, _ = numbers(case, 0, (rows, tile), 19, 20)
    return Run([x, np.zeros_like(x)], [None, np.sort(x, axis=1)], (rows,))


def make_fourier(case, sizes, exact):
    (rows,), (tile, points) = sizes, case.constants
    re, wide_re = numbers(case, 0, (rows, points), 20, limit(exact))
    im, wide_im = numbers(case, 1, (rows, points), 21, limit(exact))
    angle = 2 * np.pi * np.outer(np.arange(points), np.arange(points)) / points
    matrix = [np.cos(angle), np.sin(angle)]
    if exact:
        matrix = [np.round(2 * part) for part in matrix]
    c, s = (part.astype(np.float32) for part in matrix)
    wide_c, wide_s = c.astype(np.float64), s.astype(np.float64)
    yr = rounded(case, 4, wide_re @ wide_c + wide_im @ wide_s, exact)
    yi = rounded(case, 5, wide_im @ wide_c - wide_re @ wide_s, exact)
    return Run(
        [re, im, c, s, case.zeros(4, yr.shape), case.zeros(5, yi.shape)],
        [None, None, None, None, yr, yi],
        (ceil_div(rows, tile),),
    )


def make_turn(case, sizes, exact):
    x, _ = numbers(case, 0, sizes, 22, 100)
    y = np.ascontiguousarray(x.transpose(1, 2, 0))
    return Run(
        [x, np.zeros_like(y)], [None, y], tuple(map(ceil_div, sizes, case.constants))
    )


def make_best(case, sizes, exact):
    x, wide = numbers(case, 0, sizes, 23, 9)
    place = wide.argmax(axis=1).astype(np.int32)
    grid = (ceil_div(sizes[0], case.constants[0]),)
    return Run([x, np.zeros_like(place)], [None, place], grid)


CASES = {
    case.name: case
    for case in (
        Case(
            "matmul_persistent", model_kernels.matmul_persistent,
            matrices(F16, F16, F32), (32, 32, 16), PRODUCT_SIZES, make_persistent,
            rounds=True,
        ),
        *(
            Case(
                f"matmul_transposed_{x.name}", model_kernels.matmul_transposed,
                ((x, 3), (x, 3), (z, 3)), (32, 16, 32),
                ((1, 1, 1), (50, 40, 70), (64, 64, 128)), make_transposed,
                rounds=z is not I32,
            )
            for x, z in ((F16, F32), (I8, I32), (F32, F32))
        ),
        Case(
            "matmul_batched", model_kernels.matmul_batched,
            ((BF16, 3), (BF16, 3), (F32, 3)), (4, 16, 32, 16),
            ((1, 1, 1), (20, 40, 50), (64, 64, 64)), make_batched, rounds=True,
        ),
        Case(
            "matmul_relu", model_kernels.matmul_relu,
            ((F16, 2), (F16, 2), (F16, 1), (F16, 2)), (64, 32, 32),
            ((1, 1, 1), (70, 50, 90), (128, 128, 128)), make_relu, rounds=True,
        ),
        Case(
            "matmul_gated", model_kernels.matmul_gated,
            matrices(BF16, BF16, BF16, F32), (64, 32, 32), PRODUCT_SIZES, make_gated,
            rounds=True,
        ),
        Case(
            "matmul_gated_trained", model_kernels.matmul_gated_trained,
            matrices(BF16, BF16, BF16, F32, F32, F32), (64, 32, 32), PRODUCT_SIZES,
            make_gated, rounds=True,
        ),
        Case(
            "experts", model_kernels.experts,
            ((F16, 2), (F16, 3), (I32, 1), (I32, 1), (F32, 2)), (16, 32, 32),
            ((1, 1, 1), (40, 50, 70), (200, 64, 64)), make_experts, rounds=True,
        ),
        Case(
            "paged_attention", model_kernels.paged_attention,
            ((F16, 2), (F16, 3), (F16, 3), (I32, 2), (F16, 2), (F32, 0)), (8, 16, 64),
            ((1, 1), (3, 4), (4, 16)), make_paged, rounds=True,
        ),
        Case(
            "gathered_attention", model_kernels.gathered_attention,
            ((F16, 2), (F16, 2), (F16, 2), (I32, 1), (F16, 2), (F32, 0)), (32, 16, 64),
            ((16,), (64,), (256,)), make_gathered, rounds=True,
        ),
        Case(
            "dropping_attention", model_kernels.dropping_attention,
            ((F16, 2),) * 4 + ((I32, 0), (F32, 0)), (32, 32, 64),
            ((1,), (100,), (256,)), make_dropping, rounds=True,
        ),
        Case(
            "turned_attention", model_kernels.turned_attention,
            ((F16, 2),) * 4 + ((F32, 0),), (32, 32, 64),
            ((1,), (100,), (256,)), make_turned, rounds=True,
        ),
        Case(
            "attention_keys_backward", model_kernels.attention_keys_backward,
            ((F16, 2),) * 4 + ((F32, 2),) * 2 + ((F16, 2),) * 2 + ((F32, 0),), (32, 32, 64),
            ((1,), (100,), (256,)), functools.partial(make_backward, of_keys=True), rounds=True,
        ),
        Case(
            "attention_queries_backward", model_kernels.attention_queries_backward,
            ((F16, 2),) * 4 + ((F32, 2),) * 2 + ((F16, 2), (F32, 0)), (32, 32, 64),
            ((1,), (100,), (256,)), functools.partial(make_backward, of_keys=False), rounds=True,
        ),
        Case(
            "rope", model_kernels.rope, matrices(F32, F32, F32, F32), (8, 32),
            ((1,), (13,), (128,)), make_rope, rounds=True,
        ),
        Case(
            "convolution", model_kernels.convolution,
            ((F16, 3), (F16, 4), (F32, 2)), (32, 16, 16),
            ((1, 1, 1), (7, 9, 20), (16, 16, 32)), make_convolution, rounds=True,
        ),
        Case(
            "max_pool", model_kernels.max_pool, matrices(I32, I32), (32,),
            ((1, 1), (7, 99), (64, 256)), make_pool,
        ),
        Case(
            "quantise", model_kernels.quantise, ((F32, 2), (E4M3, 2), (F32, 1)), (128,),
            ((1, 1), (5, 100), (16, 128)), make_quantise,
        ),
        Case(
            "dropout", model_kernels.dropout, ((F32, 1), (F32, 1), (I32, 0)), (256,),
            ((1,), (1000,), (1 << 14,)), make_dropout,
        ),
        Case(
            "sort_by_ranks", model_kernels.sort_by_ranks, matrices(I32, I32), (64,),
            ((1,), (5,), (32,)), make_sort,
        ),
        Case(
            "fourier", model_kernels.fourier, matrices(*[F32] * 6), (16, 32),
            ((1,), (20,), (128,)), make_fourier, rounds=True,
        ),
        *(
            Case(
                f"turn_{x.name}", model_kernels.turn, ((x, 3), (x, 3)), (8, 16, 4),
                ((1, 1, 1), (10, 20, 9), (64, 32, 16)), make_turn,
            )
            for x in (F32, I8)
        ),
        Case(
            "best", model_kernels.best, ((F32, 2), (I32, 1)), (4, 128),
            ((1, 1), (7, 100), (64, 128)), make_best,
        ),
    )
}  # fmt: skip
