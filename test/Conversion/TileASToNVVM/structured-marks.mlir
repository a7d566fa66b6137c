// The mark of a loop that has to stay goes as soon as loops are blocks, which say so.
//
// RUN: cuda-tile-opt %s --convert-structured-to-blocks | FileCheck %s --implicit-check-not=llvm.sideeffect

// CHECK-LABEL: llvm.func @endless
// CHECK: cf.cond_br
// CHECK: llvm.call_intrinsic "llvm.nvvm.barrier0"
llvm.func @endless(%c: i1) {
  scf.while : () -> () {
    llvm.call_intrinsic "llvm.sideeffect"() : () -> ()
    scf.condition(%c)
  } do {
    llvm.call_intrinsic "llvm.nvvm.barrier0"() : () -> ()
    scf.yield
  }
  llvm.return
}
