// What joined the language in version 13.4.

cuda_tile.module @kernels {
  entry @fields(%p: tile<ptr<f32, #cuda_tile.ptr_attr<none>>>, %q: tile<ptr<f32>>, %n: tile<i32>, %f: tile<f32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %yes = constant <i1: true> : tile<16xi1>
    %0 = ftof %f rounding<nearest_away> : tile<f32> -> tile<tf32>
    %half = ftof %f rounding<zero> : tile<f32> -> tile<f16>
    %1 = ftoi %f signed saturating : tile<f32> -> tile<i32>
    %2 = fpowi %f, %n : tile<f32>, tile<i32>
    %3 = ftof %f : tile<f32> -> tile<f8E5M3FNU>
    %4 = constant <f8E5M3FNU: [1.0, 2.0, 0.5, 4.0]> : tile<4xf8E5M3FNU>
    %5 = constant <f8E5M3FNU: 1.0> : tile<8xf8E5M3FNU>
    %m = constant <f16: 1.0> : tile<8x4xf16>
    %part = constant <f16: 2.0> : tile<2x4xf16>
    %6 = insert %part, %m[%n, %n] : tile<2x4xf16>, tile<8x4xf16>
    %attributed = make_tensor_view %p, shape = [64], strides = [1] : tile<ptr<f32, #cuda_tile.ptr_attr<none>>> -> tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<none>>
    %view = make_tensor_view %q, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %grid = make_partition_view %view : partition_view<tile=(64x32), tensor_view<128x64xf32, strides=[64,1]>>
    %v, %t0 = load_view_tko weak %grid[%zero, %one] inbounds = [true, false] : partition_view<tile=(64x32), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x32xf32>, token
    %t1 = store_view_tko weak %v, %grid[%zero, %one] token = %t0 inbounds = [false, true] : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  entry @early(%c: tile<i1>) {
    loop {
      if %c {
        return
      }
      break
    }
    return
  }

  entry @blocks() {
    %t0 = make_token : token
    %t1 = gdc_wait_tko token = %t0 -> token
    %t2 = gdc_wait_tko -> token
    %t3 = gdc_launch_dependents_tko token = %t2 -> token
    %t4 = gdc_launch_dependents_tko -> token
    %t5 = memory_fence_alias_tko %t4
    return
  }
}
