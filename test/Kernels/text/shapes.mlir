// Shapes: views of tensors, permute, broadcast, reduce over either dimension.
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

cuda_tile.module @shapes {
  // For a matrix of ROWS x COLUMNS (contiguous): the sums of its rows and the
  // maxima of its columns, tile by tile, and facts about its view.
  entry @sums(%in: tile<ptr<i32>>, %rowSums: tile<ptr<i32>>,
              %columnMaxima: tile<ptr<i32>>, %facts: tile<ptr<i64>>,
              %rows: tile<i32>, %columns: tile<i32>) {
    %p = assume div_by<16>, %in : tile<ptr<i32>>
    %m = assume bounded<0, ?>, %rows : tile<i32>
    %n = assume bounded<0, ?>, %columns : tile<i32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %gx, %gy, %gz = get_num_tile_blocks : tile<i32>
    %t0 = make_token : token
    %matrix = make_tensor_view %p, shape = [%m, %n], strides = [%n, 1]
        : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %tiles = make_partition_view %matrix
        : partition_view<tile=(16x32), padding_value = zero, tensor_view<?x?xi32, strides=[?,1]>>
    %value, %t1 = load_view_tko weak %tiles[%x, %y] token = %t0
        : partition_view<tile=(16x32), padding_value = zero, tensor_view<?x?xi32, strides=[?,1]>>, tile<i32>
        -> tile<16x32xi32>, token
    %sum = reduce %value dim=1 identities=[0 : i32] : tile<16x32xi32> -> tile<16xi32>
        (%a: tile<i32>, %b: tile<i32>) {
      %r = addi %a, %b : tile<i32>
      yield %r : tile<i32>
    }
    %turned = permute %value [1, 0] : tile<16x32xi32> -> tile<32x16xi32>
    %maximum = reduce %turned dim=1 identities=[-2147483648 : i32] : tile<32x16xi32> -> tile<32xi32>
        (%a: tile<i32>, %b: tile<i32>) {
      %r = maxi %a, %b signed : tile<i32>
      yield %r : tile<i32>
    }

    // rowSums is gridY x rows, columnMaxima gridX x columns.
    %sumView = make_tensor_view %rowSums, shape = [%gy, %m], strides = [%m, 1]
        : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %sumTiles = make_partition_view %sumView
        : partition_view<tile=(1x16), tensor_view<?x?xi32, strides=[?,1]>>
    %sum2 = reshape %sum : tile<16xi32> -> tile<1x16xi32>
    %t2 = store_view_tko weak %sum2, %sumTiles[%y, %x] token = %t1
        : tile<1x16xi32>, partition_view<tile=(1x16), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    %maxView = make_tensor_view %columnMaxima, shape = [%gx, %n], strides = [%n, 1]
        : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %maxTiles = make_partition_view %maxView
        : partition_view<tile=(1x32), tensor_view<?x?xi32, strides=[?,1]>>
    %max2 = reshape %maximum : tile<32xi32> -> tile<1x32xi32>
    %t3 = store_view_tko weak %max2, %maxTiles[%x, %y] token = %t1
        : tile<1x32xi32>, partition_view<tile=(1x32), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token

    // Every block writes the same facts.
    %d0, %d1 = get_tensor_shape %matrix : tensor_view<?x?xi32, strides=[?,1]> -> tile<i64>
    %s0, %s1 = get_index_space_shape %tiles
        : partition_view<tile=(16x32), padding_value = zero, tensor_view<?x?xi32, strides=[?,1]>> -> tile<i64>
    %area = muli %d0, %d1 : tile<i64>
    %count = muli %s0, %s1 : tile<i64>
    %zero = constant <i32: 0> : tile<i32>
    %cx = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    %cy = cmpi equal %y, %zero, signed : tile<i32> -> tile<i1>
    %first = andi %cx, %cy : tile<i1>
    if %first {
      %one = constant <i32: 1> : tile<i32>
      %q = offset %facts, %one : tile<ptr<i64>>, tile<i32> -> tile<ptr<i64>>
      %t4 = store_ptr_tko weak %facts, %area : tile<ptr<i64>>, tile<i64> -> token
      %t5 = store_ptr_tko weak %q, %count token=%t4 : tile<ptr<i64>>, tile<i64> -> token
    }
    return
  }
}
