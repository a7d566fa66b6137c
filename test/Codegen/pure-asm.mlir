// Assembly without side effects depends on its operands alone: two equal ones
// become one, and one that nobody uses goes.

// RUN: tileiras --gpu-name=sm_90 --emit=ptx %s | FileCheck %s

// CHECK-NOT: unused
// CHECK: mul.hi.s32
// CHECK-NOT: mul.hi.s32
// CHECK-NOT: unused

llvm.func @k(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %a = llvm.inline_asm asm_dialect = att "mul.hi.s32 $0, $1, $1;", "=r,r" %n : (i32) -> i32
  %b = llvm.inline_asm asm_dialect = att "mul.hi.s32 $0, $1, $1;", "=r,r" %n : (i32) -> i32
  %c = llvm.inline_asm asm_dialect = att "unused $0, $1;", "=r,r" %n : (i32) -> i32
  %sum = llvm.xor %a, %b : i32
  llvm.store volatile %sum, %p : i32, !llvm.ptr<1>
  llvm.store volatile %a, %p : i32, !llvm.ptr<1>
  llvm.return
}
