# ===- test_numba_arrays.py - Arrays and records of numba kernels -------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Unmodified numba-cuda under `tessera run`: arrays of kernels, against numpy."""

import numba
import numpy as np
import pytest
from numba import cuda

from on_device import run, sample

N = 100


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
