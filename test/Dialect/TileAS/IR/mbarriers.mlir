// mbarriers and bulk copies: text, and what is no such op.
//
// RUN: cuda-tile-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// RUN: cuda-tile-opt %s --split-input-file --verify-diagnostics | cuda-tile-opt --split-input-file | FileCheck %s

// CHECK-LABEL: tileas.kernel @text
tileas.kernel @text(%p: !tileaa.ptr, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  // CHECK: tileas.alloc_shared : <!tileas.mbarrier<4>, stages = 3>
  %full = tileas.alloc_shared : <!tileas.mbarrier<4>, stages = 3>
  %tile = tileas.alloc_shared : <64xf32>
  // CHECK: tileas.mbarrier_init %{{.*}} : <!tileas.mbarrier<4>, stages = 3>
  tileas.mbarrier_init %full : <!tileas.mbarrier<4>, stages = 3>
  // CHECK: tileas.mbarrier_arrive %{{.*}}[%{{.*}}] expecting 256 : <!tileas.mbarrier<4>, stages = 3>
  tileas.mbarrier_arrive %full[%i] expecting 256 : <!tileas.mbarrier<4>, stages = 3>
  // CHECK: tileas.bulk_copy %{{.*}} to %{{.*}} on %{{.*}}[%{{.*}}] : <64xf32>, !tileas.buffer<!tileas.mbarrier<4>, stages = 3>
  tileas.bulk_copy %p to %tile on %full[%i] : <64xf32>, !tileas.buffer<!tileas.mbarrier<4>, stages = 3>
  // CHECK: %[[END:.*]] = tileas.mbarrier_phase %{{.*}}[%{{.*}}] : <!tileas.mbarrier<4>, stages = 3>
  %end = tileas.mbarrier_phase %full[%i] : <!tileas.mbarrier<4>, stages = 3>
  // CHECK: tileas.wait_phase %[[END]] for %{{.*}} : !tileas.buffer<64xf32>
  tileas.wait_phase %end for %tile : !tileas.buffer<64xf32>
  // CHECK: tileas.wait_phase %[[END]], %[[END]] in_turn for %{{.*}} : !tileas.buffer<64xf32>
  tileas.wait_phase %end, %end in_turn for %tile : !tileas.buffer<64xf32>
  // CHECK: tileas.mbarrier_arrive %{{.*}}[%{{.*}}] : <!tileas.mbarrier<4>, stages = 3>
  tileas.mbarrier_arrive %full[%i] : <!tileas.mbarrier<4>, stages = 3>
  // CHECK: tileas.mbarrier_phase previous %{{.*}}[%{{.*}}] : <!tileas.mbarrier<4>, stages = 3>
  %before = tileas.mbarrier_phase previous %full[%i] : <!tileas.mbarrier<4>, stages = 3>
  // CHECK: scf.if %{{.*}} -> (!tileas.completion<phase>)
  %c = arith.constant true
  %one = scf.if %c -> (!tileas.completion<phase>) {
    scf.yield %before : !tileas.completion<phase>
  } else {
    scf.yield %end : !tileas.completion<phase>
  }
  tileas.wait_phase %one
  tileas.return
}

// -----

tileas.kernel @k(%full: !tileas.buffer<!tileas.mbarrier<1>>, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %end = tileas.mbarrier_phase %full[%i] : <!tileas.mbarrier<1>>
  // expected-error @+1 {{gives a token, but waits for several phases}}
  %t = tileas.wait_phase %end, %end -> !tileaa.token
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{waits for no phase}}
  "tileas.wait_phase"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
  tileas.return
}

// -----

// expected-error @+1 {{a phase of an mbarrier has from 1 to 1048575 arrivals, not 0}}
tileas.kernel @k(%b: !tileas.buffer<!tileas.mbarrier<0>>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  tileas.return
}

// -----

// expected-error @+1 {{mbarriers lie one by one in shared memory}}
tileas.kernel @k(%b: !tileas.buffer<4x!tileas.mbarrier<1>>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  tileas.return
}

// -----

tileas.kernel @k(%i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %b = tileas.alloc_shared : <i64, stages = 2>
  // expected-error @+1 {{is on a ring of mbarriers, not '!tileas.buffer<i64, stages = 2>'}}
  tileas.mbarrier_arrive %b[%i] : <i64, stages = 2>
  tileas.return
}

// -----

tileas.kernel @k(%c: i1) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %b = tileas.alloc_shared : <!tileas.mbarrier<1>>
  scf.if %c {
    // expected-error @+1 {{stands in the kernel's own block, where it is executed once}}
    tileas.mbarrier_init %b : <!tileas.mbarrier<1>>
  }
  tileas.return
}

// -----

tileas.kernel @k(%i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %b = tileas.alloc_shared : <!tileas.mbarrier<1>>
  // expected-error @+1 {{expects from 0 to 1048575 bytes, not 1048576}}
  tileas.mbarrier_arrive %b[%i] expecting 1048576 : <!tileas.mbarrier<1>>
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %b = tileas.alloc_shared : <!tileas.mbarrier<1>>
  // expected-error @+1 {{prints numbers, not '!tileas.buffer<!tileas.mbarrier<1>>'}}
  %t = tileas.print "%d", %b : !tileas.buffer<!tileas.mbarrier<1>>
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileaa.ptr, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %b = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %x = tileas.alloc_shared : <2xi32>
  // expected-error @+1 {{copies 8 bytes; they must be a multiple of 16, and at most 1048575}}
  tileas.bulk_copy %p to %x on %b[%i] : <2xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileaa.ptr, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %b = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %x = tileas.alloc_shared : <4xi32, stages = 2>
  // expected-error @+1 {{fills one tile in shared memory that lies in row-major order, not '!tileas.buffer<4xi32, stages = 2>'}}
  tileas.bulk_copy %p to %x on %b[%i] : <4xi32, stages = 2>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.return
}

// -----

tileas.kernel @k(%i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %b = tileas.alloc_shared : <!tileas.mbarrier<1>>
  // expected-error @+1 {{expects from 0 to 1048575 bytes, not -16}}
  tileas.mbarrier_arrive %b[%i] expecting -16 : <!tileas.mbarrier<1>>
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{lets 0 groups or more be under way, not -1}}
  tileas.wait_group -1
  tileas.return
}

// -----

// A ring is filled by copies whose end the thread counts.
tileas.kernel @k(%i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %b = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %tiles = tileas.alloc_shared : <64xi32>
  %ring = tileas.ring %tiles : <!tileas.buffer<64xi32>>
  // expected-note @+1 {{prior use here}}
  %e = tileas.mbarrier_phase %b[%i] : <!tileas.mbarrier<1>>
  // expected-error @+1 {{expects different type than prior uses}}
  tileas.commit %ring[%i] after %e : <!tileas.buffer<64xi32>>
  tileas.return
}

// -----

// The mbarriers of a pair.
#pair = #tileas.kernel_spec<target = "sm_100", warps = 1, cluster = [2, 1, 1], spread = true, shared = 0, frozen = false>
// CHECK-LABEL: tileas.kernel @pair
tileas.kernel @pair(%i: i32) attributes {spec = #pair} {
  // CHECK: tileas.alloc_shared : <!tileas.mbarrier<1, ctas = 2>, stages = 3>
  %b = tileas.alloc_shared : <!tileas.mbarrier<1, ctas = 2>, stages = 3>
  tileas.mbarrier_init %b : <!tileas.mbarrier<1, ctas = 2>, stages = 3>
  // CHECK: tileas.mbarrier_arrive %{{.*}}[%{{.*}}] expecting 16 by<one> : <!tileas.mbarrier<1, ctas = 2>, stages = 3>
  tileas.mbarrier_arrive %b[%i] expecting 16 by<one> : <!tileas.mbarrier<1, ctas = 2>, stages = 3>
  tileas.return
}

// -----

tileas.kernel @k(%b: !tileas.buffer<!tileas.mbarrier<1, ctas = 2>>, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 1, cluster = [2, 1, 1], spread = true, shared = 0, frozen = false>} {
  // expected-error @+1 {{is at the mbarrier of a pair, at which one thread arrives for both CTAs; say by<one>}}
  tileas.mbarrier_arrive %b[%i] expecting 16 : <!tileas.mbarrier<1, ctas = 2>>
  tileas.return
}

// -----

// expected-error @+1 {{an mbarrier is that of one CTA or of two, not of 3}}
tileas.kernel @k(%b: !tileas.buffer<!tileas.mbarrier<1, ctas = 3>>) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 1, shared = 0, frozen = false>} {
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 1, shared = 0, frozen = false>} {
  %b = tileas.alloc_shared : <!tileas.mbarrier<1, ctas = 2>>
  // expected-error @+1 {{is of mbarriers of a pair, and 1 CTAs work off a tile block}}
  tileas.mbarrier_init %b : <!tileas.mbarrier<1, ctas = 2>>
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileaa.ptr, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 1, cluster = [2, 1, 1], spread = true, shared = 0, frozen = false>} {
  %b = tileas.alloc_shared : <!tileas.mbarrier<1, ctas = 2>>
  %x = tileas.alloc_shared : <64xf32>
  // expected-error @+1 {{tells the mbarrier of a pair, which only copies by tensor maps do}}
  tileas.bulk_copy %p to %x on %b[%i] : <64xf32>, !tileas.buffer<!tileas.mbarrier<1, ctas = 2>>
  tileas.return
}
