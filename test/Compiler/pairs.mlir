// Two CTAs multiply as a pair: both allocate, meet where they begin, and free; a thread of
// each meets the other one before a product of 256 rows and 128 columns, and before the
// commit that tells both.
//
// RUN: tileiras %S/../Kernels/products/clusters/pairs.mlir --gpu-name=sm_100 --tensor-maps=true --emit=ptx -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: FileCheck %s --check-prefix=HALF < %t.ptx
//
// Where other warps copy, the copies of both CTAs tell the mbarrier of the first, which
// expects the bytes of both; a thread that begins a product meets the other one where its
// sum begins.
//
// RUN: tileiras %S/../Kernels/products/clusters/pairs.mlir --gpu-name=sm_100 --tensor-maps=true --copy-warps=2 --emit=ptx -o %t.signalled.ptx
// RUN: FileCheck %s --check-prefix=SIGNAL < %t.signalled.ptx

// CHECK: elect.sync
// CHECK-NOT: elect.sync
// CHECK: tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%r{{[0-9]+}}], 128;
// CHECK: tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;
// CHECK: tcgen05.fence::before_thread_sync;
// CHECK: barrier.cluster.arrive.release.aligned;
// CHECK: barrier.cluster.wait.acquire.aligned;
// CHECK: tcgen05.fence::after_thread_sync;
// CHECK-NOT: multicast
// CHECK-NOT: barrier.cluster
// CHECK: cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes [
// CHECK-NOT: elect.sync
// CHECK: mbarrier.arrive.shared.b64 _, [%r{{[0-9]+}}];
// CHECK: mapa.shared::cluster.u32 %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}};
// CHECK: mbarrier.arrive.release.cluster.shared::cluster.b64
// CHECK: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64
// CHECK: tcgen05.fence::after_thread_sync;
// CHECK: tcgen05.mma.cta_group::2.kind::f16 [%r{{[0-9]+}}], %rd{{[0-9]+}}, %rd{{[0-9]+}}, 270598160, adds;
// CHECK: mbarrier.arrive.release.cluster.shared::cluster.b64
// CHECK: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64
// CHECK: tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64
// CHECK: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64
// CHECK: tcgen05.ld.sync.aligned
// CHECK: barrier.cluster.arrive.release.aligned;
// CHECK: barrier.cluster.wait.acquire.aligned;
// CHECK: tcgen05.dealloc.cta_group::2.sync.aligned.b32 %r{{[0-9]+}}, 128;

// The columns of the right factor begin at 64 times the number of the CTA.
// HALF: mov.u32 %r{{[0-9]+}}, %cluster_ctarank;
// HALF: shl.b32 %[[COLUMN:r[0-9]+]], %r{{[0-9]+}}, 6;
// HALF: cp.async.bulk.tensor.2d{{.*}}, {%[[COLUMN]], %r

// SIGNAL: barrier.cluster.wait.acquire.aligned;
// SIGNAL: barrier.cluster.wait.acquire.aligned;
// SIGNAL: mov.u32 %r{{[0-9]+}}, %cluster_ctarank;
// SIGNAL: or.b32 %[[PHASE:r[0-9]+]], %r{{[0-9]+}}, %r{{[0-9]+}};
// SIGNAL: mbarrier.try_wait.parity.shared.b64 done0, [%r{{[0-9]+}}], %[[PHASE]];
// SIGNAL-NOT: tcgen05.mma
// SIGNAL: mbarrier.arrive.release.cluster.shared::cluster.b64
// SIGNAL: tcgen05.mma.cta_group::2
// SIGNAL: redux.sync.or.b32
// SIGNAL: mapa.shared::cluster.u32 %[[FIRST:r[0-9]+]], %r{{[0-9]+}}, %r{{[0-9]+}};
// SIGNAL: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.cta_group::2 [%r{{[0-9]+}}], [{{.*}}], [%[[FIRST]]];
// SIGNAL: setp.eq.b32 %[[IS_FIRST:p[0-9]+]], %r{{[0-9]+}}, 0;
// SIGNAL: mbarrier.arrive.expect_tx.shared.b64 _, [%r{{[0-9]+}}], 32768;
