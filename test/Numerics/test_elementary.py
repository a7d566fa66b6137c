# ===- test_elementary.py - Elementary functions beside numpy and mpmath ---===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Every result must be the nearest number. numpy's doubles judge f16, bf16 and f32 if
their error cannot matter; mpmath judges the rest, and f64."""

import functools
import subprocess

import mpmath
import numpy as np
import pytest
from test_conversions import BIN_DIR, all_bits, from_bits, to_bits

PROGRAM = BIN_DIR.parent / "unittests" / "ElementaryTable"

UNARY = {
    "exp": (np.exp, mpmath.exp),
    "exp2": (np.exp2, lambda x: mpmath.power(2, x)),
    "sinh": (np.sinh, mpmath.sinh),
    "cosh": (np.cosh, mpmath.cosh),
    "tanh": (np.tanh, mpmath.tanh),
    "log": (np.log, mpmath.log),
    "log2": (np.log2, lambda x: mpmath.log(x) / mpmath.log(2)),
    "sin": (np.sin, mpmath.sin),
    "cos": (np.cos, mpmath.cos),
    "tan": (np.tan, mpmath.tan),
    "rsqrt": (lambda x: 1 / np.sqrt(x), lambda x: 1 / mpmath.sqrt(x)),
}
BINARY = {
    "pow": (np.power, mpmath.power),
    "atan2": (np.arctan2, mpmath.atan2),
}
# Bits of precision, smallest and largest exponent, width.
FACTS = {
    "f16": (11, -14, 15, 16),
    "bf16": (8, -126, 127, 16),
    "f32": (24, -126, 127, 32),
    "f64": (53, -1022, 1023, 64),
}
FORMATS = list(FACTS)
# The error of numpy's doubles is far less.
MARGIN = 2.0**-44


def call(function, name, *operands):
    """The function of the elements with these bits."""
    pairs = np.zeros((operands[0].size, 2), np.uint64)
    for column, operand in enumerate(operands):
        pairs[:, column] = operand
    done = subprocess.run(
        [str(PROGRAM), function, name],
        input=pairs.tobytes(),
        capture_output=True,
        timeout=300,
        check=True,
    )
    return np.frombuffer(done.stdout, np.uint64)


def doubles(name, bits):
    """Doubles with quiet NaNs, however numpy widens halves: the C library's pow(1, x) is
    1 only for these."""
    with np.errstate(invalid="ignore"):
        values = from_bits(name, bits).astype(np.float64)
    return np.where(np.isnan(values), np.nan, values)


def nearest(name, value):
    """The bits of the number nearest to an mpf other than zero, ties to even."""
    precision, smallest, largest, width = FACTS[name]
    sign, mantissa, exponent, count = value._mpf_
    mantissa, exponent = int(mantissa), int(exponent)
    spacing = max(exponent + count - precision, smallest - precision + 1)
    shift = spacing - exponent
    if shift <= 0:
        units = mantissa << -shift
    elif shift > count + 1:
        units = 0
    else:
        units, rest = divmod(mantissa, 1 << shift)
        units += 2 * rest > 1 << shift or (2 * rest == 1 << shift and units % 2)
    # The field counts up with the units from the smallest spacing on.
    field = spacing - (smallest - precision + 1)
    bits = (field << (precision - 1)) + units
    infinity = (largest - smallest + 2) << (precision - 1)
    return sign << (width - 1) | min(bits, infinity)


@functools.cache
def magnitudes(name):
    """All numbers of a 16-bit format from zero up, and one past the largest."""
    precision, smallest, largest, _ = FACTS[name]
    bits = np.arange((largest - smallest + 2) << (precision - 1))
    numbers = doubles(name, bits.astype(np.uint64))
    return np.append(numbers, 2 * numbers[-1] - numbers[-2])


def nearest_of_doubles(name, values):
    """Bits for doubles that are no midpoints."""
    if name == "f32":
        return to_bits(values.astype(np.float32))
    numbers = magnitudes(name)
    bits = np.searchsorted((numbers[1:] + numbers[:-1]) / 2, np.abs(values))
    return bits.astype(np.uint64) | np.signbit(values).astype(np.uint64) << 15


def check(name, function, oracles, *operands):
    """Compares results for `operands`, arrays of bits, with the nearest numbers."""
    got = call(function, name, *operands)
    values = [doubles(name, bits) for bits in operands]
    judge(name, got, oracles, *values)


def judge(name, got, oracles, *values):
    by_numpy, by_mpmath = oracles
    width = FACTS[name][3]
    with np.errstate(all="ignore"):
        approximate = by_numpy(*values)
        nan = np.isnan(approximate)
        special = functools.reduce(
            np.logical_or, [~np.isfinite(x) | (x == 0) for x in values]
        )
        if name == "f64":
            expected = to_bits(approximate)
            open_at = ~special & ~nan
        else:
            expected = nearest_of_doubles(name, approximate * (1 - MARGIN))
            other = nearest_of_doubles(name, approximate * (1 + MARGIN))
            open_at = (expected != other) & ~nan
    with mpmath.workprec(300):
        for i in np.flatnonzero(open_at):
            exact = by_mpmath(*[mpmath.mpf(float(x[i])) for x in values])
            expected[i] = nearest(name, exact) if exact else 0
    is_nan = np.isnan(doubles(name, got))
    canonical = (1 << (width - 1)) - 1
    assert (got[is_nan] == canonical).all(), "another NaN than the canonical one"
    wrong = np.flatnonzero(np.where(nan, ~is_nan, got != expected))
    if wrong.size:
        at = wrong[0]
        operands = [float(x[at]).hex() for x in values]
        pytest.fail(
            f"{wrong.size} of {got.size} differ, the first at {operands}: "
            f"{int(got[at]):#x} instead of {int(expected[at]):#x}",
            pytrace=False,
        )


def sample(name, count, seed):
    """Bits of numbers: of any exponent, of common ones, and near 1."""
    random = np.random.default_rng(seed)
    width = FACTS[name][3]
    wild = random.integers(0, 1 << width, count // 3, dtype=np.uint64)
    common = random.normal(size=count // 3) * 2.0 ** random.integers(
        -8, 8, count // 3
    )
    close = 1 + random.normal(size=count // 3) * 2.0 ** random.integers(
        -20, 0, count // 3
    )
    tame = nearest_bits(name, np.concatenate([common, close, SPECIAL]))
    return random.permutation(np.concatenate([wild, tame]))


def nearest_bits(name, values):
    if name == "f64":
        return to_bits(values)
    with np.errstate(over="ignore"):
        return nearest_of_doubles(name, np.where(np.isnan(values), np.inf, values))


SPECIAL = np.array(
    [0.0, 1, 2, 3, 0.5, 1.5, 2.5, 4, 1e-300, 5e-324, 1e300, 6e4, 1e38, np.inf]
)
SPECIAL = np.concatenate([SPECIAL, -SPECIAL, [np.nan]])


@pytest.mark.parametrize("function", UNARY)
@pytest.mark.parametrize("name", ["f16", "bf16"])
def test_every_16_bit_number(name, function):
    check(name, function, UNARY[function], all_bits(name))


@pytest.mark.parametrize("function", UNARY)
@pytest.mark.parametrize("name,count", [("f32", 600_000), ("f64", 9_000)])
def test_samples(name, count, function):
    check(name, function, UNARY[function], sample(name, count, 3))


@pytest.mark.parametrize("function", ["sin", "cos", "tan"])
@pytest.mark.parametrize("name", ["f32", "f64"])
def test_next_to_multiples_of_half_pi(name, function):
    """Arguments whose reduction cancels, up to the largest numbers."""
    precision, _, largest, _ = FACTS[name]
    with mpmath.workprec(1200):
        multiples = [
            nearest(name, mpmath.pi / 2 * (2**exponent + odd))
            for exponent in range(largest - 1)
            for odd in ([0, 1] if exponent < precision else [0])
        ]
    bits = np.array(multiples, np.uint64)
    # No other f64 comes as near to one.
    nearest_of_all = to_bits(np.array([6381956970095103 * 2.0**797]))
    if name == "f64":
        bits = np.append(bits, nearest_of_all)
    check(name, function, UNARY[function], bits)


@pytest.mark.parametrize("function", BINARY)
@pytest.mark.parametrize("name", FORMATS)
def test_pairs(name, function):
    count = 3_000 if name == "f64" else 200_000
    operands = [sample(name, count, seed) for seed in (5, 6)]
    check(name, function, BINARY[function], *operands)


@pytest.mark.parametrize("function", BINARY)
@pytest.mark.parametrize("name", FORMATS)
def test_special_pairs(name, function):
    bits = nearest_bits(name, SPECIAL)
    pairs = [grid.ravel() for grid in np.meshgrid(bits, bits)]
    check(name, function, BINARY[function], *pairs)


@pytest.mark.parametrize("name", FORMATS)
def test_powers_that_are_exact(name):
    """Squares, roots and small powers, whose results are numbers or midpoints."""
    random = np.random.default_rng(7)
    precision = FACTS[name][0]
    roots = random.integers(1, 1 << (precision + 1) // 2, 500).astype(np.float64)
    scales = 4.0 ** random.integers(-6, 4, 500)
    bases = [roots * scales, roots**2 * scales, -roots]
    exponents = [2.0, 0.5, 3.0]
    x = nearest_bits(name, np.concatenate(bases))
    y = nearest_bits(name, np.repeat(exponents, 500))
    check(name, "pow", BINARY["pow"], x, y)


@pytest.mark.parametrize("name", FORMATS)
def test_integer_powers(name):
    random = np.random.default_rng(8)
    count = 3_000 if name == "f64" else 60_000
    x = sample(name, count, 9)
    n = random.integers(-9, 10, x.size)
    n[::5] = random.integers(-300, 300, n[::5].size)
    n[::17] = random.choice([-(2**31), 2**31 - 1, 2**24 + 1, -128], n[::17].size)
    got = call("powi", name, x, n.astype(np.uint64))
    values = doubles(name, x)
    judge(name, got, BINARY["pow"], values, n.astype(np.float64))
