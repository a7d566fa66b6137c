// Every matrix product in its text form.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-op-generic | cuda-tile-opt | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: entry @floats
  entry @floats() {
    %h = constant <f16: 1.0> : tile<4x4xf16>
    %f = constant <f32: 1.0> : tile<4x4xf32>
    %d = constant <f64: 1.0> : tile<4x4xf64>
    %l = constant <f8E4M3FN: 1.0> : tile<2x16x32xf8E4M3FN>
    %r = constant <f8E4M3FN: 1.0> : tile<2x32x8xf8E4M3FN>
    %acc = constant <f32: 0.0> : tile<2x16x8xf32>
    // CHECK: = mmaf %{{.*}}, %{{.*}}, %{{.*}} : tile<4x4xf16>, tile<4x4xf16>, tile<4x4xf16>
    %0 = mmaf %h, %h, %h : tile<4x4xf16>, tile<4x4xf16>, tile<4x4xf16>
    // CHECK: = mmaf %{{.*}}, %{{.*}}, %{{.*}} : tile<4x4xf16>, tile<4x4xf16>, tile<4x4xf32>
    %1 = mmaf %h, %h, %f : tile<4x4xf16>, tile<4x4xf16>, tile<4x4xf32>
    // CHECK: = mmaf %{{.*}}, %{{.*}}, %{{.*}} : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xf32>
    %2 = mmaf %f, %f, %f : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xf32>
    // CHECK: = mmaf %{{.*}}, %{{.*}}, %{{.*}} : tile<4x4xf64>, tile<4x4xf64>, tile<4x4xf64>
    %3 = mmaf %d, %d, %d : tile<4x4xf64>, tile<4x4xf64>, tile<4x4xf64>
    // CHECK: = mmaf %{{.*}}, %{{.*}}, %{{.*}} fast_acc : tile<2x16x32xf8E4M3FN>, tile<2x32x8xf8E4M3FN>, tile<2x16x8xf32>
    %4 = mmaf %l, %r, %acc fast_acc : tile<2x16x32xf8E4M3FN>, tile<2x32x8xf8E4M3FN>, tile<2x16x8xf32>
    return
  }

  // CHECK-LABEL: entry @integers
  entry @integers() {
    %l = constant <i8: 1> : tile<4x8xi8>
    %r = constant <i8: 1> : tile<8x2xi8>
    %acc = constant <i32: 0> : tile<4x2xi32>
    // CHECK: = mmai %{{.*}}, %{{.*}}, %{{.*}} signed unsigned : tile<4x8xi8>, tile<8x2xi8>, tile<4x2xi32>
    %0 = mmai %l, %r, %acc signed unsigned : tile<4x8xi8>, tile<8x2xi8>, tile<4x2xi32>
    return
  }

  // CHECK-LABEL: entry @scaled
  entry @scaled() {
    %l8 = constant <f8E5M2: 1.0> : tile<16x64xf8E5M2>
    %r8 = constant <f8E5M2: 1.0> : tile<64x8xf8E5M2>
    %l4 = constant <f4E2M1FN: 1.0> : tile<16x64xf4E2M1FN>
    %r4 = constant <f4E2M1FN: 1.0> : tile<64x8xf4E2M1FN>
    %acc = constant <f32: 0.0> : tile<16x8xf32>
    %le2 = constant <f8E8M0FNU: 1.0> : tile<16x2xf8E8M0FNU>
    %re2 = constant <f8E8M0FNU: 1.0> : tile<2x8xf8E8M0FNU>
    %le4 = constant <f8E8M0FNU: 1.0> : tile<16x4xf8E8M0FNU>
    %re4 = constant <f8E8M0FNU: 1.0> : tile<4x8xf8E8M0FNU>
    %lm = constant <f8E4M3FN: 1.0> : tile<16x4xf8E4M3FN>
    %rm = constant <f8E4M3FN: 1.0> : tile<4x8xf8E4M3FN>
    %lu = bitcast %le2 : tile<16x2xf8E8M0FNU> -> tile<16x2xf8E5M3FNU>
    %ru = bitcast %re2 : tile<2x8xf8E8M0FNU> -> tile<2x8xf8E5M3FNU>
    // CHECK: = mmaf_scaled %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tile<16x64xf8E5M2>, tile<64x8xf8E5M2>, tile<16x8xf32>, tile<16x2xf8E8M0FNU>, tile<2x8xf8E8M0FNU>
    %0 = mmaf_scaled %l8, %r8, %acc, %le2, %re2 : tile<16x64xf8E5M2>, tile<64x8xf8E5M2>, tile<16x8xf32>, tile<16x2xf8E8M0FNU>, tile<2x8xf8E8M0FNU>
    // CHECK: = mmaf_scaled %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tile<16x64xf4E2M1FN>, tile<64x8xf4E2M1FN>, tile<16x8xf32>, tile<16x4xf8E8M0FNU>, tile<4x8xf8E8M0FNU>
    %1 = mmaf_scaled %l4, %r4, %acc, %le4, %re4 : tile<16x64xf4E2M1FN>, tile<64x8xf4E2M1FN>, tile<16x8xf32>, tile<16x4xf8E8M0FNU>, tile<4x8xf8E8M0FNU>
    // CHECK: = mmaf_scaled %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tile<16x64xf4E2M1FN>, tile<64x8xf4E2M1FN>, tile<16x8xf32>, tile<16x4xf8E4M3FN>, tile<4x8xf8E4M3FN>
    %2 = mmaf_scaled %l4, %r4, %acc, %lm, %rm : tile<16x64xf4E2M1FN>, tile<64x8xf4E2M1FN>, tile<16x8xf32>, tile<16x4xf8E4M3FN>, tile<4x8xf8E4M3FN>
    // CHECK: = mmaf_scaled %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tile<16x64xf4E2M1FN>, tile<64x8xf4E2M1FN>, tile<16x8xf32>, tile<16x2xfnv8E5M3FNU>, tile<2x8xfnv8E5M3FNU>
    %3 = mmaf_scaled %l4, %r4, %acc, %lu, %ru : tile<16x64xf4E2M1FN>, tile<64x8xf4E2M1FN>, tile<16x8xf32>, tile<16x2xf8E5M3FNU>, tile<2x8xf8E5M3FNU>
    return
  }
}
