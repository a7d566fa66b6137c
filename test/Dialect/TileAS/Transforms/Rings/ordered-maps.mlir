// An access behind a load comes behind the wait for the copy that the machine makes
// of it: the store behind the loop writes what the copies have read. Nothing orders
// what the machine reads behind another access, so such a load stays with threads.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-make-asynchronous{tensor-maps=1},tileas-schedule-loops,tileas-pipeline-loops,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
//
// The interpreter and the machine agree, whenever copies take place; without the
// token the store races with what the copies read.
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<16384e', *[i % 2000 for i in range(16384)]).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<f2" 16384 $(cat %t.hex)'
// RUN: sh -c 'set -e; for n in 0 1 4; do for when in eager lazy random; do cuda-tile-run %t.mlir --entry=behind --arg=ptr:%t.npy --arg=ptr:new:f16[16384] --arg=i32:$n --compare=emulate --check=all --async=$when --warps=random; done; done'
// RUN: sed '/store %cst/s/ after %[a-z0-9_#]*//' %t.mlir > %t.free.mlir
// RUN: not cuda-tile-run %t.free.mlir --entry=behind --arg=ptr:%t.npy --arg=ptr:new:f16[16384] --arg=i32:4 --engine=interpret --check=all 2>&1 | FileCheck %s --check-prefix=FREE
//
// FREE: data race {{.*}}: this weak store of 2 bytes conflicts with an earlier weak load of 2 bytes

#l = #tileas.layout<register = [[0, 1 to 4], [16, 0], [32, 0]], lane = [[0, 8 to 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tile = tensor<64x64xf16, #l>

#spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>

// CHECK-LABEL: tileas.kernel @behind(
// CHECK: %[[LOOP:[0-9]+]]:2 = scf.for
// CHECK: %[[END:.*]] = tileas.wait_phase %{{.*}} -> !tileaa.token
// CHECK: tileas.tensor_copy
// CHECK: %[[NEXT:.*]] = tileaa.join_tokens %{{.*}}, %[[END]]
// CHECK: scf.yield %[[NEXT]]
// CHECK: tileas.store %cst{{.*}} after %[[LOOP]]#0
// CHECK: tileas.return
tileas.kernel @behind(%x: !tileaa.ptr, %z: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %p = tileaa.assume %x {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %z {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %c256 = arith.constant 256 : i64
  %sevens = arith.constant dense<7.0> : !tile
  %before = tileaa.make_token
  %token = scf.for %i = %c0 to %n step %c1 iter_args(%t = %before) -> (!tileaa.token) : i32 {
    %b = tileas.alloc_shared : <64x64xf16>
    %wide = arith.extui %i : i32 to i64
    %at = arith.muli %wide, %c64 : i64
    %v, %end = tileas.load %p[%at, %zero] extents [%c256, %c64] strides [%c64, %one] {width = 8 : i64, whole} : !tileaa.ptr -> !tile
    tileas.shared_store %v to %b : !tile, <64x64xf16>
    %w = tileas.shared_load %b : <64x64xf16> -> !tile
    %u = tileas.store %w to %q[%at, %zero] extents [%c256, %c64] strides [%c64, %one] by<owner> {width = 8 : i64, whole} : !tile, !tileaa.ptr
    %next = tileaa.join_tokens %t, %end
    scf.yield %next : !tileaa.token
  }
  %stored = tileas.store %sevens to %p[%zero, %zero] extents [%c256, %c64] strides [%c64, %one] after %token by<owner> {width = 8 : i64, whole} : !tile, !tileaa.ptr
  tileas.return
}

// CHECK-LABEL: tileas.kernel @before(
// CHECK-NOT: tensor_copy
// CHECK: tileas.async_copy
// CHECK: tileas.return
tileas.kernel @before(%x: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %p = tileaa.assume %x {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %sevens = arith.constant dense<7.0> : !tile
  %stored = tileas.store %sevens to %p[%zero, %zero] extents [%c64, %c64] strides [%c64, %one] by<owner> {width = 8 : i64, whole} : !tile, !tileaa.ptr
  scf.for %i = %c0 to %n step %c1 : i32 {
    %b = tileas.alloc_shared : <64x64xf16>
    %v, %end = tileas.load %p[%zero, %zero] extents [%c64, %c64] strides [%c64, %one] after %stored {width = 8 : i64, whole} : !tileaa.ptr -> !tile
    tileas.shared_store %v to %b : !tile, <64x64xf16>
    %w = tileas.shared_load %b : <64x64xf16> -> !tile
  }
  tileas.return
}
