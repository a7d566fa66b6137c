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
  entry @parts(%i: tile<i32>, %f: tile<f32>) {
    %m = constant <f16: 1.0> : tile<8x4xf16>
    %part = constant <f16: 2.0> : tile<2x4xf16>
    %0 = insert %part, %m[%i, %i] : tile<2x4xf16>, tile<8x4xf16>
    %row = constant <f16: 1.0> : tile<4xf16>
    %1 = pack %row : tile<4xf16> -> tile<8xi8>
    %2 = unpack %1 : tile<8xi8> -> tile<16xi4>
    %3 = ftof %f : tile<f32> -> tile<f8E5M3FNU>
    return
  }

  entry @products() {
    %l = constant <f8E5M2: 1.0> : tile<16x64xf8E5M2>
    %r = constant <f8E5M2: 1.0> : tile<64x8xf8E5M2>
    %acc = constant <f32: 0.0> : tile<16x8xf32>
    %ls = constant <f8E8M0FNU: 1.0> : tile<16x2xf8E8M0FNU>
    %rs = constant <f8E8M0FNU: 1.0> : tile<2x8xf8E8M0FNU>
    %0 = mmaf %l, %r, %acc fast_acc : tile<16x64xf8E5M2>, tile<64x8xf8E5M2>, tile<16x8xf32>
    %1 = mmaf_scaled %l, %r, %acc, %ls, %rs : tile<16x64xf8E5M2>, tile<64x8xf8E5M2>, tile<16x8xf32>, tile<16x2xf8E8M0FNU>, tile<2x8xf8E8M0FNU>
    return
  }

  entry @views(%p: tile<ptr<f32>>, %i: tile<i32>) {
    %t0 = make_token : token
    %view = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %grid = make_partition_view %view : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>
    %strided = make_strided_view %view : strided_view<tile=(4x2), traversal_strides=[4,3], padding_value = nan, tensor_view<128x64xf32, strides=[64,1]>, dim_map=[1, 0]>
    %plain = make_strided_view %view : strided_view<tile=(4x2), traversal_strides=[4,3], tensor_view<128x64xf32, strides=[64,1]>>
    %columns = make_gather_scatter_view %view : gather_scatter_view<tile=(8x16), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=1>
    %rows = make_gather_scatter_view %view : gather_scatter_view<tile=(8x16), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>
    %indices = constant <i32: 3> : tile<8xi32>
    %v, %t1 = load_view_tko weak %strided[%i, %i] : strided_view<tile=(4x2), traversal_strides=[4,3], padding_value = nan, tensor_view<128x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<4x2xf32>, token
    %w, %t2 = load_view_tko weak %rows[%indices, %i] : gather_scatter_view<tile=(8x16), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>, tile<8xi32>, tile<i32> -> tile<8x16xf32>, token
    %one = constant <f32: 1.0> : tile<64x64xf32>
    %t3 = atomic_red_view_tko relaxed device %grid[%i, %i], addf, %one token = %t0 : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    %t4 = atomic_red_view_tko relaxed tl_blk %plain[%i, %i], addf, %v : tile<4x2xf32>, strided_view<tile=(4x2), traversal_strides=[4,3], tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  entry @blocks() {
    %t0 = make_token : token
    %p = alloca num_elem = 64, alignment = 128 global : tile<ptr<f32>>
    %q = alloca num_elem = 0, alignment = 1 : tile<ptr<i8>>
    %t1 = gdc_wait_tko token = %t0 -> token
    %t2 = gdc_wait_tko -> token
    %t3 = gdc_launch_dependents_tko token = %t2 -> token
    %t4 = gdc_launch_dependents_tko -> token
    %t5 = memory_fence_alias_tko %t4
    return
  }
}
