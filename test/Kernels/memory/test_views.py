# ===- test_views.py - Strided and sparse views, compiled --------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Tiles that overlap or leave gaps, and rows by their numbers, along either dimension,
within the array and beyond it: on the emulator beside numpy.
"""

import numpy as np
import pytest

STRIDED = """cuda_tile.module @m {{
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {{
    %x, %y, %z = get_tile_block_id : tile<i32>
    %v_ = make_tensor_view %p, shape = [20, 48], strides = [48, 1] : tensor_view<20x48xf32, strides=[48,1]>
    %v = make_strided_view %v_ : {view}
    %n, %m = get_index_space_shape %v : {view} -> tile<i32>
    %w_ = make_tensor_view %q, shape = [80, 80], strides = [80, 1] : tensor_view<80x80xf32, strides=[80,1]>
    %w = make_partition_view %w_ : partition_view<tile=(8x8), tensor_view<80x80xf32, strides=[80,1]>>
    %a, %t = load_view_tko weak %v[%x, %y] : {view}, tile<i32> -> tile<8x8xf32>, token
    %nm = addi %n, %m : tile<i32>
    %f = itof %nm signed : tile<i32> -> tile<f32>
    %f1 = reshape %f : tile<f32> -> tile<1x1xf32>
    %f2 = broadcast %f1 : tile<1x1xf32> -> tile<8x8xf32>
    %b = addf %a, %f2 rounding<nearest_even> : tile<8x8xf32>
    %u = store_view_tko weak %b, %w[%x, %y] : tile<8x8xf32>, partition_view<tile=(8x8), tensor_view<80x80xf32, strides=[80,1]>>, tile<i32> -> token
  }}
}}
"""

SPARSE = """cuda_tile.module @m {{
  entry @k(%p: tile<ptr<{type}>>, %i: tile<ptr<i32>>, %q: tile<ptr<{type}>>, %start: tile<i32>) {{
    %zero = constant <i32: 0> : tile<i32>
    %i_ = make_tensor_view %i, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
    %iv = make_partition_view %i_ : partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>
    %rows, %t0 = load_view_tko weak %iv[%zero] : partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>, tile<i32> -> tile<16xi32>, token
    %v_ = make_tensor_view %p, shape = [40, 40], strides = [40, 1] : {tensor}
    %v = make_gather_scatter_view %v_ : gather_scatter_view<tile={tile}, padding_value = zero, {tensor}, sparse_dim={dim}>
    %a, %t1 = load_view_tko weak %v[{index}] : gather_scatter_view<tile={tile}, padding_value = zero, {tensor}, sparse_dim={dim}>, {types} -> tile<{shape}x{type}>, token
    %w_ = make_tensor_view %q, shape = [40, 40], strides = [40, 1] : {tensor}
    %w = make_gather_scatter_view %w_ : gather_scatter_view<tile={tile}, {tensor}, sparse_dim={dim}>
    %b = {double} : tile<{shape}x{type}>
    %t2 = store_view_tko weak %b, %w[{index}] : tile<{shape}x{type}>, gather_scatter_view<tile={tile}, {tensor}, sparse_dim={dim}>, {types} -> token
  }}
}}
"""


def emulate(tools, folder, *arguments, grid="1"):
    tools.run(
        "cuda-tile-run", folder / "k.mlir", "--engine=emulate", f"--grid={grid}",
        "--compare=interpret", *arguments,
    )  # fmt: skip


@pytest.mark.parametrize("steps", ((8, 8), (3, 5), (16, 1)))
def test_strided(steps, tools, tmp_path):
    """Tile (i, j) begins at element (i, j) times the steps."""
    view = (
        f"strided_view<tile=(8x8), traversal_strides=[{steps[0]},{steps[1]}], "
        "padding_value = zero, tensor_view<20x48xf32, strides=[48,1]>>"
    )
    (tmp_path / "k.mlir").write_text(STRIDED.format(view=view))
    data = np.arange(20 * 48, dtype=np.float32).reshape(20, 48)
    np.save(tmp_path / "p.npy", data)
    grid = (-(-20 // steps[0]), min(10, -(-48 // steps[1])))
    count = -(-20 // steps[0]) + -(-48 // steps[1])
    emulate(
        tools, tmp_path, f"--arg=ptr:{tmp_path}/p.npy", "--arg=ptr:new:f32[80,80]",
        f"--out=1={tmp_path}/q.npy", grid=f"{grid[0]},{grid[1]}",
    )  # fmt: skip
    padded = np.pad(data, 80)[80:, 80:]
    expected = np.zeros((80, 80), np.float32)
    for i in range(grid[0]):
        for j in range(grid[1]):
            x, y = i * steps[0], j * steps[1]
            expected[8 * i : 8 * i + 8, 8 * j : 8 * j + 8] = (
                padded[x : x + 8, y : y + 8] + count
            )
    assert (np.load(tmp_path / "q.npy") == expected).all()


@pytest.mark.parametrize("type", ("f32", "i64"))
@pytest.mark.parametrize("dim", (0, 1))
def test_sparse(dim, type, tools, tmp_path):
    """Rows (or columns) by their numbers, two of which do not exist. The elements in each
    begin at no multiple of the tile, and some lie beyond its end."""
    start = 29
    words = {"type": type, "dim": dim, "tensor": f"tensor_view<40x40x{type}, strides=[40,1]>"}
    words["shape"] = "16x16"
    words["tile"] = "(16x16)"
    words["index"] = "%rows, %start" if dim == 0 else "%start, %rows"
    words["types"] = "tile<16xi32>, tile<i32>" if dim == 0 else "tile<i32>, tile<16xi32>"
    isFloat = type == "f32"
    words["double"] = "addf %a, %a rounding<nearest_even>" if isFloat else "addi %a, %a"
    (tmp_path / "k.mlir").write_text(SPARSE.format(**words))
    random = np.random.default_rng(4)
    dtype = np.float32 if isFloat else np.int64
    data = random.integers(1, 100, (40, 40)).astype(dtype)
    rows = random.permutation(40)[:16].astype(np.int32)
    rows[3], rows[9] = 40, -1
    np.save(tmp_path / "p.npy", data)
    np.save(tmp_path / "i.npy", rows)
    emulate(
        tools, tmp_path, f"--arg=ptr:{tmp_path}/p.npy", f"--arg=ptr:{tmp_path}/i.npy",
        f"--arg=ptr:new:{type}[40,40]", f"--arg=i32:{start}",
        f"--out=2={tmp_path}/q.npy",
    )  # fmt: skip
    expected = np.zeros_like(data)
    there = [row for row in rows if 0 <= row < 40]
    if dim == 0:
        expected[there, start:] = 2 * data[there, start:]
    else:
        expected[start:, there] = 2 * data[start:, there]
    assert (np.load(tmp_path / "q.npy") == expected).all()
