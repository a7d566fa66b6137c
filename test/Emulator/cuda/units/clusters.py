# ===- clusters.py - Inputs and answers of clusters.cu ---------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Blocks that run together, and copies of many bytes."""

import numpy as np
from suite import Out, TensorMap, program


def ints(random, *shape):
    return random.integers(-1000, 1000, shape).astype(np.int32)


@program(grid=8, block=128, since=90)
def cluster_histogram(random):
    values = random.integers(0, 128, 5000).astype(np.int32)
    right = np.bincount(values, minlength=128).astype(np.int32)
    return [values, Out(right, np.zeros(128, np.int32)), np.int32(5000)]


@program(grid=(4, 2), block=64, since=90)
def cluster_sum(random):
    values = ints(random, 2, 2, 2, 64)  # row in the cluster, cluster, column
    right = np.zeros((2, 64), np.int32)
    for row in range(2):
        for column in range(2):
            right = right * 3 + values[row, :, column]
    right = np.broadcast_to(right[None, :, None], values.shape)
    return [values, Out(np.ascontiguousarray(right))]


@program(grid=8, block=32, since=90)
def cluster_ring(random):
    value = ints(random, 8, 32)
    start = value.copy()
    for round in range(5):
        value = value * 5 + round + np.roll(value, 1, 0)
    return [start, Out(value.astype(np.int32)), np.int32(5)]


@program(block=256, since=90)
def bulk_barrier(random):
    values = ints(random, 5, 256)
    return [values, Out((values * values[:, ::-1]).sum(0).astype(np.int32)), np.int32(5)]


@program(grid=3, block=256, since=90)
def bulk_there_and_back(random):
    values = ints(random, 3, 128, 2)
    return [values, Out(values[..., ::-1] + np.int32(1))]


@program(grid=6, block=256, since=90)
def bulk_sums(random):
    values = ints(random, 6, 256)
    return [values, Out(values.sum(0).astype(np.int32), np.zeros(256, np.int32))]


@program(grid=4, block=64, since=90)
def cluster_store_async(random):
    values = ints(random, 2, 2, 64)
    return [values, Out(np.ascontiguousarray(values[:, ::-1, ::-1]))]


@program(grid=(3, 2), block=256, since=90)
def tensor_transpose(random):
    values = ints(random, 60, 92)
    return [
        TensorMap(values, "box=32,32:swizzle=128"),
        TensorMap(Out(np.ascontiguousarray(values.T)), "box=32,32"),
    ]


@program(grid=(2, 2, 2), block=64, since=90)
def tensor_boxes(random):
    values = ints(random, 3, 6, 12)
    padded = np.zeros((4, 8, 16), np.int32)
    padded[1:, 1:7, 2:14] = values[:3]
    boxes = padded.reshape(2, 2, 2, 4, 2, 8).transpose(0, 2, 4, 1, 3, 5)
    return [TensorMap(values, "box=2,4,8"), Out(np.ascontiguousarray(boxes))]
