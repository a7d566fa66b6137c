# ===- test_latent_attention.py - Attention by latents ------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Heads of one query attend to latents, which are keys and values at once, and to a few
columns of keys beside them. The sum of 64 heads has all columns of tensor memory, in half
of their lanes, and scores have the other half.
"""

import math
import re

import cuda.tile as ct
import numpy as np
import pytest
from borders import HOSTILE, compile_with_remarks
from kernels import ALL_ALIGNED
from model_kernels import ZERO, ConstInt, online_powers
from real_cases import F16, F32, Case, Run, numbers

GPU = "sm_100"


@ct.kernel
def latent_attention(
    q, r, c, p, o, scale, M: ConstInt, N: ConstInt, D: ConstInt, R: ConstInt
):
    """M heads of a query: D columns by the latents c, R by the positions p."""
    h = ct.bid(0)
    queries = ct.load(q, index=(h, 0), shape=(M, D), padding_mode=ZERO)
    turned = ct.load(r, index=(h, 0), shape=(M, R), padding_mode=ZERO)
    high = ct.full((M, 1), -1.0e30, dtype=ct.float32)
    total = ct.full((M, 1), 0, dtype=ct.float32)
    result = ct.full((M, D), 0, dtype=ct.float32)
    for j in range(ct.num_tiles(c, axis=0, shape=(N, D))):
        latents = ct.load(c, index=(j, 0), shape=(N, D), padding_mode=ZERO)
        places = ct.load(p, index=(j, 0), shape=(N, R), padding_mode=ZERO)
        score = ct.mma(queries, ct.transpose(latents), ct.full((M, N), 0, dtype=ct.float32))
        score = ct.mma(turned, ct.transpose(places), score) * scale
        seen = (j * N + ct.arange(N, dtype=ct.int32))[None, :] < c.shape[0]
        score = ct.where(seen, score, -1.0e30)
        power, factor, high, total = online_powers(score, high, total)
        result = ct.mma(power.astype(c.dtype), latents, result * factor)
    ct.store(o, index=(h, 0), tile=(result / total).astype(o.dtype))


def make_latent(case, sizes, exact):
    heads, length = sizes
    rows, _, depth, places = case.constants
    q, wide_q = numbers(case, 0, (heads, depth), 8)
    r, wide_r = numbers(case, 1, (heads, places), 9)
    c, wide_c = numbers(case, 2, (length, depth), 10)
    p, wide_p = numbers(case, 3, (length, places), 11)
    scale = np.float32(1 / math.log(2) / math.sqrt(depth + places))
    score = (wide_q @ wide_c.T + wide_r @ wide_p.T) * np.float64(scale)
    power = np.exp2(score - score.max(axis=1, keepdims=True))
    o = power @ wide_c / power.sum(axis=1, keepdims=True)
    grid = (-(-heads // rows),)
    return Run([q, r, c, p, case.zeros(4, o.shape), scale], [None] * 4 + [o, None], grid)


def make_case(tile):
    return Case(
        "latent_attention", latent_attention, ((F16, 2),) * 5 + ((F32, 0),), tile,
        ((1, 1),), make_latent, rounds=True,
    )  # fmt: skip


#: Heads and latents of a tile, columns of both products.
TILES = ((64, 64, 512, 64), (128, 64, 512, 64), (64, 64, 256, 64))


@pytest.mark.parametrize("tile", TILES)
def test_sum_has_half_of_all_columns(tools, real_bytecode, tmp_path, tile):
    """All products are in tensor memory, one goes on with the scores of another, and the sum
    is scaled there."""
    source = real_bytecode(make_case(tile), "13.3", ALL_ALIGNED)
    ptx, printed = compile_with_remarks(tools, source, tmp_path / "k.ptx", GPU)
    assert "mma.sync" not in ptx
    program = tools.compile(source, tmp_path / "k.mlir", GPU, 3, "tileas").decode()
    sums = re.findall(r"(%\w+), %\w+ = tileas\.tcgen05_mma", program)
    assert any(f", {sum} by" in program for sum in sums)
    assert f"RemarkSumScaled, Rows: 64, Columns: {tile[2]}" in printed
    assert tools.assemble(source, tmp_path / "k.cubin", GPU, 3) == ""


@pytest.mark.parametrize("order", ("eager", "lazy", "random"))
@pytest.mark.parametrize("tile", TILES)
def test_results(launch, real_bytecode, tile, order):
    case = make_case(tile)
    launch(
        real_bytecode(case, "13.3", ALL_ALIGNED), case.name, make_latent(case, (144, 176), False),
        *HOSTILE, f"--gpu-name={GPU}", f"--async={order}",
    )  # fmt: skip
