# ===- test_float_code.py - The code of float operations on narrow numbers ------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The code of every float operation, on every number of up to 16 bits.

A kernel of one operation for each array is compiled, and its PTX runs on the emulator: on
all numbers of 16 bits and of tf32, on all pairs of neighbours of types of up to 8 bits,
which instructions convert in pairs, and on wider numbers at which roundings differ. The
interpreter, which test_exhaustive.py holds against exact arithmetic, says which bits are
right; where the language leaves an error, the bounds that it derives do.
Operations of two numbers of 16 bits have all of them beside landmarks and in other orders.
"""

import math
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

FLOATS = [*NARROW, "tf32", "f32", "f64"]
INTEGERS = ["i1", "i8", "i16", "i32", "i64"]
GPUS = ["sm_75", "sm_80", "sm_89", "sm_90", "sm_100", "sm_120"]
# The elements of a tile, and the arrays that one kernel stores.
TILE, BATCH = 1024, 12
# The stored bits of the fraction of f64.
FRACTION = 52


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


def wide_numbers():
    """All upper halves of f32 with lower ones that decide how 16 bits are rounded: at, below
    and above the middles of bf16 and of f16, with an even and an odd last bit. Normal
    numbers of f16 drop 13 bits, subnormals more, of which 14 and 15 end in lower halves."""
    middles = [0x1000, 0x3000, 0x2000, 0x6000, 0x4000, 0xC000, 0x8000]
    lower = sorted({0, 1, 0xFFFF, *(middle + step for middle in middles for step in (-1, 0, 1))})
    upper = np.arange(1 << 16, dtype=np.uint64) << np.uint64(16)
    return np.concatenate([upper | np.uint64(low) for low in lower])


def middles(most, exponents):
    """Numbers halfway between two of up to `most` bits, of which the lower one is even or odd,
    at both ends of each binade; each as an odd factor and an exponent of two."""
    for exponent in exponents:
        for bits in range(most + 1):
            first, last = (1 << bits) >> 1, (1 << bits) - 1
            for below in {first, min(first + 1, last), max(first, last - 1), last}:
                yield 2 * below + 1, exponent - bits


def beside(bits, kind):
    """Numbers, those next to them and all of their opposites, for whole blocks."""
    sign, mask = (np.uint64(each) for each in (1 << bits_of(kind) - 1, (1 << bits_of(kind)) - 1))
    found = np.concatenate([bits - np.uint64(1), bits, bits + np.uint64(1)])
    opposite = ~found + np.uint64(1) if kind.startswith("i") else found ^ sign
    found = np.unique(np.concatenate([found, opposite]) & mask)
    return np.resize(found, -(-found.size // TILE) * TILE)


def numbers_of(kind):
    """All numbers of 16 bits and of tf32; of less, all pairs of neighbours; of more, numbers
    that decide how they are rounded."""
    if kind == "tf32":
        return np.arange(1 << 19, dtype=np.uint64) << np.uint64(13)
    if kind == "f32":
        return wide_numbers()
    if kind == "f64":
        found = [math.ldexp(*each) for each in middles(FRACTION, range(-150, 131))]
        special = [0.0, sys.float_info.max, sys.float_info.min, math.inf, math.nan]
        return beside(np.array(found + special).view(np.uint64), kind)
    if bits_of(kind) > 16:
        found = middles(FRACTION, range(bits_of(kind)))
        whole = [factor << power for factor, power in found if power >= 0]
        return beside(np.array([0, *whole], np.uint64), kind)
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
@pytest.mark.parametrize("source", FLOATS)
def test_ftof(tmp_path, source, gpu):
    trees = list(to_floats(source, FLOATS))
    assert_right(tmp_path, gpu, {"x": (source, numbers_of(source))}, trees)


def doubles(kind, bits):
    if kind in ("f32", "f64"):
        return bits.astype(f"u{bits_of(kind) // 8}").view(f"f{bits_of(kind) // 8}").astype(float)
    return values(kind, bits)


def to_integers(source, saturating):
    for target in INTEGERS:
        for sign in ("signed", "unsigned"):
            text = f"ftoi {{0}} {sign}{saturating} : tile<{source}> -> tile<{target}>"
            yield (Form(text, 1, target), ("x",))


@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("source", FLOATS)
def test_ftoi(tmp_path, source, gpu):
    bits = numbers_of(source)
    trees = list(to_integers(source, " saturating"))
    assert_right(tmp_path, gpu, {"x": (source, bits)}, trees)
    # Without saturation, others have no value.
    with np.errstate(invalid="ignore"):
        number = np.trunc(doubles(source, bits))
        fits = (number >= 0) & (number < 128)
    bits = np.where(fits, bits, bits[fits][0])
    assert_right(tmp_path, gpu, {"x": (source, bits)}, list(to_integers(source, "")))


@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("source", INTEGERS)
def test_itof(tmp_path, source, gpu):
    trees = [
        (Form(f"itof {{0}} {sign} : tile<{source}> -> tile<{target}>", 1, target), ("x",))
        for target in FLOATS
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


@pytest.mark.parametrize("fraction, least", [(10, -14), (7, -126)])
def test_wide_numbers_meet_the_middles(fraction, least):
    """Each binade has middles of f16 and bf16, with an even and an odd number below them, and
    the numbers of f32 next to them."""
    bits = np.unique(wide_numbers())
    bits = bits[(bits > 0) & (bits < literal("inf", "f32"))]
    x = bits.astype(np.uint32).view(np.float32).astype(float)
    exponent = np.frexp(x)[1] - 1
    below, rest = np.divmod(np.ldexp(x, fraction - np.maximum(exponent, least)), 1)
    met = np.flatnonzero(rest == 0.5)
    met = met[(bits[met - 1] == bits[met] - np.uint64(1))]
    met = met[(bits[met + 1] == bits[met] + np.uint64(1))]
    found = set(zip(exponent[met].tolist(), (below[met] % 2).tolist()))
    expected = set()
    for each in range(least - fraction - 1, 16 if least == -14 else 128):
        # Below the least number there is an even one alone, and only the least has its exponent.
        first = math.floor(math.ldexp(1, min(each - least, 0) + fraction))
        expected |= {(each, parity) for parity in ({first} if first < 2 else {0, 1})}
    assert expected <= found, expected - found
