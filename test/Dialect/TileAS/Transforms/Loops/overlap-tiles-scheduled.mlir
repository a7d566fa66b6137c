// A loop over tiles that has a schedule of its own, since it loads ahead what each
// tile begins with, keeps it: its tiles overlap already. The loop in it has another.
//
// RUN: tileiras %s --gpu-name=sm_90 -O3 --emit=tileas -o %t.mlir
// RUN: FileCheck %s < %t.mlir
//
// The sums are right for no tile, one and more, of no step, one and more.
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<1024f', *(i % 7 for i in range(1024))).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<f4" 1024 $(cat %t.hex)'
// RUN: sh -c 'set -e; for tiles in 0 1 2 4; do for steps in 0 1 2 4; do for when in eager lazy random; do cuda-tile-run %t.mlir --arg=ptr:%t.npy --arg=ptr:new:f32[1024] --arg=i32:$tiles --arg=i32:$steps --arg=i32:32 --compare=emulate --check=all --async=$when; done; done; done'
// RUN: cuda-tile-run %s --arg=ptr:%t.npy --arg=ptr:new:f32[1024] --arg=i32:4 --arg=i32:4 --arg=i32:32 --verify-each-semantically --gpu-name=sm_90
//
// CHECK: scf.for
// CHECK: tileas.alloc_shared {{.*}}tileas.slot
// CHECK: scf.for
// CHECK: tileas.schedule = {{.*}}expanded = true{{.*}}tileas.slot
// CHECK: tileas.schedule = {{.*}}expanded = true

cuda_tile.module @kernels {
  entry @sums(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %tiles: tile<i32>, %steps: tile<i32>, %n: tile<i32>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.000000e+00> : tile<8x8xf32>
    %ones = constant <tf32: 1.000000e+00> : tile<8x8xtf32>
    %a = make_tensor_view %p, shape = [%n, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %from = make_partition_view %a : partition_view<tile=(8x8), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %b = make_tensor_view %q, shape = [%n, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %to = make_partition_view %b : partition_view<tile=(8x8), tensor_view<?x?xf32, strides=[?,1]>>
    for %t in (%c0 to %tiles, step %c1) : tile<i32> {
      %first, %token = load_view_tko weak %from[%t, %c0] : partition_view<tile=(8x8), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<8x8xf32>, token
      %sum:2 = for %k in (%c0 to %steps, step %c1) : tile<i32> iter_values(%acc = %zero, %now = %first) -> (tile<8x8xf32>, tile<8x8xf32>) {
        %after = addi %k, %c1 : tile<i32>
        %next, %token2 = load_view_tko weak %from[%t, %after] : partition_view<tile=(8x8), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<8x8xf32>, token
        %factor = ftof %now : tile<8x8xf32> -> tile<8x8xtf32>
        %more = mmaf %factor, %ones, %acc : tile<8x8xtf32>, tile<8x8xtf32>, tile<8x8xf32>
        continue %more, %next : tile<8x8xf32>, tile<8x8xf32>
      }
      %done = store_view_tko weak %sum#0, %to[%t, %c0] : tile<8x8xf32>, partition_view<tile=(8x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    }
    return
  }
}
