// Strided views, views of single rows, and accesses through them.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-op-generic | cuda-tile-opt | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: entry @views
  entry @views(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %tv = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    // CHECK: = make_strided_view %{{.*}} : strided_view<tile=(64x64), traversal_strides=[32,64], tensor_view<128x64xf32, strides=[64,1]>>
    %sv = make_strided_view %tv : strided_view<tile=(64x64), traversal_strides=[32,64], tensor_view<128x64xf32, strides=[64,1]>>
    // CHECK: = make_strided_view %{{.*}} : strided_view<tile=(4x2), traversal_strides=[4,3], padding_value = nan, tensor_view<128x64xf32, strides=[64,1]>, dim_map=[1, 0]>
    %sm = make_strided_view %tv : strided_view<tile=(4x2), traversal_strides=[4,3], padding_value = nan, tensor_view<128x64xf32, strides=[64,1]>, dim_map=[1, 0]>
    // CHECK: = make_gather_scatter_view %{{.*}} : gather_scatter_view<tile=(8x64), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>
    %gv = make_gather_scatter_view %tv : gather_scatter_view<tile=(8x64), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>
    // CHECK: = make_gather_scatter_view %{{.*}} : gather_scatter_view<tile=(8x16), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=1>
    %gp = make_gather_scatter_view %tv : gather_scatter_view<tile=(8x16), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=1>
    %rows = constant <i32: 3> : tile<8xi32>
    %columns = constant <i64: 5> : tile<16xi64>
    // CHECK: = load_view_tko weak %{{.*}}[%{{.*}}, %{{.*}}] : strided_view<tile=(64x64), traversal_strides=[32,64], tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    %0, %t0 = load_view_tko weak %sv[%i, %i] : strided_view<tile=(64x64), traversal_strides=[32,64], tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    // CHECK: = load_view_tko weak %{{.*}}[%{{.*}}, %{{.*}}] inbounds = [false, true] : gather_scatter_view<tile=(8x64), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>, tile<8xi32>, tile<i32> -> tile<8x64xf32>, token
    %1, %t1 = load_view_tko weak %gv[%rows, %i] inbounds = [false, true] : gather_scatter_view<tile=(8x64), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>, tile<8xi32>, tile<i32> -> tile<8x64xf32>, token
    // CHECK: = load_view_tko weak %{{.*}}[%{{.*}}, %{{.*}}] : gather_scatter_view<tile=(8x16), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i64>, tile<16xi64> -> tile<8x16xf32>, token
    %2, %t2 = load_view_tko weak %gp[%j, %columns] : gather_scatter_view<tile=(8x16), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=1>, tile<i64>, tile<16xi64> -> tile<8x16xf32>, token
    // CHECK: = store_view_tko weak %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : tile<8x64xf32>, gather_scatter_view<tile=(8x64), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>, tile<8xi32>, tile<i32> -> token
    %t3 = store_view_tko weak %1, %gv[%rows, %i] : tile<8x64xf32>, gather_scatter_view<tile=(8x64), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>, tile<8xi32>, tile<i32> -> token
    // CHECK: = get_index_space_shape %{{.*}} : gather_scatter_view<tile=(8x64), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0> -> tile<i32>
    %n0, %n1 = get_index_space_shape %gv : gather_scatter_view<tile=(8x64), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0> -> tile<i32>
    // CHECK: = get_index_space_shape %{{.*}} : strided_view<tile=(4x2), traversal_strides=[4,3], padding_value = nan, tensor_view<128x64xf32, strides=[64,1]>, dim_map=[1, 0]> -> tile<i32>
    %m0, %m1 = get_index_space_shape %sm : strided_view<tile=(4x2), traversal_strides=[4,3], padding_value = nan, tensor_view<128x64xf32, strides=[64,1]>, dim_map=[1, 0]> -> tile<i32>
    return
  }
}
