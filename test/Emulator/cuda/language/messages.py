# ===- messages.py - Inputs and answers of messages.cu ---------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Blocks and warps that wait for one another."""

import numpy as np
from suite import Out, program


@program(grid=4, block=64, cooperative=True)
def message_fence(random):
    data = np.arange(64) ** 2 + 1
    right = np.outer([1, 2, 3], data[::-1])
    return [
        Out(data.astype(np.int32)),
        Out(np.ones(1, np.int32), np.zeros(1, np.int32)),
        Out(right.astype(np.int32)),
    ]


@program(grid=10, block=32)
def message_chain(random):
    values = [1]
    for block in range(1, 10):
        values.append(values[-1] * 3 + block)
    values = np.array(values, np.int32)
    return [Out(values), Out(np.ones(10, np.int32), np.zeros(10, np.int32)), Out(values - 1)]


@program(block=256)
def message_warps(random):
    values = random.integers(-100, 100, 32).astype(np.int32)
    box, right = values, []
    for warp in range(8):
        box = np.roll(box, -1) * 2 + warp
        right.append(box)
    return [values, Out(np.concatenate(right).astype(np.int32))]


@program(grid=5, block=64, cooperative=True)
def grid_barrier(random):
    start = random.integers(-5, 5, 320).astype(np.int32)
    states = [start]
    for _ in range(7):
        states.append(np.roll(states[-1], -37) + np.roll(states[-1], 1))
    return [Out(states[6], start), Out(states[7]), np.int32(7)]


@program(grid=4, block=128)
def ticket_lock(random):
    order = np.arange(16) ** 2
    return [
        Out(np.array([16, 16], np.uint32), np.zeros(2, np.uint32)),
        Out(np.array([256], np.int32), np.zeros(1, np.int32)),
        Out(order.astype(np.int32)),
    ]


@program(grid=2, block=32, cooperative=True)
def ring_buffer(random):
    values = random.integers(-1000, 1000, 60).astype(np.int32)
    last = (values * 2)[[56, 57, 58, 59, 52, 53, 54, 55]]
    return [
        values,
        Out(last),
        Out(np.array([60, 60], np.uint32), np.zeros(2, np.uint32)),
        Out(2 * values + np.arange(60, dtype=np.int32)),
        np.int32(60),
    ]


@program(grid=4, block=32)
def atomic_orders(random):
    start = np.zeros(11, np.int32)
    right = start.copy()
    right[:4], right[8], right[10] = 32, -2 * 128, -127
    # Four blocks: each thread's number enters an even number of times.
    right[9] = 0
    large, exchanged = 127 * 10**12, 0
    for _ in range(128):
        exchanged = (3 * exchanged + 1) % 2**64
    return [
        Out(right, start),
        Out(np.array([large, exchanged], np.uint64), np.zeros(2, np.uint64)),
        Out(np.array([64.0], np.float32), np.zeros(1, np.float32)),
    ]


@program(grid=3, block=32, cooperative=True)
def search_levels(random):
    nodes = 150
    pairs = random.integers(0, nodes, (220, 2))
    neighbours = [sorted(set(pairs[pairs[:, 0] == node, 1])) for node in range(nodes)]
    offsets = np.cumsum([0] + [len(edges) for edges in neighbours]).astype(np.int32)
    edges = np.array([node for edges in neighbours for node in edges], np.int32)
    levels, frontier, level = np.full(nodes, -1, np.int32), [0], 0
    levels[0] = 0
    sizes = []
    while frontier:
        sizes.append(len(frontier))
        level += 1
        reached = {node for at in frontier for node in neighbours[at] if levels[node] < 0}
        levels[list(reached)] = level
        frontier = list(reached)
    rounds = len(sizes)
    startLevels = np.full(nodes, -1, np.int32)
    startLevels[0] = 0
    startSizes = np.zeros(rounds + 1, np.int32)
    startSizes[0] = 1
    lists = np.zeros(2 * nodes, np.int32)
    return [
        offsets,
        edges,
        Out(levels, startLevels),
        Out(lists, lists, judge=lambda result: None),
        Out(np.array(sizes + [0], np.int32), startSizes),
        np.int32(nodes),
        np.int32(rounds),
    ]
