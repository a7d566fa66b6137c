// Elementary functions that break one rule each.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k(%d: tile<f64>) {
    // expected-error@+1 {{rounding mode approx needs elements of type f32, found 'f64'}}
    %0 = sqrt %d rounding<approx> : tile<f64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%f: tile<f32>) {
    // expected-error@+1 {{rounding mode must be nearest_even, zero, negative_inf, positive_inf or approx, found full}}
    %0 = sqrt %f rounding<full> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%d: tile<f64>) {
    // expected-error@+1 {{flush_to_zero needs elements of type f32, found 'f64'}}
    %0 = sqrt %d flush_to_zero : tile<f64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%d: tile<f16>) {
    // expected-error@+1 {{flush_to_zero needs elements of type f32, found 'f16'}}
    %0 = rsqrt %d flush_to_zero : tile<f16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%d: tile<f64>) {
    // expected-error@+1 {{flush_to_zero needs elements of type f32, found 'f64'}}
    %0 = exp2 %d flush_to_zero : tile<f64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%f: tile<f32>) {
    // expected-error@+1 {{rounding mode must be full or approx, found nearest_even}}
    %0 = exp %f rounding<nearest_even> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%d: tile<f16>) {
    // expected-error@+1 {{rounding mode approx needs elements of type f32, found 'f16'}}
    %0 = exp %d rounding<approx> : tile<f16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%f: tile<f32>) {
    // expected-error@+1 {{rounding mode must be full or approx, found zero}}
    %0 = tanh %f rounding<zero> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%d: tile<f64>) {
    // expected-error@+1 {{rounding mode approx needs elements of type f32, found 'f64'}}
    %0 = tanh %d rounding<approx> : tile<f64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%f: tile<tf32>) {
    // expected-error@+1 {{operand #0 must be tile of f16 or bf16 or f32 or f64}}
    %0 = sin %f : tile<tf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    // expected-error@+1 {{operand #0 must be tile of f16 or bf16 or f32 or f64}}
    %0 = log %i : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%f: tile<f32>, %n: tile<i64>) {
    // expected-error@+1 {{operand #1 must be tile of i1 or i8 or i16 or i32}}
    %0 = fpowi %f, %n : tile<f32>, tile<i64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%f: tile<f32>) {
    %n = constant <i32: 2> : tile<4xi32>
    // expected-error@+1 {{source and exponent must have one shape, found '!cuda_tile.tile<f32>' and '!cuda_tile.tile<4xi32>'}}
    %0 = fpowi %f, %n : tile<f32>, tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%f: tile<f32>, %d: tile<f64>) {
    // expected-error@+1 {{have same type}}
    %0 = "cuda_tile.fpowf"(%f, %d) : (!cuda_tile.tile<f32>, !cuda_tile.tile<f64>) -> !cuda_tile.tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%f: tile<f32>, %d: tile<f64>) {
    // expected-error@+1 {{have same type}}
    %0 = "cuda_tile.atan2"(%f, %d) : (!cuda_tile.tile<f32>, !cuda_tile.tile<f64>) -> !cuda_tile.tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%f: tile<f32>) {
    // expected-error@+1 {{custom op 'cuda_tile.fpow' is unknown; did you mean 'fpowf'?}}
    %0 = fpow %f, %f : tile<f32>
  }
}
