// RUN: cuda-tile-run %s --engine=interpret --grid=2,2 | FileCheck %s
//
// The interpreter prints in the order of the tile blocks, x fastest.

cuda_tile.module @hello {
  entry @hello() {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %i = iota : tile<4xi32>
    %t = print_tko "block (%d, %d) sees %d\n", %x, %y, %i : tile<i32>, tile<i32>, tile<4xi32> -> token
    return
  }
}

// CHECK:      block (0, 0) sees [0, 1, 2, 3]
// CHECK-NEXT: block (1, 0) sees [0, 1, 2, 3]
// CHECK-NEXT: block (0, 1) sees [0, 1, 2, 3]
// CHECK-NEXT: block (1, 1) sees [0, 1, 2, 3]
