# ===- test_attention.py - Keys and values take turns -------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Attention whose sums and scores fill the registers of a thread, and whose keys and
values take turns in shared memory: each are copied while the others are read.
"""

import dataclasses
import itertools
import re

import pytest
from all_cases import CASES
from kernels import ALL_ALIGNED
from ptx_loops import product_blocks, product_loops
from test_barriers import find_unnoticed, without_each
from test_large_products import compile_loops

#: Masks of all kinds, and none but that of the last keys.
KERNELS = (
    "flash_attention_f16", "flash_attention_bf16", "bounded_attention_f16",
    "late_attention_f16", "full_attention_f16",
)  # fmt: skip
#: Tiles of 128 columns: half as many warps, each of 32 rows, would have 192 registers of
#: sums and scores.
TILES = ((64, 64, 128), (128, 64, 128))


@pytest.mark.parametrize("tile", TILES)
@pytest.mark.parametrize("name", KERNELS)
def test_warps_reduce_rows_of_their_own(tools, real_bytecode, tmp_path, name, tile):
    """A warp has the rows of one instruction, 16, and meets others for copies alone: what
    it reduces goes through no shared memory. Nothing spills."""
    case = dataclasses.replace(CASES[name], constants=tile)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    loops = compile_loops(tools, source, tmp_path, "sm_80")
    assert len(loops) == 2
    for loop, _ in loops:
        count = lambda name: sum(op.startswith(name) for op in loop)
        assert count("shfl") and not count("st.shared")
        assert count("bar.sync") == count("cp.async.wait_group")
    assert f".reqntid {tile[0] // 16 * 32}," in (tmp_path / "k.ptx").read_text()


def find_groups(block):
    """The synchronisation, copies and products of a loop, in order."""
    found = re.findall(r"cp\.async\.wait_group \d|bar\.sync|cp\.async\.cg|mma\.sync", block)
    return [text for text, _ in itertools.groupby(found)]


#: Tiles and GPUs on which two rings of two stages have no room, or leave an SM few warps,
#: also beside warps that only copy.
TURNS = [
    ((128, 64, 256), "sm_80"),
    ((64, 64, 128), "sm_86"),
    ((64, 64, 128), "sm_120"),
    ((64, 32, 256), "sm_120"),
]


@pytest.mark.parametrize("tile,gpu", TURNS)
def test_turns(tools, launch, real_bytecode, tmp_path, tile, gpu):
    """The keys are copied during the products with the values before them, and the values
    during those with the keys. There is a barrier for each wait, and each barrier and wait
    of the loops is needed."""
    name = "flash_attention_f16"
    case = dataclasses.replace(CASES[name], constants=tile)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    ptx = tools.compile(source, tmp_path / "k.ptx", gpu, 3, "ptx").decode()
    blocks = product_blocks(ptx)
    assert len(blocks) == 2
    run = case.make_run(case, (1, 176), True)
    for block, lines in zip(blocks, product_loops(ptx)):
        half = ["cp.async.wait_group 0", "bar.sync", "cp.async.cg", "mma.sync"]
        assert find_groups(block) == 2 * half
        twins = [twin for twin in without_each(ptx) if twin[0] in lines]
        assert len(twins) == 4
        # The last loop may have one iteration.
        if block == blocks[0]:
            assert find_unnoticed(launch, twins, tmp_path, name, run) == []


@pytest.mark.parametrize("gpu", ("sm_86", "sm_120"))
def test_values_follow_keys(tools, launch, real_bytecode, tmp_path, gpu):
    """Values are copied to where the keys were when these have been multiplied, so that an
    SM holds a second block. Each barrier and wait of the loop is needed."""
    name = "full_attention_f16"
    case = dataclasses.replace(CASES[name], constants=(32, 128, 128))
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    ptx = tools.compile(source, tmp_path / "k.ptx", gpu, 3, "ptx").decode()
    assert 2 * (1024 + sum(map(int, re.findall(r"\.shared.*\[(\d+)\]", ptx)))) <= 100 * 1024
    groups = find_groups(product_blocks(ptx)[0])
    begin = groups.index("cp.async.cg", groups.index("cp.async.cg") + 1)
    assert groups[begin - 2 : begin] == ["mma.sync", "bar.sync"]
    assert groups.count("cp.async.wait_group 0") == groups.count("cp.async.cg") == 2
    twins = [twin for twin in without_each(ptx) if twin[0] in product_loops(ptx)[0]]
    run = case.make_run(case, (1, 300), True)
    assert find_unnoticed(launch, twins, tmp_path, name, run) == []


@pytest.mark.parametrize("name", KERNELS)
def test_whatever_the_seed(tools, launch, real_bytecode, tmp_path, name):
    """Two hundred orders of copies, warps and blocks, and two launches at once."""
    case = dataclasses.replace(CASES[name], constants=(64, 64, 128))
    file = tmp_path / "kernel.ptx"
    tools.compile(real_bytecode(case, "13.3", ALL_ALIGNED), file, "sm_80", 3, "ptx")
    run = case.make_run(case, (1, 144), True)
    for seed in range(200 if name == KERNELS[0] else 10):
        launch(
            file, case.name, run, "--engine=emulate", "--async=random", "--check=all",
            "--warps=random", "--blocks=random", f"--seed={seed}",
        )  # fmt: skip
    launch(
        file, case.name, run, "--engine=emulate", "--concurrent", "--async=random",
        "--check=all",
    )  # fmt: skip


def test_every_stage_means_the_same(launch, real_bytecode):
    case = dataclasses.replace(CASES["flash_attention_f16"], constants=(64, 64, 128))
    launch(
        real_bytecode(case, "13.3", ALL_ALIGNED), case.name,
        case.make_run(case, (1, 144), True), "--verify-each-semantically",
        "--gpu-name=sm_80", "--seed=1",
    )  # fmt: skip
