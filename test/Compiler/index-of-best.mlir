// The index of the best of each row is found by its value first: of equal ones, and of zeros
// of either sign, the least one, no NaN beside a number, and the first of NaNs alone.
//
// RUN: cuda-tile-run --self-check %s
// RUN: cuda-tile-run --self-check %s --verify-each-semantically --gpu-name=sm_90
// RUN: cuda-tile-run --self-check %s --engine=emulate --check=all --gpu-name=sm_75
// RUN: cuda-tile-run --self-check %s --engine=emulate --check=all --gpu-name=sm_100
// RUN: tileiras %s --gpu-name=sm_90 --emit=tileas -o - | FileCheck %s

// CHECK-COUNT-2: tileas.warp_reduce %{{[^,]*}} dim
// CHECK: tileas.kernel @
// CHECK-COUNT-2: tileas.warp_reduce %{{[^,]*}} dim
// CHECK-NOT: tileas.warp_reduce
// Of a row that warps share each finds its best, and pairs of value and index go on.
// CHECK: tileas.kernel @long
// CHECK-COUNT-2: tileas.warp_reduce %{{[^,]*}} dim
// CHECK: tileas.warp_reduce %{{.*}}, %{{.*}} dim
// CHECK-NOT: tileas.warp_reduce

cuda_tile.module @searches {
  entry @greatest(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %view = make_tensor_view %p, shape = [4, 8], strides = [8, 1] : tensor_view<4x8xf32, strides=[8,1]>
    %part = make_partition_view %view : partition_view<tile=(4x8), tensor_view<4x8xf32, strides=[8,1]>>
    %rows, %t = load_view_tko weak %part[%zero, %zero] : partition_view<tile=(4x8), tensor_view<4x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x8xf32>, token
    %line = iota : tile<8xi32>
    %row = reshape %line : tile<8xi32> -> tile<1x8xi32>
    %places = broadcast %row : tile<1x8xi32> -> tile<4x8xi32>
    %best, %at = reduce %rows, %places dim=1 identities=[0xFF800000 : f32, 0 : i32] : tile<4x8xf32>, tile<4x8xi32> -> tile<4xf32>, tile<4xi32> (%x: tile<f32>, %y: tile<f32>, %i: tile<i32>, %j: tile<i32>) {
      %more = cmpf greater_than ordered %x, %y : tile<f32> -> tile<i1>
      %x_is = cmpf equal ordered %x, %x : tile<f32> -> tile<i1>
      %x_none = cmpf not_equal unordered %x, %x : tile<f32> -> tile<i1>
      %y_none = cmpf not_equal unordered %y, %y : tile<f32> -> tile<i1>
      %only = andi %x_is, %y_none : tile<i1>
      %better = ori %more, %only : tile<i1>
      %same = cmpf equal ordered %x, %y : tile<f32> -> tile<i1>
      %none = andi %x_none, %y_none : tile<i1>
      %even = ori %same, %none : tile<i1>
      %first = cmpi less_than %i, %j, signed : tile<i32> -> tile<i1>
      %least = andi %even, %first : tile<i1>
      %c = ori %better, %least : tile<i1>
      %v = select %c, %x, %y : tile<i1>, tile<f32>
      %k = select %c, %i, %j : tile<i1>, tile<i32>
      yield %v, %k : tile<f32>, tile<i32>
    }
    %out = make_tensor_view %q, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %to = make_partition_view %out : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %u = store_view_tko weak %at, %to[%zero] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    return
  }

  entry @least(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %view = make_tensor_view %p, shape = [4, 8], strides = [8, 1] : tensor_view<4x8xf32, strides=[8,1]>
    %part = make_partition_view %view : partition_view<tile=(4x8), tensor_view<4x8xf32, strides=[8,1]>>
    %rows, %t = load_view_tko weak %part[%zero, %zero] : partition_view<tile=(4x8), tensor_view<4x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x8xf32>, token
    %line = iota : tile<8xi32>
    %row = reshape %line : tile<8xi32> -> tile<1x8xi32>
    %places = broadcast %row : tile<1x8xi32> -> tile<4x8xi32>
    %best, %at = reduce %rows, %places dim=1 identities=[0x7F800000 : f32, 0 : i32] : tile<4x8xf32>, tile<4x8xi32> -> tile<4xf32>, tile<4xi32> (%x: tile<f32>, %y: tile<f32>, %i: tile<i32>, %j: tile<i32>) {
      %more = cmpf less_than ordered %x, %y : tile<f32> -> tile<i1>
      %x_is = cmpf equal ordered %x, %x : tile<f32> -> tile<i1>
      %x_none = cmpf not_equal unordered %x, %x : tile<f32> -> tile<i1>
      %y_none = cmpf not_equal unordered %y, %y : tile<f32> -> tile<i1>
      %only = andi %x_is, %y_none : tile<i1>
      %better = ori %more, %only : tile<i1>
      %same = cmpf equal ordered %x, %y : tile<f32> -> tile<i1>
      %none = andi %x_none, %y_none : tile<i1>
      %even = ori %same, %none : tile<i1>
      %first = cmpi less_than %i, %j, signed : tile<i32> -> tile<i1>
      %least = andi %even, %first : tile<i1>
      %c = ori %better, %least : tile<i1>
      %v = select %c, %x, %y : tile<i1>, tile<f32>
      %k = select %c, %i, %j : tile<i1>, tile<i32>
      yield %v, %k : tile<f32>, tile<i32>
    }
    %out = make_tensor_view %q, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %to = make_partition_view %out : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %u = store_view_tko weak %at, %to[%zero] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    return
  }
  entry @long(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %view = make_tensor_view %p, shape = [1, 1024], strides = [1024, 1] : tensor_view<1x1024xf32, strides=[1024,1]>
    %part = make_partition_view %view : partition_view<tile=(1x1024), tensor_view<1x1024xf32, strides=[1024,1]>>
    %rows, %t = load_view_tko weak %part[%zero, %zero] : partition_view<tile=(1x1024), tensor_view<1x1024xf32, strides=[1024,1]>>, tile<i32> -> tile<1x1024xf32>, token
    %line = iota : tile<1024xi32>
    %row = reshape %line : tile<1024xi32> -> tile<1x1024xi32>
    %places = broadcast %row : tile<1x1024xi32> -> tile<1x1024xi32>
    %best, %at = reduce %rows, %places dim=1 identities=[0xFF800000 : f32, 0 : i32] : tile<1x1024xf32>, tile<1x1024xi32> -> tile<1xf32>, tile<1xi32> (%x: tile<f32>, %y: tile<f32>, %i: tile<i32>, %j: tile<i32>) {
      %more = cmpf greater_than ordered %x, %y : tile<f32> -> tile<i1>
      %x_is = cmpf equal ordered %x, %x : tile<f32> -> tile<i1>
      %x_none = cmpf not_equal unordered %x, %x : tile<f32> -> tile<i1>
      %y_none = cmpf not_equal unordered %y, %y : tile<f32> -> tile<i1>
      %only = andi %x_is, %y_none : tile<i1>
      %better = ori %more, %only : tile<i1>
      %same = cmpf equal ordered %x, %y : tile<f32> -> tile<i1>
      %none = andi %x_none, %y_none : tile<i1>
      %even = ori %same, %none : tile<i1>
      %first = cmpi less_than %i, %j, signed : tile<i32> -> tile<i1>
      %least = andi %even, %first : tile<i1>
      %c = ori %better, %least : tile<i1>
      %v = select %c, %x, %y : tile<i1>, tile<f32>
      %k = select %c, %i, %j : tile<i1>, tile<i32>
      yield %v, %k : tile<f32>, tile<i32>
    }
    %out = make_tensor_view %q, shape = [1], strides = [1] : tensor_view<1xi32, strides=[1]>
    %to = make_partition_view %out : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>
    %u = store_view_tko weak %at, %to[%zero] : tile<1xi32>, partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>, tile<i32> -> token
    return
  }

  //% - entry: greatest
  //%   args:
  //%     - ptr: f32[4, 8]
  //%       in: nan 3 -1 3 nan 2 -5 -5 -0.0 0.0 -0.0 0.0 0.0 0.0 -0.0 0.0 nan nan nan nan nan nan nan nan -inf -7 9 nan 9 inf inf -inf
  //%     - ptr: i32[4]
  //%       in: -1*4
  //%       out: 1 0 0 5
  //% - entry: least
  //%   args:
  //%     - ptr: f32[4, 8]
  //%       in: nan 3 -1 3 nan 2 -5 -5 -0.0 0.0 -0.0 0.0 0.0 0.0 -0.0 0.0 nan nan nan nan nan nan nan nan -inf -7 9 nan 9 inf inf -inf
  //%     - ptr: i32[4]
  //%       in: -1*4
  //%       out: 6 0 0 0
  //% - entry: long
  //%   args:
  //%     - ptr: f32[1, 1024]
  //%       in: nan*300 -1*100 0.0 -0.0*111 nan*256 -1*255 0.0
  //%     - ptr: i32[1]
  //%       in: -1
  //%       out: 400
  //% - entry: long
  //%   args:
  //%     - ptr: f32[1, 1024]
  //%       in: -inf*512 nan*500 7 nan*11
  //%     - ptr: i32[1]
  //%       in: -1
  //%       out: 1012
  //% - entry: long
  //%   args:
  //%     - ptr: f32[1, 1024]
  //%       in: nan*1024
  //%     - ptr: i32[1]
  //%       in: -1
  //%       out: 0
}
