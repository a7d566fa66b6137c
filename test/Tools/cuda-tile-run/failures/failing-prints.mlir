// What a kernel printed before it failed is shown.
//
// RUN: not cuda-tile-run %s --engine=interpret 2>/dev/null | FileCheck %s
// RUN: not cuda-tile-run %s --engine=emulate --gpu-name=sm_90 2>/dev/null | FileCheck %s
// CHECK: about to fail with 7

cuda_tile.module @m {
  entry @fails() {
    %seven = constant <i32: 7> : tile<i32>
    %t = print_tko "about to fail with %d\n", %seven : tile<i32> -> token
    // Address 64 belongs to no array.
    %address = constant <i64: 64> : tile<i64>
    %p = int_to_ptr %address : tile<i64> -> tile<ptr<i32>>
    %s = store_ptr_tko weak %p, %seven token=%t : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
