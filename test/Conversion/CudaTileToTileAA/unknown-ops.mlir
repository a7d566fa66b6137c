// What the dialect knows and the compiler does not take yet is named where it
// stands, all of it at once.
//
// RUN: cuda-tile-opt %s "-convert-cuda-tile-to-tileaa=simplify=false" -verify-diagnostics

cuda_tile.module @m {
  entry @ops(%p: tile<ptr<i8>>) {
    // expected-error @+1 {{'cuda_tile.ptr_to_ptr' op has elements of type f4E2M1FN in memory, which cannot be compiled yet}}
    %q = ptr_to_ptr %p : tile<ptr<i8>> -> tile<ptr<f4E2M1FN>>
    // expected-error @+1 {{'cuda_tile.make_tensor_view' op has elements of type f4E2M1FN in memory, which cannot be compiled yet}}
    %v = make_tensor_view %q, shape = [64], strides = [1] : tensor_view<64xf4E2M1FN, strides=[1]>
    return
  }
}
