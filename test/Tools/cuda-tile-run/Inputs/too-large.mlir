cuda_tile.module @m {
  entry @show(%p: tile<ptr<f32>>) {
    %i = iota : tile<32768xi32>
    %t = print_tko "%d", %i : tile<32768xi32> -> token
    return
  }
}
