# ===- sorts.py - Inputs and answers of sorts.cu ---------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Sorting, in blocks, warps and several launches."""

import numpy as np
from suite import Launch, Out, Steps, program


@program(grid=2, block=256)
def sort_bitonic(random):
    values = random.integers(-(1 << 31), 1 << 31, (2, 256)).astype(np.int32)
    return [values, Out(np.sort(values, axis=1))]


@program()
def sort_bitonic_global(random):
    values = random.normal(size=512)
    launches = []
    size = 2
    while size <= 512:
        distance = size // 2
        while distance:
            args = ["values", np.int32(size), np.int32(distance)]
            launches.append(Launch("bitonic_step", 4, 128, args))
            distance //= 2
        size *= 2
    return Steps({"values": Out(np.sort(values), values)}, launches)


@program(block=64)
def sort_radix(random):
    keys = random.integers(0, 1 << 32, 700).astype(np.uint32)
    keys[100:200] = keys[:100]
    values = np.arange(700, dtype=np.uint32)
    order = np.argsort(keys, kind="stable")

    def judge(result):
        return None

    # Eight passes: the last one writes the arrays that it began with.
    scratch = Out(keys, judge=judge)
    return [
        Out(keys[order], keys),
        Out(values[order], values),
        scratch,
        scratch,
        np.int32(700),
    ]


@program(block=128)
def sort_odd_even_merge(random):
    values = random.integers(-300, 300, 128).astype(np.int16)
    return [values, Out(np.sort(values))]


@program(grid=2, block=64)
def merge_path(random):
    left = np.sort(random.integers(0, 500, 611).astype(np.float32))
    right = np.sort(random.integers(0, 500, 302).astype(np.float32))
    merged = np.sort(np.concatenate([left, right]))
    return [left, np.int32(611), right, np.int32(302), Out(merged)]


@program(grid=2, block=64)
def top_of_row(random):
    values = random.integers(-(1 << 30), 1 << 30, (4, 333)).astype(np.int32)
    return [values, Out(-np.sort(-values, axis=1)[:, :32]), np.int32(333)]


@program(grid=3, block=64)
def sort_by_rank(random):
    values = random.integers(0, 60, 170).astype(np.uint8)
    return [values, Out(np.sort(values)), np.int32(170)]
