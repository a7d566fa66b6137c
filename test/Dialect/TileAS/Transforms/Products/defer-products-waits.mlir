// Waits for products in tensor memory tell phases of an mbarrier apart by parity, so
// that a barrier stands between two of them. Another one stands between the reads of a
// sum and what takes its place, unless each thread overwrites what it has read itself.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-defer-products))' | FileCheck %s

// CHECK-LABEL: tileas.kernel @waits(
tileas.kernel @waits(%n: i32, %zero: i32, %one: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 256, frozen = false>} {
  %p = tileas.alloc_shared at 0 : <1xi32>
  %d = tileas.alloc_shared at 128 : <!tileas.mbarrier<1>>
  // CHECK: tmem_alloc
  %m = tileas.tmem_alloc 64 by %p, %d : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  // CHECK: await_products
  // CHECK-NEXT: tileas.barrier
  // CHECK-NEXT: await_products
  tileas.await_products %m
  tileas.await_products %m
  // One that is there already is enough.
  // CHECK-NEXT: tileas.barrier
  // CHECK-NEXT: await_products
  tileas.barrier
  tileas.await_products %m
  // The next iteration waits again, and so does what follows.
  // CHECK: scf.for
  // CHECK-NEXT: tileas.barrier
  // CHECK-NEXT: await_products
  // CHECK-NEXT: }
  // CHECK-NEXT: tileas.barrier
  // CHECK-NEXT: await_products
  scf.for %i = %zero to %n step %one : i32 {
    tileas.await_products %m
  }
  tileas.await_products %m
  // A loop with a barrier behind its wait needs one in front of the first alone.
  // CHECK-NEXT: tileas.barrier
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: await_products
  // CHECK-NEXT: tileas.barrier
  // CHECK-NEXT: }
  // CHECK-NEXT: await_products
  tileas.barrier
  scf.for %i = %zero to %n step %one : i32 {
    tileas.await_products %m
    tileas.barrier
  }
  tileas.await_products %m
  tileas.return
}

#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 32], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>

// CHECK-LABEL: tileas.kernel @reads(
tileas.kernel @reads(%n: i32, %zero: i32, %one: i32, %x: tensor<128x64xf32, #sum>) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 256, frozen = false>} {
  %0 = arith.constant dense<0.0> : tensor<128x64xf32, #sum>
  %p = tileas.alloc_shared at 0 : <1xi32>
  %d = tileas.alloc_shared at 128 : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 64 by %p, %d : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  // Nothing was read before the first iteration, but before the next one.
  // CHECK: scf.for
  // CHECK-NEXT: tileas.barrier
  // CHECK-NEXT: tmem_store
  // CHECK-NEXT: tmem_load
  scf.for %i = %zero to %n step %one : i32 {
    %s = tileas.tmem_store %0 to %m at 0 : tensor<128x64xf32, #sum>
    %t = tileas.tmem_load %s : !tileas.tmem_tile<tensor<128x64xf32, #sum>>
  }
  // A barrier that is there already is enough, and so are those behind a store of
  // what is not zero.
  // CHECK: tileas.barrier
  // CHECK-NEXT: tmem_store
  // CHECK-NEXT: tmem_load
  // CHECK-NEXT: tmem_store
  // CHECK-NEXT: tmem_store
  // CHECK-NEXT: return
  tileas.barrier
  %a = tileas.tmem_store %0 to %m at 0 : tensor<128x64xf32, #sum>
  %b = tileas.tmem_load %a : !tileas.tmem_tile<tensor<128x64xf32, #sum>>
  %c = tileas.tmem_store %x to %m at 0 : tensor<128x64xf32, #sum>
  %e = tileas.tmem_store %0 to %m at 0 : tensor<128x64xf32, #sum>
  tileas.return
}

// The condition and the body of a loop with early exit follow each other, and the
// end of the body precedes the next condition.

// CHECK-LABEL: tileas.kernel @early_exit(
tileas.kernel @early_exit(%stays: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 256, frozen = false>} {
  %0 = arith.constant dense<0.0> : tensor<128x64xf32, #sum>
  %p = tileas.alloc_shared at 0 : <1xi32>
  %d = tileas.alloc_shared at 128 : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 64 by %p, %d : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  // A body whose steps come again in the next iteration.
  // CHECK: scf.while
  // CHECK-NEXT: scf.condition
  // CHECK-NEXT: } do {
  // CHECK-NEXT: tileas.barrier
  // CHECK-NEXT: tmem_store
  // CHECK-NEXT: await_products
  // CHECK-NEXT: tmem_load
  // CHECK-NEXT: scf.yield
  scf.while : () -> () {
    scf.condition(%stays)
  } do {
    %s = tileas.tmem_store %0 to %m at 0 : tensor<128x64xf32, #sum>
    tileas.await_products %m
    %t = tileas.tmem_load %s : !tileas.tmem_tile<tensor<128x64xf32, #sum>>
    scf.yield
  }
  // A body behind its condition.
  // CHECK: tileas.barrier
  // CHECK-NEXT: scf.while
  // CHECK-NEXT: await_products
  // CHECK-NEXT: scf.condition
  // CHECK-NEXT: } do {
  // CHECK-NEXT: tileas.barrier
  // CHECK-NEXT: await_products
  // CHECK-NEXT: tileas.barrier
  // CHECK-NEXT: scf.yield
  tileas.barrier
  scf.while : () -> () {
    tileas.await_products %m
    scf.condition(%stays)
  } do {
    tileas.await_products %m
    tileas.barrier
    scf.yield
  }
  tileas.return
}

// Of eight warps two share lanes, and divide the columns of each sum by its width.

#half = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 16], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0], [0, 32]]>
#whole = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 32], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0], [0, 64]]>

// CHECK-LABEL: tileas.kernel @widths(
tileas.kernel @widths(%x: tensor<128x64xf32, #half>, %y: tensor<128x128xf32, #whole>) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 8, shared = 256, frozen = false>} {
  %p = tileas.alloc_shared at 0 : <1xi32>
  %d = tileas.alloc_shared at 128 : <!tileas.mbarrier<1>>
  // CHECK: tmem_alloc
  %m = tileas.tmem_alloc 256 by %p, %d : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  // CHECK-NEXT: tmem_store {{.*}} at 0
  // CHECK-NEXT: tmem_load
  // CHECK-NEXT: tileas.barrier
  // CHECK-NEXT: tmem_store {{.*}} at 0
  // CHECK-NEXT: tmem_load
  %a = tileas.tmem_store %x to %m at 0 : tensor<128x64xf32, #half>
  %b = tileas.tmem_load %a : !tileas.tmem_tile<tensor<128x64xf32, #half>>
  %c = tileas.tmem_store %y to %m at 0 : tensor<128x128xf32, #whole>
  %e = tileas.tmem_load %c : !tileas.tmem_tile<tensor<128x128xf32, #whole>>
  // Columns of no other sum.
  // CHECK-NEXT: tmem_store {{.*}} at 128
  // CHECK-NEXT: return
  %f = tileas.tmem_store %y to %m at 128 : tensor<128x128xf32, #whole>
  tileas.return
}

// Threads scale a sum before one of them begins the product that adds to it, and meet
// between; in the next iteration only where they have not met since.
// CHECK-LABEL: tileas.kernel @scales(
tileas.kernel @scales(%n: i32, %zero: i32, %one: i32, %f: tensor<128x64xf32, #sum>) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 65536, frozen = false>} {
  %0 = arith.constant dense<0.0> : tensor<128x64xf32, #sum>
  %p = tileas.alloc_shared at 0 : <1xi32>
  %d = tileas.alloc_shared at 128 : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 64 by %p, %d : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  %a = tileas.alloc_shared at 1024 : <128x16xf16, #tileas.layout<offset = [[0, 1 to 4], [1 to 64, 0], [0, 8]]>>
  %b = tileas.alloc_shared at 8192 : <16x64xf16, #tileas.layout<offset = [[1 to 4, 0], [0, 1 to 32], [8, 0]]>>
  // CHECK: tmem_store {{.*}} whole
  %s = tileas.tmem_store %0 to %m at 0 whole : tensor<128x64xf32, #sum>
  // CHECK: scf.for
  // CHECK: await_products
  // CHECK-NEXT: tmem_scale
  // CHECK-NEXT: tileas.barrier
  // CHECK-NEXT: tcgen05_mma
  // CHECK-NEXT: scf.yield
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %s) -> (!tileas.tmem_tile<tensor<128x64xf32, #sum>>) : i32 {
    %t = tileas.tmem_scale %acc by %f : !tileas.tmem_tile<tensor<128x64xf32, #sum>>
    %u, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %t by [128, 64, 16] in %m : !tileas.buffer<128x16xf16, #tileas.layout<offset = [[0, 1 to 4], [1 to 64, 0], [0, 8]]>>, !tileas.buffer<16x64xf16, #tileas.layout<offset = [[1 to 4, 0], [0, 1 to 32], [8, 0]]>>, !tileas.tmem_tile<tensor<128x64xf32, #sum>>
    scf.yield %u : !tileas.tmem_tile<tensor<128x64xf32, #sum>>
  }
  tileas.return
}

#lanes = #tileas.layout<register = [[0, 1 to 8]], lane = [[1 to 16, 0]], warp = [[32, 0], [64, 0]]>
!lhs = !tileas.buffer<128x16xf16, #tileas.layout<offset = [[0, 1 to 4], [1 to 64, 0], [0, 8]]>>
!stages = !tileas.buffer<128x16xf16, #tileas.layout<offset = [[0, 1 to 4], [1 to 64, 0], [0, 8]]>, stages = 2>
!rhs = !tileas.buffer<16x64xf16, #tileas.layout<offset = [[1 to 4, 0], [0, 1 to 32], [8, 0]]>>

// A product goes on while threads store what the next one reads, in another stage of the
// same buffer. Where the next iteration stores to the same stage, it has ended before.
// CHECK-LABEL: tileas.kernel @stores(
// CHECK: scf.for
// CHECK: tileas.slice
// CHECK-NEXT: shared_store
// CHECK-NEXT: await_products
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: tcgen05_mma
// CHECK-NEXT: scf.yield
// CHECK: scf.for
// CHECK-NEXT: await_products
// CHECK-NEXT: shared_store
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: tcgen05_mma
tileas.kernel @stores(%n: i32, %x: tensor<128x16xf16, #lanes>) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 65536, frozen = false>} {
  %0 = arith.constant dense<0.0> : tensor<128x64xf32, #sum>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %p = tileas.alloc_shared at 0 : <1xi32>
  %d = tileas.alloc_shared at 128 : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 64 by %p, %d : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  %both = tileas.alloc_shared at 16384 : !stages
  %b = tileas.alloc_shared at 8192 : !rhs
  %s = tileas.tmem_store %0 to %m at 0 : tensor<128x64xf32, #sum>
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %s) -> (!tileas.tmem_tile<tensor<128x64xf32, #sum>>) : i32 {
    %a = tileas.slice %both[%i] : !stages
    tileas.shared_store %x to %a : tensor<128x16xf16, #lanes>, !lhs
    tileas.barrier
    %u, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] in %m : !lhs, !rhs, !tileas.tmem_tile<tensor<128x64xf32, #sum>>
    scf.yield %u : !tileas.tmem_tile<tensor<128x64xf32, #sum>>
  }
  tileas.barrier
  %same = tileas.slice %both[%zero] : !stages
  %q = scf.for %i = %zero to %n step %one iter_args(%acc = %r) -> (!tileas.tmem_tile<tensor<128x64xf32, #sum>>) : i32 {
    tileas.shared_store %x to %same : tensor<128x16xf16, #lanes>, !lhs
    tileas.barrier
    %u, %e = tileas.tcgen05_mma %same as<f16>, %b as<f16>, %acc by [128, 64, 16] in %m : !lhs, !rhs, !tileas.tmem_tile<tensor<128x64xf32, #sum>>
    scf.yield %u : !tileas.tmem_tile<tensor<128x64xf32, #sum>>
  }
  tileas.return
}

// A product goes on over the begin of another one, whose zeros take no instruction, but for
// zeros in the columns of a factor that it reads. What waits at once waits for all.

#columns = #tileas.layout<register = [[0, 1 to 32]], lane = [[1 to 16, 0]], warp = [[32, 0], [64, 0]]>
!wide = tensor<128x64xf32, #columns>
!half = tensor<128x64xf16, #columns>
!placed = !tileas.tmem_tile<!wide>
!queries = !tileas.buffer<128x64xf16, #tileas.layout<offset = [[0, 1 to 32], [1 to 4, 8 to 32], [8 to 64, 0]]>>
!keys = !tileas.buffer<64x64xf16, #tileas.layout<offset = [[0, 1 to 32], [1 to 4, 8 to 32], [8 to 32, 0]]>>

// CHECK-LABEL: tileas.kernel @over_zeros(
tileas.kernel @over_zeros(%x: !half) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 24832, frozen = false>} {
  %0 = arith.constant dense<0.0> : !wide
  %b = tileas.alloc_shared at 256 : !keys
  %a = tileas.alloc_shared at 8448 : !queries
  %p = tileas.alloc_shared at 0 : <1xi32>
  %d = tileas.alloc_shared at 128 : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 256 by %p, %d : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  // CHECK: tmem_store
  // CHECK: tmem_store {{.*}} at 0
  // CHECK-NEXT: tcgen05_mma {{.*}} pending
  // CHECK-NEXT: tmem_store {{.*}} at 128
  // CHECK-NEXT: tcgen05_mma {{.*}} pending
  // CHECK-NEXT: await_products
  // CHECK-NEXT: tmem_store {{.*}} at 64
  // CHECK-NEXT: tileas.barrier
  // CHECK-NEXT: tcgen05_mma
  // CHECK-NOT: pending
  // CHECK-NEXT: tmem_load
  // CHECK-NEXT: tmem_load
  // CHECK-NEXT: tmem_load
  %f = tileas.tmem_store %x to %m at 64 : !half
  %zeros = tileas.tmem_store %0 to %m at 0 : !wide
  %s, %e = tileas.tcgen05_mma %f as<f16>, %b as<f16>, %zeros by [128, 64, 16] in %m : !tileas.tmem_tile<!half>, !keys, !placed
  %apart = tileas.tmem_store %0 to %m at 128 : !wide
  %t, %g = tileas.tcgen05_mma %f as<f16>, %b as<f16>, %apart by [128, 64, 16] in %m : !tileas.tmem_tile<!half>, !keys, !placed
  %over = tileas.tmem_store %0 to %m at 64 : !wide
  %u, %h = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %over by [128, 64, 16] in %m : !queries, !keys, !placed
  %i = tileas.tmem_load %u : !placed
  %j = tileas.tmem_load %s : !placed
  %k = tileas.tmem_load %t : !placed
  tileas.return
}

// It goes on over the store of another product's factor as well, where nothing in the loop
// reads its sum: threads wait for both at once. Not where they lie in the same columns.
// CHECK-LABEL: tileas.kernel @over_factors(
// CHECK: scf.for
// CHECK: tmem_store {{.*}} at 0
// CHECK: tcgen05_mma {{.*}} pending
// CHECK-NEXT: tmem_store {{.*}} at 32
// CHECK-NEXT: tcgen05_mma {{.*}} pending
// CHECK-NEXT: scf.yield
// CHECK: scf.for
// CHECK: tmem_store {{.*}} at 0
// CHECK: tcgen05_mma
// CHECK-NOT: pending
// CHECK: tmem_store {{.*}} at 0
// CHECK: tcgen05_mma {{.*}} pending
// CHECK-NEXT: scf.yield
tileas.kernel @over_factors(%n: i32, %zero: i32, %one: i32, %x: !half) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 24832, frozen = false>} {
  %0 = arith.constant dense<0.0> : !wide
  %b = tileas.alloc_shared at 256 : !keys
  %p = tileas.alloc_shared at 0 : <1xi32>
  %d = tileas.alloc_shared at 128 : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 256 by %p, %d : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  %s = tileas.tmem_store %0 to %m at 64 : !wide
  %t = tileas.tmem_store %0 to %m at 128 : !wide
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%acc = %s, %also = %t) -> (!placed, !placed) : i32 {
    %f = tileas.tmem_store %x to %m at 0 : !half
    %u, %e = tileas.tcgen05_mma %f as<f16>, %b as<f16>, %acc by [128, 64, 16] in %m : !tileas.tmem_tile<!half>, !keys, !placed
    %g = tileas.tmem_store %x to %m at 32 : !half
    %v, %h = tileas.tcgen05_mma %g as<f16>, %b as<f16>, %also by [128, 64, 16] in %m : !tileas.tmem_tile<!half>, !keys, !placed
    scf.yield %u, %v : !placed, !placed
  }
  tileas.barrier
  %q:2 = scf.for %i = %zero to %n step %one iter_args(%acc = %r#0, %also = %r#1) -> (!placed, !placed) : i32 {
    %f = tileas.tmem_store %x to %m at 0 : !half
    %u, %e = tileas.tcgen05_mma %f as<f16>, %b as<f16>, %acc by [128, 64, 16] in %m : !tileas.tmem_tile<!half>, !keys, !placed
    %g = tileas.tmem_store %x to %m at 0 : !half
    %v, %h = tileas.tcgen05_mma %g as<f16>, %b as<f16>, %also by [128, 64, 16] in %m : !tileas.tmem_tile<!half>, !keys, !placed
    scf.yield %u, %v : !placed, !placed
  }
  tileas.return
}

// What threads read is waited for before the other product begins.
// CHECK-LABEL: tileas.kernel @read_behind_factors(
// CHECK: scf.for
// CHECK: tcgen05_mma {{.*}} pending
// CHECK: await_products
// CHECK-NEXT: tmem_store {{.*}} at 32
// CHECK-NEXT: tcgen05_mma {{.*}} pending
// CHECK: tmem_load
tileas.kernel @read_behind_factors(%n: i32, %zero: i32, %one: i32, %x: !half) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 24832, frozen = false>} {
  %0 = arith.constant dense<0.0> : !wide
  %b = tileas.alloc_shared at 256 : !keys
  %p = tileas.alloc_shared at 0 : <1xi32>
  %d = tileas.alloc_shared at 128 : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 256 by %p, %d : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  %t = tileas.tmem_store %0 to %m at 128 : !wide
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %t) -> (!placed) : i32 {
    %f = tileas.tmem_store %x to %m at 0 : !half
    %z = tileas.tmem_store %0 to %m at 64 : !wide
    %u, %e = tileas.tcgen05_mma %f as<f16>, %b as<f16>, %z by [128, 64, 16] in %m : !tileas.tmem_tile<!half>, !keys, !placed
    %y = arith.negf %0 : !wide
    %g = tileas.tmem_store %x to %m at 32 : !half
    %v, %h = tileas.tcgen05_mma %g as<f16>, %b as<f16>, %acc by [128, 64, 16] in %m : !tileas.tmem_tile<!half>, !keys, !placed
    %w = tileas.tmem_load %u : !placed
    scf.yield %v : !placed
  }
  tileas.return
}

// Threads meet in front of zeros in columns that some of them may still read, and not of
// those elsewhere; be it a sum that a loop has changed, or one in the place of another.
// CHECK-LABEL: tileas.kernel @elsewhere(
// CHECK: tmem_load
// CHECK-NEXT: tmem_store {{.*}} at 64 :
// CHECK-NEXT: tmem_load
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: tmem_store {{.*}} at 64 :
// CHECK: scf.for
// CHECK: tmem_load
// CHECK-NEXT: tmem_store {{.*}} at 128 :
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: tmem_store {{.*}} at 0 in
tileas.kernel @elsewhere(%n: i32, %zero: i32, %one: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 24832, frozen = false>} {
  %0 = arith.constant dense<0.0> : !wide
  %b = tileas.alloc_shared at 256 : !keys
  %a = tileas.alloc_shared at 8448 : !queries
  %p = tileas.alloc_shared at 0 : <1xi32>
  %d = tileas.alloc_shared at 128 : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 256 by %p, %d : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  %s = tileas.tmem_store %0 to %m at 0 : !wide
  %t = tileas.tmem_load %s : !placed
  %u = tileas.tmem_store %0 to %m at 64 : !wide
  %v = tileas.tmem_load %u : !placed
  %w = tileas.tmem_store %0 to %m at 64 : !wide
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %w) -> (!placed) : i32 {
    %x, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] in %m : !queries, !keys, !placed
    scf.yield %x : !placed
  }
  %y = tileas.tmem_load %r : !placed
  %z = tileas.tmem_store %0 to %m at 128 : !wide
  %in = tileas.tmem_store %0 to %m at 0 in %r : !placed : !wide
  tileas.return
}
