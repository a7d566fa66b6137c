cuda_tile.module @kernels attributes {producer = "hand 1.0"} {
  global private constant @table <i1: [true, false, false, true]> : tile<4xi1>
  global private @hidden <f32: 1.000000e+00> : tile<2xf32>
  global constant @fixed alignment = 64 <i32: [1, 2]> : tile<2xi32>
  entry @numbers(%arg0: tile<i32>, %arg1: tile<f32>) {
    %0 = constant <f4E2M1FN: [1.000000e+00, -6.000000e+00]> : tile<2xf4E2M1FN>
    %1 = trunci %arg0 : tile<i32> -> tile<i4>
    %2 = exp %arg1 rounding<approx> : tile<f32>
    %3 = exp %arg1 : tile<f32>
    %4 = constant <f16: 1.000000e+00> : tile<4xf16>
    %5 = pack %4 : tile<4xf16> -> tile<8xi8>
    %6 = unpack %5 : tile<8xi8> -> tile<16xi4>
    return
  }
  entry @products() {
    %0 = constant <f8E5M2: 1.000000e+00> : tile<16x64xf8E5M2>
    %1 = constant <f8E5M2: 1.000000e+00> : tile<64x8xf8E5M2>
    %2 = constant <f32: 0.000000e+00> : tile<16x8xf32>
    %3 = constant <f8E8M0FNU: 1.000000e+00> : tile<16x2xf8E8M0FNU>
    %4 = constant <f8E8M0FNU: 1.000000e+00> : tile<2x8xf8E8M0FNU>
    %5 = mmaf %0, %1, %2 fast_acc : tile<16x64xf8E5M2>, tile<64x8xf8E5M2>, tile<16x8xf32>
    %6 = mmaf_scaled %0, %1, %2, %3, %4 : tile<16x64xf8E5M2>, tile<64x8xf8E5M2>, tile<16x8xf32>, tile<16x2xf8E8M0FNU>, tile<2x8xf8E8M0FNU>
    return
  }
  entry @views(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>, %arg2: tile<i32>) {
    %0 = make_token : token
    %1 = make_tensor_view %arg0, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %2 = make_partition_view %1 : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>
    %3 = make_partition_view %1 : partition_view<tile=(64x64), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>>
    %4 = make_strided_view %1 : strided_view<tile=(4x2), traversal_strides=[4,3], padding_value = nan, tensor_view<128x64xf32, strides=[64,1]>, dim_map=[1, 0]>
    %5 = make_strided_view %1 : strided_view<tile=(4x2), traversal_strides=[4,3], tensor_view<128x64xf32, strides=[64,1]>>
    %6 = make_gather_scatter_view %1 : gather_scatter_view<tile=(8x16), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=1>
    %7 = make_gather_scatter_view %1 : gather_scatter_view<tile=(8x16), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>
    %8 = constant <i32: 3> : tile<8xi32>
    %tile, %result_token = load_view_tko weak %4[%arg2, %arg2] : strided_view<tile=(4x2), traversal_strides=[4,3], padding_value = nan, tensor_view<128x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<4x2xf32>, token
    %tile_0, %result_token_1 = load_view_tko weak %7[%8, %arg2] : gather_scatter_view<tile=(8x16), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>, tile<8xi32>, tile<i32> -> tile<8x16xf32>, token
    %9 = constant <f32: 1.000000e+00> : tile<64x64xf32>
    %10 = atomic_red_view_tko relaxed device %2[%arg2, %arg2], addf, %9 token = %0 : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    %11 = atomic_red_view_tko relaxed tl_blk %5[%arg2, %arg2], addf, %tile : tile<4x2xf32>, strided_view<tile=(4x2), traversal_strides=[4,3], tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    %12 = make_tensor_view %arg1, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %13 = make_partition_view %12 : partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>
    %14 = atomic_red_view_tko relaxed device %13[%arg2], umax, %8 : tile<8xi32>, partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    return
  }
  entry @memory() {
    %0 = alloca num_elem = 64, alignment = 128 global : tile<ptr<f32>>
    %1 = alloca num_elem = 0, alignment = 1 : tile<ptr<i8>>
    return
  }
}

