// A schedule has copies run ahead of what reads them, by one stage less than the
// ring has; one barrier an iteration keeps both apart.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-pipeline-loops,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=NUMBERS < %t.mlir
//
// The sums are those of the plain loop, whether it runs not at all, less often
// than there are stages, or more often; and the barrier is needed, as the waits
// are, and no less than all of their length.
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<2048i', *range(2048)).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 2048 $(cat %t.hex)'
// RUN: sh -c 'set -e; for n in 0 1 2 3 11; do for when in eager lazy random; do cuda-tile-run %t.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:$n --compare=emulate --check=all --async=$when; done; done'
// RUN: grep -v tileas.barrier %t.mlir > %t.race.mlir
// RUN: not cuda-tile-run %t.race.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:9 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: sed 's/wait_group 1/wait_group 2/' %t.mlir > %t.late.mlir
// RUN: not cuda-tile-run %t.late.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:9 --engine=interpret --check=all 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: not cuda-tile-run %t.late.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:9 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=UNFINISHED
//
// CHECK: tileas.async_copy {{.*}} if
// CHECK: tileas.commit
// CHECK: tileas.async_copy {{.*}} if
// CHECK: tileas.commit
// CHECK: scf.for
// CHECK: tileas.wait_group 1 for
// CHECK-NOT: tileas.async_copy
// CHECK: tileas.barrier
// CHECK-NOT: tileas.barrier
// CHECK: tileas.async_copy {{.*}} if
// CHECK: tileas.commit
// CHECK: tileas.shared_load
// CHECK-NOT: tileas.barrier
// CHECK: tileas.expanded = #tileas.schedule<interval = 100, stages = 3>
// CHECK: tileas.return
//
// The number of the iteration that is copied ahead is computed once, and expansion
// leaves no constant in the loop.
// NUMBERS: scf.for
// NUMBERS-NOT: arith.constant
// NUMBERS: arith.addi {{.*}} overflow<nsw, nuw> : i32
// NUMBERS-NOT: {{arith.constant|overflow<nsw, nuw>.* : i32}}
// NUMBERS: tileas.expanded
//
// RACE: data race on shared address
// LATE: the buffer that is read here holds nothing
// UNFINISHED: data race on shared address {{.*}} an earlier asynchronous write

#early = #tileas.slot<stage = 0, cycle = 20>
#first = #tileas.slot<stage = 2, cycle = 0>
#late = #tileas.slot<stage = 2, cycle = 40>
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[0]]>
#r = #tileas.layout<register = [[32], [64]], lane = [[16], [8], [4], [2], [1]], warp = [[0]]>
tileas.kernel @k(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %size = arith.constant 128 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #r>
  %ring_tiles = tileas.alloc_shared : <128xi32, stages = 3>
  %ring = tileas.ring %ring_tiles : <!tileas.buffer<128xi32, stages = 3>>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #r>) : i32 {
    %wide = arith.extsi %i {tileas.slot = #early} : i32 to i64
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
  %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<128xi32, #r>, !tileaa.ptr
  tileas.return
}
