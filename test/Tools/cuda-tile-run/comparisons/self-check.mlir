// One file holds kernels, what they are run on, and what they must leave.
//
// RUN: cuda-tile-run --self-check %s | FileCheck %s
// CHECK: 8 cases: 8 passed, 0 failed
// RUN: cuda-tile-run --self-check %s --engine=emulate | FileCheck %s --check-prefix=EMULATE
// EMULATE: 8 cases: 7 passed, 0 failed, 1 not run, which only the interpreter defines
// RUN: cuda-tile-run --self-check %s --entry=scale | FileCheck %s --check-prefix=ONE
// ONE: 4 cases: 4 passed, 0 failed

cuda_tile.module @m {
  // x[i] *= factor for the i-th tile block
  entry @scale(%x: tile<ptr<f32>>, %factor: tile<f32>) {
    %i, %1, %2 = get_tile_block_id : tile<i32>
    %p = offset %x, %i : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %old, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    %new = mulf %old, %factor : tile<f32>
    %u = store_ptr_tko weak %p, %new token=%t : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: scale
  //%   grid: [4]
  //%   args:
  //%     - ptr: f32[4]
  //%       in: 1 -0.0 nan 0x7f7fffff
  //%       out: 2 -0 nan inf
  //%     - f32:2

  // The same NaN need not come out, and one element may be anything.
  //% - entry: scale
  //%   grid: [3, 1, 1]
  //%   args:
  //%     - ptr: f32[2,3]
  //%       in: 0x7fc00001 -1*2 5 4..5
  //%       out: 0xffc00000 -3*2 _ 4 5
  //%     - f32:3
  //% - {entry: scale, args: [{ptr: 'f32[]', in: 2, out: 1}, 'f32:0.5']}

  // The array ends before the second tile block's element.
  //% - entry: scale
  //%   grid: [2]
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 1
  //%     - f32:2
  //%   error: 'self-check.mlir:1[0-9]:[0-9]+: error: .*past the end'

  // An array that nobody has written, passed with lengths and strides.
  entry @extents(%p: tile<ptr<i32>>, %n: tile<i32>, %stride: tile<i32>) {
    %t = store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: extents
  //%   args:
  //%     - array: i32[7]
  //%       out: 7 _*6
  //% - entry: extents
  //%   args:
  //%     - ptr: i32[1]
  //%     - i32:2
  //%     - i32:3
  entry @nothing() {
    return
  }
  //% - entry: nothing
  // An array without `out` stays what it was.
  entry @reads(%p: tile<ptr<i8>>) {
    %x, %t = load_ptr_tko weak %p : tile<ptr<i8>> -> tile<i8>, token
    return
  }
  //% - entry: reads
  //%   args:
  //%     - ptr: i8[40]
  //%       in: -3..10 0xff*2 7*
}
