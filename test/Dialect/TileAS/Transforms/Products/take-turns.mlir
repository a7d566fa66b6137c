// Two groups begin the products of an iteration in turn where threads compute on one of
// them in that iteration.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-take-turns))' | cuda-tile-opt | FileCheck %s

!keys = !tileas.buffer<32x64xf16>
!queries = !tileas.buffer<128x32xf16>
!sum = tensor<128x64xf32>
!pending = !tileas.pending<!sum>

// Each loop has barriers of its own, behind those that stay copy barriers.
// CHECK-LABEL: @attention(
// CHECK: tileas.group_turn open from 4
// CHECK-NEXT: scf.for
// CHECK-NOT: copy_barrier
// CHECK: tileas.group_turn take from 4
// CHECK-NEXT: tileas.wgmma
// CHECK-NEXT: tileas.wgmma
// CHECK-NEXT: tileas.group_turn pass from 4
// CHECK-NEXT: tileas.settle {{.*}} leaving 1
// CHECK: }
// CHECK-NEXT: tileas.group_turn close from 4
// CHECK: tileas.group_turn open from 6
// CHECK-NEXT: scf.for
// CHECK-NEXT: tileas.group_turn take from 6
// CHECK-NEXT: tileas.wgmma
// CHECK-NEXT: tileas.group_turn pass from 6
// CHECK: tileas.group_turn close from 6
// CHECK: scf.for
// CHECK-NEXT: tileas.copy_barrier
// CHECK-NOT: group_turn
// CHECK: tileas.return
tileas.kernel @attention(%n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : !sum
  %q = tileas.alloc_shared : !queries
  %k = tileas.alloc_shared : !keys
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (!sum) : i32 {
    tileas.copy_barrier %i of 1 from 1 : i32
    %a = tileas.wgmma %q as<f16>, %k as<f16>, %none by [64, 64, 16] pending : !queries, !keys, !sum
    %b = tileas.wgmma %q as<f16>, %k as<f16>, %acc by [64, 64, 16] pending : !queries, !keys, !sum
    %scores = tileas.settle %a leaving 1 : !pending
    %powers = arith.negf %scores : !sum
    %d = tileas.settle %b : !pending
    scf.yield %d : !sum
  }
  scf.for %i = %c0 to %n step %c1 : i32 {
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
