// RUN: cuda-tile-run %s --entry=elementary --engine=interpret --grid=1 | FileCheck %s
// RUN: cuda-tile-run %s --entry=powers --engine=interpret --grid=1 | FileCheck %s --check-prefix=POWERS
//
// Elementary functions give the nearest numbers, in every rounding mode. The
// values tell each operation and operand from the others; mpmath gave them.

cuda_tile.module @elementary {
  entry @elementary() {
    %x = constant <f32: [1.0, -0.0, 0xFF800000, 89.0]> : tile<4xf32>
    // CHECK: exp [0x402df854, 0x3f800000, 0, 0x7f800000]
    %0 = exp %x : tile<4xf32>
    %b0 = bitcast %0 : tile<4xf32> -> tile<4xi32>
    %t0 = print_tko "exp %#x\n", %b0 : tile<4xi32> -> token
    // CHECK: exp approx [0x402df854, 0x3f800000, 0, 0x7f800000]
    %1 = exp %x rounding<approx> : tile<4xf32>
    %b1 = bitcast %1 : tile<4xf32> -> tile<4xi32>
    %t1 = print_tko "exp approx %#x\n", %b1 : tile<4xi32> -> token

    %y = constant <f32: [1.0, -0.0, 0xFF800000, 0x7FC00000]> : tile<4xf32>
    // CHECK: sinh [0x3f966cfe, 0x80000000, 0xff800000, 0x7fffffff]
    %2 = sinh %y : tile<4xf32>
    %b2 = bitcast %2 : tile<4xf32> -> tile<4xi32>
    %t2 = print_tko "sinh %#x\n", %b2 : tile<4xi32> -> token
    // CHECK: cosh [0x3fc583ab, 0x3f800000, 0x7f800000, 0x7fffffff]
    %3 = cosh %y : tile<4xf32>
    %b3 = bitcast %3 : tile<4xf32> -> tile<4xi32>
    %t3 = print_tko "cosh %#x\n", %b3 : tile<4xi32> -> token
    // CHECK: tanh [0x3f42f7d6, 0x80000000, 0xbf800000, 0x7fffffff]
    %4 = tanh %y : tile<4xf32>
    %b4 = bitcast %4 : tile<4xf32> -> tile<4xi32>
    %t4 = print_tko "tanh %#x\n", %b4 : tile<4xi32> -> token
    // CHECK: tanh approx [0x3f42f7d6, 0x80000000, 0xbf800000, 0x7fffffff]
    %5 = tanh %y rounding<approx> : tile<4xf32>
    %b5 = bitcast %5 : tile<4xf32> -> tile<4xi32>
    %t5 = print_tko "tanh approx %#x\n", %b5 : tile<4xi32> -> token

    %z = constant <f32: [10.0, 1.0, -0.0, -1.0]> : tile<4xf32>
    // CHECK: log [0x40135d8e, 0, 0xff800000, 0x7fffffff]
    %6 = log %z : tile<4xf32>
    %b6 = bitcast %6 : tile<4xf32> -> tile<4xi32>
    %t6 = print_tko "log %#x\n", %b6 : tile<4xi32> -> token
    // CHECK: log2 [0x40549a78, 0, 0xff800000, 0x7fffffff]
    %7 = log2 %z : tile<4xf32>
    %b7 = bitcast %7 : tile<4xf32> -> tile<4xi32>
    %t7 = print_tko "log2 %#x\n", %b7 : tile<4xi32> -> token

    // An angle of 10^22 needs 75 bits of 2/pi behind the binary point.
    %d = constant <f64: [1.0e22, 0x7FF0000000000000]> : tile<2xf64>
    // CHECK: sin [0xbfeb453ab76bf397, 0x7fffffffffffffff]
    %8 = sin %d : tile<2xf64>
    %b8 = bitcast %8 : tile<2xf64> -> tile<2xi64>
    %t8 = print_tko "sin %#lx\n", %b8 : tile<2xi64> -> token
    // CHECK: cos [0x3fe0be2cef01c8f4, 0x7fffffffffffffff]
    %9 = cos %d : tile<2xf64>
    %b9 = bitcast %9 : tile<2xf64> -> tile<2xi64>
    %t9 = print_tko "cos %#lx\n", %b9 : tile<2xi64> -> token
    // CHECK: tan [0xbffa0f79c1b6b257, 0x7fffffffffffffff]
    %10 = tan %d : tile<2xf64>
    %b10 = bitcast %10 : tile<2xf64> -> tile<2xi64>
    %t10 = print_tko "tan %#lx\n", %b10 : tile<2xi64> -> token

    %h = constant <f16: 2.0> : tile<f16>
    %bf = constant <bf16: 2.0> : tile<bf16>
    // CHECK: f16 0x3b46
    %11 = sin %h : tile<f16>
    %b11 = bitcast %11 : tile<f16> -> tile<i16>
    %t11 = print_tko "f16 %#x\n", %b11 : tile<i16> -> token
    // CHECK: bf16 0xbed5
    %12 = cos %bf : tile<bf16>
    %b12 = bitcast %12 : tile<bf16> -> tile<i16>
    %t12 = print_tko "bf16 %#x\n", %b12 : tile<i16> -> token
    return
  }

  entry @powers() {
    // 0.5, and -127 whose power of two is subnormal.
    %x = constant <f32: [0.5, -127.0]> : tile<2xf32>
    // POWERS: exp2 [0x3fb504f3, 0x400000]
    %0 = exp2 %x : tile<2xf32>
    %b0 = bitcast %0 : tile<2xf32> -> tile<2xi32>
    %t0 = print_tko "exp2 %#x\n", %b0 : tile<2xi32> -> token
    // POWERS: exp2 flushed [0x3fb504f3, 0]
    %1 = exp2 %x flush_to_zero : tile<2xf32>
    %b1 = bitcast %1 : tile<2xf32> -> tile<2xi32>
    %t1 = print_tko "exp2 flushed %#x\n", %b1 : tile<2xi32> -> token
    // 2 and 2^-128.
    %y = constant <f32: [2.0, 0x00200000]> : tile<2xf32>
    // POWERS: rsqrt [0x3f3504f3, 0x5f800000]
    %2 = rsqrt %y : tile<2xf32>
    %b2 = bitcast %2 : tile<2xf32> -> tile<2xi32>
    %t2 = print_tko "rsqrt %#x\n", %b2 : tile<2xi32> -> token
    // POWERS: rsqrt flushed [0x3f3504f3, 0x7f800000]
    %3 = rsqrt %y flush_to_zero : tile<2xf32>
    %b3 = bitcast %3 : tile<2xf32> -> tile<2xi32>
    %t3 = print_tko "rsqrt flushed %#x\n", %b3 : tile<2xi32> -> token

    %base = constant <f32: [3.0, 10.0, -2.0, -8.0]> : tile<4xf32>
    %exponent = constant <f32: [-2.0, 2.5, 3.0, 0.5]> : tile<4xf32>
    // POWERS: fpowf [0x3de38e39, 0x439e1d27, 0xc1000000, 0x7fffffff]
    %4 = fpowf %base, %exponent : tile<4xf32>
    %b4 = bitcast %4 : tile<4xf32> -> tile<4xi32>
    %t4 = print_tko "fpowf %#x\n", %b4 : tile<4xi32> -> token
    %n = constant <i8: [-2, 0, 3, 1]> : tile<4xi8>
    // POWERS: fpowi [0x3de38e39, 0x3f800000, 0xc1000000, 0xc1000000]
    %5 = fpowi %base, %n : tile<4xf32>, tile<4xi8>
    %b5 = bitcast %5 : tile<4xf32> -> tile<4xi32>
    %t5 = print_tko "fpowi %#x\n", %b5 : tile<4xi32> -> token
    // True is -1.
    %i = constant <i1: [true, false]> : tile<2xi1>
    %q = constant <f16: 4.0> : tile<2xf16>
    // POWERS: fpowi of i1 [0x3400, 0x3c00]
    %6 = fpowi %q, %i : tile<2xf16>, tile<2xi1>
    %b6 = bitcast %6 : tile<2xf16> -> tile<2xi16>
    %t6 = print_tko "fpowi of i1 %#x\n", %b6 : tile<2xi16> -> token

    // The first operand is the numerator.
    %s = constant <f32: [1.0, 1.0, -1.0, 2.0]> : tile<4xf32>
    %c = constant <f32: [2.0, -2.0, -2.0, 1.0]> : tile<4xf32>
    // POWERS: atan2 [0x3eed6338, 0x402b6374, 0xc02b6374, 0x3f8db70d]
    %7 = atan2 %s, %c : tile<4xf32>
    %b7 = bitcast %7 : tile<4xf32> -> tile<4xi32>
    %t7 = print_tko "atan2 %#x\n", %b7 : tile<4xi32> -> token
    return
  }
}
