# ===- test_shuffles.py - Tiles that change lanes within their warp -----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Small transpositions, of which one warp holds all: shuffles move them, of each
element size, and no barrier is there.
"""

import numpy as np
import pytest

FILES = {"i8": "i1", "f16": "f2", "i32": "i4", "f64": "f8"}

KERNEL = """#a = #tileas.layout<register = [{registers}], lane = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]], warp = []>
#b = #tileas.layout<register = [{columns}], lane = [[1, 0], [2, 0], [{low}], [0, 1], [0, 2]], warp = []>
tileas.kernel @k(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {{
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = true>}} {{
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %pitch = arith.constant 8 : i64
  %rows = arith.constant {rows} : i64
  %v, %t = tileas.load %p[%zero, %zero] extents[%rows, %pitch] strides[%pitch, %one] : !tileaa.ptr -> tensor<{rows}x8x{type}, #a>
  %w = tileas.convert_layout %v : tensor<{rows}x8x{type}, #a> -> tensor<{rows}x8x{type}, #b>
  %u = tileas.store %w to %q[%zero, %zero] extents[%rows, %pitch] strides[%pitch, %one] by<owner> : tensor<{rows}x8x{type}, #b>, !tileaa.ptr
  tileas.return
}}
"""

#: Rows, the registers of both layouts and one lane bit: lanes that want one register
#: of their sources, and such that want either of two.
SHAPES = (
    (4, "", "", "0, 4"),
    (8, "[4, 0]", "[0, 4]", "4, 0"),
    (8, "[4, 0]", "[4, 0]", "0, 4"),
)


@pytest.mark.parametrize("rows, registers, columns, low", SHAPES)
@pytest.mark.parametrize("element", FILES)
def test_shuffles(tools, tmp_path, element, rows, registers, columns, low):
    text = KERNEL.format(
        type=element, rows=rows, registers=registers, columns=columns, low=low
    )
    (tmp_path / "k.mlir").write_text(text)
    ptx = tools.compile(tmp_path / "k.mlir", tmp_path / "k.ptx", "sm_90", 3, "ptx").decode()
    assert "shfl.sync.idx" in ptx
    assert "bar.sync" not in ptx and ".shared" not in ptx
    start = np.arange(rows * 8).reshape(rows, 8).astype(FILES[element])
    np.save(tmp_path / "p.npy", start)
    tools.run(
        "cuda-tile-run", tmp_path / "k.ptx", "--engine=emulate",
        f"--arg=ptr:{tmp_path / 'p.npy'}",
        f"--arg=ptr:new:{element}[{rows},8]", f"--out=1={tmp_path / 'out.npy'}",
    )  # fmt: skip
    assert (np.load(tmp_path / "out.npy") == start).all()
