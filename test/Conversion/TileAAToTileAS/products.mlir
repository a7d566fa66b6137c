// Products get an instruction of the target. Factors that it does not multiply
// are widened to what it does, and those without any to f32.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_75}),convert-tileaa-to-tileas)' | FileCheck %s --check-prefixes=CHECK,SM75
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_89}),convert-tileaa-to-tileas)' | FileCheck %s --check-prefixes=CHECK,SM89

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

// What is rounded to tf32 for a product alone is rounded when it is read, unless
// the loop does not change it, or there are no such products.
// CHECK-LABEL: @rounded(
// CHECK: %[[A:.*]], %{{.*}} = tileas.load
// CHECK: %[[HELD:.*]] = tileaa.convert_float %[[A]] from <f32> to <tf32>
// CHECK: scf.for
// CHECK: %[[B:.*]], %{{.*}} = tileas.load
// SM75: tileaa.convert_float %[[B]]
// SM89-NOT: tileaa.convert_float
// SM89: %[[MOVED:.*]] = tileaa.permute %[[B]] [1, 0]
// SM89: tileas.mma %[[HELD]] as<tf32>, %[[MOVED]] as<tf32>, %{{.*}} by [16, 8, 8] {rounds_rhs}
// CHECK: %[[D:.*]], %{{.*}} = tileas.load
// CHECK: tileaa.convert_float %[[D]] from <f32> to <tf32> rounding<zero>
// SM89: tileas.mma %{{.*}} by [16, 8, 8] :
tileaa.entry @rounded(%p: !tileaa.ptr, %n: i64, %i: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %a, %t0 = tileaa.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<16x16xf32>
  %at = tileaa.convert_float %a from <f32> to <tf32> : tensor<16x16xf32> -> tensor<16x16xf32>
  %sum = scf.for %k = %c0 to %i step %c1 iter_args(%acc = %zero) -> (tensor<16x16xf32>) : i32 {
    %b, %t1 = tileaa.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<16x16xf32>
    %bt = tileaa.convert_float %b from <f32> to <tf32> : tensor<16x16xf32> -> tensor<16x16xf32>
    %bp = tileaa.permute %bt [1, 0] : tensor<16x16xf32> -> tensor<16x16xf32>
    %d = tileaa.mma %at as<tf32>, %bp as<tf32>, %acc : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
    %e, %t2 = tileaa.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<16x16xf32>
    %et = tileaa.convert_float %e from <f32> to <tf32> rounding<zero> : tensor<16x16xf32> -> tensor<16x16xf32>
    %f = tileaa.mma %at as<tf32>, %et as<tf32>, %d : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
    scf.yield %f : tensor<16x16xf32>
  }
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
