# ===- test_numba_language.py - What a numba kernel may say -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Unmodified numba-cuda under `tessera run`: the language of kernels, against numpy."""

import enum

import numba
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
# Scalars and arrays
# ===------------------------------------------------------------------------===#


@pytest.mark.parametrize(
    "dtype", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8", "c8", "c16"]
)
def test_saxpy_of_type(dtype):
    def kernel(a, x, y):
        i = cuda.grid(1)
        if i < x.size:
            y[i] = a * x[i] + y[i]

    x, y = sample(N, dtype), sample(N, dtype)
    a = x.dtype.type(3)
    _, _, out = run(kernel, a, x, y, grid=4)
    np.testing.assert_array_equal(out, (a * x + y).astype(dtype))


def test_scalar_arguments_of_many_types():
    def kernel(out, a, b, c, d, e, f):
        out[0] = a
        out[1] = b
        out[2] = c
        out[3] = d
        out[4] = e
        out[5] = f

    values = np.int8(-3), np.uint16(65535), np.int64(-(2**40)), np.float32(0.5), 2.25, True
    out, *_ = run(kernel, np.zeros(6), *values, block=1)
    np.testing.assert_array_equal(out, [float(value) for value in values])


def test_boolean_arrays():
    def kernel(a, out):
        i = cuda.grid(1)
        out[i] = not a[i]

    a = sample(32, "i4") > 0
    _, out = run(kernel, a, np.zeros(32, bool))
    np.testing.assert_array_equal(out, ~a)


@pytest.mark.parametrize("order", ["C", "F"])
def test_order_of_elements(order):
    def kernel(a, out):
        i, j = cuda.grid(2)
        out[j, i] = a[i, j]

    a = np.array(sample((8, 4), "f4"), order=order)
    _, out = run(kernel, a, np.zeros((4, 8), np.float32), block=(8, 4))
    np.testing.assert_array_equal(out, a.T)


def test_strided_arrays():
    def kernel(a, out):
        i = cuda.grid(1)
        out[i] = a[i] * 2

    a = cuda.to_device(sample(64, "i4"))
    _, out = run(kernel, a[::2], np.zeros(32, np.int32))
    np.testing.assert_array_equal(out, a.copy_to_host()[::2] * 2)


def test_four_dimensions():
    def kernel(a, out):
        i = cuda.grid(1)
        if i < a.shape[0]:
            total = 0
            for j in range(a.shape[1]):
                for k in range(a.shape[2]):
                    for m in range(a.shape[3]):
                        total += a[i, j, k, m]
            out[i] = total

    a = sample((5, 2, 3, 4), "i4")
    _, out = run(kernel, a, np.zeros(5, np.int64))
    np.testing.assert_array_equal(out, a.sum(axis=(1, 2, 3)))


def test_slices_and_views():
    def kernel(a, out):
        row = a[cuda.threadIdx.x]
        tail = row[2:]
        total = 0
        for value in tail:
            total += value
        out[cuda.threadIdx.x] = total

    a = sample((16, 9), "i4")
    _, out = run(kernel, a, np.zeros(16, np.int64), block=16)
    np.testing.assert_array_equal(out, a[:, 2:].sum(axis=1))


def test_negative_indices():
    def kernel(a, out):
        i = cuda.threadIdx.x
        out[i] = a[-1 - i]

    a = sample(32, "f8")
    _, out = run(kernel, a, np.zeros(32))
    np.testing.assert_array_equal(out, a[::-1])


def test_reshape_and_flat_size():
    def kernel(a, out):
        b = a.reshape(4, 8)
        i = cuda.threadIdx.x
        out[i] = b[i // 8, i % 8] + b.size + b.ndim

    a = sample(32, "i4")
    _, out = run(kernel, a, np.zeros(32, np.int64))
    np.testing.assert_array_equal(out, a + 34)


def test_arrays_of_length_zero():
    def kernel(a, out):
        out[0] = a.size

    empty = cuda.device_array(0, np.float32)
    _, out = run(kernel, empty, np.ones(1, np.int64), block=1)
    assert out[0] == 0


def test_arrays_in_a_tuple():
    def kernel(arrays, out):
        i = cuda.threadIdx.x
        out[i] = arrays[0][i] + 10 * arrays[1][i]

    a, b = cuda.to_device(sample(32, "i4")), cuda.to_device(sample(32, "i4"))
    _, out = run(kernel, (a, b), np.zeros(32, np.int64))
    np.testing.assert_array_equal(out, a.copy_to_host() + 10 * b.copy_to_host())


def test_tuples_of_numbers():
    def kernel(pair, out):
        first, second = pair
        out[0] = first - second
        out[1] = len(pair)

    _, out = run(kernel, (7, 9), np.zeros(2, np.int64), block=1)
    np.testing.assert_array_equal(out, [-2, 2])


def test_datetimes():
    def kernel(a, b, out):
        i = cuda.threadIdx.x
        out[i] = b[i] - a[i]

    a = np.arange("2026-01-01", "2026-02-02", dtype="datetime64[D]")
    b = a[::-1].copy()
    _, _, out = run(kernel, a, b, np.zeros(32, "timedelta64[D]"))
    np.testing.assert_array_equal(out, b - a)


# ===------------------------------------------------------------------------===#
# Records
# ===------------------------------------------------------------------------===#

POINT = np.dtype([("x", np.float32), ("y", np.float64), ("tag", np.int16)], align=True)


def points():
    made = np.zeros(32, POINT)
    made["x"], made["y"] = sample(32, "f4"), sample(32, "f8")
    made["tag"] = np.arange(32)
    return made


def test_fields_of_records():
    def kernel(points, out):
        i = cuda.threadIdx.x
        out[i] = points[i].x + points[i].y * points[i].tag

    a = points()
    _, out = run(kernel, a, np.zeros(32))
    np.testing.assert_array_equal(out, a["x"] + a["y"] * a["tag"])


def test_records_are_written():
    def kernel(points):
        i = cuda.threadIdx.x
        points[i].tag = -points[i].tag
        points[i]["x"] = 2

    a = points()
    (out,) = run(kernel, a.copy())
    np.testing.assert_array_equal(out["tag"], -a["tag"])
    np.testing.assert_array_equal(out["x"], 2)
    np.testing.assert_array_equal(out["y"], a["y"])


def test_records_that_are_packed():
    dtype = np.dtype([("a", np.int8), ("b", np.int32), ("c", np.int8)])

    def kernel(records, out):
        i = cuda.threadIdx.x
        out[i] = records[i].b if records[i].a else records[i].c

    records = np.zeros(32, np.dtype(dtype.descr, align=True))
    records["a"], records["b"], records["c"] = np.arange(32) % 2, np.arange(32) * 1000, 7
    _, out = run(kernel, records, np.zeros(32, np.int32))
    np.testing.assert_array_equal(out, np.where(records["a"], records["b"], 7))


def test_records_that_hold_arrays():
    dtype = np.dtype([("weight", np.float32), ("row", np.float32, 4)], align=True)

    def kernel(records, out):
        i = cuda.threadIdx.x
        total = np.float32(0)
        for j in range(4):
            total += records[i].row[j]
        out[i] = total * records[i].weight

    records = np.zeros(8, dtype)
    records["weight"], records["row"] = np.arange(8), sample((8, 4), "f4")
    _, out = run(kernel, records, np.zeros(8, np.float32), block=8)
    np.testing.assert_array_equal(out, records["row"].sum(axis=1) * records["weight"])


def test_a_record_as_scalar():
    def kernel(point, out):
        out[0] = point.x + point.tag

    a = points()
    _, out = run(kernel, cuda.to_device(a)[5], np.zeros(1), block=1)
    assert out[0] == a[5]["x"] + 5


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
# Local arrays
# ===------------------------------------------------------------------------===#


def test_local_arrays():
    def kernel(a, out):
        i = cuda.threadIdx.x
        window = cuda.local.array(8, numba.int32)
        for j in range(8):
            window[j] = a[(i + j) % 32]
        best = window[0]
        for j in range(8):
            best = max(best, window[7 - j])
        out[i] = best

    a = sample(32, "i4")
    _, out = run(kernel, a, np.zeros(32, np.int32))
    np.testing.assert_array_equal(out, [np.roll(a, -i)[:8].max() for i in range(32)])


def test_local_arrays_with_dynamic_index():
    def kernel(a, out):
        i = cuda.threadIdx.x
        counts = cuda.local.array((2, 4), numba.int32)
        for j in range(2):
            for k in range(4):
                counts[j, k] = 0
        for value in a:
            counts[value % 2, value // 2 % 4] += 1
        out[i] = counts[i // 4, i % 4]

    a = np.abs(sample(50, "i4"))
    _, out = run(kernel, a, np.zeros(8, np.int32), block=8)
    expected = [np.sum((a % 2 == i // 4) & (a // 2 % 4 == i % 4)) for i in range(8)]
    np.testing.assert_array_equal(out, expected)


def test_local_arrays_of_records():
    record = numba.from_dtype(POINT)

    def kernel(points, out):
        i = cuda.threadIdx.x
        kept = cuda.local.array(2, record)
        kept[0] = points[i]
        kept[1] = points[31 - i]
        out[i] = kept[1].y - kept[0].y

    a = points()
    _, out = run(kernel, a, np.zeros(32))
    np.testing.assert_array_equal(out, a["y"][::-1] - a["y"])


def test_sort_in_local_memory():
    def kernel(a):
        row = cuda.local.array(8, numba.float64)
        for j in range(8):
            row[j] = a[cuda.threadIdx.x, j]
        for j in range(1, 8):
            k = j
            while k > 0 and row[k - 1] > row[k]:
                row[k - 1], row[k] = row[k], row[k - 1]
                k -= 1
        for j in range(8):
            a[cuda.threadIdx.x, j] = row[j]

    a = np.random.default_rng(3).random((16, 8))
    (out,) = run(kernel, a.copy(), block=16)
    np.testing.assert_array_equal(out, np.sort(a))


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
