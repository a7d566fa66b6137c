// A kernel keeps the name that the program gives it, or is refused.

// RUN: sh -c 'tileiras --gpu-name=sm_90 --emit=ptx %s -o %t; echo rc=$?' 2>&1 | FileCheck %s
// RUN: test ! -e %t

// CHECK-NOT: error
// CHECK: {{.*}}names.mlir:[[# @LINE + 7]]:1: error: the name "two words" cannot be written in PTX
// CHECK: {{.*}}names.mlir:[[# @LINE + 7]]:1: error: the name "\C3\BC" cannot be written in PTX
// CHECK: {{.*}}names.mlir:[[# @LINE + 7]]:1: error: the name "1st" cannot be written in PTX
// CHECK: {{.*}}names.mlir:[[# @LINE + 7]]:1: error: the name "_" cannot be written in PTX
// CHECK-NOT: error: the name
// CHECK: rc=5
llvm.func @fine_$1() attributes {nvvm.kernel} { llvm.return }
llvm.func @"two words"() attributes {nvvm.kernel} { llvm.return }
llvm.func @"ü"() attributes {nvvm.kernel} { llvm.return }
llvm.func @"1st"() attributes {nvvm.kernel} { llvm.return }
llvm.func @_() attributes {nvvm.kernel} { llvm.return }
