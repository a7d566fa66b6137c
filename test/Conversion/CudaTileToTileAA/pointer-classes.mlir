// Pointers to memory of other GPUs are for some GPUs only. Elsewhere they are
// refused, all of them at once, whether the kernel goes through them or not.
//
// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa="simplify=false gpu-name=sm_90" -verify-diagnostics
// RUN: not tileiras --gpu-name=sm_120 --emit=ptx %s -o %t 2>&1 | FileCheck %s
// RUN: tileiras --gpu-name=sm_100 --emit=ptx %s -o %t
// RUN: tileiras --gpu-name=sm_103 --emit=ptx %s -o %t

// CHECK: error: {{.*}}'cuda_tile.entry' op has a unicast pointer, which sm_120 has not: compile for sm_100 or sm_103
cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op has a unicast pointer, which sm_90 has not: compile for sm_100 or sm_103}}
  entry @unused(%p: tile<ptr<f32, <unicast>>>) {
    return
  }

  entry @made(%p: tile<ptr<f32>>, %q: tile<ptr<f32, <none>>>, %i: tile<i32>) {
    // expected-error @+1 {{'cuda_tile.ptr_to_ptr' op has a unicast pointer, which sm_90 has not}}
    %0 = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<f32, <unicast>>>
    // expected-error @+1 {{'cuda_tile.make_tensor_view' op has a unicast pointer, which sm_90 has not}}
    %v = make_tensor_view %0, shape = [64], strides = [1] : tile<ptr<f32, <unicast>>> -> tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<unicast>>
    // expected-error @+1 {{'cuda_tile.make_partition_view' op has a unicast pointer, which sm_90 has not}}
    %g = make_partition_view %v : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<unicast>>>
    %x, %t0 = load_view_tko weak %g[%i] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<unicast>>>, tile<i32> -> tile<8xf32>, token
    // expected-error @+1 {{'cuda_tile.ptr_to_ptr' op has a multicast pointer, which sm_90 has not}}
    %m = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<f32, <multicast>>>
    %a = ptr_to_int %m : tile<ptr<f32, <multicast>>> -> tile<i64>
    %t1 = store_view_tko weak %x, %g[%i] token = %t0 : tile<8xf32>, partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<unicast>>>, tile<i32> -> token
    return
  }
}
