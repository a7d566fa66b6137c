// A sum over the stages of a ring of three buffers and one beside it, which the loop
// carries from iteration to iteration: one barrier in each is enough, and is
// needed.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: cuda-tile-run %t.mlir --arg='ptr:new:i32[32]' --compare=emulate --check=all
// RUN: grep -v tileas.barrier %t.mlir > %t.race.mlir
// RUN: not cuda-tile-run %t.race.mlir --arg='ptr:new:i32[32]' --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=RACE
//
// CHECK-COUNT-1: tileas.barrier
// CHECK-NOT: tileas.barrier
// RACE: data race on shared address

#l = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[0]]>
#r = #tileas.layout<register = [], lane = [[16], [8], [4], [2], [1]], warp = [[0]]>
tileas.kernel @k(%p: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %n = arith.constant 7 : i32
  %ring = tileas.alloc_shared : <32xi32, stages = 3>
  %other = tileas.alloc_shared : <32xi32>
  %ids = tileaa.iota : tensor<32xi32, #l>
  tileas.shared_store %ids to %other : tensor<32xi32, #l>, <32xi32>
  %zero = arith.constant dense<0> : tensor<32xi32, #r>
  %sum:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %last = %other) -> (tensor<32xi32, #r>, !tileas.buffer<32xi32>) : i32 {
    %s = tileas.slice %ring[%i] : <32xi32, stages = 3>
    %id = tileaa.splat %i : i32 -> tensor<32xi32, #l>
    %x = arith.muli %id, %ids : tensor<32xi32, #l>
    tileas.shared_store %x to %s : tensor<32xi32, #l>, <32xi32>
    %v = tileas.shared_load %last : <32xi32> -> tensor<32xi32, #r>
    %r = arith.addi %acc, %v : tensor<32xi32, #r>
    scf.yield %r, %s : tensor<32xi32, #r>, !tileas.buffer<32xi32>
  }
  %c32 = arith.constant 32 : i64
  %one = arith.constant 1 : i64
  %zero64 = arith.constant 0 : i64
  %t = tileas.store %sum#0 to %p[%zero64] extents [%c32] strides [%one] by<owner> : tensor<32xi32, #r>, !tileaa.ptr
  tileas.return
}
