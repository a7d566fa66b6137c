# ===- reductions.py - Inputs and answers of reductions.cu -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Sums, least and largest numbers."""

import numpy as np
from suite import Launch, Out, Steps, program

COUNT = 5000


def ints(random, count=COUNT, low=-100000, high=100000):
    return random.integers(low, high, count).astype(np.int32)


def total(values):
    """The sum as the kernels keep it, modulo 2^32."""
    return np.array([values.astype(np.int64).sum()]).astype(np.int32)


@program(grid=6, block=256)
def reduce_shared(random):
    values = ints(random)
    return [values, Out(total(values), np.zeros(1, np.int32)), np.int32(COUNT)]


@program(grid=4, block=96)
def reduce_shuffle(random):
    values = random.integers(-(1 << 50), 1 << 50, COUNT)
    threads = np.arange(COUNT) % (4 * 96)
    sums = np.array([values[threads // 96 == block].sum() for block in range(4)])
    return [values, Out(sums), np.int32(COUNT)]


@program(grid=3, block=128)
def reduce_atomics(random):
    values = ints(random, 1500)
    unsigned = values.view(np.uint32)
    start = np.zeros(11, np.int32)
    start[[2, 4]], start[3], start[8] = 0x7FFFFFFF, -0x80000000, -1
    start[4] = -1
    results = start.copy()
    results[0], results[1] = total(values)[0], -total(values)[0]
    results[2], results[3] = values.min(), values.max()
    results[4] = np.bitwise_and.reduce(values)
    results[5] = np.bitwise_or.reduce(values)
    results[6] = np.bitwise_xor.reduce(values)
    results[7] = unsigned.max().view(np.int32)
    results[8] = unsigned.min().view(np.int32)
    # A counter of 0..99 up, and down: 0 goes to 99.
    results[9], results[10] = 1500 % 100, -1500 % 100
    wide = values.astype(np.int64).view(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    wideStart = np.array([0, 2**64 - 1, 0, 0, 1 << 63], np.uint64)
    wideResults = np.array(
        [
            np.add.reduce(wide),
            wide.min(),
            wide.max(),
            np.bitwise_xor.reduce(wide),
            wide.view(np.int64).max().view(np.uint64),
        ]
    )
    # Small integers: every order of summation gives the same. C's % truncates.
    small = np.fmod(values, 16).astype(np.float32).sum(dtype=np.float64)
    return [
        values,
        Out(results, start),
        Out(wideResults, wideStart),
        Out(np.array([small], np.float32), np.zeros(1, np.float32)),
        Out(np.array([values.astype(np.int64).sum() * 0.25]), np.zeros(1)),
        np.int32(1500),
    ]


@program()
def reduce_two_passes(random):
    values = ints(random)
    return Steps(
        {"input": values, "parts": np.zeros(7, np.int32), "sum": Out(total(values))},
        [
            Launch("reduce_pass_one", 7, 128, ["input", "parts", np.int32(COUNT)]),
            Launch("reduce_pass_two", 1, 32, ["parts", "sum", np.int32(7)]),
        ],
    )


@program(block=96)
def reduce_cooperative(random):
    values = ints(random, 96)
    results = [values]
    for size in (8, 16, 32):
        tiles = values.reshape(-1, size)
        right = [
            tiles.sum(1),
            tiles.min(1),
            tiles.max(1),
            np.bitwise_xor.reduce(tiles, axis=1),
        ]
        results.append(Out(np.stack(right, 1).astype(np.int32)))
    return results


@program(grid=9, block=128)
def reduce_last_block(random):
    values = ints(random)
    zeros = np.zeros(9, np.int32)
    threads = np.arange(COUNT) % (9 * 128) // 128
    parts = np.array([total(values[threads == block])[0] for block in range(9)])
    return [values, Out(parts, zeros), Out(total(values)), np.int32(COUNT)]


@program(grid=2, block=128)
def reduce_float_extremes(random):
    values = random.normal(0, 1000, 2000).astype(np.float32)
    bits = values.view(np.int32)
    inOrder = np.where(bits >= 0, bits, bits ^ 0x7FFFFFFF)
    factors = [2.0 if i % 128 else 0.25 for i in range(0, 2000, 64)]
    return [
        values,
        Out(inOrder[[values.argmin()]], np.array([0x7FFFFFFF], np.int32)),
        Out(inOrder[[values.argmax()]], np.array([-0x80000000], np.int32)),
        Out(np.array([np.prod(factors)]), np.ones(1)),
        np.int32(2000),
    ]


@program(grid=12, block=32)
def reduce_argmax(random):
    values = random.integers(0, 40, (12, 150)).astype(np.float32)
    return [values, Out(values.argmax(1).astype(np.int32)), np.int32(150)]
