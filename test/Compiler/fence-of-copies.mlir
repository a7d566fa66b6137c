// Factors that threads copy are there behind a fence between the proxies, which the
// thread that begins the product executes from one product to the next. So maps copy
// them where a block is alone in its SM, unless threads read the sum in each iteration:
// there nothing multiplies in any case, though 16 fences would pay for a map. The fence
// stays where threads compute and store a factor, but they copy the other one through the
// banks that they store through.
//
// RUN: tileiras %s --gpu-name=sm_100 --remarks-analysis=all -o %t.cubin 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tileiras %s --gpu-name=sm_100 --emit=ptx -o - | FileCheck %s
//
// REMARK-LABEL: added:
// REMARK-COUNT-2: RemarkCopyEngine, Engine: tensor map
// REMARK-NOT: Engine: threads
// REMARK-LABEL: read:
// REMARK-COUNT-2: RemarkCopyEngine, Engine: threads, Reason: to find the map takes longer than it saves
// REMARK-LABEL: stored:
// REMARK: RemarkCopyEngine, Engine: tensor map
// REMARK-NOT: Engine: threads
//
// CHECK-LABEL: .entry added(
// CHECK: cp.async.bulk.tensor
// CHECK-LABEL: .entry read(
// CHECK-NOT: cp.async.bulk.tensor
// CHECK-LABEL: .entry stored(
// CHECK: st.shared
// CHECK: fence.proxy.async
// CHECK: tcgen05.mma
// CHECK: cp.async.bulk.tensor
//
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<49152b', *(i * i % 7 - 3 for i in range(49152))).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "|i1" 49152 $(cat %t.hex)'
// RUN: sh -c 'set -e; for count in 0 1 3; do cuda-tile-run %s --entry=added --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:i32[32768] --arg=i32:$count --engine=emulate --gpu-name=sm_100 --compare=interpret --check=all --async=random --warps=random; done'

cuda_tile.module @kernels {
  entry @added(%A0: tile<ptr<i8>>, %B0: tile<ptr<i8>>, %D0: tile<ptr<i32>>, %n: tile<i32>) {
    %A = assume div_by<16>, %A0 : tile<ptr<i8>>
    %B = assume div_by<16>, %B0 : tile<ptr<i8>>
    %D = assume div_by<16>, %D0 : tile<ptr<i32>>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %z = constant <i32: 0> : tile<128x256xi32>
    %va = make_tensor_view %A, shape = [128, 192], strides = [192, 1] : tensor_view<128x192xi8, strides=[192,1]>
    %pa = make_partition_view %va : partition_view<tile=(128x64), padding_value = zero, tensor_view<128x192xi8, strides=[192,1]>>
    %vb = make_tensor_view %B, shape = [192, 256], strides = [256, 1] : tensor_view<192x256xi8, strides=[256,1]>
    %pb = make_partition_view %vb : partition_view<tile=(64x256), padding_value = zero, tensor_view<192x256xi8, strides=[256,1]>>
    %vd = make_tensor_view %D, shape = [128, 256], strides = [256, 1] : tensor_view<128x256xi32, strides=[256,1]>
    %pd = make_partition_view %vd : partition_view<tile=(128x256), tensor_view<128x256xi32, strides=[256,1]>>
    %sum = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%acc = %z) -> (tile<128x256xi32>) {
      %a, %ta = load_view_tko weak %pa[%c0, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<128x192xi8, strides=[192,1]>>, tile<i32> -> tile<128x64xi8>, token
      %b, %tb = load_view_tko weak %pb[%i, %c0] : partition_view<tile=(64x256), padding_value = zero, tensor_view<192x256xi8, strides=[256,1]>>, tile<i32> -> tile<64x256xi8>, token
      %q = mmai %a, %b, %acc signed signed : tile<128x64xi8>, tile<64x256xi8>, tile<128x256xi32>
      continue %q : tile<128x256xi32>
    }
    %ud = store_view_tko weak %sum, %pd[%c0, %c0] : tile<128x256xi32>, partition_view<tile=(128x256), tensor_view<128x256xi32, strides=[256,1]>>, tile<i32> -> token
    return
  }

  entry @read(%A0: tile<ptr<i8>>, %B0: tile<ptr<i8>>, %D0: tile<ptr<i32>>) {
    %A = assume div_by<16>, %A0 : tile<ptr<i8>>
    %B = assume div_by<16>, %B0 : tile<ptr<i8>>
    %D = assume div_by<16>, %D0 : tile<ptr<i32>>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %n = constant <i32: 16> : tile<i32>
    %z = constant <i32: 0> : tile<128x256xi32>
    %va = make_tensor_view %A, shape = [128, 192], strides = [192, 1] : tensor_view<128x192xi8, strides=[192,1]>
    %pa = make_partition_view %va : partition_view<tile=(128x64), padding_value = zero, tensor_view<128x192xi8, strides=[192,1]>>
    %vb = make_tensor_view %B, shape = [192, 256], strides = [256, 1] : tensor_view<192x256xi8, strides=[256,1]>
    %pb = make_partition_view %vb : partition_view<tile=(64x256), padding_value = zero, tensor_view<192x256xi8, strides=[256,1]>>
    %vd = make_tensor_view %D, shape = [128, 256], strides = [256, 1] : tensor_view<128x256xi32, strides=[256,1]>
    %pd = make_partition_view %vd : partition_view<tile=(128x256), tensor_view<128x256xi32, strides=[256,1]>>
    %sum = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%acc = %z) -> (tile<128x256xi32>) {
      %a, %ta = load_view_tko weak %pa[%c0, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<128x192xi8, strides=[192,1]>>, tile<i32> -> tile<128x64xi8>, token
      %b, %tb = load_view_tko weak %pb[%i, %c0] : partition_view<tile=(64x256), padding_value = zero, tensor_view<192x256xi8, strides=[256,1]>>, tile<i32> -> tile<64x256xi8>, token
      %q = mmai %a, %b, %acc signed signed : tile<128x64xi8>, tile<64x256xi8>, tile<128x256xi32>
      %r = maxi %q, %z signed : tile<128x256xi32>
      continue %r : tile<128x256xi32>
    }
    %ud = store_view_tko weak %sum, %pd[%c0, %c0] : tile<128x256xi32>, partition_view<tile=(128x256), tensor_view<128x256xi32, strides=[256,1]>>, tile<i32> -> token
    return
  }

  entry @stored(%A0: tile<ptr<i8>>, %B0: tile<ptr<i8>>, %D0: tile<ptr<i32>>, %n: tile<i32>) {
    %A = assume div_by<16>, %A0 : tile<ptr<i8>>
    %B = assume div_by<16>, %B0 : tile<ptr<i8>>
    %D = assume div_by<16>, %D0 : tile<ptr<i32>>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %z = constant <i32: 0> : tile<128x256xi32>
    %va = make_tensor_view %A, shape = [128, 192], strides = [192, 1] : tensor_view<128x192xi8, strides=[192,1]>
    %pa = make_partition_view %va : partition_view<tile=(128x64), padding_value = zero, tensor_view<128x192xi8, strides=[192,1]>>
    %vb = make_tensor_view %B, shape = [192, 256], strides = [256, 1] : tensor_view<192x256xi8, strides=[256,1]>
    %pb = make_partition_view %vb : partition_view<tile=(64x256), padding_value = zero, tensor_view<192x256xi8, strides=[256,1]>>
    %vd = make_tensor_view %D, shape = [128, 256], strides = [256, 1] : tensor_view<128x256xi32, strides=[256,1]>
    %pd = make_partition_view %vd : partition_view<tile=(128x256), tensor_view<128x256xi32, strides=[256,1]>>
    %sum = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%acc = %z) -> (tile<128x256xi32>) {
      %a, %ta = load_view_tko weak %pa[%c0, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<128x192xi8, strides=[192,1]>>, tile<i32> -> tile<128x64xi8>, token
      %b, %tb = load_view_tko weak %pb[%i, %c0] : partition_view<tile=(64x256), padding_value = zero, tensor_view<192x256xi8, strides=[256,1]>>, tile<i32> -> tile<64x256xi8>, token
      %one8 = constant <i8: 1> : tile<128x64xi8>
      %a1 = addi %a, %one8 : tile<128x64xi8>
      %q = mmai %a1, %b, %acc signed signed : tile<128x64xi8>, tile<64x256xi8>, tile<128x256xi32>
      continue %q : tile<128x256xi32>
    }
    %ud = store_view_tko weak %sum, %pd[%c0, %c0] : tile<128x256xi32>, partition_view<tile=(128x256), tensor_view<128x256xi32, strides=[256,1]>>, tile<i32> -> token
    return
  }
}
