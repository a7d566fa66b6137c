// Two CTAs whose right factor each copies in part to both multiply as a pair: each copies
// its half, and the threads that multiply meet in place of those that copy. Whatever one
// of the pair could not do, or may do at another time than the other, leaves all as it is.
//
// RUN: cuda-tile-opt %s -split-input-file --pass-pipeline='builtin.module(tileas.kernel(tileas-lower-rings,tileas-place-sums))' | FileCheck %s
// RUN: cuda-tile-opt %s -split-input-file --remarks-filter=Tensor-core --remark-format=emitRemark \
// RUN:     --pass-pipeline='builtin.module(tileas.kernel(tileas-lower-rings,tileas-place-sums))' 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
//
// REMARK: RemarkProductsPaired | Category:Tensor-core | Function=pair {{.*}}Products=1
// REMARK: RemarkProductsPaired | Category:Tensor-core | Function=agents {{.*}}Products=1
// REMARK: RemarkProductsPaired {{.*}}Function=signalled {{.*}}Signalled=true
// REMARK: RemarkProductsPaired {{.*}}Function=looked_at {{.*}}Signalled=false
// REMARK-NOT: RemarkProductsPaired

#spec = #tileas.kernel_spec<target = "sm_100", warps = 4, cluster = [2, 1, 1], spread = true, shared = 0, frozen = false>
#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 64], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
!sum = tensor<128x128xf32, #sum>
!lhs = !tileas.buffer<128x64xf16, stages = 3>
!ring = !tileas.buffer<64x128xf16, #tileas.layout<offset = [[0, 1 to 32], [1, 8], [2, 16], [4, 32], [8 to 32, 0], [0, 64]]>, stages = 3>
!tile = !tileas.buffer<64x128xf16, #tileas.layout<offset = [[0, 1 to 32], [1, 8], [2, 16], [4, 32], [8 to 32, 0], [0, 64]]>>

// CHECK: ![[RING:[a-z0-9]*]] = !tileas.buffer<64x128xf16, #{{[a-z0-9]*}}, stages = 3, ctas = 2>
// CHECK-LABEL: @pair
// CHECK: tileas.mbarrier_init %[[MEETING:.*]] : <!tileas.mbarrier<2>, stages = 2>
// CHECK: %[[MEMORY:.*]] = tileas.tmem_alloc 128 by %{{.*}}, %{{.*}} meeting at %[[MEETING]] :
// CHECK: tileas.tensor_map {{.*}} : <!{{[a-z0-9]*}}>
// CHECK-NOT: tileas.cluster_barrier
// CHECK: tileas.alloc_shared : ![[RING]]
// CHECK-NOT: tileas.cluster_barrier
// CHECK-NOT: tileas.mbarrier_meet
// CHECK: tileas.tensor_copy
// CHECK-NEXT: tileas.mbarrier_arrive {{.*}} expecting 8192
// CHECK: tileas.tcgen05_mma {{.*}} in %[[MEMORY]]
tileas.kernel @pair(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %zero = arith.constant dense<0.0> : !sum
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %map = tileas.tensor_map %q extents [%size, %size] strides [%size, %one] spare %spare : <!tile, ctas = 2>
  %as = tileas.alloc_shared : !lhs
  %bs = tileas.alloc_shared : !ring
  %ring = tileas.ring %bs : <!ring>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
    %to = tileas.acquire %ring[%i] : <!ring>
    %copy = tileas.tensor_copy %map[%i, %c0] to %to : <!tile, ctas = 2> -> !tileas.completion
    tileas.commit %ring[%i] after %copy : <!ring>
    %b = tileas.wait %ring[%i] : <!ring>
    %a = tileas.slice %as[%i] : !lhs
    %s, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 128, 16] : !tileas.buffer<128x64xf16>, !tile, !sum
    tileas.release %ring[%i] : <!ring>
    scf.yield %s : !sum
  }
  tileas.return
}

// -----

// A piece of 64 along K has both halves of the columns, as does the next one: in buffers of a
// pair the half is the last bit, so that each CTA has its own columns of both.
#spec = #tileas.kernel_spec<target = "sm_100", warps = 4, cluster = [2, 1, 1], spread = true, shared = 0, frozen = false>
#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 64], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
!sum = tensor<128x128xf32, #sum>
!lhs = !tileas.buffer<128x128xf16, #tileas.layout<offset = [[0, 1 to 32], [1, 8], [2, 16], [4, 32], [8 to 64, 0], [0, 64]]>, stages = 3>
!ofLhs = !tileas.buffer<128x128xf16, #tileas.layout<offset = [[0, 1 to 32], [1, 8], [2, 16], [4, 32], [8 to 64, 0], [0, 64]]>>
!ring = !tileas.buffer<128x128xf16, #tileas.layout<offset = [[1 to 32, 0], [8, 1], [16, 2], [32, 4], [0, 8 to 64], [64, 0]]>, stages = 3>
!tile = !tileas.buffer<128x128xf16, #tileas.layout<offset = [[1 to 32, 0], [8, 1], [16, 2], [32, 4], [0, 8 to 64], [64, 0]]>>

// CHECK: #[[HALVES:[a-z0-9]*]] = #tileas.layout<offset = {{\[}}[1 to 32, 0], [8 to 32, 1 to 4], [0, 8 to 32], [64, 0], [0, 64]]>
// CHECK: = !tileas.buffer<128x128xf16, #[[HALVES]], ctas = 2>
// CHECK-LABEL: @pieces
// CHECK: tileas.tmem_alloc 128 by %{{.*}}, %{{.*}} meeting at
// CHECK: expecting 16384
tileas.kernel @pieces(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %zero = arith.constant dense<0.0> : !sum
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %map = tileas.tensor_map %q extents [%size, %size] strides [%one, %size] spare %spare : <!tile, ctas = 2>
  %as = tileas.alloc_shared : !lhs
  %bs = tileas.alloc_shared : !ring
  %ring = tileas.ring %bs : <!ring>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
    %to = tileas.acquire %ring[%i] : <!ring>
    %copy = tileas.tensor_copy %map[%i, %c0] to %to : <!tile, ctas = 2> -> !tileas.completion
    tileas.commit %ring[%i] after %copy : <!ring>
    %b = tileas.wait %ring[%i] : <!ring>
    %a = tileas.slice %as[%i] : !lhs
    %s, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 128, 16] : !ofLhs, !tile, !sum
    tileas.release %ring[%i] : <!ring>
    scf.yield %s : !sum
  }
  tileas.return
}

// -----

// One CTA may have more products than the other.
#spec = #tileas.kernel_spec<target = "sm_100", warps = 4, cluster = [2, 1, 1], spread = true, shared = 0, frozen = false>
#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 64], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
!sum = tensor<128x128xf32, #sum>
!lhs = !tileas.buffer<128x64xf16, stages = 3>
!ring = !tileas.buffer<64x128xf16, #tileas.layout<offset = [[0, 1 to 32], [1, 8], [2, 16], [4, 32], [8 to 32, 0], [0, 64]]>, stages = 3>
!tile = !tileas.buffer<64x128xf16, #tileas.layout<offset = [[0, 1 to 32], [1, 8], [2, 16], [4, 32], [8 to 32, 0], [0, 64]]>>

// CHECK-LABEL: @counts
// CHECK: tileas.tmem_alloc 128 by %{{.*}}, %{{[a-z0-9_]*}} :
// CHECK: tileas.cluster_barrier
// CHECK: tileas.mbarrier_meet
// CHECK: tileas.tensor_copy {{.*}}, ctas = 2>,
// CHECK: expecting 16384
tileas.kernel @counts(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %zero = arith.constant dense<0.0> : !sum
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %map = tileas.tensor_map %q extents [%size, %size] strides [%size, %one] spare %spare : <!tile, ctas = 2>
  %as = tileas.alloc_shared : !lhs
  %bs = tileas.alloc_shared : !ring
  %ring = tileas.ring %bs : <!ring>
  %rank = tileaa.cta_rank
  %r = scf.for %i = %c0 to %rank step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
    %to = tileas.acquire %ring[%i] : <!ring>
    %copy = tileas.tensor_copy %map[%i, %c0] to %to : <!tile, ctas = 2> -> !tileas.completion
    tileas.commit %ring[%i] after %copy : <!ring>
    %b = tileas.wait %ring[%i] : <!ring>
    %a = tileas.slice %as[%i] : !lhs
    %s, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 128, 16] : !tileas.buffer<128x64xf16>, !tile, !sum
    tileas.release %ring[%i] : <!ring>
    scf.yield %s : !sum
  }
  tileas.return
}

// -----

// What is read may differ.
#spec = #tileas.kernel_spec<target = "sm_100", warps = 4, cluster = [2, 1, 1], spread = true, shared = 0, frozen = false>
#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 64], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
!sum = tensor<128x128xf32, #sum>
!lhs = !tileas.buffer<128x64xf16, stages = 3>
!ring = !tileas.buffer<64x128xf16, #tileas.layout<offset = [[0, 1 to 32], [1, 8], [2, 16], [4, 32], [8 to 32, 0], [0, 64]]>, stages = 3>
!tile = !tileas.buffer<64x128xf16, #tileas.layout<offset = [[0, 1 to 32], [1, 8], [2, 16], [4, 32], [8 to 32, 0], [0, 64]]>>

// CHECK-LABEL: @reads
// CHECK: tileas.tmem_alloc 128 by %{{.*}}, %{{[a-z0-9_]*}} :
// CHECK: tileas.cluster_barrier
// CHECK: tileas.mbarrier_meet
// CHECK: tileas.tensor_copy {{.*}}, ctas = 2>,
// CHECK: expecting 16384
tileas.kernel @reads(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %zero = arith.constant dense<0.0> : !sum
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %map = tileas.tensor_map %q extents [%size, %size] strides [%size, %one] spare %spare : <!tile, ctas = 2>
  %as = tileas.alloc_shared : !lhs
  %bs = tileas.alloc_shared : !ring
  %ring = tileas.ring %bs : <!ring>
  %read, %token = tileas.load %p : !tileaa.ptr -> i32
  %r = scf.for %i = %c0 to %read step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
    %to = tileas.acquire %ring[%i] : <!ring>
    %copy = tileas.tensor_copy %map[%i, %c0] to %to : <!tile, ctas = 2> -> !tileas.completion
    tileas.commit %ring[%i] after %copy : <!ring>
    %b = tileas.wait %ring[%i] : <!ring>
    %a = tileas.slice %as[%i] : !lhs
    %s, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 128, 16] : !tileas.buffer<128x64xf16>, !tile, !sum
    tileas.release %ring[%i] : <!ring>
    scf.yield %s : !sum
  }
  tileas.return
}

// -----

// One thread names the stage of both.
#spec = #tileas.kernel_spec<target = "sm_100", warps = 4, cluster = [2, 1, 1], spread = true, shared = 0, frozen = false>
#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 64], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
!sum = tensor<128x128xf32, #sum>
!lhs = !tileas.buffer<128x64xf16, stages = 3>
!ring = !tileas.buffer<64x128xf16, #tileas.layout<offset = [[0, 1 to 32], [1, 8], [2, 16], [4, 32], [8 to 32, 0], [0, 64]]>, stages = 3>
!tile = !tileas.buffer<64x128xf16, #tileas.layout<offset = [[0, 1 to 32], [1, 8], [2, 16], [4, 32], [8 to 32, 0], [0, 64]]>>

// CHECK-LABEL: @stages
// CHECK: tileas.tmem_alloc 128 by %{{.*}}, %{{[a-z0-9_]*}} :
// CHECK: tileas.cluster_barrier
// CHECK: tileas.mbarrier_meet
// CHECK: tileas.tensor_copy {{.*}}, ctas = 2>,
// CHECK: expecting 16384
tileas.kernel @stages(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %zero = arith.constant dense<0.0> : !sum
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %map = tileas.tensor_map %q extents [%size, %size] strides [%size, %one] spare %spare : <!tile, ctas = 2>
  %as = tileas.alloc_shared : !lhs
  %bs = tileas.alloc_shared : !ring
  %ring = tileas.ring %bs : <!ring>
  %rank = tileaa.cta_rank
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
    %to = tileas.acquire %ring[%i] : <!ring>
    %copy = tileas.tensor_copy %map[%i, %c0] to %to : <!tile, ctas = 2> -> !tileas.completion
    tileas.commit %ring[%i] after %copy : <!ring>
    %b = tileas.wait %ring[%i] : <!ring>
    %a = tileas.slice %as[%rank] : !lhs
    %s, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 128, 16] : !tileas.buffer<128x64xf16>, !tile, !sum
    tileas.release %ring[%i] : <!ring>
    scf.yield %s : !sum
  }
  tileas.return
}

// -----

// The second half has the second half of the rows.
#spec = #tileas.kernel_spec<target = "sm_100", warps = 4, cluster = [2, 1, 1], spread = true, shared = 0, frozen = false>
#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 64], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
!sum = tensor<128x128xf32, #sum>
!lhs = !tileas.buffer<128x64xf16, stages = 3>
!ring = !tileas.buffer<64x128xf16, #tileas.layout<offset = [[0, 1 to 32], [0, 64], [1 to 32, 0]]>, stages = 3>
!tile = !tileas.buffer<64x128xf16, #tileas.layout<offset = [[0, 1 to 32], [0, 64], [1 to 32, 0]]>>

// CHECK-LABEL: @rows
// CHECK: tileas.tmem_alloc 128 by %{{.*}}, %{{[a-z0-9_]*}} :
// CHECK: tileas.cluster_barrier
// CHECK: tileas.mbarrier_meet
// CHECK: tileas.tensor_copy {{.*}}, ctas = 2>,
// CHECK: expecting 16384
tileas.kernel @rows(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %zero = arith.constant dense<0.0> : !sum
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %map = tileas.tensor_map %q extents [%size, %size] strides [%size, %one] spare %spare : <!tile, ctas = 2>
  %as = tileas.alloc_shared : !lhs
  %bs = tileas.alloc_shared : !ring
  %ring = tileas.ring %bs : <!ring>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
    %to = tileas.acquire %ring[%i] : <!ring>
    %copy = tileas.tensor_copy %map[%i, %c0] to %to : <!tile, ctas = 2> -> !tileas.completion
    tileas.commit %ring[%i] after %copy : <!ring>
    %b = tileas.wait %ring[%i] : <!ring>
    %a = tileas.slice %as[%i] : !lhs
    %s, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 128, 16] : !tileas.buffer<128x64xf16>, !tile, !sum
    tileas.release %ring[%i] : <!ring>
    scf.yield %s : !sum
  }
  tileas.return
}

// -----

// Threads read all of the factor.
#spec = #tileas.kernel_spec<target = "sm_100", warps = 4, cluster = [2, 1, 1], spread = true, shared = 0, frozen = false>
#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 64], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
!sum = tensor<128x128xf32, #sum>
!lhs = !tileas.buffer<128x64xf16, stages = 3>
!ring = !tileas.buffer<64x128xf16, #tileas.layout<offset = [[0, 1 to 32], [1, 8], [2, 16], [4, 32], [8 to 32, 0], [0, 64]]>, stages = 3>
!tile = !tileas.buffer<64x128xf16, #tileas.layout<offset = [[0, 1 to 32], [1, 8], [2, 16], [4, 32], [8 to 32, 0], [0, 64]]>>

// CHECK-LABEL: @readers
// CHECK: tileas.tmem_alloc 128 by %{{.*}}, %{{[a-z0-9_]*}} :
// CHECK: tileas.cluster_barrier
// CHECK: tileas.mbarrier_meet
// CHECK: tileas.tensor_copy {{.*}}, ctas = 2>,
// CHECK: expecting 16384
tileas.kernel @readers(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %zero = arith.constant dense<0.0> : !sum
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %map = tileas.tensor_map %q extents [%size, %size] strides [%size, %one] spare %spare : <!tile, ctas = 2>
  %as = tileas.alloc_shared : !lhs
  %bs = tileas.alloc_shared : !ring
  %ring = tileas.ring %bs : <!ring>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
    %to = tileas.acquire %ring[%i] : <!ring>
    %copy = tileas.tensor_copy %map[%i, %c0] to %to : <!tile, ctas = 2> -> !tileas.completion
    tileas.commit %ring[%i] after %copy : <!ring>
    %b = tileas.wait %ring[%i] : <!ring>
    %a = tileas.slice %as[%i] : !lhs
    %x = tileas.shared_load %b : !tile -> tensor<64x128xf16, #tileas.layout<register = [[0, 1 to 64]], lane = [[1 to 16, 0]], warp = [[32, 0], [0, 0]]>>
    %s, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 128, 16] : !tileas.buffer<128x64xf16>, !tile, !sum
    tileas.release %ring[%i] : <!ring>
    scf.yield %s : !sum
  }
  tileas.return
}

// -----

// An agent multiplies, and tells the one that copies in both CTAs.
#spec = #tileas.kernel_spec<target = "sm_100", warps = 5, cluster = [2, 1, 1], spread = true, shared = 0, frozen = false>
#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 64], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
!sum = tensor<128x128xf32, #sum>
!lhs = !tileas.buffer<128x64xf16, stages = 3>
!ring = !tileas.buffer<64x128xf16, #tileas.layout<offset = [[0, 1 to 32], [1, 8], [2, 16], [4, 32], [8 to 32, 0], [0, 64]]>, stages = 3>
!tile = !tileas.buffer<64x128xf16, #tileas.layout<offset = [[0, 1 to 32], [1, 8], [2, 16], [4, 32], [8 to 32, 0], [0, 64]]>>

// CHECK-LABEL: @agents
// CHECK: %[[MEMORY:.*]] = tileas.tmem_alloc 128 by %{{.*}}, %{{[a-z0-9_]*}} meeting at
// CHECK: tileas.mbarrier_init
// CHECK: tileas.mbarrier_init %[[EMPTY:.*]] : <!tileas.mbarrier<5>, stages = 3>
// CHECK-NOT: tileas.cluster_barrier
// CHECK: agent "multiply"
// CHECK: tileas.tcgen05_mma {{.*}} in %[[MEMORY]] on %[[EMPTY]]
// CHECK: agent "load"
// CHECK-NOT: tileas.mbarrier_meet
// CHECK: tileas.tensor_copy
// CHECK-NEXT: tileas.mbarrier_arrive {{.*}} expecting 8192
tileas.kernel @agents(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %map = tileas.tensor_map %q extents [%size, %size] strides [%size, %one] spare %spare : <!tile, ctas = 2>
  %as = tileas.alloc_shared : !lhs
  %bs = tileas.alloc_shared : !ring
  %ring = tileas.ring %bs : <!ring>
  tileas.agents
  agent "multiply" warps 4 {
    %zero = arith.constant dense<0.0> : !sum
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
      %b = tileas.wait %ring[%i] : <!ring>
      %a = tileas.slice %as[%i] : !lhs
      %s, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 128, 16] : !tileas.buffer<128x64xf16>, !tile, !sum
      tileas.release %ring[%i] after %end : !tileas.completion<product> : <!ring>
      scf.yield %s : !sum
    }
  }
  agent "load" warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %to = tileas.acquire %ring[%i] : <!ring>
      %copy = tileas.tensor_copy %map[%i, %c0] to %to : <!tile, ctas = 2> -> !tileas.completion
      tileas.commit %ring[%i] after %copy : <!ring>
    }
  }
  tileas.return
}

// -----

// Maps copy both factors, and another agent begins that: the copies of both CTAs tell the
// first one's mbarriers, which begin before either copies. Threads that multiply wait
// for their stages to be free, as those of the second CTA wait for nothing else.
#spec = #tileas.kernel_spec<target = "sm_100", warps = 5, cluster = [2, 1, 1], spread = true, shared = 0, frozen = false>
#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 64], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
!sum = tensor<128x128xf32, #sum>
!left = !tileas.buffer<128x64xf16, stages = 3>
!leftTile = !tileas.buffer<128x64xf16>
!ring = !tileas.buffer<64x128xf16, #tileas.layout<offset = [[0, 1 to 32], [1, 8], [2, 16], [4, 32], [8 to 32, 0], [0, 64]]>, stages = 3>
!tile = !tileas.buffer<64x128xf16, #tileas.layout<offset = [[0, 1 to 32], [1, 8], [2, 16], [4, 32], [8 to 32, 0], [0, 64]]>>

// CHECK-LABEL: @signalled
// CHECK-NOT: tileas.cluster_barrier
// CHECK: tileas.mbarrier_init %[[FULL_A:.*]] : <!tileas.mbarrier<1, ctas = 2>, stages = 3>
// CHECK: tileas.mbarrier_init %[[EMPTY_A:.*]] : <!tileas.mbarrier<5>, stages = 3>
// CHECK-NOT: tileas.cluster_barrier
// CHECK: tileas.mbarrier_init %[[FULL_B:.*]] : <!tileas.mbarrier<1, ctas = 2>, stages = 3>
// CHECK: tileas.mbarrier_init %[[EMPTY_B:.*]] : <!tileas.mbarrier<5>, stages = 3>
// CHECK: tileas.cluster_barrier
// CHECK-NOT: tileas.cluster_barrier
// CHECK: agent "multiply"
// CHECK: tileas.mbarrier_phase %[[FULL_A]][%[[I:.*]]]
// CHECK: tileas.mbarrier_phase %[[FULL_B]][%[[I]]]
// CHECK: %[[FREE_A:.*]] = tileas.mbarrier_phase previous %[[EMPTY_A]][%[[I]]]
// CHECK: %[[FREE_B:.*]] = tileas.mbarrier_phase previous %[[EMPTY_B]][%[[I]]]
// CHECK-NEXT: tileas.wait_phase %[[FREE_A]], %[[FREE_B]] in_turn
// CHECK-NEXT: tileas.tcgen05_mma {{.*}} on %[[EMPTY_A]], %[[EMPTY_B]][%[[I]], %[[I]]] signalled
// CHECK: agent "load"
// CHECK: tileas.tensor_copy {{.*}} on %[[FULL_A]]
// CHECK: tileas.mbarrier_arrive %[[FULL_A]]{{.*}} expecting 16384
// CHECK: tileas.tensor_copy {{.*}} on %[[FULL_B]]
// CHECK: tileas.mbarrier_arrive %[[FULL_B]]{{.*}} expecting 8192
tileas.kernel @signalled(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %spareA = tileas.alloc_shared : <!tileaa.ptr>
  %spareB = tileas.alloc_shared : <!tileaa.ptr>
  %mapA = tileas.tensor_map %p extents [%size, %size] strides [%size, %one] spare %spareA : <!leftTile>
  %mapB = tileas.tensor_map %q extents [%size, %size] strides [%size, %one] spare %spareB : <!tile, ctas = 2>
  %as = tileas.alloc_shared : !left
  %bs = tileas.alloc_shared : !ring
  %ringA = tileas.ring %as : <!left>
  %ringB = tileas.ring %bs : <!ring>
  tileas.agents
  agent "multiply" warps 4 {
    %zero = arith.constant dense<0.0> : !sum
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
      %a = tileas.wait %ringA[%i] : <!left>
      %b = tileas.wait %ringB[%i] : <!ring>
      %s, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 128, 16] : !leftTile, !tile, !sum
      tileas.release %ringA[%i] after %end : !tileas.completion<product> : <!left>
      tileas.release %ringB[%i] after %end : !tileas.completion<product> : <!ring>
      scf.yield %s : !sum
    }
  }
  agent "load" warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %toA = tileas.acquire %ringA[%i] : <!left>
      %copyA = tileas.tensor_copy %mapA[%c0, %i] to %toA : <!leftTile> -> !tileas.completion
      tileas.commit %ringA[%i] after %copyA : <!left>
      %toB = tileas.acquire %ringB[%i] : <!ring>
      %copyB = tileas.tensor_copy %mapB[%i, %c0] to %toB : <!tile, ctas = 2> -> !tileas.completion
      tileas.commit %ringB[%i] after %copyB : <!ring>
    }
  }
  tileas.return
}

// -----

// Threads read the sum between its products, so that the CTAs meet before each of them.
#spec = #tileas.kernel_spec<target = "sm_100", warps = 5, cluster = [2, 1, 1], spread = true, shared = 0, frozen = false>
#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 64], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
!sum = tensor<128x128xf32, #sum>
!left = !tileas.buffer<128x64xf16, stages = 3>
!leftTile = !tileas.buffer<128x64xf16>
!ring = !tileas.buffer<64x128xf16, #tileas.layout<offset = [[0, 1 to 32], [1, 8], [2, 16], [4, 32], [8 to 32, 0], [0, 64]]>, stages = 3>
!tile = !tileas.buffer<64x128xf16, #tileas.layout<offset = [[0, 1 to 32], [1, 8], [2, 16], [4, 32], [8 to 32, 0], [0, 64]]>>

// CHECK-LABEL: @looked_at
// CHECK: meeting at
// CHECK-NOT: tileas.mbarrier<1, ctas = 2>
// CHECK-NOT: signalled
// CHECK: tileas.tmem_load
tileas.kernel @looked_at(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %spareA = tileas.alloc_shared : <!tileaa.ptr>
  %spareB = tileas.alloc_shared : <!tileaa.ptr>
  %mapA = tileas.tensor_map %p extents [%size, %size] strides [%size, %one] spare %spareA : <!leftTile>
  %mapB = tileas.tensor_map %q extents [%size, %size] strides [%size, %one] spare %spareB : <!tile, ctas = 2>
  %as = tileas.alloc_shared : !left
  %bs = tileas.alloc_shared : !ring
  %out = tileas.alloc_shared : <128x128xf32>
  %ringA = tileas.ring %as : <!left>
  %ringB = tileas.ring %bs : <!ring>
  tileas.agents
  agent "multiply" warps 4 {
    %zero = arith.constant dense<0.0> : !sum
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
      %a = tileas.wait %ringA[%i] : <!left>
      %b = tileas.wait %ringB[%i] : <!ring>
      %s, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 128, 16] : !leftTile, !tile, !sum
      tileas.release %ringA[%i] after %end : !tileas.completion<product> : <!left>
      tileas.release %ringB[%i] after %end : !tileas.completion<product> : <!ring>
      tileas.shared_store %s to %out : !sum, !tileas.buffer<128x128xf32>
      scf.yield %s : !sum
    }
  }
  agent "load" warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %toA = tileas.acquire %ringA[%i] : <!left>
      %copyA = tileas.tensor_copy %mapA[%c0, %i] to %toA : <!leftTile> -> !tileas.completion
      tileas.commit %ringA[%i] after %copyA : <!left>
      %toB = tileas.acquire %ringB[%i] : <!ring>
      %copyB = tileas.tensor_copy %mapB[%i, %c0] to %toB : <!tile, ctas = 2> -> !tileas.completion
      tileas.commit %ringB[%i] after %copyB : <!ring>
    }
  }
  tileas.return
}
