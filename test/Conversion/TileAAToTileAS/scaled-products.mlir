// Products of scaled blocks get the instruction for their types and blocks, of
// e2m1 the one that takes twice as many at once, and keep their scales.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_120}),convert-tileaa-to-tileas)' | FileCheck %s
// RUN: not cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_100}),convert-tileaa-to-tileas)' 2>&1 | FileCheck %s --check-prefix=SM100

// SM100: scaled-products.mlir:{{.*}}: error: {{.*}} has scaled blocks that no instruction of sm_100 multiplies here: tcgen05.mma takes the scales of 128 columns and four blocks of K, or of 64 and eight

// CHECK-LABEL: @bytes(
// CHECK: tileas.mma %{{.*}} as<e4m3>, %{{.*}} as<e4m3>, %{{.*}} scaled(%{{.*}}, %{{.*}} : tensor<16x2xi8>, tensor<2x8xi8>) as<f8E8M0FNU> by [16, 8, 32]
tileaa.entry @bytes(%a: i8, %c: f32) {
  %0 = tileaa.splat %a : i8 -> tensor<16x64xi8>
  %1 = tileaa.splat %a : i8 -> tensor<64x8xi8>
  %2 = tileaa.splat %c : f32 -> tensor<16x8xf32>
  %3 = tileaa.splat %a : i8 -> tensor<16x2xi8>
  %4 = tileaa.splat %a : i8 -> tensor<2x8xi8>
  %5 = tileaa.mma %0 as<e4m3>, %1 as<e4m3>, %2 scaled(%3, %4 : tensor<16x2xi8>, tensor<2x8xi8>) as<f8E8M0FNU> : tensor<16x64xi8>, tensor<64x8xi8>, tensor<16x8xf32>
  tileaa.return
}

// CHECK-LABEL: @half_bytes(
// CHECK: tileas.mma %{{.*}} as<e2m1>, %{{.*}} as<e2m1>, %{{.*}} scaled(%{{.*}}, %{{.*}} : tensor<16x2xi8>, tensor<2x8xi8>) as<f8E8M0FNU> by [16, 8, 64]
// CHECK: tileas.mma %{{.*}} as<e2m1>, %{{.*}} as<e2m1>, %{{.*}} scaled(%{{.*}}, %{{.*}} : tensor<16x4xi8>, tensor<4x8xi8>) as<f8E4M3FN> by [16, 8, 64]
tileaa.entry @half_bytes(%a: i8, %c: f32) {
  %0 = tileaa.splat %a : i8 -> tensor<16x32xi8>
  %1 = tileaa.splat %a : i8 -> tensor<32x8xi8>
  %2 = tileaa.splat %c : f32 -> tensor<16x8xf32>
  %3 = tileaa.splat %a : i8 -> tensor<16x2xi8>
  %4 = tileaa.splat %a : i8 -> tensor<2x8xi8>
  %5 = tileaa.mma %0 as<e2m1>, %1 as<e2m1>, %2 scaled(%3, %4 : tensor<16x2xi8>, tensor<2x8xi8>) as<f8E8M0FNU> : tensor<16x32xi8>, tensor<32x8xi8>, tensor<16x8xf32>
  %6 = tileaa.splat %a : i8 -> tensor<16x4xi8>
  %7 = tileaa.splat %a : i8 -> tensor<4x8xi8>
  %8 = tileaa.mma %0 as<e2m1>, %1 as<e2m1>, %2 scaled(%6, %7 : tensor<16x4xi8>, tensor<4x8xi8>) as<f8E4M3FN> : tensor<16x32xi8>, tensor<32x8xi8>, tensor<16x8xf32>
  tileaa.return
}
