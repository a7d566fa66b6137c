// Warp groups multiply where the GPU has instructions for them, and the tile has
// the rows and columns to keep them busy.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_90}))' | FileCheck %s
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_90 warp-groups=false}))' | FileCheck %s --check-prefix=WARPS
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_100}))' | FileCheck %s --check-prefix=WARPS
//
// WARPS-NOT: by [64,

// CHECK-LABEL: @least(
// CHECK-SAME: warps = 4
// CHECK: tileaa.mma {{.*}} by [64, 64, 16]
tileaa.entry @least() {
  %a = arith.constant dense<1.0> : tensor<64x16xf16>
  %b = arith.constant dense<1.0> : tensor<16x64xf16>
  %c = arith.constant dense<1.0> : tensor<64x64xf32>
  %d = tileaa.mma %a as<f16>, %b as<f16>, %c : tensor<64x16xf16>, tensor<16x64xf16>, tensor<64x64xf32>
  tileaa.return
}

// Two groups have the rows of one instruction each, and all columns.
// CHECK-LABEL: @two_groups(
// CHECK-SAME: warps = 8
// CHECK: tileaa.mma {{.*}} by [64, 256, 16]
tileaa.entry @two_groups() {
  %a = arith.constant dense<1.0> : tensor<128x64xbf16>
  %b = arith.constant dense<1.0> : tensor<64x256xbf16>
  %c = arith.constant dense<1.0> : tensor<128x256xf32>
  %d = tileaa.mma %a as<bf16>, %b as<bf16>, %c : tensor<128x64xbf16>, tensor<64x256xbf16>, tensor<128x256xf32>
  tileaa.return
}

// A group multiplies all matrices of a batch, one after the other.
// CHECK-LABEL: @batch(
// CHECK: tileaa.mma {{.*}} by [64, 64, 16]
tileaa.entry @batch() {
  %a = arith.constant dense<1.0> : tensor<2x64x16xf16>
  %b = arith.constant dense<1.0> : tensor<2x16x64xf16>
  %c = arith.constant dense<1.0> : tensor<2x64x64xf32>
  %d = tileaa.mma %a as<f16>, %b as<f16>, %c : tensor<2x64x16xf16>, tensor<2x16x64xf16>, tensor<2x64x64xf32>
  tileaa.return
}

// Half of a group's rows; too few columns for the banks; other types.
// CHECK-LABEL: @few_rows(
// CHECK: tileaa.mma {{.*}} by [16, 8, 16]
tileaa.entry @few_rows() {
  %a = arith.constant dense<1.0> : tensor<32x16xf16>
  %b = arith.constant dense<1.0> : tensor<16x64xf16>
  %c = arith.constant dense<1.0> : tensor<32x64xf32>
  %d = tileaa.mma %a as<f16>, %b as<f16>, %c : tensor<32x16xf16>, tensor<16x64xf16>, tensor<32x64xf32>
  tileaa.return
}

// CHECK-LABEL: @few_columns(
// CHECK: tileaa.mma {{.*}} by [16, 8, 16]
tileaa.entry @few_columns() {
  %a = arith.constant dense<1.0> : tensor<128x16xf16>
  %b = arith.constant dense<1.0> : tensor<16x32xf16>
  %c = arith.constant dense<1.0> : tensor<128x32xf32>
  %d = tileaa.mma %a as<f16>, %b as<f16>, %c : tensor<128x16xf16>, tensor<16x32xf16>, tensor<128x32xf32>
  tileaa.return
}

// CHECK-LABEL: @integers(
// CHECK: tileaa.mma {{.*}} by [16, 8, 32]
tileaa.entry @integers() {
  %a = arith.constant dense<1> : tensor<64x32xi8>
  %b = arith.constant dense<1> : tensor<32x64xi8>
  %c = arith.constant dense<1> : tensor<64x64xi32>
  %d = tileaa.mma %a as<s8>, %b as<s8>, %c : tensor<64x32xi8>, tensor<32x64xi8>, tensor<64x64xi32>
  tileaa.return
}
