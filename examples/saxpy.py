#!/usr/bin/env python3
# ===- saxpy.py - A kernel on numpy arrays, without a GPU -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs y = a * x + y on the interpreter and the emulator, and shows what a check finds.

usage: saxpy.py
"""

import numpy as np

import tessera

SAXPY = """
cuda_tile.module @examples {
  entry @saxpy(%a: tile<f32>, %x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %n: tile<i32>) {
    %block, %by, %bz = get_tile_block_id : tile<i32>
    %vx = make_tensor_view %x, shape = [%n], strides = [1]
        : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %vy = make_tensor_view %y, shape = [%n], strides = [1]
        : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %px = make_partition_view %vx
        : partition_view<tile=(256), tensor_view<?xf32, strides=[1]>>
    %py = make_partition_view %vy
        : partition_view<tile=(256), tensor_view<?xf32, strides=[1]>>
    %tx, %t0 = load_view_tko weak %px[%block]
        : partition_view<tile=(256), tensor_view<?xf32, strides=[1]>>, tile<i32>
        -> tile<256xf32>, token
    %ty, %t1 = load_view_tko weak %py[%block]
        : partition_view<tile=(256), tensor_view<?xf32, strides=[1]>>, tile<i32>
        -> tile<256xf32>, token
    %one = reshape %a : tile<f32> -> tile<1xf32>
    %ta = broadcast %one : tile<1xf32> -> tile<256xf32>
    %sum = fma %ta, %tx, %ty : tile<256xf32>
    %t2 = store_view_tko weak %sum, %py[%block] token=%t1
        : tile<256xf32>, partition_view<tile=(256), tensor_view<?xf32, strides=[1]>>, tile<i32>
        -> token
    return
  }
}
"""


def main():
    saxpy = tessera.load(SAXPY, name="saxpy.mlir")["saxpy"]
    x = np.arange(1000, dtype=np.float32)
    for engine in ("interpret", "emulate"):
        y = np.ones(1000, np.float32)
        saxpy(4, 2.0, x, y, len(y), engine=engine)
        np.testing.assert_array_equal(y, 2 * x + 1)
        print(f"{engine}: the first elements are {y[:4]}")

    print("the engines agree:", bool(tessera.compare(saxpy, 4, 2.0, x, y, len(y))))
    result = saxpy(4, 2.0, x, y, len(y), counters=True)
    print("bytes stored:", result.counters["totals"]["global_store_bytes"])

    try:
        saxpy(5, 2.0, x[:900], y, len(y))
    except tessera.LaunchError as error:
        print(f"line {error.location.line}: {error.message.splitlines()[0]}")


if __name__ == "__main__":
    main()
