// A tile of pointers, with its mask, is copied in another order than it was computed in: both
// are permuted, which moves nothing.
//
// RUN: sed s/sm_100/sm_90/ %s | cuda-tile-opt --tileas-make-asynchronous | FileCheck %s
// RUN: sed s/sm_100/sm_80/ %s | cuda-tile-opt --tileas-make-asynchronous | FileCheck %s

#tile = #tileas.layout<register = [[0, 1], [0, 2], [0, 4], [16, 0], [32, 0]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
#ofRows = #tileas.layout<register = [[16], [32]], lane = [[0], [0], [0], [1], [2]], warp = [[4], [8]]>
#column = #tileas.layout<register = [[1], [2], [4]], lane = [[8], [16], [32], [0], [0]], warp = [[0], [0]]>
#rows2 = #tileas.layout<register = [[16, 0], [32, 0]], lane = [[0, 0], [0, 0], [0, 0], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
#columns2 = #tileas.layout<register = [[0, 1], [0, 2], [0, 4]], lane = [[0, 8], [0, 16], [0, 32], [0, 0], [0, 0]], warp = [[0, 0], [0, 0]]>
!words = tensor<64xi32, #ofRows>
!wide = tensor<64x64xi64, #tile>
!bits = tensor<64x64xi1, #tile>
!f16 = tensor<64x64xf16, #tile>
!pointers = tensor<64x64x!tileaa.ptr, #tile>

#turned = #tileas.layout<register = [[1, 0], [2, 0], [4, 0], [0, 16], [0, 32]], lane = [[8, 0], [16, 0], [32, 0], [0, 1], [0, 2]], warp = [[0, 4], [0, 8]]>
#t = #tileas.layout<offset = [[1 to 32, 0], [8 to 32, 1 to 4], [0, 8 to 32]]>
!turned = tensor<64x64xf16, #turned>
!across = !tileas.buffer<64x64xf16, #t>

// CHECK-LABEL: tileas.kernel @gather(
// CHECK: scf.for
// CHECK-DAG: %[[POINTERS:.*]] = tileaa.permute %{{.*}} [1, 0] : {{.*}} -> ![[ACROSS:.*]]
// CHECK-DAG: %[[MASK:.*]] = tileaa.permute %{{.*}} [1, 0]
// CHECK: tileas.async_copy %[[POINTERS]] mask %[[MASK]] : {{.*}} to %{{.*}} {{.*}}width = 8
// CHECK-NOT: tileaa.permute
// CHECK: tileas.return
tileas.kernel @gather(%x: !tileaa.ptr, %i: !tileaa.ptr, %z: !tileaa.ptr, %n: i32, %s: i32, %c: i32, %e: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %p = tileaa.assume %x {div_by = 16 : i64} : !tileaa.ptr
  %least = tileaa.assume %s {lower = 0 : i64} : i32
  %stride = tileaa.assume %least {div_by = 8 : i64} : i32
  %columns = tileaa.assume %c {lower = 0 : i64} : i32
  %existing = tileaa.assume %e {lower = 0 : i64} : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %w64 = arith.constant 64 : i64
  %many = arith.constant 4096 : i64
  %two = arith.constant dense<2> : !wide
  %pointers = tileaa.splat %p : !tileaa.ptr -> !pointers
  %wideStride = arith.extsi %stride : i32 to i64
  %strides = tileaa.splat %wideStride : i64 -> !wide
  %wideExisting = arith.extsi %existing : i32 to i64
  %bound = tileaa.splat %wideExisting : i64 -> !wide
  %wideColumns = arith.extsi %columns : i32 to i64
  %m = tileaa.splat %wideColumns : i64 -> !wide
  %iota = tileaa.iota : tensor<64xi32, #column>
  scf.for %k0 = %c0 to %n step %c1 : i32 {
    %b = tileas.alloc_shared : !across
    %wideK = arith.extui %k0 : i32 to i64
    %first = arith.muli %wideK, %w64 : i64
    %row, %read = tileas.load %i[%first] extents [%many] strides [%one] : !tileaa.ptr -> !words
    %row2 = tileaa.reshape %row : !words -> tensor<64x1xi32, #rows2>
    %row64 = arith.extsi %row2 : tensor<64x1xi32, #rows2> to tensor<64x1xi64, #rows2>
    %rows = tileaa.broadcast %row64 : tensor<64x1xi64, #rows2> -> !wide
    %start = arith.muli %k0, %c64 : i32
    %starts = tileaa.splat %start : i32 -> tensor<64xi32, #column>
    %k1 = arith.addi %starts, %iota : tensor<64xi32, #column>
    %k2 = tileaa.reshape %k1 : tensor<64xi32, #column> -> tensor<1x64xi32, #columns2>
    %k64 = arith.extsi %k2 : tensor<1x64xi32, #columns2> to tensor<1x64xi64, #columns2>
    %k = tileaa.broadcast %k64 : tensor<1x64xi64, #columns2> -> !wide
    %other = arith.addi %k, %k : !wide
    %at = arith.muli %rows, %strides : !wide
    %ok = arith.cmpi ult, %rows, %bound : !wide
    %in = arith.cmpi ult, %k, %m : !wide
    %mask = arith.andi %ok, %in : !bits
    %all = arith.addi %at, %k : !wide
    %bytes = arith.muli %all, %two : !wide
    %q = tileaa.ptr_add %pointers, %bytes : !pointers, !wide
    %v, %end = tileas.load %q mask %mask : !bits {width = 8 : i64, whole} : !pointers -> !f16
    %across = tileaa.permute %v [1, 0] : !f16 -> !turned
    tileas.shared_store %across to %b : !turned, !across
    %r = tileas.shared_load %b : !across -> !turned
    %u = tileas.store %r to %z[%first, %zero] extents [%many, %w64] strides [%w64, %one] by<owner> : !turned, !tileaa.ptr
  }
  tileas.return
}
