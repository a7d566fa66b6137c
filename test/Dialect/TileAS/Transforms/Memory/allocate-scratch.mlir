// Each alloca gets bytes of its own, in one slot that the kernel claims and gives
// back.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-allocate-scratch))' | FileCheck %s

#spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>

// CHECK-LABEL: @two(
// CHECK: %[[CLAIMED:.*]] = tileas.claim_scratch 132 align 64 global
// CHECK: %[[SLOT:.*]] = tileas.publish %[[CLAIMED]]
// CHECK: scf.if
// CHECK-NEXT: %[[P:.*]] = tileas.place_scratch 100 align 4 at 0 of %[[SLOT]]
// CHECK-NEXT: tileaa.assume %[[P]] {div_by = 4 : i64}
// CHECK: %[[Q:.*]] = tileas.place_scratch 4 align 64 global at 128 of %[[SLOT]]
// CHECK-NEXT: tileaa.assume %[[Q]] {div_by = 64 : i64}
// CHECK: tileas.barrier
// CHECK-NEXT: tileas.release_scratch %[[SLOT]] of 132 align 64
// CHECK-NEXT: tileas.return
tileas.kernel @two(%c: i1, %x: i32) attributes {spec = #spec} {
  scf.if %c {
    %p = tileaa.alloca 100 align 4
    %t = tileas.store %x to %p by<owner> : i32, !tileaa.ptr
  }
  %q = tileaa.alloca 4 align 64 global
  %t = tileas.store %x to %q by<owner> : i32, !tileaa.ptr
  tileas.return
}

// What was written in one iteration is read before the next one writes.
// CHECK-LABEL: @loop(
// CHECK: scf.for
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: tileas.place_scratch
tileas.kernel @loop(%n: i32, %x: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %p = tileaa.alloca 4 align 4
    %t = tileas.store %x to %p by<owner> : i32, !tileaa.ptr
  }
  tileas.return
}

// CHECK-LABEL: @none(
// CHECK-NEXT: tileas.return
tileas.kernel @none() attributes {spec = #spec} {
  tileas.return
}
