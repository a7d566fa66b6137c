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

// A condition that is loaded is not known before its iteration.
// CHECK-LABEL: tileas.kernel @loaded(
// CHECK-NOT: tileas.ring
// CHECK: scf.if
// CHECK: tileas.load
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
// REMARK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] RemarkLoopNotPipelined {{.*}}not pipelined: an address or a condition cannot be computed ahead of its iteration
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

// A product in two branches is worth the same word.
// CHECK-LABEL: tileas.kernel @loaded_within(
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
// REMARK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] RemarkLoopNotPipelined {{.*}}not pipelined: an address or a condition cannot be computed ahead of its iteration
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
