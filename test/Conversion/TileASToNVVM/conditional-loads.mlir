// A load gives any value where its condition is false, but the same to all that use it, which
// may compare it or join it with others: no poison.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(convert-tileas-to-nvvm)' | FileCheck %s

// CHECK-LABEL: llvm.func @k(
// CHECK: %[[WORD:.*]] = scf.if %{{.*}} -> (i32) {
// CHECK: %[[LOADED:.*]] = llvm.load
// CHECK-NEXT: scf.yield %[[LOADED]]
// CHECK: } else {
// CHECK-NEXT: %[[POISON:.*]] = llvm.mlir.poison
// CHECK-NEXT: %[[ANY:.*]] = llvm.freeze %[[POISON]]
// CHECK-NEXT: scf.yield %[[ANY]]
// CHECK: arith.cmpi eq, %[[WORD]],
tileas.kernel @k(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
  spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = true>} {
  %c0 = arith.constant 0 : i32
  %has = arith.cmpi ne, %n, %c0 : i32
  %word, %t0 = tileas.load %p if %has : !tileaa.ptr -> i32
  %isZero = arith.cmpi eq, %word, %c0 : i32
  %both = arith.andi %isZero, %has : i1
  %one = arith.extui %both : i1 to i32
  %t1 = tileas.store %one to %q by<owner> : i32, !tileaa.ptr
  tileas.return
}
