// Products by wgmma whose factors in registers LLVM finds to be constants, or some words
// of them, if MLIR does not: the code may not set these registers while a product of the
// iteration before reads them.
//
// RUN: tileiras %s --gpu-name=sm_90 --emit=tileas -o - | FileCheck %s
// RUN: sh -c 'set -e; for k in k iota; do for n in 0 1 3; do cuda-tile-run %s --entry=$k --engine=emulate --compare=interpret --check=all --warps=random --gpu-name=sm_90 --arg=ptr:new:i32[64,64] --arg=i32:$n; done; done'
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<16384e', *(i % 61 / 4 - 7 for i in range(16384))).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<f2" 16384 $(cat %t.hex)'
// RUN: sh -c 'set -e; for n in 0 1 4; do cuda-tile-run %s --entry=tril --engine=emulate --compare=interpret --check=all --warps=random --gpu-name=sm_90 --arg=ptr:new:f32[64,64] --arg=ptr:%t.npy --arg=i32:$n; done'

// CHECK-LABEL: @k(
// CHECK: scf.for
// CHECK: tileas.wgmma {{.*}} by [64, 64, 32] pending :

// Ones on and below the diagonal: lanes make some words, and others are the same in all.
// CHECK-LABEL: @tril(
// CHECK: scf.for
// CHECK: tileas.wgmma {{.*}} by [64, 64, 16] pending :

// The lowest bits of the columns, which are the same in all words.
// CHECK-LABEL: @iota(
// CHECK: scf.for
// CHECK: tileas.wgmma {{.*}} by [64, 64, 32] pending :

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

  entry @tril(%c: tile<ptr<f32>>, %v: tile<ptr<f16>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %acc = constant <f32: 0.0> : tile<64x64xf32>
    %i0 = iota : tile<64xi32>
    %ir = reshape %i0 : tile<64xi32> -> tile<64x1xi32>
    %ic = reshape %i0 : tile<64xi32> -> tile<1x64xi32>
    %br = broadcast %ir : tile<64x1xi32> -> tile<64x64xi32>
    %bc = broadcast %ic : tile<1x64xi32> -> tile<64x64xi32>
    %cmp = cmpi greater_than_or_equal %br, %bc, signed : tile<64x64xi32> -> tile<64x64xi1>
    %h1 = constant <f16: 1.0> : tile<64x64xf16>
    %h0 = constant <f16: 0.0> : tile<64x64xf16>
    %f = select %cmp, %h1, %h0 : tile<64x64xi1>, tile<64x64xf16>
    %tc = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %vc = make_partition_view %tc : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %tv = make_tensor_view %v, shape = [256, 64], strides = [64, 1] : tensor_view<256x64xf16, strides=[64,1]>
    %vv = make_partition_view %tv : partition_view<tile=(64x64), tensor_view<256x64xf16, strides=[64,1]>>
    %all = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%sum = %acc) -> (tile<64x64xf32>) {
      %x, %t = load_view_tko weak %vv[%i, %zero] : partition_view<tile=(64x64), tensor_view<256x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
      %next = mmaf %f, %x, %sum : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %s = store_view_tko weak %all, %vc[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  entry @iota(%c: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %ones = constant <i32: 1> : tile<64x64xi32>
    %twos = constant <i8: 2> : tile<64x64xi8>
    %tc = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xi32, strides=[64,1]>
    %vc = make_partition_view %tc : partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>
    %i0 = iota : tile<64xi8>
    %i1 = reshape %i0 : tile<64xi8> -> tile<1x64xi8>
    %io = broadcast %i1 : tile<1x64xi8> -> tile<64x64xi8>
    %least = constant <i8: 1> : tile<64x64xi8>
    %f = andi %io, %least : tile<64x64xi8>
    %all = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%sum = %ones) -> (tile<64x64xi32>) {
      %next = mmai %f, %twos, %sum unsigned unsigned : tile<64x64xi8>, tile<64x64xi8>, tile<64x64xi32>
      continue %next : tile<64x64xi32>
    }
    %s = store_view_tko weak %all, %vc[%zero, %zero] : tile<64x64xi32>, partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
