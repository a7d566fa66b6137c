// Each op and each form of its fields that version 13.1 can hold. The tests of
// the bytecode write and read this file; a test fails when an op is missing.

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
    return
  }

  entry @conversions(%f: tile<f32>, %i: tile<i32>, %p: tile<ptr<f32>>) {
    %bits = bitcast %f : tile<f32> -> tile<i32>
    %wide = exti %i signed : tile<i32> -> tile<i64>
    %narrow = trunci %i overflow<no_signed_wrap> : tile<i32> -> tile<i8>
    %half = ftof %f : tile<f32> -> tile<f16>
    %halfz = ftof %f rounding<zero> : tile<f32> -> tile<f16>
    %int = ftoi %f signed : tile<f32> -> tile<i32>
    %float = itof %i unsigned : tile<i32> -> tile<f32>
    %address = ptr_to_int %p : tile<ptr<f32>> -> tile<i64>
    %pointer = int_to_ptr %address : tile<i64> -> tile<ptr<f32>>
    %other = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<i32>>
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
    %t6 = store_ptr_tko weak %ptrs, %v1 : tile<4xptr<f32>>, tile<4xf32> -> token
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
    return
  }

  entry @elementary(%a: tile<f32>, %b: tile<f32>) {
    %0 = sqrt %a rounding<approx> flush_to_zero : tile<f32>
    %1 = rsqrt %a flush_to_zero : tile<f32>
    %2 = exp %a : tile<f32>
    %3 = exp2 %a flush_to_zero : tile<f32>
    %4 = log %a : tile<f32>
    %5 = log2 %a : tile<f32>
    %6 = pow %a, %b : tile<f32>
    %7 = sin %a : tile<f32>
    %8 = cos %a : tile<f32>
    %9 = tan %a : tile<f32>
    %10 = sinh %a : tile<f32>
    %11 = cosh %a : tile<f32>
    %12 = tanh %a : tile<f32>
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
    return
  }
  entry @parts(%i: tile<i32>) {
    %m = constant <f32: 1.0> : tile<8x4xf32>
    %0 = cat %m, %m dim = 1 : tile<8x4xf32>, tile<8x4xf32> -> tile<8x8xf32>
    %1 = extract %m[%i, %i] : tile<8x4xf32> -> tile<2x4xf32>
    %2 = scan %m dim=1 reverse=true identities=[0.0 : f32] : tile<8x4xf32> -> tile<8x4xf32> (%e: tile<f32>, %acc: tile<f32>) {
      %r = addf %e, %acc : tile<f32>
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
    return
  }

  entry @atomics(%p: tile<ptr<i32>>, %n: tile<i32>, %m: tile<i1>) {
    %t0 = make_token : token
    %0, %t1 = atomic_cas_tko acq_rel device %p, %n, %n, %m token=%t0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
    %1, %t2 = atomic_cas_tko relaxed tl_blk %p, %n, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %2, %t3 = atomic_rmw_tko release sys %p, umax, %n, %m token=%t0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
    %3, %t4 = atomic_rmw_tko acquire device %p, xchg, %n token=%t0 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}
