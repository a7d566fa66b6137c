# ===- algorithms.py - Inputs and answers of algorithms.cu -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Strings, graphs, dynamic programming."""

import numpy as np
from suite import Launch, Out, Steps, program


@program(grid=5, block=64, shared=16)
def string_search(random):
    text = "".join(random.choice(list("abc"), 300))
    pattern = "a?c"
    right = [
        len(text) - at >= 3 and text[at] == "a" and text[at + 2] == "c" for at in range(300)
    ]
    encode = lambda s: np.frombuffer(s.encode(), np.int8)
    return [
        encode(text),
        np.int32(300),
        encode(pattern),
        np.int32(3),
        Out(np.array(right, np.uint8)),
        Out(np.array([sum(right)], np.int32), np.zeros(1, np.int32)),
    ]


@program()
def union_find(random):
    nodes, edges = 200, random.integers(0, 200, (170, 2)).astype(np.int32)
    labels = np.arange(nodes)
    for a, b in edges:
        low, high = sorted((labels[a], labels[b]))
        labels[labels == high] = low
    buffers = {
        "edges": edges,
        "parents": Out(labels, np.arange(nodes, dtype=np.int32), judge=lambda result: None),
        "roots": Out(labels.astype(np.int32)),
    }
    launches = [
        Launch("union_find", 3, 64, ["edges", "parents", np.int32(170)]),
        Launch("union_roots", 4, 64, ["parents", "roots", np.int32(nodes)]),
    ]
    return Steps(buffers, launches)


def edit(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row = row, [i]
        for j, y in enumerate(b, 1):
            row.append(min(row[-1] + 1, before[j] + 1, before[j - 1] + (x != y)))
    return row[-1]


@program(block=64)
def edit_distance(random):
    a, b = (random.integers(97, 101, size).astype(np.int8) for size in (101, 88))
    right = np.array([edit(a.tolist(), b.tolist())], np.int32)
    return [a, np.int32(101), b, np.int32(88), Out(right)]


@program()
def search_breadth_first(random):
    nodes = 180
    matrix = random.random((nodes, nodes)) < 0.012
    offsets = np.append(0, np.cumsum(matrix.sum(1))).astype(np.int32)
    edges = np.nonzero(matrix)[1].astype(np.int32)
    levels, frontier, level = np.full(nodes, -1), np.arange(nodes) == 0, 0
    while frontier.any():
        levels[frontier] = level
        frontier = matrix[frontier].any(0) & (levels < 0)
        level += 1
    start = np.where(np.arange(nodes) == 0, 0, -1).astype(np.int32)
    buffers = {
        "offsets": offsets,
        "edges": edges,
        "levels": Out(levels.astype(np.int32), start),
        "changes": Out(np.array([(levels > 0).sum()], np.int32), np.zeros(1, np.int32)),
    }
    arguments = ["offsets", "edges", "levels", "changes", np.int32(nodes)]
    return Steps(
        buffers,
        [Launch("search_level", 3, 64, [*arguments, np.int32(turn)]) for turn in range(level)],
    )


@program(grid=4, block=48)
def interval_schedule(random):
    starts = random.integers(0, 200, (4, 48))
    ends = starts + random.integers(1, 30, (4, 48))
    right = []
    for row in range(4):
        # The longest chain, by dynamic programming over all ends.
        most = [0] * 240
        for time in range(1, 240):
            most[time] = most[time - 1]
            for start, end in zip(starts[row], ends[row]):
                if end == time:
                    most[time] = max(most[time], most[start] + 1)
        right.append(most[-1])
    data = np.stack([starts, ends], -1).astype(np.int32)
    return [data, Out(np.array(right, np.int32)), np.int32(48)]


@program(block=96)
def knapsack(random):
    weights, values = random.integers(3, 40, 20), random.integers(1, 100, 20)
    best = {0: 0}
    for weight, value in zip(weights, values):
        best = best | {
            w + weight: max(v + value, best.get(w + weight, 0)) for w, v in best.items()
        }
    right = [max(v for w, v in best.items() if w <= c) for c in range(257)]
    arrays = [weights.astype(np.int32), values.astype(np.int32)]
    return [*arrays, np.int32(20), np.int32(256), Out(np.array(right, np.int32))]


@program(block=128, shared=256)
def sieve(random):
    primes = [n > 1 and all(n % d for d in range(2, int(n**0.5) + 1)) for n in range(2048)]
    words = np.packbits(np.array(primes, np.uint8), bitorder="little").view(np.uint32)
    return [Out(words), np.int32(2048)]


@program(grid=2, block=32)
def interpreter(random):
    # Multiplies the input by itself until it is above 5000, then halves it twice.
    code = lambda operation, x, y, small: operation << 12 | x << 8 | y << 4 | small + 8
    steps = [
        code(0, 1, 0, 0),  # 0: r1 = r0
        code(0, 2, 3, 7),  # 1: r2 = 8
        code(2, 2, 2, 0),  # 2: r2 = 64
        code(2, 2, 2, 0),  # 3: r2 = 4096
        code(6, 1, 2, 3),  # 4: above? go on at 8
        code(2, 1, 0, 0),  # 5: r1 *= r0
        code(1, 3, 3, 0),  # 6: r3 doubles
        code(6, 2, 1, -4),  # 7: not above: go on at 4
        code(3, 1, 1, 0),  # 8: halves
        code(4, 2, 1, 0),  # 9: its last bit
        code(5, 2, 0, 1),  # 10: even: go on at 12
        code(1, 1, 3, 0),  # 11: odd: adds r3
        code(7, 1, 0, 0),  # 12: gives r1
    ]
    inputs = random.integers(2, 200, 64).astype(np.int32)
    right = []
    for n in map(int, inputs):
        value, turns = n, 1
        while value <= 4096:
            value, turns = value * n, turns * 2
            if 4096 <= value:
                break
        half = value // 2
        right.append(half + turns if half & 1 else half)
    return [np.array(steps, np.int32), inputs, Out(np.array(right, np.int32))]
