# ===- test_elementwise.py - Every elementwise operation on every type --------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""One small kernel for each operation and type, against exact arithmetic.

Each loads its operands through pointers, applies the one operation and stores the
result. The interpreter, the PTX on the emulator and reference.py agree bit for bit.
"""

import dataclasses
import itertools
import math
from fractions import Fraction
from typing import Callable

import kernels
import numpy as np
import pytest
from reference import (
    DTYPES,
    apply,
    exact,
    round_float,
    truncating_divide,
    unsigned,
)

INTEGERS = ("i8", "i16", "i32", "i64")
FLOATS = ("f16", "bf16", "f32", "f64")
COUNT = 256


@dataclasses.dataclass(frozen=True)
class Operation:
    """`text` computes %r from %a, %b and %c; {k} stands for the operands' type, {r}
    for the result's. `function(k, operand...)` is its meaning."""

    name: str
    text: str
    operands: int
    function: Callable
    types: tuple
    results: tuple = ()  # as the operands, where empty
    domain: Callable = None  # makes operands fit


def float_op(name, clause, operands, function):
    places = ", ".join(["%a", "%b", "%c"][:operands])
    text = f"%r = {name.split('-')[0]} {places} {clause}: tile<{COUNT}x{{k}}>"
    return Operation(name, text, operands, function, FLOATS)


def int_op(name, clause, operands, function, domain=None):
    places = ", ".join(["%a", "%b"][:operands])
    text = f"%r = {name.split('-')[0]} {places} {clause}: tile<{COUNT}x{{k}}>"
    return Operation(name, text, operands, function, INTEGERS, domain=domain)


def compare_op(op, predicate, kind, function):
    tail = ", " + kind if op == "cmpi" else ""
    flag = kind + " " if op == "cmpf" else ""
    text = (
        f"%t = {op} {predicate} {flag}%a, %b{tail} : tile<{COUNT}x{{k}}>"
        f" -> tile<{COUNT}xi1>\n"
        f"    %r = select %t, %a, %b : tile<{COUNT}xi1>, tile<{COUNT}x{{k}}>"
    )
    types = FLOATS if op == "cmpf" else INTEGERS
    return Operation(f"{op}-{predicate}-{kind}", text, 2, function, types)


def convert_op(name, clause, source, result, function, domain=None):
    text = f"%r = {name} %a {clause}: tile<{COUNT}x{{k}}> -> tile<{COUNT}x{{r}}>"
    title = f"{name}-{clause.strip() or 'plain'}".replace(" ", "-")
    return Operation(title, text, 1, function, (source,), (result,), domain)


# ===------------------------------------------------------------------------===#
# Meanings
# ===------------------------------------------------------------------------===#


def pick(larger, propagate):
    """maxf and minf: the other operand if one is not a number, unless NaNs propagate;
    +0 is larger than -0."""

    def function(_, a, b):
        if math.isnan(a) or math.isnan(b):
            if propagate:
                return math.nan
            return b if math.isnan(a) else a
        key = lambda v: (v, math.copysign(1, v))
        return max(a, b, key=key) if larger else min(a, b, key=key)

    return function


def remainder(_, a, b):
    if math.isinf(a) or b == 0 or math.isnan(a) or math.isnan(b):
        return math.nan
    return math.fmod(a, b)


def to_integral(rounding):
    def function(_, a):
        return math.copysign(rounding(a), a) if math.isfinite(a) else a

    return function


PREDICATES = {
    "equal": lambda a, b: a == b,
    "not_equal": lambda a, b: a != b,
    "less_than": lambda a, b: a < b,
    "less_than_or_equal": lambda a, b: a <= b,
    "greater_than": lambda a, b: a > b,
    "greater_than_or_equal": lambda a, b: a >= b,
}


def compare_floats(predicate, ordered):
    def function(_, a, b):
        if math.isnan(a) or math.isnan(b):
            return b if ordered else a
        return a if predicate(a, b) else b

    return function


def compare_integers(predicate, signed):
    def function(kind, a, b):
        view = (lambda v: v) if signed else (lambda v: unsigned(v, kind))
        return a if predicate(view(a), view(b)) else b

    return function


def signless(function):
    return lambda kind, *operands: function(*operands)


def of_unsigned(function):
    return lambda kind, *operands: function(*(unsigned(v, kind) for v in operands))


# ===------------------------------------------------------------------------===#
# Domains: where the specification defines the result
# ===------------------------------------------------------------------------===#


def no_zero_divisor(a, b):
    b[b == 0] = 1
    b[(a == np.iinfo(a.dtype).min) & (b == -1)] = 1


def shift_amounts(a, b):
    b &= a.dtype.itemsize * 8 - 1


def fits(result, signed=True):
    """Makes floats small enough for an integer format."""
    bits = DTYPES[result].itemsize * 8 - (1 if signed else 0)

    def domain(a):
        limit = math.ldexp(1.0, min(bits - 1, 15))
        values = np.nan_to_num(a.astype(np.float64), posinf=1.5, neginf=-1.5)
        values = np.fmod(values, limit)
        a[:] = (values if signed else np.abs(values)).astype(a.dtype)

    return domain


# ===------------------------------------------------------------------------===#
# The operations
# ===------------------------------------------------------------------------===#

OPERATIONS = [
    float_op("addf", "", 2, exact(lambda a, b: a + b)),
    float_op("subf", "", 2, exact(lambda a, b: a - b)),
    float_op("mulf", "", 2, exact(lambda a, b: a * b)),
    float_op("divf", "", 2, exact(lambda a, b: a / b)),
    float_op("remf", "", 2, remainder),
    float_op("fma", "", 3, exact(lambda a, b, c: a * b + c)),
    float_op("absf", "", 1, signless(abs)),
    float_op("negf", "", 1, signless(lambda a: -a)),
    float_op("ceil", "", 1, to_integral(math.ceil)),
    float_op("floor", "", 1, to_integral(math.floor)),
    float_op("maxf", "", 2, pick(True, False)),
    float_op("minf", "", 2, pick(False, False)),
    float_op("maxf-propagate", "propagate_nan ", 2, pick(True, True)),
    float_op("minf-propagate", "propagate_nan ", 2, pick(False, True)),
    int_op("addi", "", 2, signless(lambda a, b: a + b)),
    int_op("subi", "", 2, signless(lambda a, b: a - b)),
    int_op("muli", "", 2, signless(lambda a, b: a * b)),
    int_op(
        "mulhii",
        "",
        2,
        lambda k, a, b: unsigned(a, k) * unsigned(b, k) >> DTYPES[k].itemsize * 8,
    ),
    int_op("divi-signed", "signed ", 2, signless(truncating_divide), no_zero_divisor),
    int_op(
        "divi-floor",
        "signed rounding<negative_inf> ",
        2,
        signless(lambda a, b: a // b),
        no_zero_divisor,
    ),
    int_op(
        "divi-ceil",
        "signed rounding<positive_inf> ",
        2,
        signless(lambda a, b: -(-a // b)),
        no_zero_divisor,
    ),
    int_op(
        "divi-unsigned",
        "unsigned ",
        2,
        of_unsigned(lambda a, b: a // b),
        no_zero_divisor,
    ),
    int_op(
        "remi-signed",
        "signed ",
        2,
        signless(lambda a, b: a - b * truncating_divide(a, b)),
        no_zero_divisor,
    ),
    int_op(
        "remi-unsigned",
        "unsigned ",
        2,
        of_unsigned(lambda a, b: a % b),
        no_zero_divisor,
    ),
    int_op("negi", "", 1, signless(lambda a: -a)),
    int_op("absi", "", 1, signless(abs)),
    int_op("maxi-signed", "signed ", 2, signless(max)),
    int_op("mini-signed", "signed ", 2, signless(min)),
    int_op("maxi-unsigned", "unsigned ", 2, of_unsigned(max)),
    int_op("mini-unsigned", "unsigned ", 2, of_unsigned(min)),
    int_op("andi", "", 2, signless(lambda a, b: a & b)),
    int_op("ori", "", 2, signless(lambda a, b: a | b)),
    int_op("xori", "", 2, signless(lambda a, b: a ^ b)),
    int_op("shli", "", 2, signless(lambda a, b: a << b), shift_amounts),
    int_op("shri-signed", "signed ", 2, signless(lambda a, b: a >> b), shift_amounts),
    int_op(
        "shri-unsigned",
        "unsigned ",
        2,
        of_unsigned(lambda a, b: a >> b),
        shift_amounts,
    ),
]
for predicate, meaning in PREDICATES.items():
    for ordered in (True, False):
        OPERATIONS.append(
            compare_op(
                "cmpf",
                predicate,
                "ordered" if ordered else "unordered",
                compare_floats(meaning, ordered),
            )
        )
    for signed in (True, False):
        OPERATIONS.append(
            compare_op(
                "cmpi",
                predicate,
                "signed" if signed else "unsigned",
                compare_integers(meaning, signed),
            )
        )
for source, result in itertools.permutations(FLOATS, 2):

    def convert(_, a, result=result):
        return round_float(Fraction(a), result, a) if math.isfinite(a) else a

    OPERATIONS.append(convert_op("ftof", "", source, result, convert))
for number, integer in itertools.product(FLOATS, INTEGERS):
    for signed in (True, False):
        word = "signed " if signed else "unsigned "

        def from_integer(kind, a, number=number, signed=signed):
            return round_float(Fraction(a if signed else unsigned(a, kind)), number)

        OPERATIONS.append(convert_op("itof", word, integer, number, from_integer))
        OPERATIONS.append(
            convert_op(
                "ftoi",
                word,
                number,
                integer,
                signless(math.trunc),
                fits(integer, signed),
            )
        )
for narrow, wide in itertools.combinations(INTEGERS, 2):
    OPERATIONS.append(
        convert_op("exti", "signed ", narrow, wide, signless(lambda a: a))
    )
    OPERATIONS.append(
        convert_op("exti", "unsigned ", narrow, wide, lambda k, a: unsigned(a, k))
    )
    OPERATIONS.append(convert_op("trunci", "", wide, narrow, signless(lambda a: a)))

CASES = [
    (operation, kind, result)
    for operation in OPERATIONS
    for kind in operation.types
    for result in operation.results or (kind,)
]


def case_name(case):
    operation, kind, result = case
    return f"{operation.name}-{kind}" + (f"-{result}" if result != kind else "")


def make_kernel(operation, kind, result):
    tile = f"tile<{COUNT}x"
    names = "abc"[: operation.operands]
    parameters = [f"%p{n}: tile<ptr<{kind}>>" for n in names]
    lines = [
        "cuda_tile.module @m {",
        f"  entry @apply({', '.join(parameters)}, %pr: tile<ptr<{result}>>) {{",
        f"    %i = iota : {tile}i32>",
    ]

    def spread(name, element):
        pointer = f"ptr<{element}>"
        return [
            f"    %{name}1 = reshape %p{name} : tile<{pointer}> -> tile<1x{pointer}>",
            f"    %{name}s = broadcast %{name}1 : tile<1x{pointer}> -> {tile}{pointer}>",
            f"    %{name}i = offset %{name}s, %i : {tile}{pointer}>, {tile}i32>"
            f" -> {tile}{pointer}>",
        ]

    for n in names:
        lines += spread(n, kind)
        lines.append(
            f"    %{n}, %t{n} = load_ptr_tko weak %{n}i : {tile}ptr<{kind}>>"
            f" -> {tile}{kind}>, token"
        )
    lines.append("    " + operation.text.format(k=kind, r=result))
    lines += spread("r", result)
    lines += [
        f"    %tr = store_ptr_tko weak %ri, %r : {tile}ptr<{result}>>,"
        f" {tile}{result}> -> token",
        "    return",
        "  }",
        "}",
    ]
    return "\n".join(lines) + "\n"


def make_operands(operation, kind):
    element = kernels.Element(kind, None, DTYPES[kind])
    arrays = [
        kernels.numbers(element, COUNT, seed) for seed in range(operation.operands)
    ]
    for array in arrays:
        # Equal operands and small ones are as likely to go wrong as any.
        array[200:220] = arrays[0][200:220]
        array[220:] = np.arange(36) - 18
        np.random.default_rng(9).shuffle(array[220:])
    if operation.domain:
        operation.domain(*arrays)
    return arrays


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_elementwise(launch, tmp_path, case):
    operation, kind, result = case
    kernel = tmp_path / "kernel.mlir"
    kernel.write_text(make_kernel(operation, kind, result))
    arrays = make_operands(operation, kind)
    expected = apply(operation.function, result, kind, *arrays)
    run = kernels.Run(
        [*arrays, np.zeros(COUNT, DTYPES[result])],
        [None] * len(arrays) + [expected],
        (1,),
    )
    launch(kernel, "apply", run, "--engine=interpret", kind="ptr")
    for gpu, level in (("sm_75", 0), ("sm_80", 3), ("sm_90", 3), ("sm_120", 0)):
        launch(
            kernel,
            "apply",
            run,
            "--engine=emulate",
            f"--gpu-name={gpu}",
            f"-O{level}",
            kind="ptr",
        )
