// Loops with rings, and loads for matrix products, get schedules by the machine
// model.
//
// RUN: cuda-tile-opt %s --split-input-file --mlir-print-local-scope --pass-pipeline='builtin.module(tileas.kernel(tileas-schedule-loops))' | FileCheck %s
// RUN: cuda-tile-opt %s --split-input-file --pass-pipeline='builtin.module(tileas.kernel(tileas-schedule-loops,tileas-pipeline-loops))' | FileCheck %s --check-prefix=ORDER

#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
#r = #tileas.layout<register = [[32], [64]], lane = [[16], [8], [4], [2], [1]], warp = []>

// An iteration is short, and memory far away: all four stages are needed. The
// wait begins the interval, and behind its barrier the copies are begun, of
// the iteration that is three later.
// CHECK-LABEL: @far(
// CHECK: tileas.alloc_shared : <128xi32, stages = 4>
// CHECK: tileas.async_copy {{.*}}tileas.slot = #tileas.slot<stage = 0, cycle = [[#BARRIER:]]>
// CHECK: tileas.commit {{.*}}tileas.slot = #tileas.slot<stage = 0, cycle = [[#BARRIER]]>
// CHECK: tileas.wait {{.*}}tileas.slot = #tileas.slot<stage = 3, cycle = 0>
// CHECK: tileas.shared_load {{.*}}tileas.slot = #tileas.slot<stage = 3, cycle = [[#]]>
// CHECK: tileas.schedule = #tileas.schedule<interval = {{[0-9]+}}, stages = 4, minimal = true>
tileas.kernel @far(%p: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 1, max_registers = 255, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #r>
  %ring_tiles = tileas.alloc_shared : <128xi32, stages = 4>
  %ring = tileas.ring %ring_tiles : <!tileas.buffer<128xi32, stages = 4>>
  // So much that no second block fits beside it.
  %rest = tileas.alloc_shared : <32768xi32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #r>) : i32 {
    %wide = arith.extsi %i : i32 to i64
    %start = arith.muli %wide, %size : i64
    %to = tileas.acquire %ring[%i] : <!tileas.buffer<128xi32, stages = 4>>
    %c = tileas.async_copy %p[%start] extents [%all] strides [%one] to %to {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
    tileas.commit %ring[%i] after %c : <!tileas.buffer<128xi32, stages = 4>>
    %from = tileas.wait %ring[%i] : <!tileas.buffer<128xi32, stages = 4>>
    %x = tileas.shared_load %from : <128xi32> -> tensor<128xi32, #r>
    tileas.release %ring[%i] : <!tileas.buffer<128xi32, stages = 4>>
    %s = arith.addi %acc, %x : tensor<128xi32, #r>
    scf.yield %s : tensor<128xi32, #r>
  }
  %y = tileas.shared_load %rest : <32768xi32> -> tensor<32768xi32, #tileas.layout<register = [[1], [2], [4], [8], [16], [32], [64], [128], [256], [512]], lane = [[1024], [2048], [4096], [8192], [16384]], warp = []>>
  tileas.return
}

// -----

// What each thread loads for a product goes to registers one iteration early.
// The address is computed there for it alone; the buffer is written when the
// last product is through with it.
// CHECK-LABEL: @loaded_early(
// CHECK: scf.for %[[I:[a-z0-9]+]] =
// CHECK: %[[WIDE:.*]] = arith.extsi %[[I]] {tileas.slot = #tileas.slot<stage = 0
// CHECK: %[[EARLY:.*]] = arith.muli %[[WIDE]], {{.*}}stage = 0
// CHECK: tileas.load %{{.*}}[%{{.*}}, %[[EARLY]]] {{.*}}tileas.slot = #tileas.slot<stage = 0
// CHECK: tileas.shared_store {{.*}}tileas.slot = #tileas.slot<stage = 1
// CHECK: tileas.mma {{.*}}tileas.slot = #tileas.slot<stage = 1
// CHECK: tileas.schedule = #tileas.schedule<interval = {{[0-9]+}}, stages = 2, minimal = true>
#a = #tileas.layout<register = [[0, 1], [0, 2], [0, 4]], lane = [[0, 8], [1, 0], [2, 0], [4, 0], [8, 0]], warp = []>
#c = #tileas.layout<register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
tileas.kernel @loaded_early(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_75", warps = 1, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 16 : i64
  %none = arith.constant dense<0.0> : tensor<16x8xf32, #c>
  %b = tileas.alloc_shared : <16x8xf16>
  // Other blocks do not fit: what this one waits for is lost.
  %rest = tileas.alloc_shared : <8192xi32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<16x8xf32, #c>) : i32 {
    %wide = arith.extsi %i : i32 to i64
    %start = arith.muli %wide, %size : i64
    %x, %t = tileas.load %p[%zero, %start] extents [%e, %e] strides [%e, %one] {width = 8 : i64, whole} : !tileaa.ptr -> tensor<16x16xf16, #a>
    %s = tileas.alloc_shared : <16x16xf16>
    tileas.shared_store %x to %s : tensor<16x16xf16, #a>, <16x16xf16>
    %d = tileas.mma %s as<f16>, %b as<f16>, %acc by [16, 8, 8] : !tileas.buffer<16x16xf16>, !tileas.buffer<16x8xf16>, tensor<16x8xf32, #c>
    scf.yield %d : tensor<16x8xf32, #c>
  }
  %y = tileas.shared_load %rest : <8192xi32> -> tensor<8192xi32, #tileas.layout<register = [[1], [2], [4], [8], [16], [32], [64], [128]], lane = [[256], [512], [1024], [2048], [4096]], warp = []>>
  tileas.return
}

// -----

// So do two beside a load that stays where it is, because each thread has single
// elements: its 128 registers are counted once.
// CHECK-LABEL: @loaded_beside(
// CHECK: tileas.load {{.*}}tileas.slot = #tileas.slot<stage = 0{{.*}}tensor<16x16xf16
// CHECK: tileas.load {{.*}}tileas.slot = #tileas.slot<stage = 1{{.*}}tensor<8192xf16
// CHECK: tileas.load {{.*}}tileas.slot = #tileas.slot<stage = 0{{.*}}tensor<16x16xf16
#a = #tileas.layout<register = [[0, 1], [0, 2], [0, 4]], lane = [[0, 8], [1, 0], [2, 0], [4, 0], [8, 0]], warp = []>
#l = #tileas.layout<register = [[1], [2], [4], [8], [16], [32], [64], [128]], lane = [[256], [512], [1024], [2048], [4096]], warp = []>
#c = #tileas.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
tileas.kernel @loaded_beside(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_75", warps = 1, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 16 : i64
  %none = arith.constant dense<0.0> : tensor<16x16xf32, #c>
  %b = tileas.alloc_shared : <16x16xf16>
  %other = tileas.alloc_shared : <8192xf16>
  // Other blocks do not fit: what this one waits for is lost.
  %rest = tileas.alloc_shared : <8192xi32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<16x16xf32, #c>) : i32 {
    %wide = arith.extsi %i : i32 to i64
    %start = arith.muli %wide, %size : i64
    %x, %t = tileas.load %p[%zero, %start] extents [%e, %e] strides [%e, %one] {width = 8 : i64, whole} : !tileaa.ptr -> tensor<16x16xf16, #a>
    %s = tileas.alloc_shared : <16x16xf16>
    tileas.shared_store %x to %s : tensor<16x16xf16, #a>, <16x16xf16>
    %l, %u = tileas.load %p[%zero] extents [%e] strides [%one] : !tileaa.ptr -> tensor<8192xf16, #l>
    %z, %v = tileas.load %p[%start, %zero] extents [%e, %e] strides [%e, %one] {width = 8 : i64, whole} : !tileaa.ptr -> tensor<16x16xf16, #a>
    tileas.shared_store %z to %b : tensor<16x16xf16, #a>, <16x16xf16>
    %d = tileas.mma %s as<f16>, %b as<f16>, %acc by [16, 8, 8] : !tileas.buffer<16x16xf16>, !tileas.buffer<16x16xf16>, tensor<16x16xf32, #c>
    tileas.shared_store %l to %other : tensor<8192xf16, #l>, <8192xf16>
    scf.yield %d : tensor<16x16xf32, #c>
  }
  %y = tileas.shared_load %rest : <8192xi32> -> tensor<8192xi32, #tileas.layout<register = [[1], [2], [4], [8], [16], [32], [64], [128]], lane = [[256], [512], [1024], [2048], [4096]], warp = []>>
  tileas.return
}

// -----

// But not with 16 warps, where a thread has no more than 128 registers.
// CHECK-LABEL: @loaded_by_many(
// CHECK-NOT: tileas.schedule
// CHECK: tileas.return
#a = #tileas.layout<register = [[0, 1], [0, 2], [0, 4]], lane = [[0, 8], [1, 0], [2, 0], [4, 0], [8, 0]], warp = [[0, 0], [0, 0], [0, 0], [0, 0]]>
#l = #tileas.layout<register = [[1], [2], [4], [8], [16], [32], [64], [128]], lane = [[256], [512], [1024], [2048], [4096]], warp = [[0], [0], [0], [0]]>
#c = #tileas.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 0], [0, 0], [0, 0], [0, 0]]>
tileas.kernel @loaded_by_many(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_75", warps = 16, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 16 : i64
  %none = arith.constant dense<0.0> : tensor<16x16xf32, #c>
  %b = tileas.alloc_shared : <16x16xf16>
  %other = tileas.alloc_shared : <8192xf16>
  // Other blocks do not fit: what this one waits for is lost.
  %rest = tileas.alloc_shared : <8192xi32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<16x16xf32, #c>) : i32 {
    %wide = arith.extsi %i : i32 to i64
    %start = arith.muli %wide, %size : i64
    %x, %t = tileas.load %p[%zero, %start] extents [%e, %e] strides [%e, %one] {width = 8 : i64, whole} : !tileaa.ptr -> tensor<16x16xf16, #a>
    %s = tileas.alloc_shared : <16x16xf16>
    tileas.shared_store %x to %s : tensor<16x16xf16, #a>, <16x16xf16>
    %l, %u = tileas.load %p[%zero] extents [%e] strides [%one] : !tileaa.ptr -> tensor<8192xf16, #l>
    %z, %v = tileas.load %p[%start, %zero] extents [%e, %e] strides [%e, %one] {width = 8 : i64, whole} : !tileaa.ptr -> tensor<16x16xf16, #a>
    tileas.shared_store %z to %b : tensor<16x16xf16, #a>, <16x16xf16>
    %d = tileas.mma %s as<f16>, %b as<f16>, %acc by [16, 8, 8] : !tileas.buffer<16x16xf16>, !tileas.buffer<16x16xf16>, tensor<16x16xf32, #c>
    tileas.shared_store %l to %other : tensor<8192xf16, #l>, <8192xf16>
    scf.yield %d : tensor<16x16xf32, #c>
  }
  %y = tileas.shared_load %rest : <8192xi32> -> tensor<8192xi32, #tileas.layout<register = [[1], [2], [4], [8], [16], [32], [64], [128]], lane = [[256], [512], [1024], [2048], [4096]], warp = [[0], [0], [0], [0]]>>
  tileas.return
}

// -----

// A loop without either stays as it is.
// CHECK-LABEL: @plain(
// CHECK-NOT: tileas.schedule
tileas.kernel @plain(%p: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x, %t = tileas.load %p : !tileaa.ptr -> i32
    %u = tileas.store %x to %p after %t by<owner> : i32, !tileaa.ptr
  }
  tileas.return
}

// -----

// A mask that is made of numbers and of what the loop does not change is made
// when it is used: before the product it would only take registers.
// CHECK-LABEL: @masked(
// CHECK: tileas.schedule
// ORDER-LABEL: @masked(
// ORDER: scf.for
// ORDER: tileas.mma
// ORDER: arith.cmpi
// ORDER: arith.select
// ORDER: tileas.expanded
#a = #tileas.layout<register = [[0, 1], [0, 2], [0, 4]], lane = [[0, 8], [1, 0], [2, 0], [4, 0], [8, 0]], warp = []>
#c = #tileas.layout<register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
tileas.kernel @masked(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_75", warps = 1, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 16 : i64
  %none = arith.constant dense<0.0> : tensor<16x8xf32, #c>
  %rows = tileaa.splat %n : i32 -> tensor<16x8xi32, #c>
  %b = tileas.alloc_shared : <16x8xf16>
  %rest = tileas.alloc_shared : <8192xi32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<16x8xf32, #c>) : i32 {
    %column = tileaa.splat %i : i32 -> tensor<16x8xi32, #c>
    %mask = arith.cmpi sle, %column, %rows : tensor<16x8xi32, #c>
    %wide = arith.extsi %i : i32 to i64
    %start = arith.muli %wide, %size : i64
    %x, %t = tileas.load %p[%zero, %start] extents [%e, %e] strides [%e, %one] {width = 8 : i64, whole} : !tileaa.ptr -> tensor<16x16xf16, #a>
    %s = tileas.alloc_shared : <16x16xf16>
    tileas.shared_store %x to %s : tensor<16x16xf16, #a>, <16x16xf16>
    %d = tileas.mma %s as<f16>, %b as<f16>, %acc by [16, 8, 8] : !tileas.buffer<16x16xf16>, !tileas.buffer<16x8xf16>, tensor<16x8xf32, #c>
    %kept = arith.select %mask, %d, %none : tensor<16x8xi1, #c>, tensor<16x8xf32, #c>
    scf.yield %kept : tensor<16x8xf32, #c>
  }
  %y = tileas.shared_load %rest : <8192xi32> -> tensor<8192xi32, #tileas.layout<register = [[1], [2], [4], [8], [16], [32], [64], [128]], lane = [[256], [512], [1024], [2048], [4096]], warp = []>>
  tileas.return
}
