# ===- elements.py - Floats, integers and conversions, element by element -----===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Elementwise operations against exact arithmetic, which is checked against numpy
where possible."""

import ml_dtypes
import numpy as np
from exact import (
    BASIC,
    FLOATS,
    INTS,
    Number,
    add,
    decode,
    div,
    encode,
    extremum,
    flush,
    integral,
    mul,
    neg,
    order,
    rem,
    rounded_quotient,
    signed,
)
from writer import (
    KINDS,
    NUMBERS,
    Theme,
    elementwise,
    int_edges,
    tile,
    width_of,
)

MODES = ["nearest_even", "zero", "negative_inf", "positive_inf"]
NUMPY = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f32": np.float32,
    "f64": np.float64,
}


def clause(mode):
    return "" if mode == "nearest_even" else f" rounding<{mode}>"


def numpy_scalar(kind, bits):
    return np.array([bits], f"u{np.dtype(NUMPY[kind]).itemsize}").view(NUMPY[kind])[0]


def agrees_with_numpy(kind, function, operands, result):
    with np.errstate(all="ignore"):
        theirs = function(*(numpy_scalar(kind, o) for o in operands))
    theirs = np.array([theirs], NUMPY[kind])
    if result == "nan":
        return bool(np.isnan(theirs.astype(np.float64))[0])
    return int(theirs.view(f"u{theirs.dtype.itemsize}")[0]) == result


# ===------------------------------------------------------------------------===#
# Floats
# ===------------------------------------------------------------------------===#

ARITHMETIC = {
    "addf": (add, np.add),
    "subf": (lambda a, b, m: add(a, neg(b), m), np.subtract),
    "mulf": (mul, np.multiply),
    "divf": (div, np.divide),
}
RELATIONS = {
    "equal": lambda o: o == 0,
    "not_equal": lambda o: o != 0,
    "less_than": lambda o: o < 0,
    "less_than_or_equal": lambda o: o <= 0,
    "greater_than": lambda o: o > 0,
    "greater_than_or_equal": lambda o: o >= 0,
}


def rounded(kind, function, mode, ftz, by_numpy=None):
    """Makes a function of bits from a `function` of exact numbers."""

    def apply(*bits):
        if ftz:
            bits = [flush(kind, b) for b in bits]
        result = encode(kind, function(*(decode(kind, b) for b in bits), mode), mode)
        if by_numpy and mode == "nearest_even":
            assert agrees_with_numpy(kind, by_numpy, bits, result), (kind, bits, result)
        return flush(kind, result) if ftz else result

    return apply


def rounded_operations(theme, kind):
    operations = {**ARITHMETIC, "fma": (lambda a, b, c, m: add(mul(a, b), c, m), None)}
    for name, (function, by_numpy) in operations.items():
        operands = "%a, %b, %c" if name == "fma" else "%a, %b"
        sources = [kind] * (3 if name == "fma" else 2)
        for mode in MODES:
            for ftz in (False, True) if kind == "f32" else (False,):
                flag = " flush_to_zero" if ftz else ""
                elementwise(
                    theme,
                    name,
                    f"{name} {operands}{clause(mode)}{flag} : {{r}}",
                    sources,
                    kind,
                    rounded(kind, function, mode, ftz, by_numpy),
                )


def floats():
    theme = Theme("floats")
    for kind in BASIC:
        rounded_operations(theme, kind)

        def unary(name, function):
            elementwise(theme, name, f"{name} %a : {{r}}", [kind], kind, function)

        def number(function):
            return lambda *bits: encode(
                kind, function(*(decode(kind, b) for b in bits))
            )

        sign = FLOATS[kind].sign
        unary("negf", lambda x: x ^ sign)
        unary("absf", lambda x: x & ~sign)
        unary("ceil", number(lambda x: integral(x, True)))
        unary("floor", number(lambda x: integral(x, False)))
        elementwise(theme, "remf", "remf %a, %b : {r}", [kind] * 2, kind, number(rem))
        for name, largest in (("maxf", True), ("minf", False)):
            for propagate in (False, True):
                for ftz in (False, True) if kind == "f32" else (False,):

                    def pick(a, b):
                        if ftz:
                            a, b = flush(kind, a), flush(kind, b)
                        a, b = decode(kind, a), decode(kind, b)
                        return encode(kind, extremum(a, b, propagate, largest))

                    flags = " flush_to_zero" * ftz + " propagate_nan" * propagate
                    text = f"{name} %a, %b{flags} : {{r}}"
                    elementwise(theme, name, text, [kind] * 2, kind, pick)
        for relation, holds in RELATIONS.items():
            for ordering in ("ordered", "unordered"):

                def compare(a, b):
                    o = order(decode(kind, a), decode(kind, b))
                    return int(ordering == "unordered" if o is None else holds(o))

                text = f"cmpf {relation} {ordering} %a, %b : {{0}} -> {{r}}"
                elementwise(theme, "cmpf", text, [kind] * 2, "i1", compare)
    return theme


# ===------------------------------------------------------------------------===#
# Integers
# ===------------------------------------------------------------------------===#


def bitwise_integers(theme, kind, binary):
    binary("addi", lambda x, y: x + y)
    binary("subi", lambda x, y: x - y)
    binary("muli", lambda x, y: x * y)
    binary("mulhii", lambda x, y: (x * y) >> INTS[kind])
    binary("andi", lambda x, y: x & y)
    binary("ori", lambda x, y: x | y)
    binary("xori", lambda x, y: x ^ y)


def promises(theme, kind):
    """Sums that do not wrap, in programs that promise so."""
    n = INTS[kind]
    mask, half = (1 << n) - 1, 1 << (n - 1)

    def fits(x, flag):
        unsigned_fits = 0 <= x[0] <= mask
        signed_fits = -half <= x[1] < half
        return {
            "no_signed_wrap": signed_fits,
            "no_unsigned_wrap": unsigned_fits,
            "no_wrap": signed_fits and unsigned_fits,
        }[flag]

    operations = {
        "addi": lambda x, y: x + y,
        "subi": lambda x, y: x - y,
        "muli": lambda x, y: x * y,
    }
    for name, function in operations.items():
        for flag in ("no_signed_wrap", "no_unsigned_wrap", "no_wrap"):

            def kept(x, y):
                both = function(x, y), function(signed(x, n), signed(y, n))
                return both[0] & mask if fits(both, flag) else None

            text = f"{name} %a, %b overflow<{flag}> : {{r}}"
            elementwise(theme, name, text, [kind] * 2, kind, kept, shapes=())


def divisions(theme, kind, binary):
    n = INTS[kind]

    def overflows(x, y):
        return y == 0 or (signed(x, n), signed(y, n)) == (-(1 << (n - 1)), -1)

    def quotient(rounding):
        def apply(x, y):
            if overflows(x, y):
                return None
            return rounded_quotient(signed(x, n), signed(y, n), rounding)

        return apply

    def remainder(x, y):
        if y == 0:
            return None
        x, y = signed(x, n), signed(y, n)
        return x - y * rounded_quotient(x, y, "zero")

    binary("divi unsigned", lambda x, y: x // y if y else None)
    binary(
        "divi unsigned rounding<positive_inf>", lambda x, y: -(-x // y) if y else None
    )
    binary("remi unsigned", lambda x, y: x % y if y else None)
    binary("remi signed", remainder)
    for rounding in ("zero", "negative_inf", "positive_inf"):
        text = "" if rounding == "zero" else f" rounding<{rounding}>"
        binary(f"divi signed{text}", quotient(rounding))


def shifts(theme, kind, binary):
    """Beyond the width nothing is specified, so the program clamps the amount."""
    n = INTS[kind]
    amounts = {0, 1, n // 2, n - 1, n, n + 1, (1 << n) - 1}
    amounts = sorted(a for a in amounts if a < 1 << n)
    pools = [int_edges(kind), amounts]
    binary("shli", lambda x, y: x << y if y < n else 0, pools)
    binary("shri unsigned", lambda x, y: x >> y if y < n else 0, pools)
    binary("shri signed", lambda x, y: signed(x, n) >> min(y, n - 1), pools)


def integers():
    theme = Theme("integers")
    for kind, n in INTS.items():
        mask = (1 << n) - 1

        def sint(x):
            return signed(x, n)

        def binary(text, function, pools=None):
            name, _, rest = text.partition(" ")

            def wrapped(x, y):
                result = function(x, y)
                return None if result is None else result & mask

            written = f"{name} %a, %b {rest} : {{r}}"
            elementwise(theme, name, written, [kind] * 2, kind, wrapped, pools)

        bitwise_integers(theme, kind, binary)
        promises(theme, kind)
        divisions(theme, kind, binary)
        shifts(theme, kind, binary)
        for sign, read in (("signed", sint), ("unsigned", lambda x: x)):
            binary(f"maxi {sign}", lambda x, y: max(x, y, key=read))
            binary(f"mini {sign}", lambda x, y: min(x, y, key=read))
            for relation, holds in RELATIONS.items():

                def compare(x, y):
                    return int(holds((read(x) > read(y)) - (read(x) < read(y))))

                text = f"cmpi {relation} %a, %b, {sign} : {{0}} -> {{r}}"
                elementwise(theme, "cmpi", text, [kind] * 2, "i1", compare)
        for name, function in (
            ("negi", lambda x: -x),
            ("absi", lambda x: abs(sint(x))),
        ):
            elementwise(
                theme,
                name,
                f"{name} %a : {{r}}",
                [kind],
                kind,
                lambda x: function(x) & mask,
            )
    return theme


# ===------------------------------------------------------------------------===#
# Conversions
# ===------------------------------------------------------------------------===#


def admitted_modes(source, target):
    """The roundings that a conversion may have, by the text of ftof."""
    if target.name == "f8E8M0FNU":
        return ["zero", "positive_inf"]
    if target.width < 16:
        return ["nearest_even"]
    if target.widens(source):
        return [*MODES, "nearest_away"]
    if (source.name, target.name) == ("f64", "f32"):
        return MODES
    if (source.name, target.name) == ("f32", "tf32"):
        return ["nearest_even", "zero", "nearest_away"]
    return ["nearest_even", "zero"]


def float_conversions(theme):
    for source in FLOATS.values():
        for target in FLOATS.values():
            if source == target:
                continue
            for mode in admitted_modes(source, target):

                def convert(x):
                    return encode(target.name, decode(source.name, x), mode)

                text = f"ftof %a{clause(mode)} : {{0}} -> {{r}}"
                shapes = ((), (2, 1, 2)) if mode == "nearest_even" else ()
                elementwise(
                    theme,
                    "ftof",
                    text,
                    [source.name],
                    target.name,
                    convert,
                    shapes=shapes,
                )


def float_to_integer(theme, source, target):
    n = INTS[target]
    for sign in ("signed", "unsigned"):
        least = -(1 << (n - 1)) if sign == "signed" else 0
        most = least + (1 << n) - 1

        def convert(bits, saturating):
            x = decode(source, bits)
            if n == 1:  # a truth: all but zero, NaN too
                return int(x.is_nan or x.kind == "inf" or x.value != 0)
            if x.is_nan:
                return 0 if saturating else None
            if x.kind == "inf":
                whole = least - 1 if x.negative else most + 1
            else:
                whole = int(x.value)  # rounds toward zero
            if not least <= whole <= most and not saturating:
                return None
            return min(max(whole, least), most) & ((1 << n) - 1)

        for saturating in (False, True):
            flag = " saturating" if saturating else ""
            text = f"ftoi %a {sign}{flag} : {{0}} -> {{r}}"
            elementwise(
                theme,
                "ftoi",
                text,
                [source],
                target,
                lambda x: convert(x, saturating),
                shapes=((), (2, 1, 2)),
            )


def conversions():
    theme = Theme("conversions")
    float_conversions(theme)
    for integer in INTS:
        n = INTS[integer]
        for kind in FLOATS:
            float_to_integer(theme, kind, integer)
            if kind == "f8E8M0FNU":
                continue  # no target of itof
            for sign in ("signed", "unsigned"):

                def convert(x):
                    value = signed(x, n) if sign == "signed" else x
                    return encode(kind, Number.of(value))

                text = f"itof %a {sign} : {{0}} -> {{r}}"
                elementwise(theme, "itof", text, [integer], kind, convert, shapes=((),))
    widths = {**INTS, "i4": 4}
    for source, n in widths.items():
        for target, m in widths.items():
            mask = (1 << m) - 1
            if m > n:
                text = "exti %a unsigned : {0} -> {r}"
                elementwise(theme, "exti", text, [source], target, lambda x: x)
                text = "exti %a signed : {0} -> {r}"
                extend = lambda x: signed(x, n) & mask  # noqa: E731
                elementwise(theme, "exti", text, [source], target, extend)
            if m < n:
                text = "trunci %a : {0} -> {r}"
                elementwise(theme, "trunci", text, [source], target, lambda x: x & mask)
    for source in NUMBERS:
        for target in NUMBERS:
            # Only the 19 bits of a tf32 count.
            same_width = width_of(source) == width_of(target)
            if source == target or same_width and "tf32" not in (source, target):
                text = "bitcast %a : {0} -> {r}"
                elementwise(theme, "bitcast", text, [source], target, lambda x: x)
    pointers(theme)
    return theme


def pointers(theme):
    def same(name, text, source, target):
        elementwise(theme, name, text, [source], target, lambda x: x)

    same("int_to_ptr", "int_to_ptr %a : {0} -> {r}", "i64", "ptr<i32>")
    same("ptr_to_int", "ptr_to_int %a : {0} -> {r}", "ptr<i32>", "i64")
    for shape in ((), (1,), (2, 8)):
        a = theme.anything("ptr<i32>", shape)
        other = tile("ptr<f64>", shape)
        body = f"""%there = ptr_to_ptr %a : {a.type} -> {other}
%r = ptr_to_ptr %there : {other} -> {a.type}"""
        theme.case("ptr_to_ptr", body, {"a": a}, {"r": a})
    for kind, n in INTS.items():
        elementwise(
            theme,
            "offset",
            "offset %a, %b : {0}, {1} -> {r}",
            ["ptr<i32>", kind],
            "ptr<i32>",
            lambda p, i: (p + 4 * signed(i, n)) & ((1 << 64) - 1),
            pools=[[1 << 40, (1 << 62) + 4, 1 << 36], int_edges(kind)],
        )


def selections():
    """f4E2M1FN cannot be selected."""
    theme = Theme("selections")
    for kind in KINDS:
        if kind == "f4E2M1FN":
            continue
        text = "select %a, %b, %c : {0}, {1}"
        elementwise(
            theme,
            "select",
            text,
            ["i1", kind, kind],
            kind,
            lambda k, x, y: x if k else y,
        )
    return theme
