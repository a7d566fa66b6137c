cuda_tile.module @kernels attributes {
    smith.grid = array<i32: 1, 1, 1>,
    smith.arguments = [dense<0> : tensor<1xi32>],
    smith.version = "13.1"} {
  entry @smith(%p: tile<ptr<i32>>) {
    %x, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %y = divi %x, %x signed : tile<i32>
    %u = store_ptr_tko weak %p, %y token=%t
        : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
