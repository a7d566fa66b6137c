// All loops of a kernel count on the same number of blocks. The first loop is decided on
// beside four stages of the second one, 64 KiB, with which two blocks fit. The second one
// needs two stages, with which four do, and so the first one counts on four, too.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-schedule-loops))' --mlir-print-local-scope | FileCheck %s

#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
#r = #tileas.layout<register = [[32], [64]], lane = [[16], [8], [4], [2], [1]], warp = []>
#wide = #tileas.layout<register = [[1], [2], [128], [256], [512], [1024], [2048]], lane = [[4], [8], [16], [32], [64]], warp = []>

// CHECK: tileas.kernel @two({{.*}}plan = <blocks = 4, registers = 255>
// CHECK: tileas.alloc_shared : <128xi32, stages = 4>
// CHECK: tileas.schedule = #tileas.schedule<interval = 165, stages = 4, minimal = true>
// CHECK: tileas.alloc_shared : <4096xi32, stages = 2>
// CHECK: tileas.schedule = #tileas.schedule<interval = {{[0-9]+}}, stages = 2, minimal = true>
tileas.kernel @two(%p: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #r>
  %small_tiles = tileas.alloc_shared : <128xi32, stages = 4>
  %small = tileas.ring %small_tiles : <!tileas.buffer<128xi32, stages = 4>>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #r>) : i32 {
    %wide = arith.extsi %i : i32 to i64
    %start = arith.muli %wide, %size : i64
    %to = tileas.acquire %small[%i] : <!tileas.buffer<128xi32, stages = 4>>
    %c = tileas.async_copy %p[%start] extents [%all] strides [%one] to %to {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
    tileas.commit %small[%i] after %c : <!tileas.buffer<128xi32, stages = 4>>
    %from = tileas.wait %small[%i] : <!tileas.buffer<128xi32, stages = 4>>
    %x = tileas.shared_load %from : <128xi32> -> tensor<128xi32, #r>
    tileas.release %small[%i] : <!tileas.buffer<128xi32, stages = 4>>
    %s = arith.addi %acc, %x : tensor<128xi32, #r>
    scf.yield %s : tensor<128xi32, #r>
  }
  %none2 = arith.constant dense<0> : tensor<4096xi32, #wide>
  %large_tiles = tileas.alloc_shared : <4096xi32, stages = 4>
  %large = tileas.ring %large_tiles : <!tileas.buffer<4096xi32, stages = 4>>
  %sum2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none2) -> (tensor<4096xi32, #wide>) : i32 {
    %wide = arith.extsi %i : i32 to i64
    %start = arith.muli %wide, %size : i64
    %to = tileas.acquire %large[%i] : <!tileas.buffer<4096xi32, stages = 4>>
    %c = tileas.async_copy %p[%start] extents [%all] strides [%one] to %to {tile = tensor<4096xi32, #wide>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<4096xi32>
    tileas.commit %large[%i] after %c : <!tileas.buffer<4096xi32, stages = 4>>
    %from = tileas.wait %large[%i] : <!tileas.buffer<4096xi32, stages = 4>>
    %x = tileas.shared_load %from : <4096xi32> -> tensor<4096xi32, #wide>
    tileas.release %large[%i] : <!tileas.buffer<4096xi32, stages = 4>>
    %s = arith.addi %acc, %x : tensor<4096xi32, #wide>
    scf.yield %s : tensor<4096xi32, #wide>
  }
  tileas.return
}
