// Sums that are read where they are made take turns in the columns of tensor memory:
// warps that are late have read the one before the next is written, round the turns of a
// loop with early exit and where eight warps divide the columns of sums of two widths.
//
// RUN: %python %S/../Dialect/TileAS/Inputs/numbers.py %t
// RUN: tileiras %s --gpu-name=sm_100 --emit=tileas -o - | FileCheck %s
// RUN: sh -c 'set -e; for seed in 1 2 3; do cuda-tile-run %s --entry=early_exit --gpu-name=sm_100 --arg=i32:5 --arg=ptr:%t.halves.x.npy --arg=ptr:%t.halves.w.npy --arg=ptr:new:f32[128,64] --engine=emulate --compare=interpret --check=all --async=random --warps=random --seed=$seed; done'
// RUN: sh -c 'set -e; for warps in fair random; do cuda-tile-run %s --entry=widths --gpu-name=sm_100 --arg=ptr:%t.halves.x.npy --arg=ptr:%t.halves.w.npy --arg=ptr:new:f32[128,256] --engine=emulate --compare=interpret --check=all --warps=$warps; done'

// CHECK-LABEL: tileas.kernel @early_exit(
// CHECK: scf.while
// CHECK: } do {
// CHECK: tileas.barrier
// CHECK: tileas.tmem_store
// CHECK: tileas.tcgen05_mma
// CHECK: tileas.tmem_load
// CHECK-LABEL: tileas.kernel @widths(
// CHECK: tileas.tcgen05_mma
// CHECK: tileas.tmem_load
// CHECK: tileas.barrier
// CHECK: tileas.tmem_store
// CHECK: tileas.tcgen05_mma

module attributes {tt.num_warps = 8 : i32} {
cuda_tile.module @kernels {
  entry @early_exit(%n: tile<i32>, %x: tile<ptr<f16>>, %w: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %none = constant <f32: 0.0> : tile<128x64xf32>
    %px = assume div_by<16>, %x : tile<ptr<f16>>
    %pw = assume div_by<16>, %w : tile<ptr<f16>>
    %pc = assume div_by<16>, %c : tile<ptr<f32>>
    %tx = make_tensor_view %px, shape = [128, 512], strides = [512, 1] : tensor_view<128x512xf16, strides=[512,1]>
    %vx = make_partition_view %tx : partition_view<tile=(128x64), tensor_view<128x512xf16, strides=[512,1]>>
    %tw = make_tensor_view %pw, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
    %vw = make_partition_view %tw : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
    %tc = make_tensor_view %pc, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %vc = make_partition_view %tc : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>
    %a, %ta = load_view_tko weak %vx[%zero, %zero] : partition_view<tile=(128x64), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b, %tb = load_view_tko weak %vw[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    // Threads meet to reduce it: nothing is under way where the loop begins.
    %before = mmaf %a, %b, %none : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    %most = reduce %before dim=0 identities=[0.0 : f32] : tile<128x64xf32> -> tile<64xf32> (%one_of: tile<f32>, %other: tile<f32>) {
      %greater = maxf %one_of, %other : tile<f32>
      yield %greater : tile<f32>
    }
    %row = reshape %most : tile<64xf32> -> tile<1x64xf32>
    %first = broadcast %row : tile<1x64xf32> -> tile<128x64xf32>
    %last, %turns = loop iter_values(%sum = %first, %k = %zero) : tile<128x64xf32>, tile<i32> -> tile<128x64xf32>, tile<i32> {
      %ends = cmpi greater_than_or_equal %k, %n, signed : tile<i32> -> tile<i1>
      if %ends {
        break %sum, %k : tile<128x64xf32>, tile<i32>
      }
      %product = mmaf %a, %b, %sum : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
      %positive = maxf %product, %none : tile<128x64xf32>
      %next = addi %k, %one : tile<i32>
      continue %positive, %next : tile<128x64xf32>, tile<i32>
    }
    %s = store_view_tko weak %last, %vc[%zero, %zero] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  entry @widths(%x: tile<ptr<f16>>, %w: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %none = constant <f32: 0.0> : tile<128x64xf32>
    %three = constant <f32: 3.0> : tile<128x128xf32>
    %px = assume div_by<16>, %x : tile<ptr<f16>>
    %pw = assume div_by<16>, %w : tile<ptr<f16>>
    %pc = assume div_by<16>, %c : tile<ptr<f32>>
    %tx = make_tensor_view %px, shape = [128, 512], strides = [512, 1] : tensor_view<128x512xf16, strides=[512,1]>
    %vx = make_partition_view %tx : partition_view<tile=(128x64), tensor_view<128x512xf16, strides=[512,1]>>
    %tw = make_tensor_view %pw, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf16, strides=[128,1]>
    %half = make_partition_view %tw : partition_view<tile=(64x64), tensor_view<256x128xf16, strides=[128,1]>>
    %whole = make_partition_view %tw : partition_view<tile=(64x128), tensor_view<256x128xf16, strides=[128,1]>>
    %tc = make_tensor_view %pc, shape = [128, 256], strides = [256, 1] : tensor_view<128x256xf32, strides=[256,1]>
    %chalf = make_partition_view %tc : partition_view<tile=(128x64), tensor_view<128x256xf32, strides=[256,1]>>
    %cwhole = make_partition_view %tc : partition_view<tile=(128x128), tensor_view<128x256xf32, strides=[256,1]>>
    %a, %ta = load_view_tko weak %vx[%zero, %zero] : partition_view<tile=(128x64), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b, %tb = load_view_tko weak %half[%one, %zero] : partition_view<tile=(64x64), tensor_view<256x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
    %d, %td = load_view_tko weak %whole[%one, %zero] : partition_view<tile=(64x128), tensor_view<256x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
    %narrow = mmaf %a, %b, %none : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    %s = store_view_tko weak %narrow, %chalf[%zero, %zero] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x256xf32, strides=[256,1]>>, tile<i32> -> token
    %wide = mmaf %a, %d, %three : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
    %t = store_view_tko weak %wide, %cwhole[%zero, %one] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x256xf32, strides=[256,1]>>, tile<i32> -> token
    return
  }
}
}
