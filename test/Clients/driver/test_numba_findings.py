# ===- test_numba_findings.py - What a kernel does wrong, at its line ---------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Programs of numba with one wrong line: the process is told that line of Python, and the
error that a GPU has."""

import subprocess
import sys

import pytest

PROGRAM = """\
import numpy as np
from numba import cuda, int32

@cuda.jit(lineinfo=True)
def kernel(a, out):
    i = cuda.grid(1)
    shared = cuda.shared.array(32, int32)
    {body}

out = cuda.device_array(32, np.int32)
kernel[2, 16](cuda.to_device(np.arange(32, dtype=np.int32)), out)
cuda.synchronize()
"""

# The message, the error of CUDA, and a body with the wrong line marked.
CASES = {
    "past the end": ("out of bounds", "ILLEGAL_ADDRESS", "out[i + 1] = a[i]  # wrong"),
    "before the beginning": (
        "out of bounds",
        "ILLEGAL_ADDRESS",
        "j = i - 40\n    if j < -32:\n        out[i] = a[j]  # wrong",
    ),
    "race of blocks": ("data race", "LAUNCH_FAILED", "out[i % 16] = i  # wrong"),
    "race in shared memory": (
        "data race",
        "LAUNCH_FAILED",
        "shared[cuda.threadIdx.x] = i\n"
        "    out[i] = shared[15 - cuda.threadIdx.x]  # wrong",
    ),
    "what nobody wrote": ("nobody", "LAUNCH_FAILED", "a[i] = out[i]  # wrong"),
    "shared memory that nobody wrote": (
        "nobody",
        "LAUNCH_FAILED",
        "out[i] = shared[cuda.threadIdx.x]  # wrong",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_line(case, tmp_path):
    message, error, body = CASES[case]
    program = tmp_path / "program.py"
    text = PROGRAM.format(body=body)
    program.write_text(text)
    (line,) = [n for n, each in enumerate(text.splitlines(), 1) if "# wrong" in each]
    done = subprocess.run([sys.executable, program], capture_output=True, text=True)
    assert done.returncode, done.stderr
    told = done.stderr.partition("tessera: error: ")[2]
    assert message in told.partition("\n")[0], done.stderr
    assert f"source: {program}:{line}\n" in told, done.stderr
    assert f"CUDA_ERROR_{error}" in told


def test_right(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(body="out[i] = a[i]"))
    done = subprocess.run([sys.executable, program], capture_output=True, text=True)
    assert not done.returncode and "tessera: " not in done.stderr, done.stderr
