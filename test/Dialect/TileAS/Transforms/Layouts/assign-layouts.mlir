// Layouts come from memory and spread along the ops; where two meet, the cheaper
// one wins.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts))' \
// RUN:   --mlir-print-local-scope | FileCheck %s

// In row-major order by default: lanes along the last dimension, warps along the
// first.
// CHECK-LABEL: tileas.kernel @row_major(
tileas.kernel @row_major() attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  // CHECK: arith.constant dense<0.{{.*}}> : tensor<16x64xf32, #tileas.layout<
  // CHECK-SAME: register = {{\[\[}}0, 32], [1, 0], [2, 0]], lane = {{\[\[}}0, 1 to 16]], warp = {{\[\[}}4, 0], [8, 0]]>>
  %0 = arith.constant dense<0.0> : tensor<16x64xf32>
  tileas.return
}

// The dimension of stride 1 is the one along which lanes run.
// CHECK-LABEL: tileas.kernel @column_major(
tileas.kernel @column_major(%p: !tileaa.ptr, %n: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  // CHECK: -> tensor<32x2xf32, #tileas.layout<register = {{\[\[}}0, 1]], lane = {{\[\[}}1 to 16, 0]], warp = []>>
  %1, %t = tileas.load %p[%n, %n] extents[%n, %n] strides[%one, %n] : !tileaa.ptr -> tensor<32x2xf32>
  tileas.return
}

// Tiles of one shape share a layout, whatever their elements: arithmetic on them
// moves nothing. What goes through control flow too.
// CHECK-LABEL: tileas.kernel @elementwise(
// CHECK-NOT: convert_layout
tileas.kernel @elementwise(%p: !tileaa.ptr, %n: i64, %c: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %v, %t = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<8x16xf16>
  %w = arith.extf %v : tensor<8x16xf16> to tensor<8x16xf32>
  %b = arith.cmpf olt, %w, %w : tensor<8x16xf32>
  %r = scf.if %c -> (tensor<8x16xf32>) {
    %s = tileaa.addf %w, %w : tensor<8x16xf32>
    scf.yield %s : tensor<8x16xf32>
  } else {
    scf.yield %w : tensor<8x16xf32>
  }
  %x = scf.for %i = %n to %n step %one iter_args(%y = %r) -> (tensor<8x16xf32>) : i64 {
    %z = arith.select %b, %y, %r : tensor<8x16xi1>, tensor<8x16xf32>
    scf.yield %z : tensor<8x16xf32>
  }
  // CHECK: tileas.store %{{.*}} mask %{{.*}} : tensor<8x16xi1, [[L:#.*]]> by<owner> : tensor<8x16xf32, [[L]]>, !tileaa.ptr
  %t1 = tileas.store %x to %p[%n, %n] extents[%n, %n] strides[%n, %one] mask %b : tensor<8x16xi1> by<owner> : tensor<8x16xf32>, !tileaa.ptr
  tileas.return
}

// A transposed tile changes threads once, so that loads and stores both run along
// memory.
// CHECK-LABEL: tileas.kernel @transpose(
// CHECK: tileas.load {{.*}}width = 4 : i64
// CHECK-COUNT-1: tileas.convert_layout
// CHECK-NOT: convert_layout
// CHECK: tileas.store {{.*}}width = 4 : i64
tileas.kernel @transpose(%p: !tileaa.ptr, %n: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %pitch = arith.constant 64 : i64
  %q = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %v, %t = tileas.load %q[%zero, %zero] extents[%n, %n] strides[%pitch, %one] : !tileaa.ptr -> tensor<64x64xf32>
  %w = tileaa.permute %v [1, 0] : tensor<64x64xf32> -> tensor<64x64xf32>
  %x = arith.negf %w : tensor<64x64xf32>
  %u = tileas.store %x to %q[%zero, %zero] extents[%n, %n] strides[%pitch, %one] after %t by<owner> : tensor<64x64xf32>, !tileaa.ptr
  tileas.return
}

// The sum of a row is in all threads that need it.
// CHECK-LABEL: tileas.kernel @normalise(
// CHECK-NOT: convert_layout
// CHECK: tileas.return
tileas.kernel @normalise(%p: !tileaa.ptr, %n: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %pitch = arith.constant 1024 : i64
  %q = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %v, %t = tileas.load %q[%zero, %zero] extents[%n, %n] strides[%pitch, %one] : !tileaa.ptr -> tensor<4x1024xf32>
  %s = tileaa.reduce %v dim 1 identities [0.0 : f32] : tensor<4x1024xf32> -> tensor<4xf32> {
  ^bb0(%x: f32, %y: f32):
    %a = tileaa.addf %x, %y : f32
    tileaa.yield %a : f32
  }
  %c = tileaa.reshape %s : tensor<4xf32> -> tensor<4x1xf32>
  %b = tileaa.broadcast %c : tensor<4x1xf32> -> tensor<4x1024xf32>
  %d = tileaa.subf %v, %b : tensor<4x1024xf32>
  %u = tileas.store %d to %q[%zero, %zero] extents[%n, %n] strides[%pitch, %one] after %t by<owner> : tensor<4x1024xf32>, !tileaa.ptr
  tileas.return
}

// What is broadcast is made where its copies will be: two scalars, two layouts.
// CHECK-LABEL: tileas.kernel @broadcast(
// CHECK-NOT: convert_layout
// CHECK-DAG: %[[ROW:.*]] = tileaa.splat {{.*}} -> tensor<32x1xi32, #tileas.layout<register = {{\[\[}}8, 0], [16, 0]], lane = {{\[\[}}0, 0], [0, 0], [1 to 4, 0]], warp = []>>
// CHECK-DAG: %[[OTHER:.*]] = tileaa.splat {{.*}} -> tensor<32x1xi32, #tileas.layout<register = {{\[\[}}2 to 16, 0]], lane = {{\[\[}}0, 0], [0, 0], [0, 0], [0, 0], [1, 0]], warp = []>>
// CHECK-DAG: tileaa.broadcast %[[ROW]] : {{.*}} -> tensor<32x4xi32
// CHECK-DAG: tileaa.broadcast %[[OTHER]] : {{.*}} -> tensor<32x16xi32
// CHECK: tileas.return
tileas.kernel @broadcast(%v: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %s = tileaa.splat %v : i32 -> tensor<32x1xi32>
  %b = tileaa.broadcast %s : tensor<32x1xi32> -> tensor<32x4xi32>
  %c = tileaa.broadcast %s : tensor<32x1xi32> -> tensor<32x16xi32>
  tileas.return
}

// A constant that a branch yields is made as the other branch needs it.
// CHECK-LABEL: tileas.kernel @yielded(
// CHECK-NOT: convert_layout
// CHECK: scf.yield {{.*}} : tensor<64x64xf32, [[COLUMNS:#.*]]>
// CHECK: scf.yield {{.*}} : tensor<64x64xf32, [[COLUMNS]]>
// CHECK: tileas.return
tileas.kernel @yielded(%p: !tileaa.ptr, %n: i64, %c: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %pitch = arith.constant 64 : i64
  %k = arith.constant dense<1.0> : tensor<64x64xf32>
  %q = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %v, %t = tileas.load %q[%zero, %zero] extents[%n, %n] strides[%one, %pitch] : !tileaa.ptr -> tensor<64x64xf32>
  %r = scf.if %c -> (tensor<64x64xf32>) {
    scf.yield %v : tensor<64x64xf32>
  } else {
    scf.yield %k : tensor<64x64xf32>
  }
  %u = tileas.store %r to %q[%zero, %zero] extents[%n, %n] strides[%one, %pitch] after %t by<owner> : tensor<64x64xf32>, !tileaa.ptr
  tileas.return
}

// What the owners alone have read is published where they are.
// CHECK-LABEL: tileas.kernel @published(
// CHECK: %[[V:.*]], %{{.*}} = tileas.load
// CHECK: %[[ALL:.*]] = tileas.publish %[[V]]
// CHECK: tileas.convert_layout %[[ALL]]
tileas.kernel @published(%p: !tileaa.ptr, %n: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %pitch = arith.constant 64 : i64
  %q = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %v, %t = tileas.load %q[%zero, %zero] extents[%n, %n] strides[%one, %pitch] ordering<relaxed> scope<device> by<owner> : !tileaa.ptr -> tensor<64x64xf32>
  %r = tileas.publish %v : tensor<64x64xf32>
  %w, %u = tileas.load %q[%zero, %zero] extents[%n, %n] strides[%pitch, %one] : !tileaa.ptr -> tensor<64x64xf32>
  %s = tileaa.addf %r, %w : tensor<64x64xf32>
  %x = tileas.store %s to %q[%zero, %zero] extents[%n, %n] strides[%pitch, %one] after %t by<owner> : tensor<64x64xf32>, !tileaa.ptr
  tileas.return
}

// What a loop needs in another layout is converted before the loop.
// CHECK-LABEL: tileas.kernel @hoisted(
// CHECK: tileas.convert_layout
// CHECK: scf.for
// CHECK-NOT: tileas.convert_layout
// CHECK: tileas.return
tileas.kernel @hoisted(%p: !tileaa.ptr, %n: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %pitch = arith.constant 64 : i64
  %q = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %v, %t = tileas.load %q[%zero, %zero] extents[%n, %n] strides[%one, %pitch] : !tileaa.ptr -> tensor<64x64xf32>
  scf.for %i = %zero to %n step %one : i64 {
    %w, %tw = tileas.load %q[%i, %zero] extents[%n, %n] strides[%pitch, %one] : !tileaa.ptr -> tensor<64x64xf32>
    %x = tileaa.addf %v, %w : tensor<64x64xf32>
    %u = tileas.store %x to %q[%i, %zero] extents[%n, %n] strides[%pitch, %one] after %tw by<owner> : tensor<64x64xf32>, !tileaa.ptr
  }
  tileas.return
}

// The value of a constant has the type of its result, with all its elements.
// CHECK-LABEL: tileas.kernel @constants(
tileas.kernel @constants() attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // CHECK: arith.constant dense<[1, -2, 3, -4]> : tensor<4xi8, #tileas.layout<
  %0 = arith.constant dense<[1, -2, 3, -4]> : tensor<4xi8>
  // CHECK: arith.constant dense<[true, false, true, true]> : tensor<4xi1, #tileas.layout<
  %1 = arith.constant dense<[true, false, true, true]> : tensor<4xi1>
  // CHECK: arith.constant dense<true> : tensor<8xi1, #tileas.layout<
  %2 = arith.constant dense<true> : tensor<8xi1>
  tileas.return
}

// Each element of a row against all others: the row is loaded as its copies and
// the store need it, and only the column is moved. No node gains by moving alone.
// CHECK-LABEL: tileas.kernel @ranks(
// CHECK: tileas.load
// CHECK-COUNT-1: tileas.convert_layout {{.*}} -> tensor<64x1xi32
// CHECK-NOT: tileas.convert_layout
// CHECK: tileas.return
tileas.kernel @ranks(%p: !tileaa.ptr, %n: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %four = arith.constant dense<4> : tensor<64xi64>
  %row, %t = tileas.load %p[%zero, %zero] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<1x64xi32>
  %column = tileaa.permute %row [1, 0] : tensor<1x64xi32> -> tensor<64x1xi32>
  %a = tileaa.broadcast %column : tensor<64x1xi32> -> tensor<64x64xi32>
  %b = tileaa.broadcast %row : tensor<1x64xi32> -> tensor<64x64xi32>
  %less = arith.cmpi slt, %a, %b : tensor<64x64xi32>
  %count = arith.extui %less : tensor<64x64xi1> to tensor<64x64xi32>
  %rank = tileaa.reduce %count dim 0 identities [0 : i32] : tensor<64x64xi32> -> tensor<64xi32> {
  ^bb0(%x: i32, %y: i32):
    %z = arith.addi %x, %y : i32
    tileaa.yield %z : i32
  }
  %place = arith.extsi %rank : tensor<64xi32> to tensor<64xi64>
  %bound = tileaa.splat %n : i64 -> tensor<64xi64>
  %inside = arith.cmpi ult, %place, %bound : tensor<64xi64>
  %offset = arith.muli %place, %four : tensor<64xi64>
  %start = tileaa.splat %p : !tileaa.ptr -> tensor<64x!tileaa.ptr>
  %where = tileaa.ptr_add %start, %offset : tensor<64x!tileaa.ptr>, tensor<64xi64>
  %values = tileaa.reshape %row : tensor<1x64xi32> -> tensor<64xi32>
  %u = tileas.store %values to %where mask %inside : tensor<64xi1> after %t by<owner> : tensor<64xi32>, tensor<64x!tileaa.ptr>
  tileas.return
}

// Of two tiles that are joined a thread has both of what it has of each, wherever they
// meet: neither changes threads.
// CHECK-LABEL: tileas.kernel @joined(
// CHECK: tileas.load {{.*}}width = 16 : i64
// CHECK-NOT: tileas.convert_layout
// CHECK: tileas.tcgen05_mma
tileas.kernel @joined(%p: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %pitch = arith.constant 128 : i64
  %four = arith.constant dense<4> : tensor<32x128xi8>
  %second = arith.constant dense<1> : tensor<32x2x128xi32>
  %a = tileas.alloc_shared : !tileas.buffer<128x64xbf16>
  %sum = arith.constant dense<0.0> : tensor<128x128xf32>
  %q = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %pairs, %t = tileas.load %q[%zero, %zero] extents[%pitch, %pitch] strides[%pitch, %one] : !tileaa.ptr -> tensor<32x128xi8>
  %high = arith.shrsi %pairs, %four : tensor<32x128xi8>
  %l = tileaa.reshape %pairs : tensor<32x128xi8> -> tensor<32x1x128xi8>
  %h = tileaa.reshape %high : tensor<32x128xi8> -> tensor<32x1x128xi8>
  %ls = tileaa.broadcast %l : tensor<32x1x128xi8> -> tensor<32x2x128xi8>
  %hs = tileaa.broadcast %h : tensor<32x1x128xi8> -> tensor<32x2x128xi8>
  %i = tileaa.iota : tensor<2xi32>
  %j = tileaa.reshape %i : tensor<2xi32> -> tensor<1x2x1xi32>
  %k = tileaa.broadcast %j : tensor<1x2x1xi32> -> tensor<32x2x128xi32>
  %is = arith.cmpi eq, %k, %second : tensor<32x2x128xi32>
  %both = arith.select %is, %hs, %ls : tensor<32x2x128xi1>, tensor<32x2x128xi8>
  %weights = tileaa.reshape %both : tensor<32x2x128xi8> -> tensor<64x128xi8>
  %b = arith.sitofp %weights : tensor<64x128xi8> to tensor<64x128xbf16>
  %d, %end = tileas.tcgen05_mma %a as<bf16>, %b as<bf16>, %sum by [128, 128, 16] : !tileas.buffer<128x64xbf16>, tensor<64x128xbf16>, tensor<128x128xf32>
  tileas.return
}
