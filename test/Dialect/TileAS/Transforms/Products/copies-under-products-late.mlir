// Copies of a deep tile take so long that not all of them can begin under the product: the
// first one stays in front of it.
//
// DEFINE: %{placed} = tileas-assign-layouts,tileas-place-in-shared,tileas-make-asynchronous,tileas-schedule-loops,tileas-verify-schedules,tileas-pipeline-loops
// DEFINE: %{timed} = tileas-separate-products,tileas-time-loops,tileas-verify-schedules
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(%{placed},%{timed}))' --mlir-print-local-scope | FileCheck %s
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(%{placed},%{timed},tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: %python %S/../../Inputs/numbers.py %t
// RUN: cuda-tile-run %t.mlir --entry=deep --arg=ptr:%t.halves.x.npy --arg=ptr:%t.halves.w.npy --arg=ptr:new:f32[128,64] --compare=emulate --gpu-name=sm_120 --check=all --async=random --warps=random

// CHECK-LABEL: @deep(
// CHECK: scf.for
// CHECK: tileas.wait
// CHECK: tileas.async_copy
// CHECK: tileas.mma {{.*}} along [0,
// CHECK: tileas.async_copy
// CHECK: tileas.mma
// CHECK-NOT: tileas.async_copy
// CHECK: tileas.return
tileas.kernel @deep(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_120", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %512 = arith.constant 512 : i64
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
  %sum = scf.for %j = %c0 to %c4 step %c1 iter_args(%acc = %none) -> (tensor<128x64xf32>) : i32 {
    %n = arith.extui %j : i32 to i64
    %at = arith.muli %n, %128 : i64
    %a, %t0 = tileas.load %x[%0, %at] extents[%128, %512] strides[%512, %1] : !tileaa.ptr -> tensor<128x128xf16>
    %b, %t1 = tileas.load %w[%at, %0] extents[%512, %64] strides[%64, %1] : !tileaa.ptr -> tensor<128x64xf16>
    %d = tileas.mma %a as<f16>, %b as<f16>, %acc by [16, 8, 16] : tensor<128x128xf16>, tensor<128x64xf16>, tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  %t3 = tileas.store %sum to %out[%0, %0] extents[%128, %64] strides[%64, %1] by<owner> : tensor<128x64xf32>, !tileaa.ptr
  tileas.return
}
