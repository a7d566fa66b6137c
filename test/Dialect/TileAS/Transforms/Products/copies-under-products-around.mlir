// Copies begin under products where a thread has registers for their addresses: a loop
// over tiles around computes them anew in each iteration, and of one with a known number
// of iterations ptxas keeps those of all.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts,tileas-place-in-shared,tileas-make-asynchronous,tileas-schedule-loops,tileas-verify-schedules))' --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: @tiles(
// CHECK: tileas.wait
// CHECK: tileas.mma {{.*}} along [0, 16]
// CHECK: tileas.mma {{.*}} along [
// CHECK: tileas.return
tileas.kernel @tiles(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %256 = arith.constant 256 : i64
  %512 = arith.constant 512 : i64
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
  scf.for %i = %c0 to %n step %c1 : i32 {
    %tile = arith.extui %i : i32 to i64
    %column = arith.muli %tile, %128 : i64
    %sum = scf.for %j = %c0 to %c8 step %c1 iter_args(%acc = %none) -> (tensor<128x128xf32>) : i32 {
      %k = arith.extui %j : i32 to i64
      %at = arith.muli %k, %64 : i64
      %a, %t0 = tileas.load %x[%0, %at] extents[%128, %512] strides[%512, %1] : !tileaa.ptr -> tensor<128x64xf16>
      %b, %t1 = tileas.load %w[%at, %column] extents[%512, %256] strides[%256, %1] : !tileaa.ptr -> tensor<64x128xf16>
      %d = tileas.mma %a as<f16>, %b as<f16>, %acc by [16, 8, 16] : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    %t2 = tileas.store %sum to %out[%0, %column] extents[%128, %256] strides[%256, %1] by<owner> : tensor<128x128xf32>, !tileaa.ptr
  }
  tileas.return
}

// CHECK-LABEL: @parts(
// CHECK: tileas.wait
// CHECK: tileas.mma
// CHECK-NOT: along
// CHECK: tileas.return
tileas.kernel @parts(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c8 = arith.constant 8 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %256 = arith.constant 256 : i64
  %512 = arith.constant 512 : i64
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
  scf.for %i = %c0 to %c2 step %c1 : i32 {
    %tile = arith.extui %i : i32 to i64
    %column = arith.muli %tile, %128 : i64
    %sum = scf.for %j = %c0 to %c8 step %c1 iter_args(%acc = %none) -> (tensor<128x128xf32>) : i32 {
      %k = arith.extui %j : i32 to i64
      %at = arith.muli %k, %64 : i64
      %a, %t0 = tileas.load %x[%0, %at] extents[%128, %512] strides[%512, %1] : !tileaa.ptr -> tensor<128x64xf16>
      %b, %t1 = tileas.load %w[%at, %column] extents[%512, %256] strides[%256, %1] : !tileaa.ptr -> tensor<64x128xf16>
      %d = tileas.mma %a as<f16>, %b as<f16>, %acc by [16, 8, 16] : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    %t2 = tileas.store %sum to %out[%0, %column] extents[%128, %256] strides[%256, %1] by<owner> : tensor<128x128xf32>, !tileaa.ptr
  }
  tileas.return
}
