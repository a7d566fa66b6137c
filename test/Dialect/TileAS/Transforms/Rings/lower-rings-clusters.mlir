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
