// Products get an instruction of the target. Factors that it does not multiply
// are widened to what it does, and those without any to f32.
//
// RUN: cuda-tile-opt %s --convert-tileaa-to-tileas=gpu-name=sm_75 | FileCheck %s --check-prefixes=CHECK,SM75
// RUN: cuda-tile-opt %s --convert-tileaa-to-tileas=gpu-name=sm_89 | FileCheck %s --check-prefixes=CHECK,SM89

// CHECK-LABEL: @bytes(
// SM75: %[[A:.*]] = tileaa.convert_float %{{.*}} from <f8E4M3FN> to <f16> : tensor<16x32xi8> -> tensor<16x32xf16>
// SM75: %[[B:.*]] = tileaa.convert_float %{{.*}} from <f8E4M3FN> to <f16> : tensor<32x8xi8> -> tensor<32x8xf16>
// SM75: tileas.mma %[[A]] as<f16>, %[[B]] as<f16>, %{{.*}} by [16, 8, 8]
// SM89: tileas.mma %{{.*}} as<e4m3>, %{{.*}} as<e4m3>, %{{.*}} by [16, 8, 32]
tileaa.entry @bytes(%a: i8, %c: f32) {
  %0 = tileaa.splat %a : i8 -> tensor<16x32xi8>
  %1 = tileaa.splat %a : i8 -> tensor<32x8xi8>
  %2 = tileaa.splat %c : f32 -> tensor<16x8xf32>
  %3 = tileaa.mma %0 as<e4m3>, %1 as<e4m3>, %2 : tensor<16x32xi8>, tensor<32x8xi8>, tensor<16x8xf32>
  tileaa.return
}

// The low bits of tf32 count for nothing, in f32 neither.
// CHECK-LABEL: @tf32(
// SM75: %[[MASK:.*]] = arith.constant dense<-8192> : tensor<4x4xi32>
// SM75: arith.andi %{{.*}}, %[[MASK]]
// SM75: tileas.mma %{{.*}} as<f32>, %{{.*}} as<f32>, %{{[0-9]+}} :
// SM89: tileas.mma %{{.*}} as<tf32>, %{{.*}} as<tf32>, %{{.*}} by [16, 8, 4]
tileaa.entry @tf32(%c: f32) {
  %0 = tileaa.splat %c : f32 -> tensor<4x4xf32>
  %1 = tileaa.mma %0 as<tf32>, %0 as<tf32>, %0 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
  tileaa.return
}

// No GPU has an instruction with full products of f32.
// CHECK-LABEL: @f32(
// CHECK: tileas.mma %{{.*}} as<f32>, %{{.*}} as<f32>, %{{[0-9]+}} :
tileaa.entry @f32(%c: f32) {
  %0 = tileaa.splat %c : f32 -> tensor<4x4xf32>
  %1 = tileaa.mma %0 as<f32>, %0 as<f32>, %0 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
  tileaa.return
}
