// Products that a sum or a difference takes up, each op rounding by itself.
cuda_tile.module @products {
  // x = 3 * x + y
  entry @axpy(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
    %alpha = constant <f32: 3.0> : tile<256xf32>
    %lanes = iota : tile<256xi32>
    %x1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %xs = broadcast %x1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
    %xp = offset %xs, %lanes : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
    %y1 = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>
    %ys = broadcast %y1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
    %yp = offset %ys, %lanes : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
    %a, %t0 = load_ptr_tko weak %xp : tile<256xptr<f32>> -> tile<256xf32>, token
    %b, %t1 = load_ptr_tko weak %yp : tile<256xptr<f32>> -> tile<256xf32>, token
    %product = mulf %alpha, %a : tile<256xf32>
    %sum = addf %product, %b : tile<256xf32>
    %t2 = store_ptr_tko weak %xp, %sum token=%t0 : tile<256xptr<f32>>, tile<256xf32> -> token
    return
  }
}
