// RUN: not cuda-tile-run %s --entry=op --engine=interpret --grid=1 2>&1 | FileCheck %s
//
// What the dialect knows and the interpreter does not is named before anything
// runs.

cuda_tile.module @unknown {
  // CHECK-NOT: never
  entry @op() {
    %t = print_tko "never\n" -> token
    %m = constant <f32: 1.0> : tile<4x4xf32>
    // CHECK: unknown.mlir":[[#@LINE+1]]:{{[0-9]+}}): error: the interpreter does not know the operation cuda_tile.exp
    %0 = exp %m : tile<4x4xf32>
    return
  }
}
