// Operations that the dialect knows and the compiler does not take yet are
// named where they stand, all of them at once.
//
// RUN: cuda-tile-opt %s "-convert-cuda-tile-to-tileaa=simplify=false" -verify-diagnostics

cuda_tile.module @m {
  entry @ops(%f: tile<f32>, %i: tile<i32>, %p: tile<ptr<f32>>) {
    %m = constant <f8E4M3FN: 1.0> : tile<4x32xf8E4M3FN>
    %n = constant <f8E4M3FN: 1.0> : tile<32x4xf8E4M3FN>
    %scale = constant <f8E8M0FNU: 1.0> : tile<4x1xf8E8M0FNU>
    %scales = constant <f8E8M0FNU: 1.0> : tile<1x4xf8E8M0FNU>
    %sum = constant <f32: 1.0> : tile<4x4xf32>
    // expected-error @+1 {{'cuda_tile.mmaf_scaled' op cannot be compiled yet}}
    %2 = mmaf_scaled %m, %n, %sum, %scale, %scales : tile<4x32xf8E4M3FN>, tile<32x4xf8E4M3FN>, tile<4x4xf32>, tile<4x1xf8E8M0FNU>, tile<1x4xf8E8M0FNU>
    // expected-error @+1 {{'cuda_tile.alloca' op cannot be compiled yet}}
    %q = alloca num_elem = 64, alignment = 16 : tile<ptr<f32>>
    // What uses it gets no second message.
    %6, %t1 = load_ptr_tko weak %q : tile<ptr<f32>> -> tile<f32>, token
    return
  }
}
