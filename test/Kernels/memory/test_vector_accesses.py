# ===- test_vector_accesses.py - Accesses of several elements ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Copies of aligned rows, in each type, by views and by pointers with masks: the
emulator leaves what the interpreter does, also where tiles reach beyond the array,
and whole tiles are moved by the widest accesses.
"""

import numpy as np
import pytest

TYPES = {"i8": "i1", "f16": "f2", "i32": "i4", "f64": "f8"}
#: Accesses of 16 bytes, or of the 8 elements of a thread.
WIDEST = {"i8": "v4.b32", "f16": "v4.b32", "i32": "v4.b32", "f64": "v2.b64"}
#: Accesses of 32 bytes, for which LLVM has two names.
WIDE = ("v8.b32", "v4.b64")
ROWS = 16

VIEWS = """cuda_tile.module @m {{
  entry @k(%p: tile<ptr<{type}>>, %q: tile<ptr<{type}>>, %n: tile<i32>) {{
    %from = assume div_by<16>, %p : tile<ptr<{type}>>
    %to = assume div_by<16>, %q : tile<ptr<{type}>>
    %a = make_tensor_view %from, shape = [16, %n], strides = [512, 1] : tile<i32> -> {view}
    %b = make_tensor_view %to, shape = [16, %n], strides = [512, 1] : tile<i32> -> {view}
    %c = make_partition_view %a : partition_view<tile=(8x128), padding_value = zero, {view}>
    %d = make_partition_view %b : partition_view<tile=(8x128), {view}>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %v, %t = load_view_tko weak %c[%x, %y] : partition_view<tile=(8x128), padding_value = zero, {view}>, tile<i32> -> tile<8x128x{type}>, token
    %u = store_view_tko weak %v, %d[%x, %y] : tile<8x128x{type}>, partition_view<tile=(8x128), {view}>, tile<i32> -> token
  }}
}}
"""

POINTERS = """cuda_tile.module @m {{
  entry @k(%p: tile<ptr<{type}>>, %q: tile<ptr<{type}>>, %n: tile<i32>) {{
    %from = assume div_by<16>, %p : tile<ptr<{type}>>
    %to = assume div_by<16>, %q : tile<ptr<{type}>>
    %m = assume div_by<16>, %n : tile<i32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %size = constant <i32: 1024> : tile<i32>
    %start = muli %x, %size : tile<i32>
    %i = iota : tile<1024xi32>
    %s = reshape %start : tile<i32> -> tile<1xi32>
    %t = broadcast %s : tile<1xi32> -> tile<1024xi32>
    %at = addi %t, %i : tile<1024xi32>
    %e = reshape %m : tile<i32> -> tile<1xi32>
    %f = broadcast %e : tile<1xi32> -> tile<1024xi32>
    %mask = cmpi less_than %at, %f, signed : tile<1024xi32> -> tile<1024xi1>
    %g = reshape %from : tile<ptr<{type}>> -> tile<1xptr<{type}>>
    %h = broadcast %g : tile<1xptr<{type}>> -> tile<1024xptr<{type}>>
    %a = offset %h, %at : tile<1024xptr<{type}>>, tile<1024xi32> -> tile<1024xptr<{type}>>
    %j = reshape %to : tile<ptr<{type}>> -> tile<1xptr<{type}>>
    %k = broadcast %j : tile<1xptr<{type}>> -> tile<1024xptr<{type}>>
    %b = offset %k, %at : tile<1024xptr<{type}>>, tile<1024xi32> -> tile<1024xptr<{type}>>
    %pad = constant <{type}: {one}> : tile<1024x{type}>
    %v, %l = load_ptr_tko weak %a, %mask, %pad : tile<1024xptr<{type}>>, tile<1024xi1>, tile<1024x{type}> -> tile<1024x{type}>, token
    %w, %o = load_ptr_tko weak %b : tile<1024xptr<{type}>> -> tile<1024x{type}>, token
    %sum = {add} %v, %w {round}: tile<1024x{type}>
    %u = store_ptr_tko weak %b, %sum token=%o : tile<1024xptr<{type}>>, tile<1024x{type}> -> token
  }}
}}
"""


ENGINES = (
    ["--engine=interpret"],
    ["--engine=emulate", "--check=all"],
    ["--engine=emulate", "--gpu-name=sm_75", "-O0"],
)


def check(tools, folder, text, type, n, grid):
    """All engines have the same result; the PTX has the widest accesses."""
    kernel = folder / "kernel.mlir"
    kernel.write_text(text)
    random = np.random.default_rng(n)
    for number in (0, 1):
        np.save(folder / f"{number}.npy", random.integers(-9, 10, (ROWS, 512)).astype(TYPES[type]))
    results = []
    for engine in ENGINES:
        out = folder / "out.npy"
        args = [f"--arg=ptr:{folder}/0.npy", f"--arg=ptr:{folder}/1.npy", f"--arg=i32:{n}"]
        tools.run("cuda-tile-run", kernel, *engine, f"--grid={grid}", *args, f"--out=1={out}")
        results.append(np.load(out).tobytes())
    assert results.count(results[0]) == len(results), "the engines differ"
    ptx = tools.compile(kernel, folder / "kernel.ptx", "sm_80", 3, "ptx").decode()
    for op in ("ld", "st"):
        assert f"{op}.global.{WIDEST[type]}" in ptx


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("n", [512, 500, 129, 1])
def test_views(type, n, tools, tmp_path):
    view = f"tensor_view<16x?x{type}, strides=[512,1]>"
    check(tools, tmp_path, VIEWS.format(type=type, view=view), type, n, "2,4")


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("n", [8192, 4112, 16])
def test_pointers(type, n, tools, tmp_path):
    isFloat = type.startswith("f")
    words = {"add": "addf" if isFloat else "addi", "one": "1.0" if isFloat else "1"}
    text = POINTERS.format(type=type, round="rounding<nearest_even> " * isFloat, **words)
    check(tools, tmp_path, text, type, n, "8")


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("n", [512, 500, 129, 1])
def test_256_bits(type, n, tools, tmp_path):
    """For targets that have such accesses, and arrays that are aligned so."""
    view = f"tensor_view<16x?x{type}, strides=[512,1]>"
    text = VIEWS.format(type=type, view=view).replace("div_by<16>", "div_by<32>")
    text = text.replace("8x128", "16x256")
    (tmp_path / "k.mlir").write_text(text)
    data = np.random.default_rng(n).integers(0, 100, (ROWS, 512)).astype(TYPES[type])
    np.save(tmp_path / "p.npy", data)
    np.save(tmp_path / "q.npy", np.zeros_like(data))
    for gpu, level, has in (("sm_100", 3, True), ("sm_120", 0, None), ("sm_90", 3, False)):
        ptx = tools.compile(tmp_path / "k.mlir", tmp_path / "k.ptx", gpu, level, "ptx")
        if has is not None:
            assert any(f".global.{words}".encode() in ptx for words in WIDE) == has
        tools.run(
            "cuda-tile-run", tmp_path / "k.mlir", "--engine=emulate", "--grid=1,2,1",
            "--compare=interpret", f"--gpu-name={gpu}", f"-O{level}",
            f"--arg=ptr:{tmp_path}/p.npy", f"--arg=ptr:{tmp_path}/q.npy",
            f"--arg=i32:{n}",
        )  # fmt: skip
