# ===- test_tile_cpp.py - Kernels in CUDA Tile C++, compiled by nvcc --------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""nvcc finds our tileiras on PATH and calls it; the bytecode that it hands over gives on
both engines what numpy does."""

import os
import subprocess
import sys

import numpy as np
import pytest
from test_cutile import BIN_DIR, SOURCE_DIR

os.environ["TESSERA_LIBRARY"] = str(BIN_DIR.parent / "lib" / "libTessera.so.1")
sys.path.insert(0, str(SOURCE_DIR / "python"))
import tessera  # noqa: E402

#: It comes from pip (scripts/pins/newest.in): the toolkit of the tests has no tile kernels in C++.
NVCC = BIN_DIR.parent / "newest-cuda" / "bin" / "nvcc"
GPUS = ["sm_80", "sm_90", "sm_120"]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """The folder with what nvcc leaves of its steps."""
    folder = tmp_path_factory.mktemp("tile-cpp")
    command = [NVCC, "--enable-tile", "-std=c++20", "-arch=sm_80", "--keep", "-c"]
    done = subprocess.run(
        [*command, SOURCE_DIR / "test/Clients/tile_kernels.cu", "-o", folder / "kernels.o"],
        cwd=folder,
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": f"{BIN_DIR}:{os.environ['PATH']}"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def kernels(compiled):
    return tessera.load(compiled / "tile_kernels.tilebc")


def test_nvcc_embeds_our_cubin(compiled):
    cubin = (compiled / "tile_kernels.tile.cubin").read_bytes()
    assert cubin[:4] == b"\x7fELF" and b"collatz" in cubin
    assert cubin in (compiled / "tile_kernels.tile.fatbin").read_bytes()


def engines(test):
    """Once on the interpreter, then compiled for each GPU."""
    return pytest.mark.parametrize(
        "how",
        [{"engine": "interpret"}, *({"engine": "emulate", "gpu": gpu} for gpu in GPUS)],
        ids=["interpret", *GPUS],
    )(test)


@engines
def test_axpy(kernels, how):
    x, y = np.arange(1000, dtype="f4"), np.arange(1000, dtype="f4")[::-1].copy()
    expected = 3 * x + y
    kernels["axpy"](4, x, y, 3.0, 1000, **how)
    assert (y == expected).all()


@engines
def test_product(kernels, how):
    m, n, k = 80, 72, 104
    numbers = np.random.default_rng(1)
    a, b = (numbers.integers(-4, 5, size).astype("f2") for size in ((m, k), (k, n)))
    c = np.empty((m, n), "f4")
    kernels["product"]((2, 2), a, b, tessera.output(c), m, n, k, **how)
    assert (c == a.astype("f4") @ b.astype("f4")).all()


@engines
def test_softmax(kernels, how):
    """Rows of equal numbers: every order of summation gives the same."""
    x = np.repeat(np.arange(10, dtype="f4")[:, None], 64, axis=1)
    y = np.empty((10, 64), "f4")
    kernels["softmax"](3, x, tessera.output(y), 10, 64, **how)
    assert (y == 1 / 64).all()


@engines
def test_histogram(kernels, how):
    keys = (np.arange(300, dtype="i4") ** 2) % 17
    counts = np.zeros(17, "i4")
    kernels["histogram"](3, keys, counts, 300, **how)
    assert (counts == np.bincount(keys, minlength=17)).all()


@engines
def test_running(kernels, how):
    x, y = np.arange(256, dtype="i4") % 7, np.empty(256, "i4")
    kernels["running"](1, x, tessera.output(y), **how)
    assert (y == np.cumsum(x)).all()


@engines
def test_collatz(kernels, how):
    def steps(value):
        count = 0
        while value != 1 and count < 50:
            value, count = (3 * value + 1 if value % 2 else value // 2), count + 1
        return count

    x, y = np.arange(1, 30, dtype="i4"), np.empty(29, "i4")
    kernels["collatz"](4, x, tessera.output(y), 29, 50, **how)
    assert y.tolist() == [steps(int(value)) for value in x]


@pytest.mark.parametrize("gpu", GPUS)
def test_loops_of_cpp_are_scheduled(compiled, gpu):
    """The loop of a product copies ahead, as that of a `for` of Tile IR."""
    text = tessera.compile(compiled / "tile_kernels.tilebc", gpu=gpu, stage="tileas").decode()
    product = text[text.index("kernel @product") :].split("tileas.return")[0]
    assert "scf.for" in product and "scf.while" not in product
    assert "tileas.async_copy" in product and "tileas.schedule" in product


@pytest.mark.parametrize("engine", ["interpret", "emulate"])
def test_program(tmp_path, engine):
    """A program with <<<...>>> of both kinds runs unmodified, on our runtime: its fatbin
    has the bytecode of tile kernels, and PTX of the others."""
    program = tmp_path / "program"
    ways = ["-gencode", "arch=compute_80,code=[compute_80,sm_80]"]
    run = [BIN_DIR / "tessera", "run", f"--engine={engine}"]
    source = SOURCE_DIR / "test/Clients/tile_program.cu"
    for command in (
        [NVCC, "--enable-tile", "-std=c++20", *ways, source, "-o", program],
        [program],
    ):
        done = subprocess.run([*run, *command], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "no error: 1000 of 1000 are right\n"
