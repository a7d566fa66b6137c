// A sum that stays in tensor memory takes no registers in its loop. So one loop adds up all
// slices of it, reads each factor once, and threads store one slice after another.
//
// RUN: cuda-tile-opt %s '-tileaa-strip-mine=gpu-name=sm_100' -canonicalize -cse | FileCheck %s
// RUN: cuda-tile-opt %s '-tileaa-strip-mine=gpu-name=sm_100 warp-groups=false' -canonicalize -cse | FileCheck %s --check-prefix=LOOP
// RUN: cuda-tile-opt %s '-tileaa-strip-mine=gpu-name=sm_90' -canonicalize -cse | FileCheck %s --check-prefix=LOOP

// CHECK-LABEL: @product(
// CHECK-NOT: scf.for
// CHECK: %[[SUMS:.*]]:3 = scf.for {{.*}} iter_args(%[[UPPER:.*]] = %{{.*}}, %[[LOWER:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) -> (tensor<128x256xf32>, tensor<128x256xf32>, !tileaa.token)
// CHECK: %[[A:.*]], %{{.*}} = tileaa.load %arg0[%c0_i64, %{{.*}}] {{.*}} -> tensor<128x64xf16>
// CHECK: %[[B:.*]], %{{.*}} = tileaa.load %arg1[{{.*}} -> tensor<64x256xf16>
// CHECK: %[[FIRST:.*]] = tileaa.mma %[[A]] as<f16>, %[[B]] as<f16>, %[[UPPER]]
// CHECK: %[[BELOW:.*]], %{{.*}} = tileaa.load %arg0[%c128_i64, %{{.*}}] {{.*}} -> tensor<128x64xf16>
// CHECK-NOT: tileaa.load
// CHECK: %[[SECOND:.*]] = tileaa.mma %[[BELOW]] as<f16>, %[[B]] as<f16>, %[[LOWER]]
// CHECK: scf.yield %[[FIRST]], %[[SECOND]]
// CHECK: %[[HALF:.*]] = arith.truncf %[[SUMS]]#0
// CHECK: tileaa.store %[[HALF]] to %arg2[%c0_i64, %c0_i64]
// CHECK: %[[OTHER:.*]] = arith.truncf %[[SUMS]]#1
// CHECK: tileaa.store %[[OTHER]] to %arg2[%c128_i64, %c0_i64]
// CHECK: tileaa.return

// LOOP-LABEL: @product(
// LOOP: scf.for {{.*}} to %c2_i64
// LOOP: scf.for {{.*}} -> (tensor<128x256xf32>, !tileaa.token)
// LOOP: tileaa.return
tileaa.entry @product(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %zero = arith.constant dense<0.0> : tensor<256x256xf32>
  %sum = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (tensor<256x256xf32>) : i64 {
    %a, %t = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<256x64xf16>
    %b, %u = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x256xf16>
    %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<256x64xf16>, tensor<64x256xf16>, tensor<256x256xf32>
    scf.yield %d : tensor<256x256xf32>
  }
  %half = arith.truncf %sum : tensor<256x256xf32> to tensor<256x256xf16>
  %w = tileaa.store %half to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<256x256xf16>, !tileaa.ptr
  tileaa.return
}

// What is stored comes after the loads of its own slice alone.
// CHECK-LABEL: @updated(
// CHECK: scf.for
// CHECK: %[[OLD:.*]], %[[T:.*]] = tileaa.load %arg2[%c0_i64, %c0_i64] {{.*}} -> tensor<128x256xf32>
// CHECK: %[[AFTER:.*]] = tileaa.join_tokens {{.*}}%[[T]]
// CHECK: tileaa.store %{{.*}} to %arg2[%c0_i64, %c0_i64] {{.*}} after %[[AFTER]]
// CHECK: tileaa.load %arg2[%c128_i64, %c0_i64]
// CHECK: tileaa.store %{{.*}} to %arg2[%c128_i64, %c0_i64]
tileaa.entry @updated(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %zero = arith.constant dense<0.0> : tensor<256x256xf32>
  %sum = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (tensor<256x256xf32>) : i64 {
    %a, %t = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<256x64xf16>
    %b, %u = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x256xf16>
    %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<256x64xf16>, tensor<64x256xf16>, tensor<256x256xf32>
    scf.yield %d : tensor<256x256xf32>
  }
  %old, %v = tileaa.load %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<256x256xf32>
  %new = tileaa.addf %sum, %old : tensor<256x256xf32>
  %w = tileaa.store %new to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] after %v : tensor<256x256xf32>, !tileaa.ptr
  tileaa.return
}

// The next store comes after the slices of this one, and not after the loads that have
// moved.
// CHECK-LABEL: @again(
// CHECK: scf.for {{.*}} iter_args(%[[BEFORE:.*]] = %{{.*}}) -> (!tileaa.token)
// CHECK: %[[SUMS:.*]]:3 = scf.for
// CHECK: %[[FIRST:.*]] = tileaa.store %[[SUMS]]#0 {{.*}} after %[[BEFORE]] :
// CHECK: %[[SECOND:.*]] = tileaa.store %[[SUMS]]#1 {{.*}} after %[[BEFORE]] :
// CHECK: %[[AFTER:.*]] = tileaa.join_tokens {{.*}}%[[FIRST]], %[[SECOND]]{{$}}
// CHECK: scf.yield %[[AFTER]] : !tileaa.token
tileaa.entry @again(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %c256 = arith.constant 256 : i64
  %zero = arith.constant dense<0.0> : tensor<256x256xf32>
  %none = tileaa.make_token
  %end = scf.for %row = %c0 to %n step %c256 iter_args(%before = %none) -> (!tileaa.token) : i64 {
    %sum = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (tensor<256x256xf32>) : i64 {
      %a, %t = tileaa.load %p[%row, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<256x64xf16>
      %b, %u = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x256xf16>
      %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<256x64xf16>, tensor<64x256xf16>, tensor<256x256xf32>
      scf.yield %d : tensor<256x256xf32>
    }
    %w = tileaa.store %sum to %r[%row, %c0] extents [%n, %n] strides [%n, %c1] after %before : tensor<256x256xf32>, !tileaa.ptr
    scf.yield %w : !tileaa.token
  }
  tileaa.return
}

// Two sums of 256 columns are 65,536 registers where threads read both at once. One by one
// they are half of that.
// CHECK-LABEL: @together(
// CHECK: scf.for {{.*}} -> (tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, !tileaa.token)
// CHECK-COUNT-4: tileaa.mma
// CHECK: scf.yield
// CHECK: tileaa.store {{.*}} %arg3[%c0_i64, %c0_i64] {{.*}} tensor<128x128xf32>
// CHECK: tileaa.store {{.*}} %arg3[%c0_i64, %c128_i64] {{.*}} tensor<128x128xf32>
// CHECK-LABEL: @oneByOne(
// CHECK: scf.for {{.*}} -> (tensor<128x256xf32>, tensor<128x256xf32>)
// CHECK-COUNT-2: tileaa.mma
// CHECK: scf.yield
tileaa.entry @together(%p: !tileaa.ptr, %q: !tileaa.ptr, %o: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  %sums:2 = scf.for %k = %c0 to %n step %c64 iter_args(%x = %zero, %y = %zero) -> (tensor<128x256xf32>, tensor<128x256xf32>) : i64 {
    %a, %t = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x64xf16>
    %b, %u = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x256xf16>
    %c, %v = tileaa.load %o[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x256xf16>
    %d = tileaa.mma %a as<f16>, %b as<f16>, %x : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    %e = tileaa.mma %a as<f16>, %c as<f16>, %y : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    scf.yield %d, %e : tensor<128x256xf32>, tensor<128x256xf32>
  }
  %both = tileaa.mulf %sums#0, %sums#1 : tensor<128x256xf32>
  %w = tileaa.store %both to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x256xf32>, !tileaa.ptr
  tileaa.return
}
tileaa.entry @oneByOne(%p: !tileaa.ptr, %q: !tileaa.ptr, %o: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %c256 = arith.constant 256 : i64
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  %sums:2 = scf.for %k = %c0 to %n step %c64 iter_args(%x = %zero, %y = %zero) -> (tensor<128x256xf32>, tensor<128x256xf32>) : i64 {
    %a, %t = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x64xf16>
    %b, %u = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x256xf16>
    %c, %v = tileaa.load %o[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x256xf16>
    %d = tileaa.mma %a as<f16>, %b as<f16>, %x : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    %e = tileaa.mma %a as<f16>, %c as<f16>, %y : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    scf.yield %d, %e : tensor<128x256xf32>, tensor<128x256xf32>
  }
  %w = tileaa.store %sums#0 to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x256xf32>, !tileaa.ptr
  %z = tileaa.store %sums#1 to %r[%c0, %c256] extents [%n, %n] strides [%n, %c1] : tensor<128x256xf32>, !tileaa.ptr
  tileaa.return
}
