// What each op prints parses back to the same op.
// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s

// CHECK-LABEL: tileaa.entry @rounded(
tileaa.entry @rounded(%p: !tileaa.ptr, %s: f32, %h: f16) {
  %t = tileaa.splat %s : f32 -> tensor<4xf32>
  // The default rounding is not printed.
  // CHECK: tileaa.addf %{{.*}}, %{{.*}} : tensor<4xf32>
  %0 = tileaa.addf %t, %t : tensor<4xf32>
  // CHECK: tileaa.addf %{{.*}}, %{{.*}} rounding<zero> ftz : tensor<4xf32>
  %1 = tileaa.addf %t, %t rounding<zero> ftz : tensor<4xf32>
  // CHECK: tileaa.subf %{{.*}}, %{{.*}} rounding<negative_inf> : f32
  %2 = tileaa.subf %s, %s rounding<negative_inf> : f32
  // CHECK: tileaa.mulf %{{.*}}, %{{.*}} rounding<positive_inf> : f16
  %3 = tileaa.mulf %h, %h rounding<positive_inf> : f16
  // CHECK: tileaa.divf %{{.*}}, %{{.*}} rounding<approx> : f32
  %4 = tileaa.divf %s, %s rounding<approx> : f32
  // CHECK: tileaa.divf %{{.*}}, %{{.*}} rounding<full> ftz : f32
  %5 = tileaa.divf %s, %s rounding<full> ftz : f32
  // CHECK: tileaa.fma %{{.*}}, %{{.*}}, %{{.*}} ftz : f32
  %6 = tileaa.fma %s, %s, %s ftz : f32
  tileaa.return
}

// CHECK-LABEL: tileaa.entry @exact(
tileaa.entry @exact(%s: f64) {
  // CHECK: tileaa.maxf %{{.*}}, %{{.*}} propagate_nan : f64
  %0 = tileaa.maxf %s, %s propagate_nan : f64
  // CHECK: tileaa.minf %{{.*}}, %{{.*}} : f64
  %1 = tileaa.minf %s, %s : f64
  // CHECK: tileaa.remf
  %2 = tileaa.remf %s, %s : f64
  // CHECK: tileaa.absf
  %3 = tileaa.absf %s : f64
  // CHECK: tileaa.ceil
  %4 = tileaa.ceil %s : f64
  // CHECK: tileaa.floor
  %5 = tileaa.floor %s : f64
  tileaa.return
}

// CHECK-LABEL: tileaa.entry @addresses(
tileaa.entry @addresses(%p: !tileaa.ptr, %i: i64) {
  // CHECK: tileaa.ptr_add %{{.*}}, %{{.*}} : !tileaa.ptr, i64
  %0 = tileaa.ptr_add %p, %i : !tileaa.ptr, i64
  %t = tileaa.splat %p : !tileaa.ptr -> tensor<8x!tileaa.ptr>
  // CHECK: tileaa.ptr_to_int %{{.*}} : tensor<8x!tileaa.ptr> -> tensor<8xi64>
  %1 = tileaa.ptr_to_int %t : tensor<8x!tileaa.ptr> -> tensor<8xi64>
  // CHECK: tileaa.int_to_ptr %{{.*}} : tensor<8xi64> -> tensor<8x!tileaa.ptr>
  %2 = tileaa.int_to_ptr %1 : tensor<8xi64> -> tensor<8x!tileaa.ptr>
  // CHECK: tileaa.ptr_add %{{.*}}, %{{.*}} : tensor<8x!tileaa.ptr>, tensor<8xi64>
  %3 = tileaa.ptr_add %2, %1 : tensor<8x!tileaa.ptr>, tensor<8xi64>
  tileaa.return
}
