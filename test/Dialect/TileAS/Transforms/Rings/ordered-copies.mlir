// What comes after the token of a wait comes after the reads of its copies: of
// all threads, for which the barrier of the last iteration is enough.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-pipeline-loops,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
//
// The interpreter and the machine agree, whenever copies take place; without the
// token the store races with what the copies read, and without the barrier too.
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<512i', *range(512)).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 512 $(cat %t.hex)'
// RUN: sh -c 'set -e; for n in 0 1 4; do for when in eager lazy random; do cuda-tile-run %t.mlir --arg=ptr:%t.npy --arg=i32:$n --compare=emulate --check=all --async=$when; done; done'
// RUN: sed 's/ after %[a-z0-9_#]*//' %t.mlir > %t.free.mlir
// RUN: not cuda-tile-run %t.free.mlir --arg=ptr:%t.npy --arg=i32:4 --engine=interpret --check=all 2>&1 | FileCheck %s --check-prefix=FREE
// RUN: grep -v tileas.barrier %t.mlir > %t.race.mlir
// RUN: not cuda-tile-run %t.race.mlir --arg=ptr:%t.npy --arg=i32:4 --engine=emulate --check=all --warps=random 2>&1 | FileCheck %s --check-prefix=RACE
//
// FREE: data race {{.*}}: this weak store of 4 bytes conflicts with an earlier weak load of 4 bytes
// RACE: data race on global address

#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#r = #tileas.layout<register = [[1], [2]], lane = [[128], [4], [8], [16], [32]], warp = [[64]]>
#early = #tileas.slot<stage = 0, cycle = 20>
#first = #tileas.slot<stage = 2, cycle = 0>
#late = #tileas.slot<stage = 2, cycle = 40>

// CHECK: scf.for
// CHECK: %[[END:.*]] = tileas.wait_group 1 for %{{.*}} -> !tileaa.token
// CHECK: tileas.barrier
// CHECK: tileaa.join_tokens %{{.*}}, %[[END]]
// CHECK: tileas.expanded
// CHECK-NEXT: tileas.store
// CHECK: tileas.return
tileas.kernel @k(%p: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %all = arith.constant 512 : i64
  %sevens = arith.constant dense<7> : tensor<256xi32, #r>
  %before = tileaa.make_token
  %ring_tiles = tileas.alloc_shared : <256xi32, stages = 3>
  %ring = tileas.ring %ring_tiles : <!tileas.buffer<256xi32, stages = 3>>
  %token = scf.for %i = %c0 to %n step %c1 iter_args(%t = %before) -> (!tileaa.token) : i32 {
    %wide = arith.extsi %i {tileas.slot = #early} : i32 to i64
    %to = tileas.acquire %ring[%i] {tileas.slot = #early} : <!tileas.buffer<256xi32, stages = 3>>
    %c = tileas.async_copy %p[%wide] extents [%all] strides [%one] to %to {tile = tensor<256xi32, #l>, tileas.slot = #early} : !tileaa.ptr, !tileas.buffer<256xi32>
    tileas.commit %ring[%i] after %c {tileas.slot = #early} : <!tileas.buffer<256xi32, stages = 3>>
    %from, %end = tileas.wait %ring[%i] {tileas.slot = #first} : <!tileas.buffer<256xi32, stages = 3>> -> !tileaa.token
    tileas.release %ring[%i] {tileas.slot = #first} : <!tileas.buffer<256xi32, stages = 3>>
    %next = tileaa.join_tokens %t, %end {tileas.slot = #late}
    scf.yield %next : !tileaa.token
  } {tileas.schedule = #tileas.schedule<interval = 100, stages = 3>}
  %stored = tileas.store %sevens to %p[%zero] extents [%all] strides [%one] after %token by<owner> : tensor<256xi32, #r>, !tileaa.ptr
  tileas.return
}
