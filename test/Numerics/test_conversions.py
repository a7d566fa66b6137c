# ===- test_conversions.py - lib/Numerics beside numpy and definitions -------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Two judges: numpy with ml_dtypes, to nearest even, and the list of all numbers
of a format, in every rounding and for f8E5M3FNU, which ml_dtypes does not have."""

import functools
import os
import pathlib
import subprocess

import ml_dtypes
import numpy as np
import pytest

SOURCE_DIR = pathlib.Path(__file__).resolve().parents[2]
BIN_DIR = pathlib.Path(
    os.environ.get("TESSERA_BIN", SOURCE_DIR / "build" / "release" / "bin")
)
PROGRAM = BIN_DIR.parent / "unittests" / "ConvertTable"

NUMPY = {
    "f4E2M1FN": ml_dtypes.float4_e2m1fn,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E8M0FNU": ml_dtypes.float8_e8m0fnu,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f32": np.float32,
    "f64": np.float64,
}
WIDTH = {"f4E2M1FN": 4, "f16": 16, "bf16": 16, "tf32": 32, "f32": 32, "f64": 64}
NARROW = [
    "f4E2M1FN",
    "f8E4M3FN",
    "f8E5M2",
    "f8E8M0FNU",
    "f8E5M3FNU",
    "f16",
    "bf16",
]
ROUNDINGS = ["nearest_even", "zero", "negative_inf", "positive_inf", "nearest_away"]


def width(name):
    return WIDTH.get(name, 8)


def convert(source, target, bits, rounding="nearest_even"):
    """Converts elements of `source` with these bits to bits of `target`."""
    done = subprocess.run(
        [str(PROGRAM), source, target, rounding],
        input=np.ascontiguousarray(bits, np.uint64).tobytes(),
        capture_output=True,
        timeout=300,
        check=True,
    )
    return np.frombuffer(done.stdout, np.uint64)


def to_bits(array):
    return array.view(f"u{array.dtype.itemsize}").astype(np.uint64)


def from_bits(name, bits):
    storage = np.uint8 if width(name) < 8 else f"u{width(name) // 8}"
    return bits.astype(storage).view(NUMPY[name])


def all_bits(name):
    return np.arange(1 << width(name), dtype=np.uint64)


def assert_same(got, expected, source):
    """Fails with the first element of `source` for which two arrays of numbers differ."""
    with np.errstate(invalid="ignore"):
        got = np.asarray(got, np.float64)
        expected = np.asarray(expected, np.float64)
    same = (got == expected) & (np.signbit(got) == np.signbit(expected))
    same |= np.isnan(got) & np.isnan(expected)
    wrong = np.flatnonzero(~same)
    if wrong.size:
        at = wrong[0]
        pytest.fail(
            f"{wrong.size} of {got.size} differ, the first at {source[at]!r}: "
            f"{got[at]!r} instead of {expected[at]!r}",
            pytrace=False,
        )


# ===------------------------------------------------------------------------===#
# Lists of numbers
# ===------------------------------------------------------------------------===#


class Shape:
    """A format by its definition: its numbers from zero up. Doubles represent them all
    and the middles between them, so that every comparison is exact."""

    # Bits of exponent and fraction, bias, magnitude of the largest number.
    FACTS = {
        "f4E2M1FN": (2, 1, 1, 0x7),
        "f8E4M3FN": (4, 3, 7, 0x7E),
        "f8E5M2": (5, 2, 15, 0x7B),
        "f8E5M3FNU": (5, 3, 15, 0xFE),
        "f16": (5, 10, 15, 0x7BFF),
        "bf16": (8, 7, 127, 0x7F7F),
        "tf32": (8, 10, 127, 0x3FBFF),
    }

    def __init__(self, name):
        self.name = name
        self.saturates = width(name) < 16
        self.has_infinity = name in ("f8E5M2", "f16", "bf16", "tf32")
        # The number of unused bits below the fraction.
        self.padding = 13 if name == "tf32" else 0
        self.sign = 0 if name.endswith("FNU") else 1 << (width(name) - 1)
        if name == "f8E8M0FNU":
            self.numbers = np.exp2(np.arange(255.0) - 127)
            self.beyond = 2 * self.numbers[-1]
            self.nan = 0xFF
            return
        exponent_bits, fraction_bits, bias, largest = self.FACTS[name]
        field, fraction = np.divmod(np.arange(largest + 1), 1 << fraction_bits)
        significand = fraction + np.where(field, 1 << fraction_bits, 0)
        scale = np.maximum(field, 1) - bias - fraction_bits
        self.numbers = np.ldexp(significand.astype(np.float64), scale)
        self.beyond = 2 * self.numbers[-1] - self.numbers[-2]
        self.nan = ((1 << (exponent_bits + fraction_bits)) - 1) << self.padding

    def values(self, bits):
        """The numbers with these bits."""
        magnitude = (bits & ~np.uint64(self.sign)) >> np.uint64(self.padding)
        beyond = [np.inf] if self.has_infinity else []
        beyond += [np.nan] * (1 << 18 if self.padding else 1 << width(self.name))
        values = np.append(self.numbers, beyond)[magnitude]
        return np.where(bits & np.uint64(self.sign), -values, values)

    def round(self, values, rounding):
        """The bits for doubles; the sign of a zero counts, too."""
        negative = np.signbit(values) & bool(self.sign)
        magnitude = self.magnitude(np.abs(values), rounding, negative)
        bits = np.where(negative, self.sign, 0) | magnitude << self.padding
        return np.where(np.isnan(values), self.nan, bits).astype(np.uint64)

    def magnitude(self, values, rounding, negative):
        last = len(self.numbers) - 1
        place = np.searchsorted(self.numbers, values, side="right") - 1
        place = np.clip(place, 0, last)
        low, high = self.numbers[place], np.append(self.numbers[1:], self.beyond)[place]
        middle = (low + high) / 2
        up = {
            "nearest_even": (values > middle)
            | (values == middle) & ((place % 2 == 1) | (self.name == "f8E8M0FNU")),
            "nearest_away": values >= middle,
            "zero": np.zeros_like(negative),
            "negative_inf": negative,
            "positive_inf": ~negative,
        }[rounding]
        # A value below all numbers only has the least as neighbour.
        rounded = place + (up & (values > low))
        rounded = np.where(np.isinf(values), last + 1, rounded)
        return np.minimum(rounded, last) if self.saturates else rounded


shape = functools.lru_cache(Shape)


@functools.lru_cache
def edges(target):
    """Doubles at, between and next to the numbers of `target`, and beyond them."""
    numbers = np.append(shape(target).numbers, shape(target).beyond)
    step = max(1, len(numbers) // 600)
    middles = (numbers[1:] + numbers[:-1]) / 2
    least = numbers[1]
    center = np.concatenate(
        [
            numbers[:40],
            numbers[::step],
            numbers[-40:],
            middles[:: max(1, step // 2)],
            [least / 8, least / 2, numbers[-1] * 5],
        ]
    )
    beside = [np.nextafter(center, 0), np.nextafter(center, np.inf)]
    values = np.concatenate([center, *beside, [0, np.inf, np.nan, 1e-300, 1e300]])
    return np.concatenate([values, -values])


def assert_same_bits(got, expected, source):
    wrong = np.flatnonzero(got != expected)
    if wrong.size:
        at = wrong[0]
        pytest.fail(
            f"{wrong.size} of {got.size} differ, the first at {source[at]!r}: "
            f"{int(got[at]):#x} instead of {int(expected[at]):#x}",
            pytrace=False,
        )


@pytest.mark.parametrize("rounding", ROUNDINGS)
@pytest.mark.parametrize("target", NARROW)
@pytest.mark.parametrize("source", ["f64", "f32"])
def test_rounding_of_edges(source, target, rounding):
    with np.errstate(over="ignore"):
        values = edges(target).astype(NUMPY[source])
    got = convert(source, target, to_bits(values), rounding)
    expected = shape(target).round(values.astype(np.float64), rounding)
    assert_same_bits(got, expected, values)


@pytest.mark.parametrize("rounding", ROUNDINGS)
@pytest.mark.parametrize("target", [*NARROW, "tf32"])
@pytest.mark.parametrize("source", NARROW)
def test_rounding_of_every_narrow_number(source, target, rounding):
    bits = all_bits(source)
    got = convert(source, target, bits, rounding)
    expected = shape(target).round(shape(source).values(bits), rounding)
    assert_same_bits(got, expected, bits)


@pytest.mark.parametrize("source", NARROW)
@pytest.mark.parametrize("target", ["f32", "f64"])
def test_every_narrow_number_is_exact_in_a_wide_format(source, target):
    bits = all_bits(source)
    wide = from_bits(target, convert(source, target, bits))
    assert_same(wide, shape(source).values(bits), bits)


# ===------------------------------------------------------------------------===#
# numpy and ml_dtypes
# ===------------------------------------------------------------------------===#


def f32_patterns():
    """f32 of every exponent, with the significands at which rounding changes."""
    exponents = np.arange(512, dtype=np.uint32) << 23
    fractions = {0, 1, (1 << 23) - 1}
    for bit in range(23):
        fractions |= {1 << bit, (1 << bit) - 1, (1 << bit) + 1, (3 << bit) & 0x7FFFFF}
    random = np.random.default_rng(1)
    fractions = [*fractions, *random.integers(0, 1 << 23, 60)]
    patterns = exponents[:, None] | np.array(fractions, np.uint32)[None, :]
    return patterns.ravel().view(np.float32)


@pytest.mark.parametrize("target", [name for name in NARROW if name in NUMPY])
def test_f32_to_narrow_as_numpy(target):
    values = f32_patterns()
    if target == "f8E8M0FNU":
        # ml_dtypes returns NaN for negative numbers, of which the sign is dropped here,
        # and rounds numbers up that are barely above 2^-127.
        values = values[(values >= 2.0**-126) | np.isnan(values)]
    with np.errstate(over="ignore", invalid="ignore"):
        expected = values.astype(NUMPY[target]).astype(np.float64)
    got = from_bits(target, convert("f32", target, to_bits(values)))
    got = got.astype(np.float64)
    if width(target) < 16:
        # ml_dtypes saturates only in f4.
        largest = shape(target).numbers[-1]
        overflows = ~np.isfinite(expected) & ~np.isnan(values)
        expected[overflows] = np.copysign(largest, values[overflows])
    if target == "f4E2M1FN":
        expected[np.isnan(values)] = 6
    assert_same(got, expected, values)


@pytest.mark.parametrize("source", [name for name in NARROW if name in NUMPY])
@pytest.mark.parametrize("target", ["f32", "f64"])
def test_narrow_to_wide_as_numpy(source, target):
    bits = all_bits(source)
    with np.errstate(invalid="ignore"):
        expected = from_bits(source, bits).astype(NUMPY[target])
    got = from_bits(target, convert(source, target, bits))
    assert_same(got, expected, bits)


@pytest.mark.parametrize("source,target", [("f16", "bf16"), ("bf16", "f16")])
def test_between_16_bit_formats_as_numpy(source, target):
    bits = all_bits(source)
    with np.errstate(over="ignore", invalid="ignore"):
        expected = from_bits(source, bits).astype(np.float32).astype(NUMPY[target])
    assert_same(from_bits(target, convert(source, target, bits)), expected, bits)


@pytest.mark.parametrize("target", ["f32", "f16"])
def test_f64_as_numpy(target):
    random = np.random.default_rng(2)
    patterns = random.integers(0, 1 << 64, 200_000, dtype=np.uint64)
    # Half of them in the range of f16 and of its subnormal numbers.
    near = patterns[::2] & np.uint64(0x800FFFFFFFFFFFFF)
    exponents = random.integers(1023 - 30, 1023 + 18, near.size).astype(np.uint64)
    patterns[::2] = near | (exponents << np.uint64(52))
    values = patterns.view(np.float64)
    with np.errstate(over="ignore", invalid="ignore", under="ignore"):
        expected = values.astype(NUMPY[target])
    assert_same(from_bits(target, convert("f64", target, patterns)), expected, values)


@pytest.mark.parametrize("target", ["f16", "f32", "f64"])
@pytest.mark.parametrize("source", ["i8", "i16", "i32", "i64"])
@pytest.mark.parametrize("unsigned", [False, True])
def test_integers_as_numpy(source, target, unsigned):
    bytes_ = int(source[1:]) // 8
    dtype = np.dtype(f"{'u' if unsigned else 'i'}{bytes_}")
    limits = np.iinfo(dtype)
    values = {0, 1, limits.max, limits.min, limits.max - 1}
    for bit in range(8 * bytes_ - 1):
        values |= {(1 << bit) + d for d in (-1, 0, 1)} | {(3 << bit) // 2}
    values = [v for v in values if limits.min <= v <= limits.max]
    random = np.random.default_rng(3)
    values += random.integers(limits.min, limits.max, 20_000, dtype).tolist()
    values = np.array(values, dtype)
    bits = values.view(f"u{bytes_}").astype(np.uint64)
    with np.errstate(over="ignore"):
        expected = values.astype(NUMPY[target])
    name = ("u" if unsigned else "") + source
    assert_same(from_bits(target, convert(name, target, bits)), expected, values)


@pytest.mark.parametrize("target", ["i8", "i16", "i32", "i64"])
@pytest.mark.parametrize("unsigned", [False, True])
def test_floats_to_integers_saturate(target, unsigned):
    values = f32_patterns()
    bits = int(target[1:])
    most = (1 << bits - (not unsigned)) - 1
    least = 0 if unsigned else -most - 1
    name = ("u" if unsigned else "") + target
    got = convert("f32", name, to_bits(values), "zero")
    for value, result in zip(values.tolist(), got.tolist()):
        if np.isnan(value):
            expected = 0
        elif np.isinf(value):
            expected = most if value > 0 else least
        else:
            expected = min(max(int(value), least), most)
        assert result == expected % (1 << bits), value
