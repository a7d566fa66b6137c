# ===- test_text.py - Hand-written kernels -----------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The kernels of text/: features that the exported ones lack.

Masks, control flow, casts of pointers, views with facts, printing and assertions.
Each runs on the interpreter and, for GPUs of several generations at both ends of
the range of levels, on the emulator.
"""

import pathlib
import subprocess

import conftest
import numpy as np
import pytest
from kernels import Run

TEXT_DIR = pathlib.Path(__file__).parent / "text"

ENGINES = (
    [("interpret", "sm_90", 3)]
    + [("verify", gpu, level) for gpu in ("sm_80", "sm_120") for level in (0, 3)]
    + [
        ("emulate", gpu, level)
        for gpu in ("sm_75", "sm_80", "sm_90", "sm_100", "sm_120")
        for level in (0, 3)
    ]
)
every_engine = pytest.mark.parametrize(
    "engine",
    ENGINES,
    ids=lambda e: e[0] if e[0] == "interpret" else f"{e[0]}-{e[1]}-O{e[2]}",
)


def options(engine):
    """The options for an engine; `verify` also interprets the kernel after each pass."""
    verifies = engine[0] == "verify"
    return (
        "--verify-each-semantically" if verifies else f"--engine={engine[0]}",
        f"--gpu-name={engine[1]}",
        f"-O{engine[2]}",
    )


@every_engine
@pytest.mark.parametrize("n", (0, 1, 255, 256, 257, 1000))
def test_masked(launch, engine, n):
    size = 1024
    source = np.arange(size, dtype=np.float32) + 0.5
    copied, padded = np.zeros_like(source), np.full_like(source, -1)
    copied[:n] = padded[:n] = source[:n]
    run = Run(
        [source, np.zeros_like(source), np.zeros_like(source), np.int32(n)],
        [None, copied, padded, None],
        (size // 256,),
    )
    launch(TEXT_DIR / "pointers.mlir", "masked", run, *options(engine), kind="ptr")


@every_engine
def test_casts(launch, engine):
    before = np.array([10, 20, 30, 40], np.int32)
    after = np.array([10, 20, 20, 40], np.int32)
    run = Run([before], [after], (1,))
    launch(TEXT_DIR / "pointers.mlir", "casts", run, *options(engine), kind="ptr")


def collatz_steps(n):
    steps = 0
    while n != 1:
        n = 3 * n + 1 if n % 2 else n // 2
        steps += 1
    return steps


@every_engine
@pytest.mark.parametrize(
    "entry,value",
    [
        ("collatz", lambda x: collatz_steps(x + 1)),
        (
            "nested",
            lambda x: sum(i * j for i in range(x) for j in range(i, 10) if j % 2),
        ),
    ],
    ids=("collatz", "nested"),
)
def test_control(launch, engine, entry, value):
    out = np.zeros(16, np.int32)
    expected = np.array([value(x) for x in range(16)], np.int32)
    run = Run([out], [expected], (16,))
    launch(TEXT_DIR / "control.mlir", entry, run, *options(engine), kind="ptr")


@every_engine
def test_doubling(launch, engine):
    source = np.arange(64, dtype=np.float32) - 31.25
    expected = np.stack([source * 2**x for x in range(5)])
    run = Run([source, np.zeros_like(expected)], [None, expected], (5,))
    launch(TEXT_DIR / "control.mlir", "doubling", run, *options(engine), kind="ptr")


@every_engine
@pytest.mark.parametrize("n", (0, 1, 63, 64, 65, 300))
def test_tail(launch, engine, n):
    source = np.arange(1, n + 1, dtype=np.int32)
    padded = np.zeros(-(-n // 64) * 64, np.int32)
    padded[:n] = source
    out = np.zeros(64, np.int32)
    sums = padded.reshape(-1, 64).sum(axis=0, dtype=np.int32)
    # An empty array has no address; one that is not read serves as well.
    run = Run([source if n else out.copy(), out, np.int32(n)], [None, sums, None], (1,))
    launch(TEXT_DIR / "tail.mlir", "sum", run, *options(engine), kind="ptr")


@every_engine
@pytest.mark.parametrize("rows,columns", [(16, 32), (33, 70), (1, 1)])
def test_shapes(launch, engine, rows, columns):
    random = np.random.default_rng(rows)
    matrix = random.integers(-100, 100, (rows, columns), np.int32)
    grid = (-(-rows // 16), -(-columns // 32))
    padded = np.zeros((grid[0] * 16, grid[1] * 32), np.int32)
    padded[:rows, :columns] = matrix
    tiles = padded.reshape(grid[0], 16, grid[1], 32)
    sums = tiles.sum(axis=3).reshape(-1, grid[1]).T[:, :rows]
    maxima = tiles.max(axis=1).reshape(grid[0], -1)[:, :columns]
    facts = np.array([rows * columns, grid[0] * grid[1]], np.int64)
    results = [np.ascontiguousarray(sums, np.int32), np.ascontiguousarray(maxima), facts]
    run = Run(
        [matrix, *map(np.zeros_like, results), np.int32(rows), np.int32(columns)],
        [None, *results, None, None],
        grid,
    )
    launch(TEXT_DIR / "shapes.mlir", "sums", run, *options(engine), kind="ptr")


@every_engine
def test_print(launch, engine):
    run = Run([np.int32(-7), np.float32(1.5)], [None, None], (1,))
    printed = launch(TEXT_DIR / "speaking.mlir", "print", run, *options(engine))
    lines = printed.splitlines()
    assert lines[0] == "n = -7, x = 1.500000"
    assert lines[1].startswith("lanes ") and lines[-1] == "done"
    assert [c for c in "".join(lines[1:-1]) if c.isdigit()] == list("0123")


@every_engine
@pytest.mark.parametrize("n", (9, 10))
def test_assert(tmp_path, engine, n):
    """A failed assertion ends the run with its message and leaves no output."""
    np.save(tmp_path / "out.npy", np.zeros(1, np.int32))
    result = tmp_path / "result.npy"
    command = [
        conftest.BIN_DIR / "cuda-tile-run",
        TEXT_DIR / "speaking.mlir",
        "--entry=check",
        f"--arg=i32:{n}",
        f"--arg=ptr:{tmp_path / 'out.npy'}",
        f"--out=1={result}",
        *options(engine),
    ]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if n < 10:
        assert done.returncode == 0, done.stderr
        assert np.load(result)[0] == n
    else:
        assert done.returncode != 0
        assert "n is too large" in done.stdout + done.stderr
        assert not result.exists()
