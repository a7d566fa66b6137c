# ===- test_warp_groups.py - Products by wgmma --------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""On sm_90 warp groups multiply f16 and bf16 in tiles of 64 x 64 and more. Nothing
spills, and ptxas makes no product wait for another. On the emulator, with all checks,
results are exact on the borders of arrays, for any time of copies and products; each
fence, commit and wait has to be there.
"""

import re

import pytest
from borders import SIZE, make_case, make_run
from kernels import ALL_ALIGNED
from ptx_words import each_mutant

GPU = "sm_90"
#: The tile, and columns of an instruction.
PRODUCTS = (
    ("matmul_f16_f32", (64, 64, 32), 64),
    ("matmul_f16_f32", (128, 128, 64), 128),
    ("matmul_f16_f32", (64, 256, 64), 256),
    ("matmul_f16_f32", (128, 256, 64), 256),
    ("matmul_bf16_f32", (256, 128, 64), 128),
    ("matmul_bf16_f32", (256, 256, 64), 256),
    ("matmul_transposed_f16", (128, 128, 64), 128),
    ("matmul_persistent", (128, 128, 64), 128),
    ("experts", (128, 128, 64), 128),
    ("matmul_batched", (1, 128, 128, 64), 128),
    ("matmul_batched", (2, 64, 128, 32), 128),
    ("matmul_i8_i32", (128, 128, 64), 128),
    ("matmul_i8_i32", (128, 256, 64), 128),
    ("matmul_transposed_i8", (128, 128, 64), 128),
    ("matmul_tf32", (128, 128, 32), 128),
)
#: Queries, keys and columns.
ATTENTION = ((64, 64, 64), (128, 64, 64), (64, 64, 128), (128, 64, 128), (64, 64, 256))
#: Instructions taken out of a product, and how the emulator finds it.
MUTANTS = {
    "fence.proxy.async": "a fence.proxy.async after the earlier access is missing",
    "wgmma.fence": "needs a wgmma.fence before it",
    "wgmma.commit_group": "data race|in flight",
    "wgmma.wait_group": "data race|in flight",
    "cp.async.wait_group": "data race",
    "bar.sync": "data race",
}


def compile_ptx(tools, source, folder, level=3):
    return tools.compile(source, folder / "k.ptx", GPU, level, "ptx").decode()


@pytest.mark.parametrize("name,tile,width", PRODUCTS)
def test_products(tools, real_bytecode, tmp_path, name, tile, width):
    source = real_bytecode(make_case(name, tile), "13.3", ALL_ALIGNED)
    assert tools.assemble(source, tmp_path / "k.cubin", GPU, 3) == ""
    ptx = compile_ptx(tools, source, tmp_path)
    assert "mma.sync" not in ptx
    assert set(re.findall(r"wgmma\.mma_async\S+\.m64n(\d+)k", ptx)) == {str(width)}


@pytest.mark.parametrize("tile", ATTENTION)
def test_attention(tools, real_bytecode, tmp_path, tile):
    """The powers are the next factor as they lie in registers."""
    source = real_bytecode(make_case("flash_attention_f16", tile), "13.3", ALL_ALIGNED)
    assert tools.assemble(source, tmp_path / "k.cubin", GPU, 3) == ""
    ptx = compile_ptx(tools, source, tmp_path)
    assert "mma.sync" not in ptx
    assert re.search(r"wgmma\.mma_async[^{]*\{[^}]*\}, \{(%r\d+(, )?){4}\}, %rd", ptx)


@pytest.mark.parametrize("tile", ((64, 64, 128), (128, 64, 64)))
def test_loads_beside_products(tools, real_bytecode, tmp_path, tile):
    """Elements of a mask that do not exist are zeros, and the registers of no product that
    is under way: ptxas, which would wait for it, has no advice."""
    source = real_bytecode(make_case("gathered_attention", tile), "13.3", ALL_ALIGNED)
    assert tools.assemble(source, tmp_path / "k.cubin", GPU, 3) == ""


@pytest.mark.parametrize("level", (0, 1))
def test_levels(tools, real_bytecode, tmp_path, level):
    """Without optimisation, warps multiply."""
    source = real_bytecode(
        make_case("matmul_f16_f32", (64, 64, 32)), "13.3", ALL_ALIGNED
    )
    assert "wgmma" not in compile_ptx(tools, source, tmp_path, level)


def run_of(name, tile):
    return make_run(name, tile, (1, 176) if name.startswith("flash") else SIZE)


@pytest.mark.parametrize(
    "name,tile",
    [(name, tile) for name, tile, _ in PRODUCTS]
    + [("flash_attention_f16", tile) for tile in ATTENTION],
)
def test_results(launch, real_bytecode, name, tile):
    case, run = run_of(name, tile)
    launch(
        real_bytecode(case, "13.3", ALL_ALIGNED), name, run, "--engine=emulate",
        f"--gpu-name={GPU}", "--async=random", "--warps=random", "--check=all",
    )  # fmt: skip


@pytest.mark.parametrize("word", MUTANTS)
def test_mutants(tools, launch, real_bytecode, tmp_path, word):
    """One line at a time, wherever it stands: what does not matter in a place would not
    be there."""
    name, tile = "matmul_f16_f32", (64, 64, 32)
    case, run = run_of(name, tile)
    ptx = compile_ptx(tools, real_bytecode(case, "13.3", ALL_ALIGNED), tmp_path)
    lines = ptx.splitlines(keepends=True)
    places = [number for number, line in enumerate(lines) if word in line]
    assert places
    for _, mutant in each_mutant(tmp_path, lines, places):
        complaint = launch.complaint(mutant, name, run, "--engine=emulate", "--check=all")
        assert re.search(MUTANTS[word], complaint)
