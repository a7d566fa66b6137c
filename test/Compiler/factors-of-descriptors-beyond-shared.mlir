// Products by tcgen05.mma and wgmma take the right factor from shared memory alone, and the
// first one the left factor as well. Their loop does not change the factors, which are more
// than shared memory holds together: each product stores its own where it multiplies, whole
// or, where even those have no room, in parts along K that add to one another.
//
// RUN: tileiras %s --gpu-name=sm_100 -O3 --emit=tileas -o - | FileCheck %s
// RUN: %python %S/../Dialect/TileAS/Inputs/numbers.py %t
// RUN: sh -c 'set -e; for entry in two one; do for gpu in sm_90 sm_100; do for level in 0 2 3; do cuda-tile-run %s --entry=$entry --arg=ptr:%t.halves.x.npy --arg=ptr:%t.halves.w.npy --arg=i32:2 --arg=ptr:new:f32[128,128] --arg=ptr:new:f32[128,128] --compare=interpret --engine=emulate --gpu-name=$gpu -O$level --check=all; done; done; done'

// CHECK-LABEL: @two(
// CHECK: scf.for
// CHECK: tileas.store_box
// CHECK: tileas.tcgen05_mma
// CHECK: tileas.store_box
// CHECK: tileas.tcgen05_mma
// CHECK-LABEL: @one(
// CHECK: tileas.store_box %{{.*}}[0, 256]
// CHECK: tileas.store_box %{{.*}}[256, 0]
// CHECK: tileas.tcgen05_mma

cuda_tile.module @kernels {
  entry @two(%a: tile<ptr<f16>>, %w: tile<ptr<f16>>, %n: tile<i32>, %o0: tile<ptr<f32>>, %o1: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %xa = assume div_by<16>, %a : tile<ptr<f16>>
    %wa = assume div_by<16>, %w : tile<ptr<f16>>
    %xt = make_tensor_view %xa, shape = [128, 512], strides = [512, 1] : tensor_view<128x512xf16, strides=[512,1]>
    %wt = make_tensor_view %wa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
    %xv = make_partition_view %xt : partition_view<tile=(128x512), tensor_view<128x512xf16, strides=[512,1]>>
    %wv = make_partition_view %wt : partition_view<tile=(512x64), tensor_view<512x64xf16, strides=[64,1]>>
    %x, %t0 = load_view_tko weak %xv[%zero, %zero] : partition_view<tile=(128x512), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x512xf16>, token
    %y, %t1 = load_view_tko weak %wv[%zero, %zero] : partition_view<tile=(512x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<512x64xf16>, token
    %x2 = addf %x, %x : tile<128x512xf16>
    %y2 = addf %y, %y : tile<512x64xf16>
    %start = constant <f32: 0.0> : tile<128x64xf32>
    %sums:2 = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%first = %start, %second = %start) -> (tile<128x64xf32>, tile<128x64xf32>) {
      %p = mmaf %x, %y, %first : tile<128x512xf16>, tile<512x64xf16>, tile<128x64xf32>
      %q = mmaf %x2, %y2, %second : tile<128x512xf16>, tile<512x64xf16>, tile<128x64xf32>
      continue %p, %q : tile<128x64xf32>, tile<128x64xf32>
    }
    %ot0 = make_tensor_view %o0, shape = [128, 64], strides = [128, 1] : tensor_view<128x64xf32, strides=[128,1]>
    %ov0 = make_partition_view %ot0 : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[128,1]>>
    %s0 = store_view_tko weak %sums#0, %ov0[%zero, %zero] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[128,1]>>, tile<i32> -> token
    %ot1 = make_tensor_view %o1, shape = [128, 64], strides = [128, 1] : tensor_view<128x64xf32, strides=[128,1]>
    %ov1 = make_partition_view %ot1 : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[128,1]>>
    %s1 = store_view_tko weak %sums#1, %ov1[%zero, %zero] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }

  entry @one(%a: tile<ptr<f16>>, %w: tile<ptr<f16>>, %n: tile<i32>, %o0: tile<ptr<f32>>, %o1: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %xa = assume div_by<16>, %a : tile<ptr<f16>>
    %wa = assume div_by<16>, %w : tile<ptr<f16>>
    %xt = make_tensor_view %xa, shape = [128, 512], strides = [512, 1] : tensor_view<128x512xf16, strides=[512,1]>
    %wt = make_tensor_view %wa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
    %xv = make_partition_view %xt : partition_view<tile=(128x512), tensor_view<128x512xf16, strides=[512,1]>>
    %wv = make_partition_view %wt : partition_view<tile=(512x64), tensor_view<512x64xf16, strides=[64,1]>>
    %x, %t0 = load_view_tko weak %xv[%zero, %zero] : partition_view<tile=(128x512), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x512xf16>, token
    %y, %t1 = load_view_tko weak %wv[%zero, %zero] : partition_view<tile=(512x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<512x64xf16>, token
    %x2 = addf %x, %x : tile<128x512xf16>
    %y2 = addf %y, %y : tile<512x64xf16>
    %both = cat %y, %y2 dim = 1 : tile<512x64xf16>, tile<512x64xf16> -> tile<512x128xf16>
    %start = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %start) -> (tile<128x128xf32>) {
      %p = mmaf %x2, %both, %acc : tile<128x512xf16>, tile<512x128xf16>, tile<128x128xf32>
      continue %p : tile<128x128xf32>
    }
    %ot0 = make_tensor_view %o0, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %ov0 = make_partition_view %ot0 : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %s0 = store_view_tko weak %sum, %ov0[%zero, %zero] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
