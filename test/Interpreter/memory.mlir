// RUN: cuda-tile-run %s --entry=histogram --engine=interpret --grid=16 | FileCheck %s --check-prefix=HISTOGRAM
// RUN: cuda-tile-run %s --entry=gather --engine=interpret --grid=1 | FileCheck %s --check-prefix=GATHER
// RUN: cuda-tile-run %s --entry=overlap --engine=interpret --grid=1 | FileCheck %s --check-prefix=OVERLAP
// RUN: not cuda-tile-run %s --entry=overwrite --engine=interpret --grid=1 2>&1 | FileCheck %s --check-prefix=OVERWRITE
// RUN: not cuda-tile-run %s --entry=dangling --engine=interpret --grid=1 2>&1 | FileCheck %s --check-prefix=DANGLING
//
// Globals, allocas, atomics and the views that do not partition.

cuda_tile.module @memory {
  global @counts <i32: 0> : tile<4xi32>
  global constant @table <i32: [10, 11, 12, 13, 14, 15, 16, 17]> : tile<8xi32>
  global private @finished <i32: 0> : tile<1xi32>

  // Each tile block counts its number modulo 4; the last one to finish prints.
  entry @histogram() {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %bin = remi %x, %four unsigned : tile<i32>
    %counts = get_global @counts : tile<ptr<i32>>
    %p = offset %counts, %bin : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %old, %t0 = atomic_rmw_tko relaxed device %p, add, %x : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %finished = get_global @finished : tile<ptr<i32>>
    %one = constant <i32: 1> : tile<i32>
    %before, %t1 = atomic_rmw_tko acq_rel device %finished, add, %one token=%t0 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %fifteen = constant <i32: 15> : tile<i32>
    %last = cmpi equal %before, %fifteen, signed : tile<i32> -> tile<i1>
    if %last {
      %v = make_tensor_view %counts, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
      %tiles = make_partition_view %v : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
      %zero = constant <i32: 0> : tile<i32>
      %all, %t2 = load_view_tko weak %tiles[%zero] token = %t1 : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
      // HISTOGRAM: sums [24, 28, 32, 36]
      %t3 = print_tko "sums %d\n", %all : tile<4xi32> -> token
    }
    return
  }

  // Rows 1, 7 and 0 of a tensor of 4 rows; row 7 is padding.
  entry @gather() {
    %p = get_global @table : tile<ptr<i32>>
    %v = make_tensor_view %p, shape = [4, 2], strides = [2, 1] : tensor_view<4x2xi32, strides=[2,1]>
    %rows = constant <i32: [1, 7, 0, 1]> : tile<4xi32>
    %zero = constant <i32: 0> : tile<i32>
    %view = make_gather_scatter_view %v : gather_scatter_view<tile=(4x2), padding_value = zero, tensor_view<4x2xi32, strides=[2,1]>, sparse_dim=0>
    %tile, %t0 = load_view_tko weak %view[%rows, %zero] : gather_scatter_view<tile=(4x2), padding_value = zero, tensor_view<4x2xi32, strides=[2,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> tile<4x2xi32>, token
    // GATHER: {{\[}}[12, 13], [0, 0], [10, 11], [12, 13]]
    %t1 = print_tko "%d\n", %tile : tile<4x2xi32> -> token
    return
  }

  // Tiles of 4 that start at every third element.
  entry @overlap() {
    %p = get_global @table : tile<ptr<i32>>
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %view = make_strided_view %v : strided_view<tile=(4), traversal_strides=[3], padding_value = zero, tensor_view<8xi32, strides=[1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    for %i in (%zero to %three, step %one) : tile<i32> {
      %tile, %t0 = load_view_tko weak %view[%i] : strided_view<tile=(4), traversal_strides=[3], padding_value = zero, tensor_view<8xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
      %t1 = print_tko "%d\n", %tile : tile<4xi32> -> token
    }
    // OVERLAP:      [10, 11, 12, 13]
    // OVERLAP-NEXT: [13, 14, 15, 16]
    // OVERLAP-NEXT: [16, 17, 0, 0]
    return
  }

  entry @overwrite() {
    %p = get_global @table : tile<ptr<i32>>
    %x = constant <i32: 1> : tile<i32>
    // OVERWRITE: memory.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}store of 4 bytes at {{.*}} 0 bytes into 'table' (32 bytes), which is constant
    %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // An alloca ends with the block that it is in.
  entry @dangling() {
    %yes = constant <i1: true> : tile<i1>
    %address = if %yes -> (tile<i64>) {
      %p = alloca num_elem = 4, alignment = 16 : tile<ptr<i32>>
      %i = ptr_to_int %p : tile<ptr<i32>> -> tile<i64>
      yield %i : tile<i64>
    } else {
      %i = constant <i64: 0> : tile<i64>
      yield %i : tile<i64>
    }
    %q = int_to_ptr %address : tile<i64> -> tile<ptr<i32>>
    // DANGLING: memory.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: out-of-bounds load of 4 bytes
    %v, %t = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token
    return
  }
}
