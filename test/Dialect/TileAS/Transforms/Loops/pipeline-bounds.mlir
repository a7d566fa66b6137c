// Counters end where their type ends: no number of an iteration that runs ahead
// wraps around into one that there is, be the loop signed or not, in steps of 1
// or more, of one iteration, of several, or of none. Copies and loads of
// iterations that there are not would lie outside of the array. Loops of 32 bits
// copy ahead here, those of 64 load ahead.
//
// RUN: cuda-tile-opt %s --mlir-print-local-scope --pass-pipeline='builtin.module(tileas.kernel(tileas-make-asynchronous,tileas-schedule-loops,tileas-pipeline-loops,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %python %S/../../Inputs/pipeline-bounds.py %t.mlir %t.npy
//
// CHECK-COUNT-3: tileas.wait_group {{[1-9]}}
// CHECK-COUNT-3: tileas.load {{.*}} if %{{.*}}stage = 0

#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[0]]>
#one = #tileas.layout<register = [], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0]]>
#spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>

tileas.kernel @i32_any(%p: !tileaa.ptr, %q: !tileaa.ptr, %lower: i32, %upper: i32, %step: i32) attributes {spec = #spec} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %tile = arith.constant 128 : i64
  %all = arith.constant 1048576 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #l>
  %s:2 = scf.for %i = %lower to %upper step %step iter_args(%acc = %none, %at = %zero) -> (tensor<128xi32, #l>, i64) : i32 {
    %to = tileas.alloc_shared : <128xi32>
    %v, %t = tileas.load %p[%at] extents [%all] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<128xi32, #l>
    tileas.shared_store %v to %to : tensor<128xi32, #l>, <128xi32>
    %y = tileas.shared_load %to : <128xi32> -> tensor<128xi32, #l>
    %twice = arith.addi %acc, %acc : tensor<128xi32, #l>
    %sum = arith.addi %twice, %y : tensor<128xi32, #l>
    %next = arith.addi %at, %tile : i64
    scf.yield %sum, %next : tensor<128xi32, #l>, i64
  }
  %t0 = tileas.store %s#0 to %q[%zero] extents [%tile] strides [%one] by<owner> : tensor<128xi32, #l>, !tileaa.ptr
  tileas.return
}

tileas.kernel @i32_unsigned(%p: !tileaa.ptr, %q: !tileaa.ptr, %lower: i32, %upper: i32, %step: i32) attributes {spec = #spec} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %tile = arith.constant 128 : i64
  %all = arith.constant 1048576 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #l>
  %s:2 = scf.for unsigned %i = %lower to %upper step %step iter_args(%acc = %none, %at = %zero) -> (tensor<128xi32, #l>, i64) : i32 {
    %to = tileas.alloc_shared : <128xi32>
    %v, %t = tileas.load %p[%at] extents [%all] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<128xi32, #l>
    tileas.shared_store %v to %to : tensor<128xi32, #l>, <128xi32>
    %y = tileas.shared_load %to : <128xi32> -> tensor<128xi32, #l>
    %twice = arith.addi %acc, %acc : tensor<128xi32, #l>
    %sum = arith.addi %twice, %y : tensor<128xi32, #l>
    %next = arith.addi %at, %tile : i64
    scf.yield %sum, %next : tensor<128xi32, #l>, i64
  }
  %t0 = tileas.store %s#0 to %q[%zero] extents [%tile] strides [%one] by<owner> : tensor<128xi32, #l>, !tileaa.ptr
  tileas.return
}

tileas.kernel @i32_late(%p: !tileaa.ptr, %q: !tileaa.ptr, %lower: i32, %upper: i32, %step: i32) attributes {spec = #spec} {
  %first = arith.constant 2147483646 : i32
  %by = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %tile = arith.constant 128 : i64
  %all = arith.constant 1048576 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #l>
  %s:2 = scf.for %i = %first to %upper step %by iter_args(%acc = %none, %at = %zero) -> (tensor<128xi32, #l>, i64) : i32 {
    %to = tileas.alloc_shared : <128xi32>
    %v, %t = tileas.load %p[%at] extents [%all] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<128xi32, #l>
    tileas.shared_store %v to %to : tensor<128xi32, #l>, <128xi32>
    %y = tileas.shared_load %to : <128xi32> -> tensor<128xi32, #l>
    %twice = arith.addi %acc, %acc : tensor<128xi32, #l>
    %sum = arith.addi %twice, %y : tensor<128xi32, #l>
    %next = arith.addi %at, %tile : i64
    scf.yield %sum, %next : tensor<128xi32, #l>, i64
  }
  %t0 = tileas.store %s#0 to %q[%zero] extents [%tile] strides [%one] by<owner> : tensor<128xi32, #l>, !tileaa.ptr
  tileas.return
}

tileas.kernel @i64_any(%p: !tileaa.ptr, %q: !tileaa.ptr, %lower: i64, %upper: i64, %step: i64) attributes {spec = #spec} {
  %late = arith.constant 9223372036854775806 : i64
  %one = arith.constant 1 : i64
  %bytes = arith.constant dense<4> : tensor<1x1xi64, #one>
  %none = arith.constant dense<0.0> : tensor<1x1xf32, #one>
  %first = tileaa.splat %p : !tileaa.ptr -> tensor<1x1x!tileaa.ptr, #one>
  %s:2 = scf.for %i = %lower to %upper step %step iter_args(%acc = %none, %at = %first) -> (tensor<1x1xf32, #one>, tensor<1x1x!tileaa.ptr, #one>) : i64 {
    %v, %t = tileas.load %at : tensor<1x1x!tileaa.ptr, #one> -> tensor<1x1xf32, #one>
    %sum = tileas.mma %v as<f32>, %v as<f32>, %acc : tensor<1x1xf32, #one>, tensor<1x1xf32, #one>, tensor<1x1xf32, #one>
    %next = tileaa.ptr_add %at, %bytes : tensor<1x1x!tileaa.ptr, #one>, tensor<1x1xi64, #one>
    scf.yield %sum, %next : tensor<1x1xf32, #one>, tensor<1x1x!tileaa.ptr, #one>
  }
  %to = tileaa.splat %q : !tileaa.ptr -> tensor<1x1x!tileaa.ptr, #one>
  %t0 = tileas.store %s#0 to %to by<owner> : tensor<1x1xf32, #one>, tensor<1x1x!tileaa.ptr, #one>
  tileas.return
}

tileas.kernel @i64_unsigned(%p: !tileaa.ptr, %q: !tileaa.ptr, %lower: i64, %upper: i64, %step: i64) attributes {spec = #spec} {
  %late = arith.constant 9223372036854775806 : i64
  %one = arith.constant 1 : i64
  %bytes = arith.constant dense<4> : tensor<1x1xi64, #one>
  %none = arith.constant dense<0.0> : tensor<1x1xf32, #one>
  %first = tileaa.splat %p : !tileaa.ptr -> tensor<1x1x!tileaa.ptr, #one>
  %s:2 = scf.for unsigned %i = %lower to %upper step %step iter_args(%acc = %none, %at = %first) -> (tensor<1x1xf32, #one>, tensor<1x1x!tileaa.ptr, #one>) : i64 {
    %v, %t = tileas.load %at : tensor<1x1x!tileaa.ptr, #one> -> tensor<1x1xf32, #one>
    %sum = tileas.mma %v as<f32>, %v as<f32>, %acc : tensor<1x1xf32, #one>, tensor<1x1xf32, #one>, tensor<1x1xf32, #one>
    %next = tileaa.ptr_add %at, %bytes : tensor<1x1x!tileaa.ptr, #one>, tensor<1x1xi64, #one>
    scf.yield %sum, %next : tensor<1x1xf32, #one>, tensor<1x1x!tileaa.ptr, #one>
  }
  %to = tileaa.splat %q : !tileaa.ptr -> tensor<1x1x!tileaa.ptr, #one>
  %t0 = tileas.store %s#0 to %to by<owner> : tensor<1x1xf32, #one>, tensor<1x1x!tileaa.ptr, #one>
  tileas.return
}

tileas.kernel @i64_late(%p: !tileaa.ptr, %q: !tileaa.ptr, %lower: i64, %upper: i64, %step: i64) attributes {spec = #spec} {
  %late = arith.constant 9223372036854775806 : i64
  %one = arith.constant 1 : i64
  %bytes = arith.constant dense<4> : tensor<1x1xi64, #one>
  %none = arith.constant dense<0.0> : tensor<1x1xf32, #one>
  %first = tileaa.splat %p : !tileaa.ptr -> tensor<1x1x!tileaa.ptr, #one>
  %s:2 = scf.for %i = %late to %upper step %one iter_args(%acc = %none, %at = %first) -> (tensor<1x1xf32, #one>, tensor<1x1x!tileaa.ptr, #one>) : i64 {
    %v, %t = tileas.load %at : tensor<1x1x!tileaa.ptr, #one> -> tensor<1x1xf32, #one>
    %sum = tileas.mma %v as<f32>, %v as<f32>, %acc : tensor<1x1xf32, #one>, tensor<1x1xf32, #one>, tensor<1x1xf32, #one>
    %next = tileaa.ptr_add %at, %bytes : tensor<1x1x!tileaa.ptr, #one>, tensor<1x1xi64, #one>
    scf.yield %sum, %next : tensor<1x1xf32, #one>, tensor<1x1x!tileaa.ptr, #one>
  }
  %to = tileaa.splat %q : !tileaa.ptr -> tensor<1x1x!tileaa.ptr, #one>
  %t0 = tileas.store %s#0 to %to by<owner> : tensor<1x1xf32, #one>, tensor<1x1x!tileaa.ptr, #one>
  tileas.return
}
