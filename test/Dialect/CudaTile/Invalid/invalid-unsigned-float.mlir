// What f8E5M3FNU cannot do.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{the literal does not fit f8E5M3FNU, whose numbers reach from 0 to 114688}}
    %0 = constant <f8E5M3FNU: 118785.0> : tile<f8E5M3FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{the literal does not fit f8E5M3FNU, whose numbers reach from 0 to 114688}}
    %0 = constant <f8E5M3FNU: -1.0> : tile<f8E5M3FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{the literal does not fit f8E5M3FNU}}
    %0 = constant <f8E5M3FNU: 0x100> : tile<f8E5M3FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{expected floating point literal}}
    %0 = constant <f8E5M3FNU: true> : tile<f8E5M3FNU>
  }
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{the bits of f8E5M3FNU must be of a tile of i8, found 'tensor<2xi8>'}}
  "cuda_tile.global"() <{sym_name = "g", value = #cuda_tile.f8E5M3FNU<dense<1> : tensor<2xi8>>}> : () -> ()
}

// -----

cuda_tile.module @m {
  entry @k(%f: tile<f8E5M3FNU>) {
    // expected-error@+1 {{operand #0 must be tile of f16 or bf16 or f32 or f64}}
    %0 = absf %f : tile<f8E5M3FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%f: tile<f8E5M3FNU>) {
    // expected-error@+1 {{must change the element type, found '!cuda_tile.f8E5M3FNU' on both sides}}
    %0 = ftof %f : tile<f8E5M3FNU> -> tile<f8E5M3FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%f: tile<f32>) {
    // expected-error@+1 {{rounding mode must be nearest_even from 'f32' to '!cuda_tile.f8E5M3FNU', found zero}}
    %0 = ftof %f rounding<zero> : tile<f32> -> tile<f8E5M3FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%f: tile<f8E5M3FNU>) {
    // expected-error@+1 {{rounding mode must be nearest_even or zero from '!cuda_tile.f8E5M3FNU' to 'f16', found positive_inf}}
    %0 = ftof %f rounding<positive_inf> : tile<f8E5M3FNU> -> tile<f16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i16>) {
    // expected-error@+1 {{source and result must have elements of one width, found 16 and 8 bits}}
    %0 = bitcast %i : tile<i16> -> tile<f8E5M3FNU>
  }
}
