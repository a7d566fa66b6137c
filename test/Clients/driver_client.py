# ===- driver_client.py - A program of cuTile Python, without a GPU -----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs in a process of its own, with one release of cuTile on PYTHONPATH and our
libcuda.so.1 on LD_LIBRARY_PATH. Launches kernels with cuTile's own launch code on numpy
arrays, and compares with numpy.

usage: driver_client.py add|product|list|many|race|tune
"""

import ctypes
import sys

import cuda.tile as ct
import numpy as np

cuda = ctypes.CDLL("libcuda.so.1")


def check(result):
    name = ctypes.c_char_p()
    cuda.cuGetErrorName(result, ctypes.byref(name))
    if result:
        raise RuntimeError(name.value.decode())


class Lent:
    """A numpy array in registered host memory, which the device may use."""

    def __init__(self, array):
        self.array = array
        check(
            cuda.cuMemHostRegister_v2(
                ctypes.c_void_p(array.ctypes.data), ctypes.c_size_t(array.nbytes), 0
            )
        )

    @property
    def __cuda_array_interface__(self):
        return {**self.array.__array_interface__, "version": 3}


def start():
    context = ctypes.c_void_p()
    check(cuda.cuInit(0))
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0))
    check(cuda.cuCtxSetCurrent(context))


@ct.kernel
def add_kernel(a, b, c):
    i = ct.bid(0)
    x = ct.load(a, index=(i,), shape=(64,))
    y = ct.load(b, index=(i,), shape=(64,))
    ct.store(c, index=(i,), tile=x + y)


@ct.kernel
def product_kernel(a, b, c):
    i, j = ct.bid(0), ct.bid(1)
    total = ct.zeros((32, 32), dtype=ct.float32)
    for k in range(ct.num_tiles(a, axis=1, shape=(32, 32))):
        x = ct.load(a, index=(i, k), shape=(32, 32))
        y = ct.load(b, index=(k, j), shape=(32, 32))
        total = ct.mma(x, y, total)
    ct.store(c, index=(i, j), tile=total)


@ct.kernel
def sized_kernel(a, b, c, size: ct.Constant[int]):
    i, j = ct.bid(0), ct.bid(1)
    total = ct.zeros((size, size), dtype=ct.float32)
    for k in range(ct.num_tiles(a, axis=1, shape=(size, 32))):
        x = ct.load(a, index=(i, k), shape=(size, 32))
        y = ct.load(b, index=(k, j), shape=(32, size))
        total = ct.mma(x, y, total)
    ct.store(c, index=(i, j), tile=total)


@ct.kernel
def race_kernel(a):
    ct.store(a, index=(0,), tile=ct.full((16,), ct.bid(0), dtype=ct.int32))


def arrays(*shapes, dtype=np.float32):
    numbers = np.random.default_rng(1)
    return [numbers.integers(-4, 5, shape).astype(dtype) for shape in shapes]


def add():
    a, b, c = arrays(1000, 1000, 1000)
    lent = [Lent(x) for x in (a, b, c)]
    ct.launch(0, (16, 1, 1), add_kernel, tuple(lent))
    check(cuda.cuCtxSynchronize())
    np.testing.assert_array_equal(c, a + b)


def product():
    a, b = arrays((96, 64), (64, 64), dtype=np.float16)
    c = np.zeros((96, 64), np.float32)
    lent = [Lent(x) for x in (a, b, c)]
    ct.launch(0, (3, 2, 1), product_kernel, tuple(lent))
    check(cuda.cuCtxSynchronize())
    np.testing.assert_array_equal(c, a.astype(np.float32) @ b.astype(np.float32))


def many():
    """Forty launches in flight, in two streams that an event orders."""
    a, b, c = arrays(1000, 1000, 1000)
    lent = [Lent(x) for x in (a, b, c)]
    streams = [ctypes.c_void_p(), ctypes.c_void_p()]
    for stream in streams:
        check(cuda.cuStreamCreate(ctypes.byref(stream), 1))
    event = ctypes.c_void_p()
    check(cuda.cuEventCreate(ctypes.byref(event), 0))
    expected = a.copy()
    for step in range(40):
        stream = streams[step % 2]
        check(cuda.cuStreamWaitEvent(stream, event, 0))
        x, y = (lent[0], lent[2]) if step % 2 == 0 else (lent[2], lent[0])
        ct.launch(stream.value, (16, 1, 1), add_kernel, (x, lent[1], y))
        check(cuda.cuEventRecord(event, stream))
        expected = expected + b
    check(cuda.cuEventSynchronize(event))
    np.testing.assert_array_equal(a, expected)


def tune():
    """cuTile's tuner, which measures graphs that allocate memory, fill it and record
    events. Prints each size of tiles with its time."""
    from cuda.tile.tune import exhaustive_search

    a, b = arrays((128, 64), (64, 128), dtype=np.float16)
    c = np.zeros((128, 128), np.float32)
    lent = [Lent(x) for x in (a, b, c)]
    stream = ctypes.c_void_p()
    check(cuda.cuStreamCreate(ctypes.byref(stream), 1))
    result = exhaustive_search(
        [16, 64, 32],
        stream.value,
        lambda size: (128 // size, 128 // size),
        sized_kernel,
        lambda size: (*lent, size),
        quiet=True,
    )
    np.testing.assert_array_equal(c, a.astype(np.float32) @ b.astype(np.float32))
    assert not result.failures
    for each in sorted(result.successes, key=lambda each: each.config):
        print(each.config, each.mean_us)


def race():
    """Two tile blocks store different values to one place."""
    (a,) = arrays(16, dtype=np.int32)
    ct.launch(0, (2, 1, 1), race_kernel, (Lent(a),))
    check(cuda.cuCtxSynchronize())


if __name__ == "__main__":
    start()
    globals()[sys.argv[1]]()
    print("done")
