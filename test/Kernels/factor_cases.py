# ===- factor_cases.py - Inputs and answers of factor_kernels.py ------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The kernels of factor_kernels.py as cases, in the form of real_cases.py."""

import functools

import factor_kernels
import numpy as np
from kernels import Run, ceil_div
from model_cases import limit, rounded
from real_cases import BF16, E4M3, F16, F32, I8, U8, Case, matrices, numbers


def make_grid(case, m, n):
    return ceil_div(m, case.constants[0]), ceil_div(n, case.constants[1])


def make_bytes(case, sizes, exact):
    m, n, k = sizes
    a, wide_a = numbers(case, 0, (m, k), 61, limit(exact))
    b = np.random.default_rng(62).integers(-128, 128, (k, n), np.int8)
    c = rounded(case, 2, wide_a @ b, exact)
    return Run([a, b, case.zeros(2, c.shape)], [None, None, c], make_grid(case, m, n))


def make_nibbles(case, sizes, exact, is_signed):
    m, n, k = sizes
    a, wide_a = numbers(case, 0, (m, k), 63, limit(exact))
    weights = np.random.default_rng(64).integers(-8, 8, (k, n), np.int8)
    nibbles = (weights if is_signed else weights + np.int8(8)).view(np.uint8) & 15
    b = (nibbles[0::2] | nibbles[1::2] << 4).view(case.parameters[1][0].numpy)
    c = rounded(case, 2, wide_a @ weights, exact)
    return Run([a, b, case.zeros(2, c.shape)], [None, None, c], make_grid(case, m, n))


def make_groups(case, sizes, exact):
    m, n, k = sizes
    depth = case.constants[2]
    a, wide_a = numbers(case, 0, (m, k), 84, limit(exact))
    weights = np.random.default_rng(85).integers(-8, 8, (k, n), np.int8)
    nibbles = (weights + np.int8(8)).view(np.uint8)
    b = nibbles[0::2] | nibbles[1::2] << 4
    powers = np.random.default_rng(86).integers(-2, 3, (ceil_div(k, depth), n))
    s = (2.0**powers).astype(case.parameters[2][0].numpy)
    wide_b = weights * np.repeat(2.0**powers, depth, axis=0)[:k]
    c = rounded(case, 3, wide_a @ wide_b, exact)
    return Run([a, b, s, case.zeros(3, c.shape)], [None] * 3 + [c], make_grid(case, m, n))


def make_norm(case, sizes, exact):
    m, n, k = sizes
    a, wide_a = numbers(case, 0, (m, k), 65)
    w, wide_w = numbers(case, 1, (1, k), 66, limit(exact))
    b, wide_b = numbers(case, 2, (k, n), 67, limit(exact))
    if exact:
        # All of a row are s or -s.
        random = np.random.default_rng(68)
        scale = 2.0 ** random.integers(-2, 3, (m, 1))
        wide_a = scale * random.choice([-1, 1], (m, k))
        a = wide_a.astype(case.parameters[0][0].numpy)
    factor = 1 / np.sqrt((wide_a**2).mean(axis=1, keepdims=True))
    product = (a * w).astype(np.float64) @ wide_b
    c = rounded(case, 3, product * factor, exact)
    return Run(
        [a, w, b, case.zeros(3, c.shape)], [None, None, None, c], make_grid(case, m, n)
    )


def make_blocks(case, sizes, exact):
    m, n, k = sizes
    columns, depth = case.constants[1:]
    a, wide_a = numbers(case, 0, (m, k), 71, limit(exact, 2))
    b, wide_b = numbers(case, 1, (n, k), 72, limit(exact, 2))
    random = np.random.default_rng(73)
    blocks = ceil_div(k, depth)
    of_a = (2.0 ** random.integers(-2, 3, (m, blocks))).astype(np.float32)
    of_b = (2.0 ** random.integers(-2, 3, (ceil_div(n, columns), blocks))).astype(np.float32)
    scaled_a = wide_a * of_a.repeat(depth, axis=1)[:, :k]
    scaled_b = wide_b * of_b.repeat(columns, axis=0)[:n].repeat(depth, axis=1)[:, :k]
    c = rounded(case, 4, scaled_a @ scaled_b.T, exact)
    return Run([a, b, of_a, of_b, case.zeros(4, c.shape)], [None] * 4 + [c], make_grid(case, m, n))


def make_layer(case, sizes, exact):
    m, n, k = sizes
    a, wide_a = numbers(case, 0, (m, k), 74, limit(exact, 1), 0.1)
    b, wide_b = numbers(case, 1, (k, n), 75, limit(exact, 1), 0.1)
    bias, wide_bias = numbers(case, 2, (1, n), 76, limit(exact))
    x, wide_x = numbers(case, 3, (m, n), 77, limit(exact))
    if exact:
        # The sigmoids are 0 and 1.
        wide_bias = np.where(wide_bias > 0, 192.0, -192.0)
        bias = wide_bias.astype(bias.dtype)
    z = wide_a @ wide_b + wide_bias
    sigmoid = z > 0 if exact else 1 / (1 + np.exp(-z))
    c = rounded(case, 4, z * sigmoid + wide_x, exact)
    return Run([a, b, bias, x, case.zeros(4, c.shape)], [None] * 4 + [c], make_grid(case, m, n))


def make_adapter(case, sizes, exact):
    m, n, k = sizes
    a, wide_a = numbers(case, 0, (m, k), 87, limit(exact, 1), 0.1)
    b, wide_b = numbers(case, 1, (k, n), 88, limit(exact, 1), 0.1)
    u, wide_u = numbers(case, 2, (k, 16), 89, limit(exact, 1), 0.1)
    v, wide_v = numbers(case, 3, (16, n), 90, limit(exact, 1), 0.1)
    c = rounded(case, 4, wide_a @ (wide_b + wide_u @ wide_v), exact)
    return Run([a, b, u, v, case.zeros(4, c.shape)], [None] * 4 + [c], make_grid(case, m, n))


def make_hidden(case, sizes, exact):
    m, n, k = sizes
    a, wide_a = numbers(case, 0, (m, k), 78, limit(exact, 1), 0.1)
    b, wide_b = numbers(case, 1, (k, n), 79, limit(exact, 1), 0.1)
    d, wide_d = numbers(case, 2, (n, k), 80, limit(exact))
    c = rounded(case, 3, np.maximum(wide_a @ wide_b, 0) @ wide_d, exact)
    grid = (ceil_div(m, case.constants[0]),)
    return Run([a, b, d, case.zeros(3, c.shape)], [None] * 3 + [c], grid)


def make_chunks(case, sizes, exact):
    m, n, k = sizes
    rows, columns = case.constants[:2]
    a, wide_a = numbers(case, 0, (m, k), 81, limit(exact, 1), 0.2)
    b, wide_b = numbers(case, 1, (m, k), 82, limit(exact, 1), 0.1)
    d, wide_d = numbers(case, 2, (m, n), 83, limit(exact, 1), 0.1)
    values, state = np.zeros((m, n)), np.zeros((k, n))
    for begin in range(0, m, rows):
        chunk = slice(begin, begin + rows)
        near = wide_a[chunk] @ wide_b[chunk].T @ wide_d[chunk]
        values[chunk] = near + wide_a[chunk] @ state / 2
        state = state / 2 + 2 * wide_b[chunk].T @ wide_d[chunk]
    c = rounded(case, 3, values, exact)
    grid = (ceil_div(n, columns),)
    return Run([a, b, d, case.zeros(3, c.shape)], [None] * 3 + [c], grid)


SIZES = ((1, 1, 2), (70, 50, 90), (128, 128, 256))

CASES = {
    case.name: case
    for case in (
        *(
            Case(
                f"matmul_of_bytes_{x.name}", factor_kernels.matmul_of_bytes,
                matrices(x, I8, F32), (32, 64, 32), SIZES, make_bytes, rounds=True,
            )
            for x in (F16, BF16)
        ),
        *(
            Case(
                f"matmul_of_nibbles_{x.name}", factor_kernels.matmul_of_nibbles_by(*fields),
                matrices(BF16, x, F32), (32, 32, 32), SIZES,
                functools.partial(make_nibbles, is_signed=x is I8), rounds=True,
            )
            for x, fields in (
                (I8, (factor_kernels.signed_low, factor_kernels.signed_high)),
                (U8, (factor_kernels.unsigned_low, factor_kernels.unsigned_high)),
            )
        ),
        Case(
            "matmul_of_groups", factor_kernels.matmul_of_groups,
            matrices(BF16, U8, BF16, F32), (32, 32, 32), SIZES, make_groups, rounds=True,
        ),
        Case(
            "matmul_of_norm", factor_kernels.matmul_of_norm,
            matrices(F16, F16, F16, F32), (32, 64, 32), SIZES, make_norm, rounds=True,
        ),
        Case(
            "matmul_of_blocks", factor_kernels.matmul_of_blocks,
            matrices(E4M3, E4M3, F32, F32, F32), (32, 32, 32), SIZES, make_blocks, rounds=True,
        ),
        Case(
            "matmul_of_layer", factor_kernels.matmul_of_layer,
            matrices(F16, F16, F16, F16, F16), (32, 64, 32), SIZES, make_layer, rounds=True,
        ),
        Case(
            "matmul_of_adapter", factor_kernels.matmul_of_adapter,
            matrices(F16, F16, F16, F16, F32), (32, 64, 32), SIZES, make_adapter, rounds=True,
        ),
        Case(
            "matmul_of_hidden", factor_kernels.matmul_of_hidden,
            matrices(F16, F16, F16, F32), (32, 64, 32),
            ((1, 1, 2), (70, 50, 30), (128, 128, 32)), make_hidden, rounds=True,
        ),
        Case(
            "matmul_of_chunks", factor_kernels.matmul_of_chunks,
            matrices(F16, F16, F16, F32), (32, 32, 32),
            ((1, 1, 2), (70, 50, 30), (128, 64, 32)), make_chunks, rounds=True,
        ),
        Case(
            "matmul_of_wide_chunks", factor_kernels.matmul_of_wide_chunks,
            matrices(BF16, BF16, BF16, F32), (32, 32, 32),
            ((1, 1, 2), (70, 50, 30), (128, 64, 32)), make_chunks, rounds=True,
        ),
    )
}  # fmt: skip
