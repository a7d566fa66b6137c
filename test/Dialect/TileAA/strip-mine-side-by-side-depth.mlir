// Slices of a sum that stand side by side have the factors of all of them in shared memory
// at once. So a product whose factors have no room there twice is cut along K before its
// sum is cut, and one loop adds up all slices of a step along K. Sums in registers are cut
// one after the other, so that a slice of the product is cut only if it needs that itself.
//
// RUN: cuda-tile-opt %s '-tileaa-strip-mine=gpu-name=sm_100 max-factor-bytes=110000' -canonicalize -cse | FileCheck %s
// RUN: cuda-tile-opt %s '-tileaa-strip-mine=gpu-name=sm_100 max-factor-bytes=140000' -canonicalize -cse | FileCheck %s --check-prefix=ROOM
// RUN: cuda-tile-opt %s '-tileaa-strip-mine=gpu-name=sm_90 max-factor-bytes=110000' -canonicalize -cse | FileCheck %s --check-prefix=REGISTERS

// CHECK-LABEL: @product(
// CHECK: scf.for
// CHECK: %[[SUMS:.*]]:3 = scf.for {{.*}} iter_args(%[[UPPER:.*]] = %{{.*}}, %[[LOWER:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) -> (tensor<128x256xf32>, tensor<128x256xf32>, !tileaa.token)
// CHECK: tileaa.load %arg0{{.*}} -> tensor<128x32xf32>
// CHECK: %[[B:.*]], %{{.*}} = tileaa.load %arg1{{.*}} -> tensor<32x256xf32>
// CHECK: %[[WORDS:.*]] = tileaa.convert_float %[[B]]
// CHECK: tileaa.mma %{{.*}} as<tf32>, %[[WORDS]] as<tf32>, %[[UPPER]]
// CHECK: tileaa.load %arg0{{.*}} -> tensor<128x32xf32>
// CHECK-NOT: tileaa.load
// CHECK: tileaa.mma %{{.*}} as<tf32>, %[[WORDS]] as<tf32>, %[[LOWER]]
// CHECK: tileaa.return

// ROOM-LABEL: @product(
// ROOM: tileaa.load %arg0{{.*}} -> tensor<128x64xf32>
// ROOM-NOT: 32x256xf32
// ROOM: tileaa.return

// REGISTERS-LABEL: @product(
// REGISTERS-NOT: 32x256xf32
// REGISTERS: tileaa.return
tileaa.entry @product(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %zero = arith.constant dense<0.0> : tensor<256x256xf32>
  %sum = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (tensor<256x256xf32>) : i64 {
    %a, %t = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<256x64xf32>
    %b, %u = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x256xf32>
    %x = tileaa.convert_float %a from <f32> to <tf32> : tensor<256x64xf32> -> tensor<256x64xf32>
    %y = tileaa.convert_float %b from <f32> to <tf32> : tensor<64x256xf32> -> tensor<64x256xf32>
    %d = tileaa.mma %x as<tf32>, %y as<tf32>, %acc : tensor<256x64xf32>, tensor<64x256xf32>, tensor<256x256xf32>
    scf.yield %d : tensor<256x256xf32>
  }
  %w = tileaa.store %sum to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<256x256xf32>, !tileaa.ptr
  tileaa.return
}

// Each CTA of a pair ends up with half of the right factor: two slices that are whole in shared
// memory take what three take elsewhere.
// CHECK-LABEL: @pair(
// CHECK: tileaa.load %arg0{{.*}} -> tensor<128x128xf16>
// CHECK: tileaa.load %arg1{{.*}} -> tensor<128x256xf16>
// CHECK-LABEL: @alone(
// CHECK: tileaa.load %arg0{{.*}} -> tensor<128x64xf16>
// CHECK: tileaa.load %arg1{{.*}} -> tensor<64x256xf16>
tileaa.entry @pair(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) attributes {launch = #tileaa.launch<cluster = [2, 1, 1], spread = true>} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c256 = arith.constant 256 : i64
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  %sum = scf.for %k = %c0 to %n step %c256 iter_args(%acc = %zero) -> (tensor<128x256xf32>) : i64 {
    %a, %t = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x256xf16>
    %b, %u = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<256x256xf16>
    %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<128x256xf16>, tensor<256x256xf16>, tensor<128x256xf32>
    scf.yield %d : tensor<128x256xf32>
  }
  %w = tileaa.store %sum to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x256xf32>, !tileaa.ptr
  tileaa.return
}

tileaa.entry @alone(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c256 = arith.constant 256 : i64
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  %sum = scf.for %k = %c0 to %n step %c256 iter_args(%acc = %zero) -> (tensor<128x256xf32>) : i64 {
    %a, %t = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x256xf16>
    %b, %u = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<256x256xf16>
    %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<128x256xf16>, tensor<256x256xf16>, tensor<128x256xf32>
    scf.yield %d : tensor<128x256xf32>
  }
  %w = tileaa.store %sum to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x256xf32>, !tileaa.ptr
  tileaa.return
}
