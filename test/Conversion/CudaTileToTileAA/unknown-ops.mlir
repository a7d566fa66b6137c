// Operations that the dialect knows and the compiler does not take yet are
// named where they stand, all of them at once.
//
// RUN: cuda-tile-opt %s "-convert-cuda-tile-to-tileaa=simplify=false" -verify-diagnostics

cuda_tile.module @m {
  entry @ops(%f: tile<f32>, %i: tile<i32>, %p: tile<ptr<f32>>) {
    // expected-error @+1 {{'cuda_tile.alloca' op cannot be compiled yet}}
    %q = alloca num_elem = 64, alignment = 16 : tile<ptr<f32>>
    // expected-error @+1 {{'cuda_tile.alloca' op cannot be compiled yet}}
    %r = alloca num_elem = 64, alignment = 16 : tile<ptr<f32>>
    // What uses it gets no second message.
    %6, %t1 = load_ptr_tko weak %q : tile<ptr<f32>> -> tile<f32>, token
    return
  }
}
