# ===- test_float_code.py - The code of float operations on narrow numbers ------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The code of every float operation, on every number of up to 16 bits.

A kernel of one operation for each array is compiled, and its PTX runs on the emulator: on
all numbers of f16 and bf16, on all pairs of neighbours of formats of up to 8 bits, which
instructions convert in pairs, and on numbers of f32 at which roundings to 16 bits
differ. The interpreter, which test_exhaustive.py holds against exact arithmetic, says
which bits are right; where the language leaves an error, the bounds that it derives do.
Operations of two numbers of 16 bits have all of them beside landmarks and in other orders.
"""

import pathlib
import subprocess
import sys

import numpy as np
import pytest
from generic import BIN_DIR
from programs import Form, Writer, names
from test_float_rewrites import (
    COMPARISONS,
    ROUNDINGS,
    SELECT,
    binary,
    flushes,
    literal,
    modes,
    unary,
)

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Numerics"))
from program import Program, bits_of, stored  # noqa: E402
from test_conversions import NARROW  # noqa: E402
from test_elementary import UNARY  # noqa: E402
from test_exhaustive import roundings, values  # noqa: E402

GPUS = ["sm_75", "sm_80", "sm_89", "sm_90", "sm_100", "sm_120"]
# The elements of a tile, and the arrays that one kernel stores.
TILE, BATCH = 1024, 12


class Kernel:
    """The value of each tree for the elements of arrays, which are named as types and
    bits."""

    def __init__(self, folder, operands, trees):
        self.folder = folder
        count = max(bits.size for _, bits in operands.values())
        self.blocks = count // TILE
        assert self.blocks * TILE == count
        self.program = Program(self.blocks)
        self.command = []
        for name, (kind, bits) in operands.items():
            self.program.load(name, kind, count)
            self.save(name, kind, bits)
        (kind, _) = operands["x"]
        writer = Writer(kind, lambda leaf: literal(leaf, kind))
        self.first = len(operands)
        for place, tree in enumerate(trees):
            self.program.lines += writer.lines(tree, f"%r{place}", f"{TILE}x")
            result = writer.stored(tree)
            self.program.store(f"r{place}", result, count)
            self.save(f"r{place}", result, np.zeros(count, np.uint64))
        (folder / "kernel.mlir").write_text(self.program.text())

    def save(self, name, kind, bits):
        array = stored(kind, bits)
        np.save(self.folder / f"{name}.npy", array.view(f"V{array.itemsize}"))
        self.command.append(f"--arg=ptr:{self.folder / name}.npy")

    def run(self, *options):
        command = [BIN_DIR / "cuda-tile-run", self.folder / "kernel.mlir", "--check=none"]
        command += [f"--grid={self.blocks}", *self.command, *options]
        return subprocess.run(command, capture_output=True, text=True, timeout=300)


def assert_right(folder, gpu, operands, trees, level=3):
    """Holds the code of each tree against the interpreter."""
    assert trees
    for start in range(0, len(trees), BATCH):
        chosen = trees[start : start + BATCH]
        kernel = Kernel(folder, operands, chosen)
        options = ["--engine=emulate", "--compare=interpret", f"--gpu-name={gpu}", f"-O{level}"]
        done = kernel.run(*options)
        wrong = [line for line in done.stdout.splitlines() if " differ" in line]
        told = {f"r{place}": names(tree) for place, tree in enumerate(chosen)}
        assert done.returncode == 0, f"{told}\n{wrong}\n{done.stderr}"


def every(kind):
    return np.arange(1 << bits_of(kind), dtype=np.uint64)


def numbers_of(kind):
    """All numbers of 16 bits; of less, all pairs of neighbours."""
    if bits_of(kind) == 16:
        return every(kind)
    first, second = np.meshgrid(every(kind), every(kind))
    pairs = np.stack([first.ravel(), second.ravel()], axis=1).ravel()
    return np.resize(pairs, max(pairs.size, TILE))


def partners(kind):
    """All numbers beside landmarks, and beside all in other orders."""
    x = every(kind)
    leaves = [literal(leaf, kind) for leaf in ("zero", "-zero", "one", "inf", "nan", "least")]
    rows = [np.full_like(x, leaf) for leaf in leaves]
    rows += [x[(x * np.uint64(step) + np.uint64(7)) % x.size] for step in (1, 40503, 257)]
    return np.tile(x, len(rows)), np.concatenate(rows)


def wide_numbers():
    """All upper halves of f32 with lower ones that decide how 16 bits are rounded: at, below
    and above the middles of bf16 and of f16, with an even and an odd last bit."""
    lower = [0, 1, 0x0FFF, 0x1000, 0x1001, 0x3000, 0x7FFF, 0x8000, 0x8001, 0xFFFF]
    upper = np.arange(1 << 16, dtype=np.uint64) << np.uint64(16)
    return np.concatenate([upper | np.uint64(low) for low in lower])


def elementary(kind):
    """The functions of one number, with all roundings that they have."""
    for name in UNARY:
        yield Form(f"{name} {{0}} : {{t}}", 1)
    for mode in ["", *(f" rounding<{rounding}>" for rounding in ROUNDINGS)]:
        yield Form(f"sqrt {{0}}{mode} : {{t}}", 1)


@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("kind", ["f16", "bf16"])
def test_one_number(tmp_path, kind, gpu):
    forms = [*unary(), *elementary(kind)]
    trees = [(form, ("x",)) for form in forms]
    assert_right(tmp_path, gpu, {"x": (kind, every(kind))}, trees)


@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("kind", ["f16", "bf16"])
def test_two_numbers(tmp_path, kind, gpu):
    x, y = partners(kind)
    third = y[np.arange(y.size) * 40503 % y.size]
    operands = {"x": (kind, x), "y": (kind, y), "z": (kind, third)}
    operands["b"] = ("i1", x // np.uint64(3) % np.uint64(2))
    forms = binary(kind, modes(kind)) + COMPARISONS
    trees = [(form, ("x", "y")) for form in forms]
    trees.append((SELECT, ("b", "x", "y")))
    fma = Form("fma {0}, {1}, %z : {t}")
    trees.append((fma, ("x", "y")))
    assert_right(tmp_path, gpu, operands, trees)


def to_floats(source, targets):
    for target in targets:
        if target != source:
            for rounding in roundings(source, target):
                mode = "" if rounding == "nearest_even" else f" rounding<{rounding}>"
                text = f"ftof {{0}}{mode} : tile<{source}> -> tile<{target}>"
                yield (Form(text, 1, target), ("x",))


@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("source", NARROW)
def test_ftof(tmp_path, source, gpu):
    trees = list(to_floats(source, [*NARROW, "tf32", "f32", "f64"]))
    assert_right(tmp_path, gpu, {"x": (source, numbers_of(source))}, trees)


@pytest.mark.parametrize("gpu", GPUS)
def test_ftof_of_wide_numbers(tmp_path, gpu):
    trees = list(to_floats("f32", [*NARROW, "tf32"]))
    assert_right(tmp_path, gpu, {"x": ("f32", wide_numbers())}, trees)


def to_integers(source, saturating):
    for target in ("i1", "i8", "i16", "i32", "i64"):
        for sign in ("signed", "unsigned"):
            text = f"ftoi {{0}} {sign}{saturating} : tile<{source}> -> tile<{target}>"
            yield (Form(text, 1, target), ("x",))


@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("source", NARROW)
def test_ftoi(tmp_path, source, gpu):
    bits = numbers_of(source)
    trees = list(to_integers(source, " saturating"))
    assert_right(tmp_path, gpu, {"x": (source, bits)}, trees)
    # Without saturation, others have no value.
    with np.errstate(invalid="ignore"):
        number = np.trunc(values(source, bits))
        fits = (number >= 0) & (number < 128)
    bits = np.where(fits, bits, bits[fits][0])
    assert_right(tmp_path, gpu, {"x": (source, bits)}, list(to_integers(source, "")))


@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("source", ["i8", "i16"])
def test_itof(tmp_path, source, gpu):
    trees = [
        (Form(f"itof {{0}} {sign} : tile<{source}> -> tile<{target}>", 1, target), ("x",))
        for target in [*NARROW, "tf32", "f32", "f64"]
        if target != "f8E8M0FNU"
        for sign in ("signed", "unsigned")
    ]
    assert_right(tmp_path, gpu, {"x": (source, numbers_of(source))}, trees)


def clamps(kind):
    """Extrema with a zero of either sign and with 1, in both orders, which LLVM may take for
    a saturation."""
    for flush in flushes(kind):
        for nan in ("", " propagate_nan"):
            most, least = (
                Form(f"{name} {{0}}, {{1}}{flush}{nan} : {{t}}") for name in ("maxf", "minf")
            )
            for zero in ("zero", "-zero"):
                yield (least, ((most, ("x", zero)), "one"))
                yield (most, ((least, ("x", "one")), zero))


@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("kind", ["f16", "bf16", "f32", "f64"])
def test_clamps(tmp_path, kind, gpu):
    """Each sign, exponent and upper fraction: extrema with zeros and 1 know no others. LLVM
    finds other forms of these where it has not optimised before."""
    x = np.arange(1 << 16, dtype=np.uint64) << np.uint64(bits_of(kind) - 16)
    if bits_of(kind) > 16:
        x = np.concatenate([x, x | np.uint64(1)])
    for level in (0, 3):
        assert_right(tmp_path, gpu, {"x": (kind, x)}, list(clamps(kind)), level)


def test_the_judge_sees_one_number(tmp_path):
    """The extremum of x and the greatest number is x but for an infinity and NaN."""
    x = every("bf16")
    operands = {"x": ("bf16", x)}
    tree = (Form("minf {0}, {1} propagate_nan : {t}"), ("x", "largest"))
    kernel = Kernel(tmp_path, operands, [tree])
    kernel.save("expected", "bf16", x)
    kernel.command.pop()
    done = kernel.run("--engine=emulate", f"--expect=1={tmp_path / 'expected.npy'}")
    assert done.returncode != 0 and " 1 of 65536 " in done.stdout + done.stderr, done
