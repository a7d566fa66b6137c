// Matrix products that break one rule each.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k() {
    %a = constant <f16: 1.0> : tile<4xf16>
    %b = constant <f16: 1.0> : tile<4xf16>
    %c = constant <f32: 1.0> : tile<4xf32>
    // expected-error@+1 {{lhs must have rank 2, or 3 for a batch, found 1}}
    %0 = mmaf %a, %b, %c : tile<4xf16>, tile<4xf16>, tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f16: 1.0> : tile<4x4xf16>
    %b = constant <f16: 1.0> : tile<2x4x4xf16>
    %c = constant <f32: 1.0> : tile<4x4xf32>
    // expected-error@+1 {{lhs and rhs must have one rank, found 2 and 3}}
    %0 = mmaf %a, %b, %c : tile<4x4xf16>, tile<2x4x4xf16>, tile<4x4xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f16: 1.0> : tile<4x4xf16>
    %b = constant <bf16: 1.0> : tile<4x4xbf16>
    %c = constant <f32: 1.0> : tile<4x4xf32>
    // expected-error@+1 {{lhs and rhs must have one element type, found 'f16' and 'bf16'}}
    %0 = mmaf %a, %b, %c : tile<4x4xf16>, tile<4x4xbf16>, tile<4x4xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f16: 1.0> : tile<4x8xf16>
    %b = constant <f16: 1.0> : tile<4x4xf16>
    %c = constant <f32: 1.0> : tile<4x4xf32>
    // expected-error@+1 {{rhs must have the shape 8x4, found 4x4}}
    %0 = mmaf %a, %b, %c : tile<4x8xf16>, tile<4x4xf16>, tile<4x4xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f16: 1.0> : tile<2x4x8xf16>
    %b = constant <f16: 1.0> : tile<4x8x4xf16>
    %c = constant <f32: 1.0> : tile<2x4x4xf32>
    // expected-error@+1 {{rhs must have the shape 2x8x4, found 4x8x4}}
    %0 = mmaf %a, %b, %c : tile<2x4x8xf16>, tile<4x8x4xf16>, tile<2x4x4xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f16: 1.0> : tile<4x8xf16>
    %b = constant <f16: 1.0> : tile<8x2xf16>
    %c = constant <f32: 1.0> : tile<4x4xf32>
    // expected-error@+1 {{acc must have the shape 4x2, found 4x4}}
    %0 = mmaf %a, %b, %c : tile<4x8xf16>, tile<8x2xf16>, tile<4x4xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4x4xf32>
    %b = constant <f32: 1.0> : tile<4x4xf32>
    %c = constant <f16: 1.0> : tile<4x4xf16>
    // expected-error@+1 {{products of 'f32' are summed in f32, but acc has elements of 'f16'}}
    %0 = mmaf %a, %b, %c : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xf16>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <bf16: 1.0> : tile<4x4xbf16>
    %b = constant <bf16: 1.0> : tile<4x4xbf16>
    %c = constant <f16: 1.0> : tile<4x4xf16>
    // expected-error@+1 {{products of 'bf16' are summed in f32, but acc has elements of 'f16'}}
    %0 = mmaf %a, %b, %c : tile<4x4xbf16>, tile<4x4xbf16>, tile<4x4xf16>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f16: 1.0> : tile<4x4xf16>
    %b = constant <f16: 1.0> : tile<4x4xf16>
    %c = constant <f64: 1.0> : tile<4x4xf64>
    // expected-error@+1 {{products of 'f16' are summed in f16 or f32, but acc has elements of 'f64'}}
    %0 = mmaf %a, %b, %c : tile<4x4xf16>, tile<4x4xf16>, tile<4x4xf64>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f64: 1.0> : tile<4x4xf64>
    %b = constant <f64: 1.0> : tile<4x4xf64>
    %c = constant <f32: 1.0> : tile<4x4xf32>
    // expected-error@+1 {{products of 'f64' are summed in f64, but acc has elements of 'f32'}}
    %0 = mmaf %a, %b, %c : tile<4x4xf64>, tile<4x4xf64>, tile<4x4xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f4E2M1FN: 1.0> : tile<4x4xf4E2M1FN>
    %b = constant <f4E2M1FN: 1.0> : tile<4x4xf4E2M1FN>
    %c = constant <f32: 1.0> : tile<4x4xf32>
    // expected-error@+1 {{operand #0 must be tile of f16 or bf16 or f32 or f64 or tf32 or f8E4M3FN or f8E5M2}}
    %0 = mmaf %a, %b, %c : tile<4x4xf4E2M1FN>, tile<4x4xf4E2M1FN>, tile<4x4xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4x4xf32>
    %b = constant <f32: 1.0> : tile<4x4xf32>
    %c = constant <bf16: 1.0> : tile<4x4xbf16>
    // expected-error@+1 {{operand #2 must be tile of f16 or f32 or f64}}
    %0 = mmaf %a, %b, %c : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xbf16>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <i8: 1> : tile<4x4xi8>
    %b = constant <i8: 1> : tile<8x4xi8>
    %c = constant <i32: 1> : tile<4x4xi32>
    // expected-error@+1 {{rhs must have the shape 4x4, found 8x4}}
    %0 = mmai %a, %b, %c signed signed : tile<4x4xi8>, tile<8x4xi8>, tile<4x4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <i16: 1> : tile<4x4xi16>
    %b = constant <i16: 1> : tile<4x4xi16>
    %c = constant <i32: 1> : tile<4x4xi32>
    // expected-error@+1 {{operand #0 must be tile of i8}}
    %0 = mmai %a, %b, %c signed signed : tile<4x4xi16>, tile<4x4xi16>, tile<4x4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <i8: 1> : tile<4x4xi8>
    %b = constant <i8: 1> : tile<4x4xi8>
    %c = constant <i64: 1> : tile<4x4xi64>
    // expected-error@+1 {{operand #2 must be tile of i32}}
    %0 = mmai %a, %b, %c signed signed : tile<4x4xi8>, tile<4x4xi8>, tile<4x4xi64>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f8E5M2: 1.0> : tile<16x64xf8E5M2>
    %b = constant <f8E5M2: 1.0> : tile<64x8xf8E5M2>
    %c = constant <f32: 1.0> : tile<16x8xf32>
    %l = constant <f8E8M0FNU: 1.0> : tile<16x2xf8E8M0FNU>
    %r = constant <f8E4M3FN: 1.0> : tile<2x8xf8E4M3FN>
    // expected-error@+1 {{lhs_scale and rhs_scale must have one element type, found 'f8E8M0FNU' and 'f8E4M3FN'}}
    %0 = mmaf_scaled %a, %b, %c, %l, %r : tile<16x64xf8E5M2>, tile<64x8xf8E5M2>, tile<16x8xf32>, tile<16x2xf8E8M0FNU>, tile<2x8xf8E4M3FN>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f8E5M2: 1.0> : tile<16x64xf8E5M2>
    %b = constant <f8E5M2: 1.0> : tile<64x8xf8E5M2>
    %c = constant <f32: 1.0> : tile<16x8xf32>
    %l = constant <f8E4M3FN: 1.0> : tile<16x2xf8E4M3FN>
    %r = constant <f8E4M3FN: 1.0> : tile<2x8xf8E4M3FN>
    // expected-error@+1 {{elements of 'f8E5M2' cannot have scales of 'f8E4M3FN'}}
    %0 = mmaf_scaled %a, %b, %c, %l, %r : tile<16x64xf8E5M2>, tile<64x8xf8E5M2>, tile<16x8xf32>, tile<16x2xf8E4M3FN>, tile<2x8xf8E4M3FN>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %s = constant <i8: 1> : tile<16x2xi8>
    %u = bitcast %s : tile<16x2xi8> -> tile<16x2xf8E5M3FNU>
    %v = reshape %u : tile<16x2xf8E5M3FNU> -> tile<2x16xf8E5M3FNU>
    %a = constant <f8E5M2: 1.0> : tile<16x64xf8E5M2>
    %b = constant <f8E5M2: 1.0> : tile<64x16xf8E5M2>
    %c = constant <f32: 1.0> : tile<16x16xf32>
    // expected-error@+1 {{elements of 'f8E5M2' cannot have scales of '!cuda_tile.f8E5M3FNU'}}
    %0 = mmaf_scaled %a, %b, %c, %u, %v : tile<16x64xf8E5M2>, tile<64x16xf8E5M2>, tile<16x16xf32>, tile<16x2xf8E5M3FNU>, tile<2x16xf8E5M3FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f8E5M2: 1.0> : tile<16x64xf8E5M2>
    %b = constant <f8E5M2: 1.0> : tile<64x8xf8E5M2>
    %c = constant <f32: 1.0> : tile<16x8xf32>
    %l = constant <f8E8M0FNU: 1.0> : tile<2xf8E8M0FNU>
    %r = constant <f8E8M0FNU: 1.0> : tile<2x8xf8E8M0FNU>
    // expected-error@+1 {{lhs_scale must have the rank of lhs, found 1 and 2}}
    %0 = mmaf_scaled %a, %b, %c, %l, %r : tile<16x64xf8E5M2>, tile<64x8xf8E5M2>, tile<16x8xf32>, tile<2xf8E8M0FNU>, tile<2x8xf8E8M0FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f8E5M2: 1.0> : tile<16x64xf8E5M2>
    %b = constant <f8E5M2: 1.0> : tile<64x8xf8E5M2>
    %c = constant <f32: 1.0> : tile<16x8xf32>
    %l = constant <f8E8M0FNU: 1.0> : tile<16x4xf8E8M0FNU>
    %r = constant <f8E8M0FNU: 1.0> : tile<4x8xf8E8M0FNU>
    // expected-error@+1 {{one scale of 'f8E8M0FNU' must stand for 32 elements of 'f8E5M2', found 64 elements and 4 scales along K}}
    %0 = mmaf_scaled %a, %b, %c, %l, %r : tile<16x64xf8E5M2>, tile<64x8xf8E5M2>, tile<16x8xf32>, tile<16x4xf8E8M0FNU>, tile<4x8xf8E8M0FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f8E5M2: 1.0> : tile<16x64xf8E5M2>
    %b = constant <f8E5M2: 1.0> : tile<64x8xf8E5M2>
    %c = constant <f32: 1.0> : tile<16x8xf32>
    %l = constant <f8E8M0FNU: 1.0> : tile<16x128xf8E8M0FNU>
    %r = constant <f8E8M0FNU: 1.0> : tile<128x8xf8E8M0FNU>
    // expected-error@+1 {{one scale of 'f8E8M0FNU' must stand for 32 elements of 'f8E5M2', found 64 elements and 128 scales along K}}
    %0 = mmaf_scaled %a, %b, %c, %l, %r : tile<16x64xf8E5M2>, tile<64x8xf8E5M2>, tile<16x8xf32>, tile<16x128xf8E8M0FNU>, tile<128x8xf8E8M0FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f4E2M1FN: 1.0> : tile<16x64xf4E2M1FN>
    %b = constant <f4E2M1FN: 1.0> : tile<64x8xf4E2M1FN>
    %c = constant <f32: 1.0> : tile<16x8xf32>
    %l = constant <f8E4M3FN: 1.0> : tile<16x2xf8E4M3FN>
    %r = constant <f8E4M3FN: 1.0> : tile<2x8xf8E4M3FN>
    // expected-error@+1 {{one scale of 'f8E4M3FN' must stand for 16 elements of 'f4E2M1FN', found 64 elements and 2 scales along K}}
    %0 = mmaf_scaled %a, %b, %c, %l, %r : tile<16x64xf4E2M1FN>, tile<64x8xf4E2M1FN>, tile<16x8xf32>, tile<16x2xf8E4M3FN>, tile<2x8xf8E4M3FN>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f4E2M1FN: 1.0> : tile<16x64xf4E2M1FN>
    %b = constant <f4E2M1FN: 1.0> : tile<64x8xf4E2M1FN>
    %c = constant <f32: 1.0> : tile<16x8xf32>
    %l = constant <f8E8M0FNU: 1.0> : tile<16x8xf8E8M0FNU>
    %r = constant <f8E8M0FNU: 1.0> : tile<8x8xf8E8M0FNU>
    // expected-error@+1 {{one scale of 'f8E8M0FNU' must stand for 16 or 32 elements of 'f4E2M1FN', found 64 elements and 8 scales along K}}
    %0 = mmaf_scaled %a, %b, %c, %l, %r : tile<16x64xf4E2M1FN>, tile<64x8xf4E2M1FN>, tile<16x8xf32>, tile<16x8xf8E8M0FNU>, tile<8x8xf8E8M0FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f8E5M2: 1.0> : tile<16x64xf8E5M2>
    %b = constant <f8E5M2: 1.0> : tile<64x8xf8E5M2>
    %c = constant <f32: 1.0> : tile<16x8xf32>
    %l = constant <f8E8M0FNU: 1.0> : tile<8x2xf8E8M0FNU>
    %r = constant <f8E8M0FNU: 1.0> : tile<2x8xf8E8M0FNU>
    // expected-error@+1 {{lhs_scale must have the shape 16x2, found 8x2}}
    %0 = mmaf_scaled %a, %b, %c, %l, %r : tile<16x64xf8E5M2>, tile<64x8xf8E5M2>, tile<16x8xf32>, tile<8x2xf8E8M0FNU>, tile<2x8xf8E8M0FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f8E5M2: 1.0> : tile<16x64xf8E5M2>
    %b = constant <f8E5M2: 1.0> : tile<64x8xf8E5M2>
    %c = constant <f32: 1.0> : tile<16x8xf32>
    %l = constant <f8E8M0FNU: 1.0> : tile<16x2xf8E8M0FNU>
    %r = constant <f8E8M0FNU: 1.0> : tile<2x4xf8E8M0FNU>
    // expected-error@+1 {{rhs_scale must have the shape 2x8, found 2x4}}
    %0 = mmaf_scaled %a, %b, %c, %l, %r : tile<16x64xf8E5M2>, tile<64x8xf8E5M2>, tile<16x8xf32>, tile<16x2xf8E8M0FNU>, tile<2x4xf8E8M0FNU>
  }
}
