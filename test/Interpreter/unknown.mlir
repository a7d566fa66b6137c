// RUN: not cuda-tile-run %s --entry=op --engine=interpret --grid=1 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not cuda-tile-run %s --entry=view --engine=interpret --grid=1 --arg=i64:0 2>&1 | FileCheck %s --check-prefix=VIEW
//
// What the dialect knows and the interpreter does not is named before anything
// runs.

cuda_tile.module @unknown {
  // OP-NOT: never
  entry @op() {
    %t = print_tko "never\n" -> token
    %m = constant <f32: 1.0> : tile<4x4xf32>
    // OP: unknown.mlir":[[#@LINE+1]]:{{[0-9]+}}): error: the interpreter does not know the operation cuda_tile.mmaf
    %0 = mmaf %m, %m, %m : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xf32>
    return
  }

  entry @view(%n: tile<i64>) {
    %p = int_to_ptr %n : tile<i64> -> tile<ptr<f32>>
    %v = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    // VIEW: unknown.mlir":[[#@LINE+1]]:{{[0-9]+}}): error: the interpreter does not know the operation cuda_tile.make_strided_view
    %s = make_strided_view %v : strided_view<tile=(8), traversal_strides=[4], tensor_view<64xf32, strides=[1]>>
    return
  }
}
