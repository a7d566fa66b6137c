// Of the powers of two of a loop that multiplies, every third pair is computed by
// arithmetic on two floats at once where the GPU has that, if subnormal powers are flushed.
// Exponents go from far below the least normal power to 10, and both engines agree within
// what powers may differ.
//
// RUN: tileiras %s --gpu-name=sm_100 --emit=ptx -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: %python %S/../../Dialect/TileAS/Inputs/numbers.py %t
// RUN: cuda-tile-run %s --entry=flushed --arg=ptr:%t.halves.x.npy --arg=ptr:new:f32[64,64] --arg=ptr:new:f32[64,64] --compare=emulate --gpu-name=sm_100 --check=all
//
// Powers of a polynomial with a coefficient that is wrong by a hundred-thousandth are found.
//
// RUN: sed 's/0f3E75EA9E/0f3E75EA00/g' %t.ptx > %t.wrong.ptx
// RUN: cuda-tile-run %t.ptx --entry=flushed --arg=ptr:%t.halves.x.npy --arg=ptr:new:f32[64,64] --arg=ptr:new:f32[64,64] --engine=emulate --out=2=%t.right.npy
// RUN: cuda-tile-run %s --entry=flushed --arg=ptr:%t.halves.x.npy --arg=ptr:new:f32[64,64] --arg=ptr:new:f32[64,64] --engine=interpret --expect=2=%t.right.npy
// RUN: cuda-tile-run %t.wrong.ptx --entry=flushed --arg=ptr:%t.halves.x.npy --arg=ptr:new:f32[64,64] --arg=ptr:new:f32[64,64] --engine=emulate --out=2=%t.wrong.npy
// RUN: not cuda-tile-run %s --entry=flushed --arg=ptr:%t.halves.x.npy --arg=ptr:new:f32[64,64] --arg=ptr:new:f32[64,64] --engine=interpret --expect=2=%t.wrong.npy
//
// No other GPU issues such instructions at once.
//
// RUN: tileiras %s --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s --check-prefix=ALONE
// RUN: tileiras %s --gpu-name=sm_120 --emit=ptx -o - | FileCheck %s --check-prefix=ALONE
//
// CHECK-LABEL: .entry flushed(
// CHECK-COUNT-4: ex2.approx.ftz.f32
// CHECK: add.rm.f32x2
// CHECK-COUNT-5: fma.rn.f32x2
// CHECK: mul.rn.f32x2
//
// Those that are not flushed have a guard, and all are made by one pipe.
//
// CHECK-LABEL: .entry kept(
// CHECK-NOT: add.rm.f32x2
//
// ALONE-NOT: add.rm.f32x2

cuda_tile.module @kernels {
  entry @flushed(%a: tile<ptr<f16>>, %c: tile<ptr<f32>>, %d: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %scale = constant <f32: 0.37> : tile<64x64xf32>
    %most = constant <f32: 10.0> : tile<64x64xf32>
    %pa = assume div_by<16>, %a : tile<ptr<f16>>
    %va = make_tensor_view %pa, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf16, strides=[64,1]>
    %vc = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %vd = make_tensor_view %d, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %ta = make_partition_view %va : partition_view<tile=(64x64), tensor_view<128x64xf16, strides=[64,1]>>
    %tc = make_partition_view %vc : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %td = make_partition_view %vd : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %first, %t0 = load_view_tko weak %ta[%zero, %zero] : partition_view<tile=(64x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %sum, %powers = for %i in (%zero to %two, step %one) : tile<i32> iter_values(%acc = %none, %all = %none) -> (tile<64x64xf32>, tile<64x64xf32>) {
      %x, %t1 = load_view_tko weak %ta[%i, %zero] : partition_view<tile=(64x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
      %turned = permute %x [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
      %score = mmaf %first, %turned, %none : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      %scaled = mulf %score, %scale : tile<64x64xf32>
      %exponent = minf %scaled, %most : tile<64x64xf32>
      %power = exp2 %exponent flush_to_zero : tile<64x64xf32>
      %added = addf %all, %power : tile<64x64xf32>
      %half = ftof %power : tile<64x64xf32> -> tile<64x64xf16>
      %next = mmaf %half, %x, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next, %added : tile<64x64xf32>, tile<64x64xf32>
    }
    %t2 = store_view_tko weak %sum, %tc[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    %t3 = store_view_tko weak %powers, %td[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  entry @kept(%a: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %scale = constant <f32: 0.01> : tile<64x64xf32>
    %pa = assume div_by<16>, %a : tile<ptr<f16>>
    %va = make_tensor_view %pa, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf16, strides=[64,1]>
    %vc = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %ta = make_partition_view %va : partition_view<tile=(64x64), tensor_view<128x64xf16, strides=[64,1]>>
    %tc = make_partition_view %vc : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %first, %t0 = load_view_tko weak %ta[%zero, %zero] : partition_view<tile=(64x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %sum = for %i in (%zero to %two, step %one) : tile<i32> iter_values(%acc = %none) -> (tile<64x64xf32>) {
      %x, %t1 = load_view_tko weak %ta[%i, %zero] : partition_view<tile=(64x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
      %turned = permute %x [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
      %score = mmaf %first, %turned, %none : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      %scaled = mulf %score, %scale : tile<64x64xf32>
      %power = exp2 %scaled : tile<64x64xf32>
      %half = ftof %power : tile<64x64xf32> -> tile<64x64xf16>
      %next = mmaf %half, %x, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %t2 = store_view_tko weak %sum, %tc[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
