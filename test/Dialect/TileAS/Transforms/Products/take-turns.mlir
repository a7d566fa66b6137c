// Two groups begin the products of an iteration in turn where threads compute on one of
// them in that iteration.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-take-turns))' | cuda-tile-opt | FileCheck %s

!keys = !tileas.buffer<32x64xf16>
!queries = !tileas.buffer<128x32xf16>
!sum = tensor<128x64xf32>
!pending = !tileas.pending<!sum>

// Each loop has mbarriers of its own, which begin with those of copies, behind all that
// has a place. A loop that does not begin at 0 numbers its iterations from there.
// CHECK-LABEL: @attention(
// CHECK: tileas.mbarrier_init
// CHECK: %[[FIRST:.*]] = tileas.alloc_shared at 1024 : <!tileas.mbarrier<8>, stages = 2>
// CHECK-NEXT: tileas.mbarrier_init %[[FIRST]]
// CHECK: %[[SECOND:.*]] = tileas.alloc_shared at 1040 : <!tileas.mbarrier<8>, stages = 2>
// CHECK-NEXT: tileas.mbarrier_init %[[SECOND]]
// CHECK-NEXT: tileas.barrier
// CHECK: tileas.group_turn open %[[FIRST]]
// CHECK-NEXT: scf.for %[[I:[^ ]*]] =
// CHECK-NOT: copy_barrier
// CHECK: tileas.group_turn take %[[FIRST]][%[[I]]]
// CHECK-NEXT: tileas.wgmma
// CHECK-NEXT: tileas.wgmma
// CHECK-NEXT: tileas.group_turn pass %[[FIRST]]
// CHECK-NEXT: tileas.settle {{.*}} leaving 1
// CHECK: }
// CHECK: tileas.group_turn open %[[SECOND]]
// CHECK-NEXT: scf.for %[[J:[^ ]*]] = %[[LOW:[^ ]*]] to
// CHECK-NEXT: %[[TURN:.*]] = arith.subi %[[J]], %[[LOW]]
// CHECK-NEXT: tileas.group_turn take %[[SECOND]][%[[TURN]]]
// CHECK-NEXT: tileas.wgmma
// CHECK-NEXT: tileas.group_turn pass %[[SECOND]]
// CHECK: scf.for
// CHECK-NEXT: tileas.copy_barrier
// CHECK-NOT: group_turn
// CHECK: tileas.return
tileas.kernel @attention(%low: i32, %n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 1024, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : !sum
  %q = tileas.alloc_shared : !queries
  %k = tileas.alloc_shared : !keys
  %full = tileas.alloc_shared at 1008 : <!tileas.mbarrier<1>>
  tileas.mbarrier_init %full : <!tileas.mbarrier<1>>
  tileas.barrier
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (!sum) : i32 {
    tileas.copy_barrier %i of 1 from 1 : i32
    %a = tileas.wgmma %q as<f16>, %k as<f16>, %none by [64, 64, 16] pending : !queries, !keys, !sum
    %b = tileas.wgmma %q as<f16>, %k as<f16>, %acc by [64, 64, 16] pending : !queries, !keys, !sum
    %scores = tileas.settle %a leaving 1 : !pending
    %powers = arith.negf %scores : !sum
    %d = tileas.settle %b : !pending
    scf.yield %d : !sum
  }
  scf.for %i = %low to %n step %c1 : i32 {
    tileas.copy_barrier %i of 1 from 2 : i32
    %a = tileas.wgmma %q as<f16>, %k as<f16>, %none by [64, 64, 16] pending : !queries, !keys, !sum
    %scores = tileas.settle %a : !pending
  }
  // Threads that only wait for the product before have nothing to compute meanwhile.
  %p = tileas.pend %s : !pending
  %t = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %p) -> (!pending) : i32 {
    tileas.copy_barrier %i of 1 from 3 : i32
    %sum = tileas.settle %acc : !pending
    %a = tileas.wgmma %q as<f16>, %k as<f16>, %sum by [64, 64, 16] pending : !queries, !keys, !sum
    scf.yield %a : !pending
  }
  %u = tileas.settle %t : !pending
  tileas.return
}

// A product that takes what the iteration has computed begins behind the turn of the first.
// CHECK-LABEL: @behind(
// CHECK: tileas.copy_barrier
// CHECK-NOT: group_turn
// CHECK: tileas.return
tileas.kernel @behind(%n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : !sum
  %q = tileas.alloc_shared : !queries
  %k = tileas.alloc_shared : !keys
  scf.for %i = %c0 to %n step %c1 : i32 {
    tileas.copy_barrier %i of 1 from 1 : i32
    %a = tileas.wgmma %q as<f16>, %k as<f16>, %none by [64, 64, 16] pending : !queries, !keys, !sum
    %scores = tileas.settle %a : !pending
    %powers = arith.negf %scores : !sum
    %b = tileas.wgmma %q as<f16>, %k as<f16>, %powers by [64, 64, 16] pending : !queries, !keys, !sum
    %d = tileas.settle %b : !pending
  }
  tileas.return
}

// One group has no other.
// CHECK-LABEL: @one_group(
// CHECK: tileas.copy_barrier
// CHECK-NOT: group_turn
// CHECK: tileas.return
tileas.kernel @one_group(%n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : !sum
  %q = tileas.alloc_shared : !queries
  %k = tileas.alloc_shared : !keys
  scf.for %i = %c0 to %n step %c1 : i32 {
    tileas.copy_barrier %i of 1 from 1 : i32
    %a = tileas.wgmma %q as<f16>, %k as<f16>, %none by [64, 64, 16] pending : !queries, !keys, !sum
    %scores = tileas.settle %a : !pending
  }
  tileas.return
}

// Shared memory is full.
// CHECK-LABEL: @no_room(
// CHECK: tileas.copy_barrier
// CHECK-NOT: group_turn
// CHECK: tileas.return
tileas.kernel @no_room(%n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 232448, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : !sum
  %q = tileas.alloc_shared : !queries
  %k = tileas.alloc_shared : !keys
  %full = tileas.alloc_shared at 232432 : <!tileas.mbarrier<1>>
  tileas.mbarrier_init %full : <!tileas.mbarrier<1>>
  tileas.barrier
  scf.for %i = %c0 to %n step %c1 : i32 {
    tileas.copy_barrier %i of 1 from 1 : i32
    %a = tileas.wgmma %q as<f16>, %k as<f16>, %none by [64, 64, 16] pending : !queries, !keys, !sum
    %scores = tileas.settle %a : !pending
  }
  tileas.return
}
