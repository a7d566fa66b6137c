// Weights that threads convert are in registers until they are stored for a product, and
// a sum in tensor memory when it is read, behind the loop: never both. Sums of warp groups
// take registers beside the weights, for which there are twice as many warps.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_100}))' | FileCheck %s --check-prefixes=CHECK,THREAD
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_90}))' | FileCheck %s --check-prefixes=CHECK,GROUP

// CHECK-LABEL: @weights(
// THREAD-SAME: warps = 4
// GROUP-SAME: warps = 8
tileaa.entry @weights(%p: !tileaa.ptr, %out: !tileaa.ptr, %n: i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %a = arith.constant dense<1.0> : tensor<128x64xbf16>
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %k = %zero to %n step %one iter_args(%acc = %none) -> (tensor<128x128xf32>) : i64 {
    %w, %t = tileaa.load %p[%k, %zero] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x128xi8>
    %b = arith.sitofp %w : tensor<64x128xi8> to tensor<64x128xbf16>
    %next = tileaa.mma %a as<bf16>, %b as<bf16>, %acc : tensor<128x64xbf16>, tensor<64x128xbf16>, tensor<128x128xf32>
    scf.yield %next : tensor<128x128xf32>
  }
  %u = tileaa.store %sum to %out[%zero, %zero] extents[%n, %n] strides[%n, %one] : tensor<128x128xf32>, !tileaa.ptr
  tileaa.return
}
