// Scans that break one rule each; what they share with reductions is tested there.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k() {
    %m = constant <f32: 1.0> : tile<4x2xf32>
    // expected-error@+1 {{result 0 must be '!cuda_tile.tile<4x2xf32>', found '!cuda_tile.tile<2xf32>'}}
    %0 = scan %m dim=0 reverse=false identities=[0.0 : f32] : tile<4x2xf32> -> tile<2xf32> (%e: tile<f32>, %a: tile<f32>) {
    yield %e : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %m = constant <f32: 1.0> : tile<4x2xf32>
    // expected-error@+1 {{dim must name one of the 2 dimensions of the operands, found 2}}
    %0 = scan %m dim=2 reverse=false identities=[0.0 : f32] : tile<4x2xf32> -> tile<4x2xf32> (%e: tile<f32>, %a: tile<f32>) {
    yield %e : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %m = constant <f32: 1.0> : tile<4x2xf32>
    // expected-error@+1 {{identity 0 must have the element type 'f32' of its operand, found 'i32'}}
    %0 = scan %m dim=0 reverse=false identities=[0 : i32] : tile<4x2xf32> -> tile<4x2xf32> (%e: tile<f32>, %a: tile<f32>) {
    yield %e : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %m = constant <f32: 1.0> : tile<4x2xf32>
    // expected-error@+1 {{needs one result and one identity for each of the 1 operands, found 1 results and 0 identities}}
    %0 = scan %m dim=0 reverse=false identities=[] : tile<4x2xf32> -> tile<4x2xf32> (%e: tile<f32>, %a: tile<f32>) {
    yield %e : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %m = constant <f32: 1.0> : tile<4x2xf32>
    // expected-error@+1 {{the arguments of the body must have the types ('!cuda_tile.tile<f32>', '!cuda_tile.tile<f32>'), found ('!cuda_tile.tile<f32>')}}
    %0 = scan %m dim=0 reverse=false identities=[0.0 : f32] : tile<4x2xf32> -> tile<4x2xf32> (%e: tile<f32>) {
    yield %e : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %m = constant <f32: 1.0> : tile<4x2xf32>
    // expected-error@+1 {{expected 'false'}}
    %0 = scan %m dim=0 reverse=maybe identities=[0.0 : f32] : tile<4x2xf32> -> tile<4x2xf32> (%e: tile<f32>, %a: tile<f32>) {
    yield %e : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    %m = constant <f32: 1.0> : tile<4x2xf32>
    %0 = scan %m dim=0 reverse=true identities=[0.0 : f32] : tile<4x2xf32> -> tile<4x2xf32> (%e: tile<f32>, %a: tile<f32>) {
    // expected-error@+1 {{operands must have the types ('!cuda_tile.tile<f32>'), found ('!cuda_tile.tile<i32>')}}
    yield %i : tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %m = constant <f32: 1.0> : tile<4x2xf32>
    %0 = scan %m dim=0 reverse=true identities=[0.0 : f32] : tile<4x2xf32> -> tile<4x2xf32> (%e: tile<f32>, %a: tile<f32>) {
    // expected-error@+1 {{has memory effects, which the body of a 'scan' must not have}}
    %t = print_tko "x" -> token
    yield %e : tile<f32>
    }
  }
}
