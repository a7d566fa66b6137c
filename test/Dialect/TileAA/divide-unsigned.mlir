// Numbers that are not negative are divided as unsigned ones.
//
// RUN: cuda-tile-opt %s -tileaa-divide-unsigned -verify-each | FileCheck %s

// A counter from 0, whatever it counts to, and what is computed of it.
// CHECK-LABEL: @counter(
// CHECK: arith.divui %[[T:.*]], %{{.*}} : i32
// CHECK: arith.divui %[[T]]
// CHECK: arith.ceildivui %[[T]]
// CHECK: arith.remui %[[T]]
// CHECK: arith.remui %{{.*}} : tensor<8xi32>
tileaa.entry @counter(%o: !tileaa.ptr, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c9 = arith.constant 9 : i32
  %threes = arith.constant dense<3> : tensor<8xi32>
  scf.for %t = %c0 to %n step %c1 : i32 {
    %a = arith.floordivsi %t, %c9 : i32
    %b = arith.divsi %t, %c9 : i32
    %c = arith.ceildivsi %t, %c9 : i32
    %d = arith.remsi %t, %c9 : i32
    %ab = arith.addi %a, %b : i32
    %cd = arith.addi %c, %d : i32
    %s = arith.addi %ab, %cd : i32
    %i = tileaa.iota : tensor<8xi32>
    %e = arith.remsi %i, %threes : tensor<8xi32>
    %tile = tileaa.splat %s : i32 -> tensor<8xi32>
    %sum = arith.addi %e, %tile : tensor<8xi32>
    %p = tileaa.splat %o : !tileaa.ptr -> tensor<8x!tileaa.ptr>
    %k = tileaa.store %sum to %p : tensor<8xi32>, tensor<8x!tileaa.ptr>
  }
  tileaa.return
}

// A counter from -1, a number that nobody knows, and a divisor that may be negative: each
// quotient would be another one.
// CHECK-LABEL: @signed(
// CHECK: arith.floordivsi
// CHECK: arith.remsi
// CHECK: arith.divsi
// CHECK: arith.ceildivsi
// CHECK-NOT: {{divui|remui}}
tileaa.entry @signed(%o: !tileaa.ptr, %n: i32) {
  %m1 = arith.constant -1 : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c9 = arith.constant 9 : i32
  scf.for %t = %m1 to %n step %c1 : i32 {
    %a = arith.floordivsi %t, %c9 : i32
    %b = arith.remsi %n, %c9 : i32
    %s = arith.addi %a, %b : i32
    %k = tileaa.store %s to %o : i32, !tileaa.ptr
  }
  scf.for %t = %c0 to %n step %c1 : i32 {
    %a = arith.divsi %t, %n : i32
    %b = arith.ceildivsi %t, %m1 : i32
    %s = arith.addi %a, %b : i32
    %k = tileaa.store %s to %o : i32, !tileaa.ptr
  }
  tileaa.return
}
