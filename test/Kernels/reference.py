# ===- reference.py - Elementwise operations, computed exactly ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Right answers that share nothing with the code under test.

Floats are rounded from exact rational numbers, so that no format is computed in a
wider one and rounded twice. Integers are Python's, cut to their width.
"""

import math
from fractions import Fraction

import ml_dtypes
import numpy as np

DTYPES = {
    "i8": np.dtype(np.int8),
    "i16": np.dtype(np.int16),
    "i32": np.dtype(np.int32),
    "i64": np.dtype(np.int64),
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
}

# Bits of significand, and the exponents of the smallest normal and largest number.
FORMATS = {
    "f16": (11, -14, 15),
    "bf16": (8, -126, 127),
    "f32": (24, -126, 127),
    "f64": (53, -1022, 1023),
}


def floor_log2(x):
    exponent = x.numerator.bit_length() - x.denominator.bit_length()
    return exponent if x >= Fraction(2) ** exponent else exponent - 1


def round_float(x, kind, zero=0.0):
    """The number of format KIND nearest to the rational X, ties to even, as a
    double (which holds any). `zero` is the result for an x of 0."""
    if x == 0:
        return zero
    precision, smallest, largest = FORMATS[kind]
    quantum = Fraction(2) ** (max(floor_log2(abs(x)), smallest) - precision + 1)
    rounded = round(x / quantum) * quantum  # Python rounds rationals half to even
    if abs(rounded) >= Fraction(2) ** (largest + 1):
        return math.copysign(math.inf, x)
    return math.copysign(float(rounded), x)


def round_array(values, kind):
    """round_float for a whole array of doubles."""
    precision, smallest, largest = FORMATS[kind]
    with np.errstate(all="ignore"):
        exponent = np.maximum(np.frexp(values)[1], smallest + 1)
        rounded = np.ldexp(
            np.rint(np.ldexp(values, precision - exponent)), exponent - precision
        )
        rounded = np.where(np.isfinite(values), rounded, values)
        overflow = np.abs(rounded) >= 2.0 ** (largest + 1)
        return np.where(overflow, np.copysign(np.inf, values), rounded).astype(
            DTYPES[kind]
        )


def fused_multiply_add(a, x, y, kind):
    """a * x + y rounded once, where a * x is exact in a double.

    The sum is first rounded to odd: where a double cannot hold it, to the
    neighbour whose last bit is set. That keeps every tie of a narrower format
    apart from the numbers near it."""
    with np.errstate(all="ignore"):
        product, addend = np.float64(a) * x.astype(np.float64), y.astype(np.float64)
        total = product + addend
        # Knuth's two-sum: total + error is the sum exactly.
        part = total - product
        error = (product - (total - part)) + (addend - part)
        even = (total.view(np.uint64) & 1) == 0
        odd = np.nextafter(total, np.copysign(np.inf, error))
        inexact = np.isfinite(total) & (error != 0) & even
        return round_array(np.where(inexact, odd, total), kind)


def exact(operation):
    """Makes a function of format and numbers from one of rationals. If an operand is
    infinite or not a number, and for the sign of an exact zero, double arithmetic is
    right in every format."""

    def apply(kind, *operands):
        with np.errstate(all="ignore"):
            double = float(operation(*map(np.float64, operands)))
        if not all(map(math.isfinite, operands)):
            return double
        try:
            return round_float(operation(*map(Fraction, operands)), kind, double)
        except ZeroDivisionError:
            return double

    return apply


def wrap(value, kind):
    """The low bits of VALUE as a signed integer of format KIND."""
    width = DTYPES[kind].itemsize * 8
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def unsigned(value, kind):
    return value & ((1 << DTYPES[kind].itemsize * 8) - 1)


def truncating_divide(a, b):
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def apply(function, result, kind, *arrays):
    """FUNCTION(kind, element...) for each place of the arrays."""
    columns = [
        [float(v) if a.dtype.kind not in "iu" else int(v) for v in a] for a in arrays
    ]
    values = [function(kind, *operands) for operands in zip(*columns)]
    dtype = DTYPES[result]
    if dtype.kind == "i":
        return np.array([wrap(int(v), result) for v in values], dtype)
    # Every value is one of the format, so that no conversion here rounds.
    return np.array(values, np.float64).astype(dtype)
