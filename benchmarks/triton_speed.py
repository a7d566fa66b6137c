#!/usr/bin/env python3
# ===- triton_speed.py - How fast kernels of Triton are emulated -------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures the emulator on kernels that Triton compiles, without a GPU.

usage: build/clients-venv/bin/python benchmarks/triton_speed.py [options] [KERNEL...]

Compiles each kernel of make_programs whose name holds one of the words KERNEL, or
all, in sizes of everyday use, and prints a line of a table: millions of warp
instructions in a second of the processor on one thread, without checks and with
each set of --checks. A run's time is that of the whole process, start and input
included, the best of --repetitions. --beside names another cuda-tile-run, which
alternates with the first; its figures follow each of these: "ours / its".

scripts/bootstrap/check.sh makes the environment (ensure_clients_venv) when all tests run.
"""

import argparse
import pathlib
import re
import resource
import sys
import tempfile

import numpy as np

SOURCE_DIR = pathlib.Path(__file__).resolve().parent.parent
BUILD_DIR = SOURCE_DIR / "build"
sys.path.insert(0, str(SOURCE_DIR / "test" / "Emulator" / "clients"))

import clients  # noqa: E402
import triton_elements as elements  # noqa: E402
import triton_matrices as matrices  # noqa: E402


def make_programs():
    """Kernels of the tests with inputs of their own, by name. Their results are not
    checked here: the tests do that."""
    programs = {}

    def add(name, kernel, signature, constants, arguments, **options):
        clients.program(kernel, signature, constants, name="speed_" + name, **options)(arguments)
        programs[name] = clients.PROGRAMS["speed_" + name]

    def vectors(random):
        x, y = (clients.integers(random, 1 << 22) for _ in range(2))
        return [x, y, clients.Out(x), np.int32(1 << 22)]

    def rows(random):
        x = clients.integers(random, (1024, 4096))
        return [x, clients.Out(x), np.int32(4096)]

    def normalised(random):
        x, *others = (clients.integers(random, shape) for shape in ((1024, 4096), 4096, 4096))
        each = np.zeros(1024, np.float32)
        return [x, *others, clients.Out(each), clients.Out(each), clients.Out(x), np.int32(4096)]

    def heads(random):
        q, k, v = (clients.integers(random, (1024, 64), np.float16) for _ in range(3))
        return [q, k, v, clients.Out(q.astype(np.float32)), np.int32(1024)]

    add("vector add", elements.vector_add, "*fp32 *fp32 *fp32 i32", {"B": 1024}, vectors, grid=4096)
    add("softmax", elements.softmax, "*fp32 *fp32 i32", {"B": 4096}, rows, grid=1024, warps=8)
    add(
        "layer norm", elements.layer_norm, "*fp32 *fp32 *fp32 *fp32 *fp32 *fp32 i32",
        {"B": 4096}, normalised, grid=1024, warps=8,
    )  # fmt: skip
    for name, types, read, into, precision, tile, size in [
        ("f16 product", ("fp16", "fp32"), matrices.halves, np.float32, "ieee", (128, 128, 32), 512),
        ("i8 product", ("i8", "i32"), matrices.bytes_of, np.int32, "ieee", (128, 128, 64), 512),
        ("tf32 product", ("fp32", "fp32"), matrices.floats, np.float32, "tf32", (128, 128, 32), 512),
        ("f32 product", ("fp32", "fp32"), matrices.floats, np.float32, "ieee", (64, 64, 32), 256),
    ]:  # fmt: skip
        add(
            name, matrices.matmul, matrices.SIGNATURE.format(*types),
            dict(zip("MNK", tile), PRECISION=precision),
            lambda random, read=read, into=into, size=size: matrices.product(random, *[size] * 3, read, into),
            grid=(size // tile[0], size // tile[1]), stages=3, warps=8,
        )  # fmt: skip
    add(
        "attention", matrices.attention, "*fp16 *fp16 *fp16 *fp32 i32",
        {"D": 64, "M": 128, "N": 64}, heads, grid=8, stages=3,
    )  # fmt: skip
    return programs


def speed(tool, made, checks, folder):
    """Millions of warp instructions per second of processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    options = ["--threads=1", "--report", f"--check={checks}"]
    outcome = clients.emulate(tool, made, made.path, folder, options)
    time = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    if outcome.status:
        sys.exit(f"{outcome.command}\n{outcome.said}")
    return int(re.search(r"warp instructions: (\d+)", outcome.said)[1]) / time / 1e6


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
    parser.add_argument("kernels", nargs="*", metavar="KERNEL")
    options = parser.parse_args()
    tools = list(filter(None, [options.emulator, options.beside]))
    columns = ["none", *options.checks]
    print("| kernel |", " | ".join(["plain", *options.checks]), "|")
    print("|---" * (len(columns) + 1) + "|")
    with tempfile.TemporaryDirectory() as folder:
        compiler = clients.Compiler(folder)
        for name, entry in make_programs().items():
            if options.kernels and not any(word in name for word in options.kernels):
                continue
            made = compiler.compile(entry, options.gpu)
            best = {}
            for _ in range(options.repetitions):
                for key in ((checks, tool) for checks in columns for tool in tools):
                    best[key] = max(best.get(key, 0), speed(key[1], made, key[0], folder))
            cells = [" / ".join(f"{best[checks, tool]:.2g}" for tool in tools) for checks in columns]
            print(f"| {name} |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()
