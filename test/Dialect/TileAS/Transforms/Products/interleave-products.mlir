// Multiply-adds that share a factor go along K together, four elements at a time, so that a
// thread reads a word of it once. What it all gives is what the interpreter has.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts,tileas-place-in-shared,tileas-allocate-shared,tileas-place-barriers,tileas-interleave-products,tileas-verify-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tileiras %t.mlir -o - --gpu-name=sm_90 --emit=ptx | FileCheck %s --check-prefix=PTX
// RUN: %python %S/../../Inputs/numbers.py %t
// RUN: cuda-tile-run %t.mlir --entry=shared --arg=ptr:%t.words.x.npy --arg=ptr:%t.words.w.npy --arg=ptr:new:f32[32,32] --compare=emulate --gpu-name=sm_90 --check=all --warps=random
// RUN: cuda-tile-run %t.mlir --entry=chained --arg=ptr:%t.words.x.npy --arg=ptr:%t.words.w.npy --arg=ptr:new:f32[32,32] --compare=emulate --gpu-name=sm_90 --check=all --warps=random
// RUN: cuda-tile-run %t.mlir --entry=behind_barrier --arg=ptr:%t.words.x.npy --arg=ptr:%t.words.w.npy --arg=ptr:new:f32[32,32] --compare=emulate --gpu-name=sm_90 --check=all --warps=random
// RUN: cuda-tile-run %t.mlir --entry=crowded --arg=ptr:%t.words.x.npy --arg=ptr:%t.words.w.npy --arg=ptr:new:f32[128,64] --compare=emulate --gpu-name=sm_90 --check=all --warps=random

// Both products read one right factor, and neither needs the other.
// CHECK-LABEL: @shared(
// CHECK: %[[P:.*]] = tileas.mma {{.*}} along [0, 4]
// CHECK-NEXT: %[[Q:.*]] = tileas.mma {{.*}} along [0, 4]
// CHECK-NEXT: %{{.*}} = tileas.mma {{.*}}, %[[P]] along [4, 8]
// CHECK-NEXT: %{{.*}} = tileas.mma {{.*}}, %[[Q]] along [4, 8]
// CHECK: %[[LAST:.*]] = tileas.mma {{.*}} along [28, 32]
// CHECK-NEXT: %[[NEXT:.*]] = tileas.mma {{.*}} along [28, 32]
// CHECK-NEXT: tileas.store %[[LAST]]
// CHECK-NEXT: tileas.store %[[NEXT]]

// A thread reads 2 rows of each left factor, four elements at once, and 2 columns of the
// right one: 2 x 16 + 32 times.
// PTX-LABEL: .entry shared(
// PTX-COUNT-64: ld.shared
// PTX-NOT: ld.shared
// PTX: .entry chained(
tileas.kernel @shared(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %rows = arith.constant 16 : i64
  %all = arith.constant 32 : i64
  %columns = arith.constant 32 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %256 = arith.constant 256 : i64
  %zero = arith.constant dense<0.0> : tensor<16x32xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
  %y = tileaa.assume %out {div_by = 16 : i64} : !tileaa.ptr
  %a, %t0 = tileas.load %x[%0, %0] extents[%128, %256] strides[%256, %1] : !tileaa.ptr -> tensor<16x32xf32>
  %b, %t1 = tileas.load %x[%rows, %0] extents[%128, %256] strides[%256, %1] : !tileaa.ptr -> tensor<16x32xf32>
  %c, %t2 = tileas.load %w[%0, %0] extents[%256, %64] strides[%64, %1] : !tileaa.ptr -> tensor<32x32xf32>
  %p = tileas.mma %a as<f32>, %c as<f32>, %zero : tensor<16x32xf32>, tensor<32x32xf32>, tensor<16x32xf32>
  %t3 = tileas.store %p to %y[%0, %0] extents[%all, %columns] strides[%columns, %1] by<owner> : tensor<16x32xf32>, !tileaa.ptr
  %q = tileas.mma %b as<f32>, %c as<f32>, %zero : tensor<16x32xf32>, tensor<32x32xf32>, tensor<16x32xf32>
  %t4 = tileas.store %q to %y[%rows, %0] extents[%all, %columns] strides[%columns, %1] by<owner> : tensor<16x32xf32>, !tileaa.ptr
  tileas.return
}

// The second one adds to the first.
// CHECK-LABEL: @chained(
// CHECK-NOT: along
tileas.kernel @chained(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %rows = arith.constant 16 : i64
  %all = arith.constant 32 : i64
  %columns = arith.constant 32 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %256 = arith.constant 256 : i64
  %zero = arith.constant dense<0.0> : tensor<16x32xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
  %y = tileaa.assume %out {div_by = 16 : i64} : !tileaa.ptr
  %a, %t0 = tileas.load %x[%0, %0] extents[%128, %256] strides[%256, %1] : !tileaa.ptr -> tensor<16x32xf32>
  %b, %t1 = tileas.load %x[%rows, %0] extents[%128, %256] strides[%256, %1] : !tileaa.ptr -> tensor<16x32xf32>
  %c, %t2 = tileas.load %w[%0, %0] extents[%256, %64] strides[%64, %1] : !tileaa.ptr -> tensor<32x32xf32>
  %p = tileas.mma %a as<f32>, %c as<f32>, %zero : tensor<16x32xf32>, tensor<32x32xf32>, tensor<16x32xf32>
  %t3 = tileas.store %p to %y[%0, %0] extents[%all, %columns] strides[%columns, %1] by<owner> : tensor<16x32xf32>, !tileaa.ptr
  %q = tileas.mma %b as<f32>, %c as<f32>, %p : tensor<16x32xf32>, tensor<32x32xf32>, tensor<16x32xf32>
  %t4 = tileas.store %q to %y[%rows, %0] extents[%all, %columns] strides[%columns, %1] by<owner> : tensor<16x32xf32>, !tileaa.ptr
  tileas.return
}

// What stands behind a barrier may read what others have stored before it.
// CHECK-LABEL: @behind_barrier(
// CHECK-NOT: along
// CHECK: tileas.mma
// CHECK: tileas.barrier
// CHECK: tileas.mma
tileas.kernel @behind_barrier(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %rows = arith.constant 16 : i64
  %all = arith.constant 32 : i64
  %columns = arith.constant 32 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %256 = arith.constant 256 : i64
  %zero = arith.constant dense<0.0> : tensor<16x32xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
  %y = tileaa.assume %out {div_by = 16 : i64} : !tileaa.ptr
  %a, %t0 = tileas.load %x[%0, %0] extents[%128, %256] strides[%256, %1] : !tileaa.ptr -> tensor<16x32xf32>
  %b, %t1 = tileas.load %x[%rows, %0] extents[%128, %256] strides[%256, %1] : !tileaa.ptr -> tensor<16x32xf32>
  %c, %t2 = tileas.load %w[%0, %0] extents[%256, %64] strides[%64, %1] : !tileaa.ptr -> tensor<32x32xf32>
  %p = tileas.mma %a as<f32>, %c as<f32>, %zero : tensor<16x32xf32>, tensor<32x32xf32>, tensor<16x32xf32>
  %t3 = tileas.store %p to %y[%0, %0] extents[%all, %columns] strides[%columns, %1] by<owner> : tensor<16x32xf32>, !tileaa.ptr
  tileas.barrier
  %q = tileas.mma %b as<f32>, %c as<f32>, %zero : tensor<16x32xf32>, tensor<32x32xf32>, tensor<16x32xf32>
  %t4 = tileas.store %q to %y[%rows, %0] extents[%all, %columns] strides[%columns, %1] by<owner> : tensor<16x32xf32>, !tileaa.ptr
  tileas.return
}

// The sums of both are 256 registers of a thread.
// CHECK-LABEL: @crowded(
// CHECK-NOT: along
tileas.kernel @crowded(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %rows = arith.constant 64 : i64
  %all = arith.constant 128 : i64
  %columns = arith.constant 64 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %256 = arith.constant 256 : i64
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
  %y = tileaa.assume %out {div_by = 16 : i64} : !tileaa.ptr
  %a, %t0 = tileas.load %x[%0, %0] extents[%128, %256] strides[%256, %1] : !tileaa.ptr -> tensor<64x32xf32>
  %b, %t1 = tileas.load %x[%rows, %0] extents[%128, %256] strides[%256, %1] : !tileaa.ptr -> tensor<64x32xf32>
  %c, %t2 = tileas.load %w[%0, %0] extents[%256, %64] strides[%64, %1] : !tileaa.ptr -> tensor<32x64xf32>
  %p = tileas.mma %a as<f32>, %c as<f32>, %zero : tensor<64x32xf32>, tensor<32x64xf32>, tensor<64x64xf32>
  %t3 = tileas.store %p to %y[%0, %0] extents[%all, %columns] strides[%columns, %1] by<owner> : tensor<64x64xf32>, !tileaa.ptr
  %q = tileas.mma %b as<f32>, %c as<f32>, %zero : tensor<64x32xf32>, tensor<32x64xf32>, tensor<64x64xf32>
  %t4 = tileas.store %q to %y[%rows, %0] extents[%all, %columns] strides[%columns, %1] by<owner> : tensor<64x64xf32>, !tileaa.ptr
  tileas.return
}
