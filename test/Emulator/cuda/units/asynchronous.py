# ===- asynchronous.py - Inputs and answers of asynchronous.cu -------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Copies in flight and barriers that count."""

import numpy as np
from suite import Out, program


def ints(random, *shape):
    return random.integers(-1000, 1000, shape).astype(np.int32)


@program(block=128)
def copy_cooperative(random):
    values = ints(random, 5, 128)
    right = (values * values[:, ::-1]).sum(0).astype(np.int32)
    return [values, Out(right), np.int32(5)]


@program(block=128)
def copy_pipeline(random):
    values = ints(random, 7, 128)
    return [values, Out(3 * np.roll(values, -1, 1)), np.int32(7)]


@program(block=64)
def copy_pipeline_thread(random):
    values = ints(random, 9, 64, 2)
    x, y = values[..., 0], values[..., 1]
    return [values, Out(np.stack([y, x - y], -1)), np.int32(9)]


@program(block=128)
def barrier_ping_pong(random):
    values = ints(random, 8, 64)
    sum = np.zeros(64, np.int32)
    for round in range(8):
        sum = sum * 3 + values[round, ::-1] + round
    return [values, Out(sum.astype(np.int32)), np.int32(8)]


@program(block=96)
def barrier_split(random):
    values = random.integers(0, 1000, 96).astype(np.int32)
    mine = values.astype(np.int64)
    for _ in range(6):
        mine = np.roll(mine, -5) + mine * mine % 1009
    return [values, Out(mine.astype(np.int32)), Out(np.array([6], np.int32))]


@program(block=64)
def copy_to_barrier(random):
    values = random.integers(-1000, 1000, (6, 64)).astype(np.float64)
    return [values, Out((values - values[:, ::-1] / 2).sum(0)), np.int32(6)]


@program(block=128)
def named_producer_consumer(random):
    values = ints(random, 9, 64)
    factors = np.arange(1, 10)[:, None]
    right = (values[:, np.arange(64) ^ 33] * factors).sum(0)
    return [values, Out(right.astype(np.int32)), np.int32(9)]


@program(block=80)
def barrier_reductions(random):
    values = random.integers(-100, 100, 80).astype(np.int32)
    values[17] = 0
    row = [
        (values > 0).sum(),
        (values > -90).all(),
        (values == 0).any(),
        (values >= -100).all(),
    ]

    def judge(result):
        # and, or: any number but 0 is true.
        result = result.copy()
        result[:, 1:] = result[:, 1:] != 0
        return None if (result == np.array(row)).all() else f"{result} instead of {row}"

    return [values, Out(np.zeros((80, 4), np.int32), judge=judge)]


@program(since=80)
def copy_groups(random):
    values = ints(random, 224)
    a, b, c = values[:128], values[128:192], values[192:]
    lane = np.arange(32)
    d = np.array([values[i] if i % 4 < i // 4 % 5 else 0 for i in range(128)])
    right = 3 * b[(2 * lane + 9) % 64] + 5 * c[31 - lane]
    for i in range(4):
        right = right + a[(4 * lane + i + 4) % 128] + 7 * d[(4 * lane + i + 8) % 128]
    return [values, Out(right.astype(np.int32))]


@program(block=64, since=80)
def mbarrier_by_hand(random):
    values = ints(random, 6, 64)
    sum = np.zeros(64, np.int64)
    for row in values:
        sum = sum * 5 + np.roll(row, -7)
    return [values, Out(sum.astype(np.int32)), np.int32(6)]


@program(block=128, since=90)
def copy_bulk(random):
    values = ints(random, 4, 256)
    thread = np.arange(128)
    right = (values[:, thread] - values[:, 255 - 2 * thread]).sum(0)
    return [values, Out(right.astype(np.int32)), np.int32(4)]
