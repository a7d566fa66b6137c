// A product begins before the copies behind its barrier, and is waited for
// before the next one, or before the first op that takes the sum.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-defer-products))' | cuda-tile-opt | FileCheck %s

!lhs = !tileas.buffer<64x32xf16>
!rhs = !tileas.buffer<32x64xf16>
!sum = tensor<64x64xf32>

// CHECK-LABEL: @loop(
// CHECK: %[[NONE:.*]] = tileas.pend
// CHECK: %[[LAST:.*]] = scf.for {{.*}} iter_args(%[[UNDER_WAY:.*]] = %[[NONE]]) -> (!tileas.pending<tensor<64x64xf32>>)
// CHECK-NEXT: tileas.proxy_fence
// CHECK-NEXT: %[[SUM:.*]] = tileas.settle %[[UNDER_WAY]]
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: %[[NEXT:.*]] = tileas.wgmma {{.*}}, %[[SUM]] by [64, 64, 16] pending
// CHECK-NEXT: tileas.async_copy
// CHECK: scf.yield %[[NEXT]]
// CHECK: tileas.settle %[[LAST]]
tileas.kernel @loop(%p: !tileaa.ptr, %n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %pitch = arith.constant 64 : i64
  %none = arith.constant dense<0.0> : !sum
  %a = tileas.alloc_shared : !lhs
  %b = tileas.alloc_shared : !rhs
  %c = tileas.alloc_shared : !rhs
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %none) -> (!sum) : i32 {
    tileas.proxy_fence
    tileas.barrier
    %done = tileas.async_copy %p[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] to %c {tile = tensor<32x64xf16>, width = 8 : i64} : !tileaa.ptr, !rhs
    tileas.commit_group
    %d = tileas.wgmma %a as<f16>, %b as<f16>, %acc by [64, 64, 16] : !lhs, !rhs, !sum
    scf.yield %d : !sum
  }
  %t = arith.negf %s : !sum
  tileas.return
}

// The sum is taken at once; behind a barrier somebody may write a factor.
// CHECK-LABEL: @block(
// CHECK: tileas.wgmma
// CHECK-NOT: pending
// CHECK: arith.negf
// CHECK: %[[B:.*]] = tileas.wgmma {{.*}} pending
// CHECK-NEXT: tileas.shared_load
// CHECK-NEXT: tileas.settle %[[B]]
// CHECK-NEXT: tileas.barrier
tileas.kernel @block()
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %none = arith.constant dense<0.0> : !sum
  %a = tileas.alloc_shared : !lhs
  %b = tileas.alloc_shared : !rhs
  %d = tileas.wgmma %a as<f16>, %b as<f16>, %none by [64, 64, 16] : !lhs, !rhs, !sum
  %e = arith.negf %d : !sum
  %f = tileas.wgmma %a as<f16>, %b as<f16>, %e by [64, 64, 16] : !lhs, !rhs, !sum
  %g = tileas.shared_load %a : !lhs -> tensor<64x32xf16>
  tileas.barrier
  %h = arith.negf %f : !sum
  tileas.return
}

// A sum that is reduced at once, as scores without a mask are, stays in its registers, too.
// CHECK-LABEL: @reduced(
// CHECK: %[[D:.*]] = tileas.wgmma {{.*}} pending
// CHECK-NEXT: tileas.shared_load
// CHECK-NEXT: %[[SUM:.*]] = tileas.settle %[[D]]
// CHECK-NEXT: tileas.warp_reduce %[[SUM]]
tileas.kernel @reduced()
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %none = arith.constant dense<0.0> : !sum
  %a = tileas.alloc_shared : !lhs
  %b = tileas.alloc_shared : !rhs
  %d = tileas.wgmma %a as<f16>, %b as<f16>, %none by [64, 64, 16] : !lhs, !rhs, !sum
  %g = tileas.shared_load %a : !lhs -> tensor<64x32xf16>
  %h = tileas.warp_reduce %d dim 1 : !sum -> tensor<64x1xf32> {
  ^bb0(%x: f32, %y: f32):
    %z = tileaa.maxf %x, %y : f32
    tileaa.yield %z : f32
  }
  tileas.return
}

// Registers of a factor that the loop carries are those of the next one, so that
// the product is waited for in its iteration.
// CHECK-LABEL: @registers(
// CHECK: %[[D:.*]] = tileas.wgmma {{.*}} pending
// CHECK-NEXT: %[[Y:.*]] = tileas.shared_load
// CHECK-NEXT: %[[SUM:.*]] = tileas.settle %[[D]] : <tensor<64x64xf32>, tensor<64x32xf16>>
// CHECK-NEXT: scf.yield %[[SUM]], %[[Y]]
tileas.kernel @registers(%n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : !sum
  %a = tileas.alloc_shared : !lhs
  %b = tileas.alloc_shared : !rhs
  %first = tileas.shared_load %a : !lhs -> tensor<64x32xf16>
  %s:2 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %none, %x = %first) -> (!sum, tensor<64x32xf16>) : i32 {
    tileas.barrier
    %d = tileas.wgmma %x as<f16>, %b as<f16>, %acc by [64, 64, 16] : tensor<64x32xf16>, !rhs, !sum
    %y = tileas.shared_load %a : !lhs -> tensor<64x32xf16>
    scf.yield %d, %y : !sum, tensor<64x32xf16>
  }
  %t = arith.negf %s#0 : !sum
  tileas.return
}

// Registers of a factor that each iteration makes are given up before that: the
// product goes on in the next iteration. A wait leaves products that begin later.
// CHECK-LABEL: @powers(
// CHECK: %[[NONE:.*]] = tileas.pend {{.*}} : <tensor<64x64xf32>, tensor<64x64xf16>>
// CHECK: %[[LAST:.*]] = scf.for {{.*}} iter_args(%[[UNDER_WAY:.*]] = %[[NONE]]) -> (!tileas.pending<tensor<64x64xf32>, tensor<64x64xf16>>)
// CHECK-NEXT: %[[SCORES:.*]] = tileas.wgmma
// CHECK-NEXT: %[[SUM:.*]] = tileas.settle %[[UNDER_WAY]] leaving 1
// CHECK-NEXT: arith.truncf %[[SCORES]]
// CHECK-NEXT: %[[NEXT:.*]] = tileas.wgmma {{.*}}, %[[SUM]] by [64, 64, 16] pending
// CHECK-NEXT: scf.yield %[[NEXT]]
// CHECK: tileas.settle %[[LAST]] :
tileas.kernel @powers(%n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : !sum
  %a = tileas.alloc_shared : !lhs
  %b = tileas.alloc_shared : !rhs
  %c = tileas.alloc_shared : <64x64xf16>
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %none) -> (!sum) : i32 {
    %p = tileas.wgmma %a as<f16>, %b as<f16>, %none by [64, 64, 16] : !lhs, !rhs, !sum
    %x = arith.truncf %p : !sum to tensor<64x64xf16>
    %d = tileas.wgmma %x as<f16>, %c as<f16>, %acc by [64, 64, 16] : tensor<64x64xf16>, !tileas.buffer<64x64xf16>, !sum
    scf.yield %d : !sum
  }
  %t = arith.negf %s : !sum
  tileas.return
}

// Two sums that the same powers are added to are waited for at once: the first wait leaves
// no product to the second.
// CHECK-LABEL: @two_sums(
// CHECK: scf.for
// CHECK-NEXT: tileas.wgmma
// CHECK-NEXT: tileas.settle {{.*}} leaving 1
// CHECK-NEXT: tileas.settle {{.*}} leaving 1
// CHECK-NEXT: arith.truncf
// CHECK-NEXT: tileas.wgmma {{.*}} pending
// CHECK-NEXT: tileas.wgmma {{.*}} pending
tileas.kernel @two_sums(%n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : !sum
  %a = tileas.alloc_shared : !lhs
  %b = tileas.alloc_shared : !rhs
  %c = tileas.alloc_shared : <64x64xf16>
  %d = tileas.alloc_shared : <64x64xf16>
  %s:2 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %none, %other = %none) -> (!sum, !sum) : i32 {
    %p = tileas.wgmma %a as<f16>, %b as<f16>, %none by [64, 64, 16] : !lhs, !rhs, !sum
    %x = arith.truncf %p : !sum to tensor<64x64xf16>
    %e = tileas.wgmma %x as<f16>, %c as<f16>, %acc by [64, 64, 16] : tensor<64x64xf16>, !tileas.buffer<64x64xf16>, !sum
    %f = tileas.wgmma %x as<f16>, %d as<f16>, %other by [64, 64, 16] : tensor<64x64xf16>, !tileas.buffer<64x64xf16>, !sum
    scf.yield %e, %f : !sum, !sum
  }
  %t = arith.negf %s#0 : !sum
  %u = arith.negf %s#1 : !sum
  tileas.return
}

// Threads wait at once for a promoted sum: the product lets copies begin first,
// and stays before an op with regions, which may read the sum.
// CHECK-LABEL: @promoted(
// CHECK: scf.for
// CHECK: tileas.async_copy
// CHECK-NEXT: tileas.commit_group
// CHECK-NEXT: %[[READ:.*]] = tileas.wgmma {{.*}} promoted
// CHECK-NEXT: scf.if
// CHECK-NEXT: arith.negf %[[READ]]
// CHECK: scf.for
// CHECK: %[[READ:.*]] = tileas.wgmma {{.*}} promoted
// CHECK-NEXT: scf.if
// CHECK-NEXT: arith.negf %[[READ]]
// CHECK: tileas.async_copy
// CHECK: scf.for
// CHECK: %[[READ:.*]] = tileas.wgmma {{.*}} promoted
// CHECK-NEXT: scf.yield %[[READ]]
tileas.kernel @promoted(%p: !tileaa.ptr, %n: i32, %wanted: i1)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %pitch = arith.constant 64 : i64
  %none = arith.constant dense<0.0> : !sum
  %a = tileas.alloc_shared : !tileas.buffer<64x32xi8>
  %b = tileas.alloc_shared : !tileas.buffer<32x64xi8>
  %c = tileas.alloc_shared : !rhs
  %behind = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %none) -> (!sum) : i32 {
    %d = tileas.wgmma %a as<e4m3>, %b as<e4m3>, %acc by [64, 64, 32] promoted : !tileas.buffer<64x32xi8>, !tileas.buffer<32x64xi8>, !sum
    %done = tileas.async_copy %p[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] to %c {tile = tensor<32x64xf16>, width = 8 : i64} : !tileaa.ptr, !rhs
    tileas.commit_group
    %e = scf.if %wanted -> !sum {
      %f = arith.negf %d : !sum
      scf.yield %f : !sum
    } else {
      scf.yield %acc : !sum
    }
    scf.yield %e : !sum
  }
  %before = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %behind) -> (!sum) : i32 {
    %d = tileas.wgmma %a as<e4m3>, %b as<e4m3>, %acc by [64, 64, 32] promoted : !tileas.buffer<64x32xi8>, !tileas.buffer<32x64xi8>, !sum
    %e = scf.if %wanted -> !sum {
      %f = arith.negf %d : !sum
      scf.yield %f : !sum
    } else {
      scf.yield %acc : !sum
    }
    %done = tileas.async_copy %p[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] to %c {tile = tensor<32x64xf16>, width = 8 : i64} : !tileaa.ptr, !rhs
    tileas.commit_group
    scf.yield %e : !sum
  }
  %other:2 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %before, %last = %none) -> (!sum, !sum) : i32 {
    %d = tileas.wgmma %a as<e4m3>, %b as<e4m3>, %acc by [64, 64, 32] promoted : !tileas.buffer<64x32xi8>, !tileas.buffer<32x64xi8>, !sum
    scf.yield %d, %acc : !sum, !sum
  }
  tileas.return
}

// Sums that take turns move between registers at the end of an iteration, and so no
// product of them goes on there, be it the second one that adds to its sum.
// CHECK-LABEL: @turns(
// CHECK: scf.for
// CHECK-NOT: pending
// CHECK: scf.yield
// CHECK-LABEL: @no_turns(
// CHECK: scf.for
// CHECK: tileas.wgmma {{.*}} pending
// CHECK: scf.yield
tileas.kernel @turns(%n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : !sum
  %ones = arith.constant dense<1.0> : !sum
  %a = tileas.alloc_shared : !lhs
  %b = tileas.alloc_shared : !rhs
  %s:2 = scf.for %k = %c0 to %n step %c1 iter_args(%even = %none, %odd = %ones) -> (!sum, !sum) : i32 {
    tileas.barrier
    %d = tileas.wgmma %a as<f16>, %b as<f16>, %even by [64, 64, 16] : !lhs, !rhs, !sum
    %e = tileas.wgmma %a as<f16>, %b as<f16>, %odd by [64, 64, 16] : !lhs, !rhs, !sum
    %f = tileas.wgmma %a as<f16>, %b as<f16>, %e by [64, 64, 16] : !lhs, !rhs, !sum
    scf.yield %f, %d : !sum, !sum
  }
  %t = arith.negf %s#0 : !sum
  tileas.return
}
tileas.kernel @no_turns(%n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : !sum
  %a = tileas.alloc_shared : !lhs
  %b = tileas.alloc_shared : !rhs
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %none) -> (!sum) : i32 {
    tileas.barrier
    %e = tileas.wgmma %a as<f16>, %b as<f16>, %sum by [64, 64, 16] : !lhs, !rhs, !sum
    %f = tileas.wgmma %a as<f16>, %b as<f16>, %e by [64, 64, 16] : !lhs, !rhs, !sum
    scf.yield %f : !sum
  }
  %t = arith.negf %s : !sum
  tileas.return
}

// A sum that nobody reads: nothing stops the search but the block's end.
// CHECK-LABEL: @unread(
// CHECK: scf.for
// CHECK: tileas.wgmma {{.*}} promoted
tileas.kernel @unread(%n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : !sum
  %a = tileas.alloc_shared : !tileas.buffer<64x32xi8>
  %b = tileas.alloc_shared : !tileas.buffer<32x64xi8>
  scf.for %k = %c0 to %n step %c1 : i32 {
    %d = tileas.wgmma %a as<e4m3>, %b as<e4m3>, %none by [64, 64, 32] promoted : !tileas.buffer<64x32xi8>, !tileas.buffer<32x64xi8>, !sum
  }
  tileas.return
}

// A product by one thread whose sum only goes round an outer loop, too, is waited
// for behind that one: waits in a row need a barrier between them.
// CHECK-LABEL: @nested(
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NEXT: tileas.await_products
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: tileas.tcgen05_mma {{.*}} pending
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: tileas.await_products
//
// Behind a barrier of the outer loop somebody may write a factor. The inner loop may
// have no iteration, and no barrier, behind the wait before: that of the first
// iteration stands in front of the loop, as others end with one.
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: scf.for
// CHECK: scf.for
// CHECK: tileas.tcgen05_mma {{.*}} pending
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: tileas.await_products
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: scf.yield
!tmem = !tileas.tmem_tile<tensor<128x64xf32>>
tileas.kernel @nested(%n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %a = tileas.alloc_shared : !tileas.buffer<128x32xf16>
  %b = tileas.alloc_shared : !tileas.buffer<32x64xf16>
  %address = tileas.alloc_shared : !tileas.buffer<1xi32>
  %end = tileas.alloc_shared : !tileas.buffer<!tileas.mbarrier<1>>
  tileas.mbarrier_init %end : !tileas.buffer<!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 64 by %address, %end : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  %first = tileas.tmem_store %none to %m at 0 : tensor<128x64xf32>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %first) -> (!tmem) : i32 {
    %inner = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %carried) -> (!tmem) : i32 {
      tileas.barrier
      %d, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] in %m : !tileas.buffer<128x32xf16>, !tileas.buffer<32x64xf16>, !tmem
      scf.yield %d : !tmem
    }
    scf.yield %inner : !tmem
  }
  %t = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %s) -> (!tmem) : i32 {
    %inner = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %carried) -> (!tmem) : i32 {
      tileas.barrier
      %d, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] in %m : !tileas.buffer<128x32xf16>, !tileas.buffer<32x64xf16>, !tmem
      scf.yield %d : !tmem
    }
    tileas.barrier
    scf.yield %inner : !tmem
  }
  tileas.return
}

// A product goes in front of copies with the zeros that it adds to, and stays behind
// the constant that they are.
// CHECK-LABEL: @late_zeros(
// CHECK: tileas.barrier
// CHECK-NEXT: tileas.async_copy
// CHECK-NEXT: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00>
// CHECK-NEXT: %[[SUM:.*]] = tileas.tmem_store %[[ZEROS]]
// CHECK-NEXT: tileas.tcgen05_mma {{.*}}, %[[SUM]] by {{.*}} pending
// CHECK-NEXT: tileas.async_copy
tileas.kernel @late_zeros(%p: !tileaa.ptr)
    attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %pitch = arith.constant 64 : i64
  %a = tileas.alloc_shared : !tileas.buffer<128x32xf16>
  %b = tileas.alloc_shared : !tileas.buffer<32x64xf16>
  %c = tileas.alloc_shared : !tileas.buffer<32x64xf16>
  %address = tileas.alloc_shared : !tileas.buffer<1xi32>
  %end = tileas.alloc_shared : !tileas.buffer<!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 64 by %address, %end : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.barrier
  %early = tileas.async_copy %p[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] to %c {tile = tensor<32x64xf16>, width = 8 : i64} : !tileaa.ptr, !tileas.buffer<32x64xf16>
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %late = tileas.async_copy %p[%zero, %pitch] extents [%pitch, %pitch] strides [%pitch, %one] to %c {tile = tensor<32x64xf16>, width = 8 : i64} : !tileaa.ptr, !tileas.buffer<32x64xf16>
  %first = tileas.tmem_store %none to %m at 0 : tensor<128x64xf32>
  %d, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %first by [128, 64, 16] in %m : !tileas.buffer<128x32xf16>, !tileas.buffer<32x64xf16>, !tmem
  tileas.commit_group
  tileas.barrier
  tileas.return
}
