// What joined the language in version 13.3.

cuda_tile.module @kernels attributes {producer = "hand 1.0"} {
  global private constant @table <i1: [true, false, false, true]> : tile<4xi1>
  global private @hidden <f32: 1.0> : tile<2xf32>
  global constant @fixed alignment = 64 <i32: [1, 2]> : tile<2xi32>

  entry @numbers(%n: tile<i32>, %f: tile<f32>) {
    %tiny = constant <f4E2M1FN: [1.0, -6.0]> : tile<2xf4E2M1FN>
    %nibble = trunci %n : tile<i32> -> tile<i4>
    %0 = exp %f rounding<approx> : tile<f32>
    %1 = exp %f : tile<f32>
    %row = constant <f16: 1.0> : tile<4xf16>
    %2 = pack %row : tile<4xf16> -> tile<8xi8>
    %3 = unpack %2 : tile<8xi8> -> tile<16xi4>
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

  entry @views(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %i: tile<i32>) {
    %t0 = make_token : token
    %view = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %grid = make_partition_view %view : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>
    %padded = make_partition_view %view : partition_view<tile=(64x64), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>>
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
    %whole = make_tensor_view %q, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %ints = make_partition_view %whole : partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>
    %t5 = atomic_red_view_tko relaxed device %ints[%i], umax, %indices : tile<8xi32>, partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    return
  }

  entry @memory() {
    %p = alloca num_elem = 64, alignment = 128 global : tile<ptr<f32>>
    %q = alloca num_elem = 0, alignment = 1 : tile<ptr<i8>>
    return
  }
}
