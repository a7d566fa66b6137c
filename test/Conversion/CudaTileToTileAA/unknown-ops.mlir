// Operations that the dialect knows and the compiler does not take yet are
// named where they stand, all of them at once.
//
// RUN: cuda-tile-opt %s "-convert-cuda-tile-to-tileaa=simplify=false" -verify-diagnostics

cuda_tile.module @m {
  entry @ops(%f: tile<f32>, %i: tile<i32>, %p: tile<ptr<f32>>) {
    %m = constant <f32: 1.0> : tile<4x4xf32>
    %n = constant <i8: 1> : tile<4x4xi8>
    %sum = constant <i32: 1> : tile<4x4xi32>
    // expected-error @+1 {{'cuda_tile.mmai' op cannot be compiled yet}}
    %2 = mmai %n, %n, %sum signed signed : tile<4x4xi8>, tile<4x4xi8>, tile<4x4xi32>
    // expected-error @+1 {{'cuda_tile.mmaf' op cannot be compiled yet}}
    %4 = mmaf %m, %m, %m : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xf32>
    %v = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    // expected-error @+1 {{'cuda_tile.make_strided_view' op cannot be compiled yet}}
    %s = make_strided_view %v : strided_view<tile=(8), traversal_strides=[4], tensor_view<64xf32, strides=[1]>>
    // A view that is not known makes no second message of what uses it.
    %6, %t1 = load_view_tko weak %s[%i] : strided_view<tile=(8), traversal_strides=[4], tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
    return
  }
}
