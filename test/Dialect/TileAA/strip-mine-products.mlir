// Products of loaded factors that shared memory has no room for add up the products
// of their slices along K, in the same order.
//
// RUN: cuda-tile-opt %s '-tileaa-strip-mine=max-factor-bytes=16384' -canonicalize -cse | FileCheck %s
// RUN: cuda-tile-opt %s '-tileaa-strip-mine=max-factor-bytes=16384 gpu-name=sm_75' -canonicalize -cse | FileCheck %s --check-prefix=SM75
// RUN: cuda-tile-opt %s '-tileaa-strip-mine=max-factor-bytes=16384 gpu-name=sm_80' -canonicalize -cse | FileCheck %s --check-prefix=SM80

// Both take 64 KiB here, slices of 8 of each row and column 8 KiB.
// CHECK-LABEL: @tf32(
// CHECK: scf.for %[[K:.*]] = {{.*}} iter_args(%[[OUTER:.*]] = %
// CHECK: %[[SUMS:.*]]:2 = scf.for %[[I:.*]] = %c0_i32 to %c8_i32 step %c1_i32 iter_args(%[[SUM:.*]] = %[[OUTER]],
// CHECK: %[[STEP:.*]] = arith.extui %[[I]]
// CHECK: %[[DISTANCE:.*]] = arith.muli %[[STEP]], %c8_i64
// CHECK: %[[AT:.*]] = arith.addi %[[K]], %[[DISTANCE]]
// CHECK: %[[A:.*]], %{{.*}} = tileaa.load %arg0[%c0_i64, %[[AT]]] {{.*}} -> tensor<128x8xf32>
// CHECK: %[[ROUNDED:.*]] = tileaa.convert_float %[[A]]
// CHECK: tileaa.load %arg1[%[[AT]], %c0_i64] {{.*}} -> tensor<8x128xf32>
// CHECK: %[[NEXT:.*]] = tileaa.mma %[[ROUNDED]] as<tf32>, %{{.*}} as<tf32>, %[[SUM]]
// CHECK-NEXT: %[[TOKEN:.*]] = tileaa.join_tokens
// CHECK-NEXT: scf.yield %[[NEXT]], %[[TOKEN]]
// CHECK-NOT: tileaa.slices
// CHECK: scf.yield %[[SUMS]]#0
tileaa.entry @tf32(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i64 {
    %a, %t = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x64xf32>
    %x = tileaa.convert_float %a from <f32> to <tf32> : tensor<128x64xf32> -> tensor<128x64xf32>
    %b, %u = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x128xf32>
    %y = tileaa.convert_float %b from <f32> to <tf32> : tensor<64x128xf32> -> tensor<64x128xf32>
    %d = tileaa.mma %x as<tf32>, %y as<tf32>, %acc : tensor<128x64xf32>, tensor<64x128xf32>, tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  %w = tileaa.store %sum to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x128xf32>, !tileaa.ptr
  tileaa.return
}

// A scale is that of 32 elements along K, here one for each slice of 32. What comes
// after the loads comes after the loop.
// CHECK-LABEL: @scaled(
// CHECK: %[[LOOP:.*]]:2 = scf.for %{{.*}} to %c16_i32
// CHECK-DAG: tileaa.load %arg0{{.*}} -> tensor<128x32xi8>
// CHECK-DAG: tileaa.load %arg1{{.*}} -> tensor<32x128xi8>
// CHECK-DAG: tileaa.load %arg2{{.*}} -> tensor<128x1xi8>
// CHECK-DAG: tileaa.load %arg3{{.*}} -> tensor<1x128xi8>
// CHECK: tileaa.mma {{.*}} scaled({{.*}} : tensor<128x1xi8>, tensor<1x128xi8>)
// CHECK: %[[AFTER:.*]] = tileaa.join_tokens %{{.*}}, %[[LOOP]]#1
// CHECK: tileaa.store %[[LOOP]]#0 to %arg0{{.*}} after %[[AFTER]]
tileaa.entry @scaled(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %s: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %a, %t = tileaa.load %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x512xi8>
  %b, %u = tileaa.load %q[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<512x128xi8>
  %sa, %v = tileaa.load %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x16xi8>
  %sb, %w = tileaa.load %s[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<16x128xi8>
  %d = tileaa.mma %a as<e4m3>, %b as<e4m3>, %zero scaled(%sa, %sb : tensor<128x16xi8>, tensor<16x128xi8>) as<f8E8M0FNU> : tensor<128x512xi8>, tensor<512x128xi8>, tensor<128x128xf32>
  %z = tileaa.store %d to %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] after %t : tensor<128x128xf32>, !tileaa.ptr
  tileaa.return
}

// Two slices would share a scale.
// CHECK-LABEL: @one_scale(
// CHECK-NOT: scf.for
// CHECK: tileaa.return
tileaa.entry @one_scale(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %s = arith.constant dense<127> : tensor<512x1xi8>
  %t = arith.constant dense<127> : tensor<1x64xi8>
  %zero = arith.constant dense<0.0> : tensor<512x64xf32>
  %a, %u = tileaa.load %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<512x32xi8>
  %b, %v = tileaa.load %q[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<32x64xi8>
  %d = tileaa.mma %a as<e4m3>, %b as<e4m3>, %zero scaled(%s, %t : tensor<512x1xi8>, tensor<1x64xi8>) as<f8E8M0FNU> : tensor<512x32xi8>, tensor<32x64xi8>, tensor<512x64xf32>
  %z = tileaa.store %d to %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<512x64xf32>, !tileaa.ptr
  tileaa.return
}

// What a loop does not change is there before it, and what a product has made is in
// registers: slices would load or multiply it again and again.
// CHECK-LABEL: @attention(
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: tileaa.return
tileaa.entry @attention(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %a, %t = tileaa.load %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x128xf16>
  %sum = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (tensor<64x128xf32>) : i64 {
    %b, %u = tileaa.load %q[%c0, %k] extents [%n, %n] strides [%c1, %n] : !tileaa.ptr -> tensor<128x64xf16>
    %s = tileaa.mma %a as<f16>, %b as<f16>, %none : tensor<64x128xf16>, tensor<128x64xf16>, tensor<64x64xf32>
    %f = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %c, %v = tileaa.load %r[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x128xf16>
    %d = tileaa.mma %f as<f16>, %c as<f16>, %acc : tensor<64x64xf16>, tensor<64x128xf16>, tensor<64x128xf32>
    scf.yield %d : tensor<64x128xf32>
  }
  %w = tileaa.store %sum to %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<64x128xf32>, !tileaa.ptr
  tileaa.return
}

// A slice would be loaded behind a store that has to come after the load.
// CHECK-LABEL: @overwritten(
// CHECK-NOT: scf.for
// CHECK: tileaa.return
tileaa.entry @overwritten(%p: !tileaa.ptr, %q: !tileaa.ptr, %x: f16, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a, %t = tileaa.load %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x256xf16>
  %b, %u = tileaa.load %q[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<256x64xf16>
  %v = tileaa.store %x to %p after %t : f16, !tileaa.ptr
  %d = tileaa.mma %a as<f16>, %b as<f16>, %zero : tensor<64x256xf16>, tensor<256x64xf16>, tensor<64x64xf32>
  %z = tileaa.store %d to %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<64x64xf32>, !tileaa.ptr
  tileaa.return
}

// Tokens that go on to other iterations and behind the loop are joined after the
// slices.
// CHECK-LABEL: @joined(
// CHECK: %[[OUTER:.*]]:3 = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) ->
// CHECK: %[[LOOP:.*]]:2 = scf.for %{{.*}} to %c8_i32
// CHECK: %[[BEHIND:.*]] = tileaa.join_tokens %{{.*}}, %[[LOOP]]#1
// CHECK: %[[BOTH:.*]] = tileaa.join_tokens %[[A]], %[[BEHIND]]
// CHECK: tileaa.join_tokens %[[BOTH]], %[[B]], %[[BEHIND]]
// CHECK: scf.yield %[[LOOP]]#0,
// CHECK: tileaa.store %[[OUTER]]#0 to %arg0{{.*}} after %[[OUTER]]#1
tileaa.entry @joined(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c256 = arith.constant 256 : i64
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %first = tileaa.make_token
  %sum, %x, %y = scf.for %k = %c0 to %n step %c256 iter_args(%acc = %zero, %s = %first, %t = %first) -> (tensor<64x64xf32>, !tileaa.token, !tileaa.token) : i64 {
    %a, %u = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%n, %c1] after %first : !tileaa.ptr -> tensor<64x256xf16>
    %both = tileaa.join_tokens %s, %u
    %b, %v = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] after %first : !tileaa.ptr -> tensor<256x64xf16>
    %all = tileaa.join_tokens %both, %t, %v
    %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<64x256xf16>, tensor<256x64xf16>, tensor<64x64xf32>
    scf.yield %d, %both, %all : tensor<64x64xf32>, !tileaa.token, !tileaa.token
  }
  %z = tileaa.store %sum to %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] after %x : tensor<64x64xf32>, !tileaa.ptr
  tileaa.return
}

// A GPU without products of bf16 multiplies f32, which take twice the room.
// CHECK-LABEL: @widened(
// CHECK-NOT: scf.for
// SM75-LABEL: @widened(
// SM75: scf.for {{.*}} to %c4_i32
// SM75: tileaa.mma {{.*}} : tensor<64x16xbf16>, tensor<16x64xbf16>
tileaa.entry @widened(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a, %t = tileaa.load %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x64xbf16>
  %b, %u = tileaa.load %q[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x64xbf16>
  %d = tileaa.mma %a as<bf16>, %b as<bf16>, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  %z = tileaa.store %d to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<64x64xf32>, !tileaa.ptr
  tileaa.return
}

// Sums and scores, neither of which is large, would need 49,152 registers together. Where
// tensor cores are faster than shared memory, threads have as many.
// SM80-LABEL: @crowded(
// SM80: scf.for {{.*}} -> (tensor<128x256xf32>
// SM80: tileaa.mma {{.*}}, tensor<128x128xf32>
// SM80: tileaa.mma {{.*}}, tensor<128x256xf32>
// CHECK-LABEL: @crowded(
// CHECK: scf.for {{.*}} to %c2_i64
// CHECK: scf.for {{.*}} -> (tensor<64x256xf32>,
// CHECK: tileaa.mma {{.*}}, tensor<64x128xf32>
// CHECK: tileaa.mma {{.*}}, tensor<64x256xf32>
tileaa.entry @crowded(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c128 = arith.constant 128 : i64
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %a, %t = tileaa.load %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x256xf16>
  %sum = scf.for %k = %c0 to %n step %c128 iter_args(%acc = %zero) -> (tensor<128x256xf32>) : i64 {
    %b, %u = tileaa.load %q[%c0, %k] extents [%n, %n] strides [%c1, %n] : !tileaa.ptr -> tensor<256x128xf16>
    %s = tileaa.mma %a as<f16>, %b as<f16>, %none : tensor<128x256xf16>, tensor<256x128xf16>, tensor<128x128xf32>
    %f = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
    %c, %v = tileaa.load %r[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x256xf16>
    %d = tileaa.mma %f as<f16>, %c as<f16>, %acc : tensor<128x128xf16>, tensor<128x256xf16>, tensor<128x256xf32>
    scf.yield %d : tensor<128x256xf32>
  }
  %w = tileaa.store %sum to %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x256xf32>, !tileaa.ptr
  tileaa.return
}
