// All CTAs of a tile block meet before a copy that one of them makes for all, in each
// turn. A load in a branch becomes a copy by each CTA for itself.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-make-asynchronous{tensor-maps=1},tileas-schedule-loops,tileas-pipeline-loops,tileas-lower-rings))' | FileCheck %s

#l = #tileas.layout<register = [[0, 1 to 4], [16, 0], [32, 0]], lane = [[0, 8 to 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tile = tensor<64x64xf16, #l>

#spec = #tileas.kernel_spec<target = "sm_90", warps = 4, cluster = [2, 1, 1], spread = true, shared = 0, frozen = false>

// CHECK-LABEL: tileas.kernel @always(
// CHECK: tileas.tensor_copy {{.*}}ctas = 2>
// CHECK: tileas.return
tileas.kernel @always(%x: !tileaa.ptr, %z: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %p = tileaa.assume %x {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %c256 = arith.constant 256 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %b = tileas.alloc_shared : <64x64xf16>
    %wide = arith.extui %i : i32 to i64
    %at = arith.muli %wide, %c64 : i64
    %v, %end = tileas.load %p[%at, %zero] extents [%c256, %c64] strides [%c64, %one] {width = 8 : i64, whole} : !tileaa.ptr -> !tile
    tileas.shared_store %v to %b : !tile, <64x64xf16>
    %w = tileas.shared_load %b : <64x64xf16> -> !tile
    %u = tileas.store %w to %z[%at, %zero] extents [%c256, %c64] strides [%c64, %one] by<owner> {width = 8 : i64, whole} : !tile, !tileaa.ptr
  }
  tileas.return
}

// CHECK-LABEL: tileas.kernel @sometimes(
// CHECK-NOT: ctas = 2
// CHECK: tileas.tensor_copy {{.*}} if
// CHECK-NOT: ctas = 2
// CHECK: tileas.return
tileas.kernel @sometimes(%x: !tileaa.ptr, %z: !tileaa.ptr, %n: i32, %some: i1) attributes {spec = #spec} {
  %p = tileaa.assume %x {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %c256 = arith.constant 256 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %wide = arith.extui %i : i32 to i64
    %at = arith.muli %wide, %c64 : i64
    scf.if %some {
      %b = tileas.alloc_shared : <64x64xf16>
      %v, %end = tileas.load %p[%at, %zero] extents [%c256, %c64] strides [%c64, %one] {width = 8 : i64, whole} : !tileaa.ptr -> !tile
      tileas.shared_store %v to %b : !tile, <64x64xf16>
      %w = tileas.shared_load %b : <64x64xf16> -> !tile
      %u = tileas.store %w to %z[%at, %zero] extents [%c256, %c64] strides [%c64, %one] by<owner> {width = 8 : i64, whole} : !tile, !tileaa.ptr
    }
  }
  tileas.return
}
