// Products in scaled blocks by tcgen05.mma: scales go through shared memory, in the
// pieces that tcgen05.cp copies, to tensor memory, in order with the products of the
// same thread. The emulator gives what the interpreter gives with all checks, and
// finds what is missing.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts,tileas-place-in-shared,tileas-make-asynchronous,tileas-schedule-loops,tileas-pipeline-loops,tileas-lower-rings,tileas-place-sums,tileas-allocate-shared,tileas-place-barriers,cse,tileas-defer-products,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s --check-prefix=PLACED < %t.mlir
// RUN: tileiras %t.mlir --gpu-name=sm_100 --emit=ptx -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: %python %S/Inputs/scaled.py %t
// RUN: cuda-tile-run %t.mlir --gpu-name=sm_100 --entry=product --arg=ptr:%t.a.npy --arg=ptr:%t.b.npy --arg=ptr:%t.s.npy --arg=ptr:%t.t.npy --arg=ptr:new:f32[16384] --arg=i32:0 --compare=emulate --check=all
// RUN: cuda-tile-run %t.mlir --gpu-name=sm_100 --entry=product --arg=ptr:%t.a.npy --arg=ptr:%t.b.npy --arg=ptr:%t.s.npy --arg=ptr:%t.t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --compare=emulate --check=all
//
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "tcgen05.cp"
// RUN: not cuda-tile-run %t.less.ptx --entry=product --arg=ptr:%t.a.npy --arg=ptr:%t.b.npy --arg=ptr:%t.s.npy --arg=ptr:%t.t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=COPY
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "cp.async.wait_group"
// RUN: not cuda-tile-run %t.less.ptx --entry=product --arg=ptr:%t.a.npy --arg=ptr:%t.b.npy --arg=ptr:%t.s.npy --arg=ptr:%t.t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=WAIT
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "fence.proxy.async"
// RUN: not cuda-tile-run %t.less.ptx --entry=product --arg=ptr:%t.a.npy --arg=ptr:%t.b.npy --arg=ptr:%t.s.npy --arg=ptr:%t.t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=PROXY
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "tcgen05.commit"
// RUN: not cuda-tile-run %t.less.ptx --entry=product --arg=ptr:%t.a.npy --arg=ptr:%t.b.npy --arg=ptr:%t.s.npy --arg=ptr:%t.t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=COMMIT
//
// COPY: tensor memory that nobody has written
// WAIT: data race
// PROXY: a fence.proxy.async after the earlier access is missing
// COMMIT: {{deadlock|in flight|waits}}

// The four columns of each side stand behind the sum.
// PLACED-LABEL: tileas.kernel @product(
// PLACED: %[[MEMORY:.*]] = tileas.tmem_alloc 256 by
// PLACED: tileas.async_copy {{.*}} width = 4
// PLACED: tileas.async_copy {{.*}} width = 4
// PLACED: scf.for
// PLACED: tileas.wait_group
// PLACED: tileas.proxy_fence
// PLACED: tileas.barrier
// PLACED: tileas.tcgen05_mma {{.*}} scaled(%{{.*}}, %{{.*}} : !{{.*}}, !{{.*}}) as<f8E8M0FNU> by [128, 128, 32] in %[[MEMORY]] pending {scale_column = 128 : i64,

// Instructions of one word pick their bytes.
// CHECK: .entry product(
// CHECK: elect.sync
// CHECK: tcgen05.fence::after_thread_sync;
// CHECK: tcgen05.cp.cta_group::1.32x128b.warpx4 [%r[[LEFT:[0-9]+]]], %rd{{[0-9]+}};
// CHECK: tcgen05.cp.cta_group::1.32x128b.warpx4 [%r[[RIGHT:[0-9]+]]], %rd{{[0-9]+}};
// CHECK: tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.block32 [%r[[SUM:[0-9]+]]], %rd{{[0-9]+}}, %rd{{[0-9]+}}, 144703488, [%r[[LEFT]]], [%r[[RIGHT]]], adds;
// CHECK: tcgen05.mma{{.*}} [%r[[SUM]]], %rd{{[0-9]+}}, %rd{{[0-9]+}}, 681574416, [%r[[LEFT]]], [%r[[RIGHT]]], adds;
// CHECK: tcgen05.mma{{.*}}, 1218445344, [%r[[LEFT]]], [%r[[RIGHT]]], adds;
// CHECK: tcgen05.mma{{.*}}, 1755316272, [%r[[LEFT]]], [%r[[RIGHT]]], adds;
tileas.kernel @product(%a: !tileaa.ptr, %b: !tileaa.ptr, %s: !tileaa.ptr, %t: !tileaa.ptr, %c: !tileaa.ptr, %n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %pa = tileaa.assume %a {div_by = 16 : i64} : !tileaa.ptr
  %pb = tileaa.assume %b {div_by = 16 : i64} : !tileaa.ptr
  %ps = tileaa.assume %s {div_by = 16 : i64} : !tileaa.ptr
  %pt = tileaa.assume %t {div_by = 16 : i64} : !tileaa.ptr
  %pc = tileaa.assume %c {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %four = arith.constant 4 : i64
  %eight = arith.constant 8 : i64
  %size = arith.constant 128 : i64
  %pitch = arith.constant 256 : i64
  %start = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<128x128xf32>) : i32 {
    %wide = arith.extui %k : i32 to i64
    %at = arith.muli %wide, %size : i64
    %block = arith.muli %wide, %four : i64
    %x, %t0 = tileas.load %pa[%zero, %at] extents [%size, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<128x128xi8>
    %y, %t1 = tileas.load %pb[%at, %zero] extents [%pitch, %size] strides [%one, %pitch] : !tileaa.ptr -> tensor<128x128xi8>
    %u, %t2 = tileas.load %ps[%zero, %block] extents [%size, %eight] strides [%eight, %one] : !tileaa.ptr -> tensor<128x4xi8>
    %v, %t3 = tileas.load %pt[%block, %zero] extents [%eight, %size] strides [%one, %eight] : !tileaa.ptr -> tensor<4x128xi8>
    %z, %zend = tileas.tcgen05_mma %x as<e4m3>, %y as<e4m3>, %acc scaled(%u, %v : tensor<128x4xi8>, tensor<4x128xi8>) as<f8E8M0FNU> by [128, 128, 32] : tensor<128x128xi8>, tensor<128x128xi8>, tensor<128x128xf32>
    scf.yield %z : tensor<128x128xf32>
  }
  %w = tileas.store %sum to %pc[%zero, %zero] extents [%size, %size] strides [%size, %one] by<owner> : tensor<128x128xf32>, !tileaa.ptr
  tileas.return
}
