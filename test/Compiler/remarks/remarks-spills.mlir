// A kernel that has too few registers says how many values spill.

// RUN: tileiras %s --gpu-name=sm_90 --remarks=all -o %t.cubin | FileCheck %s
// CHECK: RemarkRegistersSpilled, Reason: a thread has no room for {{[1-9][0-9]*}} bytes that it keeps in its 32 registers, {{.*}}Suggestion: use smaller tiles, or more warps

cuda_tile.module @m {
  entry @k(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>) {
    %va = make_tensor_view %a, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %vb = make_tensor_view %b, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %pa = make_partition_view %va : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %pb = make_partition_view %vb : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %x, %t0 = load_view_tko weak %pa[%zero, %zero] : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> tile<128x128xf32>, token
    %y = exp %x : tile<128x128xf32>
    %sum = reduce %y dim=1 identities=[0.0 : f32] : tile<128x128xf32> -> tile<128xf32>
    (%l: tile<f32>, %r: tile<f32>) {
      %s = addf %l, %r : tile<f32>
      yield %s : tile<f32>
    }
    %column = reshape %sum : tile<128xf32> -> tile<128x1xf32>
    %all = broadcast %column : tile<128x1xf32> -> tile<128x128xf32>
    %z = divf %y, %all : tile<128x128xf32>
    %t1 = store_view_tko weak %z, %pb[%zero, %zero] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  } {nvvm.maxnreg = 32 : i32}
}
