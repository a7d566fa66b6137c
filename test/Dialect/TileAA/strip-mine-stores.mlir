// A loop carries slices side by side for all stores that have what it carries: each stores
// the same rows in a part, and the sum comes first, in whatever order the program stores.
//
// RUN: cuda-tile-opt %s '-tileaa-strip-mine=gpu-name=sm_100' -canonicalize -cse | FileCheck %s
// RUN: cuda-tile-opt %s '-tileaa-strip-mine=gpu-name=sm_90 max-registers=16384' -canonicalize -cse | FileCheck %s --check-prefix=LOOP

// CHECK-LABEL: @before(
// CHECK: %[[PARTS:.*]]:5 = scf.for {{.*}} -> (tensor<128x128xf32>, tensor<128x1xf32>, tensor<128x128xf32>, tensor<128x1xf32>, !tileaa.token)
// CHECK-COUNT-4: tileaa.mma
// CHECK: scf.yield
// CHECK: %[[SUM:.*]] = tileaa.store %[[PARTS]]#0 to %arg1[%c0_i64, %c0_i64]
// CHECK: %[[LINE:.*]] = tileaa.reshape %[[PARTS]]#1
// CHECK: %[[HIGH:.*]] = tileaa.store %[[LINE]] to %arg2[%c0_i64]
// CHECK: %[[LOWER_SUM:.*]] = tileaa.store %[[PARTS]]#2 to %arg1[%c128_i64, %c0_i64]
// CHECK: %[[LOWER:.*]] = tileaa.reshape %[[PARTS]]#3
// CHECK: %[[LOWER_HIGH:.*]] = tileaa.store %[[LOWER]] to %arg2[%c128_i64]
// What comes after one store or both comes after all parts.
// CHECK: %[[ALL:.*]] = tileaa.join_tokens {{.*}}%[[SUM]], %[[LOWER_SUM]], %[[HIGH]], %[[LOWER_HIGH]]
// CHECK: %[[EITHER:.*]] = tileaa.join_tokens %[[ALL]]{{$}}
// CHECK: %[[BOTH:.*]] = tileaa.join_tokens %[[EITHER]], %[[ALL]]
// CHECK: tileaa.store %{{.*}} after %[[BOTH]]

// One after the other, slices would read the factors again.
// LOOP-LABEL: @before(
// LOOP: scf.for {{.*}} -> (tensor<256x1xf32>, tensor<256x128xf32>)
tileaa.entry @before(%p: !tileaa.ptr, %r: !tileaa.ptr, %s: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %zero = arith.constant dense<0.0> : tensor<256x64xf32>
  %sum = arith.constant dense<0.0> : tensor<256x128xf32>
  %low = arith.constant dense<0xFF800000> : tensor<256x1xf32>
  %a, %t = tileaa.load %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<256x128xf16>
  %end:2 = scf.for %k = %c0 to %n step %c64 iter_args(%high = %low, %acc = %sum) -> (tensor<256x1xf32>, tensor<256x128xf32>) : i64 {
    %b, %u = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%c1, %n] : !tileaa.ptr -> tensor<128x64xf16>
    %score = tileaa.mma %a as<f16>, %b as<f16>, %zero : tensor<256x128xf16>, tensor<128x64xf16>, tensor<256x64xf32>
    %max = tileaa.reduce %score dim 1 identities [0xFF800000 : f32] : tensor<256x64xf32> -> tensor<256xf32> {
    ^bb0(%x: f32, %y: f32):
      %m = tileaa.maxf %x, %y : f32
      tileaa.yield %m : f32
    }
    %column = tileaa.reshape %max : tensor<256xf32> -> tensor<256x1xf32>
    %higher = tileaa.maxf %high, %column : tensor<256x1xf32>
    %of = tileaa.broadcast %higher : tensor<256x1xf32> -> tensor<256x64xf32>
    %below = tileaa.subf %score, %of : tensor<256x64xf32>
    %power = tileaa.exp2 %below : tensor<256x64xf32>
    %less = tileaa.subf %high, %higher : tensor<256x1xf32>
    %factor = tileaa.exp2 %less : tensor<256x1xf32>
    %wide = tileaa.broadcast %factor : tensor<256x1xf32> -> tensor<256x128xf32>
    %scaled = tileaa.mulf %acc, %wide : tensor<256x128xf32>
    %half = arith.truncf %power : tensor<256x64xf32> to tensor<256x64xf16>
    %c, %w = tileaa.load %p[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x128xf16>
    %d = tileaa.mma %half as<f16>, %c as<f16>, %scaled : tensor<256x64xf16>, tensor<64x128xf16>, tensor<256x128xf32>
    scf.yield %higher, %d : tensor<256x1xf32>, tensor<256x128xf32>
  }
  %line = tileaa.reshape %end#0 : tensor<256x1xf32> -> tensor<256xf32>
  %x = tileaa.store %line to %s[%c0] extents [%n] strides [%c1] : tensor<256xf32>, !tileaa.ptr
  %either = tileaa.join_tokens %x
  %y = tileaa.store %end#1 to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<256x128xf32>, !tileaa.ptr
  %both = tileaa.join_tokens %either, %y
  %mark = tileaa.splat %n : i64 -> tensor<1xi64>
  %z = tileaa.store %mark to %p[%c0] extents [%n] strides [%c1] after %both : tensor<1xi64>, !tileaa.ptr
  tileaa.return
}

// CHECK-LABEL: @behind(
// CHECK: scf.for {{.*}} -> (tensor<128x128xf32>, tensor<128x1xf32>, tensor<128x128xf32>, tensor<128x1xf32>, !tileaa.token)
// CHECK-COUNT-2: tileaa.store {{.*}} tensor<128
tileaa.entry @behind(%p: !tileaa.ptr, %r: !tileaa.ptr, %s: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %zero = arith.constant dense<0.0> : tensor<256x64xf32>
  %sum = arith.constant dense<0.0> : tensor<256x128xf32>
  %low = arith.constant dense<0xFF800000> : tensor<256x1xf32>
  %a, %t = tileaa.load %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<256x128xf16>
  %end:2 = scf.for %k = %c0 to %n step %c64 iter_args(%high = %low, %acc = %sum) -> (tensor<256x1xf32>, tensor<256x128xf32>) : i64 {
    %b, %u = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%c1, %n] : !tileaa.ptr -> tensor<128x64xf16>
    %score = tileaa.mma %a as<f16>, %b as<f16>, %zero : tensor<256x128xf16>, tensor<128x64xf16>, tensor<256x64xf32>
    %max = tileaa.reduce %score dim 1 identities [0xFF800000 : f32] : tensor<256x64xf32> -> tensor<256xf32> {
    ^bb0(%x: f32, %y: f32):
      %m = tileaa.maxf %x, %y : f32
      tileaa.yield %m : f32
    }
    %column = tileaa.reshape %max : tensor<256xf32> -> tensor<256x1xf32>
    %higher = tileaa.maxf %high, %column : tensor<256x1xf32>
    %of = tileaa.broadcast %higher : tensor<256x1xf32> -> tensor<256x64xf32>
    %below = tileaa.subf %score, %of : tensor<256x64xf32>
    %power = tileaa.exp2 %below : tensor<256x64xf32>
    %less = tileaa.subf %high, %higher : tensor<256x1xf32>
    %factor = tileaa.exp2 %less : tensor<256x1xf32>
    %wide = tileaa.broadcast %factor : tensor<256x1xf32> -> tensor<256x128xf32>
    %scaled = tileaa.mulf %acc, %wide : tensor<256x128xf32>
    %half = arith.truncf %power : tensor<256x64xf32> to tensor<256x64xf16>
    %c, %w = tileaa.load %p[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x128xf16>
    %d = tileaa.mma %half as<f16>, %c as<f16>, %scaled : tensor<256x64xf16>, tensor<64x128xf16>, tensor<256x128xf32>
    scf.yield %higher, %d : tensor<256x1xf32>, tensor<256x128xf32>
  }
  %line = tileaa.reshape %end#0 : tensor<256x1xf32> -> tensor<256xf32>
  %y = tileaa.store %end#1 to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<256x128xf32>, !tileaa.ptr
  %x = tileaa.store %line to %s[%c0] extents [%n] strides [%c1] : tensor<256xf32>, !tileaa.ptr
  tileaa.return
}

// A store stays in front of one that comes after it.
// CHECK-LABEL: @ordered(
// CHECK: scf.for {{.*}} -> (tensor<256x1xf32>, tensor<256x128xf32>)
tileaa.entry @ordered(%p: !tileaa.ptr, %r: !tileaa.ptr, %s: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %zero = arith.constant dense<0.0> : tensor<256x64xf32>
  %sum = arith.constant dense<0.0> : tensor<256x128xf32>
  %low = arith.constant dense<0xFF800000> : tensor<256x1xf32>
  %a, %t = tileaa.load %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<256x128xf16>
  %end:2 = scf.for %k = %c0 to %n step %c64 iter_args(%high = %low, %acc = %sum) -> (tensor<256x1xf32>, tensor<256x128xf32>) : i64 {
    %b, %u = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%c1, %n] : !tileaa.ptr -> tensor<128x64xf16>
    %score = tileaa.mma %a as<f16>, %b as<f16>, %zero : tensor<256x128xf16>, tensor<128x64xf16>, tensor<256x64xf32>
    %max = tileaa.reduce %score dim 1 identities [0xFF800000 : f32] : tensor<256x64xf32> -> tensor<256xf32> {
    ^bb0(%x: f32, %y: f32):
      %m = tileaa.maxf %x, %y : f32
      tileaa.yield %m : f32
    }
    %column = tileaa.reshape %max : tensor<256xf32> -> tensor<256x1xf32>
    %higher = tileaa.maxf %high, %column : tensor<256x1xf32>
    %of = tileaa.broadcast %higher : tensor<256x1xf32> -> tensor<256x64xf32>
    %below = tileaa.subf %score, %of : tensor<256x64xf32>
    %power = tileaa.exp2 %below : tensor<256x64xf32>
    %less = tileaa.subf %high, %higher : tensor<256x1xf32>
    %factor = tileaa.exp2 %less : tensor<256x1xf32>
    %wide = tileaa.broadcast %factor : tensor<256x1xf32> -> tensor<256x128xf32>
    %scaled = tileaa.mulf %acc, %wide : tensor<256x128xf32>
    %half = arith.truncf %power : tensor<256x64xf32> to tensor<256x64xf16>
    %c, %w = tileaa.load %p[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x128xf16>
    %d = tileaa.mma %half as<f16>, %c as<f16>, %scaled : tensor<256x64xf16>, tensor<64x128xf16>, tensor<256x128xf32>
    scf.yield %higher, %d : tensor<256x1xf32>, tensor<256x128xf32>
  }
  %line = tileaa.reshape %end#0 : tensor<256x1xf32> -> tensor<256xf32>
  %x = tileaa.store %line to %s[%c0] extents [%n] strides [%c1] : tensor<256xf32>, !tileaa.ptr
  %y = tileaa.store %end#1 to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] after %x : tensor<256x128xf32>, !tileaa.ptr
  tileaa.return
}

// The columns of another tile are not the rows that are cut.
// CHECK-LABEL: @other(
// CHECK: scf.for {{.*}} -> (tensor<256x1xf32>, tensor<256x128xf32>)
tileaa.entry @other(%p: !tileaa.ptr, %r: !tileaa.ptr, %s: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %zero = arith.constant dense<0.0> : tensor<256x64xf32>
  %sum = arith.constant dense<0.0> : tensor<256x128xf32>
  %low = arith.constant dense<0xFF800000> : tensor<256x1xf32>
  %a, %t = tileaa.load %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<256x128xf16>
  %end:2 = scf.for %k = %c0 to %n step %c64 iter_args(%high = %low, %acc = %sum) -> (tensor<256x1xf32>, tensor<256x128xf32>) : i64 {
    %b, %u = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%c1, %n] : !tileaa.ptr -> tensor<128x64xf16>
    %score = tileaa.mma %a as<f16>, %b as<f16>, %zero : tensor<256x128xf16>, tensor<128x64xf16>, tensor<256x64xf32>
    %max = tileaa.reduce %score dim 1 identities [0xFF800000 : f32] : tensor<256x64xf32> -> tensor<256xf32> {
    ^bb0(%x: f32, %y: f32):
      %m = tileaa.maxf %x, %y : f32
      tileaa.yield %m : f32
    }
    %column = tileaa.reshape %max : tensor<256xf32> -> tensor<256x1xf32>
    %higher = tileaa.maxf %high, %column : tensor<256x1xf32>
    %of = tileaa.broadcast %higher : tensor<256x1xf32> -> tensor<256x64xf32>
    %below = tileaa.subf %score, %of : tensor<256x64xf32>
    %power = tileaa.exp2 %below : tensor<256x64xf32>
    %less = tileaa.subf %high, %higher : tensor<256x1xf32>
    %factor = tileaa.exp2 %less : tensor<256x1xf32>
    %wide = tileaa.broadcast %factor : tensor<256x1xf32> -> tensor<256x128xf32>
    %scaled = tileaa.mulf %acc, %wide : tensor<256x128xf32>
    %half = arith.truncf %power : tensor<256x64xf32> to tensor<256x64xf16>
    %c, %w = tileaa.load %p[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x128xf16>
    %d = tileaa.mma %half as<f16>, %c as<f16>, %scaled : tensor<256x64xf16>, tensor<64x128xf16>, tensor<256x128xf32>
    scf.yield %higher, %d : tensor<256x1xf32>, tensor<256x128xf32>
  }
  %line = tileaa.reshape %end#0 : tensor<256x1xf32> -> tensor<256xf32>
  %halves = tileaa.reshape %line : tensor<256xf32> -> tensor<2x128xf32>
  %x = tileaa.store %halves to %s[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<2x128xf32>, !tileaa.ptr
  %y = tileaa.store %end#1 to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<256x128xf32>, !tileaa.ptr
  tileaa.return
}
