// On sm_90 and sm_100 a tensor map rounds f32 to tf32 as it copies, to the nearest number,
// ties to even. No other copy rounds: without a map, or with another rounding, threads load
// the tile.
//
// RUN: cuda-tile-opt %s --tileas-make-asynchronous | FileCheck %s
// RUN: sed s/sm_100/sm_90/ %s | cuda-tile-opt --tileas-make-asynchronous | FileCheck %s
// RUN: cuda-tile-opt %s --tileas-make-asynchronous=tensor-maps=0 | FileCheck %s --check-prefix=THREADS
// RUN: sed s/sm_100/sm_120/ %s | cuda-tile-opt --tileas-make-asynchronous=tensor-maps=1 | FileCheck %s --check-prefix=THREADS
//
// THREADS-NOT: rounded
// THREADS-LABEL: tileas.kernel @aligned(
// THREADS-NOT: tileas.ring
// THREADS: tileas.load
// THREADS: tileaa.convert_float
// THREADS: tileas.shared_store
// THREADS-NOT: rounded

#l = #tileas.layout<register = [[0, 1], [0, 2], [16, 0], [32, 0]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tile = tensor<64x32xf32, #l>

#spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>

// CHECK-LABEL: tileas.kernel @aligned(
// CHECK: tileas.tensor_map {{.*}} rounded : <!tileas.buffer<64x32xf32>>
// CHECK: scf.for
// CHECK-NOT: tileaa.convert_float
// CHECK: tileas.tensor_copy
// CHECK-NOT: tileaa.convert_float
// CHECK: tileas.return
tileas.kernel @aligned(%x: !tileaa.ptr, %z: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %p = tileaa.assume %x {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c32 = arith.constant 32 : i64
  %c256 = arith.constant 256 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %b = tileas.alloc_shared : <64x32xf32>
    %wide = arith.extui %i : i32 to i64
    %at = arith.muli %wide, %c32 : i64
    %v, %end = tileas.load %p[%at, %zero] extents [%c256, %c32] strides [%c32, %one] {width = 4 : i64, whole} : !tileaa.ptr -> !tile
    %r = tileaa.convert_float %v from <f32> to <tf32> : !tile -> !tile
    tileas.shared_store %r to %b : !tile, <64x32xf32>
    %w = tileas.shared_load %b : <64x32xf32> -> !tile
    %u = tileas.store %w to %z[%at, %zero] extents [%c256, %c32] strides [%c32, %one] by<owner> {width = 4 : i64, whole} : !tile, !tileaa.ptr
  }
  tileas.return
}

// Nothing is known of the base.
// CHECK-LABEL: tileas.kernel @unaligned(
// CHECK-NOT: tileas.ring
// CHECK: tileas.load
// CHECK: tileaa.convert_float
// CHECK: tileas.return
tileas.kernel @unaligned(%p: !tileaa.ptr, %z: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c32 = arith.constant 32 : i64
  %c256 = arith.constant 256 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %b = tileas.alloc_shared : <64x32xf32>
    %wide = arith.extui %i : i32 to i64
    %at = arith.muli %wide, %c32 : i64
    %v, %end = tileas.load %p[%at, %zero] extents [%c256, %c32] strides [%c32, %one] {width = 1 : i64, whole} : !tileaa.ptr -> !tile
    %r = tileaa.convert_float %v from <f32> to <tf32> : !tile -> !tile
    tileas.shared_store %r to %b : !tile, <64x32xf32>
    %w = tileas.shared_load %b : <64x32xf32> -> !tile
    %u = tileas.store %w to %z[%at, %zero] extents [%c256, %c32] strides [%c32, %one] by<owner> {width = 1 : i64, whole} : !tile, !tileaa.ptr
  }
  tileas.return
}

// CHECK-LABEL: tileas.kernel @to_zero(
// CHECK-NOT: tileas.ring
// CHECK: tileaa.convert_float {{.*}} rounding<zero>
// CHECK: tileas.return
tileas.kernel @to_zero(%x: !tileaa.ptr, %z: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %p = tileaa.assume %x {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c32 = arith.constant 32 : i64
  %c256 = arith.constant 256 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %b = tileas.alloc_shared : <64x32xf32>
    %wide = arith.extui %i : i32 to i64
    %at = arith.muli %wide, %c32 : i64
    %v, %end = tileas.load %p[%at, %zero] extents [%c256, %c32] strides [%c32, %one] {width = 4 : i64, whole} : !tileaa.ptr -> !tile
    %r = tileaa.convert_float %v from <f32> to <tf32> rounding<zero> : !tile -> !tile
    tileas.shared_store %r to %b : !tile, <64x32xf32>
    %w = tileas.shared_load %b : <64x32xf32> -> !tile
    %u = tileas.store %w to %z[%at, %zero] extents [%c256, %c32] strides [%c32, %one] by<owner> {width = 4 : i64, whole} : !tile, !tileaa.ptr
  }
  tileas.return
}
