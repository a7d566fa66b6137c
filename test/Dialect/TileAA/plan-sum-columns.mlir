// Sums in tensor memory share its 512 columns with those that are never live with them:
// of loops one behind another, and of branches. Each sum here takes 256.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_100}))' | FileCheck %s

// CHECK-LABEL: @behind(
// CHECK-COUNT-3: tileaa.mma {{.*}} by [128, 256, 16]
tileaa.entry @behind(%out: !tileaa.ptr, %one: i64, %four: i64, %c: i1) {
  %zero = arith.constant 0 : i64
  %a = arith.constant dense<1.0> : tensor<128x64xf16>
  %b = arith.constant dense<1.0> : tensor<64x256xf16>
  %none = arith.constant dense<0.0> : tensor<128x256xf32>
  %first = scf.for %i = %zero to %four step %one iter_args(%sum = %none) -> (tensor<128x256xf32>) : i64 {
    %next = tileaa.mma %a as<f16>, %b as<f16>, %sum : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    scf.yield %next : tensor<128x256xf32>
  }
  %of_first = tileaa.store %first to %out[%zero, %zero] extents[%four, %four] strides[%four, %one] : tensor<128x256xf32>, !tileaa.ptr
  %second = scf.for %i = %zero to %four step %one iter_args(%sum = %none) -> (tensor<128x256xf32>) : i64 {
    %next = tileaa.mma %a as<f16>, %b as<f16>, %sum : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    scf.yield %next : tensor<128x256xf32>
  }
  %of_second = tileaa.store %second to %out[%zero, %zero] extents[%four, %four] strides[%four, %one] : tensor<128x256xf32>, !tileaa.ptr
  %third = scf.for %i = %zero to %four step %one iter_args(%sum = %none) -> (tensor<128x256xf32>) : i64 {
    %next = tileaa.mma %a as<f16>, %b as<f16>, %sum : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    scf.yield %next : tensor<128x256xf32>
  }
  %of_third = tileaa.store %third to %out[%zero, %zero] extents[%four, %four] strides[%four, %one] : tensor<128x256xf32>, !tileaa.ptr
  tileaa.return
}

// A sum that a loop around the branches carries is live with those of either.
// CHECK-LABEL: @branches(
// CHECK-COUNT-3: tileaa.mma {{.*}} by [128, 256, 16]
tileaa.entry @branches(%out: !tileaa.ptr, %one: i64, %four: i64, %c: i1) {
  %zero = arith.constant 0 : i64
  %a = arith.constant dense<1.0> : tensor<128x64xf16>
  %b = arith.constant dense<1.0> : tensor<64x256xf16>
  %none = arith.constant dense<0.0> : tensor<128x256xf32>
  %all = scf.for %tile = %zero to %four step %one iter_args(%around = %none) -> (tensor<128x256xf32>) : i64 {
    scf.if %c {
      %first = scf.for %i = %zero to %four step %one iter_args(%sum = %none) -> (tensor<128x256xf32>) : i64 {
        %next = tileaa.mma %a as<f16>, %b as<f16>, %sum : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
        scf.yield %next : tensor<128x256xf32>
      }
      %of_first = tileaa.store %first to %out[%zero, %zero] extents[%four, %four] strides[%four, %one] : tensor<128x256xf32>, !tileaa.ptr
    } else {
      %second = scf.for %i = %zero to %four step %one iter_args(%sum = %none) -> (tensor<128x256xf32>) : i64 {
        %next = tileaa.mma %a as<f16>, %b as<f16>, %sum : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
        scf.yield %next : tensor<128x256xf32>
      }
      %of_second = tileaa.store %second to %out[%zero, %zero] extents[%four, %four] strides[%four, %one] : tensor<128x256xf32>, !tileaa.ptr
    }
    %next = tileaa.mma %a as<f16>, %b as<f16>, %around : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    scf.yield %next : tensor<128x256xf32>
  }
  %of_all = tileaa.store %all to %out[%zero, %zero] extents[%four, %four] strides[%four, %one] : tensor<128x256xf32>, !tileaa.ptr
  tileaa.return
}

// A sum of 64 rows has the columns of its own instruction, as the one of 128 has: by those
// of 64 rows it would take twice as many.
// CHECK-LABEL: @heights(
// CHECK: tileaa.mma {{.*}} by [128, 256, 16]
// CHECK: tileaa.mma {{.*}} by [64, 128, 16]
tileaa.entry @heights(%one: i64, %four: i64) {
  %zero = arith.constant 0 : i64
  %a = arith.constant dense<1.0> : tensor<128x64xf16>
  %b = arith.constant dense<1.0> : tensor<64x256xf16>
  %x = arith.constant dense<1.0> : tensor<64x64xf16>
  %y = arith.constant dense<1.0> : tensor<64x128xf16>
  %none = arith.constant dense<0.0> : tensor<128x256xf32>
  %few = arith.constant dense<0.0> : tensor<64x128xf32>
  %sums:2 = scf.for %i = %zero to %four step %one iter_args(%s = %none, %t = %few) -> (tensor<128x256xf32>, tensor<64x128xf32>) : i64 {
    %u = tileaa.mma %a as<f16>, %b as<f16>, %s : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    %v = tileaa.mma %x as<f16>, %y as<f16>, %t : tensor<64x64xf16>, tensor<64x128xf16>, tensor<64x128xf32>
    scf.yield %u, %v : tensor<128x256xf32>, tensor<64x128xf32>
  }
  tileaa.return
}

// CHECK-LABEL: @together(
// CHECK-NOT: by [128,
// CHECK: tileaa.return
tileaa.entry @together(%out: !tileaa.ptr, %one: i64, %four: i64, %c: i1) {
  %zero = arith.constant 0 : i64
  %a = arith.constant dense<1.0> : tensor<128x64xf16>
  %b = arith.constant dense<1.0> : tensor<64x256xf16>
  %none = arith.constant dense<0.0> : tensor<128x256xf32>
  %first = scf.for %i = %zero to %four step %one iter_args(%sum = %none) -> (tensor<128x256xf32>) : i64 {
    %next = tileaa.mma %a as<f16>, %b as<f16>, %sum : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    scf.yield %next : tensor<128x256xf32>
  }
  %second = scf.for %i = %zero to %four step %one iter_args(%sum = %none) -> (tensor<128x256xf32>) : i64 {
    %next = tileaa.mma %a as<f16>, %b as<f16>, %sum : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    scf.yield %next : tensor<128x256xf32>
  }
  %third = scf.for %i = %zero to %four step %one iter_args(%sum = %none) -> (tensor<128x256xf32>) : i64 {
    %next = tileaa.mma %a as<f16>, %b as<f16>, %sum : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    scf.yield %next : tensor<128x256xf32>
  }
  %of_first = tileaa.store %first to %out[%zero, %zero] extents[%four, %four] strides[%four, %one] : tensor<128x256xf32>, !tileaa.ptr
  %of_second = tileaa.store %second to %out[%zero, %zero] extents[%four, %four] strides[%four, %one] : tensor<128x256xf32>, !tileaa.ptr
  %of_third = tileaa.store %third to %out[%zero, %zero] extents[%four, %four] strides[%four, %one] : tensor<128x256xf32>, !tileaa.ptr
  tileaa.return
}
