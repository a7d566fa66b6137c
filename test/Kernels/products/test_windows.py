# ===- test_windows.py - Attention in a sliding window ------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Each query sees the keys up to its own, and so many before: the loop begins where the
window of the first query does, and becomes three, of which the one in the middle has no
mask. Answers are those of numpy, with windows less than a tile, of some tiles, and longer
than all keys, and with masks that say who is seen, or who is left out. Keys of the first
tile may be seen by all queries, by a condition of the program that looks like what the
compiler adds to masks.
"""

import math

import cuda.tile as ct
import numpy as np
import pytest
from borders import HOSTILE
from kernels import ALL_ALIGNED, Run, ceil_div
from model_cases import limit
from real_cases import F16, F32, Case, numbers
from real_kernels import online_powers

ConstInt = ct.Constant[int]
ZERO = ct.PaddingMode.ZERO


@ct.kernel
def window_attention(
    q, k, v, o, scale, W: ConstInt, SEEN: ConstInt, PREFIX: ConstInt, M: ConstInt,
    N: ConstInt, D: ConstInt,
):  # fmt: skip
    i, head = ct.bid(0), ct.bid(1)
    queries = ct.load(q, index=(head, i, 0), shape=(1, M, D), padding_mode=ZERO)
    queries = ct.reshape(queries, (M, D))
    rows = i * M + ct.arange(M, dtype=ct.int32)[:, None]
    high = ct.full((M, 1), -math.inf, dtype=ct.float32)
    total = ct.full((M, 1), 0, dtype=ct.float32)
    result = ct.full((M, D), 0, dtype=ct.float32)
    first = max(0, i * M - W) // N
    for j in range(first, ct.cdiv(min((i + 1) * M, k.shape[1]), N)):
        keys = ct.load(k, index=(head, j, 0), shape=(1, N, D), padding_mode=ZERO)
        keys = ct.transpose(ct.reshape(keys, (N, D)))
        score = ct.mma(queries, keys, ct.full((M, N), 0, dtype=ct.float32)) * scale
        columns = j * N + ct.arange(N, dtype=ct.int32)[None, :]
        if SEEN:
            seen = (columns - rows >= -W) & (columns <= rows)
            if PREFIX:
                seen = seen | (j < PREFIX)
            score = ct.where(seen, score, -1e6)
        else:
            left_out = (columns > rows) | (columns < rows - W)
            score = ct.where(left_out, -1e6, score)
        power, factor, high, total = online_powers(score, high, total)
        values = ct.load(v, index=(head, j, 0), shape=(1, N, D), padding_mode=ZERO)
        values = ct.reshape(values, (N, D))
        result = ct.mma(power.astype(v.dtype), values, result * factor)
    result = (result / total).astype(o.dtype)
    ct.store(o, index=(head, i, 0), tile=ct.reshape(result, (1, M, D)))


def make_run(case, sizes, exact):
    heads, length = sizes
    window, _, prefix, rows, columns, depth = case.constants
    shape = (heads, length, depth)
    q, wide_q = numbers(case, 0, shape, 71, limit(exact, 1), 0.05)
    k, wide_k = numbers(case, 1, shape, 72, limit(exact, 1))
    v, wide_v = numbers(case, 2, shape, 73, limit(exact))
    score = wide_q @ wide_k.transpose(0, 2, 1)
    distance = np.arange(length)[None, :] - np.arange(length)[:, None]
    # Tiles of the prefix in front of a window are not read.
    first = np.maximum(np.arange(length) // rows * rows - window, 0) // columns
    tile = np.arange(length) // columns
    last = (np.arange(length) // rows + 1) * rows
    read = (tile[None, :] >= first[:, None]) & (np.arange(length)[None, :] < last[:, None])
    seen = (distance <= 0) & (distance >= -window) | ((tile < prefix)[None, :] & read)
    score = np.where(seen, score, -1e6)
    power = np.exp2(score - score.max(axis=2, keepdims=True))
    o = power @ wide_v / power.sum(axis=2, keepdims=True)
    o = o.astype(np.float32).astype(case.parameters[3][0].numpy)
    return Run(
        [q, k, v, case.zeros(3, o.shape), np.float32(1)],
        [None, None, None, o, None],
        (ceil_div(length, rows), heads),
    )


def make_case(window, seen, prefix=0):
    array = (F16, 3)
    return Case(
        "window_attention", window_attention, (array, array, array, array, (F32, 0)),
        (window, seen, prefix, 64, 32, 32), ((2, 224),), make_run,
    )  # fmt: skip


@pytest.mark.parametrize("window", (8, 70, 500))
@pytest.mark.parametrize("seen", (0, 1))
def test_interpreter(real_bytecode, launch, window, seen):
    case = make_case(window, seen)
    run = case.make_run(case, case.sizes[0], True)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    launch(source, case.name, run, "--engine=interpret", "--check=all")


@pytest.mark.parametrize("gpu", ("sm_80", "sm_90", "sm_100", "sm_120"))
@pytest.mark.parametrize("window", (8, 70, 500))
@pytest.mark.parametrize("seen", (0, 1))
def test_emulator(tools, real_bytecode, launch, tmp_path, gpu, window, seen):
    case = make_case(window, seen)
    run = case.make_run(case, case.sizes[0], True)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    for when in ("eager", "lazy", "random"):
        launch(
            source, case.name, run, f"--gpu-name={gpu}", *HOSTILE, f"--async={when}"
        )
    stage = tools.compile(source, tmp_path / "k.mlir", gpu, 3, "tileas").decode()
    assert stage.count("scf.for") == 3


@pytest.mark.parametrize("gpu", ("sm_80", "sm_90", "sm_100"))
@pytest.mark.parametrize("prefix", (1, 4))
def test_prefix(real_bytecode, launch, gpu, prefix):
    case = make_case(70, 1, prefix)
    run = case.make_run(case, case.sizes[0], True)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    launch(source, case.name, run, f"--gpu-name={gpu}", *HOSTILE)
