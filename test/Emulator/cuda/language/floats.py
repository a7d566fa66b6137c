# ===- floats.py - Inputs and answers of floats.cu -------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Floating-point programs and the narrow formats: against exact arithmetic of
fractions, rounded here, and against ml_dtypes."""

import fractions
import math

import ml_dtypes
import numpy as np
from suite import Out, program

Fraction = fractions.Fraction


def rounded(exact, digits, least, largest, mode="n"):
    """EXACT, a fraction, as a float of DIGITS bits whose smallest number is
    2^LEAST and whose largest is LARGEST, as Python's float."""
    if exact == 0:
        return 0.0
    size = abs(exact)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if size < Fraction(2) ** exponent:
        exponent -= 1
    unit = Fraction(2) ** max(exponent - digits + 1, least)
    scaled = exact / unit
    whole = {
        "n": round,
        "z": math.trunc,
        "u": math.ceil,
        "d": math.floor,
    }[mode](scaled)
    result = whole * unit
    if abs(result) > largest:
        toInfinity = {"n": True, "z": False, "u": exact > 0, "d": exact < 0}[mode]
        return math.copysign(math.inf if toInfinity else float(largest), exact)
    return math.copysign(float(result), exact)


FORMATS = {
    np.float16: (11, -24, 65504),
    ml_dtypes.bfloat16: (8, -133, float(ml_dtypes.finfo(ml_dtypes.bfloat16).max)),
    np.float32: (24, -149, float(np.finfo(np.float32).max)),
    np.float64: (53, -1074, float(np.finfo(np.float64).max)),
}


def exactly(kind, function, *values, mode="n"):
    """FUNCTION of finite numbers, rounded once; by doubles for the others and for
    the sign of zeros."""
    values = [float(value) for value in values]
    if all(map(math.isfinite, values)):
        try:
            exact = function(*map(Fraction, values))
        except ZeroDivisionError:
            exact = 0
        if exact:
            return rounded(exact, *FORMATS[kind], mode)
    with np.errstate(all="ignore"):
        result = float(function(*map(np.float64, values)))
    if result == 0 and mode == "d" and not all(value == 0 for value in values):
        # Exact sums that cancel are -0 when rounding down; products keep signs.
        return result
    return result


add, subtract = lambda a, b: a + b, lambda a, b: a - b
multiply, fused = lambda a, b: a * b, lambda a, b: a * b + a


def pairs(random, kind, count, width=6):
    """Numbers whose exponents lie near one another, and special ones."""
    a = random.normal(size=count) * 2.0 ** random.integers(-width, width, count)
    b = random.normal(size=count) * 2.0 ** random.integers(-width, width, count)
    special = [0, -0.0, 1, -1, math.inf, -math.inf, math.nan, 65504, 1e-7]
    a[:81], b[:81] = np.repeat(special, 9), np.tile(special, 9)
    with np.errstate(all="ignore"):
        return a.astype(kind), b.astype(kind)


def table(kind, a, b, functions):
    rows = [[exactly(kind, f, x, y) for f in functions] for x, y in zip(a, b)]
    with np.errstate(all="ignore"):
        return np.array(rows).astype(kind)


def least(a, b):
    """The smaller one: -0 below +0, and a number before NaN."""
    if math.isnan(a) or math.isnan(b):
        return b if math.isnan(a) else a
    return min((a, math.copysign(1, a)), (b, math.copysign(1, b)), key=lambda p: (p[0], p[1]))[0]


def extremes(a, b, kind):
    low = [least(float(x), float(y)) for x, y in zip(a, b)]
    high = [-least(-float(x), -float(y)) for x, y in zip(a, b)]
    return [np.array(low).astype(kind), np.array(high).astype(kind)]


@program(grid=3, block=64)
def half_arithmetic(random):
    kind = np.float16
    a, b = pairs(random, kind, 192)
    main = table(kind, a, b, [add, subtract, multiply, fused])
    with np.errstate(all="ignore"):
        saturated = np.clip(np.nan_to_num(main[:, 0].astype(float), nan=0.0), 0.0, 1.0)
        saturated = saturated.astype(kind) + kind(0)
        product = a.astype(np.float32) * np.float32(1.0009765)
        down = product.astype(kind)
        over = np.abs(down.astype(np.float32)) > np.abs(product)
        down = np.where(over & np.isfinite(product), np.nextafter(down, kind(0)), down)
        columns = [*main.T, *extremes(a, b, kind), np.abs(a), saturated]
        columns += [np.floor(a), np.rint(b), product.astype(kind), down]
    return [a, b, Out(np.stack(columns, 1)), np.int32(192)]


@program(grid=3, block=64)
def half_pairs(random):
    kind, count = np.float16, 96
    a, b = pairs(random, kind, 2 * count)
    a, b = a.reshape(count, 2), b.reshape(count, 2)
    each = lambda f: table(kind, a.ravel(), b.ravel(), [f]).reshape(count, 2)
    low = extremes(a.ravel(), b.ravel(), kind)[0].reshape(count, 2)
    with np.errstate(all="ignore"):
        mixed = np.stack(
            [a[:, 0].astype(np.float32) + np.float32(0.5), b[:, 1].astype(np.float32) * 3], 1
        ).astype(kind)
        product = table(kind, a[:, 0], b[:, 1], [multiply])
    right = np.stack(
        [
            each(add),
            each(lambda x, y: x * y + y),
            each(subtract)[:, ::-1],
            low,
            mixed,
            np.repeat(product, 2, 1),
        ],
        1,
    )
    greater, equal = (a > b).all(1), (a == a).all(1)
    flags = greater | equal << 1 | (a[:, 0] < b[:, 0]) << 2 | np.isnan(b[:, 1]) << 3
    flags = flags | ~(a[:, 1] < b[:, 1]) << 4
    return [a, b, Out(right), Out(flags.astype(np.uint32)), np.int32(count)]


@program(grid=3, block=64, since=80)
def bfloat_arithmetic(random):
    kind = ml_dtypes.bfloat16
    a, b = pairs(random, kind, 192)
    main = table(kind, a, b, [add, subtract, multiply, fused])
    with np.errstate(all="ignore"):
        scaled = (a.astype(np.float32) * np.float32(1.01)).astype(kind)
    whole = (np.arange(192) * 12345).astype(np.float64).astype(kind)
    columns = np.stack([*main.T, *extremes(a, b, kind), scaled, whole], 1)

    right = Out(columns.view(np.uint16), isBfloat=True)
    return [a.view(np.uint16), b.view(np.uint16), right, np.int32(192)]


@program(grid=4, block=128)
def narrow_conversions(random):
    values = random.normal(size=512) * 2.0 ** random.integers(-14, 18, 512)
    values[:10] = [0, -0.0, 448, 449, 464, 465, 1e6, -1e6, 57344, 61440]
    values = values.astype(np.float32)
    columns = []
    for kind in (ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2):
        limit = np.float32(ml_dtypes.finfo(kind).max)
        columns.append(np.clip(values, -limit, limit).astype(kind).view(np.uint8))
    bytes = (np.arange(512) & 255).astype(np.uint8)
    kinds = (ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2)
    back = np.stack([bytes.view(kind).astype(np.float32) for kind in kinds], 1)
    return [values, Out(columns[0]), Out(columns[1]), Out(back), np.int32(512)]


@program(grid=2, block=64)
def rounding_modes(random):
    a, b = (random.normal(size=128) * 2.0 ** random.integers(-70, 70, 128) for _ in range(2))
    a, b = a.astype(np.float32), b.astype(np.float32)
    single = lambda f, x, y, mode: exactly(np.float32, f, x, y, mode=mode)
    double = lambda f, x, y, mode: exactly(np.float64, f, x, y, mode=mode)
    divide = lambda x, y: x / y
    rows, wide = [], []
    for x, y in zip(a, b):
        rows.append([single(f, x, y, m) for f in (add, multiply, divide, fused) for m in "nzud"])
        p, q = float(x) * float(y), float(y) / 3
        modes = [(add, "n"), (add, "z"), (multiply, "u"), (multiply, "d")]
        modes += [(divide, "n"), (divide, "u"), (fused, "z"), (fused, "d")]
        wide.append([double(f, p, q, m) for f, m in modes])
    return [a, b, Out(np.array(rows, np.float32)), Out(np.array(wide)), np.int32(128)]


def saturated(value, rounding, low, high):
    """An integer of LOW..HIGH, as cvt makes it; NaN gives 0 in 32 bits and more."""
    if math.isnan(value):
        return 0
    if math.isinf(value):
        return high if value > 0 else low
    return min(max(rounding(Fraction(value)), low), high)


@program(grid=2, block=64)
def conversions(random):
    values = random.normal(size=128) * 2.0 ** random.integers(-3, 62, 128)
    values[:10] = [0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 2**31, 2**31 - 0.5, -(2**31) - 0.5]
    values[10:20] = [2**32, 2**32 - 0.5, 2**53 + 2, -1, 1e-300, 2**62, 3e9, -3e9, 1e38, 7]
    integers, floats = [], []
    ints, uints = (-(2**31), 2**31 - 1), (0, 2**32 - 1)
    longs, ulongs = (-(2**63), 2**63 - 1), (0, 2**64 - 1)
    bits32 = lambda x: int(np.float32(x).view(np.int32))
    signed64 = lambda v: v - 2**64 if v >= 2**63 else v
    for v in map(float, values):
        with np.errstate(all="ignore"):
            f = float(np.float32(v))
        whole = saturated(v, math.floor, *longs)
        word = np.float64(v).view(np.int64)
        single = lambda value, mode: rounded(Fraction(value), *FORMATS[np.float32], mode)
        integers.append(
            [
                saturated(v, math.trunc, *ints),
                saturated(v, round, *ints),
                whole,
                saturated(v, math.ceil, *longs),
                saturated(v, math.trunc, *uints),
                signed64(saturated(v, round, *ulongs)),
                saturated(f, round, *ints),
                saturated(f, math.ceil, *uints),
                saturated(f, math.trunc, *longs),
                bits32(np.copysign(single(v, "d"), v)),
                bits32(np.copysign(single(v, "u"), v)),
                int(np.int32(word >> 32) ^ np.uint32(word & 0xFFFFFFFF).view(np.int32)),
            ]
        )
        narrow = (whole + 2**31) % 2**32 - 2**31
        floats.append(
            [
                single(whole, "n"),
                single(whole, "z"),
                single(whole % 2**64, "u"),
                single(narrow, "d"),
            ]
        )
    right = Out(np.array(floats, np.float32))
    return [values, Out(np.array(integers)), right, np.int32(128)]


@program(grid=3, block=64)
def bodies(random):
    data = random.integers(-12, 13, (192, 4)).astype(np.float32)
    place, weight = data[:, :3], data[:, 3]
    apart = place[None] - place[:, None]
    right = (apart * (weight[None, :] * weight[:, None])[..., None]).sum(1)
    return [data, Out(right.astype(np.float32)), np.int32(192)]


@program(grid=2, block=128)
def fourier(random):
    values = random.integers(-100, 100, (2, 256, 2)).astype(np.float64)
    angle = -2 * np.pi * np.arange(128) / 256
    roots = np.stack([np.cos(angle), np.sin(angle)], 1)
    right = np.fft.fft(values[..., 0] + 1j * values[..., 1])
    right = np.stack([right.real, right.imag], -1)
    # Each of eight steps multiplies by a root and adds: at most 8 units of 2^-53
    # of the largest sum of sizes for a step and for numpy's own.
    size = np.abs(values).sum((1, 2)).max()
    return [values, roots, Out(right, bound=2 * 8 * 8 * 2.0**-53 * size)]


@program(block=64, shared=8 * 24 * 24)
def decompose_lu(random):
    size = 24
    # L and U of integers, unit diagonals of powers of two: everything is exact.
    lower = np.tril(random.integers(-3, 4, (size, size)), -1) + np.eye(size)
    upper = np.triu(random.integers(-3, 4, (size, size)), 1).astype(np.float64)
    upper += np.diag(2.0 ** random.integers(0, 3, size))
    right = np.tril(lower, -1) + upper
    return [Out(right, lower @ upper), np.int32(size)]


@program(block=32)
def decompose_cholesky(random):
    size = 20
    lower = np.tril(random.integers(-3, 4, (size, size)), -1) + np.diag(
        2.0 ** random.integers(0, 3, size)
    )
    start = (lower @ lower.T).astype(np.float32)
    right = np.where(np.tril(np.ones((size, size), bool)), lower, start).astype(np.float32)
    return [Out(right, start), np.int32(size)]


@program(grid=2, block=64)
def cluster(random):
    points = random.integers(-100, 100, (400, 2)).astype(np.float32)
    centres = random.integers(-100, 100, (9, 2)).astype(np.float32)
    distances = ((points[:, None] - centres[None]) ** 2).sum(-1)
    nearest = distances.argmin(1)
    sums = np.stack([np.bincount(nearest, points[:, k], 9) for k in (0, 1)], 1)
    sizes = np.bincount(nearest, minlength=9).astype(np.int32)
    return [
        points,
        centres,
        Out(nearest.astype(np.int32)),
        Out(sums.astype(np.float32), np.zeros((9, 2), np.float32)),
        Out(sizes, np.zeros(9, np.int32)),
        np.int32(400),
        np.int32(9),
    ]


@program(grid=5, block=128)
def sparse_matvec(random):
    counts = random.integers(0, 70, 18)
    offsets = np.append(0, np.cumsum(counts)).astype(np.int32)
    columns = np.concatenate([random.choice(100, count, False) for count in counts])
    values = random.integers(-9, 10, columns.size).astype(np.float32)
    vector = random.integers(-9, 10, 100).astype(np.float32)
    products = values * vector[columns]
    right = [products[offsets[row] : offsets[row + 1]].sum() for row in range(18)]
    arrays = [offsets, columns.astype(np.int32), values, vector]
    return [*arrays, Out(np.array(right, np.float32)), np.int32(18)]


@program(grid=1, block=32)
def compensated(random):
    values = (random.normal(size=(32, 50)) * 10.0 ** random.integers(-4, 5, (32, 50))).astype(
        np.float32
    )
    one = np.float32
    right = []
    for row in values:
        total, lost, plain, horner = one(0), one(0), one(0), 0.0
        for value in row:
            y = value - lost
            t = total + y
            lost = (t - total) - y
            total = t
            plain = plain + value
            horner = exactly(np.float32, lambda h, v: h * Fraction(1, 2) + v, horner, value)
        right.append([total, plain, horner])
    return [values, Out(np.array(right, np.float32)), np.int32(50)]
