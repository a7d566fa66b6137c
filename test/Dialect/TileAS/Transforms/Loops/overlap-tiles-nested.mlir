// A loop over tiles behind a product, in an outer loop whose own copies run ahead, too: the
// inner one is replaced first, since the outer one is with all that is in it.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-pipeline-loops,tileas-overlap-tiles,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<2048i', *range(2048)).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 2048 $(cat %t.hex)'
// RUN: sh -c 'set -e; for tiles in 0 1 2; do for n in 0 1 3; do for when in eager lazy random; do cuda-tile-run %t.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[768] --arg=i32:2 --arg=i32:$tiles --arg=i32:$n --compare=emulate --check=all --async=$when; done; done; done'
// RUN: cuda-tile-run %t.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[768] --arg=i32:2 --arg=i32:2 --arg=i32:2 --engine=emulate --check=all --out=1=%t.out.npy
// RUN: %python -c "import struct; v = struct.unpack('<768i', open(r'%t.out.npy', 'rb').read()[-3072:]); r = [(0, 0, 1)[i // 128] if i < 384 else (1, 0, 1)[i // 128 - 3] for i in range(768)]; assert v == tuple(512 * r[i] + 128 + 2 * (i % 128) for i in range(768)), v"
//
// The first copies of both, and behind the first product those of the next group.
// CHECK: tileas.async_copy {{.*}} if
// CHECK: scf.for
// CHECK: scf.for
// CHECK: tileas.expanded = #tileas.schedule<interval = 100, stages = 3>
// CHECK: tileas.async_copy {{.*}} if
// CHECK: tileas.store
// CHECK: tileas.async_copy {{.*}} if
// CHECK: scf.for
// CHECK: scf.for
// CHECK: tileas.expanded = #tileas.schedule<interval = 100, stages = 3>
// CHECK: tileas.async_copy {{.*}} if
// CHECK: tileas.store

#early = #tileas.slot<stage = 0, cycle = 20>
#first = #tileas.slot<stage = 2, cycle = 0>
#late = #tileas.slot<stage = 2, cycle = 40>
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[0]]>
#r = #tileas.layout<register = [[32], [64]], lane = [[16], [8], [4], [2], [1]], warp = [[0]]>
tileas.kernel @k(%p: !tileaa.ptr, %q: !tileaa.ptr, %groups: i32, %tiles: i32, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %three = arith.constant 3 : i64
  %size = arith.constant 128 : i64
  %all = arith.constant 2048 : i64
  %allOut = arith.constant 768 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #r>
  %token = tileaa.make_token
  %last = scf.for %group = %c0 to %groups step %c1 iter_args(%order = %token) -> (!tileaa.token) : i32 {
    %first_tiles = tileas.alloc_shared : <128xi32, stages = 3>
    %first_ring = tileas.ring %first_tiles : <!tileas.buffer<128xi32, stages = 3>>
    %first_before = arith.muli %group, %n : i32
    %first = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #r>) : i32 {
      %number = arith.addi %first_before, %i {tileas.slot = #early} : i32
      %wide = arith.extsi %number {tileas.slot = #early} : i32 to i64
      %start = arith.muli %wide, %size {tileas.slot = #early} : i64
      %to = tileas.acquire %first_ring[%i] {tileas.slot = #early} : <!tileas.buffer<128xi32, stages = 3>>
      %c = tileas.async_copy %p[%start] extents [%all] strides [%one] to %to {tile = tensor<128xi32, #l>, width = 4 : i64, tileas.slot = #early} : !tileaa.ptr, !tileas.buffer<128xi32>
      tileas.commit %first_ring[%i] after %c {tileas.slot = #early} : <!tileas.buffer<128xi32, stages = 3>>
      %from = tileas.wait %first_ring[%i] {tileas.slot = #first} : <!tileas.buffer<128xi32, stages = 3>>
      %x = tileas.shared_load %from {tileas.slot = #late} : <128xi32> -> tensor<128xi32, #r>
      tileas.release %first_ring[%i] {tileas.slot = #late} : <!tileas.buffer<128xi32, stages = 3>>
      %s = arith.addi %acc, %x {tileas.slot = #late} : tensor<128xi32, #r>
      scf.yield %s : tensor<128xi32, #r>
    } {tileas.schedule = #tileas.schedule<interval = 100, stages = 3>}
    %group64 = arith.extsi %group : i32 to i64
    %row = arith.muli %group64, %three : i64
    %place = arith.muli %row, %size : i64
    %stored = tileas.store %first to %q[%place] extents [%allOut] strides [%one] after %order by<owner> : tensor<128xi32, #r>, !tileaa.ptr
    %next = arith.addi %row, %one : i64
    %done = scf.for %tile = %c0 to %tiles step %c1 iter_args(%before = %stored) -> (!tileaa.token) : i32 {
      %sum_tiles = tileas.alloc_shared : <128xi32, stages = 3>
      %sum_ring = tileas.ring %sum_tiles : <!tileas.buffer<128xi32, stages = 3>>
      %sum_before = arith.muli %tile, %n : i32
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #r>) : i32 {
        %number = arith.addi %sum_before, %i {tileas.slot = #early} : i32
        %wide = arith.extsi %number {tileas.slot = #early} : i32 to i64
        %start = arith.muli %wide, %size {tileas.slot = #early} : i64
        %to = tileas.acquire %sum_ring[%i] {tileas.slot = #early} : <!tileas.buffer<128xi32, stages = 3>>
        %c = tileas.async_copy %p[%start] extents [%all] strides [%one] to %to {tile = tensor<128xi32, #l>, width = 4 : i64, tileas.slot = #early} : !tileaa.ptr, !tileas.buffer<128xi32>
        tileas.commit %sum_ring[%i] after %c {tileas.slot = #early} : <!tileas.buffer<128xi32, stages = 3>>
        %from = tileas.wait %sum_ring[%i] {tileas.slot = #first} : <!tileas.buffer<128xi32, stages = 3>>
        %x = tileas.shared_load %from {tileas.slot = #late} : <128xi32> -> tensor<128xi32, #r>
        tileas.release %sum_ring[%i] {tileas.slot = #late} : <!tileas.buffer<128xi32, stages = 3>>
        %s = arith.addi %acc, %x {tileas.slot = #late} : tensor<128xi32, #r>
        scf.yield %s : tensor<128xi32, #r>
      } {tileas.schedule = #tileas.schedule<interval = 100, stages = 3>}
      %tile64 = arith.extsi %tile : i32 to i64
      %line = arith.addi %next, %tile64 : i64
      %there = arith.muli %line, %size : i64
      %t = tileas.store %sum to %q[%there] extents [%allOut] strides [%one] after %before by<owner> : tensor<128xi32, #r>, !tileaa.ptr
      scf.yield %t : !tileaa.token
    }
    scf.yield %done : !tileaa.token
  }
  tileas.return
}
