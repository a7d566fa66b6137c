// Scores in tensor memory begin two iterations before their powers. The ring of the keys is
// filled for two iterations that do not exist, also where the loop has none: with zeros,
// which nobody reads from memory. Behind an array of 192 rows, where the view goes on,
// there is none.
//
// RUN: tileiras %s --emit=tileas --gpu-name=sm_100 --remarks=all -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t.mlir
// RUN: %python %S/../Dialect/TileAS/Inputs/numbers.py %t
// RUN: sh -c 'set -e; for n in -3 0 1 2 3 4; do for when in eager lazy random; do cuda-tile-run %s --entry=scores --engine=emulate --compare=interpret --check=all --async=$when --warps=random --gpu-name=sm_100 --arg=ptr:%t.halves.x.npy --arg=ptr:%t.halves.x.npy --arg=ptr:%t.halves.x.npy --arg=ptr:new:f32[128,64] --arg=ptr:new:f32[128] --arg=i32:$n; done; done'
// RUN: %python -c "data = open(r'%t.halves.x.npy', 'rb').read(); open(r'%t.short.npy', 'wb').write(data[:128].replace(b'(128, 512)', b'(192, 128)') + data[128:128 + 2 * 192 * 128])"
// RUN: sh -c 'set -e; for n in 0 1 3; do for maps in true false; do cuda-tile-run %s --entry=scores --engine=emulate --compare=interpret --check=all --async=random --gpu-name=sm_100 --tensor-maps=$maps --arg=ptr:%t.halves.x.npy --arg=ptr:%t.short.npy --arg=ptr:%t.short.npy --arg=ptr:new:f32[128,64] --arg=ptr:new:f32[128] --arg=i32:$n; done; done'
// RUN: cuda-tile-run %s --entry=scores --verify-each-semantically --gpu-name=sm_100 --arg=ptr:%t.halves.x.npy --arg=ptr:%t.halves.x.npy --arg=ptr:%t.halves.x.npy --arg=ptr:new:f32[128,64] --arg=ptr:new:f32[128] --arg=i32:3
//
// Each pass leaves what the verifier takes.
// RUN: cuda-tile-opt %s -o /dev/null --pass-pipeline='builtin.module(cuda-tile-to-tileaa{gpu-name=sm_100},tileaa-to-tileas{gpu-name=sm_100},tileas{gpu-name=sm_100})'

// REMARK: RemarkScoresLead, Iterations: 2

// CHECK-LABEL: @scores(
// CHECK: tileas.tcgen05_mma
// CHECK: tileas.tcgen05_mma
// CHECK: scf.for
// CHECK: tileas.tmem_load
// CHECK: tileas.tcgen05_mma
// CHECK-NEXT: tileas.tmem_store {{.*}} in %
// CHECK-NEXT: tileas.tcgen05_mma
cuda_tile.module @m {
  entry @scores(%q: tile<ptr<f16>>, %k: tile<ptr<f16>>, %values: tile<ptr<f16>>, %out: tile<ptr<f32>>, %rows: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %qq = assume div_by<16>, %q : tile<ptr<f16>>
    %kk = assume div_by<16>, %k : tile<ptr<f16>>
    %qv = make_tensor_view %qq, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf16, strides=[128,1]>
    %qw = make_partition_view %qv : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>
    %kv = make_tensor_view %kk, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf16, strides=[128,1]>
    %kw = make_partition_view %kv : partition_view<tile=(64x128), tensor_view<256x128xf16, strides=[128,1]>>
    %vv = assume div_by<16>, %values : tile<ptr<f16>>
    %vt = make_tensor_view %vv, shape = [256, 64], strides = [64, 1] : tensor_view<256x64xf16, strides=[64,1]>
    %vw = make_partition_view %vt : partition_view<tile=(64x64), tensor_view<256x64xf16, strides=[64,1]>>
    %a, %t0 = load_view_tko weak %qw[%zero, %zero] : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
    %none = constant <f32: 0.0> : tile<128x64xf32>
    %nothing = constant <f32: 0.0> : tile<128x64xf32>
    %least = constant <f32: -1.0> : tile<128xf32>
    %scale = constant <f32: 0.015625> : tile<128x64xf32>
    %s:2 = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %nothing, %m = %least) -> (tile<128x64xf32>, tile<128xf32>) {
      %b, %t1 = load_view_tko weak %kw[%i, %zero] : partition_view<tile=(64x128), tensor_view<256x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
      %c = permute %b [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
      %p = mmaf %a, %c, %none : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
      %scaled = mulf %p, %scale rounding<nearest_even> : tile<128x64xf32>
      %of_row = reduce %scaled dim=1 identities=[0xFF800000 : f32] : tile<128x64xf32> -> tile<128xf32> (%x: tile<f32>, %y: tile<f32>) {
        %greater = maxf %x, %y : tile<f32>
        yield %greater : tile<f32>
      }
      %next_m = maxf %of_row, %m : tile<128xf32>
      %column = reshape %next_m : tile<128xf32> -> tile<128x1xf32>
      %spread = broadcast %column : tile<128x1xf32> -> tile<128x64xf32>
      %less = subf %scaled, %spread rounding<nearest_even> : tile<128x64xf32>
      %power = exp2 %less : tile<128x64xf32>
      %f = ftof %power : tile<128x64xf32> -> tile<128x64xf16>
      %change = subf %m, %next_m rounding<nearest_even> : tile<128xf32>
      %alpha = exp2 %change : tile<128xf32>
      %column_of_alpha = reshape %alpha : tile<128xf32> -> tile<128x1xf32>
      %factor = broadcast %column_of_alpha : tile<128x1xf32> -> tile<128x64xf32>
      %rescaled = mulf %acc, %factor rounding<nearest_even> : tile<128x64xf32>
      %v, %t2 = load_view_tko weak %vw[%i, %zero] : partition_view<tile=(64x64), tensor_view<256x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
      %next = mmaf %f, %v, %rescaled : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
      continue %next, %next_m : tile<128x64xf32>, tile<128xf32>
    }
    %ov = make_tensor_view %out, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %ow = make_partition_view %ov : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>
    %t3 = store_view_tko weak %s#0, %ow[%zero, %zero] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    %mv = make_tensor_view %rows, shape = [128], strides = [1] : tensor_view<128xf32, strides=[1]>
    %mw = make_partition_view %mv : partition_view<tile=(128), tensor_view<128xf32, strides=[1]>>
    %t4 = store_view_tko weak %s#1, %mw[%zero] : tile<128xf32>, partition_view<tile=(128), tensor_view<128xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
