# ===- tensors.py - Inputs and answers of tensors.cu -----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Boxes of tensors, by tensor maps: loads, stores, reductions, multicast, im2col, and
maps that a kernel changes."""

import numpy as np
from suite import Out, TensorMap, program

OPTIONS = {"since": 90, "target": "90a"}


def ints(random, *shape):
    return random.integers(-1000, 1000, shape).astype(np.int32)


def wrapped(values):
    """Sums of 32 bits."""
    return (np.asarray(values, np.int64) & 0xFFFFFFFF).astype(np.uint32).view(np.int32)


@program(grid=2, block=128, **OPTIONS)
def tensor_ring(random):
    values = ints(random, 32, 160)
    sums = np.zeros((2, 3, 32), np.int64)
    for block in range(2):
        for i in range(5):
            for row in range(16):
                tile = values[block * 16 + row, i * 32 : i * 32 + 32]
                sums[block, row % 3] = sums[block, row % 3] * 3 + tile
    return [TensorMap(values, "box=16,32"), Out(wrapped(sums)), np.int32(5)]


@program(grid=4, block=256, **OPTIONS)
def tensor_multicast(random):
    values = ints(random, 4, 8, 16)
    right = np.stack([values[[b, b ^ 1]] for b in range(4)])
    return [TensorMap(values.reshape(32, 16), "box=8,16"), Out(right)]


@program(grid=(2, 2, 2), block=64, **OPTIONS)
def tensor_stencil(random):
    values = ints(random, 4, 7, 16)
    padded = np.pad(values, 1).astype(np.int64)
    inside = lambda z, y, x: padded[1 + z : 5 + z, 1 + y : 8 + y, 1 + x : 17 + x]
    right = 10 * inside(0, 0, 0) + inside(0, 0, -1) + inside(0, 0, 1)
    right += 2 * (inside(0, -1, 0) + inside(0, 1, 0)) + 3 * (inside(-1, 0, 0) + inside(1, 0, 0))
    return [
        TensorMap(values, "box=4,6,12"),
        TensorMap(Out(right.astype(np.int32)), "box=2,4,8"),
    ]


@program(grid=5, block=128, **OPTIONS)
def tensor_additions(random):
    start = ints(random, 14, 28)
    right = np.pad(start, ((0, 8), (0, 16)))
    for block in range(5):
        tile = (block * 1000 + np.arange(128)).reshape(8, 16)
        right[block * 2 : block * 2 + 8, block * 4 : block * 4 + 16] += tile.astype(np.int32)
    return [TensorMap(Out(right[:14, :28].copy(), start), "box=8,16")]


@program(grid=4, block=128, **OPTIONS)
def tensor_extremes(random):
    values = ints(random, 4, 4, 32)
    start = np.zeros((4, 32), np.int32)
    most, least = np.maximum(values.max(0), 0), np.minimum(values.min(0), 0)
    return [
        values,
        TensorMap(Out(most, start), "box=4,32"),
        TensorMap(Out(least, start), "box=4,32"),
    ]


@program(grid=(2, 2, 2), block=64, **OPTIONS)
def tensor_five(random):
    values = ints(random, 2, 3, 4, 4, 8)
    boxes = [
        values[:, z : z + 2, 1:3, 2 * y : 2 * y + 2, 4 * x : 4 * x + 4]
        for z in range(2)
        for y in range(2)
        for x in range(2)
    ]
    return [TensorMap(values, "box=2,2,2,2,4"), Out(np.stack(boxes))]


@program(grid=2, block=64, **OPTIONS)
def tensor_strided(random):
    values = ints(random, 9, 32)
    right = np.zeros((2, 4, 16), np.int32)
    right[:, :3] = values[1::3].reshape(3, 2, 16).transpose(1, 0, 2)
    return [TensorMap(values, "box=12,16:step=3,1"), Out(right)]


@program(grid=4, block=32, **OPTIONS)
def tensor_convolution(random):
    images = random.integers(-9, 10, (2, 8, 8, 16)).astype(np.int32)
    weights = random.integers(-9, 10, (3, 3, 16)).astype(np.int32)
    padded = np.pad(images, ((0, 0), (1, 1), (1, 1), (0, 0)))
    right = np.zeros((2, 8, 8), np.int32)
    for y in range(3):
        for x in range(3):
            right += (padded[:, y : y + 8, x : x + 8] * weights[y, x]).sum(-1, dtype=np.int32)
    return [
        TensorMap(images, "lower=-1,-1:upper=-1,-1:channels=16:pixels=32"),
        weights,
        Out(right),
    ]


@program(grid=3, block=32, **OPTIONS)
def tensor_replaced(random):
    values = ints(random, 6, 48)
    right = np.zeros((3, 4, 8), np.int32)
    for block in range(3):
        # From column 20 of the block's part on, of which 24 are there: 4 more.
        right[block, :3, :4] = values[:3, block * 4 + 20 : block * 4 + 24]
    maps = Out(np.zeros(3 * 128, np.uint8), judge=lambda result: None)
    return [TensorMap(values, "box=2,4"), maps, values, Out(right), np.int32(48)]


def swizzled(name, columns):
    def make(random):
        values = random.integers(0, 1 << 16, (16, columns)).astype(np.uint16)
        text = f"box=16,{columns}:swizzle={2 * columns}"
        return [TensorMap(values, text), Out(values.ravel())]

    make.__name__ = name
    program(block=128, **OPTIONS)(make)


swizzled("tensor_swizzle_32", 16)
swizzled("tensor_swizzle_64", 32)


@program(grid=3, block=32, **OPTIONS)
def tensor_hints(random):
    values = ints(random, 20, 32)
    return [TensorMap(values, "box=8,32"), TensorMap(Out(values), "box=8,32")]


@program(block=64, **OPTIONS)
def tensor_stores(random):
    values = ints(random, 5, 64)
    right = (values + np.arange(5, dtype=np.int32)[:, None]).ravel()
    return [values, TensorMap(Out(right), "box=64")]
