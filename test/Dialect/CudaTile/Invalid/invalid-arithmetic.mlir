// Each rule of the verifiers of arithmetic and conversions, broken once.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error@+1 {{rounding mode must be nearest_even, zero, negative_inf or positive_inf, found approx}}
    %0 = addf %a, %a rounding<approx> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error@+1 {{rounding mode must be nearest_even, zero, negative_inf or positive_inf, found nearest_away}}
    %0 = mulf %a, %a rounding<nearest_away> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error@+1 {{rounding mode must be nearest_even, zero, negative_inf or positive_inf, found full}}
    %0 = subf %a, %a rounding<full> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f64>) {
    // expected-error@+1 {{flush_to_zero needs elements of type f32, found 'f64'}}
    %0 = addf %a, %a flush_to_zero : tile<f64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f16>) {
    // expected-error@+1 {{flush_to_zero needs elements of type f32, found 'f16'}}
    %0 = fma %a, %a, %a flush_to_zero : tile<f16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error@+1 {{rounding mode must be}}
    %0 = fma %a, %a, %a rounding<nearest_int_to_zero> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error@+1 {{rounding mode must be nearest_even, zero, negative_inf, positive_inf, approx or full, found nearest_int_to_zero}}
    %0 = divf %a, %a rounding<nearest_int_to_zero> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f64>) {
    // expected-error@+1 {{rounding mode full needs elements of type f32, found 'f64'}}
    %0 = divf %a, %a rounding<full> : tile<f64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<bf16>) {
    // expected-error@+1 {{flush_to_zero needs elements of type f32, found 'bf16'}}
    %0 = divf %a, %a flush_to_zero : tile<bf16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f16>) {
    // expected-error@+1 {{flush_to_zero needs elements of type f32, found 'f16'}}
    %0 = maxf %a, %a flush_to_zero : tile<f16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f16>) {
    // expected-error@+1 {{flush_to_zero needs elements of type f32, found 'f16'}}
    %0 = minf %a, %a flush_to_zero propagate_nan : tile<f16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error@+1 {{operand #0 must be tile of f16 or bf16 or f32 or f64, but got}}
    %0 = addf %a, %a : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error@+1 {{operand #0 must be tile of i1 or i8 or i16 or i32 or i64, but got}}
    %0 = addi %a, %a : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>, %b: tile<f64>) {
    // expected-error@+1 {{all of {lhs, rhs, result} have same type}}
    %0 = "cuda_tile.addf"(%a, %b) {rounding_mode = #cuda_tile.rounding<zero>} : (!cuda_tile.tile<f32>, !cuda_tile.tile<f64>) -> !cuda_tile.tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error@+1 {{the result is a tile of i1 with the shape of lhs}}
    %0 = "cuda_tile.cmpf"(%a, %a) {comparison_predicate = #cuda_tile.comparison_predicate<equal>, comparison_ordering = #cuda_tile.comparison_ordering<ordered>} : (!cuda_tile.tile<f32>, !cuda_tile.tile<f32>) -> !cuda_tile.tile<4xi1>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error@+1 {{result #0 must be tile of i1}}
    %0 = cmpi equal %a, %a, signed : tile<i32> -> tile<i8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error@+1 {{expected one of [equal, not_equal, less_than, less_than_or_equal, greater_than, greater_than_or_equal] for comparison predicate, got: smaller}}
    %0 = cmpi smaller %a, %a, signed : tile<i32> -> tile<i1>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error@+1 {{rounding mode must be zero, negative_inf or positive_inf, found nearest_even}}
    %0 = divi %a, %a signed rounding<nearest_even> : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error@+1 {{rounding mode negative_inf needs a signed division}}
    %0 = divi %a, %a unsigned rounding<negative_inf> : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error@+1 {{overflow must not be no_unsigned_wrap}}
    %0 = negi %a overflow<no_unsigned_wrap> : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error@+1 {{result must have wider elements than the operand, found 'i32' to 'i32'}}
    %0 = exti %a signed : tile<i32> -> tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error@+1 {{result must have narrower elements than the operand, found 'i32' to 'i64'}}
    %0 = trunci %a : tile<i32> -> tile<i64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error@+1 {{all of {from, to} have same shape}}
    %0 = exti %a signed : tile<i32> -> tile<4xi64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error@+1 {{must change the element type, found 'f32' on both sides}}
    %0 = ftof %a : tile<f32> -> tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error@+1 {{rounding mode must be zero or positive_inf from 'f32' to 'f8E8M0FNU', found nearest_even}}
    %0 = ftof %a : tile<f32> -> tile<f8E8M0FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error@+1 {{rounding mode must be nearest_even from 'f32' to 'f8E5M2', found zero}}
    %0 = ftof %a rounding<zero> : tile<f32> -> tile<f8E5M2>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f64>) {
    // expected-error@+1 {{rounding mode must be nearest_even, zero, negative_inf or positive_inf from 'f64' to 'f32', found nearest_away}}
    %0 = ftof %a rounding<nearest_away> : tile<f64> -> tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error@+1 {{rounding mode must be nearest_even, zero or nearest_away from 'f32' to 'tf32', found positive_inf}}
    %0 = ftof %a rounding<positive_inf> : tile<f32> -> tile<tf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<bf16>) {
    // expected-error@+1 {{rounding mode must be nearest_even or zero from 'bf16' to 'f16', found negative_inf}}
    %0 = ftof %a rounding<negative_inf> : tile<bf16> -> tile<f16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<bf16>) {
    // expected-error@+1 {{rounding mode must be nearest_even, zero, negative_inf, positive_inf or nearest_away from 'bf16' to 'f32', found approx}}
    %0 = ftof %a rounding<approx> : tile<bf16> -> tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error@+1 {{rounding mode must be nearest_int_to_zero, found zero}}
    %0 = ftoi %a signed rounding<zero> : tile<f32> -> tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error@+1 {{rounding mode must be nearest_even, found zero}}
    %0 = itof %a signed rounding<zero> : tile<i32> -> tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error@+1 {{result must not have elements of type 'f8E8M0FNU'}}
    %0 = itof %a signed : tile<i32> -> tile<f8E8M0FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error@+1 {{source and result must have elements of one width, found 32 and 64 bits}}
    %0 = bitcast %a : tile<i32> -> tile<f64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i64>) {
    // expected-error@+1 {{result #0 must be tile of i1 or i8}}
    %0 = bitcast %a : tile<i64> -> tile<ptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error@+1 {{operand #0 must be tile of i64, but got}}
    %0 = int_to_ptr %a : tile<i32> -> tile<ptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i64>) {
    // expected-error@+1 {{operand #0 must be tile of ptr, but got}}
    %0 = ptr_to_int %a : tile<i64> -> tile<i64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<ptr<f32>>) {
    // expected-error@+1 {{all of {source, result} have same shape}}
    %0 = ptr_to_ptr %a : tile<ptr<f32>> -> tile<2xptr<i32>>
  }
}
