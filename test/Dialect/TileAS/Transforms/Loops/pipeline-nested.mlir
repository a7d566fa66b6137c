// A loop whose loads run ahead, in one whose copies do: what its first iteration has
// loaded early keeps its place in the loop around it, whose times leave room for it.
//
// RUN: cuda-tile-opt %s --mlir-print-local-scope --pass-pipeline='builtin.module(tileas.kernel(tileas-pipeline-loops,tileas-time-loops,tileas-verify-schedules,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<2048i', *range(2048)).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 2048 $(cat %t.hex)'
// RUN: sh -c 'set -e; for n in 0 1 2 3 11; do for when in eager lazy random; do cuda-tile-run %t.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:$n --compare=emulate --check=all --async=$when; done; done'
//
// CHECK: scf.for
// CHECK: tileas.wait
// CHECK: tileas.load {{.*}} if {{.*}}tileas.slot = #tileas.slot<stage = 2, cycle = [[#PROLOGUE:]]>
// CHECK: scf.for
// CHECK: tileas.load {{.*}} if {{.*}}tileas.slot = #tileas.slot<stage = 0, cycle = 0>
// CHECK: tileas.schedule = #tileas.schedule<interval = {{[0-9]+}}, stages = 2, {{.*}}expanded = true>, tileas.slot = #tileas.slot<stage = 2, cycle = {{[0-9]+}}>
// CHECK: tileas.schedule = #tileas.schedule<interval = {{[0-9]+}}, stages = 3, {{.*}}expanded = true>

#early = #tileas.slot<stage = 0, cycle = 20>
#first = #tileas.slot<stage = 2, cycle = 0>
#late = #tileas.slot<stage = 2, cycle = 40>
#ahead = #tileas.slot<stage = 0, cycle = 0>
#behind = #tileas.slot<stage = 1, cycle = 5>
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[0]]>
tileas.kernel @k(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %size = arith.constant 128 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #l>
  %ring_tiles = tileas.alloc_shared : <128xi32, stages = 3>
  %ring = tileas.ring %ring_tiles : <!tileas.buffer<128xi32, stages = 3>>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #l>) : i32 {
    %wide = arith.extsi %i {tileas.slot = #early} : i32 to i64
    %start = arith.muli %wide, %size {tileas.slot = #early} : i64
    %to = tileas.acquire %ring[%i] {tileas.slot = #early} : <!tileas.buffer<128xi32, stages = 3>>
    %c = tileas.async_copy %p[%start] extents [%all] strides [%one] to %to {tile = tensor<128xi32, #l>, width = 4 : i64, tileas.slot = #early} : !tileaa.ptr, !tileas.buffer<128xi32>
    tileas.commit %ring[%i] after %c {tileas.slot = #early} : <!tileas.buffer<128xi32, stages = 3>>
    %from = tileas.wait %ring[%i] {tileas.slot = #first} : <!tileas.buffer<128xi32, stages = 3>>
    %x = tileas.shared_load %from {tileas.slot = #late} : <128xi32> -> tensor<128xi32, #l>
    tileas.release %ring[%i] {tileas.slot = #late} : <!tileas.buffer<128xi32, stages = 3>>
    %y = scf.for %j = %c0 to %i step %c1 iter_args(%in = %x) -> (tensor<128xi32, #l>) : i32 {
      %far = arith.extsi %j {tileas.slot = #ahead} : i32 to i64
      %at = arith.muli %far, %size {tileas.slot = #ahead} : i64
      %v, %t = tileas.load %p[%at] extents [%all] strides [%one] {width = 4 : i64, tileas.slot = #ahead} : !tileaa.ptr -> tensor<128xi32, #l>
      %w = arith.addi %in, %v {tileas.slot = #behind} : tensor<128xi32, #l>
      scf.yield %w : tensor<128xi32, #l>
    } {tileas.schedule = #tileas.schedule<interval = 10, stages = 2>, tileas.slot = #late}
    %s = arith.addi %acc, %y {tileas.slot = #late} : tensor<128xi32, #l>
    scf.yield %s : tensor<128xi32, #l>
  } {tileas.schedule = #tileas.schedule<interval = 100, stages = 3>}
  %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<128xi32, #l>, !tileaa.ptr
  tileas.return
}
