// A barrier in inline assembly must stay one barrier that all threads reach.
// LLVM's passes alone copy it into both arms of the branch (the second line shows
// that this input provokes them); after ours has marked it, they do not.

// RUN: tileiras --gpu-name=sm_90 --emit=ptx %s | FileCheck %s
// RUN: mlir-translate --mlir-to-llvmir %s \
// RUN:   | opt -passes=early-cse,instcombine,simplifycfg,early-cse -S \
// RUN:   | FileCheck %s --check-prefix=UNMARKED
// RUN: tileiras --gpu-name=sm_90 --emit=llvm %s | FileCheck %s --check-prefix=LLVM

// CHECK-COUNT-1: bar.sync 0;
// CHECK-NOT: bar.sync

// UNMARKED-COUNT-2: bar.sync 0;

// LLVM: asm sideeffect "bar.sync 0;", "~{memory}"() #[[A:[0-9]+]]
// LLVM: attributes #[[A]] = { convergent

llvm.func @k(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %two = llvm.mlir.constant(2 : i32) : i32
  %low = llvm.icmp "slt" %tid, %n : i32
  llvm.cond_br %low, ^first, ^join
^first:
  llvm.store %one, %p : i32, !llvm.ptr<1>
  llvm.br ^join
^join:
  llvm.inline_asm has_side_effects asm_dialect = att "bar.sync 0;", "" : () -> ()
  llvm.cond_br %low, ^second, ^exit
^second:
  llvm.store %two, %p : i32, !llvm.ptr<1>
  llvm.br ^exit
^exit:
  llvm.return
}
