# ===- elementary.py - Roots, exponentials and their kin, by mpmath -----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Every result is the number nearest to the exact value, which mpmath computes. numpy
gives the results for zeros, infinities and NaNs. The interpreter computes the
approximate variants exactly as well: their bounds are for other engines."""

import functools
from fractions import Fraction

import mpmath
import numpy as np
from elements import MODES, clause
from exact import (
    BASIC,
    INTS,
    NAN,
    Number,
    decode,
    div,
    encode,
    floor_log2,
    flush,
    inf,
    signed,
)
from writer import Theme, elementwise, float_edges, int_edges

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
    "sqrt": (np.sqrt, mpmath.sqrt),
}
BINARY = {
    "fpowf": (np.power, mpmath.power),
    "atan2": (np.arctan2, lambda y, x: arctangent(y, x)),
}


def arctangent(y, x):
    """The arctangent of a tiny quotient is a little less than it, by more than can
    be computed: that little decides where the quotient lies between two numbers. No
    other quotient of two f64 comes as near to such a place as 2^-120."""
    if x > 0 and abs(y) < x * mpmath.mpf(2) ** -80:
        return y / x * (1 - mpmath.mpf(2) ** -120)
    return mpmath.atan2(y, x)


def to_double(x):
    if x.kind != "number":
        return {"nan": np.nan, "inf": np.inf}[x.kind] * (-1 if x.negative else 1)
    return -0.0 if x.is_zero and x.negative else float(x.value)


def from_double(x):
    if np.isnan(x):
        return NAN
    if np.isinf(x):
        return inf(bool(x < 0))
    return Number.of(Fraction(float(x)), bool(np.signbit(x)))


def from_mpf(x):
    """An exact number. One far beyond every format is replaced by one just beyond."""
    sign, mantissa, exponent, count = x._mpf_
    if not mantissa:
        return Number.of(0)
    top = int(exponent) + count
    if abs(top) > 5000:
        value = Fraction(2) ** (5000 if top > 0 else -5000)
    else:
        value = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return Number.of(-value if sign else value)


def nearest(by_numpy, by_mpmath):
    """A function of exact numbers."""

    @functools.cache
    def apply(*operands):
        doubles = [to_double(x) for x in operands]
        # For a single exponent numpy takes short cuts: 0.5 means sqrt to it.
        with np.errstate(all="ignore"):
            approximate = by_numpy(*(np.array([x, x]) for x in doubles))[0]
        special = any(x.kind != "number" or x.is_zero for x in operands)
        if special or np.isnan(approximate):
            return from_double(approximate)
        # Enough to reduce the largest operand by pi.
        top = max(floor_log2(abs(x.value)) for x in operands)
        with mpmath.workprec(200 + max(top, 0)):
            return from_mpf(by_mpmath(*map(mpmath.mpf, doubles)))

    return apply


def pool(kind):
    """Edge values, and numbers for which functions are neither 0 nor 1 nor infinite."""
    numbers = ["0.5", "-0.5", "3", "-3", "0.1", "-7.25", "20", "1e-3", "88.5", "-15"]
    return float_edges(kind) + [encode(kind, Number.of(Fraction(n))) for n in numbers]


def variants(name, kind):
    """Clauses of the operation: text, rounding, and True if subnormals flush."""
    yield "", "nearest_even", False
    if name == "sqrt":
        for mode in MODES[1:]:
            yield clause(mode), mode, False
    if kind != "f32":
        return
    if name in ("exp", "tanh", "sqrt"):
        yield " rounding<approx>", "nearest_even", False
    if name == "sqrt":
        yield " rounding<approx> flush_to_zero", "nearest_even", True
    if name in ("exp2", "rsqrt", "sqrt"):
        yield " flush_to_zero", "nearest_even", True


def approximate_quotient(a, b):
    """The quotient, which is 0 (or NaN for infinity) if the divisor is so large that its
    reciprocal is subnormal."""
    if b.kind == "number" and not b.is_zero and a.kind != "nan":
        if Fraction(2) ** 126 < abs(b.value) < Fraction(2) ** 128:
            negative = a.negative != b.negative
            return NAN if a.kind == "inf" else Number.of(0, negative)
    return div(a, b)


def with_flush(kind, function, mode, ftz):
    def apply(*bits):
        bits = [flush(kind, b) if ftz else b for b in bits]
        result = encode(kind, function(*(decode(kind, b) for b in bits)), mode)
        return flush(kind, result) if ftz else result

    return apply


def elementary():
    theme = Theme("elementary")
    for kind in BASIC:
        for name, oracles in UNARY.items():
            for text, mode, ftz in variants(name, kind):
                function = with_flush(kind, nearest(*oracles), mode, ftz)
                written = f"{name} %a{text} : {{r}}"
                elementwise(theme, name, written, [kind], kind, function, [pool(kind)])
        for name, oracles in BINARY.items():
            function = with_flush(kind, nearest(*oracles), "nearest_even", False)
            pools = [pool(kind)] * 2
            text = f"{name} %a, %b : {{r}}"
            elementwise(theme, name, text, [kind] * 2, kind, function, pools)
        integer_powers(theme, kind)
    quotients(theme)
    return theme


def integer_powers(theme, kind):
    function = nearest(*BINARY["fpowf"])
    for integer in ("i1", "i8", "i16", "i32"):

        def power(x, n):
            exponent = Number.of(signed(n, INTS[integer]))
            return encode(kind, function(decode(kind, x), exponent))

        exponents = [n for n in (0, 1, 2, 3, 5) if n < 1 << INTS[integer]]
        exponents += [-n & ((1 << INTS[integer]) - 1) for n in (1, 2, 3)]
        pools = [pool(kind), exponents + int_edges(integer)]
        text = "fpowi %a, %b : {0}, {1}"
        elementwise(theme, "fpowi", text, [kind, integer], kind, power, pools)


def quotients(theme):
    for rounding, function in (("approx", approximate_quotient), ("full", div)):
        for ftz in (False, True):
            flag = " flush_to_zero" if ftz else ""
            elementwise(
                theme,
                "divf",
                f"divf %a, %b rounding<{rounding}>{flag} : {{r}}",
                ["f32"] * 2,
                "f32",
                with_flush("f32", function, "nearest_even", ftz),
            )
