// Times of loops that were expanded follow from the order of their ops, and keep all
// rules of the machine model. (An order that has none is refused before: the verbs of a
// ring come in order on all paths.)
//
// RUN: cuda-tile-opt %s --mlir-print-local-scope --pass-pipeline='builtin.module(tileas.kernel(tileas-time-loops,tileas-verify-schedules))' | FileCheck %s

#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
#spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>

// An iteration begins the copies of the next one, behind the barrier at which its own
// have been waited for; the number of the next iteration was added behind expansion,
// and belongs to the copy.
// CHECK-LABEL: @copies_ahead(
// CHECK: tileas.wait {{.*}}{tileas.slot = #tileas.slot<stage = 1, cycle = 0>}
// CHECK: arith.addi {{.*}}{tileas.slot = #tileas.slot<stage = 0, cycle = [[#COPY:]]>}
// CHECK: tileas.acquire {{.*}}{tileas.slot = #tileas.slot<stage = 0, cycle = [[#COPY]]>}
// CHECK: tileas.async_copy {{.*}}tileas.slot = #tileas.slot<stage = 0, cycle = [[#COPY]]>
// CHECK: tileas.schedule = #tileas.schedule<interval = {{[0-9]+}}, stages = 2, minimal = true, expanded = true>
tileas.kernel @copies_ahead(%p: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #l>
  %tiles = tileas.alloc_shared : <128xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<128xi32, stages = 2>>
  %to0 = tileas.acquire %ring[%c0] : <!tileas.buffer<128xi32, stages = 2>>
  %copy0 = tileas.async_copy %p[%zero] extents [%all] strides [%one] to %to0 {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
  tileas.commit %ring[%c0] after %copy0 : <!tileas.buffer<128xi32, stages = 2>>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #l>) : i32 {
    %from = tileas.wait %ring[%i] {tileas.stage = 1 : i64} : <!tileas.buffer<128xi32, stages = 2>>
    %next = arith.addi %i, %c1 : i32
    %wide = arith.extsi %next : i32 to i64
    %to = tileas.acquire %ring[%next] {tileas.stage = 0 : i64} : <!tileas.buffer<128xi32, stages = 2>>
    %copy = tileas.async_copy %p[%wide] extents [%all] strides [%one] to %to {tile = tensor<128xi32, #l>, width = 4 : i64, tileas.stage = 0 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
    tileas.commit %ring[%next] after %copy {tileas.stage = 0 : i64} : <!tileas.buffer<128xi32, stages = 2>>
    %x = tileas.shared_load %from {tileas.stage = 1 : i64} : <128xi32> -> tensor<128xi32, #l>
    tileas.release %ring[%i] {tileas.stage = 1 : i64} : <!tileas.buffer<128xi32, stages = 2>>
    %s = arith.addi %acc, %x {tileas.stage = 1 : i64} : tensor<128xi32, #l>
    scf.yield %s : tensor<128xi32, #l>
  } {tileas.expanded = #tileas.schedule<interval = 474, stages = 2, minimal = true>}
  tileas.return
}

// The first copies of an inner loop are ops of the loop around it, and take their time
// before that loop begins. Nobody knows how often it runs, so that it counts for eight
// of its intervals.
// CHECK-LABEL: @prologue_in_a_loop(
// CHECK: tileas.load {{.*}}tileas.slot = #tileas.slot<stage = 0, cycle = 0>
// CHECK: tileas.async_copy {{.*}}tileas.slot = #tileas.slot<stage = 1, cycle = [[#BEGIN:]]>
// CHECK: tileas.async_copy {{.*}}tileas.slot = #tileas.slot<stage = 1, cycle = [[#BEGIN+8]]>
// CHECK: scf.for
// CHECK: tileas.schedule = #tileas.schedule<interval = [[#INNER:]], stages = 2, {{.*}}expanded = true>, tileas.slot = #tileas.slot<stage = 1, cycle = [[#BEGIN+16]]>
// CHECK: arith.addi {{.*}}tileas.slot = #tileas.slot<stage = 1, cycle = [[#add(BEGIN,add(18,mul(8,INNER)))]]>
// CHECK: tileas.schedule = #tileas.schedule<interval = [[#]], stages = 2, {{.*}}expanded = true>
tileas.kernel @prologue_in_a_loop(%p: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #l>
  %tiles = tileas.alloc_shared : <128xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<128xi32, stages = 2>>
  %other_tiles = tileas.alloc_shared : <128xi32, stages = 2>
  %other = tileas.ring %other_tiles : <!tileas.buffer<128xi32, stages = 2>>
  %r = scf.for %t = %c0 to %n step %c1 iter_args(%now = %none) -> (tensor<128xi32, #l>) : i32 {
    %v, %token = tileas.load %p[%zero] extents [%all] strides [%one] {width = 4 : i64, tileas.stage = 0 : i64} : !tileaa.ptr -> tensor<128xi32, #l>
    %to0 = tileas.acquire %ring[%c0] {tileas.stage = 1 : i64} : <!tileas.buffer<128xi32, stages = 2>>
    %copy0 = tileas.async_copy %p[%zero] extents [%all] strides [%one] to %to0 {tile = tensor<128xi32, #l>, width = 4 : i64, tileas.stage = 1 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
    tileas.commit %ring[%c0] after %copy0 {tileas.stage = 1 : i64} : <!tileas.buffer<128xi32, stages = 2>>
    %to1 = tileas.acquire %other[%c0] {tileas.stage = 1 : i64} : <!tileas.buffer<128xi32, stages = 2>>
    %copy1 = tileas.async_copy %p[%zero] extents [%all] strides [%one] to %to1 {tile = tensor<128xi32, #l>, width = 4 : i64, tileas.stage = 1 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
    tileas.commit %other[%c0] after %copy1 {tileas.stage = 1 : i64} : <!tileas.buffer<128xi32, stages = 2>>
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %now) -> (tensor<128xi32, #l>) : i32 {
      %from = tileas.wait %ring[%i] {tileas.stage = 1 : i64} : <!tileas.buffer<128xi32, stages = 2>>
      %from2 = tileas.wait %other[%i] {tileas.stage = 1 : i64} : <!tileas.buffer<128xi32, stages = 2>>
      %next = arith.addi %i, %c1 : i32
      %wide = arith.extsi %next : i32 to i64
      %to = tileas.acquire %ring[%next] {tileas.stage = 0 : i64} : <!tileas.buffer<128xi32, stages = 2>>
      %copy = tileas.async_copy %p[%wide] extents [%all] strides [%one] to %to {tile = tensor<128xi32, #l>, width = 4 : i64, tileas.stage = 0 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
      tileas.commit %ring[%next] after %copy {tileas.stage = 0 : i64} : <!tileas.buffer<128xi32, stages = 2>>
      %to2 = tileas.acquire %other[%next] {tileas.stage = 0 : i64} : <!tileas.buffer<128xi32, stages = 2>>
      %copy2 = tileas.async_copy %p[%wide] extents [%all] strides [%one] to %to2 {tile = tensor<128xi32, #l>, width = 4 : i64, tileas.stage = 0 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
      tileas.commit %other[%next] after %copy2 {tileas.stage = 0 : i64} : <!tileas.buffer<128xi32, stages = 2>>
      %x = tileas.shared_load %from {tileas.stage = 1 : i64} : <128xi32> -> tensor<128xi32, #l>
      tileas.release %ring[%i] {tileas.stage = 1 : i64} : <!tileas.buffer<128xi32, stages = 2>>
      %y = tileas.shared_load %from2 {tileas.stage = 1 : i64} : <128xi32> -> tensor<128xi32, #l>
      tileas.release %other[%i] {tileas.stage = 1 : i64} : <!tileas.buffer<128xi32, stages = 2>>
      %s = arith.addi %x, %y {tileas.stage = 1 : i64} : tensor<128xi32, #l>
      %s2 = arith.addi %acc, %s {tileas.stage = 1 : i64} : tensor<128xi32, #l>
      scf.yield %s2 : tensor<128xi32, #l>
    } {tileas.expanded = #tileas.schedule<interval = 474, stages = 2>, tileas.stage = 1 : i64}
    %d = arith.addi %sum, %v {tileas.stage = 1 : i64} : tensor<128xi32, #l>
    scf.yield %d : tensor<128xi32, #l>
  } {tileas.expanded = #tileas.schedule<interval = 1000, stages = 2>}
  tileas.return
}

// An inner loop without times keeps its units busy in all of its 16 iterations, and is
// over before the load behind it begins.
// CHECK-LABEL: @known_iterations(
// CHECK: scf.for
// CHECK: } {tileas.slot = #tileas.slot<stage = 0, cycle = 0>}
// CHECK: tileas.load {{.*}}tileas.slot = #tileas.slot<stage = 0, cycle = 32>
tileas.kernel @known_iterations(%p: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<1> : tensor<128xi32, #l>
  %r = scf.for %t = %c0 to %n step %c1 iter_args(%now = %none) -> (tensor<128xi32, #l>) : i32 {
    %sum = scf.for %i = %c0 to %c16 step %c1 iter_args(%acc = %now) -> (tensor<128xi32, #l>) : i32 {
      %s = arith.addi %acc, %acc : tensor<128xi32, #l>
      scf.yield %s : tensor<128xi32, #l>
    } {tileas.stage = 0 : i64}
    %v, %token = tileas.load %p[%zero] extents [%all] strides [%one] {width = 4 : i64, tileas.stage = 0 : i64} : !tileaa.ptr -> tensor<128xi32, #l>
    %d = arith.addi %sum, %v {tileas.stage = 0 : i64} : tensor<128xi32, #l>
    scf.yield %d : tensor<128xi32, #l>
  } {tileas.expanded = #tileas.schedule<interval = 1000, stages = 1>}
  tileas.return
}
