# ===- test_fields.py - Parts of bytes as floats of 16 bits --------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Fields of bytes, with a sign or without, and with a zero point, to f16 and bf16: all
fields of all bytes, on the emulator, beside numpy. From sm_90 on, no instruction of that
name converts what a significand has room for (`convertFields`).
"""

import re

import cuda.tile as ct
import numpy as np
import pytest
from cuda.tile import compilation as cc
from kernels import ALL_ALIGNED, ELEMENTS, Run, parameter_constraint, write_bytecode
from real_cases import I8, U8

ConstInt = ct.Constant[int]
COUNT = 256
#: Distances of the two shifts that take a field of a byte.
SHIFTS = [(left, right) for left in range(8) for right in range(left, 8)]
#: Some of them, and zero points that a byte holds.
ZEROS = [(0, 1, 0), (0, 4, 8), (4, 4, 8), (2, 4, -100), (1, 1, 127), (1, 7, -126)]


def convert_by(left, right, zero):
    @ct.kernel
    def convert(x, y, T: ConstInt):
        part = ct.load(x, index=(0,), shape=(T,))
        if left > 0:
            part = part << left
        if right > 0:
            part = part >> right
        if zero is not None:
            part = part.astype(ct.int8) - zero
        ct.store(y, index=(0,), tile=part.astype(y.dtype))

    return convert


def make_run(source, target, left, right, zero):
    x = np.arange(COUNT, dtype=np.uint8).view(source.numpy)
    part = ((x << left) >> right).astype(source.numpy)
    y = part if zero is None else part.view(np.int8) - np.int8(zero)
    return Run([x, np.zeros(COUNT, target.numpy)], [None, y.astype(target.numpy)], (1,))


def export(source, target, shifts, zero, file):
    constraints = [parameter_constraint(1, each, ALL_ALIGNED) for each in (source, target)]
    constraints.append(cc.ConstantConstraint(COUNT))
    write_bytecode(convert_by(*shifts, zero), "convert", constraints, "13.3", file)


def check(tools, launch, folder, gpu, source, target, shifts, zero):
    """The number of conversions in the PTX."""
    file = folder / "k.tileirbc"
    export(source, target, shifts, zero, file)
    launch(
        file, "convert", make_run(source, target, *shifts, zero), "--engine=emulate",
        f"--gpu-name={gpu}", "--check=all",
    )  # fmt: skip
    ptx = tools.compile(file, folder / "k.ptx", gpu, 3, "ptx").decode()
    return len(re.findall(r"cvt\.r\w(\.\w+)?\.(f32|f16|bf16)\.[su]\d+", ptx))


@pytest.mark.parametrize("gpu", ("sm_80", "sm_90", "sm_100"))
@pytest.mark.parametrize("target", ("f16", "bf16"))
@pytest.mark.parametrize("source", (I8, U8), ids=lambda source: source.name)
def test_fields(tools, launch, tmp_path, source, target, gpu):
    for shifts in SHIFTS:
        conversions = check(
            tools, launch, tmp_path, gpu, source, ELEMENTS[target], shifts, None
        )  # fmt: skip
        # A single bit with a sign is a subtraction.
        most = 7 if target == "bf16" else 8
        if gpu != "sm_80" and 8 - shifts[1] in range(1 + (source is I8), most + 1):
            assert conversions == 0, shifts


@pytest.mark.parametrize("gpu", ("sm_90", "sm_100"))
@pytest.mark.parametrize("target", ("f16", "bf16"))
def test_zero_points(tools, launch, tmp_path, target, gpu):
    for left, right, zero in ZEROS:
        check(tools, launch, tmp_path, gpu, U8, ELEMENTS[target], (left, right), zero)
    assert check(tools, launch, tmp_path, gpu, U8, ELEMENTS[target], (0, 4), 8) == 0
