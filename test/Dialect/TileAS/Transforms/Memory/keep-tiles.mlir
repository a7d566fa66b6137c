// RUN: cuda-tile-opt %s -split-input-file --pass-pipeline='builtin.module(tileas.kernel(tileas-keep-tiles))' | FileCheck %s
// RUN: cuda-tile-opt %s -split-input-file --remarks-filter=Memory --remark-format=emitRemark \
// RUN:     --pass-pipeline='builtin.module(tileas.kernel(tileas-keep-tiles))' 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

#row = #tileas.layout<register = [[1], [2], [128]], lane = [[4], [8], [16], [32], [64]], warp = [[256], [512]]>
!row = tensor<1024xf32, #row>

// Two loops over a row read it once, as far as it is kept: an H100 needs 1,100
// cycles of 14 bytes under way on each SM, four tiles of 4 KiB, so that blocks may
// have eight of them.
// CHECK-LABEL: tileas.kernel @row(
// CHECK: %[[KEPT:.*]] = tileas.alloc_shared : <1024xf32, stages = 8>
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK: %[[X:.*]], %{{.*}} = tileas.load
// CHECK: %[[IS:.*]] = arith.cmpi slt, %[[I]], %c8_i32
// CHECK-NEXT: scf.if %[[IS]] {
// CHECK-NEXT: %[[TO:.*]] = tileas.slice %[[KEPT]][%[[I]]]
// CHECK-NEXT: tileas.shared_store %[[X]] to %[[TO]]
// CHECK-NEXT: }
// CHECK: scf.for %[[J:[^ ]*]] =
// CHECK: %[[WAS:.*]] = arith.cmpi slt, %[[J]], %c8_i32
// CHECK-NEXT: %[[Y:.*]] = scf.if %[[WAS]] -> (!tile) {
// CHECK-NEXT: %[[FROM:.*]] = tileas.slice %[[KEPT]][%[[J]]]
// CHECK-NEXT: %[[READ:.*]] = tileas.shared_load %[[FROM]]
// CHECK-NEXT: scf.yield %[[READ]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[AGAIN:.*]], %{{.*}} = tileas.load
// CHECK-NEXT: scf.yield %[[AGAIN]]
// CHECK-NEXT: }
// CHECK-NEXT: addf %{{.*}}, %[[Y]]
tileas.kernel @row(%p: !tileaa.ptr, %columns: i64, %n: i32, %start: !row) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %size = arith.constant 1024 : i64
  %stride = arith.constant 1 : i64
  %sum = scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!row) : i32 {
    %k = arith.extsi %i : i32 to i64
    %at = arith.muli %k, %size : i64
    %x, %t = tileas.load %p[%at] extents[%columns] strides[%stride] {width = 4 : i64} : !tileaa.ptr -> !row
    %next = tileaa.addf %s, %x : !row
    scf.yield %next : !row
  }
  %more = scf.for %j = %zero to %n step %one iter_args(%s = %sum) -> (!row) : i32 {
    %k = arith.extsi %j : i32 to i64
    %at = arith.muli %k, %size : i64
    %y, %t = tileas.load %p[%at] extents[%columns] strides[%stride] {width = 4 : i64} : !tileaa.ptr -> !row
    %next = tileaa.addf %s, %y : !row
    scf.yield %next : !row
  }
  tileas.return
}

// -----

#row = #tileas.layout<register = [[1], [2], [128]], lane = [[4], [8], [16], [32], [64]], warp = [[256], [512]]>
!row = tensor<1024xf32, #row>

// Three tiles of a loop with as many iterations are all kept, and need no condition.
// What comes after the second load, by its token, comes after what it came after.
// CHECK-LABEL: tileas.kernel @all(
// CHECK: tileas.alloc_shared : <1024xf32, stages = 3>
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: tileas.load
// CHECK: tileas.shared_store
// CHECK: scf.for
// CHECK-NOT: tileas.load
// CHECK: %[[TOKEN:.*]] = tileaa.make_token
// CHECK: %[[Y:.*]] = tileas.shared_load
// CHECK-NEXT: tileas.store %[[Y]] to %{{.*}} after %[[TOKEN]]
tileas.kernel @all(%p: !tileaa.ptr, %q: !tileaa.ptr, %columns: i64, %start: !row) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %first = arith.constant 5 : i64
  %end = arith.constant 11 : i64
  %step = arith.constant 2 : i64
  %size = arith.constant 1024 : i64
  %stride = arith.constant 1 : i64
  %sum = scf.for %i = %first to %end step %step iter_args(%s = %start) -> (!row) : i64 {
    %at = arith.muli %i, %size : i64
    %x, %t = tileas.load %p[%at] extents[%columns] strides[%stride] : !tileaa.ptr -> !row
    %next = tileaa.addf %s, %x : !row
    scf.yield %next : !row
  }
  scf.for %j = %first to %end step %step : i64 {
    %at = arith.muli %j, %size : i64
    %y, %t = tileas.load %p[%at] extents[%columns] strides[%stride] : !tileaa.ptr -> !row
    %u = tileas.store %y to %q[%at] extents[%columns] strides[%stride] after %t by<owner> : !row, !tileaa.ptr
  }
  tileas.return
}

// -----

#row = #tileas.layout<register = [[1], [2], [128]], lane = [[4], [8], [16], [32], [64]], warp = [[256], [512]]>
!row = tensor<1024xf32, #row>

// Elements that do not exist are others in the third loop, which reads kept tiles
// only where none is missing. The second one takes what the first one has.
// CHECK-LABEL: tileas.kernel @padding(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: %[[KEPT:.*]] = arith.cmpi slt
// CHECK-NEXT: scf.if %[[KEPT]]
// CHECK: scf.for
// CHECK: %[[AT:.*]] = arith.muli
// CHECK: %[[KEPT:.*]] = arith.cmpi slt
// CHECK: %[[LAST:.*]] = arith.addi %[[AT]], %c1023_i64
// CHECK: %[[BEHIND:.*]] = arith.cmpi ule, %[[AT]], %[[LAST]]
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[LAST]], %arg1
// CHECK: %[[WHOLE:.*]] = arith.andi %[[BEHIND]], %[[INSIDE]]
// CHECK: %[[BOTH:.*]] = arith.andi %[[KEPT]], %[[WHOLE]]
// CHECK: scf.if %[[BOTH]]
tileas.kernel @padding(%p: !tileaa.ptr, %columns: i64, %n: i32, %start: !row) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %size = arith.constant 1024 : i64
  %stride = arith.constant 1 : i64
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant 0.0 : f32
  %a = scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!row) : i32 {
    %k = arith.extsi %i : i32 to i64
    %at = arith.muli %k, %size : i64
    %x, %t = tileas.load %p[%at] extents[%columns] strides[%stride] other %low : f32 : !tileaa.ptr -> !row
    %next = tileaa.addf %s, %x : !row
    scf.yield %next : !row
  }
  %b = scf.for %i = %zero to %n step %one iter_args(%s = %a) -> (!row) : i32 {
    %k = arith.extsi %i : i32 to i64
    %at = arith.muli %k, %size : i64
    %x, %t = tileas.load %p[%at] extents[%columns] strides[%stride] : !tileaa.ptr -> !row
    %next = tileaa.addf %s, %x : !row
    scf.yield %next : !row
  }
  %c = scf.for %i = %zero to %n step %one iter_args(%s = %b) -> (!row) : i32 {
    %k = arith.extsi %i : i32 to i64
    %at = arith.muli %k, %size : i64
    %x, %t = tileas.load %p[%at] extents[%columns] strides[%stride] other %none : f32 : !tileaa.ptr -> !row
    %next = tileaa.addf %s, %x : !row
    scf.yield %next : !row
  }
  tileas.return
}

// -----

#row = #tileas.layout<register = [[1], [2], [128]], lane = [[4], [8], [16], [32], [64]], warp = [[256], [512]]>
!row = tensor<1024xf32, #row>

// A store that the second load comes after may have changed what the first loop has
// read, wherever it stands: in the first loop, between the two, or in the second one.
// CHECK-LABEL: tileas.kernel @changed(
// CHECK-NOT: alloc_shared
// CHECK: return
tileas.kernel @changed(%p: !tileaa.ptr, %q: !tileaa.ptr, %columns: i64, %n: i32, %v: !row) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %size = arith.constant 1024 : i64
  %stride = arith.constant 1 : i64
  %begin = tileaa.make_token
  %a = scf.for %i = %zero to %n step %one iter_args(%s = %begin) -> (!tileaa.token) : i32 {
    %k = arith.extsi %i : i32 to i64
    %at = arith.muli %k, %size : i64
    %x, %t = tileas.load %p[%at] extents[%columns] strides[%stride] after %s : !tileaa.ptr -> !row
    %u = tileas.store %x to %q[%at] extents[%columns] strides[%stride] after %t by<owner> : !row, !tileaa.ptr
    scf.yield %u : !tileaa.token
  }
  %b = scf.for %i = %zero to %n step %one iter_args(%s = %a) -> (!tileaa.token) : i32 {
    %k = arith.extsi %i : i32 to i64
    %at = arith.muli %k, %size : i64
    %x, %t = tileas.load %p[%at] extents[%columns] strides[%stride] after %s : !tileaa.ptr -> !row
    %u = tileas.store %x to %q[%at] extents[%columns] strides[%stride] after %t by<owner> : !row, !tileaa.ptr
    scf.yield %u : !tileaa.token
  }
  tileas.return
}

// CHECK-LABEL: tileas.kernel @behind_a_fence(
// CHECK-NOT: alloc_shared
// CHECK: return
tileas.kernel @behind_a_fence(%p: !tileaa.ptr, %columns: i64, %n: i32, %start: !row) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %size = arith.constant 1024 : i64
  %stride = arith.constant 1 : i64
  %a = scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!row) : i32 {
    %k = arith.extsi %i : i32 to i64
    %at = arith.muli %k, %size : i64
    %x, %t = tileas.load %p[%at] extents[%columns] strides[%stride] : !tileaa.ptr -> !row
    %next = tileaa.addf %s, %x : !row
    scf.yield %next : !row
  }
  %fence = tileaa.fence_alias
  %b = scf.for %i = %zero to %n step %one iter_args(%s = %a) -> (!row) : i32 {
    %k = arith.extsi %i : i32 to i64
    %at = arith.muli %k, %size : i64
    %x, %t = tileas.load %p[%at] extents[%columns] strides[%stride] after %fence : !tileaa.ptr -> !row
    %next = tileaa.addf %s, %x : !row
    scf.yield %next : !row
  }
  tileas.return
}

// What both loads come after is nothing in between.
// CHECK-LABEL: tileas.kernel @behind_a_wait(
// CHECK: gdc_wait
// CHECK: alloc_shared : <1024xf32, stages = 8>
tileas.kernel @behind_a_wait(%p: !tileaa.ptr, %columns: i64, %n: i32, %start: !row) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %size = arith.constant 1024 : i64
  %stride = arith.constant 1 : i64
  %wait = tileaa.gdc_wait
  %a = scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!row) : i32 {
    %k = arith.extsi %i : i32 to i64
    %at = arith.muli %k, %size : i64
    %x, %t = tileas.load %p[%at] extents[%columns] strides[%stride] after %wait : !tileaa.ptr -> !row
    %next = tileaa.addf %s, %x : !row
    scf.yield %next : !row
  }
  %b = scf.for %i = %zero to %n step %one iter_args(%s = %a) -> (!row) : i32 {
    %k = arith.extsi %i : i32 to i64
    %at = arith.muli %k, %size : i64
    %x, %t = tileas.load %p[%at] extents[%columns] strides[%stride] after %wait : !tileaa.ptr -> !row
    %next = tileaa.addf %s, %x : !row
    scf.yield %next : !row
  }
  tileas.return
}

// The same in a loop around both, which brings the wait between them and what another
// iteration has read.
// CHECK-LABEL: tileas.kernel @behind_a_wait_in_a_loop(
// CHECK-NOT: alloc_shared
// CHECK: return
tileas.kernel @behind_a_wait_in_a_loop(%p: !tileaa.ptr, %columns: i64, %n: i32, %start: !row) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %size = arith.constant 1024 : i64
  %stride = arith.constant 1 : i64
  scf.for %row = %zero to %n step %one : i32 {
    %wait = tileaa.gdc_wait
    %a = scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!row) : i32 {
      %k = arith.extsi %i : i32 to i64
      %at = arith.muli %k, %size : i64
      %x, %t = tileas.load %p[%at] extents[%columns] strides[%stride] after %wait : !tileaa.ptr -> !row
      %next = tileaa.addf %s, %x : !row
      scf.yield %next : !row
    }
    %b = scf.for %i = %zero to %n step %one iter_args(%s = %a) -> (!row) : i32 {
      %k = arith.extsi %i : i32 to i64
      %at = arith.muli %k, %size : i64
      %x, %t = tileas.load %p[%at] extents[%columns] strides[%stride] after %wait : !tileaa.ptr -> !row
      %next = tileaa.addf %s, %x : !row
      scf.yield %next : !row
    }
  }
  tileas.return
}

// -----

#row = #tileas.layout<register = [[1], [2], [128]], lane = [[4], [8], [16], [32], [64]], warp = [[256], [512]]>
#copies = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[0], [0]]>
!row = tensor<1024xf32, #row>
!part = tensor<32xf32, #copies>

// Other tiles, other counts, and tiles of which several threads hold copies.
// CHECK-LABEL: tileas.kernel @others(
// CHECK-NOT: alloc_shared
// CHECK: return
tileas.kernel @others(%p: !tileaa.ptr, %columns: i64, %n: i32, %m: i32, %start: !row, %part: !part) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %size = arith.constant 1024 : i64
  %half = arith.constant 512 : i64
  %stride = arith.constant 1 : i64
  %a:2 = scf.for %i = %zero to %n step %one iter_args(%s = %start, %r = %part) -> (!row, !part) : i32 {
    %k = arith.extsi %i : i32 to i64
    %at = arith.muli %k, %size : i64
    %x, %t = tileas.load %p[%at] extents[%columns] strides[%stride] : !tileaa.ptr -> !row
    %y, %u = tileas.load %p[%at] extents[%columns] strides[%stride] : !tileaa.ptr -> !part
    %next = tileaa.addf %s, %x : !row
    %last = tileaa.addf %r, %y : !part
    scf.yield %next, %last : !row, !part
  }
  %b:2 = scf.for %i = %zero to %n step %one iter_args(%s = %a#0, %r = %a#1) -> (!row, !part) : i32 {
    %k = arith.extsi %i : i32 to i64
    %at = arith.muli %k, %half : i64
    %early = arith.muli %k, %size : i64
    %x, %t = tileas.load %p[%at] extents[%columns] strides[%stride] : !tileaa.ptr -> !row
    %y, %u = tileas.load %p[%early] extents[%columns] strides[%stride] : !tileaa.ptr -> !part
    %next = tileaa.addf %s, %x : !row
    %last = tileaa.addf %r, %y : !part
    scf.yield %next, %last : !row, !part
  }
  %c = scf.for %i = %zero to %m step %one iter_args(%s = %b#0) -> (!row) : i32 {
    %k = arith.extsi %i : i32 to i64
    %at = arith.muli %k, %size : i64
    %x, %t = tileas.load %p[%at] extents[%columns] strides[%stride] : !tileaa.ptr -> !row
    %next = tileaa.addf %s, %x : !row
    scf.yield %next : !row
  }
  tileas.return
}

// -----

#row = #tileas.layout<register = [[1], [2], [128]], lane = [[4], [8], [16], [32], [64]], warp = [[256], [512]]>
!row = tensor<1024xf32, #row>

// Each of two tiles of a loop has as many stages as the loop has iterations, also once
// the loop counts them for the other tile.
// CHECK-LABEL: tileas.kernel @two(
// CHECK-COUNT-2: tileas.alloc_shared : <1024xf32, stages = 3>
// CHECK-NOT: scf.if
// CHECK: return
// REMARK-COUNT-2: RemarkTilesKept | Category:Memory | Function=two {{.*}}Bytes=12288, {{.*}}Tiles=3
tileas.kernel @two(%p: !tileaa.ptr, %q: !tileaa.ptr, %columns: i64, %start: !row) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %first = arith.constant 0 : i64
  %end = arith.constant 6 : i64
  %step = arith.constant 2 : i64
  %size = arith.constant 1024 : i64
  %stride = arith.constant 1 : i64
  %a = scf.for %i = %first to %end step %step iter_args(%s = %start) -> (!row) : i64 {
    %at = arith.muli %i, %size : i64
    %x, %t = tileas.load %p[%at] extents[%columns] strides[%stride] : !tileaa.ptr -> !row
    %y, %u = tileas.load %q[%at] extents[%columns] strides[%stride] : !tileaa.ptr -> !row
    %both = tileaa.addf %x, %y : !row
    %next = tileaa.addf %s, %both : !row
    scf.yield %next : !row
  }
  %b = scf.for %i = %first to %end step %step iter_args(%s = %a) -> (!row) : i64 {
    %at = arith.muli %i, %size : i64
    %x, %t = tileas.load %p[%at] extents[%columns] strides[%stride] : !tileaa.ptr -> !row
    %y, %u = tileas.load %q[%at] extents[%columns] strides[%stride] : !tileaa.ptr -> !row
    %both = tileaa.addf %x, %y : !row
    %next = tileaa.addf %s, %both : !row
    scf.yield %next : !row
  }
  tileas.return
}

// -----

#large = #tileas.layout<register = [[1], [2], [512], [1024], [2048], [4096], [8192], [16384], [32768]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]>
!large = tensor<65536xf32, #large>

// A block has no room for a tile of 256 KiB.
// CHECK-LABEL: tileas.kernel @large(
// CHECK-NOT: alloc_shared
// CHECK: return
// REMARK: RemarkTilesNotKept | Category:Memory | Function=large {{.*}}shared memory has no room for one tile of a loop
tileas.kernel @large(%p: !tileaa.ptr, %columns: i64, %n: i64, %start: !large) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 65536 : i64
  %stride = arith.constant 1 : i64
  %a = scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!large) : i64 {
    %at = arith.muli %i, %size : i64
    %x, %t = tileas.load %p[%at] extents[%columns] strides[%stride] : !tileaa.ptr -> !large
    %next = tileaa.addf %s, %x : !large
    scf.yield %next : !large
  }
  %b = scf.for %i = %zero to %n step %one iter_args(%s = %a) -> (!large) : i64 {
    %at = arith.muli %i, %size : i64
    %x, %t = tileas.load %p[%at] extents[%columns] strides[%stride] : !tileaa.ptr -> !large
    %next = tileaa.addf %s, %x : !large
    scf.yield %next : !large
  }
  tileas.return
}
