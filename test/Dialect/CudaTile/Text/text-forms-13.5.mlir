// The text forms that came with 13.5.
// Each form parses with the prefix of the dialect and without, in generic form,
// and survives bytecode of the version that it came with.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-op-generic | cuda-tile-opt | FileCheck %s
// RUN: %python %S/../Inputs/spell_out.py %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-translate --mlir-to-cudatilebc --bytecode-version=13.5 %s -o %t
// RUN: cuda-tile-translate --cudatilebc-to-mlir %t | FileCheck %s

// CHECK: cuda_tile.module @kernels {
cuda_tile.module @kernels {
  // CHECK: entry @k(%{{.*}}: tile<ptr<f32, <unicast>>>, %{{.*}}: tile<ptr<f32, <multicast>>> {test.note = 1 : i32}, %{{.*}}: tile<ptr<f32>>, %{{.*}}: tile<i32>) {
  entry @k(%u: tile<ptr<f32, #cuda_tile.ptr_attr<unicast>>>, %m: tile<ptr<f32, <multicast>>> {test.note = 1 : i32}, %p: tile<ptr<f32>>, %i: tile<i32>) {
    // CHECK: = ptr_to_ptr %{{.*}} : tile<ptr<f32>> -> tile<ptr<f32, <multicast>>>
    %0 = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<f32, <multicast>>>
    // CHECK: = make_tensor_view %{{.*}}, shape = [64], strides = [1] : tile<ptr<f32, <unicast>>> -> tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<unicast>>
    %tu = make_tensor_view %u, shape = [64], strides = [1] : tile<ptr<f32, <unicast>>> -> tensor_view<64xf32, strides=[1], <unicast>>
    // CHECK: = make_tensor_view %{{.*}}, shape = [64], strides = [1] : tile<ptr<f32, <multicast>>> -> tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %tm = make_tensor_view %m, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    // CHECK: = make_partition_view %{{.*}} : partition_view<tile=(8), padding_value = zero, tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<unicast>>>
    %pu = make_partition_view %tu : partition_view<tile=(8), padding_value = zero, tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<unicast>>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // CHECK: = atomic_red_view_tko relaxed device %{{.*}}[%{{.*}}], addf, %{{.*}} inbounds = [true] : tile<8xf32>, partition_view<tile=(8), padding_value = zero, tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<unicast>>>, tile<i32> -> token
    %t0 = atomic_red_view_tko relaxed device %pu[%i], addf, %x inbounds = [true] : tile<8xf32>, partition_view<tile=(8), padding_value = zero, tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<unicast>>>, tile<i32> -> token
    // CHECK: = atomic_red_view_tko relaxed device %{{.*}}[%{{.*}}], addf, %{{.*}} token = %{{.*}} : tile<8xf32>
    %t1 = atomic_red_view_tko relaxed device %pu[%i], addf, %x token = %t0 inbounds = [false] : tile<8xf32>, partition_view<tile=(8), padding_value = zero, tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<unicast>>>, tile<i32> -> token

    %pm = make_partition_view %tm : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    // CHECK: %[[V:.*]], %[[T:.*]] = multimem_load_reduce_view_tko weak %{{.*}}[%{{.*}}] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8xf32>, token
    %v0, %t2 = multimem_load_reduce_view_tko weak %pm[%i] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8xf32>, token
    // CHECK: = multimem_load_reduce_view_tko relaxed sys %{{.*}}[%{{.*}}] token = %[[T]] inbounds = [true] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32>, token -> tile<8xf32>, token
    %v1, %t3 = multimem_load_reduce_view_tko relaxed sys %pm[%i] token = %t2 inbounds = [true] attributes {reduction = #cuda_tile.multimem_reduction_kind<add>} : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32>, token -> tile<8xf32>, token
    // The type of the token may be left out.
    // CHECK: = multimem_reduce_view_tko release device %{{.*}}, %[[V]][%{{.*}}] token = %[[T]] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xf32>, tile<i32>, token -> token
    %t4 = multimem_reduce_view_tko release device %pm, %v0[%i] token = %t2 : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xf32>, tile<i32> -> token
    // CHECK: = multimem_store_view_tko weak %{{.*}}, %[[V]][%{{.*}}] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xf32>, tile<i32> -> token
    %t5 = multimem_store_view_tko weak %pm, %v0[%i] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xf32>, tile<i32> -> token
    // CHECK: = multimem_store_view_tko release sys %{{.*}}, %[[V]][%{{.*}}] token = %[[T]] inbounds = [true] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xf32>, tile<i32>, token -> token
    %t6 = multimem_store_view_tko release sys %pm, %v0[%i] token = %t2 inbounds = [true] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xf32>, tile<i32>, token -> token
    // CHECK: multimem_reduce_view_tko relaxed tl_blk {{.*}} attributes {reduction = #cuda_tile.multimem_reduction_kind<umax>} :
    %q = ptr_to_ptr %m : tile<ptr<f32, <multicast>>> -> tile<ptr<i32, <multicast>>>
    %tq = make_tensor_view %q, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %pq = make_partition_view %tq : partition_view<tile=(8), tensor_view<64xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %n = constant <i32: 1> : tile<8xi32>
    %t7 = multimem_reduce_view_tko relaxed tl_blk %pq, %n[%i] attributes {reduction = #cuda_tile.multimem_reduction_kind<umax>} : partition_view<tile=(8), tensor_view<64xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi32>, tile<i32> -> token
    return
  }
}
