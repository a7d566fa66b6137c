// Copies by threads begin behind the first steps of a product, which is cut there, and
// the tensor cores multiply while the instructions of the copies are issued. What it all
// gives is what the interpreter has.
//
// DEFINE: %{placed} = tileas-assign-layouts,tileas-place-in-shared,tileas-make-asynchronous,tileas-schedule-loops,tileas-verify-schedules,tileas-pipeline-loops
// DEFINE: %{timed} = tileas-separate-products,tileas-time-loops,tileas-verify-schedules
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(%{placed},%{timed}))' --mlir-print-local-scope | FileCheck %s
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(%{placed},%{timed},tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: tileiras %t.mlir -o - --gpu-name=sm_80 --emit=ptx | FileCheck %s --check-prefix=PTX
// RUN: %python %S/../../Inputs/numbers.py %t

// RUN: cuda-tile-run %t.mlir --entry=product --arg=ptr:%t.halves.x.npy --arg=ptr:%t.halves.w.npy --arg=ptr:new:f32[128,64] --compare=emulate --gpu-name=sm_80 --check=all --async=random --warps=random
// RUN: cuda-tile-run %t.mlir --entry=counted_anew --arg=ptr:%t.halves.x.npy --arg=ptr:%t.halves.w.npy --arg=ptr:new:f32[128,64] --compare=emulate --gpu-name=sm_80 --check=all --async=random --warps=random
// RUN: FileCheck %s --check-prefix=ONCE < %t.mlir

// CHECK-LABEL: @product(
// CHECK: scf.for
// CHECK: tileas.wait
// CHECK-NOT: tileas.async_copy
// CHECK: %[[FIRST:.*]] = tileas.mma {{.*}} along [0, 16]
// CHECK: tileas.async_copy
// CHECK: %[[NEXT:.*]] = tileas.mma {{.*}}, %[[FIRST]] by [16, 8, 16] along [16, [[#END:]]]
// CHECK: tileas.async_copy
// CHECK: tileas.mma {{.*}}, %[[NEXT]] by [16, 8, 16] along {{\[}}[[#END]], 64]
// CHECK-NOT: tileas.async_copy
// CHECK: tileas.return

// The products of a step stand in front of the first copy of the loop.
// PTX: cp.async.wait_group
// PTX-NOT: cp.async.cg
// PTX-COUNT-8: mma.sync
// PTX: cp.async.cg
tileas.kernel @product(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %512 = arith.constant 512 : i64
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
  %sum = scf.for %j = %c0 to %c8 step %c1 iter_args(%acc = %none) -> (tensor<128x64xf32>) : i32 {
    %n = arith.extui %j : i32 to i64
    %at = arith.muli %n, %64 : i64
    %a, %t0 = tileas.load %x[%0, %at] extents[%128, %512] strides[%512, %1] : !tileaa.ptr -> tensor<128x64xf16>
    %b, %t1 = tileas.load %w[%at, %0] extents[%512, %64] strides[%64, %1] : !tileaa.ptr -> tensor<64x64xf16>
    %d = tileas.mma %a as<f16>, %b as<f16>, %acc by [16, 8, 16] : tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  %t3 = tileas.store %sum to %out[%0, %0] extents[%128, %64] strides[%64, %1] by<owner> : tensor<128x64xf32>, !tileaa.ptr
  tileas.return
}

// All parts of a product start in front of the wait for the tiles of the next one, which
// follows it: here the first copies begin too late for that.
// CHECK-LABEL: @two_products(
// CHECK: tileas.mma
// CHECK: tileas.return
tileas.kernel @two_products(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %k = arith.constant 64 : i64
  %n = arith.constant 64 : i64
  %m = arith.constant 128 : i64
  %kk = arith.constant 1024 : i64
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
  %sum = scf.for %j = %c0 to %c8 step %c1 iter_args(%acc = %none) -> (tensor<128x64xf32>) : i32 {
    %j64 = arith.extui %j : i32 to i64
    %at = arith.muli %j64, %k : i64
    %next = arith.addi %at, %k : i64
    %a, %t0 = tileas.load %x[%0, %at] extents[%m, %kk] strides[%kk, %1] : !tileaa.ptr -> tensor<128x64xf32>
    %b, %t1 = tileas.load %w[%at, %0] extents[%kk, %n] strides[%n, %1] : !tileaa.ptr -> tensor<64x64xf32>
    %p = tileas.mma %a as<tf32>, %b as<tf32>, %none by [16, 8, 8] : tensor<128x64xf32>, tensor<64x64xf32>, tensor<128x64xf32>
    %d = tileaa.addf %acc, %p rounding<nearest_even> : tensor<128x64xf32>
    %e, %t2 = tileas.load %x[%0, %next] extents[%m, %kk] strides[%kk, %1] : !tileaa.ptr -> tensor<128x64xf32>
    %f, %t3 = tileas.load %w[%next, %0] extents[%kk, %n] strides[%n, %1] : !tileaa.ptr -> tensor<64x64xf32>
    %q = tileas.mma %e as<tf32>, %f as<tf32>, %none by [16, 8, 8] : tensor<128x64xf32>, tensor<64x64xf32>, tensor<128x64xf32>
    %g = tileaa.addf %d, %q rounding<nearest_even> : tensor<128x64xf32>
    scf.yield %g : tensor<128x64xf32>
  }
  %t = tileas.store %sum to %out[%0, %0] extents[%m, %n] strides[%n, %1] by<owner> : tensor<128x64xf32>, !tileaa.ptr
  tileas.return
}

// A loop in other steps is counted anew, by 64 bits. Turns are narrow counts, which the
// expanded loop carries; resolved, they tell stages apart, and its copies begin under
// the product behind one barrier.
// CHECK-LABEL: @counted_anew(
// CHECK: scf.for {{.*}} : i64
// CHECK: tileas.mma {{.*}} along [0, 16]
// CHECK: tileas.async_copy
// CHECK: tileas.mma
// CHECK: tileas.return
// ONCE-LABEL: @counted_anew(
// ONCE: scf.for
// ONCE: tileas.wait_group
// ONCE: tileas.barrier
// ONCE-NOT: tileas.barrier
// ONCE: scf.yield
tileas.kernel @counted_anew(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %c16 = arith.constant 16 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %32 = arith.constant 32 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %512 = arith.constant 512 : i64
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
  %sum = scf.for %j = %c0 to %c16 step %c2 iter_args(%acc = %none) -> (tensor<128x64xf32>) : i32 {
    %n = arith.extui %j : i32 to i64
    %at = arith.muli %n, %32 : i64
    %a, %t0 = tileas.load %x[%0, %at] extents[%128, %512] strides[%512, %1] : !tileaa.ptr -> tensor<128x64xf16>
    %b, %t1 = tileas.load %w[%at, %0] extents[%512, %64] strides[%64, %1] : !tileaa.ptr -> tensor<64x64xf16>
    %d = tileas.mma %a as<f16>, %b as<f16>, %acc by [16, 8, 16] : tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  %t3 = tileas.store %sum to %out[%0, %0] extents[%128, %64] strides[%64, %1] by<owner> : tensor<128x64xf32>, !tileaa.ptr
  tileas.return
}
