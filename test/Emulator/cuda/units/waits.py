# ===- waits.py - Inputs and answers of waits.cu ----------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Waiting for counts: right ones, and wrong ones that are never reached."""

import numpy as np
from suite import Launch, Out, Steps, program


def ints(random, *shape):
    return random.integers(-1000, 1000, shape).astype(np.int32)


def twice(make, grid=1):
    """The program with its count right, and with one that is wrong."""
    name = make.__name__
    program(grid=grid, block=64 // grid)(make)

    def wrong(random):
        *args, count = make(random)
        buffers = {f"b{number}": arg for number, arg in enumerate(args)}
        launch = Launch(name, grid, 64 // grid, [*buffers, np.int32(count + 1)])
        return Steps(buffers, [launch])

    wrong.__name__ = f"{name}_wrong"
    wrong.__module__ = make.__module__
    program(fails="deadlock in ")(wrong)


@twice
def wait_barrier(random):
    values = ints(random, 64)
    return [values, Out(values[::-1].copy()), np.int32(0)]


@twice
def wait_latch(random):
    values = ints(random, 64)
    return [values, Out(values[::-1].copy()), np.int32(0)]


def wait_device(random):
    values = ints(random, 64)
    state = np.zeros(16, np.int32)
    right = np.concatenate([values, values[::-1]])
    return [values, Out(right), state, np.int32(0)]


twice(wait_device, grid=2)


@twice
def wait_pipeline(random):
    values = ints(random, 2, 64)
    right = 3 * values[0, ::-1] + values[1, ::-1]
    return [values, Out(right.astype(np.int32)), np.int32(0)]


#: libcu++ 13.0 gives mbarrier.try_wait, on sm_90, a limit that it computes from a
#: variable that nobody has set, in the first round.
UNSET = "race,sync,uniform"


@program(block=64, checkInMemory=UNSET)
def wait_limited(random):
    return [Out(np.ones(64, np.int32)), np.int32(0)]


@program(block=64, checkInMemory=UNSET)
def wait_limited_in_vain(random):
    buffers = {"r": Out(np.zeros(64, np.int32))}
    return Steps(buffers, [Launch("wait_limited", 1, 64, ["r", np.int32(1)])])
