// RUN: cuda-tile-run %s --engine=interpret --grid=1 | FileCheck %s
//
// Square roots in every rounding: that of two lies between two numbers, that of
// four is one; below zero there is none, but -0 has itself.

cuda_tile.module @roots {
  entry @roots() {
    %f = constant <f32: [2.0, 4.0, -1.0, -0.0]> : tile<4xf32>
    // CHECK: even [0x3fb504f3, 0x40000000, 0x7fffffff, 0x80000000]
    %0 = sqrt %f : tile<4xf32>
    %b0 = bitcast %0 : tile<4xf32> -> tile<4xi32>
    %t0 = print_tko "even %#x\n", %b0 : tile<4xi32> -> token
    // CHECK: zero [0x3fb504f3, 0x40000000, 0x7fffffff, 0x80000000]
    %1 = sqrt %f rounding<zero> : tile<4xf32>
    %b1 = bitcast %1 : tile<4xf32> -> tile<4xi32>
    %t1 = print_tko "zero %#x\n", %b1 : tile<4xi32> -> token
    // CHECK: up [0x3fb504f4, 0x40000000, 0x7fffffff, 0x80000000]
    %2 = sqrt %f rounding<positive_inf> : tile<4xf32>
    %b2 = bitcast %2 : tile<4xf32> -> tile<4xi32>
    %t2 = print_tko "up %#x\n", %b2 : tile<4xi32> -> token

    // 2^-130 is subnormal, its root 2^-65 not.
    %s = constant <f32: 0x00080000> : tile<f32>
    // CHECK: kept 0x1f000000
    %3 = sqrt %s : tile<f32>
    %b3 = bitcast %3 : tile<f32> -> tile<i32>
    %t3 = print_tko "kept %#x\n", %b3 : tile<i32> -> token
    // CHECK: flushed 0
    %4 = sqrt %s flush_to_zero : tile<f32>
    %b4 = bitcast %4 : tile<f32> -> tile<i32>
    %t4 = print_tko "flushed %#x\n", %b4 : tile<i32> -> token

    // Of the two f16 beside the root of two the lower one is nearer.
    %h = constant <f16: 2.0> : tile<f16>
    // CHECK: f16 0x3da8
    %5 = sqrt %h : tile<f16>
    %b5 = bitcast %5 : tile<f16> -> tile<i16>
    %t5 = print_tko "f16 %#x\n", %b5 : tile<i16> -> token
    // CHECK: f16 up 0x3da9
    %6 = sqrt %h rounding<positive_inf> : tile<f16>
    %b6 = bitcast %6 : tile<f16> -> tile<i16>
    %t6 = print_tko "f16 up %#x\n", %b6 : tile<i16> -> token
    return
  }
}
