// Rings from one agent to others become mbarriers: the warps of the agent that fills
// a stage arrive at `full`, those of all that read it at `empty`, and all count the
// turns on where their loops begin again.
//
// RUN: sed 's/ at [0-9]* : </ : </; s/frozen = true/frozen = false/; s/shared = 2560/shared = 0/; /twin/d' %source/test/Interpreter/ring-agents.mlir > %t.rings.mlir
// RUN: cuda-tile-opt %t.rings.mlir --pass-pipeline='builtin.module(tileas.kernel(tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
//
// The results are those of the rings, in any order of agents and copies.
// RUN: sh -c 'grep "^//%%" %source/test/Interpreter/ring-agents.mlir > %t.cases; cat %t.mlir %t.cases > %t.self.mlir'
// RUN: sh -c 'set -e; for seed in $(seq 0 19); do cuda-tile-run --self-check %t.self.mlir --seed=$seed; done'
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<1536i', *(i * 7919 %% 4001 for i in range(1536))).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 1536 $(cat %t.hex)'
// RUN: sh -c 'set -e; for n in 0 1 3; do for when in eager lazy random; do cuda-tile-run %t.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[384] --arg=ptr:new:i32[128] --arg=i32:$n --compare=emulate --check=all --async=$when --warps=random; done; done'
//
// Verbs in branches and loops without a counter:
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.shapes.mlir
// RUN: FileCheck %s --check-prefix=SHAPES < %t.shapes.mlir
// RUN: sh -c 'set -e; for n in 0 1 2 7 12; do cuda-tile-run %s --engine=interpret --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:$n --out=1=%t.plain.npy; for when in eager lazy random; do cuda-tile-run %t.shapes.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:$n --compare=emulate --check=all --async=$when --warps=random --out=1=%t.out.npy; cmp %t.plain.npy %t.out.npy; done; done'
//
// An arrival less leaves who waits for it waiting.
// RUN: sed '0,/tileas.mbarrier_arrive/{/tileas.mbarrier_arrive/d}' %t.mlir > %t.never.mlir
// RUN: not cuda-tile-run %t.never.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[384] --arg=ptr:new:i32[128] --arg=i32:3 --engine=interpret 2>&1 | FileCheck %s --check-prefix=NEVER
//
// CHECK: %[[TILES:.*]] = tileas.alloc_shared at 0 : <128xi32, stages = 3>
// CHECK: %[[FULL:.*]] = tileas.alloc_shared at {{.*}} : <!tileas.mbarrier<1>, stages = 3>
// CHECK-NEXT: tileas.mbarrier_init %[[FULL]]
// CHECK: %[[EMPTY:.*]] = tileas.alloc_shared at {{.*}} : <!tileas.mbarrier<3>, stages = 3>
// CHECK-NEXT: tileas.mbarrier_init %[[EMPTY]]
// CHECK: %[[FULL2:.*]] = tileas.alloc_shared at {{.*}} : <!tileas.mbarrier<2>, stages = 2>
// CHECK: %[[EMPTY2:.*]] = tileas.alloc_shared at {{.*}} : <!tileas.mbarrier<1>, stages = 2>
//
// CHECK: agent "load"
// CHECK: scf.for {{.*}} iter_args(%[[BASE:.*]] = %
// CHECK: scf.for %[[I:[^ ]*]] = %
// CHECK: %[[N:.*]] = arith.addi %[[I]], %[[BASE]]
// CHECK-NEXT: %[[E:.*]] = tileas.mbarrier_phase previous %[[EMPTY]][%[[N]]]
// CHECK-NEXT: tileas.wait_phase %[[E]]
// CHECK-NEXT: %[[TO:.*]] = tileas.slice %[[TILES]][%[[N]]]
// CHECK-NEXT: %[[COPY:.*]] = tileas.async_copy {{.*}} to %[[TO]]
// CHECK-NEXT: tileas.mbarrier_arrive %[[FULL]][%[[N]]] after %[[COPY]]
//
// CHECK: agent "add"
// CHECK: %[[N:.*]] = arith.addi
// CHECK-NEXT: %[[FROM:.*]] = tileas.slice %[[TILES]][%[[N]]]
// CHECK-NEXT: %[[F:.*]] = tileas.mbarrier_phase %[[FULL]][%[[N]]]
// CHECK-NEXT: tileas.wait_phase %[[F]] in_turn for %[[FROM]]
// CHECK-NEXT: tileas.shared_load %[[FROM]]
// CHECK-NEXT: tileas.mbarrier_arrive %[[EMPTY]][%[[N]]]
// CHECK: tileas.mbarrier_phase previous %[[EMPTY2]]
// CHECK: tileas.shared_store
// CHECK-NEXT: tileas.mbarrier_arrive %[[FULL2]]
// CHECK-NOT: _group
//
// SHAPES: agent "load"
// SHAPES: scf.for {{.*}} iter_args({{.*}}) -> (i32, i32)
// SHAPES: scf.if {{.*}} -> (i32, i32)
// SHAPES: agent "add"
// SHAPES: scf.while {{.*}} -> (i32, !tile, i32, i32)
//
// NEVER: deadlock: all agents that have not ended wait for one another
// NEVER: agent 'add' waits here for phase 0 of mbarrier 0, which lacks 1 of 1 arrivals

#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
tileas.kernel @shapes(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %all = arith.constant 1536 : i64
  %tiles = tileas.alloc_shared : <128xi32, stages = 3>
  %ring = tileas.ring %tiles : <!tileas.buffer<128xi32, stages = 3>>
  %last = tileas.alloc_shared : <128xi32>
  %one_stage = tileas.ring %last : <!tileas.buffer<128xi32>>
  tileas.agents
    agent "load" warps 1 {
      scf.for %t = %c0 to %n step %c1 : i32 {
        %bit = arith.andi %t, %c1 : i32
        %isEven = arith.cmpi eq, %bit, %c0 : i32
        %wide = arith.extsi %t : i32 to i64
        %start = arith.muli %wide, %size : i64
        scf.if %isEven {
          %to = tileas.acquire %ring[%c0] : <!tileas.buffer<128xi32, stages = 3>>
          %copy = tileas.async_copy %p[%start] extents [%all] strides [%one] to %to {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
          tileas.commit %ring[%c0] after %copy : <!tileas.buffer<128xi32, stages = 3>>
          %to1 = tileas.acquire %ring[%c1] : <!tileas.buffer<128xi32, stages = 3>>
          %copy1 = tileas.async_copy %p[%start] extents [%all] strides [%one] to %to1 {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
          tileas.commit %ring[%c1] after %copy1 : <!tileas.buffer<128xi32, stages = 3>>
        } else {
          %x, %tok = tileas.load %p[%start] extents [%all] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<128xi32, #l>
          %to = tileas.acquire %one_stage[%c0] : <!tileas.buffer<128xi32>>
          tileas.shared_store %x to %to : tensor<128xi32, #l>, <128xi32>
          tileas.commit %one_stage[%c0] : <!tileas.buffer<128xi32>>
        }
      }
    }
    agent "add" warps 1 {
      %none = arith.constant dense<0> : tensor<128xi32, #l>
      %sum:2 = scf.while (%t = %c0, %acc = %none) : (i32, tensor<128xi32, #l>) -> (i32, tensor<128xi32, #l>) {
        %more = arith.cmpi slt, %t, %n : i32
        scf.condition(%more) %t, %acc : i32, tensor<128xi32, #l>
      } do {
      ^bb0(%t: i32, %acc: tensor<128xi32, #l>):
        %bit = arith.andi %t, %c1 : i32
        %isEven = arith.cmpi eq, %bit, %c0 : i32
        %added = scf.if %isEven -> (tensor<128xi32, #l>) {
          %s = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %acc) -> (tensor<128xi32, #l>) : i32 {
            %from = tileas.wait %ring[%i] : <!tileas.buffer<128xi32, stages = 3>>
            %x = tileas.shared_load %from : <128xi32> -> tensor<128xi32, #l>
            tileas.release %ring[%i] : <!tileas.buffer<128xi32, stages = 3>>
            %b = arith.addi %a, %x : tensor<128xi32, #l>
            scf.yield %b : tensor<128xi32, #l>
          }
          scf.yield %s : tensor<128xi32, #l>
        } else {
          %from = tileas.wait %one_stage[%c0] : <!tileas.buffer<128xi32>>
          %x = tileas.shared_load %from : <128xi32> -> tensor<128xi32, #l>
          tileas.release %one_stage[%c0] : <!tileas.buffer<128xi32>>
          %d = arith.subi %acc, %x : tensor<128xi32, #l>
          scf.yield %d : tensor<128xi32, #l>
        }
        %next = arith.addi %t, %c1 : i32
        scf.yield %next, %added : i32, tensor<128xi32, #l>
      }
      %u = tileas.store %sum#1 to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<128xi32, #l>, !tileaa.ptr
    }
  tileas.return
}
