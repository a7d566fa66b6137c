// A product whose left factor comes from another product, and whose right factor its loop
// does not change. Registers have room for a beginning of the right one, but the left one,
// which is in registers, has no parts: this product is not cut, also not for copies.
//
// RUN: tileiras %s --gpu-name=sm_80 -O3 --emit=tileas -o - | FileCheck %s
// RUN: %python %S/../Dialect/TileAS/Inputs/numbers.py %t
// RUN: cuda-tile-run %s --arg=ptr:%t.halves.x.npy --arg=ptr:%t.halves.w.npy --arg=ptr:new:f32[64,128] --compare=emulate --gpu-name=sm_80 --check=all

// CHECK: scf.for
// CHECK: arith.truncf
// CHECK-NOT: along
// CHECK: tileas.mma
// CHECK-NOT: along
// CHECK: scf.yield

cuda_tile.module @kernels {
  entry @chained(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %acc0 = constant <f32: 0.0> : tile<64x128xf32>
    %none = constant <f32: 0.0> : tile<64x128xf32>
    %pa = assume div_by<16>, %a : tile<ptr<f16>>
    %pb = assume div_by<16>, %b : tile<ptr<f16>>
    %va = make_tensor_view %pa, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf16, strides=[64,1]>
    %vk = make_tensor_view %pa, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf16, strides=[128,1]>
    %vb = make_tensor_view %pb, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf16, strides=[128,1]>
    %vc = make_tensor_view %c, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf32, strides=[128,1]>
    %ta = make_partition_view %va : partition_view<tile=(64x64), tensor_view<128x64xf16, strides=[64,1]>>
    %tk = make_partition_view %vk : partition_view<tile=(64x128), tensor_view<64x128xf16, strides=[128,1]>>
    %tb = make_partition_view %vb : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>
    %tc = make_partition_view %vc : partition_view<tile=(64x128), tensor_view<64x128xf32, strides=[128,1]>>
    %w, %t0 = load_view_tko weak %tb[%zero, %zero] : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
    %sum = for %j in (%zero to %two, step %one) : tile<i32> iter_values(%acc = %acc0) -> (tile<64x128xf32>) {
      %x, %t1 = load_view_tko weak %ta[%j, %zero] : partition_view<tile=(64x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
      %kk, %t3 = load_view_tko weak %tk[%zero, %zero] : partition_view<tile=(64x128), tensor_view<64x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
      %s = mmaf %x, %kk, %none : tile<64x64xf16>, tile<64x128xf16>, tile<64x128xf32>
      %h = ftof %s : tile<64x128xf32> -> tile<64x128xf16>
      %d = mmaf %h, %w, %acc : tile<64x128xf16>, tile<128x128xf16>, tile<64x128xf32>
      continue %d : tile<64x128xf32>
    }
    %t2 = store_view_tko weak %sum, %tc[%zero, %zero] : tile<64x128xf32>, partition_view<tile=(64x128), tensor_view<64x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
