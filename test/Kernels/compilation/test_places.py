# ===- test_places.py - Faults are reported at the line of the kernel -----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Errors of a running compiled kernel name the line of cuTile Python that caused them,
and each call on the way there."""

import pathlib

import cuda.tile as ct
import kernels
import numpy as np
import pytest
from cuda.tile import compilation as cc


def fetch(source, places):
    return ct.gather(source, places, check_bounds=False)  # HERE access


def fetch_twice(source, places):
    return fetch(source, places) * 2  # HERE inner call


@ct.kernel
def wild(source, target):
    places = ct.arange(64, dtype=ct.int32)
    once = fetch(source, places)
    twice = fetch_twice(target, places)  # HERE outer call
    ct.scatter(source, places, once + twice, check_bounds=False)


def place(marker):
    """FILE:LINE of the line that ends with this marker."""
    lines = enumerate(pathlib.Path(__file__).read_text().splitlines(), start=1)
    (number,) = (n for n, line in lines if line.endswith(f"# HERE {marker}"))
    return f"{__file__}:{number}"


@pytest.mark.parametrize("level", range(4))
@pytest.mark.parametrize("gpu", ["sm_75", "sm_90", "sm_120"])
def test_fault_in_a_helper(launch, tmp_path, level, gpu):
    f32 = kernels.ELEMENTS["f32"]
    constraints = [kernels.parameter_constraint(1, f32, False)] * 2
    signature = cc.KernelSignature(
        constraints, cc.CallingConvention.cutile_python_v1(), symbol="wild"
    )
    bytecode = tmp_path / "wild.tile"
    cc.export_kernel(
        wild,
        [signature],
        str(bytecode),
        gpu_code="sm_90",
        output_format="tileir_bytecode",
        bytecode_version="13.1",
    )
    arrays = [np.ones(64, np.float32), np.ones(32, np.float32)]
    said = launch.complaint(
        bytecode,
        "wild",
        kernels.Run(grid=(1,), arguments=arrays, expected=arrays),
        "--engine=emulate",
        f"--gpu-name={gpu}",
        f"-O{level}",
    )
    chain = [place("access"), place("inner call"), place("outer call")]
    assert "is out of bounds" in said
    assert f"source: {', inlined at '.join(chain)}\n" in said
