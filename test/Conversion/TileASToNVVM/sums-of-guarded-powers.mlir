// Where warp groups multiply, powers under a guard are added up on both ways to where it
// ends: in front of the branch, among the powers that are flushed, and behind those that
// are computed again. What one thread takes of another stays behind both, as does what
// else is made of a power. All bits are those of the interpreter, on both ways.
//
// RUN: tileiras %s --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s
// RUN: tileiras %s --gpu-name=sm_80 --emit=ptx -o - | FileCheck %s --check-prefix=BEHIND
// RUN: %python %S/Inputs/exponents.py %t.hex
// RUN: sh -c '%python %S/../../Tools/cuda-tile-run/Inputs/npy.py %t.npy "<f4" 4096 $(cat %t.hex)'
// RUN: cuda-tile-run %s --gpu-name=sm_90 --entry=sums --grid=16 --arg=ptr:%t.npy --arg=ptr:new:f32[4096] --arg=ptr:new:f32[16] --compare=emulate --check=all
//
// CHECK-LABEL: .entry sums(
// CHECK-COUNT-8: ex2.approx.ftz.f32
// CHECK: vote.sync.any.pred
// CHECK-COUNT-7: add.rn.f32
// CHECK-NOT: mul.rn
// CHECK: bra
// CHECK-COUNT-8: ex2.approx.f32
// CHECK-COUNT-7: add.rn.f32
// CHECK-NOT: mul.rn
// CHECK: $L__BB
// CHECK-NOT: add.rn.f32
// CHECK: shfl
//
// BEHIND: ex2.approx.ftz.f32
// BEHIND-NOT: add.rn.f32
// BEHIND: ex2.approx.f32
// BEHIND: $L__BB
// BEHIND-COUNT-7: add.rn.f32
// BEHIND: shfl
tileaa.entry @sums(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr) attributes {launch = #tileaa.launch<warps = 1>} {
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %all = arith.constant 4096 : i64
  %blocks = arith.constant 16 : i64
  %third = arith.constant dense<3.0> : tensor<256xf32>
  %x, %y, %z = tileaa.block_id
  %b = arith.extui %x : i32 to i64
  %at = arith.muli %b, %size : i64
  %v, %t = tileaa.load %p[%at] extents [%all] strides [%one] : !tileaa.ptr -> tensor<256xf32>
  %e = tileaa.exp2 %v : tensor<256xf32>
  %s = tileaa.reduce %e dim 0 identities [0.0 : f32] : tensor<256xf32> -> f32 {
  ^bb0(%a: f32, %c: f32):
    %d = tileaa.addf %a, %c : f32
    tileaa.yield %d : f32
  }
  %m = tileaa.mulf %e, %third : tensor<256xf32>
  %u = tileaa.store %m to %q[%at] extents [%all] strides [%one] : tensor<256xf32>, !tileaa.ptr
  %n = tileaa.splat %s : f32 -> tensor<1xf32>
  %w = tileaa.store %n to %r[%b] extents [%blocks] strides [%one] : tensor<1xf32>, !tileaa.ptr
  tileaa.return
}
