// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s

// CHECK-LABEL: tileaa.entry @accesses(
tileaa.entry @accesses(%p: !tileaa.ptr, %n: i64, %m: i1) {
  %t0 = tileaa.make_token
  // CHECK: tileaa.load %{{.*}} : !tileaa.ptr -> f32
  %s, %t1 = tileaa.load %p : !tileaa.ptr -> f32
  %pad = arith.constant 0.0 : f32
  // CHECK: tileaa.load %{{.*}}[%{{.*}}, %{{.*}}] extents[%{{.*}}, %{{.*}}] strides[%{{.*}}, %{{.*}}] other %{{.*}} : f32 after %{{.*}} : !tileaa.ptr -> tensor<4x8xf32>
  %v, %t2 = tileaa.load %p[%n, %n] extents[%n, %n] strides[%n, %n]
      other %pad : f32 after %t0 : !tileaa.ptr -> tensor<4x8xf32>
  %ptrs = tileaa.splat %p : !tileaa.ptr -> tensor<8x!tileaa.ptr>
  %mask = tileaa.splat %m : i1 -> tensor<8xi1>
  // CHECK: tileaa.load %{{.*}} mask %{{.*}} : tensor<8xi1> ordering<acquire> scope<device> : tensor<8x!tileaa.ptr> -> tensor<8xf16>
  %g, %t3 = tileaa.load %ptrs mask %mask : tensor<8xi1> ordering<acquire>
      scope<device>
      : tensor<8x!tileaa.ptr> -> tensor<8xf16>
  // CHECK: tileaa.join_tokens
  %t4 = tileaa.join_tokens %t1, %t2, %t3
  // CHECK: tileaa.store %{{.*}} to %{{.*}}[%{{.*}}, %{{.*}}] extents[%{{.*}}, %{{.*}}] strides[%{{.*}}, %{{.*}}] after %{{.*}} : tensor<4x8xf32>, !tileaa.ptr
  %t5 = tileaa.store %v to %p[%n, %n] extents[%n, %n] strides[%n, %n]
      after %t4 : tensor<4x8xf32>, !tileaa.ptr
  // CHECK: tileaa.store %{{.*}} to %{{.*}} mask %{{.*}} : tensor<8xi1> ordering<release> scope<system> : tensor<8xf16>, tensor<8x!tileaa.ptr>
  %t6 = tileaa.store %g to %ptrs mask %mask : tensor<8xi1> ordering<release>
      scope<system> : tensor<8xf16>, tensor<8x!tileaa.ptr>
  tileaa.return
}

// CHECK-LABEL: tileaa.entry @messages(
tileaa.entry @messages(%n: i32, %c: i1) {
  %t0 = tileaa.make_token
  // CHECK: tileaa.assume %{{.*}} {div_by = 16 : i64, lower = 0 : i64} : i32
  %a = tileaa.assume %n {div_by = 16 : i64, lower = 0 : i64} : i32
  // CHECK: tileaa.assert %{{.*}}, "message" : i1
  tileaa.assert %c, "message" : i1
  // CHECK: tileaa.print "n = %d", %{{.*}} : i32 after
  %t1 = tileaa.print "n = %d", %a : i32 after %t0
  // CHECK: tileaa.print "bare"
  %t2 = tileaa.print "bare"
  // CHECK: tileaa.keep_loop
  tileaa.keep_loop
  // CHECK: tileaa.block_id
  %x, %y, %z = tileaa.block_id
  // CHECK: tileaa.num_blocks
  %gx, %gy, %gz = tileaa.num_blocks
  tileaa.return
}
