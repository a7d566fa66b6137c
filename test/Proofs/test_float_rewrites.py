# ===- test_float_rewrites.py - Rewrites of floats on every narrow number -------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Every fold and canonicalization of floats, on every number of up to 16 bits.

All programs of one operation, of two, and of up to three conversions go through
`canonicalize`, as those of integers do. A changed program is interpreted as it stood and
as it was rewritten: on all 65,536 numbers of f16 and bf16, and all of the narrower
formats as sources of conversions. The second argument is every number too, in other
orders. f32 has modes that f16 has not; all its signs, exponents and upper fractions are
tried. The rewrites look at no format but for its constants. Any NaN is as good as another.
"""

import pathlib
import sys

import numpy as np
import pytest
from generic import rewritten_by, run_tool
from programs import PREDICATES, Form, Writer, names, not_explained

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Numerics"))
from program import Program, bits_of, loaded, stored  # noqa: E402

LEAVES = [
    *("x", "y", "zero", "-zero", "one", "-one", "two", "half", "-quarter", "three"),
    *("inf", "-inf", "nan", "largest", "normal", "least"),
]
# Bits of exponent and fraction.
FIELDS = {"f16": (5, 10), "bf16": (8, 7), "f32": (8, 23), "f64": (11, 52)}
NARROW = {
    "f4E2M1FN": (2, 1),
    "f8E4M3FN": (4, 3),
    "f8E5M2": (5, 2),
    "f8E5M3FNU": (5, 3),
    "f8E8M0FNU": (8, 0),
}
# A number of 4 bits is no tile of its own.
SCALARS = [*(kind for kind in NARROW if kind != "f4E2M1FN"), *FIELDS, "tf32"]
ROUNDINGS = ["zero", "negative_inf", "positive_inf"]
# The number of programs of one kernel.
BATCH = 24


def literal(leaf, kind):
    """The bits of a constant of FIELDS."""
    exponent, fraction = FIELDS[kind]
    one = ((1 << (exponent - 1)) - 1) << fraction
    unit, top = 1 << fraction, ((1 << exponent) - 1) << fraction
    sign = (1 << (exponent + fraction)) if leaf.startswith("-") else 0
    magnitude = {
        "zero": 0,
        "one": one,
        "two": one + unit,
        "half": one - unit,
        "quarter": one - 2 * unit,
        "three": one + unit + unit // 2,
        "inf": top,
        "nan": top | unit // 2,
        "largest": top - 1,
        "normal": unit,
        "least": 1,
    }[leaf.removeprefix("-")]
    return sign | magnitude


def writer_of(kind):
    return Writer(kind, lambda leaf: literal(leaf, kind))


def flushes(kind):
    return ["", " flush_to_zero"] if kind == "f32" else [""]


def modes(kind):
    """The suffixes of an operation that rounds: f32 has all, the others the default."""
    roundings = ROUNDINGS if kind == "f32" else []
    rounded = ["", *(f" rounding<{rounding}>" for rounding in roundings)]
    return [mode + flush for mode in rounded for flush in flushes(kind)]


def unary():
    return [Form(f"{name} {{0}} : {{t}}", 1) for name in ("negf", "absf", "ceil", "floor")]


def binary(kind, modes):
    rounded = [
        Form(f"{name} {{0}}, {{1}}{mode} : {{t}}")
        for name in ("addf", "subf", "mulf", "divf")
        for mode in modes
    ]
    extrema = [
        Form(f"{name} {{0}}, {{1}}{flush}{nan} : {{t}}")
        for name in ("maxf", "minf")
        for flush in flushes(kind)
        for nan in ("", " propagate_nan")
    ]
    return [*rounded, *extrema, Form("remf {0}, {1} : {t}")]


COMPARISONS = [
    Form(f"cmpf {predicate} {ordering} {{0}}, {{1}} : {{t}} -> tile<i1>", 2, "i1")
    for predicate in PREDICATES
    for ordering in ("ordered", "unordered")
]
SELECT = Form("select {0}, {1}, {2} : tile<i1>, {t}", 3)


def one_operation(kind):
    for form in unary():
        yield (form, ("x",))
    for form in binary(kind, modes(kind)) + COMPARISONS:
        for leaf in LEAVES:
            yield (form, ("x", leaf))
            yield (form, (leaf, "x"))
    for mode in modes(kind):
        form = Form(f"fma {{0}}, {{1}}, {{2}}{mode} : {{t}}", 3)
        for factor in LEAVES:
            for sum_ in ("x", "y", "zero", "-zero"):
                yield (form, ("x", factor, sum_))
                yield (form, (factor, "x", sum_))
    for leaf in LEAVES:
        yield (SELECT, ("b", "x", leaf))
        yield (SELECT, ("b", leaf, "x"))


def two_operations(kind):
    twice = binary(kind, flushes(kind))
    for form in unary() + twice:
        others = [()] if form.arity == 1 else [(leaf,) for leaf in LEAVES]
        for other in others:
            inner = (form, ("x", *other))
            for outer in unary():
                yield (outer, (inner,))
            for outer in twice + COMPARISONS:
                yield (outer, (inner, inner))
                for leaf in ("x", "y", "zero", "one", "half"):
                    yield (outer, (inner, leaf))
    for comparison in COMPARISONS:
        for first, second in (("x", "y"), ("y", "x"), ("one", "zero")):
            yield (SELECT, ((comparison, ("x", "y")), first, second))


def conversions(source, targets):
    """The conversions to other floats, rounded to nearest where the target can be."""
    for target in targets:
        if target != source:
            rounding = " rounding<zero>" if target == "f8E8M0FNU" else ""
            yield f"ftof {{0}}{rounding} : tile<{source}> -> tile<{target}>", target


def converted(source, length, targets=SCALARS):
    """Chains of 2 to `length` conversions of x; the second is where rewriting begins."""
    chains = [("x", source)]
    for count in range(length):
        chains = [
            ((Form(text, 1, target), (tree,)), target)
            for tree, kind in chains
            for text, target in conversions(kind, targets)
        ]
        if count:
            yield from (tree for tree, _ in chains)


def of_integers(source):
    """Roundings of numbers that are integers already."""
    for sign in ("signed", "unsigned"):
        for target in FIELDS:
            text = f"itof {{0}} {sign} : tile<{source}> -> tile<{target}>"
            number = (Form(text, 1, target), ("x",))
            for name in ("ceil", "floor"):
                yield (Form(f"{name} {{0}} : tile<{target}>", 1, target), (number,))


def numbers(kind):
    """All bits of a format of up to 16 bits; of f32 all upper halves."""
    bits = np.arange(1 << min(bits_of(kind), 16), dtype=np.uint64)
    return bits if bits_of(kind) <= 16 else bits << np.uint64(16) | bits * bits % 65521


def is_nan(kind, bits):
    if kind.startswith("i") or kind == "f4E2M1FN":
        return np.zeros(bits.shape, bool)
    if kind in NARROW:
        payload = {"f8E4M3FN": 0x7F, "f8E5M2": 0x7D, "f8E5M3FNU": 0xFF, "f8E8M0FNU": 0xFF}
        unsigned = bits & 0x7F if kind in ("f8E4M3FN", "f8E5M2") else bits
        return unsigned >= payload[kind]
    # tf32 is stored as the f32 that it is.
    exponent, fraction = FIELDS[{"tf32": "f32"}.get(kind, kind)]
    sign = np.uint64(1 << (exponent + fraction))
    return (bits & ~sign) > np.uint64(((1 << exponent) - 1) << fraction)


class Batch:
    """A kernel that computes the value of each tree for all numbers."""

    def __init__(self, folder, writer, trees):
        self.folder = folder
        self.kinds = []
        kind = writer.kind
        x = numbers(kind)
        self.count = x.size
        self.program = Program()
        self.command = []
        self.load("x", kind, x)
        self.load("y", kind, x[np.arange(x.size) * 40503 % x.size])
        self.load("b", "i1", np.arange(x.size, dtype=np.uint64) // 3 % 2)
        for place, tree in enumerate(trees):
            self.program.lines += writer.lines(tree, f"%r{place}", f"{x.size}x")
            self.store(f"r{place}", writer.stored(tree))
        (folder / "plain.mlir").write_text(self.program.text())

    def save(self, name, kind, bits):
        array = stored(kind, bits)
        array = array.view(f"V{array.itemsize}")
        np.save(self.folder / f"{name}.npy", array)
        self.command.append(f"--arg=ptr:{self.folder / name}.npy")

    def load(self, name, kind, bits):
        self.program.load(name, kind, bits.size)
        self.save(name, kind, bits)

    def store(self, name, kind):
        self.program.store(name, kind, self.count)
        self.save(name, kind, np.zeros(self.count, np.uint64))
        self.kinds.append(kind)

    def rewrite(self):
        """The name of the file of the kernel as canonicalize leaves it."""
        text = run_tool(["cuda-tile-opt", "--canonicalize", self.folder / "plain.mlir"])
        (self.folder / "rewritten.mlir").write_text(text)
        return "rewritten.mlir"

    def run(self, kernel):
        """The bits of all results."""
        outs = [
            f"--out={3 + place}={self.folder / f'out{place}.npy'}"
            for place in range(len(self.kinds))
        ]
        options = ["--engine=interpret", *self.command, *outs]
        run_tool(["cuda-tile-run", self.folder / kernel, *options])
        results = []
        for place, kind in enumerate(self.kinds):
            array = np.load(self.folder / f"out{place}.npy")
            width = array.dtype.itemsize
            results.append(loaded(kind, array.view(f"u{width}")))
        return results


def same(kind, old, new):
    return (old == new) | (is_nan(kind, old) & is_nan(kind, new))


def assert_same_numbers(folder, writer, trees):
    for start in range(0, len(trees), BATCH):
        chosen = trees[start : start + BATCH]
        batch = Batch(folder, writer, chosen)
        plain, rewritten = batch.run("plain.mlir"), batch.run(batch.rewrite())
        for tree, kind, old, new in zip(chosen, batch.kinds, plain, rewritten, strict=True):
            wrong = np.flatnonzero(~same(kind, old, new))
            assert not wrong.size, (
                f"{wrong.size} results of {tree} differ, the first for x = "
                f"{int(numbers(writer.kind)[wrong[0]]):#x}: {int(old[wrong[0]]):#x} became "
                f"{int(new[wrong[0]]):#x}"
            )


@pytest.mark.parametrize("kind", ["f16", "bf16", "f32"])
def test_one_operation(tmp_path, kind):
    trees = list(rewritten_by(writer_of(kind), one_operation(kind)))
    assert {names(tree) for tree in trees} >= {
        *("addf", "subf", "mulf", "divf", "fma", "maxf", "minf", "cmpf", "select")
    }
    assert_same_numbers(tmp_path, writer_of(kind), trees)


@pytest.mark.parametrize("kind", ["f16", "bf16", "f32"])
def test_two_operations(tmp_path, kind):
    writer = writer_of(kind)
    alone = rewritten_by(writer, one_operation(kind))
    trees = list(rewritten_by(writer, not_explained(two_operations(kind), alone)))
    assert {names(tree) for tree in trees} >= {"negf(negf)", "absf(negf)", "ceil(floor)"}
    assert_same_numbers(tmp_path, writer, trees)


@pytest.mark.parametrize("kind", [kind for kind in SCALARS if bits_of(kind) <= 16])
def test_conversions(tmp_path, kind):
    writer = Writer(kind, None)
    trees = list(rewritten_by(writer, converted(kind, 3)))
    assert len(trees) > 10
    assert_same_numbers(tmp_path, writer, trees)


@pytest.mark.parametrize("kind", ["f4E2M1FN", "f8E4M3FN", "f16"])
def test_conversions_of_four_bits(tmp_path, kind):
    """All chains of two by way of four bits run, rewritten or not."""
    targets = SCALARS if kind == "f4E2M1FN" else ["f4E2M1FN", kind, "f32"]
    assert_same_numbers(tmp_path, Writer(kind, None), list(converted(kind, 2, targets)))


@pytest.mark.parametrize("kind", ["i8", "i16"])
def test_roundings_of_integers(tmp_path, kind):
    writer = Writer(kind, None)
    trees = list(rewritten_by(writer, of_integers(kind)))
    assert {names(tree) for tree in trees} == {"ceil(itof)", "floor(itof)"}
    assert_same_numbers(tmp_path, writer, trees)


# Rewrites that look like identities, and a number for which each is none.
WRONG = {
    "x + 0 is 0 for -0": ("addf", "zero"),
    "x * 0 is NaN for an infinity": ("mulf", "zero"),
    "x - x is NaN for an infinity": ("subf", "x"),
    "the maximum of x and -inf is -inf for NaN": ("maxf", "-inf"),
}


@pytest.mark.parametrize("reason", WRONG)
def test_the_judge_sees_one_number(tmp_path, reason):
    """The results on all numbers tell each of these programs from its neighbour."""
    name, leaf = WRONG[reason]
    tree = (Form(f"{name} {{0}}, {{1}} : {{t}}"), ("x", leaf))
    batch = Batch(tmp_path, writer_of("f16"), [tree])
    (got,) = batch.run("plain.mlir")
    identity = np.zeros_like(got) if name in ("mulf", "subf") else numbers("f16")
    assert not same("f16", got, identity).all()
