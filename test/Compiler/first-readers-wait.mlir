// Shared memory of sm_120 has room for the keys and the values of one iteration. Nobody can
// copy the next keys before the last product of an iteration has read them. So the product
// with the values comes first: while it is made, the keys arrive, and the next values while
// the others are. Where the product with the values needs the scores, nothing moves.
//
// RUN: rm -rf %t && mkdir -p %t/all
// RUN: tileiras %s --gpu-name=sm_120 --dump-dir=%t/all --emit=ptx -o %t/k.ptx
// RUN: FileCheck %s < %t/all/3-tileas.mlir
// RUN: %python %S/../Dialect/TileAS/Inputs/numbers.py %t/n
// RUN: cuda-tile-run %s --entry=apart --arg=ptr:%t/n.halves.x.npy --arg=ptr:new:f32[64,128] --compare=emulate --gpu-name=sm_120 --check=all
// RUN: cuda-tile-run %s --entry=chained --arg=ptr:%t/n.halves.x.npy --arg=ptr:new:f32[64,128] --compare=emulate --gpu-name=sm_120 --check=all

// CHECK-LABEL: @apart
// CHECK: scf.for
// CHECK: tileas.wait_{{.*}} for %[[VALUES:[0-9]+]] :
// CHECK-NOT: tileas.wait_
// CHECK: tileas.mma {{.*}}, %[[VALUES]] as<f16>, %cst
// CHECK: tileas.wait_{{.*}} for %[[KEYS:[0-9]+]] :
// CHECK: tileas.permute_buffer %[[KEYS]]
// CHECK: tileas.mma {{.*}}, %[[KEYS]] as<f16>, %arg
// CHECK: scf.yield

// CHECK-LABEL: @chained
// CHECK: scf.for
// CHECK: tileas.wait_group 0 for %{{[0-9]+}}, %{{[0-9]+}} :
// CHECK: tileas.permute_buffer
// CHECK-NOT: tileas.wait_group
// CHECK: scf.yield

cuda_tile.module @kernels {
  entry @apart(%a: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %no_scores = constant <f32: 0.0> : tile<64x64xf32>
    %none = constant <f32: 0.0> : tile<64x128xf32>
    %pa = assume div_by<16>, %a : tile<ptr<f16>>
    %va = make_tensor_view %pa, shape = [128, 512], strides = [512, 1] : tensor_view<128x512xf16, strides=[512,1]>
    %vc = make_tensor_view %c, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf32, strides=[128,1]>
    %ta = make_partition_view %va : partition_view<tile=(64x128), tensor_view<128x512xf16, strides=[512,1]>>
    %tc = make_partition_view %vc : partition_view<tile=(64x128), tensor_view<64x128xf32, strides=[128,1]>>
    %queries, %t0 = load_view_tko weak %ta[%zero, %zero] : partition_view<tile=(64x128), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x128xf16>, token
    %others, %t1 = load_view_tko weak %ta[%one, %zero] : partition_view<tile=(64x128), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x128xf16>, token
    %sum = for %i in (%zero to %two, step %one) : tile<i32> iter_values(%acc = %none) -> (tile<64x128xf32>) {
      %keys, %t2 = load_view_tko weak %ta[%i, %one] : partition_view<tile=(64x128), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x128xf16>, token
      %turned = permute %keys [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
      %scores = mmaf %queries, %turned, %no_scores : tile<64x128xf16>, tile<128x64xf16>, tile<64x64xf32>
      %powers = mulf %scores, %scores rounding<nearest_even> : tile<64x64xf32>
      %values, %t3 = load_view_tko weak %ta[%i, %two] : partition_view<tile=(64x128), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x128xf16>, token
      %rows = permute %values [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
      %slopes = mmaf %others, %rows, %no_scores : tile<64x128xf16>, tile<128x64xf16>, tile<64x64xf32>
      %products = mulf %powers, %slopes rounding<nearest_even> : tile<64x64xf32>
      %halves = ftof %products : tile<64x64xf32> -> tile<64x64xf16>
      %next = mmaf %halves, %keys, %acc : tile<64x64xf16>, tile<64x128xf16>, tile<64x128xf32>
      continue %next : tile<64x128xf32>
    }
    %t4 = store_view_tko weak %sum, %tc[%zero, %zero] : tile<64x128xf32>, partition_view<tile=(64x128), tensor_view<64x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }

  entry @chained(%a: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %no_scores = constant <f32: 0.0> : tile<64x64xf32>
    %none = constant <f32: 0.0> : tile<64x128xf32>
    %pa = assume div_by<16>, %a : tile<ptr<f16>>
    %va = make_tensor_view %pa, shape = [128, 512], strides = [512, 1] : tensor_view<128x512xf16, strides=[512,1]>
    %vc = make_tensor_view %c, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf32, strides=[128,1]>
    %ta = make_partition_view %va : partition_view<tile=(64x128), tensor_view<128x512xf16, strides=[512,1]>>
    %tc = make_partition_view %vc : partition_view<tile=(64x128), tensor_view<64x128xf32, strides=[128,1]>>
    %queries, %t0 = load_view_tko weak %ta[%zero, %zero] : partition_view<tile=(64x128), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x128xf16>, token
    %others, %t1 = load_view_tko weak %ta[%one, %zero] : partition_view<tile=(64x128), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x128xf16>, token
    %sum = for %i in (%zero to %two, step %one) : tile<i32> iter_values(%acc = %none) -> (tile<64x128xf32>) {
      %keys, %t2 = load_view_tko weak %ta[%i, %one] : partition_view<tile=(64x128), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x128xf16>, token
      %turned = permute %keys [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
      %scores = mmaf %queries, %turned, %no_scores : tile<64x128xf16>, tile<128x64xf16>, tile<64x64xf32>
      %powers = mulf %scores, %scores rounding<nearest_even> : tile<64x64xf32>
      %values, %t3 = load_view_tko weak %ta[%i, %two] : partition_view<tile=(64x128), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x128xf16>, token
      %rows = permute %values [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
      %slopes = mmaf %others, %rows, %powers : tile<64x128xf16>, tile<128x64xf16>, tile<64x64xf32>
      %products = mulf %powers, %slopes rounding<nearest_even> : tile<64x64xf32>
      %halves = ftof %products : tile<64x64xf32> -> tile<64x64xf16>
      %next = mmaf %halves, %keys, %acc : tile<64x64xf16>, tile<64x128xf16>, tile<64x128xf32>
      continue %next : tile<64x128xf32>
    }
    %t4 = store_view_tko weak %sum, %tc[%zero, %zero] : tile<64x128xf32>, partition_view<tile=(64x128), tensor_view<64x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
