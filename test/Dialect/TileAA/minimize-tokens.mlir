// Edges between accesses that never meet go; what was ordered through them stays
// ordered.
//
// RUN: cuda-tile-opt %s -split-input-file --pass-pipeline='builtin.module(tileaa.entry(tileaa-minimize-tokens))' | FileCheck %s

// The example of the pass: two allocations.
// CHECK-LABEL: tileaa.entry @allocations(
tileaa.entry @allocations(%x: f32) {
  %a = tileaa.alloca 4 align 4
  %b = tileaa.alloca 4 align 4
  // CHECK: %[[A:.*]] = tileaa.store %{{.*}} to %[[PA:[^ ]*]] : f32
  // CHECK-NEXT: tileaa.store %{{.*}} to %{{[^ ]*}} : f32
  // CHECK-NEXT: tileaa.load %[[PA]] after %[[A]]
  %t1 = tileaa.store %x to %a : f32, !tileaa.ptr
  %t2 = tileaa.store %x to %b after %t1 : f32, !tileaa.ptr
  %z, %t3 = tileaa.load %a after %t2 : !tileaa.ptr -> f32
  tileaa.return
}

// -----

// Loads need no order among themselves, but a store comes after all of them.
// CHECK-LABEL: tileaa.entry @loads(
tileaa.entry @loads(%p: !tileaa.ptr, %q: !tileaa.ptr) {
  // CHECK: %[[X:.*]], %[[T1:.*]] = tileaa.load %{{[^ ]*}} : !tileaa.ptr
  // CHECK: %[[Y:.*]], %[[T2:.*]] = tileaa.load %{{[^ ]*}} : !tileaa.ptr
  // CHECK: %[[BOTH:.*]] = tileaa.join_tokens %[[T2]], %[[T1]]
  // CHECK: tileaa.store %[[X]] to %{{.*}} after %[[BOTH]]
  %x, %t1 = tileaa.load %p : !tileaa.ptr -> f32
  %y, %t2 = tileaa.load %q after %t1 : !tileaa.ptr -> f32
  %t3 = tileaa.store %x to %p after %t2 : f32, !tileaa.ptr
  tileaa.return
}

// -----

// What acquires or releases stays after all before it and before all behind it,
// and so do prints.
// CHECK-LABEL: tileaa.entry @synchronizing(
tileaa.entry @synchronizing(%x: i32, %p: !tileaa.ptr) {
  %a = tileaa.alloca 4 align 4
  %b = tileaa.alloca 4 align 4
  // CHECK: %[[A:.*]] = tileaa.store %{{.*}} to %[[PA:[^ ]*]] : i32
  // CHECK-NEXT: %[[B:.*]] = tileaa.store %{{.*}} to %[[PB:[^ ]*]] : i32
  // CHECK-NEXT: %[[BOTH:.*]] = tileaa.join_tokens %[[A]], %[[B]]
  // CHECK-NEXT: %[[R:.*]] = tileaa.store %{{.*}} to %{{.*}} after %[[BOTH]] ordering<release>
  // CHECK-NEXT: %[[S:.*]] = tileaa.store %{{.*}} to %[[PA]] after %[[R]] : i32
  // CHECK-NEXT: tileaa.print {{.*}} after %[[S]]
  %t1 = tileaa.store %x to %a : i32, !tileaa.ptr
  %t2 = tileaa.store %x to %b after %t1 : i32, !tileaa.ptr
  %t3 = tileaa.store %x to %p after %t2 ordering<release> scope<device> : i32, !tileaa.ptr
  %t4 = tileaa.store %x to %a after %t3 : i32, !tileaa.ptr
  %t5 = tileaa.print "done" after %t4
  tileaa.return
}

// -----

// Boxes of one array that lie apart, whose rows do not overlap: 8 * 16 = 128.
// CHECK-LABEL: tileaa.entry @boxes(
tileaa.entry @boxes(%p: !tileaa.ptr, %i: i64, %ld: i64) {
  %v = arith.constant dense<1.0> : tensor<8x16xf32>
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c8 = arith.constant 8 : i64
  %c16 = arith.constant 16 : i64
  %c128 = arith.constant 128 : i64
  %next = arith.addi %i, %c8 : i64
  // CHECK: %[[T:.*]] = tileaa.store %{{.*}} to %{{.*}} : tensor<8x16xf32>
  // CHECK-NEXT: tileaa.store {{.*}} strides{{.*}}] : tensor
  %t1 = tileaa.store %v to %p[%i, %c0] extents [%c128, %c16] strides [%c16, %c1] : tensor<8x16xf32>, !tileaa.ptr
  %t2 = tileaa.store %v to %p[%next, %c0] extents [%c128, %c16] strides [%c16, %c1] after %t1 : tensor<8x16xf32>, !tileaa.ptr
  tileaa.return
}

// -----

// Of a stride that is known at run time only, rows may overlap, unless the stride
// is the extent of a row.
// CHECK-LABEL: tileaa.entry @dynamic(
tileaa.entry @dynamic(%p: !tileaa.ptr, %q: !tileaa.ptr, %i: i64, %n: i64, %ld: i64) {
  %v = arith.constant dense<1.0> : tensor<8x16xf32>
  %c1 = arith.constant 1 : i64
  %c8 = arith.constant 8 : i64
  %next = arith.addi %i, %c8 : i64
  // CHECK: %[[T1:.*]] = tileaa.store
  // CHECK-NEXT: %[[T2:.*]] = tileaa.store {{.*}} after %[[T1]] :
  %t1 = tileaa.store %v to %p[%i, %i] extents [%n, %n] strides [%ld, %c1] : tensor<8x16xf32>, !tileaa.ptr
  %t2 = tileaa.store %v to %p[%next, %i] extents [%n, %n] strides [%ld, %c1] after %t1 : tensor<8x16xf32>, !tileaa.ptr
  tileaa.return
}

// CHECK-LABEL: tileaa.entry @row_major(
tileaa.entry @row_major(%p: !tileaa.ptr, %i: i64, %m: i64, %n: i64) {
  %v = arith.constant dense<1.0> : tensor<8x16xf32>
  %c1 = arith.constant 1 : i64
  %c16 = arith.constant 16 : i64
  %next = arith.addi %i, %c16 : i64
  // CHECK: tileaa.store
  // CHECK-NEXT: tileaa.store {{.*}} strides{{.*}}] : tensor
  %t1 = tileaa.store %v to %p[%i, %i] extents [%m, %n] strides [%n, %c1] : tensor<8x16xf32>, !tileaa.ptr
  %t2 = tileaa.store %v to %p[%i, %next] extents [%m, %n] strides [%n, %c1] after %t1 : tensor<8x16xf32>, !tileaa.ptr
  tileaa.return
}

// -----

// Iterations that touch different places need no order; what comes after the loop
// comes after all of them.
// CHECK-LABEL: tileaa.entry @iterations(
tileaa.entry @iterations(%p: !tileaa.ptr, %n: i32, %e: i64) {
  %v = arith.constant dense<1.0> : tensor<16xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i64
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  // CHECK: %[[T1:.*]] = tileaa.store
  // CHECK: %[[LOOP:.*]] = scf.for {{.*}} iter_args(%[[SUM:.*]] = %[[T1]])
  // CHECK: %[[X:.*]], %[[L:.*]] = tileaa.load {{.*}} after %[[T1]] :
  // CHECK: %[[S:.*]] = tileaa.store {{.*}} after %[[L]] :
  // CHECK: %[[ALL:.*]] = tileaa.join_tokens %[[SUM]], %[[S]]
  // CHECK: scf.yield %[[ALL]]
  // CHECK: tileaa.load {{.*}} after %[[LOOP]]
  %t1 = tileaa.store %v to %p[%zero] extents [%e] strides [%one] : tensor<16xf32>, !tileaa.ptr
  %loop = scf.for %i = %c0 to %n step %c1 iter_args(%t = %t1) -> (!tileaa.token) : i32 {
    %w = arith.extsi %i : i32 to i64
    %start = arith.muli %w, %c16 : i64
    %x, %a = tileaa.load %p[%start] extents [%e] strides [%one] after %t : !tileaa.ptr -> tensor<16xf32>
    %b = tileaa.store %x to %p[%start] extents [%e] strides [%one] after %a : tensor<16xf32>, !tileaa.ptr
    scf.yield %b : !tileaa.token
  }
  %y, %t2 = tileaa.load %p[%zero] extents [%e] strides [%one] after %loop : !tileaa.ptr -> tensor<16xf32>
  tileaa.return
}

// -----

// Steps shorter than the tile overlap.
// CHECK-LABEL: tileaa.entry @overlapping_iterations(
tileaa.entry @overlapping_iterations(%p: !tileaa.ptr, %n: i32, %e: i64) {
  %v = arith.constant dense<1.0> : tensor<16xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c15 = arith.constant 15 : i64
  %one = arith.constant 1 : i64
  %t0 = tileaa.make_token
  // CHECK: scf.for {{.*}} iter_args(%[[T:.*]] =
  // CHECK: %[[S:.*]] = tileaa.store {{.*}} after %[[T]] :
  // CHECK: scf.yield %[[S]]
  %loop = scf.for %i = %c0 to %n step %c1 iter_args(%t = %t0) -> (!tileaa.token) : i32 {
    %w = arith.extsi %i : i32 to i64
    %start = arith.muli %w, %c15 : i64
    %b = tileaa.store %v to %p[%start] extents [%e] strides [%one] after %t : tensor<16xf32>, !tileaa.ptr
    scf.yield %b : !tileaa.token
  }
  %y, %t2 = tileaa.load %p[%one] extents [%e] strides [%one] after %loop : !tileaa.ptr -> tensor<16xf32>
  tileaa.return
}

// -----

// A chain through a branch and an open loop: each class gets a value of its own,
// where the branch makes a difference.
// CHECK-LABEL: tileaa.entry @control(
tileaa.entry @control(%x: f32, %c: i1) {
  %a = tileaa.alloca 4 align 4
  %b = tileaa.alloca 4 align 4
  // CHECK: %[[A:.*]] = tileaa.store %{{.*}} to %[[PA:[^ ]*]] : f32
  // CHECK: %[[B:.*]] = scf.if
  // CHECK: %[[S:.*]] = tileaa.store %{{.*}} to %[[PB:[^ ]*]] : f32
  // CHECK: scf.yield %[[S]]
  // CHECK: tileaa.load %[[PA]] after %[[A]]
  // CHECK: tileaa.load %[[PB]] after %[[B]]
  %t1 = tileaa.store %x to %a : f32, !tileaa.ptr
  %t2 = scf.if %c -> (!tileaa.token) {
    %s = tileaa.store %x to %b after %t1 : f32, !tileaa.ptr
    scf.yield %s : !tileaa.token
  } else {
    scf.yield %t1 : !tileaa.token
  }
  %y, %t3 = tileaa.load %a after %t2 : !tileaa.ptr -> f32
  %z, %t4 = tileaa.load %b after %t3 : !tileaa.ptr -> f32
  tileaa.return
}

// -----

// Globals: one that the host sees may be what an argument points to; one whose
// address no kernel lets out is not.
tileaa.global @seen align 4 = dense<1.0> : tensor<1xf32>
tileaa.global hidden contained @kept align 4 = dense<1.0> : tensor<1xf32>
// CHECK-LABEL: tileaa.entry @globals(
tileaa.entry @globals(%p: !tileaa.ptr, %x: f32) {
  %g = tileaa.get_global @seen
  %h = tileaa.get_global @kept
  // CHECK: %[[T1:.*]] = tileaa.store %{{.*}} to %[[P:[^ ]*]] : f32
  // CHECK-NEXT: %[[T2:.*]] = tileaa.store %{{.*}} to %{{.*}} after %[[T1]] :
  // CHECK-NEXT: tileaa.store %{{.*}} to %{{[^ ]*}} : f32
  %t1 = tileaa.store %x to %p : f32, !tileaa.ptr
  %t2 = tileaa.store %x to %g after %t1 : f32, !tileaa.ptr
  %t3 = tileaa.store %x to %h after %t2 : f32, !tileaa.ptr
  tileaa.return
}

// -----

// An allocation whose address is stored may be what a loaded pointer leads to,
// another one is not.
// CHECK-LABEL: tileaa.entry @escaped(
tileaa.entry @escaped(%p: !tileaa.ptr, %x: f32) {
  %a = tileaa.alloca 4 align 4
  %b = tileaa.alloca 4 align 4
  %t0 = tileaa.store %a to %p : !tileaa.ptr, !tileaa.ptr
  %q, %t1 = tileaa.load %p after %t0 : !tileaa.ptr -> !tileaa.ptr
  // CHECK: %[[T2:.*]] = tileaa.store %{{.*}} to %[[Q:[^ ]*]] after
  // CHECK-NEXT: tileaa.store %{{.*}} to %{{.*}} after %[[T2]] :
  // CHECK-NEXT: tileaa.store %{{.*}} to %{{[^ ]*}} : f32
  %t2 = tileaa.store %x to %q after %t1 : f32, !tileaa.ptr
  %t3 = tileaa.store %x to %a after %t2 : f32, !tileaa.ptr
  %t4 = tileaa.store %x to %b after %t3 : f32, !tileaa.ptr
  tileaa.return
}

// -----

// A choice of tokens, as the canonicalizer makes of an scf.if that does nothing
// but choose: what comes after it comes after both.
// CHECK-LABEL: tileaa.entry @choice(
tileaa.entry @choice(%p: !tileaa.ptr, %x: f32, %c: i1, %n: i32) {
  %start = tileaa.make_token
  // CHECK: scf.for {{.*}} iter_args(%[[BEFORE:.*]] = %
  // CHECK: %[[STORE:.*]] = tileaa.store %{{.*}} after %[[BEFORE]]
  // CHECK-NOT: arith.select
  // CHECK: scf.yield %[[STORE]]
  %t = scf.for %i = %n to %n step %n iter_args(%before = %start) -> (!tileaa.token) : i32 {
    %s = tileaa.store %x to %p after %before : f32, !tileaa.ptr
    %either = arith.select %c, %start, %s : !tileaa.token
    scf.yield %either : !tileaa.token
  }
  tileaa.return
}
