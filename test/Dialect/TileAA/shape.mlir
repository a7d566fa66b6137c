// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s

// CHECK-LABEL: tileaa.entry @shapes(
tileaa.entry @shapes(%s: f32) {
  // CHECK: tileaa.iota : tensor<16xi32>
  %i = tileaa.iota : tensor<16xi32>
  // CHECK: tileaa.splat %{{.*}} : f32 -> tensor<1x8xf32>
  %0 = tileaa.splat %s : f32 -> tensor<1x8xf32>
  // CHECK: tileaa.broadcast %{{.*}} : tensor<1x8xf32> -> tensor<4x8xf32>
  %1 = tileaa.broadcast %0 : tensor<1x8xf32> -> tensor<4x8xf32>
  // CHECK: tileaa.permute %{{.*}} [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  %2 = tileaa.permute %1 [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  // CHECK: tileaa.reshape %{{.*}} : tensor<8x4xf32> -> tensor<32xf32>
  %3 = tileaa.reshape %2 : tensor<8x4xf32> -> tensor<32xf32>
  %4 = tileaa.splat %s : f32 -> tensor<1x1xf32>
  // CHECK: tileaa.unsplat %{{.*}} : tensor<1x1xf32> -> f32
  %5 = tileaa.unsplat %4 : tensor<1x1xf32> -> f32
  tileaa.return
}

// CHECK-LABEL: tileaa.entry @reductions(
tileaa.entry @reductions(%s: f32) {
  %t = tileaa.splat %s : f32 -> tensor<4x8xf32>
  // CHECK: tileaa.reduce %{{.*}} dim 1 identities [0.000000e+00 : f32]
  // CHECK-SAME: tensor<4x8xf32> -> tensor<4xf32> {
  // CHECK-NEXT: ^bb0(%[[L:.*]]: f32, %[[R:.*]]: f32):
  // CHECK-NEXT: tileaa.addf %[[L]], %[[R]] : f32
  // CHECK-NEXT: tileaa.yield
  %0 = tileaa.reduce %t dim 1 identities [0.0 : f32]
      : tensor<4x8xf32> -> tensor<4xf32> {
  ^bb0(%l: f32, %r: f32):
    %sum = tileaa.addf %l, %r : f32
    tileaa.yield %sum : f32
  }
  // A tile of rank 1 gives a scalar.
  // CHECK: tileaa.reduce %{{.*}} dim 0 {{.*}} : tensor<4xf32> -> f32
  %1 = tileaa.reduce %0 dim 0 identities [1.0 : f32] : tensor<4xf32> -> f32 {
  ^bb0(%l: f32, %r: f32):
    %product = tileaa.mulf %l, %r : f32
    tileaa.yield %product : f32
  }
  tileaa.return
}
