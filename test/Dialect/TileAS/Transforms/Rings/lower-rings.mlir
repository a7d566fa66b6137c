// Two rings of other lengths in one loop: each is waited for by itself, and lets as
// many groups be under way as both have made since its own, in the first iteration
// as well, for which the shorter ring has made one less.
//
// RUN: cuda-tile-opt %s --mlir-print-local-scope --pass-pipeline='builtin.module(tileas.kernel(tileas-pipeline-loops,tileas-time-loops,tileas-verify-schedules,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
//
// The results are those of the plain loop, whatever the copies do and however often it
// runs; and a group more is too much for either ring.
// RUN: sed 's/, tileas.slot = #[a-z]*//; s/ {tileas.slot = #[a-z]*}//; s/ {tileas.schedule = .*}//' %s > %t.unscheduled.mlir
// RUN: cuda-tile-opt %t.unscheduled.mlir --pass-pipeline='builtin.module(tileas.kernel(tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.plain.mlir
// RUN: FileCheck %s --check-prefix=PLAIN < %t.plain.mlir
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<2048i', *range(2048)).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 2048 $(cat %t.hex)'
// RUN: sh -c 'set -e; for n in 0 1 2 3 7; do cuda-tile-run %t.plain.mlir --entry=two --engine=interpret --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:$n --out=1=%t.plain.npy; for when in eager lazy random; do cuda-tile-run %t.mlir --entry=two --gpu-name=sm_80 --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:$n --compare=emulate --check=all --async=$when --out=1=%t.out.npy; cmp %t.plain.npy %t.out.npy; done; done'
// RUN: sed 's/wait_group 2/wait_group 3/' %t.mlir > %t.long.mlir
// RUN: not cuda-tile-run %t.long.mlir --entry=two --gpu-name=sm_80 --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:7 --engine=interpret 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: sed 's/wait_group 1/wait_group 2/' %t.mlir > %t.short.mlir
// RUN: not cuda-tile-run %t.short.mlir --entry=two --gpu-name=sm_80 --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:7 --engine=interpret 2>&1 | FileCheck %s --check-prefix=LATE
//
// LATE: the buffer that is read here holds nothing
//
// A turn may be committed an iteration after its copies have begun, in front of those of the
// next one.
// RUN: sed 's/after %copy_long {tileas.slot = #early}/after %copy_long {tileas.slot = #between}/' %s > %t.between.mlir
// RUN: cuda-tile-opt %t.between.mlir --pass-pipeline='builtin.module(tileas.kernel(tileas-pipeline-loops,tileas-time-loops,tileas-verify-schedules,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.carried.mlir
// RUN: FileCheck %s --check-prefix=CARRIED < %t.carried.mlir
// RUN: sh -c 'set -e; for n in 0 1 2 3 7; do cuda-tile-run %t.plain.mlir --entry=two --engine=interpret --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:$n --out=1=%t.plain.npy; for when in eager lazy random; do cuda-tile-run %t.carried.mlir --entry=two --gpu-name=sm_80 --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:$n --compare=emulate --check=all --async=$when --out=1=%t.out.npy; cmp %t.plain.npy %t.out.npy; done; done'
// CARRIED: scf.for
// CARRIED: tileas.commit_group
// CARRIED: tileas.async_copy
// CARRIED: tileas.async_copy
// CARRIED: tileas.commit_group
// CARRIED: scf.yield

#early = #tileas.slot<stage = 0, cycle = 40>
#between = #tileas.slot<stage = 1, cycle = 10>
#middle = #tileas.slot<stage = 1, cycle = 80>
#first = #tileas.slot<stage = 2, cycle = 0>
#second = #tileas.slot<stage = 2, cycle = 60>
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[0]]>
#r = #tileas.layout<register = [[32], [64]], lane = [[16], [8], [4], [2], [1]], warp = [[0]]>
#spec = #tileas.kernel_spec<target = "sm_80", warps = 2, shared = 0, frozen = false>

// CHECK-LABEL: @two(
// CHECK-NOT: tileas.ring
// CHECK: scf.for
// CHECK: tileas.wait_group 2 for %{{[0-9]+}} : !tileas.buffer<128xi32> {tileas.slot = #tileas.slot<stage = 2, cycle = [[#FIRST:]]>}
// CHECK: tileas.commit_group
// CHECK: tileas.wait_group 1 for %{{[0-9]+}} : !tileas.buffer<128xi32> {tileas.slot = #tileas.slot<stage = 2, cycle = [[#SECOND:]]>}
// CHECK: tileas.commit_group
// PLAIN-LABEL: @two(
// PLAIN: tileas.wait_group 1
// PLAIN: tileas.wait_group 0
tileas.kernel @two(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %size = arith.constant 128 : i64
  %far = arith.constant 1024 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #r>
  %long_tiles = tileas.alloc_shared : <128xi32, stages = 3>
  %long = tileas.ring %long_tiles : <!tileas.buffer<128xi32, stages = 3>>
  %short_tiles = tileas.alloc_shared : <128xi32, stages = 2>
  %short = tileas.ring %short_tiles : <!tileas.buffer<128xi32, stages = 2>>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #r>) : i32 {
    %wide = arith.extsi %i {tileas.slot = #early} : i32 to i64
    %start = arith.muli %wide, %size {tileas.slot = #early} : i64
    %to_long = tileas.acquire %long[%i] {tileas.slot = #early} : <!tileas.buffer<128xi32, stages = 3>>
    %copy_long = tileas.async_copy %p[%start] extents [%all] strides [%one] to %to_long {tile = tensor<128xi32, #l>, width = 4 : i64, tileas.slot = #early} : !tileaa.ptr, !tileas.buffer<128xi32>
    tileas.commit %long[%i] after %copy_long {tileas.slot = #early} : <!tileas.buffer<128xi32, stages = 3>>
    %wide2 = arith.extsi %i {tileas.slot = #middle} : i32 to i64
    %row = arith.muli %wide2, %size {tileas.slot = #middle} : i64
    %start2 = arith.addi %row, %far {tileas.slot = #middle} : i64
    %to_short = tileas.acquire %short[%i] {tileas.slot = #middle} : <!tileas.buffer<128xi32, stages = 2>>
    %copy_short = tileas.async_copy %p[%start2] extents [%all] strides [%one] to %to_short {tile = tensor<128xi32, #l>, width = 4 : i64, tileas.slot = #middle} : !tileaa.ptr, !tileas.buffer<128xi32>
    tileas.commit %short[%i] after %copy_short {tileas.slot = #middle} : <!tileas.buffer<128xi32, stages = 2>>
    %from_long = tileas.wait %long[%i] {tileas.slot = #first} : <!tileas.buffer<128xi32, stages = 3>>
    %x = tileas.shared_load %from_long {tileas.slot = #first} : <128xi32> -> tensor<128xi32, #r>
    tileas.release %long[%i] {tileas.slot = #first} : <!tileas.buffer<128xi32, stages = 3>>
    %s = arith.addi %acc, %x {tileas.slot = #first} : tensor<128xi32, #r>
    %from_short = tileas.wait %short[%i] {tileas.slot = #second} : <!tileas.buffer<128xi32, stages = 2>>
    %y = tileas.shared_load %from_short {tileas.slot = #second} : <128xi32> -> tensor<128xi32, #r>
    tileas.release %short[%i] {tileas.slot = #second} : <!tileas.buffer<128xi32, stages = 2>>
    %d = arith.subi %y, %s {tileas.slot = #second} : tensor<128xi32, #r>
    scf.yield %d : tensor<128xi32, #r>
  } {tileas.schedule = #tileas.schedule<interval = 100, stages = 3>}
  %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<128xi32, #r>, !tileaa.ptr
  tileas.return
}

// What threads store themselves needs no group: barriers stand for the verbs.
// CHECK-LABEL: @stored(
// CHECK-NOT: group
// CHECK: tileas.shared_store
// CHECK: tileas.barrier
// CHECK: tileas.shared_load
tileas.kernel @stored(%i: i32, %x: tensor<128xi32, #l>) attributes {spec = #spec} {
  %tiles = tileas.alloc_shared : <128xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<128xi32, stages = 2>>
  %to = tileas.acquire %ring[%i] : <!tileas.buffer<128xi32, stages = 2>>
  tileas.shared_store %x to %to : tensor<128xi32, #l>, <128xi32>
  tileas.commit %ring[%i] : <!tileas.buffer<128xi32, stages = 2>>
  %from = tileas.wait %ring[%i] : <!tileas.buffer<128xi32, stages = 2>>
  %y = tileas.shared_load %from : <128xi32> -> tensor<128xi32, #r>
  tileas.release %ring[%i] : <!tileas.buffer<128xi32, stages = 2>>
  tileas.return
}
