// What no result depends on, or what folds away, has no need of a lowering, at
// any optimization level; other programs are not simplified for that.
//
// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa -split-input-file | FileCheck %s

// CHECK-LABEL: tileaa.entry @folds
cuda_tile.module @m {
  entry @folds(%c: tile<i32>) {
    %m = constant <f32: 1.0> : tile<4xf32>
    %unused = cat %m, %m dim = 0 : tile<4xf32>, tile<4xf32> -> tile<8xf32>
    %false = constant <i1: false> : tile<i1>
    if %false {
      %t = gdc_wait_tko -> token
    }
    // CHECK: tileaa.print
    %t = print_tko "%d", %c : tile<i32> -> token
    return
  }
}

// -----

// CHECK-LABEL: tileaa.entry @stays
cuda_tile.module @m {
  entry @stays(%c: tile<i32>) {
    // CHECK: arith.addi
    %unused = addi %c, %c : tile<i32>
    return
  }
}
