# ===- test_verified_passes.py - What passes leave behind them ------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Each pass leaves IR that its verifiers take: slots of all ops of a loop with a schedule,
none before what it uses, stages and columns that there are. tileiras verifies what it reads
and what it lowers to LLVM, but not behind each pass, for the sake of time.

Attention has the tiles for which loops are scheduled otherwise, and is in a loop over tiles,
too: a pass that adds to one loop has to know of the other.
"""

import dataclasses

import pytest
from all_cases import ATTENTION_TILES, CASES
from kernels import ALL_ALIGNED

GPUS = ("sm_80", "sm_90", "sm_100", "sm_120")
PIPELINES = ("cuda-tile-to-tileaa", "tileaa-to-tileas", "tileas", "tileas-to-nvvm")
ATTENTION = (
    "flash_attention_f16",
    "late_attention_f16",
    "persistent_attention_f16",
    "repeated_attention_f16",
    "attention_keys_backward",
    "attention_queries_backward",
)


def verify(tools, source, gpu):
    passes = ",".join(f"{each}{{gpu-name={gpu}}}" for each in PIPELINES)
    tools.run("cuda-tile-opt", source, f"--pass-pipeline=builtin.module({passes})", "-o", "/dev/null")


@pytest.mark.rotated
@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("name", CASES)
def test_kernels(tools, real_bytecode, name, gpu):
    verify(tools, real_bytecode(CASES[name], "13.3", ALL_ALIGNED), gpu)


@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("tile", ATTENTION_TILES)
@pytest.mark.parametrize("name", ATTENTION)
def test_attention(tools, real_bytecode, name, tile, gpu):
    case = dataclasses.replace(CASES[name], constants=tile)
    verify(tools, real_bytecode(case, "13.3", ALL_ALIGNED), gpu)
