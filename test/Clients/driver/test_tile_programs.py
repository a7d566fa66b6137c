# ===- test_tile_programs.py - Kernels with answers, without a GPU -----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""test/gpu/run.sh --tiles judges kernels of cuTile Python on a GPU; here the driver
emulates."""

import pathlib
import shutil
import subprocess
import sys

import pytest

SOURCE_DIR = pathlib.Path(__file__).resolve().parents[3]
PROGRAMS = SOURCE_DIR / "test" / "gpu" / "tile_programs.py"


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """Two kernels in three sizes, one of them also with data that round."""
    file = tmp_path_factory.mktemp("tiles") / "tiles.tar.xz"
    python = SOURCE_DIR / "build" / "venv" / "bin" / "python"
    command = [python, PROGRAMS, "make", file, "--words", "rope", "best"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert " 9 programs" in said
    return file


def run(programs, *options):
    tools = pathlib.Path(shutil.which("cuda-tile-run")).parent
    command = [sys.executable, PROGRAMS, "run", tools, programs, "--processes=2", *options]
    return subprocess.run(list(map(str, command)), capture_output=True, text=True)


def test_answers(archive):
    done = run(archive)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "18 runs of 9 programs on the GPU, 0 wrong" in done.stdout


def test_wrong_answers_are_told(archive, tmp_path):
    shutil.unpack_archive(archive, tmp_path)
    folder = tmp_path / "programs" / "best-1" / "exact"
    expected = sorted(folder.glob("out*.npy"))[0]
    contents = bytearray(expected.read_bytes())
    contents[-1] ^= 0x40
    expected.write_bytes(contents)
    done = run(tmp_path / "programs", "--words", "best-1", "--levels=-O3")
    assert done.returncode == 1
    assert "best-1, exact at -O3: " in done.stdout and "differ" in done.stdout
    assert "1 runs of 1 programs on the GPU, 1 wrong" in done.stdout
