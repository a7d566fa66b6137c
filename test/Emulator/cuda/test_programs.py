# ===- test_programs.py - CUDA programs on the emulator --------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Every program, of every nvcc, for every GPU and level: right results and no finding of
any checker, in the usual order of warps and in others."""

import itertools
import os
import zlib

import pytest
import suite
from conftest import COMPILERS

CASES = [
    pytest.param(
        compiler,
        entry,
        gpu,
        level,
        id=f"{entry.topic}.{entry.name}-sm_{gpu}-{level}-nvcc{compiler.release}",
        marks=pytest.mark.rotated(compiler.key(entry.topic, gpu, level)),
    )
    for compiler in COMPILERS
    for entry in suite.load().values()
    for gpu, level in suite.variants(entry, compiler.levels)
]

#: The number of random orders in which each case runs besides the usual one.
SEEDS = int(os.environ.get("TESSERA_CUDA_SEEDS", "1"))

POLICIES = [
    ("--async=lazy", "--warps=random", "--blocks=random"),
    ("--async=random", "--warps=random", "--blocks=fair"),
    ("--async=lazy", "--warps=fair", "--blocks=random"),
    ("--async=random", "--warps=random", "--blocks=random"),
]


def judge(entry, outcome):
    complaint = suite.verdict(entry, outcome)
    if complaint:
        pytest.fail(f"{outcome.command}\n{outcome.said}{complaint}", pytrace=False)


@pytest.mark.parametrize("compiler, entry, gpu, level", CASES)
def test_program(compiler, entry, gpu, level, emulator, tmp_path):
    ptx = compiler.compile(entry.topic, gpu, level)
    check = f"--check={entry.checks(level)}"
    judge(entry, suite.emulate(emulator, entry, ptx, tmp_path, [check]))
    # Each case has orders of its own, the same in every run.
    first = zlib.crc32(f"{entry.name} {gpu} {level}".encode())
    for seed, policy in zip(range(first, first + SEEDS), itertools.cycle(rotated(first))):
        options = [check, *policy, f"--seed={seed}"]
        judge(entry, suite.emulate(emulator, entry, ptx, tmp_path, options))


def rotated(first):
    start = first % len(POLICIES)
    return POLICIES[start:] + POLICIES[:start]


def test_there_are_enough_programs():
    assert len(suite.PROGRAMS) >= 60
    assert {entry.topic for entry in suite.PROGRAMS.values()} == set(suite.TOPICS)


def test_wrong_results_are_seen():
    """Tests the judge: a wrong bit, one unit too many, a value outside of a bound."""
    np = suite.np
    right = np.array([1.0, 2.0, np.nan], np.float32)
    assert suite.Out(right).complaint(right.copy()) is None
    off = right.copy()
    off[1] = np.nextafter(off[1], np.float32(3))
    assert "(1,)" in suite.Out(right).complaint(off)
    assert suite.Out(right, ulps=1).complaint(off) is None
    negative = np.array([-0.0], np.float32)
    assert suite.Out(np.zeros(1, np.float32)).complaint(negative)
    assert suite.Out(right).complaint(np.array([1.0, 2.0, 0.0], np.float32))
    exact = suite.Out(np.array([1.0]), bound=0.5)
    assert exact.complaint(np.array([1.5])) is None
    assert exact.complaint(np.array([1.6])) and exact.complaint(np.array([np.nan]))
