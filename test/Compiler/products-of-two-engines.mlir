// A sum that two instructions add to, one of warps and one of warp groups, lies in a
// layout that both of them can have, in front of a loop, in it and behind it. Where there
// is none it is converted.
//
// RUN: %python %S/../Dialect/TileAS/Inputs/numbers.py %t
// RUN: tileiras %s --gpu-name=sm_90 --emit=tileas -o - | FileCheck %s
// RUN: sh -c 'set -e; for gpu in sm_80 sm_90 sm_100; do for n in 0 1 3; do for entry in k apart; do cuda-tile-run %s --entry=$entry --engine=emulate --compare=interpret --check=all --warps=random --gpu-name=$gpu --arg=ptr:%t.bytes.x.npy --arg=ptr:new:i32[64,64] --arg=i32:$n; done; done; done'

// CHECK: tileas.mma {{.*}} by [16, 8, 32] : {{.*}}, [[SUM:![a-z0-9]+]]
// CHECK: scf.while
// CHECK: tileas.wgmma {{.*}} by [64, 64, 32] : {{.*}}, [[SUM]]
// CHECK: tileas.mma {{.*}} by [16, 8, 32] : {{.*}}, [[SUM]]

cuda_tile.module @kernels {
  entry @k(%x: tile<ptr<i8>>, %c: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %none = constant <i32: 0> : tile<64x64xi32>
    %twos = constant <i8: 2> : tile<64x64xi8>
    %px = assume div_by<16>, %x : tile<ptr<i8>>
    %pc = assume div_by<16>, %c : tile<ptr<i32>>
    %tx = make_tensor_view %px, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xi8, strides=[64,1]>
    %vx = make_partition_view %tx : partition_view<tile=(64x64), tensor_view<64x64xi8, strides=[64,1]>>
    %tc = make_tensor_view %pc, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xi32, strides=[64,1]>
    %vc = make_partition_view %tc : partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>
    // Both of its factors lie across K, which warp groups cannot read: to turn both takes
    // longer than mma.sync.
    %b, %tb = load_view_tko weak %vx[%zero, %zero] : partition_view<tile=(64x64), tensor_view<64x64xi8, strides=[64,1]>>, tile<i32> -> tile<64x64xi8>, token
    %a = permute %b [1, 0] : tile<64x64xi8> -> tile<64x64xi8>
    %first = mmai %a, %b, %none signed signed : tile<64x64xi8>, tile<64x64xi8>, tile<64x64xi32>
    %last, %turns = loop iter_values(%sum = %first, %k = %zero) : tile<64x64xi32>, tile<i32> -> tile<64x64xi32>, tile<i32> {
      %ends = cmpi greater_than_or_equal %k, %n, signed : tile<i32> -> tile<i1>
      if %ends {
        break %sum, %k : tile<64x64xi32>, tile<i32>
      }
      %product = mmai %twos, %twos, %sum signed signed : tile<64x64xi8>, tile<64x64xi8>, tile<64x64xi32>
      %next = addi %k, %one : tile<i32>
      continue %product, %next : tile<64x64xi32>, tile<i32>
    }
    %all = mmai %a, %b, %last signed signed : tile<64x64xi8>, tile<64x64xi8>, tile<64x64xi32>
    %s = store_view_tko weak %all, %vc[%zero, %zero] : tile<64x64xi32>, partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  // Here they have none in common: a sum goes into a loop that multiplies before it may
  // end, with the factors in each other's places.
  // CHECK-LABEL: tileas.kernel @apart(
  // CHECK: tileas.wgmma {{.*}} by [64, 64, 32] pending
  // CHECK: scf.while
  // CHECK: tileas.wgmma {{.*}} swapped
  entry @apart(%x: tile<ptr<i8>>, %c: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %none = constant <i32: 0> : tile<64x64xi32>
    %ones = constant <i32: 1> : tile<64x64xi32>
    %twos = constant <i8: 2> : tile<64x64xi8>
    %tx = make_tensor_view %x, shape = [64, 640], strides = [643, 1] : tensor_view<64x640xi8, strides=[643,1]>
    %vx = make_partition_view %tx : partition_view<tile=(64x64), tensor_view<64x640xi8, strides=[643,1]>>
    %tc = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xi32, strides=[64,1]>
    %vc = make_partition_view %tc : partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>
    %w, %tw = load_view_tko weak %vx[%zero, %one] : partition_view<tile=(64x64), tensor_view<64x640xi8, strides=[643,1]>>, tile<i32> -> tile<64x64xi8>, token
    %first = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%sum = %ones) -> (tile<64x64xi32>) {
      %before = mmai %w, %twos, %sum unsigned unsigned : tile<64x64xi8>, tile<64x64xi8>, tile<64x64xi32>
      continue %before : tile<64x64xi32>
    }
    %last, %turns = loop iter_values(%sum = %first, %k = %zero) : tile<64x64xi32>, tile<i32> -> tile<64x64xi32>, tile<i32> {
      %a, %ta = load_view_tko weak %vx[%zero, %k] : partition_view<tile=(64x64), tensor_view<64x640xi8, strides=[643,1]>>, tile<i32> -> tile<64x64xi8>, token
      %product = mmai %a, %a, %sum unsigned unsigned : tile<64x64xi8>, tile<64x64xi8>, tile<64x64xi32>
      %next = addi %k, %one : tile<i32>
      %ends = cmpi greater_than_or_equal %next, %n, signed : tile<i32> -> tile<i1>
      if %ends {
        break %product, %next : tile<64x64xi32>, tile<i32>
      }
      continue %product, %next : tile<64x64xi32>, tile<i32>
    }
    %s = store_view_tko weak %last, %vc[%zero, %zero] : tile<64x64xi32>, partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
