// A factor that threads compute of the sum of another product goes to tensor memory, from
// where the next product takes it, by blocks of 128 rows side by side. It is stored 4
// elements at a time where a thread has more than 64.
//
// RUN: tileiras --emit=ptx --gpu-name=sm_100 %s -o - | FileCheck %s
//
// Its elements lie where the product looks for them, for no iteration, one and more.
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<16384e', *(i * i % 7 - 3 for i in range(16384))).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<f2" 16384 $(cat %t.hex)'
// RUN: sh -c 'set -e; for count in 0 1 3; do cuda-tile-run %s --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:256 --arg=i32:64 --arg=i32:$count --engine=emulate --gpu-name=sm_100 --compare=interpret --check=all --async=random --warps=random; done'
//
// CHECK-LABEL: .entry k(
// CHECK-COUNT-32: tcgen05.st.sync.aligned.{{16x128b.x1|32x32b.x2}}.b32
// CHECK-NOT: tcgen05.st
// CHECK: tcgen05.mma.cta_group::1.kind::f16 [%r{{[0-9]+}}], [%r{{[0-9]+}}], %rd

cuda_tile.module @kernels {
  entry @k(%A0: tile<ptr<f16>>, %B0: tile<ptr<f16>>, %C0: tile<ptr<f16>>, %D: tile<ptr<f32>>, %r: tile<i32>, %s0: tile<i32>, %n: tile<i32>) {
    %A = assume div_by<16>, %A0 : tile<ptr<f16>>
    %B = assume div_by<16>, %B0 : tile<ptr<f16>>
    %C = assume div_by<16>, %C0 : tile<ptr<f16>>
    %s = assume div_by<16>, %s0 : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %z = constant <f32: 0.0> : tile<256x128xf32>
    %z2 = constant <f32: 0.0> : tile<256x32xf32>
    %h2 = constant <f32: 0.5> : tile<256x32xf32>
    %h = constant <f32: 0.5> : tile<256x128xf32>
    %va = make_tensor_view %A, shape = [%r, %s], strides = [%s, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %pa = make_partition_view %va : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %vb = make_tensor_view %B, shape = [%r, %s], strides = [%s, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %pb = make_partition_view %vb : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %vc = make_tensor_view %C, shape = [%r, %s], strides = [%s, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %pc = make_partition_view %vc : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %vd = make_tensor_view %D, shape = [%r, %s], strides = [%s, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %pd = make_partition_view %vd : partition_view<tile=(256x32), tensor_view<?x?xf32, strides=[?,1]>>
    %a, %ta = load_view_tko weak %pa[%c0, %c0] : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x32xf16>, token
    %sum = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%acc = %z2) -> (tile<256x32xf32>) {
    %b, %tb = load_view_tko weak %pb[%i, %c0] : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x128xf16>, token
    %c, %tc = load_view_tko weak %pc[%i, %c0] : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x32xf16>, token
    %x = mmaf %a, %b, %z : tile<256x32xf16>, tile<32x128xf16>, tile<256x128xf32>
    %y = mulf %x, %h rounding<nearest_even> : tile<256x128xf32>
    %w = ftof %y : tile<256x128xf32> -> tile<256x128xf16>
    %scacc = mulf %acc, %h2 rounding<nearest_even> : tile<256x32xf32>
    %q = mmaf %w, %c, %scacc : tile<256x128xf16>, tile<128x32xf16>, tile<256x32xf32>
    continue %q : tile<256x32xf32>
    }
    %ud = store_view_tko weak %sum, %pd[%c0, %c0] : tile<256x32xf32>, partition_view<tile=(256x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
