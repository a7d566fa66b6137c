// One program becomes those of several agents: each has the loops, branches and
// scalars that its ops need, and what goes between them are rings.
//
// RUN: cuda-tile-opt %s --split-input-file --pass-pipeline='builtin.module(tileas.kernel(tileas-split-agents))' --mlir-print-local-scope | FileCheck %s
// RUN: cuda-tile-opt %s --split-input-file --pass-pipeline='builtin.module(tileas.kernel(tileas-split-agents))' --remark-format=emitRemark --remarks-filter='.*' -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
//
// By the option, all that copies to a ring goes to one agent.
// RUN: sed 's/{tileas.agent = [^>]*>}//; s/tileas.agent = [^>]*>, //' %s > %t.unassigned.mlir
// RUN: cuda-tile-opt %t.unassigned.mlir --split-input-file --pass-pipeline='builtin.module(tileas.kernel(tileas-split-agents{copy-warps=1}))' --mlir-print-local-scope | FileCheck %s

#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>

// Copies get a layout for one warp. Loops
// carry what the agent needs: the sum, or where to copy from.
// CHECK-LABEL: tileas.kernel @two(
// CHECK-SAME: warps = 3
// CHECK: tileas.alloc_shared
// CHECK-NEXT: %[[RING:.*]] = tileas.ring
// CHECK-NEXT: tileas.agents
// CHECK-NEXT: agent "main" warps 2 {
// CHECK-NOT: tileas.acquire
// CHECK: %[[SUM:.*]] = scf.for %{{.*}} iter_args(%{{[^,]*}} = %{{[^,]*}}) -> (tensor<256xi32,
// CHECK-NOT: tileas.slot
// CHECK: tileas.wait %[[RING]]
// CHECK: tileas.shared_load
// CHECK: tileas.release
// CHECK: tileas.store %[[SUM]]
// CHECK: agent "load" warps 1 {
// CHECK-NOT: tensor<256xi32
// CHECK: scf.for %{{.*}} iter_args(%{{[^,]*}} = %{{[^,]*}}) -> (i64)
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: tileas.acquire
// CHECK-NEXT: tileas.async_copy
// CHECK-SAME: tile = tensor<256xi32, #tileas.layout<register = {{\[\[1\], \[2\], \[128\]\]}}, lane = {{\[\[4 to 64\]\]}}, warp = []>>
// CHECK-NEXT: tileas.commit
// CHECK: scf.yield %{{.*}} : i64
// CHECK-NOT: tileas.wait
// CHECK: tileas.return
tileas.kernel @two(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32, %b: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %none = arith.constant dense<0> : tensor<256xi32, #l>
  %buffer = tileas.alloc_shared : <256xi32, stages = 3>
  %ring = tileas.ring %buffer : !ring
  %sum, %end = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none, %at = %zero) -> (tensor<256xi32, #l>, i64) : i32 {
    scf.if %b {
      %to = tileas.acquire %ring[%i] {tileas.agent = #tileas.agent<"load", warps = 1>} : !ring
      %c = tileas.async_copy %p[%at] extents [%size] strides [%one] to %to {tileas.agent = #tileas.agent<"load", warps = 1>, tile = tensor<256xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<256xi32>
      tileas.commit %ring[%i] after %c {tileas.agent = #tileas.agent<"load", warps = 1>} : !ring
      %x = tileas.wait %ring[%i] : !ring
      %y = tileas.shared_load %x : <256xi32> -> tensor<256xi32, #l>
      tileas.release %ring[%i] : !ring
    }
    %s = arith.addi %acc, %acc : tensor<256xi32, #l>
    %next = arith.addi %at, %size : i64
    scf.yield %s, %next : tensor<256xi32, #l>, i64
  }
  %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<256xi32, #l>, !tileaa.ptr
  tileas.return
}

// -----

// Without ops of other agents there is nothing to split.
// CHECK-LABEL: tileas.kernel @one(
// CHECK-SAME: warps = 2
// CHECK-NOT: tileas.agents
// CHECK: tileas.return
tileas.kernel @one() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, shared = 0, frozen = false>} {
  tileas.return
}

// -----

// A bound that one agent loads is no buffer.
// CHECK-LABEL: tileas.kernel @bound(
// CHECK-SAME: warps = 2
// CHECK-NOT: tileas.agents
// CHECK: tileas.return
// REMARK: :[[#@LINE+12]]:12: remark: [Missed] RemarkAgentsNotSplit {{.*}}another agent needs what it gives, and only buffers go from agent to agent
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>
tileas.kernel @bound(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %buffer = tileas.alloc_shared : <256xi32, stages = 3>
  %ring = tileas.ring %buffer : !ring
  %n, %t = tileas.load %q by<owner> : !tileaa.ptr -> i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %to = tileas.acquire %ring[%i] {tileas.agent = #tileas.agent<"load", warps = 1>} : !ring
    %c = tileas.async_copy %p[%zero] extents [%size] strides [%one] to %to {tileas.agent = #tileas.agent<"load", warps = 1>, tile = tensor<256xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<256xi32>
    tileas.commit %ring[%i] after %c {tileas.agent = #tileas.agent<"load", warps = 1>} : !ring
    %x = tileas.wait %ring[%i] : !ring
    tileas.release %ring[%i] : !ring
  }
  tileas.return
}

// -----

// Nor is the token of copies by another agent.
// CHECK-LABEL: tileas.kernel @token(
// CHECK-NOT: tileas.agents
// CHECK: tileas.return
// REMARK: :[[#@LINE+14]]:16: remark: [Missed] RemarkAgentsNotSplit {{.*}}accesses are ordered after copies by another agent
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>
tileas.kernel @token(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %buffer = tileas.alloc_shared : <256xi32, stages = 3>
  %ring = tileas.ring %buffer : !ring
  %to = tileas.acquire %ring[%c0] {tileas.agent = #tileas.agent<"load", warps = 1>} : !ring
  %c = tileas.async_copy %p[%zero] extents [%size] strides [%one] to %to {tileas.agent = #tileas.agent<"load", warps = 1>, tile = tensor<256xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<256xi32>
  tileas.commit %ring[%c0] after %c {tileas.agent = #tileas.agent<"load", warps = 1>} : !ring
  %x, %after = tileas.wait %ring[%c0] : !ring -> !tileaa.token
  tileas.release %ring[%c0] : !ring
  %t = tileas.store %c0 to %p after %after by<owner> : i32, !tileaa.ptr
  tileas.return
}

// -----

// Tiles are for the warps of the kernel.
// CHECK-LABEL: tileas.kernel @tile(
// CHECK-NOT: tileas.agents
// CHECK: tileas.return
// REMARK: :[[#@LINE+6]]:12: remark: [Missed] RemarkAgentsNotSplit {{.*}}this works on tiles that are for the warps of the kernel
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
tileas.kernel @tile(%p: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %x, %t = tileas.load %p[%zero] extents [%one] strides [%one] {tileas.agent = #tileas.agent<"load", warps = 1>} : !tileaa.ptr -> tensor<256xi32, #l>
  tileas.return
}

// -----

// CHECK-LABEL: tileas.kernel @scratch(
// CHECK-NOT: tileas.agents
// CHECK: tileas.return
// REMARK: :[[#@LINE+6]]:13: remark: [Missed] RemarkAgentsNotSplit {{.*}}this is memory of all warps
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>
tileas.kernel @scratch() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %buffer = tileas.alloc_shared : <256xi32, stages = 3>
  %memory = tileas.claim_scratch 1024 align 128
  %ring = tileas.ring %buffer : !ring
  tileas.release %ring[%c0] {tileas.agent = #tileas.agent<"load", warps = 1>} : !ring
  tileas.return
}

// -----

// CHECK-LABEL: tileas.kernel @many(
// CHECK-NOT: tileas.agents
// CHECK: tileas.return
// REMARK: :[[#@LINE+2]]:1: remark: [Missed] RemarkAgentsNotSplit {{.*}}a block has no room for the warps of the agents
!ring = !tileas.ring<!tileas.buffer<256xi32, stages = 3>>
tileas.kernel @many() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 32, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %buffer = tileas.alloc_shared : <256xi32, stages = 3>
  %ring = tileas.ring %buffer : !ring
  tileas.release %ring[%c0] {tileas.agent = #tileas.agent<"load", warps = 1>} : !ring
  tileas.return
}
