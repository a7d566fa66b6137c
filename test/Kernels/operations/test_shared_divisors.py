# ===- test_shared_divisors.py - Rows divided by one number --------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Rows of a tile, each divided by a number of its own, which from sm_90 on multiply by its
reciprocal where nothing is too small or too large: all bits are those of divisions, for
numbers on both sides of each bound.
"""

import numpy as np
import pytest
from kernels import Run

ROWS, COLUMNS = 64, 256
KERNEL = f"""cuda_tile.module @m {{
  entry @k(%p: tile<ptr<f32>>, %d: tile<ptr<f32>>, %q: tile<ptr<f32>>) {{
    %0 = constant <i32: 0> : tile<i32>
    %pv = make_tensor_view %p, shape = [{ROWS}, {COLUMNS}], strides = [{COLUMNS}, 1] : tensor_view<{ROWS}x{COLUMNS}xf32, strides=[{COLUMNS},1]>
    %dv = make_tensor_view %d, shape = [{ROWS}, 1], strides = [1, 1] : tensor_view<{ROWS}x1xf32, strides=[1,1]>
    %qv = make_tensor_view %q, shape = [{ROWS}, {COLUMNS}], strides = [{COLUMNS}, 1] : tensor_view<{ROWS}x{COLUMNS}xf32, strides=[{COLUMNS},1]>
    %pt = make_partition_view %pv : partition_view<tile=({ROWS}x{COLUMNS}), tensor_view<{ROWS}x{COLUMNS}xf32, strides=[{COLUMNS},1]>>
    %dt = make_partition_view %dv : partition_view<tile=({ROWS}x1), tensor_view<{ROWS}x1xf32, strides=[1,1]>>
    %qt = make_partition_view %qv : partition_view<tile=({ROWS}x{COLUMNS}), tensor_view<{ROWS}x{COLUMNS}xf32, strides=[{COLUMNS},1]>>
    %x, %t = load_view_tko weak %pt[%0, %0] : partition_view<tile=({ROWS}x{COLUMNS}), tensor_view<{ROWS}x{COLUMNS}xf32, strides=[{COLUMNS},1]>>, tile<i32> -> tile<{ROWS}x{COLUMNS}xf32>, token
    %e, %u = load_view_tko weak %dt[%0, %0] : partition_view<tile=({ROWS}x1), tensor_view<{ROWS}x1xf32, strides=[1,1]>>, tile<i32> -> tile<{ROWS}x1xf32>, token
    %y = broadcast %e : tile<{ROWS}x1xf32> -> tile<{ROWS}x{COLUMNS}xf32>
    %z = divf %x, %y rounding<nearest_even> : tile<{ROWS}x{COLUMNS}xf32>
    %v = store_view_tko weak %z, %qt[%0, %0] : tile<{ROWS}x{COLUMNS}xf32>, partition_view<tile=({ROWS}x{COLUMNS}), tensor_view<{ROWS}x{COLUMNS}xf32, strides=[{COLUMNS},1]>>, tile<i32> -> token
    return
  }}
}}
"""
#: Numbers about which the guard, or f32, has a bound.
EDGES = np.array(
    [0, 2.0**-149, 2.0**-126, 2.0**-85, 2.0**-40, 1, 1.9999999, 3, 2.0**40, 2.0**126, np.inf],
    np.float32,
)


def make_rows(random):
    """Rows of usual numbers, of which some have an edge or a neighbour of one."""
    exponents = random.integers(-30, 30, (ROWS, COLUMNS))
    x = np.ldexp(random.uniform(-2, 2, (ROWS, COLUMNS)), exponents).astype(np.float32)
    x[1::2, ::64] = 0
    edges = np.concatenate([EDGES, np.nextafter(EDGES[:-1], np.float32(np.inf))])
    edges = np.concatenate([edges, -edges, [np.float32(np.nan)]])
    for row, edge in zip(range(0, ROWS, 2), np.resize(edges, ROWS // 2), strict=True):
        x[row, random.integers(0, COLUMNS)] = edge
    y = random.uniform(0.5, 100, ROWS).astype(np.float32)
    y[3::4] = np.resize(edges, ROWS // 4)
    y[2::8] = np.resize(-EDGES, ROWS // 8)
    return x, y


@pytest.mark.rotated
@pytest.mark.parametrize("seed", (0, 1, 2))
@pytest.mark.parametrize("gpu", ("sm_80", "sm_90", "sm_100", "sm_120"))
def test_shared_divisors(gpu, seed, launch, tmp_path):
    (tmp_path / "k.mlir").write_text(KERNEL)
    x, y = make_rows(np.random.default_rng(seed))
    with np.errstate(all="ignore"):
        want = x / y[:, None]
    run = Run([x, y, np.zeros_like(x)], [None, None, want], (1,))
    launch(
        tmp_path / "k.mlir", "k", run, "--engine=emulate", f"--gpu-name={gpu}", kind="ptr"
    )
