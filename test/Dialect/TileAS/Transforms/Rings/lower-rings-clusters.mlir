// Rings that the CTAs of a tile block fill for one another: they meet once behind the
// mbarriers of both, and in each turn, the first one included, before the copy.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics --pass-pipeline='builtin.module(tileas.kernel(tileas-lower-rings))' | FileCheck %s

#spec = #tileas.kernel_spec<target = "sm_90", warps = 1, cluster = [2, 1, 1], spread = true, shared = 0, frozen = false>
!tile = !tileas.buffer<64x64xf16>
!ring = !tileas.buffer<64x64xf16, stages = 2>

// CHECK-LABEL: @two
// CHECK: tileas.mbarrier_init %[[FULL:.*]] : <!tileas.mbarrier<1>, stages = 2>
// CHECK: tileas.mbarrier_init %[[READY:.*]] : <!tileas.mbarrier<2>, stages = 2>
// CHECK-NOT: tileas.cluster_barrier
// CHECK: tileas.mbarrier_init %[[OTHER:.*]] : <!tileas.mbarrier<2>, stages = 2>
// CHECK-NEXT: tileas.cluster_barrier
// CHECK-NOT: tileas.cluster_barrier
// CHECK: tileas.mbarrier_meet %[[READY]][%[[TURN:.*]]] for %[[TO:.*]] if %arg1 : <!tileas.mbarrier<2>, stages = 2>, !tileas.buffer<64x64xf16>
// CHECK-NEXT: tileas.tensor_copy %{{.*}} to %[[TO]] if %arg1 on %[[FULL]][%[[TURN]]]
// CHECK-NEXT: tileas.mbarrier_arrive %[[FULL]][%[[TURN]]] expecting 8192 by<one> if %arg1
// CHECK: tileas.mbarrier_meet %[[OTHER]][%{{.*}}] for %{{.*}} : <!tileas.mbarrier<2>, stages = 2>, !tileas.buffer<64x64xf16>
// CHECK-NEXT: tileas.tensor_copy
tileas.kernel @two(%p: !tileaa.ptr, %some: i1) attributes {spec = #spec} {
  %turn = arith.constant 0 : i32
  %one = arith.constant 1 : i64
  %size = arith.constant 64 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %map = tileas.tensor_map %p extents [%size, %size] strides [%size, %one] spare %spare : <!tile, ctas = 2>
  %tiles = tileas.alloc_shared : !ring
  %ring = tileas.ring %tiles : <!ring>
  %others = tileas.alloc_shared : !ring
  %next = tileas.ring %others : <!ring>
  %to = tileas.acquire %ring[%turn] : <!ring>
  %copy = tileas.tensor_copy %map[%turn, %turn] to %to if %some : <!tile, ctas = 2> -> !tileas.completion
  tileas.commit %ring[%turn] after %copy if %some : <!ring>
  %at = tileas.acquire %next[%turn] : <!ring>
  %copied = tileas.tensor_copy %map[%turn, %turn] to %at : <!tile, ctas = 2> -> !tileas.completion
  tileas.commit %next[%turn] after %copied : <!ring>
  %from = tileas.wait %ring[%turn] : <!ring>
  tileas.release %ring[%turn] : <!ring>
  %read = tileas.wait %next[%turn] : <!ring>
  tileas.release %next[%turn] : <!ring>
  tileas.return
}

// -----

#spec = #tileas.kernel_spec<target = "sm_90", warps = 1, cluster = [2, 1, 1], spread = true, shared = 0, frozen = false>
!tile = !tileas.buffer<64x64xf16>
!ring = !tileas.buffer<64x64xf16, stages = 2>

// The CTAs could not tell the copies apart.
tileas.kernel @together(%p: !tileaa.ptr) attributes {spec = #spec} {
  %turn = arith.constant 0 : i32
  %one = arith.constant 1 : i64
  %size = arith.constant 64 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %map = tileas.tensor_map %p extents [%size, %size] strides [%size, %one] spare %spare : <!tile, ctas = 2>
  %tiles = tileas.alloc_shared : !ring
  %ring = tileas.ring %tiles : <!ring>
  %to = tileas.acquire %ring[%turn] : <!ring>
  %copy = tileas.tensor_copy %map[%turn, %turn] to %to : <!tile, ctas = 2> -> !tileas.completion
  %again = tileas.tensor_copy %map[%turn, %turn] to %to : <!tile, ctas = 2> -> !tileas.completion
  // expected-error @+1 {{names several copies to all CTAs, which meet once for a turn; make a ring for each}}
  tileas.commit %ring[%turn] after %copy, %again : <!ring>
  %from = tileas.wait %ring[%turn] : <!ring>
  tileas.release %ring[%turn] : <!ring>
  tileas.return
}

// -----

// The product may be one of both CTAs, whose end the other one tells: the agent that copies
// waits for all of its turns, also those behind which it fills no stage.
#spec = #tileas.kernel_spec<target = "sm_100", warps = 5, cluster = [2, 1, 1], spread = true, shared = 0, frozen = false>
#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 64], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
!sum = tensor<128x128xf32, #sum>
!lhs = !tileas.buffer<128x64xf16, stages = 2>
!tile = !tileas.buffer<64x128xf16, #tileas.layout<offset = [[0, 1 to 32], [1 to 32, 0], [0, 64]]>>
!ring = !tileas.buffer<64x128xf16, #tileas.layout<offset = [[0, 1 to 32], [1 to 32, 0], [0, 64]]>, stages = 2>

// CHECK-LABEL: @last
// CHECK: tileas.mbarrier_init %{{.*}} : <!tileas.mbarrier<1>, stages = 2>
// CHECK: tileas.mbarrier_init %[[EMPTY:.*]] : <!tileas.mbarrier<5>, stages = 2>
// CHECK: agent "load" warps 1 {
// CHECK: scf.for
// CHECK: tileas.mbarrier_phase previous %[[EMPTY]][
// CHECK: tileas.tensor_copy
// CHECK: }
// CHECK: %[[ALL:.*]] = arith.maxsi %arg1, %{{.*}} : i32
// CHECK: %[[FIRST:.*]] = tileas.mbarrier_phase previous %[[EMPTY]][%[[ALL]]]
// CHECK-NEXT: tileas.wait_phase %[[FIRST]]
// CHECK: %[[BEHIND:.*]] = arith.addi %[[ALL]], %{{.*}} : i32
// CHECK-NEXT: %[[SECOND:.*]] = tileas.mbarrier_phase previous %[[EMPTY]][%[[BEHIND]]]
// CHECK-NEXT: tileas.wait_phase %[[SECOND]]
// CHECK-NEXT: }
tileas.kernel @last(%q: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %map = tileas.tensor_map %q extents [%size, %size] strides [%size, %one] spare %spare : <!tile>
  %as = tileas.alloc_shared : !lhs
  %bs = tileas.alloc_shared : !ring
  %ring = tileas.ring %bs : <!ring>
  tileas.agents
  agent "multiply" warps 4 {
    %zero = arith.constant dense<0.0> : !sum
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
      %b = tileas.wait %ring[%i] : <!ring>
      %a = tileas.slice %as[%i] : !lhs
      %s, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 128, 16] : !tileas.buffer<128x64xf16>, !tile, !sum
      tileas.release %ring[%i] after %end : !tileas.completion<product> : <!ring>
      scf.yield %s : !sum
    }
  }
  agent "load" warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %to = tileas.acquire %ring[%i] : <!ring>
      %copy = tileas.tensor_copy %map[%i, %c0] to %to : <!tile> -> !tileas.completion
      tileas.commit %ring[%i] after %copy : <!ring>
    }
  }
  tileas.return
}
