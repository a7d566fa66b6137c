// Where the GPU has an instruction for them, products of scaled blocks stay what
// they are; elsewhere they become products without scales.
//
// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa=gpu-name=sm_120 | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa=gpu-name=sm_100 | FileCheck %s --check-prefix=NONE
// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa | FileCheck %s --check-prefix=NONE

// NONE-NOT: scaled(

cuda_tile.module @m {
  // CHECK-LABEL: tileaa.entry @bytes(
  entry @bytes(%a: tile<f8E5M2>, %s: tile<f8E8M0FNU>, %c: tile<f32>) {
    %0 = reshape %a : tile<f8E5M2> -> tile<1x1xf8E5M2>
    %1 = reshape %s : tile<f8E8M0FNU> -> tile<1x1xf8E8M0FNU>
    %2 = reshape %c : tile<f32> -> tile<1x1xf32>
    %l = broadcast %0 : tile<1x1xf8E5M2> -> tile<16x64xf8E5M2>
    %r = broadcast %0 : tile<1x1xf8E5M2> -> tile<64x8xf8E5M2>
    %ls = broadcast %1 : tile<1x1xf8E8M0FNU> -> tile<16x2xf8E8M0FNU>
    %rs = broadcast %1 : tile<1x1xf8E8M0FNU> -> tile<2x8xf8E8M0FNU>
    %acc = broadcast %2 : tile<1x1xf32> -> tile<16x8xf32>
    // CHECK: tileaa.mma %{{.*}} as<e5m2>, %{{.*}} as<e5m2>, %{{.*}} scaled(%{{.*}}, %{{.*}} : tensor<16x2xi8>, tensor<2x8xi8>) as<f8E8M0FNU> : tensor<16x64xi8>, tensor<64x8xi8>, tensor<16x8xf32>
    %sum = mmaf_scaled %l, %r, %acc, %ls, %rs : tile<16x64xf8E5M2>, tile<64x8xf8E5M2>, tile<16x8xf32>, tile<16x2xf8E8M0FNU>, tile<2x8xf8E8M0FNU>
    return
  }

  // Two floats of 4 bits share a byte along K. The instruction reads no signs of
  // scales: that of a scale goes to both.
  // CHECK-LABEL: tileaa.entry @half_bytes(
  entry @half_bytes(%s: tile<f8E4M3FN>, %c: tile<f32>) {
    %1 = reshape %s : tile<f8E4M3FN> -> tile<1x1xf8E4M3FN>
    %2 = reshape %c : tile<f32> -> tile<1x1xf32>
    %l = constant <f4E2M1FN: 1.0> : tile<16x64xf4E2M1FN>
    %r = constant <f4E2M1FN: 1.0> : tile<64x8xf4E2M1FN>
    %ls = broadcast %1 : tile<1x1xf8E4M3FN> -> tile<16x4xf8E4M3FN>
    %rs = broadcast %1 : tile<1x1xf8E4M3FN> -> tile<4x8xf8E4M3FN>
    %acc = broadcast %2 : tile<1x1xf32> -> tile<16x8xf32>
    // CHECK: tileaa.reshape %{{.*}} : tensor<16x64xi4> -> tensor<16x32x2xi4>
    // CHECK: tileaa.reshape %{{.*}} : tensor<64x8xi4> -> tensor<32x2x8xi4>
    // CHECK: %[[LEFT:.*]] = arith.xori %{{.*}}, %{{.*}} : tensor<16x32xi8>
    // CHECK: %[[RIGHT:.*]] = arith.xori %{{.*}}, %{{.*}} : tensor<32x8xi8>
    // CHECK: tileaa.mma %[[LEFT]] as<e2m1>, %[[RIGHT]] as<e2m1>, %{{.*}} scaled(%{{.*}}, %{{.*}} : tensor<16x4xi8>, tensor<4x8xi8>) as<f8E4M3FN> : tensor<16x32xi8>, tensor<32x8xi8>, tensor<16x8xf32>
    %sum = mmaf_scaled %l, %r, %acc, %ls, %rs : tile<16x64xf4E2M1FN>, tile<64x8xf4E2M1FN>, tile<16x8xf32>, tile<16x4xf8E4M3FN>, tile<4x8xf8E4M3FN>
    return
  }

  // No instruction of PTX 9.0 has blocks of 16 with these scales.
  // CHECK-LABEL: tileaa.entry @other_blocks(
  // CHECK-NOT: scaled(
  entry @other_blocks(%s: tile<f8E8M0FNU>, %c: tile<f32>) {
    %1 = reshape %s : tile<f8E8M0FNU> -> tile<1x1xf8E8M0FNU>
    %2 = reshape %c : tile<f32> -> tile<1x1xf32>
    %l = constant <f4E2M1FN: 1.0> : tile<16x16xf4E2M1FN>
    %ls = broadcast %1 : tile<1x1xf8E8M0FNU> -> tile<16x1xf8E8M0FNU>
    %rs = broadcast %1 : tile<1x1xf8E8M0FNU> -> tile<1x16xf8E8M0FNU>
    %acc = broadcast %2 : tile<1x1xf32> -> tile<16x16xf32>
    // CHECK: tileaa.mma %{{.*}} as<f16>
    %sum = mmaf_scaled %l, %l, %acc, %ls, %rs : tile<16x16xf4E2M1FN>, tile<16x16xf4E2M1FN>, tile<16x16xf32>, tile<16x1xf8E8M0FNU>, tile<1x16xf8E8M0FNU>
    return
  }
}
