// Reductions become steps within a warp and, only where the dimension is spread
// over warps, a move between them.
//
// RUN: cuda-tile-opt %s --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts,tileas-decompose-reductions))' | FileCheck %s

// Warps lie along dimension 0: dimension 1 stays within each warp.
// CHECK-LABEL: tileas.kernel @within(
// CHECK: %[[V:.*]] = tileaa.splat
// CHECK: %[[R:.*]] = tileas.warp_reduce %[[V]] dim 1 : {{.*}} -> tensor<4x1xf32, #tileas.layout<
// CHECK-SAME: lane = {{\[}}[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]
// CHECK: tileaa.addf
// CHECK: tileaa.yield
// CHECK-NOT: convert_layout
// CHECK-NOT: warp_reduce
// CHECK: tileaa.reshape %[[R]] : {{.*}} -> tensor<4xf32
tileas.kernel @within(%v: f32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %s = tileaa.splat %v : f32 -> tensor<4x32xf32>
  %r = tileaa.reduce %s dim 1 identities [0.0 : f32] : tensor<4x32xf32> -> tensor<4xf32> {
  ^bb0(%x: f32, %y: f32):
    %a = tileaa.addf %x, %y : f32
    tileaa.yield %a : f32
  }
  tileas.return
}

// Dimension 0 lies in registers and warps: each warp has a part, and the parts
// of an element meet in the registers of one thread.
// CHECK-LABEL: tileas.kernel @across(
// CHECK: %[[V:.*]] = tileaa.splat
// CHECK: %[[P:.*]] = tileas.warp_reduce %[[V]] dim 0 : {{.*}} -> tensor<4x32xf32, #tileas.layout<register = [], {{.*}}, warp = {{\[}}[1, 0], [2, 0]]>> {
// CHECK: %[[G:.*]] = tileas.convert_layout %[[P]] : {{.*}} -> tensor<4x32xf32, #tileas.layout<register = {{\[}}[1, 0], [2, 0]], {{.*}}, warp = {{\[}}[0, 0], [0, 0]]>>
// CHECK: %[[R:.*]] = tileas.warp_reduce %[[G]] dim 0 : {{.*}} -> tensor<1x32xf32
// CHECK: tileaa.reshape %[[R]] : {{.*}} -> tensor<32xf32
// CHECK-NOT: tileaa.reduce
tileas.kernel @across(%v: f32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %s = tileaa.splat %v : f32 -> tensor<16x32xf32>
  %r = tileaa.reduce %s dim 0 identities [0.0 : f32] : tensor<16x32xf32> -> tensor<32xf32> {
  ^bb0(%x: f32, %y: f32):
    %a = tileaa.addf %x, %y : f32
    tileaa.yield %a : f32
  }
  tileas.return
}

// Each warp has a part, however many there are.
// CHECK-LABEL: tileas.kernel @sixteen(
// CHECK: tileas.warp_reduce %{{.*}} dim 0 : {{.*}} -> tensor<16x32xf32, {{.*}}warp = {{\[\[}}1 to 8, 0]]>>
// CHECK: tileas.convert_layout %{{.*}} -> tensor<16x32xf32, #tileas.layout<register = {{\[\[}}1 to 8, 0]]
// CHECK: tileas.warp_reduce %{{.*}} dim 0 : {{.*}} -> tensor<1x32xf32
tileas.kernel @sixteen(%v: f32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 16, shared = 0, frozen = false>} {
  %s = tileaa.splat %v : f32 -> tensor<16x32xf32>
  %r = tileaa.reduce %s dim 0 identities [0.0 : f32] : tensor<16x32xf32> -> tensor<32xf32> {
  ^bb0(%x: f32, %y: f32):
    %a = tileaa.addf %x, %y : f32
    tileaa.yield %a : f32
  }
  tileas.return
}

// Warps beyond the extent hold copies, which are no parts: a tile of 64 elements
// has 2 of them among 4 warps.
// CHECK-LABEL: tileas.kernel @copies(
// CHECK: tileas.warp_reduce %{{.*}} dim 0 : {{.*}} -> tensor<2xi32, {{.*}}warp = {{\[}}[1], [0]]>>
// CHECK: tileas.warp_reduce %{{.*}} dim 0 : {{.*}} -> tensor<1xi32
// CHECK: tileaa.unsplat %{{.*}} -> i32
tileas.kernel @copies(%v: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %s = tileaa.splat %v : i32 -> tensor<64xi32>
  %r = tileaa.reduce %s dim 0 identities [0 : i32] : tensor<64xi32> -> i32 {
  ^bb0(%x: i32, %y: i32):
    %a = arith.addi %x, %y : i32
    tileaa.yield %a : i32
  }
  tileas.return
}

// Operands of a reduction travel together.
// CHECK-LABEL: tileas.kernel @pair(
// CHECK: %[[P:.*]]:2 = tileas.warp_reduce %[[A:.*]], %[[B:.*]] dim 0 :
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: i32, %{{.*}}: i32):
// CHECK-DAG: %[[G0:.*]] = tileas.convert_layout %[[P]]#0
// CHECK-DAG: %[[G1:.*]] = tileas.convert_layout %[[P]]#1
// CHECK: tileas.warp_reduce %[[G0]], %[[G1]] dim 0
tileas.kernel @pair(%v: f32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %s = tileaa.splat %v : f32 -> tensor<64xf32>
  %i = tileaa.iota : tensor<64xi32>
  %r:2 = tileaa.reduce %s, %i dim 0 identities [0.0 : f32, 0 : i32] : tensor<64xf32>, tensor<64xi32> -> f32, i32 {
  ^bb0(%x: f32, %y: f32, %a: i32, %b: i32):
    %c = arith.cmpf ogt, %x, %y : f32
    %m = arith.select %c, %x, %y : f32
    %n = arith.select %c, %a, %b : i32
    tileaa.yield %m, %n : f32, i32
  }
  tileas.return
}

// The index of the greatest float: its value first, and then the least of the indices where
// it is, for which a NaN is only if there is nothing else.
// CHECK-LABEL: tileas.kernel @search(
// CHECK: %[[MOST:.*]] = tileas.warp_reduce %[[V:.*]] dim 1 : tensor<16x32xf32, {{.*}} -> tensor<16x1xf32,
// CHECK: tileaa.maxf
// CHECK: %[[NONE:.*]] = arith.cmpf uno, %[[MOST]], %[[MOST]]
// CHECK: %[[ALL:.*]] = tileaa.broadcast %[[MOST]] : {{.*}} -> tensor<16x32xf32,
// CHECK: %[[THERE:.*]] = arith.cmpf oeq, %[[V]], %[[ALL]]
// CHECK: %[[ANY:.*]] = tileaa.broadcast %[[NONE]] : {{.*}} -> tensor<16x32xi1,
// CHECK: %[[BEST:.*]] = arith.ori %[[THERE]], %[[ANY]]
// CHECK: arith.constant dense<2147483647>
// CHECK: %[[FOUND:.*]] = arith.select %[[BEST]]
// CHECK: tileas.warp_reduce %[[FOUND]] dim 1
// CHECK: arith.minsi
tileas.kernel @search(%v: f32, %p: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %s = tileaa.splat %v : f32 -> tensor<16x32xf32>
  %l = tileaa.iota : tensor<32xi32>
  %row = tileaa.reshape %l : tensor<32xi32> -> tensor<1x32xi32>
  %i = tileaa.broadcast %row : tensor<1x32xi32> -> tensor<16x32xi32>
  %r:2 = tileaa.reduce %s, %i dim 1 identities [0xFF800000 : f32, 0 : i32] : tensor<16x32xf32>, tensor<16x32xi32> -> tensor<16xf32>, tensor<16xi32> {
  ^bb0(%x: f32, %y: f32, %a: i32, %b: i32):
    %more = arith.cmpf ogt, %x, %y : f32
    %same = arith.cmpf oeq, %x, %y : f32
    %first = arith.cmpi slt, %a, %b : i32
    %even = arith.andi %same, %first : i1
    %c = arith.ori %more, %even : i1
    %high = arith.select %c, %x, %y : f32
    %at = arith.select %c, %a, %b : i32
    tileaa.yield %high, %at : f32, i32
  }
  %size = arith.constant 16 : i64
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %t = tileaa.store %r#1 to %p[%zero] extents[%size] strides[%one] : tensor<16xi32>, !tileaa.ptr
  tileas.return
}

// Where warps share the dimension, each finds the best of its own elements, for which its
// own value is repeated; of pairs of these the body chooses.
// CHECK-LABEL: tileas.kernel @search_of_warps(
// CHECK: %[[MOST:.*]] = tileas.warp_reduce %{{[^,]*}} dim 1 : {{.*}} -> tensor<1x4xf32,
// CHECK: %[[LINE:.*]] = tileaa.reshape %[[MOST]] : {{.*}} -> tensor<1x1x4x1xf32,
// CHECK: %[[TURNS:.*]] = tileaa.broadcast %[[LINE]] : {{.*}} -> tensor<1x1x4x64xf32,
// CHECK: %[[ALL:.*]] = tileaa.reshape %[[TURNS]] : {{.*}} -> tensor<1x256xf32,
// CHECK: arith.cmpf oeq, %{{.*}}, %[[ALL]]
// CHECK: %[[LEAST:.*]] = tileas.warp_reduce %{{[^,]*}} dim 1 : {{.*}} -> tensor<1x4xi32,
// CHECK-DAG: %[[VALUES:.*]] = tileas.convert_layout %[[MOST]]
// CHECK-DAG: %[[PLACES:.*]] = tileas.convert_layout %[[LEAST]]
// CHECK: tileas.warp_reduce %[[VALUES]], %[[PLACES]] dim 1
tileas.kernel @search_of_warps(%v: f32, %p: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %s = tileaa.splat %v : f32 -> tensor<1x256xf32>
  %l = tileaa.iota : tensor<256xi32>
  %row = tileaa.reshape %l : tensor<256xi32> -> tensor<1x256xi32>
  %i = tileaa.broadcast %row : tensor<1x256xi32> -> tensor<1x256xi32>
  %r:2 = tileaa.reduce %s, %i dim 1 identities [0xFF800000 : f32, 0 : i32] : tensor<1x256xf32>, tensor<1x256xi32> -> tensor<1xf32>, tensor<1xi32> {
  ^bb0(%x: f32, %y: f32, %a: i32, %b: i32):
    %more = arith.cmpf ogt, %x, %y : f32
    %same = arith.cmpf oeq, %x, %y : f32
    %first = arith.cmpi slt, %a, %b : i32
    %even = arith.andi %same, %first : i1
    %c = arith.ori %more, %even : i1
    %high = arith.select %c, %x, %y : f32
    %at = arith.select %c, %a, %b : i32
    tileaa.yield %high, %at : f32, i32
  }
  %size = arith.constant 1 : i64
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %t = tileaa.store %r#1 to %p[%zero] extents[%size] strides[%one] : tensor<1xi32>, !tileaa.ptr
  tileas.return
}

// The last of equal ones is none that a least index finds.
// CHECK-LABEL: tileas.kernel @last(
// CHECK: tileas.warp_reduce %{{.*}}, %{{.*}} dim 1
// CHECK-NOT: warp_reduce
tileas.kernel @last(%v: f32, %p: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %s = tileaa.splat %v : f32 -> tensor<16x32xf32>
  %l = tileaa.iota : tensor<32xi32>
  %row = tileaa.reshape %l : tensor<32xi32> -> tensor<1x32xi32>
  %i = tileaa.broadcast %row : tensor<1x32xi32> -> tensor<16x32xi32>
  %r:2 = tileaa.reduce %s, %i dim 1 identities [0xFF800000 : f32, 0 : i32] : tensor<16x32xf32>, tensor<16x32xi32> -> tensor<16xf32>, tensor<16xi32> {
  ^bb0(%x: f32, %y: f32, %a: i32, %b: i32):
    %more = arith.cmpf ogt, %x, %y : f32
    %same = arith.cmpf oeq, %x, %y : f32
    %first = arith.cmpi sgt, %a, %b : i32
    %even = arith.andi %same, %first : i1
    %c = arith.ori %more, %even : i1
    %high = arith.select %c, %x, %y : f32
    %at = arith.select %c, %a, %b : i32
    tileaa.yield %high, %at : f32, i32
  }
  %size = arith.constant 16 : i64
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %t = tileaa.store %r#1 to %p[%zero] extents[%size] strides[%one] : tensor<16xi32>, !tileaa.ptr
  tileas.return
}

// A zero of the other sign might be as great as a value that is used.
// CHECK-LABEL: tileas.kernel @used(
// CHECK: tileas.warp_reduce %{{.*}}, %{{.*}} dim 1
// CHECK-NOT: warp_reduce
tileas.kernel @used(%v: f32, %p: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %s = tileaa.splat %v : f32 -> tensor<16x32xf32>
  %l = tileaa.iota : tensor<32xi32>
  %row = tileaa.reshape %l : tensor<32xi32> -> tensor<1x32xi32>
  %i = tileaa.broadcast %row : tensor<1x32xi32> -> tensor<16x32xi32>
  %r:2 = tileaa.reduce %s, %i dim 1 identities [0xFF800000 : f32, 0 : i32] : tensor<16x32xf32>, tensor<16x32xi32> -> tensor<16xf32>, tensor<16xi32> {
  ^bb0(%x: f32, %y: f32, %a: i32, %b: i32):
    %more = arith.cmpf ogt, %x, %y : f32
    %same = arith.cmpf oeq, %x, %y : f32
    %first = arith.cmpi slt, %a, %b : i32
    %even = arith.andi %same, %first : i1
    %c = arith.ori %more, %even : i1
    %high = arith.select %c, %x, %y : f32
    %at = arith.select %c, %a, %b : i32
    tileaa.yield %high, %at : f32, i32
  }
  %size = arith.constant 16 : i64
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %t = tileaa.store %r#0 to %p[%zero] extents[%size] strides[%one] : tensor<16xf32>, !tileaa.ptr
  tileas.return
}
