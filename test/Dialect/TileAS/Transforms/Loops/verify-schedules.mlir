// Schedules that keep all rules of the machine model, before and after expansion,
// and twins that break one.
//
// RUN: %python %source/test/Interpreter/twins.py %s cuda-tile-opt --pass-pipeline='builtin.module(tileas.kernel(tileas-verify-schedules))'

#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
#r = #tileas.layout<register = [[32], [64]], lane = [[16], [8], [4], [2], [1]], warp = []>
#spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>

// The copies of a ring of one stage begin when its turn before has been read.
tileas.kernel @one_iteration(%p: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #r>
  %tiles = tileas.alloc_shared : <128xi32>
  %ring = tileas.ring %tiles : <!tileas.buffer<128xi32>>
  %moved = tileas.alloc_shared : <128xi32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #r>) : i32 {
    %wide = arith.extsi %i {tileas.slot = #tileas.slot<stage = 0, cycle = 60>} : i32 to i64
    %start = arith.muli %wide, %size {tileas.slot = #tileas.slot<stage = 0, cycle = 60>} : i64
    //twin no-slot (has no 'tileas.slot', which each op of a loop with a schedule has): %start = arith.muli %wide, %size : i64
    //twin value-too-late ('tileas.async_copy' op starts before what it uses, by the schedule): %start = arith.muli %wide, %size {tileas.slot = #tileas.slot<stage = 0, cycle = 61>} : i64
    %to = tileas.acquire %ring[%i] {tileas.slot = #tileas.slot<stage = 0, cycle = 60>} : <!tileas.buffer<128xi32>>
    //twin acquired-too-early ('tileas.acquire' op acquires a stage before the turn that has it is released: .* starts in cycle 50 of an iteration, and cycle 51 is the first): %to = tileas.acquire %ring[%i] {tileas.slot = #tileas.slot<stage = 0, cycle = 50>} : <!tileas.buffer<128xi32>>
    %c = tileas.async_copy %p[%start] extents [%all] strides [%one] to %to {tile = tensor<128xi32, #l>, width = 4 : i64, tileas.slot = #tileas.slot<stage = 0, cycle = 60>} : !tileaa.ptr, !tileas.buffer<128xi32>
    tileas.commit %ring[%i] after %c {tileas.slot = #tileas.slot<stage = 0, cycle = 60>} : <!tileas.buffer<128xi32>>
    //twin commits-too-late ('tileas.wait' op waits for copies that are under way): tileas.commit %ring[%i] after %c {tileas.slot = #tileas.slot<stage = 0, cycle = 900>} : <!tileas.buffer<128xi32>>
    %from = tileas.wait %ring[%i] {tileas.slot = #tileas.slot<stage = 1, cycle = 0>} : <!tileas.buffer<128xi32>>
    %x = tileas.shared_load %from {tileas.slot = #tileas.slot<stage = 1, cycle = 20>} : <128xi32> -> tensor<128xi32, #l>
    //twin before-the-barrier ('tileas.shared_load' op starts before what it waits for has ended): %x = tileas.shared_load %from {tileas.slot = #tileas.slot<stage = 1, cycle = 2>} : <128xi32> -> tensor<128xi32, #l>
    tileas.release %ring[%i] {tileas.slot = #tileas.slot<stage = 1, cycle = 51>} : <!tileas.buffer<128xi32>>
    //twin released-too-early ('tileas.release' op ends a turn while its stage is in use): tileas.release %ring[%i] {tileas.slot = #tileas.slot<stage = 1, cycle = 19>} : <!tileas.buffer<128xi32>>
    tileas.shared_store %x to %moved {tileas.slot = #tileas.slot<stage = 1, cycle = 53>} : tensor<128xi32, #l>, <128xi32>
    %y = tileas.shared_load %moved {tileas.slot = #tileas.slot<stage = 1, cycle = 80>} : <128xi32> -> tensor<128xi32, #r>
    //twin effects-swapped ('tileas.shared_load' op starts before what it waits for has ended): %y = tileas.shared_load %moved {tileas.slot = #tileas.slot<stage = 1, cycle = 30>} : <128xi32> -> tensor<128xi32, #r>
    %z = arith.muli %y, %y {tileas.slot = #tileas.slot<stage = 1, cycle = 120>} : tensor<128xi32, #r>
    //twin latency-too-short ('arith.muli' op starts before what it waits for has ended): %z = arith.muli %y, %y {tileas.slot = #tileas.slot<stage = 1, cycle = 84>} : tensor<128xi32, #r>
    %s = arith.addi %acc, %z {tileas.slot = #tileas.slot<stage = 1, cycle = 140>} : tensor<128xi32, #r>
    %u = arith.muli %x, %x {tileas.slot = #tileas.slot<stage = 1, cycle = 160>} : tensor<128xi32, #l>
    //twin one-unit-twice (on a unit .* that another op keeps busy up to cycle): %u = arith.muli %x, %x {tileas.slot = #tileas.slot<stage = 1, cycle = 121>} : tensor<128xi32, #l>
    //twin one-unit-twice-later (on a unit .* that another op keeps busy up to cycle): %u = arith.muli %x, %x {tileas.slot = #tileas.slot<stage = 1, cycle = 999>} : tensor<128xi32, #l> %v = arith.muli %i, %i {tileas.slot = #tileas.slot<stage = 0, cycle = 0>} : i32 %w = arith.muli %none, %none {tileas.slot = #tileas.slot<stage = 1, cycle = 0>} : tensor<128xi32, #r>
    scf.yield %s : tensor<128xi32, #r>
  } {tileas.schedule = #tileas.schedule<interval = 1000, stages = 2>}
  tileas.return
}

// The same loop expanded: an iteration begins the copies of the next one.
tileas.kernel @expanded(%p: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %size = arith.constant 128 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #l>
  %tiles = tileas.alloc_shared : <128xi32>
  %ring = tileas.ring %tiles : <!tileas.buffer<128xi32>>
  %to0 = tileas.acquire %ring[%c0] : <!tileas.buffer<128xi32>>
  %copy0 = tileas.async_copy %p[%zero] extents [%all] strides [%one] to %to0 {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
  tileas.commit %ring[%c0] after %copy0 : <!tileas.buffer<128xi32>>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #l>) : i32 {
    %from = tileas.wait %ring[%i] {tileas.slot = #tileas.slot<stage = 1, cycle = 0>} : <!tileas.buffer<128xi32>>
    //twin not-in-order ('arith.addi' op stands behind an op that comes later, by the schedule of its loop): %from = tileas.wait %ring[%i] {tileas.slot = #tileas.slot<stage = 1, cycle = 10>} : <!tileas.buffer<128xi32>>
    %next = arith.addi %i, %c1 {tileas.slot = #tileas.slot<stage = 0, cycle = 0>} : i32
    //twin no-slot-of-added (has no 'tileas.slot', which each op of a loop with a schedule has): %next = arith.addi %i, %c1 : i32
    %wide = arith.extsi %next {tileas.slot = #tileas.slot<stage = 0, cycle = 0>} : i32 to i64
    %start = arith.muli %wide, %size {tileas.slot = #tileas.slot<stage = 0, cycle = 0>} : i64
    %x = tileas.shared_load %from {tileas.slot = #tileas.slot<stage = 1, cycle = 20>} : <128xi32> -> tensor<128xi32, #l>
    tileas.release %ring[%i] {tileas.slot = #tileas.slot<stage = 1, cycle = 51>} : <!tileas.buffer<128xi32>>
    %to = tileas.acquire %ring[%next] {tileas.slot = #tileas.slot<stage = 0, cycle = 60>} : <!tileas.buffer<128xi32>>
    %copy = tileas.async_copy %p[%start] extents [%all] strides [%one] to %to {tile = tensor<128xi32, #l>, width = 4 : i64, tileas.slot = #tileas.slot<stage = 0, cycle = 60>} : !tileaa.ptr, !tileas.buffer<128xi32>
    tileas.commit %ring[%next] after %copy {tileas.slot = #tileas.slot<stage = 0, cycle = 60>} : <!tileas.buffer<128xi32>>
    %s = arith.addi %acc, %x {tileas.slot = #tileas.slot<stage = 1, cycle = 140>} : tensor<128xi32, #l>
    scf.yield %s : tensor<128xi32, #l>
  } {tileas.schedule = #tileas.schedule<interval = 1000, stages = 2, expanded = true>}
  //twin interval-too-short ('tileas.wait' op waits for copies that are under way): } {tileas.schedule = #tileas.schedule<interval = 200, stages = 2, expanded = true>}
  tileas.return
}
