// A block with a product in tensor memory has a group of four warps. So each warp would read
// the 16 columns of the second product by itself, for longer than tensor cores take: 64 lines
// beside 512 for 576. Alone, two warps may have its sum, and it is theirs.
//
// RUN: tileiras %s --gpu-name=sm_100 --remarks=all -o %t.cubin 2>&1 | FileCheck %s
// RUN: %python %S/../Dialect/TileAS/Inputs/numbers.py %t
// RUN: cuda-tile-run %s --entry=beside --arg=ptr:%t.halves.x.npy --arg=ptr:new:f32[512,16] --compare=emulate --gpu-name=sm_100 --check=all

// CHECK: alone:
// CHECK: RemarkTensorCoreMMA, Remark: mma.sync.m16n8k16 of f16
// CHECK: beside:
// CHECK: RemarkTensorCoreMMA, Remark: tcgen05.mma.m128n16k16 of f16
// CHECK: RemarkTensorCoreMMA, Remark: tcgen05.mma.m128n16k16 of f16

cuda_tile.module @kernels {
  entry @alone(%a: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %none = constant <f32: 0.0> : tile<512x16xf32>
    %pa = assume div_by<16>, %a : tile<ptr<f16>>
    %va = make_tensor_view %pa, shape = [128, 512], strides = [512, 1] : tensor_view<128x512xf16, strides=[512,1]>
    %vc = make_tensor_view %c, shape = [512, 16], strides = [16, 1] : tensor_view<512x16xf32, strides=[16,1]>
    %tv = make_partition_view %va : partition_view<tile=(32x512), tensor_view<128x512xf16, strides=[512,1]>>
    %tp = make_partition_view %va : partition_view<tile=(32x16), tensor_view<128x512xf16, strides=[512,1]>>
    %tc = make_partition_view %vc : partition_view<tile=(512x16), tensor_view<512x16xf32, strides=[16,1]>>
    %sum = for %i in (%zero to %four, step %one) : tile<i32> iter_values(%acc = %none) -> (tile<512x16xf32>) {
      %values, %t1 = load_view_tko weak %tv[%i, %zero] : partition_view<tile=(32x512), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<32x512xf16>, token
      %p, %t2 = load_view_tko weak %tp[%i, %zero] : partition_view<tile=(32x16), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<32x16xf16>, token
      %turned = permute %values [1, 0] : tile<32x512xf16> -> tile<512x32xf16>
      %next = mmaf %turned, %p, %acc : tile<512x32xf16>, tile<32x16xf16>, tile<512x16xf32>
      continue %next : tile<512x16xf32>
    }
    %t3 = store_view_tko weak %sum, %tc[%zero, %zero] : tile<512x16xf32>, partition_view<tile=(512x16), tensor_view<512x16xf32, strides=[16,1]>>, tile<i32> -> token
    return
  }

  entry @beside(%a: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %no_scores = constant <f32: 0.0> : tile<128x16xf32>
    %none = constant <f32: 0.0> : tile<512x16xf32>
    %pa = assume div_by<16>, %a : tile<ptr<f16>>
    %va = make_tensor_view %pa, shape = [128, 512], strides = [512, 1] : tensor_view<128x512xf16, strides=[512,1]>
    %vc = make_tensor_view %c, shape = [512, 16], strides = [16, 1] : tensor_view<512x16xf32, strides=[16,1]>
    %tk = make_partition_view %va : partition_view<tile=(128x64), tensor_view<128x512xf16, strides=[512,1]>>
    %tq = make_partition_view %va : partition_view<tile=(64x16), tensor_view<128x512xf16, strides=[512,1]>>
    %tv = make_partition_view %va : partition_view<tile=(128x512), tensor_view<128x512xf16, strides=[512,1]>>
    %tc = make_partition_view %vc : partition_view<tile=(512x16), tensor_view<512x16xf32, strides=[16,1]>>
    %queries, %t0 = load_view_tko weak %tq[%zero, %zero] : partition_view<tile=(64x16), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x16xf16>, token
    %sum = for %i in (%zero to %two, step %one) : tile<i32> iter_values(%acc = %none) -> (tile<512x16xf32>) {
      %keys, %t1 = load_view_tko weak %tk[%zero, %i] : partition_view<tile=(128x64), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
      %values, %t2 = load_view_tko weak %tv[%zero, %zero] : partition_view<tile=(128x512), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x512xf16>, token
      %scores = mmaf %keys, %queries, %no_scores : tile<128x64xf16>, tile<64x16xf16>, tile<128x16xf32>
      %halves = ftof %scores : tile<128x16xf32> -> tile<128x16xf16>
      %turned = permute %values [1, 0] : tile<128x512xf16> -> tile<512x128xf16>
      %next = mmaf %turned, %halves, %acc : tile<512x128xf16>, tile<128x16xf16>, tile<512x16xf32>
      continue %next : tile<512x16xf32>
    }
    %t3 = store_view_tko weak %sum, %tc[%zero, %zero] : tile<512x16xf32>, partition_view<tile=(512x16), tensor_view<512x16xf32, strides=[16,1]>>, tile<i32> -> token
    return
  }
}
