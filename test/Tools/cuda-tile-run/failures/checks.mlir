// What each check finds, in a line of its own with the place; a second place
// follows as a note.
//
// DEFINE: %{run} = cuda-tile-run %s --arg=ptr:new:i32[4]
// RUN: not %{run} --entry=race --grid=2 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: not %{run} --entry=race --grid=2 --check=race 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: %{run} --entry=race --grid=2 --check=memory,assume,init
// RUN: not %{run} --entry=init 2>&1 | FileCheck %s --check-prefix=INIT
// RUN: %{run} --entry=init --check=memory,race,assume
// RUN: not %{run} --entry=assume 2>&1 | FileCheck %s --check-prefix=ASSUME
// RUN: %{run} --entry=assume --check=memory,race,init
// RUN: not %{run} --entry=constant --check=all,assume-constant 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: %{run} --entry=constant
// RUN: %{run} --entry=stride --arg=i32:1 --arg=i32:2
// RUN: %{run} --entry=stride --arg=i32:1 --arg=i32:2 --engine=emulate --compare=interpret
// RUN: not %{run} --entry=stride --arg=i32:2 --arg=i32:2 2>&1 | FileCheck %s --check-prefix=STRIDE
// RUN: not %{run} --entry=stride --arg=i32:1 --arg=i32:2 --check=all,assume-constant 2>&1 | FileCheck %s --check-prefix=STRIDE
// RUN: not %{run} --entry=used_stride --arg=i32:1 --arg=i32:2 2>&1 | FileCheck %s --check-prefix=USED
// RUN: not %{run} --entry=index --check=all,index-space 2>&1 | FileCheck %s --check-prefix=INDEX
// RUN: %{run} --entry=index --compare=emulate | FileCheck %s --check-prefix=PADDING
// RUN: %{run} --entry=index --engine=emulate -O0 | FileCheck %s --check-prefix=NUMBERS
// RUN: not %{run} --entry=memory 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: %{run} --entry=memory --check=none

cuda_tile.module @m {
  // RACE: {{^}}{{.*}}checks.mlir:[[#@LINE+8]]:{{[0-9]+}}: error: data race
  // RACE: {{^}}{{.*}}checks.mlir:[[#@LINE+5]]:{{[0-9]+}}: note: here is the weak store
  entry @race(%p: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %isFirst = cmpi equal %x, %y, signed : tile<i32> -> tile<i1>
    if %isFirst {
      %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    } else {
      %v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    }
    return
  }

  // INIT: {{^}}{{.*}}checks.mlir:[[#@LINE+3]]:{{[0-9]+}}: error:
  // INIT-SAME: 'argument 0, p (ptr:new:i32[4])'
  entry @init(%p: tile<ptr<i32>>) {
    %x, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    return
  }

  // ASSUME: {{^}}{{.*}}checks.mlir:[[#@LINE+5]]:{{[0-9]+}}: error: assumed 5 to be
  entry @assume(%p: tile<ptr<i32>>) {
    %id, %y, %z = get_tile_block_id : tile<i32>
    %five = constant <i32: 5> : tile<i32>
    %sum = addi %id, %five : tile<i32>
    %x = assume div_by<2>, %sum : tile<i32>
    return
  }

  // CONSTANT: {{^}}{{.*}}checks.mlir:[[#@LINE+3]]:{{[0-9]+}}: error: assumed 5 to be
  entry @constant(%p: tile<ptr<i32>>) {
    %five = constant <i32: 5> : tile<i32>
    %x = assume div_by<2>, %five : tile<i32>
    return
  }

  // Nobody takes a step along a dimension of length 1, whoever says that it is 1.
  // STRIDE: {{^}}{{.*}}checks.mlir:[[#@LINE+3]]:{{[0-9]+}}: error: assumed 2 to be
  entry @stride(%p: tile<ptr<i32>>, %n: tile<i32>, %s: tile<i32>) {
    %positive = assume bounded<0, ?>, %s : tile<i32>
    %t = assume div_by<16>, %positive : tile<i32>
    %m = assume bounded<0, ?>, %n : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<1x1xi32>
    %a = make_tensor_view %p, shape = [1, %n], strides = [%t, 1] : tile<i32> -> tensor_view<1x?xi32, strides=[?,1]>
    %b = make_tensor_view %p, shape = [%m, %n], strides = [%t, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %v = make_partition_view %a : partition_view<tile=(1x1), tensor_view<1x?xi32, strides=[?,1]>>
    %w = make_partition_view %b : partition_view<tile=(1x1), tensor_view<?x?xi32, strides=[?,1]>>
    %u0 = store_view_tko weak %one, %v[%zero, %zero] : tile<1x1xi32>, partition_view<tile=(1x1), tensor_view<1x?xi32, strides=[?,1]>>, tile<i32> -> token
    %x, %u1 = load_view_tko weak %w[%zero, %zero] token=%u0 : partition_view<tile=(1x1), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> tile<1x1xi32>, token
    return
  }

  // USED: {{^}}{{.*}}checks.mlir:[[#@LINE+2]]:{{[0-9]+}}: error: assumed 2 to be
  entry @used_stride(%p: tile<ptr<i32>>, %n: tile<i32>, %s: tile<i32>) {
    %t = assume div_by<16>, %s : tile<i32>
    %a = make_tensor_view %p, shape = [1, 2], strides = [%t, 1] : tile<i32> -> tensor_view<1x2xi32, strides=[?,1]>
    %q = offset %p, %t : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    return
  }

  // Behind the last tile, and far beyond what an index times a tile can say: what
  // is stored goes nowhere, what is loaded is padding.
  // INDEX: error: index 2 of dimension 0 lies outside of the index space, which has 2 tiles there
  // NUMBERS: {{\[}}7, 7{{\]}} {{\[}}7, 7{{\]}} {{\[}}7, 7{{\]}}
  // PADDING: {{\[}}7, 7{{\]}} {{\[}}7, 7{{\]}} {{\[}}7, 7{{\]}}
  // PADDING: argument 0, p (ptr:new:i32[4]): all 4 elements agree
  entry @index(%p: tile<ptr<i32>>) {
    %two = constant <i64: 2> : tile<i64>
    %huge = constant <i64: 0x4000000000000000> : tile<i64>
    %negative = constant <i64: -1> : tile<i64>
    %tensor = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %view = make_partition_view %tensor : partition_view<tile=(2), padding_value = zero, tensor_view<4xi32, strides=[1]>>
    %seven = constant <i32: 7> : tile<2xi32>
    %a, %t0 = load_view_tko weak %view[%two] : partition_view<tile=(2), padding_value = zero, tensor_view<4xi32, strides=[1]>>, tile<i64> -> tile<2xi32>, token
    %b, %t1 = load_view_tko weak %view[%huge] : partition_view<tile=(2), padding_value = zero, tensor_view<4xi32, strides=[1]>>, tile<i64> -> tile<2xi32>, token
    %c, %t2 = load_view_tko weak %view[%negative] : partition_view<tile=(2), padding_value = zero, tensor_view<4xi32, strides=[1]>>, tile<i64> -> tile<2xi32>, token
    %t3 = store_view_tko weak %seven, %view[%two] : tile<2xi32>, partition_view<tile=(2), padding_value = zero, tensor_view<4xi32, strides=[1]>>, tile<i64> -> token
    %t4 = store_view_tko weak %seven, %view[%huge] : tile<2xi32>, partition_view<tile=(2), padding_value = zero, tensor_view<4xi32, strides=[1]>>, tile<i64> -> token
    %t5 = store_view_tko weak %seven, %view[%negative] : tile<2xi32>, partition_view<tile=(2), padding_value = zero, tensor_view<4xi32, strides=[1]>>, tile<i64> -> token
    %x = addi %a, %seven : tile<2xi32>
    %y = addi %b, %seven : tile<2xi32>
    %z = addi %c, %seven : tile<2xi32>
    %t6 = print_tko "%d %d %d\n", %x, %y, %z : tile<2xi32>, tile<2xi32>, tile<2xi32> -> token
    return
  }

  // MEMORY: {{^}}{{.*}}checks.mlir:[[#@LINE+4]]:{{[0-9]+}}: error: out-of-bounds load
  entry @memory(%p: tile<ptr<i32>>) {
    %four = constant <i32: 4> : tile<i32>
    %q = offset %p, %four : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %x, %t = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token
    return
  }
}
