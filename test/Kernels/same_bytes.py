# ===- same_bytes.py - What two builds of the compiler make ---------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Two builds of the compiler by different C++ compilers write the same bytes.

The builds evaluate arguments in different orders, lay memory out differently and have
different hash functions: a difference in the output depends on one of these.
scripts/checks/same-bytes.sh builds the second and names its folder in TESSERA_OTHER_BIN.
"""

import os
import pathlib
import subprocess

import memory_bound
import pytest
from all_cases import CASES
from conftest import BIN_DIR

OTHER_BIN_DIR = pathlib.Path(os.environ["TESSERA_OTHER_BIN"])
SEEDS = range(100)
#: Each stage once; PTX without optimisation, and with it for one of each form of
#: matrix instructions.
COMPILED = (
    ("tileaa", "sm_80", 3),
    ("tileas", "sm_90", 3),
    ("nvvm", "sm_75", 3),
    ("ptx", "sm_75", 3),
    ("ptx", "sm_80", 0),
    ("ptx", "sm_90", 3),
    ("ptx", "sm_120", 3),
)


def run(binary, *arguments):
    done = subprocess.run(
        [binary, *map(str, arguments)], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def assert_same(folder, tool, source, *options):
    """Runs TOOL of both builds and returns the file that they both write."""
    files = [folder / f"{tool}-{build}" for build in ("ours", "other")]
    said = [
        run(binaries / tool, source, "-o", file, *options)
        for binaries, file in zip((BIN_DIR, OTHER_BIN_DIR), files)
    ]
    assert said[0] == said[1]
    assert files[0].read_bytes() == files[1].read_bytes()
    return files[0]


def assert_same_code(folder, source, only=None):
    """For all GPUs of COMPILED, or for one that alone takes the program."""
    for stage, gpu, level in COMPILED:
        assert_same(
            folder, "tileiras", source, f"--emit={stage}", f"--gpu-name={only or gpu}", f"-O{level}",
            "--lineinfo", "--remarks-missed=all",
        )  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_real_kernels(real_bytecode, tmp_path, name):
    source = real_bytecode(CASES[name], "13.3", True)
    text = assert_same(tmp_path, "cuda-tile-translate", source, "--cudatilebc-to-mlir")
    assert text.stat().st_size > 0
    assert_same_code(tmp_path, source)


@pytest.mark.parametrize("name", memory_bound.KERNELS)
def test_memory_bound_kernels(tmp_path, name):
    source = tmp_path / "kernel.mlir"
    source.write_text(memory_bound.KERNELS[name].text())
    assert_same_code(tmp_path, source)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_programs(tmp_path, seed):
    program = tmp_path / "program.mlir"
    run(BIN_DIR / "cuda-tile-smith", f"--seed={seed}", "-o", program)
    # Some have features of 13.5, and some break rules of 13.5.
    write = (program, "--mlir-to-cudatilebc")
    older = [BIN_DIR / "cuda-tile-translate", *map(str, write), "--bytecode-version=13.4"]
    done = subprocess.run([*older, "-o", os.devnull], capture_output=True)
    version = "13.5" if done.returncode else "13.4"
    bytecode = assert_same(
        tmp_path, "cuda-tile-translate", *write, f"--bytecode-version={version}"
    )
    # Multicast memory is there from sm_100 on.
    assert_same_code(tmp_path, bytecode, "sm_100" if "multimem" in program.read_text() else None)
