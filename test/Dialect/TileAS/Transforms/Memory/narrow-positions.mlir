// RUN: cuda-tile-opt %s -pass-pipeline='builtin.module(tileas.kernel(tileas-narrow-positions))' | FileCheck %s

// Positions and extents that facts bound are i32: the last row of the last tile is
// 2^31 - 1. With one more they are not, nor where nothing is compared. Each number is
// truncated once, where it is made.
// CHECK-LABEL: @bounded
// CHECK: %[[E:.*]] = tileaa.assume {{.*}}upper = 2147483647
// CHECK-NEXT: %[[E32:.*]] = arith.trunci %[[E]] overflow<nsw, nuw> : i64 to i32
// CHECK-NEXT: %[[S:.*]] = arith.muli
// CHECK-NEXT: %[[S32:.*]] = arith.trunci %[[S]] overflow<nsw, nuw> : i64 to i32
// CHECK-NEXT: %[[S2:.*]] = arith.muli
// CHECK-NEXT: tileas.load %{{.*}}[%[[S32]] : i32, %{{[^:]*}} : i32] extents[%[[E32]],
// CHECK-NEXT: tileas.load %{{.*}}[%[[S2]], %{{[^:]*}}] extents[%[[E]],
// CHECK-NEXT: tileas.load %{{.*}}[%[[S]], %{{[^:]*}}] extents[%{{[^:]*}}] strides
// CHECK-NEXT: tileas.load %{{.*}}[%[[S]], %{{[^:]*}}] extents[%[[E]], {{.*}} {inbounds = array<i1: true, true>}
// CHECK-NEXT: tileas.load %{{.*}}[%[[S32]] : i32, %{{[^:]*}}] extents[%[[E32]], {{.*}} {inbounds = array<i1: false, true>}
// CHECK-NEXT: %[[S3:.*]] = arith.addi
// CHECK-NEXT: tileas.load %{{.*}}[%[[S3]], %{{[^:]*}}] extents[%[[E]],
// CHECK-NEXT: tileas.return
tileas.kernel @bounded(%p: !tileaa.ptr, %tile: i64, %rows: i64) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %size = arith.constant 64 : i64
  %all = arith.constant 64 : i64
  %t = tileaa.assume %tile {lower = 0 : i64, upper = 33554431 : i64} : i64
  %u = tileaa.assume %tile {lower = 0 : i64, upper = 33554432 : i64} : i64
  %e = tileaa.assume %rows {lower = 0 : i64, upper = 2147483647 : i64} : i64
  %s = arith.muli %t, %size : i64
  %s2 = arith.muli %u, %size : i64
  %x, %t0 = tileas.load %p[%s, %zero] extents[%e, %all] strides[%size, %one] : !tileaa.ptr -> tensor<64x64xf32>
  %y, %t1 = tileas.load %p[%s2, %zero] extents[%e, %all] strides[%size, %one] : !tileaa.ptr -> tensor<64x64xf32>
  %z, %t2 = tileas.load %p[%s, %zero] extents[%rows, %all] strides[%size, %one] : !tileaa.ptr -> tensor<64x64xf32>
  %w, %t3 = tileas.load %p[%s, %zero] extents[%e, %all] strides[%size, %one] {inbounds = array<i1: true, true>} : !tileaa.ptr -> tensor<64x64xf32>
  %v, %t4 = tileas.load %p[%s, %zero] extents[%e, %all] strides[%size, %one] {inbounds = array<i1: false, true>} : !tileaa.ptr -> tensor<64x64xf32>
  // The first row of the last tile is a number of 31 bits, and its last one is not.
  %s3 = arith.addi %s, %one : i64
  %u3, %t5 = tileas.load %p[%s3, %zero] extents[%e, %all] strides[%size, %one] : !tileaa.ptr -> tensor<64x64xf32>
  tileas.return
}
