// A product whose right factor a loop does not change, and registers have no room
// for all of it, in two parts: what both give together is what the interpreter has,
// whichever way the second part is read from shared memory.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts,tileas-place-in-shared,tileas-make-asynchronous,tileas-schedule-loops,tileas-pipeline-loops,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' --mlir-print-local-scope -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %python %S/../../Inputs/numbers.py %t
// RUN: cuda-tile-run %t.mlir --entry=halves --arg=ptr:%t.halves.x.npy --arg=ptr:%t.halves.w.npy --arg=ptr:new:f32[64,64] --compare=emulate --gpu-name=sm_80 --check=all --async=random --warps=random
// RUN: cuda-tile-run %t.mlir --entry=bytes --arg=ptr:%t.bytes.x.npy --arg=ptr:%t.bytes.w.npy --arg=ptr:new:i32[64,64] --compare=emulate --gpu-name=sm_80 --check=all --async=random --warps=random
// RUN: cuda-tile-run %t.mlir --entry=words --arg=ptr:%t.words.x.npy --arg=ptr:%t.words.w.npy --arg=ptr:new:f32[64,64] --compare=emulate --gpu-name=sm_80 --check=all --async=random --warps=random

#spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>

// CHECK-LABEL: @halves(
// CHECK: %[[HELD:.*]] = tileas.shared_load
// CHECK: scf.for
// CHECK: %[[SUM:.*]] = tileas.mma %{{.*}} as<f16>, %[[HELD]] as<f16>, {{.*}} along [0, [[END:[0-9]+]]]
// CHECK: tileas.mma {{.*}}, %[[SUM]] by [16, 8, 16] along {{\[}}[[END]], 512] : !tileas.buffer{{.*}}, !tileas.buffer
tileas.kernel @halves(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr) attributes {spec = #spec} {
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

// CHECK-LABEL: @bytes(
// CHECK: %[[HELD:.*]] = tileas.shared_load
// CHECK: scf.for
// CHECK: %[[SUM:.*]] = tileas.mma %{{.*}} as<s8>, %[[HELD]] as<s8>, {{.*}} along [0, [[END:[0-9]+]]]
// CHECK: tileas.mma {{.*}}, %[[SUM]] by [16, 8, 32] along {{\[}}[[END]], 1024] : !tileas.buffer{{.*}}, !tileas.buffer
tileas.kernel @bytes(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %k = arith.constant 1024 : i64
  %zero = arith.constant dense<0> : tensor<64x64xi32>
  %p = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
  %w, %t0 = tileas.load %q[%0, %0] extents[%k, %64] strides[%64, %1] : !tileaa.ptr -> tensor<1024x64xi8>
  %sum = scf.for %j = %c0 to %c2 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xi32>) : i32 {
    %n = arith.extui %j : i32 to i64
    %row = arith.muli %n, %64 : i64
    %x, %t1 = tileas.load %p[%row, %0] extents[%128, %k] strides[%k, %1] : !tileaa.ptr -> tensor<64x1024xi8>
    %d = tileas.mma %x as<s8>, %w as<s8>, %acc by [16, 8, 32] : tensor<64x1024xi8>, tensor<1024x64xi8>, tensor<64x64xi32>
    scf.yield %d : tensor<64x64xi32>
  }
  %t2 = tileas.store %sum to %out[%0, %0] extents[%64, %64] strides[%64, %1] by<owner> : tensor<64x64xi32>, !tileaa.ptr
  tileas.return
}

// CHECK-LABEL: @words(
// CHECK: %[[HELD:.*]] = tileas.shared_load
// CHECK: scf.for
// CHECK: %[[SUM:.*]] = tileas.mma %{{.*}} as<tf32>, %[[HELD]] as<tf32>, {{.*}} along [0, [[END:[0-9]+]]]
// CHECK: tileas.mma {{.*}}, %[[SUM]] by [16, 8, 8] along {{\[}}[[END]], 256] : !tileas.buffer{{.*}}, !tileas.buffer
tileas.kernel @words(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %k = arith.constant 256 : i64
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
  %w, %t0 = tileas.load %q[%0, %0] extents[%k, %64] strides[%64, %1] : !tileaa.ptr -> tensor<256x64xf32>
  %sum = scf.for %j = %c0 to %c2 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %n = arith.extui %j : i32 to i64
    %row = arith.muli %n, %64 : i64
    %x, %t1 = tileas.load %p[%row, %0] extents[%128, %k] strides[%k, %1] : !tileaa.ptr -> tensor<64x256xf32>
    %d = tileas.mma %x as<tf32>, %w as<tf32>, %acc by [16, 8, 8] : tensor<64x256xf32>, tensor<256x64xf32>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %t2 = tileas.store %sum to %out[%0, %0] extents[%64, %64] strides[%64, %1] by<owner> : tensor<64x64xf32>, !tileaa.ptr
  tileas.return
}
