// Where sums and scores fill a thread's registers, nothing moves from one product to the
// other, and the first one is cut along K, each part at a time of its own. What it all
// gives is what the interpreter has.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts,tileas-place-in-shared,tileas-make-asynchronous,tileas-schedule-loops,tileas-pipeline-loops,tileas-separate-products,tileas-time-loops,tileas-verify-schedules,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tileiras %t.mlir -o - --gpu-name=sm_80 --emit=ptx | FileCheck %s --check-prefix=PTX
// RUN: %python %S/../../Inputs/numbers.py %t
// RUN: cuda-tile-run %t.mlir --entry=crowded --arg=ptr:%t.halves.x.npy --arg=ptr:%t.halves.w.npy --arg=ptr:new:f32[64,128] --compare=emulate --gpu-name=sm_80 --check=all --async=random --warps=random

// Where the assembler has not spilled, it may mix products.
// RUN: sed 's/findings = <products_apart = true>, //' %s > %t.mixed.mlir
// RUN: cuda-tile-opt %t.mixed.mlir --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts,tileas-place-in-shared,tileas-make-asynchronous,tileas-schedule-loops,tileas-pipeline-loops,tileas-separate-products))' | FileCheck %s --check-prefix=MIXED
// MIXED: tileas.mma
// MIXED-NOT: tileas.sched_barrier

// A part of a factor is not cut where shared memory has no room for more.
// RUN: sed 's/warps = 2,/warps = 2, min_ctas_per_sm = 5,/' %s > %t.parts.mlir
// RUN: cuda-tile-opt %t.parts.mlir --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts,tileas-place-in-shared,tileas-make-asynchronous,tileas-schedule-loops,tileas-pipeline-loops,tileas-separate-products))' --mlir-print-local-scope | FileCheck %s --check-prefix=PARTS

// CHECK-LABEL: @crowded(
// CHECK: scf.for
// CHECK-NOT: tileas.sched_barrier
// CHECK: %[[A:.*]] = tileas.mma {{.*}} along [0, 32]
// CHECK-NEXT: tileas.sched_barrier
// CHECK-NEXT: %[[B:.*]] = tileas.mma {{.*}}, %[[A]] by [16, 8, 16] along [32, 64]
// CHECK-NEXT: tileas.sched_barrier
// CHECK-NEXT: %[[C:.*]] = tileas.mma {{.*}}, %[[B]] by [16, 8, 16] along [64, 96]
// CHECK-NEXT: tileas.sched_barrier
// CHECK-NEXT: %[[S:.*]] = tileas.mma {{.*}}, %[[C]] by [16, 8, 16] along [96, 128]
// CHECK-NEXT: tileas.sched_barrier
// CHECK: arith.truncf %[[S]]
// CHECK: tileas.sched_barrier
// CHECK: tileas.mma
// CHECK-NOT: along
// CHECK-NOT: tileas.sched_barrier
// CHECK: tileas.return

// PARTS-LABEL: @crowded(
// PARTS: scf.for
// PARTS: tileas.mma {{.*}} along [64, 128] : !tileas.buffer<64x64xf16

// Each part multiplies 64 x 64 x 32 between two of them, with two warps.
// PTX: pmevent.mask 0
// PTX-COUNT-32: mma.sync
// PTX-NOT: mma.sync
// PTX: pmevent.mask 0
// PTX-COUNT-32: mma.sync
// PTX-NOT: mma.sync
// PTX: pmevent.mask 0
// PTX-COUNT-32: mma.sync
// PTX-NOT: mma.sync
// PTX: pmevent.mask 0
// PTX-NOT: mma.sync
// PTX: pmevent.mask 0
// PTX-COUNT-128: mma.sync
// PTX: ret
tileas.kernel @crowded(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, findings = <products_apart = true>, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %512 = arith.constant 512 : i64
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
  %q, %t0 = tileas.load %x[%0, %0] extents[%128, %512] strides[%512, %1] : !tileaa.ptr -> tensor<64x128xf16>
  %sum = scf.for %j = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<64x128xf32>) : i32 {
    %n = arith.extui %j : i32 to i64
    %at = arith.muli %n, %128 : i64
    %keys, %t1 = tileas.load %w[%at, %0] extents[%512, %64] strides[%64, %1] : !tileaa.ptr -> tensor<128x64xf16>
    %s = tileas.mma %q as<f16>, %keys as<f16>, %none by [16, 8, 16] : tensor<64x128xf16>, tensor<128x64xf16>, tensor<64x64xf32>
    %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %values, %t2 = tileas.load %x[%64, %at] extents[%128, %512] strides[%512, %1] : !tileaa.ptr -> tensor<64x128xf16>
    %d = tileas.mma %p as<f16>, %values as<f16>, %acc by [16, 8, 16] : tensor<64x64xf16>, tensor<64x128xf16>, tensor<64x128xf32>
    scf.yield %d : tensor<64x128xf32>
  }
  %t3 = tileas.store %sum to %out[%0, %0] extents[%64, %128] strides[%128, %1] by<owner> : tensor<64x128xf32>, !tileaa.ptr
  tileas.return
}

// With four warps there are registers enough: the only cut is the one behind which copies
// begin.
// CHECK-LABEL: @roomy(
// CHECK-NOT: tileas.sched_barrier
// CHECK-NOT: along
// CHECK: %[[O:.*]] = tileas.mma {{.*}} along [0, 16]
// CHECK-NOT: tileas.sched_barrier
// CHECK: tileas.async_copy
// CHECK-NOT: tileas.sched_barrier
// CHECK: tileas.mma {{.*}}, %[[O]] by [16, 8, 16] along [16, 64]
// CHECK-NOT: tileas.sched_barrier
// CHECK: tileas.return
tileas.kernel @roomy(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %512 = arith.constant 512 : i64
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
  %q, %t0 = tileas.load %x[%0, %0] extents[%128, %512] strides[%512, %1] : !tileaa.ptr -> tensor<64x128xf16>
  %sum = scf.for %j = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<64x128xf32>) : i32 {
    %n = arith.extui %j : i32 to i64
    %at = arith.muli %n, %128 : i64
    %keys, %t1 = tileas.load %w[%at, %0] extents[%512, %64] strides[%64, %1] : !tileaa.ptr -> tensor<128x64xf16>
    %s = tileas.mma %q as<f16>, %keys as<f16>, %none by [16, 8, 16] : tensor<64x128xf16>, tensor<128x64xf16>, tensor<64x64xf32>
    %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %values, %t2 = tileas.load %x[%64, %at] extents[%128, %512] strides[%512, %1] : !tileaa.ptr -> tensor<64x128xf16>
    %d = tileas.mma %p as<f16>, %values as<f16>, %acc by [16, 8, 16] : tensor<64x64xf16>, tensor<64x128xf16>, tensor<64x128xf32>
    scf.yield %d : tensor<64x128xf32>
  }
  %t3 = tileas.store %sum to %out[%0, %0] extents[%64, %128] strides[%128, %1] by<owner> : tensor<64x128xf32>, !tileaa.ptr
  tileas.return
}
