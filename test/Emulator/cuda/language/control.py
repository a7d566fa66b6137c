# ===- control.py - Inputs and answers of control.cu -----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Calls, recursion, pointers to functions, printing."""

import functools
import math

import numpy as np
from suite import Out, program


def signed32(value):
    return (int(value) + (1 << 31)) % (1 << 32) - (1 << 31)


def divided(a, b):
    """C's division, which truncates."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def remainder(a, b):
    return a - b * divided(a, b)


@program(block=40)
def recursion_fibonacci(random):
    numbers = [0, 1]
    while len(numbers) < 13:
        numbers.append(numbers[-1] + numbers[-2])
    return [Out(np.array([numbers[i % 13] for i in range(40)], np.int32))]


@program(block=45)
def recursion_mutual(random):
    # Known closed forms of the first three rows of Ackermann's function.
    rows = [lambda n: n + 1, lambda n: n + 2, lambda n: 2 * n + 3]
    right = [[rows[i % 3](i % 5), 1 if i % 2 == 0 else 2] for i in range(45)]
    return [Out(np.array(right, np.uint32))]


@program(grid=2, block=32)
def recursion_quicksort(random):
    values = random.integers(-50, 50, (64, 24)).astype(np.int32)
    return [values, Out(np.sort(values, axis=1))]


@program(block=64)
def recursion_tree(random):
    keys = random.permutation(500)[:60]
    nodes = [[int(keys[0]), -1, -1]]
    for key in map(int, keys[1:]):
        at = 0
        while True:
            side = 1 if key < nodes[at][0] else 2
            if nodes[at][side] < 0:
                nodes[at][side] = len(nodes)
                nodes.append([key, -1, -1])
                break
            at = nodes[at][side]
    levels, depth = [0], 0
    while levels:
        levels = [child for at in levels for child in nodes[at][1:] if child >= 0]
        depth += 1
    sums = [int(keys[keys < 8 * i].sum()) * 100 + depth for i in range(64)]
    return [np.array(nodes, np.int32), Out(np.array(sums))]


@program(block=6)
def recursion_queens(random):
    # Six queens: four solutions, none with a queen in a corner.
    return [Out(np.array([0, 1, 1, 1, 1, 0], np.int32))]


@program(grid=2, block=32)
def function_pointers(random):
    values = random.integers(-20, 20, 64).astype(np.float32)
    functions = [lambda x: 2 * x, lambda x: x / 2, lambda x: x * x, lambda x: -x]
    right = []
    for thread in range(64):
        x = functions[thread % 4](values[thread])
        other = functions[0] if thread & 8 else functions[thread // 4 % 4]
        right.append(functions[2](other(x)))
    return [values, Out(np.array(right, np.float32))]


@program(block=48)
def virtual_functions(random):
    kinds = random.integers(0, 3, 48).astype(np.int32)
    areas = [lambda i: i * i, lambda i: 6 * i * i, lambda i: 2 * i * i]
    right = [areas[kind](i) * 8 + (4, 0, 5)[kind] for i, kind in enumerate(kinds)]
    return [kinds, Out(np.array(right, np.float32))]


@program(grid=2, block=64)
def switch_tables(random):
    values = random.integers(-200, 200, 128).astype(np.int32)
    values[:5] = [1000, -77, 123456, 5, 16]
    right = []
    for v in map(int, values):
        cases = {
            0: 3 * v,
            1: v ^ 0x55,
            2: v + 1007,
            3: 7,
            4: divided(v, 3),
            5: (v & 0xFFFFFFFF).bit_count(),
            6: -v,
            7: 4 * v,
            8: v * v,
            9: (9 - v) ^ 0xFF,
            10: -v ^ 0xFF,
            11: 0xFF,
        }
        if v & 15 == 12:
            right.append(-5)
            continue
        result = cases.get(v & 15, 1 << (v & 7))
        right.append(result + {1000: 1, -77: 2, 123456: 3, 5: 4}.get(v, 0))
    return [values, Out(np.array(right, np.int32), np.full(128, -5, np.int32))]


@program(grid=2, block=64)
def tangled_loops(random):
    values = random.integers(-1000, 1000, 128).astype(np.int32)

    def run(value):
        total, enough = 0, False
        for i in range(20):
            if remainder(value + i, 7) == 0:
                continue
            j = 0
            while True:
                if remainder(value ^ j, 11) == 3:
                    break
                total += i * j
                if total > 500:
                    enough = True
                    break
                j += 1
                if j >= value & 15:
                    break
            if enough or i > value & 31:
                break
        if value < 0 and not enough:
            return -total
        value = abs(value)
        while value & (2 if total & 1 else 4):
            total = signed32(total * 5 + 1)
            value >>= 1
        return total

    return [values, Out(np.array([run(v) for v in map(int, values)], np.int32))]


@program(grid=2, block=32)
def calling_convention(random):
    values = random.integers(-30000, 30000, 64).astype(np.int32)
    right = []
    for thread, v in enumerate(map(int, values)):
        by = thread % 4
        first, tail = v * 0.5 * by * 2, [1, 2, 3]
        tail[by % 3] = tail[2] = -1
        held = [v, 1, 2, 3, divided(v, 2), 5]
        held = [held[(i + by + 2) % 6] for i in range(6)]
        tails = tail[0] + 3 * tail[1] + 9 * tail[2]
        tag = thread + by + 2
        right.append(
            int(first * 2) + 10 * held[0] + 100 * held[3] + 1000 * tag + 10000 * tails
        )
        byte = (v & 255) - (v & 128) * 2
        total = byte + 2 * v + 3 * v + 4 * v * 1000000007
        total += math.trunc(5 * v * 0.5) + math.trunc(6 * v * 0.25)
        total += 7 * (v & 255) + 8 * (v & 1) + v - thread - v - 3
        right.append(total)
    return [values, Out(np.array(right))]


@program(
    block=8,
    prints="start 3 text\n"
    "   42|42   |00042|+42|beef|BEEF|10|4000000000|z|%\n"
    "3.142|  1.23e+04|0.0001|-1234567890123|feedfacecafebeef|-5\n"
    "thread 0 of 8: even\n"
    "thread 3 of 8: odd\n"
    "thread 6 of 8: even\n",
)
def printing(random):
    return [np.int32(3)]


@program(block=32, fails="numbers are small")
def assertion(random):
    return [np.arange(32, dtype=np.int32)]


@program(block=32, fails="trap")
def trapping(random):
    return [np.arange(32, dtype=np.int32), Out(np.ones(32, np.int32))]


@program(grid=2, block=32)
def dynamic_stack(random):
    def total(count):
        return functools.reduce(lambda a, i: signed32(2 * a + i * i), reversed(range(count)), 0)

    return [Out(np.array([total(1 + i % 19) + total(i % 3) for i in range(64)], np.int32))]


@program(grid=2, block=32)
def lambdas(random):
    values = random.integers(0, 1000, 64).astype(np.int32)
    right = []
    for v in map(int, values):
        steps = range(1, 4 + v % 3)
        other = functools.reduce(lambda a, i: a ^ (i * v), range(v % 9), 1)
        product = math.prod(i + v % 2 for i in steps)
        right.append(product * 10000 + len(steps) * 1000 + other % 1000)
    return [values, Out(np.array(right, np.int32))]


@program(grid=3, block=64)
def spin_lock(random):
    count = 3 * 64
    right = np.array([count, sum(i & 3 for i in range(count))], np.int32)
    return [Out(right, np.zeros(2, np.int32)), Out(np.ones(count, np.int32))]


@program(grid=2, block=48)
def spin_lock_lanes(random):
    return [Out(np.array([2 * 48 * 47 // 2], np.int32), np.zeros(1, np.int32))]


@program(block=32)
def module_variables(random):
    # "tessera": letters 0 and 4.
    right = [5 + 20, 7 + 900, ord("t") | ord("e") << 8, 375, 201, 77]
    return [Out(np.array(right, np.int32))]
