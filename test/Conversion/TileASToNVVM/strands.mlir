// A thread that reduces many registers to one result does so in four strands, of which
// each fills the time that another one waits. Two of them are one instruction where the
// target adds pairs: of 64 registers 30 times, before strands are joined, and then lanes.
// Rows that a thread has beside each other fill that time as well: one instruction adds to
// two strands of a row whose neighbours were loaded together, or to two rows of powers that
// were made one by one. Short strands are not worth the ops that join them.
//
// RUN: tileiras %s --gpu-name=sm_100 --emit=ptx -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: tileiras %s --gpu-name=sm_80 --emit=ptx -o - | FileCheck %s --check-prefix=SINGLE

// CHECK-LABEL: .visible .entry one_result(
// CHECK-COUNT-30: add.rn.f32x2
// CHECK-COUNT-5: shfl.sync.bfly.b32
// CHECK: ret;
// SINGLE-LABEL: .visible .entry one_result(
// SINGLE-NOT: f32x2
// SINGLE-COUNT-68: add.rn.f32
// SINGLE-NOT: add.rn.f32
// SINGLE: ret;
tileaa.entry @one_result(%p: !tileaa.ptr, %n: i64) attributes {launch = #tileaa.launch<warps = 1>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %v, %t0 = tileaa.load %p[%zero] extents [%n] strides [%one] : !tileaa.ptr -> tensor<2048xf32>
  %s = tileaa.reduce %v dim 0 identities [0.0 : f32] : tensor<2048xf32> -> f32 {
  ^bb0(%x: f32, %y: f32):
    %a = tileaa.addf %x, %y : f32
    tileaa.yield %a : f32
  }
  %t1 = tileaa.store %s to %p : f32, !tileaa.ptr
  tileaa.return
}

// CHECK-LABEL: .visible .entry short(
// CHECK-NOT: f32x2
// CHECK: ret;
tileaa.entry @short(%p: !tileaa.ptr, %n: i64) attributes {launch = #tileaa.launch<warps = 1>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %v, %t0 = tileaa.load %p[%zero] extents [%n] strides [%one] : !tileaa.ptr -> tensor<256xf32>
  %s = tileaa.reduce %v dim 0 identities [0.0 : f32] : tensor<256xf32> -> f32 {
  ^bb0(%x: f32, %y: f32):
    %a = tileaa.addf %x, %y : f32
    tileaa.yield %a : f32
  }
  %t1 = tileaa.store %s to %p : f32, !tileaa.ptr
  tileaa.return
}

// CHECK-LABEL: .visible .entry several_results(
// CHECK-COUNT-30: add.rn.f32x2
// CHECK-COUNT-2: add.rn.f32 
// CHECK-COUNT-5: add.rn.f32x2
// CHECK-NOT: add.rn.f32
// CHECK: ret;
// SINGLE-LABEL: .visible .entry several_results(
// SINGLE-COUNT-72: add.rn.f32
// SINGLE-NOT: add.rn.f32
// SINGLE: ret;
tileaa.entry @several_results(%p: !tileaa.ptr, %n: i64) attributes {launch = #tileaa.launch<warps = 1>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %v, %t0 = tileaa.load %p[%zero, %zero] extents [%n, %n] strides [%n, %one] : !tileaa.ptr -> tensor<2x1024xf32>
  %s = tileaa.reduce %v dim 1 identities [0.0 : f32] : tensor<2x1024xf32> -> tensor<2xf32> {
  ^bb0(%x: f32, %y: f32):
    %a = tileaa.addf %x, %y : f32
    tileaa.yield %a : f32
  }
  %t1 = tileaa.store %s to %p[%zero] extents [%n] strides [%one] after %t0 : tensor<2xf32>, !tileaa.ptr
  tileaa.return
}

// CHECK-LABEL: .visible .entry powers(
// CHECK-COUNT-36: add.rn.f32x2
// CHECK-NOT: add.rn.f32
// CHECK: ret;
tileaa.entry @powers(%p: !tileaa.ptr, %n: i64) attributes {launch = #tileaa.launch<warps = 1>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %v, %t0 = tileaa.load %p[%zero, %zero] extents [%n, %n] strides [%n, %one] : !tileaa.ptr -> tensor<2x1024xf32>
  %e = tileaa.exp2 %v ftz : tensor<2x1024xf32>
  %s = tileaa.reduce %e dim 1 identities [0.0 : f32] : tensor<2x1024xf32> -> tensor<2xf32> {
  ^bb0(%x: f32, %y: f32):
    %a = tileaa.addf %x, %y : f32
    tileaa.yield %a : f32
  }
  %t1 = tileaa.store %s to %p[%zero] extents [%n] strides [%one] after %t0 : tensor<2xf32>, !tileaa.ptr
  tileaa.return
}
