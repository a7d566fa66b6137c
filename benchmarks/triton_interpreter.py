#!/usr/bin/env python3
# ===- triton_interpreter.py - `tessera run` beside Triton's interpreter -----===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs kernels of Triton without a GPU, by Triton's interpreter and by `tessera run`.

usage: build/release/clients-venv/bin/python benchmarks/triton_interpreter.py [options] [KERNEL...]

Launches each kernel of triton_kernels.py whose name holds one of the words KERNEL, or
all, by TRITON_INTERPRET=1, and by `tessera run` on the code that Triton compiles,
without checks and with all. A line of the table has the seconds of a launch in each,
the best of --repetitions, and how many times as fast the two of `tessera run` are; the
last line has the geometric means of these.
Seconds are those of the processor, in all threads, so that a machine that is busy
besides says much the same; compilation comes before them. Results are compared.

scripts/bootstrap/check.sh makes the environment (check_clients) when all tests run.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
from triton_kernels import SOURCE_DIR, chosen, clients

#: Engines that launch, and how each is started.
WAYS = {
    "Triton's interpreter": [],
    "plain": ["run", "--check=none"],
    "all checks": ["run", "--check=all"],
}


class Tensor:
    """An array of numpy in the form in which Triton's interpreter takes one of torch, and
    uses its memory where it lies."""

    def __init__(self, values):
        kind = {"f": "fp"}.get(values.dtype.kind, values.dtype.kind)
        self.values, self.dtype = values, f"{kind}{8 * values.itemsize}"

    def data_ptr(self):
        return self.values.ctypes.data

    def numpy(self):
        return self.values

    def untyped_storage(self):
        return self

    def cpu(self):
        return self

    def new_empty(self, size, device):
        return Tensor(np.empty(size, self.values.dtype))

    def set_(self, storage, offset, size, stride):
        self.values = storage.values

    def copy_(self, other):
        assert self.data_ptr() == other.data_ptr()

    def storage_offset(self):
        return 0

    def size(self):
        return self.values.shape

    def stride(self):
        return tuple(step // self.values.itemsize for step in self.values.strides)


def engine():
    """The functions that make a tensor and wait for launches, in this process."""
    sys.path.insert(0, str(SOURCE_DIR / "test" / "Clients" / "driver"))
    if os.environ.get("TRITON_INTERPRET") == "1":
        return Tensor, lambda: None
    import test_triton

    sys.modules.update(test_triton.modules())
    test_triton.make_context()
    return test_triton.Array, test_triton._cuda.cuCtxSynchronize


def launch(kernel, repetitions, results):
    """Seconds of the best launch after one that compiles; writes results to a file."""
    tensor, wait = engine()
    arguments = clients.Program("", kernel.name, "", None, kernel.make, 0).arguments
    outputs = []
    for number, value in enumerate(arguments):
        if isinstance(value, clients.Out):
            arguments[number] = tensor(np.zeros_like(value.expected))
            outputs.append(arguments[number])
        else:
            arguments[number] = tensor(value) if isinstance(value, np.ndarray) else int(value)
    best = float("inf")
    for number in range(repetitions + 1):
        before = time.process_time()
        options = {"num_warps": kernel.warps, "num_stages": kernel.stages}
        kernel.function[kernel.grid](*arguments, **kernel.constants, **options)
        assert not wait()
        best = min(best, time.process_time() - before) if number else best
    np.savez(results, *[output.numpy() for output in outputs])
    return best


def measure(tessera, way, kernel, repetitions, folder):
    """Seconds and results of a launch, in a process of its own."""
    results = pathlib.Path(folder, "results.npz")
    command = [sys.executable, __file__, f"--launch={results}", f"--repetitions={repetitions}", kernel.name]
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "TRITON_CACHE_DIR": folder}
    if WAYS[way]:
        command = [tessera, *WAYS[way], *command]
    else:
        environment["TRITON_INTERPRET"] = "1"
    run = subprocess.run(command, env=environment, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{kernel.name}, {way}: {run.stderr}")
    return float(run.stdout.splitlines()[-1]), list(np.load(results).values())


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--tessera", default=SOURCE_DIR / "build" / "release" / "bin" / "tessera",
        help="the tools (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--launch", metavar="RESULTS", help=argparse.SUPPRESS)
    parser.add_argument("kernels", nargs="*", metavar="KERNEL")
    options = parser.parse_args()
    kernels = chosen(options.kernels)
    if options.launch:
        # "f32 product" is a part of another kernel's name, too.
        [kernel] = [kernel for kernel in kernels if kernel.name in options.kernels]
        print(launch(kernel, options.repetitions, options.launch))
        return
    print("| kernel |", " | ".join(WAYS), "| times as fast, plain | all checks |")
    print("|---" * (len(WAYS) + 3) + "|")
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        for kernel in kernels:
            runs = [measure(options.tessera, way, kernel, options.repetitions, folder) for way in WAYS]
            for _, results in runs[1:]:
                for ours, theirs in zip(results, runs[0][1], strict=True):
                    np.testing.assert_allclose(ours, theirs, rtol=1e-3, atol=1e-3)
            seconds = [seconds for seconds, _ in runs]
            ratios.append([seconds[0] / each for each in seconds[1:]])
            cells = [f"{each:.2g}" for each in seconds + ratios[-1]]
            print(f"| {kernel.name} |", " | ".join(cells), "|", flush=True)
    means = [f"{statistics.geometric_mean(column):.2g}" for column in zip(*ratios)]
    print("| all |", " | ".join([""] * len(WAYS) + means), "|")


if __name__ == "__main__":
    main()
