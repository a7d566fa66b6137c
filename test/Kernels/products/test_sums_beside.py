# ===- test_sums_beside.py - What is computed with the sums of products ------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Products whose blocks along K have scales, which threads add up beside the sum of each
iteration, and what a layer makes of a sum. Tiles fill the registers of a thread.
"""

import re

import pytest
from borders import HOSTILE, SIZE, make_case, make_run
from kernels import ALL_ALIGNED

KERNELS = (
    ("matmul_of_blocks", (64, 64, 128)),
    ("matmul_of_blocks", (128, 128, 128)),
    ("matmul_of_layer", (128, 128, 64)),
    ("matmul_relu", (128, 128, 64)),
    ("matmul_of_layer", (128, 256, 64)),
)
#: Sums of which each block adds a part to that of others.
PARTS = "stream_k"
#: A product beside another one of few columns.
ADAPTER = "matmul_of_adapter"
#: Two products in a row, with as many rows as tensor memory has lanes.
HIDDEN = "matmul_of_hidden"
TILES_OF_HIDDEN = ((128, 128, 64), (128, 64, 128))
#: Products of a chunk of rows, of which one needs another, and of what is before it.
CHUNKS = "matmul_of_chunks"
#: The smallest comes first: an SM has no shared memory for as many blocks with all of its
#: factors at once.
TILES_OF_CHUNKS = ((64, 64, 64), (128, 64, 64), (128, 128, 128))
#: The same in f32 of what is loaded as bf16.
WIDE_CHUNKS = "matmul_of_wide_chunks"
TILES_OF_WIDE_CHUNKS = ((64, 64, 64), (128, 128, 128))


@pytest.mark.parametrize(
    "gpu,name,tile",
    [("sm_90", *each) for each in KERNELS] + [("sm_100", *each) for each in KERNELS[:4]],
)
def test_nothing_spills(tools, real_bytecode, tmp_path, gpu, name, tile):
    source = real_bytecode(make_case(name, tile), "13.3", ALL_ALIGNED)
    assert not tools.find_spills(source, tmp_path / "k.cubin", f"--gpu-name={gpu}")


@pytest.mark.parametrize(
    "gpu,tile",
    (("sm_80", (128, 256, 64)), ("sm_89", (128, 256, 64)), ("sm_90", (128, 128, 64)),
     ("sm_90", (128, 256, 64)), ("sm_120", (128, 256, 64))),
)  # fmt: skip
def test_parts_of_sums_spill_nothing(tools, real_bytecode, tmp_path, gpu, tile):
    """The part of a sum that another block has stored is added as it is loaded."""
    source = real_bytecode(make_case(PARTS, tile), "13.3", ALL_ALIGNED)
    assert not tools.find_spills(source, tmp_path / "k.cubin", f"--gpu-name={gpu}")


@pytest.mark.parametrize("gpu", ("sm_80", "sm_120"))
def test_results_of_parts(launch, real_bytecode, gpu):
    """Some tiles lie inside, and others on the border."""
    case, run = make_run(PARTS, (128, 256, 64), (144, 272, 208))
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    launch(source, PARTS, run, *HOSTILE, f"--gpu-name={gpu}", "--async=random")


@pytest.mark.parametrize("gpu", ("sm_80", "sm_90", "sm_100", "sm_120"))
@pytest.mark.parametrize("name,tile", KERNELS)
def test_results(launch, real_bytecode, gpu, name, tile):
    case, run = make_run(name, tile, SIZE)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    launch(source, name, run, *HOSTILE, f"--gpu-name={gpu}", "--async=random")


def test_one_sum_is_not_promoted(tools, real_bytecode, tmp_path):
    """An instruction's sum of 128 products, to which nothing is added, has all the bits
    that are asked for."""
    source = real_bytecode(make_case(*KERNELS[0]), "13.3", ALL_ALIGNED)
    file = tmp_path / "k.mlir"
    tools.run("tileiras", source, "-o", file, "--gpu-name=sm_90", "--emit=tileas")
    text = file.read_text()
    assert "tileas.wgmma" in text and "promoted" not in text
    of_more = make_case(KERNELS[0][0], (64, 64, 256))
    source = real_bytecode(of_more, "13.3", ALL_ALIGNED)
    tools.run("tileiras", source, "-o", file, "--gpu-name=sm_90", "--emit=tileas")
    assert " promoted" in file.read_text()


@pytest.mark.parametrize("gpu,depth", (("sm_80", 64), ("sm_89", 32), ("sm_120", 32)))
def test_copies_of_two_products_run_ahead(
    launch, tools, real_bytecode, tmp_path, gpu, depth
):
    """Three factors of an iteration are one KiB too many for two stages where an SM has 99,
    and their addresses too many registers beside warps that copy."""
    case, run = make_run(ADAPTER, (128, 256, 64), SIZE)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    file = tmp_path / "k.mlir"
    tools.run("tileiras", source, "-o", file, f"--gpu-name={gpu}", "--emit=tileas")
    text = file.read_text()
    assert "agents" not in text
    assert re.search(rf"buffer<128x{depth}xf16, [^>]*stages = [2-4]>", text)
    launch(source, ADAPTER, run, *HOSTILE, f"--gpu-name={gpu}", "--async=random")


@pytest.mark.parametrize("tile", TILES_OF_HIDDEN)
def test_hidden_tiles_stay_in_tensor_memory(tools, real_bytecode, tmp_path, tile):
    """The tile that threads make of the first product is a factor of the second there, and
    a warp of its own begins both."""
    source = real_bytecode(make_case(HIDDEN, tile), "13.3", ALL_ALIGNED)
    file = tmp_path / "k.mlir"
    tools.run("tileiras", source, "-o", file, "--gpu-name=sm_100", "--emit=tileas")
    text = file.read_text()
    assert re.search(r"tileas\.tcgen05_mma .* : !tileas\.tmem_tile<", text)
    assert '"issue"' in text


@pytest.mark.parametrize("gpu", ("sm_90", "sm_100"))
@pytest.mark.parametrize("tile", TILES_OF_HIDDEN)
def test_results_of_hidden_tiles(launch, real_bytecode, gpu, tile):
    case, run = make_run(HIDDEN, tile, (144, 304, tile[2] - 16))
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    launch(source, HIDDEN, run, *HOSTILE, f"--gpu-name={gpu}", "--async=random")


@pytest.mark.parametrize("tile", TILES_OF_CHUNKS[1:])
def test_products_of_chunks_begin_together(tools, real_bytecode, tmp_path, tile):
    """Four products in three waits, or fewer: that of the state goes on under what is
    computed of the scores."""
    source = real_bytecode(make_case(CHUNKS, tile), "13.3", ALL_ALIGNED)
    file = tmp_path / "k.mlir"
    said = tools.run(
        "tileiras", source, "-o", file, "--gpu-name=sm_100", "--emit=tileas", "--remarks=all",
    )  # fmt: skip
    assert "RemarkProductsGathered" in said
    body = file.read_text().partition("scf.for")[2].partition("scf.yield")[0]
    products = re.findall(r"tileas\.tcgen05_mma.*", body)
    assert len(products) == 4
    waits = body.count("tileas.await_products")
    assert waits + sum(" pending" not in each for each in products) <= 3


@pytest.mark.parametrize("tile", (TILES_OF_CHUNKS[0], TILES_OF_CHUNKS[2]))
def test_factors_of_chunks_are_stored_together(tools, real_bytecode, tmp_path, tile):
    """The three factors that need no product are stored in front of the first one, behind
    which the product by the state begins, in all registers of as few warps."""
    source = real_bytecode(make_case(CHUNKS, tile), "13.3", ALL_ALIGNED)
    file = tmp_path / "k.mlir"
    assert not tools.find_spills(source, tmp_path / "k.cubin", "--gpu-name=sm_90")
    tools.run("tileiras", source, "-o", file, "--gpu-name=sm_90", "--emit=tileas")
    loop = re.search(r"scf\.for.*?scf\.yield", file.read_text(), re.DOTALL)[0]
    before, *between, _ = re.split(r"tileas\.wgmma", loop)
    assert before.count("tileas.shared_store") == 3
    assert len(between) == 3
    assert "truncf" not in between[0] and "truncf" in between[1]


@pytest.mark.parametrize("gpu", ("sm_80", "sm_90", "sm_100", "sm_120"))
@pytest.mark.parametrize("tile", TILES_OF_CHUNKS)
def test_results_of_chunks(launch, real_bytecode, gpu, tile):
    case, run = make_run(CHUNKS, tile, (3 * tile[0] - 16, 80, tile[2] - 16))
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    launch(source, CHUNKS, run, *HOSTILE, f"--gpu-name={gpu}", "--async=random")


@pytest.mark.parametrize("gpu", ("sm_80", "sm_90", "sm_100", "sm_120"))
@pytest.mark.parametrize("tile", TILES_OF_WIDE_CHUNKS)
def test_scores_of_wide_chunks_are_narrow(tools, real_bytecode, tmp_path, gpu, tile):
    """Factors of one product are tiles as they were loaded, those of the others computed. On
    sm_90 shared memory has no room for all of 128 rows at once."""
    source = real_bytecode(make_case(WIDE_CHUNKS, tile), "13.3", ALL_ALIGNED)
    file = tmp_path / "k.mlir"
    tools.run("tileiras", source, "-o", file, f"--gpu-name={gpu}", "--emit=tileas")
    formats = set(re.findall(r"as<(\w+)>", file.read_text()))
    assert formats == {"bf16", "tf32"}


@pytest.mark.parametrize("gpu", ("sm_80", "sm_90", "sm_100", "sm_120"))
@pytest.mark.parametrize("tile", TILES_OF_WIDE_CHUNKS)
def test_results_of_wide_chunks(launch, real_bytecode, gpu, tile):
    case, run = make_run(WIDE_CHUNKS, tile, (3 * tile[0] - 16, 80, tile[2] - 16))
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    launch(source, WIDE_CHUNKS, run, *HOSTILE, f"--gpu-name={gpu}", "--async=random")
