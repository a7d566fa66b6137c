# ===- test_numba_parallel.py - Threads that work together --------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Unmodified numba-cuda under `tessera run`: shared memory, barriers, atomics, warps,
cooperative groups, random numbers, against numpy."""

import numba
import numpy as np
import pytest
from numba import cuda
from numba.cuda.random import (
    create_xoroshiro128p_states,
    xoroshiro128p_normal_float32,
    xoroshiro128p_uniform_float32,
    xoroshiro128p_uniform_float64,
)

from on_device import kernel_of, run, sample

# ===------------------------------------------------------------------------===#
# Shared memory
# ===------------------------------------------------------------------------===#


@pytest.mark.parametrize("dtype", ["i1", "i4", "f4", "f8", "c16", "?"])
def test_shared_array_of_type(dtype):
    element = numba.from_dtype(np.dtype(dtype))

    def kernel(a, out):
        block = cuda.shared.array(64, element)
        i = cuda.threadIdx.x
        block[i] = a[i]
        cuda.syncthreads()
        out[i] = block[63 - i]

    a = sample(64, dtype)
    _, out = run(kernel, a, np.zeros_like(a), block=64)
    np.testing.assert_array_equal(out, a[::-1])


def test_dynamic_shared_memory():
    def kernel(a, out):
        block = cuda.shared.array(0, numba.float32)
        i = cuda.threadIdx.x
        block[i] = a[i]
        cuda.syncthreads()
        out[i] = block[(i + 1) % cuda.blockDim.x]

    a = sample(96, "f4")
    _, out = run(kernel, a, np.zeros_like(a), block=96, shared=96 * 4)
    np.testing.assert_array_equal(out, np.roll(a, -1))


def test_dynamic_shared_memory_of_two_types():
    def kernel(out):
        words = cuda.shared.array(0, numba.int32)[:32]
        numbers = cuda.shared.array(0, numba.float64)[16:48]
        i = cuda.threadIdx.x
        words[i] = i
        numbers[i] = 0.5 * i
        cuda.syncthreads()
        out[i] = words[31 - i] + numbers[31 - i]

    (out,) = run(kernel, np.zeros(32), shared=48 * 8)
    np.testing.assert_array_equal(out, 1.5 * np.arange(31, -1, -1))


def test_more_shared_memory_than_a_block_has():
    """numba does not ask for more than a block has by default, and a GPU refuses."""

    def kernel(out):
        block = cuda.shared.array(0, numba.int8)
        out[0] = block.size

    with pytest.raises(Exception, match="CUDA_ERROR_INVALID_VALUE"):
        run(kernel, np.zeros(1), shared=64000)


def test_shared_records():
    dtype = np.dtype([("key", np.int32), ("value", np.float32)], align=True)
    record = numba.from_dtype(dtype)

    def kernel(a, out):
        block = cuda.shared.array(32, record)
        i = cuda.threadIdx.x
        block[i].key = a[i]
        block[i].value = 2 * a[i]
        cuda.syncthreads()
        out[i] = block[31 - i].value + block[31 - i].key

    a = sample(32, "i4")
    _, out = run(kernel, a, np.zeros(32, np.float32))
    np.testing.assert_array_equal(out, 3 * a[::-1])


def test_transpose_through_shared_memory():
    def kernel(a, out):
        tile = cuda.shared.array((16, 17), numba.float32)
        x, y = cuda.grid(2)
        i, j = cuda.threadIdx.x, cuda.threadIdx.y
        tile[i, j] = a[x, y]
        cuda.syncthreads()
        out[cuda.blockIdx.y * 16 + i, cuda.blockIdx.x * 16 + j] = tile[j, i]

    a = sample((32, 48), "f4")
    _, out = run(kernel, a, np.zeros((48, 32), np.float32), grid=(2, 3), block=(16, 16))
    np.testing.assert_array_equal(out, a.T)


def test_product_of_matrices():
    def kernel(a, b, c):
        left = cuda.shared.array((8, 8), numba.float32)
        right = cuda.shared.array((8, 8), numba.float32)
        x, y = cuda.grid(2)
        i, j = cuda.threadIdx.x, cuda.threadIdx.y
        total = numba.float32(0)
        for k in range(a.shape[1] // 8):
            left[i, j] = a[x, k * 8 + j]
            right[i, j] = b[k * 8 + i, y]
            cuda.syncthreads()
            for m in range(8):
                total += left[i, m] * right[m, j]
            cuda.syncthreads()
        c[x, y] = total

    a, b = sample((16, 24), "f4"), sample((24, 16), "f4")
    *_, c = run(kernel, a, b, np.zeros((16, 16), np.float32), grid=(2, 2), block=(8, 8))
    np.testing.assert_array_equal(c, a @ b)


def test_sum_of_a_block():
    def kernel(a, out):
        block = cuda.shared.array(128, numba.int64)
        i = cuda.threadIdx.x
        block[i] = a[cuda.grid(1)]
        cuda.syncthreads()
        width = 64
        while width:
            if i < width:
                block[i] += block[i + width]
            cuda.syncthreads()
            width //= 2
        if i == 0:
            out[cuda.blockIdx.x] = block[0]

    a = sample(512, "i8")
    _, out = run(kernel, a, np.zeros(4, np.int64), grid=4, block=128)
    np.testing.assert_array_equal(out, a.reshape(4, 128).sum(axis=1))


def test_prefix_sum_of_a_block():
    def kernel(a):
        block = cuda.shared.array(64, numba.int32)
        i = cuda.threadIdx.x
        block[i] = a[i]
        cuda.syncthreads()
        step = 1
        while step < 64:
            before = block[i - step] if i >= step else 0
            cuda.syncthreads()
            block[i] += before
            cuda.syncthreads()
            step *= 2
        a[i] = block[i]

    a = sample(64, "i4")
    (out,) = run(kernel, a.copy(), block=64)
    np.testing.assert_array_equal(out, np.cumsum(a))


def test_bitonic_sort_of_a_block():
    def kernel(a):
        block = cuda.shared.array(64, numba.float32)
        i = cuda.threadIdx.x
        block[i] = a[i]
        cuda.syncthreads()
        size = 2
        while size <= 64:
            step = size // 2
            while step:
                other = i ^ step
                if other > i:
                    isUp = i & size == 0
                    if (block[i] > block[other]) == isUp:
                        block[i], block[other] = block[other], block[i]
                cuda.syncthreads()
                step //= 2
            size *= 2
        a[i] = block[i]

    a = np.random.default_rng(1).random(64, np.float32)
    (out,) = run(kernel, a.copy(), block=64)
    np.testing.assert_array_equal(out, np.sort(a))


# ===------------------------------------------------------------------------===#
# Barriers
# ===------------------------------------------------------------------------===#


@pytest.mark.parametrize("name", ["count", "and", "or"])
def test_barriers_that_vote(name):
    vote = {
        "count": cuda.syncthreads_count,
        "and": cuda.syncthreads_and,
        "or": cuda.syncthreads_or,
    }[name]

    def kernel(a, out):
        i = cuda.grid(1)
        out[i] = vote(a[i])

    a = np.ones(128, np.int32)
    a[70:] = 0
    _, out = run(kernel, a, np.zeros(128, np.int32), grid=2, block=64)
    expected = {"count": [64, 6], "and": [1, 0], "or": [1, 1]}[name]
    np.testing.assert_array_equal(out != 0, np.repeat(expected, 64) != 0)
    if name == "count":
        np.testing.assert_array_equal(out, np.repeat(expected, 64))


@pytest.mark.parametrize("isOfSystem", [False, True])
def test_fences(isOfSystem):
    def kernel(data, flag, out):
        if cuda.threadIdx.x:
            return
        if cuda.blockIdx.x == 0:
            data[0] = 17
            if isOfSystem:
                cuda.threadfence_system()
            else:
                cuda.threadfence()
            cuda.atomic.exch(flag, 0, 1)
        else:
            while cuda.atomic.add(flag, 0, 0) == 0:
                pass
            cuda.threadfence()
            out[0] = data[0]

    arrays = [np.zeros(1, np.int32) for _ in range(3)]
    data, flag, out = run(kernel, *arrays, grid=2)
    assert (data[0], flag[0], out[0]) == (17, 1, 17)


def test_syncwarp():
    def kernel(a, out):
        block = cuda.shared.array(32, numba.int32)
        i = cuda.threadIdx.x
        block[i] = a[i]
        cuda.syncwarp()
        out[i] = block[i ^ 1]

    a = sample(32, "i4")
    _, out = run(kernel, a, np.zeros(32, np.int32))
    np.testing.assert_array_equal(out, a.reshape(-1, 2)[:, ::-1].ravel())


def test_barrier_of_a_grid():
    @cuda.jit("void(int32[:,::1])")
    def kernel(rows):
        column = cuda.grid(1)
        grid = cuda.cg.this_grid()
        for row in range(1, rows.shape[0]):
            opposite = rows.shape[1] - column - 1
            rows[row, column] = rows[row - 1, opposite] + 1
            grid.sync()

    rows = np.zeros((5, 64), np.int32)
    rows[0] = np.arange(64)
    (out,) = run(kernel, rows, grid=4, block=16)
    np.testing.assert_array_equal(out[4], np.arange(64) + 4)
    np.testing.assert_array_equal(out[3], np.arange(63, -1, -1) + 3)
    overload = kernel.overloads[kernel.signatures[0]]
    assert overload.cooperative
    assert overload.max_cooperative_grid_blocks(16) > 4


def test_barrier_of_a_grid_of_one_block():
    def kernel(out):
        cuda.cg.this_grid().sync()
        out[cuda.threadIdx.x] = 1

    (out,) = run(kernel, np.zeros(32, np.int32))
    np.testing.assert_array_equal(out, 1)


# ===------------------------------------------------------------------------===#
# Atomics
# ===------------------------------------------------------------------------===#

ATOMICS = {
    "add": (lambda old, a: old + a.sum(axis=0), "i4 u4 u8 f4 f8"),
    "sub": (lambda old, a: old - a.sum(axis=0), "i4 u4 f4 f8"),
    "max": (lambda old, a: np.maximum(old, a.max(axis=0)), "i4 u4 i8 u8 f4 f8"),
    "min": (lambda old, a: np.minimum(old, a.min(axis=0)), "i4 u4 i8 u8 f4 f8"),
    "and_": (lambda old, a: old & np.bitwise_and.reduce(a), "i4 u4 u8"),
    "or_": (lambda old, a: old | np.bitwise_or.reduce(a), "i4 u4 u8"),
    "xor": (lambda old, a: old ^ np.bitwise_xor.reduce(a), "i4 u4 u8"),
}


@pytest.mark.parametrize(
    "name,dtype", [(name, t) for name, (_, types) in ATOMICS.items() for t in types.split()]
)
def test_atomic(name, dtype):
    kernel = kernel_of(f"""
    i = cuda.grid(1)
    cuda.atomic.{name}(out, i % 4, a[i])
""")
    a, old = sample(128, dtype), sample(4, dtype) + np.dtype(dtype).type(5)
    _, out = run(kernel, a, old.copy(), grid=4)
    expected = ATOMICS[name][0](old, a.reshape(-1, 4)).astype(dtype)
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("name", ["inc", "dec"])
def test_atomics_that_wrap(name):
    kernel = kernel_of(f"cuda.atomic.{name}(out, 0, a)")
    _, out = run(kernel, np.uint32(9), np.full(1, 3, np.uint32), block=64)
    # Ten values come round.
    assert out[0] == ((3 + 64) % 10 if name == "inc" else (3 - 64) % 10)


def test_atomics_return_the_old_value():
    def kernel(counter, out):
        out[cuda.atomic.add(counter, 0, 1)] = 1

    counter, out = run(kernel, np.zeros(1, np.int32), np.zeros(96, np.int32), grid=3)
    assert counter[0] == 96
    np.testing.assert_array_equal(out, 1)


def test_exchange():
    def kernel(out, seen):
        i = cuda.grid(1)
        seen[i] = cuda.atomic.exch(out, 0, i)

    out, seen = run(kernel, np.full(1, -1, np.int32), np.zeros(64, np.int32), grid=2)
    np.testing.assert_array_equal(np.sort(np.append(seen, out)), np.arange(-1, 64))


def test_compare_and_swap():
    def kernel(lock, total, a):
        i = cuda.grid(1)
        if cuda.threadIdx.x == 0:
            while cuda.atomic.cas(lock, 0, 0, 1) != 0:
                pass
            cuda.threadfence()
            value = cuda.atomic.add(total, 0, 0)
            cuda.atomic.exch(total, 0, value + a[i // 32])
            cuda.threadfence()
            cuda.atomic.exch(lock, 0, 0)

    a = sample(6, "i4")
    lock, total, _ = run(kernel, np.zeros(1, np.int32), np.zeros(1, np.int32), a, grid=6)
    assert (lock[0], total[0]) == (0, a.sum())


def test_atomics_in_shared_memory():
    def kernel(a, out):
        bins = cuda.shared.array(8, numba.int32)
        i = cuda.threadIdx.x
        if i < 8:
            bins[i] = 0
        cuda.syncthreads()
        cuda.atomic.add(bins, a[cuda.grid(1)], 1)
        cuda.syncthreads()
        if i < 8:
            cuda.atomic.add(out, i, bins[i])

    a = sample(256, "u4") % 8
    _, out = run(kernel, a, np.zeros(8, np.int32), grid=4, block=64)
    np.testing.assert_array_equal(out, np.bincount(a, minlength=8))


def test_atomics_with_two_indices():
    def kernel(out):
        i = cuda.threadIdx.x
        cuda.atomic.add(out, (i % 2, i % 3), 1.5)

    (out,) = run(kernel, np.zeros((2, 3)), block=12)
    np.testing.assert_array_equal(out, 3)


@pytest.mark.parametrize("name", ["nanmin", "nanmax"])
def test_atomics_that_skip_nan(name):
    kernel = kernel_of(f"cuda.atomic.{name}(out, 0, a[cuda.grid(1)])")
    a = sample(64, "f8")
    a[::5] = np.nan
    _, out = run(kernel, a, a[1:2].copy(), grid=2)
    assert out[0] == getattr(np, name)(a)


# ===------------------------------------------------------------------------===#
# Warps
# ===------------------------------------------------------------------------===#


@pytest.mark.parametrize("dtype", ["i4", "i8", "f4", "f8"])
@pytest.mark.parametrize("name", ["sync", "up_sync", "down_sync", "xor_sync"])
def test_shuffle(name, dtype):
    shuffle = getattr(cuda, "shfl_" + name)

    def kernel(a, out):
        i = cuda.threadIdx.x
        out[i] = shuffle(0xFFFFFFFF, a[i], 3)

    a, i = sample(32, dtype), np.arange(32)
    _, out = run(kernel, a, np.zeros_like(a))
    expected = {
        "sync": np.full(32, 3),
        "up_sync": np.where(i >= 3, i - 3, i),
        "down_sync": np.where(i < 29, i + 3, i),
        "xor_sync": i ^ 3,
    }[name]
    np.testing.assert_array_equal(out, a[expected])


@pytest.mark.parametrize("name", ["all_sync", "any_sync", "eq_sync", "ballot_sync"])
def test_vote(name):
    vote = getattr(cuda, name)

    def kernel(a, out):
        i = cuda.grid(1)
        out[i] = vote(0xFFFFFFFF, a[i])

    a = np.zeros(96, np.int32)
    a[32:64], a[64:70] = 1, 1
    _, out = run(kernel, a, np.zeros(96, np.int64), grid=1, block=96)
    expected = {
        "all_sync": [0, 1, 0],
        "any_sync": [0, 1, 1],
        "eq_sync": [1, 1, 0],
        "ballot_sync": [0, 0xFFFFFFFF, 0x3F],
    }[name]
    np.testing.assert_array_equal(out & 0xFFFFFFFF, np.repeat(expected, 32))


def test_match():
    def kernel(a, out):
        i = cuda.threadIdx.x
        out[i, 0] = cuda.match_any_sync(0xFFFFFFFF, a[i])
        mask, isSame = cuda.match_all_sync(0xFFFFFFFF, a[i])
        out[i, 1] = mask if isSame else 0

    a = sample(32, "u4") % 4
    _, out = run(kernel, a, np.zeros((32, 2), np.int64))
    masks = [sum(1 << j for j in range(32) if a[j] == x) for x in a]
    np.testing.assert_array_equal(out[:, 0] & 0xFFFFFFFF, masks)
    np.testing.assert_array_equal(out[:, 1], 0)


def test_lanes_and_active_mask():
    def kernel(out):
        i = cuda.threadIdx.x
        if i % 2:
            out[i, 0] = cuda.activemask()
        out[i, 1] = cuda.lanemask_lt()
        out[i, 2] = cuda.laneid

    (out,) = run(kernel, np.zeros((32, 3), np.int64))
    i = np.arange(32)
    np.testing.assert_array_equal(out[:, 0] & 0xFFFFFFFF, np.where(i % 2, 0xAAAAAAAA, 0))
    np.testing.assert_array_equal(out[:, 1] & 0xFFFFFFFF, 2**i - 1)
    np.testing.assert_array_equal(out[:, 2], i)


def test_sum_of_a_warp():
    def kernel(a, out):
        value = a[cuda.grid(1)]
        step = 16
        while step:
            value += cuda.shfl_down_sync(0xFFFFFFFF, value, step)
            step //= 2
        if cuda.laneid == 0:
            cuda.atomic.add(out, 0, value)

    a = sample(256, "f4")
    _, out = run(kernel, a, np.zeros(1, np.float32), grid=2, block=128)
    assert out[0] == a.sum()


def test_divergent_shuffle():
    def kernel(a, out):
        i = cuda.threadIdx.x
        if i < 16:
            out[i] = cuda.shfl_xor_sync(0x0000FFFF, a[i], 1)
        else:
            out[i] = -a[i]

    a = sample(32, "i4")
    _, out = run(kernel, a, np.zeros(32, np.int32))
    i = np.arange(32)
    np.testing.assert_array_equal(out, np.where(i < 16, a[i ^ 1], -a))


def test_nanosleep_and_clocks():
    def kernel(out):
        cuda.nanosleep(10)
        out[0] = 1

    (out,) = run(kernel, np.zeros(1, np.int32), block=1)
    assert out[0] == 1


# ===------------------------------------------------------------------------===#
# Random numbers
# ===------------------------------------------------------------------------===#


@pytest.mark.parametrize(
    "function,dtype",
    [(xoroshiro128p_uniform_float32, "f4"), (xoroshiro128p_uniform_float64, "f8")],
)
def test_uniform_random_numbers(function, dtype):
    def kernel(states, out):
        i = cuda.grid(1)
        for j in range(out.shape[1]):
            out[i, j] = function(states, i)

    states = create_xoroshiro128p_states(64, seed=7)
    again = create_xoroshiro128p_states(64, seed=7)
    _, out = run(kernel, states, np.zeros((64, 8), dtype), grid=2)
    _, same = run(kernel, again, np.zeros((64, 8), dtype), grid=2)
    np.testing.assert_array_equal(out, same)
    assert out.min() >= 0 and out.max() < 1
    assert len(np.unique(out)) == out.size
    assert abs(out.mean() - 0.5) < 0.05  # four standard deviations


def test_normal_random_numbers():
    def kernel(states, out):
        i = cuda.grid(1)
        for j in range(out.shape[1]):
            out[i, j] = xoroshiro128p_normal_float32(states, i)

    states = create_xoroshiro128p_states(64, seed=7)
    _, out = run(kernel, states, np.zeros((64, 8), np.float32), grid=2)
    assert abs(out.mean()) < 4 / np.sqrt(out.size)
    assert abs(out.var() - 1) < 4 * np.sqrt(2 / out.size)


def test_pi_by_random_numbers():
    def kernel(states, out):
        i = cuda.grid(1)
        hits = 0
        for _ in range(20):
            x = xoroshiro128p_uniform_float32(states, i)
            y = xoroshiro128p_uniform_float32(states, i)
            hits += x * x + y * y <= 1
        cuda.atomic.add(out, 0, hits)

    states = create_xoroshiro128p_states(128, seed=1)
    _, out = run(kernel, states, np.zeros(1, np.int32), grid=4)
    draws, chance = 128 * 20, np.pi / 4
    assert abs(out[0] - draws * chance) < 4 * np.sqrt(draws * chance * (1 - chance))
