// What a loop carries to say where the next tile lies is carried once more, for
// the copies that run ahead.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-make-asynchronous))' | FileCheck %s
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-make-asynchronous,tileas-schedule-loops,tileas-pipeline-loops,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s --check-prefix=AHEAD < %t.mlir
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<2048i', *range(2048)).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 2048 $(cat %t.hex)'
// RUN: sh -c 'set -e; for n in 0 1 2 5 11; do cuda-tile-run %t.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:$n --compare=emulate --check=all --async=random; done'
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.plain.mlir
// RUN: cuda-tile-run %t.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:7 --out=1=%t.1.npy --engine=interpret
// RUN: cuda-tile-run %t.plain.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:7 --out=1=%t.2.npy --engine=interpret
// RUN: cmp %t.1.npy %t.2.npy
//
// CHECK: scf.for {{.*}} iter_args(%[[SUM:.*]] = %{{.*}}, %[[AT:.*]] = %[[ZERO:.*]], %[[EARLY:.*]] = %[[ZERO]])
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[EARLY]], %{{.*}} : i64
// CHECK: tileas.async_copy %{{.*}}[%[[EARLY]]]
// CHECK: %[[LATER:.*]] = arith.addi %[[AT]], %{{.*}} : i64
// CHECK: scf.yield %{{.*}}, %[[LATER]], %[[NEXT]]
//
// AHEAD: scf.for
// AHEAD: tileas.wait_group {{[1-9]}}
// AHEAD: tileas.return

#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[0]]>
#r = #tileas.layout<register = [[32], [64]], lane = [[16], [8], [4], [2], [1]], warp = [[0]]>
tileas.kernel @k(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %size = arith.constant 128 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #r>
  %sum:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none, %at = %zero) -> (tensor<128xi32, #r>, i64) : i32 {
    %b = tileas.alloc_shared : <128xi32>
    %v, %t = tileas.load %p[%at] extents [%all] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<128xi32, #l>
    tileas.shared_store %v to %b : tensor<128xi32, #l>, <128xi32>
    %x = tileas.shared_load %b : <128xi32> -> tensor<128xi32, #r>
    %s = arith.addi %acc, %x : tensor<128xi32, #r>
    %next = arith.addi %at, %size : i64
    scf.yield %s, %next : tensor<128xi32, #r>, i64
  }
  %t = tileas.store %sum#0 to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<128xi32, #r>, !tileaa.ptr
  tileas.return
}
