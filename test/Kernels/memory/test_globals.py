# ===- test_globals.py - Globals, compiled ------------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Globals of every type have their values at the start of a launch, kernels change
them, and two entries share one.
"""

import numpy as np
import pytest

FILES = {"i1": "?", "i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8"}
FILES |= {"f16": "f2", "f32": "f4", "f64": "f8"}

KERNEL = """cuda_tile.module @m {{
  global @table alignment = 64 <{type}: [{values}]> : tile<8x{type}>
  global @count <i32: [40]> : tile<1xi32>
  entry @other() {{
    %p = get_global @count : tile<ptr<i32>>
    %one = constant <i32: 1> : tile<i32>
    %old, %t = atomic_rmw_tko relaxed device %p, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  }}
  entry @k(%q: tile<ptr<{type}>>, %n: tile<ptr<i32>>) {{
    %i = iota : tile<8xi32>
    %p = get_global @table : tile<ptr<{type}>>
    %p1 = reshape %p : tile<ptr<{type}>> -> tile<1xptr<{type}>>
    %p2 = broadcast %p1 : tile<1xptr<{type}>> -> tile<8xptr<{type}>>
    %p3 = offset %p2, %i : tile<8xptr<{type}>>, tile<8xi32> -> tile<8xptr<{type}>>
    %v, %t = load_ptr_tko weak %p3 : tile<8xptr<{type}>> -> tile<8x{type}>, token
    %q1 = reshape %q : tile<ptr<{type}>> -> tile<1xptr<{type}>>
    %q2 = broadcast %q1 : tile<1xptr<{type}>> -> tile<8xptr<{type}>>
    %q3 = offset %q2, %i : tile<8xptr<{type}>>, tile<8xi32> -> tile<8xptr<{type}>>
    %t1 = store_ptr_tko weak %q3, %v : tile<8xptr<{type}>>, tile<8x{type}> -> token
    %c = get_global @count : tile<ptr<i32>>
    %two = constant <i32: 2> : tile<i32>
    %old, %t2 = atomic_rmw_tko relaxed device %c, add, %two : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %t3 = store_ptr_tko weak %n, %old : tile<ptr<i32>>, tile<i32> -> token
  }}
}}
"""


@pytest.mark.parametrize("element", FILES)
def test_globals(tools, tmp_path, element):
    values = np.array([0, 1, 1, 0, 1, 1, 1, 0]).astype(FILES[element])
    if element[0] == "f":
        literal = ", ".join(str(float(value)) for value in values)
    elif element == "i1":
        literal = ", ".join("true" if value else "false" for value in values)
    else:
        literal = ", ".join(str(int(value)) for value in values)
    (tmp_path / "k.mlir").write_text(KERNEL.format(type=element, values=literal))
    for options in (
        ["--engine=interpret"],
        ["--engine=emulate", "--gpu-name=sm_75", "-O", "0"],
        ["--engine=emulate", "--gpu-name=sm_90"],
    ):
        tools.run(
            "cuda-tile-run", tmp_path / "k.mlir", "--entry=k",
            f"--arg=ptr:new:{element}[8]", f"--out=0={tmp_path / 'out.npy'}",
            "--arg=ptr:new:i32[1]", f"--out=1={tmp_path / 'count.npy'}", *options,
        )  # fmt: skip
        assert (np.load(tmp_path / "out.npy") == values).all()
        assert np.load(tmp_path / "count.npy") == [40]


def test_ptx_shows_what_the_host_may_see(tools, tmp_path):
    text = KERNEL.format(type="i32", values="1, 2, 3, 4, 5, 6, 7, 8")
    text = text.replace(" global @table", " global private constant @table")
    (tmp_path / "k.mlir").write_text(text)
    ptx = tools.compile(tmp_path / "k.mlir", tmp_path / "k.ptx", "sm_90", 3, "ptx").decode()
    assert ".visible .global .align 4 .b8 count[4] = {40}" in ptx or (
        ".visible .global .align 4 .u32 count[1] = {40}" in ptx
    )
    assert ".visible .global .align 64" not in ptx
