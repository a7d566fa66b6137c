// A plan that the program does not let ptxas keep: the loop's schedule counts on more
// blocks than an SM holds of threads with 255 registers.
//
// RUN: tileiras %s --gpu-name=sm_90 --remarks=schedule --emit=ptx -O3 -o %t.ptx | FileCheck %s
// CHECK: Missed: RemarkPlanNotKept, Reason: {{.*}}fewer than the {{[5-9]|[1-9][0-9]}} CTAs {{.*}}'nvvm.maxnreg' lets a thread take more registers

cuda_tile.module @m {
  entry @k(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %steps = constant <i32: 64> : tile<i32>
    %a16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b16 = assume div_by<16>, %b : tile<ptr<f16>>
    %va = make_tensor_view %a16, shape = [64, 2048], strides = [2048, 1] : tensor_view<64x2048xf16, strides=[2048,1]>
    %vb = make_tensor_view %b16, shape = [2048, 64], strides = [64, 1] : tensor_view<2048x64xf16, strides=[64,1]>
    %vc = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %pa = make_partition_view %va : partition_view<tile=(64x32), tensor_view<64x2048xf16, strides=[2048,1]>>
    %pb = make_partition_view %vb : partition_view<tile=(32x64), tensor_view<2048x64xf16, strides=[64,1]>>
    %pc = make_partition_view %vc : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%s = %none) -> (tile<64x64xf32>) {
      %x, %t0 = load_view_tko weak %pa[%zero, %i] : partition_view<tile=(64x32), tensor_view<64x2048xf16, strides=[2048,1]>>, tile<i32> -> tile<64x32xf16>, token
      %y, %t1 = load_view_tko weak %pb[%i, %zero] : partition_view<tile=(32x64), tensor_view<2048x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
      %r = mmaf %x, %y, %s : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %r : tile<64x64xf32>
    }
    %t = store_view_tko weak %sum, %pc[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  } {nvvm.maxnreg = 255 : i32}
}
