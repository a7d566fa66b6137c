// The iterations in which masks are known become a loop of their own, without them. All
// loops use one ring: what the first has begun to copy the second waits for.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-pipeline-loops,tileas-split-loops,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
//
// The sum of the elements below %m in each column of %n rows, and 1000 for each of the
// others, wherever the bound is.
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<1024i', *range(1024)).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 1024 $(cat %t.hex)'
// RUN: sh -c 'set -e; for end in -3 0 1 2 5 9; do for n in 0 1 2 5; do for when in eager lazy random; do cuda-tile-run %t.mlir --entry=k --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:1000 --arg=i32:$n --arg=i32:$end --compare=emulate --check=all --async=$when; done; done; done'
// RUN: cuda-tile-run %t.mlir --entry=k --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:300 --arg=i32:5 --arg=i32:2 --engine=emulate --check=all --out=1=%t.out.npy
// RUN: %python -c "import struct; v = struct.unpack('<128i', open(r'%t.out.npy', 'rb').read()[-512:]); assert v == tuple(sum(r * 128 + i if r * 128 + i < 300 else 1000 for r in range(5)) for i in range(128)), v"
//
// A mask that is false below a bound, and chooses the other way round.
// RUN: sed 's/slt, %at, %most/sge, %at, %most/; s/slt, %i, %end/sge, %i, %end/; s/ori %mask/andi %mask/; s/%either, %x, %other/%either, %other, %x/' %s > %t.false.mlir
// RUN: cuda-tile-opt %t.false.mlir --pass-pipeline='builtin.module(tileas.kernel(tileas-pipeline-loops,tileas-split-loops,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.late.mlir
// RUN: FileCheck %s --check-prefix=FALSE < %t.late.mlir
// RUN: cuda-tile-run %t.late.mlir --entry=k --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:300 --arg=i32:5 --arg=i32:2 --engine=emulate --check=all --out=1=%t.out.npy
// RUN: %python -c "import struct; v = struct.unpack('<128i', open(r'%t.out.npy', 'rb').read()[-512:]); assert v == tuple(sum(r * 128 + i if r * 128 + i < 300 else 1000 for r in range(5)) for i in range(128)), v"
// FALSE-LABEL: @k(
// FALSE: scf.for
// FALSE-NOT: arith.select
// FALSE: scf.yield
// FALSE: scf.for
// FALSE: %[[MASK:.*]] = arith.cmpi sge
// FALSE-NOT: arith.andi
// FALSE: arith.select %[[MASK]]
//
// CHECK-LABEL: @k(
// CHECK: tileas.alloc_shared {{.*}}stages = 3
// CHECK: %[[LEAST:.*]] = arith.minsi %arg3, %arg4
// CHECK: %[[MIDDLE:.*]] = arith.maxsi %[[LEAST]], %c0_i32
// CHECK: %[[FIRST:.*]] = scf.for %{{.*}} = %c0_i32 to %[[MIDDLE]]
// CHECK: tileas.wait_group 1 for
// CHECK: tileas.async_copy
// CHECK-NOT: arith.select
// CHECK: scf.yield
// CHECK: scf.for %{{.*}} = %[[MIDDLE]] to %arg3 {{.*}}iter_args(%{{.*}} = %[[FIRST]])
// CHECK: tileas.wait_group 1 for
// CHECK: %[[MASK:.*]] = arith.cmpi slt
// CHECK-NOT: arith.ori
// CHECK: arith.select %[[MASK]]
// CHECK: scf.yield
// CHECK-NOT: scf.for
// CHECK: tileas.store

#early = #tileas.slot<stage = 0, cycle = 20>
#first = #tileas.slot<stage = 2, cycle = 0>
#late = #tileas.slot<stage = 2, cycle = 40>
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[0]]>
#r = #tileas.layout<register = [[32], [64]], lane = [[16], [8], [4], [2], [1]], warp = [[0]]>
tileas.kernel @k(%p: !tileaa.ptr, %q: !tileaa.ptr, %m: i32, %n: i32, %end: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %row = arith.constant 128 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %all = arith.constant 1024 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #r>
  %other = arith.constant dense<1000> : tensor<128xi32, #r>
  %most = tileaa.splat %m : i32 -> tensor<128xi32, #r>
  %columns = tileaa.iota : tensor<128xi32, #r>
  %ring_tiles = tileas.alloc_shared : <128xi32, stages = 3>
  %ring = tileas.ring %ring_tiles : <!tileas.buffer<128xi32, stages = 3>>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #r>) : i32 {
    %wide = arith.extsi %i {tileas.slot = #early} : i32 to i64
    %start = arith.muli %wide, %size {tileas.slot = #early} : i64
    %to = tileas.acquire %ring[%i] {tileas.slot = #early} : <!tileas.buffer<128xi32, stages = 3>>
    %c = tileas.async_copy %p[%start] extents [%all] strides [%one] to %to {tile = tensor<128xi32, #l>, width = 4 : i64, tileas.slot = #early} : !tileaa.ptr, !tileas.buffer<128xi32>
    tileas.commit %ring[%i] after %c {tileas.slot = #early} : <!tileas.buffer<128xi32, stages = 3>>
    %from = tileas.wait %ring[%i] {tileas.slot = #first} : <!tileas.buffer<128xi32, stages = 3>>
    %x = tileas.shared_load %from {tileas.slot = #late} : <128xi32> -> tensor<128xi32, #r>
    tileas.release %ring[%i] {tileas.slot = #late} : <!tileas.buffer<128xi32, stages = 3>>
    %before = arith.muli %i, %row {tileas.slot = #late} : i32
    %rows = tileaa.splat %before {tileas.slot = #late} : i32 -> tensor<128xi32, #r>
    %at = arith.addi %rows, %columns {tileas.slot = #late} : tensor<128xi32, #r>
    %mask = arith.cmpi slt, %at, %most {tileas.slot = #late} : tensor<128xi32, #r>
    %below = arith.cmpi slt, %i, %end {tileas.slot = #late} : i32
    %uniform = tileaa.splat %below {tileas.slot = #late} : i1 -> tensor<128xi1, #r>
    %either = arith.ori %mask, %uniform {tileaa.widened, tileas.slot = #late} : tensor<128xi1, #r>
    %y = arith.select %either, %x, %other {tileas.slot = #late} : tensor<128xi1, #r>, tensor<128xi32, #r>
    %s = arith.addi %acc, %y {tileas.slot = #late} : tensor<128xi32, #r>
    scf.yield %s : tensor<128xi32, #r>
  } {tileas.schedule = #tileas.schedule<interval = 100, stages = 3>}
  %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<128xi32, #r>, !tileaa.ptr
  tileas.return
}

// A thread holds two tiles of 128 registers: there are none for what two loops take. The
// mask has no alternative, which would be one more op of each element.
// CHECK-LABEL: @few_registers(
// CHECK: scf.for %{{.*}} = %c0_i32 to %arg2
// CHECK-NOT: arith.ori
// CHECK: %[[MASK:.*]] = arith.cmpi slt
// CHECK-NEXT: arith.select %[[MASK]]
// CHECK: scf.yield
// CHECK-NOT: scf.for
// CHECK: tileas.return
#o = #tileas.layout<register = [[0, 32], [0, 64], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], lane = [[0, 16], [0, 8], [0, 4], [0, 2], [0, 1]], warp = [[32, 0]]>
tileas.kernel @few_registers(%q: !tileaa.ptr, %m: i32, %n: i32, %end: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %none = arith.constant dense<0> : tensor<64x128xi32, #o>
  %other = arith.constant dense<1000> : tensor<64x128xi32, #o>
  %most = tileaa.splat %m : i32 -> tensor<64x128xi32, #o>
  %buffer = tileas.alloc_shared : <64x128xi32>
  %x = tileas.shared_load %buffer : <64x128xi32> -> tensor<64x128xi32, #o>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<64x128xi32, #o>) : i32 {
    %mask = arith.cmpi slt, %acc, %most : tensor<64x128xi32, #o>
    %below = arith.cmpi slt, %i, %end : i32
    %uniform = tileaa.splat %below : i1 -> tensor<64x128xi1, #o>
    %either = arith.ori %uniform, %mask {tileaa.widened} : tensor<64x128xi1, #o>
    %y = arith.select %either, %x, %other : tensor<64x128xi1, #o>, tensor<64x128xi32, #o>
    %s = arith.addi %acc, %y : tensor<64x128xi32, #o>
    scf.yield %s : tensor<64x128xi32, #o>
  }
  %t = tileas.store %sum to %q[%zero, %zero] extents [%size, %size] strides [%size, %one] by<owner> : tensor<64x128xi32, #o>, !tileaa.ptr
  tileas.return
}

// Of two tiles of 128 registers one is stored as it is made, so that each element
// takes the place of what it is made of.
// CHECK-LABEL: @stored_as_made(
// CHECK: scf.for
// CHECK-NOT: arith.ori
// CHECK: tileas.shared_store
// CHECK: scf.for
// CHECK: %[[MASK:.*]] = arith.cmpf
// CHECK: arith.select %[[MASK]]
// CHECK: tileas.shared_store
// CHECK: tileas.return
tileas.kernel @stored_as_made(%q: !tileaa.ptr, %m: f32, %n: i32, %end: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %none = arith.constant dense<0.0> : tensor<64x128xf32, #o>
  %other = arith.constant dense<1.0> : tensor<64x128xf32, #o>
  %most = tileaa.splat %m : f32 -> tensor<64x128xf32, #o>
  %buffer = tileas.alloc_shared : <64x128xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<64x128xf32, #o>) : i32 {
    %mask = arith.cmpf olt, %acc, %most : tensor<64x128xf32, #o>
    %below = arith.cmpi slt, %i, %end : i32
    %uniform = tileaa.splat %below : i1 -> tensor<64x128xi1, #o>
    %either = arith.ori %uniform, %mask {tileaa.widened} : tensor<64x128xi1, #o>
    %y = arith.select %either, %acc, %other : tensor<64x128xi1, #o>, tensor<64x128xf32, #o>
    tileas.shared_store %y to %buffer : tensor<64x128xf32, #o>, <64x128xf32>
    %s = tileaa.addf %acc, %other : tensor<64x128xf32, #o>
    scf.yield %s : tensor<64x128xf32, #o>
  }
  %t = tileas.store %sum to %q[%zero, %zero] extents [%size, %size] strides [%size, %one] by<owner> : tensor<64x128xf32, #o>, !tileaa.ptr
  tileas.return
}

// Masks with bounds of their own, one of them of rows alone: the first loop ends at the
// lesser bound and has no mask.
// CHECK-LABEL: @two_bounds(
// CHECK: %[[ONE:.*]] = arith.minsi %arg2, %arg3
// CHECK: %[[LEAST:.*]] = arith.minsi %[[ONE]], %arg4
// CHECK: %[[MIDDLE:.*]] = arith.maxsi %[[LEAST]], %c0_i32
// CHECK: scf.for %{{.*}} = %c0_i32 to %[[MIDDLE]]
// CHECK-NOT: i1
// CHECK: scf.yield
// CHECK: scf.for %{{.*}} = %[[MIDDLE]] to %arg2
// CHECK-COUNT-2: arith.ori
// CHECK: %[[BOTH:.*]] = arith.andi
// CHECK: arith.select %[[BOTH]]
// CHECK: tileas.return
#w = #tileas.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0]]>
#v = #tileas.layout<register = [], lane = [[0, 0], [0, 0], [0, 0], [1, 0], [2, 0]], warp = [[4, 0]]>
tileas.kernel @two_bounds(%q: !tileaa.ptr, %m: i32, %n: i32, %end: i32, %other: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %eight = arith.constant 8 : i64
  %size = arith.constant 32 : i64
  %none = arith.constant dense<0> : tensor<8x32xi32, #w>
  %most = tileaa.splat %m : i32 -> tensor<8x32xi32, #w>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<8x32xi32, #w>) : i32 {
    %mask = arith.cmpi slt, %acc, %most : tensor<8x32xi32, #w>
    %below = arith.cmpi slt, %i, %end : i32
    %uniform = tileaa.splat %below : i1 -> tensor<8x32xi1, #w>
    %either = arith.ori %mask, %uniform {tileaa.widened} : tensor<8x32xi1, #w>
    %row = tileaa.splat %i : i32 -> tensor<8x1xi32, #v>
    %far = tileaa.splat %m : i32 -> tensor<8x1xi32, #v>
    %rows = arith.cmpi slt, %row, %far : tensor<8x1xi32, #v>
    %belowOther = arith.cmpi slt, %i, %other : i32
    %uniformOther = tileaa.splat %belowOther : i1 -> tensor<8x1xi1, #v>
    %eitherOther = arith.ori %rows, %uniformOther {tileaa.widened} : tensor<8x1xi1, #v>
    %wide = tileaa.broadcast %eitherOther : tensor<8x1xi1, #v> -> tensor<8x32xi1, #w>
    %both = arith.andi %either, %wide : tensor<8x32xi1, #w>
    %y = arith.select %both, %most, %none : tensor<8x32xi1, #w>, tensor<8x32xi32, #w>
    %s = arith.addi %acc, %y : tensor<8x32xi32, #w>
    scf.yield %s : tensor<8x32xi32, #w>
  }
  %t = tileas.store %sum to %q[%zero, %zero] extents [%eight, %size] strides [%size, %one] by<owner> : tensor<8x32xi32, #w>, !tileaa.ptr
  tileas.return
}

// A loop of longer steps need not come by the bound.
// CHECK-LABEL: @steps(
// CHECK: scf.for
// CHECK-NEXT: arith.cmpi slt
// CHECK-NOT: arith.ori
// CHECK-NOT: scf.for
// CHECK: tileas.store
tileas.kernel @steps(%q: !tileaa.ptr, %n: i32, %end: i32, %two: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #r>
  %columns = tileaa.iota : tensor<128xi32, #r>
  %sum = scf.for %i = %c0 to %n step %two iter_args(%acc = %none) -> (tensor<128xi32, #r>) : i32 {
    %mask = arith.cmpi slt, %columns, %acc : tensor<128xi32, #r>
    %below = arith.cmpi slt, %i, %end : i32
    %u = tileaa.splat %below : i1 -> tensor<128xi1, #r>
    %either = arith.ori %mask, %u {tileaa.widened} : tensor<128xi1, #r>
    %row = tileaa.splat %i : i32 -> tensor<128xi32, #r>
    %x = arith.select %either, %row, %columns : tensor<128xi1, #r>, tensor<128xi32, #r>
    %next = arith.addi %acc, %x : tensor<128xi32, #r>
    scf.yield %next : tensor<128xi32, #r>
  }
  %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<128xi32, #r>, !tileaa.ptr
  tileas.return
}

// Masks that lead, by one iteration and by two: the first loop ends two iterations before
// the one bound or one before the other, and in front of the loop where the least number is
// a bound.
// RUN: sh -c 'set -e; for end in -2147483648 -2147483647 2 4 9; do for other in -2147483648 3 9; do for n in 1 5; do cuda-tile-run %t.mlir --entry=leads --arg=ptr:new:i32[128] --arg=i32:$n --arg=i32:$end --arg=i32:$other --engine=emulate --check=all --out=0=%t.leads.npy; %python -c "import struct, sys; n, end, other = map(int, sys.argv[2:]); v = struct.unpack(\"<128i\", open(sys.argv[1], \"rb\").read()[-512:]); assert v == tuple(sum((10 if i + 2 < end or c < 64 else 1) + (1000 if i + 1 < other or c < 32 else 100) for i in range(n)) for c in range(128)), v" %t.leads.npy $n $end $other; done; done; done'
// CHECK-LABEL: @leads(
// CHECK: %[[END:.*]] = arith.maxsi %arg2, %c-2147483646_i32
// CHECK: %[[BACK:.*]] = arith.subi %[[END]], %c2_i32
// CHECK: %[[ONE:.*]] = arith.minsi %arg1, %[[BACK]]
// CHECK: %[[OTHER:.*]] = arith.maxsi %arg3, %c-2147483647_i32
// CHECK: %[[BACK:.*]] = arith.subi %[[OTHER]], %c1_i32
// CHECK: %[[LEAST:.*]] = arith.minsi %[[ONE]], %[[BACK]]
// CHECK: %[[MIDDLE:.*]] = arith.maxsi %[[LEAST]], %c0_i32
// CHECK: scf.for %{{.*}} = %c0_i32 to %[[MIDDLE]]
// CHECK-NOT: arith.select
// CHECK: scf.yield
// CHECK: scf.for %{{.*}} = %[[MIDDLE]] to %arg1
// CHECK: arith.ori
// CHECK: arith.select {{.*}} : !
// CHECK: arith.ori
// CHECK: arith.select {{.*}} : !
// CHECK: tileas.store
tileas.kernel @leads(%q: !tileaa.ptr, %n: i32, %end: i32, %other: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #r>
  %ones = arith.constant dense<1> : tensor<128xi32, #r>
  %tens = arith.constant dense<10> : tensor<128xi32, #r>
  %hundreds = arith.constant dense<100> : tensor<128xi32, #r>
  %thousands = arith.constant dense<1000> : tensor<128xi32, #r>
  %whole = arith.constant 128 : i32
  %half = arith.constant 64 : i32
  %quarter = arith.constant 32 : i32
  %columns = tileaa.iota : tensor<128xi32, #r>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #r>) : i32 {
    %late = arith.addi %i, %c2 overflow<nsw> : i32
    %below = arith.cmpi slt, %late, %end : i32
    %some = arith.select %below, %whole, %half : i32
    %most = tileaa.splat %some : i32 -> tensor<128xi32, #r>
    %mask = arith.cmpi slt, %columns, %most : tensor<128xi32, #r>
    %uniform = tileaa.splat %below : i1 -> tensor<128xi1, #r>
    %either = arith.ori %mask, %uniform {tileaa.widened} : tensor<128xi1, #r>
    %x = arith.select %either, %tens, %ones : tensor<128xi1, #r>, tensor<128xi32, #r>
    %next = arith.addi %i, %c1 overflow<nsw> : i32
    %belowOther = arith.cmpi slt, %next, %other : i32
    %someOfOther = arith.select %belowOther, %whole, %quarter : i32
    %mostOfOther = tileaa.splat %someOfOther : i32 -> tensor<128xi32, #r>
    %maskOfOther = arith.cmpi slt, %columns, %mostOfOther : tensor<128xi32, #r>
    %uniformOther = tileaa.splat %belowOther : i1 -> tensor<128xi1, #r>
    %eitherOther = arith.ori %maskOfOther, %uniformOther {tileaa.widened} : tensor<128xi1, #r>
    %y = arith.select %eitherOther, %thousands, %hundreds : tensor<128xi1, #r>, tensor<128xi32, #r>
    %both = arith.addi %x, %y : tensor<128xi32, #r>
    %s = arith.addi %acc, %both : tensor<128xi32, #r>
    scf.yield %s : tensor<128xi32, #r>
  }
  %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<128xi32, #r>, !tileaa.ptr
  tileas.return
}

// A window: one mask is known from a bound on, the other one up to another. Three loops, of
// which the first one has the first mask, the second none, and the last one both, as it may
// begin before the window does. The loop counts from %low in steps of 4 and was counted anew:
// bounds are of what it counted before.
// RUN: sh -c 'set -e; for low in -8 0 3; do for n in 0 1 4; do for begin in -9 0 7 8; do for end in -20 5 9 30; do cuda-tile-run %t.mlir --entry=window --arg=ptr:new:i32[128] --arg=i32:$low --arg=i64:$n --arg=i32:$begin --arg=i32:$end --engine=emulate --check=all --out=0=%t.window.npy; %python -c "import struct, sys; low, n, begin, end = map(int, sys.argv[2:]); v = struct.unpack(\"<128i\", open(sys.argv[1], \"rb\").read()[-512:]); at = [low + 4 * t for t in range(n)]; assert v == tuple(sum((10 if i >= begin or c < 64 else 1) + (1000 if i < end or c < 32 else 100) for i in at) for c in range(128)), v" %t.window.npy $low $n $begin $end; done; done; done; done'
//
// A loop of which two iterations, one for each half of a tile, follow each other for one of
// the program stays whole, and its masks are those that it had.
// RUN: sed 's/%four = arith.constant 4/%one = arith.constant 1/; s/%offset = arith.muli %%turn, %four/%from = arith.addi %low, %%turn/; s/%at = arith.addi %low, %offset/%at = arith.shrsi %from, %one/' %s > %t.slices.mlir
// RUN: cuda-tile-opt %t.slices.mlir --pass-pipeline='builtin.module(tileas.kernel(tileas-pipeline-loops,tileas-split-loops,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.halves.mlir
// RUN: FileCheck %s --check-prefix=HALVES < %t.halves.mlir
// RUN: sh -c 'set -e; for low in -8 0 3; do for n in 0 1 8; do for begin in -9 0 3 4; do for end in -20 2 4 30; do cuda-tile-run %t.halves.mlir --entry=window --arg=ptr:new:i32[128] --arg=i32:$low --arg=i64:$n --arg=i32:$begin --arg=i32:$end --engine=emulate --check=all --out=0=%t.window.npy; %python -c "import struct, sys; low, n, begin, end = map(int, sys.argv[2:]); v = struct.unpack(\"<128i\", open(sys.argv[1], \"rb\").read()[-512:]); at = [low + t >> 1 for t in range(n)]; assert v == tuple(sum((10 if i >= begin or c < 64 else 1) + (1000 if i < end or c < 32 else 100) for i in at) for c in range(128)), v" %t.window.npy $low $n $begin $end; done; done; done; done'
// HALVES-LABEL: @window(
// HALVES: scf.for
// HALVES-NOT: arith.ori
// HALVES-NOT: scf.for
// HALVES: tileas.store
//
// Conditions of the program that only look like it are no reason to split a loop, and stay:
// they are true where the masks beside them are not.
// RUN: sed 's/{tileaa.widened}//; s/select %late, %whole, %half/select %late, %half, %half/; s/select %early, %whole, %quarter/select %early, %quarter, %quarter/' %s > %t.own.mlir
// RUN: cuda-tile-opt %t.own.mlir --pass-pipeline='builtin.module(tileas.kernel(tileas-pipeline-loops,tileas-split-loops,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.whole.mlir
// RUN: FileCheck %s --check-prefix=OWN < %t.whole.mlir
// RUN: sh -c 'set -e; for begin in -9 0 7; do for end in 5 9 30; do cuda-tile-run %t.whole.mlir --entry=window --arg=ptr:new:i32[128] --arg=i32:0 --arg=i64:4 --arg=i32:$begin --arg=i32:$end --engine=emulate --check=all --out=0=%t.window.npy; %python -c "import struct, sys; begin, end = map(int, sys.argv[2:]); v = struct.unpack(\"<128i\", open(sys.argv[1], \"rb\").read()[-512:]); at = [4 * t for t in range(4)]; assert v == tuple(sum((10 if i >= begin or c < 64 else 1) + (1000 if i < end or c < 32 else 100) for i in at) for c in range(128)), v" %t.window.npy $begin $end; done; done'
// OWN-LABEL: @window(
// OWN: scf.for
// OWN-COUNT-2: arith.ori
// OWN-NOT: scf.for
// OWN: tileas.store
//
// CHECK-LABEL: @window(
// CHECK: %[[BEGIN:.*]] = arith.divsi
// CHECK: %[[LATE:.*]] = arith.maxsi %c0_i64, %[[BEGIN]]
// CHECK: %[[END:.*]] = arith.divsi
// CHECK: %[[EARLY:.*]] = arith.minsi %arg2, %[[END]]
// CHECK: %[[MIDDLE:.*]] = arith.maxsi %[[EARLY]], %c0_i64
// CHECK: %[[FIRST:.*]] = arith.minsi %[[LATE]], %[[MIDDLE]]
// CHECK: %[[A:.*]] = scf.for %{{.*}} = %c0_i64 to %[[FIRST]]
// CHECK-COUNT-1: arith.select {{.*}} : !
// CHECK-NOT: arith.select {{.*}} : !
// CHECK: %[[B:.*]] = scf.for %{{.*}} = %[[FIRST]] to %[[MIDDLE]] {{.*}}iter_args(%{{.*}} = %[[A]])
// CHECK-NOT: arith.select {{.*}} : !
// CHECK: scf.for %{{.*}} = %[[MIDDLE]] to %arg2 {{.*}}iter_args(%{{.*}} = %[[B]])
// CHECK-COUNT-2: arith.select {{.*}} : !
// CHECK-NOT: scf.for
// CHECK: tileas.store
tileas.kernel @window(%q: !tileaa.ptr, %low: i32, %n: i64, %begin: i32, %end: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %four = arith.constant 4 : i32
  %size = arith.constant 128 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #r>
  %ones = arith.constant dense<1> : tensor<128xi32, #r>
  %tens = arith.constant dense<10> : tensor<128xi32, #r>
  %hundreds = arith.constant dense<100> : tensor<128xi32, #r>
  %thousands = arith.constant dense<1000> : tensor<128xi32, #r>
  %whole = arith.constant 128 : i32
  %half = arith.constant 64 : i32
  %quarter = arith.constant 32 : i32
  %columns = tileaa.iota : tensor<128xi32, #r>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #r>) : i64 {
    %turn = arith.trunci %i : i64 to i32
    %offset = arith.muli %turn, %four : i32
    %at = arith.addi %low, %offset : i32
    %late = arith.cmpi sge, %at, %begin : i32
    %some = arith.select %late, %whole, %half : i32
    %most = tileaa.splat %some : i32 -> tensor<128xi32, #r>
    %mask = arith.cmpi slt, %columns, %most : tensor<128xi32, #r>
    %uniform = tileaa.splat %late : i1 -> tensor<128xi1, #r>
    %either = arith.ori %mask, %uniform {tileaa.widened} : tensor<128xi1, #r>
    %x = arith.select %either, %tens, %ones : tensor<128xi1, #r>, tensor<128xi32, #r>
    %early = arith.cmpi slt, %at, %end : i32
    %someOfOther = arith.select %early, %whole, %quarter : i32
    %mostOfOther = tileaa.splat %someOfOther : i32 -> tensor<128xi32, #r>
    %maskOfOther = arith.cmpi slt, %columns, %mostOfOther : tensor<128xi32, #r>
    %uniformOther = tileaa.splat %early : i1 -> tensor<128xi1, #r>
    %eitherOther = arith.ori %maskOfOther, %uniformOther {tileaa.widened} : tensor<128xi1, #r>
    %y = arith.select %eitherOther, %thousands, %hundreds : tensor<128xi1, #r>, tensor<128xi32, #r>
    %both = arith.addi %x, %y : tensor<128xi32, #r>
    %s = arith.addi %acc, %both : tensor<128xi32, #r>
    scf.yield %s : tensor<128xi32, #r>
  }
  %t = tileas.store %sum to %q[%c0] extents [%size] strides [%c1] by<owner> : tensor<128xi32, #r>, !tileaa.ptr
  tileas.return
}
