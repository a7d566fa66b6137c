# ===- test_kept_tiles.py - Rows that are read once ---------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Softmax and norms walk over their rows in two or three loops. Tiles that fit in shared
memory are read from global memory once, the rest as often as there are loops, and every
result is what the interpreter has, on the emulator with all its checks.
"""

import dataclasses
import json

import cuda.tile as ct
import numpy as np
import pytest
from all_cases import CASES
from kernels import ALL_ALIGNED

GPUS = ("sm_75", "sm_80", "sm_90", "sm_100", "sm_120")
#: Loops that load x, by kernel.
LOOPS = {
    "two_pass_softmax": 3,
    "online_softmax_f32": 2,
    "online_softmax_bf16": 2,
    "rms_norm": 2,
    "layer_norm_f32": 3,
    "layer_norm_f16": 3,
}
every_gpu = pytest.mark.parametrize("gpu", GPUS)
every_kernel = pytest.mark.parametrize("name", LOOPS)


@pytest.fixture
def measure(launch, real_bytecode, tmp_path):
    """The bytes of x, and those of it that a launch with tiles of this size loads."""

    def run(name, tile, sizes, gpu, *options):
        case = dataclasses.replace(CASES[name], constants=tile)
        aligned = True if any(size % 16 for size in sizes) else ALL_ALIGNED
        made = case.make_run(case, sizes, False)
        file = tmp_path / "counters.json"
        launch(
            real_bytecode(case, "13.3", aligned), name, made, "--engine=emulate",
            f"--gpu-name={gpu}", "--warps=random", f"--counters={file}", *options,
        )  # fmt: skip
        loaded = json.loads(file.read_text())["totals"]["global_load_bytes"]
        # Each block loads the vectors of weights once.
        vectors = [a for a in made.arguments[1:] if a.ndim == 1 and a.size == sizes[1]]
        blocks = -(-sizes[0] // tile[0])
        return made.arguments[0].nbytes, loaded - blocks * sum(v.nbytes for v in vectors)

    return run


@every_gpu
@every_kernel
def test_read_once(measure, name, gpu):
    """Two tiles of a row fit everywhere."""
    whole, loaded = measure(name, (1, 1024), (16, 2048), gpu)
    assert loaded == whole


@every_gpu
@pytest.mark.parametrize(
    "name,tile", [(name, (1, 512)) for name in LOOPS] + [("two_pass_softmax", (4, 256))]
)
def test_long_rows(measure, name, tile, gpu):
    """The last tiles are read by each loop, and the last of all is ragged."""
    whole, loaded = measure(name, tile, (tile[0] + 1, 70 * tile[1] + 3), gpu)
    assert whole < loaded < LOOPS[name] * whole


@pytest.mark.parametrize("gpu", ("sm_75", "sm_90"))
@every_kernel
@pytest.mark.parametrize("columns", (1, 5, 130))
def test_ragged_rows(measure, name, columns, gpu):
    """Elements beyond the end are those that each loop asks for."""
    whole, loaded = measure(name, (4, 64), (6, columns), gpu)
    assert whole <= loaded <= LOOPS[name] * whole


@every_kernel
def test_without_optimisation(measure, name):
    """Level 1 keeps nothing: a row is read by each loop."""
    whole, loaded = measure(name, (1, 1024), (16, 2048), "sm_90", "-O1")
    assert loaded == LOOPS[name] * whole


@ct.kernel
def row_after_row(x, y, M: ct.Constant[int], N: ct.Constant[int]):
    """A softmax of which each of two blocks has every second row of tiles."""
    tiles = ct.num_tiles(x, axis=1, shape=(M, N))
    for i in range(ct.bid(0), ct.num_tiles(x, axis=0, shape=(M, N)), 2):
        total = ct.full((M, 1), 0, dtype=ct.float32)
        for k in range(tiles):
            part = ct.load(
                x, index=(i, k), shape=(M, N), padding_mode=ct.PaddingMode.NEG_INF
            )
            total += ct.sum(ct.exp2(part), axis=1, keepdims=True)
        for k in range(tiles):
            part = ct.load(x, index=(i, k), shape=(M, N), padding_mode=ct.PaddingMode.ZERO)
            ct.store(y, index=(i, k), tile=ct.exp2(part) / total)


@pytest.mark.rotated
@every_gpu
@pytest.mark.parametrize("tile", ((1, 512), (4, 256)))
@pytest.mark.parametrize("columns", (1, 700, 20 * 512))
def test_row_after_row(launch, real_bytecode, tmp_path, tile, columns, gpu):
    """The tiles of the next row take the places of the last one's."""
    case = dataclasses.replace(
        CASES["two_pass_softmax"], name="row_after_row", kernel=row_after_row, constants=tile
    )
    made = case.make_run(case, (5 * tile[0] + 1, columns), False)
    for seed in range(3):
        launch(
            real_bytecode(case, "13.3", True), case.name,
            dataclasses.replace(made, grid=(2,)), "--engine=emulate", f"--gpu-name={gpu}",
            "--warps=random", "--blocks=random", f"--seed={seed}",
        )  # fmt: skip


#: Sums a row of x twice, tile by tile; in between {change}.
SUMS = """cuda_tile.module @m {{
  entry @k(%p: tile<ptr<f32>>, %o: tile<ptr<f32>>, %n: tile<i32>) {{
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %v_ = make_tensor_view %p, shape = [8192], strides = [1] : tensor_view<8192xf32, strides=[1]>
    %v = make_partition_view %v_ : {view}
    %w_ = make_tensor_view %o, shape = [512], strides = [1] : tensor_view<512xf32, strides=[1]>
    %w = make_partition_view %w_ : {sums}
    %none = constant <f32: 0.0> : tile<256xf32>
    %t0 = make_token : token
    %a, %t1 = for %i in (%zero to %n, step %one) : tile<i32>
        iter_values(%s = %none, %t = %t0) -> (tile<256xf32>, token) {{
      %x, %u = load_view_tko weak %v[%i] token = %t : {view}, tile<i32> -> tile<256xf32>, token
      %y = addf %s, %x rounding<nearest_even> : tile<256xf32>
      {first}
      continue %y, %last : tile<256xf32>, token
    }}
    {between}
    %b, %t3 = for %i in (%zero to %n, step %one) : tile<i32>
        iter_values(%s = %a, %t = %t2) -> (tile<256xf32>, token) {{
      %x, %u = load_view_tko weak %v[%i] token = %t : {view}, tile<i32> -> tile<256xf32>, token
      %y = addf %s, %x rounding<nearest_even> : tile<256xf32>
      {second}
      continue %y, %last : tile<256xf32>, token
    }}
    %t4 = store_view_tko weak %a, %w[%zero] token = %t3 : tile<256xf32>, {sums}, tile<i32> -> token
    %t5 = store_view_tko weak %b, %w[%one] token = %t4 : tile<256xf32>, {sums}, tile<i32> -> token
  }}
}}
"""
VIEW = "partition_view<tile=(256), tensor_view<8192xf32, strides=[1]>>"
STORE = (
    "%last = store_view_tko weak %y, %v[%{index}] token = %u : tile<256xf32>, "
    f"{VIEW}, tile<i32> -> token"
)
NOTHING = "%last = join_tokens %t, %u : token"
#: Where the row changes: in the first loop, between both, or in the second one.
CHANGES = {
    "nowhere": {},
    "first": {"first": STORE.format(index="i")},
    "next": {
        "first": f"%next = addi %i, %one : tile<i32>\n      {STORE.format(index='next')}"
    },
    "between": {
        "between": "%t2 = store_view_tko weak %a, %v[%one] token = %t1 : "
        f"tile<256xf32>, {VIEW}, tile<i32> -> token"
    },
    "second": {"second": STORE.format(index="one")},
}


@every_gpu
@pytest.mark.parametrize("trips", (0, 1, 3, 20))
@pytest.mark.parametrize("change", CHANGES)
def test_changed_between(tools, tmp_path, change, trips, gpu):
    """A load that is ordered behind a store sees it, and only then reads again."""
    parts = {
        "first": NOTHING, "second": NOTHING,
        "between": "%t2 = join_tokens %t1, %t1 : token",
        **CHANGES[change],
    }  # fmt: skip
    sums = "partition_view<tile=(256), tensor_view<512xf32, strides=[1]>>"
    (tmp_path / "k.mlir").write_text(SUMS.format(view=VIEW, sums=sums, **parts))
    np.save(tmp_path / "x.npy", np.random.default_rng(trips).integers(-4, 5, 8192).astype("f4"))
    tools.run(
        "cuda-tile-run", tmp_path / "k.mlir", "--engine=emulate", "--compare=interpret",
        f"--gpu-name={gpu}", "--warps=random", f"--arg=ptr:{tmp_path / 'x.npy'}",
        "--arg=ptr:new:f32[512]", f"--arg=i32:{trips}",
        f"--counters={tmp_path / 'counters.json'}",
    )  # fmt: skip
    loaded = json.loads((tmp_path / "counters.json").read_text())["totals"]["global_load_bytes"]
    row = trips * 256 * 4
    assert loaded == 2 * row if change != "nowhere" else row <= loaded <= 2 * row
    if change == "nowhere" and trips == 1:
        assert loaded == row
