// A thread that ends phases alone waits for those that wait for the phase before of the
// same mbarrier, whose parity this one has. Where a tile is read in a branch, no barrier
// for its bytes stands in the way of an iteration that skips it.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-place-barriers))' | FileCheck %s

#x = #tileas.layout<register = [[1]], lane = [[2 to 32]], warp = [[64]]>
#y = #tileas.layout<register = [[64]], lane = [[1 to 16]], warp = [[32]]>
!x = tensor<128xf32, #x>
!y = tensor<128xf32, #y>
!ring = !tileas.buffer<128xf32, stages = 2>
!full = !tileas.buffer<!tileas.mbarrier<1>, stages = 2>

// The stage of the next turn but one is that of this one.
// CHECK-LABEL: tileas.kernel @skipped(
// CHECK: scf.for
// CHECK: tileas.wait_phase
// CHECK: scf.if
// CHECK: tileas.barrier
// CHECK: }
// CHECK: tileas.barrier
// CHECK-NEXT: tileas.mbarrier_arrive %{{.*}} by<one>
// CHECK-NOT: tileas.barrier
// CHECK: tileas.return
tileas.kernel @skipped(%n: i32, %is_read: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 2000, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %ring = tileas.alloc_shared at 0 : !ring
  %other = tileas.alloc_shared at 1024 : <128xf32>
  %full = tileas.alloc_shared at 1536 : !full
  tileas.mbarrier_init %full : !full
  scf.for %i = %c0 to %n step %c1 : i32 {
    %stage = tileas.slice %ring[%i] : !ring
    %end = tileas.mbarrier_phase %full[%i] : !full
    tileas.wait_phase %end in_turn for %stage : !tileas.buffer<128xf32>
    scf.if %is_read {
      %x = tileas.shared_load %stage : <128xf32> -> !x
      tileas.shared_store %x to %other : !x, <128xf32>
      %y = tileas.shared_load %other : <128xf32> -> !y
    }
    %next = arith.addi %i, %c2 : i32
    tileas.mbarrier_arrive %full[%next] by<one> : !full
  }
  tileas.return
}

// That of the next turn is the other one, for which all have waited in front of a barrier.
// CHECK-LABEL: tileas.kernel @other_stage(
// CHECK: scf.for
// CHECK-NEXT: tileas.barrier
// CHECK-NOT: tileas.barrier
// CHECK: tileas.return
tileas.kernel @other_stage(%n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 2000, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %full = tileas.alloc_shared at 1536 : !full
  tileas.mbarrier_init %full : !full
  scf.for %i = %c0 to %n step %c1 : i32 {
    tileas.barrier
    %end = tileas.mbarrier_phase %full[%i] : !full
    tileas.wait_phase %end in_turn
    %next = arith.addi %i, %c1 : i32
    tileas.mbarrier_arrive %full[%next] by<one> : !full
  }
  tileas.return
}

// A phase in which each warp arrives does not end before all have waited.
// CHECK-LABEL: tileas.kernel @each_warp(
// CHECK: scf.for
// CHECK-NOT: tileas.barrier
// CHECK: tileas.return
tileas.kernel @each_warp(%n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 2000, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %full = tileas.alloc_shared at 1536 : <!tileas.mbarrier<2>, stages = 2>
  tileas.mbarrier_init %full : <!tileas.mbarrier<2>, stages = 2>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %end = tileas.mbarrier_phase %full[%i] : <!tileas.mbarrier<2>, stages = 2>
    tileas.wait_phase %end in_turn
    %next = arith.addi %i, %c2 : i32
    tileas.mbarrier_arrive %full[%next] : <!tileas.mbarrier<2>, stages = 2>
  }
  tileas.return
}
