// Folds of conversions, and their near twins that stay.
//
// RUN: cuda-tile-opt %s --canonicalize --split-input-file | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @integers
  testing$func @integers() -> (tile<2xi32>, tile<2xi32>, tile<i32>, tile<2xi8>, tile<2xi1>) {
    %a = constant <i8: [-1, 5]> : tile<2xi8>
    // CHECK-DAG: constant <i32: [-1, 5]> : tile<2xi32>
    %0 = exti %a signed : tile<2xi8> -> tile<2xi32>
    // CHECK-DAG: constant <i32: [255, 5]> : tile<2xi32>
    %1 = exti %a unsigned : tile<2xi8> -> tile<2xi32>
    %t = constant <i1: true> : tile<i1>
    // CHECK-DAG: constant <i32: -1> : tile<i32>
    %2 = exti %t signed : tile<i1> -> tile<i32>
    %b = constant <i32: [0x1234, 0x1080]> : tile<2xi32>
    // CHECK-DAG: constant <i8: [52, -128]> : tile<2xi8>
    %3 = trunci %b : tile<2xi32> -> tile<2xi8>
    // CHECK-DAG: constant <i1: false> : tile<2xi1>
    %4 = trunci %b : tile<2xi32> -> tile<2xi1>
    return %0, %1, %2, %3, %4 : tile<2xi32>, tile<2xi32>, tile<i32>, tile<2xi8>, tile<2xi1>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @undefined
  testing$func @undefined() -> (tile<i8>, tile<i8>, tile<i8>, tile<2xi8>, tile<2xi8>) {
    %a = constant <i32: 200> : tile<i32>
    // CHECK-DAG: constant <i8: -56> : tile<i8>
    %0 = trunci %a overflow<no_unsigned_wrap> : tile<i32> -> tile<i8>
    // CHECK: trunci {{.*}} overflow<no_signed_wrap>
    %1 = trunci %a overflow<no_signed_wrap> : tile<i32> -> tile<i8>
    %nan = constant <f32: 0x7FC00000> : tile<f32>
    // CHECK: ftoi
    %2 = ftoi %nan signed : tile<f32> -> tile<i8>
    %b = constant <f32: [1.0, 128.0]> : tile<2xf32>
    // CHECK: ftoi
    %3 = ftoi %b signed : tile<2xf32> -> tile<2xi8>
    %4 = ftoi %b signed saturating : tile<2xf32> -> tile<2xi8>
    // CHECK: return
    return %0, %1, %2, %3, %4 : tile<i8>, tile<i8>, tile<i8>, tile<2xi8>, tile<2xi8>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @floats
  testing$func @floats() -> (tile<f16>, tile<f16>, tile<f8E4M3FN>, tile<f8E8M0FNU>, tile<tf32>, tile<f32>, tile<f16>, tile<i8>) {
    %a = constant <f32: 1.00099> : tile<f32>
    // CHECK-DAG: constant <f16: 1.000980e+00> : tile<f16>
    %0 = ftof %a : tile<f32> -> tile<f16>
    // CHECK-DAG: constant <f16: 1.000000e+00> : tile<f16>
    %b = constant <f32: 1.0009> : tile<f32>
    %1 = ftof %b rounding<zero> : tile<f32> -> tile<f16>
    %inf = constant <f32: 0x7F800000> : tile<f32>
    // CHECK-DAG: constant <f8E4M3FN: 4.480000e+02> : tile<f8E4M3FN>
    %2 = ftof %inf : tile<f32> -> tile<f8E4M3FN>
    %three = constant <f32: 3.0> : tile<f32>
    // CHECK-DAG: constant <f8E8M0FNU: 4.000000e+00> : tile<f8E8M0FNU>
    %3 = ftof %three rounding<positive_inf> : tile<f32> -> tile<f8E8M0FNU>
    // CHECK-DAG: constant <tf32: 1.000980e+00> : tile<tf32>
    %4 = ftof %a : tile<f32> -> tile<tf32>
    %i = constant <i32: 16777217> : tile<i32>
    // CHECK-DAG: constant <f32: 0x4B800000> : tile<f32>
    %5 = itof %i signed : tile<i32> -> tile<f32>
    // CHECK-DAG: constant <f16: 0x7C00> : tile<f16>
    %6 = itof %i signed : tile<i32> -> tile<f16>
    %m = constant <f16: -1.9> : tile<f16>
    // CHECK-DAG: constant <i8: -1> : tile<i8>
    %7 = ftoi %m signed : tile<f16> -> tile<i8>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tile<f16>, tile<f16>, tile<f8E4M3FN>, tile<f8E8M0FNU>, tile<tf32>, tile<f32>, tile<f16>, tile<i8>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @integer_chains
  // CHECK-SAME: %[[X:.*]]: tile<i8>, %[[Y:.*]]: tile<i64>
  testing$func @integer_chains(%x: tile<i8>, %y: tile<i64>) -> (tile<i64>, tile<i64>, tile<i64>, tile<i8>, tile<i16>, tile<i1>, tile<i8>, tile<i4>) {
    // CHECK: %[[W:.*]] = exti %[[X]] signed : tile<i8> -> tile<i32>
    %w = exti %x signed : tile<i8> -> tile<i32>
    %z = exti %x unsigned : tile<i8> -> tile<i32>
    // CHECK: exti %[[X]] signed : tile<i8> -> tile<i64>
    %0 = exti %w signed : tile<i32> -> tile<i64>
    // CHECK: exti %[[X]] unsigned : tile<i8> -> tile<i64>
    %1 = exti %z signed : tile<i32> -> tile<i64>
    // The sign fills 32 bits and no more.
    // CHECK: exti %[[W]] unsigned : tile<i32> -> tile<i64>
    %2 = exti %w unsigned : tile<i32> -> tile<i64>
    %3 = trunci %w : tile<i32> -> tile<i8>
    // CHECK: exti %[[X]] signed : tile<i8> -> tile<i16>
    %4 = trunci %w : tile<i32> -> tile<i16>
    // CHECK: trunci %[[X]] : tile<i8> -> tile<i1>
    %5 = trunci %w : tile<i32> -> tile<i1>
    // Only what both promise is left.
    %n = trunci %y overflow<no_wrap> : tile<i64> -> tile<i16>
    // CHECK: trunci %[[Y]] overflow<no_signed_wrap> : tile<i64> -> tile<i8>
    %6 = trunci %n overflow<no_signed_wrap> : tile<i16> -> tile<i8>
    // CHECK: trunci %[[Y]] : tile<i64> -> tile<i4>
    %p = trunci %y : tile<i64> -> tile<i16>
    %7 = trunci %p overflow<no_signed_wrap> : tile<i16> -> tile<i4>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tile<i64>, tile<i64>, tile<i64>, tile<i8>, tile<i16>, tile<i1>, tile<i8>, tile<i4>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @float_chains
  // CHECK-SAME: %[[X:.*]]: tile<f16>, %[[Y:.*]]: tile<f32>, %[[Z:.*]]: tile<f8E5M2>
  testing$func @float_chains(%x: tile<f16>, %y: tile<f32>, %z: tile<f8E5M2>) -> (tile<f16>, tile<f64>, tile<f32>, tile<f8E5M2>, tile<bf16>) {
    // CHECK: %[[W:.*]] = ftof %[[X]] : tile<f16> -> tile<f32>
    %w = ftof %x : tile<f16> -> tile<f32>
    %0 = ftof %w : tile<f32> -> tile<f16>
    // CHECK: ftof %[[X]] : tile<f16> -> tile<f64>
    %1 = ftof %w : tile<f32> -> tile<f64>
    // f16 does not hold every f32.
    // CHECK: ftof %[[Y]] : tile<f32> -> tile<f16>
    // CHECK-NEXT: ftof
    %n = ftof %y : tile<f32> -> tile<f16>
    %2 = ftof %n : tile<f16> -> tile<f32>
    // An infinity goes out and comes back as the largest number.
    // CHECK: ftof %[[Z]]
    // CHECK-NEXT: ftof
    %v = ftof %z : tile<f8E5M2> -> tile<f32>
    %3 = ftof %v : tile<f32> -> tile<f8E5M2>
    // bf16 rounds what f16 holds.
    // CHECK: ftof %[[W]] : tile<f32> -> tile<bf16>
    %4 = ftof %w : tile<f32> -> tile<bf16>
    // CHECK: return %[[X]]
    return %0, %1, %2, %3, %4 : tile<f16>, tile<f64>, tile<f32>, tile<f8E5M2>, tile<bf16>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @bits
  // CHECK-SAME: %[[X:.*]]: tile<f32>, %[[P:.*]]: tile<ptr<f32>>, %[[A:.*]]: tile<i64>
  testing$func @bits(%x: tile<f32>, %p: tile<ptr<f32>>, %a: tile<i64>) -> (tile<i32>, tile<f32>, tile<ptr<i32>>, tile<ptr<f32>>, tile<i64>, tile<i64>) {
    %c = constant <f32: -0.0> : tile<f32>
    // CHECK-DAG: %[[MIN:.*]] = constant <i32: -2147483648> : tile<i32>
    %0 = bitcast %c : tile<f32> -> tile<i32>
    %b = bitcast %x : tile<f32> -> tile<i32>
    %1 = bitcast %b : tile<i32> -> tile<f32>
    // CHECK: %[[Q:.*]] = ptr_to_ptr %[[P]] : tile<ptr<f32>> -> tile<ptr<i32>>
    %i = ptr_to_int %p : tile<ptr<f32>> -> tile<i64>
    %2 = int_to_ptr %i : tile<i64> -> tile<ptr<i32>>
    %3 = int_to_ptr %i : tile<i64> -> tile<ptr<f32>>
    %q = int_to_ptr %a : tile<i64> -> tile<ptr<f32>>
    %4 = ptr_to_int %q : tile<ptr<f32>> -> tile<i64>
    // CHECK: %[[I:.*]] = ptr_to_int %[[P]] : tile<ptr<f32>> -> tile<i64>
    %5 = ptr_to_int %2 : tile<ptr<i32>> -> tile<i64>
    // CHECK: return %[[MIN]], %[[X]], %[[Q]], %[[P]], %[[A]], %[[I]]
    return %0, %1, %2, %3, %4, %5 : tile<i32>, tile<f32>, tile<ptr<i32>>, tile<ptr<f32>>, tile<i64>, tile<i64>
  }
}
