// One program becomes those of several agents: each has the loops, branches and
// scalars that its ops need, and what goes between them are rings.
//
// RUN: cuda-tile-opt %s --split-input-file --pass-pipeline='builtin.module(tileas.kernel(tileas-split-agents))' --mlir-print-local-scope | FileCheck %s
// RUN: cuda-tile-opt %s --split-input-file --pass-pipeline='builtin.module(tileas.kernel(tileas-split-agents))' --remark-format=emitRemark --remarks-filter='.*' -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK

#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#early = #tileas.slot<stage = 0, cycle = 0>
#load = #tileas.slot<stage = 0, cycle = 0, agent = "load">
#late = #tileas.slot<stage = 1, cycle = 4>
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>

// Copies get a layout for one warp. Loops carry what the agent needs: the sum, or
// where to copy from. The other warps keep the last stage of the schedule, and
// scalars that both take come first in it.
// CHECK-LABEL: tileas.kernel @two(
// CHECK-SAME: warps = 3,
// CHECK-NOT: agents =
// CHECK: tileas.alloc_shared
// CHECK-NEXT: %[[RING:.*]] = tileas.ring
// CHECK-NEXT: tileas.agents
// CHECK-NEXT: agent "main" warps 2 {
// CHECK-NOT: tileas.acquire
// CHECK: %[[SUM:.*]] = scf.for %{{.*}} iter_args(%{{[^,]*}} = %{{[^,]*}}) -> (tensor<256xi32,
// CHECK-NEXT: arith.cmpi {{.*}}tileas.slot = #tileas.slot<stage = 0, cycle = 0>
// CHECK: tileas.wait %[[RING]]
// CHECK: tileas.shared_load
// CHECK: tileas.release
// CHECK-NOT: stage = 1
// CHECK: tileas.schedule = #tileas.schedule<interval = 8, stages = 1>
// CHECK: tileas.store %[[SUM]]
// CHECK: agent "load" warps 1 {
// CHECK-NOT: tensor<256xi32
// CHECK-NOT: tileas.slot
// CHECK: scf.for %{{.*}} iter_args(%{{[^,]*}} = %{{[^,]*}}) -> (i64)
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: tileas.acquire
// CHECK-NEXT: tileas.async_copy
// CHECK-SAME: tile = tensor<256xi32, #tileas.layout<register = {{\[\[1\], \[2\], \[128\]\]}}, lane = {{\[\[4 to 64\]\]}}, warp = []>>
// CHECK-NEXT: tileas.commit
// CHECK: scf.yield %{{.*}} : i64
// CHECK-NOT: tileas.wait
// CHECK-NOT: tileas.schedule
// CHECK: tileas.return
tileas.kernel @two(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, agents = [#tileas.agent<"load", warps = 1>], shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %none = arith.constant dense<0> : tensor<256xi32, #l>
  %buffer = tileas.alloc_shared : <256xi32, stages = 3>
  %ring = tileas.ring %buffer : !ring
  %sum, %end = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none, %at = %zero) -> (tensor<256xi32, #l>, i64) : i32 {
    %b = arith.cmpi slt, %i, %n {tileas.slot = #early} : i32
    scf.if %b {
      %to = tileas.acquire %ring[%i] : !ring
      %c = tileas.async_copy %p[%at] extents [%size] strides [%one] to %to {tile = tensor<256xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<256xi32>
      tileas.commit %ring[%i] after %c : !ring
    } {tileas.slot = #load}
    %s = scf.if %b -> (tensor<256xi32, #l>) {
      %x = tileas.wait %ring[%i] : !ring
      %y = tileas.shared_load %x : <256xi32> -> tensor<256xi32, #l>
      tileas.release %ring[%i] : !ring
      %z = arith.addi %acc, %y : tensor<256xi32, #l>
      scf.yield %z : tensor<256xi32, #l>
    } else {
      scf.yield %acc : tensor<256xi32, #l>
    } {tileas.slot = #late}
    %next = arith.addi %at, %size {tileas.slot = #early} : i64
    scf.yield %s, %next : tensor<256xi32, #l>, i64
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
  %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<256xi32, #l>, !tileaa.ptr
  tileas.return
}

// -----

// Without agents in the spec there is nothing to split.
// CHECK-LABEL: tileas.kernel @one(
// CHECK-SAME: warps = 2
// CHECK-NOT: tileas.agents
// CHECK: tileas.return
tileas.kernel @one() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, shared = 0, frozen = false>} {
  tileas.return
}

// -----

// Nor without an op for them.
// CHECK-LABEL: tileas.kernel @none(
// CHECK-SAME: warps = 2, shared
// CHECK-NOT: tileas.agents
// CHECK: tileas.return
// REMARK: :[[#@LINE+1]]:1: remark: [Missed] RemarkAgentsNotSplit {{.*}}no loop is scheduled such that copies run ahead
tileas.kernel @none() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, agents = [#tileas.agent<"load", warps = 1>], shared = 0, frozen = false>} {
  tileas.return
}

// -----

// A bound that one agent loads is no buffer.
// CHECK-LABEL: tileas.kernel @bound(
// CHECK-SAME: warps = 2, shared
// CHECK-NOT: tileas.agents
// CHECK-NOT: agent =
// CHECK: tileas.return
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#load = #tileas.slot<stage = 0, cycle = 0, agent = "load">
#late = #tileas.slot<stage = 1, cycle = 4>
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>
tileas.kernel @bound(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, agents = [#tileas.agent<"load", warps = 1>], shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %yes = arith.constant true
// REMARK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] RemarkAgentsNotSplit {{.*}}another agent needs what it gives, and only buffers go from agent to agent
  %n, %t = tileas.load %q by<owner> : !tileaa.ptr -> i32
  %buffer = tileas.alloc_shared : <256xi32, stages = 3>
  %ring = tileas.ring %buffer : !ring
  scf.for %i = %c0 to %n step %c1 : i32 {
    %to = tileas.acquire %ring[%i] {tileas.slot = #load} : !ring
    %c = tileas.async_copy %p[%zero] extents [%size] strides [%one] to %to {tile = tensor<256xi32, #l>, width = 4 : i64, tileas.slot = #load} : !tileaa.ptr, !tileas.buffer<256xi32>
    tileas.commit %ring[%i] after %c {tileas.slot = #load} : !ring
    %x = tileas.wait %ring[%i] {tileas.slot = #late} : !ring
    tileas.release %ring[%i] {tileas.slot = #late} : !ring
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
  tileas.return
}

// -----

// A bound that all threads load, and that nothing is stored behind, each agent loads.
// CHECK-LABEL: tileas.kernel @loaded_bound(
// CHECK: tileas.agents
// CHECK: agent "main"
// CHECK: %[[MAIN:.*]], %{{.*}} = tileas.load %arg1 :
// CHECK: scf.for {{.*}} to %[[MAIN]] step
// CHECK: agent "load"
// CHECK: %[[LOAD:.*]], %{{.*}} = tileas.load %arg1 :
// CHECK: scf.for {{.*}} to %[[LOAD]] step
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#load = #tileas.slot<stage = 0, cycle = 0, agent = "load">
#late = #tileas.slot<stage = 1, cycle = 4>
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>
tileas.kernel @loaded_bound(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, agents = [#tileas.agent<"load", warps = 1>], shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %yes = arith.constant true
  %n, %t = tileas.load %q : !tileaa.ptr -> i32
  %buffer = tileas.alloc_shared : <256xi32, stages = 3>
  %ring = tileas.ring %buffer : !ring
  scf.for %i = %c0 to %n step %c1 : i32 {
    %to = tileas.acquire %ring[%i] {tileas.slot = #load} : !ring
    %c = tileas.async_copy %p[%zero] extents [%size] strides [%one] to %to {tile = tensor<256xi32, #l>, width = 4 : i64, tileas.slot = #load} : !tileaa.ptr, !tileas.buffer<256xi32>
    tileas.commit %ring[%i] after %c {tileas.slot = #load} : !ring
    %x = tileas.wait %ring[%i] {tileas.slot = #late} : !ring
    tileas.release %ring[%i] {tileas.slot = #late} : !ring
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
  tileas.return
}

// -----

// So it does with a tile of one element, in a layout for its warps.
// CHECK-LABEL: tileas.kernel @loaded_tile(
// CHECK: tileas.agents
// CHECK: agent "main"
// CHECK: %[[MAIN:.*]] = tileaa.unsplat
// CHECK: scf.for {{.*}} to %[[MAIN]] step
// CHECK: agent "load"
// CHECK: %[[TILE:.*]], %{{.*}} = tileas.load %arg1[%{{.*}}] {{.*}} -> tensor<1xi32, #tileas.layout<register = [], lane = {{\[\[0\], \[0\], \[0\], \[0\], \[0\]\]}}, warp = []>>
// CHECK: %[[ONE:.*]] = arith.constant {{.*}}dense<1> : tensor<1xi32, #tileas.layout<register = [], lane = {{.*}}, warp = []>>
// CHECK: %[[SUM:.*]] = arith.addi %[[TILE]], %[[ONE]]
// CHECK: %[[LOAD:.*]] = tileaa.unsplat %[[SUM]]
// CHECK: scf.for {{.*}} to %[[LOAD]] step
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#one = #tileas.layout<register = [], lane = [[0], [0], [0], [0], [0]], warp = [[0]]>
#load = #tileas.slot<stage = 0, cycle = 0, agent = "load">
#late = #tileas.slot<stage = 1, cycle = 4>
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>
tileas.kernel @loaded_tile(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, agents = [#tileas.agent<"load", warps = 1>], shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %yes = arith.constant true
  %tile, %t = tileas.load %q[%zero] extents [%size] strides [%one] : !tileaa.ptr -> tensor<1xi32, #one>
  %more = arith.constant dense<1> : tensor<1xi32, #one>
  %sum = arith.addi %tile, %more : tensor<1xi32, #one>
  %n = tileaa.unsplat %sum : tensor<1xi32, #one> -> i32
  %buffer = tileas.alloc_shared : <256xi32, stages = 3>
  %ring = tileas.ring %buffer : !ring
  scf.for %i = %c0 to %n step %c1 : i32 {
    %to = tileas.acquire %ring[%i] {tileas.slot = #load} : !ring
    %c = tileas.async_copy %p[%zero] extents [%size] strides [%one] to %to {tile = tensor<256xi32, #l>, width = 4 : i64, tileas.slot = #load} : !tileaa.ptr, !tileas.buffer<256xi32>
    tileas.commit %ring[%i] after %c {tileas.slot = #load} : !ring
    %x = tileas.wait %ring[%i] {tileas.slot = #late} : !ring
    tileas.release %ring[%i] {tileas.slot = #late} : !ring
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
  tileas.return
}

// -----

// What comes after the reads of copies by another agent comes after the wait.
// CHECK-LABEL: tileas.kernel @token(
// CHECK: agent "main"
// CHECK: %[[AFTER:[^ ]*]] = tileas.wait
// CHECK: tileas.store {{.*}} after %[[AFTER]]
// CHECK: agent "load"
// CHECK: tileas.return
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#load = #tileas.slot<stage = 0, cycle = 0, agent = "load">
#late = #tileas.slot<stage = 1, cycle = 4>
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>
tileas.kernel @token(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, agents = [#tileas.agent<"load", warps = 1>], shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %yes = arith.constant true
  %buffer = tileas.alloc_shared : <256xi32, stages = 3>
  %ring = tileas.ring %buffer : !ring
  scf.for %i = %c0 to %c1 step %c1 : i32 {
    %to = tileas.acquire %ring[%i] {tileas.slot = #load} : !ring
    %c = tileas.async_copy %p[%zero] extents [%size] strides [%one] to %to {tile = tensor<256xi32, #l>, width = 4 : i64, tileas.slot = #load} : !tileaa.ptr, !tileas.buffer<256xi32>
    tileas.commit %ring[%i] after %c {tileas.slot = #load} : !ring
    %x, %after = tileas.wait %ring[%i] {tileas.slot = #late} : !ring -> !tileaa.token
    tileas.release %ring[%i] {tileas.slot = #late} : !ring
    %t = tileas.store %c0 to %p after %after by<owner> {tileas.slot = #late} : i32, !tileaa.ptr
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
  tileas.return
}

// -----

// Tiles are for the warps of the kernel.
// CHECK-LABEL: tileas.kernel @tile(
// CHECK-SAME: warps = 2, shared
// CHECK-NOT: tileas.agents
// CHECK-NOT: agent =
// CHECK: tileas.return
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#load = #tileas.slot<stage = 0, cycle = 0, agent = "load">
#late = #tileas.slot<stage = 1, cycle = 4>
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>
tileas.kernel @tile(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, agents = [#tileas.agent<"load", warps = 1>], shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %yes = arith.constant true
  %buffer = tileas.alloc_shared : <256xi32, stages = 3>
  %ring = tileas.ring %buffer : !ring
  scf.for %i = %c0 to %c1 step %c1 : i32 {
// REMARK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] RemarkAgentsNotSplit {{.*}}this works on tiles that are for the warps of the kernel
    %x, %t = tileas.load %p[%zero] extents [%one] strides [%one] {tileas.slot = #load} : !tileaa.ptr -> tensor<256xi32, #l>
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
  tileas.return
}

// -----

// Memory of the kernel is for all warps.
// CHECK-LABEL: tileas.kernel @scratch(
// CHECK-SAME: warps = 2, shared
// CHECK-NOT: tileas.agents
// CHECK-NOT: agent =
// CHECK: tileas.return
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#load = #tileas.slot<stage = 0, cycle = 0, agent = "load">
#late = #tileas.slot<stage = 1, cycle = 4>
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>
tileas.kernel @scratch(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, agents = [#tileas.agent<"load", warps = 1>], shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %yes = arith.constant true
// REMARK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] RemarkAgentsNotSplit {{.*}}this is memory of all warps
  %memory = tileas.claim_scratch 1024 align 128
  %buffer = tileas.alloc_shared : <256xi32, stages = 3>
  %ring = tileas.ring %buffer : !ring
  scf.for %i = %c0 to %c1 step %c1 : i32 {
    %to = tileas.acquire %ring[%i] {tileas.slot = #load} : !ring
    %c = tileas.async_copy %p[%zero] extents [%size] strides [%one] to %to {tile = tensor<256xi32, #l>, width = 4 : i64, tileas.slot = #load} : !tileaa.ptr, !tileas.buffer<256xi32>
    tileas.commit %ring[%i] after %c {tileas.slot = #load} : !ring
    %x = tileas.wait %ring[%i] {tileas.slot = #late} : !ring
    tileas.release %ring[%i] {tileas.slot = #late} : !ring
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
  tileas.return
}

// -----

// At a barrier that the program has, all warps are ordered.
// CHECK-LABEL: tileas.kernel @barrier(
// CHECK-SAME: warps = 2, shared
// CHECK-NOT: tileas.agents
// CHECK-NOT: agent =
// CHECK: tileas.return
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#load = #tileas.slot<stage = 0, cycle = 0, agent = "load">
#late = #tileas.slot<stage = 1, cycle = 4>
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>
tileas.kernel @barrier(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, agents = [#tileas.agent<"load", warps = 1>], shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %yes = arith.constant true
// REMARK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] RemarkAgentsNotSplit {{.*}}all warps are to meet here
  tileas.barrier
  %buffer = tileas.alloc_shared : <256xi32, stages = 3>
  %ring = tileas.ring %buffer : !ring
  scf.for %i = %c0 to %c1 step %c1 : i32 {
    %to = tileas.acquire %ring[%i] {tileas.slot = #load} : !ring
    %c = tileas.async_copy %p[%zero] extents [%size] strides [%one] to %to {tile = tensor<256xi32, #l>, width = 4 : i64, tileas.slot = #load} : !tileaa.ptr, !tileas.buffer<256xi32>
    tileas.commit %ring[%i] after %c {tileas.slot = #load} : !ring
    %x = tileas.wait %ring[%i] {tileas.slot = #late} : !ring
    tileas.release %ring[%i] {tileas.slot = #late} : !ring
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
  tileas.return
}

// -----

// A copy keeps its condition: tileas-lower-rings has nobody arrive for a turn that is
// left out.
// CHECK-LABEL: tileas.kernel @condition(
// CHECK-SAME: warps = 3, shared
// CHECK: agent "main" warps 2 {
// CHECK: scf.if
// CHECK-NEXT: tileas.wait
// CHECK-NEXT: tileas.release
// CHECK: agent "load" warps 1 {
// CHECK: %[[YES:.*]] = arith.cmpi
// CHECK: tileas.async_copy {{.*}} if %[[YES]] to
// CHECK-NEXT: tileas.commit
// CHECK: tileas.return
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#early = #tileas.slot<stage = 0, cycle = 0>
#load = #tileas.slot<stage = 0, cycle = 0, agent = "load">
#late = #tileas.slot<stage = 1, cycle = 4>
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>
tileas.kernel @condition(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, agents = [#tileas.agent<"load", warps = 1>], shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %buffer = tileas.alloc_shared : <256xi32, stages = 3>
  %ring = tileas.ring %buffer : !ring
  scf.for %i = %c0 to %c1 step %c1 : i32 {
    %yes = arith.cmpi sgt, %i, %c0 {tileas.slot = #early} : i32
    %to = tileas.acquire %ring[%i] {tileas.slot = #load} : !ring
    %c = tileas.async_copy %p[%zero] extents [%size] strides [%one] if %yes to %to {tile = tensor<256xi32, #l>, width = 4 : i64, tileas.slot = #load} : !tileaa.ptr, !tileas.buffer<256xi32>
    tileas.commit %ring[%i] after %c {tileas.slot = #load} : !ring
    scf.if %yes {
      %x = tileas.wait %ring[%i] : !ring
      tileas.release %ring[%i] : !ring
    } {tileas.slot = #late}
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
  tileas.return
}

// -----

// A block has 32 warps.
// CHECK-LABEL: tileas.kernel @many(
// CHECK-SAME: warps = 32, shared
// CHECK-NOT: tileas.agents
// CHECK-NOT: agent =
// CHECK: tileas.return
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [0], [0], [0], [0]]>
#load = #tileas.slot<stage = 0, cycle = 0, agent = "load">
#late = #tileas.slot<stage = 1, cycle = 4>
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>
// REMARK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] RemarkAgentsNotSplit {{.*}}a block has no room for the warps of the agents
tileas.kernel @many(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 32, agents = [#tileas.agent<"load", warps = 1>], shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %yes = arith.constant true
  %buffer = tileas.alloc_shared : <256xi32, stages = 3>
  %ring = tileas.ring %buffer : !ring
  scf.for %i = %c0 to %c1 step %c1 : i32 {
    %to = tileas.acquire %ring[%i] {tileas.slot = #load} : !ring
    %c = tileas.async_copy %p[%zero] extents [%size] strides [%one] to %to {tile = tensor<256xi32, #l>, width = 4 : i64, tileas.slot = #load} : !tileaa.ptr, !tileas.buffer<256xi32>
    tileas.commit %ring[%i] after %c {tileas.slot = #load} : !ring
    %x = tileas.wait %ring[%i] {tileas.slot = #late} : !ring
    tileas.release %ring[%i] {tileas.slot = #late} : !ring
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
  tileas.return
}

// -----

// A ring of a loop is memory of the kernel, which has no slots.
#load = #tileas.slot<stage = 0, cycle = 0, agent = "load">
#slot = #tileas.slot<stage = 0, cycle = 4>
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>

// CHECK-LABEL: tileas.kernel @ring_in_loop(
// CHECK: tileas.ring %{{[^{]*$}}
// CHECK: tileas.agents
tileas.kernel @ring_in_loop(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, agents = [#tileas.agent<"load", warps = 1>], shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %buffer = tileas.alloc_shared : <256xi32, stages = 3>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %ring = tileas.ring %buffer {tileas.slot = #load} : !ring
    %to = tileas.acquire %ring[%c0] {tileas.slot = #load} : !ring
    %c = tileas.async_copy %p[%zero] extents [%size] strides [%one] to %to {tile = tensor<256xi32, #l>, width = 4 : i64, tileas.slot = #load} : !tileaa.ptr, !tileas.buffer<256xi32>
    tileas.commit %ring[%c0] after %c {tileas.slot = #load} : !ring
    %x = tileas.wait %ring[%c0] {tileas.slot = #slot} : !ring
    %y = tileas.shared_load %x {tileas.slot = #slot} : <256xi32> -> tensor<256xi32, #l>
    tileas.release %ring[%c0] {tileas.slot = #slot} : !ring
    %t = tileas.store %y to %q[%zero] extents [%size] strides [%one] by<owner> {tileas.slot = #slot} : tensor<256xi32, #l>, !tileaa.ptr
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 1>}
  tileas.return
}

// -----

// A map is looked for by the agent that copies by it, and given back when all have met.
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#load = #tileas.slot<stage = 0, cycle = 0, agent = "load">
#late = #tileas.slot<stage = 1, cycle = 4>
!tile = !tileas.buffer<256xi32>
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>
// CHECK-LABEL: tileas.kernel @map(
// CHECK: %[[SPARE:.*]] = tileas.alloc_shared : <!tileaa.ptr>
// CHECK-NOT: tileas.tensor_map
// CHECK: agent "main" warps 2 {
// CHECK-NOT: tileas.tensor_map
// CHECK: agent "load" warps 1 {
// CHECK: %[[MAP:.*]] = tileas.tensor_map %arg0 {{.*}} spare %[[SPARE]]
// CHECK: scf.for
// CHECK: tileas.tensor_copy %[[MAP]]
// CHECK-NOT: tileas.barrier
// CHECK: {{^  }[[:space:]]*$}}
// CHECK-NOT: tileas.barrier
// CHECK: tileas.release_map %[[SPARE]]
// CHECK-NEXT: tileas.return
tileas.kernel @map(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, agents = [#tileas.agent<"load", warps = 1>], shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %none = arith.constant dense<0> : tensor<256xi32, #l>
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %map = tileas.tensor_map %p extents [%size] strides [%one] spare %spare : <!tile>
  %buffer = tileas.alloc_shared : <256xi32, stages = 3>
  %ring = tileas.ring %buffer : !ring
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<256xi32, #l>) : i32 {
    %to = tileas.acquire %ring[%i] {tileas.slot = #load} : !ring
    %c = tileas.tensor_copy %map[%i] to %to {tileas.slot = #load} : <!tile> -> !tileas.completion
    tileas.commit %ring[%i] after %c {tileas.slot = #load} : !ring
    %x = tileas.wait %ring[%i] {tileas.slot = #late} : !ring
    %y = tileas.shared_load %x {tileas.slot = #late} : <256xi32> -> tensor<256xi32, #l>
    tileas.release %ring[%i] {tileas.slot = #late} : !ring
    %z = arith.addi %acc, %y {tileas.slot = #late} : tensor<256xi32, #l>
    scf.yield %z : tensor<256xi32, #l>
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
  %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<256xi32, #l>, !tileaa.ptr
  tileas.barrier
  tileas.release_map %spare
  tileas.return
}

// -----

// One thread begins the copies by a map: of four warps that were to copy, there is one for
// each ring, which waits for the stages of no other.
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#load = #tileas.slot<stage = 0, cycle = 0, agent = "load">
#late = #tileas.slot<stage = 1, cycle = 4>
!tile = !tileas.buffer<256xi32>
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>
// CHECK-LABEL: tileas.kernel @rings(
// CHECK-SAME: warps = 6,
// CHECK-DAG: %[[A:.*]] = tileas.ring
// CHECK-DAG: %[[B:.*]] = tileas.ring
// CHECK: agent "main" warps 4 {
// CHECK-NOT: tileas.tensor_map
// CHECK: agent "load" warps 1 {
// CHECK: %[[OF_A:.*]] = tileas.tensor_map %arg0
// CHECK-NOT: tileas.tensor_map
// CHECK: scf.for
// CHECK: tileas.acquire %[[FIRST:.*]][
// CHECK-NEXT: tileas.tensor_copy %[[OF_A]]
// CHECK-NEXT: tileas.commit %[[FIRST]][
// CHECK-NEXT: }
// CHECK: agent "load2" warps 1 {
// CHECK: %[[OF_B:.*]] = tileas.tensor_map %arg1
// CHECK: scf.for
// CHECK-NOT: tileas.acquire %[[FIRST]][
// CHECK: tileas.acquire %[[SECOND:.*]][
// CHECK-NEXT: tileas.tensor_copy %[[OF_B]]
// CHECK-NEXT: tileas.commit %[[SECOND]][
// CHECK-NEXT: }
// CHECK: tileas.return
tileas.kernel @rings(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, agents = [#tileas.agent<"load", warps = 4>], shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %of_p = tileas.alloc_shared : <!tileaa.ptr>
  %of_q = tileas.alloc_shared : <!tileaa.ptr>
  %a = tileas.tensor_map %p extents [%size] strides [%one] spare %of_p : <!tile>
  %b = tileas.tensor_map %q extents [%size] strides [%one] spare %of_q : <!tile>
  %first = tileas.alloc_shared : <256xi32, stages = 3>
  %second = tileas.alloc_shared : <256xi32, stages = 3>
  %ring = tileas.ring %first : !ring
  %other = tileas.ring %second : !ring
  scf.for %i = %c0 to %n step %c1 : i32 {
    %to = tileas.acquire %ring[%i] {tileas.slot = #load} : !ring
    %too = tileas.acquire %other[%i] {tileas.slot = #load} : !ring
    %c = tileas.tensor_copy %a[%i] to %to {tileas.slot = #load} : <!tile> -> !tileas.completion
    %d = tileas.tensor_copy %b[%i] to %too {tileas.slot = #load} : <!tile> -> !tileas.completion
    tileas.commit %ring[%i] after %c {tileas.slot = #load} : !ring
    tileas.commit %other[%i] after %d {tileas.slot = #load} : !ring
    %x = tileas.wait %ring[%i] {tileas.slot = #late} : !ring
    %y = tileas.wait %other[%i] {tileas.slot = #late} : !ring
    tileas.release %ring[%i] {tileas.slot = #late} : !ring
    tileas.release %other[%i] {tileas.slot = #late} : !ring
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
  tileas.barrier
  tileas.release_map %of_p
  tileas.release_map %of_q
  tileas.return
}

// -----

// The thread that has found a map begins all copies by it.
#load = #tileas.slot<stage = 0, cycle = 0, agent = "load">
#late = #tileas.slot<stage = 1, cycle = 4>
!tile = !tileas.buffer<256xi32>
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>
// CHECK-LABEL: tileas.kernel @one_map(
// CHECK-SAME: warps = 5,
// CHECK: agent "load" warps 1 {
// CHECK: tileas.tensor_map
// CHECK: tileas.tensor_copy
// CHECK: tileas.tensor_copy
// CHECK-NOT: agent "
// CHECK: tileas.return
tileas.kernel @one_map(%p: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, agents = [#tileas.agent<"load", warps = 4>], shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %map = tileas.tensor_map %p extents [%size] strides [%one] spare %spare : <!tile>
  %first = tileas.alloc_shared : <256xi32, stages = 3>
  %second = tileas.alloc_shared : <256xi32, stages = 3>
  %ring = tileas.ring %first : !ring
  %other = tileas.ring %second : !ring
  scf.for %i = %c0 to %n step %c1 : i32 {
    %to = tileas.acquire %ring[%i] {tileas.slot = #load} : !ring
    %c = tileas.tensor_copy %map[%i] to %to {tileas.slot = #load} : <!tile> -> !tileas.completion
    tileas.commit %ring[%i] after %c {tileas.slot = #load} : !ring
    %too = tileas.acquire %other[%i] {tileas.slot = #load} : !ring
    %d = tileas.tensor_copy %map[%i] to %too {tileas.slot = #load} : <!tile> -> !tileas.completion
    tileas.commit %other[%i] after %d {tileas.slot = #load} : !ring
    %x = tileas.wait %ring[%i] {tileas.slot = #late} : !ring
    %y = tileas.wait %other[%i] {tileas.slot = #late} : !ring
    tileas.release %ring[%i] {tileas.slot = #late} : !ring
    tileas.release %other[%i] {tileas.slot = #late} : !ring
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
  tileas.barrier
  tileas.release_map %spare
  tileas.return
}

// -----

// Threads that copy as well are those of all warps.
#l = #tileas.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]]>
#load = #tileas.slot<stage = 0, cycle = 0, agent = "load">
#late = #tileas.slot<stage = 1, cycle = 4>
!tile = !tileas.buffer<256xi32>
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>
// CHECK-LABEL: tileas.kernel @threads(
// CHECK-SAME: warps = 8,
// CHECK: agent "load" warps 4 {
// CHECK: tileas.tensor_copy
// CHECK: tileas.async_copy
// CHECK-NOT: agent "
// CHECK: tileas.return
tileas.kernel @threads(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, agents = [#tileas.agent<"load", warps = 4>], shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %map = tileas.tensor_map %p extents [%size] strides [%one] spare %spare : <!tile>
  %first = tileas.alloc_shared : <256xi32, stages = 3>
  %second = tileas.alloc_shared : <256xi32, stages = 3>
  %ring = tileas.ring %first : !ring
  %other = tileas.ring %second : !ring
  scf.for %i = %c0 to %n step %c1 : i32 {
    %to = tileas.acquire %ring[%i] {tileas.slot = #load} : !ring
    %c = tileas.tensor_copy %map[%i] to %to {tileas.slot = #load} : <!tile> -> !tileas.completion
    tileas.commit %ring[%i] after %c {tileas.slot = #load} : !ring
    %too = tileas.acquire %other[%i] {tileas.slot = #load} : !ring
    %d = tileas.async_copy %q[%zero] extents [%size] strides [%one] to %too {tile = tensor<256xi32, #l>, width = 2 : i64, tileas.slot = #load} : !tileaa.ptr, !tileas.buffer<256xi32>
    tileas.commit %other[%i] after %d {tileas.slot = #load} : !ring
    %x = tileas.wait %ring[%i] {tileas.slot = #late} : !ring
    %y = tileas.wait %other[%i] {tileas.slot = #late} : !ring
    tileas.release %ring[%i] {tileas.slot = #late} : !ring
    tileas.release %other[%i] {tileas.slot = #late} : !ring
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
  tileas.barrier
  tileas.release_map %spare
  tileas.return
}

// -----

// Of a loop that no number of steps bounds each agent would have all that it carries.
// CHECK-LABEL: tileas.kernel @carried_tile(
// CHECK-SAME: warps = 2, shared
// CHECK-NOT: tileas.agents
// CHECK: tileas.return
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
#late = #tileas.slot<stage = 1, cycle = 4>
#load = #tileas.slot<stage = 0, cycle = 0, agent = "load">
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>
// REMARK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] RemarkAgentsNotSplit {{.*}}a loop whose end is not known before it carries tiles that are for the warps of the kernel
tileas.kernel @carried_tile(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
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
  %last:3 = scf.while (%t = %c1, %at = %zero, %kept = %none) : (i32, i64, tensor<256xi32, #l>) -> (i32, i64, tensor<256xi32, #l>) {
    %more = arith.cmpi slt, %t, %n : i32
    scf.condition(%more) %t, %at, %kept : i32, i64, tensor<256xi32, #l>
  } do {
  ^bb0(%t: i32, %at: i64, %kept: tensor<256xi32, #l>):
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
    scf.yield %twice, %end, %kept : i32, i64, tensor<256xi32, #l>
  }
  tileas.return
}
