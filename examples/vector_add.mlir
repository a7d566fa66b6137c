// A vector add: c = a + b, one tile of 1024 elements for each tile block.
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

cuda_tile.module @examples {
  entry @vector_add(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>,
                    %n: tile<i32>) {
    %block, %y, %z = get_tile_block_id : tile<i32>

    // A view is a pointer with a shape; a partition view cuts it into tiles.
    %va = make_tensor_view %a, shape = [%n], strides = [1]
        : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %vb = make_tensor_view %b, shape = [%n], strides = [1]
        : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %vc = make_tensor_view %c, shape = [%n], strides = [1]
        : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %ta = make_partition_view %va
        : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>
    %tb = make_partition_view %vb
        : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>
    %tc = make_partition_view %vc
        : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>

    // What lies past the end of the tensor is neither read nor written.
    %x, %t0 = load_view_tko weak %ta[%block]
        : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>, tile<i32>
        -> tile<1024xf32>, token
    %w, %t1 = load_view_tko weak %tb[%block]
        : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>, tile<i32>
        -> tile<1024xf32>, token
    %sum = addf %x, %w : tile<1024xf32>
    %t2 = store_view_tko weak %sum, %tc[%block]
        : tile<1024xf32>, partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>, tile<i32>
        -> token
    return
  }
}
