#!/usr/bin/env python3
# ===- triton_speed.py - How fast kernels of Triton are emulated -------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures the emulator on kernels that Triton compiles, without a GPU.

usage: build/release/clients-venv/bin/python benchmarks/triton_speed.py [options] [KERNEL...]

Compiles each kernel of triton_kernels.py whose name holds one of the words KERNEL, or
all, and prints a line of a table: millions of warp instructions in a second of the
processor on one thread, without checks and with each set of --checks. A run's time is that of the whole process, start and input
included, the best of --repetitions. --beside names another cuda-tile-run, which
alternates with the first; its figures follow each of these: "ours / its". With
--times, figures are medians of these times in milliseconds, and each set of checks has
how many times the plain run's that is.

scripts/bootstrap/check.sh makes the environment (check_clients) when all tests run.
"""

import argparse
import itertools
import re
import resource
import statistics
import sys
import tempfile

from triton_kernels import KERNELS, KERNELS_OF_BITS, SOURCE_DIR, chosen, clients

BUILD_DIR = SOURCE_DIR / "build"


def program_of(kernel):
    """A program that clients.Compiler compiles."""
    options = {"name": "speed_" + kernel.name, "grid": kernel.grid}
    options |= {"warps": kernel.warps, "stages": kernel.stages}
    clients.program(kernel.function, kernel.signature, kernel.constants, **options)(kernel.make)
    return clients.PROGRAMS[options["name"]]


def run(tool, made, checks, folder):
    """Seconds of the processor, and millions of warp instructions."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    options = ["--threads=1", "--report", f"--check={checks}"]
    outcome = clients.emulate(tool, made, made.path, folder, options)
    time = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    if outcome.status:
        sys.exit(f"{outcome.command}\n{outcome.said}")
    return time, int(re.search(r"warp instructions: (\d+)", outcome.said)[1]) / 1e6


def cell(runs, plain, inTimes):
    """The text of a cell for a run of each tool, beside their plain runs."""
    if not inTimes:
        return " / ".join(f"{count / time:.2g}" for time, count in runs)
    cells = []
    for (time, _), (most, _) in zip(runs, plain, strict=True):
        ratio = f" ({time / most:.1f})" if runs is not plain else ""
        cells.append(f"{time * 1e3:.0f}{ratio}")
    return " / ".join(cells)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--emulator", default=BUILD_DIR / "release" / "bin" / "cuda-tile-run",
        help="the emulator (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument("--beside", help="another one with the same options")
    parser.add_argument("--gpu", type=int, default=80, help="default: %(default)s")
    parser.add_argument("--checks", nargs="*", default=["race", "all"])
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--times", action="store_true")
    parser.add_argument("kernels", nargs="*", metavar="KERNEL")
    options = parser.parse_args()
    tools = list(filter(None, [options.emulator, options.beside]))
    columns = ["none", *options.checks]
    print("| kernel |", " | ".join(["plain", *options.checks]), "|")
    print("|---" * (len(columns) + 1) + "|")
    with tempfile.TemporaryDirectory() as folder:
        compiler = clients.Compiler(folder)
        for kernel in chosen(options.kernels, KERNELS + KERNELS_OF_BITS):
            if options.gpu < kernel.since:
                continue
            made = compiler.compile(program_of(kernel), options.gpu)
            all_runs = {}
            for _ in range(options.repetitions):
                for checks, tool in itertools.product(columns, tools):
                    outcome = run(tool, made, checks, folder)
                    all_runs.setdefault((checks, tool), []).append(outcome)
            pick = statistics.median_low if options.times else min
            runs = [[pick(all_runs[checks, tool]) for tool in tools] for checks in columns]
            cells = [cell(each, runs[0], options.times) for each in runs]
            print(f"| {kernel.name} |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()
