# ===- test_barriers.py - No barrier can be taken away unnoticed --------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Checks that the emulator would find a barrier that the compiler forgets.

Every barrier, fence and wait is taken out of the PTX of every kernel, one at a time.
The emulator has to report something, or the answer has to be wrong; otherwise either
the checks are blind or the barrier is for nothing.
"""

import re
import subprocess

import conftest
import kernels
import numpy as np
import pytest
from all_cases import CASES
from conftest import LEAST_WARPS

SYNCHRONISES = re.compile(
    r"^\s*(?:@!?%p\d+\s+)?(?:bar|barrier|fence|membar|cp\.async\.wait\w*|"
    r"mbarrier\.(?:test|try)_wait)\b[^;]*;"
)
GPUS = ("sm_80", "sm_90")
LEVELS = (0, 3)
SEEDS = 3
#: Kernels whose threads pass values to one another.
EXCHANGE = ("transpose", "row_sum")
#: Redundant barriers, by kernel and level. Each thread of axpy stores where it has
#: loaded itself; without optimisation the compiler does not see that.
FOR_NOTHING = {("axpy", 0): ["bar.sync 0;"]}


def without_each(ptx):
    """The line number of each instruction that synchronises, its text, and the program
    without it."""
    lines = ptx.split("\n")
    return [
        (number + 1, " ".join(line.split()), "\n".join([*lines[:number], "", *lines[number + 1 :]]))
        for number, line in enumerate(lines)
        if SYNCHRONISES.match(line)
    ]


def is_noticed(launch, file, name, run):
    """True if a run fails or has a wrong result."""
    command, outputs = launch.command_line(file, name, run)
    for seed in range(SEEDS):
        done = subprocess.run(
            [
                *map(str, [conftest.BIN_DIR / "cuda-tile-run", *command]),
                "--engine=emulate",
                "--async=random",
                "--warps=random",
                "--blocks=random",
                f"--seed={seed}",
            ],
            capture_output=True,
        )
        if done.returncode:
            return True
        for output, expected in outputs.items():
            got = np.load(output).view(expected.dtype)
            if (conftest.bits(got) != conftest.bits(expected)).any():
                return True
    return False


def find_unnoticed(launch, twins, folder, name, run):
    """The twins (from `without_each`) that run like the kernel."""
    unnoticed = []
    for number, text, twin in twins:
        file = folder / f"without{number}.ptx"
        file.write_text(twin)
        if not is_noticed(launch, file, name, run):
            unnoticed.append((number, text, twin))
    return unnoticed


#: Barriers of a single warp are none for the memory of its own lanes.
SEVERAL_WARPS = f"--least-warps={max(LEAST_WARPS)}"


@pytest.mark.parametrize("level", LEVELS, ids="O{}".format)
@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("name", kernels.CASES)
def test_every_barrier_is_missed(tools, exported, launch, tmp_path, name, gpu, level):
    element = next(iter(kernels.ELEMENTS))
    source = exported(name, element, "13.1", False)
    case = kernels.CASES[name]
    run = case.make_run(kernels.ELEMENTS[element], case.sizes[1], case.constants)
    ptx = tools.compile(
        source, tmp_path / "kernel.ptx", gpu, level, "ptx", SEVERAL_WARPS
    ).decode()
    assert not is_noticed(launch, tmp_path / "kernel.ptx", name, run)
    twins = without_each(ptx)
    assert twins or name not in EXCHANGE, "the search finds no barrier"
    unnoticed = find_unnoticed(launch, twins, tmp_path, name, run)
    assert [text for _, text, _ in unnoticed] == FOR_NOTHING.get((name, level), [])


#: The numbers of redundant barriers, by kernel and level. The one between the two stores
#: of rope matters if the strides of its array let rows overlap. In attention with
#: sinks each warp reads the part of the keys that it has stored: in both of the loops
#: that masks make of one, and the second has one iteration at most, for the last keys.
REAL_FOR_NOTHING = {
    ("rope", 0): 1, ("rope", 3): 1,
    ("sink_attention", 0): 1, ("sink_attention", 3): 3,
}  # fmt: skip


#: Where the result goes through the memory of the first stages of a ring, a barrier
#: keeps it from what the last iteration reads there, if it reads one of those.
MORE_SIZES = {
    "matmul_f32_f32": ((32, 64, 32),),
    "matmul_transposed_f32": ((32, 64, 32),),
    "matmul_tf32": ((32, 64, 32),),
}


@pytest.mark.rotated
@pytest.mark.parametrize("gpu,level", (("sm_80", 3), ("sm_90", 0)))
@pytest.mark.parametrize("name", CASES)
def test_every_barrier_of_a_real_kernel_is_missed(
    tools, real_bytecode, launch, tmp_path, name, gpu, level
):
    """Some order what one iteration of a loop reads before what the next one writes:
    those take a size at which there are many."""
    case = CASES[name]
    source = real_bytecode(case, "13.3", True)
    ptx = tools.compile(
        source, tmp_path / "kernel.ptx", gpu, level, "ptx", SEVERAL_WARPS
    ).decode()
    unnoticed = without_each(ptx)
    for size in (*case.sizes[1:], *MORE_SIZES.get(name, ())):
        run = case.make_run(case, size, True)
        unnoticed = find_unnoticed(launch, unnoticed, tmp_path, name, run)
    for_nothing = REAL_FOR_NOTHING.get((name, level), 0)
    assert [text for _, text, _ in unnoticed] == ["bar.sync 0;"] * for_nothing
