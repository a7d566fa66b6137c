// Folds of float arithmetic, and their near twins that stay.
//
// RUN: cuda-tile-opt %s --canonicalize --split-input-file | FileCheck %s

// 1 + 2^-24 is halfway between 1 and its neighbour.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @rounding
  testing$func @rounding() -> (tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>) {
    %one = constant <f32: 1.0> : tile<f32>
    %tiny = constant <f32: 0x33800000> : tile<f32>
    // CHECK-DAG: %[[ONE:.*]] = constant <f32: 1.000000e+00> : tile<f32>
    // CHECK-DAG: %[[NEXT:.*]] = constant <f32: 1.00000012> : tile<f32>
    %0 = addf %one, %tiny : tile<f32>
    %1 = addf %one, %tiny rounding<zero> : tile<f32>
    %2 = addf %one, %tiny rounding<positive_inf> : tile<f32>
    // CHECK-DAG: %[[THIRD:.*]] = constant <f32: 0.333333343> : tile<f32>
    // CHECK-DAG: %[[BELOW:.*]] = constant <f32: 0.333333313> : tile<f32>
    %three = constant <f32: 3.0> : tile<f32>
    %3 = divf %one, %three : tile<f32>
    %4 = divf %one, %three rounding<negative_inf> : tile<f32>
    // CHECK: return %[[ONE]], %[[ONE]], %[[NEXT]], %[[THIRD]], %[[BELOW]]
    return %0, %1, %2, %3, %4 : tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>
  }
}

// -----

// A subnormal operand or result is zero with flush_to_zero, and keeps its sign.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @flushing
  testing$func @flushing() -> (tile<f32>, tile<f32>, tile<f32>, tile<f32>) {
    %sub = constant <f32: 0x80000001> : tile<f32>
    %two = constant <f32: 2.0> : tile<f32>
    // CHECK-DAG: %[[KEPT:.*]] = constant <f32: -2.802600e-45> : tile<f32>
    // CHECK-DAG: %[[ZERO:.*]] = constant <f32: -0.000000e+00> : tile<f32>
    %0 = mulf %sub, %two : tile<f32>
    %1 = mulf %sub, %two flush_to_zero : tile<f32>
    %zero = constant <f32: 0.0> : tile<f32>
    %2 = maxf %sub, %sub flush_to_zero : tile<f32>
    %3 = fma %sub, %two, %sub flush_to_zero : tile<f32>
    // CHECK: return %[[KEPT]], %[[ZERO]], %[[ZERO]], %[[ZERO]]
    return %0, %1, %2, %3 : tile<f32>, tile<f32>, tile<f32>, tile<f32>
  }
}

// -----

// fma rounds once: 1 + 2^-12 squared, less 1 and 2^-11, is 2^-24.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @once
  testing$func @once() -> (tile<f32>, tile<f32>, tile<f16>) {
    %a = constant <f32: 0x3F800800> : tile<f32>
    %c = constant <f32: 0xBF801000> : tile<f32>
    // CHECK-DAG: constant <f32: 5.96046448E-8> : tile<f32>
    %0 = fma %a, %a, %c : tile<f32>
    // CHECK-DAG: constant <f32: 0.000000e+00> : tile<f32>
    %p = mulf %a, %a : tile<f32>
    %1 = addf %p, %c : tile<f32>
    %x = constant <f16: 5.5> : tile<f16>
    %y = constant <f16: -2.0> : tile<f16>
    // CHECK-DAG: constant <f16: 1.500000e+00> : tile<f16>
    %2 = remf %x, %y : tile<f16>
    return %0, %1, %2 : tile<f32>, tile<f32>, tile<f16>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @identities
  // CHECK-SAME: %[[X:.*]]: tile<f32>
  // CHECK-NEXT: return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]]
  testing$func @identities(%x: tile<f32>) -> (tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>) {
    %pos = constant <f32: 0.0> : tile<f32>
    %neg = constant <f32: -0.0> : tile<f32>
    %one = constant <f32: 1.0> : tile<f32>
    %0 = addf %x, %neg : tile<f32>
    %1 = subf %x, %pos rounding<zero> : tile<f32>
    %2 = mulf %one, %x rounding<positive_inf> : tile<f32>
    %3 = divf %x, %one : tile<f32>
    %4 = addf %x, %pos rounding<negative_inf> : tile<f32>
    %5 = subf %x, %neg rounding<negative_inf> : tile<f32>
    %n = negf %x : tile<f32>
    %6 = negf %n : tile<f32>
    return %0, %1, %2, %3, %4, %5, %6 : tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>
  }
}

// -----

// x + 0 turns -0 into +0; x - x and 0 * x may be NaN; flush_to_zero changes
// subnormal numbers; an approximate quotient has an error bound only.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @not_identities
  testing$func @not_identities(%x: tile<f32>) -> (tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>) {
    %pos = constant <f32: 0.0> : tile<f32>
    %neg = constant <f32: -0.0> : tile<f32>
    %one = constant <f32: 1.0> : tile<f32>
    // CHECK: addf
    %0 = addf %x, %pos : tile<f32>
    // CHECK: addf {{.*}} rounding<negative_inf>
    %1 = addf %x, %neg rounding<negative_inf> : tile<f32>
    // CHECK: subf
    %2 = subf %x, %neg : tile<f32>
    // CHECK: subf
    %3 = subf %x, %x : tile<f32>
    // CHECK: mulf
    %4 = mulf %x, %pos : tile<f32>
    // CHECK: mulf {{.*}} flush_to_zero
    %5 = mulf %x, %one flush_to_zero : tile<f32>
    // CHECK: divf {{.*}} rounding<approx>
    %6 = divf %x, %one rounding<approx> : tile<f32>
    // CHECK: maxf {{.*}} flush_to_zero
    %7 = maxf %x, %x flush_to_zero : tile<f32>
    // CHECK: divf {{.*}} rounding<full>
    %8 = divf %one, %one rounding<full> : tile<f32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>
  }
}

// -----

// A divisor that is a power of two; the reciprocal of 2^127 is subnormal.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @reciprocals
  testing$func @reciprocals(%x: tile<f32>) -> (tile<f32>, tile<f32>, tile<f32>) {
    %eight = constant <f32: -8.0> : tile<f32>
    %three = constant <f32: 3.0> : tile<f32>
    %huge = constant <f32: 0x7F000000> : tile<f32>
    // CHECK-DAG: %[[EIGHTH:.*]] = constant <f32: -1.250000e-01> : tile<f32>
    // CHECK: mulf %{{.*}}, %[[EIGHTH]] rounding<zero> flush_to_zero : tile<f32>
    %0 = divf %x, %eight rounding<zero> flush_to_zero : tile<f32>
    // CHECK: divf
    %1 = divf %x, %three : tile<f32>
    // CHECK: divf
    %2 = divf %x, %huge : tile<f32>
    return %0, %1, %2 : tile<f32>, tile<f32>, tile<f32>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @sums_and_signs
  // CHECK-SAME: %[[X:.*]]: tile<f32>, %[[Y:.*]]: tile<f32>
  testing$func @sums_and_signs(%x: tile<f32>, %y: tile<f32>) -> (tile<f32>, tile<f32>, tile<f32>, tile<f32>) {
    %one = constant <f32: 1.0> : tile<f32>
    // CHECK: %[[SUM:.*]] = addf %[[X]], %[[Y]] rounding<zero> flush_to_zero
    %0 = fma %one, %x, %y rounding<zero> flush_to_zero : tile<f32>
    // CHECK: %[[ABS:.*]] = absf %[[X]]
    %n = negf %x : tile<f32>
    %1 = absf %n : tile<f32>
    %2 = absf %1 : tile<f32>
    // CHECK: %[[CEIL:.*]] = ceil %[[X]]
    %3 = ceil %x : tile<f32>
    %4 = floor %3 : tile<f32>
    // CHECK: return %[[SUM]], %[[ABS]], %[[ABS]], %[[CEIL]]
    return %0, %1, %2, %4 : tile<f32>, tile<f32>, tile<f32>, tile<f32>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @extrema
  // CHECK-SAME: %[[X:.*]]: tile<f32>
  testing$func @extrema(%x: tile<f32>) -> (tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>) {
    %nan = constant <f32: 0xFFC12345> : tile<f32>
    %inf = constant <f32: 0xFF800000> : tile<f32>
    %pos = constant <f32: 0.0> : tile<f32>
    %neg = constant <f32: -0.0> : tile<f32>
    // CHECK-DAG: %[[ZERO:.*]] = constant <f32: 0.000000e+00> : tile<f32>
    // CHECK-DAG: %[[NAN:.*]] = constant <f32: 0x7FFFFFFF> : tile<f32>
    %0 = maxf %neg, %pos : tile<f32>
    // An operand may be a NaN, which becomes the canonical one in all of these.
    // CHECK: %[[NEXT:.*]] = maxf %[[X]]
    %1 = maxf %x, %nan : tile<f32>
    %2 = maxf %x, %nan propagate_nan : tile<f32>
    // CHECK: %[[NEUTRAL:.*]] = maxf %[[X]]
    %3 = maxf %x, %inf propagate_nan : tile<f32>
    // A NaN is not the greater one, -infinity is.
    // CHECK: %[[MAX:.*]] = maxf %[[X]]
    %4 = maxf %x, %inf : tile<f32>
    // CHECK: %[[MIN:.*]] = minf %[[X]]
    %5 = minf %x, %inf propagate_nan : tile<f32>
    // CHECK: %[[SAME:.*]] = maxf %[[X]], %[[X]]
    %6 = maxf %x, %x : tile<f32>
    // CHECK: %[[ALIKE:.*]] = minf %[[X]], %[[X]] propagate_nan
    %7 = minf %x, %x propagate_nan : tile<f32>
    // CHECK: return %[[ZERO]], %[[NEXT]], %[[NAN]], %[[NEUTRAL]], %[[MAX]], %[[MIN]], %[[SAME]], %[[ALIKE]]
    return %0, %1, %2, %3, %4, %5, %6, %7 : tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>, tile<f32>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @comparisons
  // CHECK-SAME: %[[X:.*]]: tile<f32>
  testing$func @comparisons(%x: tile<f32>) -> (tile<i1>, tile<i1>, tile<i1>, tile<i1>, tile<i1>, tile<i1>, tile<i1>) {
    %nan = constant <f32: 0x7FC00000> : tile<f32>
    %pos = constant <f32: 0.0> : tile<f32>
    %neg = constant <f32: -0.0> : tile<f32>
    // CHECK-DAG: %[[TRUE:.*]] = constant <i1: true> : tile<i1>
    // CHECK-DAG: %[[FALSE:.*]] = constant <i1: false> : tile<i1>
    %0 = cmpf equal ordered %pos, %neg : tile<f32> -> tile<i1>
    %1 = cmpf equal unordered %x, %x : tile<f32> -> tile<i1>
    %2 = cmpf not_equal ordered %x, %x : tile<f32> -> tile<i1>
    %3 = cmpf less_than ordered %x, %nan : tile<f32> -> tile<i1>
    %4 = cmpf less_than unordered %nan, %x : tile<f32> -> tile<i1>
    // These ask whether x is a NaN.
    // CHECK: %[[IS:.*]] = cmpf equal ordered %[[X]], %[[X]]
    %5 = cmpf equal ordered %x, %x : tile<f32> -> tile<i1>
    // CHECK: %[[ISNT:.*]] = cmpf not_equal unordered %[[X]], %[[X]]
    %6 = cmpf not_equal unordered %x, %x : tile<f32> -> tile<i1>
    // CHECK: return %[[TRUE]], %[[TRUE]], %[[FALSE]], %[[FALSE]], %[[TRUE]], %[[IS]], %[[ISNT]]
    return %0, %1, %2, %3, %4, %5, %6 : tile<i1>, tile<i1>, tile<i1>, tile<i1>, tile<i1>, tile<i1>, tile<i1>
  }
}

// -----

// Elementary functions have an error bound at most.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @elementary
  testing$func @elementary() -> (tile<f32>, tile<f32>) {
    %zero = constant <f32: 0.0> : tile<f32>
    // CHECK: cos
    %0 = cos %zero : tile<f32>
    // CHECK: exp
    %1 = exp %zero : tile<f32>
    return %0, %1 : tile<f32>, tile<f32>
  }
}
