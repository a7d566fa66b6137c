// A float of 16 bits that is widened to f32 is a tf32 without rounding: a product of two such
// factors is one of the format that both had before.
//
// RUN: cuda-tile-opt %s -tileaa-narrow-factors -verify-each -o %t.mlir
// RUN: FileCheck %s < %t.mlir

// The moves of a factor go with it, and what else is computed of the f32 stays.
// CHECK-LABEL: @both(
// CHECK: %[[A:.*]], %{{.*}} = tileaa.load %arg0
// CHECK: %[[W:.*]] = arith.extf %[[A]]
// CHECK: %[[B:.*]], %{{.*}} = tileaa.load %arg1
// CHECK-NOT: convert_float
// CHECK: %[[T:.*]] = tileaa.permute %[[B]] [1, 0] : tensor<64x32xbf16> -> tensor<32x64xbf16>
// CHECK: %[[S:.*]] = tileaa.mma %[[A]] as<bf16>, %[[T]] as<bf16>, {{.*}} : tensor<64x32xbf16>, tensor<32x64xbf16>, tensor<64x64xf32>
// CHECK: tileaa.addf %[[W]], %[[W]]
tileaa.entry @both(%x: !tileaa.ptr, %y: !tileaa.ptr, %o: !tileaa.ptr, %p: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a, %t = tileaa.load %x[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x32xbf16>
  %w = arith.extf %a : tensor<64x32xbf16> to tensor<64x32xf32>
  %b, %u = tileaa.load %y[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x32xbf16>
  %v = arith.extf %b : tensor<64x32xbf16> to tensor<64x32xf32>
  %vT = tileaa.permute %v [1, 0] : tensor<64x32xf32> -> tensor<32x64xf32>
  %lhs = tileaa.convert_float %w from <f32> to <tf32> : tensor<64x32xf32> -> tensor<64x32xf32>
  %rhs = tileaa.convert_float %vT from <f32> to <tf32> : tensor<32x64xf32> -> tensor<32x64xf32>
  %s = tileaa.mma %lhs as<tf32>, %rhs as<tf32>, %zero : tensor<64x32xf32>, tensor<32x64xf32>, tensor<64x64xf32>
  %d = tileaa.addf %w, %w : tensor<64x32xf32>
  %t0 = tileaa.store %s to %o[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<64x64xf32>, !tileaa.ptr
  %t1 = tileaa.store %d to %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<64x32xf32>, !tileaa.ptr
  tileaa.return
}

// Beside a factor of f32, which is rounded, a product is one of tf32, and so are the others
// of its factors.
// CHECK-LABEL: @rounded_beside(
// CHECK-COUNT-2: tileaa.convert_float
// CHECK: tileaa.mma %{{.*}} as<tf32>, %{{.*}} as<tf32>
// CHECK: tileaa.convert_float
// CHECK: tileaa.mma %{{.*}} as<tf32>, %{{.*}} as<tf32>
tileaa.entry @rounded_beside(%x: !tileaa.ptr, %y: !tileaa.ptr, %z: !tileaa.ptr, %o: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a, %t = tileaa.load %x[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x32xbf16>
  %w = arith.extf %a : tensor<64x32xbf16> to tensor<64x32xf32>
  %lhs = tileaa.convert_float %w from <f32> to <tf32> : tensor<64x32xf32> -> tensor<64x32xf32>
  %f, %u = tileaa.load %y[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<32x64xf32>
  %rounded = tileaa.convert_float %f from <f32> to <tf32> : tensor<32x64xf32> -> tensor<32x64xf32>
  %s = tileaa.mma %lhs as<tf32>, %rounded as<tf32>, %zero : tensor<64x32xf32>, tensor<32x64xf32>, tensor<64x64xf32>
  %h, %v = tileaa.load %z[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<32x64xbf16>
  %wide = arith.extf %h : tensor<32x64xbf16> to tensor<32x64xf32>
  %rhs = tileaa.convert_float %wide from <f32> to <tf32> : tensor<32x64xf32> -> tensor<32x64xf32>
  %r = tileaa.mma %lhs as<tf32>, %rhs as<tf32>, %s : tensor<64x32xf32>, tensor<32x64xf32>, tensor<64x64xf32>
  %t0 = tileaa.store %r to %o[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<64x64xf32>, !tileaa.ptr
  tileaa.return
}

// No instruction multiplies bf16 by f16.
// CHECK-LABEL: @two_formats(
// CHECK: tileaa.mma %{{.*}} as<tf32>, %{{.*}} as<tf32>
tileaa.entry @two_formats(%x: !tileaa.ptr, %y: !tileaa.ptr, %o: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a, %t = tileaa.load %x[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x32xbf16>
  %w = arith.extf %a : tensor<64x32xbf16> to tensor<64x32xf32>
  %lhs = tileaa.convert_float %w from <f32> to <tf32> : tensor<64x32xf32> -> tensor<64x32xf32>
  %b, %u = tileaa.load %y[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<32x64xf16>
  %v = arith.extf %b : tensor<32x64xf16> to tensor<32x64xf32>
  %rhs = tileaa.convert_float %v from <f32> to <tf32> : tensor<32x64xf32> -> tensor<32x64xf32>
  %s = tileaa.mma %lhs as<tf32>, %rhs as<tf32>, %zero : tensor<64x32xf32>, tensor<32x64xf32>, tensor<64x64xf32>
  %t0 = tileaa.store %s to %o[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<64x64xf32>, !tileaa.ptr
  tileaa.return
}
