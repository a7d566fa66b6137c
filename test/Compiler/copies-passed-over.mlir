// The thread that begins copies by maps does so in a branch that other warps pass over. Where
// products in tensor memory go on meanwhile, its instructions count once, against those by
// which each warp copies: tiles of 8 KiB come by maps, also where an SM has several blocks,
// and tiles of 2 KiB by threads, which have fewer.
//
// RUN: tileiras %s --gpu-name=sm_100 --remarks-analysis=all -o %t.cubin 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tileiras %s --gpu-name=sm_100 --emit=ptx -o - | FileCheck %s
//
// REMARK-LABEL: large:
// REMARK-COUNT-2: RemarkCopyEngine, Engine: tensor map
// REMARK-NOT: Engine: threads
// REMARK-LABEL: small:
// REMARK-COUNT-2: RemarkCopyEngine, Engine: threads, Reason: to find the map takes longer than it saves
//
// CHECK-LABEL: .entry large(
// CHECK-NOT: cp.async.commit_group
// CHECK: cp.async.bulk.tensor
// CHECK-NOT: cp.async.commit_group
// CHECK-LABEL: .entry small(
// CHECK-NOT: cp.async.bulk.tensor
//
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<24576b', *(i * i % 7 - 3 for i in range(24576))).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "|i1" 24576 $(cat %t.hex)'
// RUN: sh -c 'set -e; for count in 0 1 3; do cuda-tile-run %s --entry=large --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:i32[16384] --arg=i32:$count --engine=emulate --gpu-name=sm_100 --compare=interpret --check=all --async=random --warps=random; done'

cuda_tile.module @kernels {
  entry @large(%A0: tile<ptr<i8>>, %B0: tile<ptr<i8>>, %D0: tile<ptr<i32>>, %n: tile<i32>) {
    %A = assume div_by<16>, %A0 : tile<ptr<i8>>
    %B = assume div_by<16>, %B0 : tile<ptr<i8>>
    %D = assume div_by<16>, %D0 : tile<ptr<i32>>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %z = constant <i32: 0> : tile<128x128xi32>
    %va = make_tensor_view %A, shape = [128, 192], strides = [192, 1] : tensor_view<128x192xi8, strides=[192,1]>
    %pa = make_partition_view %va : partition_view<tile=(128x64), padding_value = zero, tensor_view<128x192xi8, strides=[192,1]>>
    %vb = make_tensor_view %B, shape = [192, 128], strides = [128, 1] : tensor_view<192x128xi8, strides=[128,1]>
    %pb = make_partition_view %vb : partition_view<tile=(64x128), padding_value = zero, tensor_view<192x128xi8, strides=[128,1]>>
    %vd = make_tensor_view %D, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xi32, strides=[128,1]>
    %pd = make_partition_view %vd : partition_view<tile=(128x128), tensor_view<128x128xi32, strides=[128,1]>>
    %sum = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%acc = %z) -> (tile<128x128xi32>) {
      %a, %ta = load_view_tko weak %pa[%c0, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<128x192xi8, strides=[192,1]>>, tile<i32> -> tile<128x64xi8>, token
      %b, %tb = load_view_tko weak %pb[%i, %c0] : partition_view<tile=(64x128), padding_value = zero, tensor_view<192x128xi8, strides=[128,1]>>, tile<i32> -> tile<64x128xi8>, token
      %q = mmai %a, %b, %acc signed signed : tile<128x64xi8>, tile<64x128xi8>, tile<128x128xi32>
      continue %q : tile<128x128xi32>
    }
    %ud = store_view_tko weak %sum, %pd[%c0, %c0] : tile<128x128xi32>, partition_view<tile=(128x128), tensor_view<128x128xi32, strides=[128,1]>>, tile<i32> -> token
    return
  }

  entry @small(%A0: tile<ptr<i8>>, %B0: tile<ptr<i8>>, %D0: tile<ptr<i32>>, %n: tile<i32>) {
    %A = assume div_by<16>, %A0 : tile<ptr<i8>>
    %B = assume div_by<16>, %B0 : tile<ptr<i8>>
    %D = assume div_by<16>, %D0 : tile<ptr<i32>>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %z = constant <i32: 0> : tile<64x64xi32>
    %va = make_tensor_view %A, shape = [64, 96], strides = [96, 1] : tensor_view<64x96xi8, strides=[96,1]>
    %pa = make_partition_view %va : partition_view<tile=(64x32), padding_value = zero, tensor_view<64x96xi8, strides=[96,1]>>
    %vb = make_tensor_view %B, shape = [96, 64], strides = [64, 1] : tensor_view<96x64xi8, strides=[64,1]>
    %pb = make_partition_view %vb : partition_view<tile=(32x64), padding_value = zero, tensor_view<96x64xi8, strides=[64,1]>>
    %vd = make_tensor_view %D, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xi32, strides=[64,1]>
    %pd = make_partition_view %vd : partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>
    %sum = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%acc = %z) -> (tile<64x64xi32>) {
      %a, %ta = load_view_tko weak %pa[%c0, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<64x96xi8, strides=[96,1]>>, tile<i32> -> tile<64x32xi8>, token
      %b, %tb = load_view_tko weak %pb[%i, %c0] : partition_view<tile=(32x64), padding_value = zero, tensor_view<96x64xi8, strides=[64,1]>>, tile<i32> -> tile<32x64xi8>, token
      %q = mmai %a, %b, %acc signed signed : tile<64x32xi8>, tile<32x64xi8>, tile<64x64xi32>
      continue %q : tile<64x64xi32>
    }
    %ud = store_view_tko weak %sum, %pd[%c0, %c0] : tile<64x64xi32>, partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
