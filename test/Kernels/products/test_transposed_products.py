# ===- test_transposed_products.py - Right factors computed from sums --------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Attention with a column for each query: its powers are a right factor, and one in
registers or in tensor memory when both products are transposed.
"""

import re

import pytest
from borders import HOSTILE, make_case, make_run
from kernels import ALL_ALIGNED

NAME = "turned_attention"
#: Queries, keys and columns.
TILES = ((64, 64, 64), (128, 64, 128))
#: A part of a tile, and several with a part.
LENGTHS = (20, 400)


@pytest.mark.parametrize(
    "gpu,tile,product",
    [
        *(("sm_80", tile, "mma") for tile in TILES),
        *(("sm_90", tile, "wgmma") for tile in TILES),
        # Tensor memory takes no left factor of 64 rows.
        ("sm_100", TILES[1], "tcgen05_mma"),
    ],
)
def test_powers_stay_where_sums_are(tools, real_bytecode, tmp_path, gpu, tile, product):
    """Loops that multiply store nothing to shared memory, and copy both factors to it."""
    file = tmp_path / "k.mlir"
    source = real_bytecode(make_case(NAME, tile), "13.3", ALL_ALIGNED)
    tools.run("tileiras", source, "-o", file, f"--gpu-name={gpu}", "--emit=tileas")
    text = file.read_text()
    loop = text[text.index("scf.for") : text.index("scf.yield")]
    words = re.findall(r"tileas\.(\w+)", loop)
    assert product in words and not {"shared_store", "load"} & set(words)


@pytest.mark.parametrize("tile", TILES)
@pytest.mark.parametrize("gpu", ("sm_75", "sm_80", "sm_90", "sm_100", "sm_120"))
def test_results(launch, real_bytecode, gpu, tile):
    source = real_bytecode(make_case(NAME, tile), "13.3", ALL_ALIGNED)
    for length, time in zip(LENGTHS, ("lazy", "random")):
        _, run = make_run(NAME, tile, (length,))
        launch(source, NAME, run, *HOSTILE, f"--gpu-name={gpu}", f"--async={time}")


def test_every_stage_means_the_same(launch, real_bytecode):
    _, run = make_run(NAME, TILES[0], (100,))
    launch(
        real_bytecode(make_case(NAME, TILES[0]), "13.3", ALL_ALIGNED), NAME, run,
        "--gpu-name=sm_90", "--verify-each-semantically", "--seed=1",
    )  # fmt: skip
