# ===- test_ptx.py - Narrow arithmetic of PTX beside numpy --------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Instructions of PTX, emulated, on all bytes, all pairs of bytes, and on all
numbers of 16 bits with landmarks; the results have the bits of numpy's and ml_dtypes'.
f16 and bf16 only have PTX's NaN here."""

import itertools
import subprocess

import ml_dtypes
import numpy as np
import pytest
from test_conversions import BIN_DIR

THREADS = 256


def emulate(folder, instructions, inputs, width):
    """Runs `instructions`, which compute %z from %x, %y and %w, on arrays of words.
    Returns one array for each instruction."""
    count, size = inputs[0].size, width // 8
    assert count % THREADS == 0
    arrays = [*inputs, *[np.zeros(count, f"u{size}")] * len(instructions)]
    names = ["x", "y", "w"][: len(inputs)]
    parameters = ", ".join(f".param .u64 p{i}" for i in range(len(arrays)))
    lines = [
        ".version 9.0",
        ".target sm_90a",
        ".address_size 64",
        f".visible .entry k({parameters}) .reqntid {THREADS} {{",
        f".reg .b{width} %x, %y, %z, %w; .reg .b32 %r<9>, %lane;",
        ".reg .b64 %d<9>, %at; .reg .pred %p<9>; .reg .b16 %h<9>;",
        "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x;",
        f"mad.lo.u32 %r1, %r1, {THREADS}, %r2; mul.wide.u32 %at, %r1, {size};",
    ]
    for i, name in enumerate(names):
        lines.append(f"ld.param.u64 %d1, [p{i}]; add.u64 %d1, %d1, %at;")
        lines.append(f"ld.global.b{width} %{name}, [%d1];")
    for i, instruction in enumerate(instructions, len(inputs)):
        lines += [
            instruction,
            f"ld.param.u64 %d1, [p{i}]; add.u64 %d1, %d1, %at;",
            f"st.global.b{width} [%d1], %z;",
        ]
    (folder / "k.ptx").write_text("\n".join([*lines, "ret; }"]))
    command = [str(BIN_DIR / "cuda-tile-run"), str(folder / "k.ptx")]
    command += ["--engine=emulate", "--check=none", f"--grid={count // THREADS}"]
    for i, array in enumerate(arrays):
        np.save(folder / f"{i}.npy", array)
        command.append(f"--arg=ptr:{folder / f'{i}.npy'}")
        if i >= len(inputs):
            command.append(f"--out={i}={folder / f'{i}.out.npy'}")
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    first = len(inputs)
    return [np.load(folder / f"{i}.out.npy") for i in range(first, len(arrays))]


def check(folder, cases, inputs, width):
    """`cases`: pairs of an instruction and the expected words."""
    results = emulate(folder, [text for text, _ in cases], inputs, width)
    for (text, expected), got in zip(cases, results, strict=True):
        wrong = np.flatnonzero(got != expected)
        if wrong.size:
            at = wrong[0]
            operands = ", ".join(hex(array[at]) for array in inputs)
            pytest.fail(
                f"{text} of {operands}: {got[at]:#x} instead of "
                f"{expected[at]:#x}; {wrong.size} differ",
                pytrace=False,
            )


# ===------------------------------------------------------------------------===#
# Bytes: SIMD video instructions and dot products on all pairs
# ===------------------------------------------------------------------------===#


def byte_pairs():
    """All pairs, four in each pair of words; and the third operand."""
    first, second = np.meshgrid(np.arange(256), np.arange(256), indexing="ij")
    a = first.astype(np.uint8).ravel().view(np.uint32)
    # Every word holds four different pairs.
    b = second.astype(np.uint8).ravel().view(np.uint32)
    c = np.random.default_rng(4).integers(0, 1 << 32, a.size, np.uint32)
    return a, b, c


def elements(words, kind):
    """Bytes of words as numbers of u8 or s8, one row for each word."""
    return words.view(np.uint8).view(f"{kind[0]}1").reshape(-1, 4).astype(np.int64)


def packed(numbers):
    return numbers.astype(np.uint8).view(np.uint32).ravel()


SIMD = {
    "vadd": np.add,
    "vsub": np.subtract,
    "vabsdiff": lambda a, b: np.abs(a - b),
    "vmin": np.minimum,
    "vmax": np.maximum,
    "vavrg": lambda a, b: (a + b + (a + b >= 0)) >> 1,
}
CODES = {"u32": "u", "s32": "i"}
LIMITS = {"u32": (0, 255), "s32": (-128, 127)}


@pytest.mark.parametrize("name", SIMD)
def test_all_pairs_of_bytes(tmp_path, name):
    a, b, c = byte_pairs()
    cases = []
    for to, left, right in itertools.product(CODES, CODES, CODES):
        exact = SIMD[name](elements(a, CODES[left]), elements(b, CODES[right]))
        total = exact.sum(axis=1) + c.astype(np.int64)
        form = f"{name}4.{to}.{left}.{right}"
        cases += [
            (f"{form} %z, %x, %y, %w;", packed(exact)),
            (f"{form}.sat %z, %x, %y, %w;", packed(exact.clip(*LIMITS[to]))),
            (f"{form}.add %z, %x, %y, %w;", total.astype(np.uint32)),
        ]
    check(tmp_path, cases, (a, b, c), 32)


def test_all_pairs_of_bytes_in_dot_products(tmp_path):
    a, b, c = byte_pairs()
    cases = []
    for left, right in itertools.product(CODES, CODES):
        x, y = elements(a, CODES[left]), elements(b, CODES[right])
        halves = a.view(np.uint16).view(f"{CODES[left]}2").reshape(-1, 2)
        halves = halves.astype(np.int64)
        for form, value in [
            ("dp4a", (x * y).sum(axis=1)),
            ("dp2a.lo", (halves * y[:, :2]).sum(axis=1)),
            ("dp2a.hi", (halves * y[:, 2:]).sum(axis=1)),
        ]:
            text = f"{form}.{left}.{right} %z, %x, %y, %w;"
            cases.append((text, (value + c).astype(np.uint32)))
    check(tmp_path, cases, (a, b, c), 32)


# ===------------------------------------------------------------------------===#
# Integers of 16 bits
# ===------------------------------------------------------------------------===#

LANDMARKS = [0, 1, 2, 3, 7, 15, 16, 17, 255, 256, 0x5555, 0x7FFE, 0x7FFF]
LANDMARKS += [0x8000, 0x8001, 0xAAAA, 0xC000, 0xFF00, 0xFFFE, 0xFFFF]


def words16(landmarks):
    """All words of 16 bits with each landmark."""
    x = np.tile(np.arange(1 << 16, dtype=np.uint16), len(landmarks))
    return x, np.repeat(np.array(landmarks, np.uint16), 1 << 16)


def truncated(a, b):
    """The quotient rounded towards zero."""
    return np.sign(a) * np.sign(b) * (np.abs(a) // np.abs(b))


@pytest.mark.parametrize("kind", ["u16", "s16"])
def test_integers_of_16_bits(tmp_path, kind):
    x, y = words16(LANDMARKS)
    code = "u2" if kind == "u16" else "i2"
    a, b = x.view(code).astype(np.int64), y.view(code).astype(np.int64)
    divisor = np.where(b == 0, 1, b)
    quotient = np.where(b == 0, -1, truncated(a, divisor))
    remainder = np.where(b == 0, a, a - truncated(a, divisor) * divisor)
    amount = y.astype(np.int64).clip(0, 16)
    values = {
        f"add.{kind} %z, %x, %y;": a + b,
        f"sub.{kind} %z, %x, %y;": a - b,
        f"mul.lo.{kind} %z, %x, %y;": a * b,
        f"mul.hi.{kind} %z, %x, %y;": (a * b) >> 16,
        f"mad.lo.{kind} %z, %x, %y, %y;": a * b + b,
        f"mad.hi.{kind} %z, %x, %y, %y;": ((a * b) >> 16) + b,
        f"sad.{kind} %z, %x, %y, %y;": np.abs(a - b) + b,
        f"div.{kind} %z, %x, %y;": quotient,
        f"rem.{kind} %z, %x, %y;": remainder,
        f"min.{kind} %z, %x, %y;": np.minimum(a, b),
        f"max.{kind} %z, %x, %y;": np.maximum(a, b),
        f"cvt.u32.u16 %r3, %y; shr.{kind} %z, %x, %r3;": a >> amount,
        "cvt.u32.u16 %r3, %y; shl.b16 %z, %x, %r3;": a << amount,
        "and.b16 %z, %x, %y;": a & b,
        "xor.b16 %z, %x, %y;": a ^ b,
        "cnot.b16 %z, %x;": a == 0,
    }
    if kind == "s16":
        values["abs.s16 %z, %x;"] = np.abs(a)
        values["neg.s16 %z, %x;"] = -a
    for name, holds in [("lt", a < b), ("le", a <= b), ("eq", a == b)]:
        text = f"setp.{name}.{kind} %p1, %x, %y; selp.b16 %z, 1, 0, %p1;"
        values[text] = holds
    cases = [(text, value.astype(np.uint16)) for text, value in values.items()]
    check(tmp_path, cases, (x, y), 16)


# ===------------------------------------------------------------------------===#
# Floats of 16 bits
# ===------------------------------------------------------------------------===#

FLOATS = {"f16": np.float16, "bf16": ml_dtypes.bfloat16}
FLOAT_LANDMARKS = {
    "f16": [0, 1, 0x3FF, 0x400, 0x401, 0x3BFF, 0x3C00, 0x3C01, 0x3555, 0x4248]
    + [0x6400, 0x7BFF, 0x7C00, 0x7C01, 0x7FFF],
    "bf16": [0, 1, 0x7F, 0x80, 0x81, 0x3F7F, 0x3F80, 0x3F81, 0x3EAB, 0x4049]
    + [0x4300, 0x7F7F, 0x7F80, 0x7F81, 0x7FFF],
}


class Floats:
    """Operands of a format as doubles, and results as words."""

    def __init__(self, kind):
        self.kind, self.dtype = kind, FLOATS[kind]
        marks = FLOAT_LANDMARKS[kind]
        self.x, self.y = words16([*marks, *[mark | 0x8000 for mark in marks]])

    def words(self, doubles):
        """The nearest numbers. Rounding sums and products twice, first to double, is the
        same as rounding once: 53 bits are more than 2p + 2."""
        with np.errstate(all="ignore"):
            bits = doubles.astype(self.dtype).view(np.uint16)
        return np.where(np.isnan(doubles), np.uint16(0x7FFF), bits)

    def doubles(self, words):
        with np.errstate(all="ignore"):
            return words.view(self.dtype).astype(np.float64)

    def flushed(self, words):
        exponent = 0x7C00 if self.kind == "f16" else 0x7F80
        return np.where(words & exponent, words, words & np.uint16(0x8000))


@pytest.mark.parametrize("kind", FLOATS)
def test_arithmetic_of_16_bits(tmp_path, kind):
    f = Floats(kind)
    cases = []
    for name, function in [
        ("add", np.add),
        ("sub", np.subtract),
        ("mul", np.multiply),
    ]:
        with np.errstate(all="ignore"):
            exact = function(f.doubles(f.x), f.doubles(f.y))
        cases.append((f"{name}.rn.{kind} %z, %x, %y;", f.words(exact)))
        if kind == "bf16":
            continue
        clipped = np.nan_to_num(exact, nan=0.0, posinf=1.0, neginf=0.0)
        clipped = clipped.clip(0, 1) + 0.0
        cases.append((f"{name}.sat.f16 %z, %x, %y;", f.words(clipped)))
        with np.errstate(all="ignore"):
            exact = function(f.doubles(f.flushed(f.x)), f.doubles(f.flushed(f.y)))
        flushed = f.flushed(f.words(exact))
        cases.append((f"{name}.ftz.f16 %z, %x, %y;", flushed))
    check(tmp_path, cases, (f.x, f.y), 16)


@pytest.mark.parametrize("kind", FLOATS)
def test_order_of_16_bits(tmp_path, kind):
    f = Floats(kind)
    a, b = f.doubles(f.x), f.doubles(f.y)
    unordered = np.isnan(a) | np.isnan(b)
    cases = []
    for name, holds in [
        ("lt", a < b),
        ("le", a <= b),
        ("eq", a == b),
        ("ne", (a != b) & ~unordered),
        ("gt", a > b),
        ("ge", a >= b),
    ]:
        for suffix, expected in [("", holds), ("u", holds | unordered)]:
            text = f"setp.{name}{suffix}.{kind} %p1, %x, %y; "
            text += "selp.b16 %z, 1, 0, %p1;"
            cases.append((text, expected.astype(np.uint16)))
    # The key that orders all numbers, with -0 below +0.
    x, y = f.x.astype(np.int64), f.y.astype(np.int64)
    less = np.where(x & 0x8000, 0x7FFF - x, x) < np.where(y & 0x8000, 0x7FFF - y, y)
    for name, first in [("min", less), ("max", ~less)]:
        number = np.where(first, f.x, f.y)
        number = np.where(np.isnan(a), f.y, np.where(np.isnan(b), f.x, number))
        both = np.isnan(a) & np.isnan(b)
        for nan, canonical in [("", both), (".NaN", unordered)]:
            expected = np.where(canonical, np.uint16(0x7FFF), number)
            cases.append((f"{name}{nan}.{kind} %z, %x, %y;", expected))
    cases.append((f"neg.{kind} %z, %x;", f.x ^ np.uint16(0x8000)))
    cases.append((f"abs.{kind} %z, %x;", f.x & np.uint16(0x7FFF)))
    check(tmp_path, cases, (f.x, f.y), 16)


@pytest.mark.parametrize("kind", FLOATS)
def test_functions_of_16_bits(tmp_path, kind):
    """numpy computes in double. No result for a number of 16 bits is so close to the
    middle of two that its error matters."""
    f = Floats(kind)
    x = np.arange(1 << 16, dtype=np.uint16)
    with np.errstate(all="ignore"):
        tanh = f.words(np.tanh(f.doubles(x)))
        ex2 = f.words(np.exp2(f.doubles(x)))
        if kind == "bf16":
            ex2 = f.flushed(f.words(np.exp2(f.doubles(f.flushed(x)))))
    ftz = ".ftz" if kind == "bf16" else ""
    cases = [
        (f"tanh.approx.{kind} %z, %x;", tanh),
        (f"ex2.approx{ftz}.{kind} %z, %x;", ex2),
    ]
    check(tmp_path, cases, (x,), 16)
