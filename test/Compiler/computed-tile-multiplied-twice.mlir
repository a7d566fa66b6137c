// A tile that threads compute, and that one product reads as it is and another one
// transposed, is stored to shared memory once: the second product reads the same bytes with
// their dimensions in another order.
//
// RUN: tileiras %s --gpu-name=sm_80 --emit=tileas -o - | FileCheck %s
// RUN: tileiras %s --gpu-name=sm_90 --emit=tileas -o - | FileCheck %s
// RUN: tileiras %s --gpu-name=sm_100 --emit=tileas -o - | FileCheck %s
// RUN: tileiras %s --gpu-name=sm_120 --emit=tileas -o - | FileCheck %s
// RUN: %python %S/../Dialect/TileAS/Inputs/numbers.py %t
// RUN: cuda-tile-run %s --arg=ptr:%t.halves.x.npy --arg=ptr:new:f32[64,64] --compare=emulate --gpu-name=sm_80 --check=all
// RUN: cuda-tile-run %s --arg=ptr:%t.halves.x.npy --arg=ptr:new:f32[64,64] --compare=emulate --gpu-name=sm_90 --check=all
// RUN: cuda-tile-run %s --arg=ptr:%t.halves.x.npy --arg=ptr:new:f32[64,64] --compare=emulate --gpu-name=sm_100 --check=all

// CHECK: scf.for
// CHECK: %[[X:.*]] = tileaa.mulf
// CHECK-NOT: tileaa.permute
// CHECK: tileas.shared_store %[[X]] to
// CHECK-NOT: tileas.shared_store %[[X]] to
// CHECK: tileas.permute_buffer %{{.*}} [1, 0]
// CHECK: scf.yield

cuda_tile.module @kernels {
  entry @twice(%a: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %pa = assume div_by<16>, %a : tile<ptr<f16>>
    %va = make_tensor_view %pa, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf16, strides=[64,1]>
    %vc = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %ta = make_partition_view %va : partition_view<tile=(64x64), tensor_view<128x64xf16, strides=[64,1]>>
    %tc = make_partition_view %vc : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %first, %t0 = load_view_tko weak %ta[%zero, %zero] : partition_view<tile=(64x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %sum = for %i in (%zero to %two, step %one) : tile<i32> iter_values(%acc = %none) -> (tile<64x64xf32>) {
      %x, %t1 = load_view_tko weak %ta[%i, %zero] : partition_view<tile=(64x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
      %y = mulf %x, %x : tile<64x64xf16>
      %turned = permute %y [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
      %score = mmaf %first, %turned, %none : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      %half = ftof %score : tile<64x64xf32> -> tile<64x64xf16>
      %next = mmaf %half, %y, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %t2 = store_view_tko weak %sum, %tc[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
