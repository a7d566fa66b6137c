// Sums in tensor memory that a loop hands on, and reads in a later iteration than that of
// their products: @one waits for a sum in front of its load in the next iteration; sums of
// @two leave the loop by a result that other ones begin with, and keep their columns from
// the product behind it, as do those of @third that later products put in their place; the
// product of @product ends in front of the barrier behind which its factor is copied anew.
//
// RUN: %python %S/../Dialect/TileAS/Inputs/numbers.py %t
// RUN: sh -c 'set -e; for entry in one two third product; do for n in 0 1 2 3; do for when in eager lazy random; do cuda-tile-run %s --entry=$entry --engine=emulate --compare=interpret --check=all --async=$when --warps=random --seed=$n --gpu-name=sm_100 --arg=ptr:%t.halves.x.npy --arg=ptr:new:f32[128,64] --arg=i32:$n; done; done; done'
// RUN: tileiras %s --emit=tileas --gpu-name=sm_100 -o - | FileCheck %s

// CHECK-LABEL: @one(
// CHECK: scf.for
// CHECK: tileas.await_products
// CHECK: tileas.tmem_load
// CHECK: tileas.tcgen05_mma {{.*}} pending
// CHECK: scf.yield

cuda_tile.module @m {
  entry @one(%k: tile<ptr<f16>>, %out: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %kk = assume div_by<16>, %k : tile<ptr<f16>>
    %qv = make_tensor_view %kk, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf16, strides=[128,1]>
    %qw = make_partition_view %qv : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>
    %kv = make_tensor_view %kk, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
    %kw = make_partition_view %kv : partition_view<tile=(64x128), tensor_view<512x128xf16, strides=[128,1]>>
    %a, %t0 = load_view_tko weak %qw[%zero, %zero] : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
    %none = constant <f32: 0.0> : tile<128x64xf32>
    %bs0, %ts0 = load_view_tko weak %kw[%zero, %zero] : partition_view<tile=(64x128), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
    %cs0 = permute %bs0 [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
    %s0 = mmaf %a, %cs0, %none : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
    %r:2 = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %none, %x = %s0) -> (tile<128x64xf32>, tile<128x64xf32>) {
      %next = addf %acc, %x rounding<nearest_even> : tile<128x64xf32>
      %at = addi %i, %one : tile<i32>
      %bp, %tp = load_view_tko weak %kw[%at, %zero] : partition_view<tile=(64x128), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
      %cp = permute %bp [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
      %p = mmaf %a, %cp, %none : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
      continue %next, %p : tile<128x64xf32>, tile<128x64xf32>
    }
    %res = addf %r#0, %none rounding<nearest_even> : tile<128x64xf32>
    %ov = make_tensor_view %out, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %ow = make_partition_view %ov : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>
    %t3 = store_view_tko weak %res, %ow[%zero, %zero] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  entry @two(%k: tile<ptr<f16>>, %out: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %kk = assume div_by<16>, %k : tile<ptr<f16>>
    %qv = make_tensor_view %kk, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf16, strides=[128,1]>
    %qw = make_partition_view %qv : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>
    %kv = make_tensor_view %kk, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
    %kw = make_partition_view %kv : partition_view<tile=(64x128), tensor_view<512x128xf16, strides=[128,1]>>
    %a, %t0 = load_view_tko weak %qw[%zero, %zero] : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
    %none = constant <f32: 0.0> : tile<128x64xf32>
    %bs0, %ts0 = load_view_tko weak %kw[%zero, %zero] : partition_view<tile=(64x128), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
    %cs0 = permute %bs0 [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
    %s0 = mmaf %a, %cs0, %none : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
    %bs1, %ts1 = load_view_tko weak %kw[%one, %zero] : partition_view<tile=(64x128), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
    %cs1 = permute %bs1 [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
    %s1 = mmaf %a, %cs1, %none : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
    %r:3 = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %none, %x = %s0, %y = %s1) -> (tile<128x64xf32>, tile<128x64xf32>, tile<128x64xf32>) {
      %next = addf %acc, %x rounding<nearest_even> : tile<128x64xf32>
      %at = addi %i, %two : tile<i32>
      %bp, %tp = load_view_tko weak %kw[%at, %zero] : partition_view<tile=(64x128), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
      %cp = permute %bp [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
      %p = mmaf %a, %cp, %none : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
      continue %next, %y, %p : tile<128x64xf32>, tile<128x64xf32>, tile<128x64xf32>
    }
    %bz, %tz = load_view_tko weak %kw[%two, %zero] : partition_view<tile=(64x128), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
    %cz = permute %bz [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
    %z = mmaf %a, %cz, %none : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
    %zz = mulf %z, %r#0 rounding<nearest_even> : tile<128x64xf32>
    %res = addf %zz, %r#1 rounding<nearest_even> : tile<128x64xf32>
    %ov = make_tensor_view %out, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %ow = make_partition_view %ov : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>
    %t3 = store_view_tko weak %res, %ow[%zero, %zero] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  entry @third(%k: tile<ptr<f16>>, %out: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %kk = assume div_by<16>, %k : tile<ptr<f16>>
    %qv = make_tensor_view %kk, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf16, strides=[128,1]>
    %qw = make_partition_view %qv : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>
    %kv = make_tensor_view %kk, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
    %kw = make_partition_view %kv : partition_view<tile=(64x128), tensor_view<512x128xf16, strides=[128,1]>>
    %a, %t0 = load_view_tko weak %qw[%zero, %zero] : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
    %none = constant <f32: 0.0> : tile<128x64xf32>
    %bs0, %ts0 = load_view_tko weak %kw[%zero, %zero] : partition_view<tile=(64x128), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
    %cs0 = permute %bs0 [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
    %s0 = mmaf %a, %cs0, %none : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
    %bs1, %ts1 = load_view_tko weak %kw[%one, %zero] : partition_view<tile=(64x128), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
    %cs1 = permute %bs1 [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
    %s1 = mmaf %a, %cs1, %none : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
    %r:3 = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %none, %x = %s0, %y = %s1) -> (tile<128x64xf32>, tile<128x64xf32>, tile<128x64xf32>) {
      %next = addf %acc, %x rounding<nearest_even> : tile<128x64xf32>
      %at = addi %i, %two : tile<i32>
      %bp, %tp = load_view_tko weak %kw[%at, %zero] : partition_view<tile=(64x128), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
      %cp = permute %bp [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
      %p = mmaf %a, %cp, %none : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
      continue %next, %y, %p : tile<128x64xf32>, tile<128x64xf32>, tile<128x64xf32>
    }
    %bz, %tz = load_view_tko weak %kw[%two, %zero] : partition_view<tile=(64x128), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
    %cz = permute %bz [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
    %z = mmaf %a, %cz, %none : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
    %zz = mulf %z, %r#0 rounding<nearest_even> : tile<128x64xf32>
    %res = addf %zz, %r#2 rounding<nearest_even> : tile<128x64xf32>
    %ov = make_tensor_view %out, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %ow = make_partition_view %ov : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>
    %t3 = store_view_tko weak %res, %ow[%zero, %zero] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  entry @product(%k: tile<ptr<f16>>, %out: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %kk = assume div_by<16>, %k : tile<ptr<f16>>
    %qv = make_tensor_view %kk, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf16, strides=[128,1]>
    %qw = make_partition_view %qv : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>
    %kv = make_tensor_view %kk, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
    %kw = make_partition_view %kv : partition_view<tile=(64x128), tensor_view<512x128xf16, strides=[128,1]>>
    %a, %t0 = load_view_tko weak %qw[%zero, %zero] : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
    %none = constant <f32: 0.0> : tile<128x64xf32>
    %vv = make_tensor_view %kk, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
    %vw = make_partition_view %vv : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
    %bs0, %ts0 = load_view_tko weak %kw[%zero, %zero] : partition_view<tile=(64x128), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
    %cs0 = permute %bs0 [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
    %s0 = mmaf %a, %cs0, %none : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
    %bs1, %ts1 = load_view_tko weak %kw[%one, %zero] : partition_view<tile=(64x128), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
    %cs1 = permute %bs1 [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
    %s1 = mmaf %a, %cs1, %none : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
    %r:3 = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %none, %x = %s0, %y = %s1) -> (tile<128x64xf32>, tile<128x64xf32>, tile<128x64xf32>) {
      %next0 = addf %acc, %x rounding<nearest_even> : tile<128x64xf32>
      %bz, %tz = load_view_tko weak %kw[%i, %zero] : partition_view<tile=(64x128), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
      %cz = permute %bz [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
      %z = mmaf %a, %cz, %none : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
      %sc = constant <f32: 0.015625> : tile<128x64xf32>
      %zs = mulf %z, %sc rounding<nearest_even> : tile<128x64xf32>
      %f = ftof %zs : tile<128x64xf32> -> tile<128x64xf16>
      %v1, %tv1 = load_view_tko weak %vw[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
      %p = mmaf %f, %v1, %none : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
      continue %next0, %y, %p : tile<128x64xf32>, tile<128x64xf32>, tile<128x64xf32>
    }
    %res = addf %r#0, %r#0 rounding<nearest_even> : tile<128x64xf32>
    %ov = make_tensor_view %out, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %ow = make_partition_view %ov : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>
    %t3 = store_view_tko weak %res, %ow[%zero, %zero] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
