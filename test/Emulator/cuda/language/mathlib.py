# ===- mathlib.py - Inputs and answers of mathlib.cu -----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The functions of libdevice: against mpmath, within the errors that the CUDA
programming guide states, in units of the last place of the correctly rounded
result."""

import fractions
import math

import mpmath
import numpy as np
from suite import Out, program

mpmath.mp.prec = 160
MP = mpmath.mp


def cubeRoot(x):
    return mpmath.sign(x) * mpmath.cbrt(abs(x))


def scaledErfc(x):
    """exp(x^2) * erfc(x), with bits to spare for what cancels."""
    with mpmath.workprec(400):
        return mpmath.exp(x * x) * mpmath.erfc(x)


def normalCdf(x):
    return mpmath.erfc(-x / mpmath.sqrt(2)) / 2


def inverseErfc(p):
    """The x with erfc(x) = p, by Newton from a double."""
    if p == 1:
        return MP.zero
    return mpmath.erfinv(1 - p)


def arctangents(x, y):
    return mpmath.atan2(x, y)


#: Name; the arguments that the kernel makes of x and y, by name; the function;
#: and the most units of the last place that the guide allows, as float and double.
FUNCTIONS = [
    ("sin", "x", mpmath.sin, 2, 2),
    ("cos", "x", mpmath.cos, 2, 2),
    ("tan", "x", mpmath.tan, 4, 2),
    ("sinpi", "x", mpmath.sinpi, 1, 2),
    ("cospi", "x", mpmath.cospi, 1, 2),
    ("asin", "unit", mpmath.asin, 2, 2),
    ("acos", "unit", mpmath.acos, 2, 2),
    ("atan", "x", mpmath.atan, 2, 2),
    ("atan2", "xy", arctangents, 3, 2),
    ("sinh", "small", mpmath.sinh, 3, 2),
    ("cosh", "small", mpmath.cosh, 2, 1),
    ("tanh", "small", mpmath.tanh, 2, 1),
    ("asinh", "x", mpmath.asinh, 3, 3),
    ("acosh", "above", mpmath.acosh, 4, 3),
    ("atanh", "unit", mpmath.atanh, 3, 2),
    ("exp", "small", mpmath.exp, 2, 1),
    ("exp2", "small", lambda x: MP.mpf(2) ** x, 2, 1),
    ("exp10", "unit", lambda x: MP.mpf(10) ** x, 2, 1),
    ("expm1", "small", mpmath.expm1, 1, 1),
    ("log", "a", mpmath.log, 1, 1),
    ("log2", "a", lambda x: mpmath.log(x, 2), 1, 1),
    ("log10", "a", mpmath.log10, 2, 1),
    ("log1p", "a", mpmath.log1p, 1, 1),
    ("pow", "aunit", lambda x, y: x**y, 4, 2),
    ("sqrt", "a", mpmath.sqrt, 0, 0),
    ("rsqrt", "a", lambda x: 1 / mpmath.sqrt(x), 2, 1),
    ("cbrt", "x", cubeRoot, 1, 1),
    ("rcbrt", "x", lambda x: 1 / cubeRoot(x), 1, 1),
    ("hypot", "xy", mpmath.hypot, 3, 2),
    ("erf", "small", mpmath.erf, 2, 2),
    ("erfc", "small", mpmath.erfc, 4, 5),
    ("erfinv", "unit", mpmath.erfinv, 2, 5),
    ("erfcinv", "about", inverseErfc, 4, 6),
    ("erfcx", "a", scaledErfc, 4, 4),
    ("normcdf", "small", normalCdf, 5, 5),
    ("normcdfinv", "part", lambda p: -mpmath.sqrt(2) * inverseErfc(2 * p), 5, 8),
    ("lgamma", "above", mpmath.loggamma, 6, 4),
    ("tgamma", "aboveSmall", mpmath.gamma, 5, 10),
]


def rounded(value, kind):
    """The number of the type nearest to VALUE, from a fraction: rounded once."""
    value = MP.mpf(value)
    if not mpmath.isfinite(value):
        return kind(float(value))
    # Numbers beyond all types have too many digits to write down.
    size = mpmath.mag(value) if value else 0
    if size > 1100:
        return kind(mpmath.sign(value) * math.inf)
    if size < -1200:
        return kind(math.copysign(0.0, mpmath.sign(value)))
    exact = fractions.Fraction(*_ratio(value))
    with np.errstate(over="ignore"):
        result = kind(float(exact))
    if kind is np.float64 or not np.isfinite(result):
        return result
    # float32: compare the neighbours exactly; float() has rounded before.
    candidates = [np.nextafter(result, kind(-np.inf)), result, np.nextafter(result, kind(np.inf))]
    candidates = [c for c in candidates if np.isfinite(c)]
    even = lambda c: int(c.view(np.uint32)) & 1
    return min(candidates, key=lambda c: (abs(fractions.Fraction(float(c)) - exact), even(c)))


def _ratio(value):
    sign, mantissa, exponent, _ = value._mpf_
    mantissa = -int(mantissa) if sign else int(mantissa)
    if exponent >= 0:
        return mantissa << exponent, 1
    return mantissa, 1 << -exponent


def functions(random, kind, column):
    count = 160
    # Widths of all sizes, quarters among them, where functions have zeros.
    x = random.normal(0, 1, count) * 2.0 ** random.integers(-12, 8, count)
    x[:40] = np.arange(-20, 20) / 4 + 0.125
    x[40:60] = random.uniform(-15, 15, 20)
    x[60:70] = random.uniform(-(10**6), 10**6, 10)
    y = random.normal(0, 3, count)
    x, y = x.astype(kind), y.astype(kind)
    x[60:70] = np.where(np.arange(10) < 5, x[60:70], x[60:70] % kind(100))
    a, unit, small = np.abs(x), x - np.trunc(x), x / kind(4)
    # Numbers out of range of exp and its like as floats have their own place.
    arguments = {
        "x": (x,),
        "xy": (x, y),
        "a": (a,),
        "unit": (unit,),
        "small": (small,),
        "above": (kind(1) + a,),
        "aunit": (a, unit),
        "about": (kind(1) + unit,),
        "part": (np.abs(unit),),
        "aboveSmall": (kind(1) + np.abs(small),),
    }
    limits = np.finfo(kind)
    right, ulps = [], []
    for name, which, function, *errors in FUNCTIONS:
        row = []
        for values in zip(*arguments[which]):
            try:
                value = rounded(function(*(MP.mpf(float(v)) for v in values)), kind)
            except (ValueError, ZeroDivisionError, OverflowError, mpmath.libmp.NoConvergence):
                value = kind(special(name, values))
            row.append(value)
        right.append(row)
        ulps.append([errors[column]] * count)
    ulps = np.array(ulps, object)
    return [x, y, Out(np.array(right, kind), ulps=ulps), np.int32(count)]


def special(name, values):
    """Answers at poles and where a double overflows."""
    poles = {"rsqrt": math.inf, "rcbrt": math.inf, "log": -math.inf, "log2": -math.inf}
    poles |= {"log10": -math.inf, "normcdfinv": -math.inf}
    if values[0] == 0 and name in poles:
        return poles[name]
    if name in ("exp", "exp2", "cosh", "tgamma", "expm1", "sinh"):
        return math.copysign(math.inf, values[0]) if name == "sinh" else math.inf
    raise AssertionError(f"{name}{values} has no answer")


@program(grid=5, block=32)
def math_float(random):
    return functions(random, np.float32, 0)


@program(grid=5, block=32)
def math_double(random):
    return functions(random, np.float64, 1)


def awayFromZero(x):
    return np.copysign(np.floor(np.abs(x) + 0.5), x) if np.abs(x) < 2**51 else x


def exact(random, kind):
    count = 192
    x = random.normal(0, 1, count) * 2.0 ** random.integers(-20, 40, count)
    y = random.normal(0, 1, count) * 2.0 ** random.integers(-10, 20, count)
    x[:16] = np.arange(-8, 8) / 2
    x[16:24] = [0.0, -0.0, np.inf, -np.inf, np.nan, 0.5, -0.5, 1.0]
    y[24:30] = x[24:30]
    x[30:34] = np.finfo(kind).smallest_subnormal * np.array([1, 3, -1000, 2**20])
    x, y = x.astype(kind), y.astype(kind)
    y[34:37] = kind([np.nan, np.inf, -np.inf])
    rows = []
    with np.errstate(all="ignore"):
        mantissa, exponent = np.frexp(x)
        exponent = np.where(np.isfinite(x), exponent, 0)
        fraction, whole = np.modf(x)
        rests = [rest(float(a), float(b)) for a, b in zip(x, y)]
        products = [fused(a, b, a, kind) for a, b in zip(x, y)]
        logb = np.where(x == 0, -np.inf, np.where(np.isfinite(x), exponent - 1, np.abs(x)))
        kinds = np.isnan(x) | np.isinf(x) << 1 | np.signbit(x) << 2 | np.isfinite(x) << 3
        rows = [
            np.floor(x),
            np.ceil(x),
            np.trunc(x),
            np.rint(x),
            np.array([awayFromZero(float(v)) for v in x]),
            np.fmod(x, y),
            rests,
            rests,
            mantissa,
            exponent,
            fraction,
            whole,
            np.array([ldexp(v, i % 60 - 30, kind) for i, v in enumerate(x)]),
            np.copysign(x, y),
            np.nextafter(x, y),
            np.where(np.isnan(x) | np.isnan(y), np.nan, np.where(x > y, x - y, 0)),
            np.fmax(x, y),
            np.fmin(x, y),
            products,
            x / y,
            kind(1) / x,
            logb,
            kinds,
        ]
    rows = [np.asarray(row).astype(kind) for row in rows]
    return [x, y, Out(np.stack(rows)), np.int32(count)]


def rest(x, y):
    """IEEE's remainder; Python's is exact."""
    if math.isnan(x) or math.isnan(y) or math.isinf(x) or y == 0:
        return math.nan
    return math.remainder(x, y)


def fused(a, b, c, kind):
    """a * b + c, rounded once."""
    if not all(map(np.isfinite, (a, b, c))):
        return kind(float(a) * float(b) + float(c))
    exactly = fractions.Fraction(float(a)) * fractions.Fraction(float(b))
    exactly += fractions.Fraction(float(c))
    if exactly == 0:
        return a * b + c
    with mpmath.workprec(2400):
        return rounded(MP.mpf(exactly.numerator) / exactly.denominator, kind)


def ldexp(value, by, kind):
    return np.ldexp(value, by)


@program(grid=6, block=32)
def math_exact_float(random):
    return exact(random, np.float32)


@program(grid=6, block=32)
def math_exact_double(random):
    return exact(random, np.float64)
