// Loads and stores through pointers, with masks and padding.
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

cuda_tile.module @pointers {
  // padded[i] = i < n ? from[i] : -1, and to[i] = from[i] where i < n.
  entry @masked(%from: tile<ptr<f32>>, %to: tile<ptr<f32>>,
                %padded: tile<ptr<f32>>, %n: tile<i32>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %width = constant <i32: 256> : tile<i32>
    %start = muli %x, %width : tile<i32>
    %start1 = reshape %start : tile<i32> -> tile<1xi32>
    %starts = broadcast %start1 : tile<1xi32> -> tile<256xi32>
    %lane = iota : tile<256xi32>
    %i = addi %starts, %lane : tile<256xi32>
    %n1 = reshape %n : tile<i32> -> tile<1xi32>
    %ns = broadcast %n1 : tile<1xi32> -> tile<256xi32>
    %inside = cmpi less_than %i, %ns, signed : tile<256xi32> -> tile<256xi1>

    %from1 = reshape %from : tile<ptr<f32>> -> tile<1xptr<f32>>
    %froms = broadcast %from1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
    %source = offset %froms, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
    %to1 = reshape %to : tile<ptr<f32>> -> tile<1xptr<f32>>
    %tos = broadcast %to1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
    %target = offset %tos, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
    %padded1 = reshape %padded : tile<ptr<f32>> -> tile<1xptr<f32>>
    %paddeds = broadcast %padded1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
    %all = offset %paddeds, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>

    %minus = constant <f32: -1.0> : tile<256xf32>
    %t0 = make_token : token
    %value, %t1 = load_ptr_tko weak %source, %inside, %minus token=%t0
        : tile<256xptr<f32>>, tile<256xi1>, tile<256xf32> -> tile<256xf32>, token
    %t2 = store_ptr_tko weak %target, %value, %inside token=%t1
        : tile<256xptr<f32>>, tile<256xf32>, tile<256xi1> -> token
    %t3 = store_ptr_tko weak %all, %value token=%t1
        : tile<256xptr<f32>>, tile<256xf32> -> token
    %t4 = join_tokens %t2, %t3 : token
    return
  }

  // A pointer survives the way through an integer and through another pointee.
  entry @casts(%p: tile<ptr<i32>>) {
    %a = ptr_to_int %p : tile<ptr<i32>> -> tile<i64>
    %four = constant <i64: 4> : tile<i64>
    %next = addi %a, %four : tile<i64>
    %q = int_to_ptr %next : tile<i64> -> tile<ptr<i32>>
    %bytes = ptr_to_ptr %p : tile<ptr<i32>> -> tile<ptr<i8>>
    %eight = constant <i32: 8> : tile<i32>
    %third = offset %bytes, %eight : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
    %r = ptr_to_ptr %third : tile<ptr<i8>> -> tile<ptr<i32>>
    %v, %t0 = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token
    %t1 = store_ptr_tko weak %r, %v token=%t0 : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
