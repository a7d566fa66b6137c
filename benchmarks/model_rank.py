#!/usr/bin/env python3
# ===- model_rank.py - The model's order of kernels beside a GPU's -----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Correlates modelled times with those that a GPU has measured.

usage: build/venv/bin/python benchmarks/model_rank.py [options] [KERNEL...]

Takes the kernels and sizes of the table "Speed" in docs/gpu-results.md whose names hold
one of the words KERNEL, or all, models the time of each as `tessera tune` does, and
prints both rates and two rank correlations for each size: Spearman's rho and Kendall's
tau-b. Then the choice that a tuner makes: of kernels that differ in the tile size alone,
which is faster. Needs no GPU.
"""

import argparse
import dataclasses
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE_DIR = pathlib.Path(__file__).resolve().parent.parent
BIN_DIR = pathlib.Path(os.environ.get("TESSERA_BIN", SOURCE_DIR / "build" / "release" / "bin"))
RESULTS = SOURCE_DIR / "docs" / "gpu-results.md"
sys.path[:0] = [str(SOURCE_DIR / "benchmarks"), str(SOURCE_DIR / "test" / "gpu" / "speed")]

import rows  # noqa: E402
import tensor_share  # noqa: E402

#: The name of each type of elements to cuda-tile-run.
TYPES = {"f16": "f16", "bf16": "bf16", "f32": "f32", "tf32": "f32", "i8": "i8", "e4m3": "f8E4M3FN"}
OUTPUTS = {"float16": "f16", "float32": "f32", "int32": "i32"}


def measured_rates():
    """10^12 operations a second of our kernels, by name and size."""
    line = re.compile(r"\| (.+?) \| (\d+) \| ([\d.]+) \|")
    found = (line.match(text) for text in RESULTS.read_text().splitlines())
    return {(m[1], int(m[2])): float(m[3]) for m in found if m}


def arguments(row, size):
    """The options of cuda-tile-run for the arrays, which hold zeros, and the scalars."""
    *inputs, output = (",".join(map(str, shape)) for shape in row.shapes(size))
    arrays = [f"{TYPES[row.element]}[{shape}]" for shape in inputs]
    arrays.append(f"{OUTPUTS[row.output(1).dtype.name]}[{output}]")
    scalars = [f"--arg=f32:{scalar:g}" for scalar in row.scalars]
    return [f"--arg=array:new:{array}" for array in arrays] + scalars


def modelled_rate(row, size, kernel, options):
    grid = ",".join(map(str, row.grid_on(options.multiprocessors, size)))
    command = [
        BIN_DIR / "tessera", "tune", f"--gpu-name={options.gpu}", f"--board={options.board}",
        f"--sample={options.sample}", "--json=-", "--",
        kernel, f"--grid={grid}", *arguments(row, size),
    ]  # fmt: skip
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{row.name}, {size}: {done.stderr}")
    [variant] = json.loads(done.stdout)["variants"]
    return row.operations(size) / variant["model_microseconds"] / 1e6, variant["limit"]


# ===------------------------------------------------------------------------===#
# Rank correlations
# ===------------------------------------------------------------------------===#


def ranks(values):
    """From 1; equal values have the mean of theirs."""
    order = sorted(values)
    return [order.index(v) + (order.count(v) + 1) / 2 for v in values]


def spearman(a, b):
    """Pearson's correlation of the ranks."""
    a, b = ranks(a), ranks(b)
    mean = (len(a) + 1) / 2
    product = sum((x - mean) * (y - mean) for x, y in zip(a, b))
    return product / math.sqrt(sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b))


def kendall(a, b):
    """Tau-b, which leaves out pairs that are equal in one of both."""
    signs = [
        ((a[i] > a[j]) - (a[i] < a[j]), (b[i] > b[j]) - (b[i] < b[j]))
        for i in range(len(a))
        for j in range(i)
    ]
    differ = math.sqrt(sum(x != 0 for x, _ in signs) * sum(y != 0 for _, y in signs))
    return sum(x * y for x, y in signs) / differ


@dataclasses.dataclass
class Line:
    row: object
    size: int
    measured: float
    modelled: float
    limit: str


def print_choices(lines):
    """Prints for two products of one type and size which tile size is faster."""
    right, all_pairs = 0, 0
    for a in lines:
        for b in lines:
            both_products = all(isinstance(each.row, rows.Product) for each in (a, b))
            if both_products and (a.size, a.row.case) == (b.size, b.row.case) and a.row.tile < b.row.tile:
                all_pairs += 1
                right += (a.measured < b.measured) == (a.modelled < b.modelled)
    print(f"\nthe faster of two tile sizes: right for {right} of {all_pairs} pairs")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--gpu", default="sm_90", help="default: %(default)s")
    parser.add_argument("--board", default="H200", help="default: %(default)s")
    parser.add_argument(
        "--multiprocessors", type=int, default=132, help="of the board; default: %(default)s"
    )
    parser.add_argument("--sample", type=int, default=4, help="blocks; default: %(default)s")
    parser.add_argument("kernels", nargs="*", metavar="KERNEL")
    options = parser.parse_args()
    cases, export, all_aligned = tensor_share.import_cases()
    measured, lines = measured_rates(), []
    print("| kernel | size | measured | modelled | limit |")
    print("|---" * 5 + "|")
    for row in rows.chosen(options.kernels):
        if row.unit != "operations":  # bytes have an order of their own
            continue
        with tempfile.NamedTemporaryFile(suffix=".tileirbc") as kernel:
            case = dataclasses.replace(cases[row.case], constants=row.tile)
            export(case, "13.3", all_aligned, pathlib.Path(kernel.name))
            for size in sorted(size for name, size in measured if name == row.name):
                rate, limit = modelled_rate(row, size, kernel.name, options)
                lines.append(Line(row, size, measured[row.name, size], rate, limit))
                print(f"| {row.name} | {size} | {lines[-1].measured} | {rate:.1f} | {limit} |", flush=True)
    print("\n| size | kernels | Spearman's rho | Kendall's tau |")
    print("|---" * 4 + "|")
    for size in sorted({line.size for line in lines}):
        of_size = [line for line in lines if line.size == size]
        a, b = [line.measured for line in of_size], [line.modelled for line in of_size]
        if len(of_size) > 1:
            print(f"| {size} | {len(of_size)} | {spearman(a, b):.2f} | {kendall(a, b):.2f} |")
    print_choices(lines)


if __name__ == "__main__":
    main()
