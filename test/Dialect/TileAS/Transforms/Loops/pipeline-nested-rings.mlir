// Both of two loops copy ahead to rings: the inner one, which the expansion of the outer
// one makes anew, computes the number of a later iteration once, for all verbs of its
// turn.
//
// RUN: cuda-tile-opt %s --mlir-print-local-scope --pass-pipeline='builtin.module(tileas.kernel(tileas-pipeline-loops))' | FileCheck %s
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-pipeline-loops,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<2048i', *range(2048)).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 2048 $(cat %t.hex)'
// RUN: sh -c 'set -e; for n in 0 1 2 3 11; do cuda-tile-run %t.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:$n --compare=emulate --check=all --async=random --warps=random; done'
//
// CHECK: scf.for
// CHECK: scf.for %[[I:.*]] = {{.*}} iter_args
// CHECK: %[[LATER:.*]] = arith.addi %[[I]], %{{.*}} overflow<nsw, nuw>
// CHECK-NOT: arith.addi %[[I]]
// CHECK: tileas.acquire %[[RING:.*]][%[[LATER]]]
// CHECK: tileas.commit %[[RING]][%[[LATER]]]
// CHECK: scf.yield

#early = #tileas.slot<stage = 0, cycle = 20>
#first = #tileas.slot<stage = 2, cycle = 0>
#late = #tileas.slot<stage = 2, cycle = 40>
#ahead = #tileas.slot<stage = 0, cycle = 5>
#now = #tileas.slot<stage = 2, cycle = 0>
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[0]]>
!ring = !tileas.buffer<128xi32, stages = 3>
tileas.kernel @k(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %size = arith.constant 128 : i64
  %bytes = arith.constant 512 : i64
  %base = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %none = arith.constant dense<0> : tensor<128xi32, #l>
  %tiles = tileas.alloc_shared : <128xi32, stages = 3>
  %ring = tileas.ring %tiles : <!ring>
  %inner_tiles = tileas.alloc_shared : <128xi32, stages = 3>
  %inner = tileas.ring %inner_tiles : <!ring>
  %sum = scf.for %t = %c0 to %c3 step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #l>) : i32 {
    %wide = arith.extsi %t {tileas.slot = #early} : i32 to i64
    %at = arith.muli %wide, %bytes {tileas.slot = #early} : i64
    %source = tileaa.ptr_add %base, %at {tileas.slot = #early} : !tileaa.ptr, i64
    %to = tileas.acquire %ring[%t] {tileas.slot = #early} : <!ring>
    %c = tileas.bulk_copy %source to %to {tileas.slot = #early} : <128xi32> -> !tileas.completion
    tileas.commit %ring[%t] after %c {tileas.slot = #early} : <!ring>
    %from = tileas.wait %ring[%t] {tileas.slot = #first} : <!ring>
    %x = tileas.shared_load %from {tileas.slot = #late} : <128xi32> -> tensor<128xi32, #l>
    tileas.release %ring[%t] {tileas.slot = #late} : <!ring>
    %y = scf.for %i = %c0 to %n step %c1 iter_args(%in = %x) -> (tensor<128xi32, #l>) : i32 {
      %far = arith.extsi %i {tileas.slot = #ahead} : i32 to i64
      %distance = arith.muli %far, %bytes {tileas.slot = #ahead} : i64
      %place = tileaa.ptr_add %base, %distance {tileas.slot = #ahead} : !tileaa.ptr, i64
      %stage = tileas.acquire %inner[%i] {tileas.slot = #ahead} : <!ring>
      %copy = tileas.bulk_copy %place to %stage {tileas.slot = #ahead} : <128xi32> -> !tileas.completion
      tileas.commit %inner[%i] after %copy {tileas.slot = #ahead} : <!ring>
      %filled = tileas.wait %inner[%i] {tileas.slot = #now} : <!ring>
      %v = tileas.shared_load %filled {tileas.slot = #now} : <128xi32> -> tensor<128xi32, #l>
      tileas.release %inner[%i] {tileas.slot = #now} : <!ring>
      %product = arith.muli %in, %v {tileas.slot = #now} : tensor<128xi32, #l>
      %w = arith.xori %product, %v {tileas.slot = #now} : tensor<128xi32, #l>
      scf.yield %w : tensor<128xi32, #l>
    } {tileas.schedule = #tileas.schedule<interval = 10, stages = 3>, tileas.slot = #late}
    %s = arith.addi %acc, %y {tileas.slot = #late} : tensor<128xi32, #l>
    scf.yield %s : tensor<128xi32, #l>
  } {tileas.schedule = #tileas.schedule<interval = 100, stages = 3>}
  %t0 = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<128xi32, #l>, !tileaa.ptr
  tileas.return
}
