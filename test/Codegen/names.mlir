// A kernel or a variable keeps the name that the program gives it, or is refused.

// RUN: sh -c 'tileiras --gpu-name=sm_90 --emit=ptx %s -o %t; echo rc=$?' 2>&1 | FileCheck %s
// RUN: test ! -e %t

// CHECK-NOT: error
// CHECK: {{.*}}names.mlir:[[# @LINE + 11]]:1: error: the name "two words" cannot be written in PTX
// CHECK: {{.*}}names.mlir:[[# @LINE + 11]]:1: error: the name "\C3\BC" cannot be written in PTX
// CHECK: {{.*}}names.mlir:[[# @LINE + 11]]:1: error: the name "1st" cannot be written in PTX
// CHECK: {{.*}}names.mlir:[[# @LINE + 11]]:1: error: the name "_" cannot be written in PTX
// CHECK: {{.*}}names.mlir:[[# @LINE + 11]]:1: error: the name "%tid" cannot be written in PTX
// CHECK: {{.*}}names.mlir:[[# @LINE + 11]]:1: error: the name "WARP_SZ" cannot be written in PTX
// CHECK: {{.*}}names.mlir:[[# @LINE + 11]]:1: error: the name "llvm.sin" cannot be written in PTX
// CHECK: {{.*}}names.mlir:[[# @LINE + 11]]:1: error: the name "a table" cannot be written in PTX
// CHECK-NOT: error: the name
// CHECK: rc=5
llvm.func @fine_$1() attributes {nvvm.kernel} { llvm.return }
llvm.func @"two words"() attributes {nvvm.kernel} { llvm.return }
llvm.func @"ü"() attributes {nvvm.kernel} { llvm.return }
llvm.func @"1st"() attributes {nvvm.kernel} { llvm.return }
llvm.func @_() attributes {nvvm.kernel} { llvm.return }
llvm.func @"%tid"() attributes {nvvm.kernel} { llvm.return }
llvm.func @WARP_SZ() attributes {nvvm.kernel} { llvm.return }
llvm.func @"llvm.sin"() attributes {nvvm.kernel} { llvm.return }
llvm.mlir.global external @"a table"(1 : i32) {addr_space = 1 : i32} : i32
llvm.mlir.global internal @"renamed by LLVM"(1 : i32) {addr_space = 1 : i32} : i32
llvm.func @llvm.fabs.f32(f32) -> f32
