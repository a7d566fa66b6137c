// Products by tcgen05.mma: sums stay in tensor memory in a loop, one thread begins
// and commits, all threads wait before a barrier. The emulator gives what the
// interpreter gives with all checks, and finds each fence, commit, wait, barrier and
// deallocation that is missing.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts,tileas-place-in-shared,tileas-make-asynchronous{tensor-maps=0},tileas-schedule-loops,tileas-pipeline-loops,tileas-lower-rings,tileas-place-sums,tileas-allocate-shared,tileas-place-barriers,cse,tileas-defer-products,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s --check-prefix=PLACED < %t.mlir
// RUN: tileiras %t.mlir --gpu-name=sm_100 --emit=ptx -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: %python -c "import struct; v = [i * 7 % 5 - 2 for i in range(16384)]; open(r'%t.hex', 'w').write(struct.pack('<16384e', *v).hex())"
// RUN: sh -c '%python %S/../../Tools/cuda-tile-run/Inputs/npy.py %t.npy "<f2" 16384 $(cat %t.hex)'
// RUN: cuda-tile-run %t.mlir --gpu-name=sm_100 --entry=product --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:0 --compare=emulate --check=all
// RUN: cuda-tile-run %t.mlir --gpu-name=sm_100 --entry=product --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --compare=emulate --check=all
// RUN: cuda-tile-run %t.mlir --gpu-name=sm_100 --entry=ones --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[8192] --arg=i32:2 --compare=emulate --check=all
//
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "tcgen05.commit"
// RUN: not cuda-tile-run %t.less.ptx --entry=product --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=COMMIT
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "done"
// RUN: not cuda-tile-run %t.less.ptx --entry=product --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=WAIT
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "tcgen05.wait::ld"
// RUN: not cuda-tile-run %t.less.ptx --entry=product --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=LOAD
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "tcgen05.wait::st"
// RUN: not cuda-tile-run %t.less.ptx --entry=ones --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[8192] --arg=i32:2 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=STORE
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "tcgen05.dealloc"
// RUN: not cuda-tile-run %t.less.ptx --entry=product --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=FREE
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "fence.proxy.async"
// RUN: not cuda-tile-run %t.less.ptx --entry=product --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=PROXY
//
// COMMIT: {{deadlock|in flight|waits}}
// WAIT: {{in flight|data race|no test or wait has seen}}
// LOAD: tcgen05.wait::ld
// STORE: tcgen05.wait::st
// FREE: tensor memory
// PROXY: a fence.proxy.async after the earlier access is missing

// Nothing has a sum in registers before it is complete.
// PLACED-LABEL: tileas.kernel @product(
// PLACED: %[[MEMORY:.*]] = tileas.tmem_alloc 64 by
// PLACED: %[[NONE:.*]] = tileas.tmem_store {{.*}} to %[[MEMORY]] at 0
// PLACED: %[[LAST:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[NONE]]) -> (!tileas.tmem_tile<
// PLACED: tileas.wait_group
// PLACED: tileas.proxy_fence
// PLACED: tileas.await_products %[[MEMORY]]
// PLACED-NEXT: tileas.barrier
// PLACED-NEXT: %[[NEXT:.*]], %{{.*}} = tileas.tcgen05_mma {{.*}}, %[[ACC]] by [128, 64, 16] in %[[MEMORY]] pending
// PLACED-NEXT: tileas.async_copy
// PLACED: scf.yield %[[NEXT]]
// PLACED: tileas.await_products %[[MEMORY]]
// PLACED: tileas.tmem_load %[[LAST]]
// PLACED: tileas.tmem_free %[[MEMORY]] columns 64 by
// PLACED-NEXT: tileas.return

// The thread is elected once, before the loop, and computes lower words of descriptors.
// CHECK: .entry product(
// CHECK: elect.sync
// CHECK: tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r{{[0-9]+}}], 64;
// CHECK: tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
// CHECK: bar.sync
// CHECK: cp.async.wait_group
// CHECK-NOT: elect.sync
// CHECK: fence.proxy.async.shared::cta;
// CHECK-NOT: elect.sync
// CHECK: tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64
// CHECK: mbarrier.try_wait.parity
// CHECK: bar.sync
// CHECK-NOT: elect.sync
// CHECK: tcgen05.fence::after_thread_sync;
// CHECK: mov.b64 %rd[[LEFT:[0-9]+]], {%r{{[0-9]+}}, [[UPPER:[0-9]+]]};
// CHECK: mov.b64 %rd[[RIGHT:[0-9]+]], {%r{{[0-9]+}}, [[UPPER]]};
// CHECK: setp.ne.b32 adds
// CHECK: tcgen05.mma.cta_group::1.kind::f16 [%r[[SUM:[0-9]+]]], %rd[[LEFT]], %rd[[RIGHT]], 135331856, adds;
// CHECK: setp.eq.b32 adds, 0, 0;
// CHECK: tcgen05.mma.cta_group::1.kind::f16 [%r[[SUM]]], {{.*}}, 135331856, adds;
// CHECK: tcgen05.ld.sync.aligned.16x256b.x8.b32
// CHECK: tcgen05.wait::ld.sync.aligned;
// CHECK: bar.sync
// CHECK: tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r{{[0-9]+}}, 64;
tileas.kernel @product(%a: !tileaa.ptr, %b: !tileaa.ptr, %c: !tileaa.ptr, %n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %p = tileaa.assume %a {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %b {div_by = 16 : i64} : !tileaa.ptr
  %r = tileaa.assume %c {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 64 : i64
  %pitch = arith.constant 128 : i64
  %start = arith.constant dense<0.0> : tensor<128x64xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<128x64xf32>) : i32 {
    %wide = arith.extui %k : i32 to i64
    %at = arith.muli %wide, %size : i64
    %x, %t = tileas.load %p[%zero, %at] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<128x64xf16>
    %y, %u = tileas.load %q[%at, %zero] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<64x64xf16>
    %z, %zend = tileas.tcgen05_mma %x as<f16>, %y as<f16>, %acc by [128, 64, 16] : tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
    scf.yield %z : tensor<128x64xf32>
  }
  %v = tileas.store %sum to %r[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] by<owner> : tensor<128x64xf32>, !tileaa.ptr
  tileas.return
}

// Of 64 rows each warp has 16, and two sums share their columns. A sum that begins with
// numbers is stored, and one that is used in each iteration is read there.
// PLACED-LABEL: tileas.kernel @ones(
// PLACED: tileas.tmem_alloc 64 by
// PLACED: tileas.tmem_store {{.*}} at 0 :
// PLACED: scf.for
// PLACED: tileas.tcgen05_mma
// PLACED: tileas.tmem_store {{.*}} at 0 upper :
// PLACED: tileas.tcgen05_mma
// PLACED-NEXT: tileas.tmem_load
// PLACED: arith.negf
// PLACED: scf.yield

// CHECK: .entry ones(
// CHECK: tcgen05.st.sync.aligned.16x256b.x8.b32 [%r{{[0-9]+}}], {
// CHECK: tcgen05.wait::st.sync.aligned;
// CHECK: tcgen05.mma.cta_group::1.kind::f16 [%r{{[0-9]+}}], %rd{{[0-9]+}}, %rd{{[0-9]+}}, 68222992, adds;
tileas.kernel @ones(%a: !tileaa.ptr, %b: !tileaa.ptr, %c: !tileaa.ptr, %n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %p = tileaa.assume %a {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %b {div_by = 16 : i64} : !tileaa.ptr
  %r = tileaa.assume %c {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %pitch = arith.constant 64 : i64
  %rows = arith.constant 128 : i64
  %ones = arith.constant dense<1.0> : tensor<64x64xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %x, %t = tileas.load %p[%zero, %zero] extents [%rows, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<64x64xf16>
  %y, %u = tileas.load %q[%zero, %zero] extents [%rows, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<64x64xf16>
  %last:2 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %ones, %other = %none) -> (tensor<64x64xf32>, tensor<64x64xf32>) : i32 {
    %d, %dend = tileas.tcgen05_mma %x as<f16>, %y as<f16>, %acc by [64, 64, 16] : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    %e, %eend = tileas.tcgen05_mma %x as<f16>, %y as<f16>, %other by [64, 64, 16] : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    %f = arith.negf %e : tensor<64x64xf32>
    scf.yield %d, %f : tensor<64x64xf32>, tensor<64x64xf32>
  }
  %v = tileas.store %last#0 to %r[%zero, %zero] extents [%rows, %pitch] strides [%pitch, %one] by<owner> : tensor<64x64xf32>, !tileaa.ptr
  %w = tileas.store %last#1 to %r[%pitch, %zero] extents [%rows, %pitch] strides [%pitch, %one] by<owner> : tensor<64x64xf32>, !tileaa.ptr
  tileas.return
}
