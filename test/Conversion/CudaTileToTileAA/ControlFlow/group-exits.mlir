// More exits than a group holds become exits of groups. What a group makes and
// others use it yields; a view it cannot yield is made again behind it.
// RUN: cuda-tile-opt %s -cuda-tile-structure-exits=group-size=2 | FileCheck %s
// RUN: not cuda-tile-opt %s -cuda-tile-structure-exits=group-size=1 2>&1 | FileCheck %s --check-prefix=SIZE

// SIZE: error: a group holds two exits at least

// CHECK-LABEL: entry @k(
// CHECK: %[[TRUE:.*]] = constant <i1: true>
// CHECK: %[[G:.*]]:2 = if %[[TRUE]] -> (tile<i1>, tile<i32>) {
// CHECK: muli
// CHECK-NOT: make_tensor_view
// CHECK: if %[[G]]#0 {
// CHECK-NEXT: } else {
// CHECK-NEXT: make_tensor_view %{{.*}}, shape = [%[[G]]#1]
// CHECK-NEXT: make_partition_view
// CHECK: load_view_tko
cuda_tile.module @m {
  entry @k(%a: tile<i1>, %b: tile<i1>, %c: tile<i1>, %p: tile<ptr<f32>>, %n: tile<i32>) {
    if %a { return }
    %m = muli %n, %n : tile<i32>
    %tv = make_tensor_view %p, shape = [%m], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
    if %b { return }
    if %c { return }
    %v, %t = load_view_tko weak %pv[%n] : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
    return
  }
}
