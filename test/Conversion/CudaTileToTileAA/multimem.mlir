// Accesses to the memory of several GPUs are those of one, marked.
//
// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa="simplify=false gpu-name=sm_100" -split-input-file | FileCheck %s
// RUN: not tileiras --gpu-name=sm_90 --emit=ptx %s -o %t 2>&1 | FileCheck %s --check-prefix=OTHER

// OTHER: error: {{.*}}'cuda_tile.entry' op has a multicast pointer, which sm_90 has not: compile for sm_100 or sm_103 or sm_107
!view = !cuda_tile.partition_view<tile=(8), padding_value = zero, tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
!ints = !cuda_tile.partition_view<tile=(8), tensor_view<64xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
cuda_tile.module @m {
  // CHECK-LABEL: tileaa.entry @k
  // CHECK-SAME: (%[[P:.*]]: !tileaa.ptr, %{{.*}}: !tileaa.ptr, %[[I:.*]]: i32)
  entry @k(%p: tile<ptr<f32, <multicast>>>, %q: tile<ptr<i32, <multicast>>>, %i: tile<i32>) {
    %v = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %g = make_partition_view %v : !view
    // CHECK: %[[X:.*]], %[[T0:.*]] = tileaa.load %[[P]][%{{.*}}] extents[%{{.*}}] strides[%{{.*}}] other %{{.*}} : f32 {multimem = #tileaa.atomic_mode<addf>} : !tileaa.ptr -> tensor<8xf32>
    %x, %t0 = multimem_load_reduce_view_tko weak %g[%i] : !view, tile<i32> -> tile<8xf32>, token
    // CHECK: %[[T1:.*]] = tileaa.atomic<addf> %[[X]] to %[[P]]{{.*}} after %[[T0]] ordering<relaxed> scope<system> {multimem} : tensor<8xf32>, !tileaa.ptr -> tensor<8xf32>
    %t1 = multimem_reduce_view_tko relaxed sys %g, %x[%i] token = %t0 : !view, tile<8xf32>, tile<i32>, token -> token
    // CHECK: tileaa.store %[[X]] to %[[P]]{{.*}} after %{{.*}} {multimem} : tensor<8xf32>, !tileaa.ptr
    %t2 = multimem_store_view_tko weak %g, %x[%i] token = %t1 : !view, tile<8xf32>, tile<i32>, token -> token
    %w = make_tensor_view %q, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %h = make_partition_view %w : !ints
    // CHECK: tileaa.load {{.*}} ordering<acquire> scope<device> {inbounds = array<i1: true>, multimem = #tileaa.atomic_mode<umax>}
    %y, %t3 = multimem_load_reduce_view_tko acquire device %h[%i] inbounds = [true] attributes {reduction = #cuda_tile.multimem_reduction_kind<umax>} : !ints, tile<i32> -> tile<8xi32>, token
    return
  }
}
