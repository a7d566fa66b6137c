// Functions of tests that break one rule each.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  testing$func @f(%a: tile<f32>) -> tile<i32> {
    // expected-error@+1 {{operands must have the types ('!cuda_tile.tile<i32>'), found ('!cuda_tile.tile<f32>')}}
    return %a : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{operands must have the types ('!cuda_tile.tile<f32>'), found ()}}
  testing$func @f(%a: tile<f32>) -> tile<f32> {
  }
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{arguments and results must be tiles, pointers, views or tokens, found 'f32'}}
  testing$func @f(%a: f32) {
  }
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{arguments and results must be tiles, pointers, views or tokens, found 'memref<4xf32>'}}
  testing$func @f(%t: token) -> (token, memref<4xf32>) {
    return %t : token
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%n: tile<i32>) {
    for %i in (%n to %n, step %n) : tile<i32> {
      // expected-error@+1 {{must stand in an 'entry', with nothing but 'if' and 'loop' in between}}
      return
    }
  }
}

// -----

cuda_tile.module @m {
  // expected-note@+1 {{see existing symbol definition here}}
  testing$func @f() {
  }
  // expected-error@+1 {{redefinition of symbol named 'f'}}
  entry @f() {
  }
}
