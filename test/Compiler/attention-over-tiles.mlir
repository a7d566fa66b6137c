// Attention in a loop over tiles, where both loops copy ahead: those who fill and those
// who read a stage count its turns alike from tile to tile, be there as many iterations
// as stages, fewer, or none.
//
// RUN: %python %S/../Dialect/TileAS/Inputs/numbers.py %t
// RUN: sh -c 'set -e; for gpu in sm_90 sm_100; do for entry in tall wide; do for n in 0 1 3; do cuda-tile-run %s --entry=$entry --engine=emulate --compare=interpret --check=all --async=random --warps=random --gpu-name=$gpu --arg=ptr:%t.halves.x.npy --arg=ptr:%t.halves.w.npy --arg=ptr:new:f32[512,64] --arg=i32:$n; done; done; done'
//
// Each pass leaves what the verifier takes.
// RUN: cuda-tile-opt %s -o /dev/null --pass-pipeline='builtin.module(cuda-tile-to-tileaa{gpu-name=sm_100},tileaa-to-tileas{gpu-name=sm_100},tileas{gpu-name=sm_100})'

cuda_tile.module @m {
  entry @tall(%x: tile<ptr<f16>>, %w: tile<ptr<f16>>, %out: tile<ptr<f32>>, %n: tile<i32>) optimization_hints=<default = {num_cta_in_cga = 1}> {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %xa = assume div_by<16>, %x : tile<ptr<f16>>
    %wa = assume div_by<16>, %w : tile<ptr<f16>>
    %oa = assume div_by<16>, %out : tile<ptr<f32>>
    %xt = make_tensor_view %xa, shape = [64, 512], strides = [512, 1] : tensor_view<64x512xf16, strides=[512,1]>
    %wt = make_tensor_view %wa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
    %ot = make_tensor_view %oa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf32, strides=[64,1]>
    %qv = make_partition_view %wt : partition_view<tile=(256x64), tensor_view<512x64xf16, strides=[64,1]>>
    %kv = make_partition_view %xt : partition_view<tile=(64x64), tensor_view<64x512xf16, strides=[512,1]>>
    %vv = make_partition_view %wt : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
    %ov = make_partition_view %ot : partition_view<tile=(256x64), tensor_view<512x64xf32, strides=[64,1]>>
    %no_scores = constant <f32: 0.0> : tile<256x64xf32>
    %none = constant <f32: 0.0> : tile<256x64xf32>
    %least = constant <f32: 0.0> : tile<256xf32>
    for %o in (%zero to %two, step %one) : tile<i32> {
      %q, %t0 = load_view_tko weak %qv[%o, %zero] : partition_view<tile=(256x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<256x64xf16>, token
      %sum, %most = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %none, %before = %least) -> (tile<256x64xf32>, tile<256xf32>) {
        %k, %t1 = load_view_tko weak %kv[%zero, %i] : partition_view<tile=(64x64), tensor_view<64x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
        %scores = mmaf %q, %k, %no_scores : tile<256x64xf16>, tile<64x64xf16>, tile<256x64xf32>
        %positive = maxf %scores, %no_scores : tile<256x64xf32>
        %of_row = reduce %positive dim=1 identities=[0.0 : f32] : tile<256x64xf32> -> tile<256xf32> (%a: tile<f32>, %b: tile<f32>) {
          %c = maxf %a, %b : tile<f32>
          yield %c : tile<f32>
        }
        %now = maxf %before, %of_row : tile<256xf32>
        %p = ftof %positive : tile<256x64xf32> -> tile<256x64xf16>
        %v, %t2 = load_view_tko weak %vv[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
        %next = mmaf %p, %v, %acc : tile<256x64xf16>, tile<64x64xf16>, tile<256x64xf32>
        continue %next, %now : tile<256x64xf32>, tile<256xf32>
      }
      %column = reshape %most : tile<256xf32> -> tile<256x1xf32>
      %wide = broadcast %column : tile<256x1xf32> -> tile<256x64xf32>
      %all = addf %sum, %wide rounding<nearest_even> : tile<256x64xf32>
      %t3 = store_view_tko weak %all, %ov[%o, %zero] : tile<256x64xf32>, partition_view<tile=(256x64), tensor_view<512x64xf32, strides=[64,1]>>, tile<i32> -> token
      continue
    }
    return
  }

  entry @wide(%x: tile<ptr<f16>>, %w: tile<ptr<f16>>, %out: tile<ptr<f32>>, %n: tile<i32>) optimization_hints=<default = {num_cta_in_cga = 1}> {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %xa = assume div_by<16>, %x : tile<ptr<f16>>
    %wa = assume div_by<16>, %w : tile<ptr<f16>>
    %oa = assume div_by<16>, %out : tile<ptr<f32>>
    %xt = make_tensor_view %xa, shape = [64, 512], strides = [512, 1] : tensor_view<64x512xf16, strides=[512,1]>
    %wt = make_tensor_view %wa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
    %ot = make_tensor_view %oa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf32, strides=[64,1]>
    %qv = make_partition_view %wt : partition_view<tile=(128x64), tensor_view<512x64xf16, strides=[64,1]>>
    %kv = make_partition_view %xt : partition_view<tile=(64x128), tensor_view<64x512xf16, strides=[512,1]>>
    %vv = make_partition_view %wt : partition_view<tile=(128x64), tensor_view<512x64xf16, strides=[64,1]>>
    %ov = make_partition_view %ot : partition_view<tile=(128x64), tensor_view<512x64xf32, strides=[64,1]>>
    %no_scores = constant <f32: 0.0> : tile<128x128xf32>
    %none = constant <f32: 0.0> : tile<128x64xf32>
    %least = constant <f32: 0.0> : tile<128xf32>
    for %o in (%zero to %two, step %one) : tile<i32> {
      %q, %t0 = load_view_tko weak %qv[%o, %zero] : partition_view<tile=(128x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<128x64xf16>, token
      %sum, %most = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %none, %before = %least) -> (tile<128x64xf32>, tile<128xf32>) {
        %k, %t1 = load_view_tko weak %kv[%zero, %i] : partition_view<tile=(64x128), tensor_view<64x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x128xf16>, token
        %scores = mmaf %q, %k, %no_scores : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
        %positive = maxf %scores, %no_scores : tile<128x128xf32>
        %of_row = reduce %positive dim=1 identities=[0.0 : f32] : tile<128x128xf32> -> tile<128xf32> (%a: tile<f32>, %b: tile<f32>) {
          %c = maxf %a, %b : tile<f32>
          yield %c : tile<f32>
        }
        %now = maxf %before, %of_row : tile<128xf32>
        %p = ftof %positive : tile<128x128xf32> -> tile<128x128xf16>
        %v, %t2 = load_view_tko weak %vv[%i, %zero] : partition_view<tile=(128x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<128x64xf16>, token
        %next = mmaf %p, %v, %acc : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
        continue %next, %now : tile<128x64xf32>, tile<128xf32>
      }
      %column = reshape %most : tile<128xf32> -> tile<128x1xf32>
      %wide = broadcast %column : tile<128x1xf32> -> tile<128x64xf32>
      %all = addf %sum, %wide rounding<nearest_even> : tile<128x64xf32>
      %t3 = store_view_tko weak %all, %ov[%o, %zero] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<512x64xf32, strides=[64,1]>>, tile<i32> -> token
      continue
    }
    return
  }
}
