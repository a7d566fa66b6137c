// Rows of a sum that a loop carries are multiplied in tensor memory, unless all factors
// of a warp are 1, and elsewhere in registers, unless all factors of 32 registers are 1 in
// a warp. Zeros with which it begins are multiplied as any number: by an infinity or a NaN
// they become a NaN.
//
// RUN: tileiras --emit=ptx --gpu-name=sm_100 %s -o - | FileCheck %s
// RUN: tileiras --emit=ptx --gpu-name=sm_90 %s -o - | FileCheck %s --check-prefix=REGISTERS
//
// CHECK-LABEL: .entry k(
// CHECK: vote.sync.any
// CHECK: tcgen05.ld.sync.aligned.[[SHAPE:16x256b|32x32b]].
// CHECK: mul.rn.f32x2
// CHECK-NOT: mul.rn.f32{{[[:space:]]}}
// CHECK: tcgen05.st.sync.aligned.[[SHAPE]].
// CHECK: tcgen05.mma
//
// REGISTERS-LABEL: .entry k(
// REGISTERS: setp.neu.f32 {{.*}}, 0f3F800000;
// REGISTERS: vote.sync.any
// REGISTERS: vote.sync.any
// REGISTERS-COUNT-32: mul.rn.f32
// REGISTERS: bra
// REGISTERS-COUNT-32: mul.rn.f32
//
// Factors of row 0, of rows 40 and 41 and of row 127 are not 1, in some iterations.
// RUN: %python %S/Inputs/row_factors.py %t.f.npy
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<16384e', *(i * i % 7 - 3 for i in range(16384))).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<f2" 16384 $(cat %t.hex)'
// RUN: sh -c 'set -e; for gpu in sm_80 sm_90 sm_100 sm_120; do for count in 0 1 2 5; do cuda-tile-run %s --arg=ptr:%t.npy --arg=ptr:%t.f.npy --arg=ptr:new:f32[8192] --arg=i32:$count --engine=emulate --gpu-name=$gpu --compare=interpret --check=all --async=random --warps=random; done; done'

cuda_tile.module @kernels {
  entry @k(%A0: tile<ptr<f16>>, %F0: tile<ptr<f32>>, %D: tile<ptr<f32>>, %n: tile<i32>) {
    %A = assume div_by<16>, %A0 : tile<ptr<f16>>
    %F = assume div_by<16>, %F0 : tile<ptr<f32>>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %z = constant <f32: 0.0> : tile<128x64xf32>
    %va = make_tensor_view %A, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf16, strides=[64,1]>
    %pa = make_partition_view %va : partition_view<tile=(128x64), padding_value = zero, tensor_view<128x64xf16, strides=[64,1]>>
    %pb = make_partition_view %va : partition_view<tile=(64x64), padding_value = zero, tensor_view<128x64xf16, strides=[64,1]>>
    %vf = make_tensor_view %F, shape = [1024], strides = [1] : tensor_view<1024xf32, strides=[1]>
    %pf = make_partition_view %vf : partition_view<tile=(128), padding_value = zero, tensor_view<1024xf32, strides=[1]>>
    %vd = make_tensor_view %D, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %pd = make_partition_view %vd : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>
    %a, %ta = load_view_tko weak %pa[%c0, %c0] : partition_view<tile=(128x64), padding_value = zero, tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<128x64xf16>, token
    %sum = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%acc = %z) -> (tile<128x64xf32>) {
      %b, %tb = load_view_tko weak %pb[%c1, %c0] : partition_view<tile=(64x64), padding_value = zero, tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
      %f, %tf = load_view_tko weak %pf[%i] : partition_view<tile=(128), padding_value = zero, tensor_view<1024xf32, strides=[1]>>, tile<i32> -> tile<128xf32>, token
      %g = reshape %f : tile<128xf32> -> tile<128x1xf32>
      %h = broadcast %g : tile<128x1xf32> -> tile<128x64xf32>
      %s = mulf %acc, %h rounding<nearest_even> : tile<128x64xf32>
      %q = mmaf %a, %b, %s : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
      continue %q : tile<128x64xf32>
    }
    %ud = store_view_tko weak %sum, %pd[%c0, %c0] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
