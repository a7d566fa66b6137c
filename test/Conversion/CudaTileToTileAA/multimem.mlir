// The multimem operations are refused by name, on the GPUs that have multicast
// memory as on others, which are told so first.
//
// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa="simplify=false gpu-name=sm_100" -verify-diagnostics
// RUN: not tileiras --gpu-name=sm_103 --emit=ptx %s -o %t 2>&1 | FileCheck %s
// RUN: not tileiras --gpu-name=sm_90 --emit=ptx %s -o %t 2>&1 | FileCheck %s --check-prefix=OTHER

// CHECK: error: {{.*}}'cuda_tile.multimem_reduce_view_tko' op cannot be compiled yet
// OTHER: error: {{.*}}'cuda_tile.entry' op has a multicast pointer, which sm_90 has not: compile for sm_100 or sm_103
!view = !cuda_tile.partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32, <multicast>>>, %i: tile<i32>) {
    %v = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %g = make_partition_view %v : !view
    // expected-error @+1 {{'cuda_tile.multimem_load_reduce_view_tko' op cannot be compiled yet}}
    %x, %t0 = multimem_load_reduce_view_tko weak %g[%i] : !view, tile<i32> -> tile<8xf32>, token
    // expected-error @+1 {{'cuda_tile.multimem_reduce_view_tko' op cannot be compiled yet}}
    %t1 = multimem_reduce_view_tko relaxed sys %g, %x[%i] : !view, tile<8xf32>, tile<i32> -> token
    // expected-error @+1 {{'cuda_tile.multimem_store_view_tko' op cannot be compiled yet}}
    %t2 = multimem_store_view_tko weak %g, %x[%i] token = %t1 : !view, tile<8xf32>, tile<i32>, token -> token
    return
  }
}
