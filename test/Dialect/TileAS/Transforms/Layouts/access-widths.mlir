// One instruction accesses as many elements as are neighbours in memory and aligned
// together: 16 bytes at most. What facts do not prove is accessed one by one.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts))' --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: @aligned
// CHECK: tileas.load {{.*}}width = 4 : i64{{.*}}tensor<1024xf32, #tileas.layout<register = {{\[\[}}1], [2], [128]]
// CHECK: tileas.store {{.*}}width = 4 : i64
tileas.kernel @aligned(%p: !tileaa.ptr, %n: i64) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %q = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %v, %t = tileas.load %q[%zero] extents[%n] strides[%one] : !tileaa.ptr -> tensor<1024xf32>
  %u = tileas.store %v to %q[%zero] extents[%n] strides[%one] after %t by<owner> : tensor<1024xf32>, !tileaa.ptr
  tileas.return
}

// The elements of one instruction exist all or not at all where the extent is a multiple
// of their number.
// CHECK-LABEL: @whole
// CHECK: tileas.load {{.*}} {whole, width = 4 : i64}
// CHECK: tileas.load {{.*}} {width = 4 : i64}
tileas.kernel @whole(%p: !tileaa.ptr, %n: i64) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %q = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %m = tileaa.assume %n {div_by = 4 : i64} : i64
  %h = tileaa.assume %n {div_by = 2 : i64} : i64
  %v, %t = tileas.load %q[%zero] extents[%m] strides[%one] : !tileaa.ptr -> tensor<1024xf32>
  %w, %u = tileas.load %q[%zero] extents[%h] strides[%one] : !tileaa.ptr -> tensor<1024xf32>
  tileas.return
}

// Eight bytes of alignment are two elements; the pointer alone decides nothing
// where the start may lie anywhere.
// CHECK-LABEL: @less
// CHECK: tileas.load {{.*}}width = 2 : i64
// CHECK: tileas.load
// CHECK-NOT: width
// CHECK: tileas.return
tileas.kernel @less(%p: !tileaa.ptr, %n: i64) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %q = tileaa.assume %p {div_by = 8 : i64} : !tileaa.ptr
  %v, %t = tileas.load %q[%zero] extents[%n] strides[%one] : !tileaa.ptr -> tensor<1024xf32>
  %w, %u = tileas.load %q[%n] extents[%n] strides[%one] : !tileaa.ptr -> tensor<1024xf32>
  tileas.return
}

// The stride of the rows has to keep them aligned.
// CHECK-LABEL: @rows
// CHECK: tileas.load {{.*}}width = 8 : i64
// CHECK: tileas.load
// CHECK-NOT: width
// CHECK: tileas.return
tileas.kernel @rows(%p: !tileaa.ptr, %n: i64, %pitch: i64) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %q = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %s = tileaa.assume %pitch {div_by = 8 : i64} : i64
  %v, %t = tileas.load %q[%zero, %zero] extents[%n, %n] strides[%s, %one] : !tileaa.ptr -> tensor<64x64xf16>
  %w, %u = tileas.load %q[%zero, %zero] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x64xf16>
  tileas.return
}

// A width that would leave threads without an element is smaller.
// CHECK-LABEL: @small
// CHECK: tileas.load {{.*}}width = 2 : i64{{.*}}tensor<256xf32
tileas.kernel @small(%p: !tileaa.ptr, %n: i64) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %q = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %v, %t = tileas.load %q[%zero] extents[%n] strides[%one] : !tileaa.ptr -> tensor<256xf32>
  tileas.return
}

// Accesses that order others are made one by one.
// CHECK-LABEL: @strong
// CHECK: tileas.store
// CHECK-NOT: width
// CHECK: tileas.return
tileas.kernel @strong(%p: !tileaa.ptr, %n: i64, %x: f32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %q = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %v = tileaa.splat %x : f32 -> tensor<1024xf32>
  %u = tileas.store %v to %q[%zero] extents[%n] strides[%one] ordering<relaxed> scope<device> by<owner> : tensor<1024xf32>, !tileaa.ptr
  tileas.return
}

// Instructions for several GPUs take 16 bytes at most, of integers one element, and
// of 16 bits no fewer than two, even if that leaves threads without any.
// CHECK-LABEL: @multimem
// CHECK: tileas.load {{.*}}width = 4 : i64{{.*}}tensor<4096xf32
// CHECK: tileas.load
// CHECK-NOT: width
// CHECK: tileas.store {{.*}}width = 2 : i64{{.*}}tensor<64xf16
// CHECK: tileas.atomic<addf> {{.*}}width = 8 : i64{{.*}}tensor<4096xbf16
tileas.kernel @multimem(%p: !tileaa.ptr, %n: i64) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %h = arith.constant dense<1.0> : tensor<64xf16>
  %b = arith.constant dense<1.0> : tensor<4096xbf16>
  %q = tileaa.assume %p {div_by = 32 : i64} : !tileaa.ptr
  %m = tileaa.assume %n {div_by = 32 : i64} : i64
  %v, %t0 = tileas.load %q[%zero] extents[%n] strides[%one] by<owner> {multimem = #tileaa.atomic_mode<addf>} : !tileaa.ptr -> tensor<4096xf32>
  %w, %t1 = tileas.load %q[%zero] extents[%n] strides[%one] by<owner> {multimem = #tileaa.atomic_mode<add>} : !tileaa.ptr -> tensor<1024xi32>
  %t2 = tileas.store %h to %q[%zero] extents[%m] strides[%one] ordering<relaxed> scope<system> by<owner> {multimem} : tensor<64xf16>, !tileaa.ptr
  %x, %t3 = tileas.atomic<addf> %b to %q[%zero] extents[%m] strides[%one] ordering<relaxed> scope<system> {multimem} : tensor<4096xbf16>, !tileaa.ptr -> tensor<4096xbf16>
  tileas.return
}
