// RUN: cuda-tile-opt %s -pass-pipeline='builtin.module(tileas.kernel(tileas-drop-facts))' -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: cuda-tile-run --self-check %s
// RUN: grep '^//[%%]' %s >> %t.mlir
// RUN: cuda-tile-run --self-check %t.mlir
// RUN: cuda-tile-run --self-check --engine=emulate --gpu-name=sm_90 %t.mlir

// What is known of accesses may be lost: the program means the same, for the
// interpreter and as machine code.
// CHECK-LABEL: @copy
// CHECK: tileas.load {{.*}} {width = 4 : i64}
// CHECK: tileas.store {{.*}} {width = 4 : i64}

#l = #tileas.layout<register = [[1], [2]], lane = [[4], [0], [0], [0], [0]], warp = []>
tileas.kernel @copy(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i64) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = true>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %all = arith.constant 8 : i64
  %none = arith.constant -1 : i32
  %v, %t = tileas.load %p[%zero] extents[%n] strides[%one] other %none : i32 {whole, width = 4 : i64} : !tileaa.ptr -> tensor<8xi32, #l>
  %u = tileas.store %v to %q[%zero] extents[%all] strides[%one] by<owner> {inbounds = array<i1: true>, whole, width = 4 : i64} : tensor<8xi32, #l>, !tileaa.ptr
  tileas.return
}
//% - entry: copy
//%   args:
//%     - ptr: i32[8]
//%       in: 1 2 3 4 5 6 7 8
//%     - ptr: i32[8]
//%       out: 1 2 3 4 -1 -1 -1 -1
//%     - i64:4
