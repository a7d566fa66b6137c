# ===- test_gathered_rows.py - Rows that indices name, by tensor maps -----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Products and attention of gathered rows, which a tensor map copies by fours on GPUs
that can. On the emulator, with all checks, results are exact for rows that are named
twice or do not exist, on the borders of arrays, and for any time of the copies; each
wait and arrival has to be there, and so has the meeting of the warp that hands the
numbers of rows on.
"""

import re

import cuda.tile as ct
import numpy as np
import pytest
from borders import HOSTILE, compile_with_remarks, make_case, make_run
from kernels import ALL_ALIGNED, Run, ceil_div
from ptx_words import take_out
from real_cases import BF16, E4M3, F16, F32, I32, Case, numbers
from real_kernels import ZERO, ConstInt

WITH_MAPS = "--tensor-maps=true"
GPUS = ("sm_100", "sm_103")


@ct.kernel
def gathered_product(x, w, rows, y, M: ConstInt, N: ConstInt, K: ConstInt):
    """Any rows of x, those that do not exist as zeros."""
    i, j = ct.bid(0), ct.bid(1)
    row = ct.load(rows, index=(i,), shape=(M,), padding_mode=ZERO)
    total = ct.full((M, N), 0, dtype=ct.float32)
    for k in range(ct.num_tiles(w, axis=0, shape=(K, N))):
        column = k * K + ct.arange(K, dtype=ct.int32)
        part = ct.gather(x, (row[:, None], column[None, :]))
        weight = ct.load(w, index=(k, j), shape=(K, N), padding_mode=ZERO)
        total = ct.mma(part, weight, total)
    ct.store(y, index=(i, j), tile=total)


@ct.kernel
def product_by_gathered(x, w, rows, y, M: ConstInt, N: ConstInt, K: ConstInt):
    """Rows of w that each slice loads, across K."""
    i, j = ct.bid(0), ct.bid(1)
    column = j * N + ct.arange(N, dtype=ct.int32)
    total = ct.full((M, N), 0, dtype=ct.float32)
    for k in range(ct.num_tiles(x, axis=1, shape=(M, K))):
        row = ct.load(rows, index=(k,), shape=(K,), padding_mode=ZERO)
        part = ct.gather(w, (row[:, None], column[None, :]))
        total = ct.mma(
            ct.load(x, index=(i, k), shape=(M, K), padding_mode=ZERO), part, total
        )
    ct.store(y, index=(i, j), tile=total)


def name_rows(count, number):
    """Rows of which some are named twice, and some do not exist."""
    rows = np.random.default_rng(3).integers(0, count, number).astype(np.int32)
    rows[1::7], rows[2::11], rows[5::13] = -1, count, rows[0]
    if number > 40:
        rows[30:34] = (-(2**31), 2**31 - 1, count - 1, 0)
    return rows


def take(wide, rows):
    exist = (rows >= 0) & (rows < len(wide))
    return np.where(exist[:, None], wide[np.where(exist, rows, 0)], 0)


def make_left(case, sizes, _):
    # The last slices have columns of x no more, or none has any.
    m, n, k = sizes
    columns = max(k - 64, 0)
    x, wide_x = numbers(case, 0, (m // 2 + 3, columns), 5, 2)
    w, wide_w = numbers(case, 1, (k, n), 6, 2)
    rows = name_rows(len(x), m)
    y = take(wide_x, rows) @ wide_w[:columns]
    grid = ceil_div(m, case.constants[0]), ceil_div(n, case.constants[1])
    return Run([x, w, rows, case.zeros(3, y.shape)], [None] * 3 + [y.astype(np.float32)], grid)


def make_right(case, sizes, _):
    m, n, k = sizes
    x, wide_x = numbers(case, 0, (m, k), 5, 2)
    w, wide_w = numbers(case, 1, (k // 2 + 3, n), 6, 2)
    rows = name_rows(len(w), k)
    y = wide_x @ take(wide_w, rows)
    grid = ceil_div(m, case.constants[0]), ceil_div(n, case.constants[1])
    return Run([x, w, rows, case.zeros(3, y.shape)], [None] * 3 + [y.astype(np.float32)], grid)


def make_product(name, element, tile):
    kernel, make = KINDS[name]
    return Case(
        name, kernel, ((element, 2), (element, 2), (I32, 1), (F32, 2)),
        tile, ((1, 1, 1),), make,
    )  # fmt: skip


KINDS = {
    "gathered_product": (gathered_product, make_left),
    "product_by_gathered": (product_by_gathered, make_right),
}
PRODUCTS = (
    ("gathered_product", F16, (128, 128, 64), (208, 144, 208)),
    ("gathered_product", BF16, (128, 64, 128), (144, 80, 272)),
    ("gathered_product", E4M3, (128, 128, 128), (144, 144, 208)),
    ("gathered_product", F16, (64, 64, 32), (80, 64, 0)),
    ("gathered_product", F16, (128, 128, 64), (144, 144, 64)),
    ("product_by_gathered", F16, (128, 128, 64), (144, 144, 208)),
    ("product_by_gathered", BF16, (128, 64, 64), (144, 80, 48)),
)
ATTENTION = (((128, 64, 64), (256,)), ((128, 64, 128), (192,)), ((64, 64, 128), (128,)))


def compile_ptx(tools, source, file, gpu, *options):
    ptx, printed = compile_with_remarks(tools, source, file, gpu, *options)
    return ptx, re.findall(r"RemarkCopyEngine, Engine: ([^,]*), Reason: (.*)", printed)


@pytest.mark.parametrize("number", range(len(PRODUCTS)))
@pytest.mark.parametrize("gpu", GPUS)
def test_products(tools, launch, real_bytecode, tmp_path, number, gpu):
    name, element, tile, size = PRODUCTS[number]
    case = make_product(name, element, tile)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    ptx, _ = compile_ptx(tools, source, tmp_path / "k.ptx", gpu, WITH_MAPS)
    assert "tile::gather4" in ptx
    arrays = case.make_run(case, size, True)
    for when in ("eager", "lazy", "random"):
        launch(
            source, name, arrays, f"--gpu-name={gpu}", WITH_MAPS,
            *HOSTILE, f"--async={when}",
        )  # fmt: skip
    launch(source, name, arrays, f"--gpu-name={gpu}", "--engine=interpret")


@pytest.mark.parametrize("tile,size", ATTENTION)
def test_attention(tools, launch, real_bytecode, tmp_path, tile, size):
    """By maps without being told to: the model chooses them."""
    case, arrays = make_run("gathered_attention", tile, size)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    ptx, engines = compile_ptx(tools, source, tmp_path / "k.ptx", "sm_100")
    assert "tile::gather4" in ptx
    assert [engine for engine, _ in engines] == ["tensor map"] * 2
    for when in ("eager", "lazy", "random"):
        launch(
            source, "gathered_attention", arrays, "--gpu-name=sm_100", *HOSTILE,
            f"--async={when}",
        )  # fmt: skip


def test_rows_below_a_loaded_bound(tools, launch, real_bytecode, tmp_path):
    """One number that is loaded for all rows is no tile of theirs."""
    case, arrays = make_run("grouped_matmul", (128, 64, 64), ((5, 0, 40, 19) * 4, 64, 64))
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    launch(source, "grouped_matmul", arrays, "--gpu-name=sm_100", WITH_MAPS, *HOSTILE)


def find_meetings(lines):
    """The meetings of a warp behind its store of row numbers."""
    places = [place for place, line in enumerate(lines) if "bar.warp.sync" in line]
    return [
        place for place in places
        if any("st.shared.b32" in each for each in lines[place - 3 : place])
    ]  # fmt: skip


def test_mutants(tools, launch, real_bytecode, tmp_path):
    """One word at a time: announcements of bytes, waits for them, and meetings of the warp
    behind the store of row numbers."""
    case, arrays = make_run("gathered_attention", (128, 64, 128), (192,))
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    ptx, _ = compile_ptx(tools, source, tmp_path / "k.ptx", "sm_100")
    lines = ptx.splitlines(keepends=True)
    meetings = find_meetings(lines)
    words = [place for place, line in enumerate(lines) if "expect_tx" in line]
    # Two agents wait for products, and one of them is enough here.
    of_products = re.search(r"mbarrier\.t\S+ done, (\[%r\d+\])", ptx)[1]
    waits = [
        place for place, line in enumerate(lines)
        if "mbarrier.t" in line and of_products not in line
    ]  # fmt: skip
    assert (len(meetings), len(words), len(waits)) == (5, 5, 3)
    for out in meetings + words + waits:
        mutant = tmp_path / "mutant.ptx"
        mutant.write_text("".join([*lines[:out], take_out(lines[out]), *lines[out + 1 :]]))
        launch.complaint(mutant, "gathered_attention", arrays, *HOSTILE, "--async=lazy")


@pytest.mark.parametrize("tile", ((16, 32, 32), (128, 128, 64)))
def test_left_to_threads(tools, real_bytecode, tmp_path, tile):
    """A product has more instructions by its rows than threads have for them, whoever copies
    the other factor."""
    source = real_bytecode(make_case("experts", tile), "13.3", ALL_ALIGNED)
    ptx, engines = compile_ptx(tools, source, tmp_path / "k.ptx", "sm_100")
    assert "tile::gather4" not in ptx
    assert "cp.async.cg" in ptx
    assert "threads" in [engine for engine, _ in engines]
