// Folds of integer arithmetic, and their near twins that stay.
//
// RUN: cuda-tile-opt %s --canonicalize --split-input-file | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @wrapping
  testing$func @wrapping() -> (tile<4xi8>, tile<i8>, tile<i8>, tile<i8>, tile<i64>) {
    %a = constant <i8: [1, 127, -128, -1]> : tile<4xi8>
    %one = constant <i8: 1> : tile<4xi8>
    // CHECK-DAG: %[[SUM:.*]] = constant <i8: [2, -128, -127, 0]> : tile<4xi8>
    %0 = addi %a, %one : tile<4xi8>
    %x = constant <i8: -128> : tile<i8>
    %y = constant <i8: 3> : tile<i8>
    // CHECK-DAG: %[[DIFF:.*]] = constant <i8: 125> : tile<i8>
    %1 = subi %x, %y : tile<i8>
    // CHECK-DAG: %[[PROD:.*]] = constant <i8: -128> : tile<i8>
    %2 = muli %x, %y : tile<i8>
    // CHECK-DAG: %[[HIGH:.*]] = constant <i8: 1> : tile<i8>
    %3 = mulhii %x, %y : tile<i8>
    %big = constant <i64: 0xFFFFFFFFFFFFFFFF> : tile<i64>
    // CHECK-DAG: %[[HIGH64:.*]] = constant <i64: -2> : tile<i64>
    %4 = mulhii %big, %big : tile<i64>
    // CHECK: return %[[SUM]], %[[DIFF]], %[[PROD]], %[[HIGH]], %[[HIGH64]]
    return %0, %1, %2, %3, %4 : tile<4xi8>, tile<i8>, tile<i8>, tile<i8>, tile<i64>
  }
}

// -----

// A promise that the constants keep is nothing; one that they break leaves the
// op as it is.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @promises
  testing$func @promises() -> (tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<i8>) {
    %max = constant <i8: 127> : tile<i8>
    %min = constant <i8: -128> : tile<i8>
    %one = constant <i8: 1> : tile<i8>
    // CHECK-DAG: constant <i8: -128> : tile<i8>
    %0 = addi %max, %one overflow<no_unsigned_wrap> : tile<i8>
    // CHECK: addi %{{.*}}, %{{.*}} overflow<no_signed_wrap>
    %1 = addi %max, %one overflow<no_signed_wrap> : tile<i8>
    // CHECK: subi %{{.*}}, %{{.*}} overflow<no_wrap>
    %2 = subi %one, %max overflow<no_wrap> : tile<i8>
    // CHECK: muli %{{.*}}, %{{.*}} overflow<no_unsigned_wrap>
    %3 = muli %min, %max overflow<no_unsigned_wrap> : tile<i8>
    // CHECK: shli %{{.*}}, %{{.*}} overflow<no_signed_wrap>
    %4 = shli %max, %one overflow<no_signed_wrap> : tile<i8>
    // CHECK: negi %{{.*}} overflow<no_signed_wrap>
    %5 = negi %min overflow<no_signed_wrap> : tile<i8>
    return %0, %1, %2, %3, %4, %5 : tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<i8>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @division
  testing$func @division() -> (tile<4xi8>, tile<4xi8>, tile<4xi8>, tile<4xi8>, tile<4xi8>, tile<4xi8>) {
    %a = constant <i8: [7, -7, 7, -7]> : tile<4xi8>
    %b = constant <i8: [2, 2, -2, -2]> : tile<4xi8>
    // CHECK-DAG: constant <i8: [3, -3, -3, 3]> : tile<4xi8>
    %0 = divi %a, %b signed : tile<4xi8>
    // CHECK-DAG: constant <i8: [3, -4, -4, 3]> : tile<4xi8>
    %1 = divi %a, %b signed rounding<negative_inf> : tile<4xi8>
    // CHECK-DAG: constant <i8: [4, -3, -3, 4]> : tile<4xi8>
    %2 = divi %a, %b signed rounding<positive_inf> : tile<4xi8>
    // CHECK-DAG: constant <i8: [4, 125, 1, 1]> : tile<4xi8>
    %3 = divi %a, %b unsigned rounding<positive_inf> : tile<4xi8>
    // CHECK-DAG: constant <i8: [1, -1, 1, -1]> : tile<4xi8>
    %4 = remi %a, %b signed : tile<4xi8>
    // CHECK-DAG: constant <i8: [1, 1, 7, -7]> : tile<4xi8>
    %5 = remi %a, %b unsigned : tile<4xi8>
    return %0, %1, %2, %3, %4, %5 : tile<4xi8>, tile<4xi8>, tile<4xi8>, tile<4xi8>, tile<4xi8>, tile<4xi8>
  }
}

// -----

// Undefined: one element is enough.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @undefined
  testing$func @undefined() -> (tile<2xi8>, tile<2xi8>, tile<i8>, tile<i8>, tile<i8>) {
    %a = constant <i8: [7, -128]> : tile<2xi8>
    %b = constant <i8: [0, -1]> : tile<2xi8>
    %min = constant <i8: -128> : tile<i8>
    %minus = constant <i8: -1> : tile<i8>
    %eight = constant <i8: 8> : tile<i8>
    // CHECK: divi {{.*}} unsigned
    %0 = divi %a, %b unsigned : tile<2xi8>
    // CHECK: remi {{.*}} signed
    %1 = remi %a, %b signed : tile<2xi8>
    // CHECK: divi {{.*}} signed
    %2 = divi %min, %minus signed : tile<i8>
    // CHECK: shli
    %3 = shli %min, %eight : tile<i8>
    // CHECK: shri {{.*}} signed
    %4 = shri %min, %eight signed : tile<i8>
    return %0, %1, %2, %3, %4 : tile<2xi8>, tile<2xi8>, tile<i8>, tile<i8>, tile<i8>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @bits
  testing$func @bits() -> (tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<i8>) {
    %a = constant <i8: 0x9C> : tile<i8>
    %b = constant <i8: 5> : tile<i8>
    // CHECK-DAG: %[[FOUR:.*]] = constant <i8: 4> : tile<i8>
    %0 = andi %a, %b : tile<i8>
    // CHECK-DAG: %[[OR:.*]] = constant <i8: -99> : tile<i8>
    %1 = ori %a, %b : tile<i8>
    // CHECK-DAG: %[[XOR:.*]] = constant <i8: -103> : tile<i8>
    %2 = xori %a, %b : tile<i8>
    // CHECK-DAG: %[[LEFT:.*]] = constant <i8: -128> : tile<i8>
    %3 = shli %a, %b : tile<i8>
    // CHECK-DAG: %[[RIGHT:.*]] = constant <i8: -4> : tile<i8>
    %4 = shri %a, %b signed : tile<i8>
    %5 = shri %a, %b unsigned : tile<i8>
    // CHECK-DAG: %[[HUNDRED:.*]] = constant <i8: 100> : tile<i8>
    %6 = absi %a : tile<i8>
    %7 = negi %a : tile<i8>
    // CHECK: return %[[FOUR]], %[[OR]], %[[XOR]], %[[LEFT]], %[[RIGHT]], %[[FOUR]], %[[HUNDRED]], %[[HUNDRED]]
    return %0, %1, %2, %3, %4, %5, %6, %7 : tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<i8>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @order
  testing$func @order() -> (tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<2xi1>, tile<2xi1>) {
    %a = constant <i8: -1> : tile<i8>
    %b = constant <i8: 1> : tile<i8>
    // CHECK-DAG: %[[ONE:.*]] = constant <i8: 1> : tile<i8>
    // CHECK-DAG: %[[MINUS:.*]] = constant <i8: -1> : tile<i8>
    %0 = maxi %a, %b signed : tile<i8>
    %1 = maxi %a, %b unsigned : tile<i8>
    %2 = mini %a, %b signed : tile<i8>
    %3 = mini %a, %b unsigned : tile<i8>
    %c = constant <i8: [-1, 1]> : tile<2xi8>
    %d = constant <i8: [1, 1]> : tile<2xi8>
    // CHECK-DAG: %[[LESS:.*]] = constant <i1: [true, false]> : tile<2xi1>
    %4 = cmpi less_than %c, %d, signed : tile<2xi8> -> tile<2xi1>
    // CHECK-DAG: %[[GREATER:.*]] = constant <i1: true> : tile<2xi1>
    %5 = cmpi greater_than_or_equal %c, %d, unsigned : tile<2xi8> -> tile<2xi1>
    // CHECK: return %[[ONE]], %[[MINUS]], %[[MINUS]], %[[ONE]], %[[LESS]], %[[GREATER]]
    return %0, %1, %2, %3, %4, %5 : tile<i8>, tile<i8>, tile<i8>, tile<i8>, tile<2xi1>, tile<2xi1>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @identities
  // CHECK-SAME: %[[X:.*]]: tile<4xi32>
  // CHECK-NEXT: return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]]
  testing$func @identities(%x: tile<4xi32>) -> (tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>) {
    %zero = constant <i32: 0> : tile<4xi32>
    %one = constant <i32: 1> : tile<4xi32>
    %ones = constant <i32: -1> : tile<4xi32>
    %least = constant <i32: 0x80000000> : tile<4xi32>
    %0 = addi %zero, %x overflow<no_wrap> : tile<4xi32>
    %1 = subi %x, %zero : tile<4xi32>
    %2 = muli %one, %x : tile<4xi32>
    %3 = divi %x, %one signed rounding<positive_inf> : tile<4xi32>
    %4 = andi %x, %ones : tile<4xi32>
    %5 = ori %x, %zero : tile<4xi32>
    %6 = shli %x, %zero : tile<4xi32>
    %7 = shri %x, %zero unsigned : tile<4xi32>
    %8 = maxi %x, %least signed : tile<4xi32>
    %9 = mini %x, %ones unsigned : tile<4xi32>
    %n = negi %x : tile<4xi32>
    %10 = negi %n : tile<4xi32>
    %11 = andi %x, %x : tile<4xi32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @absorbed
  testing$func @absorbed(%x: tile<4xi32>, %y: tile<4xi32>) -> (tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>) {
    // CHECK-DAG: %[[ZERO:.*]] = constant <i32: 0> : tile<4xi32>
    %zero = constant <i32: 0> : tile<4xi32>
    %one = constant <i32: 1> : tile<4xi32>
    %ones = constant <i32: -1> : tile<4xi32>
    // CHECK-DAG: %[[ONES:.*]] = constant <i32: -1> : tile<4xi32>
    %0 = subi %x, %x : tile<4xi32>
    %1 = muli %x, %zero : tile<4xi32>
    %2 = remi %x, %ones signed : tile<4xi32>
    // x may be 0.
    // CHECK: %[[DIV:.*]] = divi %[[X:.*]], %[[X]]
    %3 = divi %x, %x signed : tile<4xi32>
    %4 = ori %x, %ones : tile<4xi32>
    %5 = xori %x, %x : tile<4xi32>
    %6 = mulhii %x, %one : tile<4xi32>
    // Read as unsigned, -1 is the greatest number.
    // CHECK: %[[REM:.*]] = remi %{{.*}}, %[[ONES]] unsigned
    %7 = remi %x, %ones unsigned : tile<4xi32>
    // CHECK: return %[[ZERO]], %[[ZERO]], %[[ZERO]], %[[DIV]], %[[ONES]], %[[ZERO]], %[[ZERO]], %[[REM]]
    return %0, %1, %2, %3, %4, %5, %6, %7 : tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @comparisons
  // CHECK-SAME: %[[X:.*]]: tile<i8>, %[[Y:.*]]: tile<i8>
  testing$func @comparisons(%x: tile<i8>, %y: tile<i8>) -> (tile<i1>, tile<i1>, tile<i1>, tile<i1>, tile<i1>, tile<i1>) {
    %zero = constant <i8: 0> : tile<i8>
    // CHECK-DAG: %[[FALSE:.*]] = constant <i1: false> : tile<i1>
    // CHECK-DAG: %[[TRUE:.*]] = constant <i1: true> : tile<i1>
    %0 = cmpi less_than %x, %zero, unsigned : tile<i8> -> tile<i1>
    %1 = cmpi greater_than_or_equal %x, %zero, unsigned : tile<i8> -> tile<i1>
    %2 = cmpi less_than_or_equal %x, %x, signed : tile<i8> -> tile<i1>
    %3 = cmpi not_equal %x, %x, signed : tile<i8> -> tile<i1>
    // CHECK: %[[NEGATIVE:.*]] = cmpi less_than %[[X]], %{{.*}}, signed
    %4 = cmpi less_than %x, %zero, signed : tile<i8> -> tile<i1>
    // A constant goes to the right.
    // CHECK: %[[SWAPPED:.*]] = cmpi greater_than_or_equal %[[Y]], %{{.*}}, signed
    %5 = cmpi less_than_or_equal %zero, %y, signed : tile<i8> -> tile<i1>
    // CHECK: return %[[FALSE]], %[[TRUE]], %[[TRUE]], %[[FALSE]], %[[NEGATIVE]], %[[SWAPPED]]
    return %0, %1, %2, %3, %4, %5 : tile<i1>, tile<i1>, tile<i1>, tile<i1>, tile<i1>, tile<i1>
  }
}

// -----

// Constants join unless a promise would get lost.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @joined
  // CHECK-SAME: %[[X:.*]]: tile<i8>
  testing$func @joined(%x: tile<i8>) -> (tile<i8>, tile<i8>, tile<i8>, tile<i8>) {
    %a = constant <i8: 100> : tile<i8>
    %b = constant <i8: 60> : tile<i8>
    // CHECK-DAG: %[[SUM:.*]] = constant <i8: -96> : tile<i8>
    // CHECK-DAG: %[[XOR:.*]] = constant <i8: 88> : tile<i8>
    // CHECK: addi %[[X]], %[[SUM]] : tile<i8>
    %0 = addi %x, %a : tile<i8>
    %1 = addi %0, %b : tile<i8>
    // CHECK: xori %[[X]], %[[XOR]] : tile<i8>
    %2 = xori %x, %a : tile<i8>
    %3 = xori %2, %b : tile<i8>
    // CHECK: addi %[[X]], %{{.*}} overflow<no_signed_wrap>
    // CHECK-NEXT: addi
    %4 = addi %x, %a overflow<no_signed_wrap> : tile<i8>
    %5 = addi %4, %b overflow<no_signed_wrap> : tile<i8>
    // CHECK: absi %[[X]]
    %6 = negi %x : tile<i8>
    %7 = absi %6 : tile<i8>
    %8 = absi %7 : tile<i8>
    return %1, %3, %5, %8 : tile<i8>, tile<i8>, tile<i8>, tile<i8>
  }
}

// -----

// i1 counts modulo 2; read as signed, true is -1.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @booleans
  testing$func @booleans() -> (tile<i1>, tile<i1>, tile<i1>) {
    %t = constant <i1: true> : tile<i1>
    %f = constant <i1: false> : tile<i1>
    // CHECK-DAG: %[[FALSE:.*]] = constant <i1: false> : tile<i1>
    // CHECK-DAG: %[[TRUE:.*]] = constant <i1: true> : tile<i1>
    %0 = addi %t, %t : tile<i1>
    %1 = cmpi less_than %t, %f, signed : tile<i1> -> tile<i1>
    %2 = cmpi less_than %t, %f, unsigned : tile<i1> -> tile<i1>
    // CHECK: return %[[FALSE]], %[[TRUE]], %[[FALSE]]
    return %0, %1, %2 : tile<i1>, tile<i1>, tile<i1>
  }

  // -1 times -1 and -1 by -1 overflow.
  // CHECK-LABEL: testing$func @boolean_factors
  testing$func @boolean_factors(%x: tile<i1>) -> (tile<i1>, tile<i1>) {
    %t = constant <i1: true> : tile<i1>
    // CHECK: muli {{.*}} overflow<no_signed_wrap>
    %0 = muli %x, %t overflow<no_signed_wrap> : tile<i1>
    // CHECK: divi {{.*}} signed
    %1 = divi %x, %t signed : tile<i1>
    return %0, %1 : tile<i1>, tile<i1>
  }
}

// -----

// A splat folds at any size; a tile whose elements differ only up to a bound.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @sizes
  testing$func @sizes() -> (tile<16777216xi32>, tile<64x2xi32>, tile<32x2xi32>) {
    %a = constant <i32: 3> : tile<16777216xi32>
    // CHECK-DAG: constant <i32: 6> : tile<16777216xi32>
    %0 = addi %a, %a : tile<16777216xi32>
    %b = constant <i32: [0, 1]> : tile<2xi32>
    %c = reshape %b : tile<2xi32> -> tile<1x2xi32>
    // CHECK: broadcast %{{.*}} : tile<1x2xi32> -> tile<64x2xi32>
    %1 = broadcast %c : tile<1x2xi32> -> tile<64x2xi32>
    // CHECK-NOT: broadcast
    %2 = broadcast %c : tile<1x2xi32> -> tile<32x2xi32>
    return %0, %1, %2 : tile<16777216xi32>, tile<64x2xi32>, tile<32x2xi32>
  }
}
