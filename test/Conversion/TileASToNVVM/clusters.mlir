// A tile block that has a cluster to itself counts clusters, and its first CTA
// does the work.

// RUN: cuda-tile-opt %s -split-input-file --convert-tileas-to-nvvm | FileCheck %s

// CHECK: llvm.func @cluster(
// CHECK-SAME: nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 2, 1>, nvvm.kernel, nvvm.maxnreg = 64 : i32, nvvm.minctasm = 2 : i32, nvvm.reqntid = array<i32: 256, 1, 1>
// CHECK: %[[RANK:.*]] = nvvm.read.ptx.sreg.cluster.ctarank : i32
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[RANK]], %
// CHECK: scf.if %[[FIRST]] {
// CHECK: nvvm.read.ptx.sreg.clusterid.x
// CHECK: nvvm.read.ptx.sreg.nclusterid.y
// CHECK-NOT: ctaid
// CHECK: }
// CHECK-NEXT: llvm.return
tileas.kernel @cluster(%p: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 8, cluster = [2, 2, 1], max_registers = 64, min_ctas_per_sm = 2, shared = 0, frozen = true>} {
  %x, %y, %z = tileaa.block_id
  %nx, %ny, %nz = tileaa.num_blocks
  %sum = arith.addi %x, %ny : i32
  %t = tileas.store %sum to %p by<owner> : i32, !tileaa.ptr
  tileas.return
}

// -----

// One CTA: the grid of CTAs is that of tile blocks.
// CHECK: llvm.func @single(
// CHECK-SAME: nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 1, 1, 1>
// CHECK-NOT: scf.if
// CHECK-NOT: cluster
// CHECK: nvvm.read.ptx.sreg.ctaid.x
tileas.kernel @single(%p: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, cluster = [1, 1, 1], max_cluster_rank = 8, shared = 0, frozen = true>} {
  %x, %y, %z = tileaa.block_id
  %t = tileas.store %x to %p by<owner> : i32, !tileaa.ptr
  tileas.return
}

// -----

// A bound without a shape leaves clusters, and the size of blocks, to the launch.
// CHECK: llvm.func @bound(
// CHECK-NOT: blocksareclusters
// CHECK-NOT: nvvm.cluster_dim
// CHECK-SAME: nvvm.cluster_max_blocks = 8 : i32
// CHECK: nvvm.read.ptx.sreg.ctaid.x
tileas.kernel @bound(%p: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, max_cluster_rank = 8, shared = 0, frozen = true>} {
  %x, %y, %z = tileaa.block_id
  %t = tileas.store %x to %p by<owner> : i32, !tileaa.ptr
  tileas.return
}

// -----

// Before sm_90 there are no clusters to speak of.
// CHECK: llvm.func @old(
// CHECK-NOT: cluster
// CHECK-SAME: nvvm.maxnreg = 64 : i32
// CHECK-NOT: cluster
tileas.kernel @old() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 1, cluster = [1, 1, 1], max_registers = 64, max_cluster_rank = 8, shared = 0, frozen = true>} {
  tileas.return
}
