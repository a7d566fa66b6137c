cuda_tile.module @kernels {
  entry @fields(%arg0: tile<i32>, %arg1: tile<f32>) {
    %0 = constant <i32: 0> : tile<i32>
    %1 = constant <i32: 1> : tile<i32>
    %2 = constant <f8E8M0FNU: [1.000000e+00, 5.000000e-01]> : tile<2xf8E8M0FNU>
    %3 = negi %arg0 overflow<no_signed_wrap> : tile<i32>
    %4 = negi %arg0 : tile<i32>
    %5 = tanh %arg1 rounding<approx> : tile<f32>
    %6 = atan2 %arg1, %5 : tile<f32>
    for unsigned %arg2 in (%0 to %arg0, step %1) : tile<i32> {
    }
    %7 = make_token : token
    %8 = print_tko "%d\0A", %arg0 token=%7 : tile<i32> -> token
    %9 = print_tko "no token in\0A" -> token
    %10 = join_tokens %8, %9 : token
    return
  }
}

