#!/usr/bin/env python3
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes element_cases.txt: what elementwise operations give at edge values.

    python3 generate_cases.py > element_cases.txt      (needs numpy, ml_dtypes)

Expected values come from exact arithmetic: Python's integers and fractions,
rounded here by the definition of a float format. For the default rounding they
are compared with numpy's, so that a slip in this file shows as well.

The file has lines of two kinds:
    list NAME TYPE BITS...       the elements of an operand, in hexadecimal
    case TYPE TEXT :: BITS...    an operation, whose operands are lists, and the
                                 elements of its result; nan: any NaN
"""

import random
from fractions import Fraction

import ml_dtypes
import numpy as np

LANES = 64
INTS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64}
# precision, least and largest exponent, bits of storage
FLOATS = {"f16": (11, -14, 15, 16), "bf16": (8, -126, 127, 16),
          "f32": (24, -126, 127, 32), "f64": (53, -1022, 1023, 64)}
NUMPY = {"f16": (np.float16, np.uint16), "bf16": (ml_dtypes.bfloat16, np.uint16),
         "f32": (np.float32, np.uint32), "f64": (np.float64, np.uint64)}
rng = random.Random(20)


class Number:
    """A float: NaN, an infinity, or an exact value with the sign of zero."""

    def __init__(self, kind, negative=False, value=Fraction(0)):
        self.kind, self.negative, self.value = kind, negative, value

    @staticmethod
    def of(value, negative_zero=False):
        return Number("number", value < 0 or (value == 0 and negative_zero), value)


NAN = Number("nan")


def inf(negative):
    return Number("inf", negative)


def decode(ty, bits):
    p, emin, emax, width = FLOATS[ty]
    negative = bool(bits >> (width - 1))
    fraction = bits & ((1 << (p - 1)) - 1)
    field = (bits >> (p - 1)) & ((1 << (width - p)) - 1)
    if field == (1 << (width - p)) - 1:
        return NAN if fraction else inf(negative)
    significand = fraction + ((1 << (p - 1)) if field else 0)
    value = significand * Fraction(2) ** (emin + max(field, 1) - 1 - (p - 1))
    return Number("number", negative, -value if negative else value)


def exponent(value):
    """The e with 2^e <= value < 2^(e+1)."""
    e = value.numerator.bit_length() - value.denominator.bit_length()
    return e if Fraction(2) ** e <= value else e - 1


def encode(ty, x, mode="nearest_even"):
    """The bits of x rounded into the format; the text nan for NaN."""
    p, emin, emax, width = FLOATS[ty]
    sign = int(x.negative) << (width - 1)
    infinity = ((1 << (width - p)) - 1) << (p - 1)
    if x.kind == "nan":
        return "nan"
    if x.kind == "inf":
        return sign | infinity
    magnitude = abs(x.value)
    if magnitude == 0:
        return sign
    e = max(exponent(magnitude), emin)
    scaled = magnitude / Fraction(2) ** (e - (p - 1))
    whole = scaled.numerator // scaled.denominator
    rest = scaled - whole
    up = {"nearest_even": rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole & 1),
          "nearest_away": rest >= Fraction(1, 2),
          "zero": False,
          "negative_inf": x.negative and rest > 0,
          "positive_inf": not x.negative and rest > 0}[mode]
    whole += up
    # Counting whole up past its binade carries into the exponent by itself.
    bits = whole if whole < 1 << (p - 1) else ((e - emin) << (p - 1)) + whole
    if bits >= infinity:
        away = "negative_inf" if x.negative else "positive_inf"
        to_inf = mode.startswith("nearest") or mode == away
        bits = infinity if to_inf else infinity - 1
    return sign | bits


def flush(ty, bits):
    if bits == "nan":
        return bits
    p, _, _, width = FLOATS[ty]
    subnormal = (bits >> (p - 1)) & ((1 << (width - p)) - 1) == 0
    return bits & (1 << (width - 1)) if subnormal else bits


# ---- exact arithmetic -------------------------------------------------------

def zero_sum(a, b, mode):
    """The sign of a sum that is zero."""
    if a.value == 0 and b.value == 0 and a.negative == b.negative:
        return a.negative
    return mode == "negative_inf"


def neg(a):
    return Number(a.kind, not a.negative, -a.value)


def add(a, b, mode):
    if "nan" in (a.kind, b.kind) or (a.kind == b.kind == "inf" and a.negative != b.negative):
        return NAN
    if a.kind == "inf":
        return a
    if b.kind == "inf":
        return b
    return Number.of(a.value + b.value, zero_sum(a, b, mode))


def mul(a, b, mode=None):
    negative = a.negative != b.negative
    if "nan" in (a.kind, b.kind):
        return NAN
    if "inf" in (a.kind, b.kind):
        other = b if a.kind == "inf" else a
        return NAN if other.kind == "number" and other.value == 0 else inf(negative)
    return Number.of(a.value * b.value, negative)


def div(a, b, mode=None):
    negative = a.negative != b.negative
    if "nan" in (a.kind, b.kind) or (a.kind == b.kind == "inf"):
        return NAN
    if a.kind == "inf":
        return inf(negative)
    if b.kind == "inf":
        return Number.of(Fraction(0), negative)
    if b.value == 0:
        return NAN if a.value == 0 else inf(negative)
    return Number.of(a.value / b.value, negative)


def rem(a, b):
    if "nan" in (a.kind, b.kind) or a.kind == "inf" or (b.kind == "number" and b.value == 0):
        return NAN
    if b.kind == "inf":
        return a
    quotient = a.value / b.value
    whole = abs(quotient.numerator) // quotient.denominator
    whole = whole if quotient >= 0 else -whole
    return Number.of(a.value - whole * b.value, a.negative)


def integral(a, up):
    if a.kind != "number":
        return a
    whole = -(-a.value.numerator // a.value.denominator) if up else \
        a.value.numerator // a.value.denominator
    return Number.of(Fraction(whole), a.negative)


def order(a, b):
    """-1, 0 or 1, or None if unordered."""
    if "nan" in (a.kind, b.kind):
        return None

    def key(x):
        return (-1 if x.negative else 1, 0) if x.kind == "inf" else (0, x.value)
    return (key(a) > key(b)) - (key(a) < key(b))


def extremum(a, b, propagate, largest):
    if "nan" in (a.kind, b.kind):
        if propagate or a.kind == b.kind:
            return NAN
        return b if a.kind == "nan" else a
    o = order(a, b) or (b.negative - a.negative)
    return a if (o > 0) == largest else b


# ---- operands ---------------------------------------------------------------

def float_edges(ty):
    p, emin, emax, width = FLOATS[ty]
    one = ((1 << (width - p - 1)) - 1) << (p - 1)
    infinity = ((1 << (width - p)) - 1) << (p - 1)
    magnitudes = [0, 1, 2, (1 << (p - 1)) - 1, 1 << (p - 1), one - 1, one, one + 1,
                  one + (1 << (p - 2)), one + (1 << (p - 1)), one + (2 << (p - 1)) - 1,
                  infinity - 1, infinity - (1 << (p - 1)), infinity]
    edges = magnitudes + [m | 1 << (width - 1) for m in magnitudes]
    edges += [infinity + (1 << (p - 2))]  # a quiet NaN
    return edges + [rng.getrandbits(width) for _ in range(6)]


def int_edges(width):
    top = 1 << (width - 1)
    edges = {0, 1, 2, 3, top - 1, top, top + 1, 2 * top - 1, 2 * top - 2, 7, 100}
    return sorted(e for e in edges if 0 <= e < 2 * top) + \
        [rng.getrandbits(width) for _ in range(4)]


lists = {}
lines = []


def show(bits):
    return bits if isinstance(bits, str) else format(bits, "x")


def new_list(name, ty, bits):
    lists[name] = bits
    lines.append(f"list {name} {ty} " + " ".join(map(show, bits)))


def case(ty, text, results):
    lines.append(f"case {ty} {text} :: " + " ".join(map(show, results)))


def pick(edges):
    return [rng.choice(edges) for _ in range(LANES)]


def tile(ty):
    return f"tile<{LANES}x{ty}>"


for ty in FLOATS:
    for name in "abc":
        new_list(f"{ty}{name}", ty, pick(float_edges(ty)))
for ty, width in INTS.items():
    for name in "ab":
        new_list(f"{ty}{name}", ty, pick(int_edges(width)))
    # Divisors: not zero, and not -1 under the least number.
    divisors = [b or 1 for b in lists[f"{ty}b"]]
    divisors = [1 if a == 1 << (width - 1) and d == (1 << width) - 1 and width > 1 else d
                for a, d in zip(lists[f"{ty}a"], divisors)]
    new_list(f"{ty}d", ty, divisors)
    new_list(f"{ty}s", ty, [rng.randrange(min(width + 3, 1 << width)) for _ in range(LANES)])
new_list("cond", "i1", [rng.getrandbits(1) for _ in range(LANES)])


def signed(bits, width):
    return bits - (1 << width) if bits >> (width - 1) else bits


# ---- float operations -------------------------------------------------------

def check_with_numpy(ty, fn, operands, results):
    number, word = NUMPY[ty]
    with np.errstate(all="ignore"):
        theirs = fn(*[np.array(o, dtype=word).view(number) for o in operands])
    for got, want in zip(np.asarray(theirs, dtype=number), results):
        if want == "nan":
            assert got != got, (ty, fn)
        else:
            assert int(np.array(got).view(word)) == want, (ty, fn)


MODES = ["nearest_even", "zero", "negative_inf", "positive_inf"]
ARITHMETIC = {"addf": add, "subf": lambda a, b, m: add(a, neg(b), m), "mulf": mul, "divf": div}
UFUNCS = {"addf": np.add, "subf": np.subtract, "mulf": np.multiply, "divf": np.divide}

for ty in FLOATS:
    bits = [lists[f"{ty}{n}"] for n in "abc"]
    a, b, c = ([decode(ty, x) for x in xs] for xs in bits)
    flushed = [[decode(ty, flush(ty, x)) for x in xs] for xs in bits] if ty == "f32" else None

    def rounded(op, mode, fn, names):
        clause = "" if mode == "nearest_even" else f" rounding<{mode}>"
        operands = ", ".join(f"%{ty}{n}" for n in names)
        args = (a, b, c)[:len(names)]
        results = [encode(ty, fn(*xs, mode), mode) for xs in zip(*args)]
        case(ty, f"{op} {operands}{clause} : {tile(ty)}", results)
        if ty == "f32":
            ftz = [flush(ty, encode(ty, fn(*xs, mode), mode))
                   for xs in zip(*flushed[:len(names)])]
            case(ty, f"{op} {operands}{clause} flush_to_zero : {tile(ty)}", ftz)
        return results

    for op, fn in ARITHMETIC.items():
        for mode in MODES:
            results = rounded(op, mode, fn, "ab")
            if mode == "nearest_even":
                check_with_numpy(ty, UFUNCS[op], bits[:2], results)
    for mode in MODES:
        rounded("fma", mode, lambda x, y, z, m: add(mul(x, y), z, m), "abc")
    operands = f"%{ty}a, %{ty}b"
    results = [encode(ty, rem(x, y)) for x, y in zip(a, b)]
    case(ty, f"remf {operands} : {tile(ty)}", results)
    if ty in ("f32", "f64"):
        check_with_numpy(ty, np.fmod, bits[:2], results)
    for op, largest in (("maxf", True), ("minf", False)):
        for propagate in (False, True):
            flag = " propagate_nan" if propagate else ""
            case(ty, f"{op} {operands}{flag} : {tile(ty)}",
                 [encode(ty, extremum(x, y, propagate, largest)) for x, y in zip(a, b)])
            if ty == "f32":
                case(ty, f"{op} {operands} flush_to_zero{flag} : {tile(ty)}",
                     [encode(ty, extremum(x, y, propagate, largest))
                      for x, y in zip(flushed[0], flushed[1])])
    width = FLOATS[ty][3]
    top = 1 << (width - 1)
    case(ty, f"negf %{ty}a : {tile(ty)}", [x ^ top for x in bits[0]])
    case(ty, f"absf %{ty}a : {tile(ty)}", [x & ~top for x in bits[0]])
    for op, up in (("ceil", True), ("floor", False)):
        results = [encode(ty, integral(x, up)) for x in a]
        case(ty, f"{op} %{ty}a : {tile(ty)}", results)
        check_with_numpy(ty, np.ceil if up else np.floor, bits[:1], results)
    case(ty, f"select %cond, %{ty}a, %{ty}b : {tile('i1')}, {tile(ty)}",
         [x if k else y for k, x, y in zip(lists["cond"], *bits[:2])])

RELATIONS = {"equal": lambda o: o == 0, "not_equal": lambda o: o != 0,
             "less_than": lambda o: o < 0, "less_than_or_equal": lambda o: o <= 0,
             "greater_than": lambda o: o > 0, "greater_than_or_equal": lambda o: o >= 0}
for ty in FLOATS:
    a, b = ([decode(ty, x) for x in lists[f"{ty}{n}"]] for n in "ab")
    for name, holds in RELATIONS.items():
        for ordering in ("ordered", "unordered"):
            results = [int(holds(order(x, y))) if order(x, y) is not None
                       else int(ordering == "unordered") for x, y in zip(a, b)]
            case("i1", f"cmpf {name} {ordering} %{ty}a, %{ty}b : {tile(ty)} -> {tile('i1')}",
                 results)


# ---- integer operations -----------------------------------------------------

def rounded_quotient(x, y, rounding):
    quotient = Fraction(x, y)
    down = quotient.numerator // quotient.denominator
    exact = quotient == down
    if rounding == "negative_inf" or exact:
        return down
    if rounding == "positive_inf" or quotient < 0:
        return down + 1
    return down


for ty, width in INTS.items():
    mask = (1 << width) - 1
    a, b, d, s = (lists[f"{ty}{n}"] for n in "abds")

    def sint(x):
        return signed(x, width)

    def binary(text, fn, other="b"):
        op, *rest = text.split(" ", 1)
        tail = f" {rest[0]}" if rest else ""
        case(ty, f"{op} %{ty}a, %{ty}{other}{tail} : {tile(ty)}",
             [fn(x, y) & mask for x, y in zip(a, lists[f"{ty}{other}"])])

    binary("addi", lambda x, y: x + y)
    binary("subi", lambda x, y: x - y)
    binary("muli", lambda x, y: x * y)
    binary("mulhii", lambda x, y: (x * y) >> width)
    binary("andi", lambda x, y: x & y)
    binary("ori", lambda x, y: x | y)
    binary("xori", lambda x, y: x ^ y)
    binary("maxi signed", lambda x, y: max(sint(x), sint(y)))
    binary("maxi unsigned", max)
    binary("mini signed", lambda x, y: min(sint(x), sint(y)))
    binary("mini unsigned", min)
    binary("shli", lambda x, y: x << y, "s")
    binary("shri unsigned", lambda x, y: x >> y, "s")
    binary("shri signed", lambda x, y: sint(x) >> y, "s")
    binary("divi unsigned", lambda x, y: x // y, "d")
    binary("divi unsigned rounding<positive_inf>", lambda x, y: -(-x // y), "d")
    binary("remi unsigned", lambda x, y: x % y, "d")
    if width > 1:  # the divisors of i1 are all -1, under the least number too
        for rounding in ("zero", "negative_inf", "positive_inf"):
            clause = "" if rounding == "zero" else f" rounding<{rounding}>"
            binary(f"divi signed{clause}",
                   lambda x, y: rounded_quotient(sint(x), sint(y), rounding), "d")
    binary("remi signed",
           lambda x, y: sint(x) - sint(y) * rounded_quotient(sint(x), sint(y), "zero"), "d")
    case(ty, f"negi %{ty}a : {tile(ty)}", [-x & mask for x in a])
    case(ty, f"absi %{ty}a : {tile(ty)}", [abs(sint(x)) for x in a])
    case(ty, f"select %cond, %{ty}a, %{ty}b : {tile('i1')}, {tile(ty)}",
         [x if k else y for k, x, y in zip(lists["cond"], a, b)])
    for name, holds in RELATIONS.items():
        for signedness, read in (("signed", sint), ("unsigned", lambda x: x)):
            case("i1", f"cmpi {name} %{ty}a, %{ty}b, {signedness} : {tile(ty)} -> {tile('i1')}",
                 [int(holds((read(x) > read(y)) - (read(x) < read(y)))) for x, y in zip(a, b)])


# ---- conversions ------------------------------------------------------------

def conversion(text, source, target, results):
    op, *rest = text.split(" ", 1)
    tail = f" {rest[0]}" if rest else ""
    case(target.rstrip("+"), f"{op} %{source}a{tail} : {tile(source)} -> {tile(target)}", results)


for source, width in INTS.items():
    a = lists[f"{source}a"]
    for target, other in INTS.items():
        if other > width:
            conversion("exti unsigned", source, target, a)
            conversion("exti signed", source, target,
                       [signed(x, width) & ((1 << other) - 1) for x in a])
        if other < width:
            conversion("trunci", source, target, [x & ((1 << other) - 1) for x in a])
    for target in FLOATS:
        conversion("itof unsigned", source, target,
                   [encode(target, Number.of(Fraction(x))) for x in a])
        conversion("itof signed", source, target,
                   [encode(target, Number.of(Fraction(signed(x, width)))) for x in a])

for source in FLOATS:
    bits = lists[f"{source}a"]
    a = [decode(source, x) for x in bits]
    for target in FLOATS:
        if source == target:
            continue
        wider = all(m >= n for m, n in zip((FLOATS[target][0], -FLOATS[target][1],
                                            FLOATS[target][2]),
                                           (FLOATS[source][0], -FLOATS[source][1],
                                            FLOATS[source][2])))
        modes = MODES + ["nearest_away"] if wider else \
            MODES if (source, target) == ("f64", "f32") else MODES[:2]
        for mode in modes:
            clause = "" if mode == "nearest_even" else f" rounding<{mode}>"
            results = [encode(target, x, mode) for x in a]
            conversion(f"ftof{clause}", source, target, results)
            if mode == "nearest_even" and (source, target) != ("f64", "bf16"):
                check_with_numpy(target, lambda: np.array(bits, dtype=NUMPY[source][1])
                                 .view(NUMPY[source][0]).astype(NUMPY[target][0]),
                                 [], results)
    for target, width in INTS.items():
        for signedness in ("signed", "unsigned"):
            least = -(1 << (width - 1)) if signedness == "signed" else 0
            most = least + (1 << width) - 1

            def truncated(x):
                if x.kind == "nan":
                    return 0
                if x.kind == "inf":
                    return least if x.negative else most
                whole = abs(x.value.numerator) // x.value.denominator
                return min(max(-whole if x.value < 0 else whole, least), most)
            mask = (1 << width) - 1
            conversion(f"ftoi {signedness} saturating", source, target,
                       [truncated(x) & mask for x in a])
            # Without saturation only what fits is defined: numbers around zero.
            name = f"{source}{target}{signedness[0]}"
            fits = [x for x, n in zip(bits, a) if n.kind == "number" and least <=
                    truncated(n) <= most and abs(n.value) < most + 1 and
                    (least < 0 or n.value > -1)]
            new_list(name, source, [fits[i % len(fits)] for i in range(LANES)])
            case(target, f"ftoi %{name} {signedness} : {tile(source)} -> {tile(target)}",
                 [truncated(decode(source, x)) & mask for x in lists[name]])

for source, target in (("f16", "i16"), ("bf16", "f16"), ("i16", "bf16"), ("f32", "i32"),
                       ("i32", "f32"), ("f64", "i64"), ("i64", "f64")):
    conversion("bitcast", source, target, lists[f"{source}a"])

print("# Written by generate_cases.py; do not edit.")
print("\n".join(lines))
