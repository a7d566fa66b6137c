// An SM holds no more CTAs of pairs than have columns of tensor memory: a pair that waited
// for those of two SMs could wait for another one that has got some on one of them.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-freeze-kernel-spec))' | FileCheck %s

!mbarrier = !tileas.buffer<!tileas.mbarrier<1>>
!meeting = !tileas.buffer<!tileas.mbarrier<2>, stages = 2>
#spec = #tileas.kernel_spec<target = "sm_100", warps = 4, cluster = [2, 1, 1], spread = true, shared = 1024, frozen = false>

// A third part of 228 KiB, without the kilobyte of the system, is for three CTAs.
// CHECK-DAG: #[[PAIR:.*]] = #tileas.kernel_spec<{{.*}}, shared = 76816, frozen = true>
// CHECK-DAG: #[[APART:.*]] = #tileas.kernel_spec<{{.*}}, shared = 1024, frozen = true>
// CHECK: tileas.kernel @pair() attributes {spec = #[[PAIR]]}
tileas.kernel @pair() attributes {spec = #spec} {
  %place = tileas.alloc_shared at 0 : <1xi32>
  %done = tileas.alloc_shared at 16 : !mbarrier
  %meeting = tileas.alloc_shared at 32 : !meeting
  %m = tileas.tmem_alloc 256 by %place, %done meeting at %meeting : !tileas.buffer<1xi32>, !mbarrier, !meeting
  tileas.tmem_free %m columns 256 by %place : !tileas.buffer<1xi32>
  tileas.return
}

// CHECK: tileas.kernel @apart() attributes {spec = #[[APART]]}
tileas.kernel @apart() attributes {spec = #spec} {
  %place = tileas.alloc_shared at 0 : <1xi32>
  %done = tileas.alloc_shared at 16 : !mbarrier
  %m = tileas.tmem_alloc 256 by %place, %done : !tileas.buffer<1xi32>, !mbarrier
  tileas.tmem_free %m columns 256 by %place : !tileas.buffer<1xi32>
  tileas.return
}
