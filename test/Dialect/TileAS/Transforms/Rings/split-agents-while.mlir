// A loop that no number of steps bounds goes to each agent with all that it carries, since
// any of it may decide how often it runs, and with the ops of its own.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-split-agents))' --mlir-print-local-scope | FileCheck %s
// RUN: cuda-tile-run --self-check %s
//
// Split, with mbarriers, it leaves the same in any order of agents and copies.
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-split-agents,tileas-pipeline-loops,tileas-time-loops,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.split.mlir
// RUN: sh -c 'grep "^//%%" %s > %t.cases; cat %t.split.mlir %t.cases > %t.mlir'
// RUN: sh -c 'set -e; for seed in $(seq 0 9); do cuda-tile-run --self-check %t.mlir --seed=$seed; done'
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<2048i', *(i * 7919 %% 4001 for i in range(2048))).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 2048 $(cat %t.hex)'
// RUN: sh -c 'set -e; for n in 0 2 10; do for when in eager lazy random; do cuda-tile-run %t.split.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[2048] --arg=i32:$n --compare=emulate --check=all --async=$when --warps=random; done; done'

#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#late = #tileas.slot<stage = 1, cycle = 4>
#load = #tileas.slot<stage = 0, cycle = 0, agent = "load">
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>

// CHECK: agent "main" warps 2 {
// CHECK-NOT: tileas.acquire
// CHECK: scf.while {{.*}} : (i32, i64) -> (i32, i64)
// CHECK-NEXT: arith.cmpi slt
// CHECK-NEXT: scf.condition({{.*}}) {{.*}} : i32, i64
// CHECK: %[[SUM:.*]]:2 = scf.for
// CHECK: tileas.wait
// CHECK: tileas.store %[[SUM]]#0
// CHECK: agent "load" warps 1 {
// CHECK: scf.while {{.*}} : (i32, i64) -> (i32, i64)
// CHECK-NEXT: arith.cmpi slt
// CHECK-NEXT: scf.condition({{.*}}) {{.*}} : i32, i64
// CHECK: scf.for
// CHECK: tileas.acquire
// CHECK-NOT: tileas.wait
// CHECK-NOT: tileas.store
// CHECK: tileas.return
tileas.kernel @sums(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, agents = [#tileas.agent<"load", warps = 1>], shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<256xi32, #l>
  %buffer = tileas.alloc_shared : <256xi32, stages = 3>
  %ring = tileas.ring %buffer : !ring
  %last:2 = scf.while (%t = %c1, %at = %zero) : (i32, i64) -> (i32, i64) {
    %more = arith.cmpi slt, %t, %n : i32
    scf.condition(%more) %t, %at : i32, i64
  } do {
  ^bb0(%t: i32, %at: i64):
    %sum, %end = scf.for %i = %c0 to %c2 step %c1 iter_args(%s = %none, %from = %at) -> (tensor<256xi32, #l>, i64) : i32 {
      %to = tileas.acquire %ring[%i] {tileas.slot = #load} : !ring
      %c = tileas.async_copy %p[%from] extents [%all] strides [%one] to %to {tile = tensor<256xi32, #l>, tileas.slot = #load, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<256xi32>
      tileas.commit %ring[%i] after %c {tileas.slot = #load} : !ring
      %x = tileas.wait %ring[%i] {tileas.slot = #late} : !ring
      %y = tileas.shared_load %x {tileas.slot = #late} : <256xi32> -> tensor<256xi32, #l>
      tileas.release %ring[%i] {tileas.slot = #late} : !ring
      %z = arith.addi %s, %y {tileas.slot = #late} : tensor<256xi32, #l>
      %next = arith.addi %from, %size {tileas.slot = #load} : i64
      scf.yield %z, %next : tensor<256xi32, #l>, i64
    } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
    %u = tileas.store %sum to %q[%at] extents [%all] strides [%one] by<owner> : tensor<256xi32, #l>, !tileaa.ptr
    %twice = arith.addi %t, %t : i32
    scf.yield %twice, %end : i32, i64
  }
  tileas.return
}
//% - entry: sums
//%   args:
//%     - ptr: i32[2048]
//%       in: 0..255 1*256 1..256 2*256 2..257 3*256 3..258 4*256
//%     - ptr: i32[2048]
//%       in: -1*2048
//%       out: 1..256 -1*256 3..258 -1*256 5..260 -1*256 7..262 -1*256
//%     - i32:10
