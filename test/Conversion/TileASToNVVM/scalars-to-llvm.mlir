// Arithmetic becomes what MLIR's conversions make of it, with or without them.
// So do branches.
//
// RUN: split-file %s %t
// RUN: cuda-tile-opt %t/plain.mlir --convert-scalars-to-llvm --mlir-print-ir-after-all -o %t/ours 2>%t/passes
// RUN: cuda-tile-opt %t/plain.mlir --convert-arith-to-llvm | diff - %t/ours
// RUN: FileCheck %t/plain.mlir --input-file=%t/ours --implicit-check-not=arith.
// RUN: FileCheck %t/plain.mlir --input-file=%t/passes --check-prefix=PASSES --implicit-check-not="IR Dump After A"

// RUN: cuda-tile-opt %t/up.mlir --convert-scalars-to-llvm --mlir-print-ir-after-all -o %t/ours 2>%t/passes
// RUN: cuda-tile-opt %t/up.mlir --arith-expand --convert-arith-to-llvm | diff - %t/ours
// RUN: FileCheck %t/plain.mlir --input-file=%t/passes --check-prefix=PASSES --implicit-check-not="IR Dump After A"

// RUN: cuda-tile-opt %t/others.mlir --convert-scalars-to-llvm -o %t/ours
// RUN: cuda-tile-opt %t/others.mlir --arith-expand --convert-arith-to-llvm --convert-ub-to-llvm | diff - %t/ours
// RUN: FileCheck %t/others.mlir --input-file=%t/ours --implicit-check-not=arith. --implicit-check-not=ub.

// RUN: cuda-tile-opt %t/branches.mlir --convert-scalars-to-llvm -o %t/ours
// RUN: cuda-tile-opt %t/branches.mlir --convert-cf-to-llvm | diff - %t/ours
// RUN: FileCheck %t/branches.mlir --input-file=%t/ours --implicit-check-not=cf.

//--- plain.mlir
// PASSES: IR Dump After ConvertScalarsToLLVM
// CHECK-LABEL: llvm.func @plain
llvm.func @plain(%a: i32, %b: i32, %c: i1, %p: !llvm.ptr, %q: !llvm.ptr) -> i32 {
  %0 = arith.constant -7 : i32
  // CHECK: llvm.add %{{.*}}, %{{.*}} overflow<nsw> : i32
  %1 = arith.addi %a, %0 overflow<nsw> : i32
  // CHECK: llvm.sub %{{.*}}, %{{.*}} overflow<nuw> : i32
  %2 = arith.subi %1, %b overflow<nuw> : i32
  // CHECK: llvm.mul %{{.*}}, %{{.*}} overflow<nsw, nuw> : i32
  %3 = arith.muli %2, %b overflow<nsw, nuw> : i32
  %4 = arith.andi %3, %b : i32
  %5 = arith.ori %4, %a : i32
  %6 = arith.xori %5, %0 : i32
  %7 = arith.shli %6, %b overflow<nuw> : i32
  %8 = arith.shrui %7, %b : i32
  %9 = arith.shrsi %8, %b : i32
  %10 = arith.divui %9, %b : i32
  %11 = arith.divsi %10, %b : i32
  %12 = arith.remui %11, %a : i32
  %13 = arith.remsi %12, %a : i32
  %14 = arith.minsi %13, %a : i32
  %15 = arith.minui %14, %b : i32
  %16 = arith.maxsi %15, %a : i32
  %17 = arith.maxui %16, %b : i32
  %18 = arith.extui %17 : i32 to i64
  %19 = arith.extsi %17 : i32 to i64
  // CHECK: llvm.icmp "slt"
  %20 = arith.cmpi slt, %18, %19 : i64
  // CHECK: llvm.icmp "uge"
  %21 = arith.cmpi uge, %18, %19 : i64
  %22 = arith.andi %20, %21 : i1
  %23 = arith.select %22, %18, %19 : i64
  %24 = arith.trunci %23 overflow<nuw> : i64 to i32
  %25 = arith.bitcast %24 : i32 to f32
  %26 = arith.bitcast %25 : f32 to i32
  %27 = arith.sitofp %26 : i32 to f32
  %28 = arith.select %c, %p, %q : !llvm.ptr
  llvm.store %27, %28 : f32, !llvm.ptr
  llvm.return %24 : i32
}

//--- up.mlir
// Rounded up, as the counts of loops are.
llvm.func @roundedUp(%a: i64, %b: i64) -> i64 {
  %0 = arith.ceildivui %a, %b : i64
  llvm.return %0 : i64
}

//--- others.mlir
// CHECK-LABEL: llvm.func @signed
llvm.func @signed(%a: i32, %b: i32) -> i32 {
  // CHECK: llvm.sdiv
  %0 = arith.floordivsi %a, %b : i32
  %1 = arith.ceildivsi %0, %b : i32
  llvm.return %1 : i32
}

// CHECK-LABEL: llvm.func @floats
llvm.func @floats(%a: f32, %b: i32, %p: !llvm.ptr) -> f32 {
  // CHECK: llvm.fneg
  %0 = arith.negf %a : f32
  %1 = arith.divui %b, %b exact : i32
  %2 = arith.uitofp %1 : i32 to f32
  %3 = ub.poison : f32
  llvm.store %3, %p : f32, !llvm.ptr
  %4 = arith.cmpf olt, %0, %2 : f32
  %5 = arith.select %4, %2, %a : f32
  llvm.return %5 : f32
}

//--- branches.mlir
// CHECK-LABEL: llvm.func @branches
llvm.func @branches(%c: i1, %a: i32, %pair: vector<2xf16>) -> i32 {
  // CHECK: llvm.br ^bb1(%{{.*}}, %{{.*}} : i32, vector<2xf16>)
  cf.br ^loop(%a, %pair : i32, vector<2xf16>)
^loop(%x: i32, %y: vector<2xf16>):
  // CHECK: llvm.cond_br %{{.*}} weights([3, 1]), ^bb1(%{{.*}}, %{{.*}} : i32, vector<2xf16>), ^bb2(%{{.*}} : i32)
  cf.cond_br %c weights([3, 1]), ^loop(%a, %y : i32, vector<2xf16>), ^end(%x : i32)
^end(%z: i32):
  llvm.return %z : i32
}
