// Lanes exchange in a butterfly, or all of a warp by an instruction that reduces words;
// warps meet in shared memory, and only they.
//
// RUN: tileiras %s --gpu-name=sm_80 --emit=ptx | FileCheck %s
// RUN: tileiras %s --gpu-name=sm_75 --emit=ptx | FileCheck %s --check-prefix=BEFORE
// BEFORE-NOT: redux

// CHECK-LABEL: .visible .entry within(
// CHECK-NOT: shared
// CHECK: shfl.sync.bfly.b32 %{{.*}}, %{{.*}}, 1, 31, -1;
// CHECK: shfl.sync.bfly.b32 %{{.*}}, %{{.*}}, 2, 31, -1;
// CHECK: shfl.sync.bfly.b32 %{{.*}}, %{{.*}}, 4, 31, -1;
// CHECK: shfl.sync.bfly.b32 %{{.*}}, %{{.*}}, 8, 31, -1;
// CHECK: shfl.sync.bfly.b32 %{{.*}}, %{{.*}}, 16, 31, -1;
// CHECK-NOT: {{shfl|shared|bar}}
// CHECK: ret;
tileaa.entry @within(%p: !tileaa.ptr, %n: i64) attributes {launch = #tileaa.launch<warps = 1>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %v, %t0 = tileaa.load %p[%zero] extents [%n] strides [%one] : !tileaa.ptr -> tensor<64xf32>
  %s = tileaa.reduce %v dim 0 identities [0.0 : f32] : tensor<64xf32> -> f32 {
  ^bb0(%x: f32, %y: f32):
    %a = tileaa.addf %x, %y : f32
    tileaa.yield %a : f32
  }
  %t1 = tileaa.store %s to %p : f32, !tileaa.ptr
  tileaa.return
}

// Only the 8 lanes along the dimension take part.
// CHECK-LABEL: .visible .entry lanes(
// CHECK: shfl.sync.bfly.b32 %{{.*}}, %{{.*}}, 1, 31, -1;
// CHECK: shfl.sync.bfly.b32 %{{.*}}, %{{.*}}, 2, 31, -1;
// CHECK: shfl.sync.bfly.b32 %{{.*}}, %{{.*}}, 4, 31, -1;
// CHECK-NOT: shfl
// CHECK: ret;
tileaa.entry @lanes(%p: !tileaa.ptr, %n: i64) attributes {launch = #tileaa.launch<warps = 1>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %v, %t0 = tileaa.load %p[%zero, %zero] extents [%n, %n] strides [%n, %one] : !tileaa.ptr -> tensor<4x8xi32>
  %s = tileaa.reduce %v dim 1 identities [0 : i32] : tensor<4x8xi32> -> tensor<4xi32> {
  ^bb0(%x: i32, %y: i32):
    %a = arith.addi %x, %y : i32
    tileaa.yield %a : i32
  }
  %t1 = tileaa.store %s to %p[%zero] extents [%n] strides [%one] after %t0 : tensor<4xi32>, !tileaa.ptr
  tileaa.return
}

// CHECK-LABEL: .visible .entry across(
// CHECK: shfl.sync
// CHECK: st.shared
// CHECK: bar{{.*}}.sync
// CHECK: ld.shared
// CHECK: ret;
tileaa.entry @across(%p: !tileaa.ptr, %n: i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %v, %t0 = tileaa.load %p[%zero] extents [%n] strides [%one] : !tileaa.ptr -> tensor<256xf64>
  %s = tileaa.reduce %v dim 0 identities [0.0 : f64] : tensor<256xf64> -> f64 {
  ^bb0(%x: f64, %y: f64):
    %a = tileaa.addf %x, %y : f64
    tileaa.yield %a : f64
  }
  %t1 = tileaa.store %s to %p after %t0 : f64, !tileaa.ptr
  tileaa.return
}

// CHECK-LABEL: .visible .entry least(
// CHECK-NOT: shfl
// CHECK: redux.sync.min.s32
// CHECK-NOT: {{shfl|redux}}
// CHECK: ret;
tileaa.entry @least(%p: !tileaa.ptr, %n: i64) attributes {launch = #tileaa.launch<warps = 1>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %v, %t0 = tileaa.load %p[%zero] extents [%n] strides [%one] : !tileaa.ptr -> tensor<64xi32>
  %s = tileaa.reduce %v dim 0 identities [0 : i32] : tensor<64xi32> -> i32 {
  ^bb0(%x: i32, %y: i32):
    %a = arith.minsi %x, %y : i32
    tileaa.yield %a : i32
  }
  %t1 = tileaa.store %s to %p : i32, !tileaa.ptr
  tileaa.return
}

// CHECK-LABEL: .visible .entry most(
// CHECK-NOT: shfl
// CHECK: redux.sync.max.u32
// CHECK-NOT: {{shfl|redux}}
// CHECK: ret;
tileaa.entry @most(%p: !tileaa.ptr, %n: i64) attributes {launch = #tileaa.launch<warps = 1>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %v, %t0 = tileaa.load %p[%zero] extents [%n] strides [%one] : !tileaa.ptr -> tensor<64xi32>
  %s = tileaa.reduce %v dim 0 identities [0 : i32] : tensor<64xi32> -> i32 {
  ^bb0(%x: i32, %y: i32):
    %a = arith.maxui %x, %y : i32
    tileaa.yield %a : i32
  }
  %t1 = tileaa.store %s to %p : i32, !tileaa.ptr
  tileaa.return
}

// CHECK-LABEL: .visible .entry all(
// CHECK-NOT: shfl
// CHECK: redux.sync.and.b32
// CHECK-NOT: {{shfl|redux}}
// CHECK: ret;
tileaa.entry @all(%p: !tileaa.ptr, %n: i64) attributes {launch = #tileaa.launch<warps = 1>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %v, %t0 = tileaa.load %p[%zero] extents [%n] strides [%one] : !tileaa.ptr -> tensor<64xi32>
  %s = tileaa.reduce %v dim 0 identities [0 : i32] : tensor<64xi32> -> i32 {
  ^bb0(%x: i32, %y: i32):
    %a = arith.andi %x, %y : i32
    tileaa.yield %a : i32
  }
  %t1 = tileaa.store %s to %p : i32, !tileaa.ptr
  tileaa.return
}
