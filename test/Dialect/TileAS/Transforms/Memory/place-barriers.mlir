// A barrier stands between accesses of different threads that conflict, and
// nowhere else.
//
// RUN: cuda-tile-opt %s -split-input-file --pass-pipeline='builtin.module(tileas.kernel(tileas-place-barriers))' | FileCheck %s

#one = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#copies = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[0]]>

// CHECK-LABEL: tileas.kernel @shared(
tileas.kernel @shared(%v: tensor<32xf32, #copies>) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 256, frozen = false>} {
  %a = tileas.alloc_shared at 0 : <32xf32>
  %b = tileas.alloc_shared at 128 : <32xf32>
  %c = tileas.alloc_shared at 64 : <32xf32>
  // Different bytes.
  // CHECK: shared_store
  // CHECK-NEXT: shared_store
  tileas.shared_store %v to %a : tensor<32xf32, #copies>, <32xf32>
  tileas.shared_store %v to %b : tensor<32xf32, #copies>, <32xf32>
  // Read after write; two reads.
  // CHECK-NEXT: barrier
  // CHECK-NEXT: shared_load
  // CHECK-NEXT: shared_load
  %0 = tileas.shared_load %a : <32xf32> -> tensor<32xf32, #copies>
  %1 = tileas.shared_load %a : <32xf32> -> tensor<32xf32, #copies>
  // Write after read, in a part of the bytes. One barrier is enough for both.
  // CHECK-NEXT: barrier
  // CHECK-NEXT: shared_store
  tileas.shared_store %v to %c : tensor<32xf32, #copies>, <32xf32>
  // Write after write.
  // CHECK-NEXT: barrier
  // CHECK-NEXT: shared_store
  tileas.shared_store %v to %b : tensor<32xf32, #copies>, <32xf32>
  tileas.return
}

// -----

#one = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#turned = #tileas.layout<register = [], lane = [[2], [1], [4], [8], [16]], warp = [[32]]>

// A loop comes back: what it reads at its end it may write at its start.
// CHECK-LABEL: tileas.kernel @back_edge(
// CHECK: scf.for
// CHECK-NEXT: alloc_shared
// CHECK-NEXT: barrier
// CHECK-NEXT: shared_store
// CHECK-NEXT: barrier
// CHECK-NEXT: shared_load
// CHECK-NEXT: }
// CHECK-NEXT: return
tileas.kernel @back_edge(%v: tensor<64xf32, #one>, %n: index) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 256, frozen = false>} {
  scf.for %i = %n to %n step %n {
    %a = tileas.alloc_shared at 0 : <64xf32>
    tileas.shared_store %v to %a : tensor<64xf32, #one>, <64xf32>
    %0 = tileas.shared_load %a : <64xf32> -> tensor<64xf32, #turned>
  }
  tileas.return
}

// -----

#one = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#turned = #tileas.layout<register = [], lane = [[2], [1], [4], [8], [16]], warp = [[32]]>

// What was stored before loops is there for all iterations: one barrier in front of them is
// enough, and none for a loop behind.
// CHECK-LABEL: tileas.kernel @ahead(
// CHECK: shared_store
// CHECK-NEXT: barrier
// CHECK-NEXT: scf.for
// CHECK-NEXT: scf.for
// CHECK-NEXT: shared_load
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: scf.for
// CHECK-NEXT: shared_load
// CHECK-NEXT: }
// CHECK-NEXT: return
tileas.kernel @ahead(%v: tensor<64xf32, #one>, %n: index) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 256, frozen = false>} {
  %a = tileas.alloc_shared at 0 : <64xf32>
  tileas.shared_store %v to %a : tensor<64xf32, #one>, <64xf32>
  scf.for %i = %n to %n step %n {
    scf.for %k = %n to %n step %n {
      %0 = tileas.shared_load %a : <64xf32> -> tensor<64xf32, #turned>
    }
  }
  scf.for %i = %n to %n step %n {
    %0 = tileas.shared_load %a : <64xf32> -> tensor<64xf32, #turned>
  }
  tileas.return
}

// -----

#one = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#turned = #tileas.layout<register = [], lane = [[2], [1], [4], [8], [16]], warp = [[32]]>

// Both regions of a while loop lie on its way round.
// CHECK-LABEL: tileas.kernel @while(
// CHECK: scf.while
// CHECK-NEXT: barrier
// CHECK-NEXT: shared_store
// CHECK: } do {
// CHECK-NEXT: barrier
// CHECK-NEXT: shared_load
// CHECK-NEXT: yield
tileas.kernel @while(%v: tensor<64xf32, #one>, %c: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 256, frozen = false>} {
  %a = tileas.alloc_shared at 0 : <64xf32>
  scf.while : () -> () {
    tileas.shared_store %v to %a : tensor<64xf32, #one>, <64xf32>
    scf.condition(%c)
  } do {
    %0 = tileas.shared_load %a : <64xf32> -> tensor<64xf32, #turned>
    scf.yield
  }
  tileas.return
}

// -----

#one = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#turned = #tileas.layout<register = [], lane = [[2], [1], [4], [8], [16]], warp = [[32]]>

// After a branch, either side may have been.
// CHECK-LABEL: tileas.kernel @branch(
// CHECK: shared_store
// CHECK: } else {
// CHECK-NEXT: }
// CHECK-NEXT: barrier
// CHECK-NEXT: shared_load
tileas.kernel @branch(%v: tensor<64xf32, #one>, %c: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 256, frozen = false>} {
  %a = tileas.alloc_shared at 0 : <64xf32>
  scf.if %c {
    tileas.shared_store %v to %a : tensor<64xf32, #one>, <64xf32>
  } else {
  }
  %0 = tileas.shared_load %a : <64xf32> -> tensor<64xf32, #turned>
  tileas.return
}

// -----

#one = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>

// Printing reads a buffer.
// CHECK-LABEL: tileas.kernel @print(
// CHECK: shared_store
// CHECK-NEXT: barrier
// CHECK-NEXT: print
// CHECK-NEXT: barrier
// CHECK-NEXT: shared_store
tileas.kernel @print(%v: tensor<64xf32, #one>) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 256, frozen = false>} {
  %a = tileas.alloc_shared at 0 : <64xf32>
  tileas.shared_store %v to %a : tensor<64xf32, #one>, <64xf32>
  %t = tileas.print "%f", %a : !tileas.buffer<64xf32>
  tileas.shared_store %v to %a : tensor<64xf32, #one>, <64xf32>
  tileas.return
}

// -----

#one = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>

// In global memory a token asks for the order. The same place by the same
// threads has it anyway, in the same iteration or in any if the place stays.
// CHECK-LABEL: tileas.kernel @global(
tileas.kernel @global(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  // CHECK: tileas.load
  // CHECK-NEXT: tileas.store
  %v, %t0 = tileas.load %p[%n] extents[%n] strides[%n] : !tileaa.ptr -> tensor<64xf32, #one>
  %t1 = tileas.store %v to %p[%n] extents[%n] strides[%n] after %t0 by<owner> : tensor<64xf32, #one>, !tileaa.ptr
  // No token, no order.
  // CHECK-NEXT: tileas.load
  %w, %t2 = tileas.load %q[%n] extents[%n] strides[%n] : !tileaa.ptr -> tensor<64xf32, #one>
  // Another base may lead to the same place.
  // CHECK-NEXT: barrier
  // CHECK-NEXT: tileas.load
  %x, %t3 = tileas.load %q[%n] extents[%n] strides[%n] after %t1 : !tileaa.ptr -> tensor<64xf32, #one>
  // CHECK-NEXT: barrier
  // CHECK-NEXT: tileas.store
  %t4 = tileas.store %v to %p[%n] extents[%n] strides[%n] after %t3 by<owner> : tensor<64xf32, #one>, !tileaa.ptr
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: tileas.store
  // CHECK-NEXT: yield
  %t5 = scf.for %i = %n to %n step %n iter_args(%t = %t4) -> (!tileaa.token) : i64 {
    %u = tileas.store %v to %p[%n] extents[%n] strides[%n] after %t by<owner> : tensor<64xf32, #one>, !tileaa.ptr
    scf.yield %u : !tileaa.token
  }
  // CHECK: scf.for
  // CHECK-NEXT: barrier
  // CHECK-NEXT: tileas.store
  // CHECK-NEXT: yield
  %t6 = scf.for %i = %n to %n step %n iter_args(%t = %t5) -> (!tileaa.token) : i64 {
    %u = tileas.store %v to %p[%i] extents[%n] strides[%n] after %t by<owner> : tensor<64xf32, #one>, !tileaa.ptr
    scf.yield %u : !tileaa.token
  }
  tileas.return
}

// -----

#one = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>

// Elements that share a place have different owners. A weak store has none such,
// but a load may have elements that the store has not.
// CHECK-LABEL: tileas.kernel @overlap(
tileas.kernel @overlap(%p: !tileaa.ptr, %n: i64, %m: i64, %mask: tensor<64xi1, #one>) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  // CHECK: tileas.load
  // CHECK-NEXT: barrier
  // CHECK-NEXT: tileas.store
  %v, %t0 = tileas.load %p[%n] extents[%n] strides[%n] : !tileaa.ptr -> tensor<64xf32, #one>
  %t1 = tileas.store %v to %p[%n] extents[%m] strides[%n] after %t0 by<owner> : tensor<64xf32, #one>, !tileaa.ptr
  // CHECK-NEXT: barrier
  // CHECK-NEXT: tileas.store
  %t2 = tileas.store %v to %p[%n] extents[%m] strides[%n] mask %mask : tensor<64xi1, #one> after %t1 by<owner> : tensor<64xf32, #one>, !tileaa.ptr
  // CHECK-NEXT: tileas.load
  %w, %t3 = tileas.load %p[%n] extents[%m] strides[%n] mask %mask : tensor<64xi1, #one> after %t2 : !tileaa.ptr -> tensor<64xf32, #one>
  // CHECK-NEXT: barrier
  // CHECK-NEXT: tileas.store
  // CHECK-NEXT: barrier
  // CHECK-NEXT: tileas.load
  %t4 = tileas.store %v to %p[%n] extents[%n] strides[%n] after %t3 ordering<relaxed> scope<block> by<owner> : tensor<64xf32, #one>, !tileaa.ptr
  %x, %t5 = tileas.load %p[%n] extents[%n] strides[%n] after %t4 : !tileaa.ptr -> tensor<64xf32, #one>
  tileas.return
}

// -----

#copies = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[0]]>

// All threads load what one of them stored: a scalar, or a tile with copies.
// CHECK-LABEL: tileas.kernel @copies(
// CHECK: tileas.store
// CHECK-NEXT: barrier
// CHECK-NEXT: tileas.load
// CHECK-NEXT: barrier
// CHECK-NEXT: tileas.store
// CHECK-NEXT: tileas.store
// CHECK-NEXT: barrier
// CHECK-NEXT: tileas.load
tileas.kernel @copies(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i64, %v: tensor<32xf32, #copies>, %s: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %t0 = tileas.store %s to %p by<owner> : i32, !tileaa.ptr
  %w, %t1 = tileas.load %p after %t0 : !tileaa.ptr -> i32
  %t2 = tileas.store %s to %p after %t1 by<owner> : i32, !tileaa.ptr
  %t3 = tileas.store %v to %q[%n] extents[%n] strides[%n] by<owner> : tensor<32xf32, #copies>, !tileaa.ptr
  %x, %t4 = tileas.load %q[%n] extents[%n] strides[%n] after %t3 : !tileaa.ptr -> tensor<32xf32, #copies>
  tileas.return
}

// -----

#one = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>

// A release comes after all that its token comes after, reads too, whoever made
// them; it need not wait for what is unordered.
// CHECK-LABEL: tileas.kernel @release(
// CHECK: tileas.load
// CHECK-NEXT: tileas.store {{.*}} ordering<release>
// CHECK-NEXT: tileas.load
// CHECK-NEXT: tileaa.join_tokens
// CHECK-NEXT: barrier
// CHECK-NEXT: tileas.store {{.*}} ordering<release>
tileas.kernel @release(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i64, %s: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %v, %t0 = tileas.load %p[%n] extents[%n] strides[%n] : !tileaa.ptr -> tensor<64xf32, #one>
  %t1 = tileas.store %s to %q ordering<release> scope<device> by<owner> : i32, !tileaa.ptr
  %w, %t2 = tileas.load %p[%n] extents[%n] strides[%n] : !tileaa.ptr -> tensor<64xf32, #one>
  %t3 = tileaa.join_tokens %t0, %t2
  %t4 = tileas.store %s to %q after %t3 ordering<release> scope<device> by<owner> : i32, !tileaa.ptr
  tileas.return
}

// -----

#one = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>

// What comes after an acquire comes after the barrier of its publication.
// CHECK-LABEL: tileas.kernel @acquire(
// CHECK: tileas.load {{.*}} ordering<acquire>
// CHECK-NOT: tileas.load
// CHECK: barrier
// CHECK: tileas.load
tileas.kernel @acquire(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 16, frozen = false>} {
  %v, %t0 = tileas.load %p ordering<acquire> scope<device> by<owner> : !tileaa.ptr -> i32
  %a = tileas.alloc_shared at 0 : <i32>
  tileas.shared_store %v to %a : i32, <i32>
  %s = tileas.shared_load %a : <i32> -> i32
  %w, %t1 = tileas.load %q[%n] extents[%n] strides[%n] after %t0 : !tileaa.ptr -> tensor<64xf32, #one>
  tileas.return
}

// -----

#one = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#copies = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = [[0]]>
#turned = #tileas.layout<register = [], lane = [[2], [1], [4], [8], [16]], warp = [[32]]>

// A barrier of an early round that one of a later round makes needless goes: the
// accesses to %b are separated by the barrier that %a needs on its way round.
// CHECK-LABEL: tileas.kernel @needless(
// CHECK: scf.for
// CHECK-NEXT: barrier
// CHECK-NEXT: shared_store
// CHECK-NEXT: scf.if
// CHECK-NEXT: shared_load
// CHECK-NEXT: }
tileas.kernel @needless(%v: tensor<64xf32, #one>, %w: tensor<64xf32, #copies>, %n: index, %c: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 512, frozen = false>} {
  %a = tileas.alloc_shared at 0 : <64xf32>
  %b = tileas.alloc_shared at 256 : <64xf32>
  tileas.shared_store %v to %b : tensor<64xf32, #one>, <64xf32>
  scf.for %i = %n to %n step %n {
    tileas.shared_store %w to %a : tensor<64xf32, #copies>, <64xf32>
    scf.if %c {
      %0 = tileas.shared_load %b : <64xf32> -> tensor<64xf32, #turned>
    }
  }
  tileas.return
}

// -----

#one = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>

// What lies apart needs no barrier, in a chain and from one iteration to the next;
// a release waits for all that is ordered before it nevertheless.
// CHECK-LABEL: tileas.kernel @apart(
tileas.kernel @apart(%p: !tileaa.ptr, %v: tensor<64xf32, #one>, %n: i64, %m: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %c63 = arith.constant 63 : i64
  %c64 = arith.constant 64 : i64
  %near = arith.addi %n, %c63 : i64
  %far = arith.addi %n, %c64 : i64
  // CHECK: tileas.store
  // CHECK-NEXT: tileas.store
  // CHECK-NEXT: barrier
  // CHECK-NEXT: tileas.store
  %t0 = tileas.store %v to %p[%n] extents[%n] strides[%one] by<owner> : tensor<64xf32, #one>, !tileaa.ptr
  %t1 = tileas.store %v to %p[%far] extents[%n] strides[%one] after %t0 by<owner> : tensor<64xf32, #one>, !tileaa.ptr
  %t2 = tileas.store %v to %p[%near] extents[%n] strides[%one] after %t1 by<owner> : tensor<64xf32, #one>, !tileaa.ptr
  // Scratch memory is nothing that an argument leads to, and each iteration has
  // its part of it.
  // CHECK-NEXT: barrier
  // CHECK-NEXT: tileas.load
  // CHECK: scf.for
  // CHECK-NOT: barrier
  // CHECK: tileas.store
  // CHECK-NEXT: yield
  %w, %t3 = tileas.load %p[%n] extents[%n] strides[%one] after %t2 : !tileaa.ptr -> tensor<64xf32, #one>
  %q = tileas.place_scratch 4096 align 4 at 0 of %p
  %t4 = scf.for %i = %c0 to %m step %c1 iter_args(%t = %t3) -> (!tileaa.token) : i32 {
    %j = arith.extsi %i : i32 to i64
    %start = arith.muli %j, %c64 : i64
    %u = tileas.store %v to %q[%start] extents[%n] strides[%one] after %t by<owner> : tensor<64xf32, #one>, !tileaa.ptr
    scf.yield %u : !tileaa.token
  }
  // CHECK: barrier
  // CHECK-NEXT: tileas.store {{.*}} ordering<release>
  %t5 = tileas.store %v to %p[%far] extents[%n] strides[%one] after %t4 ordering<release> scope<device> by<owner> : tensor<64xf32, #one>, !tileaa.ptr
  tileas.return
}

// -----

#one = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#turned = #tileas.layout<register = [], lane = [[2], [1], [4], [8], [16]], warp = [[32]]>
#copies = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = [[0]]>

// A thread that reads what it has written itself waits for nobody, in whichever
// stage; other threads do, and those that hold copies.
// CHECK-LABEL: tileas.kernel @own(
// CHECK: shared_store
// CHECK-NEXT: slice
// CHECK-NEXT: shared_load
// CHECK-NEXT: shared_store
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: shared_load
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: shared_store
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: shared_load
// CHECK-NEXT: return
tileas.kernel @own(%v: tensor<64xf32, #one>, %w: tensor<64xf32, #copies>, %m: i32, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 512, frozen = false>} {
  %a = tileas.alloc_shared at 0 : <64xf32, stages = 2>
  %s = tileas.slice %a[%m] : <64xf32, stages = 2>
  tileas.shared_store %v to %s : tensor<64xf32, #one>, <64xf32>
  %t = tileas.slice %a[%n] : <64xf32, stages = 2>
  %0 = tileas.shared_load %t : <64xf32> -> tensor<64xf32, #one>
  tileas.shared_store %0 to %t : tensor<64xf32, #one>, <64xf32>
  %1 = tileas.shared_load %t : <64xf32> -> tensor<64xf32, #turned>
  tileas.shared_store %w to %t : tensor<64xf32, #copies>, <64xf32>
  %2 = tileas.shared_load %t : <64xf32> -> tensor<64xf32, #copies>
  tileas.return
}
