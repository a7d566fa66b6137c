cuda_tile.module @m {
  entry @transpose(%p: tile<ptr<f32>>) {
    %i = iota : tile<32768xi32>
    %m = reshape %i : tile<32768xi32> -> tile<64x512xi32>
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %ps = broadcast %p1 : tile<1x1xptr<f32>> -> tile<64x512xptr<f32>>
    %q = offset %ps, %m : tile<64x512xptr<f32>>, tile<64x512xi32> -> tile<64x512xptr<f32>>
    %v, %t0 = load_ptr_tko weak %q : tile<64x512xptr<f32>> -> tile<64x512xf32>, token
    %w = permute %v [1, 0] : tile<64x512xf32> -> tile<512x64xf32>
    %j = reshape %i : tile<32768xi32> -> tile<512x64xi32>
    %p2 = broadcast %p1 : tile<1x1xptr<f32>> -> tile<512x64xptr<f32>>
    %r = offset %p2, %j : tile<512x64xptr<f32>>, tile<512x64xi32> -> tile<512x64xptr<f32>>
    %t1 = store_ptr_tko weak %r, %w token=%t0 : tile<512x64xptr<f32>>, tile<512x64xf32> -> token
    return
  }
}
