# ===- real_cases.py - Inputs and answers of real_kernels.py -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The kernels of real_kernels.py with types, tile sizes, inputs and right answers.

To add one, write it there and give it an entry in CASES, with a function that
makes its runs. Every test of test_real_kernels.py then holds it to the same rules.
"""

import dataclasses
import functools
import math
from typing import Callable

import cuda.tile as ct
import ml_dtypes
import numpy as np
import real_kernels
from cuda.tile import compilation as cc
from kernels import (
    ELEMENTS,
    Element,
    Run,
    ceil_div,
    parameter_constraint,
    write_bytecode,
)

ACQUIRE, RELEASE = ct.MemoryOrder.ACQUIRE, ct.MemoryOrder.RELEASE
ACQ_REL, RELAXED = ct.MemoryOrder.ACQ_REL, ct.MemoryOrder.RELAXED

F16, BF16, F32, I32 = (ELEMENTS[name] for name in ("f16", "bf16", "f32", "i32"))
I8 = Element("i8", ct.int8, np.dtype(np.int8))
U8 = Element("u8", ct.uint8, np.dtype(np.uint8))
E4M3 = Element("f8E4M3FN", ct.float8_e4m3fn, np.dtype(ml_dtypes.float8_e4m3fn))


@dataclasses.dataclass(frozen=True)
class Case:
    """A kernel with its parameters and constants for export, and its runs.

    parameters: for each run-time parameter, its element and its rank.
    constants: the tile sizes, the last parameters of the kernel.
    sizes: the arguments of make_run; some are no multiples of a tile.
    make_run: a function of the case, the sizes, and a flag. If it is True, only the
        last operation rounds, and the answers have the parameter's type; otherwise
        data are arbitrary and answers f64.
    rounds: True if there are arbitrary data, for which some operation rounds.
    since: the first version of the bytecode that has all that the kernel needs.
    """

    name: str
    kernel: object
    parameters: tuple
    constants: tuple
    sizes: tuple
    make_run: Callable[["Case", tuple, bool], Run]
    rounds: bool = False
    since: str = "13.1"

    def zeros(self, parameter, shape):
        return np.zeros(shape, self.parameters[parameter][0].numpy)


def numbers(case, parameter, shape, seed, limit=None, share=1.0):
    """Numbers of a parameter's type, and the same in f64: arbitrary ones, or integers
    from -`limit` to `limit`, about a `share` of them not zero."""
    random = np.random.default_rng(seed)
    if limit is None:
        values = random.standard_normal(shape)
    else:
        values = random.integers(-limit, limit, shape, endpoint=True)
        values = np.where(random.random(shape) < share, values, 0)
    rounded = values.astype(case.parameters[parameter][0].numpy)
    return rounded, rounded.astype(np.float64)


def make_softmax(case, sizes, exact):
    if exact:
        # Equal shares for the largest: e^0 is 1, and e^-1000 is nothing.
        largest = np.random.default_rng(1).random(sizes) < 0.3
        largest[:, 0] = True
        x = np.where(largest, 3, -1000).astype(case.parameters[0][0].numpy)
        y = largest / np.sum(largest, axis=1, keepdims=True, dtype=np.float32)
        y = y.astype(case.parameters[1][0].numpy)
    else:
        x, wide = numbers(case, 0, sizes, 1)
        power = np.exp(wide - wide.max(axis=1, keepdims=True))
        y = power / power.sum(axis=1, keepdims=True)
    return Run([x, case.zeros(1, sizes)], [None, y], (sizes[0],))


def make_online_softmax(case, sizes, exact):
    x, wide = numbers(case, 0, sizes, 2, 5 if exact else None)
    power = np.exp2(wide - wide.max(axis=1, keepdims=True))
    y = power / power.sum(axis=1, keepdims=True)
    if exact:
        y = y.astype(np.float32).astype(case.parameters[1][0].numpy)
    grid = (ceil_div(sizes[0], case.constants[0]),)
    return Run([x, case.zeros(1, sizes)], [None, y], grid)


def balanced(case, sizes, exact, seed):
    """A matrix of which, if it is exact, each row is m + s and m - s equally often, s a
    power of two: mean and variance are exact. With epsilon, in f64, and the mean and
    one by the deviation of each row."""
    rows, columns = sizes
    if exact:
        assert columns % 2 == 0
        random = np.random.default_rng(seed)
        signs = np.tile(np.array([1.0, -1.0]), (rows, columns // 2))
        signs = random.permuted(signs, axis=1)
        spread = 2.0 ** random.integers(-2, 3, (rows, 1))
        x = signs * spread + random.integers(-3, 4, (rows, 1))
        x = x.astype(case.parameters[0][0].numpy)
        wide, epsilon = x.astype(np.float64), np.float32(0)
    else:
        x, wide = numbers(case, 0, sizes, seed)
        epsilon = np.float32(1e-5)
    center = wide.mean(axis=1, keepdims=True)
    scale = 1 / np.sqrt(wide.var(axis=1, keepdims=True) + np.float64(epsilon))
    return x, wide, epsilon, center, scale


def make_layer_norm(case, sizes, exact):
    rows, columns = sizes
    limit = 4 if exact else None
    weight, wide_weight = numbers(case, 1, columns, 3, limit)
    bias, wide_bias = numbers(case, 2, columns, 4, limit)
    x, wide, epsilon, center, scale = balanced(case, sizes, exact, 5)
    y = (wide - center) * scale * wide_weight + wide_bias
    results = [y, center.ravel(), scale.ravel()]
    if exact:
        results = [
            r.astype(case.parameters[n][0].numpy) for n, r in enumerate(results, 3)
        ]
    outputs = [case.zeros(n, r.shape) for n, r in enumerate(results, 3)]
    return Run(
        [x, weight, bias, *outputs, epsilon],
        [None, None, None, *results, None],
        (ceil_div(rows, case.constants[0]),),
    )


def factors(case, sizes, exact):
    """Two matrices and their product; the exact ones have small integers."""
    m, n, k = sizes
    a, wide_a = numbers(case, 0, (m, k), 6, 4 if exact else None)
    b, wide_b = numbers(case, 1, (k, n), 7, 4 if exact else None)
    product = wide_a @ wide_b
    return a, b, product.astype(case.parameters[2][0].numpy) if exact else product


def make_matmul(case, sizes, exact):
    a, b, product = factors(case, sizes, exact)
    grid = tuple(map(ceil_div, product.shape, case.constants))
    c = case.zeros(2, product.shape)
    return Run([a, b, c], [None, None, product], grid)


def make_rounded_matmul(case, sizes, exact):
    """The exact factors are integers only when they are rounded to 10 bits behind the
    first, to the nearest number, of two that are as near to the even one."""
    run = make_matmul(case, sizes, exact)
    if exact:
        random = np.random.default_rng(9)
        for factor in run.arguments[:2]:
            # The first bit of each number.
            unit = np.ldexp(np.sign(factor), np.frexp(factor)[1] - 1)
            factor += unit * random.choice([0, 2.0**-11, 2.0**-12, -(2.0**-13)], factor.shape)
    return run


def make_split_k_counter(case, sizes, exact):
    a, b, _ = factors(case, sizes, exact)
    run = make_matmul(case, sizes, exact)
    width, splits = case.constants[2:]
    # The contributions of the blocks that share a sum.
    owner = np.arange(a.shape[1]) // width % splits
    a, b = a.astype(np.float64), b.astype(np.float64)
    parts = np.stack([a[:, owner == s] @ b[owner == s, :] for s in range(splits)])
    if exact:
        parts = parts.astype(np.float32)
    counter = np.zeros(run.grid, np.int32)
    return Run(
        [*run.arguments, np.zeros(parts.shape, np.float32), counter],
        [*run.expected, parts, counter + np.int32(splits)],
        (*run.grid, splits),
    )


def make_split_k_lock(case, sizes, exact):
    run = make_matmul(case, sizes, exact)
    lock = np.zeros(run.grid, np.int32)
    grid = (*run.grid, case.constants[3])
    return Run([*run.arguments, lock], [*run.expected, None], grid)


def make_flash_attention(case, sizes, exact, is_causal=True, make_grid=lambda *grid: grid):
    heads, length = sizes
    rows, _, depth = case.constants
    shape = (heads, length, depth)
    if exact:
        # Scores are small integers; their powers are exact in f16.
        q, wide_q = numbers(case, 0, shape, 8, 1, share=min(0.05, 3.2 / depth))
        k, wide_k = numbers(case, 1, shape, 9, 1)
        v, wide_v = numbers(case, 2, shape, 10, 4)
        scale = np.float32(1)
    else:
        q, wide_q = numbers(case, 0, shape, 8)
        k, wide_k = numbers(case, 1, shape, 9)
        v, wide_v = numbers(case, 2, shape, 10)
        scale = np.float32(1 / math.log(2) / math.sqrt(depth))
    score = wide_q @ wide_k.transpose(0, 2, 1) * np.float64(scale)
    if is_causal:
        score = np.where(np.tri(length, dtype=bool), score, -np.inf)
    high = score.max(axis=2, keepdims=True)
    power = np.exp2(score - high)
    total = power.sum(axis=2, keepdims=True)
    o = power @ wide_v / total
    if exact:
        assert power[power > 0].min() >= 2.0**-14
        o = o.astype(np.float32).astype(case.parameters[3][0].numpy)
        high, total = high.astype(np.float32), total.astype(np.float32)
    # Some kernels store what a gradient needs of each query, too.
    beside = [high[..., 0], total][: len(case.parameters) - 5]
    zeros = [case.zeros(4 + n, each.shape) for n, each in enumerate(beside)]
    return Run(
        [q, k, v, case.zeros(3, shape), *zeros, scale],
        [None, None, None, o, *beside, None],
        make_grid(ceil_div(length, rows), heads),
    )


def make_scan_rows(case, sizes, exact):
    x, wide = numbers(case, 0, sizes, 11, 9 if exact else None)
    y = np.cumsum(wide, axis=1)
    if exact:
        y = y.astype(case.parameters[1][0].numpy)
    grid = (ceil_div(sizes[0], case.constants[0]),)
    return Run([x, case.zeros(1, sizes)], [None, y], grid)


def make_scan_chained(case, sizes, exact):
    (length,), (tile,) = sizes, case.constants
    blocks = ceil_div(length, tile)
    x, wide = numbers(case, 0, length, 12, 9)
    y = np.cumsum(wide).astype(np.int32)
    prefix = y[np.minimum(np.arange(1, blocks + 1) * tile, length) - 1]
    ticket, flag = np.zeros(1, np.int32), np.zeros(blocks, np.int32)
    return Run(
        [x, np.zeros_like(y), ticket, np.zeros_like(prefix), flag],
        [None, y, ticket + np.int32(blocks), prefix, flag + np.int32(1)],
        (blocks,),
    )


def make_histogram(case, sizes, exact):
    length, bins = sizes
    # Most fall into few bins, some beside all.
    random = np.random.default_rng(13)
    x = (random.standard_normal(length) * bins / 6 + bins / 2).astype(np.int32)
    inside = x[(x >= 0) & (x < bins)]
    counts = np.bincount(inside, minlength=bins).astype(np.int32)
    grid = (ceil_div(length, case.constants[0]),)
    return Run([x, np.zeros_like(counts)], [None, counts], grid)


def make_message_passing(case, sizes, exact):
    (length,), (tile,) = sizes, case.constants
    pairs = ceil_div(length, tile)
    x, _ = numbers(case, 0, length, 14, 1000)
    flag = np.zeros(pairs, np.int32)
    return Run(
        [x, np.zeros_like(x), flag, np.zeros_like(x)],
        [None, 2 * x, flag + np.int32(1), 2 * x + 1],
        (2 * pairs,),
    )


def matrices(*elements):
    return tuple((element, 2) for element in elements)


PRODUCT_SIZES = ((1, 1, 1), (70, 50, 90), (256, 256, 512))
SPLIT_SIZES = ((1, 1, 1), (40, 70, 200), (128, 128, 1024))
SPLIT_TILES = (32, 32, 16, 4)

CASES = {
    case.name: case
    for case in (
        *(
            Case(
                f"softmax_{x.name}",
                real_kernels.softmax,
                matrices(x, x),
                (256,),
                ((1, 1), (7, 100), (64, 256)),
                make_softmax,
                rounds=True,
            )
            for x in (F32, F16)
        ),
        *(
            Case(
                f"online_softmax_{x.name}",
                real_kernels.online_softmax,
                matrices(x, x),
                (8, 64),
                ((1, 1), (13, 100), (64, 1000)),
                make_online_softmax,
                rounds=True,
            )
            for x in (F32, BF16)
        ),
        *(
            Case(
                f"layer_norm_{x.name}",
                real_kernels.layer_norm,
                ((x, 2), (x, 1), (x, 1), (x, 2), (F32, 1), (F32, 1), (F32, 0)),
                (4, 128),
                ((1, 2), (7, 100), (32, 768)),
                make_layer_norm,
                rounds=True,
            )
            for x in (F32, F16)
        ),
        *(
            Case(
                f"matmul_{x.name}_{z.name}",
                real_kernels.matmul,
                matrices(x, x, z),
                (32, 64, 32),
                PRODUCT_SIZES,
                make_matmul,
                rounds=z is not I32,
            )
            for x, z in ((F16, F32), (BF16, F32), (F32, F32), (E4M3, F32), (I8, I32))
        ),
        Case(
            "matmul_tf32",
            real_kernels.matmul_tf32,
            matrices(F32, F32, F32),
            (32, 64, 32),
            PRODUCT_SIZES,
            make_rounded_matmul,
            rounds=True,
        ),
        *(
            Case(
                f"flash_attention_{x.name}",
                real_kernels.flash_attention_by(is_causal=True, is_bounded=False),
                ((x, 3),) * 4 + ((F32, 0),),
                (32, 64, 64),
                ((1, 1), (2, 100), (4, 512)),
                make_flash_attention,
                rounds=True,
            )
            for x in (F16, BF16)
        ),
        *(
            Case(
                f"{name}_attention_f16",
                real_kernels.flash_attention_by(is_causal, is_bounded=True, is_late=is_late),
                ((F16, 3),) * 4 + ((F32, 0),),
                (32, 64, 64),
                ((1, 1), (2, 100), (2, 512)),
                functools.partial(make_flash_attention, is_causal=is_causal),
                rounds=True,
            )
            for name, is_causal, is_late in (
                ("full", False, False),
                ("bounded", True, False),
                ("late", True, True),
            )
        ),
        Case(
            "late_scaled_attention_f16",
            real_kernels.flash_attention_by(True, True, is_late=True, is_scaled_behind=True),
            ((F16, 3),) * 4 + ((F32, 0),),
            (32, 64, 64),
            ((1, 1), (2, 100), (2, 512)),
            make_flash_attention,
            rounds=True,
        ),
        Case(
            "counted_attention_f16",
            real_kernels.counted_attention,
            ((F16, 3),) * 4 + ((F32, 0),),
            (32, 64, 64),
            ((1, 1), (2, 100), (2, 512)),
            make_flash_attention,
            rounds=True,
        ),
        *(
            Case(
                f"{name}_attention_f16",
                real_kernels.trained_attention_by(True, True, is_late, is_behind),
                ((F16, 3),) * 4 + ((F32, 2), (F32, 3), (F32, 0)),
                (32, 64, 64),
                ((1, 1), (2, 100), (2, 512)),
                make_flash_attention,
                rounds=True,
            )
            for name, is_late, is_behind in (
                ("trained", False, False),
                ("late_trained", True, True),
            )
        ),
        *(
            Case(
                f"{name}_attention_f16",
                real_kernels.attention_in_turn_by(is_persistent),
                ((F16, 3),) * 4 + ((F32, 0),),
                (32, 64, 64),
                ((2, 1), (2, 100), (2, 512)),
                functools.partial(make_flash_attention, make_grid=make_grid),
                rounds=True,
            )
            for name, is_persistent, make_grid in (
                ("persistent", True, lambda tiles, heads: (3,)),
                ("repeated", False, lambda tiles, heads: (tiles,)),
            )
        ),
        *(
            Case(
                f"scan_rows_{x.name}",
                real_kernels.scan_rows,
                matrices(x, x),
                (8, 64),
                ((1, 1), (13, 100), (64, 1000)),
                make_scan_rows,
                rounds=x is F32,
            )
            for x in (F32, I32)
        ),
        Case(
            "scan_chained",
            real_kernels.scan_chained_by(RELEASE, ACQUIRE),
            ((I32, 1),) * 5,
            (128,),
            ((1,), (1000,), (1 << 15,)),
            make_scan_chained,
        ),
        Case(
            "histogram",
            real_kernels.histogram,
            ((I32, 1), (I32, 1)),
            (256,),
            ((1, 1), (1000, 10), (1 << 16, 256)),
            make_histogram,
        ),
        Case(
            "split_k_counter",
            real_kernels.split_k_counter_by(ACQ_REL),
            ((F16, 2), (F16, 2), (F32, 2), (F32, 3), (I32, 2)),
            SPLIT_TILES,
            SPLIT_SIZES,
            make_split_k_counter,
            rounds=True,
        ),
        Case(
            "split_k_lock",
            real_kernels.split_k_lock_by(ACQUIRE, RELEASE),
            ((F16, 2), (F16, 2), (F32, 2), (I32, 2)),
            SPLIT_TILES,
            SPLIT_SIZES,
            make_split_k_lock,
            rounds=True,
        ),
        Case(
            "message_passing",
            real_kernels.message_passing_by(RELEASE, ACQUIRE),
            ((I32, 1),) * 4,
            (128,),
            ((1,), (300,), (1 << 14,)),
            make_message_passing,
        ),
    )
}


# The same kernels with one memory order that is too weak, so that two blocks race.
RACES = {
    f"{case}-{number}": dataclasses.replace(CASES[case], kernel=kernel)
    for case, kernels in {
        "scan_chained": (
            real_kernels.scan_chained_by(RELAXED, ACQUIRE),
            real_kernels.scan_chained_by(RELEASE, RELAXED),
        ),
        "histogram": (real_kernels.histogram_without_atomics,),
        "split_k_counter": (
            real_kernels.split_k_counter_by(RELAXED),
            real_kernels.split_k_counter_by(ACQUIRE),
            real_kernels.split_k_counter_by(RELEASE),
        ),
        "split_k_lock": (
            real_kernels.split_k_lock_by(RELAXED, RELEASE),
            real_kernels.split_k_lock_by(ACQUIRE, RELAXED),
        ),
        "message_passing": (
            real_kernels.message_passing_by(RELAXED, ACQUIRE),
            real_kernels.message_passing_by(RELEASE, RELAXED),
            real_kernels.message_passing_by(RELEASE, ACQUIRE, ct.MemoryScope.BLOCK),
        ),
    }.items()
    for number, kernel in enumerate(kernels)
}


def export(case, version, aligned, file):
    """Writes the case's bytecode to FILE. Its entry bears the case's name."""
    constraints = [
        parameter_constraint(rank, element, aligned)
        for element, rank in case.parameters
    ]
    constraints += [cc.ConstantConstraint(value) for value in case.constants]
    write_bytecode(case.kernel, case.name, constraints, version, file)
