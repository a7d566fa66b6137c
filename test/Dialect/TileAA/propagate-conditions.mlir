// Within a branch its condition is known, behind it no more.
// RUN: cuda-tile-opt %s -pass-pipeline='builtin.module(tileaa.entry(tileaa-propagate-conditions))' | FileCheck %s

// CHECK-LABEL: tileaa.entry @k(
// CHECK-SAME: %[[C:[a-z0-9]+]]: i1, %[[D:[a-z0-9]+]]: i1
tileaa.entry @k(%c: i1, %d: i1) {
  // CHECK: scf.if %[[C]] {
  scf.if %c {
    // CHECK: %[[TRUE:.*]] = arith.constant true
    // CHECK: scf.if %[[TRUE]] {
    scf.if %c {
      // CHECK: scf.if %[[D]] {
      // CHECK: } else {
      // CHECK: %[[FALSE:.*]] = arith.constant false
      // CHECK: tileaa.print "%d", %[[FALSE]]
      scf.if %d {
      } else {
        %0 = tileaa.print "%d", %d : i1
      }
    }
  }
  // CHECK: tileaa.print "%d", %[[C]]
  %1 = tileaa.print "%d", %c : i1
  tileaa.return
}
