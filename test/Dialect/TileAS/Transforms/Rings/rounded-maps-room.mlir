// A loop whose tiles only maps could copy, which round them, stays as it is where shared
// memory has no room for the mbarriers of maps: the remark on the loop says so.
//
// RUN: cuda-tile-opt %s --tileas-make-asynchronous --remark-format=emitRemark --remarks-filter='.*' -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: FileCheck %s < %t.mlir

#l = #tileas.layout<register = [[0, 1], [0, 2], [4, 0], [8, 0], [16, 0], [32, 0]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], warp = [[1, 0], [2, 0]]>
#k = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]>
!tile = tensor<64x128xf32, #l>
!kept = tensor<512xf32, #k>

// The ring of 7 stages and what is kept beside it, 3 KiB, are all that a block has.
// REMARK-DAG: RemarkCopyEngine{{.*}}threads{{.*}}shared memory has no room for the mbarriers of its ring
// REMARK-DAG: RemarkLoopNotPipelined{{.*}}not pipelined: shared memory has no room for the mbarriers of its ring
// CHECK-LABEL: tileas.kernel @full(
// CHECK-NOT: tileas.ring
// CHECK: tileaa.convert_float
// CHECK: tileas.return
tileas.kernel @full(%x: !tileaa.ptr, %z: !tileaa.ptr, %n: i32) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, stages = 7, shared = 0, frozen = false>} {
  %p = tileaa.assume %x {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %c128 = arith.constant 128 : i64
  %c512 = arith.constant 512 : i64
  %zeros = arith.constant dense<0.0> : !kept
  %two = tileas.alloc_shared : <512xf32>
  %single = tileas.alloc_shared : <512xf16>
  %narrow = arith.truncf %zeros : !kept to tensor<512xf16, #k>
  tileas.shared_store %zeros to %two : !kept, <512xf32>
  tileas.shared_store %narrow to %single : tensor<512xf16, #k>, <512xf16>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %b = tileas.alloc_shared : <64x128xf32>
    %wide = arith.extui %i : i32 to i64
    %at = arith.muli %wide, %c64 : i64
    %v, %end = tileas.load %p[%at, %zero] extents [%c512, %c128] strides [%c128, %one] {width = 4 : i64, whole} : !tileaa.ptr -> !tile
    %r = tileaa.convert_float %v from <f32> to <tf32> : !tile -> !tile
    tileas.shared_store %r to %b : !tile, <64x128xf32>
    %w = tileas.shared_load %b : <64x128xf32> -> !tile
    %u = tileas.store %w to %z[%at, %zero] extents [%c512, %c128] strides [%c128, %one] by<owner> {width = 4 : i64, whole} : !tile, !tileaa.ptr
  }
  %kept = tileas.shared_load %two : <512xf32> -> !kept
  %small = tileas.shared_load %single : <512xf16> -> tensor<512xf16, #k>
  %t0 = tileas.store %kept to %z[%zero] extents [%c512] strides [%one] by<owner> {width = 4 : i64, whole} : !kept, !tileaa.ptr
  %t1 = tileas.store %small to %z[%zero] extents [%c512] strides [%one] by<owner> {width = 4 : i64, whole} : tensor<512xf16, #k>, !tileaa.ptr
  tileas.return
}
