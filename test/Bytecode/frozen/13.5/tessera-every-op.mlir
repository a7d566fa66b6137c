cuda_tile.module @kernels {
  global @table alignment = 128 <f32: [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tile<4xf32>
  global @seven <i32: 7> : tile<1xi32>
  entry @core(%arg0: tile<ptr<f32>>, %arg1: tile<i32>) {
    %0 = constant <f32: 1.500000e+00> : tile<8x4xf32>
    %1 = constant <i32: [1, 2, 3, -4]> : tile<4xi32>
    %2 = constant <i1: [true, false, true, false]> : tile<4xi1>
    %3 = constant <i1: true> : tile<16xi1>
    %4 = constant <f16: [[1.000000e+00, -2.000000e+00], [5.000000e-01, 6.550400e+04]]> : tile<2x2xf16>
    %5 = constant <bf16: 3.000000e+00> : tile<bf16>
    %6 = constant <f64: 1.000000e-01> : tile<f64>
    %7 = constant <tf32: 1.000000e+00> : tile<tf32>
    %8 = constant <i8: -128> : tile<i8>
    %9 = constant <i64: 9223372036854775807> : tile<i64>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %gridSize_x, %gridSize_y, %gridSize_z = get_num_tile_blocks : tile<i32>
    %10 = iota : tile<4xi32>
    %11 = reshape %arg0 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %12 = broadcast %11 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %13 = offset %12, %10 : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %14 = permute %0 [1, 0] : tile<8x4xf32> -> tile<4x8xf32>
    %15 = select %2, %1, %10 : tile<4xi1>, tile<4xi32>
    %16 = reduce %0 dim=1 identities=[0.000000e+00 : f32] : tile<8x4xf32> -> tile<8xf32> (%arg2: tile<f32>, %arg3: tile<f32>) {
      %27 = addf %arg2, %arg3 : tile<f32>
      yield %27 : tile<f32>
    }
    %17:2 = reduce %1, %2 dim=0 identities=[-2147483648 : i32, false] : tile<4xi32>, tile<4xi1> -> tile<i32>, tile<i1> (%arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i1>, %arg5: tile<i1>) {
      %27 = maxi %arg2, %arg3 signed : tile<i32>
      %28 = ori %arg4, %arg5 : tile<i1>
      yield %27, %28 : tile<i32>, tile<i1>
    }
    %18 = get_global @table : tile<ptr<f32>>
    %19 = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %20 = assume div_by<4, every 2 along 0>, %10 : tile<4xi32>
    %21 = assume same_elements<[2]>, %1 : tile<4xi32>
    %22 = assume bounded<0, ?>, %arg1 : tile<i32>
    %23 = assume bounded<-3, 1000>, %arg1 : tile<i32>
    assert %2, "mask" : tile<4xi1>
    assert %17#1, "" : tile<i1>
    %24 = get_global @seven : tile<ptr<i32>>
    %25 = constant <f32: 2.500000e+00> : tile<2x4x8xf32>
    %26 = permute %25 [2, 0, 1] : tile<2x4x8xf32> -> tile<8x2x4xf32>
    return
  }
  entry @conversions(%arg0: tile<f32>, %arg1: tile<i32>, %arg2: tile<ptr<f32>>) {
    %0 = bitcast %arg0 : tile<f32> -> tile<i32>
    %1 = exti %arg1 signed : tile<i32> -> tile<i64>
    %2 = exti %arg1 unsigned : tile<i32> -> tile<i64>
    %3 = trunci %arg1 overflow<no_signed_wrap> : tile<i32> -> tile<i8>
    %4 = trunci %arg1 : tile<i32> -> tile<i16>
    %5 = trunci %arg1 overflow<no_wrap> : tile<i32> -> tile<i1>
    %6 = ftof %arg0 : tile<f32> -> tile<f16>
    %7 = ftof %arg0 : tile<f32> -> tile<f8E4M3FN>
    %8 = ftof %arg0 : tile<f32> -> tile<f8E5M2>
    %9 = ftoi %arg0 signed : tile<f32> -> tile<i32>
    %10 = ftoi %arg0 unsigned : tile<f32> -> tile<i64>
    %11 = itof %arg1 unsigned : tile<i32> -> tile<f32>
    %12 = itof %arg1 signed : tile<i32> -> tile<f16>
    %13 = ptr_to_int %arg2 : tile<ptr<f32>> -> tile<i64>
    %14 = int_to_ptr %13 : tile<i64> -> tile<ptr<f32>>
    %15 = ptr_to_ptr %arg2 : tile<ptr<f32>> -> tile<ptr<i32>>
    return
  }
  entry @early(%arg0: tile<i1>) {
    if %arg0 {
      return
    }
    return
  }
  entry @control(%arg0: tile<i1>, %arg1: tile<i32>, %arg2: tile<f32>) {
    %0 = constant <i32: 0> : tile<i32>
    %1 = constant <i32: 1> : tile<i32>
    if %arg0 {
      %5 = addi %arg1, %1 : tile<i32>
    }
    %2:2 = if %arg0 -> (tile<f32>, tile<i32>) {
      yield %arg2, %1 : tile<f32>, tile<i32>
    } else {
      %5 = subi %arg1, %1 : tile<i32>
      yield %arg2, %5 : tile<f32>, tile<i32>
    }
    for %arg3 in (%0 to %arg1, step %1) : tile<i32> {
    }
    %3 = for %arg3 in (%0 to %arg1, step %1) : tile<i32> iter_values(%arg4 = %arg2) -> (tile<f32>) {
      %5 = addf %arg4, %2#0 : tile<f32>
      continue %5 : tile<f32>
    }
    loop {
      break
    }
    %4 = loop iter_values(%arg3 = %2#1) : tile<i32> -> tile<f32> {
      %5 = cmpi less_than %arg3, %arg1, signed : tile<i32> -> tile<i1>
      if %5 {
        %6 = addi %arg3, %1 : tile<i32>
        continue %6 : tile<i32>
      }
      break %3 : tile<f32>
    }
    return
  }
  entry @memory(%arg0: tile<ptr<f32>>, %arg1: tile<i32>) optimization_hints=<default = {num_cta_in_cga = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 4}> {
    %0 = reshape %arg0 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %1 = broadcast %0 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %2 = constant <i1: [true, true, false, false]> : tile<4xi1>
    %3 = constant <f32: 0.000000e+00> : tile<4xf32>
    %4 = make_token : token
    %result, %result_token = load_ptr_tko weak %1 : tile<4xptr<f32>> -> tile<4xf32>, token
    %result_0, %result_token_1 = load_ptr_tko weak %1, %2, %3 token=%4 : tile<4xptr<f32>>, tile<4xi1>, tile<4xf32> -> tile<4xf32>, token
    %result_2, %result_token_3 = load_ptr_tko relaxed device %1 optimization_hints = <sm_90 = {latency = 3}> : tile<4xptr<f32>> -> tile<4xf32>, token
    %5 = join_tokens %result_token, %result_token_1, %result_token_3 : token
    %6 = store_ptr_tko release sys %1, %result_0, %2 token=%5 : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> token
    %7 = store_ptr_tko weak %1, %result_0 optimization_hints = <sm_120 = {latency = 2}> : tile<4xptr<f32>>, tile<4xf32> -> token
    %result_4, %result_token_5 = load_ptr_tko acquire tl_blk %1, %2 optimization_hints = <> : tile<4xptr<f32>>, tile<4xi1> -> tile<4xf32>, token
    %8 = store_ptr_tko relaxed tl_blk %1, %result_4 : tile<4xptr<f32>>, tile<4xf32> -> token
    %9 = print_tko "hello\0A" -> token
    %10 = print_tko "n = %d, v = %f\0A", %arg1, %result_2 : tile<i32>, tile<4xf32> -> token
    return
  }
  entry @views(%arg0: tile<ptr<f32>>, %arg1: tile<i32>) {
    %0 = constant <i32: 0> : tile<i32>
    %1 = make_token : token
    %2 = make_tensor_view %arg0, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %3 = make_tensor_view %arg0, shape = [%arg1, 64], strides = [%arg1, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[?,1]>
    %4:2 = get_tensor_shape %3 : tensor_view<?x64xf32, strides=[?,1]> -> tile<i64>
    %5 = make_partition_view %2 : partition_view<tile=(64x32), tensor_view<128x64xf32, strides=[64,1]>>
    %6 = make_partition_view %3 : partition_view<tile=(32x64), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>
    %7:2 = get_index_space_shape %5 : partition_view<tile=(64x32), tensor_view<128x64xf32, strides=[64,1]>> -> tile<i32>
    %tile, %result_token = load_view_tko weak %5[%0, %0] : partition_view<tile=(64x32), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x32xf32>, token
    %tile_0, %result_token_1 = load_view_tko acquire device %6[%0, %0] token = %1 optimization_hints = <sm_100 = {allow_tma = false, latency = 5}> : partition_view<tile=(32x64), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<32x64xf32>, token
    %8 = store_view_tko weak %tile, %5[%0, %0] token = %result_token : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    %9 = store_view_tko release device %tile, %5[%0, %0] optimization_hints = <sm_90 = {allow_tma = true}> : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    %10 = make_partition_view %2 : partition_view<tile=(64x32), padding_value = neg_zero, tensor_view<128x64xf32, strides=[64,1]>>
    %11 = make_partition_view %2 : partition_view<tile=(64x32), padding_value = pos_inf, tensor_view<128x64xf32, strides=[64,1]>>
    %12 = make_partition_view %2 : partition_view<tile=(64x32), padding_value = nan, tensor_view<128x64xf32, strides=[64,1]>>
    %13 = make_partition_view %2 : partition_view<tile=(64x32), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>>
    %14 = make_tensor_view %arg0, shape = [], strides = [] : tensor_view<f32>
    return
  }
  entry @floats(%arg0: tile<f32>, %arg1: tile<f32>, %arg2: tile<f32>) {
    %0 = absf %arg0 : tile<f32>
    %1 = addf %arg0, %arg1 rounding<zero> flush_to_zero : tile<f32>
    %2 = subf %arg0, %arg1 rounding<positive_inf> : tile<f32>
    %3 = mulf %arg0, %arg1 flush_to_zero : tile<f32>
    %4 = divf %arg0, %arg1 rounding<approx> flush_to_zero : tile<f32>
    %5 = fma %arg0, %arg1, %arg2 rounding<negative_inf> : tile<f32>
    %6 = negf %arg0 : tile<f32>
    %7 = maxf %arg0, %arg1 flush_to_zero propagate_nan : tile<f32>
    %8 = minf %arg0, %arg1 propagate_nan : tile<f32>
    %9 = remf %arg0, %arg1 : tile<f32>
    %10 = ceil %arg0 : tile<f32>
    %11 = floor %arg0 : tile<f32>
    %12 = cmpf less_than ordered %arg0, %arg1 : tile<f32> -> tile<i1>
    %13 = cmpf not_equal unordered %arg0, %arg1 : tile<f32> -> tile<i1>
    %14 = addf %arg0, %arg1 : tile<f32>
    %15 = subf %arg0, %arg1 flush_to_zero : tile<f32>
    %16 = mulf %arg0, %arg1 rounding<negative_inf> : tile<f32>
    %17 = divf %arg0, %arg1 : tile<f32>
    %18 = fma %arg0, %arg1, %arg2 flush_to_zero : tile<f32>
    %19 = maxf %arg0, %arg1 : tile<f32>
    %20 = minf %arg0, %arg1 flush_to_zero : tile<f32>
    %21 = divf %arg0, %arg1 rounding<full> : tile<f32>
    return
  }
  entry @elementary(%arg0: tile<f32>, %arg1: tile<f32>) {
    %0 = sqrt %arg0 rounding<approx> flush_to_zero : tile<f32>
    %1 = rsqrt %arg0 flush_to_zero : tile<f32>
    %2 = exp %arg0 : tile<f32>
    %3 = exp2 %arg0 flush_to_zero : tile<f32>
    %4 = log %arg0 : tile<f32>
    %5 = log2 %arg0 : tile<f32>
    %6 = fpowf %arg0, %arg1 : tile<f32>
    %7 = sin %arg0 : tile<f32>
    %8 = cos %arg0 : tile<f32>
    %9 = tan %arg0 : tile<f32>
    %10 = sinh %arg0 : tile<f32>
    %11 = cosh %arg0 : tile<f32>
    %12 = tanh %arg0 : tile<f32>
    %13 = sqrt %arg0 : tile<f32>
    %14 = rsqrt %arg0 : tile<f32>
    %15 = exp2 %arg0 : tile<f32>
    return
  }
  entry @integers(%arg0: tile<i32>, %arg1: tile<i32>) {
    %0 = absi %arg0 : tile<i32>
    %1 = addi %arg0, %arg1 overflow<no_wrap> : tile<i32>
    %2 = subi %arg0, %arg1 : tile<i32>
    %3 = muli %arg0, %arg1 overflow<no_unsigned_wrap> : tile<i32>
    %4 = divi %arg0, %arg1 signed rounding<negative_inf> : tile<i32>
    %5 = remi %arg0, %arg1 unsigned : tile<i32>
    %6 = negi %arg0 : tile<i32>
    %7 = maxi %arg0, %arg1 signed : tile<i32>
    %8 = mini %arg0, %arg1 unsigned : tile<i32>
    %9 = mulhii %arg0, %arg1 : tile<i32>
    %10 = andi %arg0, %arg1 : tile<i32>
    %11 = ori %arg0, %arg1 : tile<i32>
    %12 = xori %arg0, %arg1 : tile<i32>
    %13 = shli %arg0, %arg1 overflow<no_signed_wrap> : tile<i32>
    %14 = shri %arg0, %arg1 signed : tile<i32>
    %15 = cmpi greater_than_or_equal %arg0, %arg1, unsigned : tile<i32> -> tile<i1>
    %16 = cmpi less_than_or_equal %arg0, %arg1, signed : tile<i32> -> tile<i1>
    %17 = cmpi equal %arg0, %arg1, signed : tile<i32> -> tile<i1>
    %18 = cmpi greater_than %arg0, %arg1, signed : tile<i32> -> tile<i1>
    %19 = addi %arg0, %arg1 : tile<i32>
    %20 = subi %arg0, %arg1 overflow<no_signed_wrap> : tile<i32>
    %21 = muli %arg0, %arg1 : tile<i32>
    %22 = divi %arg0, %arg1 unsigned rounding<positive_inf> : tile<i32>
    %23 = remi %arg0, %arg1 signed : tile<i32>
    %24 = maxi %arg0, %arg1 unsigned : tile<i32>
    %25 = mini %arg0, %arg1 signed : tile<i32>
    %26 = shli %arg0, %arg1 : tile<i32>
    %27 = shri %arg0, %arg1 unsigned : tile<i32>
    return
  }
  entry @parts(%arg0: tile<i32>) {
    %0 = constant <f32: 1.000000e+00> : tile<8x4xf32>
    %1 = cat %0, %0 dim = 1 : tile<8x4xf32>, tile<8x4xf32> -> tile<8x8xf32>
    %2 = cat %0, %0 dim = 0 : tile<8x4xf32>, tile<8x4xf32> -> tile<16x4xf32>
    %3 = extract %0[%arg0, %arg0] : tile<8x4xf32> -> tile<2x4xf32>
    %4 = scan %0 dim=1 reverse=true identities=[0.000000e+00 : f32] : tile<8x4xf32> -> tile<8x4xf32> (%arg1: tile<f32>, %arg2: tile<f32>) {
      %6 = addf %arg1, %arg2 : tile<f32>
      yield %6 : tile<f32>
    }
    %5 = scan %0 dim=0 reverse=false identities=[1.000000e+00 : f32] : tile<8x4xf32> -> tile<8x4xf32> (%arg1: tile<f32>, %arg2: tile<f32>) {
      %6 = mulf %arg1, %arg2 : tile<f32>
      yield %6 : tile<f32>
    }
    return
  }
  entry @products() {
    %0 = constant <f32: 1.000000e+00> : tile<4x4xf32>
    %1 = constant <i8: 1> : tile<4x4xi8>
    %2 = constant <i32: 1> : tile<4x4xi32>
    %3 = mmaf %0, %0, %0 : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xf32>
    %4 = mmai %1, %1, %2 signed unsigned : tile<4x4xi8>, tile<4x4xi8>, tile<4x4xi32>
    %5 = mmai %1, %1, %2 unsigned signed : tile<4x4xi8>, tile<4x4xi8>, tile<4x4xi32>
    return
  }
  entry @atomics(%arg0: tile<ptr<i32>>, %arg1: tile<ptr<f32>>, %arg2: tile<i32>, %arg3: tile<f32>, %arg4: tile<i1>) {
    %0 = make_token : token
    %result, %result_token = atomic_cas_tko acq_rel device %arg0, %arg2, %arg2, %arg4 token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
    %result_0, %result_token_1 = atomic_cas_tko relaxed tl_blk %arg0, %arg2, %arg2 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %result_2, %result_token_3 = atomic_rmw_tko release sys %arg0, umax, %arg2, %arg4 token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
    %result_4, %result_token_5 = atomic_rmw_tko acquire device %arg0, xchg, %arg2 token=%0 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %result_6, %result_token_7 = atomic_rmw_tko relaxed device %arg0, and, %arg2 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %result_8, %result_token_9 = atomic_rmw_tko relaxed device %arg0, or, %arg2 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %result_10, %result_token_11 = atomic_rmw_tko relaxed device %arg0, xor, %arg2 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %result_12, %result_token_13 = atomic_rmw_tko relaxed device %arg0, add, %arg2 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %result_14, %result_token_15 = atomic_rmw_tko relaxed device %arg1, addf, %arg3 : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    %result_16, %result_token_17 = atomic_rmw_tko relaxed device %arg0, max, %arg2 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %result_18, %result_token_19 = atomic_rmw_tko relaxed device %arg0, min, %arg2 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %result_20, %result_token_21 = atomic_rmw_tko relaxed device %arg0, umin, %arg2 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}

