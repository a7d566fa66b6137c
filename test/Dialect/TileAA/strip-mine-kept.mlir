// What cannot be worked off in slices stays as it is.
//
// RUN: cuda-tile-opt %s -tileaa-strip-mine | FileCheck %s --implicit-check-not=tileaa.slices

// The store comes after the load, and writes what other slices read.
// CHECK-LABEL: @overlap(
tileaa.entry @overlap(%p: !tileaa.ptr) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %n = arith.constant 65536 : i64
  %x, %t = tileaa.load %p[%c1] extents [%n] strides [%c1] : !tileaa.ptr -> tensor<65536xf32>
  %u = tileaa.store %x to %p[%c0] extents [%n] strides [%c1] after %t : tensor<65536xf32>, !tileaa.ptr
  tileaa.return
}

// Another store that comes after the load happens before.
// CHECK-LABEL: @overwritten(
tileaa.entry @overwritten(%p: !tileaa.ptr, %q: !tileaa.ptr, %v: f32) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %n = arith.constant 65536 : i64
  %x, %t = tileaa.load %p[%c0] extents [%n] strides [%c1] : !tileaa.ptr -> tensor<65536xf32>
  %j = tileaa.join_tokens %t
  %w = tileaa.store %v to %p after %j : f32, !tileaa.ptr
  %u = tileaa.store %x to %q[%c0] extents [%n] strides [%c1] : tensor<65536xf32>, !tileaa.ptr
  tileaa.return
}

// In the next iteration the store would come before the load.
// CHECK-LABEL: @around(
tileaa.entry @around(%p: !tileaa.ptr, %q: !tileaa.ptr, %v: f32) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c4 = arith.constant 4 : i64
  %n = arith.constant 65536 : i64
  %x, %t = tileaa.load %p[%c0] extents [%n] strides [%c1] : !tileaa.ptr -> tensor<65536xf32>
  scf.for %i = %c0 to %c4 step %c1 : i64 {
    %u = tileaa.store %x to %q[%c0] extents [%n] strides [%c1] : tensor<65536xf32>, !tileaa.ptr
    %w = tileaa.store %v to %p after %t : f32, !tileaa.ptr
  }
  tileaa.return
}

// Slices of the transposed tile are no boxes of the flat one.
// CHECK-LABEL: @no_box(
tileaa.entry @no_box(%p: !tileaa.ptr, %q: !tileaa.ptr) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %n = arith.constant 65536 : i64
  %x, %t = tileaa.load %p[%c0] extents [%n] strides [%c1] : !tileaa.ptr -> tensor<65536xf32>
  %a = tileaa.reshape %x : tensor<65536xf32> -> tensor<256x256xf32>
  %b = tileaa.permute %a [1, 0] : tensor<256x256xf32> -> tensor<256x256xf32>
  %c = tileaa.reshape %b : tensor<256x256xf32> -> tensor<65536xf32>
  %u = tileaa.store %c to %q[%c0] extents [%n] strides [%c1] : tensor<65536xf32>, !tileaa.ptr
  tileaa.return
}

// Nobody may read before the flag is there.
// CHECK-LABEL: @acquired(
tileaa.entry @acquired(%p: !tileaa.ptr, %q: !tileaa.ptr) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %n = arith.constant 65536 : i64
  %x, %t = tileaa.load %p[%c0] extents [%n] strides [%c1] ordering<acquire> scope<device> : !tileaa.ptr -> tensor<65536xf32>
  %u = tileaa.store %x to %q[%c0] extents [%n] strides [%c1] : tensor<65536xf32>, !tileaa.ptr
  tileaa.return
}

// Slices of the place are read after others have overwritten them.
// CHECK-LABEL: @transposed(
tileaa.entry @transposed(%p: !tileaa.ptr) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %n = arith.constant 256 : i64
  %x, %t = tileaa.load %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<256x256xf32>
  %y = tileaa.permute %x [1, 0] : tensor<256x256xf32> -> tensor<256x256xf32>
  %u = tileaa.store %y to %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] after %t : tensor<256x256xf32>, !tileaa.ptr
  tileaa.return
}

// In place, but again and again: the second iteration stores what was loaded
// before the first one.
// CHECK-LABEL: @repeated_in_place(
tileaa.entry @repeated_in_place(%p: !tileaa.ptr) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c4 = arith.constant 4 : i64
  %n = arith.constant 65536 : i64
  %x, %t = tileaa.load %p[%c0] extents [%n] strides [%c1] : !tileaa.ptr -> tensor<65536xf32>
  %y = tileaa.addf %x, %x : tensor<65536xf32>
  %last = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %t) -> (!tileaa.token) : i64 {
    %u = tileaa.store %y to %p[%c0] extents [%n] strides [%c1] after %s : tensor<65536xf32>, !tileaa.ptr
    scf.yield %u : !tileaa.token
  }
  tileaa.return
}
