# ===- warp_kernels.py - Kernels of Warp -----------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Kernels that Warp compiles with NVRTC, one thread for each index or one block for
each tile, and their answers."""

import numpy as np
import warp as wp
from clients import Out, integers, warp_program

wp.config.quiet = True


@wp.kernel(module="unique")
def warp_saxpy(x: wp.array(dtype=float), y: wp.array(dtype=float), a: float):
    i = wp.tid()
    y[i] = a * x[i] + y[i]


@warp_program(warp_saxpy, 150)
def make_saxpy(random):
    x, y = integers(random, 150), integers(random, 150)
    return [x, Out(3 * x + y, init=y), np.float32(3)]


@wp.kernel(module="unique")
def warp_stencil(x: wp.array2d(dtype=float), out: wp.array2d(dtype=float)):
    i, j = wp.tid()
    total = float(0.0)
    if i > 0:
        total += x[i - 1, j]
    if i < x.shape[0] - 1:
        total += x[i + 1, j]
    if j > 0:
        total += x[i, j - 1]
    if j < x.shape[1] - 1:
        total += x[i, j + 1]
    out[i, j] = total - 4.0 * x[i, j]


@warp_program(warp_stencil, (12, 17))
def make_stencil(random):
    x = integers(random, (12, 17))
    p = np.pad(x, 1)
    return [x, Out(p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] - 4 * x)]


@wp.kernel(module="unique")
def warp_histogram(x: wp.array(dtype=int), counts: wp.array(dtype=int)):
    wp.atomic_add(counts, x[wp.tid()], 1)


@warp_program(warp_histogram, 300)
def make_histogram(random):
    x = random.integers(0, 20, 300).astype(np.int32)
    right = np.bincount(x, minlength=20).astype(np.int32)
    return [x, Out(right, init=np.zeros(20, np.int32))]


@wp.kernel(module="unique")
def warp_tile_sum(x: wp.array2d(dtype=float), out: wp.array(dtype=float)):
    i = wp.tid()
    tile = wp.tile_load(x[i], shape=256)
    wp.tile_store(out, wp.tile_sum(tile), offset=i)


@warp_program(warp_tile_sum, 3, tiled=True)
def make_tile_sum(random):
    x = integers(random, (3, 256))
    return [x, Out(x.sum(1))]


@wp.kernel(module="unique")
def warp_tile_transpose(x: wp.array2d(dtype=float), out: wp.array2d(dtype=float)):
    i, j = wp.tid()
    tile = wp.tile_load(x, shape=(16, 8), offset=(16 * i, 8 * j), storage="shared")
    wp.tile_store(out, wp.tile_transpose(tile), offset=(8 * j, 16 * i))


@warp_program(warp_tile_transpose, (2, 3), tiled=True, blocks=2)
def make_tile_transpose(random):
    x = integers(random, (32, 24), np.float32, 1000)
    return [x, Out(np.ascontiguousarray(x.T))]


@wp.kernel(module="unique")
def warp_tile_scan(x: wp.array2d(dtype=int), out: wp.array2d(dtype=int)):
    i = wp.tid()
    tile = wp.tile_load(x[i], shape=128)
    wp.tile_store(out[i], wp.tile_scan_inclusive(tile))


@warp_program(warp_tile_scan, 2, tiled=True)
def make_tile_scan(random):
    x = integers(random, (2, 128), np.int32, 1000)
    return [x, Out(np.cumsum(x, 1).astype(np.int32))]
