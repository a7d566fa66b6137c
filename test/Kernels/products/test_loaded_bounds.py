# ===- test_loaded_bounds.py - Products whose depth is in memory --------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A product that sums up as many slices as a number in memory says, as those of groups or
sequences do: each agent loads the number for itself, warps that copy and the one that
begins products, and the kernel has as many agents as with a number that is an argument.
Sums are those of numpy, whenever copies and warps run.
"""

import dataclasses
import re

import numpy as np
import pytest
from borders import HOSTILE, compile_with_remarks, make_run
from kernels import ALL_ALIGNED

NAME, TILE, SIZE = "matmul_f16_f32", (128, 256, 64), (144, 272, 208)
#: The GPUs, with what has their plans have warps that copy.
GPUS = {"sm_80": (), "sm_90": ("--copy-warps=1",), "sm_100": (), "sm_120": ()}
LOOP = re.compile(r"^( *%\w+ = for %\w+ in \(%\w+ to )%[\w#]+(, step)", re.M)


@pytest.fixture
def make_product(tools, real_bytecode, tmp_path):
    """A function that makes the program, and a run that sums up so many slices."""

    def make(slices):
        case, run = make_run(NAME, TILE, SIZE)
        text = tools.run(
            "cuda-tile-translate", "--cudatilebc-to-mlir",
            real_bytecode(case, "13.3", ALL_ALIGNED),
        )  # fmt: skip
        # An array is a pointer, an extent and a stride.
        array = "%p: tile<ptr<i32>>, %n: tile<i32>, %s: tile<i32>, "
        text = re.sub(r"( entry @\w+\()", rf"\1{array}", text, count=1)
        load = "    %depth, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token\n"
        text, loops = LOOP.subn(rf"{load}\1%depth\2", text)
        assert loops == 1
        source = tmp_path / "k.mlir"
        source.write_text(text)
        a, b, c = run.arguments
        depth = slices * TILE[2]
        product = a[:, :depth].astype(np.float32) @ b[:depth].astype(np.float32)
        arguments = [np.array([slices], np.int32), a, b, c]
        return source, dataclasses.replace(
            run, arguments=arguments, expected=[None, None, None, product]
        )

    return make


@pytest.mark.parametrize("slices", (0, 2, 4))
@pytest.mark.parametrize("gpu", GPUS)
def test_loaded_bound(launch, make_product, gpu, slices):
    source, run = make_product(slices)
    for when in ("eager", "lazy", "random"):
        options = (f"--gpu-name={gpu}", *GPUS[gpu], *HOSTILE, f"--async={when}")
        launch(source, NAME, run, *options)


@pytest.mark.parametrize("gpu", GPUS)
def test_agents(tools, make_product, tmp_path, gpu):
    """Warps that copy have their part."""
    source, _ = make_product(0)
    file = tmp_path / "k.ptx"
    _, printed = compile_with_remarks(tools, source, file, gpu, *GPUS[gpu])
    assert int(re.search(r"RemarkCopyWarps, CopyWarps: (\d+)", printed)[1]) > 0
    assert "RemarkAgentsNotSplit" not in printed
