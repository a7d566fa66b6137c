# ===- numba_kernels.py - Kernels of numba ---------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Kernels that numba compiles, with shared memory, shuffles and messages, and their
answers. Sums are of small integers, exact in every order."""

import numpy as np
from clients import Out, integers, numba_program
from numba import cuda, float32, int32


@numba_program("f4[:] f4[:] i4", grid=2, block=64)
def numba_saxpy(random):
    x, y = integers(random, 200), integers(random, 200)
    return [x, Out(3 * x + y, init=y), np.int32(3)]


@numba_saxpy.kernel
def _(x, y, a):
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        y[i] += a * x[i]


@numba_program("f4[:] f4[:]", grid=3, block=128)
def numba_block_sum(random):
    x = integers(random, 384)
    return [x, Out(x.reshape(3, 128).sum(1))]


@numba_block_sum.kernel
def _(x, out):
    parts = cuda.shared.array(128, float32)
    i = cuda.threadIdx.x
    parts[i] = x[cuda.grid(1)]
    cuda.syncthreads()
    step = 64
    while step > 0:
        if i < step:
            parts[i] += parts[i + step]
        cuda.syncthreads()
        step //= 2
    if i == 127:
        out[cuda.blockIdx.x] = parts[0]


@numba_program("f4[:,:] f4[:,:]", grid=(2, 3), block=(16, 16))
def numba_transpose(random):
    x = integers(random, (40, 30), np.float32, 1000)
    return [x, Out(np.ascontiguousarray(x.T))]


@numba_transpose.kernel
def _(x, out):
    tile = cuda.shared.array((16, 17), float32)
    i, j = cuda.threadIdx.y, cuda.threadIdx.x
    row, column = cuda.blockIdx.y * 16, cuda.blockIdx.x * 16
    if row + i < x.shape[0] and column + j < x.shape[1]:
        tile[i, j] = x[row + i, column + j]
    cuda.syncthreads()
    if column + i < x.shape[1] and row + j < x.shape[0]:
        out[column + i, row + j] = tile[j, i]


@numba_program("f4[:,:] f4[:,:] f4[:,:]", grid=(2, 2), block=(8, 8))
def numba_matmul(random):
    a, b = integers(random, (16, 24)), integers(random, (24, 16))
    return [a, b, Out(a @ b)]


@numba_matmul.kernel
def _(a, b, out):
    left = cuda.shared.array((8, 8), float32)
    right = cuda.shared.array((8, 8), float32)
    i, j = cuda.threadIdx.y, cuda.threadIdx.x
    row, column = cuda.blockIdx.y * 8 + i, cuda.blockIdx.x * 8 + j
    total = float32(0)
    for start in range(0, a.shape[1], 8):
        left[i, j] = a[row, start + j]
        right[i, j] = b[start + i, column]
        cuda.syncthreads()
        for k in range(8):
            total += left[i, k] * right[k, j]
        cuda.syncthreads()
    out[row, column] = total


@numba_program("i4[:] i4[:]", grid=2, block=128)
def numba_warp_scan(random):
    x = integers(random, 256, np.int32, 1000)
    return [x, Out(np.cumsum(x.reshape(8, 32), 1).astype(np.int32).ravel())]


@numba_warp_scan.kernel
def _(x, out):
    i = cuda.grid(1)
    lane = cuda.threadIdx.x % 32
    value = x[i]
    step = 1
    while step < 32:
        other = cuda.shfl_up_sync(0xFFFFFFFF, value, step)
        if lane >= step:
            value += other
        step *= 2
    out[i] = value


@numba_program("i4[:] i4[:] i4[:] i4[:]", grid=4, block=64)
def numba_last_block(random):
    x, none = integers(random, 256, np.int32, 1000), np.zeros(1, np.int32)
    parts = x.reshape(4, 64).sum(1, dtype=np.int32)
    total = np.array([x.sum()], np.int32)
    return [x, Out(parts), Out(none + 4, init=none), Out(total)]


@numba_last_block.kernel
def _(x, parts, ticket, out):
    """The block that draws the last ticket adds what the others left."""
    words = cuda.shared.array(64, int32)
    isLast = cuda.shared.array(1, int32)
    i = cuda.threadIdx.x
    words[i] = x[cuda.grid(1)]
    cuda.syncthreads()
    if i == 0:
        total = int32(0)
        for k in range(64):
            total += words[k]
        parts[cuda.blockIdx.x] = total
        cuda.threadfence()
        isLast[0] = cuda.atomic.add(ticket, 0, 1) == cuda.gridDim.x - 1
        cuda.threadfence()
    cuda.syncthreads()
    if isLast[0] and i == 0:
        total = int32(0)
        for k in range(4):
            total += parts[k]
        out[0] = total
