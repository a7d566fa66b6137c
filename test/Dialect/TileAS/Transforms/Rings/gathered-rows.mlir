// Rows that indices name are copied by a map of the matrix, four at a time, on GPUs that
// can: rows that are masked off have a number that is none, and columns end with the map.
// Where positions of 32 bits may not do, or a mask is another one, threads copy.
//
// RUN: cuda-tile-opt %s --tileas-make-asynchronous=tensor-maps=1 | FileCheck %s
// RUN: cuda-tile-opt %s --tileas-make-asynchronous=tensor-maps=0 | FileCheck %s --check-prefix=THREADS
// RUN: sed s/sm_100/sm_90/ %s | cuda-tile-opt --tileas-make-asynchronous=tensor-maps=1 | FileCheck %s --check-prefix=THREADS
// RUN: sed s/sm_100/sm_120/ %s | cuda-tile-opt --tileas-make-asynchronous=tensor-maps=1 | FileCheck %s
//
// Rows of 32 bits that are not masked may be below the base, and so may those of which a
// mask says only that they are below a bound; columns are those below a bound from 0 on.
// RUN: sed "s/andi %ok, %in/andi %in, %in/" %s | cuda-tile-opt --tileas-make-asynchronous=tensor-maps=1 | FileCheck %s --check-prefix=THREADS
// RUN: sed "s/%ok = arith.cmpi ult/%ok = arith.cmpi slt/" %s | cuda-tile-opt --tileas-make-asynchronous=tensor-maps=1 | FileCheck %s --check-prefix=THREADS
// RUN: sed "s/%ok = arith.cmpi ult/%ok = arith.cmpi ugt/" %s | cuda-tile-opt --tileas-make-asynchronous=tensor-maps=1 | FileCheck %s --check-prefix=THREADS
// RUN: sed "s/andi %ok, %in/ori %ok, %in/" %s | cuda-tile-opt --tileas-make-asynchronous=tensor-maps=1 | FileCheck %s --check-prefix=THREADS
// RUN: sed "s/%in = arith.cmpi ult, %k, %m/%in = arith.cmpi ult, %at, %m/" %s | cuda-tile-opt --tileas-make-asynchronous=tensor-maps=1 | FileCheck %s --check-prefix=THREADS
//
// Nothing is known of the stride, or of the base; the columns are two apart.
// RUN: sed "s/{div_by = 8 : i64}/{div_by = 4 : i64}/" %s | cuda-tile-opt --tileas-make-asynchronous=tensor-maps=1 | FileCheck %s --check-prefix=THREADS
// RUN: sed "s/{div_by = 16 : i64}/{div_by = 8 : i64}/" %s | cuda-tile-opt --tileas-make-asynchronous=tensor-maps=1 | FileCheck %s --check-prefix=THREADS
// RUN: sed "s/addi %at, %k/addi %at, %other/" %s | cuda-tile-opt --tileas-make-asynchronous=tensor-maps=1 | FileCheck %s --check-prefix=THREADS
//
// What is ordered behind the numbers has to come behind all that reads them.
// RUN: sed "s/\(to %z.*\]\) by/\1 after %read by/" %s | cuda-tile-opt --tileas-make-asynchronous=tensor-maps=1 | FileCheck %s --check-prefix=THREADS
//
// THREADS-NOT: gathers
// THREADS: scf.for
// THREADS-NOT: tileas.tensor_copy
// THREADS: tileas.return

#tile = #tileas.layout<register = [[0, 1], [0, 2], [0, 4], [16, 0], [32, 0]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
#ofRows = #tileas.layout<register = [[16], [32]], lane = [[0], [0], [0], [1], [2]], warp = [[4], [8]]>
#column = #tileas.layout<register = [[1], [2], [4]], lane = [[8], [16], [32], [0], [0]], warp = [[0], [0]]>
#rows2 = #tileas.layout<register = [[16, 0], [32, 0]], lane = [[0, 0], [0, 0], [0, 0], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
#columns2 = #tileas.layout<register = [[0, 1], [0, 2], [0, 4]], lane = [[0, 8], [0, 16], [0, 32], [0, 0], [0, 0]], warp = [[0, 0], [0, 0]]>
#b = #tileas.layout<offset = [[0, 1 to 32], [1 to 4, 8 to 32], [8 to 32, 0]]>
!words = tensor<64xi32, #ofRows>
!wide = tensor<64x64xi64, #tile>
!bits = tensor<64x64xi1, #tile>
!f16 = tensor<64x64xf16, #tile>
!pointers = tensor<64x64x!tileaa.ptr, #tile>
!buffer = !tileas.buffer<64x64xf16, #b>

// CHECK-LABEL: tileas.kernel @gather(
// CHECK: %[[WORDS:.*]] = tileas.alloc_shared : <64xi32>
// CHECK: %[[MOST:.*]] = arith.constant 2147483648 : i64
// CHECK: %[[MAP:.*]] = tileas.tensor_map %{{.*}} extents[%[[MOST]], %{{.*}}] strides[%{{.*}}, %{{.*}}] spare %{{.*}} : <{{.*}}, gathers = true>
// CHECK: scf.for
// CHECK: %[[ROWS:.*]], %{{.*}} = tileas.load {{.*}} -> ![[LANES:.*]]
// CHECK: %[[WIDE:.*]] = arith.extsi %[[ROWS]] :
// CHECK: %[[OK:.*]] = arith.cmpi ult, %[[WIDE]],
// CHECK: %[[NONE:.*]] = arith.constant dense<-1>
// CHECK: %[[NUMBERS:.*]] = arith.select %[[OK]], %[[ROWS]], %[[NONE]]
// CHECK: tileas.tensor_copy %[[MAP]][%{{.*}}] rows %[[NUMBERS]] via %[[WORDS]] to %{{.*}}
// CHECK-NOT: tileas.load
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
    %b = tileas.alloc_shared : !buffer
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
    tileas.shared_store %v to %b : !f16, !buffer
    %r = tileas.shared_load %b : !buffer -> !f16
    %u = tileas.store %r to %z[%first, %zero] extents [%many, %w64] strides [%w64, %one] by<owner> {width = 8 : i64, whole} : !f16, !tileaa.ptr
  }
  tileas.return
}
