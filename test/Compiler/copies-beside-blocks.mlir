// Where each warp multiplies by itself, and an SM has several blocks, these multiply while one
// thread begins copies by maps, whose instructions count once: 16 rows of a matrix and 16 KiB
// of another one come by maps in each iteration.
//
// RUN: tileiras %s --gpu-name=sm_90 --remarks-analysis=all -o %t.cubin 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tileiras %s --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s
//
// REMARK-COUNT-2: RemarkCopyEngine, Engine: tensor map
//
// CHECK-NOT: cp.async.commit_group
// CHECK: cp.async.bulk.tensor
// CHECK: mma.sync
// CHECK-NOT: cp.async.commit_group
//
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<24576e', *(i * i % 7 - 3 for i in range(24576))).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<f2" 24576 $(cat %t.hex)'
// RUN: sh -c 'set -e; for count in 0 1 3; do cuda-tile-run %s --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[1024] --arg=i32:$count --engine=emulate --gpu-name=sm_90 --compare=interpret --check=all --async=random --warps=random; done'

cuda_tile.module @kernels {
  entry @narrow(%A0: tile<ptr<f16>>, %B0: tile<ptr<f16>>, %D0: tile<ptr<f32>>, %n: tile<i32>) {
    %A = assume div_by<16>, %A0 : tile<ptr<f16>>
    %B = assume div_by<16>, %B0 : tile<ptr<f16>>
    %D = assume div_by<16>, %D0 : tile<ptr<f32>>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %z = constant <f32: 0.0> : tile<16x64xf32>
    %va = make_tensor_view %A, shape = [16, 384], strides = [384, 1] : tensor_view<16x384xf16, strides=[384,1]>
    %pa = make_partition_view %va : partition_view<tile=(16x128), padding_value = zero, tensor_view<16x384xf16, strides=[384,1]>>
    %vb = make_tensor_view %B, shape = [384, 64], strides = [64, 1] : tensor_view<384x64xf16, strides=[64,1]>
    %pb = make_partition_view %vb : partition_view<tile=(128x64), padding_value = zero, tensor_view<384x64xf16, strides=[64,1]>>
    %vd = make_tensor_view %D, shape = [16, 64], strides = [64, 1] : tensor_view<16x64xf32, strides=[64,1]>
    %pd = make_partition_view %vd : partition_view<tile=(16x64), tensor_view<16x64xf32, strides=[64,1]>>
    %sum = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%acc = %z) -> (tile<16x64xf32>) {
      %a, %ta = load_view_tko weak %pa[%c0, %i] : partition_view<tile=(16x128), padding_value = zero, tensor_view<16x384xf16, strides=[384,1]>>, tile<i32> -> tile<16x128xf16>, token
      %b, %tb = load_view_tko weak %pb[%i, %c0] : partition_view<tile=(128x64), padding_value = zero, tensor_view<384x64xf16, strides=[64,1]>>, tile<i32> -> tile<128x64xf16>, token
      %q = mmaf %a, %b, %acc : tile<16x128xf16>, tile<128x64xf16>, tile<16x64xf32>
      continue %q : tile<16x64xf32>
    }
    %ud = store_view_tko weak %sum, %pd[%c0, %c0] : tile<16x64xf32>, partition_view<tile=(16x64), tensor_view<16x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
