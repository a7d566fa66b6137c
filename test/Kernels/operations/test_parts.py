# ===- test_parts.py - Tiles put together and taken apart, compiled ----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""cat, extract, insert, pack and unpack on the emulator beside the interpreter, at
every index, in types of each width.
"""

import numpy as np
import pytest

TYPES = {"i1": "?", "i8": "i1", "f16": "f2", "f32": "f4", "i64": "i8"}

KERNEL = """cuda_tile.module @m {{
  entry @k(%p: tile<ptr<{type}>>, %q: tile<ptr<{type}>>, %i: tile<i32>, %j: tile<i32>) {{
    %z = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %v_ = make_tensor_view %p, shape = [32, 64], strides = [64, 1] : {view}
    %v = make_partition_view %v_ : partition_view<tile=(16x64), {view}>
    %w_ = make_tensor_view %q, shape = [32, 64], strides = [64, 1] : {view}
    %w = make_partition_view %w_ : partition_view<tile=(32x64), {view}>
    %a, %t0 = load_view_tko weak %v[%z, %z] : partition_view<tile=(16x64), {view}>, tile<i32> -> tile<16x64x{type}>, token
    %b, %t1 = load_view_tko weak %v[%one, %z] : partition_view<tile=(16x64), {view}>, tile<i32> -> tile<16x64x{type}>, token
    %wide = cat %a, %b dim = 1 : tile<16x64x{type}>, tile<16x64x{type}> -> tile<16x128x{type}>
    %part = extract %wide[%i, %j] : tile<16x128x{type}> -> tile<4x32x{type}>
    %high = cat %b, %a dim = 0 : tile<16x64x{type}>, tile<16x64x{type}> -> tile<32x64x{type}>
    %all = insert %part, %high[%j, %one] : tile<4x32x{type}>, tile<32x64x{type}>
{bytes}    %t2 = store_view_tko weak %all, %w[%z, %z] : tile<32x64x{type}>, partition_view<tile=(32x64), {view}>, tile<i32> -> token
  }}
}}
"""

#: The tile by way of its bytes, as often as there are any.
BYTES = """    %flat = reshape %all_ : tile<32x64x{type}> -> tile<2048x{type}>
    %packed = pack %flat : tile<2048x{type}> -> tile<{bytes}xi8>
    %nibbles = unpack %packed : tile<{bytes}xi8> -> tile<{nibbles}xf4E2M1FN>
    %again = pack %nibbles : tile<{nibbles}xf4E2M1FN> -> tile<{bytes}xi8>
    %unpacked = unpack %again : tile<{bytes}xi8> -> tile<2048x{type}>
    %all = reshape %unpacked : tile<2048x{type}> -> tile<32x64x{type}>
"""


@pytest.mark.parametrize("type", TYPES)
def test_parts(type, tools, tmp_path):
    view = f"tensor_view<32x64x{type}, strides=[64,1]>"
    text = KERNEL.format(type=type, view=view, bytes="")
    if type != "i8":
        size = 2048 // 8 if type == "i1" else 2048 * np.dtype(TYPES[type]).itemsize
        text = text.replace("%all = insert", "%all_ = insert")
        before, store, after = text.partition("    %t2 = store")
        text = before + BYTES.format(type=type, bytes=size, nibbles=2 * size)
        text += store + after
    (tmp_path / "k.mlir").write_text(text)
    data = np.random.default_rng(3).integers(0, 100, (32, 64))
    data = data % 3 == 0 if type == "i1" else data.astype(TYPES[type])
    np.save(tmp_path / "p.npy", data)
    for i, j, gpu, level in ((0, 0, "sm_75", 0), (3, 3, "sm_90", 3), (1, 2, "sm_120", 3)):
        np.save(tmp_path / "q.npy", np.zeros_like(data))
        tools.run(
            "cuda-tile-run", tmp_path / "k.mlir", "--engine=emulate",
            "--compare=interpret", f"--gpu-name={gpu}", f"-O{level}",
            f"--arg=ptr:{tmp_path}/p.npy", f"--arg=ptr:{tmp_path}/q.npy:{type}",
            f"--arg=i32:{i}", f"--arg=i32:{j}",
        )  # fmt: skip
