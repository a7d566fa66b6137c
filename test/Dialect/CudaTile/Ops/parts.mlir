// Tiles taken apart and put together, and tiles as bytes.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-op-generic | cuda-tile-opt | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: entry @parts
  entry @parts(%i: tile<i32>) {
    %a = constant <f32: 1.0> : tile<4xf32>
    %m = constant <f32: 0.0> : tile<32x8xf32>
    // CHECK: = cat %{{.*}}, %{{.*}} dim = 0 : tile<4xf32>, tile<4xf32> -> tile<8xf32>
    %0 = cat %a, %a dim = 0 : tile<4xf32>, tile<4xf32> -> tile<8xf32>
    // CHECK: = cat %{{.*}}, %{{.*}} dim = 1 : tile<32x8xf32>, tile<32x8xf32> -> tile<32x16xf32>
    %1 = cat %m, %m dim = 1 : tile<32x8xf32>, tile<32x8xf32> -> tile<32x16xf32>
    // CHECK: = extract %{{.*}}[%{{.*}}, %{{.*}}] : tile<32x8xf32> -> tile<4x2xf32>
    %2 = extract %m[%i, %i] : tile<32x8xf32> -> tile<4x2xf32>
    // CHECK: = insert %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : tile<4x2xf32>, tile<32x8xf32>
    %3 = insert %2, %m[%i, %i] : tile<4x2xf32>, tile<32x8xf32>
    %s = constant <i32: 1> : tile<i32>
    // A scalar is a grid of one part.
    // CHECK: = extract %{{.*}}[] : tile<i32> -> tile<i32>
    %4 = extract %s[] : tile<i32> -> tile<i32>
    // CHECK: = insert %{{.*}}, %{{.*}}[] : tile<i32>, tile<i32>
    %5 = insert %s, %s[] : tile<i32>, tile<i32>
    return
  }

  // CHECK-LABEL: entry @bytes
  entry @bytes() {
    %h = constant <f16: 1.0> : tile<64xf16>
    %b = constant <i1: true> : tile<16xi1>
    %f = constant <f4E2M1FN: 1.0> : tile<8xf4E2M1FN>
    %t = constant <tf32: 1.0> : tile<2xtf32>
    // CHECK: = pack %{{.*}} : tile<64xf16> -> tile<128xi8>
    %0 = pack %h : tile<64xf16> -> tile<128xi8>
    // CHECK: = unpack %{{.*}} : tile<128xi8> -> tile<32xf32>
    %1 = unpack %0 : tile<128xi8> -> tile<32xf32>
    // CHECK: = pack %{{.*}} : tile<16xi1> -> tile<2xi8>
    %2 = pack %b : tile<16xi1> -> tile<2xi8>
    // CHECK: = pack %{{.*}} : tile<8xf4E2M1FN> -> tile<4xi8>
    %3 = pack %f : tile<8xf4E2M1FN> -> tile<4xi8>
    // CHECK: = unpack %{{.*}} : tile<4xi8> -> tile<8xi4>
    %4 = unpack %3 : tile<4xi8> -> tile<8xi4>
    // CHECK: = pack %{{.*}} : tile<2xtf32> -> tile<8xi8>
    %5 = pack %t : tile<2xtf32> -> tile<8xi8>
    return
  }
}
