cuda_tile.module @m {
  entry @narrow(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %lanes = iota : tile<256xi32>
    %three = constant <i32: 3> : tile<256xi32>
    %index = muli %lanes, %three : tile<256xi32>
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %ps = broadcast %p1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
    %at = offset %ps, %index : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
    %x, %t0 = load_ptr_tko weak %at : tile<256xptr<f32>> -> tile<256xf32>, token
    %y = exp2 %x : tile<256xf32>
    %t = store_ptr_tko weak %at, %y token=%t0 : tile<256xptr<f32>>, tile<256xf32> -> token
    return
  }
  entry @empty() {
    return
  }
}
