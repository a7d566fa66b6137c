// Rings of products by warp groups, for an SM that a grid gives few blocks. Three blocks
// with rings of two stages multiply as fast as two with three stages, but two blocks do
// not. A block that has an SM for itself by its registers takes all stages for which there
// is room, and maps, by which products need no barrier.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts,tileas-place-in-shared,tileas-make-asynchronous,tileas-schedule-loops))' --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: tileas.kernel @two_blocks(
// CHECK-SAME: plan = <blocks = 2,
// CHECK: tileas.alloc_shared : <128x64xf16, {{.*}}stages = 3>
// CHECK: tileas.tensor_copy
tileas.kernel @two_blocks(%a: !tileaa.ptr, %b: !tileaa.ptr, %c: !tileaa.ptr, %n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %p = tileaa.assume %a {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %b {div_by = 16 : i64} : !tileaa.ptr
  %r = tileaa.assume %c {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 64 : i64
  %pitch = arith.constant 1024 : i64
  %start = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<128x128xf32>) : i32 {
    %wide = arith.extui %k : i32 to i64
    %at = arith.muli %wide, %size : i64
    %x, %t = tileas.load %p[%zero, %at] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<128x64xf16>
    %y, %u = tileas.load %q[%at, %zero] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<64x128xf16>
    %z = tileas.wgmma %x as<f16>, %y as<f16>, %acc by [64, 128, 16] : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
    scf.yield %z : tensor<128x128xf32>
  }
  %v = tileas.store %sum to %r[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] by<owner> : tensor<128x128xf32>, !tileaa.ptr
  tileas.return
}

// CHECK-LABEL: tileas.kernel @one_block(
// CHECK-SAME: plan = <blocks = 1,
// CHECK: tileas.alloc_shared : <128x64xf16, {{.*}}stages = 4>
// CHECK: tileas.tensor_copy
tileas.kernel @one_block(%a: !tileaa.ptr, %b: !tileaa.ptr, %c: !tileaa.ptr, %n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 0, frozen = false>} {
  %p = tileaa.assume %a {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %b {div_by = 16 : i64} : !tileaa.ptr
  %r = tileaa.assume %c {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 64 : i64
  %pitch = arith.constant 1024 : i64
  %start = arith.constant dense<0.0> : tensor<128x256xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<128x256xf32>) : i32 {
    %wide = arith.extui %k : i32 to i64
    %at = arith.muli %wide, %size : i64
    %x, %t = tileas.load %p[%zero, %at] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<128x64xf16>
    %y, %u = tileas.load %q[%at, %zero] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<64x256xf16>
    %z = tileas.wgmma %x as<f16>, %y as<f16>, %acc by [64, 256, 16] : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    scf.yield %z : tensor<128x256xf32>
  }
  %v = tileas.store %sum to %r[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] by<owner> : tensor<128x256xf32>, !tileaa.ptr
  tileas.return
}
