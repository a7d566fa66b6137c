// Control flow: values out of if, for and loop; break and continue.
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

cuda_tile.module @control {
  // out[block] = how many steps block + 1 takes to 1 in Collatz' sequence.
  entry @collatz(%out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %first = addi %x, %one : tile<i32>
    %steps = loop iter_values(%v = %first, %n = %zero) : tile<i32>, tile<i32> -> tile<i32> {
      %done = cmpi equal %v, %one, signed : tile<i32> -> tile<i1>
      if %done {
        break %n : tile<i32>
      }
      %next = addi %n, %one : tile<i32>
      %low = andi %v, %one : tile<i32>
      %odd = cmpi equal %low, %one, signed : tile<i32> -> tile<i1>
      if %odd {
        %triple = muli %v, %three : tile<i32>
        %up = addi %triple, %one : tile<i32>
        continue %up, %next : tile<i32>, tile<i32>
      }
      %half = divi %v, %two signed : tile<i32>
      continue %half, %next : tile<i32>, tile<i32>
    }
    %p = offset %out, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t = store_ptr_tko weak %p, %steps : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // out[block] = the sum of i * j over 0 <= i < block, i <= j < 10, j odd.
  entry @nested(%out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %ten = constant <i32: 10> : tile<i32>
    %sum = for %i in (%zero to %x, step %one) : tile<i32>
        iter_values(%outer = %zero) -> (tile<i32>) {
      %inner = for %j in (%i to %ten, step %one) : tile<i32>
          iter_values(%acc = %outer) -> (tile<i32>) {
        %low = andi %j, %one : tile<i32>
        %odd = cmpi not_equal %low, %zero, signed : tile<i32> -> tile<i1>
        %more = if %odd -> (tile<i32>) {
          %product = muli %i, %j : tile<i32>
          %added = addi %acc, %product : tile<i32>
          yield %added : tile<i32>
        } else {
          yield %acc : tile<i32>
        }
        continue %more : tile<i32>
      }
      continue %inner : tile<i32>
    }
    %p = offset %out, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t = store_ptr_tko weak %p, %sum : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // A tile goes round a loop: out = 2^block * in, elementwise.
  entry @doubling(%in: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %lane = iota : tile<64xi32>
    %in1 = reshape %in : tile<ptr<f32>> -> tile<1xptr<f32>>
    %ins = broadcast %in1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %from = offset %ins, %lane : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %first, %t0 = load_ptr_tko weak %from : tile<64xptr<f32>> -> tile<64xf32>, token
    %last = for %i in (%zero to %x, step %one) : tile<i32>
        iter_values(%v = %first) -> (tile<64xf32>) {
      %twice = addf %v, %v : tile<64xf32>
      continue %twice : tile<64xf32>
    }
    %width = constant <i32: 64> : tile<i32>
    %start = muli %x, %width : tile<i32>
    %row = offset %out, %start : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %row1 = reshape %row : tile<ptr<f32>> -> tile<1xptr<f32>>
    %rows = broadcast %row1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %to = offset %rows, %lane : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %t1 = store_ptr_tko weak %to, %last token=%t0 : tile<64xptr<f32>>, tile<64xf32> -> token
    return
  }
}
