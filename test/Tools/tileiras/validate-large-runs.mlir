// Launches are made up by their work: on the first, with 128 iterations in each of four tile
// blocks, and on all others, this kernel makes more terms than are compared in seconds. So it
// is validated on the least of them, and not given up.
//
// RUN: tileiras %s --gpu-name=sm_80 --validate -o %t 2>&1 | FileCheck %s --implicit-check-not="not validated"
// CHECK: [[ALL:[0-9]+]] of [[ALL]] changes by passes proved

cuda_tile.module @kernels {
  entry @powers(%n: tile<i32>, %x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
    %io = iota : tile<16384xi32>
    %x1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %x2 = broadcast %x1 : tile<1xptr<f32>> -> tile<16384xptr<f32>>
    %x3 = offset %x2, %io : tile<16384xptr<f32>>, tile<16384xi32> -> tile<16384xptr<f32>>
    %y1 = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>
    %y2 = broadcast %y1 : tile<1xptr<f32>> -> tile<16384xptr<f32>>
    %y3 = offset %y2, %io : tile<16384xptr<f32>>, tile<16384xi32> -> tile<16384xptr<f32>>
    %v, %t = load_ptr_tko weak %x3 : tile<16384xptr<f32>> -> tile<16384xf32>, token
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %r = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%a0 = %v) -> (tile<16384xf32>) {
      %a1 = mulf %a0, %v : tile<16384xf32>
      %a2 = mulf %a1, %v : tile<16384xf32>
      %a3 = mulf %a2, %v : tile<16384xf32>
      %a4 = mulf %a3, %v : tile<16384xf32>
      %a5 = mulf %a4, %v : tile<16384xf32>
      %a6 = mulf %a5, %v : tile<16384xf32>
      %a7 = mulf %a6, %v : tile<16384xf32>
      %a8 = mulf %a7, %v : tile<16384xf32>
      %a9 = mulf %a8, %v : tile<16384xf32>
      %a10 = mulf %a9, %v : tile<16384xf32>
      %a11 = mulf %a10, %v : tile<16384xf32>
      %a12 = mulf %a11, %v : tile<16384xf32>
      %a13 = mulf %a12, %v : tile<16384xf32>
      %a14 = mulf %a13, %v : tile<16384xf32>
      %a15 = mulf %a14, %v : tile<16384xf32>
      %a16 = mulf %a15, %v : tile<16384xf32>
      %a17 = mulf %a16, %v : tile<16384xf32>
      continue %a17 : tile<16384xf32>
    }
    %s = store_ptr_tko weak %y3, %r : tile<16384xptr<f32>>, tile<16384xf32> -> token
    return
  }
}
