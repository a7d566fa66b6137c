# ===- programs.py - All small integer programs --------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Programs of one and two integer operations on arguments and constants.

A program is a tree: a leaf is the name of an argument (`x` and `y` of the width that is
looked at, `b` of one bit) or a constant, a node is (form, operands). `least` and
`largest` are the signed bounds of the width.
"""

import itertools
from typing import NamedTuple

ARGUMENTS = ("x", "y", "b")
LEAVES = ["x", "y", 0, 1, -1, "least", "largest", 5]
WIDTHS = [1, 8, 16, 32, 64]
# Numbers of 4 bits are converted, and neither computed with nor stored.
CONVERTED_WIDTHS = sorted([*WIDTHS, 4])


class Form(NamedTuple):
    """The text of an operation: `{0}`, `{1}` are its operands, `{t}` the type that is
    looked at. `result` is the element type of the result if it is another one."""

    text: str
    arity: int = 2
    result: str | None = None


SIGNS = ("signed", "unsigned")
WRAPS = ("none", "no_signed_wrap", "no_unsigned_wrap", "no_wrap")
ROUNDINGS = [
    ("signed", "zero"),
    ("signed", "negative_inf"),
    ("signed", "positive_inf"),
    ("unsigned", "zero"),
    ("unsigned", "positive_inf"),
]
PREDICATES = (
    "equal",
    "not_equal",
    "less_than",
    "less_than_or_equal",
    "greater_than",
    "greater_than_or_equal",
)
BINARY = [
    *(
        Form(f"{name} {{0}}, {{1}} overflow<{promise}> : {{t}}")
        for name in ("addi", "subi", "muli", "shli")
        for promise in WRAPS
    ),
    *(
        Form(f"divi {{0}}, {{1}} {sign} rounding<{rounding}> : {{t}}")
        for sign, rounding in ROUNDINGS
    ),
    *(
        Form(f"{name} {{0}}, {{1}} {sign} : {{t}}")
        for name in ("remi", "shri", "maxi", "mini")
        for sign in SIGNS
    ),
    *(Form(f"{name} {{0}}, {{1}} : {{t}}") for name in ("mulhii", "andi", "ori", "xori")),
]
UNARY = [
    Form("negi {0} overflow<none> : {t}", 1),
    Form("negi {0} overflow<no_signed_wrap> : {t}", 1),
    Form("absi {0} : {t}", 1),
]
COMPARISONS = [
    Form(f"cmpi {predicate} {{0}}, {{1}}, {sign} : {{t}} -> tile<i1>", 2, "i1")
    for predicate in PREDICATES
    for sign in SIGNS
]
SELECT = Form("select {0}, {1}, {2} : tile<i1>, {t}", 3)
NOT = (Form("xori {0}, {1} : tile<i1>", 2, "i1"), ("b", "true"))


def is_constant(tree):
    return tree not in ARGUMENTS and not isinstance(tree, tuple)


def with_leaves(forms):
    """The programs of one of `forms` on leaves, at least one of which is an argument."""
    for form in forms:
        for chosen in itertools.product(LEAVES, repeat=form.arity):
            if not all(map(is_constant, chosen)):
                yield (form, chosen)


def one_operation():
    yield from with_leaves(UNARY + BINARY + COMPARISONS)
    for chosen in itertools.product(LEAVES, repeat=2):
        yield (SELECT, ("b", *chosen))


def on_result(inner):
    """The operations on the result of `inner` and a leaf, or on that result twice."""
    for form in UNARY:
        yield (form, (inner,))
    for form in BINARY + COMPARISONS:
        yield (form, (inner, inner))
        for leaf in LEAVES:
            yield (form, (inner, leaf))
        yield (form, ("x", inner))
        yield (form, ("y", inner))


def two_operations():
    for inner in with_leaves(UNARY + BINARY):
        if inner[1][0] == "x":
            yield from on_result(inner)


def two_selections():
    """Selections by comparisons and by a condition turned round, and selections among
    the results of other ones."""
    conditions = [NOT, *((form, ("x", "y")) for form in COMPARISONS)]
    for condition in conditions:
        for chosen in itertools.product(LEAVES, repeat=2):
            yield (SELECT, (condition, *chosen))
    for first, second, other in itertools.product(LEAVES, repeat=3):
        inner = (SELECT, ("b", first, second))
        yield (SELECT, ("b", inner, other))
        yield (SELECT, ("b", other, inner))


def inner_of(tree):
    return next(operand for operand in tree[1] if isinstance(operand, tuple))


def without_inner(tree):
    """The outer operation with an argument in the place of the inner one's result."""
    form, operands = tree
    inner = inner_of(tree)
    for argument in ARGUMENTS:
        yield (form, tuple(argument if x == inner else x for x in operands))


def not_explained(trees, alone):
    """The programs of two operations neither of which is rewritten by itself, as those
    of `alone` are."""
    return [
        tree
        for tree in trees
        if inner_of(tree) not in alone
        and not any(outer in alone for outer in without_inner(tree))
    ]


def names(tree):
    """The names of the operations of a tree: "addi(addi)"."""
    inner = [names(operand) for operand in tree[1] if isinstance(operand, tuple)]
    return tree[0].text.split()[0] + (f"({','.join(inner)})" if inner else "")


def conversions(width):
    """The operations that change the width of their operand, with their results'."""
    for other in CONVERTED_WIDTHS:
        if other > width:
            for sign in SIGNS:
                yield f"exti {{0}} {sign} : tile<i{width}> -> tile<i{other}>", other
        if other < width:
            for promise in WRAPS:
                yield (
                    f"trunci {{0}} overflow<{promise}> : tile<i{width}> -> tile<i{other}>",
                    other,
                )


def converted(width, length):
    """Chains of up to `length` conversions of x."""
    chains = [("x", width)]
    for _ in range(length):
        chains = [
            ((Form(text, 1, f"i{result}"), (tree,)), result)
            for tree, source in chains
            for text, result in conversions(source)
        ]
        yield from (tree for tree, kind in chains if kind != 4)


def literal(leaf, width):
    """The bits of a constant of a width."""
    value = {"least": 1 << (width - 1), "largest": (1 << (width - 1)) - 1}.get(leaf, leaf)
    return value % (1 << width)


def constant(kind, bits):
    text = str(bool(bits)).lower() if kind == "i1" else hex(bits)
    return f"constant <{kind}: {text}> : tile<{kind}>"


class Writer:
    """Writes trees as operations on %x and %y of an element type, and %b; `bits_of`
    gives the bits of constants."""

    def __init__(self, kind, bits_of):
        self.kind, self.bits_of = kind, bits_of

    def stored(self, tree):
        """The element type of the value of a tree."""
        return tree[0].result or self.kind

    def lines(self, tree, result, shape=""):
        """The operations that compute a tree on tiles of `shape`, "8x", as `result`."""
        lines, names = [], {argument: f"%{argument}" for argument in ARGUMENTS}

        def name_of(tree):
            if tree not in names:
                if isinstance(tree, tuple):
                    form, operands = tree
                    operands = map(name_of, operands)
                    text = form.text.format(*operands, t=f"tile<{self.kind}>")
                elif tree in ("true", "false"):
                    text = constant("i1", tree == "true")
                else:
                    text = constant(self.kind, self.bits_of(tree))
                names[tree] = f"{result}_{len(names)}"
                lines.append(f"{names[tree]} = {text}".replace("tile<", f"tile<{shape}"))
            return names[tree]

        name_of(tree)
        lines[-1] = lines[-1].replace(names[tree], result, 1)
        return lines

    def entry(self, name, tree):
        """An entry that stores the value of a tree."""
        kind, stored = f"tile<{self.kind}>", self.stored(tree)
        body = "\n".join(self.lines(tree, "%r"))
        return (
            f"entry @{name}(%x: {kind}, %y: {kind}, %b: tile<i1>, "
            f"%to: tile<ptr<{stored}>>) {{\n{body}\n"
            f"%t = store_ptr_tko weak %to, %r : tile<ptr<{stored}>>, tile<{stored}>"
            " -> token\nreturn\n}\n"
        )

    def module(self, trees):
        """A module with an entry @pN for the tree of number N."""
        entries = (self.entry(f"p{place}", tree) for place, tree in enumerate(trees))
        return "cuda_tile.module @m {\n" + "".join(entries) + "}\n"


def of_width(width):
    """The writer of integers of a width."""
    return Writer(f"i{width}", lambda leaf: literal(leaf, width))
