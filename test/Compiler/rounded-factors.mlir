// Factors that threads round to tf32 lie in two buffers that take turns, so that a
// product goes on while the next factors are stored; no two threads of a store meet in
// a bank, also where the factor is loaded across the lines of its buffer. As many warp
// groups multiply as have registers for what they round.
//
// RUN: tileiras %s --gpu-name=sm_90 --emit=tileas -o %t.tileas --remarks=all 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s <%t.tileas
// RUN: %python %S/../Dialect/TileAS/Inputs/numbers.py %t
// RUN: sh -c 'set -e; for gpu in sm_90 sm_100; do for n in 0 1 4; do for entry in few many; do cuda-tile-run %s --entry=$entry --engine=emulate --compare=interpret --check=all --async=random --warps=random --gpu-name=$gpu --arg=ptr:%t.words.x.npy --arg=ptr:new:f32[128,128] --arg=i32:$n; done; done; done'

// REMARK-NOT: RemarkSharedBankConflicts
// REMARK: RemarkBuffersAlternate{{.*}}Buffers{{.*}}2
// REMARK-NOT: RemarkSharedBankConflicts
// CHECK-DAG: ![[LHS:[a-z0-9]+]] = !tileas.buffer<128x32xf32, #{{[a-z0-9]+}}, stages = 2>
// CHECK-LABEL: tileas.kernel @few(
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK: %[[A:.*]] = tileas.slice %{{.*}}[%[[I]]]{{.*}} : ![[LHS]]
// The store does not wait for the product of the iteration before.
// CHECK-NOT: tileas.barrier
// CHECK: tileas.shared_store %{{.*}} to %[[A]]
// CHECK: tileas.settle
// CHECK: tileas.barrier
// CHECK: tileas.wgmma %[[A]] as<tf32>, %{{.*}} pending
// CHECK-LABEL: tileas.kernel @many(
// CHECK: tileas.wgmma {{.*}} by [64, 128, 8]

cuda_tile.module @m {
  entry @few(%x: tile<ptr<f32>>, %out: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %none = constant <f32: 0.0> : tile<128x128xf32>
    %xx = assume div_by<16>, %x : tile<ptr<f32>>
    %a = make_tensor_view %xx, shape = [128, 160], strides = [160, 1] : tensor_view<128x160xf32, strides=[160,1]>
    %as = make_partition_view %a : partition_view<tile=(128x32), tensor_view<128x160xf32, strides=[160,1]>>
    %b = make_tensor_view %xx, shape = [160, 128], strides = [128, 1] : tensor_view<160x128xf32, strides=[128,1]>
    %bs = make_partition_view %b : partition_view<tile=(32x128), tensor_view<160x128xf32, strides=[128,1]>>
    %s = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %none) -> (tile<128x128xf32>) {
      %y, %t0 = load_view_tko weak %as[%zero, %i] : partition_view<tile=(128x32), tensor_view<128x160xf32, strides=[160,1]>>, tile<i32> -> tile<128x32xf32>, token
      %z, %t1 = load_view_tko weak %bs[%i, %zero] : partition_view<tile=(32x128), tensor_view<160x128xf32, strides=[128,1]>>, tile<i32> -> tile<32x128xf32>, token
      %l = ftof %y : tile<128x32xf32> -> tile<128x32xtf32>
      %r = ftof %z : tile<32x128xf32> -> tile<32x128xtf32>
      %next = mmaf %l, %r, %acc : tile<128x32xtf32>, tile<32x128xtf32>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %o = make_tensor_view %out, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %os = make_partition_view %o : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %t2 = store_view_tko weak %s, %os[%zero, %zero] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }

  // 128 elements for each thread of one group would not have registers.
  entry @many(%x: tile<ptr<f32>>, %out: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %none = constant <f32: 0.0> : tile<128x128xf32>
    %xx = assume div_by<16>, %x : tile<ptr<f32>>
    %a = make_tensor_view %xx, shape = [128, 256], strides = [256, 1] : tensor_view<128x256xf32, strides=[256,1]>
    %as = make_partition_view %a : partition_view<tile=(128x64), tensor_view<128x256xf32, strides=[256,1]>>
    %b = make_tensor_view %xx, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
    %bs = make_partition_view %b : partition_view<tile=(64x128), tensor_view<256x128xf32, strides=[128,1]>>
    %s = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %none) -> (tile<128x128xf32>) {
      %y, %t0 = load_view_tko weak %as[%zero, %i] : partition_view<tile=(128x64), tensor_view<128x256xf32, strides=[256,1]>>, tile<i32> -> tile<128x64xf32>, token
      %z, %t1 = load_view_tko weak %bs[%i, %zero] : partition_view<tile=(64x128), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> tile<64x128xf32>, token
      %l = ftof %y : tile<128x64xf32> -> tile<128x64xtf32>
      %r = ftof %z : tile<64x128xf32> -> tile<64x128xtf32>
      %next = mmaf %l, %r, %acc : tile<128x64xtf32>, tile<64x128xtf32>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %o = make_tensor_view %out, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %os = make_partition_view %o : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %t2 = store_view_tko weak %s, %os[%zero, %zero] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
