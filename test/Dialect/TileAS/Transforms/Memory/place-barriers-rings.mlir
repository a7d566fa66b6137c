// Stages of a ring are told apart by the counts of their slices.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-allocate-shared,tileas-place-barriers))' | FileCheck %s

#l = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[0]]>
#spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>

// Two stages need one barrier an iteration: what the next one writes was read
// before the barrier of this one.
// CHECK-LABEL: @two_stages(
// CHECK: scf.for
// CHECK-NOT: barrier
// CHECK: shared_store
// CHECK-NEXT: barrier
// CHECK-NEXT: shared_load
// CHECK-NOT: barrier
// CHECK: tileas.return
tileas.kernel @two_stages(%n: i32, %v: tensor<32xi32, #l>) attributes {spec = #spec} {
  %c1 = arith.constant 1 : i32
  %ring = tileas.alloc_shared : <32xi32, stages = 2>
  scf.for %i = %c1 to %n step %c1 : i32 {
    %s = tileas.slice %ring[%i] : <32xi32, stages = 2>
    tileas.shared_store %v to %s : tensor<32xi32, #l>, <32xi32>
    %0 = tileas.shared_load %s : <32xi32> -> tensor<32xi32, #l>
  }
  tileas.return
}

// One stage needs two, and so do two that the loop takes in steps of two.
// CHECK-LABEL: @one_stage(
// CHECK: scf.for
// CHECK: barrier
// CHECK-NEXT: shared_store
// CHECK-NEXT: barrier
// CHECK-NEXT: shared_load
tileas.kernel @one_stage(%n: i32, %v: tensor<32xi32, #l>) attributes {spec = #spec} {
  %c2 = arith.constant 2 : i32
  %ring = tileas.alloc_shared : <32xi32, stages = 2>
  scf.for %i = %c2 to %n step %c2 : i32 {
    %s = tileas.slice %ring[%i] : <32xi32, stages = 2>
    tileas.shared_store %v to %s : tensor<32xi32, #l>, <32xi32>
    %0 = tileas.shared_load %s : <32xi32> -> tensor<32xi32, #l>
  }
  tileas.return
}

// The stage after this one is written while this one is read; it was read last
// two iterations ago.
// CHECK-LABEL: @ahead(
// CHECK: scf.for
// CHECK-NOT: barrier
// CHECK: shared_store
// CHECK-NEXT: slice
// CHECK-NEXT: shared_load
// CHECK-NEXT: shared_load
// CHECK: tileas.barrier
// CHECK-NOT: barrier
// CHECK: tileas.return
tileas.kernel @ahead(%n: i32, %v: tensor<32xi32, #l>) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %ring = tileas.alloc_shared : <32xi32, stages = 3>
  scf.for %i = %c0 to %n step %c1 iter_args(%k = %c1) -> (i32) : i32 {
    %next = arith.addi %k, %c1 : i32
    %s = tileas.slice %ring[%next] : <32xi32, stages = 3>
    tileas.shared_store %v to %s : tensor<32xi32, #l>, <32xi32>
    %t = tileas.slice %ring[%k] : <32xi32, stages = 3>
    %0 = tileas.shared_load %t : <32xi32> -> tensor<32xi32, #l>
    %1 = tileas.shared_load %t : <32xi32> -> tensor<32xi32, #l>
    tileas.barrier
    scf.yield %next : i32
  }
  tileas.return
}

// Of a buffer that a loop carries it is known which ones it may be.
// CHECK-LABEL: @carried(
// CHECK: scf.for
// CHECK: barrier
// CHECK-NEXT: shared_store
// CHECK-NEXT: shared_load
tileas.kernel @carried(%n: i32, %v: tensor<32xi32, #l>) attributes {spec = #spec} {
  %c1 = arith.constant 1 : i32
  %a = tileas.alloc_shared : <32xi32>
  %b = tileas.alloc_shared : <32xi32>
  %c = tileas.alloc_shared : <32xi32>
  %r:2 = scf.for %i = %c1 to %n step %c1 iter_args(%x = %a, %y = %b) -> (!tileas.buffer<32xi32>, !tileas.buffer<32xi32>) : i32 {
    tileas.shared_store %v to %x : tensor<32xi32, #l>, <32xi32>
    %0 = tileas.shared_load %c : <32xi32> -> tensor<32xi32, #l>
    scf.yield %y, %x : !tileas.buffer<32xi32>, !tileas.buffer<32xi32>
  }
  tileas.return
}

// A store that is ordered after a wait overwrites what other threads have
// copied until then; one that is not does not ask for it.
// CHECK-LABEL: @after_copy(
// CHECK: tileas.wait
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: tileas.store
// CHECK-LABEL: @beside_copy(
// CHECK: tileas.wait
// CHECK-NEXT: tileas.store
#copied = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#stored = #tileas.layout<register = [], lane = [[2], [4], [8], [16], [32]], warp = [[1]]>
tileas.kernel @after_copy(%p: !tileaa.ptr, %at: i64, %e: i64, %v: tensor<64xi32, #stored>) attributes {spec = #spec} {
  %one = arith.constant 1 : i64
  %b = tileas.alloc_shared : <64xi32>
  %c = tileas.async_copy %p[%at] extents [%e] strides [%one] to %b {tile = tensor<64xi32, #copied>} : !tileaa.ptr, !tileas.buffer<64xi32>
  tileas.commit_group
  %t = tileas.wait_group 0 for %b : !tileas.buffer<64xi32> -> !tileaa.token
  %s = tileas.store %v to %p[%at] extents [%e] strides [%one] after %t by<owner> : tensor<64xi32, #stored>, !tileaa.ptr
  tileas.return
}
tileas.kernel @beside_copy(%p: !tileaa.ptr, %at: i64, %e: i64, %v: tensor<64xi32, #stored>) attributes {spec = #spec} {
  %one = arith.constant 1 : i64
  %b = tileas.alloc_shared : <64xi32>
  %c = tileas.async_copy %p[%at] extents [%e] strides [%one] to %b {tile = tensor<64xi32, #copied>} : !tileaa.ptr, !tileas.buffer<64xi32>
  tileas.commit_group
  %t = tileas.wait_group 0 for %b : !tileas.buffer<64xi32> -> !tileaa.token
  %s = tileas.store %v to %p[%at] extents [%e] strides [%one] by<owner> : tensor<64xi32, #stored>, !tileaa.ptr
  tileas.return
}
