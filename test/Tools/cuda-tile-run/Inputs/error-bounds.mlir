// Kernels on two floats, of which the first is read and the second written.
cuda_tile.module @bounds {
  // e^x.
  entry @exp(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {
    %x, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    %y = exp %x : tile<f32>
    %u = store_ptr_tko weak %q, %y token=%t : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  // 2 or 3, as e^x is below or above 2.7182817.
  entry @choose(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {
    %x, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    %y = exp %x : tile<f32>
    %e = constant <f32: 2.71828182> : tile<f32>
    %c = cmpf less_than ordered %y, %e : tile<f32> -> tile<i1>
    %2 = constant <i32: 2> : tile<i32>
    %3 = constant <i32: 3> : tile<i32>
    %i = select %c, %2, %3 : tile<i1>, tile<i32>
    %r = itof %i signed : tile<i32> -> tile<f32>
    %u = store_ptr_tko weak %q, %r token=%t : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  // The same by a branch.
  entry @branch(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {
    %x, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    %y = exp %x : tile<f32>
    %e = constant <f32: 2.71828182> : tile<f32>
    %c = cmpf less_than ordered %y, %e : tile<f32> -> tile<i1>
    if %c {
      %u = store_ptr_tko weak %q, %e token=%t : tile<ptr<f32>>, tile<f32> -> token
    }
    return
  }

  // The maximum of nothing but NaN.
  entry @maximum(%in: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %zero = constant <f32: 0.0> : tile<8xf32>
    %nan = divf %zero, %zero : tile<8xf32>
    %r = reduce %nan dim=0 identities=[0xFF800000 : f32] : tile<8xf32> -> tile<f32> (%e: tile<f32>, %acc: tile<f32>) {
      %m = maxf %e, %acc : tile<f32>
      yield %m : tile<f32>
    }
    %t = store_ptr_tko weak %out, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
