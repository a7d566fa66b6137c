// A tile lies as its reduction likes where what it is made of may change its layout
// for less than shuffles take.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts))' \
// RUN:   --mlir-print-local-scope | FileCheck %s

// Differences of all pairs of rows: the rows, 512 elements each, are converted, and the
// 16,384 differences lie with each sum's 16 in one thread.
// CHECK-LABEL: tileas.kernel @pairs(
tileas.kernel @pairs(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  // CHECK-DAG: tileas.convert_layout %{{.*}} : tensor<32x1x16xf32
  // CHECK-DAG: tileas.convert_layout %{{.*}} : tensor<1x32x16xf32
  %x, %t = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<32x16xf32>
  %y, %u = tileas.load %q[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<32x16xf32>
  %a = tileaa.reshape %x : tensor<32x16xf32> -> tensor<32x1x16xf32>
  %b = tileaa.reshape %y : tensor<32x16xf32> -> tensor<1x32x16xf32>
  %c = tileaa.broadcast %a : tensor<32x1x16xf32> -> tensor<32x32x16xf32>
  %d = tileaa.broadcast %b : tensor<1x32x16xf32> -> tensor<32x32x16xf32>
  // CHECK: tileaa.subf %{{.*}} : tensor<32x32x16xf32, #tileas.layout<register = {{\[\[}}0, 0, 1 to 8],
  %e = tileaa.subf %c, %d : tensor<32x32x16xf32>
  %s = tileaa.reduce %e dim 2 identities [0.0 : f32] : tensor<32x32x16xf32> -> tensor<32x32xf32> {
  ^bb0(%v: f32, %w: f32):
    %m = tileaa.addf %v, %w : f32
    tileaa.yield %m : f32
  }
  %z = tileas.store %s to %p[%n, %n] extents[%n, %n] strides[%n, %one] by<owner> : tensor<32x32xf32>, !tileaa.ptr
  tileas.return
}

// Rows of memory, on the other hand, stay across lanes: a conversion would take as much as
// the shuffles of one number for each.
// CHECK-LABEL: tileas.kernel @rows(
// CHECK: tileas.load {{.*}}lane = {{\[\[}}0,
// CHECK-NOT: convert_layout
// CHECK: tileas.return
tileas.kernel @rows(%p: !tileaa.ptr, %n: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %x, %t = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<4x1024xf32>
  %s = tileaa.reduce %x dim 1 identities [0.0 : f32] : tensor<4x1024xf32> -> tensor<4xf32> {
  ^bb0(%v: f32, %w: f32):
    %m = tileaa.addf %v, %w : f32
    tileaa.yield %m : f32
  }
  %z = tileas.store %s to %p[%n] extents[%n] strides[%one] by<owner> : tensor<4xf32>, !tileaa.ptr
  tileas.return
}

// Of columns of 16 bits threads have four neighbours, 8 bytes an access, and as many rows as
// they can: 16 bytes would leave half of the rows to other warps, and one column half of
// what the lanes of an access can take.
// CHECK-LABEL: tileas.kernel @halves(
// CHECK: tileas.load {{.*}}width = 4 : i64{{.*}}register = {{\[\[}}0, 1], [0, 2], [1 to 8, 0]], lane = {{\[\[}}0, 4 to 64]]
tileas.kernel @halves(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %rows = arith.constant 64 : i64
  %columns = arith.constant 256 : i64
  %aligned = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %v, %t = tileas.load %aligned[%zero, %zero] extents[%rows, %columns] strides[%columns, %one] : !tileaa.ptr -> tensor<64x256xbf16>
  %w = arith.extf %v : tensor<64x256xbf16> to tensor<64x256xf32>
  %s = tileaa.reduce %w dim 0 identities [0.0 : f32] : tensor<64x256xf32> -> tensor<256xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = tileaa.addf %a, %b : f32
    tileaa.yield %c : f32
  }
  %u = tileas.store %s to %q[%zero] extents[%columns] strides[%one] by<owner> : tensor<256xf32>, !tileaa.ptr
  tileas.return
}
