// The copies that a tile begins with are begun before the tile before it is
// stored, a first time before the loop over tiles; one barrier a tile keeps them
// from what is still read.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-pipeline-loops,tileas-overlap-tiles,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
//
// The sums are right, whether there are no tiles, one or more, of no, one or more
// slices each; and the barrier is needed.
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<2048i', *range(2048)).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 2048 $(cat %t.hex)'
// RUN: sh -c 'set -e; for tiles in 0 1 2 4; do for n in 0 1 2 4; do for when in eager lazy random; do cuda-tile-run %t.mlir --entry=k --arg=ptr:%t.npy --arg=ptr:new:i32[512] --arg=i32:$tiles --arg=i32:$n --compare=emulate --check=all --async=$when; done; done; done'
// RUN: sh -c 'set -e; for tiles in 0 1 2 4; do for n in 0 1 2 4; do cuda-tile-run %s --entry=two_loops --engine=interpret --arg=ptr:%t.npy --arg=ptr:new:i32[512] --arg=i32:$tiles --arg=i32:$n --out=1=%t.plain.npy; for when in eager lazy random; do cuda-tile-run %t.mlir --entry=two_loops --arg=ptr:%t.npy --arg=ptr:new:i32[512] --arg=i32:$tiles --arg=i32:$n --compare=emulate --check=all --async=$when --out=1=%t.two.npy; cmp %t.plain.npy %t.two.npy; done; done; done'
// RUN: cuda-tile-run %t.mlir --entry=k --arg=ptr:%t.npy --arg=ptr:new:i32[512] --arg=i32:4 --arg=i32:2 --engine=emulate --check=all --out=1=%t.out.npy
// RUN: %python -c "import struct; v = struct.unpack('<512i', open(r'%t.out.npy', 'rb').read()[-2048:]); assert v == tuple(512 * (i // 128) + 128 + 2 * (i % 128) for i in range(512)), v"
// RUN: %python -c "t = open(r'%t.mlir').read(); i = t.rindex('tileas.barrier', 0, t.index('@two_loops')); open(r'%t.race.mlir', 'w').write(t[:i] + t[t.index(chr(10), i):])"
// RUN: not cuda-tile-run %t.race.mlir --entry=k --arg=ptr:%t.npy --arg=ptr:new:i32[512] --arg=i32:4 --arg=i32:4 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=RACE
//
//
// CHECK-LABEL: @k(
// CHECK: tileas.alloc_shared {{.*}}stages = 3
// CHECK: tileas.async_copy {{.*}} if
// CHECK: tileas.commit
// CHECK: tileas.async_copy {{.*}} if
// CHECK: tileas.commit
// CHECK: scf.for
// CHECK-NOT: tileas.async_copy
// CHECK: scf.for
// CHECK: tileas.wait_group 1 for
// CHECK: tileas.async_copy
// CHECK: tileas.expanded = #tileas.schedule<interval = 100, stages = 3>
// CHECK: tileas.barrier
// CHECK: tileas.async_copy {{.*}} if
// CHECK: tileas.async_copy {{.*}} if
// CHECK-NOT: tileas.barrier
// CHECK: tileas.store
//
// RACE: data race on shared address

#early = #tileas.slot<stage = 0, cycle = 20>
#first = #tileas.slot<stage = 2, cycle = 0>
#late = #tileas.slot<stage = 2, cycle = 40>
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[0]]>
#r = #tileas.layout<register = [[32], [64]], lane = [[16], [8], [4], [2], [1]], warp = [[0]]>
tileas.kernel @k(%p: !tileaa.ptr, %q: !tileaa.ptr, %tiles: i32, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %all = arith.constant 2048 : i64
  %allOut = arith.constant 512 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #r>
  %first = tileaa.make_token
  %last = scf.for %tile = %c0 to %tiles step %c1 iter_args(%order = %first) -> (!tileaa.token) : i32 {
    %ring_tiles = tileas.alloc_shared : <128xi32, stages = 3>
    %ring = tileas.ring %ring_tiles : <!tileas.buffer<128xi32, stages = 3>>
    %before = arith.muli %tile, %n : i32
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #r>) : i32 {
      %number = arith.addi %before, %i {tileas.slot = #early} : i32
      %wide = arith.extsi %number {tileas.slot = #early} : i32 to i64
      %start = arith.muli %wide, %size {tileas.slot = #early} : i64
      %to = tileas.acquire %ring[%i] {tileas.slot = #early} : <!tileas.buffer<128xi32, stages = 3>>
      %c = tileas.async_copy %p[%start] extents [%all] strides [%one] to %to {tile = tensor<128xi32, #l>, width = 4 : i64, tileas.slot = #early} : !tileaa.ptr, !tileas.buffer<128xi32>
      tileas.commit %ring[%i] after %c {tileas.slot = #early} : <!tileas.buffer<128xi32, stages = 3>>
      %from = tileas.wait %ring[%i] {tileas.slot = #first} : <!tileas.buffer<128xi32, stages = 3>>
      %x = tileas.shared_load %from {tileas.slot = #late} : <128xi32> -> tensor<128xi32, #r>
      tileas.release %ring[%i] {tileas.slot = #late} : <!tileas.buffer<128xi32, stages = 3>>
      %s = arith.addi %acc, %x {tileas.slot = #late} : tensor<128xi32, #r>
      scf.yield %s : tensor<128xi32, #r>
    } {tileas.schedule = #tileas.schedule<interval = 100, stages = 3>}
    %place = arith.extsi %tile : i32 to i64
    %start = arith.muli %place, %size : i64
    %t = tileas.store %sum to %q[%start] extents [%allOut] strides [%one] after %order by<owner> : tensor<128xi32, #r>, !tileaa.ptr
    scf.yield %t : !tileaa.token
  }
  tileas.return
}

// Of two inner loops the first one's copies for the next tile are begun behind it, and
// are under way while the other one waits for its own.
// CHECK-LABEL: @two_loops(
// CHECK: tileas.async_copy {{.*}} if
// CHECK: tileas.async_copy {{.*}} if
// CHECK: scf.for
// CHECK-NOT: tileas.async_copy
// CHECK: scf.for
// CHECK: tileas.async_copy
// CHECK: tileas.expanded
// CHECK: tileas.async_copy {{.*}} if
// CHECK: tileas.async_copy {{.*}} if
// CHECK: tileas.async_copy
// CHECK: scf.for
// CHECK: tileas.wait_group
// CHECK: tileas.expanded
tileas.kernel @two_loops(%p: !tileaa.ptr, %q: !tileaa.ptr, %tiles: i32, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %all = arith.constant 2048 : i64
  %allOut = arith.constant 512 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #r>
  %first = tileaa.make_token
  %last = scf.for %tile = %c0 to %tiles step %c1 iter_args(%order = %first) -> (!tileaa.token) : i32 {
    %ring1_tiles = tileas.alloc_shared : <128xi32, stages = 3>
    %ring1 = tileas.ring %ring1_tiles : <!tileas.buffer<128xi32, stages = 3>>
    %ring2_tiles = tileas.alloc_shared : <128xi32, stages = 3>
    %ring2 = tileas.ring %ring2_tiles : <!tileas.buffer<128xi32, stages = 3>>
    %before = arith.muli %tile, %n : i32
    %sum1 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #r>) : i32 {
      %number = arith.addi %before, %i {tileas.slot = #early} : i32
      %wide = arith.extsi %number {tileas.slot = #early} : i32 to i64
      %start = arith.muli %wide, %size {tileas.slot = #early} : i64
      %to = tileas.acquire %ring1[%i] {tileas.slot = #early} : <!tileas.buffer<128xi32, stages = 3>>
      %c = tileas.async_copy %p[%start] extents [%all] strides [%one] to %to {tile = tensor<128xi32, #l>, width = 4 : i64, tileas.slot = #early} : !tileaa.ptr, !tileas.buffer<128xi32>
      tileas.commit %ring1[%i] after %c {tileas.slot = #early} : <!tileas.buffer<128xi32, stages = 3>>
      %from = tileas.wait %ring1[%i] {tileas.slot = #first} : <!tileas.buffer<128xi32, stages = 3>>
      %x = tileas.shared_load %from {tileas.slot = #late} : <128xi32> -> tensor<128xi32, #r>
      tileas.release %ring1[%i] {tileas.slot = #late} : <!tileas.buffer<128xi32, stages = 3>>
      %s = arith.addi %acc, %x {tileas.slot = #late} : tensor<128xi32, #r>
      scf.yield %s : tensor<128xi32, #r>
    } {tileas.schedule = #tileas.schedule<interval = 100, stages = 3>}
    %sum2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %sum1) -> (tensor<128xi32, #r>) : i32 {
      %number = arith.addi %before, %i {tileas.slot = #early} : i32
      %wide = arith.extsi %number {tileas.slot = #early} : i32 to i64
      %start = arith.muli %wide, %size {tileas.slot = #early} : i64
      %to = tileas.acquire %ring2[%i] {tileas.slot = #early} : <!tileas.buffer<128xi32, stages = 3>>
      %c = tileas.async_copy %p[%start] extents [%all] strides [%one] to %to {tile = tensor<128xi32, #l>, width = 4 : i64, tileas.slot = #early} : !tileaa.ptr, !tileas.buffer<128xi32>
      tileas.commit %ring2[%i] after %c {tileas.slot = #early} : <!tileas.buffer<128xi32, stages = 3>>
      %from = tileas.wait %ring2[%i] {tileas.slot = #first} : <!tileas.buffer<128xi32, stages = 3>>
      %x = tileas.shared_load %from {tileas.slot = #late} : <128xi32> -> tensor<128xi32, #r>
      tileas.release %ring2[%i] {tileas.slot = #late} : <!tileas.buffer<128xi32, stages = 3>>
      %s = arith.addi %acc, %x {tileas.slot = #late} : tensor<128xi32, #r>
      scf.yield %s : tensor<128xi32, #r>
    } {tileas.schedule = #tileas.schedule<interval = 100, stages = 3>}
    %place = arith.extsi %tile : i32 to i64
    %start = arith.muli %place, %size : i64
    %t = tileas.store %sum2 to %q[%start] extents [%allOut] strides [%one] after %order by<owner> : tensor<128xi32, #r>, !tileaa.ptr
    scf.yield %t : !tileaa.token
  }
  tileas.return
}
