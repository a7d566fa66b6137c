// What joined the language after 13.1: this file needs version 13.4.

cuda_tile.module @kernels attributes {producer = "hand 1.0"} {
  global private constant @table <i1: [true, false, false, true]> : tile<4xi1>

  entry @later(%p: tile<ptr<f32, #cuda_tile.ptr_attr<none>>>, %q: tile<ptr<f32>>, %n: tile<i32>, %f: tile<f32>, %d: tile<f64>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %yes = constant <i1: true> : tile<16xi1>
    %scale = constant <f8E8M0FNU: 1.0> : tile<f8E8M0FNU>
    %tiny = constant <f4E2M1FN: [1.0, -6.0]> : tile<2xf4E2M1FN>
    %nibble = trunci %n : tile<i32> -> tile<i4>
    %negated = negi %n overflow<no_signed_wrap> : tile<i32>
    %rounded = ftof %f rounding<nearest_away> : tile<f32> -> tile<tf32>
    %clamped = ftoi %f signed saturating : tile<f32> -> tile<i32>
    for unsigned %k in (%zero to %n, step %one) : tile<i32> {
    }
    %t0 = make_token : token
    %t1 = print_tko "%d\n", %n token=%t0 : tile<i32> -> token
    %view = make_tensor_view %q, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %grid = make_partition_view %view : partition_view<tile=(64x32), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>>
    %v, %t2 = load_view_tko weak %grid[%zero, %one] token = %t1 inbounds = [true, false] : partition_view<tile=(64x32), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x32xf32>, token
    %t3 = store_view_tko weak %v, %grid[%zero, %one] inbounds = [false, true] : tile<64x32xf32>, partition_view<tile=(64x32), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @elementary(%a: tile<f32>, %b: tile<f32>, %n: tile<i32>) {
    %0 = exp %a rounding<approx> : tile<f32>
    %1 = tanh %a rounding<approx> : tile<f32>
    %2 = atan2 %a, %b : tile<f32>
    %3 = fpowi %a, %n : tile<f32>, tile<i32>
    return
  }
}
