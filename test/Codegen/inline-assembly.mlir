// Inline assembly that uses an operand which it does not have is an error at its place.

// RUN: split-file %s %t
// RUN: not tileiras --gpu-name=sm_90 --emit=ptx %t/beyond.mlir 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: not tileiras --gpu-name=sm_90 --emit=ptx %t/braces.mlir 2>&1 | FileCheck %s --check-prefix=BRACES
// RUN: not tileiras --gpu-name=sm_90 --emit=ptx %t/none.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: tileiras --gpu-name=sm_90 --emit=ptx %t/good.mlir | FileCheck %s --check-prefix=GOOD
// BEYOND: beyond.mlir:2:8: error: 'llvm.inline_asm' op uses operand $2, $1;, but has 2
// BRACES: braces.mlir:2:8: error: 'llvm.inline_asm' op uses operand ${7:x}, $1;, but has 2
// NONE: none.mlir:2:8: error: 'llvm.inline_asm' op uses operand $x, $1;, but has 2
// GOOD: mov.b32 %r{{[0-9]+}}, %r{{[0-9]+}}; // $ 

//--- beyond.mlir
llvm.func @k(%a: i32) attributes {nvvm.kernel} {
  %0 = llvm.inline_asm has_side_effects "mov.b32 $2, $1;", "=r,r,~{memory}" %a : (i32) -> i32
  llvm.return
}
//--- braces.mlir
llvm.func @k(%a: i32) attributes {nvvm.kernel} {
  %0 = llvm.inline_asm has_side_effects "mov.b32 ${7:x}, $1;", "=r,r" %a : (i32) -> i32
  llvm.return
}
//--- none.mlir
llvm.func @k(%a: i32) attributes {nvvm.kernel} {
  %0 = llvm.inline_asm has_side_effects "mov.b32 $x, $1;", "=r,r" %a : (i32) -> i32
  llvm.return
}
//--- good.mlir
llvm.func @k(%a: i32) attributes {nvvm.kernel} {
  %0 = llvm.inline_asm has_side_effects "mov.b32 $0, ${1}; // $$ ", "=r,r,~{memory}" %a : (i32) -> i32
  llvm.return
}
