cuda_tile.module @kernels {
  entry @fields(%arg0: tile<ptr<f32, <none>>>, %arg1: tile<ptr<f32>>, %arg2: tile<i32>, %arg3: tile<f32>) {
    %0 = constant <i32: 0> : tile<i32>
    %1 = constant <i32: 1> : tile<i32>
    %2 = constant <i1: true> : tile<16xi1>
    %3 = ftof %arg3 rounding<nearest_away> : tile<f32> -> tile<tf32>
    %4 = ftof %arg3 rounding<zero> : tile<f32> -> tile<f16>
    %5 = ftoi %arg3 signed saturating : tile<f32> -> tile<i32>
    %6 = fpowi %arg3, %arg2 : tile<f32>, tile<i32>
    %7 = ftof %arg3 : tile<f32> -> tile<fnv8E5M3FNU>
    %8 = constant <fnv8E5M3FNU: [1.000000e+00, 2.000000e+00, 5.000000e-01, 4.000000e+00]> : tile<4xfnv8E5M3FNU>
    %9 = constant <fnv8E5M3FNU: 1.000000e+00> : tile<8xfnv8E5M3FNU>
    %10 = constant <f16: 1.000000e+00> : tile<8x4xf16>
    %11 = constant <f16: 2.000000e+00> : tile<2x4xf16>
    %12 = insert %11, %10[%arg2, %arg2] : tile<2x4xf16>, tile<8x4xf16>
    %13 = make_tensor_view %arg0, shape = [64], strides = [1] : tile<ptr<f32, <none>>> -> tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<none>>
    %14 = make_tensor_view %arg1, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %15 = make_partition_view %14 : partition_view<tile=(64x32), tensor_view<128x64xf32, strides=[64,1]>>
    %tile, %result_token = load_view_tko weak %15[%0, %1] inbounds = [true, false] : partition_view<tile=(64x32), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x32xf32>, token
    %16 = store_view_tko weak %tile, %15[%0, %1] token = %result_token inbounds = [false, true] : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @early(%arg0: tile<i1>) {
    loop {
      if %arg0 {
        return
      }
      break
    }
    return
  }
  entry @blocks() {
    %0 = make_token : token
    %1 = gdc_wait_tko token = %0 -> token
    %2 = gdc_wait_tko -> token
    %3 = gdc_launch_dependents_tko token = %2 -> token
    %4 = gdc_launch_dependents_tko -> token
    %5 = memory_fence_alias_tko %4
    return
  }
}

