// A tensor map that rounds f32 to tf32 as it copies leaves what threads would have rounded, but for the NaNs that
// docs/trust.md names: each pass is proved, and the PTX leaves the same numbers.
//
// RUN: tileiras %s --gpu-name=sm_100 --emit=ptx -o %t.ptx
// RUN: FileCheck %s --check-prefix=CODE < %t.ptx
// RUN: tileiras %s --gpu-name=sm_100 --validate -o %t 2>&1 | FileCheck %s --implicit-check-not=undecided
//
// CODE: tensormap.replace.tile.elemtype.global.b1024.b32 [%rd{{[0-9]+}}], 11;
// CHECK: [[ALL:[0-9]+]] of [[ALL]] changes by passes proved
// CHECK: PTX: 1 of 1 launches store each element from the sources that the program gives it {{.*}} and 1 leave numbers as the language allows

cuda_tile.module @kernels {
  entry @product(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>) {
    %0 = assume div_by<16>, %a : tile<ptr<f32>>
    %1 = assume div_by<16>, %b : tile<ptr<f32>>
    %x = make_tensor_view %0, shape = [64, 96], strides = [96, 1] : tensor_view<64x96xf32, strides=[96,1]>
    %y = make_tensor_view %1, shape = [96, 64], strides = [64, 1] : tensor_view<96x64xf32, strides=[64,1]>
    %z = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %xs = make_partition_view %x : partition_view<tile=(64x32), padding_value = zero, tensor_view<64x96xf32, strides=[96,1]>>
    %ys = make_partition_view %y : partition_view<tile=(32x64), padding_value = zero, tensor_view<96x64xf32, strides=[64,1]>>
    %zs = make_partition_view %z : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c3 = constant <i32: 3> : tile<i32>
    %sum = for %k in (%c0 to %c3, step %c1) : tile<i32> iter_values(%acc = %none) -> (tile<64x64xf32>) {
      %l, %t = load_view_tko weak %xs[%c0, %k] : partition_view<tile=(64x32), padding_value = zero, tensor_view<64x96xf32, strides=[96,1]>>, tile<i32> -> tile<64x32xf32>, token
      %r, %u = load_view_tko weak %ys[%k, %c0] : partition_view<tile=(32x64), padding_value = zero, tensor_view<96x64xf32, strides=[64,1]>>, tile<i32> -> tile<32x64xf32>, token
      %lr = ftof %l : tile<64x32xf32> -> tile<64x32xtf32>
      %rr = ftof %r : tile<32x64xf32> -> tile<32x64xtf32>
      %d = mmaf %lr, %rr, %acc : tile<64x32xtf32>, tile<32x64xtf32>, tile<64x64xf32>
      continue %d : tile<64x64xf32>
    }
    %v = store_view_tko weak %sum, %zs[%c0, %c0] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
