# ===- figures.py - How fast and how large -----------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Prints the project's figures.

usage: build/venv/bin/python scripts/pages/figures.py [BUILD_DIR]

Start-up time of each tool, size of the stripped binary, compile time with and
without ptxas for each test kernel, and the emulator's speed. Times are the best of
several runs.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import time

SOURCE_DIR = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE_DIR / "test" / "Kernels"))

import export_kernels  # noqa: E402
import kernels  # noqa: E402
import numpy as np  # noqa: E402

REPETITIONS = 7


def run(*command):
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, check=True
    )
    return done.stdout + done.stderr


def start_up(tool):
    """Milliseconds of `tool --version`."""
    times = []
    for _ in range(REPETITIONS):
        start = time.perf_counter()
        run(tool, "--version")
        times.append(time.perf_counter() - start)
    return min(times) * 1e3


def stripped_size(binary, folder):
    copy = folder / "stripped"
    run("strip", "-o", copy, binary)
    return copy.stat().st_size / 2**20


def compile_times(tileiras, kernel, folder):
    """Milliseconds of our own code and of ptxas."""
    best = (float("inf"), float("inf"))
    for _ in range(REPETITIONS):
        report = run(
            tileiras, kernel, "-o", folder / "k.cubin", "--gpu-name=sm_90", "--time"
        )
        steps = dict(
            (name, float(ms)) for ms, name in re.findall(r"([\d.]+) ms  (\S+)", report)
        )
        assembler = steps["ptxas"]
        best = min(best, (steps["total"] - assembler, assembler))
    return best


def emulator_speed(program, kernel, folder):
    """Warp instructions per second of a vector add of 2^20 elements."""
    files = []
    for name in "abc":
        files.append(folder / f"{name}.npy")
        np.save(files[-1], np.ones(1 << 20, np.float32))
    best = 0
    for _ in range(3):
        report = run(
            program,
            kernel,
            "--entry=vector_add",
            "--grid=1024",
            *(f"--arg=array:{file}" for file in files),
            "--engine=emulate",
            "--report",
        )
        best = max(best, int(re.search(r"per second: (\d+)", report).group(1)))
    return best


def main(build=SOURCE_DIR / "build" / "release"):
    bin_dir = pathlib.Path(build) / "bin"
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        # All tools are names of one program.
        for tool in sorted(path for path in bin_dir.iterdir() if path.is_symlink()):
            print(f"start-up of {tool.name}: {start_up(tool):.1f} ms")
        size = stripped_size(bin_dir / "tessera", folder)
        print(f"stripped binary: {size:.1f} MiB")
        for name in kernels.CASES:
            kernel = export_kernels.export(folder, name, "f32", "13.1", True)
            own, assembler = compile_times(bin_dir / "tileiras", kernel, folder)
            print(f"{name}: {own:.1f} ms, ptxas {assembler:.1f} ms (sm_90, -O3)")
            if name == "vector_add":
                speed = emulator_speed(bin_dir / "cuda-tile-run", kernel, folder)
                print(f"emulator: {speed / 1e6:.2f} million warp instructions a second")


if __name__ == "__main__":
    main(*sys.argv[1:])
