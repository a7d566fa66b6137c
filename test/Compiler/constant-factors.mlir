// A product by wgmma whose factor is a constant: each iteration sets the registers that
// hold it, so that the product of the iteration before may not be under way any more.
//
// RUN: tileiras %s --gpu-name=sm_90 --emit=tileas -o - | FileCheck %s
// RUN: sh -c 'set -e; for n in 0 1 3; do cuda-tile-run %s --engine=emulate --compare=interpret --check=all --warps=random --gpu-name=sm_90 --arg=ptr:new:i32[64,64] --arg=i32:$n; done'

// CHECK: scf.for
// CHECK: tileas.wgmma {{.*}} by [64, 64, 32] :

cuda_tile.module @kernels {
  entry @k(%c: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %ones = constant <i32: 1> : tile<64x64xi32>
    %twos = constant <i8: 2> : tile<64x64xi8>
    %tc = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xi32, strides=[64,1]>
    %vc = make_partition_view %tc : partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>
    %all = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%sum = %ones) -> (tile<64x64xi32>) {
      %next = mmai %twos, %twos, %sum unsigned unsigned : tile<64x64xi8>, tile<64x64xi8>, tile<64x64xi32>
      continue %next : tile<64x64xi32>
    }
    %s = store_view_tko weak %all, %vc[%zero, %zero] : tile<64x64xi32>, partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
