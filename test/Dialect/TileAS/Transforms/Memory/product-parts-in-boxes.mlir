// Products in parts whose factors find no room are cut again, and each part multiplies
// its own part of the factors: what all give together is what the program means.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts,tileas-place-in-shared,tileas-make-asynchronous,tileas-schedule-loops,tileas-pipeline-loops,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' --mlir-print-local-scope -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %python %S/../../Inputs/numbers.py %t
// RUN: sh -c 'set -e; for entry in two three; do args="--entry=$entry --arg=ptr:%t.halves.x.npy --arg=ptr:%t.halves.w.npy --arg=ptr:new:f32[64,64]"; cuda-tile-run %s $args --engine=interpret --out=2=%t.1.npy; cuda-tile-run %t.mlir $args --engine=emulate --gpu-name=sm_80 --check=all --out=2=%t.2.npy; cmp %t.1.npy %t.2.npy; done'

// The first part of the right factor stays in registers; the rest begins behind it.
// CHECK-LABEL: @two(
// CHECK: %[[HELD:.*]] = tileas.load_box
// CHECK: scf.for
// CHECK: tileas.mma %{{.*}} as<f16>, %[[HELD]] as<f16>, {{.*}} along [0, [[END:[0-9]+]]]
// CHECK: tileas.store_box %{{.*}}{{\[}}[[END]], 0]
// CHECK: tileas.mma {{.*}} along {{\[}}[[END]],
tileas.kernel @two(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, min_ctas_per_sm = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %k = arith.constant 512 : i64
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
  %w, %t0 = tileas.load %q[%0, %0] extents[%k, %64] strides[%64, %1] : !tileaa.ptr -> tensor<512x64xf16>
  %sum = scf.for %j = %c0 to %c2 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %n = arith.extui %j : i32 to i64
    %row = arith.muli %n, %64 : i64
    %x, %t1 = tileas.load %p[%row, %0] extents[%128, %k] strides[%k, %1] : !tileaa.ptr -> tensor<64x512xf16>
    %d = tileas.mma %x as<f16>, %w as<f16>, %acc by [16, 8, 16] : tensor<64x512xf16>, tensor<512x64xf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %t2 = tileas.store %sum to %out[%0, %0] extents[%64, %64] strides[%64, %1] by<owner> : tensor<64x64xf32>, !tileaa.ptr
  tileas.return
}

// One factor is staged after the other.
// CHECK-LABEL: @three(
// CHECK: tileas.store_box %{{.*}}[32, 0]
// CHECK: tileas.store_box %{{.*}}[0, 32]
// CHECK: tileas.mma {{.*}} along [32, 64]
tileas.kernel @three(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, min_ctas_per_sm = 3, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %k = arith.constant 512 : i64
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
  %w, %t0 = tileas.load %q[%0, %0] extents[%k, %64] strides[%64, %1] : !tileaa.ptr -> tensor<512x64xf16>
  %sum = scf.for %j = %c0 to %c2 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %n = arith.extui %j : i32 to i64
    %row = arith.muli %n, %64 : i64
    %x, %t1 = tileas.load %p[%row, %0] extents[%128, %k] strides[%k, %1] : !tileaa.ptr -> tensor<64x512xf16>
    %d = tileas.mma %x as<f16>, %w as<f16>, %acc by [16, 8, 16] : tensor<64x512xf16>, tensor<512x64xf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %t2 = tileas.store %sum to %out[%0, %0] extents[%64, %64] strides[%64, %1] by<owner> : tensor<64x64xf32>, !tileaa.ptr
  tileas.return
}
