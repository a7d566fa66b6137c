# ===- library.py - Inputs and answers of library.cu -----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Algorithms of CUB for blocks and warps."""

import numpy as np
from suite import Out, program


@program(grid=3, block=128)
def cub_reduce(random):
    values = random.integers(-1000, 1000, (3, 128)).astype(np.int32)
    return [values, Out(np.stack([values.sum(1), values.max(1)], 1).astype(np.int32))]


# At -G CUB adds up prefixes that nobody has set, and forgets the sum.
@program(block=128, checkInMemory="race,sync,uniform")
def cub_scan(random):
    values = random.integers(-1000, 1000, 384).astype(np.int32)
    sums = values.cumsum(dtype=np.int32)
    return [values, Out(sums), Out(sums - values)]


@program(block=64)
def cub_radix_sort(random):
    keys = random.integers(0, 1 << 32, 256).astype(np.uint32)
    keys[30:60] = keys[:30]
    values = np.arange(256, dtype=np.int32)
    order = np.argsort(keys, kind="stable")
    return [keys, values, Out(keys[order]), Out(values[order])]


# CUB reads one element past each list before it looks at the index, and forgets
# what it read: use of memory that nobody has written is true there.
@program(block=64, check="race,sync,uniform")
def cub_merge_sort(random):
    values = random.normal(size=192)
    shorts = random.integers(-1000, 1000, (4, 32)).astype(np.int16)
    return [values, Out(np.sort(values)), Out(np.sort(shorts, axis=1), shorts)]


@program(block=64)
def cub_histogram(random):
    values = random.integers(0, 32, 256).astype(np.uint8)
    right = np.bincount(values, minlength=32).astype(np.uint32)
    return [values, Out(right), Out(right)]


@program(block=128)
def cub_warps(random):
    values = random.integers(-50, 50, 128).astype(np.float32)
    sums = np.full(128, -1000, np.float32)
    for start in range(128):
        if start % 16 == 0 or start % 5 == 0:
            end = start + 1
            while end % 16 and end % 5:
                end += 1
            sums[start] = values[start:end].sum()
    above = (values > 0).reshape(4, 32).astype(np.int32)
    places = (above.cumsum(1) - above) * 100 + above.sum(1, keepdims=True)
    start = np.full(128, -1000, np.float32)
    return [values, Out(sums, start), Out(places.ravel().astype(np.int32))]
