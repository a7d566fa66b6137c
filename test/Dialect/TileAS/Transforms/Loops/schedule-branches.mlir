// A scheduled loop with a branch and a loop in it: both are ops of its schedule as a
// whole, and what they read of a ring is read before its stage is released. The copies
// run as far ahead as the ring of three stages lets them: two iterations.
//
// RUN: cuda-tile-opt %s --mlir-print-local-scope --pass-pipeline='builtin.module(tileas.kernel(tileas-schedule-loops,tileas-verify-schedules,tileas-pipeline-loops,tileas-time-loops,tileas-verify-schedules,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-verify-schedules,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<2048i', *range(2048)).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 2048 $(cat %t.hex)'
// RUN: sh -c 'set -e; for n in 0 1 2 3 11; do for when in eager lazy random; do cuda-tile-run %t.mlir --gpu-name=sm_80 --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:$n --compare=emulate --check=all --async=$when; done; done'
//
// CHECK: scf.for
// CHECK: scf.if
// CHECK: tileas.shared_load
// CHECK: } {tileas.slot = #tileas.slot<stage = [[#LAST:]],
// CHECK: tileas.async_copy {{.*}} if {{.*}}tileas.slot = #tileas.slot<stage = [[#LAST-2]],
// CHECK: scf.for
// CHECK: } {tileas.slot = #tileas.slot<stage = [[#LAST]],
// CHECK: tileas.schedule = #tileas.schedule<interval = {{[0-9]+}}, stages = [[#LAST+1]], {{.*}}expanded = true>

#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
#r = #tileas.layout<register = [[32], [64]], lane = [[16], [8], [4], [2], [1]], warp = []>
tileas.kernel @k(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #r>
  %tiles = tileas.alloc_shared : <128xi32, stages = 3>
  %ring = tileas.ring %tiles : <!tileas.buffer<128xi32, stages = 3>>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #r>) : i32 {
    %wide = arith.extsi %i : i32 to i64
    %start = arith.muli %wide, %size : i64
    %to = tileas.acquire %ring[%i] : <!tileas.buffer<128xi32, stages = 3>>
    %c = tileas.async_copy %p[%start] extents [%all] strides [%one] to %to {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
    tileas.commit %ring[%i] after %c : <!tileas.buffer<128xi32, stages = 3>>
    %from = tileas.wait %ring[%i] : <!tileas.buffer<128xi32, stages = 3>>
    %later = arith.cmpi sgt, %i, %c1 : i32
    %x = scf.if %later -> (tensor<128xi32, #r>) {
      %read = tileas.shared_load %from : <128xi32> -> tensor<128xi32, #r>
      %twice = arith.addi %read, %read : tensor<128xi32, #r>
      scf.yield %twice : tensor<128xi32, #r>
    } else {
      scf.yield %none : tensor<128xi32, #r>
    }
    %y = scf.for %j = %c0 to %c2 step %c1 iter_args(%in = %x) -> (tensor<128xi32, #r>) : i32 {
      %again = tileas.shared_load %from : <128xi32> -> tensor<128xi32, #r>
      %w = arith.addi %in, %again : tensor<128xi32, #r>
      scf.yield %w : tensor<128xi32, #r>
    }
    tileas.release %ring[%i] : <!tileas.buffer<128xi32, stages = 3>>
    %s = arith.addi %acc, %y : tensor<128xi32, #r>
    scf.yield %s : tensor<128xi32, #r>
  }
  %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<128xi32, #r>, !tileaa.ptr
  tileas.return
}
