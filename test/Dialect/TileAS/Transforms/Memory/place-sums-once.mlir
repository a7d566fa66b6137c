// Sums that one op takes are loaded in front of it, each once and in their order.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts,tileas-place-in-shared,tileas-place-sums))' | FileCheck %s

// CHECK-LABEL: tileas.kernel @both(
// CHECK: %[[FIRST:.*]], %{{.*}} = tileas.tcgen05_mma
// CHECK: %[[SECOND:.*]], %{{.*}} = tileas.tcgen05_mma
// CHECK: %[[LEFT:.*]] = tileas.tmem_load %[[FIRST]]
// CHECK-NEXT: %[[RIGHT:.*]] = tileas.tmem_load %[[SECOND]]
// CHECK-NEXT: tileaa.addf %[[LEFT]], %[[RIGHT]]
tileas.kernel @both(%p: !tileaa.ptr)
    attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 64 : i64
  %a = arith.constant dense<1.0> : tensor<64x16xf16>
  %b = arith.constant dense<2.0> : tensor<16x64xf16>
  %c = arith.constant dense<3.0> : tensor<16x64xf16>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %x, %xend = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %none by [64, 64, 16] : tensor<64x16xf16>, tensor<16x64xf16>, tensor<64x64xf32>
  %y, %yend = tileas.tcgen05_mma %a as<f16>, %c as<f16>, %none by [64, 64, 16] : tensor<64x16xf16>, tensor<16x64xf16>, tensor<64x64xf32>
  %z = tileaa.addf %x, %y rounding<nearest_even> : tensor<64x64xf32>
  %w = tileas.store %z to %p[%zero, %zero] extents [%size, %size] strides [%size, %one] by<owner> : tensor<64x64xf32>, !tileaa.ptr
  tileas.return
}
