# ===- folds.py - Reductions, scans and matrix products -----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Reductions, scans and matrix products. The order of sums is open, so they run on
small integers, for which each order is exact, or on a single product."""

import dataclasses
import itertools
import math

import numpy as np
from exact import (
    BASIC,
    FLOATS,
    INTS,
    Number,
    add,
    decode,
    encode,
    extremum,
    mul,
    signed,
)
from tiles import SHAPES, array, literal, value
from writer import NUMBERS, Theme, Value, float_edges, tile, width_of

# ===------------------------------------------------------------------------===#
# Reductions and scans
# ===------------------------------------------------------------------------===#


@dataclasses.dataclass
class Fold:
    """A body for one operand of `kind`: the lines that make %s from %x and %y, the
    bits of the identity, and the body as a function of bits."""

    kind: str
    lines: str
    identity: int
    function: object
    small: bool = False


def integer_folds(kind):
    n = INTS[kind]
    mask = (1 << n) - 1
    least, t = 1 << (n - 1), tile(kind)
    yield Fold(kind, f"%s = addi %x, %y : {t}", 0, lambda x, y: x + y & mask)
    yield Fold(kind, f"%s = muli %x, %y : {t}", 1, lambda x, y: x * y & mask)
    yield Fold(kind, f"%s = andi %x, %y : {t}", mask, lambda x, y: x & y)
    yield Fold(kind, f"%s = xori %x, %y : {t}", 0, lambda x, y: x ^ y)
    yield Fold(kind, f"%s = maxi %x, %y unsigned : {t}", 0, max)
    read = lambda x: signed(x, n)  # noqa: E731
    yield Fold(
        kind,
        f"%s = maxi %x, %y signed : {t}",
        least,
        lambda x, y: max(x, y, key=read),
    )
    # A body of more than one operation, with a region of its own.
    lines = f"""%less = cmpi less_than %x, %y, unsigned : {t} -> tile<i1>
%s = if %less -> ({t}) {{
  yield %x : {t}
}} else {{
  yield %y : {t}
}}"""
    yield Fold(kind, lines, mask, min)


def float_folds(kind):
    t = tile(kind)

    def number(function):
        return lambda x, y: encode(kind, function(decode(kind, x), decode(kind, y)))

    zero, one = encode(kind, Number.of(0)), encode(kind, Number.of(1))
    infinity = FLOATS[kind].infinity << FLOATS[kind].pad
    if kind not in BASIC:
        # Through a type that has the operation, and back.
        rounding = " rounding<zero>" if kind == "f8E8M0FNU" else ""
        lines = f"""%wide.x = ftof %x : {t} -> tile<f32>
%wide.y = ftof %y : {t} -> tile<f32>
%wide.s = minf %wide.x, %wide.y : tile<f32>
%s = ftof %wide.s{rounding} : tile<f32> -> {t}"""
        top = FLOATS[kind].largest << FLOATS[kind].pad
        least = lambda x, y: extremum(x, y, False, False)  # noqa: E731
        yield Fold(kind, lines, top, number(least), small=True)
        return
    yield Fold(kind, f"%s = addf %x, %y : {t}", zero, number(add), small=True)
    yield Fold(kind, f"%s = mulf %x, %y : {t}", one, number(mul), small=True)
    for name, largest in (("maxf", True), ("minf", False)):
        identity = infinity | (FLOATS[kind].sign if largest else 0)
        for propagate in (False, True):
            flag = " propagate_nan" if propagate else ""
            pick = lambda x, y: extremum(x, y, propagate, largest)  # noqa: E731
            # At most one element is NaN, so the result is always one of the elements.
            yield Fold(kind, f"%s = {name} %x, %y{flag} : {t}", identity, number(pick))


def fold_data(theme, fold, shape):
    if not fold.small:
        pool = (
            float_edges(fold.kind)
            if fold.kind in FLOATS
            else [theme.random.getrandbits(width_of(fold.kind)) for _ in range(40)]
        )
        pool = [b for b in pool if fold.kind in INTS or not decode(fold.kind, b).is_nan]
    elif "mulf" in fold.lines:
        pool = [encode(fold.kind, Number.of(n)) for n in (1, -1, 1, -1, 2)]
    elif fold.kind == "f8E8M0FNU":
        pool = range(120, 134)
    else:
        lowest = 0 if fold.kind.endswith("FNU") else -3
        pool = [encode(fold.kind, Number.of(n)) for n in range(lowest, 4)]
    bits = [theme.random.choice(list(pool)) for _ in range(math.prod(shape))]
    return Value(fold.kind, shape, bits)


def along(values, dim, function):
    """FUNCTION from lists to lists, applied along a dimension."""
    moved = values.swapaxes(dim, -1)
    rows = [function(list(row)) for row in moved.reshape(-1, values.shape[dim])]
    result = np.empty((*moved.shape[:-1], len(rows[0])), object)
    result.reshape(-1, len(rows[0]))[:] = rows
    return result.swapaxes(dim, -1)


def folded(function):
    def apply(row):
        result = row[0]
        for element in row[1:]:
            result = function(result, element)
        return [result]

    return apply


def scanned(function, reverse):
    def apply(row):
        row = row[::-1] if reverse else row
        sums = list(itertools.accumulate(row, function))
        return sums[::-1] if reverse else sums

    return apply


def fold_text(fold):
    t = tile(fold.kind)
    return f"(%x: {t}, %y: {t}) {{\n{fold.lines}\nyield %s : {t}\n}}"


def reductions_of(theme, fold, shapes):
    identity = f"{literal(fold.kind, fold.identity)} : {fold.kind}"
    for shape in shapes:
        for dim in range(len(shape)):
            a = fold_data(theme, fold, shape)
            rows = along(array(a), dim, folded(fold.function))
            result = value(fold.kind, rows.squeeze(dim))
            head = f"dim={dim} identities=[{identity}] : {a.type} -> {result.type}"
            body = f"%r = reduce %a {head} {fold_text(fold)}"
            theme.case("reduce", body, {"a": a}, {"r": result})
            for reverse in (False, True):
                rows = along(array(a), dim, scanned(fold.function, reverse))
                result = value(fold.kind, rows)
                head = (
                    f"dim={dim} reverse={str(reverse).lower()}"
                    f" identities=[{identity}] : {a.type} -> {result.type}"
                )
                body = f"%r = scan %a {head} {fold_text(fold)}"
                theme.case("scan", body, {"a": a}, {"r": result})


def greatest_with_index(theme):
    """Two operands at once: the greatest element and the first place that has it."""
    body = """(%x: tile<f32>, %y: tile<f32>, %i: tile<i32>, %j: tile<i32>) {
%more = cmpf greater_than ordered %x, %y : tile<f32> -> tile<i1>
%same = cmpf equal ordered %x, %y : tile<f32> -> tile<i1>
%before = cmpi less_than %i, %j, signed : tile<i32> -> tile<i1>
%first = andi %same, %before : tile<i1>
%take = ori %more, %first : tile<i1>
%s = select %take, %x, %y : tile<i1>, tile<f32>
%k = select %take, %i, %j : tile<i1>, tile<i32>
yield %s, %k : tile<f32>, tile<i32>
}"""
    identities = "identities=[0xFF800000 : f32, 2147483647 : i32]"
    for shape in ((8,), (4, 16), (16, 4), (2, 4, 8)):
        for dim in range(len(shape)):
            numbers = [theme.random.randrange(-3, 4) for _ in range(math.prod(shape))]
            a = Value("f32", shape, [encode("f32", Number.of(n)) for n in numbers])
            rows = array(Value("f32", shape, numbers))
            places = along(rows, dim, lambda row: [row.index(max(row))])
            tops = along(rows, dim, lambda row: [max(row)])
            p = along(rows, dim, lambda row: list(range(len(row))))
            inputs = {"a": a, "p": value("i32", p)}
            best = [encode("f32", Number.of(n)) for n in tops.ravel()]
            shape_out = tops.squeeze(dim).shape
            outputs = {
                "r": Value("f32", shape_out, best),
                "q": value("i32", places.squeeze(dim)),
            }
            types = f"{a.type}, {inputs['p'].type} -> " + ", ".join(
                v.type for v in outputs.values()
            )
            text = f"%r, %q = reduce %a, %p dim={dim} {identities} : {types} {body}"
            theme.case("reduce", text, inputs, outputs)


def folds():
    theme = Theme("folds")
    for kind in NUMBERS:
        # An identity is a literal of MLIR, which has no f8E5M3FNU; a body takes
        # scalars, and there is no single f4E2M1FN.
        if kind in ("f8E5M3FNU", "f4E2M1FN"):
            continue
        kinds = integer_folds(kind) if kind in INTS else float_folds(kind)
        for number, fold in enumerate(kinds):
            # Every shape for the first body, two shapes for the others.
            shapes = SHAPES if number == 0 else SHAPES[1:3]
            reductions_of(theme, fold, shapes)
    greatest_with_index(theme)
    return theme


# ===------------------------------------------------------------------------===#
# Matrix products
# ===------------------------------------------------------------------------===#

PRODUCTS = (
    ("f8E4M3FN", "f16"),
    ("f8E4M3FN", "f32"),
    ("f8E5M2", "f16"),
    ("f8E5M2", "f32"),
    ("f16", "f16"),
    ("f16", "f32"),
    ("bf16", "f32"),
    ("tf32", "f32"),
    ("f32", "f32"),
    ("f64", "f64"),
)
EXTENTS = ((1, 1, 1), (4, 8, 2), (8, 1, 4), (2, 16, 16), (16, 16, 32))


def shapes_of(extents, batch):
    m, n, k = extents
    lead = (batch,) if batch else ()
    return (*lead, m, k), (*lead, k, n), (*lead, m, n)


def small_integers(theme, kind, shape, low=-3, high=4):
    """Numbers, and the value with these numbers."""
    count = math.prod(shape)
    numbers = [theme.random.randrange(low, high) for _ in range(count)]
    bits = [encode(kind, Number.of(n)) for n in numbers]
    return array(Value(kind, shape, numbers)), Value(kind, shape, bits)


def encoded(kind, numbers):
    bits = [encode(kind, Number.of(n)) for n in numbers.ravel()]
    return Value(kind, numbers.shape, bits)


def float_products(theme, kind, result):
    for extents, batch in itertools.product(EXTENTS, (0, 1, 2)):
        left, right, out = shapes_of(extents, batch)
        x, a = small_integers(theme, kind, left)
        y, b = small_integers(theme, kind, right)
        z, c = small_integers(theme, result, out)
        sums = encoded(result, x @ y + z)
        flags = ("", " fast_acc") if kind.startswith("f8") else ("",)
        for flag in flags:
            text = f"%r = mmaf %a, %b, %c{flag} : {a.type}, {b.type}, {c.type}"
            theme.case("mmaf", text, {"a": a, "b": b, "c": c}, {"r": sums})
    # A single product is rounded once in any order, because adding -0 changes nothing.
    pool = float_edges(kind)
    for _ in range(4):
        left, right, out = shapes_of((8, 8, 1), 0)
        a = Value(kind, left, [theme.random.choice(pool) for _ in range(8)])
        b = Value(kind, right, [theme.random.choice(pool) for _ in range(8)])
        c = Value(result, out, [FLOATS[result].sign] * 64)
        bits = [
            encode(result, mul(decode(kind, x), decode(kind, y)))
            for x, y in itertools.product(a.bits, b.bits)
        ]
        text = f"%r = mmaf %a, %b, %c : {a.type}, {b.type}, {c.type}"
        inputs = {"a": a, "b": b, "c": c}
        theme.case("mmaf", text, inputs, {"r": Value(result, out, bits)})


def integer_products(theme):
    signs = itertools.product(("signed", "unsigned"), repeat=2)
    for (s, t), extents, batch in itertools.product(signs, EXTENTS, (0, 2)):
        shapes = shapes_of(extents, batch)
        a, b, c = (theme.anything(k, v) for k, v in zip(("i8", "i8", "i32"), shapes))

        def wide(v, sign):
            bits = [signed(x, 8) if sign == "signed" else x for x in v.bits]
            return array(Value("i8", v.shape, bits))

        sums = wide(a, s) @ wide(b, t) + array(c)
        result = Value("i32", sums.shape, [x & 0xFFFFFFFF for x in sums.ravel()])
        text = f"%r = mmai %a, %b, %c {s} {t} : {a.type}, {b.type}, {c.type}"
        theme.case("mmai", text, {"a": a, "b": b, "c": c}, {"r": result})


SCALED = [
    *itertools.product(("f8E4M3FN", "f8E5M2"), ("f8E8M0FNU",), (32,)),
    ("f4E2M1FN", "f8E4M3FN", 16),
    *itertools.product(("f4E2M1FN",), ("f8E8M0FNU", "f8E5M3FNU"), (16, 32)),
]


def scaled_products(theme):
    for (kind, scale, block), extents, batch in itertools.product(
        SCALED, ((4, 2, 32), (2, 8, 128)), (0, 2)
    ):
        left, right, out = shapes_of(extents, batch)
        x, a = small_integers(theme, kind, left)
        y, b = small_integers(theme, kind, right)
        z, c = small_integers(theme, "f32", out)
        blocks = left[-1] // block
        scales = []
        for shape in ((*left[:-1], blocks), (*right[:-2], blocks, right[-1])):
            numbers = [2 ** theme.random.randrange(3) for _ in range(math.prod(shape))]
            scales.append(array(Value(scale, shape, numbers)))
        s, t = (encoded(scale, numbers) for numbers in scales)
        wide = x * scales[0].repeat(block, axis=-1)
        tall = y * scales[1].repeat(block, axis=-2)
        inputs = {"a": a, "b": b, "c": c, "s": s, "t": t}
        types = ", ".join(v.type for v in inputs.values())
        text = f"%r = mmaf_scaled %a, %b, %c, %s, %t : {types}"
        result = encoded("f32", wide @ tall + z)
        theme.case("mmaf_scaled", text, inputs, {"r": result})


def products():
    theme = Theme("products")
    for kind, result in PRODUCTS:
        float_products(theme, kind, result)
    integer_products(theme)
    scaled_products(theme)
    return theme
