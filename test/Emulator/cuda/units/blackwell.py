# ===- blackwell.py - Inputs and answers of blackwell.cu -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Products in tensor memory, copies and arithmetic of sm_100. Elements of products are
small integers, so that sums are exact in every order."""

import numpy as np
from suite import Out, TensorMap, program
from warpgroups import fp8, small

OPTIONS = {"since": 100, "target": "100a"}


def ints(random, *shape):
    return random.integers(-1000, 1000, shape).astype(np.int32)


def tiled(values, rows):
    """A matrix whose tiles have rows of 128 bytes."""
    return TensorMap(values, f"box={rows},{128 // values.itemsize}:swizzle=128")


def products(random, k, convert, convertB=None, result=np.float32, low=-4, high=5):
    """Inputs of 256 x 64 sums; B is stored by columns."""
    a, b = small(random, 256, k, low=low, high=high), small(random, k, 64, low=low, high=high)
    left = convert(a)
    right = (convertB or convert)(np.ascontiguousarray(b.T))
    steps = np.int32(k * left.itemsize // 128)
    return [tiled(left, 128), tiled(right, 32), Out((a @ b).astype(result)), steps]


@program(grid=(2, 2), block=128, **OPTIONS)
def blackwell_f16(random):
    return products(random, 320, lambda v: v.astype(np.float16))


@program(grid=(2, 2), block=128, **OPTIONS)
def blackwell_tf32(random):
    return products(random, 128, lambda v: v.astype(np.float32))


@program(grid=(2, 2), block=128, **OPTIONS)
def blackwell_fp8(random):
    return products(random, 512, lambda v: fp8(v, 4, 3), lambda v: fp8(v, 5, 2), low=-2, high=3)


@program(grid=(2, 2), block=128, **OPTIONS)
def blackwell_bytes(random):
    signed = lambda v: v.astype(np.int8)
    return products(random, 512, signed, result=np.int32, low=-100, high=100)


@program(grid=2, block=128, **OPTIONS)
def blackwell_pair(random):
    half = lambda v: v.astype(np.float16)
    return products(random, 256, half)


@program(block=128, **OPTIONS)
def blackwell_fragment(random):
    a, b = small(random, 128, 64), small(random, 64, 32)
    right = np.ascontiguousarray(b.T).astype(np.float16)
    words = a.astype(np.float16).view(np.uint32)
    return [words, tiled(right, 32), Out((a @ b).astype(np.float32))]


@program(block=128, **OPTIONS)
def blackwell_scaled(random):
    a, b = small(random, 128, 128, low=-2, high=3), small(random, 128, 32, low=-2, high=3)
    powers = random.integers(-2, 3, (2, 128, 4))
    powers[1, 32:] = 0
    factors = 2.0 ** np.repeat(powers, 32, 2)
    right = (a * factors[0]) @ (b * factors[1, :32].T)
    # Row r of the scales is word r / 32 of line r % 32.
    lines = (powers + 127).astype(np.uint8).reshape(2, 4, 32, 4).transpose(0, 2, 1, 3)
    columns = fp8(np.ascontiguousarray(b.T), 4, 3)
    return [
        tiled(fp8(a, 4, 3), 128),
        tiled(columns, 32),
        np.ascontiguousarray(lines),
        Out(right.astype(np.float32)),
    ]


@program(block=128, **OPTIONS)
def blackwell_shapes(random):
    words = random.integers(0, 1 << 32, (4, 32, 16), np.uint32)
    right = np.zeros_like(words)
    for lane in range(32):
        # Bits 2 to 4 and then bit 0 of the lane are the row, bit 1 is the column.
        row = lane // 4 + lane % 2 * 8
        for half in range(2):
            columns = np.arange(8) * 2 + lane // 2 % 2
            right[:, lane, half * 8 : half * 8 + 8] = words[:, half * 16 + row, columns]
    return [words, Out(right)]


@program(grid=(2, 2), block=64, **OPTIONS)
def blackwell_gather(random):
    table, rows = ints(random, 50, 64), random.integers(0, 50, 64).astype(np.int32)
    return [TensorMap(table, "box=1,32"), rows, Out(table[rows])]


@program(grid=3, block=128, **OPTIONS)
def blackwell_scatter(random):
    values, start = ints(random, 12, 32), ints(random, 40, 32)
    rows = random.permutation(40)[:12].astype(np.int32)
    right = start.copy()
    right[rows] = values
    return [values, rows, TensorMap(Out(right, start), "box=1,32")]


@program(grid=2, block=128, **OPTIONS)
def blackwell_masked(random):
    values, start = random.integers(0, 256, (2, 2, 8, 16)).astype(np.uint8)
    right = start.copy()
    for block in range(2):
        chosen = (0x9B01 + block) >> np.arange(16) & 1 == 1
        right[block][:, chosen] = values[block][:, chosen]
    return [values, Out(right, start)]


@program(block=64, **OPTIONS)
def blackwell_clear(random):
    values = ints(random, 64)
    right = values.copy()
    right[8:40] = 0
    return [values, Out(right)]


@program(grid=2, block=32, **OPTIONS)
def blackwell_wide(random):
    x, y = (small(random, 512, low=-50, high=50).astype(np.float32) / 8 for _ in range(2))
    return [x, y, Out(x * y + y)]


@program(grid=2, block=64, **OPTIONS)
def blackwell_extremes(random):
    x = random.standard_normal((4, 32)).astype(np.float32)
    most = np.broadcast_to(x.max(1)[:, None], x.shape)
    least = np.broadcast_to(np.abs(x).min(1)[:, None], x.shape)
    three = np.maximum(np.abs(x), np.float32(0.5))
    return [x, Out(np.stack([most, least, three], 2))]


def nearest(values, table):
    """The numbers of the nearest entries, the even ones of ties; without sign."""
    away = np.abs(np.abs(values)[:, None] - table)
    best = away.min(1, keepdims=True)
    return np.array([min(np.flatnonzero(row), key=lambda i: i % 2) for row in away == best])


def magnitudes(exponent, fraction, bias):
    """All numbers of a format without its sign, in order."""
    numbers = []
    for bits in range(1 << (exponent + fraction)):
        field, rest = bits >> fraction, bits & ((1 << fraction) - 1)
        scale = 2.0 ** (max(field, 1) - bias - fraction)
        numbers.append((rest + (bool(field) << fraction)) * scale)
    return np.array(numbers)


@program(grid=2, block=64, **OPTIONS)
def blackwell_narrow(random):
    x = (random.standard_normal(256) * 4).astype(np.float32)
    x[:9] = [0.25, 0.75, -1.25, 2.5, 3.5, -5, 100, -0.0, 1.75]
    table4, table6 = magnitudes(2, 1, 1), magnitudes(3, 2, 3)
    sign = np.signbit(x).astype(int)
    four, six = nearest(x, table4), nearest(x, table6)
    bits4, bits6 = four | sign << 3, six | sign << 5
    packed4 = (bits4[0::2] | bits4[1::2] << 4).astype(np.uint16)
    packed6 = (bits6[0::2] | bits6[1::2] << 8).astype(np.uint16)
    back = np.copysign(table4[four], x).astype(np.float32)
    return [x, Out(packed4), Out(packed6), Out(back)]


@program(grid=2, block=64, **OPTIONS)
def blackwell_mixed(random):
    halves = small(random, 128, low=-99, high=99).astype(np.float16) / np.float16(4)
    x = random.standard_normal(128).astype(np.float32)
    wide = halves.astype(np.float64)
    right = np.stack([wide + x, wide * wide + x], 1).astype(np.float32)
    return [halves, x, Out(right)]


@program(grid=20, block=64, **OPTIONS)
def blackwell_cancel(random):
    values = ints(random, 20, 64)
    right = 2 * values + np.arange(20, dtype=np.int32)[:, None]
    return [values, Out(right), Out(np.ones(20, np.int32), np.zeros(20, np.int32))]
