# ===- grids.py - Inputs and answers of grids.cu ---------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Programs over grids of two and three dimensions."""

import numpy as np
from suite import Out, program


@program(grid=(3, 2), block=(32, 8))
def transpose_padded(random):
    values = random.normal(size=(50, 75)).astype(np.float32)
    right = np.ascontiguousarray(values.T)
    return [values, Out(right), np.int32(50), np.int32(75)]


@program(grid=(3, 3), block=(16, 16))
def transpose_in_place(random):
    values = random.normal(size=(48, 48))
    return [Out(np.ascontiguousarray(values.T), values), np.int32(48)]


@program(grid=5, block=64, shared=4 * 70)
def stencil_line(random):
    values = random.integers(-100, 100, 300).astype(np.int32)
    right = np.convolve(values, [1, 2, 3, 4, 3, 2, 1], "same").astype(np.int32)
    return [values, Out(right), np.int32(300)]


@program(grid=(3, 5), block=(16, 8))
def stencil_plane(random):
    # Multiples of 2^-20: the sums of four are exact.
    values = random.integers(0, 1 << 30, (35, 41)) / 2.0**20
    right = values.copy()
    right[1:-1, 1:-1] = 0.25 * (
        values[1:-1, :-2] + values[1:-1, 2:] + values[:-2, 1:-1] + values[2:, 1:-1]
    )
    return [values, Out(right), np.int32(35), np.int32(41)]


@program(grid=(2, 3), block=(16, 8))
def stencil_volume(random):
    values = random.integers(-500, 500, (6, 20, 29)).astype(np.float32)
    around = np.pad(values, 1)
    right = -6 * values
    for axis in range(3):
        for shift in (0, 2):
            part = [slice(1, -1)] * 3
            part[axis] = slice(shift, shift + values.shape[axis])
            right = right + around[tuple(part)]
    sizes = [np.int32(29), np.int32(20), np.int32(6)]
    return [values, Out(right), *sizes]


@program(grid=(2, 4), block=(32, 4))
def convolve_constant(random):
    image = random.integers(0, 256, (14, 45)).astype(np.uint8)
    around = np.pad(image.astype(np.int32), 2, mode="edge")
    line = np.array([1, 2, 3, 2, 1])
    sums = sum(
        line[dy] * line[dx] * around[dy : dy + 14, dx : dx + 45]
        for dy in range(5)
        for dx in range(5)
    )
    gains = np.array([1, -1, 2, -3])[np.arange(45) % 4]
    return [image, Out((sums * gains).astype(np.int32)), np.int32(45), np.int32(14)]


@program(block=(32, 8))
def game_of_life(random):
    start = (random.random((32, 32)) < 0.35).astype(np.uint8)
    cells = start
    for _ in range(12):
        around = sum(
            np.roll(cells, (dy, dx), (0, 1))
            for dy in (-1, 0, 1)
            for dx in (-1, 0, 1)
            if dy or dx
        )
        cells = ((around == 3) | ((around == 2) & (cells == 1))).astype(np.uint8)
    return [start, Out(cells), np.int32(12)]


@program(grid=(2, 6), block=(16, 4))
def mandelbrot(random):
    width, height, limit, bits = 30, 22, 60, 24
    counts = np.zeros((height, width), np.int32)
    for py in range(height):
        for px in range(width):
            cx = (3 << bits) * px // width - (2 << bits)
            cy = (2 << bits) * py // height - (1 << bits)
            x = y = count = 0
            while count < limit and (x * x >> bits) + (y * y >> bits) <= 4 << bits:
                x, y = (x * x >> bits) - (y * y >> bits) + cx, (x * y >> (bits - 1)) + cy
                count += 1
            counts[py, px] = count
    return [Out(counts), np.int32(width), np.int32(height), np.int32(limit)]


@program(block=128)
def floyd_warshall(random):
    size = 20
    start = np.where(random.random((size, size)) < 0.2, random.integers(1, 50, (size, size)), 10**6)
    start[np.arange(size), np.arange(size)] = 0
    right = start.copy()
    for middle in range(size):
        right = np.minimum(right, right[:, [middle]] + right[[middle], :])
    return [Out(right.astype(np.int32), start.astype(np.int32)), np.int32(size)]


@program(grid=(2, 3, 2), block=(5, 3, 4))
def grid_coordinates(random):
    right = []
    for bz, by, bx in np.ndindex(2, 3, 2):
        for thread, (tz, ty, tx) in enumerate(np.ndindex(4, 3, 5)):
            lane, warp = thread % 32, thread // 32
            right.append(bx | by << 8 | bz << 16)
            right.append(tx | ty << 8 | tz << 16)
            right.append(lane | warp << 8 | 32 << 16)
            right.append(0)
    return [Out(np.array(right, np.int32))]
