// What is cheap is made again where another layout is needed, from its indices on,
// and not moved.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts))' \
// RUN:   --mlir-print-local-scope | FileCheck %s

// A mask that two loads need in two layouts is made twice; what the second one
// loads is moved.
// CHECK-LABEL: tileas.kernel @mask(
// CHECK-NOT: convert_layout
// CHECK-COUNT-2: arith.cmpi sle
// CHECK-NOT: arith.cmpi
// CHECK: tileas.convert_layout {{.*}} tensor<64x64xf32
// CHECK-NOT: tileas.convert_layout
// CHECK: tileas.return
tileas.kernel @mask(%p: !tileaa.ptr, %n: i64, %k: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %pitch = arith.constant 64 : i64
  %q = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %i = tileaa.iota : tensor<64xi32>
  %rows = tileaa.reshape %i : tensor<64xi32> -> tensor<64x1xi32>
  %columns = tileaa.reshape %i : tensor<64xi32> -> tensor<1x64xi32>
  %shift = tileaa.splat %k : i32 -> tensor<64x1xi32>
  %moved = arith.addi %rows, %shift : tensor<64x1xi32>
  %a = tileaa.broadcast %moved : tensor<64x1xi32> -> tensor<64x64xi32>
  %b = tileaa.broadcast %columns : tensor<1x64xi32> -> tensor<64x64xi32>
  %m = arith.cmpi sle, %b, %a : tensor<64x64xi32>
  %c = arith.constant 0.0 : f32
  %v, %t = tileas.load %q[%zero, %zero] extents[%n, %n] strides[%one, %pitch] mask %m : tensor<64x64xi1> other %c : f32 : !tileaa.ptr -> tensor<64x64xf32>
  %w, %u = tileas.load %q[%zero, %zero] extents[%n, %n] strides[%pitch, %one] mask %m : tensor<64x64xi1> other %c : f32 : !tileaa.ptr -> tensor<64x64xf32>
  %s = tileaa.addf %v, %w : tensor<64x64xf32>
  %x = tileas.store %s to %q[%zero, %zero] extents[%n, %n] strides[%pitch, %one] after %t by<owner> : tensor<64x64xf32>, !tileaa.ptr
  tileas.return
}

// What one layout asks for twice is made once.
// CHECK-LABEL: tileas.kernel @shared(
// CHECK-COUNT-1: arith.addi
// CHECK-NOT: arith.addi
// CHECK: tileas.return
tileas.kernel @shared(%p: !tileaa.ptr, %n: i64, %k: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %i = tileaa.iota : tensor<512xi32>
  %s = tileaa.splat %k : i32 -> tensor<512xi32>
  %x = arith.addi %i, %s : tensor<512xi32>
  %t = tileas.store %x to %p[%zero] extents[%n] strides[%one] by<owner> : tensor<512xi32>, !tileaa.ptr
  %u = tileas.store %x to %p[%n] extents[%n] strides[%one] after %t by<owner> : tensor<512xi32>, !tileaa.ptr
  tileas.return
}

// Functions of the math library are computed once, and their results moved.
// CHECK-LABEL: tileas.kernel @dear(
// CHECK-COUNT-1: tileaa.exp
// CHECK-NOT: tileaa.exp
// CHECK: tileas.convert_layout
// CHECK: tileas.return
tileas.kernel @dear(%p: !tileaa.ptr, %n: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %pitch = arith.constant 64 : i64
  %q = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %i = tileaa.iota : tensor<4096xi32>
  %f = arith.sitofp %i : tensor<4096xi32> to tensor<4096xf32>
  %e = tileaa.exp %f : tensor<4096xf32>
  %v = tileaa.reshape %e : tensor<4096xf32> -> tensor<64x64xf32>
  %t = tileas.store %v to %q[%zero, %zero] extents[%n, %n] strides[%one, %pitch] by<owner> : tensor<64x64xf32>, !tileaa.ptr
  %u = tileas.store %v to %q[%zero, %zero] extents[%n, %n] strides[%pitch, %one] after %t by<owner> : tensor<64x64xf32>, !tileaa.ptr
  tileas.return
}

// A load is never made again: what it reads may have changed.
// CHECK-LABEL: tileas.kernel @loaded(
// CHECK-COUNT-1: tileas.load
// CHECK-NOT: tileas.load
// CHECK: tileas.convert_layout
// CHECK: tileas.return
tileas.kernel @loaded(%p: !tileaa.ptr, %n: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %pitch = arith.constant 64 : i64
  %q = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %v, %l = tileas.load %q[%zero, %zero] extents[%n, %n] strides[%pitch, %one] : !tileaa.ptr -> tensor<64x64xf32>
  %t = tileas.store %v to %q[%zero, %zero] extents[%n, %n] strides[%one, %pitch] after %l by<owner> : tensor<64x64xf32>, !tileaa.ptr
  %u = tileas.store %v to %q[%zero, %zero] extents[%n, %n] strides[%pitch, %one] after %t by<owner> : tensor<64x64xf32>, !tileaa.ptr
  tileas.return
}
