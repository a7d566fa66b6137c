# ===- test_real_kernels.py - Kernels of real size, interpreted ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The kernels of real_kernels.py, model_kernels.py and layer_kernels.py agree with numpy,
without findings: in the interpreter, and compiled, on the emulator.

With exact data every array is compared bit for bit, for all choices of the interpreter
that the specification leaves open; with arbitrary data by the error bounds of the run.
All checks of the interpreter are on; races of two blocks are reported.
"""

import json
import math

import kernels
import numpy as np
import pytest
import real_cases
from all_cases import CASES
from conftest import LEAST_WARPS, lint
from kernels import ceil_div

SIZES = 3
GPUS = ("sm_75", "sm_80", "sm_89", "sm_90", "sm_100", "sm_120")
# 0 chooses everything in order.
SEEDS = range(4)
#: One of each form of matrix instructions.
COMPILED = (("sm_75", 3), ("sm_80", 3), ("sm_89", 0), ("sm_90", 1), ("sm_90", 3), ("sm_120", 3))


def name_of(case):
    return case.name


every_case = pytest.mark.parametrize("case", CASES.values(), ids=name_of)
every_size = pytest.mark.parametrize("size", range(SIZES))


@every_case
@every_size
@pytest.mark.parametrize("seed", SEEDS)
def test_exact(launch, real_bytecode, case, size, seed):
    run = case.make_run(case, case.sizes[size], True)
    kernel = real_bytecode(case, "13.3", True)
    launch(kernel, case.name, run, "--engine=interpret", f"--seed={seed}")


@pytest.mark.rotated
@every_case
@pytest.mark.parametrize("size", range(2))
@pytest.mark.parametrize("gpu,level", COMPILED)
def test_compiled(launch, real_bytecode, case, size, gpu, level):
    """Exact data, and then any that rounds."""
    for exact in (True, False)[: 1 + case.rounds]:
        run = case.make_run(case, case.sizes[size], exact)
        kernel = real_bytecode(case, "13.3", True)
        launch(
            kernel, case.name, run, "--engine=emulate", f"--gpu-name={gpu}",
            f"-O{level}", f"--seed={size}", "--warps=random", "--blocks=random",
            f"--least-warps={LEAST_WARPS[size]}",
        )  # fmt: skip


@pytest.mark.parametrize("gpu", ("sm_75", "sm_80", "sm_90"))
@pytest.mark.parametrize(
    "name",
    [
        f"matmul_{x}"
        for x in ("f16_f32", "bf16_f32", "f8E4M3FN_f32", "i8_i32", "tf32", "f32_f32")
    ],
)
def test_tensor_cores(launch, real_bytecode, tmp_path, name, gpu):
    """Every product is made by a matrix instruction if there is one, none of them twice,
    and without bank conflicts."""
    case = real_cases.CASES[name]
    run = case.make_run(case, case.sizes[1], True)
    file = tmp_path / "counters.json"
    launch(
        real_bytecode(case, "13.3", True), name, run, "--engine=emulate",
        f"--gpu-name={gpu}", f"--counters={file}",
    )  # fmt: skip
    totals = json.loads(file.read_text())["totals"]
    has_none = name == "matmul_f32_f32" or (
        gpu == "sm_75" and name in ("matmul_bf16_f32", "matmul_tf32")
    )
    tiles = math.prod(map(ceil_div, case.sizes[1], case.constants))
    wanted = 0 if has_none else 2 * tiles * math.prod(case.constants)
    assert totals["matrix_flops"] + totals["matrix_iops"] == wanted
    for access in ("load", "store"):
        wavefronts = totals[f"shared_{access}_wavefronts"]
        assert wavefronts == totals[f"shared_{access}_wavefronts_ideal"]


@pytest.mark.rotated
@every_case
@pytest.mark.parametrize("gpu", GPUS)
def test_assembled(tools, real_bytecode, tmp_path, case, gpu):
    """The PTX keeps the rules of the lint; ptxas accepts it without a message, and no
    register spills."""
    kernel = real_bytecode(case, "13.3", True)
    assert tools.assemble(kernel, tmp_path / "kernel.cubin", gpu, 3) == ""
    lint(tools.compile(kernel, tmp_path / "kernel.ptx", gpu, 3, "ptx").decode(), 3)


@pytest.mark.rotated
@every_case
@pytest.mark.parametrize("gpu", ("sm_75", "sm_80", "sm_90", "sm_120"))
def test_every_border_prints_and_parses(tools, real_bytecode, tmp_path, case, gpu):
    tools.assert_borders_hold(real_bytecode(case, "13.3", True), tmp_path, gpu, 3)


@every_case
def test_assembled_for_debugging(tools, real_bytecode, tmp_path, case):
    """The same for unoptimised code, each kernel for one GPU."""
    gpu = GPUS[list(CASES).index(case.name) % len(GPUS)]
    kernel = real_bytecode(case, "13.3", True)
    assert tools.assemble(kernel, tmp_path / "kernel.cubin", gpu, 0) == ""
    lint(tools.compile(kernel, tmp_path / "kernel.ptx", gpu, 0, "ptx").decode(), 0)


@pytest.mark.parametrize(
    "case,version",
    [(c, v) for c in CASES.values() for v in kernels.VERSIONS if v >= c.since],
    ids=lambda value: getattr(value, "name", value),
)
def test_versions(launch, real_bytecode, case, version):
    run = case.make_run(case, case.sizes[1], True)
    kernel = real_bytecode(case, version, False)
    launch(kernel, case.name, run, "--engine=interpret")


rounding_case = pytest.mark.parametrize(
    "case", [case for case in CASES.values() if case.rounds], ids=name_of
)


@rounding_case
@every_size
def test_within_bounds(launch, real_bytecode, case, size):
    """Each size with another seed."""
    run = case.make_run(case, case.sizes[size], False)
    kernel = real_bytecode(case, "13.3", True)
    launch(kernel, case.name, run, "--engine=interpret", f"--seed={size}")


@rounding_case
def test_bounds_are_narrow(launch, real_bytecode, case):
    """An error of a sixteenth is beyond the bounds of all these kernels."""
    run = case.make_run(case, case.sizes[1], False)
    for expected in run.expected:
        if expected is not None and expected.dtype == np.float64:
            expected *= 1.0625
    said = launch.complaint(real_bytecode(case, "13.3", True), case.name, run)
    assert "elements differ" in said


@pytest.mark.parametrize(
    "case", real_cases.RACES.values(), ids=real_cases.RACES.keys()
)
@pytest.mark.parametrize("seed", SEEDS)
def test_races_are_found(launch, real_bytecode, case, seed):
    run = case.make_run(case, case.sizes[1], True)
    kernel = real_bytecode(case, "13.3", True)
    said = launch.complaint(kernel, case.name, run, f"--seed={seed}")
    assert "data race" in said
