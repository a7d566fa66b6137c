// Tiles of a view that a tensor map copies. Its extents may be 0, and tiles may begin
// beyond the view, also beyond 2^31: what does not exist is zero, on each engine. A view
// that no map describes stays with threads.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-make-asynchronous{tensor-maps=1}))' | FileCheck %s
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-make-asynchronous))' | FileCheck %s --check-prefix=MODEL
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-make-asynchronous{tensor-maps=1},tileas-schedule-loops,tileas-pipeline-loops,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: %python -c "import struct; v = [i % 2000 for i in range(20000)]; open(r'%t.hex', 'w').write(struct.pack('<20000e', *v).hex())"
// RUN: sh -c '%python %S/../../../../Tools/cuda-tile-run/Inputs/npy.py %t.npy "<f2" 20000 $(cat %t.hex)'
// RUN: sh -c 'set -e; for rows in 0 1 100 130; do for far in 0 1 33554432; do for when in eager lazy random; do cuda-tile-run %t.mlir --entry=rows --arg=ptr:%t.npy --arg=ptr:new:f16[12288] --arg=i32:$rows --arg=i32:72 --arg=i32:$far --compare=emulate --check=all --async=$when --seed=$rows --out=1=%t.out.npy; done; cuda-tile-run %s --entry=rows --engine=interpret --arg=ptr:%t.npy --arg=ptr:new:f16[12288] --arg=i32:$rows --arg=i32:72 --arg=i32:$far --out=1=%t.plain.npy; cmp %t.plain.npy %t.out.npy; done; done'

#l = #tileas.layout<register = [[0, 1 to 4], [16, 0], [32, 0]], lane = [[0, 8 to 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
#spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>
!tile = tensor<64x64xf16, #l>

// The map is looked for once, before the loop. Along the columns all tiles lie within.
// CHECK-LABEL: tileas.kernel @rows(
// CHECK: %[[SPARE:.*]] = tileas.alloc_shared : <!tileaa.ptr>
// CHECK: %[[ROWS:.*]] = arith.maxui
// CHECK: %[[COLUMNS:.*]] = arith.maxui
// CHECK: %[[MAP:.*]] = tileas.tensor_map %{{.*}} extents[%[[ROWS]], %[[COLUMNS]]] strides[%{{.*}}, %{{.*}}] spare %[[SPARE]]
// CHECK: scf.for
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[START:.*]], %{{.*}} : i64
// CHECK: %[[AT:.*]] = arith.select %[[IN]], %{{.*}}, %c-2147483648_i32
// CHECK: tileas.tensor_copy %[[MAP]][%[[AT]], %{{.*}}] to
// CHECK-NOT: tileas.async_copy
// CHECK: tileas.barrier
// CHECK-NEXT: tileas.release_map %[[SPARE]]
// CHECK: tileas.return
// To find the map takes longer than so small a copy saves.
// MODEL-LABEL: tileas.kernel @rows(
// MODEL-NOT: tensor_copy
// MODEL: tileas.async_copy
tileas.kernel @rows(%x: !tileaa.ptr, %z: !tileaa.ptr, %rows: i32, %columns: i32, %far: i32) attributes {spec = #spec} {
  %p = tileaa.assume %x {div_by = 16 : i64} : !tileaa.ptr
  %r = tileaa.assume %z {div_by = 16 : i64} : !tileaa.ptr
  %few = tileaa.assume %rows {lower = 0 : i64} : i32
  %narrow = tileaa.assume %columns {lower = 0 : i64} : i32
  %m = arith.extui %few : i32 to i64
  %n = arith.extui %narrow : i32 to i64
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %pitch = arith.constant 144 : i64
  %all = arith.constant 192 : i64
  scf.for %i = %c0 to %c3 step %c1 : i32 {
    %b = tileas.alloc_shared : <64x64xf16>
    %from = arith.addi %i, %far : i32
    %wide = arith.extui %from : i32 to i64
    %row = arith.muli %wide, %c64 : i64
    %none = arith.constant dense<0.0> : !tile
    %v, %t = tileas.load %p[%row, %zero] extents [%m, %n] strides [%pitch, %one] other %none : !tile {width = 8 : i64, whole} : !tileaa.ptr -> !tile
    tileas.shared_store %v to %b : !tile, <64x64xf16>
    %w = tileas.shared_load %b : <64x64xf16> -> !tile
    %to = arith.extui %i : i32 to i64
    %at = arith.muli %to, %c64 : i64
    %u = tileas.store %w to %r[%at, %zero] extents [%all, %c64] strides [%c64, %one] by<owner> {width = 8 : i64, whole} : !tile, !tileaa.ptr
  }
  tileas.return
}

// Strides of 145 elements are no multiples of 16 bytes.
// CHECK-LABEL: tileas.kernel @unaligned(
// CHECK-NOT: tensor_map
// CHECK: tileas.async_copy
// CHECK: tileas.return
tileas.kernel @unaligned(%x: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %p = tileaa.assume %x {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %pitch = arith.constant 145 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %b = tileas.alloc_shared : <64x64xf16>
    %wide = arith.extui %i : i32 to i64
    %v, %t = tileas.load %p[%wide, %zero] extents [%c64, %c64] strides [%pitch, %one] {width = 8 : i64, whole} : !tileaa.ptr -> !tile
    tileas.shared_store %v to %b : !tile, <64x64xf16>
    %w = tileas.shared_load %b : <64x64xf16> -> !tile
  }
  tileas.return
}

// A hint of the program forbids it; along the batch, which the buffer does not have, a
// tile takes one element.
// CHECK-LABEL: tileas.kernel @batched(
// CHECK: tileas.tensor_map {{.*}} : <!tileas.buffer<64x64xf16>, outer = 1>
// CHECK: tileas.tensor_copy %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] to %{{.*}} : <!tileas.buffer<64x64xf16>, outer = 1>
// CHECK: tileas.async_copy
// CHECK: tileas.return
tileas.kernel @batched(%x: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %p = tileaa.assume %x {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %c4096 = arith.constant 4096 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %b = tileas.alloc_shared : <64x64xf16>
    %wide = arith.extui %i : i32 to i64
    %v, %t = tileas.load %p[%wide, %zero, %zero] extents [%c64, %c64, %c64] strides [%c4096, %c64, %one] {width = 8 : i64, whole} : !tileaa.ptr -> tensor<1x64x64xf16, #tileas.layout<register = [[0, 0, 1 to 4], [0, 16, 0], [0, 32, 0]], lane = [[0, 0, 8 to 32], [0, 1, 0], [0, 2, 0]], warp = [[0, 4, 0], [0, 8, 0]]>>
    %v2 = tileaa.reshape %v : tensor<1x64x64xf16, #tileas.layout<register = [[0, 0, 1 to 4], [0, 16, 0], [0, 32, 0]], lane = [[0, 0, 8 to 32], [0, 1, 0], [0, 2, 0]], warp = [[0, 4, 0], [0, 8, 0]]>> -> !tile
    tileas.shared_store %v2 to %b : !tile, <64x64xf16>
    %w = tileas.shared_load %b : <64x64xf16> -> !tile
    %b2 = tileas.alloc_shared : <64x64xf16>
    %v3, %t3 = tileas.load %p[%wide, %zero] extents [%c64, %c64] strides [%c64, %one] {width = 8 : i64, whole, hints = #tileaa.access_hints<allow_tma = false>} : !tileaa.ptr -> !tile
    tileas.shared_store %v3 to %b2 : !tile, <64x64xf16>
    %w3 = tileas.shared_load %b2 : <64x64xf16> -> !tile
  }
  tileas.return
}
