// The sum of a product may take more registers of a thread than other tiles, so
// that fewer warps read its factors, where nothing else is in registers with it.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_80}),convert-tileaa-to-tileas)' --mlir-print-local-scope | FileCheck %s --check-prefixes=CHECK,COPIES
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_75}),convert-tileaa-to-tileas)' --mlir-print-local-scope | FileCheck %s --check-prefixes=CHECK,REGISTERS
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_86}),convert-tileaa-to-tileas)' --mlir-print-local-scope | FileCheck %s --check-prefix=SLOWER

// 128 registers for the sum; without asynchronous copies the factors need some.
// COPIES: @product({{.*}}warps = 4,
// REGISTERS: @product({{.*}}warps = 8,
tileaa.entry @product(%p: !tileaa.ptr, %n: i32, %e: i64) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
    %a, %t0 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<128x64xf16>
    %b, %t1 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<64x128xf16>
    %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  %half = arith.truncf %sum : tensor<128x128xf32> to tensor<128x128xf16>
  %t2 = tileaa.store %half to %p[%e, %e] extents[%e, %e] strides[%e, %e] : tensor<128x128xf16>, !tileaa.ptr
  tileaa.return
}

// What is added to the sum lies beside it.
// CHECK: @biased({{.*}}warps = 8,
tileaa.entry @biased(%p: !tileaa.ptr, %n: i32, %e: i64) {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %a, %t0 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<128x64xf16>
  %b, %t1 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<64x128xf16>
  %d = tileaa.mma %a as<f16>, %b as<f16>, %zero : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
  %c, %t2 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<128x128xf32>
  %s = tileaa.addf %d, %c : tensor<128x128xf32>
  %t3 = tileaa.store %s to %p[%e, %e] extents[%e, %e] strides[%e, %e] : tensor<128x128xf32>, !tileaa.ptr
  tileaa.return
}

// Factors that are converted come through registers.
// CHECK: @converted({{.*}}warps = 8,
tileaa.entry @converted(%p: !tileaa.ptr, %n: i32, %e: i64) {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %a, %t0 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<128x64xf32>
  %b, %t1 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<64x128xf16>
  %h = arith.truncf %a : tensor<128x64xf32> to tensor<128x64xf16>
  %d = tileaa.mma %h as<f16>, %b as<f16>, %zero : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
  %t2 = tileaa.store %d to %p[%e, %e] extents[%e, %e] strides[%e, %e] : tensor<128x128xf32>, !tileaa.ptr
  tileaa.return
}

// So do bytes that are, as they were loaded and as they are multiplied.
// CHECK: @widened({{.*}}warps = 8,
tileaa.entry @widened(%p: !tileaa.ptr, %n: i32, %e: i64) {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %a, %t0 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<128x64xbf16>
  %b, %t1 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<64x128xf16>
  %w = arith.extf %a : tensor<128x64xbf16> to tensor<128x64xf32>
  %h = arith.truncf %w : tensor<128x64xf32> to tensor<128x64xf16>
  %d = tileaa.mma %h as<f16>, %b as<f16>, %zero : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
  %t2 = tileaa.store %d to %p[%e, %e] extents[%e, %e] strides[%e, %e] : tensor<128x128xf32>, !tileaa.ptr
  tileaa.return
}

// The scores of attention lie beside the sum: 160 registers of a thread. With factors on
// their way there are 176 in eight warps, where sixteen would share rows.
// COPIES: @attention({{.*}}warps = 4,
// REGISTERS: @attention({{.*}}warps = 8,
tileaa.entry @attention(%p: !tileaa.ptr, %n: i32, %e: i64) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x256xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %q, %t0 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<64x256xf16>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x256xf32>) : i32 {
    %keys, %t1 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<256x64xf16>
    %s = tileaa.mma %q as<f16>, %keys as<f16>, %none : tensor<64x256xf16>, tensor<256x64xf16>, tensor<64x64xf32>
    %high = tileaa.reduce %s dim 1 identities [0xFF800000 : f32] : tensor<64x64xf32> -> tensor<64xf32> {
    ^bb0(%x: f32, %y: f32):
      %m = tileaa.maxf %x, %y : f32
      tileaa.yield %m : f32
    }
    %column = tileaa.reshape %high : tensor<64xf32> -> tensor<64x1xf32>
    %highest = tileaa.broadcast %column : tensor<64x1xf32> -> tensor<64x64xf32>
    %r = tileaa.subf %s, %highest : tensor<64x64xf32>
    %h = arith.truncf %r : tensor<64x64xf32> to tensor<64x64xf16>
    %values, %t2 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<64x256xf16>
    %d = tileaa.mma %h as<f16>, %values as<f16>, %acc : tensor<64x64xf16>, tensor<64x256xf16>, tensor<64x256xf32>
    scf.yield %d : tensor<64x256xf32>
  }
  %half = arith.truncf %sum : tensor<64x256xf32> to tensor<64x256xf16>
  %t3 = tileaa.store %half to %p[%e, %e] extents[%e, %e] strides[%e, %e] : tensor<64x256xf16>, !tileaa.ptr
  tileaa.return
}

// With 128 columns two warps would have 192 registers for sums and scores. Each of four
// has 16 rows of its own, which it reduces while others multiply.
// CHECK: @rows_of_16({{.*}}warps = 4,
// SLOWER: @rows_of_16({{.*}}warps = 4,
tileaa.entry @rows_of_16(%p: !tileaa.ptr, %n: i32, %e: i64) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %q, %t0 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<64x128xf16>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x128xf32>) : i32 {
    %keys, %t1 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<128x64xf16>
    %s = tileaa.mma %q as<f16>, %keys as<f16>, %none : tensor<64x128xf16>, tensor<128x64xf16>, tensor<64x64xf32>
    %high = tileaa.reduce %s dim 1 identities [0xFF800000 : f32] : tensor<64x64xf32> -> tensor<64xf32> {
    ^bb0(%x: f32, %y: f32):
      %m = tileaa.maxf %x, %y : f32
      tileaa.yield %m : f32
    }
    %column = tileaa.reshape %high : tensor<64xf32> -> tensor<64x1xf32>
    %highest = tileaa.broadcast %column : tensor<64x1xf32> -> tensor<64x64xf32>
    %r = tileaa.subf %s, %highest : tensor<64x64xf32>
    %h = arith.truncf %r : tensor<64x64xf32> to tensor<64x64xf16>
    %values, %t2 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<64x128xf16>
    %d = tileaa.mma %h as<f16>, %values as<f16>, %acc : tensor<64x64xf16>, tensor<64x128xf16>, tensor<64x128xf32>
    scf.yield %d : tensor<64x128xf32>
  }
  %half = arith.truncf %sum : tensor<64x128xf32> to tensor<64x128xf16>
  %t3 = tileaa.store %half to %p[%e, %e] extents[%e, %e] strides[%e, %e] : tensor<64x128xf16>, !tileaa.ptr
  tileaa.return
}

// Warps may share the columns of products that do not follow from one another.
// COPIES: @apart({{.*}}warps = 4,
tileaa.entry @apart(%p: !tileaa.ptr, %n: i32, %e: i64) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %q, %t0 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<64x128xf16>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x128xf32>) : i32 {
    %keys, %t1 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<128x64xf16>
    %s = tileaa.mma %q as<f16>, %keys as<f16>, %none : tensor<64x128xf16>, tensor<128x64xf16>, tensor<64x64xf32>
    %h, %t4 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<64x64xf16>
    %values, %t2 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<64x128xf16>
    %d = tileaa.mma %h as<f16>, %values as<f16>, %acc : tensor<64x64xf16>, tensor<64x128xf16>, tensor<64x128xf32>
    %t5 = tileaa.store %s to %p[%e, %e] extents[%e, %e] strides[%e, %e] : tensor<64x64xf32>, !tileaa.ptr
    scf.yield %d : tensor<64x128xf32>
  }
  %half = arith.truncf %sum : tensor<64x128xf32> to tensor<64x128xf16>
  %t3 = tileaa.store %half to %p[%e, %e] extents[%e, %e] strides[%e, %e] : tensor<64x128xf16>, !tileaa.ptr
  tileaa.return
}

// Two sums of one loop are there at once.
// CHECK: @two_sums({{.*}}warps = 8,
tileaa.entry @two_sums(%p: !tileaa.ptr, %n: i32, %e: i64) {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %a, %t0 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<128x32xf16>
  %b, %t1 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<32x128xf16>
  %c, %t2 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<32x64xf16>
  %d = tileaa.mma %a as<f16>, %b as<f16>, %zero : tensor<128x32xf16>, tensor<32x128xf16>, tensor<128x128xf32>
  %s = tileaa.mma %a as<f16>, %c as<f16>, %none : tensor<128x32xf16>, tensor<32x64xf16>, tensor<128x64xf32>
  %t3 = tileaa.store %d to %p[%e, %e] extents[%e, %e] strides[%e, %e] : tensor<128x128xf32>, !tileaa.ptr
  %t4 = tileaa.store %s to %p[%e, %e] extents[%e, %e] strides[%e, %e] : tensor<128x64xf32>, !tileaa.ptr
  tileaa.return
}

// A tile that nothing uses is no factor of any product, whatever its elements.
// CHECK: @unused({{.*}}warps = 1,
tileaa.entry @unused(%p: !tileaa.ptr) {
  %tile = tileaa.splat %p : !tileaa.ptr -> tensor<64x!tileaa.ptr>
  %more = tileaa.reshape %tile : tensor<64x!tileaa.ptr> -> tensor<8x8x!tileaa.ptr>
  tileaa.return
}

// A factor may be made of a scalar that is loaded.
// CHECK: @filled({{.*}}warps = 2,
tileaa.entry @filled(%p: !tileaa.ptr, %e: i64) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %x, %t0 = tileaa.load %p : !tileaa.ptr -> f32
  %w = tileaa.splat %x : f32 -> tensor<64x64xf32>
  %h = arith.truncf %w : tensor<64x64xf32> to tensor<64x64xf16>
  %b, %t1 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<64x64xf16>
  %d = tileaa.mma %h as<f16>, %b as<f16>, %zero : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  %t2 = tileaa.store %d to %p[%e, %e] extents[%e, %e] strides[%e, %e] : tensor<64x64xf32>, !tileaa.ptr
  tileaa.return
}
