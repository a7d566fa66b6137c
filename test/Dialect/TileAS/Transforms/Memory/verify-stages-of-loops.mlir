// The verifier knows the stages of loops as they are compiled, wherever their counters
// begin: a product that is waited for an iteration too late still reads what a copy by the
// machine fills.
//
// DEFINE: %{compile} = tileiras - --emit=tileas --gpu-name=sm_90 --tensor-maps=true
// DEFINE: %{verify} = cuda-tile-opt - --pass-pipeline='builtin.module(tileas.kernel(tileas-verify-barriers))' -o /dev/null
//
// RUN: %{compile} < %s -o %t.from0.mlir
// RUN: %{verify} < %t.from0.mlir
// RUN: sed 's/leaving 1 /leaving 2 /' %t.from0.mlir | not %{verify} 2>&1 | FileCheck %s
// RUN: sed 's/in (%%c0 to/in (%%c1 to/' %s | %{compile} -o %t.from1.mlir
// RUN: FileCheck %s --check-prefix=FROM1 < %t.from1.mlir
// RUN: %{verify} < %t.from1.mlir
// RUN: sed 's/leaving 1 /leaving 2 /' %t.from1.mlir | not %{verify} 2>&1 | FileCheck %s
//
// FROM1: scf.for %[[I:.*]] = %c1_i32 to
// CHECK: error: 'tileas.tensor_copy' op changes what a product under way reads

cuda_tile.module @m {
  entry @k(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %n: tile<i32>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %none = constant <f32: 0.0> : tile<128x128xf32>
    %aa = assume div_by<16>, %a : tile<ptr<f16>>
    %bb = assume div_by<16>, %b : tile<ptr<f16>>
    %av = make_tensor_view %aa, shape = [128, 1024], strides = [1024, 1] : tensor_view<128x1024xf16, strides=[1024,1]>
    %aw = make_partition_view %av : partition_view<tile=(128x64), tensor_view<128x1024xf16, strides=[1024,1]>>
    %bv = make_tensor_view %bb, shape = [1024, 128], strides = [128, 1] : tensor_view<1024x128xf16, strides=[128,1]>
    %bw = make_partition_view %bv : partition_view<tile=(64x128), tensor_view<1024x128xf16, strides=[128,1]>>
    %cv = make_tensor_view %c, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %cw = make_partition_view %cv : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %sum = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%acc = %none) -> (tile<128x128xf32>) {
      %x, %t0 = load_view_tko weak %aw[%c0, %i] : partition_view<tile=(128x64), tensor_view<128x1024xf16, strides=[1024,1]>>, tile<i32> -> tile<128x64xf16>, token
      %y, %t1 = load_view_tko weak %bw[%i, %c0] : partition_view<tile=(64x128), tensor_view<1024x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
      %next = mmaf %x, %y, %acc : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %t2 = store_view_tko weak %sum, %cw[%c0, %c0] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
