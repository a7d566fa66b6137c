// The timeline of a product: copies by cp.async and barriers of the block; on sm_90
// products of warp groups, and with warps that copy mbarriers.
//
// RUN: cuda-tile-run %s --engine=emulate --check=none --gpu-name=sm_80 --grid=2,2 --arg=ptr:new:f16[256,256] --arg=ptr:new:f16[256,256] --arg=ptr:new:f32[256,256] --arg=i32:256 --timeline=%t.json
// RUN: %python %S/Inputs/check_timeline.py %t.json | FileCheck %s
// RUN: cuda-tile-run %s --engine=emulate --check=none --copy-warps=1 --grid=1 --arg=ptr:new:f16[256,256] --arg=ptr:new:f16[256,256] --arg=ptr:new:f32[256,256] --arg=i32:256 --timeline=%t.json
// RUN: %python %S/Inputs/check_timeline.py %t.json | FileCheck %s --check-prefix=GROUPS
// RUN: not cuda-tile-run %s --engine=emulate --async=lazy --timeline=%t.json 2>&1 | FileCheck %s --check-prefix=LAZY
// RUN: not cuda-tile-run %s --timeline=%t.json 2>&1 | FileCheck %s --check-prefix=INTERPRET
//
// CHECK:      blocks: block (0, 0, 0), block (0, 1, 0), block (1, 0, 0), block (1, 1, 0)
// CHECK-NEXT: asynchronous copies: copy
// CHECK-NEXT: tensor core: product
// CHECK-NEXT: waits at barrier 0
// CHECK-NEXT: waits: cp.async.wait_group
// CHECK-NEXT: warp: run
// CHECK-NEXT: warp: wait
// CHECK-NEXT: complete: True
//
// GROUPS:      blocks: block (0, 0, 0)
// GROUPS-NEXT: asynchronous copies: copy
// GROUPS-NEXT: tensor core: product
// GROUPS:      waits at mbarrier
// GROUPS-NEXT: waits: wgmma.wait_group.sync.aligned
// GROUPS:      complete: True
//
// LAZY: --timeline gives copies their times by the machine model, and needs --async=eager
// INTERPRET: --timeline is an option of the emulator, which does not run here

!a = !cuda_tile.partition_view<tile=(64x32), tensor_view<?x?xf16, strides=[?,1]>>
!b = !cuda_tile.partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>>
!c = !cuda_tile.partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
cuda_tile.module @m {
  entry @mm(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>, %n: tile<i32>) {
    %a0 = assume div_by<16>, %pa : tile<ptr<f16>>
    %b0 = assume div_by<16>, %pb : tile<ptr<f16>>
    %c0p = assume div_by<16>, %pc : tile<ptr<f32>>
    %n0 = assume div_by<64>, %n : tile<i32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %va = make_tensor_view %a0, shape = [%n0, %n0], strides = [%n0, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %vb = make_tensor_view %b0, shape = [%n0, %n0], strides = [%n0, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %vc = make_tensor_view %c0p, shape = [%n0, %n0], strides = [%n0, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %ta = make_partition_view %va : !a
    %tb = make_partition_view %vb : !b
    %tc = make_partition_view %vc : !c
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %c32 = constant <i32: 32> : tile<i32>
    %k = divi %n0, %c32 signed : tile<i32>
    %init = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %k, step %one) : tile<i32> iter_values(%acc = %init) -> (tile<64x64xf32>) {
      %l, %t0 = load_view_tko weak %ta[%x, %i] : !a, tile<i32> -> tile<64x32xf16>, token
      %r, %t1 = load_view_tko weak %tb[%i, %y] : !b, tile<i32> -> tile<32x64xf16>, token
      %next = mmaf %l, %r, %acc : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %t2 = store_view_tko weak %sum, %tc[%x, %y] : tile<64x64xf32>, !c, tile<i32> -> token
    return
  }
}
