# ===- test_signs.py - Operations on the sign alone ---------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""absf clears the sign bit and negf flips it, of NaNs too, signalling ones included:
every number of 16 bits, and some of each kind of f32 and f64.
"""

import numpy as np
import pytest

KERNEL = """cuda_tile.module @m {{
  entry @k(%p: tile<ptr<{kind}>>, %q: tile<ptr<{kind}>>) {{
    %b, %i, %z = get_tile_block_id : tile<i32>
    %line = iota : tile<{tile}xi32>
    %extent = constant <i32: {tile}> : tile<i32>
    %first = muli %b, %extent : tile<i32>
    %f1 = reshape %first : tile<i32> -> tile<1xi32>
    %fs = broadcast %f1 : tile<1xi32> -> tile<{tile}xi32>
    %at = addi %fs, %line : tile<{tile}xi32>
    %p1 = reshape %p : tile<ptr<{kind}>> -> tile<1xptr<{kind}>>
    %ps = broadcast %p1 : tile<1xptr<{kind}>> -> tile<{tile}xptr<{kind}>>
    %from = offset %ps, %at : tile<{tile}xptr<{kind}>>, tile<{tile}xi32> -> tile<{tile}xptr<{kind}>>
    %q1 = reshape %q : tile<ptr<{kind}>> -> tile<1xptr<{kind}>>
    %qs = broadcast %q1 : tile<1xptr<{kind}>> -> tile<{tile}xptr<{kind}>>
    %to = offset %qs, %at : tile<{tile}xptr<{kind}>>, tile<{tile}xi32> -> tile<{tile}xptr<{kind}>>
    %x, %t0 = load_ptr_tko weak %from : tile<{tile}xptr<{kind}>> -> tile<{tile}x{kind}>, token
    %y = {op} %x : tile<{tile}x{kind}>
    %t1 = store_ptr_tko weak %to, %y : tile<{tile}xptr<{kind}>>, tile<{tile}x{kind}> -> token
    return
  }}
}}
"""
#: Bits of the format, and of its fraction.
FORMATS = {"f16": (16, 10), "bf16": (16, 7), "f32": (32, 23), "f64": (64, 52)}


def numbers(bits, fraction):
    if bits == 16:
        return np.arange(1 << 16, dtype=np.uint16)
    infinity = (1 << (bits - 1)) - (1 << fraction)
    some = [0, 1, (1 << fraction) - 1, 1 << fraction, infinity - 1, infinity]
    some += [infinity + 1, infinity + 0x155, infinity | 1 << (fraction - 1)]
    some += [infinity | 3 << (fraction - 2), (1 << (bits - 1)) - 1]
    array = np.array(some + [x | 1 << (bits - 1) for x in some], f"u{bits // 8}")
    return np.resize(array, 64)


@pytest.mark.rotated
@pytest.mark.parametrize("level", (0, 1, 2, 3))
@pytest.mark.parametrize("gpu", ("sm_75", "sm_80", "sm_89", "sm_90", "sm_100", "sm_120"))
@pytest.mark.parametrize("op", ("absf", "negf"))
@pytest.mark.parametrize("kind", FORMATS)
def test_sign(kind, op, gpu, level, tools, tmp_path):
    bits, fraction = FORMATS[kind]
    data = numbers(bits, fraction)
    tile = min(len(data), 1 << 12)
    (tmp_path / "k.mlir").write_text(KERNEL.format(kind=kind, op=op, tile=tile))
    np.save(tmp_path / "p.npy", data)
    tools.run(
        "cuda-tile-run", tmp_path / "k.mlir", "--engine=emulate", f"--gpu-name={gpu}",
        f"-O{level}", f"--grid={len(data) // tile}", f"--arg=ptr:{tmp_path}/p.npy:{kind}",
        f"--arg=ptr:new:{kind}[{len(data)}]", f"--out=1={tmp_path}/q.npy",
    )  # fmt: skip
    got = np.load(tmp_path / "q.npy").view(data.dtype)
    sign = data.dtype.type(1 << (bits - 1))
    assert (got == (data & ~sign if op == "absf" else data ^ sign)).all()
