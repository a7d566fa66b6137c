# ===- test_driver.py - Programs that run on the driver without a GPU ---------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""cuTile Python's own launch code, unmodified, with `tessera run`."""

import os
import pathlib
import subprocess
import sys

import pytest

from test_cutile import BIN_DIR, RELEASES

CLIENT = pathlib.Path(__file__).with_name("driver_client.py")


def run(tmp_path, program, *options, release=RELEASES[-1]):
    return subprocess.run(
        [BIN_DIR / "tessera", "run", *options, sys.executable, CLIENT, program],
        capture_output=True,
        text=True,
        timeout=300,
        env={
            **os.environ,
            "PYTHONPATH": str(pathlib.Path(os.environ["TESSERA_CUTILE"], release)),
            "CUDA_TILE_CACHE_DIR": str(tmp_path / "cache"),
        },
    )


@pytest.mark.parametrize("engine", ["interpret", "emulate", "both"])
@pytest.mark.parametrize("program", ["add", "product", "many"])
def test_program(tmp_path, engine, program):
    done = run(tmp_path, program, f"--engine={engine}")
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


@pytest.mark.parametrize("release", RELEASES[:-1])
def test_release(tmp_path, release):
    done = run(tmp_path, "add", release=release)
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_streams_in_any_order(tmp_path, seed):
    done = run(tmp_path, "many", "--engine=interpret", f"--seed={seed}")
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


@pytest.mark.parametrize("engine", ["interpret", "emulate"])
def test_race_is_told_at_its_line(tmp_path, engine):
    line = 1 + CLIENT.read_text().split("\n").index(
        "    ct.store(a, index=(0,), tile=ct.full((16,), ct.bid(0), dtype=ct.int32))"
    )
    done = run(tmp_path, "race", f"--engine={engine}")
    assert done.returncode == 1
    assert f"driver_client.py:{line}" in done.stderr
    assert "race" in done.stderr
    # Without the check the program succeeds.
    done = run(tmp_path, "race", f"--engine={engine}", "--check=none")
    assert (done.returncode, done.stderr) == (0, "")


def test_tuner_by_modelled_times(tmp_path):
    """The model tells sizes of tiles apart, by the same times in each run."""
    done, again = (run(tmp_path, "tune", "--clock=model") for _ in range(2))
    assert done.returncode == 0, done.stderr
    assert done.stdout == again.stdout
    assert "the times of events are modelled" in done.stderr
    rows = [line.split() for line in done.stdout.splitlines()[:3]]
    assert [size for size, _ in rows] == ["16", "32", "64"]
    times = [float(time) for _, time in rows]
    assert min(times) > 0
    assert len(set(times)) > 1


def test_clock_that_is_none(tmp_path):
    done = run(tmp_path, "add", "--clock=sun")
    assert done.returncode == 1
    assert "TESSERA_CLOCK=sun is neither host nor model" in done.stderr
    done = run(tmp_path, "add", "--clock=model", "--engine=interpret")
    assert done.returncode == 1
    assert "TESSERA_CLOCK=model needs the emulator" in done.stderr


def test_trace(tmp_path):
    done = run(tmp_path, "add", f"--trace={tmp_path / 'trace'}")
    assert done.returncode == 0
    lines = (tmp_path / "trace").read_text().splitlines()
    assert lines[0].startswith('cuInit(0) = 0') or "cuGetProcAddress" in lines[0]
    assert any(line.startswith("cuLaunchKernelEx(") for line in lines)


def test_cubin_without_its_program(tmp_path):
    """Machine code alone: the message says what to do."""
    done = subprocess.run(
        [BIN_DIR / "tessera", "run", "env", "-u", "TESSERA_CARRY_PROGRAM"]
        + [sys.executable, CLIENT, "add"],
        capture_output=True,
        text=True,
        timeout=300,
        env={
            **os.environ,
            "PYTHONPATH": str(
                pathlib.Path(os.environ["TESSERA_CUTILE"], RELEASES[-1])
            ),
            "CUDA_TILE_CACHE_DIR": str(tmp_path / "cache"),
        },
    )
    assert done.returncode == 1
    assert "tileiras --carry-program" in done.stderr
