// A kernel by a front end of C++, whose loads are in a header of its library.
#lib = loc("/x/lib/python3.12/site-packages/tile/include/view.h":90:3)
#user = loc("/home/me/kernel.cpp":4:5)
#in_lib = loc(callsite(#lib at #user))
cuda_tile.module @scales {
  entry @_ZN3app5scaleEPf(%p: tile<ptr<f32>>) {
    %lanes = iota : tile<256xi32> loc(#in_lib)
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>> loc(#in_lib)
    %ps = broadcast %p1 : tile<1xptr<f32>> -> tile<256xptr<f32>> loc(#in_lib)
    %at = offset %ps, %lanes : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>> loc(#in_lib)
    %v, %t0 = load_ptr_tko weak %at : tile<256xptr<f32>> -> tile<256xf32>, token loc(#in_lib)
    %w = mulf %v, %v : tile<256xf32> loc(#in_lib)
    %t1 = store_ptr_tko weak %at, %w : tile<256xptr<f32>>, tile<256xf32> -> token loc(#in_lib)
    return loc(#user)
  } loc(#user)
}
