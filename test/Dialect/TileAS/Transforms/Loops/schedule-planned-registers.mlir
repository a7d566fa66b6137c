// A plan has the registers that ptxas takes, told to make room for its blocks. A thread
// needs 64 registers here, the sum, a tile and 32 beside them, with which two blocks of 16
// warps fit. Beside the tiles ptxas would take 50, and has room for 32.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-schedule-loops))' --mlir-print-local-scope | FileCheck %s

#l = #tileas.layout<register = [[1], [2], [2048], [4096]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256], [512], [1024]]>

// CHECK: tileas.kernel @two_blocks({{.*}}plan = <blocks = 2, registers = 64>
tileas.kernel @two_blocks(%p: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 16, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %size = arith.constant 8192 : i64
  %none = arith.constant dense<0> : tensor<8192xi32, #l>
  %tiles = tileas.alloc_shared : <8192xi32, stages = 4>
  %ring = tileas.ring %tiles : <!tileas.buffer<8192xi32, stages = 4>>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<8192xi32, #l>) : i32 {
    %wide = arith.extsi %i : i32 to i64
    %start = arith.muli %wide, %size : i64
    %to = tileas.acquire %ring[%i] : <!tileas.buffer<8192xi32, stages = 4>>
    %c = tileas.async_copy %p[%start] extents [%size] strides [%one] to %to {tile = tensor<8192xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<8192xi32>
    tileas.commit %ring[%i] after %c : <!tileas.buffer<8192xi32, stages = 4>>
    %from = tileas.wait %ring[%i] : <!tileas.buffer<8192xi32, stages = 4>>
    %x = tileas.shared_load %from : <8192xi32> -> tensor<8192xi32, #l>
    tileas.release %ring[%i] : <!tileas.buffer<8192xi32, stages = 4>>
    %s = arith.addi %acc, %x : tensor<8192xi32, #l>
    scf.yield %s : tensor<8192xi32, #l>
  }
  tileas.return
}
