// Tiles that a loop only loads to store them in shared memory are copied there.
//
// RUN: cuda-tile-opt %s --split-input-file --pass-pipeline='builtin.module(tileas.kernel(tileas-make-asynchronous))' --mlir-print-local-scope | FileCheck %s

#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[0]]>
#spec = #tileas.kernel_spec<target = "sm_80", warps = 2, shared = 0, frozen = false>

// What computes the address goes along; up to four stages fit.
// CHECK-LABEL: @copied(
// CHECK: %[[TILES:.*]] = tileas.alloc_shared : <128xf32, stages = 4>
// CHECK: %[[RING:.*]] = tileas.ring %[[TILES]]
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} : i32
// CHECK-NEXT: %[[WIDE:.*]] = arith.extsi %[[I]]
// CHECK-NEXT: %[[TO:.*]] = tileas.acquire %[[RING]][%[[I]]]
// CHECK-NEXT: %[[COPY:.*]] = tileas.async_copy %{{.*}}[%[[WIDE]]] extents[%{{.*}}] strides[%{{.*}}] to %[[TO]] {inbounds = array<i1: false>, tile = tensor<128xf32, #{{.*}}>, width = 4 : i64}
// CHECK-NEXT: tileas.commit %[[RING]][%[[I]]] after %[[COPY]]
// CHECK-NEXT: %[[FROM:.*]] = tileas.wait %[[RING]][%[[I]]]
// CHECK-NOT: tileas.load
// CHECK-NOT: shared_store
// CHECK: tileas.shared_load %[[FROM]]
tileas.kernel @copied(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %b = tileas.alloc_shared : <128xf32>
    %wide = arith.extsi %i : i32 to i64
    %x, %t = tileas.load %p[%wide] extents [%e] strides [%one] {inbounds = array<i1: false>, width = 4 : i64} : !tileaa.ptr -> tensor<128xf32, #l>
    tileas.shared_store %x to %b : tensor<128xf32, #l>, <128xf32>
    %y = tileas.shared_load %b : <128xf32> -> tensor<128xf32, #l>
  }
  tileas.return
}

// A loop whose variable may be negative is counted anew.
// CHECK-LABEL: @from_anywhere(
// CHECK-SAME: %[[LOWER:[a-z0-9]+]]: i32, %[[UPPER:[a-z0-9]+]]: i32
// CHECK-DAG: %[[TO:.*]] = arith.extsi %[[UPPER]] : i32 to i64
// CHECK-DAG: %[[FROM:.*]] = arith.extsi %[[LOWER]] : i32 to i64
// CHECK: %[[DISTANCE:.*]] = arith.subi %[[TO]], %[[FROM]]
// CHECK: scf.for %[[K:.*]] = %{{.*}} to %[[DISTANCE]] step %{{.*}} : i64
// CHECK: arith.trunci %[[K]] : i64 to i32
// CHECK: %[[TURN:.*]] = arith.trunci %[[K]] : i64 to i32
// CHECK-NEXT: tileas.acquire %{{.*}}[%[[TURN]]]
// CHECK: tileas.async_copy
tileas.kernel @from_anywhere(%p: !tileaa.ptr, %lower: i32, %n: i32, %e: i64) attributes {spec = #spec} {
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  scf.for %i = %lower to %n step %c1 : i32 {
    %b = tileas.alloc_shared : <128xf32>
    %wide = arith.extsi %i : i32 to i64
    %x, %t = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<128xf32, #l>
    tileas.shared_store %x to %b : tensor<128xf32, #l>, <128xf32>
    %y = tileas.shared_load %b : <128xf32> -> tensor<128xf32, #l>
  }
  tileas.return
}

// What is ordered after a load comes after the wait, and after what the load came
// after.
// CHECK-LABEL: @ordered(
// CHECK: %[[BEFORE:.*]] = tileaa.make_token
// CHECK: scf.for
// CHECK: tileas.async_copy {{.*}} after %[[BEFORE]] to
// CHECK: %{{.*}}, %[[END:.*]] = tileas.wait %{{.*}} -> !tileaa.token
// CHECK: %[[AFTER:.*]] = tileaa.join_tokens %[[BEFORE]], %[[END]]
// CHECK: tileas.store {{.*}} after %[[AFTER]]
tileas.kernel @ordered(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %ones = arith.constant dense<1.0> : tensor<128xf32, #l>
  %before = tileaa.make_token
  scf.for %i = %c0 to %n step %c1 : i32 {
    %wide = arith.extsi %i : i32 to i64
    %a = tileas.alloc_shared : <128xf32>
    %x, %t = tileas.load %p[%wide] extents [%e] strides [%one] after %before {width = 4 : i64} : !tileaa.ptr -> tensor<128xf32, #l>
    tileas.shared_store %x to %a : tensor<128xf32, #l>, <128xf32>
    %t1 = tileas.store %ones to %p[%wide] extents [%e] strides [%one] after %t by<owner> : tensor<128xf32, #l>, !tileaa.ptr
  }
  tileas.return
}

// Not where the tile is used besides, where elements outside are no zeros or
// negative ones, where pieces are too small, or where the address is loaded by an
// access that orders others, which stays in its iteration.
// CHECK-LABEL: @not_copied(
// CHECK-NOT: async_copy
// CHECK: tileas.return
tileas.kernel @not_copied(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %ones = arith.constant dense<1.0> : tensor<128xf32, #l>
  %negative = arith.constant dense<-0.0> : tensor<128xf32, #l>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %wide = arith.extsi %i : i32 to i64
    %b = tileas.alloc_shared : <128xf32>
    %y, %t2 = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<128xf32, #l>
    tileas.shared_store %y to %b : tensor<128xf32, #l>, <128xf32>
    %b2 = tileas.alloc_shared : <128xf32>
    tileas.shared_store %y to %b2 : tensor<128xf32, #l>, <128xf32>
    %c = tileas.alloc_shared : <128xf32>
    %z, %t3 = tileas.load %p[%wide] extents [%e] strides [%one] other %ones : tensor<128xf32, #l> {width = 4 : i64} : !tileaa.ptr -> tensor<128xf32, #l>
    tileas.shared_store %z to %c : tensor<128xf32, #l>, <128xf32>
    %c2 = tileas.alloc_shared : <128xf32>
    %z2, %t7 = tileas.load %p[%wide] extents [%e] strides [%one] other %negative : tensor<128xf32, #l> {width = 4 : i64} : !tileaa.ptr -> tensor<128xf32, #l>
    tileas.shared_store %z2 to %c2 : tensor<128xf32, #l>, <128xf32>
    %d = tileas.alloc_shared : <128xf16>
    %h, %t4 = tileas.load %p[%wide] extents [%e] strides [%one] : !tileaa.ptr -> tensor<128xf16, #l>
    tileas.shared_store %h to %d : tensor<128xf16, #l>, <128xf16>
    %f = tileas.alloc_shared : <128xf32>
    %at, %t5 = tileas.load %p ordering<acquire> scope<device> by<owner> : !tileaa.ptr -> i64
    %g, %t6 = tileas.load %p[%at] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<128xf32, #l>
    tileas.shared_store %g to %f : tensor<128xf32, #l>, <128xf32>
  }
  tileas.return
}

// -----

// No cp.async on sm_75.
// CHECK-LABEL: @turing(
// CHECK-NOT: async_copy
// CHECK: tileas.return
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[0]]>
tileas.kernel @turing(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_75", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %b = tileas.alloc_shared : <128xf32>
    %wide = arith.extsi %i : i32 to i64
    %x, %t = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<128xf32, #l>
    tileas.shared_store %x to %b : tensor<128xf32, #l>, <128xf32>
  }
  tileas.return
}

// -----

// Tiles so large that shared memory holds two stages, and some of which it holds
// but one: their copies are waited for, but take no registers.
// CHECK-LABEL: @large(
// CHECK: alloc_shared : <16384xf32, stages = 2>
// CHECK-LABEL: @huge(
// CHECK-COUNT-2: alloc_shared : <16384xf32>
// CHECK: scf.for
// CHECK-COUNT-2: async_copy
// CHECK-NOT: async_copy
// CHECK: tileas.wait
// CHECK-NOT: tileas.load
// Where not even one has room beside the rest, each tile is copied where it was
// stored.
// CHECK-LABEL: @too_large(
// CHECK: scf.for
// CHECK: %[[A:.*]] = tileas.alloc_shared : <16384xf32>
// CHECK: %[[R:.*]] = tileas.ring %[[A]]
// CHECK: %[[TO:.*]] = tileas.acquire %[[R]][%[[T:.*]]] :
// CHECK-NEXT: %[[C:.*]] = tileas.async_copy {{.*}} to %[[TO]]
// CHECK-NEXT: tileas.commit %[[R]][%[[T]]] after %[[C]]
// CHECK-NEXT: %[[FROM:.*]] = tileas.wait %[[R]][%[[T]]]
// CHECK: tileas.shared_load %[[FROM]]
// CHECK-NEXT: tileas.release %[[R]][%[[T]]]
// CHECK: %[[A2:.*]] = tileas.alloc_shared : <32768xf32>
// CHECK: %[[R2:.*]] = tileas.ring %[[A2]]
// CHECK: %[[TO2:.*]] = tileas.acquire %[[R2]]
// CHECK-NEXT: %[[C2:.*]] = tileas.async_copy {{.*}} to %[[TO2]]
// CHECK-NEXT: tileas.commit %[[R2]]{{.*}} after %[[C2]]
// CHECK-NEXT: tileas.wait %[[R2]]
// CHECK-NOT: tileas.load
#l = #tileas.layout<register = [[1], [2], [256], [512], [1024], [2048], [4096], [8192]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#larger = #tileas.layout<register = [[1], [2], [256], [512], [1024], [2048], [4096], [8192], [16384]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#spec = #tileas.kernel_spec<target = "sm_80", warps = 2, shared = 0, frozen = false>
tileas.kernel @large(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %b = tileas.alloc_shared : <16384xf32>
    %wide = arith.extsi %i : i32 to i64
    %x, %t = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<16384xf32, #l>
    tileas.shared_store %x to %b : tensor<16384xf32, #l>, <16384xf32>
  }
  tileas.return
}
tileas.kernel @huge(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %b = tileas.alloc_shared : <16384xf32>
    %d = tileas.alloc_shared : <16384xf32>
    %wide = arith.extsi %i : i32 to i64
    %x, %t = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<16384xf32, #l>
    tileas.shared_store %x to %b : tensor<16384xf32, #l>, <16384xf32>
    %y, %t1 = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<16384xf32, #l>
    tileas.shared_store %y to %d : tensor<16384xf32, #l>, <16384xf32>
  }
  tileas.return
}

tileas.kernel @too_large(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %wide = arith.extsi %i : i32 to i64
    %x, %t = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<16384xf32, #l>
    %b = tileas.alloc_shared : <16384xf32>
    tileas.shared_store %x to %b : tensor<16384xf32, #l>, <16384xf32>
    %u = tileas.shared_load %b : <16384xf32> -> tensor<16384xf32, #l>
    %y, %t1 = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<32768xf32, #larger>
    %d = tileas.alloc_shared : <32768xf32>
    tileas.shared_store %y to %d : tensor<32768xf32, #larger>, <32768xf32>
    %v = tileas.shared_load %d : <32768xf32> -> tensor<32768xf32, #larger>
  }
  tileas.return
}

// -----

// What only hands on the order behind a load that is copied where it was stored comes
// behind the wait. Where something else in front of the store is ordered behind the load,
// that stays a load.
// CHECK-LABEL: @order_behind(
// CHECK: tileas.ring
// CHECK: %{{.*}}, %[[END:.*]] = tileas.wait
// CHECK: %[[ORDER:.*]] = tileaa.join_tokens %{{.*}}, %[[END]]
// CHECK: tileaa.join_tokens %{{.*}}, %[[ORDER]]
// CHECK: tileas.load %
// CHECK-NEXT: tileaa.join_tokens
// CHECK-NEXT: tileas.store
// CHECK: tileas.shared_store
// CHECK: tileas.ring
// CHECK-NOT: tileas.load
#l = #tileas.layout<register = [[1], [2], [256], [512], [1024], [2048], [4096], [8192], [16384]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
!x = tensor<32768xf32, #l>
tileas.kernel @order_behind(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %first = tileaa.make_token
  scf.for %i = %c0 to %n step %c1 iter_args(%before = %first) -> (!tileaa.token) : i32 {
    %wide = arith.extsi %i : i32 to i64
    %x, %t = tileas.load %p[%wide] extents [%e] strides [%one] after %first {width = 4 : i64} : !tileaa.ptr -> !x
    %behind = tileaa.join_tokens %first, %t
    %next = tileaa.join_tokens %first, %behind
    %a = tileas.alloc_shared : <32768xf32>
    tileas.shared_store %x to %a : !x, <32768xf32>
    %u = tileas.shared_load %a : <32768xf32> -> !x
    %y, %t1 = tileas.load %p[%wide] extents [%e] strides [%one] after %first {width = 4 : i64} : !tileaa.ptr -> !x
    %after = tileaa.join_tokens %first, %t1
    %t2 = tileas.store %u to %p[%wide] extents [%e] strides [%one] after %after by<owner> : !x, !tileaa.ptr
    %b = tileas.alloc_shared : <32768xf32>
    tileas.shared_store %y to %b : !x, <32768xf32>
    %v = tileas.shared_load %b : <32768xf32> -> !x
    %z, %t3 = tileas.load %p[%wide] extents [%e] strides [%one] after %first {width = 4 : i64} : !tileaa.ptr -> !x
    %c = tileas.alloc_shared : <32768xf32>
    tileas.shared_store %z to %c : !x, <32768xf32>
    %w = tileas.shared_load %c : <32768xf32> -> !x
    %all = tileaa.join_tokens %next, %t2, %t3
    scf.yield %all : !tileaa.token
  }
  tileas.return
}

// -----

// The front end may say how many stages there are, and how many blocks an SM is
// to hold: ten of them have room for no more than two stages of 4 KiB.
// CHECK-LABEL: @asked(
// CHECK: alloc_shared : <1024xf32, stages = 3>
// CHECK-LABEL: @one_stage(
// CHECK-NOT: async_copy
// CHECK-LABEL: @many_blocks(
// CHECK: alloc_shared : <1024xf32, stages = 2>
#l = #tileas.layout<register = [[1], [2], [256], [512]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#asked = #tileas.kernel_spec<target = "sm_86", warps = 2, stages = 3, shared = 0, frozen = false>
#one = #tileas.kernel_spec<target = "sm_86", warps = 2, stages = 1, shared = 0, frozen = false>
#many = #tileas.kernel_spec<target = "sm_86", warps = 2, min_ctas_per_sm = 10, shared = 0, frozen = false>
tileas.kernel @asked(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {spec = #asked} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %b = tileas.alloc_shared : <1024xf32>
    %wide = arith.extsi %i : i32 to i64
    %x, %t = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<1024xf32, #l>
    tileas.shared_store %x to %b : tensor<1024xf32, #l>, <1024xf32>
  }
  tileas.return
}
tileas.kernel @one_stage(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {spec = #one} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %b = tileas.alloc_shared : <1024xf32>
    %wide = arith.extsi %i : i32 to i64
    %x, %t = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<1024xf32, #l>
    tileas.shared_store %x to %b : tensor<1024xf32, #l>, <1024xf32>
  }
  tileas.return
}
tileas.kernel @many_blocks(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {spec = #many} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %b = tileas.alloc_shared : <1024xf32>
    %wide = arith.extsi %i : i32 to i64
    %x, %t = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<1024xf32, #l>
    tileas.shared_store %x to %b : tensor<1024xf32, #l>, <1024xf32>
  }
  tileas.return
}

// -----

#l = #tileas.layout<register = [[0, 0, 1], [0, 0, 2], [0, 0, 4], [0, 8, 0]], lane = [[0, 0, 8], [0, 0, 16], [0, 0, 32], [0, 1, 0], [0, 2, 0]], warp = [[0, 4, 0]]>
#m = #tileas.layout<register = [[0, 1], [0, 2], [0, 4], [8, 0]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0]]>
#t = #tileas.layout<register = [[1, 0], [2, 0], [4, 0], [0, 8]], lane = [[8, 0], [16, 0], [32, 0], [0, 1], [0, 2]], warp = [[0, 4]]>
#ring = #tileas.layout<offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [0, 1], [0, 2], [0, 4], [0, 8]]>
#spec = #tileas.kernel_spec<target = "sm_80", warps = 2, shared = 0, frozen = false>

// A tile that is transposed on its way is copied from the transposed view; its
// dimensions of extent 1 come first.
// CHECK-LABEL: @transposed(
// CHECK-SAME: %{{[a-z0-9]+}}: !tileaa.ptr, %{{[a-z0-9]+}}: i32, %[[E:[a-z0-9]+]]: i64, %[[F:[a-z0-9]+]]: i64, %[[G:[a-z0-9]+]]: i64,
// CHECK: tileas.async_copy %{{.*}}[%{{.*}}, %[[J:.*]], %[[I:.*]]] extents[%[[E]], %[[G]], %[[F]]] strides[%{{.*}}] to %{{.*}} {inbounds = array<i1: false, true, false>, tile = tensor<1x64x16xf16, #[[T:.*]]>, whole, width = 8 : i64}
// CHECK-NOT: tileaa.permute
tileas.kernel @transposed(%p: !tileaa.ptr, %n: i32, %e: i64, %f: i64, %g: i64, %stride: i64) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %b = tileas.alloc_shared : <64x16xf16, #ring>
    %wide = arith.extsi %i : i32 to i64
    %x, %token = tileas.load %p[%zero, %wide, %zero] extents [%e, %f, %g] strides [%stride, %stride, %one] {inbounds = array<i1: false, false, true>, width = 8 : i64, whole} : !tileaa.ptr -> tensor<1x16x64xf16, #l>
    %y = tileaa.reshape %x : tensor<1x16x64xf16, #l> -> tensor<16x64xf16, #m>
    %z = tileaa.permute %y [1, 0] : tensor<16x64xf16, #m> -> tensor<64x16xf16, #t>
    tileas.shared_store %z to %b : tensor<64x16xf16, #t>, <64x16xf16, #ring>
    %back = tileas.shared_load %b : <64x16xf16, #ring> -> tensor<64x16xf16, #t>
  }
  tileas.return
}

// Not where a reshape has cut the dimensions that are permuted.
// CHECK-LABEL: @cut(
// CHECK: tileas.load
// CHECK-NOT: async_copy
tileas.kernel @cut(%p: !tileaa.ptr, %n: i32, %e: i64, %stride: i64) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %b = tileas.alloc_shared : <64x16xf16, #ring>
    %wide = arith.extsi %i : i32 to i64
    %x, %token = tileas.load %p[%wide] extents [%e] strides [%one] {width = 8 : i64, whole} : !tileaa.ptr -> tensor<1024xf16, #tileas.layout<register = [[1], [2], [4], [512]], lane = [[8], [16], [32], [64], [128]], warp = [[256]]>>
    %y = tileaa.reshape %x : tensor<1024xf16, #tileas.layout<register = [[1], [2], [4], [512]], lane = [[8], [16], [32], [64], [128]], warp = [[256]]>> -> tensor<16x64xf16, #m>
    %z = tileaa.permute %y [1, 0] : tensor<16x64xf16, #m> -> tensor<64x16xf16, #t>
    tileas.shared_store %z to %b : tensor<64x16xf16, #t>, <64x16xf16, #ring>
    %back = tileas.shared_load %b : <64x16xf16, #ring> -> tensor<64x16xf16, #t>
  }
  tileas.return
}

// -----

#l = #tileas.layout<register = [[1], [2], [128], [256], [512], [1024], [2048], [4096], [8192]], lane = [[4], [8], [16], [32], [64]], warp = []>
#spec = #tileas.kernel_spec<target = "sm_86", warps = 1, shared = 0, frozen = false>

// What is dead before the loop, or made after it, takes no room from the rings:
// 99 KiB hold three of 32 KiB.
// CHECK-LABEL: @room(
// CHECK: tileas.alloc_shared : <8192xf32, stages = 3>
tileas.kernel @room(%p: !tileaa.ptr, %n: i32, %v: tensor<16384xf32, #l>) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %before = tileas.alloc_shared : <16384xf32>
  tileas.shared_store %v to %before : tensor<16384xf32, #l>, <16384xf32>
  %w = tileas.shared_load %before : <16384xf32> -> tensor<16384xf32, #l>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %b = tileas.alloc_shared : <8192xf32>
    %wide = arith.extsi %i : i32 to i64
    %x, %t = tileas.load %p[%wide] extents [%wide] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<8192xf32, #tileas.layout<register = [[1], [2], [128], [256], [512], [1024], [2048], [4096]], lane = [[4], [8], [16], [32], [64]], warp = []>>
    tileas.shared_store %x to %b : tensor<8192xf32, #tileas.layout<register = [[1], [2], [128], [256], [512], [1024], [2048], [4096]], lane = [[4], [8], [16], [32], [64]], warp = []>>, <8192xf32>
    %y = tileas.shared_load %b : <8192xf32> -> tensor<8192xf32, #tileas.layout<register = [[1], [2], [128], [256], [512], [1024], [2048], [4096]], lane = [[4], [8], [16], [32], [64]], warp = []>>
  }
  %after = tileas.alloc_shared : <16384xf32>
  tileas.shared_store %w to %after : tensor<16384xf32, #l>, <16384xf32>
  tileas.return
}

// -----

// Lanes lie side by side over 128 bytes of a row, and no more: a thread has its
// pieces in eight rows in place of sixteen. Rows of 128 bytes are left as they
// are.
// CHECK-LABEL: @long_rows(
// CHECK: tileas.async_copy {{.*}}tile = tensor<64x128xf16, #tileas.layout<register = {{\[\[}}0, 1 to 4], [0, 64], [8 to 32, 0]], lane = {{\[\[}}0, 8 to 32], [1, 0], [2, 0]], warp = {{\[\[}}4, 0]]>>, whole, width = 8
// CHECK: tileas.async_copy {{.*}}tile = tensor<64x64xf16, #tileas.layout<register = {{\[\[}}0, 1 to 4], [4 to 16, 0]],
#long = #tileas.layout<register = [[0, 1], [0, 2], [0, 4], [2, 0], [4, 0], [8, 0], [16, 0]], lane = [[0, 8], [0, 16], [0, 32], [0, 64], [1, 0]], warp = [[32, 0]]>
#short = #tileas.layout<register = [[0, 1], [0, 2], [0, 4], [4, 0], [8, 0], [16, 0]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[32, 0]]>
tileas.kernel @long_rows(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %wide = arith.extsi %i : i32 to i64
    %x, %t = tileas.load %p[%wide, %zero] extents [%e, %e] strides [%e, %one] {width = 8 : i64, whole} : !tileaa.ptr -> tensor<64x128xf16, #long>
    %s = tileas.alloc_shared : <64x128xf16>
    tileas.shared_store %x to %s : tensor<64x128xf16, #long>, <64x128xf16>
    %x2, %t2 = tileas.load %p[%wide, %zero] extents [%e, %e] strides [%e, %one] {width = 8 : i64, whole} : !tileaa.ptr -> tensor<64x64xf16, #short>
    %s2 = tileas.alloc_shared : <64x64xf16>
    tileas.shared_store %x2 to %s2 : tensor<64x64xf16, #short>, <64x64xf16>
    %y = tileas.shared_load %s : <64x128xf16> -> tensor<64x128xf16, #long>
    %y2 = tileas.shared_load %s2 : <64x64xf16> -> tensor<64x64xf16, #short>
  }
  tileas.return
}

// -----

// Two rings of one stage take turns: the second tile is copied while the first one is
// read, until behind the last store before its own reader, where a barrier will be
// anyway.
// CHECK-LABEL: @later(
// CHECK: %[[A:.*]] = tileas.alloc_shared : <16384xf32>
// CHECK: %[[RING_A:.*]] = tileas.ring %[[A]]
// CHECK: %[[B:.*]] = tileas.alloc_shared : <16384xf32>
// CHECK: %[[RING_B:.*]] = tileas.ring %[[B]]
// CHECK: scf.for
// CHECK: %[[TO_A:.*]] = tileas.acquire %[[RING_A]]
// CHECK-NEXT: %[[COPY_A:.*]] = tileas.async_copy {{.*}} to %[[TO_A]]
// CHECK-NEXT: tileas.commit %[[RING_A]]{{.*}} after %[[COPY_A]]
// CHECK-NEXT: %[[FROM_A:.*]] = tileas.wait %[[RING_A]]
// CHECK-NEXT: %[[WIDE:.*]] = arith.extsi
// CHECK-NEXT: %[[TO_B:.*]] = tileas.acquire %[[RING_B]]
// CHECK-NEXT: %[[COPY_B:.*]] = tileas.async_copy %{{.*}}[%[[WIDE]]] {{.*}} to %[[TO_B]]
// CHECK-NEXT: tileas.commit %[[RING_B]]{{.*}} after %[[COPY_B]]
// CHECK: tileas.shared_load %[[FROM_A]]
// CHECK-NEXT: tileas.release %[[RING_A]]
// CHECK: tileas.shared_store
// CHECK-NEXT: %[[FROM_B:.*]] = tileas.wait %[[RING_B]]
// CHECK: tileas.shared_load %[[FROM_B]]
#large = #tileas.layout<register = [[1], [2], [256], [512], [1024], [2048], [4096], [8192]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[0]]>
#two = #tileas.kernel_spec<target = "sm_80", warps = 2, shared = 0, frozen = false>
tileas.kernel @later(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {spec = #two} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %b = tileas.alloc_shared : <16384xf32>
    %wide = arith.extsi %i : i32 to i64
    %x, %t = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<16384xf32, #large>
    tileas.shared_store %x to %b : tensor<16384xf32, #large>, <16384xf32>
    %y = tileas.shared_load %b : <16384xf32> -> tensor<16384xf32, #large>
    %c = tileas.alloc_shared : <16384xf32>
    %z, %t2 = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<16384xf32, #large>
    tileas.shared_store %z to %c : tensor<16384xf32, #large>, <16384xf32>
    %d = tileas.alloc_shared : <f32>
    %sum = arith.sitofp %i : i32 to f32
    tileas.shared_store %sum to %d : f32, <f32>
    %w = tileas.shared_load %d : <f32> -> f32
    %v = tileas.shared_load %c : <16384xf32> -> tensor<16384xf32, #large>
  }
  tileas.return
}

// Something is ordered after the second load before that is read.
// CHECK-LABEL: @later_ordered(
// CHECK: scf.for
// CHECK-COUNT-2: tileas.async_copy
// CHECK-NEXT: tileas.commit
// CHECK-NEXT: tileas.commit
// CHECK-NEXT: tileas.wait
// CHECK-NEXT: tileas.wait
// CHECK: tileas.store
// CHECK-NOT: tileas.wait
tileas.kernel @later_ordered(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {spec = #two} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %wide = arith.extsi %i : i32 to i64
    %b = tileas.alloc_shared : <16384xf32>
    %x, %t = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<16384xf32, #large>
    tileas.shared_store %x to %b : tensor<16384xf32, #large>, <16384xf32>
    %y = tileas.shared_load %b : <16384xf32> -> tensor<16384xf32, #large>
    %c = tileas.alloc_shared : <16384xf32>
    %z, %t2 = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<16384xf32, #large>
    tileas.shared_store %z to %c : tensor<16384xf32, #large>, <16384xf32>
    %t3 = tileas.store %y to %p[%wide] extents [%e] strides [%one] after %t2 by<owner> : tensor<16384xf32, #large>, !tileaa.ptr
    %v = tileas.shared_load %c : <16384xf32> -> tensor<16384xf32, #large>
  }
  tileas.return
}

// The first tile is read again behind the second one.
// CHECK-LABEL: @together(
// CHECK: scf.for
// CHECK: tileas.wait
// CHECK-NEXT: tileas.wait
// CHECK-NEXT: tileas.shared_load
// CHECK-COUNT-2: tileas.shared_load
// CHECK-NOT: tileas.wait
tileas.kernel @together(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {spec = #two} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %wide = arith.extsi %i : i32 to i64
    %b = tileas.alloc_shared : <16384xf32>
    %x, %t = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<16384xf32, #large>
    tileas.shared_store %x to %b : tensor<16384xf32, #large>, <16384xf32>
    %y = tileas.shared_load %b : <16384xf32> -> tensor<16384xf32, #large>
    %c = tileas.alloc_shared : <16384xf32>
    %z, %t2 = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<16384xf32, #large>
    tileas.shared_store %z to %c : tensor<16384xf32, #large>, <16384xf32>
    %v = tileas.shared_load %c : <16384xf32> -> tensor<16384xf32, #large>
    %again = tileas.shared_load %b : <16384xf32> -> tensor<16384xf32, #large>
  }
  tileas.return
}

// The reader is a loop that is counted anew for copies of its own.
// CHECK-LABEL: @later_loop(
// CHECK: scf.for
// CHECK: tileas.commit %[[FIRST:.*]][%
// CHECK: tileas.wait %[[FIRST]][%
// CHECK: tileas.commit %[[SECOND:.*]][%
// CHECK: tileas.wait %[[SECOND]][%
// CHECK-NOT: tileas.wait
// CHECK: scf.for {{.*}} : i64
// CHECK: tileas.commit
// CHECK: tileas.wait
tileas.kernel @later_loop(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {spec = #two} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %wide = arith.extsi %i : i32 to i64
    %b = tileas.alloc_shared : <16384xf32>
    %x, %t = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<16384xf32, #large>
    tileas.shared_store %x to %b : tensor<16384xf32, #large>, <16384xf32>
    %y = tileas.shared_load %b : <16384xf32> -> tensor<16384xf32, #large>
    %c = tileas.alloc_shared : <16384xf32>
    %z, %t2 = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<16384xf32, #large>
    tileas.shared_store %z to %c : tensor<16384xf32, #large>, <16384xf32>
    scf.for %j = %i to %n step %c1 : i32 {
      %far = arith.extsi %j : i32 to i64
      %d = tileas.alloc_shared : <128xf32>
      %u, %t3 = tileas.load %p[%far] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<128xf32, #l>
      tileas.shared_store %u to %d : tensor<128xf32, #l>, <128xf32>
      %v = tileas.shared_load %c : <16384xf32> -> tensor<16384xf32, #large>
      %w = tileas.shared_load %d : <128xf32> -> tensor<128xf32, #l>
    }
  }
  tileas.return
}

// -----

// Two rings of two stages leave an SM of sm_80 two blocks, 4 warps. Rings of one stage
// that take turns leave it four: two warps for each of its partitions. With 8 warps in a
// block there are enough.
// CHECK-LABEL: @more_warps(
// CHECK-COUNT-2: tileas.alloc_shared : <4096xf32>
// CHECK: scf.for
// CHECK-COUNT-2: tileas.wait
// CHECK-LABEL: @enough_warps(
// CHECK-COUNT-2: tileas.alloc_shared : <4096xf32, stages = {{[234]}}>
// CHECK: scf.for
// CHECK: tileas.wait
// CHECK-NEXT: tileas.wait
// CHECK-NOT: tileas.wait
#two = #tileas.layout<register = [[1], [2], [256], [512], [1024], [2048]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#twos = #tileas.layout<register = [[1], [2], [256], [512]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#eight = #tileas.layout<register = [[1], [2], [1024], [2048]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256], [512]]>
#eights = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256], [512]]>
tileas.kernel @more_warps(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  // Also read in the loop.
  %other = tileas.alloc_shared : <1024xf32>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %wide = arith.extsi %i : i32 to i64
    %b = tileas.alloc_shared : <4096xf32>
    %x, %t = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<4096xf32, #two>
    tileas.shared_store %x to %b : tensor<4096xf32, #two>, <4096xf32>
    %y = tileas.shared_load %b : <4096xf32> -> tensor<4096xf32, #two>
    %c = tileas.alloc_shared : <4096xf32>
    %z, %t2 = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<4096xf32, #two>
    tileas.shared_store %z to %c : tensor<4096xf32, #two>, <4096xf32>
    %v = tileas.shared_load %c : <4096xf32> -> tensor<4096xf32, #two>
    %w = tileas.shared_load %other : <1024xf32> -> tensor<1024xf32, #twos>
  }
  tileas.return
}
tileas.kernel @enough_warps(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 8, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  // Also read in the loop.
  %other = tileas.alloc_shared : <1024xf32>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %wide = arith.extsi %i : i32 to i64
    %b = tileas.alloc_shared : <4096xf32>
    %x, %t = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<4096xf32, #eight>
    tileas.shared_store %x to %b : tensor<4096xf32, #eight>, <4096xf32>
    %y = tileas.shared_load %b : <4096xf32> -> tensor<4096xf32, #eight>
    %c = tileas.alloc_shared : <4096xf32>
    %z, %t2 = tileas.load %p[%wide] extents [%e] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<4096xf32, #eight>
    tileas.shared_store %z to %c : tensor<4096xf32, #eight>, <4096xf32>
    %v = tileas.shared_load %c : <4096xf32> -> tensor<4096xf32, #eight>
    %w = tileas.shared_load %other : <1024xf32> -> tensor<1024xf32, #eights>
  }
  tileas.return
}
