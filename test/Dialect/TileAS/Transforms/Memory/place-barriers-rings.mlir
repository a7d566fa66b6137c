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

// Turns that a loop carries from the iterations that have computed them are the
// counter plus a constant: nobody writes the stage that is read.
// CHECK-LABEL: @carried_turns(
// CHECK: scf.for
// CHECK-NEXT: barrier
// CHECK-NOT: barrier
// CHECK: shared_store
// CHECK-NOT: barrier
// CHECK: tileas.return
tileas.kernel @carried_turns(%n: i64, %v: tensor<32xi32, #l>) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %ring = tileas.alloc_shared : <32xi32, stages = 3>
  %first = arith.trunci %c0 : i64 to i32
  %second = arith.trunci %c1 : i64 to i32
  scf.for %i = %c0 to %n step %c1 iter_args(%k = %first, %k1 = %second) -> (i32, i32) : i64 {
    tileas.barrier
    %t = tileas.slice %ring[%k] : <32xi32, stages = 3>
    %0 = tileas.shared_load %t : <32xi32> -> tensor<32xi32, #l>
    %ahead = arith.addi %i, %c2 : i64
    %turn = arith.trunci %ahead : i64 to i32
    %s = tileas.slice %ring[%turn] : <32xi32, stages = 3>
    tileas.shared_store %v to %s : tensor<32xi32, #l>, <32xi32>
    scf.yield %k1, %turn : i32, i32
  }
  tileas.return
}

// With another turn before the first iteration, that iteration writes the stage
// that it reads.
// CHECK-LABEL: @other_first_turn(
// CHECK: scf.for
// CHECK: shared_load
// CHECK: barrier
// CHECK-NEXT: shared_store
tileas.kernel @other_first_turn(%n: i32, %v: tensor<32xi32, #l>) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %ring = tileas.alloc_shared : <32xi32, stages = 3>
  scf.for %i = %c0 to %n step %c1 iter_args(%k = %c2, %k1 = %c1) -> (i32, i32) : i32 {
    tileas.barrier
    %t = tileas.slice %ring[%k] : <32xi32, stages = 3>
    %0 = tileas.shared_load %t : <32xi32> -> tensor<32xi32, #l>
    %turn = arith.addi %i, %c2 : i32
    %s = tileas.slice %ring[%turn] : <32xi32, stages = 3>
    tileas.shared_store %v to %s : tensor<32xi32, #l>, <32xi32>
    scf.yield %k1, %turn : i32, i32
  }
  tileas.return
}

// A loop that was split goes on with the turns of the first one, whose counter
// ends where the second one begins.
// CHECK-LABEL: @second_of_two(
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NEXT: barrier
// CHECK-NOT: barrier
// CHECK: shared_store
// CHECK-NOT: barrier
// CHECK: tileas.return
tileas.kernel @second_of_two(%n: i32, %end: i32, %v: tensor<32xi32, #l>) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %ring = tileas.alloc_shared : <32xi32, stages = 3>
  %middle = arith.maxsi %end, %c0 : i32
  %k:2 = scf.for %i = %c0 to %middle step %c1 iter_args(%k = %c0, %k1 = %c1) -> (i32, i32) : i32 {
    %turn = arith.addi %i, %c2 : i32
    scf.yield %k1, %turn : i32, i32
  }
  scf.for %i = %middle to %n step %c1 iter_args(%k0 = %k#0, %k1 = %k#1) -> (i32, i32) : i32 {
    tileas.barrier
    %t = tileas.slice %ring[%k0] : <32xi32, stages = 3>
    %0 = tileas.shared_load %t : <32xi32> -> tensor<32xi32, #l>
    %turn = arith.addi %i, %c2 : i32
    %s = tileas.slice %ring[%turn] : <32xi32, stages = 3>
    tileas.shared_store %v to %s : tensor<32xi32, #l>, <32xi32>
    scf.yield %k1, %turn : i32, i32
  }
  tileas.return
}

// If it may begin behind its end, its last turns are those of another iteration.
// CHECK-LABEL: @second_behind_end(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: shared_load
// CHECK: barrier
// CHECK-NEXT: shared_store
tileas.kernel @second_behind_end(%n: i32, %middle: i32, %v: tensor<32xi32, #l>) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %ring = tileas.alloc_shared : <32xi32, stages = 3>
  %k:2 = scf.for %i = %c0 to %middle step %c1 iter_args(%k = %c0, %k1 = %c1) -> (i32, i32) : i32 {
    %turn = arith.addi %i, %c2 : i32
    scf.yield %k1, %turn : i32, i32
  }
  scf.for %i = %middle to %n step %c1 iter_args(%k0 = %k#0, %k1 = %k#1) -> (i32, i32) : i32 {
    tileas.barrier
    %t = tileas.slice %ring[%k0] : <32xi32, stages = 3>
    %0 = tileas.shared_load %t : <32xi32> -> tensor<32xi32, #l>
    %turn = arith.addi %i, %c2 : i32
    %s = tileas.slice %ring[%turn] : <32xi32, stages = 3>
    tileas.shared_store %v to %s : tensor<32xi32, #l>, <32xi32>
    scf.yield %k1, %turn : i32, i32
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
