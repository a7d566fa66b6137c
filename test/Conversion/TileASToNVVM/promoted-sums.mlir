// Products by wgmma whose sums are promoted: an instruction that adds to nothing
// begins each sum of 128 products, which is waited for and then added in f32.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts,tileas-place-in-shared,tileas-make-asynchronous,tileas-schedule-loops,tileas-pipeline-loops,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-defer-products,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s --check-prefix=PLACED < %t.mlir
// RUN: tileiras %t.mlir --gpu-name=sm_90 --emit=ptx -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: %python -c "open(r'%t.hex', 'w').write(bytes((0x30, 0x38, 0xb8, 0x40)[i * 7 % 5 % 4] for i in range(32768)).hex())"
// RUN: sh -c '%python %S/../../Tools/cuda-tile-run/Inputs/npy.py %t.npy "|i1" 32768 $(cat %t.hex)'
// RUN: cuda-tile-run %t.mlir --entry=k --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:1 --compare=emulate --check=all
// RUN: cuda-tile-run %t.mlir --entry=swapped --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --compare=emulate --check=all
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "wgmma.wait_group"
// RUN: not cuda-tile-run %t.less.ptx --entry=swapped --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=EARLY
// EARLY: wgmma.wait_group has to come before this access

// One part at a time is under way where other groups multiply while one adds: the
// next may begin among the additions, so that nothing keeps ptxas from it.
//
// Threads wait for such a sum at once, so that no product begins in front of a
// barrier: that is no reason for tensor maps.
// PLACED-LABEL: tileas.kernel @k(
// PLACED-NOT: tileas.tensor_copy
// PLACED: tileas.wgmma {{.*}} by [64, 128, 32] promoted
// PLACED-NOT: tileas.settle

// CHECK: wgmma.fence.sync.aligned;
// CHECK: wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e4m3 {[[SUMS:.*]]}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, 0, 1, 1;
// CHECK-COUNT-3: wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e4m3 {[[SUMS]]}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, 1, 1, 1;
// CHECK: wgmma.commit_group.sync.aligned;
// CHECK: wgmma.wait_group.sync.aligned 0;
// CHECK-COUNT-64: add.rn.f32
// CHECK-NOT: pmevent
// CHECK: wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e4m3 {[[MORE:.*]]}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, 0, 1, 1;
// CHECK-COUNT-3: wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e4m3 {[[MORE]]}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, 1, 1, 1;
// CHECK-COUNT-64: add.rn.f32
tileas.kernel @k(%a: !tileaa.ptr, %b: !tileaa.ptr, %c: !tileaa.ptr, %n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 0, frozen = false>} {
  %p = tileaa.assume %a {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %b {div_by = 16 : i64} : !tileaa.ptr
  %r = tileaa.assume %c {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %rows = arith.constant 128 : i64
  %pitch = arith.constant 256 : i64
  %start = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<128x128xf32>) : i32 {
    %wide = arith.extui %k : i32 to i64
    %at = arith.muli %wide, %size : i64
    %x, %t = tileas.load %p[%zero, %at] extents [%rows, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<128x256xi8>
    %y, %u = tileas.load %q[%at, %zero] extents [%pitch, %rows] strides [%one, %pitch] : !tileaa.ptr -> tensor<256x128xi8>
    %z = tileas.wgmma %x as<e4m3>, %y as<e4m3>, %acc by [64, 128, 32] promoted : tensor<128x256xi8>, tensor<256x128xi8>, tensor<128x128xf32>
    scf.yield %z : tensor<128x128xf32>
  }
  %v = tileas.store %sum to %r[%zero, %zero] extents [%rows, %rows] strides [%rows, %one] by<owner> : tensor<128x128xf32>, !tileaa.ptr
  tileas.return
}

// The transposes are multiplied, since the bytes of the right factor lie across K:
// they pass from the ring to registers by ldmatrix, and nothing is stored. While the
// sum of a part is added, the next part is multiplied. Copies begin before, as
// threads wait for the product.
// PLACED-LABEL: tileas.kernel @swapped(
// PLACED: scf.for
// PLACED: tileas.wait_group
// PLACED: tileas.barrier
// PLACED: tileas.shared_load
// PLACED-NOT: tileas.shared_store
// PLACED-COUNT-2: tileas.async_copy
// PLACED: tileas.commit_group
// PLACED-NEXT: tileas.wgmma {{.*}} by [64, 128, 32] swapped promoted
// PLACED-NEXT: scf.yield

// CHECK-LABEL: .entry swapped(
// CHECK: ldmatrix.sync.aligned.m8n8.x4.trans
// CHECK: wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3.e4m3 {[[FIRST:.*]]}, {{{%r[0-9]+, %r[0-9]+, %r[0-9]+, %r[0-9]+}}}, %rd{{[0-9]+}}, 0, 1, 1;
// CHECK: wgmma.commit_group.sync.aligned;
// CHECK: wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3.e4m3 {[[SECOND:.*]]}, {{{.*}}}, %rd{{[0-9]+}}, 0, 1, 1;
// CHECK: wgmma.commit_group.sync.aligned;
// CHECK: wgmma.wait_group.sync.aligned 1;
// CHECK-COUNT-32: add.rn.f32
// CHECK: pmevent.mask 0;
// CHECK: wgmma.wait_group.sync.aligned 1;
// CHECK-COUNT-32: add.rn.f32
// CHECK: wgmma.wait_group.sync.aligned 0;
tileas.kernel @swapped(%a: !tileaa.ptr, %b: !tileaa.ptr, %c: !tileaa.ptr, %n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %p = tileaa.assume %a {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %b {div_by = 16 : i64} : !tileaa.ptr
  %r = tileaa.assume %c {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 64 : i64
  %pitch = arith.constant 128 : i64
  %start = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<128x128xf32>) : i32 {
    %wide = arith.extui %k : i32 to i64
    %at = arith.muli %wide, %size : i64
    %x, %t = tileas.load %p[%zero, %at] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<128x64xi8>
    %y, %u = tileas.load %q[%at, %zero] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<64x128xi8>
    %z = tileas.wgmma %x as<e4m3>, %y as<e4m3>, %acc by [64, 128, 32] swapped promoted : tensor<128x64xi8>, tensor<64x128xi8>, tensor<128x128xf32>
    scf.yield %z : tensor<128x128xf32>
  }
  %v = tileas.store %sum to %r[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] by<owner> : tensor<128x128xf32>, !tileaa.ptr
  tileas.return
}
