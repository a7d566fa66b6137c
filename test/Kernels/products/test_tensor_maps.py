# ===- test_tensor_maps.py - Tiles that the machine copies --------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Products and attention whose tiles come by tensor maps, which is forced here. On
the emulator, with all checks, results are exact on the borders of arrays, for any time
of the copies; each wait, arrival, barrier and fence has to be there.
"""

import re

import cuda.tile as ct
import numpy as np
import pytest
from borders import HOSTILE, compile_with_remarks, make_case, make_run
from kernels import ALL_ALIGNED, Run
from ptx_words import each_mutant, take_out
from real_cases import ACQ_REL, F16, F32, I32, Case, make_matmul
from real_kernels import ConstInt, share_of_product

WITH_MAPS = "--tensor-maps=true"
#: Cases with their tiles, and arrays on whose borders tiles lie.
KERNELS = (
    ("matmul_f16_f32", (128, 128, 64), (144, 160, 208)),
    ("matmul_f16_f32", (128, 256, 64), (136, 264, 72)),
    ("matmul_f16_f32", (64, 64, 32), (64, 64, 0)),
    ("matmul_f16_f32", (64, 64, 32), (8, 8, 32)),
    ("matmul_transposed_f16", (128, 128, 64), (144, 160, 208)),
    ("matmul_batched", (1, 64, 64, 32), (144, 160, 208)),
    ("matmul_persistent", (64, 64, 32), (144, 160, 80)),
    ("matmul_i8_i32", (128, 128, 64), (144, 160, 208)),
    ("matmul_i8_i32", (128, 256, 64), (144, 272, 80)),
    ("matmul_f8E4M3FN_f32", (128, 128, 64), (144, 160, 208)),
    ("matmul_tf32", (64, 64, 32), (72, 80, 104)),
    ("flash_attention_f16", (64, 64, 64), (1, 176)),
    ("split_k_counter", (64, 64, 32, 4), (72, 80, 208)),
    ("split_k_lock", (64, 64, 32, 2), (72, 80, 96)),
)  # fmt: skip
GPUS = ("sm_90", "sm_100", "sm_120")
#: Instructions of the PTX that the machine's copies need.
HANDOVER = re.compile(
    r"^\s*(?:@!?%p\d+\s+)?(?:mbarrier\.(?:arrive|init)|fence\.proxy\.tensormap::generic\.acquire)"
    r"[^;]*;"
)

each_kernel = pytest.mark.parametrize("name,tile,size", KERNELS)


@pytest.fixture
def run_maps(launch, real_bytecode):
    """A function that runs a kernel with tensor maps on one engine."""

    def run(name, tile, size, gpu, *options):
        case, arrays = make_run(name, tile, size)
        source = real_bytecode(case, "13.3", ALL_ALIGNED)
        launch(source, name, arrays, f"--gpu-name={gpu}", WITH_MAPS, *options)

    return run


@pytest.mark.rotated
@each_kernel
@pytest.mark.parametrize("gpu", GPUS)
def test_whenever_copies_take_place(run_maps, name, tile, size, gpu):
    for when in ("eager", "lazy", "random"):
        run_maps(name, tile, size, gpu, *HOSTILE, f"--async={when}")


def compile_ptx(tools, source, file, gpu, *options):
    """The PTX, and the remarks on who copies."""
    ptx, printed = compile_with_remarks(tools, source, file, gpu, *options)
    return ptx, re.findall(r"Remark(CopyEngine|TensorMaps), (.*)", printed)


def test_mutants(tools, launch, real_bytecode, tmp_path):
    """One word at a time: each initialization and announcement of an mbarrier, each
    question for one, each wait that it has not spared, as where copies end late, and the
    acquisition of each map."""
    name, tile, size = KERNELS[0]
    case, arrays = make_run(name, tile, size)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    ptx, _ = compile_ptx(tools, source, tmp_path / "k.ptx", "sm_90", WITH_MAPS)
    lines = ptx.splitlines(keepends=True)
    words = [place for place, line in enumerate(lines) if HANDOVER.match(line)]
    waits = [place for place, line in enumerate(lines) if "mbarrier.t" in line]
    assert len(words) == 14 and len(waits) == 4
    for _, mutant in each_mutant(tmp_path, lines, words + waits, take_out):
        launch.complaint(mutant, name, arrays, *HOSTILE, "--async=lazy")


@pytest.mark.parametrize(
    "gpu,name,tile,chosen",
    (
        ("sm_90", "flash_attention_f16", (128, 64, 128), True),
        ("sm_90", "matmul_f16_f32", (128, 128, 64), True),
        ("sm_90", "matmul_f16_f32", (128, 256, 64), True),
        ("sm_90", "matmul_i8_i32", (128, 128, 64), False),
        ("sm_90", "matmul_i8_i32", (128, 256, 64), True),
        ("sm_90", "split_k_counter", (128, 128, 64, 4), True),
        ("sm_90", "matmul_persistent", (128, 128, 64), True),
        ("sm_100", "flash_attention_f16", (64, 64, 128), True),
        ("sm_100", "flash_attention_f16", (128, 64, 128), True),
        ("sm_100", "flash_attention_f16", (128, 64, 256), True),
        ("sm_120", "flash_attention_f16", (64, 64, 128), False),
        ("sm_80", "flash_attention_f16", (64, 64, 128), False),
    ),
)
def test_plan(tools, real_bytecode, tmp_path, gpu, name, tile, chosen):
    """The model's choice, without an option; products under way are not waited for
    earlier than ptxas would have it, and nothing spills."""
    case = make_case(name, tile)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    ptx, remarks = compile_ptx(tools, source, tmp_path / "k.ptx", gpu)
    assert ("cp.async.bulk.tensor" in ptx) == chosen
    assert (("CopyEngine", "Engine: tensor map") in [
        (kind, text.split(",")[0]) for kind, text in remarks
    ]) == chosen  # fmt: skip
    if chosen:
        assert tools.assemble(source, tmp_path / "k.cubin", gpu, 3) == ""


@pytest.mark.parametrize(
    "name,reason",
    (
        ("stream_k", "another access is ordered"),
        ("experts", "through pointers"),
    ),
)
def test_left_to_threads(tools, real_bytecode, tmp_path, name, reason):
    source = real_bytecode(make_case(name), "13.3", ALL_ALIGNED)
    _, remarks = compile_ptx(tools, source, tmp_path / "k.ptx", "sm_90", WITH_MAPS)
    assert any(reason in text for _, text in remarks), remarks


@ct.kernel
def overwrite(a, b, c, counter, M: ConstInt, N: ConstInt, K: ConstInt):
    """A product. The last block that has read rows of `a` overwrites them."""
    i, j = ct.bid(0), ct.bid(1)
    ct.store(c, index=(i, j), tile=share_of_product(a, b, i, j, 0, M, N, K, 1))
    readers = ct.num_blocks(1)
    if ct.atomic_add(counter, (i,), 1, memory_order=ACQ_REL) == readers - 1:
        for k in range(ct.num_tiles(a, axis=1, shape=(M, K))):
            ct.store(a, index=(i, k), tile=ct.full((M, K), 7, dtype=ct.float16))


def make_overwrite(case, sizes, exact):
    run = make_matmul(case, sizes, exact)
    counter = np.zeros(run.grid[0], np.int32)
    return Run(
        [*run.arguments, counter],
        [np.full_like(run.arguments[0], 7), *run.expected[1:], counter + run.grid[1]],
        run.grid,
    )


OVERWRITE = Case(
    "overwrite", overwrite, ((F16, 2), (F16, 2), (F32, 2), (I32, 1)),
    (64, 64, 32), ((72, 144, 80),), make_overwrite,
)  # fmt: skip


@pytest.mark.parametrize("gpu", GPUS)
def test_order(tools, launch, real_bytecode, tmp_path, gpu):
    """Blocks overwrite rows that the machine has read for others, when these say so."""
    source = real_bytecode(OVERWRITE, "13.3", ALL_ALIGNED)
    ptx, _ = compile_ptx(tools, source, tmp_path / "k.ptx", gpu, WITH_MAPS)
    assert "cp.async.bulk.tensor" in ptx
    arrays = OVERWRITE.make_run(OVERWRITE, OVERWRITE.sizes[0], True)
    for seed in range(4):
        for when in ("eager", "lazy", "random"):
            launch(
                source, "overwrite", arrays, f"--gpu-name={gpu}", WITH_MAPS,
                *HOSTILE, f"--async={when}", f"--seed={seed}",
            )  # fmt: skip
