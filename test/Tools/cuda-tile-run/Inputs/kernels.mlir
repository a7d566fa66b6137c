// Kernels for the tests of the command line.
cuda_tile.module @kernels {
  entry @scale(%p: tile<ptr<f32>>, %factor: tile<f32>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %q = offset %p, %x : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %v, %t0 = load_ptr_tko weak %q : tile<ptr<f32>> -> tile<f32>, token
    %w = mulf %v, %factor : tile<f32>
    %t1 = store_ptr_tko weak %q, %w token=%t0 : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  entry @nothing() {
    return
  }
}
