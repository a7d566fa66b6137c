// Tensor maps round f32 to tf32 as they copy. The right factor lies across K: groups
// multiply the transposes, and take it from registers, to which threads read it without
// bank conflicts. Without a map it is mma.sync that multiplies, which rounds what it has
// read.
//
// RUN: tileiras %s --gpu-name=sm_90 --emit=tileas -o %t.maps --remarks=all 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=RemarkSharedBankConflicts
// RUN: FileCheck %s <%t.maps
// RUN: tileiras %s --gpu-name=sm_90 --tensor-maps=false --emit=tileas -o - | FileCheck %s --check-prefix=THREADS
// RUN: %python %S/../Dialect/TileAS/Inputs/numbers.py %t
// RUN: sh -c 'set -e; for gpu in "sm_90 --tensor-maps=false" sm_90 sm_100; do for n in 0 1 4; do for entry in few many; do cuda-tile-run %s --entry=$entry --engine=emulate --compare=interpret --check=all --async=random --warps=random --gpu-name=$gpu --arg=ptr:%t.words.x.npy --arg=ptr:new:f32[128,128] --arg=i32:$n; done; done; done'

// REMARK: RemarkCopyEngine{{.*}}tensor map
// REMARK: RemarkMatrixUnit{{.*}}threads round it first

// Two groups, each of 64 columns, have registers for 32 words of the factor.
// CHECK: #[[SPEC:[a-z0-9]+]] = #tileas.kernel_spec<target = "sm_90", warps = 8
// CHECK-LABEL: tileas.kernel @few(
// CHECK-COUNT-2: tileas.tensor_map {{.*}} rounded
// CHECK: scf.for
// CHECK-NOT: tileaa.convert_float
// CHECK: %[[F:.*]] = tileas.shared_load
// CHECK: tileas.wgmma %{{.*}} as<tf32>, %[[F]] as<tf32>, {{.*}} swapped pending
// CHECK: tileas.kernel @many({{.*}} {spec = #[[SPEC]]}
// CHECK: tileas.wgmma {{.*}} by [64, 128, 8] swapped pending
// CHECK-LABEL: tileas.kernel @unaligned(
// CHECK-NOT: tileas.wgmma
// CHECK: tileas.mma

// THREADS-NOT: tileas.wgmma
// THREADS-NOT: tileas.tensor_map

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

  entry @unaligned(%x: tile<ptr<f32>>, %out: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %none = constant <f32: 0.0> : tile<128x128xf32>
    %xx = assume div_by<4>, %x : tile<ptr<f32>>
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
}
