// What only text can say of the multimem operations: attributes of anybody.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-op-generic | cuda-tile-opt | FileCheck %s

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32, <multicast>>>, %i: tile<i32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    // CHECK: multimem_load_reduce_view_tko weak %{{.*}}[%{{.*}}] attributes {test.note} : partition_view
    %x, %t0 = multimem_load_reduce_view_tko weak %pv[%i] attributes {reduction = #cuda_tile.multimem_reduction_kind<add>, test.note} : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8xf32>, token
    // CHECK: multimem_reduce_view_tko relaxed sys %{{.*}}, %{{.*}}[%{{.*}}] token = %{{.*}} attributes {test.note = 1 : i32} : partition_view
    %t1 = multimem_reduce_view_tko relaxed sys %pv, %x[%i] token = %t0 attributes {test.note = 1 : i32} : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xf32>, tile<i32>, token -> token
    // CHECK: multimem_store_view_tko weak %{{.*}}, %{{.*}}[%{{.*}}] token = %{{.*}} attributes {test.note} : partition_view
    %t2 = multimem_store_view_tko weak %pv, %x[%i] token = %t0 attributes {test.note} : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xf32>, tile<i32>, token -> token
    return
  }

  // Nothing that others may see goes away or merges; a weak load does.
  // CHECK-LABEL: entry @kept(
  entry @kept(%p: tile<ptr<f16, <multicast>>>, %i: tile<i32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    // CHECK: attributes {reduction = #cuda_tile.multimem_reduction_kind<max>, test.note} :
    %x, %t0 = multimem_load_reduce_view_tko acquire sys %pv[%i] attributes {reduction = #cuda_tile.multimem_reduction_kind<max>, test.note} : partition_view<tile=(8), tensor_view<64xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8xf16>, token
    return
  }
}
