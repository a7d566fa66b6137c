// Each op and each form of its fields that version 13.1 can hold; what joined in
// a later version stands in later13.2.mlir and so on. The tests of the bytecode
// write and read these files; a test fails when an op or a field is missing.

cuda_tile.module @kernels {
  global @table alignment = 128 <f32: [1.0, 2.0, 3.0, 4.0]> : tile<4xf32>
  global @seven <i32: 7> : tile<1xi32>

  entry @core(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %t = constant <f32: 1.5> : tile<8x4xf32>
    %list = constant <i32: [1, 2, 3, -4]> : tile<4xi32>
    %mask = constant <i1: [true, false, true, false]> : tile<4xi1>
    %all = constant <i1: true> : tile<16xi1>
    %half = constant <f16: [[1.0, -2.0], [0.5, 65504.0]]> : tile<2x2xf16>
    %brain = constant <bf16: 3.0> : tile<bf16>
    %double = constant <f64: 0.1> : tile<f64>
    %tf = constant <tf32: 1.0> : tile<tf32>
    %byte = constant <i8: -128> : tile<i8>
    %long = constant <i64: 9223372036854775807> : tile<i64>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %gx, %gy, %gz = get_num_tile_blocks : tile<i32>
    %iota = iota : tile<4xi32>
    %base = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %ptrs = broadcast %base : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %q = offset %ptrs, %iota : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %swapped = permute %t [1, 0] : tile<8x4xf32> -> tile<4x8xf32>
    %chosen = select %mask, %list, %iota : tile<4xi1>, tile<4xi32>
    %sum = reduce %t dim=1 identities=[0.0 : f32] : tile<8x4xf32> -> tile<8xf32> (%e: tile<f32>, %acc: tile<f32>) {
      %r = addf %e, %acc : tile<f32>
      yield %r : tile<f32>
    }
    %max, %any = reduce %list, %mask dim=0 identities=[-2147483648 : i32, false] : tile<4xi32>, tile<4xi1> -> tile<i32>, tile<i1> (%e0: tile<i32>, %a0: tile<i32>, %e1: tile<i1>, %a1: tile<i1>) {
      %m = maxi %e0, %a0 signed : tile<i32>
      %o = ori %e1, %a1 : tile<i1>
      yield %m, %o : tile<i32>, tile<i1>
    }
    %g = get_global @table : tile<ptr<f32>>
    %p16 = assume div_by<16>, %p : tile<ptr<f32>>
    %i2 = assume div_by<4, every 2 along 0>, %iota : tile<4xi32>
    %same = assume same_elements<[2]>, %list : tile<4xi32>
    %low = assume bounded<0, ?>, %n : tile<i32>
    %both = assume bounded<-3, 1000>, %n : tile<i32>
    assert %mask, "mask" : tile<4xi1>
    assert %any, "" : tile<i1>
    %s7 = get_global @seven : tile<ptr<i32>>
    %cube = constant <f32: 2.5> : tile<2x4x8xf32>
    %rolled = permute %cube [2, 0, 1] : tile<2x4x8xf32> -> tile<8x2x4xf32>
    return
  }

  entry @conversions(%f: tile<f32>, %i: tile<i32>, %p: tile<ptr<f32>>) {
    %bits = bitcast %f : tile<f32> -> tile<i32>
    %wide = exti %i signed : tile<i32> -> tile<i64>
    %wideu = exti %i unsigned : tile<i32> -> tile<i64>
    %narrow = trunci %i overflow<no_signed_wrap> : tile<i32> -> tile<i8>
    %short = trunci %i : tile<i32> -> tile<i16>
    %wrapped = trunci %i overflow<no_wrap> : tile<i32> -> tile<i1>
    %half = ftof %f : tile<f32> -> tile<f16>
    %small = ftof %f : tile<f32> -> tile<f8E4M3FN>
    %range = ftof %f : tile<f32> -> tile<f8E5M2>
    %int = ftoi %f signed : tile<f32> -> tile<i32>
    %uint = ftoi %f unsigned : tile<f32> -> tile<i64>
    %float = itof %i unsigned : tile<i32> -> tile<f32>
    %float16 = itof %i signed : tile<i32> -> tile<f16>
    %address = ptr_to_int %p : tile<ptr<f32>> -> tile<i64>
    %pointer = int_to_ptr %address : tile<i64> -> tile<ptr<f32>>
    %other = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<i32>>
    return
  }

  entry @early(%c: tile<i1>) {
    if %c {
      return
    }
    return
  }

  entry @control(%c: tile<i1>, %n: tile<i32>, %f: tile<f32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    if %c {
      %in = addi %n, %one : tile<i32>
    }
    %u, %v = if %c -> (tile<f32>, tile<i32>) {
      yield %f, %one : tile<f32>, tile<i32>
    } else {
      %w = subi %n, %one : tile<i32>
      yield %f, %w : tile<f32>, tile<i32>
    }
    for %k in (%zero to %n, step %one) : tile<i32> {
    }
    %last = for %k in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %f) -> (tile<f32>) {
      %next = addf %acc, %u : tile<f32>
      continue %next : tile<f32>
    }
    loop {
      break
    }
    %r = loop iter_values(%a = %v) : tile<i32> -> tile<f32> {
      %more = cmpi less_than %a, %n, signed : tile<i32> -> tile<i1>
      if %more {
        %next = addi %a, %one : tile<i32>
        continue %next : tile<i32>
      }
      break %last : tile<f32>
    }
    return
  }

  entry @memory(%p: tile<ptr<f32>>, %n: tile<i32>) optimization_hints=<sm_100 = {num_cta_in_cga = 2, occupancy = 4}, default = {num_cta_in_cga = 1}> {
    %base = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %ptrs = broadcast %base : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %mask = constant <i1: [true, true, false, false]> : tile<4xi1>
    %pad = constant <f32: 0.0> : tile<4xf32>
    %t0 = make_token : token
    %v0, %t1 = load_ptr_tko weak %ptrs : tile<4xptr<f32>> -> tile<4xf32>, token
    %v1, %t2 = load_ptr_tko weak %ptrs, %mask, %pad token=%t0 : tile<4xptr<f32>>, tile<4xi1>, tile<4xf32> -> tile<4xf32>, token
    %v2, %t3 = load_ptr_tko relaxed device %ptrs optimization_hints = <sm_90 = {latency = 3}> : tile<4xptr<f32>> -> tile<4xf32>, token
    %t4 = join_tokens %t1, %t2, %t3 : token
    %t5 = store_ptr_tko release sys %ptrs, %v1, %mask token=%t4 : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> token
    %t6 = store_ptr_tko weak %ptrs, %v1 optimization_hints = <sm_120 = {latency = 2}> : tile<4xptr<f32>>, tile<4xf32> -> token
    %v4, %t7 = load_ptr_tko acquire tl_blk %ptrs, %mask optimization_hints = <> : tile<4xptr<f32>>, tile<4xi1> -> tile<4xf32>, token
    %t8 = store_ptr_tko relaxed tl_blk %ptrs, %v4 : tile<4xptr<f32>>, tile<4xf32> -> token
    %hello = print_tko "hello\n" -> token
    %printed = print_tko "n = %d, v = %f\n", %n, %v2 : tile<i32>, tile<4xf32> -> token
    return
  }

  entry @views(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %i = constant <i32: 0> : tile<i32>
    %t0 = make_token : token
    %fixed = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %open = make_tensor_view %p, shape = [%n, 64], strides = [%n, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[?,1]>
    %h, %w = get_tensor_shape %open : tensor_view<?x64xf32, strides=[?,1]> -> tile<i64>
    %grid = make_partition_view %fixed : partition_view<tile=(64x32), tensor_view<128x64xf32, strides=[64,1]>>
    %turned = make_partition_view %open : partition_view<tile=(32x64), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>
    %gh, %gw = get_index_space_shape %grid : partition_view<tile=(64x32), tensor_view<128x64xf32, strides=[64,1]>> -> tile<i32>
    %v, %t1 = load_view_tko weak %grid[%i, %i] : partition_view<tile=(64x32), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x32xf32>, token
    %u, %t2 = load_view_tko acquire device %turned[%i, %i] token = %t0 optimization_hints = <sm_100 = {allow_tma = false, latency = 5}> : partition_view<tile=(32x64), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<32x64xf32>, token
    %t3 = store_view_tko weak %v, %grid[%i, %i] token = %t1 : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    %t4 = store_view_tko release device %v, %grid[%i, %i] optimization_hints = <sm_90 = {allow_tma = true}> : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    %padded = make_partition_view %fixed : partition_view<tile=(64x32), padding_value = neg_zero, tensor_view<128x64xf32, strides=[64,1]>>
    %infinite = make_partition_view %fixed : partition_view<tile=(64x32), padding_value = pos_inf, tensor_view<128x64xf32, strides=[64,1]>>
    %quiet = make_partition_view %fixed : partition_view<tile=(64x32), padding_value = nan, tensor_view<128x64xf32, strides=[64,1]>>
    %zeroed = make_partition_view %fixed : partition_view<tile=(64x32), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>>
    %single = make_tensor_view %p, shape = [], strides = [] : tensor_view<f32>
    return
  }

  entry @floats(%a: tile<f32>, %b: tile<f32>, %c: tile<f32>) {
    %0 = absf %a : tile<f32>
    %1 = addf %a, %b rounding<zero> flush_to_zero : tile<f32>
    %2 = subf %a, %b rounding<positive_inf> : tile<f32>
    %3 = mulf %a, %b flush_to_zero : tile<f32>
    %4 = divf %a, %b rounding<approx> flush_to_zero : tile<f32>
    %5 = fma %a, %b, %c rounding<negative_inf> : tile<f32>
    %6 = negf %a : tile<f32>
    %7 = maxf %a, %b flush_to_zero propagate_nan : tile<f32>
    %8 = minf %a, %b propagate_nan : tile<f32>
    %9 = remf %a, %b : tile<f32>
    %10 = ceil %a : tile<f32>
    %11 = floor %a : tile<f32>
    %12 = cmpf less_than ordered %a, %b : tile<f32> -> tile<i1>
    %13 = cmpf not_equal unordered %a, %b : tile<f32> -> tile<i1>
    %14 = addf %a, %b : tile<f32>
    %15 = subf %a, %b flush_to_zero : tile<f32>
    %16 = mulf %a, %b rounding<negative_inf> : tile<f32>
    %17 = divf %a, %b : tile<f32>
    %18 = fma %a, %b, %c flush_to_zero : tile<f32>
    %19 = maxf %a, %b : tile<f32>
    %20 = minf %a, %b flush_to_zero : tile<f32>
    %21 = divf %a, %b rounding<full> : tile<f32>
    return
  }

  entry @elementary(%a: tile<f32>, %b: tile<f32>) {
    %0 = sqrt %a rounding<approx> flush_to_zero : tile<f32>
    %1 = rsqrt %a flush_to_zero : tile<f32>
    %2 = exp %a : tile<f32>
    %3 = exp2 %a flush_to_zero : tile<f32>
    %4 = log %a : tile<f32>
    %5 = log2 %a : tile<f32>
    %6 = fpowf %a, %b : tile<f32>
    %7 = sin %a : tile<f32>
    %8 = cos %a : tile<f32>
    %9 = tan %a : tile<f32>
    %10 = sinh %a : tile<f32>
    %11 = cosh %a : tile<f32>
    %12 = tanh %a : tile<f32>
    %13 = sqrt %a : tile<f32>
    %14 = rsqrt %a : tile<f32>
    %15 = exp2 %a : tile<f32>
    return
  }

  entry @integers(%i: tile<i32>, %j: tile<i32>) {
    %0 = absi %i : tile<i32>
    %1 = addi %i, %j overflow<no_wrap> : tile<i32>
    %2 = subi %i, %j : tile<i32>
    %3 = muli %i, %j overflow<no_unsigned_wrap> : tile<i32>
    %4 = divi %i, %j signed rounding<negative_inf> : tile<i32>
    %5 = remi %i, %j unsigned : tile<i32>
    %6 = negi %i : tile<i32>
    %7 = maxi %i, %j signed : tile<i32>
    %8 = mini %i, %j unsigned : tile<i32>
    %9 = mulhii %i, %j : tile<i32>
    %10 = andi %i, %j : tile<i32>
    %11 = ori %i, %j : tile<i32>
    %12 = xori %i, %j : tile<i32>
    %13 = shli %i, %j overflow<no_signed_wrap> : tile<i32>
    %14 = shri %i, %j signed : tile<i32>
    %15 = cmpi greater_than_or_equal %i, %j, unsigned : tile<i32> -> tile<i1>
    %16 = cmpi less_than_or_equal %i, %j, signed : tile<i32> -> tile<i1>
    %17 = cmpi equal %i, %j, signed : tile<i32> -> tile<i1>
    %18 = cmpi greater_than %i, %j, signed : tile<i32> -> tile<i1>
    %19 = addi %i, %j : tile<i32>
    %20 = subi %i, %j overflow<no_signed_wrap> : tile<i32>
    %21 = muli %i, %j : tile<i32>
    %22 = divi %i, %j unsigned rounding<positive_inf> : tile<i32>
    %23 = remi %i, %j signed : tile<i32>
    %24 = maxi %i, %j unsigned : tile<i32>
    %25 = mini %i, %j signed : tile<i32>
    %26 = shli %i, %j : tile<i32>
    %27 = shri %i, %j unsigned : tile<i32>
    return
  }
  entry @parts(%i: tile<i32>) {
    %m = constant <f32: 1.0> : tile<8x4xf32>
    %0 = cat %m, %m dim = 1 : tile<8x4xf32>, tile<8x4xf32> -> tile<8x8xf32>
    %4 = cat %m, %m dim = 0 : tile<8x4xf32>, tile<8x4xf32> -> tile<16x4xf32>
    %1 = extract %m[%i, %i] : tile<8x4xf32> -> tile<2x4xf32>
    %2 = scan %m dim=1 reverse=true identities=[0.0 : f32] : tile<8x4xf32> -> tile<8x4xf32> (%e: tile<f32>, %acc: tile<f32>) {
      %r = addf %e, %acc : tile<f32>
      yield %r : tile<f32>
    }
    %3 = scan %m dim=0 reverse=false identities=[1.0 : f32] : tile<8x4xf32> -> tile<8x4xf32> (%e: tile<f32>, %acc: tile<f32>) {
      %r = mulf %e, %acc : tile<f32>
      yield %r : tile<f32>
    }
    return
  }

  entry @products() {
    %f = constant <f32: 1.0> : tile<4x4xf32>
    %b = constant <i8: 1> : tile<4x4xi8>
    %i = constant <i32: 1> : tile<4x4xi32>
    %0 = mmaf %f, %f, %f : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xf32>
    %1 = mmai %b, %b, %i signed unsigned : tile<4x4xi8>, tile<4x4xi8>, tile<4x4xi32>
    %2 = mmai %b, %b, %i unsigned signed : tile<4x4xi8>, tile<4x4xi8>, tile<4x4xi32>
    return
  }

  entry @atomics(%p: tile<ptr<i32>>, %q: tile<ptr<f32>>, %n: tile<i32>, %f: tile<f32>, %m: tile<i1>) {
    %t0 = make_token : token
    %0, %t1 = atomic_cas_tko acq_rel device %p, %n, %n, %m token=%t0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
    %1, %t2 = atomic_cas_tko relaxed tl_blk %p, %n, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %2, %t3 = atomic_rmw_tko release sys %p, umax, %n, %m token=%t0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
    %3, %t4 = atomic_rmw_tko acquire device %p, xchg, %n token=%t0 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %4, %t5 = atomic_rmw_tko relaxed device %p, and, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %5, %t6 = atomic_rmw_tko relaxed device %p, or, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %6, %t7 = atomic_rmw_tko relaxed device %p, xor, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %7, %t8 = atomic_rmw_tko relaxed device %p, add, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %8, %t9 = atomic_rmw_tko relaxed device %q, addf, %f : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    %9, %t10 = atomic_rmw_tko relaxed device %p, max, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %10, %t11 = atomic_rmw_tko relaxed device %p, min, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %11, %t12 = atomic_rmw_tko relaxed device %p, umin, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}
