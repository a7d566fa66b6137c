// A map is made at the start of the kernel, also of a view that a branch makes of what the
// kernel knows there, without the promises that hold in the branch alone. A view of what
// the branch loads has none.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-make-asynchronous{tensor-maps=1},tileas-schedule-loops,tileas-pipeline-loops,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
//
// Where the branch is not taken nobody has promised anything.
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<16384e', *[i % 2000 for i in range(16384)]).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<f2" 16384 $(cat %t.hex)'
// RUN: cuda-tile-run %t.mlir --entry=branch --arg=i1:1 --arg=ptr:%t.npy --arg=i32:0 --arg=i32:256 --arg=i32:64 --arg=ptr:new:f16[16384] --arg=i32:4 --compare=emulate --check=all
// RUN: cuda-tile-run %t.mlir --entry=branch --arg=i1:0 --arg=ptr:%t.npy --arg=i32:3 --arg=i32:-1 --arg=i32:5 --arg=ptr:new:f16[16384] --arg=i32:4 --compare=emulate --check=all

#l = #tileas.layout<register = [[0, 1 to 4], [16, 0], [32, 0]], lane = [[0, 8 to 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tile = tensor<64x64xf16, #l>

#spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>

// CHECK-LABEL: tileas.kernel @branch(
// CHECK-NOT: scf.if
// CHECK: %[[MAP:.*]] = tileas.tensor_map
// CHECK: scf.if
// CHECK: tileas.tensor_copy %[[MAP]]
// CHECK: tileas.return
tileas.kernel @branch(%way: i1, %x: !tileaa.ptr, %offset: i32, %rows: i32, %stride: i32, %z: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %c256 = arith.constant 256 : i64
  scf.if %way {
    %far = arith.extui %offset : i32 to i64
    %moved = tileaa.ptr_add %x, %far : !tileaa.ptr, i64
    %p = tileaa.assume %moved {div_by = 16 : i64} : !tileaa.ptr
    %some = tileaa.assume %rows {lower = 0 : i64} : i32
    %extent = arith.extui %some : i32 to i64
    %even = tileaa.assume %stride {div_by = 8 : i64, lower = 0 : i64} : i32
    %line = arith.extui %even : i32 to i64
    scf.for %i = %c0 to %n step %c1 : i32 {
      %b = tileas.alloc_shared : <64x64xf16>
      %wide = arith.extui %i : i32 to i64
      %at = arith.muli %wide, %c64 : i64
      %v, %end = tileas.load %p[%at, %zero] extents [%extent, %c64] strides [%line, %one] {width = 8 : i64, whole} : !tileaa.ptr -> !tile
      tileas.shared_store %v to %b : !tile, <64x64xf16>
      %w = tileas.shared_load %b : <64x64xf16> -> !tile
      %u = tileas.store %w to %z[%at, %zero] extents [%c256, %c64] strides [%c64, %one] by<owner> {width = 8 : i64, whole} : !tile, !tileaa.ptr
    }
  }
  tileas.return
}

// CHECK-LABEL: tileas.kernel @loaded(
// CHECK-NOT: tileas.tensor_map
// CHECK: tileas.async_copy
// CHECK: tileas.return
tileas.kernel @loaded(%way: i1, %x: !tileaa.ptr, %offset: i32, %rows: i32, %stride: i32, %z: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %c256 = arith.constant 256 : i64
  scf.if %way {
    %word, %read = tileas.load %z by<owner> {width = 1 : i64} : !tileaa.ptr -> i32
    %far = arith.extui %word : i32 to i64
    %moved = tileaa.ptr_add %x, %far : !tileaa.ptr, i64
    %p = tileaa.assume %moved {div_by = 16 : i64} : !tileaa.ptr
    %some = tileaa.assume %rows {lower = 0 : i64} : i32
    %extent = arith.extui %some : i32 to i64
    %even = tileaa.assume %stride {div_by = 8 : i64, lower = 0 : i64} : i32
    %line = arith.extui %even : i32 to i64
    scf.for %i = %c0 to %n step %c1 : i32 {
      %b = tileas.alloc_shared : <64x64xf16>
      %wide = arith.extui %i : i32 to i64
      %at = arith.muli %wide, %c64 : i64
      %v, %end = tileas.load %p[%at, %zero] extents [%extent, %c64] strides [%line, %one] {width = 8 : i64, whole} : !tileaa.ptr -> !tile
      tileas.shared_store %v to %b : !tile, <64x64xf16>
      %w = tileas.shared_load %b : <64x64xf16> -> !tile
      %u = tileas.store %w to %z[%at, %zero] extents [%c256, %c64] strides [%c64, %one] by<owner> {width = 8 : i64, whole} : !tile, !tileaa.ptr
    }
  }
  tileas.return
}
