# ===- test_numba_language.py - What a numba kernel may say -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Unmodified numba-cuda under `tessera run`: the language of kernels, against numpy."""

import enum

import numpy as np
import pytest
from numba import cuda

from on_device import run, sample

N = 100


# ===------------------------------------------------------------------------===#
# The place of a thread
# ===------------------------------------------------------------------------===#


def test_grid_of_one_dimension():
    def kernel(out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = i

    (out,) = run(kernel, np.zeros(N, np.int32), grid=4, block=32)
    np.testing.assert_array_equal(out, np.arange(N))


def test_grid_of_two_dimensions():
    def kernel(out):
        i, j = cuda.grid(2)
        if i < out.shape[0] and j < out.shape[1]:
            out[i, j] = 100 * i + j

    (out,) = run(kernel, np.zeros((10, 7), np.int32), grid=(3, 2), block=(4, 4))
    np.testing.assert_array_equal(out, 100 * np.arange(10)[:, None] + np.arange(7))


def test_grid_of_three_dimensions():
    def kernel(out):
        i, j, k = cuda.grid(3)
        if i < out.shape[0] and j < out.shape[1] and k < out.shape[2]:
            out[i, j, k] = i + 10 * j + 100 * k

    (out,) = run(kernel, np.zeros((3, 5, 2), np.int64), grid=(2, 3, 1), block=(2, 2, 2))
    i, j, k = np.indices((3, 5, 2))
    np.testing.assert_array_equal(out, i + 10 * j + 100 * k)


def test_gridsize_strides_over_all():
    def kernel(out):
        for i in range(cuda.grid(1), out.size, cuda.gridsize(1)):
            out[i] = i * i

    (out,) = run(kernel, np.zeros(N, np.int64), grid=2, block=16)
    np.testing.assert_array_equal(out, np.arange(N) ** 2)


def test_special_registers():
    def kernel(out):
        if cuda.threadIdx.x == 3 and cuda.blockIdx.x == 1 and cuda.threadIdx.y == 1:
            out[0] = cuda.threadIdx.x
            out[1] = cuda.threadIdx.y
            out[2] = cuda.blockIdx.x
            out[3] = cuda.blockDim.x
            out[4] = cuda.blockDim.y
            out[5] = cuda.gridDim.x
            out[6] = cuda.laneid
            out[7] = cuda.warpsize

    (out,) = run(kernel, np.zeros(8, np.int32), grid=3, block=(8, 2))
    np.testing.assert_array_equal(out, [3, 1, 1, 8, 2, 3, 11, 32])


# ===------------------------------------------------------------------------===#
# Control flow
# ===------------------------------------------------------------------------===#


def test_while_break_and_continue():
    def kernel(a, out):
        i = cuda.threadIdx.x
        n, steps = a[i], 0
        while True:
            if n == 1:
                break
            steps += 1
            if n % 2 == 0:
                n //= 2
                continue
            n = 3 * n + 1
        out[i] = steps

    def collatz(n):
        return 0 if n == 1 else 1 + collatz(n // 2 if n % 2 == 0 else 3 * n + 1)

    a = np.arange(1, 33)
    _, out = run(kernel, a, np.zeros(32, np.int64))
    np.testing.assert_array_equal(out, [collatz(n) for n in a])


def test_early_return():
    def kernel(out):
        i = cuda.grid(1)
        if i % 3 == 0:
            return
        out[i] = 1

    (out,) = run(kernel, np.zeros(96, np.int32), grid=3)
    np.testing.assert_array_equal(out, np.arange(96) % 3 != 0)


def test_conditional_expressions():
    def kernel(a, out):
        i = cuda.threadIdx.x
        out[i] = -1 if a[i] < 0 else 1 if a[i] > 0 else 0

    a = sample(32, "i4")
    _, out = run(kernel, a, np.zeros(32, np.int32))
    np.testing.assert_array_equal(out, np.sign(a))


def test_ranges_and_enumerate_and_zip():
    def kernel(a, b, out):
        total = 0
        for i, value in enumerate(a):
            total += i * value
        for x, y in zip(a, b):
            total += x * y
        for i in range(10, 0, -3):
            total += i
        out[0] = total

    a, b = sample(20, "i8"), sample(20, "i8")
    *_, out = run(kernel, a, b, np.zeros(1, np.int64), block=1)
    assert out[0] == (np.arange(20) * a).sum() + (a * b).sum() + 10 + 7 + 4 + 1


def test_chained_and_boolean_operators():
    def kernel(a, out):
        i = cuda.threadIdx.x
        out[i] = -2 < a[i] <= 3 and not a[i] == 0 or a[i] is None

    a = sample(32, "i4")
    _, out = run(kernel, a, np.zeros(32, bool))
    np.testing.assert_array_equal(out, (-2 < a) & (a <= 3) & (a != 0))


# ===------------------------------------------------------------------------===#
# Functions and constants
# ===------------------------------------------------------------------------===#


@cuda.jit(device=True)
def polynomial(x, a, b):
    return a * x * x + b


def test_device_functions():
    def kernel(a, out):
        i = cuda.threadIdx.x
        out[i] = polynomial(a[i], 2, 1) + polynomial(a[i], 1, 0)

    a = sample(32, "i8")
    _, out = run(kernel, a, np.zeros(32, np.int64))
    np.testing.assert_array_equal(out, 3 * a * a + 1)


@cuda.jit(device=True)
def both(a, b):
    return a + b, a - b


def test_functions_that_return_a_tuple():
    def kernel(a, out):
        i = cuda.threadIdx.x
        plus, minus = both(a[i], i)
        out[i] = plus * minus

    a = sample(32, "i8")
    _, out = run(kernel, a, np.zeros(32, np.int64))
    np.testing.assert_array_equal(out, a * a - np.arange(32) ** 2)


@cuda.jit(device=True, inline="never")
def never_inlined(array, i):
    array[i] += 1
    return array[i]


def test_functions_take_arrays():
    def kernel(a):
        i = cuda.threadIdx.x
        a[i] = 2 * never_inlined(a, i)

    a = sample(32, "i4")
    (out,) = run(kernel, a.copy())
    np.testing.assert_array_equal(out, 2 * (a + 1))


def test_closures_capture_numbers():
    scale, shift = 3, np.float32(0.25)

    def kernel(a, out):
        i = cuda.threadIdx.x
        out[i] = a[i] * scale + shift

    a = sample(32, "f4")
    _, out = run(kernel, a, np.zeros(32, np.float32))
    np.testing.assert_array_equal(out, a * 3 + np.float32(0.25))


TABLE = np.arange(32, dtype=np.float32) ** 2
PAIRS = np.array(
    [(1, 2.5), (3, 4.5)], np.dtype([("a", np.int32), ("b", np.float64)], align=True)
)
CUBE = np.arange(24, dtype=np.int16).reshape(2, 3, 4)


def test_constant_arrays():
    def kernel(out):
        table = cuda.const.array_like(TABLE)
        i = cuda.threadIdx.x
        out[i] = table[31 - i]

    (out,) = run(kernel, np.zeros(32, np.float32))
    np.testing.assert_array_equal(out, TABLE[::-1])


def test_constant_arrays_of_records():
    def kernel(out):
        pairs = cuda.const.array_like(PAIRS)
        i = cuda.threadIdx.x
        out[i] = pairs[i].a * pairs[i].b

    (out,) = run(kernel, np.zeros(2), block=2)
    np.testing.assert_array_equal(out, [2.5, 13.5])


def test_constant_arrays_of_three_dimensions():
    def kernel(out):
        cube = cuda.const.array_like(CUBE)
        i, j, k = cuda.grid(3)
        out[i, j, k] = cube[i, j, k]

    (out,) = run(kernel, np.zeros((2, 3, 4), np.int16), block=(2, 3, 4))
    np.testing.assert_array_equal(out, CUBE)


def test_global_arrays_are_constants():
    def kernel(out):
        i = cuda.threadIdx.x
        out[i] = TABLE[i] + 1

    (out,) = run(kernel, np.zeros(32, np.float32))
    np.testing.assert_array_equal(out, TABLE + 1)


class Colour(enum.IntEnum):
    RED = 4
    BLUE = 7


def test_enumerations():
    def kernel(out):
        out[0] = Colour.RED
        out[1] = Colour.BLUE + 1

    (out,) = run(kernel, np.zeros(2, np.int32), block=1)
    np.testing.assert_array_equal(out, [4, 8])


# ===------------------------------------------------------------------------===#
# Errors that a kernel raises
# ===------------------------------------------------------------------------===#


def test_exceptions_of_debug_kernels():
    @cuda.jit(debug=True, opt=False)
    def kernel(a):
        if a[0] == 2:
            raise ValueError("it is two")
        a[0] += 1

    a = cuda.to_device(np.ones(1, np.int32))
    kernel[1, 1](a)
    with pytest.raises(ValueError, match="it is two"):
        kernel[1, 1](a)
    assert a.copy_to_host()[0] == 2


def test_print(capfd):
    def kernel(a):
        i = cuda.threadIdx.x
        if i < 2:
            print("element", i, "is", a[i], a[i] > 0)

    run(kernel, np.array([1.5, -2]), block=2)
    said = capfd.readouterr().out.splitlines()
    assert said == ["element 0 is 1.500000 True", "element 1 is -2.000000 False"]
