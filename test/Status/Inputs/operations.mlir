// A program for each operation, from which the page docs/status.md is made
// (scripts/pages/status.py). Each takes one pointer, to an array of i32.

cuda_tile.module @absf {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %r = absf %f : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @absi {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %r = absi %i : tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @addf {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %g = constant <f32: [2.0, 0.5, -1.0, 8.0]> : tile<4xf32>
    %r = addf %f, %g : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @addi {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %j = constant <i32: [5, 6, 7, 8]> : tile<4xi32>
    %r = addi %i, %j : tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @alloca {
  entry @k(%p: tile<ptr<i32>>) {
    %r = alloca num_elem = 4, alignment = 16 : tile<ptr<f32>>
    return
  }
}

// -----

cuda_tile.module @andi {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %j = constant <i32: [5, 6, 7, 8]> : tile<4xi32>
    %r = andi %i, %j : tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @assert {
  entry @k(%p: tile<ptr<i32>>) {
    %c = constant <i1: true> : tile<i1>
    assert %c, "holds" : tile<i1>
    return
  }
}

// -----

cuda_tile.module @assume {
  entry @k(%p: tile<ptr<i32>>) {
    %r = assume div_by<4>, %p : tile<ptr<i32>>
    return
  }
}

// -----

cuda_tile.module @atan2 {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %g = constant <f32: [2.0, 0.5, -1.0, 8.0]> : tile<4xf32>
    %r = atan2 %f, %g : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @atomic_cas_tko {
  entry @k(%p: tile<ptr<i32>>) {
    %lanes = iota : tile<4xi32>
    %p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %p4 = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %ptrs = offset %p4, %lanes : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %j = constant <i32: [5, 6, 7, 8]> : tile<4xi32>
    %r, %t1 = atomic_cas_tko relaxed device %ptrs, %i, %j : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
    return
  }
}

// -----

cuda_tile.module @atomic_red_view_tko {
  entry @k(%p: tile<ptr<i32>>) {
    %tv = make_tensor_view %p, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
    %pv = make_partition_view %tv : partition_view<tile=(4), tensor_view<16xi32, strides=[1]>>
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %zero = constant <i32: 0> : tile<i32>
    %t1 = atomic_red_view_tko relaxed device %pv[%zero], add, %i : tile<4xi32>, partition_view<tile=(4), tensor_view<16xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}

// -----

cuda_tile.module @atomic_rmw_tko {
  entry @k(%p: tile<ptr<i32>>) {
    %lanes = iota : tile<4xi32>
    %p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %p4 = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %ptrs = offset %p4, %lanes : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %r, %t1 = atomic_rmw_tko relaxed device %ptrs, add, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
    return
  }
}

// -----

cuda_tile.module @bitcast {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %r = bitcast %f : tile<4xf32> -> tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @break {
  entry @k(%p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %r = loop : tile<i32> {
      break %zero : tile<i32>
    }
    return
  }
}

// -----

cuda_tile.module @broadcast {
  entry @k(%p: tile<ptr<i32>>) {
    %s = constant <f32: 1.0> : tile<1x4xf32>
    %r = broadcast %s : tile<1x4xf32> -> tile<8x4xf32>
    return
  }
}

// -----

cuda_tile.module @cat {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %g = constant <f32: [2.0, 0.5, -1.0, 8.0]> : tile<4xf32>
    %r = cat %f, %g dim = 0 : tile<4xf32>, tile<4xf32> -> tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @ceil {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %r = ceil %f : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @cmpf {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %g = constant <f32: [2.0, 0.5, -1.0, 8.0]> : tile<4xf32>
    %r = cmpf less_than ordered %f, %g : tile<4xf32> -> tile<4xi1>
    return
  }
}

// -----

cuda_tile.module @cmpi {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %j = constant <i32: [5, 6, 7, 8]> : tile<4xi32>
    %r = cmpi less_than %i, %j, signed : tile<4xi32> -> tile<4xi1>
    return
  }
}

// -----

cuda_tile.module @constant {
  entry @k(%p: tile<ptr<i32>>) {
    %r = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @continue {
  entry @k(%p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %r = for %k in (%zero to %four, step %one) : tile<i32> iter_values(%v = %zero) -> (tile<i32>) {
      continue %k : tile<i32>
    }
    return
  }
}

// -----

cuda_tile.module @cos {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %r = cos %f : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @cosh {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %r = cosh %f : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @divf {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %g = constant <f32: [2.0, 0.5, -1.0, 8.0]> : tile<4xf32>
    %r = divf %f, %g : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @divi {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %j = constant <i32: [5, 6, 7, 8]> : tile<4xi32>
    %r = divi %i, %j signed : tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @entry {
  entry @k(%p: tile<ptr<i32>>) {
    return
  }
}

// -----

cuda_tile.module @exp {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %r = exp %f : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @exp2 {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %r = exp2 %f : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @exti {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %r = exti %i signed : tile<4xi32> -> tile<4xi64>
    return
  }
}

// -----

cuda_tile.module @extract {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %zero = constant <i32: 0> : tile<i32>
    %r = extract %f[%zero] : tile<4xf32> -> tile<2xf32>
    return
  }
}

// -----

cuda_tile.module @floor {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %r = floor %f : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @fma {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %g = constant <f32: [2.0, 0.5, -1.0, 8.0]> : tile<4xf32>
    %r = fma %f, %g, %f : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @for {
  entry @k(%p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    for %k in (%zero to %four, step %one) : tile<i32> {
    }
    return
  }
}

// -----

cuda_tile.module @fpowf {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %g = constant <f32: [2.0, 0.5, -1.0, 8.0]> : tile<4xf32>
    %r = fpowf %f, %g : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @fpowi {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %r = fpowi %f, %i : tile<4xf32>, tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @ftof {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %r = ftof %f : tile<4xf32> -> tile<4xf16>
    return
  }
}

// -----

cuda_tile.module @ftoi {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %r = ftoi %f signed : tile<4xf32> -> tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @gdc_launch_dependents_tko {
  entry @k(%p: tile<ptr<i32>>) {
    %t = gdc_launch_dependents_tko -> token
    return
  }
}

// -----

cuda_tile.module @gdc_wait_tko {
  entry @k(%p: tile<ptr<i32>>) {
    %t = gdc_wait_tko -> token
    return
  }
}

// -----

cuda_tile.module @get_global {
  global @table <f32: [1.0, 2.0, 3.0, 4.0]> : tile<4xf32>
  entry @k(%p: tile<ptr<i32>>) {
    %r = get_global @table : tile<ptr<f32>>
    return
  }
}

// -----

cuda_tile.module @get_index_space_shape {
  entry @k(%p: tile<ptr<i32>>) {
    %tv = make_tensor_view %p, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
    %pv = make_partition_view %tv : partition_view<tile=(4), tensor_view<16xi32, strides=[1]>>
    %r = get_index_space_shape %pv : partition_view<tile=(4), tensor_view<16xi32, strides=[1]>> -> tile<i32>
    return
  }
}

// -----

cuda_tile.module @get_num_tile_blocks {
  entry @k(%p: tile<ptr<i32>>) {
    %x, %y, %z = get_num_tile_blocks : tile<i32>
    return
  }
}

// -----

cuda_tile.module @get_tensor_shape {
  entry @k(%p: tile<ptr<i32>>) {
    %tv = make_tensor_view %p, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
    %r = get_tensor_shape %tv : tensor_view<16xi32, strides=[1]> -> tile<i64>
    return
  }
}

// -----

cuda_tile.module @get_tile_block_id {
  entry @k(%p: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    return
  }
}

// -----

cuda_tile.module @global {
  global @table <f32: [1.0, 2.0, 3.0, 4.0]> : tile<4xf32>
  entry @k(%p: tile<ptr<i32>>) {
    %a = get_global @table : tile<ptr<f32>>
    %r, %t1 = load_ptr_tko weak %a : tile<ptr<f32>> -> tile<f32>, token
    return
  }
}

// -----

cuda_tile.module @if {
  entry @k(%p: tile<ptr<i32>>) {
    %c = constant <i1: true> : tile<i1>
    if %c {
    } else {
    }
    return
  }
}

// -----

cuda_tile.module @insert {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %zero = constant <i32: 0> : tile<i32>
    %s = constant <f32: 1.0> : tile<2xf32>
    %r = insert %s, %f[%zero] : tile<2xf32>, tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @int_to_ptr {
  entry @k(%p: tile<ptr<i32>>) {
    %n = ptr_to_int %p : tile<ptr<i32>> -> tile<i64>
    %r = int_to_ptr %n : tile<i64> -> tile<ptr<i32>>
    return
  }
}

// -----

cuda_tile.module @iota {
  entry @k(%p: tile<ptr<i32>>) {
    %r = iota : tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @itof {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %r = itof %i signed : tile<4xi32> -> tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @join_tokens {
  entry @k(%p: tile<ptr<i32>>) {
    %t = make_token : token
    %u = make_token : token
    %r = join_tokens %t, %u : token
    return
  }
}

// -----

cuda_tile.module @load_ptr_tko {
  entry @k(%p: tile<ptr<i32>>) {
    %lanes = iota : tile<4xi32>
    %p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %p4 = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %ptrs = offset %p4, %lanes : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %r, %t1 = load_ptr_tko weak %ptrs : tile<4xptr<i32>> -> tile<4xi32>, token
    return
  }
}

// -----

cuda_tile.module @load_view_tko {
  entry @k(%p: tile<ptr<i32>>) {
    %tv = make_tensor_view %p, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
    %pv = make_partition_view %tv : partition_view<tile=(4), tensor_view<16xi32, strides=[1]>>
    %zero = constant <i32: 0> : tile<i32>
    %r, %t1 = load_view_tko weak %pv[%zero] : partition_view<tile=(4), tensor_view<16xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    return
  }
}

// -----

cuda_tile.module @log {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %r = log %f : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @log2 {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %r = log2 %f : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @loop {
  entry @k(%p: tile<ptr<i32>>) {
    loop {
      break
    }
    return
  }
}

// -----

cuda_tile.module @make_gather_scatter_view {
  entry @k(%p: tile<ptr<i32>>) {
    %tv = make_tensor_view %p, shape = [16, 4], strides = [4, 1] : tensor_view<16x4xi32, strides=[4,1]>
    %gv = make_gather_scatter_view %tv : gather_scatter_view<tile=(4x4), tensor_view<16x4xi32, strides=[4,1]>, sparse_dim=0>
    return
  }
}

// -----

cuda_tile.module @make_partition_view {
  entry @k(%p: tile<ptr<i32>>) {
    %tv = make_tensor_view %p, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
    %pv = make_partition_view %tv : partition_view<tile=(4), tensor_view<16xi32, strides=[1]>>
    return
  }
}

// -----

cuda_tile.module @make_strided_view {
  entry @k(%p: tile<ptr<i32>>) {
    %tv = make_tensor_view %p, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
    %sv = make_strided_view %tv : strided_view<tile=(4), traversal_strides=[2], tensor_view<16xi32, strides=[1]>>
    return
  }
}

// -----

cuda_tile.module @make_tensor_view {
  entry @k(%p: tile<ptr<i32>>) {
    %tv = make_tensor_view %p, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
    return
  }
}

// -----

cuda_tile.module @make_token {
  entry @k(%p: tile<ptr<i32>>) {
    %t = make_token : token
    return
  }
}

// -----

cuda_tile.module @maxf {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %g = constant <f32: [2.0, 0.5, -1.0, 8.0]> : tile<4xf32>
    %r = maxf %f, %g : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @maxi {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %j = constant <i32: [5, 6, 7, 8]> : tile<4xi32>
    %r = maxi %i, %j signed : tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @memory_fence_alias_tko {
  entry @k(%p: tile<ptr<i32>>) {
    %t = make_token : token
    %r = memory_fence_alias_tko %t
    return
  }
}

// -----

cuda_tile.module @minf {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %g = constant <f32: [2.0, 0.5, -1.0, 8.0]> : tile<4xf32>
    %r = minf %f, %g : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @mini {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %j = constant <i32: [5, 6, 7, 8]> : tile<4xi32>
    %r = mini %i, %j signed : tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @mmaf {
  entry @k(%p: tile<ptr<i32>>) {
    %a = constant <f16: 1.0> : tile<16x16xf16>
    %b = constant <f16: 2.0> : tile<16x8xf16>
    %acc = constant <f32: 0.0> : tile<16x8xf32>
    %r = mmaf %a, %b, %acc : tile<16x16xf16>, tile<16x8xf16>, tile<16x8xf32>
    return
  }
}

// -----

cuda_tile.module @mmaf_scaled {
  entry @k(%p: tile<ptr<i32>>) {
    %a = constant <f8E5M2: 1.0> : tile<16x64xf8E5M2>
    %b = constant <f8E5M2: 2.0> : tile<64x8xf8E5M2>
    %acc = constant <f32: 0.0> : tile<16x8xf32>
    %sa = constant <f8E8M0FNU: 1.0> : tile<16x2xf8E8M0FNU>
    %sb = constant <f8E8M0FNU: 1.0> : tile<2x8xf8E8M0FNU>
    %r = mmaf_scaled %a, %b, %acc, %sa, %sb : tile<16x64xf8E5M2>, tile<64x8xf8E5M2>, tile<16x8xf32>, tile<16x2xf8E8M0FNU>, tile<2x8xf8E8M0FNU>
    return
  }
}

// -----

cuda_tile.module @mmai {
  entry @k(%p: tile<ptr<i32>>) {
    %a = constant <i8: 1> : tile<16x32xi8>
    %b = constant <i8: 2> : tile<32x8xi8>
    %acc = constant <i32: 0> : tile<16x8xi32>
    %r = mmai %a, %b, %acc signed signed : tile<16x32xi8>, tile<32x8xi8>, tile<16x8xi32>
    return
  }
}

// -----

cuda_tile.module @module {
  entry @k(%p: tile<ptr<i32>>) {
    return
  }
}

// -----

cuda_tile.module @mulf {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %g = constant <f32: [2.0, 0.5, -1.0, 8.0]> : tile<4xf32>
    %r = mulf %f, %g : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @mulhii {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %j = constant <i32: [5, 6, 7, 8]> : tile<4xi32>
    %r = mulhii %i, %j : tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @muli {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %j = constant <i32: [5, 6, 7, 8]> : tile<4xi32>
    %r = muli %i, %j : tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @multimem_load_reduce_view_tko {
  entry @k(%p: tile<ptr<i32>>) {
    %m = ptr_to_ptr %p : tile<ptr<i32>> -> tile<ptr<i32, <multicast>>>
    %v = make_tensor_view %m, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %g = make_partition_view %v : partition_view<tile=(4), tensor_view<4xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %zero = constant <i32: 0> : tile<i32>
    %r, %t = multimem_load_reduce_view_tko relaxed sys %g[%zero] : partition_view<tile=(4), tensor_view<4xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<4xi32>, token
    return
  }
}

// -----

cuda_tile.module @multimem_reduce_view_tko {
  entry @k(%p: tile<ptr<i32>>) {
    %m = ptr_to_ptr %p : tile<ptr<i32>> -> tile<ptr<i32, <multicast>>>
    %v = make_tensor_view %m, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %g = make_partition_view %v : partition_view<tile=(4), tensor_view<4xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %zero = constant <i32: 0> : tile<i32>
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %t = multimem_reduce_view_tko relaxed sys %g, %i[%zero] : partition_view<tile=(4), tensor_view<4xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xi32>, tile<i32> -> token
    return
  }
}

// -----

cuda_tile.module @multimem_store_view_tko {
  entry @k(%p: tile<ptr<i32>>) {
    %m = ptr_to_ptr %p : tile<ptr<i32>> -> tile<ptr<i32, <multicast>>>
    %v = make_tensor_view %m, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %g = make_partition_view %v : partition_view<tile=(4), tensor_view<4xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %zero = constant <i32: 0> : tile<i32>
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %t = multimem_store_view_tko weak %g, %i[%zero] : partition_view<tile=(4), tensor_view<4xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xi32>, tile<i32> -> token
    return
  }
}

// -----

cuda_tile.module @negf {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %r = negf %f : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @negi {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %r = negi %i : tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @offset {
  entry @k(%p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %r = offset %p, %zero : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    return
  }
}

// -----

cuda_tile.module @ori {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %j = constant <i32: [5, 6, 7, 8]> : tile<4xi32>
    %r = ori %i, %j : tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @pack {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %r = pack %f : tile<4xf32> -> tile<16xi8>
    return
  }
}

// -----

cuda_tile.module @permute {
  entry @k(%p: tile<ptr<i32>>) {
    %s = constant <f32: [[1.0, 2.0], [3.0, 4.0]]> : tile<2x2xf32>
    %r = permute %s [1, 0] : tile<2x2xf32> -> tile<2x2xf32>
    return
  }
}

// -----

cuda_tile.module @print_tko {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %t = print_tko "%d\n", %i : tile<4xi32> -> token
    return
  }
}

// -----

cuda_tile.module @ptr_to_int {
  entry @k(%p: tile<ptr<i32>>) {
    %r = ptr_to_int %p : tile<ptr<i32>> -> tile<i64>
    return
  }
}

// -----

cuda_tile.module @ptr_to_ptr {
  entry @k(%p: tile<ptr<i32>>) {
    %r = ptr_to_ptr %p : tile<ptr<i32>> -> tile<ptr<f32>>
    return
  }
}

// -----

cuda_tile.module @reduce {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %r = reduce %i dim=0 identities=[0 : i32] : tile<4xi32> -> tile<i32> (%x: tile<i32>, %y: tile<i32>) {
      %s = addi %x, %y : tile<i32>
      yield %s : tile<i32>
    }
    return
  }
}

// -----

cuda_tile.module @remf {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %g = constant <f32: [2.0, 0.5, -1.0, 8.0]> : tile<4xf32>
    %r = remf %f, %g : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @remi {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %j = constant <i32: [5, 6, 7, 8]> : tile<4xi32>
    %r = remi %i, %j signed : tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @reshape {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %r = reshape %f : tile<4xf32> -> tile<2x2xf32>
    return
  }
}

// -----

cuda_tile.module @return {
  entry @k(%p: tile<ptr<i32>>) {
    %c = constant <i1: true> : tile<i1>
    if %c {
      return
    }
    return
  }
}

// -----

cuda_tile.module @rsqrt {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %r = rsqrt %f : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @scan {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %r = scan %i dim=0 reverse=false identities=[0 : i32] : tile<4xi32> -> tile<4xi32> (%x: tile<i32>, %y: tile<i32>) {
      %s = addi %x, %y : tile<i32>
      yield %s : tile<i32>
    }
    return
  }
}

// -----

cuda_tile.module @select {
  entry @k(%p: tile<ptr<i32>>) {
    %m = constant <i1: [true, false, true, false]> : tile<4xi1>
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %g = constant <f32: [2.0, 0.5, -1.0, 8.0]> : tile<4xf32>
    %r = select %m, %f, %g : tile<4xi1>, tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @shli {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %j = constant <i32: [5, 6, 7, 8]> : tile<4xi32>
    %r = shli %i, %j : tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @shri {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %j = constant <i32: [5, 6, 7, 8]> : tile<4xi32>
    %r = shri %i, %j signed : tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @sin {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %r = sin %f : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @sinh {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %r = sinh %f : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @sqrt {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %r = sqrt %f : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @store_ptr_tko {
  entry @k(%p: tile<ptr<i32>>) {
    %lanes = iota : tile<4xi32>
    %p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %p4 = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %ptrs = offset %p4, %lanes : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %t1 = store_ptr_tko weak %ptrs, %i : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
}

// -----

cuda_tile.module @store_view_tko {
  entry @k(%p: tile<ptr<i32>>) {
    %tv = make_tensor_view %p, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
    %pv = make_partition_view %tv : partition_view<tile=(4), tensor_view<16xi32, strides=[1]>>
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %zero = constant <i32: 0> : tile<i32>
    %t1 = store_view_tko weak %i, %pv[%zero] : tile<4xi32>, partition_view<tile=(4), tensor_view<16xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}

// -----

cuda_tile.module @subf {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %g = constant <f32: [2.0, 0.5, -1.0, 8.0]> : tile<4xf32>
    %r = subf %f, %g : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @subi {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %j = constant <i32: [5, 6, 7, 8]> : tile<4xi32>
    %r = subi %i, %j : tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @tan {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %r = tan %f : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @tanh {
  entry @k(%p: tile<ptr<i32>>) {
    %f = constant <f32: [1.5, -2.0, 0.25, 4.0]> : tile<4xf32>
    %r = tanh %f : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @trunci {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %r = trunci %i : tile<4xi32> -> tile<4xi8>
    return
  }
}

// -----

cuda_tile.module @unpack {
  entry @k(%p: tile<ptr<i32>>) {
    %b = constant <i8: [0, 0, -128, 63]> : tile<4xi8>
    %r = unpack %b : tile<4xi8> -> tile<1xf32>
    return
  }
}

// -----

cuda_tile.module @xori {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
    %j = constant <i32: [5, 6, 7, 8]> : tile<4xi32>
    %r = xori %i, %j : tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @yield {
  entry @k(%p: tile<ptr<i32>>) {
    %c = constant <i1: true> : tile<i1>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %r = if %c -> (tile<i32>) {
      yield %zero : tile<i32>
    } else {
      yield %one : tile<i32>
    }
    return
  }
}
