# ===- test_conversions.py - Conversions, compiled ---------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Every conversion between formats, rounded in every mode that it has, on the
emulator beside the interpreter: with and without the instructions that a GPU may
have for it, on all numbers of the small formats, and on those of the others at and
near the borders of rounding.
"""

import numpy as np
import pytest

SMALL = ("f8E4M3FN", "f8E5M2", "f8E8M0FNU", "f8E5M3FNU")
FLOATS = (*SMALL, "f16", "bf16", "tf32", "f32", "f64")
INTEGERS = ("i1", "i8", "i16", "i32", "i64")
#: Bits of each format: of its word, of its exponent, of its fraction.
ENCODINGS = {
    "f16": (16, 5, 10), "bf16": (16, 8, 7), "tf32": (32, 8, 23),
    "f32": (32, 8, 23), "f64": (64, 11, 52),
}  # fmt: skip
COUNT = 4096
GPUS = (("sm_75", 3), ("sm_89", 0), ("sm_100", 3))


def modes(source, target):
    """The roundings of a conversion (the verifier's table)."""
    if target == "f8E8M0FNU":
        return ["zero", "positive_inf"]
    if target in SMALL:
        return ["nearest_even"]
    if (source, target) == ("f64", "f32"):
        return ["nearest_even", "zero", "negative_inf", "positive_inf"]
    if (source, target) == ("f32", "tf32"):
        return ["nearest_even", "zero", "nearest_away"]
    return ["nearest_even", "zero"]


def words(random, source):
    """The words of numbers of a format."""
    if source in SMALL:
        return np.tile(np.arange(256, dtype=np.uint8), COUNT // 256)
    width, exponent_bits, fraction_bits = ENCODINGS[source]
    word = np.dtype(f"u{width // 8}").type
    sign = random.integers(0, 2, COUNT, dtype=np.uint64) << np.uint64(width - 1)
    bias = 2 ** (exponent_bits - 1) - 1
    exponents = random.integers(0, 2 * bias + 2, COUNT, dtype=np.uint64)
    # Half of them have about the magnitude of the small formats.
    near = random.integers(max(bias - 24, 0), bias + 18, COUNT, dtype=np.uint64)
    exponents = np.where(random.integers(0, 2, COUNT) == 0, exponents, near)
    exponents = np.minimum(exponents, np.uint64(2 * bias + 1))
    # Fractions of a few bits at the top, one below some border more or less.
    kept = random.integers(0, 13, COUNT).astype(np.uint64)
    kept = np.minimum(kept, np.uint64(fraction_bits))
    fractions = random.integers(0, 2**fraction_bits, COUNT, dtype=np.uint64)
    cut = np.uint64(fraction_bits) - kept
    fractions = (fractions >> cut) << cut
    fractions += random.integers(-1, 2, COUNT).astype(np.uint64)
    fractions &= np.uint64(2**fraction_bits - 1)
    bits = sign | exponents << np.uint64(fraction_bits) | fractions
    special = [0, 1 << (width - 1), (2 * bias + 1) << fraction_bits, 1]
    bits[: len(special)] = special
    return bits.astype(word)


def pointers(name, element):
    return (
        f"    %{name}1 = reshape %{name} : tile<ptr<{element}>> -> tile<1xptr<{element}>>\n"
        f"    %{name}2 = broadcast %{name}1 : tile<1xptr<{element}>> -> "
        f"tile<{COUNT}xptr<{element}>>\n"
        f"    %{name}3 = offset %{name}2, %at : tile<{COUNT}xptr<{element}>>, "
        f"tile<{COUNT}xi32> -> tile<{COUNT}xptr<{element}>>\n"
    )


def kernel(source, results):
    """A kernel that stores each of `results`: an element type, and the lines that
    compute %y{index} of %x."""
    arguments = [f"%p: tile<ptr<{source}>>"]
    arguments += [f"%q{k}_: tile<ptr<{type}>>" for k, (type, _) in enumerate(results)]
    body = f"    %at = iota : tile<{COUNT}xi32>\n" + pointers("p", source)
    body += (
        f"    %x, %t = load_ptr_tko weak %p3 : tile<{COUNT}xptr<{source}>> -> "
        f"tile<{COUNT}x{source}>, token\n"
    )
    for k, (type, lines) in enumerate(results):
        body += lines + pointers(f"q{k}_", type)
        body += (
            f"    %t{k} = store_ptr_tko weak %q{k}_3, %y{k} : "
            f"tile<{COUNT}xptr<{type}>>, tile<{COUNT}x{type}> -> token\n"
        )
    return (
        f"cuda_tile.module @m {{\n  entry @k({', '.join(arguments)}) {{\n{body}  }}\n}}\n"
    )


def check(tools, folder, source, data, results):
    (folder / "kernel.mlir").write_text(kernel(source, results))
    np.save(folder / "x.npy", data)
    arguments = [folder / "kernel.mlir", f"--arg=ptr:{folder}/x.npy:{source}"]
    arguments += [f"--arg=ptr:new:{type}[{COUNT}]" for type, _ in results]
    for gpu, level in GPUS:
        tools.run(
            "cuda-tile-run", *arguments, "--engine=emulate", "--compare=interpret",
            f"--gpu-name={gpu}", f"-O{level}",
        )  # fmt: skip


@pytest.mark.parametrize("source", FLOATS)
def test_between_floats(source, tools, tmp_path):
    results = []
    for target in FLOATS:
        if target == source:
            continue
        for mode in modes(source, target):
            results.append(
                (
                    target,
                    f"    %y{len(results)} = ftof %x rounding<{mode}> : "
                    f"tile<{COUNT}x{source}> -> tile<{COUNT}x{target}>\n",
                )
            )
    # f4E2M1FN has no elements in memory of whole bytes.
    four = f"tile<{COUNT}xf4E2M1FN>"
    k = len(results)
    results.append(
        (
            "f32",
            f"    %four = ftof %x : tile<{COUNT}x{source}> -> {four}\n"
            f"    %y{k} = ftof %four : {four} -> tile<{COUNT}xf32>\n",
        )
    )
    check(tools, tmp_path, source, words(np.random.default_rng(1), source), results)


@pytest.mark.parametrize("source", FLOATS)
def test_to_integers(source, tools, tmp_path):
    results = [
        (
            target,
            f"    %y{k} = ftoi %x {signedness} saturating : "
            f"tile<{COUNT}x{source}> -> tile<{COUNT}x{target}>\n",
        )
        for k, (target, signedness) in enumerate(
            (target, signedness)
            for target in INTEGERS
            for signedness in ("signed", "unsigned")
        )
    ]
    check(tools, tmp_path, source, words(np.random.default_rng(2), source), results)


@pytest.mark.parametrize("source", INTEGERS)
def test_from_integers(source, tools, tmp_path):
    results = [
        (
            target,
            f"    %y{k} = itof %x {signedness} : "
            f"tile<{COUNT}x{source}> -> tile<{COUNT}x{target}>\n",
        )
        for k, (target, signedness) in enumerate(
            (target, signedness)
            for target in FLOATS
            if target != "f8E8M0FNU"
            for signedness in ("signed", "unsigned")
        )
    ]
    random = np.random.default_rng(3)
    if source == "i1":
        data = random.integers(0, 2, COUNT).astype(bool)
    else:
        width = int(source[1:])
        # Numbers of every length, of which only the highest bits and some of the
        # lowest are set.
        length = random.integers(0, width, COUNT).astype(np.uint64)
        high = random.integers(0, 2**14, COUNT, dtype=np.uint64)
        moved = np.where(
            length >= 14, high << (np.maximum(length, 14) - np.uint64(14)), high
        )
        data = moved + random.integers(-1, 2, COUNT).astype(np.uint64)
        data = np.where(random.integers(0, 2, COUNT) == 0, data, -data)
        data = data.astype(f"i{width // 8}")
    check(tools, tmp_path, source, data, results)
