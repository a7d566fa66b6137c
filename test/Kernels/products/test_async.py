# ===- test_async.py - Copies that run ahead of what reads them ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Products whose tiles come by asynchronous copies give what numpy does, whenever the
copies take place: on the borders of the arrays, in loops that are shorter than their
rings and in longer ones. So do those whose tiles are loaded one iteration ahead, where
there are no such copies.
"""

import dataclasses
import re

import pytest
from all_cases import CASES
from kernels import ALL_ALIGNED
from ptx_loops import product_blocks
from test_barriers import find_unnoticed, without_each

#: Sizes with which the last dimension of each array is a multiple of 16, but not of a tile.
SIZES = {
    "matmul_f16_f32": ((48, 80, 176), (16, 48, 16), (20, 64, 0)),
    "matmul_i8_i32": ((48, 80, 176), (16, 48, 16)),
    "matmul_tf32": ((48, 80, 176), (16, 48, 16)),
    "matmul_relu": ((80, 48, 112), (16, 16, 48)),
    "matmul_persistent": ((80, 48, 112), (16, 16, 48)),
    "matmul_batched": ((16, 48, 80), (1, 16, 32)),
    "flash_attention_f16": ((2, 160), (1, 48)),
    "flash_attention_bf16": ((2, 160),),
    "grouped_matmul": (((5, 0, 40, 17), 48, 80),),
    "experts": ((40, 48, 80), (3, 16, 16)),
}
GPUS = ("sm_75", "sm_80", "sm_90", "sm_120")
COPY = re.compile(r"cp\.async\.(c[ag]\.shared\.global|bulk\.tensor)")

every_size = pytest.mark.parametrize(
    "name,size", [(name, size) for name, sizes in SIZES.items() for size in sizes]
)


@pytest.mark.rotated
@every_size
@pytest.mark.parametrize("gpu", GPUS)
def test_whenever_copies_take_place(
    tools, launch, real_bytecode, tmp_path, name, size, gpu
):
    case = CASES[name]
    file = tmp_path / "kernel.ptx"
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    ptx = tools.compile(source, file, gpu, 3, "ptx").decode()
    has_copies = gpu != "sm_75"
    assert bool(COPY.search(ptx)) == has_copies
    run = case.make_run(case, size, True)
    for when in ("eager", "lazy", "random") if has_copies else ("eager",):
        launch(
            file, name, run, "--engine=emulate", f"--async={when}", "--check=all",
            "--warps=random", "--blocks=random",
        )  # fmt: skip


@pytest.mark.parametrize("name", ["matmul_f16_f32", "experts"])
def test_copies_begin_under_products(tools, real_bytecode, tmp_path, name):
    """Gathered rows have their addresses late, but no copy behind all products."""
    case = dataclasses.replace(CASES[name], constants=(128, 128, 64))
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    ptx = tools.compile(source, tmp_path / "kernel.ptx", "sm_80", 3, "ptx").decode()
    (loop,) = product_blocks(ptx)
    copies = [copy.start() for copy in COPY.finditer(loop)]
    assert "mma.sync" in loop[: copies[0]]
    assert "mma.sync" in loop[copies[-1] :]


#: Kernels of each way in which copies run ahead, and a size at which a block has more
#: iterations than its ring has stages, or nearly so.
PIPELINED = {
    "matmul_f16_f32": (20, 64, 112),
    "matmul_i8_i32": (16, 48, 112),
    "matmul_tf32": (16, 48, 112),
    "matmul_persistent": (48, 48, 48),
    "flash_attention_f16": (1, 160),
}


@pytest.mark.parametrize("name", PIPELINED)
def test_whatever_the_seed(tools, launch, real_bytecode, tmp_path, name):
    """A ring of several stages, in two hundred orders of copies, warps and blocks."""
    case = CASES[name]
    file = tmp_path / "kernel.ptx"
    tools.compile(real_bytecode(case, "13.3", ALL_ALIGNED), file, "sm_80", 3, "ptx")
    run = case.make_run(case, PIPELINED[name], True)
    for seed in range(200):
        launch(
            file, case.name, run, "--engine=emulate", "--async=random", "--check=all",
            "--warps=random", "--blocks=random", f"--seed={seed}",
        )  # fmt: skip


@pytest.mark.parametrize("name", SIZES)
def test_two_launches_at_once(launch, real_bytecode, name):
    """No memory of a ring, nor of anything else, belongs to one launch alone."""
    case = CASES[name]
    launch(
        real_bytecode(case, "13.3", ALL_ALIGNED), name,
        case.make_run(case, SIZES[name][0], True), "--gpu-name=sm_80", "--engine=emulate",
        "--concurrent", "--async=random", "--check=all",
    )  # fmt: skip


@pytest.mark.parametrize(
    "name", ("matmul_f16_f32", "matmul_i8_i32", "matmul_tf32", "flash_attention_f16")
)
def test_every_stage_means_the_same(launch, real_bytecode, name):
    """The interpreter fills a buffer when its copy is waited for, not before."""
    case = CASES[name]
    run = case.make_run(case, SIZES[name][0], True)
    launch(
        real_bytecode(case, "13.3", ALL_ALIGNED), name, run,
        "--verify-each-semantically", "--gpu-name=sm_80", "--seed=1",
    )  # fmt: skip


#: Redundant barriers: each warp stores the rows of its result where only it has read
#: those of the left factor.
FOR_NOTHING = {"matmul_relu": ["bar.sync 0;"]}


@pytest.mark.parametrize("name", SIZES)
def test_every_wait_and_barrier_is_missed(
    tools, launch, real_bytecode, tmp_path, name
):
    case = CASES[name]
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    ptx = tools.compile(source, tmp_path / "kernel.ptx", "sm_80", 3, "ptx").decode()
    unnoticed = without_each(ptx)
    assert [text for _, text, _ in unnoticed if "wait_group" in text]
    for size in SIZES[name]:
        run = case.make_run(case, size, True)
        unnoticed = find_unnoticed(launch, unnoticed, tmp_path, name, run)
    assert [text for _, text, _ in unnoticed] == FOR_NOTHING.get(name, [])
