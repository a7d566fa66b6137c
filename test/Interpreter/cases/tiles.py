# ===- tiles.py - Operations on whole tiles -----------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Shapes, parts, bytes and constants: operations that move elements, against numpy."""

import itertools
import math

import numpy as np
from exact import FLOATS, INTS
from writer import (
    KINDS,
    NUMBERS,
    Theme,
    Value,
    admitted_shapes,
    edges,
    tile,
    width_of,
)

SHAPES = ((1,), (8,), (4, 8), (8, 1), (2, 4, 2), (1, 2, 4, 2))


def array(value):
    return np.array(value.bits, object).reshape(value.shape)


def value(kind, elements):
    return Value(kind, elements.shape, elements.ravel().tolist())


def move(theme, subject, text, inputs, result):
    theme.case(subject, f"%r = {text}", inputs, {"r": result})


# ===------------------------------------------------------------------------===#
# Shapes
# ===------------------------------------------------------------------------===#


def reshapes(theme, kind):
    pairs = [
        ((8,), (2, 4)),
        ((2, 4), (4, 2)),
        ((4, 1, 2), (8,)),
        ((2, 2), (1, 2, 1, 2)),
    ]
    pairs += [((), (1,)), ((1,), ()), ((1, 1, 1), ()), ((), (1, 1, 1, 1))]
    for source, target in pairs:
        if len(admitted_shapes([source], [kind])):
            a = theme.anything(kind, source)
            text = f"reshape %a : {a.type} -> {tile(kind, target)}"
            move(theme, "reshape", text, {"a": a}, Value(kind, target, a.bits))


def broadcasts(theme, kind):
    pairs = [((1,), (8,)), ((4, 1), (4, 8)), ((1, 4), (2, 4)), ((1, 1), (2, 4))]
    pairs += [((2, 1, 4), (2, 2, 4)), ((1, 2, 1, 2), (2, 2, 2, 2)), ((4,), (4,))]
    for source, target in pairs:
        if len(admitted_shapes([source], [kind])):
            a = theme.anything(kind, source)
            text = f"broadcast %a : {a.type} -> {tile(kind, target)}"
            result = value(kind, np.broadcast_to(array(a), target))
            move(theme, "broadcast", text, {"a": a}, result)


def permutations(theme, kind):
    for shape in ((4, 8), (1, 4), (2, 4, 8), (2, 1, 4, 2)):
        for order in itertools.permutations(range(len(shape))):
            # All permutations of rank 4 would be more cases than all others.
            if len(shape) == 4 and order[0] > order[1]:
                continue
            a = theme.anything(kind, shape)
            result = value(kind, np.transpose(array(a), order))
            text = f"permute %a {list(order)} : {a.type} -> {result.type}"
            move(theme, "permute", text, {"a": a}, result)


# ===------------------------------------------------------------------------===#
# Parts
# ===------------------------------------------------------------------------===#


def cats(theme, kind):
    for shape in admitted_shapes(SHAPES, [kind]):
        for dim in range(len(shape)):
            a, b = theme.anything(kind, shape), theme.anything(kind, shape)
            both = value(kind, np.concatenate([array(a), array(b)], axis=dim))
            text = f"cat %a, %b dim = {dim} : {a.type}, {b.type} -> {both.type}"
            move(theme, "cat", text, {"a": a, "b": b}, both)


def parts(theme, kind):
    for shape in admitted_shapes(SHAPES, [kind]):
        part = tuple(max(extent // 2, 1) for extent in shape)
        if not admitted_shapes([part], [kind]):
            continue
        grid = [extent // p for extent, p in zip(shape, part)]
        for index in itertools.product(*map(range, grid)):
            place = tuple(slice(i * p, (i + 1) * p) for i, p in zip(index, part))
            names = {f"i{k}": Value("i32", (), [i]) for k, i in enumerate(index)}
            written = ", ".join(f"%{name}" for name in names)
            a, c = theme.anything(kind, shape), theme.anything(kind, part)
            result = value(kind, array(a)[place])
            text = f"extract %a[{written}] : {a.type} -> {result.type}"
            move(theme, "extract", text, {"a": a, **names}, result)
            whole = array(a)
            whole[place] = array(c)
            text = f"insert %c, %a[{written}] : {c.type}, {a.type}"
            inputs = {"a": a, "c": c, **names}
            move(theme, "insert", text, inputs, value(kind, whole))


# ===------------------------------------------------------------------------===#
# Bytes, constants, numbers in order
# ===------------------------------------------------------------------------===#


def to_bytes(kind, bits):
    """The bytes of elements in a row: the first one is lowest."""
    n = width_of(kind)
    row = sum(b << (k * n) for k, b in enumerate(bits))
    return list(row.to_bytes(len(bits) * n // 8, "little"))


def packs(theme, kind):
    for count in (8, 64, 256):
        a = Value(kind, (count,), theme.pick(edges(kind), count))
        data = to_bytes(kind, a.bits)
        raw = Value("i8", (len(data),), data)
        text = f"pack %a : {a.type} -> {raw.type}"
        move(theme, "pack", text, {"a": a}, raw)
        text = f"unpack %a : {raw.type} -> {a.type}"
        move(theme, "unpack", text, {"a": raw}, a)


def literal(kind, bits):
    """The text of an element with these bits."""
    if kind in INTS:
        return (
            str(bits - (1 << width_of(kind)))
            if bits >> (width_of(kind) - 1)
            else str(bits)
        )
    f = FLOATS[kind]
    bits >>= f.pad
    digits = -(-(f.width - f.pad) // 4)
    return f"0x{bits:0{digits}X}"


def constants(theme, kind):
    for shape in admitted_shapes(((), (1,), (8,), (2, 4), (2, 1, 2, 4)), [kind]):
        bits = theme.pick(edges(kind), 64)[: math.prod(shape)]
        result = Value(kind, shape, bits)

        def nested(elements):
            if isinstance(elements, list):
                return "[" + ", ".join(map(nested, elements)) + "]"
            return literal(kind, elements)

        text = nested(array(result).tolist())
        move(
            theme, "constant", f"constant <{kind}: {text}> : {result.type}", {}, result
        )
        splat = Value(kind, shape, bits[:1] * math.prod(shape))
        text = f"constant <{kind}: {literal(kind, bits[0])}> : {splat.type}"
        move(theme, "constant", text, {}, splat)


def iotas(theme):
    for kind, n in INTS.items():
        for count in (1, 2, 8, 64, 128, 512):
            if count <= 1 << n:
                result = Value(kind, (count,), list(range(count)))
                move(theme, "iota", f"iota : {result.type}", {}, result)


def shapes():
    theme = Theme("shapes")
    for kind in KINDS:
        reshapes(theme, kind)
        broadcasts(theme, kind)
        permutations(theme, kind)
        cats(theme, kind)
        parts(theme, kind)
    for kind in [*NUMBERS, "i4"]:
        if width_of(kind) != 8:  # a bitcast does that
            packs(theme, kind)
    for kind in NUMBERS:
        constants(theme, kind)
    iotas(theme)
    return theme
