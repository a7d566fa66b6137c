# ===- test_with_partners.py - Every number of 16 bits with some others --------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Operations on two or three floats of 16 bits have too many operands to try all.

Each runs, interpreted, on every number with sixteen others, in every rounding. The
judges are doubles, in which sums, products and quotients keep all that decides
how they round to 16 bits, and the list of the format's numbers.
"""

import numpy as np
import pytest
from program import interpret
from test_conversions import all_bits, assert_same_bits, shape

KINDS = ["f16", "bf16"]
ROUNDINGS = ["nearest_even", "zero", "negative_inf", "positive_inf"]


def partners(kind):
    """Zeros, the ends of ranges, neighbours of one, infinities, NaNs, and random ones."""
    one, infinity = shape(kind).round(np.array([1, np.inf]), "zero").tolist()
    normal = 1 << (7 if kind == "bf16" else 10)
    sign = 1 << 15
    chosen = [0, sign, 1, sign | 1, normal - 1, normal, one - 1, sign | one, one + 1]
    chosen += [infinity - 1, infinity, sign | infinity, infinity + 3]
    drawn = np.random.default_rng(1).integers(0, infinity, 3)
    return np.array([*chosen, *drawn], np.uint64)


def operands(kind):
    """Bits of x, y and z: every number with each of the sixteen as y, and an odd
    number of places on as z."""
    x, y = np.meshgrid(all_bits(kind), partners(kind))
    _, z = np.meshgrid(all_bits(kind), np.roll(partners(kind), 7))
    return {"x": x.ravel(), "y": y.ravel(), "z": z.ravel()}


def add(a, b, rounding):
    """a + b, rounded to odd, so that rounding again is rounding once. The error of
    a sum of doubles is a double (Knuth's TwoSum) if nothing overflows."""
    total = a + b
    rest = total - a
    error = (a - (total - rest)) + (b - rest)
    lost = np.isfinite(error) & (error != 0) & (total.view(np.uint64) % 2 == 0)
    total = np.where(lost, np.nextafter(total, np.copysign(np.inf, error)), total)
    cancels = (total == 0) & (np.signbit(a) != np.signbit(b))
    return np.where(cancels, -0.0 if rounding == "negative_inf" else 0.0, total)


ROUNDED = {
    "addf": ("xy", add),
    "subf": ("xy", lambda a, b, rounding: add(a, -b, rounding)),
    "mulf": ("xy", lambda a, b, rounding: a * b),
    "divf": ("xy", lambda a, b, rounding: a / b),
    "fma": ("xyz", lambda a, b, c, rounding: add(a * b, c, rounding)),
}


def pick(largest, propagate):
    """maxf or minf: +0 is above -0; of a NaN and a number the number, unless NaNs
    propagate."""

    def function(a, b):
        b_is_larger = (a < b) | (a == b) & np.signbit(a) & ~np.signbit(b)
        result = np.where(b_is_larger == largest, b, a)
        for x, other in ((a, b), (b, a)):
            result = np.where(np.isnan(x), np.nan if propagate else other, result)
        return result

    return function


EXACT = {
    "remf %x, %y": np.fmod,
    "maxf %x, %y": pick(True, False),
    "minf %x, %y": pick(False, False),
    "maxf %x, %y propagate_nan": pick(True, True),
    "minf %x, %y propagate_nan": pick(False, True),
}
RELATIONS = {
    "equal": np.equal,
    "not_equal": np.not_equal,
    "less_than": np.less,
    "less_than_or_equal": np.less_equal,
    "greater_than": np.greater,
    "greater_than_or_equal": np.greater_equal,
}


def run(folder, text, kind, names="xy", result=None):
    """Runs an operation. Returns the bits of its result and its operands' values."""
    bits = {name: part for name, part in operands(kind).items() if name in names}
    count = bits["x"].size
    types = f"tile<{count}x{kind}>"
    types += f" -> tile<{count}x{result}>" if result else ""
    loads = {name: (kind, part) for name, part in bits.items()}
    got = interpret(folder, loads, [f"%r = {text} : {types}"], result or kind, count)
    return got, [shape(kind).values(part) for part in bits.values()]


def check(kind, got, expected, rounding, values):
    source = np.stack(values, axis=1)
    assert_same_bits(got, shape(kind).round(expected, rounding), source)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rounding", ROUNDINGS)
@pytest.mark.parametrize("op", ROUNDED)
def test_rounded(tmp_path, op, rounding, kind):
    names, function = ROUNDED[op]
    places = ", ".join(f"%{name}" for name in names)
    mode = "" if rounding == "nearest_even" else f" rounding<{rounding}>"
    got, values = run(tmp_path, f"{op} {places}{mode}", kind, names)
    with np.errstate(all="ignore"):
        check(kind, got, function(*values, rounding), rounding, values)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", EXACT)
def test_exact(tmp_path, text, kind):
    got, values = run(tmp_path, text, kind)
    with np.errstate(invalid="ignore"):
        check(kind, got, EXACT[text](*values), "nearest_even", values)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ordering", ["ordered", "unordered"])
@pytest.mark.parametrize("relation", RELATIONS)
def test_compare(tmp_path, relation, ordering, kind):
    text = f"cmpf {relation} {ordering} %x, %y"
    got, (a, b) = run(tmp_path, text, kind, result="i1")
    nan = np.isnan(a) | np.isnan(b)
    expected = np.where(nan, ordering == "unordered", RELATIONS[relation](a, b))
    assert_same_bits(got, expected.astype(np.uint64), np.stack([a, b], axis=1))
