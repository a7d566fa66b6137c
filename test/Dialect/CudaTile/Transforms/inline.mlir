// RUN: cuda-tile-opt %s --inline | FileCheck %s

// Nothing calls kernels, globals and functions for tests from inside a program;
// the inliner keeps them all.
// CHECK-LABEL: cuda_tile.module @kept
cuda_tile.module @kept {
  // CHECK: global @table
  global @table <i32: [1, 2]> : tile<2xi32>
  // CHECK: testing$func @function
  testing$func @function(%a: tile<i32>) -> tile<i32> {
    return %a : tile<i32>
  }
  // CHECK: entry @kernel
  entry @kernel(%p: tile<ptr<i32>>, %c: tile<i1>) {
    // CHECK: if
    if %c {
      // CHECK: store_ptr_tko
      %0 = constant <i32: 0> : tile<i32>
      store_ptr_tko weak %p, %0 : tile<ptr<i32>>, tile<i32> -> token
      return
    }
    return
  }
}
