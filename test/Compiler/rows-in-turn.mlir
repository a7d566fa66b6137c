// Attention of 256 rows in tensor memory has two chains of scores and powers, of 128 rows
// each, in one loop: threads compute on one while products of the other go on. Scores lead
// in both, and a warp of its own begins products. A loop that goes on with the rows of
// another one is cut as well.
//
// RUN: tileiras %s --emit=tileas --gpu-name=sm_100 --remarks=all -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t.mlir
// RUN: %python %S/../Dialect/TileAS/Inputs/numbers.py %t
// RUN: sh -c 'set -e; for n in "0 0" "0 1" "1 1" "1 4" "3 4"; do set -- $n; for when in eager lazy random; do cuda-tile-run %s --entry=turns --engine=emulate --compare=interpret --check=all --async=$when --warps=random --gpu-name=sm_100 --arg=ptr:%t.halves.x.npy --arg=ptr:%t.halves.x.npy --arg=ptr:new:f32[256,128] --arg=i32:$1 --arg=i32:$2; done; done'
// RUN: cuda-tile-run %s --entry=turns --verify-each-semantically --gpu-name=sm_100 --arg=ptr:%t.halves.x.npy --arg=ptr:%t.halves.x.npy --arg=ptr:new:f32[256,128] --arg=i32:1 --arg=i32:3
//
// Each pass leaves what the verifier takes.
// RUN: cuda-tile-opt %s -o /dev/null --pass-pipeline='builtin.module(cuda-tile-to-tileaa{gpu-name=sm_100},tileaa-to-tileas{gpu-name=sm_100},tileas{gpu-name=sm_100})'
//
// Where registers hold the sums, the loops are whole.
// RUN: tileiras %s --emit=tileas --gpu-name=sm_90 -o - | FileCheck %s --check-prefix=WHOLE

// REMARK-COUNT-2: RemarkScoresLead, Iterations: 1
// REMARK: RemarkIssuingWarp, Reason: a warp of its own begins copies and products

// The next scores of a chain begin when its own have been read, and no thread waits for
// another before it overwrites powers that a product has read.
// CHECK-LABEL: @turns(
// CHECK: scf.for
// CHECK: %[[UPPER:.*]] = tileas.tmem_load %[[READ:.*]] {
// CHECK: tileas.copy_barrier
// CHECK: tileas.tmem_store {{.*}} in %[[READ]]
// CHECK: tileas.tcgen05_mma
// CHECK: tileaa.exp2
// CHECK: tileas.await_products
// CHECK: tileas.copy_barrier
// CHECK-NEXT: tileas.sched_barrier
// CHECK-NEXT: tileas.tcgen05_mma
// CHECK: tileas.tmem_load %[[OTHER:.*]] {
// CHECK: tileas.copy_barrier
// CHECK: tileas.tmem_store {{.*}} in %[[OTHER]]
// CHECK: tileas.tcgen05_mma
// CHECK: tileaa.exp2
// CHECK: tileas.await_products
// CHECK: tileas.copy_barrier
// CHECK-NEXT: tileas.sched_barrier
// CHECK-NEXT: tileas.tcgen05_mma
// CHECK: scf.yield
//
// WHOLE-LABEL: @turns(
// WHOLE: tileas.wgmma {{.*}} : {{.*}}
// WHOLE-NOT: tcgen05

cuda_tile.module @m {
  entry @turns(%q: tile<ptr<f16>>, %values: tile<ptr<f16>>, %out: tile<ptr<f32>>, %n: tile<i32>, %end: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %qq = assume div_by<16>, %q : tile<ptr<f16>>
    %qv = make_tensor_view %qq, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf16, strides=[128,1]>
    %qw = make_partition_view %qv : partition_view<tile=(256x128), tensor_view<256x128xf16, strides=[128,1]>>
    %kw = make_partition_view %qv : partition_view<tile=(64x128), tensor_view<256x128xf16, strides=[128,1]>>
    %vv = assume div_by<16>, %values : tile<ptr<f16>>
    %vt = make_tensor_view %vv, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf16, strides=[128,1]>
    %vw = make_partition_view %vt : partition_view<tile=(64x128), tensor_view<256x128xf16, strides=[128,1]>>
    %a, %t0 = load_view_tko weak %qw[%zero, %zero] : partition_view<tile=(256x128), tensor_view<256x128xf16, strides=[128,1]>>, tile<i32> -> tile<256x128xf16>, token
    %none = constant <f32: 0.0> : tile<256x64xf32>
    %nothing = constant <f32: 0.0> : tile<256x128xf32>
    %least = constant <f32: -1.0> : tile<256xf32>
    %scale = constant <f32: 0.015625> : tile<256x64xf32>
    %s:2 = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %nothing, %m = %least) -> (tile<256x128xf32>, tile<256xf32>) {
      %b, %t1 = load_view_tko weak %kw[%i, %zero] : partition_view<tile=(64x128), tensor_view<256x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
      %c = permute %b [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
      %p = mmaf %a, %c, %none : tile<256x128xf16>, tile<128x64xf16>, tile<256x64xf32>
      %scaled = mulf %p, %scale rounding<nearest_even> : tile<256x64xf32>
      %of_row = reduce %scaled dim=1 identities=[0xFF800000 : f32] : tile<256x64xf32> -> tile<256xf32> (%x: tile<f32>, %y: tile<f32>) {
        %greater = maxf %x, %y : tile<f32>
        yield %greater : tile<f32>
      }
      %next_m = maxf %of_row, %m : tile<256xf32>
      %column = reshape %next_m : tile<256xf32> -> tile<256x1xf32>
      %spread = broadcast %column : tile<256x1xf32> -> tile<256x64xf32>
      %less = subf %scaled, %spread rounding<nearest_even> : tile<256x64xf32>
      %power = exp2 %less : tile<256x64xf32>
      %f = ftof %power : tile<256x64xf32> -> tile<256x64xf16>
      %change = subf %m, %next_m rounding<nearest_even> : tile<256xf32>
      %alpha = exp2 %change : tile<256xf32>
      %column_of_alpha = reshape %alpha : tile<256xf32> -> tile<256x1xf32>
      %factor = broadcast %column_of_alpha : tile<256x1xf32> -> tile<256x128xf32>
      %rescaled = mulf %acc, %factor rounding<nearest_even> : tile<256x128xf32>
      %v, %t2 = load_view_tko weak %vw[%i, %zero] : partition_view<tile=(64x128), tensor_view<256x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
      %next = mmaf %f, %v, %rescaled : tile<256x64xf16>, tile<64x128xf16>, tile<256x128xf32>
      continue %next, %next_m : tile<256x128xf32>, tile<256xf32>
    }
    %r:2 = for %i in (%n to %end, step %one) : tile<i32> iter_values(%acc = %s#0, %m = %s#1) -> (tile<256x128xf32>, tile<256xf32>) {
      %b, %t1 = load_view_tko weak %kw[%i, %zero] : partition_view<tile=(64x128), tensor_view<256x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
      %c = permute %b [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
      %p = mmaf %a, %c, %none : tile<256x128xf16>, tile<128x64xf16>, tile<256x64xf32>
      %scaled = mulf %p, %scale rounding<nearest_even> : tile<256x64xf32>
      %of_row = reduce %scaled dim=1 identities=[0xFF800000 : f32] : tile<256x64xf32> -> tile<256xf32> (%x: tile<f32>, %y: tile<f32>) {
        %greater = maxf %x, %y : tile<f32>
        yield %greater : tile<f32>
      }
      %next_m = maxf %of_row, %m : tile<256xf32>
      %column = reshape %next_m : tile<256xf32> -> tile<256x1xf32>
      %spread = broadcast %column : tile<256x1xf32> -> tile<256x64xf32>
      %less = subf %scaled, %spread rounding<nearest_even> : tile<256x64xf32>
      %power = exp2 %less : tile<256x64xf32>
      %f = ftof %power : tile<256x64xf32> -> tile<256x64xf16>
      %change = subf %m, %next_m rounding<nearest_even> : tile<256xf32>
      %alpha = exp2 %change : tile<256xf32>
      %column_of_alpha = reshape %alpha : tile<256xf32> -> tile<256x1xf32>
      %factor = broadcast %column_of_alpha : tile<256x1xf32> -> tile<256x128xf32>
      %rescaled = mulf %acc, %factor rounding<nearest_even> : tile<256x128xf32>
      %v, %t2 = load_view_tko weak %vw[%i, %zero] : partition_view<tile=(64x128), tensor_view<256x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
      %next = mmaf %f, %v, %rescaled : tile<256x64xf16>, tile<64x128xf16>, tile<256x128xf32>
      continue %next, %next_m : tile<256x128xf32>, tile<256xf32>
    }
    %ov = make_tensor_view %out, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
    %ow = make_partition_view %ov : partition_view<tile=(256x128), tensor_view<256x128xf32, strides=[128,1]>>
    %t3 = store_view_tko weak %r#0, %ow[%zero, %zero] : tile<256x128xf32>, partition_view<tile=(256x128), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
