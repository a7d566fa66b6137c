// Literals of f8E5M3FNU: text, generic text, bytecode, folds and values.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-op-generic | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-translate --mlir-to-cudatilebc --bytecode-version=13.4 %s -o %t.tile
// RUN: cuda-tile-translate --cudatilebc-to-mlir %t.tile | FileCheck %s
// RUN: not cuda-tile-translate --mlir-to-cudatilebc --bytecode-version=13.3 %s -o %t.old 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: cuda-tile-opt %s -canonicalize | FileCheck %s --check-prefix=FOLD
// RUN: cuda-tile-run %s --engine=interpret --grid=1 --entry=values | FileCheck %s --check-prefix=VALUE

cuda_tile.module @m {
  // Both ends of the subnormal numbers, the greatest number, and NaN by its bits.
  // CHECK: global @table <fnv8E5M3FNU: [0.000000e+00, 7.62939453125{{[0-9]*}}E-6, 5.340576171875{{[0-9]*}}E-5, 1.146880e+05, 0xFF, 1.000000e+00, 1.000000e+00, 1.000000e+00]> : tile<8xfnv8E5M3FNU>
  // OLD: error: {{.*}}f8E5M3FNU needs bytecode version 13.4
  global @table <f8E5M3FNU: [0.0, 0x01, 0x07, 114688.0, 0xFF, 1.0, 0x78, 0x00078]> : tile<8xf8E5M3FNU>

  entry @values() {
    // Half-way between two numbers the even one is nearer, and so is the greatest
    // number half-way to the one that would follow.
    // CHECK: constant <fnv8E5M3FNU: [1.000000e+00, 1.250000e+00, 1.146880e+05, 0.000000e+00]> : tile<4xfnv8E5M3FNU>
    %0 = constant <f8E5M3FNU: [1.0625, 1.1875, 118784.0, 3.8e-6]> : tile<4xf8E5M3FNU>
    // CHECK: constant <fnv8E5M3FNU: 5.000000e-01> : tile<2x2xfnv8E5M3FNU>
    %1 = constant <fnv8E5M3FNU: 0.5> : tile<2x2xfnv8E5M3FNU>
    // FOLD-DAG: constant <f32: [1.000000e+00, 1.250000e+00, 1.146880e+05, 0.000000e+00]> : tile<4xf32>
    %2 = ftof %0 : tile<4xf8E5M3FNU> -> tile<4xf32>
    // VALUE: [1.000000, 1.250000, 114688.000000, 0.000000]
    %t0 = print_tko "%f\n", %2 : tile<4xf32> -> token
    // FOLD-DAG: constant <f32: 3.000000e+00> : tile<f32>
    %3 = constant <f32: -3.0> : tile<f32>
    %4 = ftof %3 : tile<f32> -> tile<f8E5M3FNU>
    // VALUE: 3.000000
    %5 = ftof %4 : tile<f8E5M3FNU> -> tile<f32>
    %t1 = print_tko "%f\n", %5 : tile<f32> -> token
    // FOLD-DAG: constant <i8: 112> : tile<2x2xi8>
    %6 = bitcast %1 : tile<2x2xf8E5M3FNU> -> tile<2x2xi8>
    // VALUE: 112, 112
    %t2 = print_tko "%d\n", %6 : tile<2x2xi8> -> token
    return
  }

  entry @address() {
    // CHECK: get_global @table : tile<ptr<fnv8E5M3FNU>>
    %p = get_global @table : tile<ptr<f8E5M3FNU>>
    return
  }
}
