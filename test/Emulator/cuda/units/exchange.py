# ===- exchange.py - Inputs and answers of exchange.cu ---------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Data that blocks of a cluster give one another: by loads and stores, atomic operations,
mbarriers, st.async, red.async, and bulk copies."""

import numpy as np
from suite import Out, program

OPTIONS = {"since": 90, "target": "90a"}


def ints(random, *shape):
    return random.integers(-1000, 1000, shape).astype(np.int32)


def wrapped(values):
    """Sums of 32 bits."""
    return (np.asarray(values, np.int64) & 0xFFFFFFFF).astype(np.uint32).view(np.int32)


@program(grid=8, block=64, **OPTIONS)
def exchange_transpose(random):
    values = ints(random, 2, 64, 64)
    return [values, Out(np.ascontiguousarray(values.transpose(0, 2, 1)))]


@program(grid=16, block=32, **OPTIONS)
def exchange_tree(random):
    values = ints(random, 2, 8, 32)
    return [values, Out(values.sum(1).astype(np.int32))]


@program(grid=8, block=32, **OPTIONS)
def exchange_scan(random):
    values = ints(random, 2, 128)
    return [values, Out(values.cumsum(1).astype(np.int32))]


@program(grid=(4, 2, 2), block=32, **OPTIONS)
def exchange_places(random):
    rows = []
    for z in range(2):
        for y in range(2):
            for x in range(4):
                rank = (z * 2 + y) * 2 + x % 2
                rows.append([x % 2, y, z, 222, rank, 8, 256, 200])
    return [Out(np.array(rows, np.int32))]


@program(grid=4, block=32, **OPTIONS)
def exchange_token(random):
    values, total = ints(random, 4, 32), np.zeros(32, np.int64)
    for _ in range(3):
        for value in values:
            total = 3 * total + value
    return [values, Out(wrapped(total)), np.int32(3)]


@program(grid=4, block=32, **OPTIONS)
def exchange_vectors(random):
    values = ints(random, 4, 32, 4)
    right = np.broadcast_to(values, (4, 4, 32, 4)).copy()
    right[..., 3] = np.arange(4)[:, None, None]
    return [values, Out(right)]


@program(grid=8, block=128, **OPTIONS)
def exchange_additions(random):
    values = random.integers(0, 1000, (2, 512)).astype(np.int32)
    bins = [np.bincount(row % 16, row, 16) for row in values]
    return [values, Out(np.array(bins).astype(np.int32))]


@program(grid=4, block=64, **OPTIONS)
def exchange_tiles(random):
    values, total = ints(random, 4, 64), np.zeros((4, 64), np.int64)
    for step in range(4):
        total = total * 7 + np.roll(values, step, 0)
    return [values, Out(wrapped(total))]


@program(grid=8, block=32, **OPTIONS)
def exchange_multicast(random):
    values, rows = ints(random, 2, 4, 32), []
    for cluster in values:
        for rank in range(4):
            total = np.zeros(32, np.int64)
            for tile in cluster:
                total = total * 5 + tile[np.arange(32) ^ rank]
            rows.append(total)
    return [values, Out(wrapped(rows))]


@program(grid=8, block=64, **OPTIONS)
def exchange_buckets(random):
    values = random.permutation(1 << 20)[:512].astype(np.uint32) << 12
    right = np.zeros((8, 256), np.uint32)
    counts = np.bincount(values >> 29, minlength=8).astype(np.uint32)
    for i, count in enumerate(counts):
        right[i, :count] = np.sort(values[values >> 29 == i])
    return [values, Out(right, np.zeros_like(right)), Out(counts)]


@program(grid=4, block=64, **OPTIONS)
def exchange_maximum(random):
    values = random.standard_normal((2, 128)).astype(np.float32)
    return [values, Out(values.max(1))]


@program(grid=2, block=128, **OPTIONS)
def exchange_elected(random):
    values = ints(random, 8, 32)
    return [values, Out(np.ascontiguousarray(values[:, ::-1]))]


@program(block=64, **OPTIONS)
def exchange_transactions(random):
    values = ints(random, 32)
    return [values, Out(values[::-1].copy())]
