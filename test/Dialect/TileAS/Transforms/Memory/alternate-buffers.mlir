// RUN: cuda-tile-opt %s -split-input-file --pass-pipeline='builtin.module(tileas.kernel(tileas-alternate-buffers))' | FileCheck %s
// RUN: cuda-tile-opt %s -split-input-file --remarks-filter=Schedule --remark-format=emitRemark \
// RUN:     --pass-pipeline='builtin.module(tileas.kernel(tileas-alternate-buffers))' 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 32]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #tileas.layout<register = [[0, 1 to 4], [32, 0], [0, 32]], lane = [[0, 8], [0, 16], [1 to 4, 0]], warp = [[8, 0], [16, 0]]>
#lines = #tileas.layout<offset = [[0, 1 to 32], [1 to 32, 0]]>
!sum = tensor<64x64xf32, #sum>
!tile = tensor<64x64xf16, #rows>
!factor = !tileas.buffer<64x64xf16, #lines>

// What threads store for a product that goes on takes turns in two buffers; the other
// factor, which the loop does not change, stays where it is.
// CHECK-LABEL: tileas.kernel @stored(
// CHECK: %[[ONCE:.*]] = tileas.alloc_shared : !
// CHECK: %[[TWO:.*]] = tileas.alloc_shared : !{{.*}}
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK-NOT: alloc_shared
// CHECK: %[[STAGE:.*]] = tileas.slice %[[TWO]][%[[I]]]
// CHECK: tileas.shared_store %{{.*}} to %[[STAGE]]
// CHECK: tileas.wgmma %[[STAGE]] {{.*}}, %[[ONCE]]
// REMARK: alternate-buffers.mlir:[[# @LINE + 9]]:{{.*}} [Passed] RemarkBuffersAlternate {{.*}}Buffers=1
tileas.kernel @stored(%p: !tileaa.ptr, %rows: i64, %n: i32, %start: !sum, %x: !tile) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %columns = arith.constant 64 : i64
  %stride = arith.constant 1 : i64
  %b = tileas.alloc_shared : !factor
  tileas.shared_store %x to %b : !tile, !factor
  %sum = scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!sum) : i32 {
    %k = arith.extsi %i : i32 to i64
    %at = arith.muli %k, %columns : i64
    %y, %t = tileas.load %p[%at, %at] extents[%rows, %columns] strides[%columns, %stride] {width = 1 : i64} : !tileaa.ptr -> !tile
    %a = tileas.alloc_shared : !factor
    tileas.shared_store %y to %a : !tile, !factor
    %d = tileas.wgmma %a as<f16>, %b as<f16>, %s by [64, 64, 16] : !factor, !factor, !sum
    scf.yield %d : !sum
  }
  tileas.return
}

// -----

#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 32]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #tileas.layout<register = [[0, 1 to 4], [32, 0], [0, 32]], lane = [[0, 8], [0, 16], [1 to 4, 0]], warp = [[8, 0], [16, 0]]>
#lines = #tileas.layout<offset = [[0, 1 to 32], [1 to 32, 0]]>
!sum = tensor<64x64xf32, #sum>
!powers = tensor<64x64xf16, #sum>
!tile = tensor<64x64xf16, #rows>
!factor = !tileas.buffer<64x64xf16, #lines>

// A store of what is made of a product of the same iteration waits for that in any
// case. Nor does one help whose tile threads read again, or that only some
// iterations make.
// CHECK-LABEL: tileas.kernel @ofProducts(
// CHECK: scf.for
// CHECK-NEXT: wgmma
// CHECK-NEXT: arith.truncf
// CHECK-NEXT: tileas.alloc_shared
// CHECK-LABEL: tileas.kernel @readByThreads(
// CHECK: scf.for
// CHECK-NEXT: tileas.alloc_shared
// CHECK-LABEL: tileas.kernel @storedAtTimes(
// CHECK: scf.for
// CHECK-NEXT: tileas.alloc_shared
// REMARK-NOT: RemarkBuffersAlternate
tileas.kernel @ofProducts(%n: i32, %start: !sum, %x: !tile) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %b = tileas.alloc_shared : !factor
  %c = tileas.alloc_shared : !factor
  tileas.shared_store %x to %b : !tile, !factor
  %sum = scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!sum) : i32 {
    %scores = tileas.wgmma %b as<f16>, %b as<f16>, %start by [64, 64, 16] : !factor, !factor, !sum
    %y = arith.truncf %scores : !sum to !powers
    %a = tileas.alloc_shared : !factor
    tileas.shared_store %y to %a : !powers, !factor
    %d = tileas.wgmma %a as<f16>, %c as<f16>, %s by [64, 64, 16] : !factor, !factor, !sum
    scf.yield %d : !sum
  }
  tileas.return
}
tileas.kernel @readByThreads(%n: i32, %start: !sum, %x: !tile) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %b = tileas.alloc_shared : !factor
  %sum = scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!sum) : i32 {
    %a = tileas.alloc_shared : !factor
    tileas.shared_store %x to %a : !tile, !factor
    %y = tileas.shared_load %a : !factor -> !tile
    tileas.shared_store %y to %b : !tile, !factor
    %d = tileas.wgmma %a as<f16>, %b as<f16>, %s by [64, 64, 16] : !factor, !factor, !sum
    scf.yield %d : !sum
  }
  tileas.return
}
tileas.kernel @storedAtTimes(%n: i32, %start: !sum, %x: !tile, %if: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %b = tileas.alloc_shared : !factor
  %sum = scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!sum) : i32 {
    %a = tileas.alloc_shared : !factor
    tileas.shared_store %x to %a : !tile, !factor
    scf.if %if {
      tileas.shared_store %x to %a : !tile, !factor
    }
    %d = tileas.wgmma %a as<f16>, %b as<f16>, %s by [64, 64, 16] : !factor, !factor, !sum
    scf.yield %d : !sum
  }
  tileas.return
}

// -----

#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 64]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #tileas.layout<register = [[0, 1 to 4], [32, 0], [0, 32 to 128]], lane = [[0, 8], [0, 16], [1 to 4, 0]], warp = [[8, 0], [16, 0]]>
#lines = #tileas.layout<offset = [[0, 1 to 128], [1 to 32, 0]]>
#others = #tileas.layout<offset = [[0, 1 to 64], [1 to 128, 0]]>
!sum = tensor<64x128xf32, #sum>
!tile = tensor<64x256xf16, #rows>
!lhs = !tileas.buffer<64x256xf16, #lines>
!rhs = !tileas.buffer<256x128xf16, #others>

// Of 96 KiB an SM holds two blocks, of 128 KiB one.
// CHECK-LABEL: tileas.kernel @twoBlocks(
// CHECK: scf.for
// CHECK-NEXT: tileas.alloc_shared
tileas.kernel @twoBlocks(%n: i32, %start: !sum, %x: !tile) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %b = tileas.alloc_shared : !rhs
  %sum = scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!sum) : i32 {
    %a = tileas.alloc_shared : !lhs
    tileas.shared_store %x to %a : !tile, !lhs
    %d = tileas.wgmma %a as<f16>, %b as<f16>, %s by [64, 128, 16] : !lhs, !rhs, !sum
    scf.yield %d : !sum
  }
  tileas.return
}

// -----

#sum = #tileas.layout<register = [[0, 1 to 64]], lane = [[1 to 16, 0]], warp = [[32, 0], [64, 0]]>
#rows = #tileas.layout<register = [[0, 1 to 32]], lane = [[1 to 16, 0]], warp = [[32, 0], [64, 0]]>
#lines = #tileas.layout<offset = [[0, 1 to 32], [1 to 64, 0]]>
!sum = tensor<128x128xf32, #sum>
!tile = tensor<128x64xf16, #rows>
!factor = !tileas.buffer<128x64xf16, #lines>
!ring = !tileas.buffer<128x64xf16, #lines, stages = 10>
!rhs = !tileas.buffer<64x128xf16, #tileas.layout<offset = [[0, 1 to 64], [1 to 32, 0]]>>

// Sums in tensor memory: of a block of 192 KiB an SM holds one, of smaller ones several,
// which overlap by themselves.
// CHECK-LABEL: tileas.kernel @alone(
// CHECK: scf.for
// CHECK: tileas.slice
// CHECK: tileas.shared_store
// CHECK-LABEL: tileas.kernel @notAlone(
// CHECK: scf.for
// REMARK: RemarkBuffersAlternate{{.*}}Function=alone
// REMARK-NOT: RemarkBuffersAlternate
// CHECK-NEXT: tileas.alloc_shared
tileas.kernel @alone(%n: i32, %start: !sum, %x: !tile) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %b = tileas.alloc_shared : !rhs
  %other = tileas.alloc_shared : !ring
  %sum = scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!sum) : i32 {
    %used = tileas.slice %other[%i] : !ring
    %a = tileas.alloc_shared : !factor
    tileas.shared_store %x to %a : !tile, !factor
    %c, %f = tileas.tcgen05_mma %used as<f16>, %b as<f16>, %s by [128, 128, 16] : !factor, !rhs, !sum
    %d, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %c by [128, 128, 16] : !factor, !rhs, !sum
    scf.yield %d : !sum
  }
  tileas.return
}
tileas.kernel @notAlone(%n: i32, %start: !sum, %x: !tile) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %b = tileas.alloc_shared : !rhs
  %sum = scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!sum) : i32 {
    %a = tileas.alloc_shared : !factor
    tileas.shared_store %x to %a : !tile, !factor
    %d, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %s by [128, 128, 16] : !factor, !rhs, !sum
    scf.yield %d : !sum
  }
  tileas.return
}

// -----

#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 64]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[16, 0], [32, 0]]>
#lines = #tileas.layout<offset = [[0, 1 to 64], [1 to 32, 0]]>
#few = #tileas.layout<offset = [[0, 1 to 32], [1 to 32, 0]]>
!sum = tensor<64x128xf32, #sum>
!tile = tensor<64x128xf16, #sum>
!small = tensor<64x64xf16, #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 32]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[16, 0], [32, 0]]>>
!lhs = !tileas.buffer<64x128xf16, #lines>
!rhs = !tileas.buffer<128x128xf16, #tileas.layout<offset = [[0, 1 to 64], [1 to 64, 0]]>>
!fewLhs = !tileas.buffer<64x64xf16, #few>
!fewRhs = !tileas.buffer<64x128xf16, #lines>

// Warps that multiply for themselves, in a block of 80 KiB, which an SM holds alone.
// CHECK-LABEL: tileas.kernel @ofWarps(
// CHECK: scf.for
// CHECK: %[[STAGE:.*]] = tileas.slice
// CHECK: tileas.shared_store %{{.*}} to %[[STAGE]]
// CHECK: tileas.mma %[[STAGE]]
// Of 24 KiB it holds several, of which others multiply meanwhile.
// CHECK-LABEL: tileas.kernel @ofWarpsOfBlocks(
// CHECK: scf.for
// CHECK-NEXT: tileas.alloc_shared
// REMARK: RemarkBuffersAlternate{{.*}}Function=ofWarps |
// REMARK-NOT: RemarkBuffersAlternate
tileas.kernel @ofWarps(%n: i32, %start: !sum, %x: !tile) attributes {
    spec = #tileas.kernel_spec<target = "sm_120", warps = 4, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %b = tileas.alloc_shared : !rhs
  %c = tileas.alloc_shared : !rhs
  %sum = scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!sum) : i32 {
    %a = tileas.alloc_shared : !lhs
    tileas.shared_store %x to %a : !tile, !lhs
    %d = tileas.mma %a as<f16>, %b as<f16>, %s by [16, 8, 16] : !lhs, !rhs, !sum
    %e = tileas.mma %a as<f16>, %c as<f16>, %d by [16, 8, 16] : !lhs, !rhs, !sum
    scf.yield %e : !sum
  }
  tileas.return
}
tileas.kernel @ofWarpsOfBlocks(%n: i32, %start: !sum, %x: !small) attributes {
    spec = #tileas.kernel_spec<target = "sm_120", warps = 4, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %b = tileas.alloc_shared : !fewRhs
  %sum = scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!sum) : i32 {
    %a = tileas.alloc_shared : !fewLhs
    tileas.shared_store %x to %a : !small, !fewLhs
    %d = tileas.mma %a as<f16>, %b as<f16>, %s by [16, 8, 16] : !fewLhs, !fewRhs, !sum
    scf.yield %d : !sum
  }
  tileas.return
}
