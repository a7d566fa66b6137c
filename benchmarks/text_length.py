#!/usr/bin/env python3
# ===- text_length.py - How long the text of kernels in tileas is -------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures the text of tileas, which people read and tests compare.

usage: build/venv/bin/python benchmarks/text_length.py [--tools=BIN] [--beside=OTHER]

Compiles each kernel of tensor_share.py for sm_80 and sm_90 to the end of tileas. Prints
for products and for attention the median of the bytes, and of their ratio to what the
tools in OTHER (by default BIN, too) print without names for types and attributes.
"""

import argparse
import dataclasses
import pathlib
import statistics
import subprocess
import tempfile

import tensor_share

GPUS = ("sm_80", "sm_90")


def lengths(tools, source, gpu, text):
    """The bytes that `tools` print of a kernel, with names and without."""
    compiler, printer = tools / "tileiras", tools / "cuda-tile-opt"
    command = [compiler, source, f"--gpu-name={gpu}", "--emit=tileas", "-o", text]
    subprocess.run(command, check=True)
    command = [printer, text, "--mlir-print-local-scope"]
    whole = subprocess.run(command, check=True, capture_output=True).stdout
    return text.stat().st_size, len(whole)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    default = tensor_share.BUILD_DIR / "release" / "bin"
    parser.add_argument("--tools", type=pathlib.Path, default=default)
    parser.add_argument("--beside", type=pathlib.Path)
    options = parser.parse_args()
    cases, export, all_aligned = tensor_share.import_cases()
    measured = {"products": [], "attention": []}
    with tempfile.TemporaryDirectory() as scratch:
        source, text = (pathlib.Path(scratch) / name for name in ("k.tileirbc", "k.mlir"))
        for name, (case, constants) in tensor_share.ROWS.items():
            case = dataclasses.replace(cases[case], constants=constants)
            export(case, "13.3", all_aligned, source)
            kind = "attention" if "attention" in name else "products"
            for gpu in GPUS:
                short, whole = lengths(options.tools, source, gpu, text)
                if options.beside:
                    whole = lengths(options.beside, source, gpu, text)[1]
                measured[kind].append((short, short / whole))
    for kind, pairs in measured.items():
        size, ratio = map(statistics.median, zip(*pairs))
        print(f"{kind}: {len(pairs)} texts, {size:.0f} bytes, {ratio:.3f}")


if __name__ == "__main__":
    main()
