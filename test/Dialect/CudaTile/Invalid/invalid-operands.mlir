// Operands and results of types that an op does not take, and types that must
// agree and do not, for each elementwise op and for those without other rules.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  testing$func @f(%a: tile<4xtf32>) {
    // expected-error@+1 {{'cuda_tile.absf' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xtf32>'}}
    %0 = absf %a : tile<4xtf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi32>) {
    // expected-error@+1 {{'cuda_tile.ceil' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xi32>'}}
    %0 = ceil %a : tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xtf32>) {
    // expected-error@+1 {{'cuda_tile.cos' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xtf32>'}}
    %0 = cos %a : tile<4xtf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi32>) {
    // expected-error@+1 {{'cuda_tile.cosh' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xi32>'}}
    %0 = cosh %a : tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xtf32>) {
    // expected-error@+1 {{'cuda_tile.exp' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xtf32>'}}
    %0 = exp %a : tile<4xtf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi32>) {
    // expected-error@+1 {{'cuda_tile.exp2' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xi32>'}}
    %0 = exp2 %a : tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xtf32>) {
    // expected-error@+1 {{'cuda_tile.floor' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xtf32>'}}
    %0 = floor %a : tile<4xtf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi32>) {
    // expected-error@+1 {{'cuda_tile.log' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xi32>'}}
    %0 = log %a : tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xtf32>) {
    // expected-error@+1 {{'cuda_tile.log2' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xtf32>'}}
    %0 = log2 %a : tile<4xtf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi32>) {
    // expected-error@+1 {{'cuda_tile.negf' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xi32>'}}
    %0 = negf %a : tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xtf32>) {
    // expected-error@+1 {{'cuda_tile.rsqrt' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xtf32>'}}
    %0 = rsqrt %a : tile<4xtf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi32>) {
    // expected-error@+1 {{'cuda_tile.sin' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xi32>'}}
    %0 = sin %a : tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xtf32>) {
    // expected-error@+1 {{'cuda_tile.sinh' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xtf32>'}}
    %0 = sinh %a : tile<4xtf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi32>) {
    // expected-error@+1 {{'cuda_tile.sqrt' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xi32>'}}
    %0 = sqrt %a : tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xtf32>) {
    // expected-error@+1 {{'cuda_tile.tan' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xtf32>'}}
    %0 = tan %a : tile<4xtf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi32>) {
    // expected-error@+1 {{'cuda_tile.tanh' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xi32>'}}
    %0 = tanh %a : tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf32>) {
    // expected-error@+1 {{'cuda_tile.absi' op operand #0 must be tile of i1 or i8 or i16 or i32 or i64, but got '!cuda_tile.tile<4xf32>'}}
    %0 = absi %a : tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf32>) {
    // expected-error@+1 {{'cuda_tile.negi' op operand #0 must be tile of i1 or i8 or i16 or i32 or i64, but got '!cuda_tile.tile<4xf32>'}}
    %0 = negi %a : tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf8E5M2>) {
    // expected-error@+1 {{'cuda_tile.addf' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xf8E5M2>'}}
    %0 = addf %a, %a : tile<4xf8E5M2>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf8E5M2>) {
    // expected-error@+1 {{'cuda_tile.subf' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xf8E5M2>'}}
    %0 = subf %a, %a : tile<4xf8E5M2>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf8E5M2>) {
    // expected-error@+1 {{'cuda_tile.mulf' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xf8E5M2>'}}
    %0 = mulf %a, %a : tile<4xf8E5M2>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf8E5M2>) {
    // expected-error@+1 {{'cuda_tile.divf' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xf8E5M2>'}}
    %0 = divf %a, %a : tile<4xf8E5M2>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf8E5M2>) {
    // expected-error@+1 {{'cuda_tile.maxf' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xf8E5M2>'}}
    %0 = maxf %a, %a : tile<4xf8E5M2>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf8E5M2>) {
    // expected-error@+1 {{'cuda_tile.minf' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xf8E5M2>'}}
    %0 = minf %a, %a : tile<4xf8E5M2>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf8E5M2>) {
    // expected-error@+1 {{'cuda_tile.remf' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xf8E5M2>'}}
    %0 = remf %a, %a : tile<4xf8E5M2>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf8E5M2>) {
    // expected-error@+1 {{'cuda_tile.fpowf' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xf8E5M2>'}}
    %0 = fpowf %a, %a : tile<4xf8E5M2>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf8E5M2>) {
    // expected-error@+1 {{'cuda_tile.atan2' op operand #0 must be tile of f16 or bf16 or f32 or f64, but got '!cuda_tile.tile<4xf8E5M2>'}}
    %0 = atan2 %a, %a : tile<4xf8E5M2>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xptr<i32>>) {
    // expected-error@+1 {{'cuda_tile.addi' op operand #0 must be tile of i1 or i8 or i16 or i32 or i64, but got '!cuda_tile.tile<4xptr<i32>>'}}
    %0 = addi %a, %a : tile<4xptr<i32>>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf32>) {
    // expected-error@+1 {{'cuda_tile.subi' op operand #0 must be tile of i1 or i8 or i16 or i32 or i64, but got '!cuda_tile.tile<4xf32>'}}
    %0 = subi %a, %a : tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi4>) {
    // expected-error@+1 {{'cuda_tile.muli' op operand #0 must be tile of i1 or i8 or i16 or i32 or i64, but got '!cuda_tile.tile<4xi4>'}}
    %0 = muli %a, %a : tile<4xi4>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xptr<i32>>) {
    // expected-error@+1 {{'cuda_tile.mulhii' op operand #0 must be tile of i1 or i8 or i16 or i32 or i64, but got '!cuda_tile.tile<4xptr<i32>>'}}
    %0 = mulhii %a, %a : tile<4xptr<i32>>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf32>) {
    // expected-error@+1 {{'cuda_tile.andi' op operand #0 must be tile of i1 or i8 or i16 or i32 or i64, but got '!cuda_tile.tile<4xf32>'}}
    %0 = andi %a, %a : tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi4>) {
    // expected-error@+1 {{'cuda_tile.ori' op operand #0 must be tile of i1 or i8 or i16 or i32 or i64, but got '!cuda_tile.tile<4xi4>'}}
    %0 = ori %a, %a : tile<4xi4>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xptr<i32>>) {
    // expected-error@+1 {{'cuda_tile.xori' op operand #0 must be tile of i1 or i8 or i16 or i32 or i64, but got '!cuda_tile.tile<4xptr<i32>>'}}
    %0 = xori %a, %a : tile<4xptr<i32>>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf32>) {
    // expected-error@+1 {{'cuda_tile.maxi' op operand #0 must be tile of i1 or i8 or i16 or i32 or i64, but got '!cuda_tile.tile<4xf32>'}}
    %0 = maxi %a, %a signed : tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi4>) {
    // expected-error@+1 {{'cuda_tile.mini' op operand #0 must be tile of i1 or i8 or i16 or i32 or i64, but got '!cuda_tile.tile<4xi4>'}}
    %0 = mini %a, %a unsigned : tile<4xi4>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xptr<i32>>) {
    // expected-error@+1 {{'cuda_tile.divi' op operand #0 must be tile of i1 or i8 or i16 or i32 or i64, but got '!cuda_tile.tile<4xptr<i32>>'}}
    %0 = divi %a, %a signed : tile<4xptr<i32>>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf32>) {
    // expected-error@+1 {{'cuda_tile.remi' op operand #0 must be tile of i1 or i8 or i16 or i32 or i64, but got '!cuda_tile.tile<4xf32>'}}
    %0 = remi %a, %a signed : tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi4>) {
    // expected-error@+1 {{'cuda_tile.shli' op operand #0 must be tile of i1 or i8 or i16 or i32 or i64, but got '!cuda_tile.tile<4xi4>'}}
    %0 = shli %a, %a : tile<4xi4>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xptr<i32>>) {
    // expected-error@+1 {{'cuda_tile.shri' op operand #0 must be tile of i1 or i8 or i16 or i32 or i64, but got '!cuda_tile.tile<4xptr<i32>>'}}
    %0 = shri %a, %a signed : tile<4xptr<i32>>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf32>, %b: tile<8xf32>) {
    // expected-error@+1 {{op failed to verify that all of {lhs, rhs, result} have same type}}
    %0 = "cuda_tile.addf"(%a, %b) <{rounding_mode = #cuda_tile.rounding<nearest_even>}> : (!cuda_tile.tile<4xf32>, !cuda_tile.tile<8xf32>) -> !cuda_tile.tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf32>, %b: tile<8xf32>) {
    // expected-error@+1 {{op failed to verify that all of {lhs, rhs, result} have same type}}
    %0 = "cuda_tile.subf"(%a, %b) <{rounding_mode = #cuda_tile.rounding<nearest_even>}> : (!cuda_tile.tile<4xf32>, !cuda_tile.tile<8xf32>) -> !cuda_tile.tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf32>, %b: tile<8xf32>) {
    // expected-error@+1 {{op failed to verify that all of {lhs, rhs, result} have same type}}
    %0 = "cuda_tile.mulf"(%a, %b) <{rounding_mode = #cuda_tile.rounding<nearest_even>}> : (!cuda_tile.tile<4xf32>, !cuda_tile.tile<8xf32>) -> !cuda_tile.tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf32>, %b: tile<8xf32>) {
    // expected-error@+1 {{op failed to verify that all of {lhs, rhs, result} have same type}}
    %0 = "cuda_tile.divf"(%a, %b) <{rounding_mode = #cuda_tile.rounding<nearest_even>}> : (!cuda_tile.tile<4xf32>, !cuda_tile.tile<8xf32>) -> !cuda_tile.tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf32>, %b: tile<8xf32>) {
    // expected-error@+1 {{op failed to verify that all of {lhs, rhs, result} have same type}}
    %0 = "cuda_tile.maxf"(%a, %b) : (!cuda_tile.tile<4xf32>, !cuda_tile.tile<8xf32>) -> !cuda_tile.tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf32>, %b: tile<8xf32>) {
    // expected-error@+1 {{op failed to verify that all of {lhs, rhs, result} have same type}}
    %0 = "cuda_tile.minf"(%a, %b) : (!cuda_tile.tile<4xf32>, !cuda_tile.tile<8xf32>) -> !cuda_tile.tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf32>, %b: tile<8xf32>) {
    // expected-error@+1 {{op failed to verify that all of {lhs, rhs, result} have same type}}
    %0 = "cuda_tile.remf"(%a, %b) : (!cuda_tile.tile<4xf32>, !cuda_tile.tile<8xf32>) -> !cuda_tile.tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf32>, %b: tile<8xf32>) {
    // expected-error@+1 {{op failed to verify that all of {source, exponent, result} have same type}}
    %0 = "cuda_tile.fpowf"(%a, %b) : (!cuda_tile.tile<4xf32>, !cuda_tile.tile<8xf32>) -> !cuda_tile.tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf32>, %b: tile<8xf32>) {
    // expected-error@+1 {{op failed to verify that all of {x, y, result} have same type}}
    %0 = "cuda_tile.atan2"(%a, %b) : (!cuda_tile.tile<4xf32>, !cuda_tile.tile<8xf32>) -> !cuda_tile.tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi32>, %b: tile<8xi32>) {
    // expected-error@+1 {{op failed to verify that all of {lhs, rhs, result} have same type}}
    %0 = "cuda_tile.addi"(%a, %b) <{overflow = #cuda_tile.overflow<none>}> : (!cuda_tile.tile<4xi32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi32>, %b: tile<8xi32>) {
    // expected-error@+1 {{op failed to verify that all of {lhs, rhs, result} have same type}}
    %0 = "cuda_tile.subi"(%a, %b) <{overflow = #cuda_tile.overflow<none>}> : (!cuda_tile.tile<4xi32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi32>, %b: tile<8xi32>) {
    // expected-error@+1 {{op failed to verify that all of {lhs, rhs, result} have same type}}
    %0 = "cuda_tile.muli"(%a, %b) <{overflow = #cuda_tile.overflow<none>}> : (!cuda_tile.tile<4xi32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi32>, %b: tile<8xi32>) {
    // expected-error@+1 {{op failed to verify that all of {x, y, result} have same type}}
    %0 = "cuda_tile.mulhii"(%a, %b) : (!cuda_tile.tile<4xi32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi32>, %b: tile<8xi32>) {
    // expected-error@+1 {{op failed to verify that all of {lhs, rhs, result} have same type}}
    %0 = "cuda_tile.andi"(%a, %b) : (!cuda_tile.tile<4xi32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi32>, %b: tile<8xi32>) {
    // expected-error@+1 {{op failed to verify that all of {lhs, rhs, result} have same type}}
    %0 = "cuda_tile.ori"(%a, %b) : (!cuda_tile.tile<4xi32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi32>, %b: tile<8xi32>) {
    // expected-error@+1 {{op failed to verify that all of {lhs, rhs, result} have same type}}
    %0 = "cuda_tile.xori"(%a, %b) : (!cuda_tile.tile<4xi32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi32>, %b: tile<8xi32>) {
    // expected-error@+1 {{op failed to verify that all of {lhs, rhs, result} have same type}}
    %0 = "cuda_tile.maxi"(%a, %b) <{signedness = #cuda_tile.signedness<signed>}> : (!cuda_tile.tile<4xi32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi32>, %b: tile<8xi32>) {
    // expected-error@+1 {{op failed to verify that all of {lhs, rhs, result} have same type}}
    %0 = "cuda_tile.mini"(%a, %b) <{signedness = #cuda_tile.signedness<signed>}> : (!cuda_tile.tile<4xi32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi32>, %b: tile<8xi32>) {
    // expected-error@+1 {{op failed to verify that all of {lhs, rhs, result} have same type}}
    %0 = "cuda_tile.divi"(%a, %b) <{signedness = #cuda_tile.signedness<signed>, rounding = #cuda_tile.rounding<zero>}> : (!cuda_tile.tile<4xi32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi32>, %b: tile<8xi32>) {
    // expected-error@+1 {{op failed to verify that all of {lhs, rhs, result} have same type}}
    %0 = "cuda_tile.remi"(%a, %b) <{signedness = #cuda_tile.signedness<signed>}> : (!cuda_tile.tile<4xi32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi32>, %b: tile<8xi32>) {
    // expected-error@+1 {{op failed to verify that all of {lhs, rhs, result} have same type}}
    %0 = "cuda_tile.shli"(%a, %b) <{overflow = #cuda_tile.overflow<none>}> : (!cuda_tile.tile<4xi32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xi32>, %b: tile<8xi32>) {
    // expected-error@+1 {{op failed to verify that all of {lhs, rhs, result} have same type}}
    %0 = "cuda_tile.shri"(%a, %b) <{signedness = #cuda_tile.signedness<signed>}> : (!cuda_tile.tile<4xi32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f() {
    // expected-error@+1 {{'cuda_tile.get_tile_block_id' op result #0 must be scalar tile of i32, but got '!cuda_tile.tile<i64>'}}
    %x, %y, %z = get_tile_block_id : tile<i64>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f() {
    // expected-error@+1 {{'cuda_tile.get_num_tile_blocks' op result #0 must be scalar tile of i32, but got '!cuda_tile.tile<i64>'}}
    %x, %y, %z = get_num_tile_blocks : tile<i64>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f() {
    // expected-error@+1 {{'cuda_tile.make_token' op result #0 must be token, but got '!cuda_tile.tile<i32>'}}
    %0 = make_token : tile<i32>
  }
}
