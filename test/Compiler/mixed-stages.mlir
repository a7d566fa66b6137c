// A module holds the operations of one stage.

// RUN: sh -c 'tileiras --gpu-name=sm_90 --emit=ptx %s -o %t.out; echo rc=$?' 2>&1 | FileCheck %s
// RUN: test ! -e %t.out

// CHECK: {{.*}}mixed-stages.mlir:[[# @LINE + 4]]:1: error: {{.*}}operations of the stages cuda-tile and nvvm stand side by side
// CHECK: rc=3
cuda_tile.module @kernels {
}
llvm.func @k() attributes {nvvm.kernel} {
  llvm.return
}
