# ===- scans.py - Inputs and answers of scans.cu ---------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Running sums, and what is made of them."""

import numpy as np
from suite import Out, program


def ints(random, *shape):
    return random.integers(-1000, 1000, shape).astype(np.int32)


@program(grid=3, block=128, shared=1024)
def scan_hillis_steele(random):
    values = ints(random, 3, 128)
    return [values, Out(values.cumsum(1, dtype=np.int32))]


@program(block=256)
def scan_blelloch(random):
    values = random.integers(0, 1 << 32, 512).astype(np.uint32)
    sums = values.cumsum(dtype=np.uint32)
    return [values, Out(np.concatenate([[np.uint32(0)], sums[:-1]]))]


@program(grid=12, block=128)
def scan_lookback(random):
    values = ints(random, 12 * 128 - 37)
    sums = values.cumsum(dtype=np.int32)
    lastOfBlock = np.append(sums[127::128], sums[-1]).view(np.uint32)
    states = lastOfBlock.astype(np.uint64) | np.uint64(2 << 32)
    return [
        values,
        Out(sums),
        Out(states, np.zeros(12, np.uint64)),
        Out(np.array([12], np.uint32), np.zeros(1, np.uint32)),
        np.int32(values.size),
    ]


@program(grid=2, block=64)
def scan_segmented(random):
    # Integers as floats: every order of summation is exact.
    values = random.integers(-50, 50, 128).astype(np.float32)
    heads = (random.random(128) < 0.15).astype(np.uint8)
    right, sum = [], 0
    for i in range(128):
        sum = values[i] if heads[i] or i % 32 == 0 else sum + values[i]
        right.append(sum)
    return [values, heads, Out(np.array(right, np.float32))]


@program(block=128)
def compact_ordered(random):
    values = random.integers(0, 1000, 1000).astype(np.int32)
    kept = values[values % 3 == 0]
    right = np.zeros(1000, np.int32)
    right[: kept.size] = kept
    return [values, Out(right), Out(np.array([kept.size], np.int32)), np.int32(1000)]


@program(grid=3, block=96)
def compact_aggregated(random):
    values = random.integers(0, 1000, 1000).astype(np.int32)
    kept = values[values % 3 == 0]

    def judge(result):
        if (np.sort(result[: kept.size]) == np.sort(kept)).all():
            return None
        return "not the numbers that pass, in any order"

    size = np.array([kept.size], np.int32)
    return [
        values,
        Out(np.zeros(1000, np.int32), judge=judge),
        Out(size, np.zeros(1, np.int32)),
        np.int32(1000),
    ]


@program(block=512)
def run_lengths(random):
    values = np.repeat(random.integers(0, 5, 120), random.integers(1, 8, 120))
    values = values[:490].astype(np.uint8)
    heads = np.flatnonzero(np.append(True, values[1:] != values[:-1]))
    lengths = np.diff(np.append(heads, values.size))
    rightValues, rightLengths = np.zeros(512, np.uint8), np.zeros(512, np.int32)
    rightValues[: heads.size], rightLengths[: heads.size] = values[heads], lengths
    return [
        values,
        Out(rightValues),
        Out(rightLengths),
        Out(np.array([heads.size], np.int32)),
        np.int32(values.size),
    ]
