# ===- exact.py - Numbers of every format, and exact arithmetic ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Floats as fractions, rounded by the definition of their format, so that nothing
here shares code or habits with the programs under test."""

import dataclasses
from fractions import Fraction

INTS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64}


@dataclasses.dataclass(frozen=True)
class Format:
    """`exponent` and `fraction` bits; `pad` zero bits below them in storage; the
    meaning of the codes with the greatest exponent: "ieee"; "nan" if only the last is
    a NaN; "none" if all are numbers."""

    name: str
    exponent: int
    fraction: int
    beyond: str = "ieee"
    signed: bool = True
    pad: int = 0

    @property
    def width(self):
        return self.signed + self.exponent + self.fraction + self.pad

    @property
    def bias(self):
        return (1 << (self.exponent - 1)) - 1

    @property
    def has_subnormals(self):
        return self.fraction > 0

    @property
    def least_exponent(self):
        """The least exponent of a normal number."""
        return 1 - self.bias if self.has_subnormals else -self.bias

    @property
    def sign(self):
        """The bit of the sign in the storage form."""
        return 1 << (self.width - 1) if self.signed else 0

    @property
    def infinity(self):
        return ((1 << self.exponent) - 1) << self.fraction

    @property
    def nan(self):
        """The code of a NaN, without sign and padding."""
        return (1 << (self.exponent + self.fraction)) - 1

    @property
    def largest(self):
        """The code of the largest number."""
        return {"ieee": self.infinity - 1, "nan": self.nan - 1, "none": self.nan}[
            self.beyond
        ]

    @property
    def saturates(self):
        return self.width < 16

    def widens(self, other):
        """True if this format has each number of `other`, and has those that are normal
        there as normal numbers."""

        def facts(f):
            top = f.exponent_of(f.largest)
            return f.fraction, top, -f.least_exponent, f.signed

        return all(m >= t for m, t in zip(facts(self), facts(other)))

    def exponent_of(self, code):
        field = code >> self.fraction
        return max(field, 1 if self.has_subnormals else 0) - self.bias


FLOATS = {
    f.name: f
    for f in (
        Format("f16", 5, 10),
        Format("bf16", 8, 7),
        Format("f32", 8, 23),
        Format("f64", 11, 52),
        Format("tf32", 8, 10, pad=13),
        Format("f8E4M3FN", 4, 3, "nan"),
        Format("f8E5M2", 5, 2),
        Format("f8E8M0FNU", 8, 0, "nan", signed=False),
        Format("f8E5M3FNU", 5, 3, "nan", signed=False),
        Format("f4E2M1FN", 2, 1, "none"),
    )
}
BASIC = ("f16", "bf16", "f32", "f64")


def width(kind):
    if kind in INTS:
        return INTS[kind]
    return 4 if kind == "i4" else FLOATS[kind].width


@dataclasses.dataclass(frozen=True)
class Number:
    """A NaN, an infinity, or an exact value with the sign of zero."""

    kind: str
    negative: bool = False
    value: Fraction = Fraction(0)

    @staticmethod
    def of(value, negative_zero=False):
        value = Fraction(value)
        return Number("number", value < 0 or (value == 0 and negative_zero), value)

    @property
    def is_nan(self):
        return self.kind == "nan"

    @property
    def is_zero(self):
        return self.kind == "number" and self.value == 0


NAN = Number("nan")


def inf(negative=False):
    return Number("inf", negative)


def decode(kind, bits):
    f = FLOATS[kind]
    negative = bool(bits & f.sign)
    code = (bits & ~f.sign) >> f.pad
    if f.beyond == "ieee" and code >= f.infinity:
        return NAN if code > f.infinity else inf(negative)
    if f.beyond == "nan" and code == f.nan:
        return NAN
    fraction = code & ((1 << f.fraction) - 1)
    if code >> f.fraction or not f.has_subnormals:
        fraction += 1 << f.fraction
    value = fraction * Fraction(2) ** (f.exponent_of(code) - f.fraction)
    return Number("number", negative, -value if negative else value)


def floor_log2(value):
    e = value.numerator.bit_length() - value.denominator.bit_length()
    return e if Fraction(2) ** e <= value else e - 1


def rounds_up(rest, odd, negative, mode):
    half = Fraction(1, 2)
    return {
        "nearest_even": rest > half or (rest == half and odd),
        "nearest_away": rest >= half,
        "zero": False,
        "negative_inf": negative and rest > 0,
        "positive_inf": not negative and rest > 0,
    }[mode]


def encode(kind, x, mode="nearest_even"):
    """The bits of X rounded into the format; "nan" for NaN."""
    f = FLOATS[kind]
    negative = x.negative and f.signed
    sign = f.sign if negative else 0
    if x.is_nan:
        return "nan" if f.beyond != "none" else f.nan
    if x.kind == "inf":
        return sign | (f.largest if f.saturates else f.infinity) << f.pad
    magnitude = abs(x.value)
    if magnitude == 0:
        return sign
    e = max(floor_log2(magnitude), f.least_exponent)
    scaled = magnitude / Fraction(2) ** (e - f.fraction)
    whole = scaled.numerator // scaled.denominator
    whole += rounds_up(scaled - whole, whole & 1, negative, mode)
    # Codes are in the order of the numbers, so a carry increments the exponent.
    code = ((e - f.least_exponent) << f.fraction) + whole
    if not f.has_subnormals:
        code = max(code - 1, 0)  # there is no zero: the least number
    if code > f.largest:
        to_infinity = mode.startswith("nearest") or mode == (
            "negative_inf" if negative else "positive_inf"
        )
        code = f.infinity if to_infinity and not f.saturates else f.largest
    return sign | code << f.pad


def flush(kind, bits):
    """Subnormal numbers as zeros of their sign."""
    if bits == "nan":
        return bits
    f = FLOATS[kind]
    return bits & f.sign if ((bits & ~f.sign) >> f.pad) >> f.fraction == 0 else bits


# ===------------------------------------------------------------------------===#
# Arithmetic
# ===------------------------------------------------------------------------===#


def neg(a):
    return Number(a.kind, not a.negative, -a.value)


def add(a, b, mode="nearest_even"):
    opposite = a.kind == b.kind == "inf" and a.negative != b.negative
    if a.is_nan or b.is_nan or opposite:
        return NAN
    if a.kind == "inf":
        return a
    if b.kind == "inf":
        return b
    both = a.is_zero and b.is_zero and a.negative == b.negative
    return Number.of(a.value + b.value, a.negative if both else mode == "negative_inf")


def mul(a, b, mode=None):
    negative = a.negative != b.negative
    if a.is_nan or b.is_nan:
        return NAN
    if "inf" in (a.kind, b.kind):
        return NAN if a.is_zero or b.is_zero else inf(negative)
    return Number.of(a.value * b.value, negative)


def div(a, b, mode=None):
    negative = a.negative != b.negative
    if a.is_nan or b.is_nan or a.kind == b.kind == "inf" or a.is_zero and b.is_zero:
        return NAN
    if a.kind == "inf" or b.is_zero:
        return inf(negative)
    if b.kind == "inf":
        return Number.of(0, negative)
    return Number.of(a.value / b.value, negative)


def rem(a, b):
    if a.is_nan or b.is_nan or a.kind == "inf" or b.is_zero:
        return NAN
    if b.kind == "inf":
        return a
    quotient = abs(a.value / b.value)
    whole = quotient.numerator // quotient.denominator
    rest = abs(a.value) - whole * abs(b.value)
    return Number.of(-rest if a.negative else rest, a.negative)


def integral(a, up):
    if a.kind != "number":
        return a
    n, d = a.value.numerator, a.value.denominator
    return Number.of(-(-n // d) if up else n // d, a.negative)


def order(a, b):
    """-1, 0 or 1, or None if unordered."""
    if a.is_nan or b.is_nan:
        return None

    def key(x):
        return (-1 if x.negative else 1, 0) if x.kind == "inf" else (0, x.value)

    return (key(a) > key(b)) - (key(a) < key(b))


def extremum(a, b, propagate, largest):
    if a.is_nan or b.is_nan:
        if propagate or a.is_nan and b.is_nan:
            return NAN
        return b if a.is_nan else a
    o = order(a, b) or (b.negative - a.negative)
    return a if (o > 0) == largest else b


# ===------------------------------------------------------------------------===#
# Integers
# ===------------------------------------------------------------------------===#


def signed(bits, n):
    return bits - (1 << n) if bits >> (n - 1) else bits


def rounded_quotient(x, y, rounding):
    quotient = Fraction(x, y)
    down = quotient.numerator // quotient.denominator
    if rounding == "negative_inf" or quotient == down:
        return down
    return down + 1 if rounding == "positive_inf" or quotient < 0 else down
