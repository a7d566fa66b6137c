// What joined the language in version 13.2.

cuda_tile.module @kernels {
  entry @fields(%n: tile<i32>, %f: tile<f32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %scale = constant <f8E8M0FNU: [1.0, 0.5]> : tile<2xf8E8M0FNU>
    %0 = negi %n overflow<no_signed_wrap> : tile<i32>
    %1 = negi %n : tile<i32>
    %2 = tanh %f rounding<approx> : tile<f32>
    %3 = atan2 %f, %2 : tile<f32>
    for unsigned %k in (%zero to %n, step %one) : tile<i32> {
    }
    %t0 = make_token : token
    %t1 = print_tko "%d\n", %n token=%t0 : tile<i32> -> token
    %t2 = print_tko "no token in\n" -> token
    %t3 = join_tokens %t1, %t2 : token
    return
  }
}
