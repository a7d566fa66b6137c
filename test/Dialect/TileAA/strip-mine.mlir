// Tiles of more than 32768 words become loops over slices of 8192.
//
// RUN: cuda-tile-opt %s -tileaa-strip-mine -canonicalize -cse | FileCheck %s '--implicit-check-not=tensor<65536'

// CHECK-LABEL: @chain(
// CHECK: scf.for %[[I:.*]] = %c0_i64 to %c8_i64 step %c1_i64
// CHECK: %[[START:.*]] = arith.muli %[[I]], %c8192_i64
// CHECK: tileaa.load %arg0[%[[START]]] extents[%c65536_i64]
// CHECK-SAME: tensor<8192xf32>
// CHECK: tileaa.iota : tensor<8192xi32>
// CHECK: tileaa.store {{.*}} to %arg1[%[[START]]]
// CHECK: {tileaa.slices = 8 : i64}
tileaa.entry @chain(%p: !tileaa.ptr, %q: !tileaa.ptr) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %n = arith.constant 65536 : i64
  %x, %t = tileaa.load %p[%c0] extents [%n] strides [%c1] : !tileaa.ptr -> tensor<65536xf32>
  %i = tileaa.iota : tensor<65536xi32>
  %f = arith.sitofp %i : tensor<65536xi32> to tensor<65536xf32>
  %y = tileaa.addf %x, %f : tensor<65536xf32>
  %u = tileaa.store %y to %q[%c0] extents [%n] strides [%c1] : tensor<65536xf32>, !tileaa.ptr
  tileaa.return
}

// The sum is made once, before the loop that needs it.
// CHECK-LABEL: @sum_first(
// CHECK: %[[SUMS:.*]]:2 = scf.for {{.*}} to %c8_i64
// CHECK: tileaa.addf %{{.*}}, %{{.*}} : tensor<8192xf32>
// CHECK: %[[SUM:.*]] = tileaa.reduce %[[SUMS]]#0 dim 0
// CHECK: scf.for
// CHECK-NOT: tileaa.reduce
// CHECK: tileaa.splat %[[SUM]] : f32 -> tensor<8192xf32>
tileaa.entry @sum_first(%p: !tileaa.ptr, %q: !tileaa.ptr) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %n = arith.constant 65536 : i64
  %x, %t = tileaa.load %p[%c0] extents [%n] strides [%c1] : !tileaa.ptr -> tensor<65536xf32>
  %s = tileaa.reduce %x dim 0 identities [0.0 : f32] : tensor<65536xf32> -> f32 {
  ^bb0(%a: f32, %b: f32):
    %r = tileaa.addf %a, %b : f32
    tileaa.yield %r : f32
  }
  %m = tileaa.splat %s : f32 -> tensor<65536xf32>
  %y = tileaa.subf %x, %m : tensor<65536xf32>
  %u = tileaa.store %y to %q[%c0] extents [%n] strides [%c1] : tensor<65536xf32>, !tileaa.ptr
  tileaa.return
}

// Each part is read before it is written, and what comes after the load comes after
// all parts of it.
// CHECK-LABEL: @in_place(
// CHECK: %[[LOOP:.*]]:2 = scf.for
// CHECK: tileaa.load {{.*}}
// CHECK: tileaa.store {{.*}} after
// CHECK: %[[AFTER:.*]] = tileaa.join_tokens %{{.*}}, %[[LOOP]]#1
// CHECK: tileaa.store %{{.*}} to %arg1 after %[[AFTER]] :
tileaa.entry @in_place(%p: !tileaa.ptr, %q: !tileaa.ptr, %v: f32) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %n = arith.constant 65536 : i64
  %x, %t = tileaa.load %p[%c0] extents [%n] strides [%c1] : !tileaa.ptr -> tensor<65536xf32>
  %y = tileaa.addf %x, %x : tensor<65536xf32>
  %u = tileaa.store %y to %p[%c0] extents [%n] strides [%c1] after %t : tensor<65536xf32>, !tileaa.ptr
  %w = tileaa.store %v to %q after %t : f32, !tileaa.ptr
  tileaa.return
}

// A tile that is small, but made slice by slice in a loop within a loop: what comes
// after its load comes after both loops.
// CHECK-LABEL: @small_in_inner_loop(
// CHECK: %[[OUTER:.*]]:2 = scf.for {{.*}} to %c4_i64
// CHECK: %[[INNER:.*]]:2 = scf.for {{.*}} to %c64_i64
// CHECK: tileaa.load {{.*}} -> tensor<1x1x1xf32>
// CHECK: {tileaa.slices = 64 : i64}
// CHECK-DAG: %[[STORED:.*]] = tileaa.join_tokens %{{.*}}, %[[INNER]]#0{{$}}
// CHECK-DAG: %[[LOADED:.*]] = tileaa.join_tokens %{{.*}}, %[[INNER]]#1{{$}}
// CHECK: scf.yield %[[STORED]], %[[LOADED]]
// CHECK: {tileaa.slices = 4 : i64}
// CHECK: %[[AFTER:.*]] = tileaa.join_tokens %{{.*}}, %[[OUTER]]#1{{$}}
// CHECK: tileaa.store %{{.*}} to %arg0 after %[[AFTER]] :
tileaa.entry @small_in_inner_loop(%p: !tileaa.ptr, %q: !tileaa.ptr, %v: f32) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c4 = arith.constant 4 : i64
  %n = arith.constant 64 : i64
  %m = arith.constant 8192 : i64
  %l = arith.constant 524288 : i64
  %x, %t = tileaa.load %p[%c0, %c0, %c0] extents [%c1, %n, %c1] strides [%c1, %c1, %c1] : !tileaa.ptr -> tensor<1x64x1xf32>
  %y = tileaa.broadcast %x : tensor<1x64x1xf32> -> tensor<4x64x8192xf32>
  %u = tileaa.store %y to %q[%c0, %c0, %c0] extents [%c4, %n, %m] strides [%l, %m, %c1] : tensor<4x64x8192xf32>, !tileaa.ptr
  %w = tileaa.store %v to %p after %t : f32, !tileaa.ptr
  tileaa.return
}

// Several slices of one load: they are ordered by one token of their loop.
// CHECK-LABEL: @three_slices(
// CHECK: scf.for
// CHECK-COUNT-3: tileaa.load
// CHECK: %[[ALL:.*]] = tileaa.store
// CHECK: tileaa.slices
// CHECK-NEXT: tileaa.return
tileaa.entry @three_slices(%p: !tileaa.ptr, %q: !tileaa.ptr) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %n = arith.constant 64 : i64
  %nn = arith.constant 4096 : i64
  %x, %t = tileaa.load %p[%c0, %c0, %c0] extents [%n, %n, %n] strides [%nn, %n, %c1] : !tileaa.ptr -> tensor<64x64x64xf32>
  %y = tileaa.permute %x [1, 0, 2] : tensor<64x64x64xf32> -> tensor<64x64x64xf32>
  %z = tileaa.permute %x [2, 1, 0] : tensor<64x64x64xf32> -> tensor<64x64x64xf32>
  %xy = tileaa.addf %x, %y : tensor<64x64x64xf32>
  %xyz = tileaa.addf %xy, %z : tensor<64x64x64xf32>
  %u = tileaa.store %xyz to %q[%c0, %c0, %c0] extents [%n, %n, %n] strides [%nn, %n, %c1] : tensor<64x64x64xf32>, !tileaa.ptr
  tileaa.return
}

// A promise of groups that a slice cuts says nothing of the slice.
// CHECK-LABEL: @assumed(
// CHECK: tileaa.assume %{{.*}} {same_elements = array<i64: 8192>} : tensor<8192xi32>
// CHECK: tileaa.assume %{{.*}} {along = 0 : i64, div_by = 4 : i64, every = 16 : i64} : tensor<8192xi32>
tileaa.entry @assumed(%p: !tileaa.ptr, %k: i32) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %n = arith.constant 65536 : i64
  %i = tileaa.splat %k : i32 -> tensor<65536xi32>
  %j = tileaa.assume %i {div_by = 4 : i64, every = 65536 : i64, along = 0 : i64, same_elements = array<i64: 65536>} : tensor<65536xi32>
  %l = tileaa.assume %j {div_by = 4 : i64, every = 16 : i64, along = 0 : i64} : tensor<65536xi32>
  %u = tileaa.store %l to %p[%c0] extents [%n] strides [%c1] : tensor<65536xi32>, !tileaa.ptr
  tileaa.return
}
