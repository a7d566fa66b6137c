// The registers of a left factor are those of its product until the wait, also where
// the loop carries the factor of the next iteration. The wait for one product leaves
// the other one, which begins behind it.
//
// RUN: tileiras %s --emit=tileas --gpu-name=sm_90 -o - | FileCheck %s
// RUN: %python %S/../Dialect/TileAS/Inputs/numbers.py %t
// RUN: sh -c 'set -e; for n in 0 1 5; do cuda-tile-run %s --engine=emulate --compare=interpret --check=all --async=random --gpu-name=sm_90 --arg=ptr:%t.halves.x.npy --arg=ptr:%t.halves.w.npy --arg=ptr:new:f32[64,64] --arg=i32:$n; done'

// CHECK: scf.for
// CHECK: %[[S:.*]] = tileas.wgmma {{.*}} pending
// CHECK: %[[D:.*]] = tileas.wgmma {{.*}} pending
// CHECK: tileas.settle %[[S]] leaving 1
// CHECK: tileas.settle %[[D]] {
cuda_tile.module @m {
  entry @carried(%q: tile<ptr<f16>>, %k: tile<ptr<f16>>, %out: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %qq = assume div_by<16>, %q : tile<ptr<f16>>
    %kk = assume div_by<16>, %k : tile<ptr<f16>>
    %qv = make_tensor_view %qq, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
    %qw = make_partition_view %qv : partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>
    %kv = make_tensor_view %kk, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
    %kw = make_partition_view %kv : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
    %a, %t0 = load_view_tko weak %qw[%zero, %zero] : partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %first = constant <f16: 1.0> : tile<64x64xf16>
    %s:2 = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %none, %x = %first) -> (tile<64x64xf32>, tile<64x64xf16>) {
      %b, %t1 = load_view_tko weak %kw[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
      %p = mmaf %a, %b, %none : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      %next = mmaf %x, %b, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      %y = ftof %p : tile<64x64xf32> -> tile<64x64xf16>
      continue %next, %y : tile<64x64xf32>, tile<64x64xf16>
    }
    %ov = make_tensor_view %out, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %ow = make_partition_view %ov : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %t2 = store_view_tko weak %s#0, %ow[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
