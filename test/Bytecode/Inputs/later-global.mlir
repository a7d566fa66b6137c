// A private global, which is there from version 13.3 on.
cuda_tile.module @kernels {
  global private @table <i32: [1, 2]> : tile<2xi32>
}
