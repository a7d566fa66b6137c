// One layout for each shape of a kernel; what changes the shape derives that of
// its result.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts))' \
// RUN:   --mlir-print-local-scope | FileCheck %s

// In row-major order by default: lanes along the last dimension, warps along the
// first.
// CHECK-LABEL: tileas.kernel @row_major(
tileas.kernel @row_major() attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  // CHECK: arith.constant dense<0.{{.*}}> : tensor<16x64xf32, #tileas.layout<
  // CHECK-SAME: register = {{\[}}[0, 32], [1, 0], [2, 0]], lane = {{\[}}[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = {{\[}}[4, 0], [8, 0]]>>
  %0 = arith.constant dense<0.0> : tensor<16x64xf32>
  tileas.return
}

// The dimension of stride 1 is the one along which lanes run, for loads and for
// all else of that shape.
// CHECK-LABEL: tileas.kernel @column_major(
tileas.kernel @column_major(%p: !tileaa.ptr, %n: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  // CHECK: arith.constant dense<0.{{.*}}> : tensor<32x2xf32, #tileas.layout<register = {{\[}}[0, 1]], lane = {{\[}}[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = []>>
  %0 = arith.constant dense<0.0> : tensor<32x2xf32>
  // CHECK: -> tensor<32x2xf32, #tileas.layout<register = {{\[}}[0, 1]], lane = {{\[}}[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = []>>
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

// A permuted tile lies where its operand lay. Only its use in another place
// needs a conversion.
// CHECK-LABEL: tileas.kernel @permute(
tileas.kernel @permute(%v: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %s = tileaa.splat %v : i32 -> tensor<2x32xi32>
  // CHECK: %[[P:.*]] = tileaa.permute %{{.*}} [1, 0] :
  // CHECK-SAME: -> tensor<32x2xi32, #tileas.layout<register = {{\[}}[0, 1]], lane = {{\[}}[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = []>>
  %p = tileaa.permute %s [1, 0] : tensor<2x32xi32> -> tensor<32x2xi32>
  // CHECK: %[[C:.*]] = tileas.convert_layout %[[P]]
  // CHECK-SAME: -> tensor<32x2xi32, #tileas.layout<register = {{\[}}[16, 0]], lane = {{\[}}[0, 1], [1, 0], [2, 0], [4, 0], [8, 0]], warp = []>>
  // CHECK: arith.addi %[[C]], %[[C]]
  %a = arith.addi %p, %p : tensor<32x2xi32>
  tileas.return
}

// A reshape that keeps elements with their threads needs no conversion.
// CHECK-LABEL: tileas.kernel @reshape(
// CHECK-NOT: convert_layout
tileas.kernel @reshape(%v: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %s = tileaa.splat %v : i32 -> tensor<64xi32>
  // CHECK: tileaa.reshape %{{.*}} -> tensor<2x32xi32, #tileas.layout<register = {{\[}}[1, 0]], lane = {{\[}}[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = []>>
  %r = tileaa.reshape %s : tensor<64xi32> -> tensor<2x32xi32>
  %a = arith.addi %r, %r : tensor<2x32xi32>
  tileas.return
}

// What is broadcast comes to where its copies will be.
// CHECK-LABEL: tileas.kernel @broadcast(
tileas.kernel @broadcast(%v: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // CHECK: %[[S:.*]] = tileaa.splat {{.*}} -> tensor<32x1xi32, #tileas.layout<register = [], lane = {{\[}}[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = []>>
  %s = tileaa.splat %v : i32 -> tensor<32x1xi32>
  // CHECK: %[[C:.*]] = tileas.convert_layout %[[S]] : {{.*}} -> tensor<32x1xi32, #tileas.layout<register = {{\[}}[8, 0], [16, 0]], lane = {{\[}}[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = []>>
  // CHECK: tileaa.broadcast %[[C]] : {{.*}} -> tensor<32x4xi32, #tileas.layout<register = {{\[}}[8, 0], [16, 0]], lane = {{\[}}[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]], warp = []>>
  %b = tileaa.broadcast %s : tensor<32x1xi32> -> tensor<32x4xi32>
  tileas.return
}

// The result of a reduction lies where its operand lay, without the dimension.
// CHECK-LABEL: tileas.kernel @reduce(
tileas.kernel @reduce(%v: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %s = tileaa.splat %v : i32 -> tensor<4x32xi32>
  // CHECK: tileaa.reduce %{{.*}} dim 1 {{.*}} -> tensor<4xi32, #tileas.layout<register = {{\[}}[1], [2]], lane = {{\[}}[0], [0], [0], [0], [0]], warp = []>>
  // CHECK: tileas.convert_layout {{.*}} -> tensor<4xi32, #tileas.layout<register = [], lane = {{\[}}[1], [2], [0], [0], [0]], warp = []>>
  %r = tileaa.reduce %s dim 1 identities [0 : i32] : tensor<4x32xi32> -> tensor<4xi32> {
  ^bb0(%x: i32, %y: i32):
    %a = arith.addi %x, %y : i32
    tileaa.yield %a : i32
  }
  // CHECK: tileaa.reduce %{{.*}} -> i32
  %e = tileaa.reduce %r dim 0 identities [0 : i32] : tensor<4xi32> -> i32 {
  ^bb0(%x: i32, %y: i32):
    %a = arith.addi %x, %y : i32
    tileaa.yield %a : i32
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
