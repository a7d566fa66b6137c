// What a kernel says while it runs.
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

cuda_tile.module @speaking {
  entry @print(%n: tile<i32>, %x: tile<f32>) {
    %t0 = print_tko "n = %d, x = %f\n", %n, %x : tile<i32>, tile<f32> -> token
    %lane = iota : tile<4xi32>
    %t1 = print_tko "lanes %d\n", %lane token=%t0 : tile<4xi32> -> token
    %t2 = print_tko "done\n" token=%t1 -> token
    return
  }

  entry @check(%n: tile<i32>, %out: tile<ptr<i32>>) {
    %limit = constant <i32: 10> : tile<i32>
    %small = cmpi less_than %n, %limit, signed : tile<i32> -> tile<i1>
    assert %small, "n is too large" : tile<i1>
    %t = store_ptr_tko weak %out, %n : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
