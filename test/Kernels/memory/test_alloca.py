# ===- test_alloca.py - Memory of a tile block, compiled ---------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Memory that tile blocks allocate: each has its own, in each iteration of a loop,
also while two launches of the kernel are in flight and more blocks than slots.
"""

import numpy as np
import pytest

# Each block writes a line backwards to one allocation, doubled to another one, and
# adds both up in a loop.
KERNEL = """cuda_tile.module @m {{
  entry @k(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>) {{
    %x, %y, %z = get_tile_block_id : tile<i32>
    %n = constant <i32: {count}> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %line = iota : tile<{count}xi32>
    %last = constant <i32: {last}> : tile<{count}xi32>
    %back = subi %last, %line : tile<{count}xi32>
    %first = muli %x, %n : tile<i32>
    %p0 = offset %p, %first : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
{spread_p}    %v, %t0 = load_ptr_tko weak %p2 : tile<{count}xptr<i32>> -> tile<{count}xi32>, token
    %start = constant <i32: 0> : tile<{count}xi32>
    %sum = for %i in (%zero to %three, step %one) : tile<i32> iter_values(%acc = %start) -> (tile<{count}xi32>) {{
      %a = alloca num_elem = {count}, alignment = {alignment} {where}: tile<ptr<i32>>
      %b = alloca num_elem = {count}, alignment = 4 : tile<ptr<i32>>
{spread_a}{spread_b}{spread_c}      %t1 = store_ptr_tko weak %a2, %v : tile<{count}xptr<i32>>, tile<{count}xi32> -> token
      %w, %t2 = load_ptr_tko weak %c2 token=%t1 : tile<{count}xptr<i32>> -> tile<{count}xi32>, token
      %d = addi %w, %w : tile<{count}xi32>
      %t3 = store_ptr_tko weak %b2, %d : tile<{count}xptr<i32>>, tile<{count}xi32> -> token
      %u, %t4 = load_ptr_tko weak %b2 token=%t3 : tile<{count}xptr<i32>> -> tile<{count}xi32>, token
      %next0 = addi %acc, %u : tile<{count}xi32>
      %next = addi %next0, %w : tile<{count}xi32>
      continue %next : tile<{count}xi32>
    }}
    %q0 = offset %q, %first : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
{spread_q}    %t5 = store_ptr_tko weak %q2, %sum : tile<{count}xptr<i32>>, tile<{count}xi32> -> token
  }}
}}
"""


def spread(base, name, places, count):
    """Pointers of a line, as %{name}2."""
    tile = f"tile<{count}xptr<i32>>"
    return (
        f"    %{name}_r = reshape %{base} : tile<ptr<i32>> -> tile<1xptr<i32>>\n"
        f"    %{name}_b = broadcast %{name}_r : tile<1xptr<i32>> -> {tile}\n"
        f"    %{name}2 = offset %{name}_b, %{places} : {tile}, tile<{count}xi32> -> {tile}\n"
    )


def kernel(count, alignment, where):
    lines = {
        f"spread_{name}": spread(base, name, places, count)
        for base, name, places in (
            ("p0", "p", "line"), ("a", "a", "line"), ("b", "b", "line"),
            ("a", "c", "back"), ("q0", "q", "line"),
        )
    }  # fmt: skip
    return KERNEL.format(
        count=count, last=count - 1, alignment=alignment, where=where, **lines
    )


@pytest.mark.parametrize("count,alignment", ((256, 4), (1024, 128), (64, 4096)))
@pytest.mark.parametrize("where", ("", "global "))
@pytest.mark.parametrize("gpu,level", (("sm_75", 3), ("sm_80", 0), ("sm_90", 3)))
@pytest.mark.parametrize("options", ((), ("--concurrent",)), ids=str)
def test_alloca(tools, tmp_path, count, alignment, where, gpu, level, options):
    blocks = 7
    (tmp_path / "k.mlir").write_text(kernel(count, alignment, where))
    data = np.random.default_rng(1).integers(-1000, 1000, blocks * count)
    np.save(tmp_path / "p.npy", data.astype(np.int32))
    tools.run(
        "cuda-tile-run", tmp_path / "k.mlir", "--engine=emulate", f"--grid={blocks}",
        f"--gpu-name={gpu}", f"-O{level}", f"--arg=ptr:{tmp_path}/p.npy",
        f"--arg=ptr:new:i32[{blocks * count}]", f"--out=1={tmp_path}/out.npy",
        "--blocks=random", "--warps=random", "--seed=1", *options,
    )  # fmt: skip
    expected = 9 * data.reshape(blocks, count)[:, ::-1]
    assert np.array_equal(np.load(tmp_path / "out.npy"), expected.flatten())


def test_more_blocks_than_slots(tools, tmp_path):
    """400 MB each: the pool has two, for which nine blocks wait."""
    last = 99999999
    (tmp_path / "k.mlir").write_text(
        f"""cuda_tile.module @m {{
  entry @k(%q: tile<ptr<i32>>) {{
    %x, %y, %z = get_tile_block_id : tile<i32>
    %a = alloca num_elem = {last + 1}, alignment = 4 : tile<ptr<i32>>
    %at = constant <i32: {last}> : tile<i32>
    %b = offset %a, %at : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t1 = store_ptr_tko weak %b, %x : tile<ptr<i32>>, tile<i32> -> token
    %v, %t2 = load_ptr_tko weak %b token=%t1 : tile<ptr<i32>> -> tile<i32>, token
    %r = offset %q, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t3 = store_ptr_tko weak %r, %v token=%t2 : tile<ptr<i32>>, tile<i32> -> token
  }}
}}
"""
    )
    for seed in range(4):
        tools.run(
            "cuda-tile-run", tmp_path / "k.mlir", "--engine=emulate", "--grid=9",
            "--arg=ptr:new:i32[9]", f"--out=0={tmp_path}/out.npy", "--blocks=random",
            "--warps=random", f"--seed={seed}",
        )  # fmt: skip
        assert np.array_equal(np.load(tmp_path / "out.npy"), np.arange(9))
