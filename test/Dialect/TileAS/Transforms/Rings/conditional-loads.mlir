// Loads in a branch of a loop stay loads, and a remark says why.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts,tileas-place-in-shared,tileas-make-asynchronous))' --remark-format=emitRemark --remarks-filter='.*' -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t.mlir
//
// CHECK: scf.if
// CHECK: tileas.load
// CHECK-NOT: tileas.ring
// CHECK: tileas.mma
tileas.kernel @skipped(%left: !tileaa.ptr, %right: !tileaa.ptr, %out: !tileaa.ptr) attributes {
  spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %64 = arith.constant 64 : i64
  %128 = arith.constant 128 : i64
  %512 = arith.constant 512 : i64
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %x = tileaa.assume %left {div_by = 16 : i64} : !tileaa.ptr
  %w = tileaa.assume %right {div_by = 16 : i64} : !tileaa.ptr
// REMARK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] RemarkLoopNotPipelined {{.*}}not pipelined: what its products read is loaded under a condition
  %sum = scf.for %j = %c0 to %c8 step %c1 iter_args(%acc = %none) -> (tensor<128x64xf32>) : i32 {
    %n = arith.extui %j : i32 to i64
    %at = arith.muli %n, %64 : i64
    %bit = arith.andi %j, %c1 : i32
    %odd = arith.cmpi eq, %bit, %c1 : i32
    %d = scf.if %odd -> (tensor<128x64xf32>) {
      %a, %t0 = tileas.load %x[%0, %at] extents[%128, %512] strides[%512, %1] : !tileaa.ptr -> tensor<128x64xf16>
      %b, %t1 = tileas.load %w[%at, %0] extents[%512, %64] strides[%64, %1] : !tileaa.ptr -> tensor<64x64xf16>
      %e = tileas.mma %a as<f16>, %b as<f16>, %acc by [16, 8, 16] : tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
      scf.yield %e : tensor<128x64xf32>
    } else {
      scf.yield %acc : tensor<128x64xf32>
    }
    scf.yield %d : tensor<128x64xf32>
  }
  %t3 = tileas.store %sum to %out[%0, %0] extents[%128, %64] strides[%64, %1] by<owner> : tensor<128x64xf32>, !tileaa.ptr
  tileas.return
}
