# ===- test_attention_backward.py - Tiles that several products read -----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The backward passes of attention multiply what they load twice, once transposed. It lies
in shared memory once, copied there ahead of its iteration.
"""

import dataclasses
import re

import pytest
from all_cases import CASES
from borders import compile_with_remarks
from kernels import ALL_ALIGNED
from ptx_loops import product_blocks
from test_attention_tensor_memory import goes_round

GPUS = ("sm_80", "sm_90", "sm_100", "sm_120")
KEYS, QUERIES = "attention_keys_backward", "attention_queries_backward"
TILES = ((64, 64, 64), (64, 64, 128), (128, 64, 64), (128, 128, 64), (64, 128, 128))
LENGTH = (200,)
#: Tiles of which an SM has columns and shared memory for scores of the next iteration.
LEADING = (
    *((QUERIES, tile) for tile in ((128, 64, 64), (128, 128, 64), (128, 128, 128))),
    (KEYS, (128, 128, 64)),
)
#: Tiles of which it has none, or whose threads copy rows: scores of an iteration begin
#: together.
GATHERED = (
    *((KEYS, tile) for tile in ((64, 64, 64), (64, 64, 128))),
    (QUERIES, (64, 64, 128)),
)
#: Tiles of keys with which come two rows for all threads, and the copies by maps among all
#: four: of factors alone where mbarriers of rows would take a block from the SM. None come
#: where rings of rows would leave no room for factors that products multiply together.
MAPS = {(64, 64, 64): 2, (128, 64, 64): 4, (128, 128, 64): 4, (64, 64, 128): None}
#: Tiles of which sums of 64 rows take more than 512 columns, but for the lanes that they
#: leave to others.
HALVES = ((QUERIES, (64, 256, 64)), (KEYS, (256, 64, 64)))

#: Queries, keys and columns of which groups hold the sums of fewer queries at once.
CUT = ((128, 128, 128), (256, 64, 64), (64, 256, 64), (128, 256, 64), (256, 128, 64))


def make(name, tile, length=LENGTH):
    case = dataclasses.replace(CASES[name], constants=tile)
    return case, case.make_run(case, length, True)


@pytest.mark.rotated
@pytest.mark.parametrize("order", ("eager", "lazy", "random"))
@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("tile", TILES)
@pytest.mark.parametrize("name", (KEYS, QUERIES))
def test_results(launch, real_bytecode, name, tile, gpu, order):
    case, run = make(name, tile)
    launch(
        real_bytecode(case, "13.3", ALL_ALIGNED), name, run, "--engine=emulate",
        f"--gpu-name={gpu}", f"--async={order}", "--warps=random", "--check=all",
    )  # fmt: skip


@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("tile", ((64, 64, 64), (64, 64, 128)))
@pytest.mark.parametrize("name", (KEYS, QUERIES))
def test_both_tiles_are_copied(tools, real_bytecode, tmp_path, name, tile, gpu):
    """Threads load 16 bytes at a time of the two tiles in front of the loop alone, each of
    which has an access with bounds and one without."""
    case, _ = make(name, tile)
    ptx = tools.compile(
        real_bytecode(case, "13.3", ALL_ALIGNED), tmp_path / "k.ptx", gpu, 3, "ptx",
        "--copy-warps=0",
    ).decode()  # fmt: skip
    rows, columns = tile[1] if name == KEYS else tile[0], tile[2]
    threads = int(re.search(r"\.reqntid (\d+)", ptx)[1])
    accesses = 2 * rows * columns * 2 // 16 // threads
    assert len(re.findall(r"ld\.global(\.nc)?\.v4", ptx)) <= 2 * accesses


@pytest.mark.parametrize("name,tile", LEADING)
def test_scores_lead(tools, real_bytecode, tmp_path, name, tile):
    """In tensor memory the scores of the next iteration, and the gradients of powers, are
    multiplied behind the reads of those before them, and in front of the powers."""
    case, _ = make(name, tile)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    ptx, printed = compile_with_remarks(tools, source, tmp_path / "k.ptx", "sm_100")
    assert "RemarkScoresLead, Iterations: 1" in printed
    loops = [block for block in product_blocks(ptx) if "ex2.approx" in block]
    assert loops
    for block in loops:
        order = ("tcgen05.ld", "tcgen05.mma", "ex2.approx", "tcgen05.mma")
        assert goes_round(block, *order)


@pytest.mark.parametrize("name,tile", GATHERED)
def test_products_begin_together(tools, real_bytecode, tmp_path, name, tile):
    """An iteration waits once, for both scores and the products before."""
    source = real_bytecode(make(name, tile)[0], "13.3", ALL_ALIGNED)
    file = tmp_path / "k.mlir"
    said = tools.run(
        "tileiras", source, "-o", file, "--gpu-name=sm_100", "--emit=tileas", "--remarks=all",
    )  # fmt: skip
    assert "RemarkProductsGathered" in said and "RemarkScoresLead" not in said
    body = file.read_text().partition("scf.for")[2].partition("scf.yield")[0]
    products = re.findall(r"tileas\.tcgen05_mma.*", body)
    assert len(products) == (4 if name == KEYS else 3)
    assert all(" pending" in each for each in products)
    assert body.count("tileas.await_products") == 1
    assert body.index("exp2") > body.index("tileas.await_products")


@pytest.mark.parametrize("tile", MAPS)
def test_rows_are_copied(tools, real_bytecode, tmp_path, tile):
    """Two rows for all threads come with the tiles of an iteration, and take no registers
    until they are used; where that takes a block from the SM, each thread loads its part."""
    source = real_bytecode(make(KEYS, tile)[0], "13.3", ALL_ALIGNED)
    file = tmp_path / "k.mlir"
    tools.run("tileiras", source, "-o", file, "--gpu-name=sm_100", "--emit=tileas")
    body = file.read_text().partition("scf.for")[2].partition("scf.yield")[0]
    counts = [
        body.count(f"tileas.{op} ") for op in ("tensor_copy", "async_copy", "load", "shared_load")
    ]
    maps = MAPS[tile]
    assert counts == ([2, 0, 2, 0] if maps is None else [maps, 4 - maps, 0, 2])


@pytest.mark.parametrize("tile", TILES[:4] + CUT)
def test_nothing_spills(tools, real_bytecode, tmp_path, tile):
    """Sums of a thread, and factors that products under way keep, have registers; and the
    assembler advises of none that wait for each other."""
    source = real_bytecode(make(KEYS, tile)[0], "13.3", ALL_ALIGNED)
    assert tools.assemble(source, tmp_path / "k.cubin", "sm_90", 3) == ""


@pytest.mark.parametrize("tile", CUT)
def test_queries_are_cut(tools, launch, real_bytecode, tmp_path, tile):
    """Where groups have no registers for the sums of an iteration, it becomes several."""
    case, run = make(KEYS, tile)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    file = tmp_path / "k.mlir"
    tools.run("tileiras", source, "-o", file, "--gpu-name=sm_90", "--emit=tileas")
    body = file.read_text().partition("scf.for")[2].partition("scf.yield")[0]
    assert len(re.findall(r"tileas\.wgmma", body)) == 4
    columns = [int(each) for each in re.findall(r"by \[64, (\d+), 16\]", body)]
    assert min(columns) < tile[0]
    launch(
        source, KEYS, run, "--engine=emulate", "--gpu-name=sm_90", "--async=random",
        "--warps=random", "--check=all",
    )  # fmt: skip


@pytest.mark.parametrize("order", ("eager", "lazy", "random"))
@pytest.mark.parametrize("length", (16, 128, 304))
@pytest.mark.parametrize("name,tile", (*LEADING, *GATHERED, (KEYS, (128, 64, 64))))
def test_leading_scores(launch, real_bytecode, name, tile, length, order):
    case, run = make(name, tile, (length,))
    launch(
        real_bytecode(case, "13.3", ALL_ALIGNED), name, run, "--engine=emulate",
        "--gpu-name=sm_100", f"--async={order}", "--warps=random", "--check=all",
    )  # fmt: skip


@pytest.mark.parametrize("order", ("eager", "lazy", "random"))
@pytest.mark.parametrize("name,tile", HALVES)
def test_sums_share_columns(tools, launch, real_bytecode, tmp_path, name, tile, order):
    case, run = make(name, tile, (304,))
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    ptx = tools.compile(source, tmp_path / "k.ptx", "sm_100", 3, "ptx").decode()
    assert "tcgen05.mma" in ptx and "mma.sync" not in ptx
    launch(
        source, name, run, "--engine=emulate", "--gpu-name=sm_100", f"--async={order}",
        "--warps=random", "--check=all",
    )  # fmt: skip


@pytest.mark.parametrize("tile,in_shared", (((64, 64, 64), 0), ((128, 64, 64), 0.5)))
def test_keys_and_values_have_room_together(tools, real_bytecode, tmp_path, tile, in_shared):
    """Threads read both before the loop only where registers hold both beside all sums and
    the powers that the machine has for the time of a product. Other loops, split off by
    their masks, do as the first one."""
    source = real_bytecode(make(KEYS, tile)[0], "13.3", ALL_ALIGNED)
    file = tmp_path / "k.mlir"
    tools.run("tileiras", source, "-o", file, "--gpu-name=sm_90", "--emit=tileas")
    left = re.findall(r"tileas\.wgmma .* : !([a-z]+)\d*, ", file.read_text())
    assert left and left.count("buffer") == in_shared * len(left)


@pytest.mark.parametrize("tile", (*TILES[:4], (64, 64, 32)))
def test_products_of_groups_begin_together(tools, real_bytecode, tmp_path, tile):
    """Both products that add to nothing begin in front of the powers, where registers have
    room for both of their results beside the other sums, with as many blocks on an SM."""
    source = real_bytecode(make(KEYS, tile)[0], "13.3", ALL_ALIGNED)
    file = tmp_path / "k.mlir"
    tools.run("tileiras", source, "-o", file, "--gpu-name=sm_90", "--emit=tileas")
    loop = re.search(r"scf\.for.*?scf\.yield", file.read_text(), re.DOTALL)[0]
    steps = re.findall(r"wgmma .*, (%cst)\w* by|(tileaa\.exp2)", loop)
    found = ["powers" if powers else "product" for _, powers in steps]
    assert sorted(found) == ["powers", "product", "product"]
    assert (found[-1] == "powers") == (tile in TILES[:2])
