// A program whose blocks go over all tiles by their number launches one for each SM, so that
// nobody else fills the time in which its warps meet around products in tensor memory.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_100}))' | FileCheck %s
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_90}))' | FileCheck %s --check-prefix=OTHER
//
// OTHER-NOT: copy_warps

// CHECK: @steps({{.*}}copy_warps = 4
tileaa.entry @steps(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %tiles: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %x, %y, %z = tileaa.block_id
  %gx, %gy, %gz = tileaa.num_blocks
  scf.for %tile = %x to %tiles step %gx : i32 {
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x128xf32>) : i32 {
      %a, %t = tileaa.load %p[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<128x64xf16>
      %b, %u = tileaa.load %q[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<64x128xf16>
      %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    %w = tileaa.store %sum to %r[%zero, %zero] extents [%size, %size] strides [%size, %one] : tensor<128x128xf32>, !tileaa.ptr
  }
  tileaa.return
}

// Its share may be a number of iterations.
// CHECK: @shares({{.*}}copy_warps = 4
tileaa.entry @shares(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %tiles: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %x, %y, %z = tileaa.block_id
  %gx, %gy, %gz = tileaa.num_blocks
  %left = arith.subi %tiles, %x : i32
  %share = arith.ceildivui %left, %gx : i32
  scf.for unsigned %tile = %c0 to %share step %c1 : i32 {
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x128xf32>) : i32 {
      %a, %t = tileaa.load %p[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<128x64xf16>
      %b, %u = tileaa.load %q[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<64x128xf16>
      %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    %w = tileaa.store %sum to %r[%zero, %zero] extents [%size, %size] strides [%size, %one] : tensor<128x128xf32>, !tileaa.ptr
  }
  tileaa.return
}

// It asks for two on an SM.
// CHECK: @asks(
// CHECK-NOT: copy_warps
tileaa.entry @asks(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %tiles: i32, %n: i32) attributes {launch = #tileaa.launch<min_ctas_per_sm = 2>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %x, %y, %z = tileaa.block_id
  %gx, %gy, %gz = tileaa.num_blocks
  scf.for %tile = %x to %tiles step %gx : i32 {
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x128xf32>) : i32 {
      %a, %t = tileaa.load %p[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<128x64xf16>
      %b, %u = tileaa.load %q[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<64x128xf16>
      %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    %w = tileaa.store %sum to %r[%zero, %zero] extents [%size, %size] strides [%size, %one] : tensor<128x128xf32>, !tileaa.ptr
  }
  tileaa.return
}

// Each block has the same number of tiles, however many there are.
// CHECK: @same(
// CHECK-NOT: copy_warps
tileaa.entry @same(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %tiles: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %x, %y, %z = tileaa.block_id
  %gx, %gy, %gz = tileaa.num_blocks
  scf.for %tile = %c0 to %tiles step %c1 : i32 {
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x128xf32>) : i32 {
      %a, %t = tileaa.load %p[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<128x64xf16>
      %b, %u = tileaa.load %q[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<64x128xf16>
      %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    %w = tileaa.store %sum to %r[%zero, %zero] extents [%size, %size] strides [%size, %one] : tensor<128x128xf32>, !tileaa.ptr
  }
  tileaa.return
}
