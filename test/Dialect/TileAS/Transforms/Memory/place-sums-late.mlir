// Behind a loop its sum is read when all tiles that are added to it are there, where a
// thread has too few registers for them beside the sum. Each is read where it is added.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts,tileas-place-in-shared,tileas-place-sums))' | FileCheck %s --check-prefixes=CHECK,LATE
// RUN: sed 's/min_ctas_per_sm = 5/min_ctas_per_sm = 2/' %s | cuda-tile-opt - --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts,tileas-place-in-shared,tileas-place-sums))' | FileCheck %s --check-prefixes=CHECK,FIRST
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts,tileas-place-in-shared,tileas-place-sums,tileas-allocate-shared))' | FileCheck %s --check-prefix=PLACES

// CHECK-LABEL: tileas.kernel @layer(
// CHECK: %[[SUM:.*]] = scf.for
// CHECK: tileas.load
// LATE: %[[RESIDUAL:.*]], %{{.*}} = tileas.load
// LATE: tileas.shared_store %[[RESIDUAL]] to %[[PLACE:.*]] :
// CHECK: %[[X:.*]] = tileas.tmem_load %[[SUM]]
// LATE: %[[Y:.*]] = tileaa.addf %[[X]]
// LATE-NEXT: %[[READ:.*]] = tileas.shared_load %[[PLACE]]
// LATE-NEXT: %[[WIDE:.*]] = arith.extf %[[READ]]
// LATE-NEXT: tileaa.addf %[[Y]], %[[WIDE]]
// FIRST-NEXT: tileaa.addf %[[X]]
// FIRST: tileas.load
// FIRST: tileas.shared_load
//
// The result goes to the place of what was added to it.
// PLACES: tileas.tmem_load
// PLACES: tileas.alloc_shared at 0 :
tileas.kernel @layer(%p: !tileaa.ptr, %n: i32, %stride: i64, %more: i64)
    attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, min_ctas_per_sm = 5, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i64
  %unit = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %a = arith.constant dense<1.0> : tensor<128x16xf16>
  %b = arith.constant dense<2.0> : tensor<16x64xf16>
  %begin = arith.constant 0 : i32
  %step = arith.constant 1 : i32
  %r = scf.for %i = %begin to %n step %step iter_args(%acc = %none) -> (tensor<128x64xf32>) : i32 {
    %s, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] : tensor<128x16xf16>, tensor<16x64xf16>, tensor<128x64xf32>
    scf.yield %s : tensor<128x64xf32>
  }
  %bias, %t0 = tileas.load %p[%zero] extents [%size] strides [%unit] : !tileaa.ptr -> tensor<64xf32>
  %line = tileaa.reshape %bias : tensor<64xf32> -> tensor<1x64xf32>
  %lines = tileaa.broadcast %line : tensor<1x64xf32> -> tensor<128x64xf32>
  %y = tileaa.addf %r, %lines rounding<nearest_even> : tensor<128x64xf32>
  %residual, %t1 = tileas.load %p[%zero, %zero] extents [%size, %size] strides [%stride, %unit] : !tileaa.ptr -> tensor<128x64xf16>
  %wide = arith.extf %residual : tensor<128x64xf16> to tensor<128x64xf32>
  %z = tileaa.addf %y, %wide rounding<nearest_even> : tensor<128x64xf32>
  %w = arith.truncf %z : tensor<128x64xf32> to tensor<128x64xf16>
  %t2 = tileas.store %w to %p[%zero, %zero] extents [%size, %size] strides [%stride, %unit] by<owner> : tensor<128x64xf16>, !tileaa.ptr
  tileas.return
}

// A row of which each thread needs all numbers stays in shared memory until the sum is read,
// if registers have no room for both, though nothing else is loaded behind the loop.
// CHECK-LABEL: tileas.kernel @bias(
// CHECK: scf.for
// CHECK: tileas.shared_store
// FIRST: tileas.shared_load
// CHECK: %[[X:.*]] = tileas.tmem_load
// LATE: %[[READ:.*]] = tileas.shared_load
// LATE: %[[LINES:.*]] = tileaa.broadcast %[[READ]]
// LATE-NEXT: tileaa.addf %[[X]], %[[LINES]]
tileas.kernel @bias(%p: !tileaa.ptr, %n: i32, %stride: i64)
    attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, min_ctas_per_sm = 5, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i64
  %unit = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %a = arith.constant dense<1.0> : tensor<128x16xf16>
  %b = arith.constant dense<2.0> : tensor<16x64xf16>
  %begin = arith.constant 0 : i32
  %step = arith.constant 1 : i32
  %r = scf.for %i = %begin to %n step %step iter_args(%acc = %none) -> (tensor<128x64xf32>) : i32 {
    %s, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] : tensor<128x16xf16>, tensor<16x64xf16>, tensor<128x64xf32>
    scf.yield %s : tensor<128x64xf32>
  }
  %bias, %t0 = tileas.load %p[%zero] extents [%size] strides [%unit] : !tileaa.ptr -> tensor<64xf32>
  %line = tileaa.reshape %bias : tensor<64xf32> -> tensor<1x64xf32>
  %lines = tileaa.broadcast %line : tensor<1x64xf32> -> tensor<128x64xf32>
  %y = tileaa.addf %r, %lines rounding<nearest_even> : tensor<128x64xf32>
  %t1 = tileas.store %y to %p[%zero, %zero] extents [%size, %size] strides [%stride, %unit] by<owner> : tensor<128x64xf32>, !tileaa.ptr
  tileas.return
}
