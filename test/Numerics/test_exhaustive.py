# ===- test_exhaustive.py - Operations on every narrow number -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Operations of the language, interpreted, on all numbers of up to 16 bits.

Operations on one number and conversions run on every number of every format of up
to 16 bits, operations on two on every pair of 8 bits. One tile holds them all. The
results have to be those of numpy, of the lists of numbers of test_conversions.py
and of the functions of test_elementary.py, to the bit.
"""

import itertools
import re

import numpy as np
import pytest
from program import bits_of, interpret, stored
from test_conversions import (
    NARROW,
    ROUNDINGS,
    SOURCE_DIR,
    assert_same_bits,
    shape,
    to_bits,
    width,
)
from test_elementary import UNARY, judge

FLOATS = ["f16", "bf16"]
WIDE_FLOATS = ["tf32", "f32", "f64"]
INTEGERS = ["i1", "i4", "i8", "i16"]


def every(kind):
    return np.arange(1 << bits_of(kind), dtype=np.uint64)


def values(kind, bits):
    """The floats with these bits as doubles."""
    return shape(kind).values(bits)


def rounded(kind, doubles, rounding="nearest_even"):
    """The bits of the numbers of a float format nearest to doubles."""
    if kind in ("f32", "f64"):
        nan = np.uint64((1 << (bits_of(kind) - 1)) - 1)
        bits = to_bits(doubles.astype(f"f{bits_of(kind) // 8}"))
        return np.where(np.isnan(doubles), nan, bits)
    return shape(kind).round(doubles, rounding)


def signed(kind, bits):
    """The numbers of an integer type as 64-bit ones."""
    unused = np.uint64(64 - bits_of(kind))
    return (bits << unused).view(np.int64) >> unused.view(np.int64)


def wrapped(kind, numbers):
    """The low bits of integers."""
    mask = np.uint64((1 << bits_of(kind)) - 1)
    return np.asarray(numbers).astype(np.int64).view(np.uint64) & mask


def run_unary(folder, text, source, result, bits):
    """Runs `text`, an operation with its types on %x, with `bits` of `source`."""
    types = f"tile<{bits.size}x{source}>"
    if "->" in text:
        text, types = text.replace("->", ""), f"{types} -> tile<{bits.size}x{result}>"
    body = [f"%r = {text.strip()} : {types}"]
    return interpret(folder, {"x": (source, bits)}, body, result, bits.size)


# ===------------------------------------------------------------------------===#
# Floats of 16 bits
# ===------------------------------------------------------------------------===#


def of_doubles(function):
    """An operation whose result in doubles is exact, or nearly so, and then rounded."""

    def expected(kind, bits, rounding):
        with np.errstate(all="ignore"):
            return rounded(kind, function(values(kind, bits)), rounding)

    return expected


FLOAT_OPERATIONS = {
    "absf": lambda kind, bits, _: bits & np.uint64(0x7FFF),
    "negf": lambda kind, bits, _: bits ^ np.uint64(0x8000),
    "ceil": of_doubles(np.ceil),
    "floor": of_doubles(np.floor),
    # The distance of a root from other numbers of 16 bits, and from their middles, is
    # larger than the error of a double.
    "sqrt": of_doubles(np.sqrt),
}


@pytest.mark.parametrize("kind", FLOATS)
@pytest.mark.parametrize("op", FLOAT_OPERATIONS)
def test_float(tmp_path, op, kind):
    bits = every(kind)
    got = run_unary(tmp_path, f"{op} %x", kind, kind, bits)
    assert_same_bits(got, FLOAT_OPERATIONS[op](kind, bits, "nearest_even"), bits)


@pytest.mark.parametrize("kind", FLOATS)
@pytest.mark.parametrize("rounding", ["zero", "negative_inf", "positive_inf"])
def test_sqrt_rounds(tmp_path, rounding, kind):
    bits = every(kind)
    text = f"sqrt %x rounding<{rounding}>"
    got = run_unary(tmp_path, text, kind, kind, bits)
    assert_same_bits(got, FLOAT_OPERATIONS["sqrt"](kind, bits, rounding), bits)


@pytest.mark.parametrize("kind", FLOATS)
@pytest.mark.parametrize("op", UNARY)
def test_elementary(tmp_path, op, kind):
    bits = every(kind)
    got = run_unary(tmp_path, f"{op} %x", kind, kind, bits)
    judge(kind, got, UNARY[op], values(kind, bits))


# ===------------------------------------------------------------------------===#
# Integers
# ===------------------------------------------------------------------------===#

INTEGER_OPERATIONS = {"absi": np.abs, "negi": np.negative}


@pytest.mark.parametrize("kind", ["i1", "i8", "i16"])
@pytest.mark.parametrize("op", INTEGER_OPERATIONS)
def test_integer(tmp_path, op, kind):
    bits = every(kind)
    got = run_unary(tmp_path, f"{op} %x", kind, kind, bits)
    expected = wrapped(kind, INTEGER_OPERATIONS[op](signed(kind, bits)))
    assert_same_bits(got, expected, bits)


def truncated_quotient(a, b):
    return np.sign(a) * np.sign(b) * (np.abs(a) // np.abs(b))


def raised_quotient(a, b):
    return -(-a // b)


RELATIONS = {
    "equal": np.equal,
    "not_equal": np.not_equal,
    "less_than": np.less,
    "less_than_or_equal": np.less_equal,
    "greater_than": np.greater,
    "greater_than_or_equal": np.greater_equal,
}
# Operations of two i8, and how their bits read.
SIGNED, UNSIGNED = "signed", "unsigned"
PAIR_OPERATIONS = {
    ("addi %x, %y", UNSIGNED): np.add,
    ("subi %x, %y", UNSIGNED): np.subtract,
    ("muli %x, %y", UNSIGNED): np.multiply,
    ("mulhii %x, %y", UNSIGNED): lambda a, b: a * b >> 8,
    ("andi %x, %y", UNSIGNED): np.bitwise_and,
    ("ori %x, %y", UNSIGNED): np.bitwise_or,
    ("xori %x, %y", UNSIGNED): np.bitwise_xor,
    ("shli %x, %y", UNSIGNED): np.left_shift,
}
for reading in SIGNED, UNSIGNED:
    PAIR_OPERATIONS |= {
        (f"shri %x, %y {reading}", reading): np.right_shift,
        (f"maxi %x, %y {reading}", reading): np.maximum,
        (f"mini %x, %y {reading}", reading): np.minimum,
        (f"remi %x, %y {reading}", reading): lambda a, b: (
            a - b * truncated_quotient(a, b)
        ),
        (f"divi %x, %y {reading}", reading): truncated_quotient,
    }
    for relation, function in RELATIONS.items():
        PAIR_OPERATIONS[f"cmpi {relation} %x, %y, {reading}", reading] = function
PAIR_OPERATIONS |= {
    ("divi %x, %y signed rounding<negative_inf>", SIGNED): np.floor_divide,
    ("divi %x, %y signed rounding<positive_inf>", SIGNED): raised_quotient,
    ("divi %x, %y unsigned rounding<positive_inf>", UNSIGNED): raised_quotient,
}


def every_pair(op):
    """All pairs of bytes that the operation is defined for."""
    x, y = np.divmod(np.arange(1 << 16, dtype=np.uint64), np.uint64(256))
    if op in ("divi", "remi"):
        y[y == 0] = 1
        y[(x == 0x80) & (y == 0xFF)] = 1
    if op in ("shli", "shri"):
        y %= np.uint64(8)
    return x, y


@pytest.mark.parametrize("case", PAIR_OPERATIONS, ids=lambda c: c[0])
def test_pairs_of_integers(tmp_path, case):
    text, reading = case
    op = text.split()[0]
    x, y = every_pair(op)
    tile, kind, result = f"tile<{x.size}xi8>", "i8", ""
    if op == "cmpi":
        kind, result = "i1", f" -> tile<{x.size}xi1>"
    operands = {"x": ("i8", x), "y": ("i8", y)}
    got = interpret(tmp_path, operands, [f"%r = {text} : {tile}{result}"], kind, x.size)
    # Amounts are always unsigned.
    a = signed("i8", x) if reading == SIGNED else x.astype(np.int64)
    b = signed("i8", y) if reading == SIGNED and op != "shri" else y.astype(np.int64)
    assert_same_bits(got, wrapped(kind, PAIR_OPERATIONS[case](a, b)), x * 256 + y)


# ===------------------------------------------------------------------------===#
# Conversions
# ===------------------------------------------------------------------------===#


# Bits of precision, exponents of the least normal number and of the largest.
RANGES = {
    "f4E2M1FN": (2, 0, 2),
    "f8E4M3FN": (4, -6, 8),
    "f8E5M2": (3, -14, 15),
    "f8E8M0FNU": (1, -127, 127),
    "f8E5M3FNU": (4, -14, 16),
    "f16": (11, -14, 15),
    "bf16": (8, -126, 127),
    "tf32": (11, -126, 127),
    "f32": (24, -126, 127),
    "f64": (53, -1022, 1023),
}


def roundings(source, target):
    """The modes that a conversion permits."""
    if target == "f8E8M0FNU":
        return ["zero", "positive_inf"]
    if width(target) < 16:
        return ["nearest_even"]
    (p, low, high), (q, least, most) = RANGES[source], RANGES[target]
    widens = p <= q and low >= least and high <= most
    return ROUNDINGS if widens else ["nearest_even", "zero"]


CONVERSIONS = [
    (source, target, rounding)
    for source in NARROW
    for target in [*NARROW, *WIDE_FLOATS]
    if source != target
    for rounding in roundings(source, target)
]


@pytest.mark.parametrize("case", CONVERSIONS, ids="-".join)
def test_ftof(tmp_path, case):
    source, target, rounding = case
    bits = every(source)
    mode = "" if rounding == "nearest_even" else f"rounding<{rounding}> "
    text = f"ftof %x {mode}->"
    got = run_unary(tmp_path, text, source, target, bits)
    assert_same_bits(got, rounded(target, values(source, bits), rounding), bits)


def limits(kind, reading):
    size = bits_of(kind) - (reading == SIGNED)
    return -(1 << size) if reading == SIGNED else 0, (1 << size) - 1


@pytest.mark.parametrize("saturating", [False, True], ids=["plain", "saturating"])
@pytest.mark.parametrize("reading", [SIGNED, UNSIGNED])
@pytest.mark.parametrize("target", ["i1", "i8", "i16", "i32", "i64"])
@pytest.mark.parametrize("source", NARROW)
def test_ftoi(tmp_path, source, target, reading, saturating):
    bits = every(source)
    least, most = limits(target, reading)
    if not saturating and target != "i1":
        # Others take the place of what has no value.
        numbers = np.trunc(values(source, bits))
        with np.errstate(invalid="ignore"):
            fits = (numbers >= least) & (numbers < most + 1)
        bits = np.where(fits, bits, bits[fits][0])
    mask = (1 << bits_of(target)) - 1
    numbers = np.nan_to_num(values(source, bits), posinf=1e300, neginf=-1e300)
    expected = [min(max(int(n), least), most) & mask for n in numbers.tolist()]
    expected = np.array(expected, np.uint64)
    if target == "i1":  # a truth: all but zero, NaN too
        expected = (values(source, bits) != 0).astype(np.uint64)
    text = f"ftoi %x {reading} {'saturating ' * saturating}->"
    got = run_unary(tmp_path, text, source, target, bits)
    assert_same_bits(got, expected, bits)


@pytest.mark.parametrize("reading", [SIGNED, UNSIGNED])
@pytest.mark.parametrize(
    "target", [name for name in [*NARROW, *WIDE_FLOATS] if name != "f8E8M0FNU"]
)
@pytest.mark.parametrize("source", ["i1", "i8", "i16"])
def test_itof(tmp_path, source, target, reading):
    bits = every(source)
    numbers = signed(source, bits) if reading == SIGNED else bits
    got = run_unary(tmp_path, f"itof %x {reading} ->", source, target, bits)
    assert_same_bits(got, rounded(target, numbers.astype(np.float64)), bits)


@pytest.mark.parametrize("reading", [SIGNED, UNSIGNED])
@pytest.mark.parametrize(
    "source,target",
    [
        (s, t)
        for s, t in itertools.product(INTEGERS, [*INTEGERS, "i32", "i64"])
        if bits_of(s) < bits_of(t)
    ],
)
def test_exti(tmp_path, source, target, reading):
    bits = every(source)
    numbers = signed(source, bits) if reading == SIGNED else bits
    got = run_unary(tmp_path, f"exti %x {reading} ->", source, target, bits)
    mask = np.uint64((1 << bits_of(target)) - 1)
    assert_same_bits(got, numbers.astype(np.uint64) & mask, bits)


@pytest.mark.parametrize(
    "source,target",
    [
        (s, t)
        for s, t in itertools.product(INTEGERS, INTEGERS)
        if bits_of(s) > bits_of(t)
    ],
)
def test_trunci(tmp_path, source, target):
    bits = every(source)
    got = run_unary(tmp_path, "trunci %x ->", source, target, bits)
    assert_same_bits(got, wrapped(target, bits), bits)


SAME_WIDTH = [
    (s, t)
    for kinds in (["i16", *FLOATS], ["i8", *(n for n in NARROW if width(n) == 8)])
    for s, t in itertools.permutations(kinds, 2)
]


@pytest.mark.parametrize("source,target", SAME_WIDTH)
def test_bitcast(tmp_path, source, target):
    bits = every(source)
    got = run_unary(tmp_path, "bitcast %x ->", source, target, bits)
    assert_same_bits(got, bits, bits)


PACKED = ["i4", "i16", "f4E2M1FN", "f16", "bf16"]


def packed(kind, bits):
    return stored(kind, bits).view(np.uint8).astype(np.uint64)


@pytest.mark.parametrize("kind", PACKED)
def test_pack(tmp_path, kind):
    bits = every(kind)
    expected = packed(kind, bits)
    types = f"tile<{bits.size}x{kind}> -> tile<{expected.size}xi8>"
    body = [f"%r = pack %x : {types}"]
    got = interpret(tmp_path, {"x": (kind, bits)}, body, "i8", expected.size)
    assert_same_bits(got, expected, np.arange(expected.size))


@pytest.mark.parametrize("kind", PACKED)
def test_unpack(tmp_path, kind):
    bits = every(kind)
    operand = packed(kind, bits)
    body = [f"%r = unpack %x : tile<{operand.size}xi8> -> tile<{bits.size}x{kind}>"]
    got = interpret(tmp_path, {"x": ("i8", operand)}, body, kind, bits.size)
    assert_same_bits(got, bits, bits)


# ===------------------------------------------------------------------------===#
# Products of 8 bits
# ===------------------------------------------------------------------------===#


def run_product(folder, op, words, source, acc):
    """All pairs as the product of a column and a row, and zero."""
    tiles = f"tile<256x1x{source}>, tile<1x256x{source}>, tile<256x256x{acc}>"
    zero = "0" if acc == "i32" else "0.0"
    body = [
        f"%a = reshape %x : tile<256x{source}> -> tile<256x1x{source}>",
        f"%b = reshape %x : tile<256x{source}> -> tile<1x256x{source}>",
        f"%c = constant <{acc}: {zero}> : tile<256x256x{acc}>",
        f"%s = {op} %a, %b, %c {words} : {tiles}",
        f"%r = reshape %s : tile<256x256x{acc}> -> tile<65536x{acc}>",
    ]
    bits = every("i8")
    return interpret(folder, {"x": (source, bits)}, body, acc, 65536)


@pytest.mark.parametrize("acc", ["f16", "f32"])
@pytest.mark.parametrize("source", ["f8E4M3FN", "f8E5M2"])
def test_mmaf(tmp_path, source, acc):
    numbers = values(source, every(source))
    with np.errstate(invalid="ignore"):
        products = np.multiply.outer(numbers, numbers).ravel() + 0.0
    got = run_product(tmp_path, "mmaf", "", source, acc)
    assert_same_bits(got, rounded(acc, products), np.arange(65536))


@pytest.mark.parametrize("right", [SIGNED, UNSIGNED])
@pytest.mark.parametrize("left", [SIGNED, UNSIGNED])
def test_mmai(tmp_path, left, right):
    bits = every("i8")
    readings = {SIGNED: signed("i8", bits), UNSIGNED: bits.astype(np.int64)}
    products = np.multiply.outer(readings[left], readings[right]).ravel()
    got = run_product(tmp_path, "mmai", f"{left} {right}", "i8", "i32")
    assert_same_bits(got, wrapped("i32", products), np.arange(65536))


SCALES = [
    ("f8E4M3FN", "f8E8M0FNU", 32),
    ("f8E5M2", "f8E8M0FNU", 32),
    ("f4E2M1FN", "f8E8M0FNU", 16),
    ("f4E2M1FN", "f8E4M3FN", 16),
    ("f4E2M1FN", "f8E5M3FNU", 32),
]


@pytest.mark.parametrize("source,scale,block", SCALES)
def test_mmaf_scaled(tmp_path, source, scale, block):
    """Every number with every nonnegative scale, each alone in a row, times one."""
    factors = every(scale)[: 128 if scale == "f8E4M3FN" else 256]
    number, factor = np.meshgrid(every(source), factors)
    number, factor = number.ravel(), factor.ravel()
    rows, one = number.size, rounded(source, np.ones(1))[0]
    left = np.zeros((rows, block), np.uint64)
    left[:, 0] = number
    right = np.zeros(block, np.uint64)
    right[0] = one
    ones = np.full(2, rounded(scale, np.ones(1))[0])
    operands = {
        "x": (source, left.ravel()),
        "y": (source, right),
        "u": (scale, factor),
        "v": (scale, ones),
    }
    lhs, rhs = f"tile<{rows}x{block}x{source}>", f"tile<{block}x1x{source}>"
    us, vs = f"tile<{rows}x1x{scale}>", f"tile<1x1x{scale}>"
    acc = f"tile<{rows}x1xf32>"
    body = [
        f"%a = reshape %x : tile<{left.size}x{source}> -> {lhs}",
        f"%b = reshape %y : tile<{block}x{source}> -> {rhs}",
        f"%lu = reshape %u : tile<{rows}x{scale}> -> {us}",
        f"%v1 = extract %v[%zero] : tile<2x{scale}> -> tile<1x{scale}>",
        f"%lv = reshape %v1 : tile<1x{scale}> -> {vs}",
        f"%c = constant <f32: 0.0> : {acc}",
        f"%s = mmaf_scaled %a, %b, %c, %lu, %lv : {lhs}, {rhs}, {acc}, {us}, {vs}",
        f"%r = reshape %s : {acc} -> tile<{rows}xf32>",
    ]
    got = interpret(tmp_path, operands, body, "f32", rows)
    with np.errstate(invalid="ignore", over="ignore", under="ignore"):
        product = values(source, number) * values(scale, factor) + 0.0
        expected = rounded("f32", product)
    assert_same_bits(got, expected, number * 256 + factor)


# ===------------------------------------------------------------------------===#
# Completeness
# ===------------------------------------------------------------------------===#

def test_every_operation_is_here():
    """Each operation of the reference whose operands, one of up to 16 bits or two
    of 8, are few enough to try all."""
    reference = (SOURCE_DIR / "docs/dialects/CudaTile.md").read_text()
    expected = set()
    for section in re.split(r"^### cuda_tile\.", reference, flags=re.M)[1:]:
        kinds = re.findall(r"^\| operand .*?\|.*?\|(.*?)\|", section, re.M)
        known = {1: "f16|f8E4M3FN|i8"}.get(len(kinds), "f8E4M3FN|i8")
        takes_few = [re.search(rf"^ tile of .*\b({known})\b", kind) for kind in kinds]
        if kinds and all(takes_few[:2]):
            expected.add(section.split()[0])
    tested = {text.split()[0] for text, _ in PAIR_OPERATIONS}
    tested |= {*FLOAT_OPERATIONS, *UNARY, *INTEGER_OPERATIONS}
    functions = {name.removeprefix("test_") for name in globals()}
    assert tested | functions & expected == expected
