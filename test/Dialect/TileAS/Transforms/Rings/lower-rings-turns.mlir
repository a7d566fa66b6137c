// The verbs of a turn each compute its number, in a loop that runs again for each tile:
// the stage that is acquired and the phase that is committed get one number all the
// same, which counts the turns that are filled.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<3072i', *(i * 7919 %% 4001 for i in range(3072))).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 3072 $(cat %t.hex)'
// RUN: sh -c 'set -e; for n in 0 1 2 3 7; do cuda-tile-run %s --engine=interpret --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:$n --out=1=%t.rings.npy; cuda-tile-run %t.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:$n --compare=emulate --check=all --async=random --warps=random --out=1=%t.out.npy; cmp %t.rings.npy %t.out.npy; done'
//
// CHECK: %[[TILES:.*]] = tileas.alloc_shared at 0 : <128xi32, stages = 3>
// CHECK: scf.for {{.*}} iter_args(%{{.*}}, %[[FILLED:.*]] = %{{.*}}, %[[READ:.*]] = %{{.*}})
// CHECK: scf.for {{.*}} iter_args(%{{.*}}, %[[N:.*]] = %{{.*}})
// CHECK: tileas.mbarrier_phase %[[FULL:.*]][%[[M:.*]]]
// CHECK: %[[TO:.*]] = tileas.slice %[[TILES]][%[[N]]]
// CHECK: tileas.bulk_copy %{{.*}} to %[[TO]] if %{{.*}} on %[[FULL]][%[[N]]] :
// CHECK: tileas.mbarrier_arrive %[[FULL]][%[[N]]]

#l = #tileas.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64]]>
!ring = !tileas.buffer<128xi32, stages = 3>
tileas.kernel @sum(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %bytes = arith.constant 512 : i32
  %step = arith.constant 512 : i64
  %base = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %none = arith.constant dense<0> : tensor<128xi32, #l>
  %has0 = arith.cmpi sgt, %n, %c0 : i32
  %has1 = arith.cmpi sgt, %n, %c1 : i32
  %tiles = tileas.alloc_shared : <128xi32, stages = 3>
  %ring = tileas.ring %tiles : <!ring>
  %all = scf.for %t = %c0 to %c3 step %c1 iter_args(%before = %none) -> (tensor<128xi32, #l>) : i32 {
    %turns = arith.muli %t, %n : i32
    %at = arith.muli %turns, %bytes : i32
    %wide = arith.extsi %at : i32 to i64
    %first = tileaa.ptr_add %base, %wide : !tileaa.ptr, i64
    %to0 = tileas.acquire %ring[%c0] : <!ring>
    %copy0 = tileas.bulk_copy %first to %to0 if %has0 : <128xi32> -> !tileas.completion
    tileas.commit %ring[%c0] after %copy0 if %has0 : <!ring>
    %second = tileaa.ptr_add %first, %step : !tileaa.ptr, i64
    %to1 = tileas.acquire %ring[%c1] : <!ring>
    %copy1 = tileas.bulk_copy %second to %to1 if %has1 : <128xi32> -> !tileas.completion
    tileas.commit %ring[%c1] after %copy1 if %has1 : <!ring>
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %before) -> (tensor<128xi32, #l>) : i32 {
      %from = tileas.wait %ring[%i] : <!ring>
      %later = arith.addi %i, %c2 : i32
      %has = arith.cmpi slt, %later, %n : i32
      %distance = arith.muli %later, %bytes : i32
      %far = arith.extsi %distance : i32 to i64
      %source = tileaa.ptr_add %first, %far : !tileaa.ptr, i64
      %acquired = arith.addi %i, %c2 : i32
      %to = tileas.acquire %ring[%acquired] : <!ring>
      %copy = tileas.bulk_copy %source to %to if %has : <128xi32> -> !tileas.completion
      %committed = arith.addi %i, %c2 : i32
      tileas.commit %ring[%committed] after %copy if %has : <!ring>
      %x = tileas.shared_load %from : <128xi32> -> tensor<128xi32, #l>
      tileas.release %ring[%i] : <!ring>
      %three = arith.muli %acc, %x : tensor<128xi32, #l>
      %s = arith.addi %acc, %x : tensor<128xi32, #l>
      %mixed = arith.xori %three, %s : tensor<128xi32, #l>
      scf.yield %mixed : tensor<128xi32, #l>
    }
    scf.yield %sum : tensor<128xi32, #l>
  }
  %v = tileas.store %all to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<128xi32, #l>, !tileaa.ptr
  tileas.return
}
