// Loads in a branch of a loop become copies under the condition of the branch, if it can be
// computed for a later iteration. Each iteration has its turn, and a turn of which nothing
// is copied passes all verbs with a stage that holds nothing.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts,tileas-place-in-shared,tileas-make-asynchronous))' --remark-format=emitRemark --remarks-filter='.*' -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t.mlir
//
// An iteration that does not exist has no turn.
// RUN: cuda-tile-opt %t.mlir --pass-pipeline='builtin.module(tileas.kernel(tileas-schedule-loops,tileas-verify-schedules,tileas-pipeline-loops,tileas-time-loops,tileas-verify-schedules))' | FileCheck %s --check-prefix=AHEAD

// CHECK-LABEL: tileas.kernel @skipped(
// CHECK: scf.for
// CHECK: %[[ODD:.*]] = arith.cmpi eq
// CHECK: %[[TO:.*]] = tileas.acquire
// CHECK: %[[A:.*]] = tileas.async_copy {{.*}} if %[[ODD]] to %[[TO]]
// CHECK: %[[B:.*]] = tileas.async_copy {{.*}} if %[[ODD]] to
// CHECK: tileas.commit %{{.*}} after %[[A]] :
// CHECK-NEXT: tileas.commit %{{.*}} after %[[B]] :
// CHECK: tileas.wait
// CHECK: scf.if
// CHECK-NOT: tileas.load
// CHECK: tileas.mma
// CHECK: tileas.release
//
// AHEAD-LABEL: tileas.kernel @skipped(
// AHEAD: scf.for
// AHEAD: tileas.wait
// AHEAD: %[[EXISTS:.*]] = arith.cmpi slt
// AHEAD: %[[BOTH:.*]] = arith.andi %{{.*}}, %[[EXISTS]]
// AHEAD: %[[A:.*]] = tileas.async_copy {{.*}} if %[[BOTH]] to
// AHEAD: tileas.commit %{{.*}} after %[[A]] if %[[EXISTS]]
// AHEAD: scf.if
// AHEAD: tileas.mma
tileas.kernel @skipped(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr, %flags: !tileaa.ptr, %n: i32) attributes {
  spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %512 = arith.constant 512 : i64
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
// REMARK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Passed] RemarkLoopPipelined {{.*}}Copies=2
  %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x64xf32>) : i32 {
    %k = arith.extui %j : i32 to i64
    %bit = arith.andi %j, %c1 : i32
    %odd = arith.cmpi eq, %bit, %c1 : i32
    %d = scf.if %odd -> (tensor<128x64xf32>) {
      %at = arith.muli %k, %64 : i64
      %a, %t0 = tileas.load %x[%0, %at] extents [%128, %512] strides [%512, %1] : !tileaa.ptr -> tensor<128x64xf16>
      %b, %t1 = tileas.load %w[%at, %0] extents [%512, %64] strides [%64, %1] : !tileaa.ptr -> tensor<64x64xf16>
      %e = tileas.mma %a as<f16>, %b as<f16>, %acc by [16, 8, 16] : tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
      scf.yield %e : tensor<128x64xf32>
    } else {
      scf.yield %acc : tensor<128x64xf32>
    }
    scf.yield %d : tensor<128x64xf32>
  }
  %t3 = tileas.store %sum to %out[%0, %0] extents [%128, %64] strides [%64, %1] by<owner> : tensor<128x64xf32>, !tileaa.ptr
  tileas.return
}

// The second side of a branch in the first side of another.
// CHECK-LABEL: tileas.kernel @nested(
// CHECK: scf.for
// CHECK: %[[ODD:.*]] = arith.cmpi eq
// CHECK: %[[LOW:.*]] = arith.cmpi eq
// CHECK: %[[HIGH:.*]] = arith.xori %[[LOW]], %true
// CHECK: %[[HAS:.*]] = arith.andi %[[ODD]], %[[HIGH]]
// CHECK: tileas.async_copy {{.*}} if %[[HAS]] to
tileas.kernel @nested(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr, %flags: !tileaa.ptr, %n: i32) attributes {
  spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %512 = arith.constant 512 : i64
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
// REMARK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Passed] RemarkLoopPipelined {{.*}}Copies=2
  %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x64xf32>) : i32 {
    %k = arith.extui %j : i32 to i64
    %bit = arith.andi %j, %c1 : i32
    %odd = arith.cmpi eq, %bit, %c1 : i32
    %two = arith.andi %j, %c3 : i32
    %low = arith.cmpi eq, %two, %c3 : i32
    %d = scf.if %odd -> (tensor<128x64xf32>) {
      %inner = scf.if %low -> (tensor<128x64xf32>) {
        scf.yield %acc : tensor<128x64xf32>
      } else {
        %at = arith.muli %k, %64 : i64
        %a, %t0 = tileas.load %x[%0, %at] extents [%128, %512] strides [%512, %1] : !tileaa.ptr -> tensor<128x64xf16>
        %b, %t1 = tileas.load %w[%at, %0] extents [%512, %64] strides [%64, %1] : !tileaa.ptr -> tensor<64x64xf16>
        %e = tileas.mma %a as<f16>, %b as<f16>, %acc by [16, 8, 16] : tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
        scf.yield %e : tensor<128x64xf32>
      }
      scf.yield %inner : tensor<128x64xf32>
    } else {
      scf.yield %acc : tensor<128x64xf32>
    }
    scf.yield %d : tensor<128x64xf32>
  }
  %t3 = tileas.store %sum to %out[%0, %0] extents [%128, %64] strides [%64, %1] by<owner> : tensor<128x64xf32>, !tileaa.ptr
  tileas.return
}

// A condition that is loaded is loaded once, a stage before what depends on it, which
// copies it for a later iteration: the assembler tests it in front of the branch, where
// a load of the same iteration would have to be waited for.
// CHECK-LABEL: tileas.kernel @loaded(
// CHECK: scf.for
// CHECK: %[[FLAG:.*]], %{{.*}} = tileas.load {{.*}} -> i8
// CHECK: %[[ODD:.*]] = arith.cmpi ne, %[[FLAG]]
// CHECK: tileas.async_copy {{.*}} if %[[ODD]] to
// CHECK: tileas.async_copy {{.*}} if %[[ODD]] to
// CHECK: %[[TAKEN:.*]] = arith.cmpi ne, %[[FLAG]]
// CHECK: scf.if %[[TAKEN]]
// CHECK-NOT: tileas.load
// CHECK: tileas.return
//
// AHEAD-LABEL: tileas.kernel @loaded(
// AHEAD: scf.for
// AHEAD: %[[FLAG:[a-z0-9_]+]], %{{[a-z0-9_]+}} = tileas.load {{.*}} if %{{.*}} -> i8
// AHEAD-NOT: arith.cmpi ne, %[[FLAG]]
// AHEAD: tileas.async_copy {{.*}} if %{{.*}} to
// AHEAD-NOT: arith.cmpi ne, %[[FLAG]]
// AHEAD: scf.if
// AHEAD-NOT: arith.cmpi ne, %[[FLAG]]
// AHEAD: scf.yield %{{.*}}, %[[FLAG]], %{{.*}} : !tile, i8, i8, i64
tileas.kernel @loaded(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr, %flags: !tileaa.ptr, %n: i32) attributes {
  spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %512 = arith.constant 512 : i64
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
// REMARK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Passed] RemarkLoopPipelined {{.*}}Copies=2
  %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x64xf32>) : i32 {
    %k = arith.extui %j : i32 to i64
    %place = tileaa.ptr_add %flags, %k : !tileaa.ptr, i64
    %flag, %t2 = tileas.load %place : !tileaa.ptr -> i8
    %c0i8 = arith.constant 0 : i8
    %odd = arith.cmpi ne, %flag, %c0i8 : i8
    %d = scf.if %odd -> (tensor<128x64xf32>) {
      %at = arith.muli %k, %64 : i64
      %a, %t0 = tileas.load %x[%0, %at] extents [%128, %512] strides [%512, %1] : !tileaa.ptr -> tensor<128x64xf16>
      %b, %t1 = tileas.load %w[%at, %0] extents [%512, %64] strides [%64, %1] : !tileaa.ptr -> tensor<64x64xf16>
      %e = tileas.mma %a as<f16>, %b as<f16>, %acc by [16, 8, 16] : tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
      scf.yield %e : tensor<128x64xf32>
    } else {
      scf.yield %acc : tensor<128x64xf32>
    }
    scf.yield %d : tensor<128x64xf32>
  }
  %t3 = tileas.store %sum to %out[%0, %0] extents [%128, %64] strides [%64, %1] by<owner> : tensor<128x64xf32>, !tileaa.ptr
  tileas.return
}

// What a branch promises holds where it is taken: copies ahead compute without it.
// CHECK-LABEL: tileas.kernel @promises(
// CHECK: scf.for
// CHECK: %[[LOW:.*]] = arith.cmpi slt
// CHECK-NOT: tileaa.assume
// CHECK-NOT: overflow
// CHECK: tileas.async_copy {{.*}} if %[[LOW]] to
// CHECK: scf.if
tileas.kernel @promises(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr, %flags: !tileaa.ptr, %n: i32) attributes {
  spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %512 = arith.constant 512 : i64
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
  %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x64xf32>) : i32 {
    %low = arith.cmpi slt, %j, %c3 : i32
    %d = scf.if %low -> (tensor<128x64xf32>) {
      %few = tileaa.assume %j {lower = 0 : i64, upper = 2 : i64} : i32
      %many = arith.muli %few, %n overflow<nsw> : i32
      %k = arith.extui %many : i32 to i64
      %at = arith.muli %k, %64 overflow<nsw> : i64
      %a, %t0 = tileas.load %x[%0, %at] extents [%128, %512] strides [%512, %1] : !tileaa.ptr -> tensor<128x64xf16>
      %b, %t1 = tileas.load %w[%at, %0] extents [%512, %64] strides [%64, %1] : !tileaa.ptr -> tensor<64x64xf16>
      %e = tileas.mma %a as<f16>, %b as<f16>, %acc by [16, 8, 16] : tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
      scf.yield %e : tensor<128x64xf32>
    } else {
      scf.yield %acc : tensor<128x64xf32>
    }
    scf.yield %d : tensor<128x64xf32>
  }
  %t3 = tileas.store %sum to %out[%0, %0] extents [%128, %64] strides [%64, %1] by<owner> : tensor<128x64xf32>, !tileaa.ptr
  tileas.return
}

// In a branch it is loaded where the branch is taken.
// CHECK-LABEL: tileas.kernel @loaded_within(
// CHECK: scf.for
// CHECK: %[[LOW:.*]] = arith.cmpi slt
// CHECK: %[[FLAG:.*]], %{{.*}} = tileas.load {{.*}} if %[[LOW]] {{.*}}-> i8
// CHECK: %[[ODD:.*]] = arith.cmpi ne, %[[FLAG]]
// CHECK: %[[BOTH:.*]] = arith.andi %[[LOW]], %[[ODD]]
// CHECK: tileas.async_copy {{.*}} if %[[BOTH]] to
// CHECK: scf.if
// CHECK: scf.if
// CHECK-NOT: tileas.load
// CHECK: tileas.return
tileas.kernel @loaded_within(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr, %flags: !tileaa.ptr, %n: i32) attributes {
  spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %512 = arith.constant 512 : i64
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
// REMARK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Passed] RemarkLoopPipelined {{.*}}Copies=2
  %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x64xf32>) : i32 {
    %k = arith.extui %j : i32 to i64
    %low = arith.cmpi slt, %j, %c3 : i32
    %d = scf.if %low -> (tensor<128x64xf32>) {
      %place = tileaa.ptr_add %flags, %k : !tileaa.ptr, i64
      %flag, %t2 = tileas.load %place : !tileaa.ptr -> i8
      %c0i8 = arith.constant 0 : i8
      %odd = arith.cmpi ne, %flag, %c0i8 : i8
      %f = scf.if %odd -> (tensor<128x64xf32>) {
        %at = arith.muli %k, %64 : i64
        %a, %t0 = tileas.load %x[%0, %at] extents [%128, %512] strides [%512, %1] : !tileaa.ptr -> tensor<128x64xf16>
        %b, %t1 = tileas.load %w[%at, %0] extents [%512, %64] strides [%64, %1] : !tileaa.ptr -> tensor<64x64xf16>
        %e = tileas.mma %a as<f16>, %b as<f16>, %acc by [16, 8, 16] : tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
        scf.yield %e : tensor<128x64xf32>
      } else {
        scf.yield %acc : tensor<128x64xf32>
      }
      scf.yield %f : tensor<128x64xf32>
    } else {
      scf.yield %acc : tensor<128x64xf32>
    }
    scf.yield %d : tensor<128x64xf32>
  }
  %t3 = tileas.store %sum to %out[%0, %0] extents [%128, %64] strides [%64, %1] by<owner> : tensor<128x64xf32>, !tileaa.ptr
  tileas.return
}

// A condition that is ordered behind a store of its iteration is not known before it.
// CHECK-LABEL: tileas.kernel @ordered(
// CHECK-NOT: tileas.ring
// CHECK: scf.if
// CHECK: tileas.load
tileas.kernel @ordered(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr, %flags: !tileaa.ptr, %n: i32) attributes {
  spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c7 = arith.constant 7 : i8
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %512 = arith.constant 512 : i64
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
// REMARK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] RemarkLoopNotPipelined {{.*}}not pipelined: an address or a condition cannot be computed ahead of its iteration
  %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x64xf32>) : i32 {
    %k = arith.extui %j : i32 to i64
    %place = tileaa.ptr_add %flags, %k : !tileaa.ptr, i64
    %t4 = tileas.store %c7 to %flags by<owner> : i8, !tileaa.ptr
    %flag, %t2 = tileas.load %place after %t4 : !tileaa.ptr -> i8
    %c0i8 = arith.constant 0 : i8
    %odd = arith.cmpi ne, %flag, %c0i8 : i8
    %d = scf.if %odd -> (tensor<128x64xf32>) {
      %at = arith.muli %k, %64 : i64
      %a, %t0 = tileas.load %x[%0, %at] extents [%128, %512] strides [%512, %1] : !tileaa.ptr -> tensor<128x64xf16>
      %b, %t1 = tileas.load %w[%at, %0] extents [%512, %64] strides [%64, %1] : !tileaa.ptr -> tensor<64x64xf16>
      %e = tileas.mma %a as<f16>, %b as<f16>, %acc by [16, 8, 16] : tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
      scf.yield %e : tensor<128x64xf32>
    } else {
      scf.yield %acc : tensor<128x64xf32>
    }
    scf.yield %d : tensor<128x64xf32>
  }
  %t3 = tileas.store %sum to %out[%0, %0] extents [%128, %64] strides [%64, %1] by<owner> : tensor<128x64xf32>, !tileaa.ptr
  tileas.return
}

// So is a page whose number is loaded. What the program promises of it holds for iterations
// that exist.
// CHECK-LABEL: tileas.kernel @pages(
// CHECK: scf.for
// CHECK: %[[PAGE:.*]], %{{.*}} = tileas.load {{.*}} -> i8
// CHECK: %[[WIDE:.*]] = arith.extui %[[PAGE]]
// CHECK-NEXT: %[[AT:.*]] = arith.muli %[[WIDE]], %{{[a-z0-9_]+}} : i64
// CHECK: tileas.async_copy %{{.*}}[%{{.*}}, %[[AT]]]
// CHECK: tileas.async_copy %{{.*}}[%[[AT]], %{{.*}}]
//
// AHEAD-LABEL: tileas.kernel @pages(
// AHEAD: scf.for
// AHEAD-DAG: tileas.load {{.*}} if %{{.*}} -> i8
// AHEAD-DAG: tileas.async_copy {{.*}} if
tileas.kernel @pages(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr, %flags: !tileaa.ptr, %n: i32) attributes {
  spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %512 = arith.constant 512 : i64
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
// REMARK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Passed] RemarkLoopPipelined {{.*}}Copies=2
  %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x64xf32>) : i32 {
    %k = arith.extui %j : i32 to i64
    %place = tileaa.ptr_add %flags, %k : !tileaa.ptr, i64
    %flag, %t2 = tileas.load %place : !tileaa.ptr -> i8
    %page = arith.extui %flag : i8 to i64
    %few = tileaa.assume %page {lower = 0 : i64, upper = 7 : i64} : i64
    %at = arith.muli %few, %64 overflow<nsw> : i64
    %a, %t0 = tileas.load %x[%0, %at] extents [%128, %512] strides [%512, %1] : !tileaa.ptr -> tensor<128x64xf16>
    %b, %t1 = tileas.load %w[%at, %0] extents [%512, %64] strides [%64, %1] : !tileaa.ptr -> tensor<64x64xf16>
    %d = tileas.mma %a as<f16>, %b as<f16>, %acc by [16, 8, 16] : tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  %t3 = tileas.store %sum to %out[%0, %0] extents [%128, %64] strides [%64, %1] by<owner> : tensor<128x64xf32>, !tileaa.ptr
  tileas.return
}

// A mask that is loaded for a copy takes registers in each iteration by which copies run ahead.
// CHECK-LABEL: tileas.kernel @masks(
// CHECK: scf.for
// CHECK: tileas.load {{.*}} -> !tile
// CHECK: %[[MASK:.*]] = arith.cmpi ne
// CHECK: tileas.async_copy {{.*}} mask %[[MASK]] :
tileas.kernel @masks(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr, %flags: !tileaa.ptr, %n: i32) attributes {
  spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %512 = arith.constant 512 : i64
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
// REMARK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Passed] RemarkLoopPipelined {{.*}}Copies=2
  %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x64xf32>) : i32 {
    %k = arith.extui %j : i32 to i64
    %place = tileaa.ptr_add %flags, %k : !tileaa.ptr, i64
    %bytes, %t2 = tileas.load %place[%0, %k] extents [%128, %512] strides [%512, %1] : !tileaa.ptr -> tensor<128x64xi8>
    %zeros = arith.constant dense<0> : tensor<128x64xi8>
    %mask = arith.cmpi ne, %bytes, %zeros : tensor<128x64xi8>
    %at = arith.muli %k, %64 : i64
    %a, %t0 = tileas.load %x[%0, %at] extents [%128, %512] strides [%512, %1] mask %mask : tensor<128x64xi1> : !tileaa.ptr -> tensor<128x64xf32>
    %b, %t1 = tileas.load %w[%at, %0] extents [%512, %64] strides [%64, %1] : !tileaa.ptr -> tensor<64x64xf32>
    %d = tileas.mma %a as<tf32>, %b as<tf32>, %acc by [16, 8, 8] : tensor<128x64xf32>, tensor<64x64xf32>, tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  %t3 = tileas.store %sum to %out[%0, %0] extents [%128, %64] strides [%64, %1] by<owner> : tensor<128x64xf32>, !tileaa.ptr
  tileas.return
}

// Without room for them the load stays.
// CHECK-LABEL: tileas.kernel @large_masks(
// CHECK: scf.for
// CHECK-NOT: tileas.async_copy {{.*}} mask
// CHECK: tileas.mma
tileas.kernel @large_masks(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr, %flags: !tileaa.ptr, %n: i32) attributes {
  spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 256 : i64
  %512 = arith.constant 512 : i64
  %none = arith.constant dense<0.0> : tensor<256x64xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
// REMARK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Passed] RemarkLoopPipelined {{.*}}Copies=1
  %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<256x64xf32>) : i32 {
    %k = arith.extui %j : i32 to i64
    %place = tileaa.ptr_add %flags, %k : !tileaa.ptr, i64
    %bytes, %t2 = tileas.load %place[%0, %k] extents [%128, %512] strides [%512, %1] : !tileaa.ptr -> tensor<256x64xi8>
    %zeros = arith.constant dense<0> : tensor<256x64xi8>
    %mask = arith.cmpi ne, %bytes, %zeros : tensor<256x64xi8>
    %at = arith.muli %k, %64 : i64
    %a, %t0 = tileas.load %x[%0, %at] extents [%128, %512] strides [%512, %1] mask %mask : tensor<256x64xi1> : !tileaa.ptr -> tensor<256x64xf32>
    %b, %t1 = tileas.load %w[%at, %0] extents [%512, %64] strides [%64, %1] : !tileaa.ptr -> tensor<64x64xf32>
    %d = tileas.mma %a as<tf32>, %b as<tf32>, %acc by [16, 8, 8] : tensor<256x64xf32>, tensor<64x64xf32>, tensor<256x64xf32>
    scf.yield %d : tensor<256x64xf32>
  }
  %t3 = tileas.store %sum to %out[%0, %0] extents [%128, %64] strides [%64, %1] by<owner> : tensor<256x64xf32>, !tileaa.ptr
  tileas.return
}

// An assertion may end the kernel ahead of what it guards: nothing is loaded before it.
// CHECK-LABEL: tileas.kernel @asserted_masks(
// CHECK: scf.for
// CHECK-NOT: tileas.async_copy {{.*}} mask
// CHECK: tileas.mma
tileas.kernel @asserted_masks(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr, %flags: !tileaa.ptr, %n: i32) attributes {
  spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %512 = arith.constant 512 : i64
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
// REMARK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Passed] RemarkLoopPipelined {{.*}}Copies=1
  %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x64xf32>) : i32 {
    %k = arith.extui %j : i32 to i64
    %place = tileaa.ptr_add %flags, %k : !tileaa.ptr, i64
    %bytes, %t2 = tileas.load %place[%0, %k] extents [%128, %512] strides [%512, %1] : !tileaa.ptr -> tensor<128x64xi8>
    %is = arith.cmpi slt, %j, %c3 : i32
    tileas.assert %is, "no such slice" : i1
    %zeros = arith.constant dense<0> : tensor<128x64xi8>
    %mask = arith.cmpi ne, %bytes, %zeros : tensor<128x64xi8>
    %at = arith.muli %k, %64 : i64
    %a, %t0 = tileas.load %x[%0, %at] extents [%128, %512] strides [%512, %1] mask %mask : tensor<128x64xi1> : !tileaa.ptr -> tensor<128x64xf32>
    %b, %t1 = tileas.load %w[%at, %0] extents [%512, %64] strides [%64, %1] : !tileaa.ptr -> tensor<64x64xf32>
    %d = tileas.mma %a as<tf32>, %b as<tf32>, %acc by [16, 8, 8] : tensor<128x64xf32>, tensor<64x64xf32>, tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  %t3 = tileas.store %sum to %out[%0, %0] extents [%128, %64] strides [%64, %1] by<owner> : tensor<128x64xf32>, !tileaa.ptr
  tileas.return
}
