// A literal may be the bytes that bytecode stores, little endian, as the official
// disassembler prints long ones.
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics | FileCheck %s

cuda_tile.module @kernels {
  // CHECK: global @g <f16: [1.000000e+00, -2.000000e+00]> : tile<2xf16>
  global @g <f16: "0x003C00C0"> : tile<2xf16>
  entry @k() {
    // CHECK: constant <f32: 1.000000e+00> : tile<f32>
    %0 = constant <f32: "0x0000803F"> : tile<f32>
    // CHECK: constant <f32: 1.000000e+00> : tile<8xf32>
    %1 = constant <f32: "0x0000803F"> : tile<8xf32>
    // CHECK: constant <i32: {{\[}}[1, 2], [-1, 256]]> : tile<2x2xi32>
    %2 = constant <i32: "0x0100000002000000FFFFFFFF00010000"> : tile<2x2xi32>
    // CHECK: constant <i1: [true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true]>
    %3 = constant <i1: "0x0180"> : tile<16xi1>
    // CHECK: constant <i1: true> : tile<4xi1>
    %4 = constant <i1: "0xFF"> : tile<4xi1>
    // CHECK: constant <fnv8E5M3FNU: 1.000000e+00> : tile<fnv8E5M3FNU>
    %5 = constant <f8E5M3FNU: "0x78"> : tile<f8E5M3FNU>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{the literal has 3 bytes, its tile 8}}
    %0 = constant <i32: "0x010203"> : tile<2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{the bytes of a literal are pairs of digits of base 16 behind 0x}}
    %0 = constant <i8: "0x1"> : tile<i8>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{the literal does not fit 'f4E2M1FN'}}
    %0 = constant <f4E2M1FN: "0x1001"> : tile<2xf4E2M1FN>
  }
}
