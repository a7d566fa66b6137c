# ===- test_pytest_plugin.py - Suites of tests under `pytest --tessera` -----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The plugin of the wheel starts a suite anew on the driver without a GPU, and fails the
tests whose launches fail."""

import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
SUITE = """\
import numpy as np
from numba import cuda

@cuda.jit
def past(a):
    i = cuda.grid(1)
    a[i + 1] = i

@cuda.jit
def fine(a):
    i = cuda.grid(1)
    a[i] = i

def launch(kernel):
    kernel[2, 16](cuda.device_array(32, np.int32))
    cuda.synchronize()

def test_silent():
    try:
        launch(past)
    except Exception:
        pass

def test_after():
    launch(fine)

def test_loud():
    launch(past)

def test_host():
    assert 1 + 1 == 2
"""


def run_suite(folder, *options):
    (folder / "test_suite.py").write_text(SUITE)
    command = [sys.executable, "-m", "pytest", "-p", "tessera_tile.pytest_plugin", "-rA", "-q"]
    return subprocess.run(
        [*command, "-p", "no:cacheprovider", *options, "test_suite.py"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{ROOT}/python:{os.environ.get('PYTHONPATH', '')}"},
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    folder = tmp_path_factory.mktemp("suite")
    options = ["--tessera", f"--tessera-cases={folder}/cases", "--tessera-options=--gpu=sm_80"]
    return folder, run_suite(folder, *options)


def test_outcomes(suite):
    _, done = suite
    outcomes = {
        line.split("::")[1].split(" ")[0]: line.split(" ")[0]
        for line in done.stdout.splitlines()
        if line.startswith(("PASSED ", "FAILED "))
    }
    assert outcomes == {
        "test_silent": "FAILED",
        "test_after": "PASSED",
        "test_loud": "FAILED",
        "test_host": "PASSED",
    }, done.stdout + done.stderr
    assert "which the test did not notice" in done.stdout


def test_cases_run_again(suite):
    folder, done = suite
    cases = sorted((folder / "cases").iterdir())
    assert len(cases) == 2
    for case in cases:
        assert f"cd {case} && cuda-tile-run @arguments" in done.stdout
        again = subprocess.run(
            ["cuda-tile-run", "@arguments"], cwd=case, capture_output=True, text=True
        )
        assert again.returncode != 0 and "out of bounds" in again.stderr


def test_without_the_option_nothing_starts_anew(tmp_path):
    assert "which the test did not notice" not in run_suite(tmp_path).stdout
