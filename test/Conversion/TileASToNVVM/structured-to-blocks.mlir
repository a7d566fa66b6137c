// The blocks are those of MLIR's own conversion, which goes the other way round:
// loops and branches in a row, in each other, and both.
//
// RUN: cuda-tile-opt %s --convert-structured-to-blocks -o %t
// RUN: cuda-tile-opt %s --convert-scf-to-cf | diff - %t
// RUN: FileCheck %s --input-file=%t --implicit-check-not=scf.

// CHECK-LABEL: llvm.func @row
// CHECK-COUNT-4: cf.cond_br
// CHECK: llvm.return
llvm.func @row(%c: i1, %n: i32) -> i32 {
  %one = arith.constant 1 : i32
  %0 = scf.for %i = %one to %n step %one iter_args(%x = %n) -> (i32) : i32 {
    %y = arith.muli %x, %i : i32
    scf.yield %y : i32
  }
  %1 = scf.if %c -> (i32) {
    %y = arith.addi %0, %n : i32
    scf.yield %y : i32
  } else {
    scf.yield %0 : i32
  }
  %2 = scf.while (%x = %1) : (i32) -> i32 {
    %less = arith.cmpi slt, %x, %n : i32
    scf.condition(%less) %x : i32
  } do {
  ^bb0(%x: i32):
    %y = arith.addi %x, %one : i32
    scf.yield %y : i32
  }
  // Tests at its end alone: one block.
  %3 = scf.while (%x = %2) : (i32) -> i32 {
    %y = arith.addi %x, %one : i32
    %less = arith.cmpi slt, %y, %n : i32
    scf.condition(%less) %y : i32
  } do {
  ^bb0(%x: i32):
    scf.yield %x : i32
  }
  llvm.return %3 : i32
}

// CHECK-LABEL: llvm.func @nest
// CHECK-COUNT-6: cf.cond_br
// CHECK: llvm.return
llvm.func @nest(%c: i1, %n: i32) -> i32 {
  %one = arith.constant 1 : i32
  %0 = scf.for %i = %one to %n step %one iter_args(%x = %n) -> (i32) : i32 {
    %1 = scf.if %c -> (i32) {
      %2 = scf.while (%y = %x) : (i32) -> i32 {
        %z = scf.if %c -> (i32) {
          scf.yield %i : i32
        } else {
          scf.yield %y : i32
        }
        %less = arith.cmpi slt, %z, %n : i32
        scf.condition(%less) %z : i32
      } do {
      ^bb0(%y: i32):
        scf.if %c {
          %w = llvm.inline_asm has_side_effects "mov.b32 $0, 1;", "=r" : () -> i32
        }
        %z = arith.addi %y, %one : i32
        scf.yield %z : i32
      }
      scf.yield %2 : i32
    } else {
      scf.yield %x : i32
    }
    %3 = scf.for %j = %one to %i step %one iter_args(%y = %1) -> (i32) : i32 {
      %z = arith.xori %y, %j : i32
      scf.yield %z : i32
    }
    scf.yield %3 : i32
  }
  llvm.return %0 : i32
}
