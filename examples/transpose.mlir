// A transpose: y = x^T, one tile of 32 x 64 elements for each tile block.
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

!x = !cuda_tile.partition_view<tile=(32x64), tensor_view<?x?xf32, strides=[?,1]>>
!y = !cuda_tile.partition_view<tile=(64x32), tensor_view<?x?xf32, strides=[?,1]>>

cuda_tile.module @examples {
  // x has m rows and n columns, y has n rows and m columns, both row-major.
  entry @transpose(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %m: tile<i32>,
                   %n: tile<i32>) {
    %i, %j, %k = get_tile_block_id : tile<i32>
    %vx = make_tensor_view %x, shape = [%m, %n], strides = [%n, 1]
        : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %vy = make_tensor_view %y, shape = [%n, %m], strides = [%m, 1]
        : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %px = make_partition_view %vx : !x
    %py = make_partition_view %vy : !y
    %tile, %t0 = load_view_tko weak %px[%i, %j]
        : !x, tile<i32> -> tile<32x64xf32>, token
    %turned = permute %tile [1, 0] : tile<32x64xf32> -> tile<64x32xf32>
    %t1 = store_view_tko weak %turned, %py[%j, %i]
        : tile<64x32xf32>, !y, tile<i32> -> token
    return
  }
}
