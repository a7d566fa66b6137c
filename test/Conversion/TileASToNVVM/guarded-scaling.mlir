// A warp leaves the multiplication of a sum's rows out where all its factors are 1, by a
// vote for each 32 registers of a thread. Compiler/sums-scaled-in-place.mlir runs such
// programs.
//
// RUN: tileiras %s --gpu-name=sm_80 --emit=ptx -o - | FileCheck %s
// RUN: tileiras %s --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s
// RUN: tileiras %s --gpu-name=sm_90 --emit=nvvm -o - | FileCheck %s --check-prefix=NVVM

// Of 64 registers there are two votes, both in front of the first branch. Either factor of
// a sum and a row may come first.
// CHECK-LABEL: .entry varying(
// CHECK: setp.neu.f32 {{.*}}, 0f3F800000;
// CHECK: vote.sync.any.pred
// CHECK: setp.neu.f32 {{.*}}, 0f3F800000;
// CHECK: vote.sync.any.pred
// CHECK-NOT: vote
// CHECK: bra
// CHECK-COUNT-32: mul.rn.f32
// CHECK-NOT: mul.rn.f32
// CHECK: bra
// CHECK-COUNT-32: mul.rn.f32
// CHECK-NOT: mul.rn.f32
// CHECK: ret;
tileaa.entry @varying(%p: !tileaa.ptr, %f: !tileaa.ptr, %q: !tileaa.ptr, %n: i64) attributes {launch = #tileaa.launch<warps = 4>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %rows = arith.constant 64 : i64
  %columns = arith.constant 128 : i64
  %none = arith.constant dense<0.0> : tensor<64x128xf32>
  %a, %s = tileaa.load %p[%zero, %zero] extents [%rows, %rows] strides [%rows, %one] : !tileaa.ptr -> tensor<64x64xf16>
  %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %none) -> (tensor<64x128xf32>) : i64 {
    %b, %t = tileaa.load %p[%i, %zero] extents [%n, %columns] strides [%columns, %one] : !tileaa.ptr -> tensor<64x128xf16>
    %e, %u = tileaa.load %f[%i] extents [%n] strides [%one] : !tileaa.ptr -> tensor<64xf32>
    %g = tileaa.reshape %e : tensor<64xf32> -> tensor<64x1xf32>
    %h = tileaa.broadcast %g : tensor<64x1xf32> -> tensor<64x128xf32>
    %k = tileaa.mulf %h, %acc : tensor<64x128xf32>
    %m = tileaa.mma %a as<f16>, %b as<f16>, %k : tensor<64x64xf16>, tensor<64x128xf16>, tensor<64x128xf32>
    scf.yield %m : tensor<64x128xf32>
  }
  %v = tileaa.store %sum to %q[%zero, %zero] extents [%rows, %columns] strides [%columns, %one] : tensor<64x128xf32>, !tileaa.ptr
  tileaa.return
}

// Factors that are the same in all iterations are seldom 1.
// CHECK-LABEL: .entry same(
// CHECK-NOT: vote.sync.any
// CHECK: ret;
tileaa.entry @same(%p: !tileaa.ptr, %f: !tileaa.ptr, %q: !tileaa.ptr, %n: i64) attributes {launch = #tileaa.launch<warps = 4>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %rows = arith.constant 64 : i64
  %columns = arith.constant 128 : i64
  %none = arith.constant dense<0.0> : tensor<64x128xf32>
  %a, %s = tileaa.load %p[%zero, %zero] extents [%rows, %rows] strides [%rows, %one] : !tileaa.ptr -> tensor<64x64xf16>
  %e, %u = tileaa.load %f[%zero] extents [%rows] strides [%one] : !tileaa.ptr -> tensor<64xf32>
  %g = tileaa.reshape %e : tensor<64xf32> -> tensor<64x1xf32>
  %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %none) -> (tensor<64x128xf32>) : i64 {
    %b, %t = tileaa.load %p[%i, %zero] extents [%n, %columns] strides [%columns, %one] : !tileaa.ptr -> tensor<64x128xf16>
    %h = tileaa.broadcast %g : tensor<64x1xf32> -> tensor<64x128xf32>
    %k = tileaa.mulf %acc, %h : tensor<64x128xf32>
    %m = tileaa.mma %a as<f16>, %b as<f16>, %k : tensor<64x64xf16>, tensor<64x128xf16>, tensor<64x128xf32>
    scf.yield %m : tensor<64x128xf32>
  }
  %v = tileaa.store %sum to %q[%zero, %zero] extents [%rows, %columns] strides [%columns, %one] : tensor<64x128xf32>, !tileaa.ptr
  tileaa.return
}

// A factor of 1 does not leave what is flushed as it is.
// CHECK-LABEL: .entry flushed(
// CHECK-NOT: vote.sync.any
// CHECK: ret;
tileaa.entry @flushed(%p: !tileaa.ptr, %f: !tileaa.ptr, %q: !tileaa.ptr, %n: i64) attributes {launch = #tileaa.launch<warps = 4>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %rows = arith.constant 64 : i64
  %columns = arith.constant 128 : i64
  %none = arith.constant dense<0.0> : tensor<64x128xf32>
  %a, %s = tileaa.load %p[%zero, %zero] extents [%rows, %rows] strides [%rows, %one] : !tileaa.ptr -> tensor<64x64xf16>
  %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %none) -> (tensor<64x128xf32>) : i64 {
    %b, %t = tileaa.load %p[%i, %zero] extents [%n, %columns] strides [%columns, %one] : !tileaa.ptr -> tensor<64x128xf16>
    %e, %u = tileaa.load %f[%i] extents [%n] strides [%one] : !tileaa.ptr -> tensor<64xf32>
    %g = tileaa.reshape %e : tensor<64xf32> -> tensor<64x1xf32>
    %h = tileaa.broadcast %g : tensor<64x1xf32> -> tensor<64x128xf32>
    %k = tileaa.mulf %acc, %h ftz : tensor<64x128xf32>
    %m = tileaa.mma %a as<f16>, %b as<f16>, %k : tensor<64x64xf16>, tensor<64x128xf16>, tensor<64x128xf32>
    scf.yield %m : tensor<64x128xf32>
  }
  %v = tileaa.store %sum to %q[%zero, %zero] extents [%rows, %columns] strides [%columns, %one] : tensor<64x128xf32>, !tileaa.ptr
  tileaa.return
}

// A few multiplications are not worth a branch.
// CHECK-LABEL: .entry few(
// CHECK-NOT: vote.sync.any
// CHECK: ret;
tileaa.entry @few(%p: !tileaa.ptr, %f: !tileaa.ptr, %q: !tileaa.ptr, %n: i64) attributes {launch = #tileaa.launch<warps = 4>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %rows = arith.constant 64 : i64
  %columns = arith.constant 32 : i64
  %none = arith.constant dense<0.0> : tensor<64x32xf32>
  %a, %s = tileaa.load %p[%zero, %zero] extents [%rows, %rows] strides [%rows, %one] : !tileaa.ptr -> tensor<64x64xf16>
  %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %none) -> (tensor<64x32xf32>) : i64 {
    %b, %t = tileaa.load %p[%i, %zero] extents [%n, %columns] strides [%columns, %one] : !tileaa.ptr -> tensor<64x32xf16>
    %e, %u = tileaa.load %f[%i] extents [%n] strides [%one] : !tileaa.ptr -> tensor<64xf32>
    %g = tileaa.reshape %e : tensor<64xf32> -> tensor<64x1xf32>
    %h = tileaa.broadcast %g : tensor<64x1xf32> -> tensor<64x32xf32>
    %k = tileaa.mulf %acc, %h : tensor<64x32xf32>
    %m = tileaa.mma %a as<f16>, %b as<f16>, %k : tensor<64x64xf16>, tensor<64x32xf16>, tensor<64x32xf32>
    scf.yield %m : tensor<64x32xf32>
  }
  %v = tileaa.store %sum to %q[%zero, %zero] extents [%rows, %columns] strides [%columns, %one] : tensor<64x32xf32>, !tileaa.ptr
  tileaa.return
}

// A sum that is needed as it was, too, would be copied where it is not multiplied.
// CHECK-LABEL: .entry kept(
// CHECK-NOT: vote.sync.any
// CHECK: ret;
tileaa.entry @kept(%p: !tileaa.ptr, %f: !tileaa.ptr, %q: !tileaa.ptr, %n: i64) attributes {launch = #tileaa.launch<warps = 4>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %rows = arith.constant 64 : i64
  %columns = arith.constant 128 : i64
  %none = arith.constant dense<0.0> : tensor<64x128xf32>
  %a, %s = tileaa.load %p[%zero, %zero] extents [%rows, %rows] strides [%rows, %one] : !tileaa.ptr -> tensor<64x64xf16>
  %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %none) -> (tensor<64x128xf32>) : i64 {
    %b, %t = tileaa.load %p[%i, %zero] extents [%n, %columns] strides [%columns, %one] : !tileaa.ptr -> tensor<64x128xf16>
    %e, %u = tileaa.load %f[%i] extents [%n] strides [%one] : !tileaa.ptr -> tensor<64xf32>
    %g = tileaa.reshape %e : tensor<64xf32> -> tensor<64x1xf32>
    %h = tileaa.broadcast %g : tensor<64x1xf32> -> tensor<64x128xf32>
    %k = tileaa.mulf %acc, %h : tensor<64x128xf32>
    %m = tileaa.mma %a as<f16>, %b as<f16>, %k : tensor<64x64xf16>, tensor<64x128xf16>, tensor<64x128xf32>
    %d = tileaa.addf %m, %acc : tensor<64x128xf32>
    scf.yield %d : tensor<64x128xf32>
  }
  %v = tileaa.store %sum to %q[%zero, %zero] extents [%rows, %columns] strides [%columns, %one] : tensor<64x128xf32>, !tileaa.ptr
  tileaa.return
}

// A mask that is needed behind the branches is computed there: a thread does not keep
// predicates across them.
// NVVM-LABEL: @masked(
// NVVM: nvvm.vote.sync any
// NVVM: nvvm.vote.sync any
// NVVM-NOT: llvm.icmp
// NVVM-COUNT-64: llvm.fmul
// NVVM-NOT: llvm.fmul
// NVVM-COUNT-32: llvm.icmp "slt"
// NVVM: llvm.return
tileaa.entry @masked(%p: !tileaa.ptr, %f: !tileaa.ptr, %q: !tileaa.ptr, %n: i64) attributes {launch = #tileaa.launch<warps = 4>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %rows = arith.constant 64 : i64
  %columns = arith.constant 128 : i64
  %none = arith.constant dense<0.0> : tensor<64x128xf32>
  %a, %s = tileaa.load %p[%zero, %zero] extents [%rows, %rows] strides [%rows, %one] : !tileaa.ptr -> tensor<64x64xf16>
  %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %none) -> (tensor<64x128xf32>) : i64 {
    %b, %t = tileaa.load %p[%i, %zero] extents [%n, %columns] strides [%columns, %one] : !tileaa.ptr -> tensor<64x128xf16>
    %e, %u = tileaa.load %f[%i] extents [%n] strides [%one] : !tileaa.ptr -> tensor<64xf32>
    %g = tileaa.reshape %e : tensor<64xf32> -> tensor<64x1xf32>
    %j = arith.trunci %i : i64 to i32
    %w = tileaa.splat %j : i32 -> tensor<64x128xi32>
    %x = tileaa.iota : tensor<128xi32>
    %x2 = tileaa.reshape %x : tensor<128xi32> -> tensor<1x128xi32>
    %x3 = tileaa.broadcast %x2 : tensor<1x128xi32> -> tensor<64x128xi32>
    %y = arith.cmpi slt, %x3, %w : tensor<64x128xi32>
    %h = tileaa.broadcast %g : tensor<64x1xf32> -> tensor<64x128xf32>
    %k = tileaa.mulf %acc, %h : tensor<64x128xf32>
    %m = tileaa.mma %a as<f16>, %b as<f16>, %k : tensor<64x64xf16>, tensor<64x128xf16>, tensor<64x128xf32>
    %d = arith.select %y, %m, %none : tensor<64x128xi1>, tensor<64x128xf32>
    scf.yield %d : tensor<64x128xf32>
  }
  %v = tileaa.store %sum to %q[%zero, %zero] extents [%rows, %columns] strides [%columns, %one] : tensor<64x128xf32>, !tileaa.ptr
  tileaa.return
}
