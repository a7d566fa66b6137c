// One constant of each value and at the start, one operation of each that
// computes the same where the first is seen, nothing that nobody uses.
//
// RUN: cuda-tile-opt %s --simplify-thread | FileCheck %s

// CHECK-LABEL: llvm.func @repeated
// CHECK-SAME: (%[[N:.*]]: i32, %[[P:.*]]: !llvm.ptr)
llvm.func @repeated(%n: i32, %p: !llvm.ptr) {
  // CHECK-DAG: %[[TWELVE:.*]] = arith.constant 12 : i32
  // CHECK-DAG: %[[FOUR:.*]] = llvm.mlir.constant(4 : i32) : i32
  // CHECK-NOT: constant
  // CHECK: %[[A:.*]] = arith.muli %[[N]], %[[TWELVE]] : i32
  // CHECK-NEXT: llvm.store %[[A]], %[[P]]
  // CHECK-NEXT: llvm.store %[[FOUR]], %[[P]]
  // CHECK-NEXT: llvm.store %[[A]], %[[P]]
  // CHECK-NEXT: llvm.store %[[FOUR]], %[[P]]
  // CHECK-NEXT: llvm.return
  %three = arith.constant 3 : i32
  %four = arith.constant 4 : i32
  %twelve = arith.muli %three, %four : i32
  %a = arith.muli %n, %twelve : i32
  llvm.store %a, %p : i32, !llvm.ptr
  %x = llvm.mlir.constant(4 : i32) : i32
  llvm.store %x, %p : i32, !llvm.ptr
  %again = arith.constant 12 : i32
  %b = arith.muli %n, %again : i32
  llvm.store %b, %p : i32, !llvm.ptr
  %y = llvm.mlir.constant(4 : i32) : i32
  llvm.store %y, %p : i32, !llvm.ptr
  %unused = arith.addi %b, %four : i32
  %unusedToo = llvm.add %unused, %x : i32
  llvm.return
}

// What one side of a branch computes, the other does not see, nor what follows.
// CHECK-LABEL: llvm.func @beside
llvm.func @beside(%n: i32, %p: !llvm.ptr, %c: i1) {
  // CHECK: %[[BEFORE:.*]] = arith.addi
  // CHECK: scf.if
  // CHECK-NEXT: %[[THEN:.*]] = arith.muli
  // CHECK-NEXT: llvm.store %[[THEN]]
  // CHECK-NEXT: llvm.store %[[BEFORE]]
  // CHECK-NEXT: else
  // CHECK-NEXT: %[[ELSE:.*]] = arith.muli
  // CHECK-NEXT: llvm.store %[[ELSE]]
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[AFTER:.*]] = arith.muli
  // CHECK-NEXT: llvm.store %[[AFTER]]
  %before = arith.addi %n, %n : i32
  llvm.store %before, %p : i32, !llvm.ptr
  scf.if %c {
    %a = arith.muli %n, %n : i32
    llvm.store %a, %p : i32, !llvm.ptr
    %again = arith.addi %n, %n : i32
    llvm.store %again, %p : i32, !llvm.ptr
  } else {
    %b = arith.muli %n, %n : i32
    llvm.store %b, %p : i32, !llvm.ptr
  }
  %after = arith.muli %n, %n : i32
  llvm.store %after, %p : i32, !llvm.ptr
  llvm.return
}

// Overflow is part of what an operation computes.
// CHECK-LABEL: llvm.func @overflow
llvm.func @overflow(%n: i32, %p: !llvm.ptr) {
  // CHECK: arith.addi %{{.*}}, %{{.*}} : i32
  // CHECK: arith.addi %{{.*}}, %{{.*}} overflow<nsw> : i32
  %a = arith.addi %n, %n : i32
  llvm.store %a, %p : i32, !llvm.ptr
  %b = arith.addi %n, %n overflow<nsw> : i32
  llvm.store %b, %p : i32, !llvm.ptr
  llvm.return
}

// It is the same with its operands exchanged, where they may be.
// CHECK-LABEL: llvm.func @exchanged
llvm.func @exchanged(%m: i32, %n: i32, %p: !llvm.ptr) {
  // CHECK-NEXT: %[[SUM:.*]] = arith.addi
  // CHECK-NEXT: llvm.store %[[SUM]]
  // CHECK-NEXT: llvm.store %[[SUM]]
  // CHECK-NEXT: arith.subi
  // CHECK-NEXT: llvm.store
  // CHECK-NEXT: arith.subi
  %a = arith.addi %m, %n : i32
  llvm.store %a, %p : i32, !llvm.ptr
  %b = arith.addi %n, %m : i32
  llvm.store %b, %p : i32, !llvm.ptr
  %c = arith.subi %m, %n : i32
  llvm.store %c, %p : i32, !llvm.ptr
  %d = arith.subi %n, %m : i32
  llvm.store %d, %p : i32, !llvm.ptr
  llvm.return
}

// The results of branches that nobody uses, or that are the same on both sides,
// and a branch on a constant.
// CHECK-LABEL: llvm.func @branches
// CHECK-SAME: (%[[N:.*]]: i32
llvm.func @branches(%n: i32, %p: !llvm.ptr, %c: i1) {
  // CHECK-NOT: scf.if
  // CHECK: llvm.store %[[N]]
  // CHECK-NEXT: llvm.return
  %r:2 = scf.if %c -> (i32, i32) {
    %x = arith.muli %n, %n : i32
    scf.yield %x, %n : i32, i32
  } else {
    %x = arith.addi %n, %n : i32
    scf.yield %x, %n : i32, i32
  }
  %false = arith.constant false
  scf.if %false {
    llvm.store %r#0, %p : i32, !llvm.ptr
  }
  llvm.store %r#1, %p : i32, !llvm.ptr
  llvm.return
}
