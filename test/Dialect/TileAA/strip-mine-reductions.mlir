// The body of a reduction of a large tile also runs on tiles, slice by slice, and so do its
// constants.
//
// RUN: tileiras %s --emit=tileas --gpu-name=sm_80 -o - | FileCheck %s
// RUN: cuda-tile-run --self-check %s
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_80
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_100

// CHECK: %[[MOST:.*]] = arith.constant 1000 : i32
// CHECK: scf.for {{.*}} -> ([[TILE:.*]]) : i64
// CHECK: %[[SUM:.*]] = arith.addi {{.*}} : [[TILE]]
// CHECK: %[[ALL:.*]] = tileaa.splat %[[MOST]] : i32 -> [[TILE]]
// CHECK: arith.minsi %[[SUM]], %[[ALL]] : [[TILE]]
// CHECK: tileas.warp_reduce
cuda_tile.module @m {
  entry @most_of_sum(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %t = make_tensor_view %p, shape = [65536], strides = [1] : tensor_view<65536xi32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(65536), tensor_view<65536xi32, strides=[1]>>
    %x, %k = load_view_tko weak %v[%zero] : partition_view<tile=(65536), tensor_view<65536xi32, strides=[1]>>, tile<i32> -> tile<65536xi32>, token
    %s = reduce %x dim=0 identities=[0 : i32] : tile<65536xi32> -> tile<i32>
    (%a: tile<i32>, %b: tile<i32>) {
      %c = constant <i32: 1000> : tile<i32>
      %d = addi %a, %b : tile<i32>
      %e = mini %d, %c signed : tile<i32>
      yield %e : tile<i32>
    }
    %u = store_ptr_tko weak %q, %s : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: most_of_sum
  //%   args:
  //%     - ptr: i32[65536]
  //%       in: 1*536 0*65000
  //%     - ptr: i32[1]
  //%       out: 536
  //% - entry: most_of_sum
  //%   args:
  //%     - ptr: i32[65536]
  //%       in: 0*60000 1*536 0*4000 1*1000
  //%     - ptr: i32[1]
  //%       out: 1000
}
