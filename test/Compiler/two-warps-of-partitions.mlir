// Threads that compute between products leave the tensor cores without work, so that each
// partition of an SM has two warps: of two blocks of four where shared memory has no room for
// four of two, as on sm_80, and of one block of eight where it has room for one. Eight warps would
// have to reduce 64 rows together, and four have each their own. Of a carried state two warps hold the sums, and
// it is a right factor that is computed. A line of decays each warp reduces for itself.
//
// RUN: tileiras %s --gpu-name=sm_80 --remarks=all -o %t.cubin 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: tileiras %s --gpu-name=sm_120 --remarks=all -o %t.cubin 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: %python %S/../Dialect/TileAS/Inputs/numbers.py %t
// RUN: cuda-tile-run %s --entry=carried --arg=ptr:%t.halves.x.npy --arg=ptr:new:f32[128,32] --compare=emulate --gpu-name=sm_80 --check=all
// RUN: cuda-tile-run %s --entry=squared --arg=ptr:%t.halves.x.npy --arg=ptr:new:f32[64,128] --compare=emulate --gpu-name=sm_120 --check=all

// TWO: carried:
// TWO: RemarkWarpCandidate, Warps: 2, {{.*}}Chosen: false, Reason: an SM would have too few, as shared memory has room for few CTAs
// TWO: RemarkWarps, Warps: 4, {{.*}}Reason: shared memory has room for few CTAs
// TWO: reduced:
// TWO: RemarkWarps, Warps: 4,
// TWO: squared:
// TWO: RemarkWarps, Warps: 4, {{.*}}Reason: shared memory has room for few CTAs

// ONE: reduced:
// ONE: RemarkWarps, Warps: 4,
// ONE: squared:
// ONE: RemarkWarpCandidate, Warps: 4, {{.*}}Chosen: false, Reason: an SM would have too few, as shared memory has room for few CTAs
// ONE: RemarkWarps, Warps: 8, {{.*}}Reason: shared memory has room for few CTAs

cuda_tile.module @kernels {
  entry @squared(%a: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
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
    %sum = for %i in (%zero to %two, step %one) : tile<i32> iter_values(%acc = %none) -> (tile<64x128xf32>) {
      %keys, %t1 = load_view_tko weak %ta[%i, %one] : partition_view<tile=(64x128), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x128xf16>, token
      %values, %t2 = load_view_tko weak %ta[%i, %two] : partition_view<tile=(64x128), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x128xf16>, token
      %turned = permute %keys [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
      %scores = mmaf %queries, %turned, %no_scores : tile<64x128xf16>, tile<128x64xf16>, tile<64x64xf32>
      %powers = mulf %scores, %scores rounding<nearest_even> : tile<64x64xf32>
      %halves = ftof %powers : tile<64x64xf32> -> tile<64x64xf16>
      %next = mmaf %halves, %values, %acc : tile<64x64xf16>, tile<64x128xf16>, tile<64x128xf32>
      continue %next : tile<64x128xf32>
    }
    %t3 = store_view_tko weak %sum, %tc[%zero, %zero] : tile<64x128xf32>, partition_view<tile=(64x128), tensor_view<64x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }

  entry @reduced(%a: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
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
    %sum = for %i in (%zero to %two, step %one) : tile<i32> iter_values(%acc = %none) -> (tile<64x128xf32>) {
      %keys, %t1 = load_view_tko weak %ta[%i, %one] : partition_view<tile=(64x128), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x128xf16>, token
      %values, %t2 = load_view_tko weak %ta[%i, %two] : partition_view<tile=(64x128), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x128xf16>, token
      %turned = permute %keys [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
      %scores = mmaf %queries, %turned, %no_scores : tile<64x128xf16>, tile<128x64xf16>, tile<64x64xf32>
      %high = reduce %scores dim=1 identities=[0.0 : f32] : tile<64x64xf32> -> tile<64xf32> (%x: tile<f32>, %y: tile<f32>) {
        %larger = maxf %x, %y : tile<f32>
        yield %larger : tile<f32>
      }
      %column = reshape %high : tile<64xf32> -> tile<64x1xf32>
      %highest = broadcast %column : tile<64x1xf32> -> tile<64x64xf32>
      %powers = subf %scores, %highest rounding<nearest_even> : tile<64x64xf32>
      %halves = ftof %powers : tile<64x64xf32> -> tile<64x64xf16>
      %next = mmaf %halves, %values, %acc : tile<64x64xf16>, tile<64x128xf16>, tile<64x128xf32>
      continue %next : tile<64x128xf32>
    }
    %t3 = store_view_tko weak %sum, %tc[%zero, %zero] : tile<64x128xf32>, partition_view<tile=(64x128), tensor_view<64x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }

  entry @carried(%a: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %none = constant <f32: 0.0> : tile<128x32xf32>
    %no_values = constant <f32: 0.0> : tile<64x32xf32>
    %pa = assume div_by<16>, %a : tile<ptr<f16>>
    %va = make_tensor_view %pa, shape = [128, 512], strides = [512, 1] : tensor_view<128x512xf16, strides=[512,1]>
    %vc = make_tensor_view %c, shape = [128, 32], strides = [32, 1] : tensor_view<128x32xf32, strides=[32,1]>
    %ta = make_partition_view %va : partition_view<tile=(64x128), tensor_view<128x512xf16, strides=[512,1]>>
    %tv = make_partition_view %va : partition_view<tile=(64x32), tensor_view<128x512xf16, strides=[512,1]>>
    %tg = make_partition_view %va : partition_view<tile=(1x64), tensor_view<128x512xf16, strides=[512,1]>>
    %tc = make_partition_view %vc : partition_view<tile=(128x32), tensor_view<128x32xf32, strides=[32,1]>>
    %sum = for %i in (%zero to %two, step %one) : tile<i32> iter_values(%state = %none) -> (tile<128x32xf32>) {
      %weights, %t0 = load_view_tko weak %ta[%i, %zero] : partition_view<tile=(64x128), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x128xf16>, token
      %keys, %t1 = load_view_tko weak %ta[%i, %one] : partition_view<tile=(64x128), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x128xf16>, token
      %values, %t2 = load_view_tko weak %tv[%i, %two] : partition_view<tile=(64x32), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x32xf16>, token
      %decays, %t4 = load_view_tko weak %tg[%i, %two] : partition_view<tile=(1x64), tensor_view<128x512xf16, strides=[512,1]>>, tile<i32> -> tile<1x64xf16>, token
      %line = reshape %decays : tile<1x64xf16> -> tile<64xf16>
      %most = reduce %line dim=0 identities=[0.0 : f16] : tile<64xf16> -> tile<f16> (%x: tile<f16>, %y: tile<f16>) {
        %larger = maxf %x, %y : tile<f16>
        yield %larger : tile<f16>
      }
      %low = ftof %state : tile<128x32xf32> -> tile<128x32xf16>
      %seen = mmaf %weights, %low, %no_values : tile<64x128xf16>, tile<128x32xf16>, tile<64x32xf32>
      %rest = ftof %seen : tile<64x32xf32> -> tile<64x32xf16>
      %new = subf %values, %rest rounding<nearest_even> : tile<64x32xf16>
      %corner = reshape %most : tile<f16> -> tile<1x1xf16>
      %all = broadcast %corner : tile<1x1xf16> -> tile<64x32xf16>
      %decayed = mulf %new, %all rounding<nearest_even> : tile<64x32xf16>
      %turned = permute %keys [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
      %next = mmaf %turned, %decayed, %state : tile<128x64xf16>, tile<64x32xf16>, tile<128x32xf32>
      continue %next : tile<128x32xf32>
    }
    %t3 = store_view_tko weak %sum, %tc[%zero, %zero] : tile<128x32xf32>, partition_view<tile=(128x32), tensor_view<128x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }
}
