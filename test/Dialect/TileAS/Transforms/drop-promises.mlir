// Promises go, wherever they stand, and nothing else does.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-drop-promises))' | FileCheck %s
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-drop-promises))' | not grep assume

// CHECK-LABEL: @chain(
// CHECK-SAME: %[[N:.*]]: i32, %[[TO:.*]]: i64
// CHECK-NEXT: %[[WIDE:.*]] = arith.extui %[[N]] : i32 to i64
// CHECK-NEXT: scf.for %[[I:.*]] = %[[WIDE]] to %[[TO]] step %[[WIDE]] : i64 {
// CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[I]], %[[WIDE]] : i64
// CHECK-NEXT: tileas.assert %{{.*}}, "holds"
tileas.kernel @chain(%n: i32, %to: i64, %p: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %0 = tileaa.assume %n {div_by = 16 : i64} : i32
  %1 = tileaa.assume %0 {lower = 0 : i64} : i32
  %2 = arith.extui %1 : i32 to i64
  scf.for %i = %2 to %to step %2 : i64 {
    %3 = tileaa.assume %i {lower = 0 : i64} : i64
    %4 = arith.addi %3, %2 : i64
    tileas.assert %p, "holds" : i1
  }
  tileas.return
}
