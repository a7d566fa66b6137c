// The text forms that came with 13.3.
// Each form parses with the prefix of the dialect and without, in generic form,
// and survives bytecode of the version that it came with.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-op-generic | cuda-tile-opt | FileCheck %s
// RUN: %python %S/../Inputs/spell_out.py %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-translate --mlir-to-cudatilebc --bytecode-version=13.3 %s -o %t
// RUN: cuda-tile-translate --cudatilebc-to-mlir %t | FileCheck %s

// CHECK: cuda_tile.module @kernels attributes {producer = "my-tool 1.0"} {
cuda_tile.module @kernels attributes {producer = "my-tool 1.0"} {
  // CHECK: global private constant @tab alignment = 128 <f32: [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tile<4xf32>
  global private constant @tab alignment = 128 <f32: [1.0, 2.0, 3.0, 4.0]> : tile<4xf32>
  // CHECK: global constant @ro <i32: 7> : tile<1xi32>
  global constant @ro <i32: 7> : tile<1xi32>

  // CHECK: entry @k(%{{.*}}: tile<f32>, %{{.*}}: tile<ptr<f32>>, %{{.*}}: tile<i32>, %{{.*}}: tile<i32>) {
  entry @k(%a: tile<f32>, %p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i32>) {
    // CHECK: %{{.*}} = alloca num_elem = 64, alignment = 128 global : tile<ptr<f32>>
    %0 = alloca num_elem = 64, alignment = 128 global : tile<ptr<f32>>
    // CHECK: %{{.*}} = alloca num_elem = 64, alignment = 4 : tile<ptr<f32>>
    %1 = alloca num_elem = 64, alignment = 4 : tile<ptr<f32>>
    // CHECK: %{{.*}} = exp %{{.*}} rounding<approx> : tile<f32>
    %2 = exp %a rounding<approx> : tile<f32>
    %h = constant <f16: 0.0> : tile<64xf16>
    // CHECK: %{{.*}} = pack %{{.*}} : tile<64xf16> -> tile<128xi8>
    %3 = pack %h : tile<64xf16> -> tile<128xi8>
    // CHECK: %{{.*}} = constant <i8: 1> : tile<64xi8>
    %y8 = constant <i8: 1> : tile<64xi8>
    // CHECK: %{{.*}} = unpack %{{.*}} : tile<64xi8> -> tile<32xf16>
    %4 = unpack %y8 : tile<64xi8> -> tile<32xf16>
    // CHECK: %{{.*}} = unpack %{{.*}} : tile<64xi8> -> tile<128xi4>
    %5 = unpack %y8 : tile<64xi8> -> tile<128xi4>
    // CHECK: %{{.*}} = exti %{{.*}} signed : tile<128xi4> -> tile<128xi32>
    %6 = exti %5 signed : tile<128xi4> -> tile<128xi32>
    // CHECK: %{{.*}} = constant <f4E2M1FN: [6.000000e+00, 5.000000e-01]> : tile<2xf4E2M1FN>
    %7 = constant <f4E2M1FN: [6.0, 0.5]> : tile<2xf4E2M1FN>

    %l = constant <f8E4M3FN: 0.0> : tile<16x32xf8E4M3FN>
    %r = constant <f8E4M3FN: 0.0> : tile<32x8xf8E4M3FN>
    %acc = constant <f32: 0.0> : tile<16x8xf32>
    // CHECK: %{{.*}} = mmaf %{{.*}}, %{{.*}}, %{{.*}} fast_acc : tile<16x32xf8E4M3FN>, tile<32x8xf8E4M3FN>, tile<16x8xf32>
    %8 = mmaf %l, %r, %acc fast_acc : tile<16x32xf8E4M3FN>, tile<32x8xf8E4M3FN>, tile<16x8xf32>
    %sl = constant <f8E5M2: 0.0> : tile<16x64xf8E5M2>
    %sr = constant <f8E5M2: 0.0> : tile<64x8xf8E5M2>
    %ls = constant <f8E8M0FNU: 1.0> : tile<16x2xf8E8M0FNU>
    %rs = constant <f8E8M0FNU: 1.0> : tile<2x8xf8E8M0FNU>
    // CHECK: %{{.*}} = mmaf_scaled %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tile<16x64xf8E5M2>, tile<64x8xf8E5M2>, tile<16x8xf32>, tile<16x2xf8E8M0FNU>, tile<2x8xf8E8M0FNU>
    %9 = mmaf_scaled %sl, %sr, %acc, %ls, %rs : tile<16x64xf8E5M2>, tile<64x8xf8E5M2>, tile<16x8xf32>, tile<16x2xf8E8M0FNU>, tile<2x8xf8E8M0FNU>

    // CHECK: %{{.*}} = make_token : token
    %t0 = make_token : token
    // CHECK: %{{.*}} = make_tensor_view %{{.*}}, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %tv = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    // CHECK: %{{.*}} = make_strided_view %{{.*}} : strided_view<tile=(64x64), traversal_strides=[32,64], tensor_view<128x64xf32, strides=[64,1]>>
    %sv = make_strided_view %tv : strided_view<tile=(64x64), traversal_strides=[32,64], tensor_view<128x64xf32, strides=[64,1]>>
    // CHECK: %{{.*}} = make_strided_view %{{.*}} : strided_view<tile=(4x2), traversal_strides=[4,3], padding_value = nan, tensor_view<128x64xf32, strides=[64,1]>, dim_map=[1, 0]>
    %sv1 = make_strided_view %tv : strided_view<tile=(4x2), traversal_strides=[4,3], padding_value = nan, tensor_view<128x64xf32, strides=[64,1]>, dim_map=[1, 0]>
    // CHECK: %{{.*}} = make_gather_scatter_view %{{.*}} : gather_scatter_view<tile=(8x64), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>
    %gv = make_gather_scatter_view %tv : gather_scatter_view<tile=(8x64), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>
    // CHECK: %{{.*}} = make_gather_scatter_view %{{.*}} : gather_scatter_view<tile=(8x16), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=1>
    %gv1 = make_gather_scatter_view %tv : gather_scatter_view<tile=(8x16), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=1>
    // CHECK: %{{.*}} = iota : tile<8xi32>
    %rows = iota : tile<8xi32>
    // CHECK: %{{.*}}, %{{.*}} = load_view_tko weak %{{.*}}[%{{.*}}, %{{.*}}] : gather_scatter_view<tile=(8x64), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>, tile<8xi32>, tile<i32> -> tile<8x64xf32>, token
    %v0, %t1 = load_view_tko weak %gv[%rows, %j] : gather_scatter_view<tile=(8x64), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>, tile<8xi32>, tile<i32> -> tile<8x64xf32>, token
    // CHECK: %{{.*}}, %{{.*}} = load_view_tko weak %{{.*}}[%{{.*}}, %{{.*}}] token = %{{.*}} : strided_view<tile=(64x64), traversal_strides=[32,64], tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    %v1, %t2 = load_view_tko weak %sv[%i, %j] token = %t0 : strided_view<tile=(64x64), traversal_strides=[32,64], tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    // CHECK: %{{.*}}:2 = get_index_space_shape %{{.*}} : gather_scatter_view<tile=(8x64), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0> -> tile<i32>
    %d0, %d1 = get_index_space_shape %gv : gather_scatter_view<tile=(8x64), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0> -> tile<i32>
    // CHECK: %{{.*}} = make_partition_view %{{.*}} : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>
    %pv = make_partition_view %tv : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>
    // CHECK: %{{.*}} = atomic_red_view_tko relaxed device %{{.*}}[%{{.*}}, %{{.*}}], addf, %{{.*}} token = %{{.*}} : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    %t3 = atomic_red_view_tko relaxed device %pv[%i, %j], addf, %v1 token = %t0 : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
